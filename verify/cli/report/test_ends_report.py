"""perp reach --outer and --contains: the answers, and what they rest on.

The block's ends are rest and the segments to 21/100 of its fall, by hand; the
gait's path is judged by the balance of momentum, friction and the signs of
speeds, from matrices of another program.
"""
import csv
import io
import json
import math
import os
import tempfile

import hp23
from program import SOURCE, check, done, expect, failures, run

BLOCK = os.path.join(SOURCE, "cases", "HP23", "rocking_block.lua")
GAIT = os.path.join(SOURCE, "cases", "HP23", "compass_gait.lua")
EXACT = ["--rational", "--set", "v0=1"]
MODELS = json.load(open(os.path.join(SOURCE, "verify/hp23/HP23_models.json")))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def ask(scene, V, *words):
    r = run("reach", scene, "--contains", ",".join("%.17g" % x for x in V),
            "--json", *words)
    return r.returncode, json.loads(r.stdout)


def the_block():
    r = run("reach", BLOCK, "--outer", "--json", *EXACT)
    x = json.loads(r.stdout)
    check(r.returncode == 0 and x["whole"] and x["loose"] == 0, "block: whole")
    check("formulas" in x["whole_of"], "block: of %s" % x["whole_of"])
    for low, high in x["vn"]:
        check(low <= 0 and 0.21 <= high < 0.21 + 1e-15, "block: vn to %r" % high)
    check(all(a <= 0 <= b and b - a < 1e-300 for a, b in x["vt"]), "block: vt")
    corners = [c["v"] for p in x["parts"] for c in p["corners"]]
    for v in corners:
        check(abs(abs(v[0]) - 2 * v[1]) < 1e-15 and v[1] <= 0.105 + 1e-15 and
              abs(v[0] + v[2]) < 1e-15, "block: corner %s" % v)
    M = (1, 1, 5 / 12)
    for V, within in (((0, 0, 0), "0"), ((0.1, 0.05, -0.1), "1e-9"),
                      ((0, 0.1, 0), "0.0954"), ((0, 0.1, 0), "9.3%"),
                      ((0.2, 0, 0), "0.1"), ((0, 0, 0.3), "10%")):
        code, x = ask(BLOCK, V, "--within", within, *EXACT)
        known = 9.0
        for side in (1, -1):
            tip = (0.21 * side, 0.105, -0.21 * side)
            f = dot([a * m for a, m in zip(V, M)], tip) / \
                dot([a * m for a, m in zip(tip, M)], tip)
            f = min(1, max(0, f))
            z = [a - f * b for a, b in zip(V, tip)]
            known = min(known, math.sqrt(dot([a * m for a, m in zip(z, M)], z)))
        eps = float(within.rstrip("%")) / (100 if "%" in within else 1)
        check(x["low"] <= known + 1e-14 and known <= x["high"] + 1e-14 and
              x["high"] - x["low"] < 1e-14, "block: %s is at %r, not [%r, %r]" %
              (V, known, x["low"], x["high"]))
        wanted = "yes" if known <= eps else "no"
        check(x["answer"] == wanted and code == (wanted == "no"),
              "block: %s: %s, exit %d" % (V, x["answer"], code))
    code, x = ask(BLOCK, (0, 0.1, 0), "--legs", "0", *EXACT)
    check(code == 4 and x["answer"] == "undecided" and x["high"] is None and
          x["path"] == [] and x["loose"] == 1, "block: without legs")
    code, x = ask(BLOCK, (0, 2, 0), "--legs", "0", *EXACT)
    check(code == 1 and x["low"] > 0.99, "block: too fast, without legs")


def the_gait():
    m = MODELS["compass_gait"]
    code, x = ask(GAIT, (0.01, 0.02, 0.03, 0.1), "--within", "50%")
    check(code == 0 and x["answer"] == "yes" and x["loose"] == 0, "gait: yes")
    path = x["path"]
    for a, b in zip(path, path[1:]):
        change = [dot(row, [p - q for p, q in zip(b["v"], a["v"])])
                  for row in m["M"]]
        push = [sum(L * row[i] for L, row in zip(b["Ln"] + b["Lt"],
                                                 m["Jn"] + m["Jt"]))
                for i in range(4)]
        check(max(abs(p - q) for p, q in zip(change, push)) < 1e-13,
              "gait: the balance")
        for n, t, mu, row in zip(b["Ln"], b["Lt"], m["mu"], m["Jn"]):
            check(n >= 0 and abs(t) <= mu * n + 1e-14, "gait: the cone")
            check(n == 0 or dot(row, a["v"]) <= 1e-14, "gait: it parts")
        check(abs(sum(b["Ln"]) - b["s"] + a["s"]) < 1e-14, "gait: s")
    last = path[-1]["v"]
    check(all(dot(row, last) >= -1e-14 for row in m["Jn"]), "gait: an end")
    z = [p - q for p, q in zip((0.01, 0.02, 0.03, 0.1), last)]
    far = math.sqrt(dot([dot(row, z) for row in m["M"]], z))
    check(abs(far - x["high"]) < 1e-13, "gait: its distance")
    side = dot(x["separator"], z) / far
    check(abs(side - x["low"]) < 1e-9, "gait: the separating plane")
    r = run("reach", GAIT, "--outer", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(r.stdout)))
    check(len(rows) > 10 and all(row["loose"] == "0" for row in rows), "rows")
    for row in rows:
        v = [float(x) for k, x in row.items() if k.startswith("v.")]
        for j, name in enumerate("AB"):
            k = [key for key in row if key.startswith("vn.")][j]
            check(abs(float(row[k]) - dot(m["Jn"][j], v)) < 1e-14 and
                  float(row[k]) >= 0, "gait: vn in the table")


# Coordinates are the speeds n_A, n_C and the slip of A; 3 M^-1 is (1, 0, 1;
# 0, 1, -1/2; 1, -1/2, 2). A slides at rest and can push itself into the ground:
# (-1, 1, -3) until it sticks, then (1/2, 1/4, 0). C, without friction, has
# (0, 1, -1/2). When C has x left of its fall as A begins, A alone ends at
# (0, 3/4 (1 - x), 0), so (0, 3/4, 0) is a limit of ends. It is none, for with
# x = 0 nothing approaches and the impact is over.
RIM = """
local lagrange = require "perp.lagrange"
return { h = 0.001, T = 0.01, system = lagrange.system {
    coordinates = { "a", "c", "s" },
    kinetic = function(q, v)
      return (7 * v.a * v.a + 4 * v.c * v.c + 4 * v.s * v.s
        - 4 * v.a * v.c - 8 * v.a * v.s + 4 * v.c * v.s) / 2
    end,
    contacts = function(q, v) return {
      { name = "A", gap = q.a, mu = 2, slips = { v.s } },
      { name = "C", gap = q.c, mu = 0, slips = { v.s } } }
    end },
  q = { a = 0, c = 0, s = 0 }, v = { a = 0, c = -1, s = 2 } }
"""


def the_rim():
    """A set is whole, and one of its limits is no end: undecided, and why."""
    with tempfile.TemporaryDirectory() as place:
        scene = os.path.join(place, "rim.lua")
        with open(scene, "w") as f:
            f.write(RIM)
        code, x = ask(scene, (0, 0.75, 0), "--within", "0")
        check(code == 4 and x["answer"] == "undecided" and x["loose"] == 0 and
              x["low"] == 0 and 0 < x["high"] < 1e-11, "rim: %d %s" % (code, x))
        expect("the rim", 4, ["undecided"], ["the set of ends is whole", "within EPS"],
               "reach", scene, "--contains", "0,0.75,0", "--within", "0")
        expect("the rim, cut", 4, ["undecided"], ["not whole", "--legs"], "reach", scene,
               "--contains", "0,0.75,0", "--within", "0", "--legs", "0")
        for part in (0, 0.25, 0.5, 0.7):
            code, x = ask(scene, (0, part, 0), "--within", "0")
            check(code == 0 and x["high"] == 0, "rim: %g is an end" % part)
        code, x = ask(scene, (0, 0, 1.5), "--within", "0")
        check(code == 0 and "last" not in x["answer_of"], "rim: C alone")
        code, x = ask(scene, (0, 0.8125, 0), "--within", "0")
        check(code == 1 and abs(x["low"] - 0.125) < 1e-15, "rim: beyond")
        check(x["answer_of"].endswith("if patterns last"), "rim: an assumption")


def refused():
    zero = "0,0,0"
    for words, text in (
            (["--contains", "0,0"], "wants 3 numbers"),
            (["--contains", "0,0,0,0"], "wants 3 numbers"),
            (["--contains", "0,x,0"], "--contains"),
            (["--contains", zero, "--within", "-1"], "--within wants"),
            (["--contains", zero, "--within", "%"], "--within wants"),
            (["--contains", zero, "--outer"], "two questions"),
            (["--contains", zero, "--csv", "x"], "--csv"),
            (["--contains", zero, "--samples", "4"], "--samples"),
            (["--outer", "--within", "1"], "--within"),
            (["--contains", zero, "--plot", "x"], "--plot"),
            (["--outer", "--paths", "2"], "--paths"),
            (["--outer", "--json", "--csv", "-"], "standard output"),
            (["--legs", "3"], "--legs"), (["--rational"], "--rational")):
        expect(" ".join(words), 2, [], [text], "reach", BLOCK, *words)
    expect("in space", 3, [], ["in the plane only"], "reach",
           os.path.join(SOURCE, "cases/GAP08/incline.lua"), "--outer")
    expect("the discs", 3, [], ["10 speeds", "at most 8"], "reach",
           os.path.join(SOURCE, "cases/HP23/disk_stack.lua"), "--outer")


the_block()
the_gait()
the_rim()
refused()
done()
