"""For check.py: how far the forces of level L0 are from the only solution (TH6)."""
from fractions import Fraction as Q
from math import isqrt

from extra import above, dot, squares
from words import Refused

MOST, LONG, FINE, CUT = 12, 4096, 24, 128


def up(x):
    """At least the root of x, by 2^-600 at most more."""
    return Q(isqrt((x.numerator << 1200) // x.denominator) + 1, 1 << 600) if x else Q(0)


def dense(rows, n):
    return [[row.get(j, Q(0)) for j in range(n)] for row in rows]


def solved(A, B):
    """X of A X = B, or None where A is singular."""
    n, rows = len(A), [a + b for a, b in zip(A, B)]
    for j in range(n):
        k = next((k for k in range(j, n) if rows[k][j]), None)
        if k is None:
            return None
        rows[j], rows[k] = rows[k], rows[j]
        top = rows[j] = [x / rows[j][j] for x in rows[j]]
        for k in range(n):
            c = rows[k][j]
            if k != j and c:
                rows[k] = [x - c * y if y else x for x, y in zip(rows[k], top)]
    return [row[n:] for row in rows]


def times(A, x):
    return [sum((a * c for a, c in zip(row, x) if a and c), Q(0)) for row in A]


def semidefinite(A):
    try:
        squares([{j: Q(x) for j, x in enumerate(row) if x} for row in A])
        return True
    except Refused:
        return False


def last(yes, no, fine):
    """The last for which it is fine, by so many halvings; of whole numbers."""
    for _ in range(FINE):
        middle = (yes + no) // 2
        yes, no = (middle, no) if fine(middle) else (yes, middle)
    return yes


class Distance:
    """The rows of a run."""

    def __init__(self):
        self.rows, self.most, self.known = 0, Q(0), {}
        self.loose = Q(0)  # what another sigma and eta may move a bound by, relatively

    def said(self):
        return "; distance %d %.17g %.3g" % (
            self.rows, above(self.most), above(self.loose))

    def constants(self, A):
        """sigma and eta, of A cut off to whole numbers: in each entry less than one."""
        key = tuple(map(tuple, A))
        if key not in self.known:
            n, largest = len(A), max(abs(x) for row in A for x in row)
            k = CUT - largest.numerator.bit_length() + largest.denominator.bit_length()
            one = Q(2) ** k
            a = [[int(x * one // 1) for x in row] for row in A]
            both = [[x + y for x, y in zip(*pair)] for pair in zip(a, zip(*a))]
            gram = [[sum(x * y for x, y in zip(p, q)) for q in zip(*a)]
                    for p in zip(*a)]

            def less(B, t, sign):
                return semidefinite([[sign * (x - t * (i == j))
                                      for j, x in enumerate(row)]
                                     for i, row in enumerate(B)])

            t = last(0, max(0, both[0][0]), lambda t: less(both, t, 1))
            u = last(sum(gram[i][i] for i in range(n)), 0,
                     lambda u: less(gram, u, -1))
            self.known[key] = ((Q(t, 2) - n) / one, (isqrt(u) + 1 + n) / one)
        return self.known[key]

    def row(self, s, data, state, force):
        """data: M, W, K, C, f, J; state: v, delta, Phi."""
        numbers = [x for part in (*data, state) for row in part for x in (
            row.values() if isinstance(row, dict) else
            row if isinstance(row, list) else [row])] + force
        if not 0 < s.rows <= MOST or s.nv > MOST or any(
                max(abs(x.numerator), x.denominator).bit_length() >= LONG
                for x in numbers):
            return
        found = slip_of(s, data, state)
        if found is None:
            return
        A, b = found
        who = [x[1:] for x in s.contacts]
        mu = max([mu for slips, mu in who if slips] + [Q(0)])
        sigma, eta = self.constants(A)
        a = sigma - mu * eta
        off = spared(who, force, [x + y for x, y in zip(times(A, force), b)])
        if sigma <= 0 or a <= 0 or off is None:
            return
        pi, eps = map(up, off)
        self.rows += 1
        self.most = max(self.most, ((1 + mu) * pi + eta * eps) / a + up(eps * pi / a))
        self.loose = max(self.loose, (abs(A[0][0]) + mu * s.rows * eta) / a / 2 ** 22)


def slip_of(s, data, state):
    """A and b of the slip A lambda + b, by (TH1) and (TH2)."""
    (M, W, K, C, f, J), (v, delta, phi), h, new = data, state, s.h, s.gamma
    R, nv = range(s.rows), range(s.nv)
    B = solved([[h * K[i].get(j, Q(0)) + C[i].get(j, Q(0)) for j in R] for i in R],
               [[Q(i == j) for j in R] for i in R])
    W = dense(W, s.nv)
    Y = solved([[M[i].get(j, Q(0)) - h * new * J[i].get(j, Q(0)) for j in nv]
                for i in nv], [[W[k][i] for k in R] + [f[i]] for i in nv])
    if B is None or Y is None:
        return None
    moved = [times(W, column) for column in zip(*Y)]
    A = [[B[i][j] + h * new * moved[j][i] for j in R] for i in R]
    bent = times(B, [dot(row, delta) for row in K])
    b = [x - y + h * new * z for x, y, z in zip(times(W, v), bent, moved[-1])]
    at = 0
    for (_, slips, _), gap in zip(s.contacts, phi):
        b[at] += (gap + delta[at]) / h
        at += 1 + slips
    return A, b


def spared(who, force, w):
    """|pi|^2 and |epsilon|^2; None where a contact pulls."""
    pi, eps, at = Q(0), Q(0), 0
    for slips, mu in who:
        if force[at] < 0:
            return None
        pi += w[at] ** 2 if force[at] > 0 or w[at] < 0 else 0
        if slips:
            f, rub = force[at + 1:at + 1 + slips], w[at + 1:at + 1 + slips]
            more = friction(f, rub, mu * force[at])
            pi, eps = pi + more[0], eps + more[1]
        at += 1 + slips
    return pi, eps


def friction(f, w, most):
    """The smaller sum of the two squares, of those that apply."""
    size, pull, rub = (sum((x * y for x, y in zip(*pair)), Q(0))
                       for pair in ((f, f), (f, w), (w, w)))
    length = up(size)
    r = max(Q(0), -pull / size) if size else Q(0)
    ways = [(sum(((x + r * y) ** 2 for x, y in zip(w, f)), Q(0)) if size else Q(0),
             max(abs(length - most), abs(length - Q(1, 1 << 600) - most)) ** 2)]
    if length <= most:
        ways.append((rub, Q(0)))
    return min(ways, key=sum)
