"""A law of stiffness ratios, inelastic, stays inside HP23's set.

The impulses of several contacts are let grow together, by the distribution of Liu,
Zhao and Brogliato for linear springs: dP_i / dP_j = sqrt(K_i E_i / (K_j E_j)), with
E_i the energy that contact i has stored, dE_i = -v_i dP_i. A contact ends when it
does not approach any more, and keeps its energy. Friction is Coulomb's, dP_t = -mu
sign(v_t) dP, and within the cone where the slip is zero. Nothing of the set-valued
law is used; where each run ends is compared with samples of the set.

    python3 verify/hp23/samples/test_lzb.py
"""
import csv
import io
import json
import math
import os
import random
import subprocess
from operator import mul

from times import times

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]


def solve(a, b):
    n = len(b)
    a = [row[:] + [b[i]] for i, row in enumerate(a)]
    for j in range(n):
        p = max(range(j, n), key=lambda i: abs(a[i][j]))
        a[j], a[p] = a[p], a[j]
        for i in range(n):
            if i != j:
                f = a[i][j] / a[j][j]
                a[i] = [x - f * y for x, y in zip(a[i], a[j])]
    return [a[i][n] / a[i][i] for i in range(n)]


def dot(x, y):
    return sum(map(mul, x, y))


def settle(m, K, steps=4000):
    """The velocity behind the impact, by small steps of impulse."""
    p = len(m["Jn"])
    wn = [solve(m["M"], row) for row in m["Jn"]]
    wt = [solve(m["M"], row) for row in m["Jt"]]
    v, E = m["v0"][:], [0.0] * p
    size = math.sqrt(dot(v, [dot(r, v) for r in m["M"]]))
    ds = size / steps
    narrow = 4 * ds * max(dot(t, w) for t, w in zip(m["Jt"], wt)) * \
        (1 + max(m["mu"])) + 1e-12
    for _ in range(60 * steps):
        vn = [dot(r, v) for r in m["Jn"]]
        live = [i for i in range(p) if vn[i] < -1e-9 * size]
        if not live:
            return v
        for i in range(p):
            E[i] = E[i] if i in live else 0.0
        w = [math.sqrt(K[i] * E[i]) if i in live else 0.0 for i in range(p)]
        if not any(w):
            w = [math.sqrt(K[i]) * -vn[i] if i in live else 0.0
                 for i in range(p)]
        w = [x if x > 0 else (1e-9 * max(w) if i in live else 0.0)
             for i, x in enumerate(w)]
        total = sum(w)
        # no contact is pushed much beyond its end
        step = ds
        for i in live:
            step = min(step, max(ds * 1e-3, -vn[i] / dot(m["Jn"][i], wn[i])))
        for i in range(p):
            d = step * w[i] / total
            if d == 0:
                continue
            vt = dot(m["Jt"][i], v)
            f = -m["mu"][i] * d * max(-1.0, min(1.0, vt / narrow))
            E[i] -= vn[i] * d
            v = [x + d * a + f * b for x, a, b in zip(v, wn[i], wt[i])]
    raise AssertionError("no end")


def samples(case, count):
    done = subprocess.run(
        [BINARY, "reach", os.path.join(SOURCE, "cases", "HP23", case + ".lua"),
         "--samples", str(count), "--csv", "-"], text=True,
        capture_output=True)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    names = [n for n in rows[0] if n.startswith("v.")]
    return [[float(r[n]) for n in names] for r in rows if r["ended"] == "1"]


def inside(case, model, count, most):
    rng = random.Random(int(os.environ.get("PERP_SEED", "8")))
    with open(os.path.join(SOURCE, "verify/hp23/HP23_models.json"),
              encoding="utf-8") as file:
        m = json.load(file)[model]
    size = math.sqrt(dot(m["v0"], m["v0"]))
    cloud = samples(case, count)
    worst, ends = 0.0, []
    ratios = 2 + times(10)
    for k in range(ratios):
        e = (-3, 3)[k] if k < 2 else rng.uniform(-3, 3)
        v = settle(m, [10.0 ** e] + [1.0] * (len(m["Jn"]) - 1))
        away = min(math.dist(v, u) for u in cloud) / size
        ends.append([dot(r, v) / size for r in m["Jn"]])
        worst = max(worst, away)
        assert away < most, (case, e, away, v)
        # a fifth more of every impulse is an outcome of no inelastic impact
        more = [a + 1.2 * (b - a) for a, b in zip(m["v0"], v)]
        assert min(math.dist(more, u) for u in cloud) / size > most, (case, e)
    spread = max(math.dist(a, b) for a in ends for b in ends)
    print(f"{case}: {ratios} stiffness ratios end within {worst:.2g} |v0| of a "
          f"sample, {spread:.2g} |v0| apart")
    return spread


# The block's far corner lifts at any speed up to that of one after the other.
assert inside("rocking_block", "rocking_block", 32768, 0.02) > 0.1
inside("box_wall", "box_wall", 4096, 0.03)
inside("compass_gait", "compass_gait", 16384, 0.05)
