"""Bounded variation of v^h for consistent data (GAP08, section 9.1): the case's
chains beside steps computed here in fractions, the limit of the variation beside
an integral, and the table of the chapter."""
import csv
import io
import json
import math
import os
import re
from fractions import Fraction as R

from program import SOURCE, check, done, run
from study import case, sets

CASE = case("bounded_variation")
HALF = R(1, 2)


def summary(path=CASE, **parameters):
    r = run("run", path, "--json", "-q", *sets(parameters))
    check(r.returncode == 0, "run %s: %s" % (parameters, r.stderr))
    return json.loads(r.stdout)


def start(links, seed, speed, eps):
    """The chain that the case draws: lengths squared, q and v of its beads."""
    state = seed + 1
    for _ in range(8):
        state = state * 16807 % 2147483647

    def draw(n):
        nonlocal state
        state = state * 16807 % 2147483647
        return state % n
    place, rate, squares = [R(0)] * 2, [R(0)] * 2, []
    q, v = [], []
    for i in range(links):
        a = draw(13) - 6
        l = R(2 + draw(5), 4)
        c, s = l * 8 * a / (a * a + 16), l * (a * a - 16) / (a * a + 16)
        w = R(draw(17) - 8, 4) * speed
        along = eps if i == 0 else 0
        place = [place[0] + c, place[1] + s]
        rate = [rate[0] - w * s + along * c / l, rate[1] + w * c + along * s / l]
        q, v = q + place, v + rate
        squares.append(l * l)
    return squares, q, v


def solve(A, b):
    """A x = b by elimination, in fractions."""
    rows = [list(r) + [x] for r, x in zip(A, b)]
    n = len(rows)
    for i in range(n):
        p = next(k for k in range(i, n) if rows[k][i])
        rows[i], rows[p] = rows[p], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i:
                f = rows[k][i]
                rows[k] = [x - f * y for x, y in zip(rows[k], rows[i])]
    return [r[-1] for r in rows]


def gradients(q):
    """Rows: half the gradient of each joint (x_i - x_{i-1})^2 + ... - l^2."""
    rows = []
    for i in range(len(q) // 2):
        row = [R(0)] * len(q)
        for c in (0, 1):
            d = q[2 * i + c] - (q[2 * i - 2 + c] if i else 0)
            row[2 * i + c] = d
            if i:
                row[2 * i - 2 + c] = -d
        rows.append(row)
    return rows


def step(q, v, h, alpha, g):
    """M = 1: v' = v + h k + N^T c with N (alpha v' + (1 - alpha) v) = 0."""
    N = gradients(q)
    dot = lambda a, b: sum(x * y for x, y in zip(a, b))
    free = [x - (h * g if i % 2 else 0) for i, x in enumerate(v)]
    weighted = [alpha * x + (1 - alpha) * y for x, y in zip(free, v)]
    c = solve([[alpha * dot(a, b) for b in N] for a in N],
              [-dot(a, weighted) for a in N])
    new = [x + sum(c[j] * N[j][i] for j in range(len(N)))
           for i, x in enumerate(free)]
    mean = [alpha * x + (1 - alpha) * y for x, y in zip(new, v)]
    return [x + h * y for x, y in zip(q, mean)], new, mean


def in_fractions():
    """Every q, v, va of runs under --rational, with equality."""
    for links, seed, h, alpha, eps, steps in (
            (1, 1, R(1, 8), HALF, R(0), 5), (2, 2, R(1, 8), HALF, R(0), 3),
            (1, 7, R(1, 16), R(3, 4), R(1, 10), 4),
            (3, 5, R(1, 16), HALF, R(0), 2)):
        r = run("run", CASE, "--rational", "--csv", "-", "-q", *sets(dict(
            links=links, seed=seed, h=h, alpha=alpha, eps=eps, T=steps * h,
            speed="3/2", g=3)))
        check(r.returncode == 0, "chain %d: %s" % (seed, r.stderr))
        squares, q, v = start(links, seed, R(3, 2), eps)
        for i in range(links):
            d = [q[2 * i + c] - (q[2 * i - 2 + c] if i else 0) for c in (0, 1)]
            check(d[0] ** 2 + d[1] ** 2 == squares[i], "a joint open at 0")
        rows = list(csv.DictReader(io.StringIO(r.stdout)))
        check(len(rows) == steps + 1, "%d rows" % len(rows))
        mean = v
        for k, row in enumerate(rows):
            if k:
                q, v, mean = step(q, v, h, alpha, 3)
            for key, want in (("q", q), ("v", v), ("va", mean)):
                got = [R(row["%s.%s%d" % (key, "xy"[i % 2], i // 2 + 1)])
                       for i in range(2 * links)]
                check(got == want, "chain %d, %s in row %d" % (seed, key, k))


def limits(l, angle, w, g, T, n=4000):
    """One bead on its circle, angle from the downward vertical: the integrals of
    hypot(s, k), which is the motion's variation, and of the mean of
    hypot(s, k + k0) and hypot(s, k - k0), by Runge's and the midpoint rule."""
    f = lambda a, w: (w, -g / l * math.sin(a))
    d, k0, both, one = T / n, l * w * w, 0, 0
    for _ in range(n):
        a1 = f(angle, w)
        a2 = f(angle + d / 2 * a1[0], w + d / 2 * a1[1])
        a3 = f(angle + d / 2 * a2[0], w + d / 2 * a2[1])
        a4 = f(angle + d * a3[0], w + d * a3[1])
        s, k = g * math.sin(angle + d / 2 * a1[0]), l * (w + d / 2 * a1[1]) ** 2
        both += d / 2 * (math.hypot(s, k + k0) + math.hypot(s, k - k0))
        one += d * math.hypot(s, k)
        angle += d / 6 * (a1[0] + 2 * a2[0] + 2 * a3[0] + a4[0])
        w += d / 6 * (a1[1] + 2 * a2[1] + 2 * a3[1] + a4[1])
    return both, one


def one_bead():
    """The variations at h, h/2, h/4 have errors c h + O(h^2): their extrapolation
    2 TV(h/2) - TV(h) misses by O(h^2), a quarter of it at the next halving."""
    for seed, g, T in ((1, 2, 1), (2, 2, 1), (6, 5, R(3, 2)), (11, 0, 2)):
        squares, q, v = start(1, seed, 1, 0)
        l = math.sqrt(squares[0])
        w = float(q[0] * v[1] - q[1] * v[0]) / l ** 2
        want = limits(l, math.atan2(q[0], -q[1]), w, g, float(T))
        said = [summary(seed=seed, g=g, T=T, h="1/%d" % (128 << k))
                for k in range(4)]
        for key, limit in zip(("tv_v", "tv_va"), want):
            tv = [s[key] for s in said]
            far = [2 * b - a - limit for a, b in zip(tv, tv[1:])]
            print("seed %d %s: %s -> %.7g; missed by %s" % (
                seed, key, " ".join("%.6g" % x for x in tv), limit,
                " ".join("%.1e" % x for x in far)))
            check(abs(far[-1]) <= 0.35 * abs(far[0]) + 1e-9, key + ": order")
            check(abs(far[-1]) <= abs(tv[-1] - limit) / 4 + 1e-9, key)



def said_in_the_chapter():
    """The table's rows of chains: variations of steps made here, in doubles. The
    columns h = 1/64 and, of short ones, 1/256; four digits are printed."""
    with open(os.path.join(SOURCE, "doc", "23-GAP08-convergence.md")) as f:
        rows = re.findall(r"^\| ([1-8]), (\d+)(, incons[^|]*)? \|(.*)\|$", f.read(),
                          re.M)
    check(len(rows) == 8, "%d rows of chains in the table" % len(rows))
    for links, seed, torn, cells in rows:
        links, cells = int(links), cells.split("|")
        for cell, n in ((cells[0], 64), (cells[2], 256))[:1 + (links < 3)]:
            _, q, v = start(links, int(seed), 1, R(1, 10) if torn else R(0))
            q, v = [float(x) for x in q], [float(x) for x in v]
            before, tv = (v, v), [0.0, 0.0]
            for _ in range(n):
                q, v, mean = step(q, v, 1 / n, 0.5, 2)
                tv = [t + math.dist(a, b) for t, a, b in
                      zip(tv, before, (v, mean))]
                before = v, mean
            want = ", ".join("%.4g" % x for x in tv)
            check(cell.strip() == want, "links %d seed %s h 1/%d: %s, not %s" %
                  (links, seed, n, cell, want))


in_fractions()
one_bead()
said_in_the_chapter()
done()
