"""How perp impact --within writes modes: text, JSON, ends without a bound."""
import json
import math
import os
import re
import tempfile
from fractions import Fraction

from program import SOURCE, check, done, run

SCENE = os.path.join(SOURCE, "cases", "HP23", "compass_gait.lua")
text = run("impact", SCENE, "--all", "--within", "1e-12")
check(text.returncode == 0 and not text.stderr, "text: " + text.stderr)
lines = text.stdout.splitlines()
check(lines[-1] == "within 1e-12: 3 modes in 3 places; proven: data in the box "
      "have no outcome elsewhere", lines[-1])
for k, mode in enumerate(("A sticks, B apart", "A sticks, B sticks",
                          "A sticks, B slips +")):
    at = lines.index("place %d, outcomes listed above: %d" % (k + 1, k + 1))
    check(lines[at + 1].startswith("  v+ from ") and
          lines[at + 1].count(" to ") == 4, lines[at + 1])
    check(lines[at + 2] == "  " + mode, lines[at + 2])

said = json.loads(run("impact", SCENE, "--all", "--json", "--within",
                      "1e-12").stdout)
near = said["within"]
check(list(near) == ["eps", "of", "places", "modes"], "keys: %s" % list(near))
check(near["places"] == [{"outcomes": [k]} for k in (1, 2, 3)], "places")
for k, m in enumerate(near["modes"]):
    check(list(m) == ["place", "ways", "v", "vn", "vt"], "keys: %s" % list(m))
    check(m["place"] == k + 1, "place")
    o = said["outcomes"][k]
    for key in "v", "vn", "vt":
        check(len(m[key]) == len(o[key]), "%s has its size" % key)
        check(all(a - 1e-15 <= x <= b + 1e-15 and b - a < 1e-9
                  for x, (a, b) in zip(o[key], m[key])), "%s is there" % key)

# The ends of the text hold those of JSON between them, and no ten digits are nearer.
tight = 0
for k, m in enumerate(near["modes"]):  # here each place has one mode
    at = lines.index("place %d, outcomes listed above: %d" % (k + 1, k + 1))
    ends = re.findall(r"(\S+) to ([^,\s]+)", lines[at + 1])
    for (a, b), (low, high) in zip(ends, m["v"]):
        for text_, x, up in ((a, low, False), (b, high, True)):
            x, said_ = Fraction(x), Fraction(text_)
            check(said_ >= x if up else said_ <= x, "%s beside %s" % (text_, x))
            if x != 0:
                unit = Fraction(10) ** (math.floor(math.log10(abs(x))) - 9)
                check(abs(said_ - x) <= unit, "%s is far from %s" % (text_, x))
                tight += said_ != x
check(tight > 5, "some of them are rounded: %d" % tight)
check("within" not in json.loads(run("impact", SCENE, "--all",
                                     "--json").stdout), "not asked, not said")

# Two walls that face each other: impulses have no bound, so with data that are
# not sharp the velocity has none. Another contact has no friction.
WALLS = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q, v) return {
      { name = "left", gap = q.x, slips = { v.y }, mu = 1 },
      { name = "right", gap = 0 - q.x, slips = { v.y }, mu = 1 },
      { name = "floor", gap = q.y } } end },
  h = 1, T = 1, q = { 0, 0 }, v = { -1, -1 } }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "walls.lua")
    with open(path, "w") as file:
        file.write(WALLS)
    words = "impact", path, "--all", "--within", "1/1000"
    r = run(*words, "--json", "--rational")
    check(r.returncode == 0, "walls: " + r.stderr)
    near = json.loads(r.stdout)["within"]
    check(near["eps"] == "1/1000", "eps: %s" % near["eps"])
    ends = [e for m in near["modes"] for pair in m["v"] for e in pair]
    check(None in ends and any(isinstance(e, str) for e in ends),
          "ends: %s" % ends)
    ways = set(m["ways"][2] for m in near["modes"])
    check(ways <= {"apart", "closed"} and "closed" in ways, "ways: %s" % ways)
    check("unbounded" in run(*words).stdout, "said in words, too")
done()
