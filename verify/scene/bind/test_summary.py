"""What a run says of itself, computed anew from its table.

The four-bar linkage: joints from its pins, energies of v - va from its masses.
The tumbling body: |L|. Starts that break a joint by more, or less, than may be.
And which cases warn at their default T.
"""
import csv
import json
import math
import os
import sys
import tempfile

from program import SOURCE, check, done, in_file, run

LENGTH = (1, 1.5, 1.25)
INERTIA = [x for l in LENGTH for x in (1, 1, l * l / 12)]
BARS = ("crank", "coupler", "rocker")
NAMES = [b + "." + c for b in BARS for c in ("x", "y", "th")]


def case(name):
    return os.path.join(SOURCE, "cases", name + ".lua")


def told(scene, *words, **sets):
    """The JSON summary and the table; stderr has the same warnings."""
    more = [w for key, x in sets.items() for w in ("--set", f"{key}={x}")]
    with tempfile.TemporaryDirectory() as place:
        table = os.path.join(place, "run.csv")
        r = run("run", scene, "--json", "--csv", table, *words, *more)
        check(r.returncode == 0, scene + ": " + r.stderr)
        with open(table) as file:
            rows = [{k: float(x) for k, x in row.items()}
                    for row in csv.DictReader(file)]
    warned = [line.split(": ", 2)[2] for line in r.stderr.splitlines()
              if line.startswith("warning: ")]
    said = json.loads(r.stdout)
    check(said["warnings"] == warned, "%s: stderr has %s" % (scene, warned))
    return said, rows


def theta(row):
    """The eight equations of the pins A, B, C, D."""
    def end(i, sign):
        x, y, th = (row["q." + NAMES[3 * i + k]] for k in range(3))
        r = sign * LENGTH[i] / 2
        return x + r * math.cos(th), y + r * math.sin(th)
    a, b, c = end(0, -1), end(0, 1), end(1, -1)
    d, e, f = end(1, 1), end(2, 1), end(2, -1)
    return {"A.x": a[0], "A.y": a[1], "B.x": c[0] - b[0], "B.y": c[1] - b[1],
            "C.x": e[0] - d[0], "C.y": e[1] - d[1], "D.x": f[0] - 2,
            "D.y": f[1]}


def near(x, y, relative=1e-9):
    return abs(x - y) <= relative * abs(y)


def four_bar():
    """No stop: the linkage begins to lose its motion, and says so."""
    said, rows = told(case("GAP08/four_bar"), stop=-10, T=18)
    gaps = [max((abs(x), k) for k, x in theta(row).items()) for row in rows]
    top = max(range(len(rows)), key=lambda l: gaps[l][0])
    gap = said["joint_gap_max"]
    check(near(gap["value"], gaps[top][0]) and gap["step"] == top and
          gap["joint"] == gaps[top][1] and gap["t"] == rows[top]["t"],
          "gap: %s, not %s in row %d" % (gap, gaps[top], top))
    part = [sum(m * (row["v." + n] - row["va." + n]) ** 2
                for m, n in zip(INERTIA, NAMES)) / 2 for row in rows]
    kinetic = [sum(m * row["v." + n] ** 2 for m, n in zip(INERTIA, NAMES)) / 2
               for row in rows]
    share = [0] + [a / b for a, b in zip(part[1:], kinetic[1:])]
    top = max(range(len(rows)), key=lambda l: part[l])
    p = said["parasitic"]
    check(near(p["max"], part[top]) and p["step"] == top and
          near(p["last"], part[-1]) and near(p["share_last"], share[-1]),
          "alternating part: %s, not %g in row %d" % (p, part[top], top))
    since = next(l for l in range(1, len(rows))
                 if all(x > 0.01 for x in share[l:l + 20]))
    check(p["since"]["step"] == since and p["since"]["t"] < 18 and
          near(p["since"]["share"], share[since]),
          "since %s, not row %d" % (p["since"], since))
    last = said["warnings"][-1]
    for word in ("sign-alternating part", "joint gap", "since row %d" % since,
                 "'%s'" % gap["joint"]):
        check(word in last, "the last warning has no '%s': %s" % (word, last))
    text = run("run", case("GAP08/four_bar"), "--set", "T=0.1").stderr
    check("\n  joints off by at most" in text and
          "\n  sign-alternating part of v" in text, text)


def tumbling_body():
    said, rows = told(case("GAP08/tumbling_body"), T=50)
    L = [math.sqrt(sum((i * row["v.w" + k]) ** 2
                       for i, k in zip((1, 2, 3), "xyz"))) for row in rows]
    w = said["watch"]["L"]
    check(near(w["first"], L[0]) and near(w["last"], L[-1]) and
          near(w["least"], min(L)) and near(w["most"], max(L)), "|L|: %s" % w)
    check(w["conserved"] is False and said["watch"]["kinetic"]["conserved"],
          "what is conserved: %s" % said["watch"])
    grown = "L is declared conserved within 0.05, and grew from %.9g to %.9g " \
        "(%.3g %%)" % (L[0], L[-1], 100 * (L[-1] / L[0] - 1))
    check(any(grown in x for x in said["warnings"]),
          "'%s' is not said, but %s" % (grown, said["warnings"]))
    text = run("run", case("GAP08/tumbling_body"), "--set", "T=0.1").stderr
    check("\n  L grew from 2.3515952 to" in text, text)
    check(said["joint_gap_max"] is None, "a gap without joints")


PENDULUM = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    joints = function(q) return { { name = "string", q.x^2 + q.y^2 - 1 } } end },
  h = %s, T = %s, alpha = %s, gamma = %s, q = { %s, 0 }, v = { %s, %s }%s }
"""


def pendulum(q="1", v=("0", "1"), more="", h="1/16", T="1", alpha="1"):
    text = PENDULUM % (h, T, alpha, alpha, q, *v, more)
    return in_file(lambda f: run("run", f, "--json"), text, "s.lua")


def starts():
    """Theta = x^2 - 1 at (x, 0), and its rate 2 x vx."""
    for q, more, fine in (("1.01", "", False), ("1 + 2e-6", "", False),
                          ("1 + 4e-7", "", True), ("1 - 2e-6", "", False),
                          ("1.01", ", penetration = 0.03", True),
                          ("1.01", ', project = "joints"', False),
                          ("1.01", ', start = "torn"', False),
                          ("1.01", ', penetration = 0.03, project = "joints"',
                           True)):
        r = pendulum(q=q, more=more)
        check(r.returncode == (0 if fine else 3), q + more + ": " + r.stderr)
        check(fine or "'string' begins at" in r.stderr and
              len(r.stderr.splitlines()) == 1, r.stderr)
    for v, more, fine in ((("0.1", "1"), "", False), (("1e-7", "1"), "", True),
                          (("1e-3", "1e3"), "", False),
                          (("1e-7", "0"), "", True), (("1e-5", "0"), "", False),
                          (("0.1", "1"), ', start = "torn"', True),
                          (("0.1", "1"), ', start = "consistent"', False),
                          (("0.1", "1"), ", penetration = 0.3", True)):
        r = pendulum(v=v, more=more)
        check(r.returncode == (0 if fine else 3),
              "v = %s%s: %s" % (v, more, r.stderr))
        check(fine or "'string' is torn" in r.stderr and
              len(r.stderr.splitlines()) == 1, r.stderr)


def closed_form():
    """alpha = gamma = 1: the velocity behind a step is tangential at its
    beginning, so |q|^2 grows by h^2 |v|^2, the last row included."""
    text = PENDULUM % ("1/16", "1", "1", "1", "1", "0", "1", "")
    said, rows = in_file(lambda f: told(f), text, "s.lua")
    want = sum(row["va.x"] ** 2 + row["va.y"] ** 2 for row in rows[1:]) / 256
    gap = said["joint_gap_max"]
    check(gap["step"] == 16 and near(gap["value"], want, 1e-12) and
          said["parasitic"] is None, "the pendulum: %s, not %g" % (gap, want))


def who_warns():
    """Of all cases, with the argument `whole`; else of those that warn and of
    some that do not."""
    warn = {"AP02/tumbling_pair": ["'hinge.2' is off"],
            "GAP08/ex9_1": ["sign-alternating"],
            "GAP08/four_bar": ["'C.x' is off"],
            "GAP08/pendulum_contact": ["'string' is off"],
            "GAP08/tumbling_body": ["L is declared conserved"]}
    names = list(warn) + ["AP02/two_bars", "GAP08/fig9_1", "GAP08/rod_tip"]
    if sys.argv[1:] == ["whole"]:
        root = os.path.join(SOURCE, "cases")
        names = sorted(key + "/" + f[:-4] for key in os.listdir(root)
                       if key != "wrong"
                       for f in os.listdir(os.path.join(root, key))
                       if f.endswith(".lua"))
        check(set(warn) < set(names) and len(names) > 50, "%s" % names)
    for name in names:
        r = run("run", case(name), "--json")
        said = json.loads(r.stdout)
        texts = [x for one in said.get("runs", {"": said}).values()
                 for x in one["warnings"]]
        want = warn.get(name, [])
        check(len(texts) == len(want) and
              all(w in x for w, x in zip(want, texts)),
              "%s warns: %s" % (name, texts))


for part in (four_bar, tumbling_body, starts, closed_form, who_warns):
    if part is who_warns or sys.argv[1:] != ["whole"]:
        part()
done()
