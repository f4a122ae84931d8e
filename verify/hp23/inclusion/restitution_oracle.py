"""Contacts without friction, in fractions, by another program: law (31) with targets
and given impulses by all sets of pressing contacts; moves of contacts one by one.
"""
import itertools
from fractions import Fraction as F


def solve(A, b):
    """The solution of A x = b, or None."""
    n = len(A)
    A = [list(row) + [x] for row, x in zip(A, b)]
    for c in range(n):
        at = next((r for r in range(c, n) if A[r][c] != 0), None)
        if at is None:
            return None
        A[c], A[at] = A[at], A[c]
        A[c] = [x / A[c][c] for x in A[c]]
        for r in range(n):
            if r != c:
                A[r] = [x - A[r][c] * y for x, y in zip(A[r], A[c])]
    return [row[n] for row in A]


def masses(M, J):
    """G = J M^-1 J' and the rows M^-1 n."""
    W = [solve(M, list(n)) for n in J]
    return [[sum(a * b for a, b in zip(n, w)) for w in W] for n in J], W


def law(G, u, target):
    """All impulses with 0 <= L perp u + G L - target >= 0."""
    p, found = len(u), []
    for press in itertools.product((0, 1), repeat=p):
        at = [i for i in range(p) if press[i]]
        some = solve([[G[i][j] for j in at] for i in at],
                     [target[i] - u[i] for i in at])
        if some is None:
            continue
        L = [F(0)] * p
        for i, x in zip(at, some):
            L[i] = x
        after = behind(G, u, L)
        if min(L) >= 0 and all(a >= t for a, t in zip(after, target)) and \
                L not in found:
            found.append(L)
    return found


def behind(G, u, L):
    return [x + sum(g * y for g, y in zip(row, L)) for x, row in zip(u, G)]


def moved(v, W, L):
    return tuple(x + sum(w[i] * y for w, y in zip(W, L))
                 for i, x in enumerate(v))


def moves(G, u, S, left, e, passive):
    """(L, S, left) behind every move: of one contact, of all together."""
    p = len(u)
    may = [u[i] >= 0 and S[i] > 0 for i in range(p)]
    tries = []
    for i in range(p):
        L = [F(0)] * p
        L[i] = -u[i] / G[i][i] if u[i] < 0 else S[i] if may[i] else F(0)
        tries.append((L, u[i] >= 0))
    if min(u) < 0:
        tries += [(L, False) for L in law(G, u, [F(0)] * p)]
    if sum(may) > 1:
        tries.append(([s if m else F(0) for s, m in zip(S, may)], True))
    for L, back in tries:
        if not any(L):
            continue
        now = behind(G, u, L)
        sign = 1 if back else -1
        if any(x > 0 and (sign * a < 0 or sign * b < 0)
               for x, a, b in zip(L, u, now)):
            continue
        C = [c - (a + b) / 2 * x for c, a, b, x in zip(left, u, now, L)]
        if passive and min(C) < 0:
            continue
        yield L, [s - x if back else s + e * x for s, x in zip(S, L)], C


def explore(G, W, u, v, e, most, passive):
    """All velocities at which nothing approaches, behind at most so many moves;
    and how many states there are."""
    p = len(u)
    zero = (F(0),) * p
    seen = {(tuple(v), zero, zero)}
    layer, ends = [(tuple(v), tuple(u), zero, zero)], set()
    for depth in range(most + 1):
        behind_them = []
        for v, u, S, left in layer:
            if min(u) >= 0:
                ends.add(v)
            if depth == most:
                continue
            for L, S2, C in moves(G, u, S, left, e, passive):
                w = moved(v, W, L)
                key = (w, tuple(S2), tuple(C) if passive else zero)
                if key not in seen:
                    seen.add(key)
                    behind_them.append((w, tuple(behind(G, u, L)), tuple(S2),
                                        tuple(C)))
        layer = behind_them
    return ends, len(seen)


def cradle(balls, masses_of=None):
    """M, J, v of balls in a row, the first at 1 m/s."""
    m = masses_of or [F(1)] * balls
    M = [[m[i] if i == j else F(0) for j in range(balls)] for i in range(balls)]
    J = [[F(-1) if j == i else F(1) if j == i + 1 else F(0)
          for j in range(balls)] for i in range(balls - 1)]
    return M, J, [F(1)] + [F(0)] * (balls - 1)


def speeds(J, v):
    return [sum(a * b for a, b in zip(n, v)) for n in J]


def twice_energy(M, v):
    return sum(x * M[i][j] * y for i, x in enumerate(v)
               for j, y in enumerate(v))
