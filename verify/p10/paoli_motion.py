"""Motions with impacts by another road: events, not steps.

A reference for the position-level scheme, in floats, of second or higher
order: Runge-Kutta between impacts, impact times by bisection, Newton's law for
one constraint in the kinetic metric, and, for e = 0, motion on the constraint
with its multiplier until that changes sign.
"""
import math
from operator import mul


def solve(matrix, right):
    """Gauss with pivoting; matrices of a few rows."""
    n = len(right)
    a = [list(map(float, row)) + [float(r)] for row, r in zip(matrix, right)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(a[r][c]))
        a[c], a[p] = a[p], a[c]
        for r in range(c + 1, n):
            x = a[r][c] / a[c][c]
            for k in range(c, n + 1):
                a[r][k] -= x * a[c][k]
    for c in reversed(range(n)):
        a[c][n] = (a[c][n] - sum(a[c][k] * a[k][n]
                                 for k in range(c + 1, n))) / a[c][c]
    return [row[n] for row in a]


def dot(x, y):
    return sum(map(mul, x, y))


class Motion:
    """mass(q), force(t, q, v), and walls: triples gap(q), normal(q),
    bend(q, v) = d/dt normal . v."""

    def __init__(self, mass, force, walls, e):
        self.mass, self.force, self.walls, self.e = mass, force, walls, e
        self.impacts = []

    def rate(self, t, q, v, held):
        M, k = self.mass(q), self.force(t, q, v)
        a = solve(M, k)
        if held is None:
            return a, 0.0
        n = self.walls[held][1](q)
        m = solve(M, n)
        push = -(dot(n, a) + self.walls[held][2](q, v)) / dot(n, m)
        return [x + push * y for x, y in zip(a, m)], push

    def step(self, t, q, v, h, held):
        def f(t, q, v):
            return v, self.rate(t, q, v, held)[0]

        def at(x, k, s):
            return [a + s * b for a, b in zip(x, k)]
        k1 = f(t, q, v)
        k2 = f(t + h / 2, at(q, k1[0], h / 2), at(v, k1[1], h / 2))
        k3 = f(t + h / 2, at(q, k2[0], h / 2), at(v, k2[1], h / 2))
        k4 = f(t + h, at(q, k3[0], h), at(v, k3[1], h))

        def mean(x, i):
            return [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in
                    zip(x, k1[i], k2[i], k3[i], k4[i])]
        return mean(q, 0), mean(v, 1)

    def hit(self, t, q, v, wall):
        """The velocity after, and whether the wall is then held."""
        n = self.walls[wall][1](q)
        m = solve(self.mass(q), n)
        u = dot(n, v)
        self.impacts.append((t, wall, u))
        v = [x - (1 + self.e) * u / dot(n, m) * y for x, y in zip(v, m)]
        if self.e > 0:
            return v, None
        return v, wall if self.rate(t, q, v, wall)[1] > 0 else None

    @staticmethod
    def bisect(hi, still):
        lo = 0.0
        for _ in range(60):
            mid = (lo + hi) / 2
            lo, hi = (mid, hi) if still(mid) else (lo, mid)
        return lo

    def run(self, q, v, end, steps):
        t, h, held = 0.0, end / steps, None
        while t < end - 1e-13:
            d = min(h, end - t)
            q1, v1 = self.step(t, q, v, d, held)
            if held is not None:
                if self.rate(t + d, q1, v1, held)[1] < 0:
                    d = self.bisect(d, lambda x: self.rate(
                        t + x, *self.step(t, q, v, x, held), held)[1] > 0)
                    q1, v1 = self.step(t, q, v, d, held)
                    held = None
                t, q, v = t + d, q1, v1
                continue
            wall = [j for j, w in enumerate(self.walls)
                    if w[0](q1) < 0 and dot(w[1](q1), v1) < 0]
            if wall:
                d = self.bisect(d, lambda x: self.walls[wall[0]][0](
                    self.step(t, q, v, x, None)[0]) > 0)
                q, v = self.step(t, q, v, d, None)
                t += d
                v, held = self.hit(t, q, v, wall[0])
            else:
                t, q, v = t + d, q1, v1
        return q, v


def order(errors):
    """The mean slope of errors at h, h/2, h/4, ..."""
    return math.log2(errors[0] / errors[-1]) / (len(errors) - 1)
