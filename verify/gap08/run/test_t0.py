"""t0: a run that begins at another time is the run of a force that is shifted.

In fractions, cell by cell, for a force that is a polynomial in t, with a contact
and its collisions; in doubles against the closed form of a force that is cos t.
"""
import csv
import io
import math
import os
import subprocess
import tempfile
from fractions import Fraction

from program import SOURCE, check, done, run

SCENE = """local perp = require "perp"
local shift = perp.param("shift", perp.ratio(0), "the scene's own clock")
return { scheme = perp.param("scheme", "alpha-gamma"), h = perp.ratio(1, 16),
  T = 2, q = { 0, 1 }, v = { 1, 0 }, tolerance = 1e-6,
  system = perp.system { coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 2 } },
    force = function(t) local s = t + shift return { s * s, -10 + s } end,
    contacts = function(q, v) return { { name = "floor", gap = q.y,
      slips = { v.x }, mu = 1/4 } } end } }
"""
DRIVEN = """local perp = require "perp"
return { h = 1/512, T = 1, t0 = perp.ratio(5, 4), q = { 0 }, v = { 0 },
  system = perp.system { coordinates = { "x" }, mass = { { 1 } },
    force = function(t) return { perp.cos(t) } end } }
"""


def at(place, text, *words):
    scene = os.path.join(place, "scene.lua")
    with open(scene, "w") as file:
        file.write(text)
    return run("run", scene, "-q", *words)


def table(place, text, *words):
    r = at(place, text, "--csv", "-", *words)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return list(csv.DictReader(io.StringIO(r.stdout)))


def shifted(place, t0, *words):
    moved = table(place, SCENE, "--rational", "--set", "t0=" + t0, *words)
    alike = table(place, SCENE, "--rational", "--set", "shift=" + t0, *words)
    check(len(moved) == len(alike) > 30, "%s: rows" % (words,))
    for a, b in zip(moved, alike):
        check(Fraction(a.pop("t")) == Fraction(b.pop("t")) + Fraction(t0),
              "%s: the time of row %s" % (words, a["step"]))
        check(a == b, "%s: row %s" % (words, a["step"]))


def driven(place, words, t0):
    """x'' = cos t from rest at t0: v = sin t - sin t0. The step is of second
    order: off by h^2 / 12 at most times |cos'| in 1 s."""
    rows = table(place, DRIVEN, *words)
    check(len(rows) == 513 and float(rows[0]["t"]) == t0 and
          float(rows[-1]["t"]) == t0 + 1, "%s: the clock" % (words,))
    for row in rows:
        t = float(row["t"])
        off = float(row["v.x"]) - (math.sin(t) - math.sin(t0))
        check(abs(off) < 1 / 512 ** 2, "%s: v at %g is off by %g" %
              (words, t, off))


with tempfile.TemporaryDirectory() as directory:
    for scheme in ("alpha-gamma", "semi-implicit", "linear-implicit",
                   "moreau-jean"):
        shifted(directory, "7/3", "--scheme", scheme)
    shifted(directory, "-1/2")
    driven(directory, [], 1.25)
    driven(directory, ["--set", "t0=1e6"], 1e6)
    driven(directory, ["--exact-check"], 1.25)
    cert = os.path.join(directory, "c")
    for words in (["--scheme", "paoli", "--set", "t0=1"],
                  ["--certify", "L1", "--cert", cert, "--set", "t0=1"],
                  ["--set", "t0=1/0"], ["--set", "t0=nan"]):
        r = at(directory, SCENE.replace("mu = 1/4", "mu = 0")
               if "paoli" in words else SCENE, *words)
        check(r.returncode in (2, 3) and "t0" in r.stderr and
              len(r.stderr.splitlines()) == 1,
              "%s: %d %s" % (words, r.returncode, r.stderr))
    check(not os.path.exists(cert), "a proof of another run")
    at(directory, SCENE, "--certify", "L1", "--cert", cert)
    front = os.path.join(SOURCE, "verify", "check", "front.lua")
    for t0, code in (("", 0), (" t0 = 1,", 1)):
        path = os.path.join(directory, "other.lua")
        with open(path, "w") as file:
            file.write(SCENE.replace("T = 2,", "T = 2," + t0))
        r = subprocess.run(["lua5.4", front, path, cert], text=True,
                           capture_output=True)
        check((r.returncode == 0) == (code == 0) and
              ("t0: 1" in r.stdout + r.stderr) == (code == 1),
              "the statement and t0:%s %s" % (t0, r.stdout + r.stderr))
    r = run("estimates", os.path.join(directory, "scene.lua"), "--set", "t0=1")
    check(r.returncode == 3 and "t0" in r.stderr, r.stderr)
done()
