"""For check.py: projections of AP02, steps of P10."""
from fractions import Fraction as Q
from math import inf, ldexp, nextafter

from lists import rank
from words import demand


def dot(row, x):
    return sum(c * x[i] for i, c in row.items())


def half(M, x):
    return sum(x[i] * dot(M[i], x) for i in range(len(x))) / 2


def above(x):
    """A double that is at least x >= 0, and hardly more."""
    t = -(-(x.numerator << 1100) // x.denominator)
    n = t.bit_length()
    m = ldexp(t >> n - 53 if n > 53 else t << 53 - n, -53)
    if n > 2000:
        return inf
    return nextafter(ldexp(nextafter(m, 2), n - 1100), inf) if t > 0 else 0.0


def gains(run, x):
    """So much energy more; the sum is an upper bound."""
    if x > 0:
        run.gain = nextafter(run.gain + above(x), inf)


def mass(f, nv):
    """M, symmetric by its upper half, and positive semidefinite (C18)."""
    M = f.array("M", nv, nv)
    demand(all(j >= i for i in range(nv) for j in M[i]), "M's upper half")
    for i in range(nv):
        for j, x in M[i].items():
            M[j][i] = x
    if f.mass != M:
        squares([dict(row) for row in M])
        f.mass = M
    return M


def inverse(B, places):
    """Of a matrix {column: fraction} by rows: in doubles, by elimination; its entries in
    units of 2^-places. It may be any."""
    n = len(B)
    A = [[float(row.get(j, 0)) for j in range(n)] + [
        float(i == j) for j in range(n)] for i, row in enumerate(B)]
    scale = [max(map(abs, row[:n])) for row in A]
    demand(all(scale), "a system that is singular")
    for i in range(n):
        k = max(range(i, n), key=lambda k: abs(A[k][i]) / scale[k])
        A[i], A[k], scale[i], scale[k] = A[k], A[i], scale[k], scale[i]
        demand(A[i][i] != 0, "a system that is singular")
        top = A[i] = [x / A[i][i] for x in A[i]]
        for k in range(n):
            c = A[k][i]
            if k != i and c:
                A[k] = [x - c * y if y else x for x, y in zip(A[k], top)]
    demand(all(abs(x) < 2.0 ** 500 for row in A for x in row[n:]), "singular")
    return [[int(x * 2.0 ** places) for x in row[n:]] for row in A]


def squares(M):
    """Each row in turn completes a square, if it has few entries; what is left is M
    without it."""
    for i, row in enumerate(M):
        pivot = row.pop(i, Q(0))
        demand(pivot > 0 or (pivot == 0 and not row), "M is not positive")
        for j, x in row.items():
            del M[j][i]
            for k, y in row.items():
                M[j][k] = M[j].get(k, Q(0)) - x * y / pivot
                if M[j][k] == 0:
                    del M[j][k]


def keep(run, *residuals):
    """The largest of each sort; only in level L0 there is one."""
    worst = [max(list_ + [Q(0)]) for list_ in residuals]
    demand(run.level == "L0" or not any(worst), "not a solution")
    run.residual = [max(pair) for pair in zip(run.residual, worst)]


def collision(run, ids, speeds):
    """(C17): of a contact that the step does not list; or, at rest, of one that did
    not touch and approaches."""
    before = run.kept if run.listed is None else run.listed
    demand(any(i not in before and (run.listed is not None or v < 0)
               for i, v in zip(ids, speeds)), "nothing collides")
    if run.listed is not None:
        hand(run, ids)


def hand(run, ids):
    """The contacts that stay closed are in hand, and no others are equations."""
    mode, there = run.s.project, run.hand
    demand(mode in ("none", "joints") or there == ids or
           (mode == "full" and set(ids) <= set(there)), "contacts in hand")


def projected(run, jump):
    """(46): the position behind a projection; its residual is kept, and bounded."""
    f, s = run.f, run.s
    if s.project == "none":
        return run.q
    equations, springs, ids = f.take("project @D @D @D*")
    demand(ids == sorted(set(ids)) and len(ids) < 4096, "a projection")
    demand(all(s.find(i) for i in ids), "a contact")
    run.hand, base = ids, s.m + springs
    demand(equations == base or (s.project == "contacts" and
                                 equations == base + len(ids)), "equations")
    demand(springs == (s.project == "full") * s.held and
           not (ids and s.project == "joints"), "rows of the projection")
    if not jump and run.level != "L0":
        hand(run, run.kept)
    G = f.array("G", s.nq * s.G, s.nv)
    rows = [row for tag, n in (("nu", s.m), ("a", springs), ("n", len(ids)))
            for row in f.array(tag, n, s.nv)]
    value, force = f.list("value", len(rows)), f.list("force", len(rows))
    to = f.list("p", s.nq)
    run.deep.project(jump, G, rows, springs, ids, value, to)
    move = [b - a for a, b in zip(run.q, to)]
    worst = [-e for e in move] if not s.G else [Q(0)] * s.nv
    for row, x in zip(G, move):
        for j, e in row.items():
            worst[j] -= e * x
    for row, c in zip(rows, force):
        for j, e in row.items():
            worst[j] += e * c
    for k, (v, c) in enumerate(zip(value, force)):
        pair = k >= equations
        worst += [v] if not (pair and c == 0 and v > 0) else []
        worst += [c] if pair and c < 0 else []
    far = max([Q(0)] + [abs(e) for e in worst])
    demand(far * 2 ** 39 <= max([Q(1)] + [abs(x) for x in to]), "its residual")
    run.projection = max(run.projection, far)
    return to


def cone(run, J, who):
    """(C14): is the friction cone of these rows pointed?"""
    nu, _, normals, slips = J
    if run.f.ahead("p"):
        x = run.f.list("pointed", run.s.nv)
        demand(not any(dot(row, x) for row in nu), "a joint moves")
        demand(rank([[row.get(j, Q(0)) for j in range(run.s.nv)]
                     for row in nu]) == len(nu), "joints that depend")
        for n, d, mu in by_contact(normals, slips, who):
            demand(dot(n, x) > max([mu * abs(dot(row, x)) for row in d] + [0]),
                   "a contact stays closed")
    elif run.f.ahead("v"):
        m, p = len(nu), len(normals)
        x = run.f.list("vanishing", m + p + len(slips))
        left = [Q(0)] * run.s.nv
        for row, c in zip(nu + normals + slips, x):
            for j, e in row.items():
                left[j] += e * c
        demand(any(x) and not any(left), "they do not vanish")
        for c, f, mu in by_contact(x[m:m + p], x[m + p:], who):
            demand(c >= 0 and sum(abs(e) for e in f) <= mu * c, "the cone")


def by_contact(normals, slips, who):
    at = 0
    for n, (count, mu) in zip(normals, who):
        yield n, slips[at:at + count], mu
        at += count


class Nodes:
    """P10: (P1), (P2), and what they say when K is a polyhedron. Moreau's step."""

    def __init__(self, run):
        self.run, self.K, self.before = run, None, None

    def node(self):
        run, s, f = self.run, self.run.s, self.run.f
        first, nv = run.rows == 0, s.nv
        moreau = s.scheme == "moreau"
        e = Q(0) if first and not moreau else s.e
        h, q, v, back = s.h, run.q, run.v, -e if moreau else e
        p = sum(c[0] for c in s.contacts)
        demand(s.T / h > run.time, "a step behind the end of the run")
        run.rows += 1
        M = mass(f, nv)
        g, gap, n = f.list("g", nv), f.list("f", p), f.array("n", p, nv)
        z = f.list("impulse", p) if run.level == "L0" else \
            f.list("z", nv + p)
        to = f.list("v", nv)
        if run.level == "L0":
            z = [(b - back * a) / (1 + e) for a, b in zip(v, to)] + z
        w, push = z[:nv], z[nv:]
        exact = [back * a + (1 + e) * b for a, b in zip(v, w)]
        jump = [b - a for a, b in zip(v, exact)]
        left = [dot(M[i], jump) - h * g[i] for i in range(nv)]
        for row, c in zip(n, push):
            for j, x in row.items():
                left[j] -= x * c
        Z, off = [x + h * dot(row, w) for x, row in zip(gap, n)], []
        if moreau:  # of what is open only that it does not push
            off = [abs(c) for x, c in zip(gap, push) if x > 0]
            Z = [Q(0) if x > 0 else z - x for x, z in zip(gap, Z)]
        keep(run, [abs(x) for x in left] + [-c for c in push] + off,
             [-x / h for x in Z], [abs(x * c) / h for x, c in zip(Z, push)])
        if run.level != "L0":
            run.truncated(to, exact)
            K = (n, [x - dot(row, q) for x, row in zip(gap, n)])
            demand(not s.flat or first or moreau or self.K == K, "K is another")
            self.K = K
        if run.level == "R" and s.flat and run.rows > 2 and not moreau:
            self.lemmas(e, M, g, n, Z, push, v, to)
        run.deep.node(M, g, gap, n)
        run.q = run.follow("q", q, [{j: h} for j in range(nv)], 1 - s.gamma,
                           s.gamma, to)
        run.deep.row(q, None)
        self.before, run.v = v, to
        run.time += 1

    def lemmas(self, e, M, g, n, Z, push, one, V):
        two, s = self.before, self.run.s
        U = [a + e * b for a, b in zip(V, two)]
        demand(all(dot(row, U) <= 0 for row, x in zip(n, Z) if x == 0), "(C2)")
        demand(sum(c * dot(row, U) for c, row in zip(push, n)) <= 0, "(C3)")
        norm = [sum(x[i] * dot(M[i], x) for i in range(s.nv))
                for x in (V, one, two)]
        demand((1 - e) * norm[0] <= (1 + e) * norm[1] +
               2 * e * norm[2] + 2 * s.h * sum(a * b for a, b in zip(g, U)),
               "(C5)")
