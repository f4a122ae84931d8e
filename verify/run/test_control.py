"""When a controller is asked: the first row at or behind t0 + k/rate for each k, once,
with rows at multiples of h, at times that no multiple is, and behind collisions."""
import csv
import io
import os
import tempfile
from fractions import Fraction as F

from program import check, done, run

CLOCK = """local perp = require "perp"
local asked = 0
local system = perp.system { coordinates = { "y" }, inputs = { "when", "count" },
  mass = { { 1 } }, force = { %s }, contacts = function(q)
    return { { name = "ground", gap = q.y } } end }
return { system = system, h = %s, T = %s, t0 = %s, q = { 1 }, e = %s,
  controller = { rate = %s, law = function(t, q, v)
    asked = asked + 1
    return { when = t, count = asked }
  end } }
"""


def table(text, code=0):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "clock.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        said = run("run", path, "-q", "--csv", "-")
    check(said.returncode == code, "%d %s" % (said.returncode, said.stderr))
    return list(csv.DictReader(io.StringIO(said.stdout))) if code == 0 else said.stderr


def follow(g, h, T, t0, e, rate):
    """What row l + 1 shows is what the last row was asked that had to be."""
    rows = table(CLOCK % (g, h, T, t0, e, rate))
    rate, t0, h = F(str(rate)), F(str(t0)), F(str(h))
    when, count, next_ = 0.0, 0, F(0)
    for before, row in zip(rows, rows[1:]):
        past = (F(float(before["t"])) - t0) * rate
        # Rounded times: within a billionth of a step counts as reached.
        if past >= next_ - F(1, 10**9) * h * rate:
            when, count = float(before["t"]), count + 1
            while next_ <= past + F(1, 10**9) * h * rate:
                next_ += 1
        check((float(row["q.when"]), float(row["q.count"])) == (when, count),
              "rate %s, h %s: row %s" % (rate, h, row))
        check(float(row["v.when"]) == float(row["va.count"]) == 0, "it stands still")
    check(float(rows[0]["q.when"]) == 0, "the first row has the start")
    return count


check(follow(0, 0.01, 1, 0, 0, 100) == 100, "each row")
check(follow(0, 0.01, 1, 0, 0, 20) == 20, "each fifth")
check(follow(0, 0.01, 1, 2.05, 0, 10) == 10, "from t0 on")
check(follow(0, 0.04, 2, 0, 0, 10) == 20, "no multiple of h")
check(follow(0, 0.03, 1, 0, 0, 7.5) == 8, "neither")
check(follow(-10, 0.03, 2, 0, 0.5, 20) > 35, "collisions have times of their own")
check("its rate is at most 1/h" in table(CLOCK % (0, 0.01, 1, 0, 0, 101), 3), "too often")
done()
