"""A second judge of somebody's z, in Python's fractions and by brute force.

Linear programs by a two-phase simplex method with Bland's rule; solutions by all
complementary patterns; nothing is shared with the program.
"""
import itertools
import math
from fractions import Fraction as F


# ---- linear programs --------------------------------------------------------

def pivot(T, basis, r, c):
    p = T[r][c]
    T[r] = [v / p for v in T[r]]
    for i, row in enumerate(T):
        if i != r and row[c] != 0:
            f = row[c]
            T[i] = [a - f * b for a, b in zip(row, T[r])]
    basis[r] = c


def descend(T, basis, allowed):
    """Least of the last row over the columns allowed; False: no bound."""
    while True:
        c = next((j for j in allowed if T[-1][j] < 0), None)
        if c is None:
            return True
        ratios = [(T[i][-1] / T[i][c], basis[i], i)
                  for i in range(len(T) - 1) if T[i][c] > 0]
        if not ratios:
            return False
        pivot(T, basis, min(ratios)[2], c)


def least(cost, G, h):
    """The least cost'x with G x <= h, x >= 0, and x; None: there is no such x."""
    n, m = len(cost), len(G)
    T, basis, art = [], [], []
    for i in range(m):
        s = -1 if h[i] < 0 else 1
        row = [s * v for v in G[i]] + [F(s if k == i else 0) for k in range(m)]
        T.append((row, s * h[i], s))
    extra = [i for i in range(m) if T[i][2] < 0]
    rows = []
    for i, (row, rhs, s) in enumerate(T):
        row = row + [F(int(k == i)) for k in extra] + [rhs]
        rows.append(row)
        basis.append(n + m + extra.index(i) if s < 0 else n + i)
    width = n + m + len(extra)
    goal = [F(0)] * (width + 1)
    for i in extra:
        goal = [a - b for a, b in zip(goal, rows[i])]
    for k in range(len(extra)):
        goal[n + m + k] = F(0)
    rows.append(goal)
    descend(rows, basis, range(width))
    if rows[-1][-1] != 0:
        return None
    for i in range(m):
        if basis[i] >= n + m:
            c = next((j for j in range(n + m) if rows[i][j] != 0), None)
            if c is not None:
                pivot(rows, basis, i, c)
    goal = [F(v) for v in cost] + [F(0)] * (m + len(extra) + 1)
    for i in range(m):
        if basis[i] < n and goal[basis[i]] != 0:
            f = goal[basis[i]]
            goal = [a - f * b for a, b in zip(goal, rows[i])]
    rows[-1] = goal
    assert descend(rows, basis, range(n + m))
    x = [F(0)] * n
    for i in range(m):
        if basis[i] < n:
            x[basis[i]] = rows[i][-1]
    return sum(c * v for c, v in zip(cost, x)), x


# ---- problems ---------------------------------------------------------------

def solve_linear(A, b):
    """The only x with A x + b = 0, or None."""
    n = len(b)
    M = [list(A[i]) + [-b[i]] for i in range(n)]
    for c in range(n):
        r = next((i for i in range(c, n) if M[i][c] != 0), None)
        if r is None:
            return None
        M[c], M[r] = M[r], M[c]
        M[c] = [v / M[c][c] for v in M[c]]
        for i in range(n):
            if i != c and M[i][c] != 0:
                f = M[i][c]
                M[i] = [a - f * v for a, v in zip(M[i], M[c])]
    return [M[i][n] for i in range(n)]


def basis_point(free, A, b, basis):
    """z of a basis, or None when the matrix is singular."""
    m = len(b)
    pick = [i for i in range(m) if i < free or basis[i - free]]
    x = solve_linear([[A[i][j] for j in pick] for i in pick],
                     [b[i] for i in pick])
    if x is None:
        return None
    z = [F(0)] * m
    for i, v in zip(pick, x):
        z[i] = v
    return z


def rows_of(A, b, z):
    return [sum(a * v for a, v in zip(row, z)) + c for row, c in zip(A, b)]


def faults(free, A, b, z):
    w = rows_of(A, b, z)
    out = []
    for i, (v, r) in enumerate(zip(z, w)):
        if i < free:
            out.append("the equation does not hold" if r != 0 else None)
        else:
            out.append("z is negative" if v < 0 else
                       "w is negative" if r < 0 else
                       "z and w are both positive" if v != 0 and r != 0
                       else None)
    return w, out


def log2_floor(q):
    q = abs(q)
    k = q.numerator.bit_length() - q.denominator.bit_length()
    while F(2) ** k > q:
        k -= 1
    while F(2) ** (k + 1) <= q:
        k += 1
    return k


def ulp(terms):
    """The ulp of the largest term, or None."""
    most = max((abs(t) for t in terms), default=F(0))
    return None if most == 0 else F(2) ** max(log2_floor(most) - 52, -1074)


def nearest(free, A, b, z):
    """The distance of the nearest solution in the largest component; None: there
    is none. Every pattern is a program in x+, x- of the free and z, t."""
    m, best = len(b), None
    cols = m + free + 1

    def spread(row):
        """Coefficients of x = (x+ - x-, z)."""
        return list(row) + [-row[j] for j in range(free)] + [F(0)]

    for pattern in itertools.product((0, 1), repeat=m - free):
        G, h = [], []

        def at_most(row, rhs):
            G.append(row)
            h.append(rhs)
        for i in range(m):
            row = spread(A[i])
            unit = spread([F(int(j == i)) for j in range(m)])
            minus = [-v for v in row]
            at_most(minus, b[i])                # A_i x + b_i >= 0
            if i < free or pattern[i - free]:
                at_most(row, -b[i])
            else:
                at_most(unit, F(0))             # x_i = 0
            up = unit[:-1] + [F(-1)]
            down = [-v for v in unit[:-1]] + [F(-1)]
            at_most(up, z[i])                   # x_i - t <= z_i
            at_most(down, -z[i])
        found = least([F(0)] * (cols - 1) + [F(1)], G, h)
        if found is not None and (best is None or found[0] < best):
            best = found[0]
    return best


# ---- the backward error -----------------------------------------------------

def counted(free, z, tolerance):
    kept = [i < free or v > tolerance for i, v in enumerate(z)]
    return kept, [v if k else F(0) for v, k in zip(z, kept)]


def data_change(free, A, b, z, tolerance):
    """Of A and b alone, and the first row that needs it."""
    kept, z = counted(free, z, tolerance)
    eps, where = F(0), None
    for i, r in enumerate(rows_of(A, b, z)):
        if r == 0 or (r > 0 and not kept[i]):
            continue
        need = abs(r) / (sum(abs(a * v) for a, v in zip(A[i], z)) + abs(b[i]))
        if need > eps:
            eps, where = need, i
    return eps, where


def can_be(free, A, b, z, tolerance, eps):
    """Is there a z' within eps of z that is exact for data within eps?
    Unknowns are t_j = |z'_j| - (1 - eps) |z_j| >= 0."""
    kept, z = counted(free, z, tolerance)
    if eps >= 1:
        return True
    cols = [j for j, v in enumerate(z) if v != 0]
    G, h = [], []
    for i in range(len(b)):
        for side in (1, -1) if kept[i] else (-1,):
            # side (A z' + b) <= eps (|A| |z'| + |b|)
            row = [side * A[i][j] * (1 if z[j] > 0 else -1) - eps * abs(A[i][j])
                   for j in cols]
            rhs = eps * abs(b[i]) - side * b[i]
            G.append(row)
            h.append(rhs - sum(r * (1 - eps) * abs(z[j])
                               for r, j in zip(row, cols)))
    for k, j in enumerate(cols):
        G.append([F(int(k == c)) for c in range(len(cols))])
        h.append(2 * eps * abs(z[j]))
    return least([F(0)] * len(cols), G, h) is not None


# ---- random claims ----------------------------------------------------------

def text(q):
    return str(q)


def problem(r):
    """A free count, A and b; the mixes of the schemes and others."""
    n, free = r.choice((1, 2, 2, 3, 3)), r.choice((0, 0, 0, 1))
    m = n + free
    kind = r.choice(("whole", "eighths", "doubles"))

    def number():
        if r.random() < 0.2:
            return F(0)
        if kind == "whole":
            return F(r.randint(-3, 3))
        if kind == "eighths":
            return F(r.randint(-24, 24), 8)
        return F(r.uniform(-2, 2))
    A = [[number() for _ in range(m)] for _ in range(m)]
    if r.random() < 0.6:                     # positive definite, not symmetric
        L = [[number() for _ in range(m)] for _ in range(m)]
        A = [[sum(x * y for x, y in zip(L[i], L[j])) + (i == j) +
              (A[i][j] if i < j else -A[j][i] if i > j else 0)
              for j in range(m)] for i in range(m)]
    b = [number() for _ in range(m)]
    if r.random() < 0.25:                    # the last pair twice, or no row:
        k = m - 1                            # faces, and not points
        if r.random() < 0.3:
            A[k], b[k] = [F(0)] * m, F(r.choice((0, 0, 1)))
        elif n > 1:
            A[k], b[k] = list(A[k - 1]), b[k - 1]
            for row in A:
                row[k] = row[k - 1]
    return free, A, b


def solution(free, A, b):
    for basis in itertools.product((1, 0), repeat=len(b) - free):
        z = basis_point(free, A, b, basis)
        if z is not None and not any(faults(free, A, b, z)[1]):
            return z
    return None


KINDS = "right", "ulp", "basis", "scaled", "other"


def claim(r, kind):
    """A problem and a z of that kind."""
    while True:
        free, A, b = problem(r)
        n = len(b) - free
        z = solution(free, A, b)
        if kind == "basis":
            z = basis_point(free, A, b, [r.randint(0, 1) for _ in range(n)])
        if kind == "other":
            z = [F(r.choice((0, 0, 1, -1))) * F(r.uniform(0, 2)) for _ in b]
            return free, A, b, z
        if z is None:
            continue
        if kind == "scaled":
            f = r.choice((F(2), F(1, 3), 1 + F(1, 2 ** 40), F(-1)))
            z = [f * v for v in z]
        if kind == "ulp":
            d = [float(v) for v in z]
            k = r.randrange(len(d))
            d[k] = math.nextafter(d[k], r.choice((-9.0, 9.0)))
            z = [F(v) for v in d]
        return free, A, b, z


def written(claims):
    """The text of the problems and of their z."""
    problems, vectors = [], []
    for free, A, b, z in claims:
        size = "free %d %d" % (free, len(b) - free) if free else str(len(b))
        problems.append(size)
        problems += [" ".join(map(text, row)) for row in A + [b]]
        vectors.append(" ".join(map(text, z)))
    return "\n".join(problems) + "\n", "\n".join(vectors) + "\n"
