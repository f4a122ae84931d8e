"""Which draw finds the set, whatever the step: the block's largest speeds against
those of one impact after the other, which are known in closed form.

With PERP_TIMES above 1, for the long test, steps are a hundred times shorter, too.
"""
import csv
import io
import json
import math
import os

from program import SOURCE, check, done, run

TIMES = int(os.environ.get("PERP_TIMES", "1"))
BLOCK = os.path.join(SOURCE, "cases", "HP23", "rocking_block.lua")
TIP = 0.21 * 0.1962 ** 0.5


def largest(h, draw, count=4000):
    said = json.loads(run("reach", BLOCK, "--samples", str(count), "--step",
                          repr(h), "--steps", "100000", "--json", "-q",
                          *(["--draw", draw] if draw else [])).stdout)
    check(said["unfinished"] == 0 and said["draw"] == (draw or "held"),
          "h = %g: %s" % (h, said))
    check((said["bounds_spread"] is None) == (draw is None), "spread: %s" % said)
    return [high for _, high in said["vn"]]


def steps():
    return [0.3, 0.03] + ([0.003] if TIMES > 1 else [])


def held():
    """The default: both corners lift by 0.0930 m/s, as much as one impact after
    the other makes them, and the extremes agree within five percent."""
    found = [largest(h, None) for h in steps()]
    for high in found:
        check(all("%.4f" % x == "0.0930" and x <= TIP * (1 + 1e-12)
                  for x in high), "held: %s" % found)
    for j in range(2):
        tops = [high[j] for high in found]
        check(max(tops) <= 1.05 * min(tops), "held: %s" % found)


def averaged():
    """What is drawn anew in each step averages out: the deviation of the sum of K
    bounds is as 1/sqrt(K), and so are the speeds; at corners and with a logarithm
    no less than uniformly."""
    for draw in "uniform", "corners", "loguniform":
        found = [max(largest(h, draw)) for h in steps()]
        check(found[0] > 0.08 and
              all(b < 0.95 * a for a, b in zip(found, found[1:])) and
              (draw != "uniform" or found[1] < 0.55 * TIP),
              "%s: %s" % (draw, found))


def share():
    """The share of samples that one corner's impact comes first and wholly: at
    corners (1/2), with bounds kept longest (1/L), this corner alone (3/8), from
    at most half of its steps on (1/2)."""
    for h in steps():
        L = 1 + math.ceil(math.log2(2 * TIP / 0.21 / 1.6 / h))
        rows = list(csv.DictReader(io.StringIO(
            run("reach", BLOCK, "--samples", "4000", "--step", repr(h),
                "--steps", "100000", "--csv", "-", "-q").stdout)))
        for corner in "AB":
            count = sum(float(row["vn." + corner]) > (1 - 1e-9) * TIP
                        for row in rows)
            least = 4000 * 3 / 32 / L
            check(count > least - 4 * math.sqrt(least),
                  "h = %g, %s: %d, not %g" % (h, corner, count, least))


held()
averaged()
share()
done()
