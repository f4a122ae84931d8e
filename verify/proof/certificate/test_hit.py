"""Level L2: where a collision happens, bracketed by the signs of gaps."""
import os
import re
import tempfile
from fractions import Fraction as Q

from level2 import judge, make, number, spelt, without
from program import check, done

# A point without weight falls on the ground with -3 m/s from y = 1: at t = 1/3, in the
# fraction 2/3 of its third step.
FALL = '''
local perp = require "perp"
local up = perp.param("up", 0, "the ground is so much lower")
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, 0 } end,
  contacts = function(q, v) return {
    { name = "ground", gap = q.y + up, mu = 0.5, slips = { v.x } },
    { name = "side", gap = q.x * q.x + 1 } } end,
}
return { system = system, h = 1/8, T = 0.332, alpha = 1/2, gamma = 1/2,
  tolerance = 1/256, penetration = 3, q = { x = 0, y = 1 }, v = { 1, -3 } }
'''
SAID = (r"L2: in (\d+) of (\d+) collisions .* within 2\^-(\d+) of that fraction")


def brackets(text):
    found = re.search(SAID, " ".join(text.split()))
    return tuple(map(int, found.groups())) if found else None


def moved(proof, S, by):
    """The same collision at another fraction: q there, exactly as it follows."""
    y = 1 - 3 * Q(1, 8) * (2 + S * (1 + by))
    at = S * (1 + by)
    x = Q(1, 8) * (2 + at)
    den = max(x.denominator, y.denominator)
    line = "q%s 0:%s 1:%s" % ("/%x" % den if den > 1 else "", spelt(x * den),
                              spelt(y * den))
    return re.sub("hit .*\nq.*\n", "hit %s\n%s\n" % (spelt(at), line), proof)


with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "fall.lua")
    with open(path, "w") as file:
        file.write(FALL)
    scene, proof, _ = make(place, "a", path)
    fine, text = judge(place, scene, proof)
    check(fine and brackets(text) == (1, 1, 40), text)
    S = number(re.search("hit (.*)\n", proof).group(1))
    check(abs(S - Q(2, 3)) < Q(1, 2 ** 49), "S = %s" % float(S))

    # The truth is at 2/3: what is stated a little off is bracketed less sharply,
    # far off not at all, and L1 has no opinion.
    for k, wanted in ((45, 40), (36, 30), (26, 20), (16, 10), (8, None)):
        for sign in (1, -1):
            forged = moved(proof, S, sign * Q(1, 2 ** k))
            fine, text = judge(place, scene, without(forged))
            check(fine, "L1, 2^-%d: %s" % (k, text))
            fine, text = judge(place, scene, forged)
            check(fine, "2^-%d: %s" % (k, text))
            check(not fine or brackets(text)[::2] ==
                  ((1, wanted) if wanted else (0, 0)), "2^-%d: %s" % (k, text))

    # The ground elsewhere: within the tolerance, no bracket; above the start, a
    # contact that only the collision lists was closed before.
    for up, fine, said in (("1/1024", True, None), ("-1/1024", True, None),
                           ("-2", False, "closed and not listed")):
        other, _, _ = make(place, "b", path, "up=" + up)
        check(judge(place, other, without(proof))[0], "L1 sees the ground")
        got, text = judge(place, other, proof)
        check(got == fine and (said in text if said else
                               brackets(text) == (0, 1, 0)), up + ": " + text)

    # Of the papers' examples all.
    for case, sets in (("GAP08/pendulum_contact", "T=1.1 h=0.05"),
                       ("GAP08/rocking_block", "T=1.5"),
                       ("GAP08/falling_oscillator", "")):
        scene, proof, _ = make(place, "c", case, sets)
        fine, text = judge(place, scene, proof)
        hits = proof.count("\nhit ")
        got = brackets(text)
        check(fine and (got or (0, 0))[:2] == (hits, hits) and hits > 0,
              "%s: %d hits, %s" % (case, hits, text))
        print(case, got)
done()
