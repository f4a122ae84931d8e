"""Random claims, right and wrong, and the verdict of perp solve --given against a
judge in fractions: rows, signs, products, ulps, the basis, the nearest solution,
the backward error. The word is how many claims: 120, or 10000 under the label
long."""
import json
import os
import random
import sys
import tempfile
from fractions import Fraction as F

import claim_oracle as oracle
from program import check, done, run

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 120
SEED = int(os.environ.get("PERP_SEED", "20261123"))
WIDE = F(1, 10 ** 9)  # of the bracket; what doubles that propose it leave
tally = {}


def away(shown, exact, remark):
    """A decimal of 17 digits, rounded away from zero."""
    shown = F(shown)
    check(abs(shown) >= abs(exact) and shown * exact >= 0 and
          abs(shown - exact) <= abs(exact) / 10 ** 16, remark)


def judge_rows(o, free, A, b, z, name):
    w, faults = oracle.faults(free, A, b, z)
    unit = oracle.ulp(z)
    check(len(o["rows"]) == len(z), name)
    for i, row in enumerate(o["rows"]):
        here = "%s, row %d: %s" % (name, i + 1, row)
        terms = [a * v for a, v in zip(A[i], z)] + [b[i]]
        size = oracle.ulp(terms)
        product = z[i] * w[i] if i >= free else F(0)
        check(F(row["z"]) == z[i] and F(row["w"]) == w[i] and
              F(row["product"]) == product, here)
        check(row["fault"] == faults[i], here)
        away(row["z_ulps"], z[i] / unit if unit else F(0), here)
        away(row["w_ulps"], w[i] / size if size else F(0), here)
        if product != 0:
            most = max(abs(t) for t in terms)
            scale = F(2) ** max(oracle.log2_floor(most) +
                                oracle.log2_floor(z[i]) - 52, -1074)
            away(row["product_ulps"], product / scale, here)
    check(o["faults"] == sum(f is not None for f in faults), name)
    return faults


def judge_basis(o, free, A, b, z, tolerance, name):
    """The distance to the solution of its basis, or None."""
    basis = [int(v > tolerance) for v in z[free:]]
    check(o["basis"]["pairs"] == "".join("wz"[k] for k in basis), name)
    x = oracle.basis_point(free, A, b, basis)
    if x is None:           # singular: what is claimed must be a solution of it
        if not o["basis"]["solves"]:
            return None
        x = [F(v) for v in o["basis"]["z"]]
        check(all(x[free + i] == 0 for i, k in enumerate(basis) if not k) and
              not any(oracle.faults(free, A, b, x)[1]), name)
    else:
        solves = not any(oracle.faults(free, A, b, x)[1])
        check(o["basis"]["solves"] is solves, name)
        if not solves:
            return None
        check([F(v) for v in o["basis"]["z"]] == x, name)
    far = [abs(a - v) for a, v in zip(x, z)]
    check([F(v) for v in o["basis"]["distances"]] == far and
          F(o["basis"]["distance"]) == max(far) == far[o["basis"]["farthest"] - 1],
          name)
    return max(far)


def judge_nearest(o, free, A, b, z, name):
    """The distance to the nearest solution, or None."""
    best = oracle.nearest(free, A, b, z)
    o = o["nearest"]
    if best is None:
        check(o["status"] == "none" and o["nodes"] > 0, "%s: %s" % (name, o))
        return None
    check(o["status"] == "found" and F(o["distance"]) == best,
          "%s: %s, not %s" % (name, o, best))
    x = [F(v) for v in o["z"]]
    check(not any(oracle.faults(free, A, b, x)[1]) and
          max(abs(a - v) for a, v in zip(x, z)) == best, name)
    return best


def judge_change(o, free, A, b, z, tolerance, name):
    o = o["backward"]
    eps, row = oracle.data_change(free, A, b, z, tolerance)
    low, high = F(o["least"]), F(o["most"])
    name = "%s: %s, not %s" % (name, o, float(eps))
    check(F(o["data"]) == eps and o["row"] == (None if row is None else row + 1),
          name)
    if eps == 0:
        check(low == high == 0, name)
        return
    check(0 < low <= high <= eps * (1 + F(1, 10 ** 16)), name)
    check(high - low <= WIDE * high, "wide: " + name)
    check(oracle.can_be(free, A, b, z, tolerance, high), "most: " + name)
    check(not oracle.can_be(free, A, b, z, tolerance, low * (1 - WIDE)),
          "least: " + name)


def judge(o, claim, tolerance, kind, name):
    free, A, b, z = claim
    faults = judge_rows(o, free, A, b, z, name)
    exact = not any(faults)
    own = judge_basis(o, free, A, b, z, tolerance, name)
    best = None
    asked = not exact and (own is None or 0 < tolerance < own)
    check((o["nearest"] is not None) == asked, name + ": nearest asked")
    if asked:
        best = judge_nearest(o, free, A, b, z, name)
    near = [d for d in (own, best) if d is not None]
    wanted = "exact" if exact else \
        "near" if tolerance > 0 and near and min(near) <= tolerance else "refuted"
    check(o["verdict"] == wanted, "%s: %s" % (name, o["verdict"]))
    judge_change(o, free, A, b, z, tolerance, name)
    tally[kind, wanted] = tally.get((kind, wanted), 0) + 1
    return wanted


def batch(r, count, tolerance):
    kinds = [oracle.KINDS[k % len(oracle.KINDS)] for k in range(count)]
    claims = [oracle.claim(r, kind) for kind in kinds]
    problems, vectors = oracle.written(claims)
    with tempfile.TemporaryDirectory() as place:
        for name, what in (("p", problems), ("z", vectors)):
            with open(os.path.join(place, name), "w") as file:
                file.write(what)
        got = run("solve", os.path.join(place, "p"), "--given",
                  os.path.join(place, "z"), "--json", "--tolerance",
                  str(tolerance))
    lines = got.stdout.splitlines()
    check(len(lines) == count, "%d lines; %s" % (len(lines), got.stderr))
    said = {judge(json.loads(line), claim, tolerance, kind,
                  "seed %d, tolerance %s, claim %d (%s)" %
                  (SEED, tolerance, k, kind))
            for k, (line, claim, kind) in enumerate(zip(lines, claims, kinds))}
    check(got.returncode == int("refuted" in said), "exit code")


print("seed", SEED)
random_numbers = random.Random(SEED)
for share, limit in ((2, F(0)), (1, F(1, 10 ** 9)), (1, F(1, 4))):
    batch(random_numbers, COUNT * share // 4, limit)
print(", ".join("%s %s: %d" % (*k, v) for k, v in sorted(tally.items())))
check(tally.get(("right", "exact"), 0) > 0 and
      tally.get(("ulp", "refuted"), 0) > 0 and
      tally.get(("ulp", "near"), 0) > 0, "kinds that were not met")
done()
