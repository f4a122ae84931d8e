"""A solution within r of points near the seams of the law, against 200 digits.

    python3 verify/pks05/step/test_exists_seams.py PROGRAM COUNT

PROGRAM prints random steps of (16) whose solutions are nearly on a seam (`seams`
in exists_steps.c), a point by each, and the distance that is proven of it. Here
all modes of all contacts are tried with 200 digits, and where a distance is
claimed a solution that keeps the law of contact and friction must be within it.
"""
import itertools
import json
import os
import subprocess
import sys
from decimal import Decimal as D

import digits

UNITS = {"M": (1, -1), "J": (1, -1), "f": (1, 0), "v": (0, 1), "K": (1, -1),
         "C": (1, -1), "gap": (0, 1), "delta": (0, 1), "lam": (1, 0)}


def step_of(line):
    """The step in units in which its numbers are near one."""
    s = json.loads(line)
    if "error" in s:
        return None
    force, length = D(2) ** s["force"], D(2) ** s["length"]
    for key, x in s.items():
        if isinstance(x, list):
            a, b = UNITS.get(key, (0, 0))
            unit = force ** a * length ** b
            s[key] = [D(float.fromhex(y)) / unit for y in x]
    within = float.fromhex(s["exists"])
    s["exists"] = None if within == float("inf") else D(within) / force
    return s


def off(x, y):
    return digits.dot(*[[p - q for p, q in zip(x, y)]] * 2).sqrt()


def nearest(s, A, b):
    """The nearest solution that some choice of modes leads to, from the point
    or from a root of other modes beside it."""
    names = [("open", "smooth") if mu == 0 else ("open", "stick", "slip")
             for mu in s["mu"]]
    best, starts = None, [s["lam"]]
    for start in starts:
        for mode in itertools.product(*names):
            x = digits.natural(s, A, b, mode, start)
            if x is None:
                continue
            if start is s["lam"]:
                starts.append(x)
            if digits.lawful(s, A, b, x) and (
                    best is None or off(x, s["lam"]) < off(best, s["lam"])):
                best = x
            if best is not None and off(best, s["lam"]) <= s["exists"]:
                return best
    return best


# Verifies PKS05 (16), (Lemma4).
def main(program, count):
    seed = os.environ.get("PERP_SEED", "1905")
    print("seed", seed)
    run = subprocess.Popen([program, str(count), seed, "seams"], text=True,
                           stdout=subprocess.PIPE)
    tally = dict.fromkeys(("refused", "exists", "nothing"), 0)
    tight, small, seen = [], D(1), set()
    for k, line in enumerate(run.stdout):
        s = step_of(line)
        what = "refused" if s is None else "exists" if s["exists"] is not None \
            else "nothing"
        tally[what] += 1
        if what != "exists":
            continue
        A, b = digits.pose(s)
        x = nearest(s, A, b)
        assert x is not None, (k, s["exists"], "no solution is near")
        ratio = off(x, s["lam"]) / s["exists"]
        assert ratio <= 1, (k, float(ratio), float(s["exists"]))
        tight.append(float(ratio))
        seen |= set(digits.modes(s, A, b, x))
        for i in range(0, len(b), 1 + s["slips"]):
            speed = digits.dot(A[i + 1], x) + b[i + 1]
            small = min([small] + [y for y in (x[i], abs(speed))
                                   if y > D(10) ** -100])
    assert run.wait() == 0 and sum(tally.values()) == count, tally
    tight.sort()
    print(tally, "error / r: median %.3g, most %.17g; least force or slip %.2g"
          % (tight[len(tight) // 2], tight[-1], small))
    assert tally["refused"] * 10 <= count, tally
    assert tally["exists"] * 4 >= count, tally
    assert seen == {"open", "stick", "slip", "smooth"}, seen
    assert tight[-1] > 0.9 and small < D(10) ** -9, (tight[-1], small)


main(sys.argv[1], int(sys.argv[2]))
print("verifies PKS05 (16), (Lemma4)")
