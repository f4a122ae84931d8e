"""Law (31) by trying all modes, in fractions. Nothing of perp.

A problem is M, nu, Jn, Jt, mu, v: lists of fractions, matrices by rows, joints nu
and one slip a contact. A mode is a number for each contact: 0 apart, 1 sticks,
2 slips with a speed >= 0, 3 with one <= 0.
"""
import itertools
from fractions import Fraction as F


def solve(A, b):
    """Gauss in fractions; None when A is singular."""
    n = len(b)
    T = [list(row) + [x] for row, x in zip(A, b)]
    for c in range(n):
        r = next((i for i in range(c, n) if T[i][c] != 0), None)
        if r is None:
            return None
        T[c], T[r] = T[r], T[c]
        for i in range(n):
            if i != c and T[i][c] != 0:
                q = T[i][c] / T[c][c]
                T[i] = [x - q * y for x, y in zip(T[i], T[c])]
    return [T[i][n] / T[i][i] for i in range(n)]


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def condensed(M, nu, Jn, Jt, mu, v):
    """Rows joints, normals, slips: what impulses along them do to v, and to
    their speeds."""
    rows = nu + Jn + Jt
    does = [solve(M, r) for r in rows]
    W = [[dot(r, w) for w in does] for r in rows]
    return does, W, [dot(r, v) for r in rows]


def equations(problem, known, mode):
    """v+ and the impulses (contact, 0 normal or 1 friction that sticks) of a
    mode; None when its equations are singular."""
    _, nu, Jn, _, mu, v = problem
    does, W, speed = known
    m, p = len(nu), len(Jn)
    pick = list(range(m))
    columns = [[(i, F(1))] for i in range(m)]
    of = []
    for j, way in enumerate(mode):
        if way == 0:
            continue
        pick.append(m + j)
        columns.append([(m + j, F(1))])
        of.append((j, 0))
        if way == 1:
            pick.append(m + p + j)
            columns.append([(m + p + j, F(1))])
            of.append((j, 1))
        else:
            columns[-1].append((m + p + j, mu[j] if way == 3 else -mu[j]))
    L = solve([[sum(f * W[i][c] for c, f in column) for column in columns]
               for i in pick], [-speed[i] for i in pick])
    if L is None:
        return None
    plus = list(v)
    for x, column in zip(L, columns):
        for c, f in column:
            plus = [a + x * f * b for a, b in zip(plus, does[c])]
    return plus, dict(zip(of, L[m:]))


def modes(*problem):
    """(mode, v+, impulses) of every mode whose equations are regular and whose
    signs are right."""
    _, _, Jn, Jt, mu, _ = problem
    known = condensed(*problem)
    for mode in itertools.product(range(4), repeat=len(Jn)):
        found = equations(problem, known, mode)
        if found is None:
            continue
        plus, L = found
        fine = all(x >= 0 for (_, t), x in L.items() if t == 0)
        for j, way in enumerate(mode):
            t = dot(Jt[j], plus)
            fine = fine and (way != 0 or dot(Jn[j], plus) >= 0)
            fine = fine and (way != 1 or abs(L[j, 1]) <= mu[j] * L[j, 0])
            fine = fine and (way != 2 or t >= 0) and (way != 3 or t <= 0)
        if fine:
            yield mode, plus, L
