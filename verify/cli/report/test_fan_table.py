"""The table of a fan, and what its summary says of it; in fractions, too."""
import csv
import io
import json
import os
import tempfile
from fractions import Fraction as Q

from fan import said, scene, tables
from program import check, done, run

BLOCK = scene("dropped_block")


def columns():
    """In front the number of the run; behind it the columns of a run. Where there
    is one way, motions are those of an ordinary run to the last byte; impulses
    are not unique."""
    one, fan = [list(csv.DictReader(io.StringIO(run(
        "run", BLOCK, "--csv", "-", "-q", "--set", "law=simultaneous",
        *more).stdout))) for more in ([], ["--branches", "9"])]
    names = list(one[0])
    check(list(fan[0]) == ["branch"] + names, "columns: %s" % list(fan[0]))
    check(len(one) == len(fan) > 300 and
          all(b["branch"] == "1" and
              all(a[n] == b[n] for n in names if n[:2] not in ("cn", "ft"))
              for a, b in zip(one, fan)), "one way is not one run")


def agrees():
    """What the summary says of a run can be read from its rows."""
    for sets in {}, {"law": "sequential"}, {"seed": 9, "T": 0.08}:
        s, runs = said(BLOCK, "--branches", "30", **sets), tables(
            BLOCK, "--branches", "30", **sets)
        check([r["branch"] for r in s["runs"]] == list(runs) ==
              list(range(1, s["branches"] + 1)), "numbers")
        for r, rows in zip(s["runs"], runs.values()):
            check(r["steps"] == len(rows) - 1 == rows[-1]["step"] and
                  r["t"] == rows[-1]["t"] and
                  r["kinetic_last"] == rows[-1]["kinetic"], "%s" % r)
            check([int(x["step"]) for x in rows] == list(range(len(rows))),
                  "steps of %s" % r)


CORNER = """local perp = require "perp"
local r = perp.ratio
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } },
  contacts = function(q) return { { name = "A", gap = q.y },
    { name = "B", gap = r(3, 5) * q.y + r(4, 5) * q.x } } end }
return { system = system, h = r(1, 8), T = r(1, 2), q = { 1, 1 },
  v = { -2, -2 }, alpha = 1, impact = { law = "sequential" } }
"""


def fractions(directory):
    """A point flies into an edge without friction, whose walls n = (0, 1) and (3/5,
    4/5) it meets at once at t = 1/2: contact by contact it goes off along one of
    two ways. Not a number is rounded."""
    path = os.path.join(directory, "corner.lua")
    with open(path, "w") as file:
        file.write(CORNER)
    A, B = (Q(0), Q(1)), (Q(4, 5), Q(3, 5))

    def hit(v, n):
        speed = min(v[0] * n[0] + v[1] * n[1], Q(0))
        return v[0] - speed * n[0], v[1] - speed * n[1]

    v = (Q(-2), Q(-2))
    wanted = [hit(hit(v, A), B), hit(hit(v, B), A)]
    runs = tables(path, "--branches", "4", "--rational", number=Q)
    check(len(runs) == 2 and wanted[0] != wanted[1], "%d runs" % len(runs))
    for rows in runs.values():
        last = rows[-1]["v.x"], rows[-1]["v.y"]
        check(last in wanted, "%s, not in %s" % (last, wanted))
        wanted = [w for w in wanted if w != last]
        for r in rows:
            if r["cn.A"] or r["cn.B"]:
                check(r["v.x"] + 2 == r["cn.B"] * Q(4, 5) and
                      r["v.y"] + 2 == r["cn.A"] + r["cn.B"] * Q(3, 5),
                      "%s" % r)
    s = said(path, "--branches", "4", "--rational")
    check(all(r["steps_proven"] == r["steps"] for r in s["runs"]), "%s" % s)
    for r, rows in zip(s["runs"], runs.values()):
        x, y = rows[-1]["v.x"], rows[-1]["v.y"]
        check(isinstance(r["kinetic_last"], str) and
              Q(r["kinetic_last"]) == (x * x + y * y) / 2 and
              Q(r["t"]) == rows[-1]["t"], "rounded: %s" % r)


def files(directory):
    """The table goes to its file whole, or not at all."""
    path = os.path.join(directory, "t.csv")
    r = run("run", BLOCK, "--branches", "9", "--csv", path, "-q")
    check(r.returncode == 0 and not r.stdout and not r.stderr, r.stderr)
    with open(path) as f:
        text = f.read()
    whole = run("run", BLOCK, "--branches", "9", "--csv", "-", "-q").stdout
    check(text == whole and len(text) > 1000, "another table")
    other = os.path.join(directory, "u.csv")
    r = run("run", BLOCK, "--branches", "2", "--csv", other)
    check(r.returncode == 5 and not os.path.exists(other) and
          not [n for n in os.listdir(directory) if "tmp" in n], "half a table")
    r = run("run", BLOCK, "--branches", "9", "--json", "--csv", path)
    check(json.loads(r.stdout)["branches"] ==
          len({row["branch"] for row in csv.DictReader(io.StringIO(text))}),
          "JSON beside a file")


columns()
agrees()
with tempfile.TemporaryDirectory() as place:
    fractions(place)
    files(place)
done()
