"""perp impact --csv beside --json of the same impact, and beside what follows from
the rows alone: momentum, energy, works, and the words of the modes.
"""
import csv
import json
import os
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, expect, run

BLOCK, GAIT, DISCS, CRADLE = (
    os.path.join(SOURCE, "cases", "HP23", name + ".lua") for name in
    ("rocking_block", "compass_gait", "disk_stack", "newton_cradle"))
FLOOR = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y", "z" },
    mass = function() return { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 4 } } end,
    contacts = function(q, v) return { { name = "floor", gap = q.z, mu = 1,
      slips = { v.x, v.y } } } end }, h = 1, T = 1, q = { 0, 0, 0 },
  v = { 1, 2, -1 } }
"""


def both(*words, code=0):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "x.csv")
        r = run("impact", *words, "--json", "--csv", path)
        check(r.returncode == code, "%s: %s" % (words, r.stderr))
        if code:
            return [], json.loads(r.stdout)
        with open(path) as file:
            text = file.read()
    alone = run("impact", *words, "--csv", "-")
    check(alone.stdout == text, "%s: another table on stdout" % (words,))
    return list(csv.DictReader(text.splitlines())), json.loads(r.stdout)


def equal(rows, said, slips=None):
    """Cell by cell what JSON has. slips: columns of all contacts."""
    contacts = said["contacts"]
    check(len(rows) == len(said["outcomes"]), "%d rows" % len(rows))
    for k, (row, o) in enumerate(zip(rows, said["outcomes"])):
        number = str if isinstance(o["v"][0], str) else float
        names = [c[2:] for c in row if c[:2] == "v."]
        check(row["outcome"] == str(k + 1) and row["impacts"] ==
              str(o["impacts"]), "%s" % row)
        for key, ends in (("v", names), ("vn", contacts), ("Ln", contacts),
                          ("vt", slips), ("Lt", slips)):
            ends = contacts if ends is None else ends
            ends = ends if o[key] else ()
            check([number(row["%s.%s" % (key, e)]) for e in ends] == o[key],
                  "%s of %s, %s" % (key, row, o))
        for key in "work_n", "work_t":
            cells = [row["%s.%s" % (key, c)] for c in contacts]
            check(not any(cells) if o[key] is None else
                  [number(x) for x in cells] == o[key], "%s: %s" % (key, row))
        check(number(row["energy_lost"]) == o["energy_lost"], "energy")
        check(", ".join("%s %s" % (c, row["mode." + c]) for c in contacts) ==
              o["mode"], "%s and %s" % (row, o["mode"]))
        check(row["order"] == " ".join(o.get("path", o.get("order", []))),
              "%s and %s" % (row["order"], o))


def block():
    """M = diag(1, 1, 5/12), corners at -1/2 and 1/2 and 1 below the centre."""
    rows, said = both(BLOCK, "--set", "v0=1", "--rational", "--law",
                      "sequential", "--all")
    equal(rows, said)
    for row in rows:
        x = {k: F(t) for k, t in row.items() if "." in k and k[:4] != "mode"}
        n, t = x["Ln.A"] + x["Ln.B"], x["Lt.A"] + x["Lt.B"]
        turn = x["v.th"] * F(5, 12)
        check((x["v.x"], x["v.y"] + 1, turn) ==
              (t, n, (x["Ln.B"] - x["Ln.A"]) / 2 + t), "momentum of %s" % row)
        lost = (1 - x["v.x"]**2 - x["v.y"]**2 - turn * x["v.th"]) / 2
        check(F(row["energy_lost"]) == lost == -sum(
            x["work_%s.%s" % (k, c)] for k in "nt" for c in "AB"), "energy")
        for c, side in ("A", -1), ("B", 1):
            up = x["v.y"] + side * x["v.th"] / 2
            check(x["vn." + c] == up and row["mode." + c] ==
                  ("parts" if up > 0 else "sticks" if x["vt." + c] == 0 else
                   "slides"), "%s of %s" % (c, row))


block()
for words in ((GAIT, "--all"), (GAIT, "--law", "routh", "--all"),
              (DISCS, "--all"), (BLOCK, "--law", "poisson", "--restitution",
                                 "1/2", "--all")):
    equal(*both(*words))
equal(*both(CRADLE, "--law", "interleaved", "--restitution", "1", "--rational"))
equal(*both(CRADLE, "--law", "newton", "--restitution", "1"))
both(CRADLE, "--law", "sequential", code=5)
with tempfile.TemporaryDirectory() as place:
    scene = os.path.join(place, "floor.lua")
    with open(scene, "w") as file:
        file.write(FLOOR)
    equal(*both(scene), ("floor.1", "floor.2"))
expect("both there", 2, (), ("--json",), "impact", GAIT, "--json", "--csv", "-")
done()
