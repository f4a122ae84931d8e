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
    """In front the number of the run, and of the one that it joins, none; behind it the columns of a run. Where there
    is one way, motions are those of an ordinary run to the last byte; impulses
    are not unique."""
    one, fan = [list(csv.DictReader(io.StringIO(run(
        "run", BLOCK, "--csv", "-", "-q", "--set", "law=simultaneous",
        *more).stdout))) for more in ([], ["--branches", "9"])]
    names = list(one[0])
    check(list(fan[0]) == ["branch", "joins"] + names, "columns: %s" % list(fan[0]))
    check(len(one) == len(fan) > 300 and
          all(b["branch"] == "1" and b["joins"] == "0" and
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
    words = "--branches", "9", "--samples", "200", "--separate"
    s, runs = said(BLOCK, *words), tables(BLOCK, *words)
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


POINTS = """local perp = require "perp"
local names, q, v = {}, {}, {}
for i = 1, 3 do
  names[2 * i - 1], names[2 * i] = "x" .. i, "y" .. i
  q[2 * i - 1], q[2 * i], v[2 * i - 1], v[2 * i] = i / 4, i / 4, -2, -2
end
local system = perp.system { coordinates = names,
  mass = function()
    local M = {}
    for i = 1, 6 do
      M[i] = {}
      for j = 1, 6 do M[i][j] = i == j and 1 or 0 end
    end
    return M
  end,
  contacts = function(at)
    local all = {}
    for i = 1, 3 do
      local c, s = (i + 2) / 10, math.sqrt(1 - ((i + 2) / 10) ^ 2)
      local x, y = at["x" .. i], at["y" .. i]
      all[2 * i - 1] = { name = "A" .. i, gap = y }
      all[2 * i] = { name = "B" .. i, gap = c * y + s * x }
    end
    return all
  end }
return { system = system, h = 1 / 16, T = 1 / 2, q = q, v = v, alpha = 1,
  impact = { law = perp.param("law", "halm_posa"), h = 1, N = 200, seed = 3 } }
"""


def most_probable(directory):
    """Three points, each into an edge of its own, one after the other: of all runs
    those are kept that have the largest shares, whatever the order they come in, with their
    rows; what is left has the share of the others. Where shares are equal any is as good."""
    path = os.path.join(directory, "points.lua")
    with open(path, "w") as file:
        file.write(POINTS)
    for law, samples in ("halm_posa", "20"), ("sequential", "20"):
        words = ["--samples", samples, "--branches", "900", "--separate"]
        whole = said(path, *words, law=law)
        rows = tables(path, *words, law=law)
        every = [(r["share"], r["outcomes"]) for r in whole["runs"]]
        check(whole["keep"] == 0 and whole["left_share"] == 0 and
              whole["made"] == len(every) >= 8 and
              max(len(o) for _, o in every) == 3, "%d runs" % len(every))
        for keep in 1, 3, len(every) - 1, len(every):
            s = said(path, *words, "--keep", str(keep), law=law)
            best = sorted((x for x, _ in every), reverse=True)[:keep]
            kept = [(r["share"], r["outcomes"]) for r in s["runs"]]
            check(sorted((x for x, _ in kept), reverse=True) == best and
                  all(x in every for x in kept), "%s, keep %d: %s" %
                  (law, keep, kept))
            check(kept == [x for x in every if x in kept], "the order")
            check([r["branch"] for r in s["runs"]] ==
                  list(range(1, len(kept) + 1)), "numbers of %s" % kept)
            out = sum(x for x, _ in every) - sum(best)
            check(abs(s["left_share"] - out) < 1e-12, "left %g, not %g" %
                  (s["left_share"], out))
            check(len(kept) <= s["made"] <= len(every) and
                  (len(kept) == len(every) or not s["complete"]), "%s" % s)
        s = said(path, *words, "--keep", "5", law=law)
        kept = tables(path, *words, "--keep", "5", law=law)
        check([rows[every.index((r["share"], r["outcomes"])) + 1]
               for r in s["runs"]] == list(kept.values()), "rows of the kept")
        if law == "halm_posa":
            check(s["made"] < len(every), "no way was left: %d" % s["made"])
            r = run("run", path, *words, "--keep", "2")
            check("have a share of" in r.stderr, r.stderr)
    r = run("run", path, "--branches", "3", "--keep", "2", "--samples", "20")
    check(r.returncode == 5 and "more than 3 runs" in r.stderr, r.stderr)
    for words, says in (["--keep", "2"], "--keep wants --branches"), (
            ["--keep", "0", "--branches", "9"], "--keep"), (
            ["--keep", "2", "--branches", "9", "--movie",
             os.path.join(directory, "m.html")], "does not go with it"):
        r = run("run", path, *words)
        check(r.returncode == 2 and says in r.stderr, "%s: %s" % (words, r.stderr))


def exact_rows(directory):
    """In fractions the rows that move up are the kept ones, not a number lost."""
    path = os.path.join(directory, "corner.lua")
    whole = tables(path, "--branches", "4", "--rational", number=Q)
    one = tables(path, "--branches", "4", "--rational", "--keep", "1", number=Q)
    check(len(one) == 1 and one[1] in whole.values(), "another run")
    path = os.path.join(directory, "points.lua")
    with open(path, "w") as file:
        file.write(POINTS.replace("math.sqrt(1 - ((i + 2) / 10) ^ 2)", "perp.ratio(1, i)")
                   .replace("(i + 2) / 10", "perp.ratio(i, 5)")
                   .replace("i / 4, i / 4", "perp.ratio(i, 4), perp.ratio(i, 4)")
                   .replace("1 / 16", "perp.ratio(1, 16)")
                   .replace("1 / 2,", "perp.ratio(1, 2),")
                   .replace("h = 1,", "h = perp.ratio(1),"))
    words = ["--branches", "90", "--rational", "--samples", "9", "--separate"]
    whole = tables(path, *words, number=Q)
    some = tables(path, *words, "--keep", "3", number=Q)
    every = [r["outcomes"] for r in said(path, *words)["runs"]]
    kept = [every.index(r["outcomes"]) for r in
            said(path, *words, "--keep", "3")["runs"]]
    check(kept != [0, 1, 2] and len(some) == 3, "no row has to move: %s" % kept)
    check([whole[k + 1] for k in kept] == list(some.values()),
          "other rows than those of the runs %s" % kept)


columns()
agrees()
forks()
with tempfile.TemporaryDirectory() as place:
    fractions(place)
    most_probable(place)
    exact_rows(place)
    files(place)
done()
