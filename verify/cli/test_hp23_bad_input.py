"""What reach and inclusion say of impacts that are none, or have no end."""
import csv
import io
import os
import tempfile

from program import SOURCE, check, done, run

WEDGE = """
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, 0 } end,
  contacts = function(q, v) return {
      { name = "left", gap = q.x, slips = { v.y }, mu = 1 },
      { name = "right", gap = %s - q.x, slips = { v.y }, mu = 1 } } end }
return { system = system, h = 1, T = 1, q = { 0, 0 }, v = { -1, -1 },
  impact = { h = 0.01, N = 5, samples = 4 } }
"""


def nothing_collides():
    """Every sample is v itself after no problem, and that is said; a path has no
    leg, and that is an error, for there is nothing to follow."""
    block = os.path.join(SOURCE, "cases", "HP23", "rocking_block.lua")
    for sets in ("v0=-1",), ("v0=0",), ("v0=-2", "width=3"):
        words = [w for s in sets for w in ("--set", s)]
        r = run("reach", block, "--samples", "5", "--csv", "-", *words)
        rows = list(csv.DictReader(io.StringIO(r.stdout)))
        check(r.returncode == 0 and "no impact" in r.stderr and len(rows) == 5,
              "%s: %d %s" % (sets, r.returncode, r.stderr))
        speed = -float(sets[0][3:])
        check(all(float(row["v.y"]) == speed and row["lcps"] == "0" and
                  row["ended"] == "1" for row in rows), "%s: %s" % (sets, rows))
        r = run("inclusion", block, *words)
        check(r.returncode == 3 and "nothing collides" in r.stderr and
              r.stderr.count("\n") == 1, "%s: %s" % (sets, r.stderr))


def not_pointed(place):
    """Between two walls: the note, never more than N + 1 steps, and of solutions
    that there is no bound."""
    path = os.path.join(place, "wedge.lua")
    with open(path, "w") as file:
        file.write(WEDGE % 0)
    r = run("reach", path, "--samples", "20", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(r.stdout)))
    check(r.returncode == 0 and "not pointed" in r.stderr, r.stderr)
    check(len(rows) == 20 and max(int(row["lcps"]) for row in rows) == 6 and
          all(row["ended"] == "0" for row in rows), "bounded: %s" % rows[0])
    r = run("inclusion", path)
    check(r.returncode == 3 and "not pointed" in r.stderr and
          r.stderr.count("\n") == 1, r.stderr)


def penetrating(place):
    """A contact that begins inside: one line with its name and gap."""
    path = os.path.join(place, "inside.lua")
    with open(path, "w") as file:
        file.write(WEDGE.replace("gap = q.x", "gap = q.x - 0.5") % 2)
    for word in "reach", "inclusion", "impact":
        r = run(word, path)
        check(r.returncode == 3 and "left" in r.stderr and
              "-0.5" in r.stderr and r.stderr.count("\n") == 1 and
              r.stdout == "", "%s: %d %s" % (word, r.returncode, r.stderr))


nothing_collides()
with tempfile.TemporaryDirectory() as directory:
    not_pointed(directory)
    penetrating(directory)
done()
