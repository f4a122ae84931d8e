"""All solutions of a step, found a second time.

    python3 verify/pks05/step/test_theta_lists.py PROGRAM COUNT

PROGRAM (theta_lists.c) prints steps of (16) and the lists of their solutions. Here the
step is reduced to its forces by an elimination of our own, in fractions, and every
choice of modes is tried: open, stick, slip one way or the other; with a polygon of four
corners open, stick, slip at a corner or along a side. Where the equations of a choice
have one solution, it is asked for its inequalities; where they have a line or a plane
of them, its corners are found by making inequalities equations in every combination,
and the choice is a continuum when it has two, or a direction. The two lists
must be the same sets, and the motions of the list those that the forces make.
"""
import itertools
import json
import os
import subprocess
import sys
from fractions import Fraction as F

SEED = os.environ.get("PERP_SEED", "2024")
CORNERS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def solve(E, e):
    """A point of E x = e and directions that span the rest; None: there is none."""
    n = len(E[0]) if E else 0
    rows = [list(r) + [x] for r, x in zip(E, e)]
    pivots, at = [], 0
    for c in range(n):
        k = next((i for i in range(at, len(rows)) if rows[i][c]), None)
        if k is None:
            continue
        rows[at], rows[k] = rows[k], rows[at]
        inverse = 1 / rows[at][c]
        rows[at] = [x * inverse for x in rows[at]]
        for i in range(len(rows)):
            if i != at and rows[i][c]:
                rows[i] = [x - rows[i][c] * y for x, y in zip(rows[i], rows[at])]
        pivots.append(c)
        at += 1
    if any(r[n] for r in rows[at:]):
        return None
    point = [F(0)] * n
    for r, c in zip(rows, pivots):
        point[c] = r[n]
    free = [c for c in range(n) if c not in pivots]
    ways = []
    for c in free:
        way = [F(0)] * n
        way[c] = F(1)
        for r, q in zip(rows, pivots):
            way[q] = -r[c]
        ways.append(way)
    return point, ways


def inverse_times(A, B):
    """A^-1 B, both lists of rows."""
    columns = [solve(A, [r[k] for r in B])[0] for k in range(len(B[0]))]
    return [list(r) for r in zip(*columns)]


def square(x, n):
    return [[F(v) for v in x[i * n:(i + 1) * n]] for i in range(n)]


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


class Step:
    def __init__(self, s):
        self.s, self.k, self.p = s, s["slips"], s["p"]
        nv, R = s["nv"], s["p"] * (1 + s["slips"])
        h, g = F(s["h"]), 1 - F(s["theta"])
        self.h, self.mu = h, [F(x) for x in s["mu"]]
        M, J = square(s["M"], nv), square(s["J"], nv)
        K, C = square(s["K"], R), square(s["C"], R)
        W = [[F(x) for x in s["rows"][i * nv:(i + 1) * nv]] for i in range(R)]
        f, v = [F(x) for x in s["f"]], [F(x) for x in s["v"]]
        self.delta = [F(x) for x in s["delta"]]
        moving = [[M[i][j] - h * g * J[i][j] for j in range(nv)]
                  for i in range(nv)]
        yielding = [[C[i][j] + h * K[i][j] for j in range(R)] for i in range(R)]
        one = [[F(int(i == j)) for j in range(R)] for i in range(R)]
        Kd = [dot(r, self.delta) for r in K]
        # x = X lam + x0, d = D lam + d0
        self.X = inverse_times(moving, [[h * W[j][i] for j in range(R)]
                                        for i in range(nv)])
        self.x0 = [r[0] for r in inverse_times(moving, [[h * a] for a in f])]
        self.D = inverse_times(yielding, one)
        self.d0 = [-r[0] for r in inverse_times(yielding, [[a] for a in Kd])]
        self.A = [[self.D[i][j] + g * dot(W[i], [r[j] for r in self.X])
                   for j in range(R)] for i in range(R)]
        self.b = [self.d0[i] + dot(W[i], [a + g * c for a, c in
                                          zip(v, self.x0)]) for i in range(R)]
        for c in range(self.p):
            n = c * (1 + self.k)
            self.b[n] += (F(s["gap"][c]) + self.delta[n]) / h
        self.R = R

    def force(self, row):
        return [F(int(i == row)) for i in range(self.R)], F(0)

    def slip(self, row):
        return list(self.A[row]), -self.b[row]

    def modes(self, c):
        """Of contact c: (equations, inequalities >=), each a row and its right side."""
        at, mu = c * (1 + self.k), self.mu[c]
        n, wn = self.force(at), self.slip(at)
        def minus(x, y):
            return [a - b for a, b in zip(x[0], y[0])], x[1] - y[1]
        def times(q, x):
            return [q * a for a in x[0]], q * x[1]
        def along(of, d):
            out = ([F(0)] * self.R, F(0))
            for i in range(self.k):
                out = minus(out, times(F(-d[i]), of(at + 1 + i)))
            return out
        corners = ((1,), (-1,)) if self.k == 1 else CORNERS
        tangents = [self.force(at + 1 + i) for i in range(self.k)]
        slips = [self.slip(at + 1 + i) for i in range(self.k)]
        yield [n] + tangents, [wn]
        sides = ([(1,), (-1,)] if self.k == 1 else
                 [(a, b) for a in (1, -1) for b in (1, -1)])
        inside = [minus(times(mu, n), along(self.force, d)) for d in sides]
        yield [wn] + slips, [n] + inside
        for d in corners:  # the force at a corner, which slides uphill most
            yield ([wn] + [minus(t, times(mu * d[i], n))
                           for i, t in enumerate(tangents)],
                   [n] + [minus(along(self.slip, o), along(self.slip, d))
                          for o in corners])
        for a, b in sides if self.k == 2 else ():  # along a side
            yield ([wn, minus(times(mu, n), along(self.force, (a, b))),
                    minus(along(self.slip, (a, 0)), along(self.slip, (0, b)))],
                   [n, times(F(a), tangents[0]), times(F(b), tangents[1]),
                    times(F(-1), along(self.slip, (a, 0)))])

    def corners(self, E, G):
        """Corners of E x = e, G x >= g, and whether it is more than a point."""
        found = solve([r for r, _ in E], [x for _, x in E])
        if found is None:
            return set(), False
        point, ways = found
        fits = lambda x: all(dot(r, x) >= q for r, q in G)
        if not ways:
            return ({tuple(point)} if fits(point) else set()), False
        out = set()
        for some in itertools.combinations(G, len(ways)):
            end = solve([r for r, _ in E] + [r for r, _ in some],
                        [x for _, x in E] + [x for _, x in some])
            if end is not None and not end[1] and fits(end[0]):
                out.add(tuple(end[0]))
        # x'Ax > 0 bounds what solves the law, so a continuum has two corners
        return out, len(out) > 1

    def brute(self):
        out, continuum, self.ties = set(), False, 0
        for choice in itertools.product(*(list(self.modes(c))
                                          for c in range(self.p))):
            E = [r for e, _ in choice for r in e]
            G = [r for _, g in choice for r in g]
            corners, more = self.corners(E, G)
            self.ties += len(out & corners)
            out |= corners
            continuum |= more
        return out, continuum


def compare(line):
    s = json.loads(line)
    step = Step(s)
    wanted, continuum = step.brute()
    listed = [tuple(F(x) for x in one["lambda"]) for one in s["solutions"]]
    assert len(set(listed)) == len(listed), "one twice: %s" % line
    assert bool(s["continuum"]) == continuum, "continuum %s: %s" % (
        continuum, line)
    assert set(listed) == wanted, "%s, by all modes %s: %s" % (
        sorted(listed), sorted(wanted), line)
    for one, lam in zip(s["solutions"], listed):
        x = [dot(r, lam) + q for r, q in zip(step.X, step.x0)]
        d = [dot(r, lam) + q for r, q in zip(step.D, step.d0)]
        assert [F(y) for y in one["x"]] == x and [F(y) for y in one["d"]] == d, \
            "another motion: %s" % line
    return len(listed), continuum


def campaign(program, count, kind, seed):
    text = subprocess.run([program, str(count), seed, str(kind)], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    found = [compare(line) for line in text.splitlines()]
    assert len(found) == count, "%d lines" % len(found)
    several = sum(n > 1 and not more for n, more in found)
    continua = sum(more for _, more in found)
    most = max(n for n, _ in found)
    print("kind %d, seed %s: %d steps, %d with several solutions, at most %d; "
          "%d continua" % (kind, seed, count, several, most, continua))
    return several, continua


if __name__ == "__main__":
    program, count = sys.argv[1], int(sys.argv[2])
    campaign(program, count // 4, 0, SEED)
    several, continua = campaign(program, count, 1, SEED)
    assert several > count // 40, "only %d with several" % several
    assert continua > 0 or count < 500, "only %d continua" % continua
    campaign(program, count // 4, 2, SEED)
