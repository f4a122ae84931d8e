"""Of joints and gaps bars speak as they stand where these are linear, and to first order
where they are curved; which they are is asked of the oracle's gradients at places
drawn at random. And a place within the bars that keeps a curved law refuted to first
order: that is what the words are for."""
import os
import random
import tempfile
from fractions import Fraction as F

from program import check, done, run
from systems import SYSTEMS
from tables import own_run, verdict, write

draw = random.Random(1637)
X = 2.0 ** -12


def curved(gradients, n):
    """Is the gradient another one elsewhere?"""
    places = [[F(draw.uniform(-1, 1)) for _ in range(n)] for _ in range(4)]
    return any(gradients(q) != gradients(places[0]) for q in places)


def asked(place, scene, table, x=X):
    path = write(place, "m.csv", table)
    words = ("--scheme", "begin", "--weight", "0.5", "--closed", "0.25",
             "--error", "q=%r,v=0.125" % x)
    said = run("judge", scene, path, *words).stdout
    got = verdict(scene, path, *words)["error"]
    needs = {n["law"]: n for n in got["needs"]}
    check(("to first order in the bars" in said) == (got["first_order"] is True),
          "the sentence: " + said[-400:])
    check((got["first_order"] is None) == (got["verdict"] != "refuted"), str(got))
    return got, needs, said


DOME = """local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, force = { 0, 0 },
  contacts = function(q, v)
    return { { name = "ground", gap = %s, slips = { %s }, mu = 1/4 } } end }
return { system = system, h = 1, T = 4, q = { 0, 0 }, v = { 0, 0 } }
"""

with tempfile.TemporaryDirectory() as place:
    seen = set()
    for system in SYSTEMS:
        scene, table = own_run(system, place)
        n = len(system.names)
        want = {"kinematics": False, "momentum": False,
                "joints": curved(system.nu, n),
                "gaps": curved(lambda q: [r[0] for r in system.rows(q)], n)}
        for sign in (-1, 1) if want["joints"] else (-1,):
            # All places moved alike: kinematics and momentum do not see it.
            far = table.copy()
            for row in far.rows:
                for name in system.names:
                    row[far.at("q." + name)] += sign * 2.0 ** -5
            for jump in 0.0, 2.0 ** -4:  # and one alone
                far.rows[-1][far.at("q." + system.names[0])] += jump
                got, needs, said = asked(place, scene, far.text())
                for law, first in want.items():
                    check(needs[law]["first_order"] is first, "%s: %s: %s" %
                          (type(system).__name__, law, needs[law]))
                # What refutes as it stands is named first, however little.
                broken = [law for law in want if (needs[law]["least"] or 0) > 1]
                firm = [law for law in broken if not want[law]]
                check(got["first_order"] is
                      (None if not broken else not firm),
                      "%s: %s" % (type(system).__name__, got))
                named = max(firm or broken, key=lambda law: needs[law]["least"],
                            default="")
                check(not named or "keeps the law of " + named in said, said[-400:])
                check(jump == 0 or needs["kinematics"]["least"] > 1, "a jump")
                seen.add((want["joints"], want["gaps"], got["first_order"],
                          len(broken) > len(firm) > 0))
    check({(True, False, True, False), (True, False, False, True),
           (False, True, True, False), (False, True, False, True),
           (False, False, False, False)} <= seen,
          "not all kinds were met: %s" % seen)

    # y + x^2 / 4 at (0, -9/8), a bar of 1: to first order 9/8 bars are needed. At
    # (1, -1/8), within the bars, the gap is 1/8.
    scene = write(place, "dome.lua", DOME % ("q.y + q.x * q.x / 4", "v.x"))
    rows = "t,q.x,q.y,v.x,v.y\n" + "".join("%d,0,-1.125,0,0\n" % l for l in range(4))
    got, needs, said = asked(place, scene, rows, 1.0)
    check(needs["gaps"]["least"] == 1.125 and got["first_order"] is True and
          F(-1, 8) + F(1, 4) > 0, str(got))
    # A gap is as straight as it is, whatever its slip reads.
    scene = write(place, "lever.lua", DOME % ("q.y", "v.x - q.y * v.y"))
    got, needs, said = asked(place, scene, rows, 1.0)
    check(needs["gaps"]["least"] == 1.125 and got["first_order"] is False, str(got))
done()
