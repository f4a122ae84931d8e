"""Recorded motions of engines that share nothing with perp: every law of every
interval by the oracle in fractions, and what is known of each engine without one."""
import os
import sys
import tempfile
from fractions import Fraction as F

import laws
from program import SOURCE, check, done
from systems import Bar, Point, Weight
from tables import Table, by_law, state, verdict

MOTIONS = os.path.join(SOURCE, "verify", "motions")
sys.path.insert(0, MOTIONS)
from engines import TABLES  # noqa: E402


def judged(system, scene, name, *words):
    """The verdict, compared with the oracle's."""
    path = os.path.join(MOTIONS, name + ".csv")
    with open(path) as f:
        text = f.read()
    check(text == "\n".join(TABLES[name]()) + "\n", name + " is another table")
    table = Table(text)
    given = "--impulses" in words
    got = verdict(os.path.join(MOTIONS, scene + ".lua"), path, *words)
    rule = laws.Rule(got["place"], weight=got["weight"], closed=got["closed"],
                     e=got["e"])
    rows = [state(system, table, l, given) for l in range(len(table.rows))]
    numbers = {}
    for l, row in enumerate(rows):
        here = laws.of_row(system, row[1])
        if l > 0:
            here.update(laws.of_interval(system, rule, rows[l - 1], row))
        for law, x in here.items():
            numbers.setdefault(law, []).append(x)
    for law, g in by_law(got).items():
        worst = max(numbers[law])
        if worst <= F(g["rounding"]):
            check(g["worst"] <= g["rounding"], "%s: %s is %g" %
                  (name, law, g["worst"]))
            continue
        row = numbers[law].index(worst) + len(rows) - len(numbers[law])
        check(abs(F(g["worst"]) - worst) <= worst * F(1e-12) and
              g["row"] == row, "%s: %s: %g in row %s, not %g in row %d" %
              (name, law, g["worst"], g["row"], worst, row))
    return by_law(got), rows, got


# What a penalty does: it sinks in by its deepest row, and hops.
got, rows, all_ = judged(Point(), "penalty", "penalty", "--impulses")
check(got["gaps"]["worst"] == float(max(-r[1][1] for r in rows)), "deepest")
check(all_["weight"] == 0, "explicit Euler moves with the old velocity")
check(got["given-momentum"]["worst"] <= got["given-momentum"]["rounding"],
      "its own impulses balance")
check(got["gained"]["worst"] > 0.1, "a spring gives back what it took")

# Sweeps: with two of them a contact has pushed and opens, with 200 nothing is left.
got, rows, _ = judged(Bar(), "impulses", "impulses", "--impulses")
check(got["complementarity"]["worst"] > 1e-4, "two sweeps are enough")
got, rows, _ = judged(Bar(), "impulses", "exact", "--impulses")
check(all(g["worst"] <= g["rounding"] for g in got.values()),
      "200 sweeps are not")

# Leapfrog: its force is the mean of both ends', so the middle explains it, and the
# ends miss by h^2 k^2 / 2 of the difference, (h/2)(16)(x' - x).
got, rows, all_ = judged(Weight(), "leapfrog", "leapfrog")
check(all_["best_place"] == "midpoint", "the middle is best")
missed = max((F(1, 32) * 8 * (b[1][0] - a[1][0])) ** 2 / 2
             for a, b in zip(rows, rows[1:]))
check(abs(got["momentum"]["worst"] - float(missed)) <= 1e-12 * missed,
      "leapfrog misses %g" % missed)
got, _, all_ = judged(Weight(), "leapfrog", "leapfrog", "--scheme", "midpoint")
check(got["momentum"]["worst"] <= got["momentum"]["rounding"], "not explained")
done()
