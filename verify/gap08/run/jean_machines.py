"""Random machines for the step of Moreau and Jean, and the step itself in fractions:
by all combinations of what a contact may do, with nothing of the program."""
import itertools
from fractions import Fraction as F

from slow_problem import eliminated

SCENE = """local perp = require "perp"
local ratio = perp.ratio
local system = perp.system {
  coordinates = { %(names)s },
  mass = function() return %(M)s end,
  force = function(t, q, v) return { %(force)s } end,
  %(rates)sjoints = function(q) return { %(joints)s } end,
  contacts = function(q, v) return { %(contacts)s } end,
}
return { system = system, scheme = "%(scheme)s", h = %(h)s, T = %(T)s, e = %(e)s,
  %(weights)s q = %(q)s, v = %(v)s }
"""


def word(x):
    return "ratio(%d, %d)" % (x.numerator, x.denominator)


def listed(x):
    return "{ " + ", ".join(listed(y) if isinstance(y, list) else word(y)
                            for y in x) + " }"


def linear(row, name):
    return " + ".join("%s * %s[%d]" % (word(a), name, i + 1)
                      for i, a in enumerate(row))


def dot(x, y):
    return sum((a * b for a, b in zip(x, y)), F(0))


def times(A, x):
    return [dot(row, x) for row in A]


def plus(x, c, y):
    return [a + c * b for a, b in zip(x, y)]


class Machine:
    """q' = G v; k = k0 + t k1 + A q + B v; joints nu q + c = 0 in v, with the
    rows J of q; contacts (row of q, constant, slips, mu)."""

    def __init__(self, r, friction=True, nv=None, e=None, forces=True):
        def small(low=-4):
            return F(r.randint(low, 4), r.randint(1, 3))

        def square(scale):
            P = [[small() for _ in range(nv)] for _ in range(nv)]
            return [[scale * dot(a, b) for b in P] for a in P]
        self.nv = nv = nv or r.randint(1, 3)
        L = [[small() if j < i else F(r.randint(1, 3)) if i == j else F(0)
              for j in range(nv)] for i in range(nv)]
        self.M = [[dot(L[i], L[j]) for j in range(nv)] for i in range(nv)]
        some = F(r.randint(0, 1)) * forces
        self.k0 = [small() * some for _ in range(nv)]
        self.k1 = [small() * some for _ in range(nv)]
        self.A, self.B = square(-some / 4), square(-some / 9)
        self.G = None
        while forces and nv > 1 and self.G is None and r.random() < 0.5:
            self.G = [[F(r.randint(-2, 2)) for _ in range(nv)]
                      for _ in range(nv)]  # other coordinates than velocities
            if eliminated(self.G, [F(0)] * nv) is None:
                self.G = None
        self.q = [small() for _ in range(nv)]
        self.v = [small() for _ in range(nv)]
        self.J = [[small() for _ in range(nv)]] if nv > 1 and \
            r.random() < 0.4 else []
        self.J = [row for row in self.J if any(row)]
        for row in self.J:  # the velocity keeps it
            nu = self.moved(row)
            self.v = plus(self.v, -dot(nu, self.v) / dot(nu, nu), nu)
        self.contacts = []
        for _ in range(r.randint(1, 2)):
            row = [small() for _ in range(nv)]
            row = row if any(row) else [F(1)] * nv
            slips = [[small() for _ in range(nv)]] if friction and nv > 1 \
                else []
            self.contacts.append((row, F(r.randint(0, 2), 2) -
                                  dot(row, self.q), slips,
                                  F(r.randint(0, 4), 4)))
        if dot(self.moved(self.contacts[0][0]), self.v) > 0:
            self.v = [-x for x in self.v]  # it approaches one of them
        self.h = F(1, r.randint(2, 5))
        self.e = F(r.randint(0, 4), 4) if e is None else e
        self.alpha = F(r.randint(1, 4), 4)
        self.gamma = r.choice([self.alpha, F(r.randint(0, 4), 4)])

    def moved(self, row):
        """A gradient by velocities: Gamma' of one by coordinates."""
        return row if self.G is None else [
            sum(row[i] * self.G[i][j] for i in range(self.nv))
            for j in range(self.nv)]

    def rate(self, v):
        return v if self.G is None else times(self.G, v)

    def scene(self, steps, scheme="moreau-jean"):
        nv = self.nv
        names = ", ".join('"x%d"' % k for k in range(nv))
        rates = "velocities = { %s }, rates = function() return %s end,\n  " % (
            ", ".join('"u%d"' % k for k in range(nv)), listed(self.G)) \
            if self.G else ""
        return SCENE % {
            "names": names, "M": listed(self.M), "rates": rates,
            "force": ", ".join("%s + %s * t + %s + %s" % (
                word(self.k0[i]), word(self.k1[i]), linear(self.A[i], "q"),
                linear(self.B[i], "v")) for i in range(nv)),
            "joints": ", ".join('{ name = "j%d", %s + %s }' % (
                k, linear(row, "q"), word(-dot(row, self.q)))
                for k, row in enumerate(self.J)),
            "contacts": ", ".join(
                '{ name = "w%d", gap = %s + %s, slips = { %s }, mu = %s }' % (
                    k, linear(row, "q"), word(c), ", ".join(
                        linear(d, "v") for d in slips), word(mu))
                for k, (row, c, slips, mu) in enumerate(self.contacts)),
            "scheme": scheme, "h": word(self.h), "T": word(self.h * steps),
            "e": word(self.e), "weights": "alpha = %s, gamma = %s," % (
                word(self.alpha), word(self.gamma))
            if scheme == "moreau-jean" else "",
            "q": listed(self.q), "v": listed(self.v)}

    def force(self, t, q, v, to):
        """h k^alpha of a step to v+, as a function that is linear in it."""
        a, w = self.alpha, plus(to, -1, v)
        k = plus(self.k0, t, self.k1)
        k = plus(plus(k, 1, times(self.A, q)), 1, times(self.B, v))
        later = plus(plus([self.h * x for x in self.k1], 1, times(self.B, w)),
                     self.h, times(self.A, self.rate(plus(v, self.gamma, w))))
        return [self.h * (x + a * y) for x, y in zip(k, later)]

    def closed(self, q, v):
        middle = plus(q, self.h / 2, self.rate(v))
        return [k for k, (row, c, _, _) in enumerate(self.contacts)
                if dot(row, middle) + c <= 0]

    def position(self, q, v, to):
        mean = plus([(1 - self.gamma) * x for x in v], self.gamma, to)
        return plus(q, self.h, self.rate(mean))

    def residual(self, t, q, v, to):
        """M (v+ - v) - h k^alpha: what the impulses have to be."""
        return plus(times(self.M, plus(to, -1, v)), -1,
                    self.force(t, q, v, to))

    def driven(self, q, v):
        """Do some impulses of closed contacts and joints cancel, with e c'n'v < 0?
        An extreme ray of those that cancel is positive on a few edges of friction
        cones, the only one that is; its first factor is put to 1."""
        nu, edges = [self.moved(row) for row in self.J], []
        for k in self.closed(q, v):
            row, _, slips, mu = self.contacts[k]
            n = self.moved(row)
            for d in [plus([F(0)] * self.nv, s * mu, d) for d in slips
                      for s in (1, -1)] or [[F(0)] * self.nv]:
                edges.append((plus(n, 1, d), dot(n, v)))
        for count in range(1, len(edges) + 1):
            for some in itertools.combinations(edges, count):
                columns = [g for g, _ in some[1:]] + nu
                b = some[0][0]  # b + sum of x columns = 0, by normal equations
                x = eliminated([[dot(a, c) for c in columns] for a in columns],
                               [dot(a, b) for a in columns])
                if x is None:
                    continue
                left = b
                for y, c in zip(x, columns):
                    left = plus(left, y, c)
                a = [F(1)] + x[:count - 1]
                if not any(left) and min(a) >= 0 and self.e * sum(
                        y * up for y, (_, up) in zip(a, some)) < 0:
                    return True
        return False

    def solutions(self, t, q, v):
        """All (v+, c_n, f) of the step that belong to a regular combination."""
        nv, nu = self.nv, [self.moved(row) for row in self.J]
        closed, found = self.closed(q, v), []
        zero = self.residual(t, q, v, [F(0)] * nv)
        unit = [[F(i == j) for i in range(nv)] for j in range(nv)]
        slope = [plus(self.residual(t, q, v, x), -1, zero) for x in unit]
        for modes in itertools.product("o0+-", repeat=len(closed)):
            rows, right, columns = nu[:], [F(0)] * len(nu), nu[:]
            for k, mode in zip(closed, modes):
                row, _, slips, mu = self.contacts[k]
                n = self.moved(row)
                d = slips[0] if slips else [F(0)] * nv
                if mode == "o":
                    continue
                if mode != "0" and not slips:
                    break
                rows.append(n)
                right.append(-self.e * dot(n, v))
                columns.append(plus(n, {"0": 0, "+": -mu, "-": mu}[mode], d))
                if mode == "0" and slips:
                    rows.append(d)
                    right.append(F(0))
                    columns.append(d)
            else:
                found += self.judged(t, q, v, closed, modes, rows, right,
                                     columns, slope, zero)
        return found

    def judged(self, t, q, v, closed, modes, rows, right, columns, slope, zero):
        nv, m = self.nv, len(columns)
        A = [[slope[j][i] for j in range(nv)] + [-c[i] for c in columns]
             for i in range(nv)] + [row + [F(0)] * m for row in rows]
        x = eliminated(A, zero + [-c for c in right])
        if x is None:
            return []
        to, rest = x[:nv], iter(x[nv + len(self.J):])
        cn, f = {}, {}
        for k, mode in zip(closed, modes):
            _, _, slips, mu = self.contacts[k]
            cn[k] = F(0) if mode == "o" else next(rest)
            f[k] = F(0) if mode == "o" or not slips else {
                "0": None, "+": -mu * cn[k], "-": mu * cn[k]}[mode]
            if f[k] is None:
                f[k] = next(rest)
        return [(to, cn, f)] if self.solves(t, q, v, to, cn, f) else []

    def solves(self, t, q, v, to, cn, f):
        """Every condition, of numbers from anywhere; joints push what is left."""
        left = self.residual(t, q, v, to)
        for k, c in cn.items():
            row, _, slips, mu = self.contacts[k]
            n, push = self.moved(row), f.get(k, F(0))
            up, speed = dot(n, plus(to, self.e, v)), F(0)
            left = plus(left, -c, n)
            if slips:
                left, speed = plus(left, -push, slips[0]), dot(slips[0], to)
            if c < 0 or up < 0 or c * up != 0 or abs(push) > mu * c:
                return False
            if speed and push != (-mu * c if speed > 0 else mu * c):
                return False
        for row in self.J:
            nu = self.moved(row)
            if dot(nu, to) != 0:
                return False
            left = plus(left, -dot(nu, left) / dot(nu, nu), nu)
        return not any(left)

    def energy(self, v):
        return dot(v, times(self.M, v)) / 2

    def gained(self, t, q, v, to, f):
        """What is left of the identity of energy when forces, the law's own loss
        and friction with v+ are taken away: e times f d'v (joints are kept)."""
        u, w = plus(to, self.e, v), plus(to, -1, v)
        left = (1 + self.e) * (self.energy(to) - self.energy(v)) + \
            (1 - self.e) * self.energy(w) - dot(u, self.force(t, q, v, to))
        own = F(0)
        for k, push in f.items():
            for d in self.contacts[k][2]:
                left -= push * dot(d, to)
                own += self.e * push * dot(d, v)
        return left, own
