"""A solution within r of the computed forces, against one of 200 digits.

    python3 verify/pks05/step/test_theta_exists.py PROGRAM COUNT

PROGRAM prints random steps of (16) with the solver's forces, `bound` (to the
only solution) and `exists` (to some). Here a solution of
the same doubles is found with 200 digits (digits.py), put into the law of
contact and friction, and may be no farther from the forces than the program
claims.
"""
import json
import os
import subprocess
import sys
from decimal import Decimal as D

import digits


def step_of(line):
    s = json.loads(line)
    if "error" in s:
        return None
    for key, x in s.items():
        if isinstance(x, list):
            s[key] = [D(float.fromhex(y)) for y in x]
    for key in ("bound", "exists"):
        s[key] = float.fromhex(s[key])
    return s


def judge(s, k):
    """What is claimed of a step, the error over the claimed distance, and the
    modes of its solution."""
    if s is None:
        return "refused", 0, set()
    within = s["exists"]
    assert s["unique"] == (s["bound"] < float("inf")), k
    assert within <= s["bound"], (k, within, s["bound"])
    if within == float("inf"):
        return "nothing", 0, set()
    A, b = digits.pose(s)
    x = digits.nearest(s, A, b, s["lam"])
    assert x is not None, (k, within, "no solution is near")
    off = digits.dot(*[[p - q for p, q in zip(x, s["lam"])]] * 2).sqrt()
    assert off <= D(within), (k, float(off), within)
    return ("unique" if s["unique"] else "exists", float(off) / within,
            set(digits.modes(s, A, b, s["lam"])))


# Verifies PKS05 (16), (Lemma4).
def main(program, count):
    seed = os.environ.get("PERP_SEED", "2417")
    print("seed", seed)
    run = subprocess.Popen([program, str(count), seed], text=True,
                           stdout=subprocess.PIPE)
    tally = dict.fromkeys(("refused", "unique", "exists", "nothing"), 0)
    by_size, tight, seen = {}, [], set()
    for k, line in enumerate(run.stdout):
        s = step_of(line)
        what, ratio, modes = judge(s, k)
        tally[what] += 1
        seen |= modes
        tight += [ratio] if what == "exists" and ratio > 0 else []
        if k % 2 and s is not None:
            proven, of = by_size.get(len(s["lam"]), (0, 0))
            by_size[len(s["lam"])] = (proven + (what != "nothing"), of + 1)
    assert run.wait() == 0 and sum(tally.values()) == count, tally
    tight.sort()
    print(tally, "Hilbert, proven of:", dict(sorted(by_size.items())))
    print("error / r: median %.2g, most %.2g" %
          (tight[len(tight) // 2], tight[-1]))
    assert tally["refused"] * 20 <= count, tally
    assert tally["exists"] * 3 >= count, tally
    assert tally["nothing"] * 20 <= count, tally
    assert seen == {"open", "stick", "slip", "smooth"}, seen
    assert tight[-1] > 0.02, tight[-1]


main(sys.argv[1], int(sys.argv[2]))
print("verifies PKS05 (16), (Lemma4)")
