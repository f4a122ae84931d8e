"""The examples of HP23 a second time, and law (31) by trying all modes.

Matrices are written by hand from the geometry; an outcome is what a choice of
separate, stick or slip for each contact leads to. Floating point, nothing of
perp.
"""
import itertools
import math
import operator

DEGREE = math.pi / 180


def solve(A, b):
    """Gauss with pivoting; None when A is singular."""
    n = len(b)
    T = [list(row) + [x] for row, x in zip(A, b)]
    least = 1e-9 * max(1, max(map(abs, A[0] + [1])))
    for c in range(n):
        r = max(range(c, n), key=lambda i: abs(T[i][c]))
        if abs(T[r][c]) < least:
            return None
        T[c], T[r] = T[r], T[c]
        for i in range(n):
            if i != c:
                q = T[i][c] / T[c][c]
                T[i] = [x - q * y for x, y in zip(T[i], T[c])]
    return [T[i][n] / T[i][i] for i in range(n)]


def dot(x, y):
    return sum(map(operator.mul, x, y))


def outcomes(model):
    """All v+ of law (31): one per velocity, to 1e-7."""
    M, Jn, Jt, mu, v = model
    p, nv = len(Jn), len(v)
    response = {}
    for j in range(p):
        response[j, 0] = solve(M, Jn[j])
        response[j, 1] = solve(M, Jt[j])
    found = []
    for mode in itertools.product("ost-", repeat=p):  # open, stick, slips
        unknown = [(j, 0) for j in range(p) if mode[j] != "o"]
        unknown += [(j, 1) for j in range(p) if mode[j] == "s"]
        columns = []
        for j, k in unknown:
            w = list(response[j, k])
            if k == 0 and mode[j] in "t-":
                f = -mu[j] if mode[j] == "t" else mu[j]
                w = [x + f * y for x, y in zip(w, response[j, 1])]
            columns.append(w)
        rows = [(Jn if k == 0 else Jt)[j] for j, k in unknown]
        L = solve([[dot(r, w) for w in columns] for r in rows],
                  [-dot(r, v) for r in rows]) if rows else []
        if L is None:
            continue
        plus = [v[i] + sum(L[k] * columns[k][i] for k in range(len(L)))
                for i in range(nv)]
        impulse = dict(zip(unknown, L))
        fine = True
        for j in range(p):
            n, t = dot(Jn[j], plus), dot(Jt[j], plus)
            Ln, Lt = impulse.get((j, 0), 0), impulse.get((j, 1), 0)
            fine &= n > -1e-9 and Ln > -1e-9
            fine &= mode[j] != "s" or abs(Lt) <= mu[j] * Ln + 1e-9
            fine &= mode[j] != "t" or t > -1e-9
            fine &= mode[j] != "-" or t < 1e-9
        if fine and all(max(abs(a - b) for a, b in zip(plus, o)) > 1e-7
                        for o in found):
            found.append(plus)
    return found


def block(width=1, height=2, mass=1, mu=1, v0=math.sqrt(0.1962)):
    I, a, b = mass * (width ** 2 + height ** 2) / 12, width / 2, height / 2
    return ([[mass, 0, 0], [0, mass, 0], [0, 0, I]], [[0, 1, -a], [0, 1, a]],
            [[1, 0, b], [1, 0, b]], [mu, mu], [0, -v0, 0])


def box(side=1, mass=1, mu=1, tilt=10, v0=1):
    th = (90 - tilt) * DEGREE
    d, s = [side * (math.sin(th) + k * math.cos(th)) / 2 for k in (-1, 1)]
    return ([[mass, 0, 0], [0, mass, 0], [0, 0, mass * side ** 2 / 6]],
            [[0, 1, d], [-1, 0, d]], [[1, 0, s], [0, -1, -s]], [mu, mu],
            [v0, 0, 0])


def gait(length=1, along=0.5, mass=1, mu=5, leading=-78, trailing=78,
         rate=0.25):
    M = [[0.0] * 4 for _ in range(4)]
    Jn, Jt = [], []
    for k, angle in enumerate((leading, trailing)):
        s, c = math.sin(angle * DEGREE), math.cos(angle * DEGREE)
        x, y = [1, 0, 0, 0], [0, 1, 0, 0]
        x[2 + k], y[2 + k] = along * c, along * s
        for i in range(4):
            for j in range(4):
                M[i][j] += mass * (x[i] * x[j] + y[i] * y[j])
        x[2 + k], y[2 + k] = length * c, length * s
        Jn.append(y)
        Jt.append(x)
    return (M, Jn, Jt, [mu, mu],
            [-rate * Jt[1][3], -rate * Jn[1][3], rate, rate])


def discs(variant="written", R=1, mu=math.sqrt(3), v0=1, mass=None):
    m = mass or (5 if variant == "coded" else 1)
    M = [[0.0] * 9 for _ in range(9)]
    for i in range(9):
        M[i][i] = m * R * R / 2 if i % 3 == 2 else m
    r3 = math.sqrt(3)
    at = [(R, R * (1 + r3)), (0, R), (2 * R, R)]
    Jn, Jt = [], []
    for k in (1, 2):
        n, t = [0.0] * 9, [0.0] * 9
        n[3 * k + 1] = t[3 * k] = 1
        t[3 * k + 2] = R
        Jn.append(n)
        Jt.append(t)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        x, y = [(q - p) / (2 * R) for p, q in zip(at[a], at[b])]
        tx, ty = (y, x) if variant == "coded" else (y, -x)
        n, t = [0.0] * 9, [0.0] * 9
        for k, sign in ((a, -1), (b, 1)):
            n[3 * k], n[3 * k + 1] = sign * x, sign * y
            t[3 * k], t[3 * k + 1] = sign * tx, sign * ty
            t[3 * k + 2] = R * (tx * y - ty * x)
        Jn.append(n)
        Jt.append(t)
    return M, Jn, Jt, [mu] * 5, [0, -v0] + [0] * 7
