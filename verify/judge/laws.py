"""The laws of doc/80-judging.md once more, in fractions, for small systems that are
written here a second time: an oracle for perp judge. It shares nothing with perp:
quadratic and linear programs are solved by trying all sets of active edges."""
import itertools
from fractions import Fraction as F

HALF = F(1, 2)


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), F(0))


def times(A, x):
    return [dot(row, x) for row in A]


def solve(A, b):
    """A x = b for a square A; None when it is singular."""
    n = len(b)
    T = [list(row) + [c] for row, c in zip(A, b)]
    for c in range(n):
        p = next((r for r in range(c, n) if T[r][c] != 0), None)
        if p is None:
            return None
        T[c], T[p] = T[p], T[c]
        lead = T[c][c]
        T[c] = [x / lead for x in T[c]]
        for r in range(n):
            if r != c and T[r][c] != 0:
                f = T[r][c]
                T[r] = [x - f * y for x, y in zip(T[r], T[c])]
    return [row[n] for row in T]


def bordered(M, rows, J):
    """u, multipliers: M u + rows'y = J, rows u = 0."""
    n, m = len(J), len(rows)
    A = [list(M[i]) + [r[i] for r in rows] for i in range(n)]
    A += [list(r) + [F(0)] * m for r in rows]
    x = solve(A, list(J) + [F(0)] * m)
    return None if x is None else (x[:n], x[n:])


def nearest(M, nu, G, J):
    """u of the point of { nu y + G c } nearest to J in the norm of M^-1."""
    for k in range(len(G) + 1):
        for S in itertools.combinations(range(len(G)), k):
            found = bordered(M, nu + [G[i] for i in S], J)
            if found is None:
                continue
            u, c = found[0], found[1][len(nu):]
            if min(c, default=0) >= 0 and all(dot(g, u) <= 0 for g in G):
                return u
    raise ArithmeticError("no nearest point")


def cheapest(nu, G, z, price):
    """min price'c, nu y + G c = z, c >= 0, over all basic solutions."""
    best = None
    n = len(z)
    for k in range(n - len(nu) + 1):
        for S in itertools.combinations(range(len(G)), k):
            cols = nu + [G[i] for i in S]
            if not cols:
                if all(x == 0 for x in z):
                    best = F(0)
                continue
            N = [[dot(a, b) for b in cols] for a in cols]
            x = solve(N, [dot(a, z) for a in cols])
            if x is None or min(x[len(nu):], default=0) < 0:
                continue
            back = [sum((c[i] * y for c, y in zip(cols, x)), F(0))
                    for i in range(n)]
            if back != z:
                continue
            cost = sum((price[i] * y for i, y in zip(S, x[len(nu):])), F(0))
            best = cost if best is None or cost < best else best
    return best


def plus(x):
    return x if x > 0 else F(0)


class Rule:
    """How a motion is judged; see doc/80-judging.md."""

    def __init__(self, place, closed=1e-4, e=0.0, weight=1.0, alpha=F(1),
                 gamma=F(1), h=None):
        self.place, self.closed, self.e = place, F(closed), F(e)
        self.weight, self.alpha, self.gamma = F(weight), alpha, gamma
        self.h = h


def demanded(system, rule, a, b):
    """h, data at the place, J, x, y of the interval between two rows (t, q, v)."""
    (t0, q0, v0), (t1, q1, v1) = a[:3], b[:3]
    h = F(rule.h) if rule.h else t1 - t0
    dv = [y - x for x, y in zip(v0, v1)]
    mean = [(x + y) / 2 for x, y in zip(v0, v1)]
    if rule.place == "own":
        al, ga = rule.alpha, rule.gamma
        M, k0 = system.M(q0), system.k(t0, q0, v0)
        k1, kv = system.k(t0 + h, q0, v0), system.kv(t0 + h, q0, v0)
        n = len(v0)
        Mt = [[M[i][j] - al * h * kv[i][j] for j in range(n)]
              for i in range(n)]
        J = [x - h * ((1 - al) * f + al * g)
             for x, f, g in zip(times(Mt, dv), k0, k1)]
        x = [(1 - al) * u + al * w for u, w in zip(v0, v1)]
        return h, q0, M, J, x, (x if rule.e == 0 else mean)
    t, q, v = {"begin": (t0, q0, v0), "end": (t1, q1, v1),
               "midpoint": ((t0 + t1) / 2,
                            [(x + y) / 2 for x, y in zip(q0, q1)],
                            mean)}[rule.place]
    M = system.M(q)
    J = [x - h * f for x, f in zip(times(M, dv), system.k(t, q, v))]
    return h, q, M, J, list(v1), mean


def edges(contacts):
    """(contact, b, g) for each edge n + mu b_k d_k, b_k = +1 or -1."""
    out = []
    for j, (n, slips, mu) in contacts:
        if mu == 0 or not slips:
            out.append((j, None, 0, n))
        for s in range(len(slips) if mu > 0 else 0):
            for b in (1, -1):
                out.append((j, s, b, [x + b * mu * d
                                      for x, d in zip(n, slips[s])]))
    return out


def most(values):
    return max((v for v in values), default=F(0))


def of_row(system, q):
    return {"gaps": most([plus(-g) for g in system.gaps(q)]),
            "joints": most([abs(x) for x in system.theta(q)])}


def of_interval(system, rule, a, b):
    """law -> number of one interval."""
    q0, v0, q1, v1 = a[1], a[2], b[1], b[2]
    h, q, M, J, x, y = demanded(system, rule, a, b)
    w = rule.weight
    out = {"kinematics": most([abs(q1[i] - q0[i] - h *
                                   ((1 - w) * v0[i] + w * v1[i]))
                               for i in range(len(q0))])}
    g0, g1 = system.gaps(q0), system.gaps(q1)
    nu, rows = system.nu(q), system.rows(q)
    closed = [j for j in range(len(g0))
              if g0[j] <= rule.closed or g1[j] <= rule.closed]
    early = {j: g0[j] <= rule.closed for j in closed}
    E = edges([(j, rows[j]) for j in closed])
    G = [e[3] for e in E]
    u = nearest(M, nu, G, J)
    Mu = times(M, u)
    z = [p - r for p, r in zip(J, Mu)]
    rho = {j: dot(rows[j][0], x) + rule.e * dot(rows[j][0], v0)
           for j in closed}
    slip = {j: [dot(d, x) for d in rows[j][1]] for j in closed}
    fast = {j: most([abs(s) for s in slip[j]]) for j in closed}
    out["momentum"] = dot(u, Mu) / 2
    out["impulse"] = most([abs(r) for r in Mu])
    out["hold"] = most([abs(dot(r, x)) for r in nu])
    out["approach"] = most([plus(-rho[j]) for j in closed if early[j]])
    out["complementarity"] = cheapest(nu, G, z,
                                      [plus(rho[j]) for j, _, _, _ in E])
    out["coulomb"] = cheapest(nu, G, z, [
        rows[j][2] * (fast[j] + b * slip[j][s]) if b else F(0)
        for j, s, b, _ in E])
    out["gained"] = plus(dot(y, J))
    out["lost"] = plus(-dot(y, Mu))
    if len(b) > 3:
        out.update(of_given(system, rows, early, M, nu, J, rho, slip, fast,
                            b[3], b[4]))
    return out


def of_given(system, rows, early, M, nu, J, rho, slip, fast, cn, ft):
    R = list(J)
    out = {k: [] for k in ("pull", "open", "cone", "complementarity",
                           "coulomb")}
    for j, (n, slips, mu) in enumerate(rows):
        size = sum((abs(f) for f in ft[j]), F(0))
        if j not in early:
            out["open"].append(abs(cn[j]) + size)
            continue
        R = [r - c * cn[j] for r, c in zip(R, n)]
        for f, d in zip(ft[j], slips):
            R = [r - f * c for r, c in zip(R, d)]
        push = plus(cn[j])
        out["pull"].append(plus(-cn[j]))
        out["cone"].append(plus(size - mu * cn[j]))
        out["complementarity"].append(push * (abs(rho[j]) if early[j]
                                              else plus(rho[j])))
        out["coulomb"].append(plus(mu * push * fast[j] + dot(ft[j], slip[j])))
    u = nearest(M, nu, [], R)
    out = {"given-" + k: most(v) for k, v in out.items()}
    out["given-momentum"] = dot(u, times(M, u)) / 2
    return out
