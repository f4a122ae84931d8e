"""perp impact and perp inclusion of straight lines: by hand, in fractions.

Points of unit mass, each with one outcome of law (31); what stands in the way of
the straight line to it is computed in the remark.
"""
import json
import os
import tempfile

from program import check, done, run

SCENE = """local perp = require "perp"
local r = perp.ratio
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q, v) return { %s } end },
  h = 1, T = 1, q = { 0, 0 }, v = { %s } }
"""
A = '{ name = "A", gap = q.y, slips = { v.x - v.y }, mu = %s }'

# A falls at 1 and slips at 1/3. With mu = 1/4 it is hit by Ln = 4/3 and friction
# 1/3 forward, for it ends at -1/3: it turns round. With mu = 1 it sticks by 5/3 and
# 2/3 forward, along the slip that it has on the way. Slipping backward at -1, with
# mu = 1/4 it is hit by 4/3 and ends at -5/3, as friction wants it all the way.
TURNS = (A % "r(1, 4)", "r(-2, 3), -1")
STICKS = (A % "1", "r(-2, 3), -1")
SLIPS = (A % "r(1, 4)", "-2, -1")
# B parts at 1/4; A's impulse of 9/8 would let it approach at 1/4, and it presses with
# 1/4 in the end, when both are at rest. With vx = -3/4 B approaches at 1/4, too.
TWO = ('{ name = "A", gap = q.y }, { name = "B", gap = q.x - q.y / 2 }')
PARTS = (TWO, "r(-1, 4), -1")
BOTH = (TWO, "r(-3, 4), -1")

with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "point.lua")
    for parts, v, fails in (
            (TURNS, ["2/3", "1"], ["A", "turns"]),
            (STICKS, ["0", "0"], ["A", "sticks"]),
            (SLIPS, None, None),
            (PARTS, ["0", "0"], ["B", "parts"]),
            (BOTH, ["0", "0"], None)):
        with open(path, "w") as file:
            file.write(SCENE % parts)
        r = run("impact", path, "--all", "--json", "--rational")
        check(r.returncode == 0, "%s: %s" % (parts, r.stderr))
        said = json.loads(r.stdout)
        check(len(said["outcomes"]) == 1, "%s: %s" % (parts, said))
        o = said["outcomes"][0]
        text = run("impact", path, "--all", "--rational").stdout
        seen = run("inclusion", path, "--json", "--rational", "--solutions",
                   "50")
        check(seen.returncode == 0, "%s: %s" % (parts, seen.stderr))
        law = json.loads(seen.stdout)["law31"]
        check(len(law) == 1 and law[0]["line"] is o["line"], "%s: %s" %
              (parts, law))
        if fails is None:
            check(o["line"] is True and "fails" not in o, "%s: %s" % (parts, o))
            check("the straight line from v solves (39)" in text, text)
            check(law[0]["solutions"] > 0, "%s is not reached" % (parts,))
            continue
        check(o["line"] is False and o["from"] == 0 and o["fails"] ==
              [{"contact": fails[0], "condition": fails[1]}],
              "%s: %s" % (parts, o))
        check("does not solve (39): %s " % fails[0] in text, text)
        check(law[0]["fails"] == o["fails"], "%s: %s" % (parts, law))

    # In turn there is no line; without a collision neither.
    with open(path, "w") as file:
        file.write(SCENE % SLIPS)
    for words in ("--law", "sequential"), ("--law", "routh"):
        r = run("impact", path, "--json", *words)
        check("line" not in json.loads(r.stdout)["outcomes"][0], r.stdout)
    with open(path, "w") as file:
        file.write(SCENE % (TWO, "1, 0"))
    r = run("impact", path, "--json")
    check("line" not in json.loads(r.stdout)["outcomes"][0], r.stdout)
done()
