"""The table of a fan, and what its summary says of it; in fractions, too."""
import csv
import io
import json
import math
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


def forks():
    """What is said of a fork stands in the run's row: time and velocity; shares are
    those of samples that this program counts: an end goes to the extreme whose
    contact speeds are nearest. Of orders and of law (31) each is as likely. A fork
    above its energy is none."""
    s, runs = said(BLOCK, "--branches", "9", "--samples", "200"), tables(
        BLOCK, "--branches", "9", "--samples", "200")
    extreme = []
    for r, rows in zip(s["runs"], runs.values()):
        fork, = r["forks"]
        row, = [x for x in rows if abs(x["t"] - fork["t"]) < 1e-12]
        v = [row["v.x"], row["v.y"], row["v.th"]]
        check(max(abs(a - b) for a, b in zip(v, fork["v"])) < 1e-13,
              "v+ %s, row %s" % (fork["v"], v))
        check(abs(fork["vn"][0] - (v[1] - v[2] / 2)) < 1e-12 and
              abs(fork["vn"][1] - (v[1] + v[2] / 2)) < 1e-12 and
              abs(fork["vt"][0] - (v[0] + v[2])) < 1e-12 and
              fork["contacts"] == ["A", "B"] and r["share"] == fork["share"],
              "%s" % fork)
        fell = v[1] - row["cn.A"] - row["cn.B"]  # flat, so all of v- is this
        check(abs(fell * fell / 2 - row["kinetic"] - fork["energy_lost"]) <
              1e-12, "lost %g" % fork["energy_lost"])
        extreme.append(fork["vn"] + fork["vt"])
    check(abs(sum(r["share"] for r in s["runs"]) - 1) < 1e-12, "shares of all")
    fall = -math.sqrt(2) * math.sqrt(s["runs"][0]["forks"][0]["energy_lost"])
    r = run("reach", BLOCK, "--set", "law=none", "--set", "drop=0", "--set",
            "v0=%.17g" % -fall, "--samples", "200", "--draw", "uniform",
            "--csv", "-", "-q")
    votes = [0] * len(extreme)
    for x in csv.DictReader(io.StringIO(r.stdout)):
        u = [float(x[k]) for k in ("vn.A", "vn.B", "vt.A", "vt.B")]
        if x["ended"] == "1":
            far = [math.dist(u, e) for e in extreme]
            votes[far.index(min(far))] += 1
    check(max(abs(n / sum(votes) - r["share"]) for n, r in
              zip(votes, s["runs"])) < 1e-12,
          "shares %s, counted %s" % ([r["share"] for r in s["runs"]], votes))
    s = said(BLOCK, "--branches", "9", "--fork-energy", "0.5", law="sequential")
    check(s["branches"] == 1 and s["quiet"] == 1 and not s["complete"] and
          s["runs"][0]["forks"] == [] and s["runs"][0]["share"] == 1, "%s" % s)
    s = said(BLOCK, "--branches", "9", "--fork-energy", "0.01",
             law="sequential")
    check([r["share"] for r in s["runs"]] == [0.5, 0.5] and s["quiet"] == 0,
          "orders: %s" % s)


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
forks()
with tempfile.TemporaryDirectory() as place:
    fractions(place)
    files(place)
done()
