"""Runs of (16) in the plane by every sequence of modes, in fractions.

Written from the paper's equations, for whole unknowns v', delta', lambda: no
step of perp's, no polygon. A problem is a dict of fractions: M, f0, Fq, Fv
(force f0 + Fq q + Fv v), K, C over the rows n, t of all contacts, contacts
with gap = g0 + g q, normal row g and slip row s, mu; h, theta, steps, q.
G is the identity. Vectors of the state hold a list of coefficients, of 1 and
of the unknowns.
"""
from fractions import Fraction as F

OPEN, STICK, FORWARD, BACKWARD = range(4)


def dot(a, b):
    """Made short once, at the end."""
    up, down = 0, 1
    for x, y in zip(a, b):
        if x and y:
            d = x.denominator * y.denominator
            up, down = up * d + x.numerator * y.numerator * down, down * d
    return F(up, down)


def solve(A, B):
    """A^-1 B, or None."""
    n = len(A)
    rows = [list(a) + list(b) for a, b in zip(A, B)]
    for j in range(n):
        i = next((i for i in range(j, n) if rows[i][j]), None)
        if i is None:
            return None
        rows[j], rows[i] = rows[i], rows[j]
        rows[j] = [x / rows[j][j] for x in rows[j]]
        for i in range(n):
            if i != j and rows[i][j]:
                c = rows[i][j]
                rows[i] = [x - c * y if y else x for x, y in zip(rows[i], rows[j])]
    return [r[n:] for r in rows]


class Steps:
    """u = (v', delta', lambda) = W (q, v, delta, 1), one W for each list."""

    def __init__(self, p):
        self.p, self.n, self.c = p, len(p["M"]), len(p["contacts"])
        self.R = 2 * self.c
        self.lists = [[k >> 2 * i & 3 for i in range(self.c)]
                      for k in range(4 ** self.c)]
        self.tests = [self.rows(c) for c in range(self.c)]
        self.maps = []
        for modes in self.lists:
            self.maps.append(solve(*self.system(modes)))

    def system(self, modes):
        p, n, R = self.p, self.n, self.R
        h, th = p["h"], p["theta"]
        A, B = [], []
        rows = [r for c in p["contacts"] for r in (c["g"], c["s"])]
        e = lambda m, i, x=F(1): [x if j == i else F(0) for j in range(m)]
        for i in range(n):  # M (v' - v) = h (f0 + Fq q^th + Fv v^th + rows' lam)
            # q^th = q + (1 - th) h v^th, v^th = th v + (1 - th) v'
            Fall = [p["Fv"][i][j] + (1 - th) * h * p["Fq"][i][j] for j in range(n)]
            A.append([p["M"][i][j] - h * (1 - th) * Fall[j] for j in range(n)]
                     + [F(0)] * R + [-h * rows[r][i] for r in range(R)])
            B.append([h * p["Fq"][i][j] for j in range(n)]
                     + [p["M"][i][j] + h * th * Fall[j] for j in range(n)]
                     + [F(0)] * R + [h * p["f0"][i]])
        for r in range(R):  # lam = K delta' + C (delta' - delta) / h
            A.append([F(0)] * n + [p["K"][r][k] + p["C"][r][k] / h for k in range(R)]
                     + e(R, r, F(-1)))
            B.append([F(0)] * 2 * n + [p["C"][r][k] / h for k in range(R)] + [F(0)])
        for c, mode in enumerate(modes):
            normal, slip = self.tests[c]
            lam = lambda row, x: [F(0)] * (n + R) + e(R, 2 * c + row, x)
            zero = [F(0)] * (2 * n + R + 1)
            mu = p["contacts"][c]["mu"]
            if mode == OPEN:
                A += [lam(0, F(1)), lam(1, F(1))]
                B += [zero, zero]
                continue
            A.append(normal[0])
            B.append([-x for x in normal[1]])
            if mode == STICK:
                A.append(slip[0])
                B.append([-x for x in slip[1]])
            else:
                sign = mu if mode == FORWARD else -mu
                A.append([x + y for x, y in zip(lam(1, F(1)), lam(0, sign))])
                B.append(zero)
        return A, B

    def rows(self, c):
        """(of u, of the state): the gap behind the step; the slip times h."""
        p, n, R = self.p, self.n, self.R
        h, th, k = p["h"], p["theta"], p["contacts"][c]
        out = []
        for row, q, r in ((k["g"], 1, 2 * c), (k["s"], 0, 2 * c + 1)):
            u = [h * (1 - th) * x for x in row] + [F(0)] * 2 * R
            u[n + r] = F(1)
            x = [q * y for y in row] + [h * th * y for y in row] + [F(0)] * R
            x[2 * n + r] = F(0) if q else F(-1)
            out.append((u, x + [q * k["g0"]]))
        return out

    def go(self, state, at):
        """(state', conditions >= 0) for list number `at`; state: rows of
        coefficients, the last one is of the 1."""
        p, n, R = self.p, self.n, self.R
        h, th = p["h"], p["theta"]
        turn = lambda row, x: [dot(row, k) for k in zip(*x)]
        u = [turn(row, state) for row in self.maps[at]]
        conditions = []
        for c, mode in enumerate(self.lists[at]):
            mu = p["contacts"][c]["mu"]
            ln, lt = u[n + R + 2 * c], u[n + R + 2 * c + 1]
            normal, slip = ([x + y for x, y in zip(turn(a, u), turn(b, state))]
                            for a, b in self.tests[c])
            if mode == OPEN:
                conditions.append(normal)
                continue
            conditions.append(ln)
            if mode == STICK:
                conditions += [[mu * x + s * y for x, y in zip(ln, lt)]
                               for s in (1, -1)]
            elif mu:
                conditions.append(slip if mode == FORWARD else [-x for x in slip])
        q = [[a + h * (th * b + (1 - th) * c) for a, b, c in zip(*x)]
             for x in zip(state[:n], state[n:2 * n], u[:n])]
        return q + u[:n] + u[n:n + R] + [state[-1]], conditions


def begin(p, plane):
    """plane: the coefficients of each velocity."""
    w = len(plane[0])
    one = [F(1)] + [F(0)] * (w - 1)
    return ([[x] + [F(0)] * (w - 1) for x in p["q"]] + [list(r) for r in plane]
            + [[F(0)] * w for _ in range(2 * len(p["contacts"]))] + [one])


def feasible(conditions):
    """Is there (s, t) with all a + b s + c t >= 0? Fourier and Motzkin."""
    for k in (2, 1):
        up = [c for c in conditions if c[k] > 0]
        down = [c for c in conditions if c[k] < 0]
        rest = [c for c in conditions if c[k] == 0]
        conditions = list({tuple(x * -d[k] + y * u[k] for x, y in zip(u, d))
                           for u in up for d in down} | set(map(tuple, rest)))
    return all(c[0] >= 0 for c in conditions)


def leaves(steps, plane, prune):
    """All sequences of modes: (state at the end, conditions)."""
    out = [(begin(steps.p, plane), [])]
    for _ in range(steps.p["steps"]):
        after = []
        for state, conditions in out:
            for at, W in enumerate(steps.maps):
                if W is None:
                    raise ValueError("a singular list")
                new, more = steps.go(state, at)
                if not prune or feasible(conditions + more):
                    after.append((new, conditions + more))
        out = after
    return out


def all_starts(steps, plane, ends, prune=False):
    """ends(state, plane): two rows [a, b, c] that have to be zero. The isolated
    starts, and the conditions of the continua."""
    points, continua, count = set(), [], 0
    for state, conditions in leaves(steps, plane, prune):
        (a, b, c), (d, e, f) = ends(state)
        count += 1
        det = b * f - c * e
        if det:
            at = ((c * d - a * f) / det, (a * e - b * d) / det)
            if all(k[0] + k[1] * at[0] + k[2] * at[1] >= 0 for k in conditions):
                points.add(at)
            continue
        lines = [[a, b, c], [d, e, f]]
        conditions = conditions + lines + [[-x for x in r] for r in lines]
        if feasible(conditions):
            continua.append(conditions)
    return points, continua, count


def holds(conditions, at):
    return all(k[0] + k[1] * at[0] + k[2] * at[1] >= 0 for k in conditions)
