"""Solutions of (39) drawn in fractions without the program; each end is one.

Random impacts in the plane of one to three contacts: whole masses, gradients
that may depend on each other, friction from none to 10. A solution picks a
pattern of signs beside v, a rate that stays in it from the least supports of
weights, and goes on to a change of sign or a part of the way. So it sticks,
slides at rest, and comes to several zeros at once. No end may have a distance
from the set.
"""
import itertools
import json
import os
import random
import tempfile
from fractions import Fraction as F

from program import check, done, run


def solve_null(rows, n):
    """Basis of the null space of rows (m x n)."""
    a = [list(r) for r in rows]
    piv, i = [], 0
    for c in range(n):
        k = next((k for k in range(i, len(a)) if a[k][c] != 0), None)
        if k is None:
            continue
        a[i], a[k] = a[k], a[i]
        d = a[i][c]
        a[i] = [x / d for x in a[i]]
        for k in range(len(a)):
            if k != i and a[k][c] != 0:
                f = a[k][c]
                a[k] = [x - f * y for x, y in zip(a[k], a[i])]
        piv.append(c)
        i += 1
    out = []
    for c in range(n):
        if c not in piv:
            z = [F(0)] * n
            z[c] = F(1)
            for k, p in enumerate(piv):
                z[p] = -a[k][c]
            out.append(z)
    return out


def rays(rows, n):
    """Extreme rays of {w >= 0, rows w = 0} by least supports."""
    out, supports = [], []
    for size in range(1, n + 1):
        for s in itertools.combinations(range(n), size):
            if any(set(t) <= set(s) for t in supports):
                continue
            z = solve_null([[r[c] for c in s] for r in rows], size)
            if len(z) != 1:
                continue
            z = z[0]
            if z[0] < 0:
                z = [-x for x in z]
            if all(x > 0 for x in z):
                w = [F(0)] * n
                for c, x in zip(s, z):
                    w[c] = x
                out.append(w)
                supports.append(s)
    return out


def inverse(M):
    n = len(M)
    a = [list(map(F, r)) + [F(int(i == j)) for j in range(n)]
         for i, r in enumerate(M)]
    for c in range(n):
        k = next(k for k in range(c, n) if a[k][c] != 0)
        a[c], a[k] = a[k], a[c]
        d = a[c][c]
        a[c] = [x / d for x in a[c]]
        for k in range(n):
            if k != c:
                f = a[k][c]
                a[k] = [x - f * y for x, y in zip(a[k], a[c])]
    return [r[n:] for r in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


class Impact:
    def __init__(self, M, Jn, Jt, mu, v):
        self.M, self.Jn, self.Jt, self.mu, self.v = M, Jn, Jt, mu, v
        self.p, self.nv = len(Jn), len(M)
        W = inverse(M)
        self.wn = [[dot(r, j) for r in W] for j in Jn]
        self.wd = [[dot(r, j) for r in W] for j in Jt]
        self.J = Jn + Jt
    def u(self, v):
        return [dot(j, v) for j in self.J]
    def corners(self, sign):
        """Of (39) for a pattern in which something approaches."""
        out = []
        for j in range(self.p):
            if sign[j] > 0:
                continue
            t = sign[self.p + j]
            for s in ((1, -1) if t == 0 else (t,)):
                out.append([x - s * self.mu[j] * y
                            for x, y in zip(self.wn[j], self.wd[j])])
        return out
    def edges(self, sign, cache):
        key = tuple(sign)
        if key not in cache:
            c = self.corners(sign)
            zero = [[dot(self.J[i], x) for x in c]
                    for i in range(2 * self.p) if sign[i] == 0]
            cache[key] = [[sum(w[k] * c[k][i] for k in range(len(c)))
                           for i in range(self.nv)]
                          for w in rays(zero, len(c))]
        return cache[key]


def sgn(x):
    return (x > 0) - (x < 0)


def draw(I, r, cache, most=40):
    """The end or None, and the knots."""
    v = list(I.v)
    knots = [v]
    for _ in range(most):
        u = I.u(v)
        if all(x >= 0 for x in u[:I.p]):
            return v, knots
        now = [sgn(x) for x in u]
        loose = [i for i, s in enumerate(now) if s == 0]
        tries = list(itertools.product((0, 0, -1, 1), repeat=len(loose)))
        r.shuffle(tries)
        moved = False
        for t in tries[:60]:
            sign = list(now)
            for i, s in zip(loose, t):
                sign[i] = s
            e = I.edges(sign, cache)
            if not e:
                continue
            for attempt in range(3):
                if r.random() < 0.5:
                    pick = [r.choice(e)]
                else:
                    pick = e
                k = [F(0)] * I.nv
                for x in pick:
                    f = F(r.choice((0, 1, 1, 2, 5, 1)))
                    k = [a + f * b for a, b in zip(k, x)]
                du = I.u(k)
                if not any(k) or any(du[i] * s <= 0 for i, s in zip(loose, t)
                                     if s != 0):
                    continue
                far = [-u[i] / du[i] for i in range(2 * I.p)
                       if now[i] * du[i] < 0]
                if not far:
                    check(False, "a rate that changes no sign")
                    return None, knots
                f = min(far)
                if r.random() < 0.4:
                    f *= F(r.randint(1, 7), 8)
                v = [a + f * b for a, b in zip(v, k)]
                moved = True
                break
            if moved:
                break
        if not moved:
            return None, knots
        knots.append(v)
    return None, knots


def random_impact(r):
    p = r.choice((1, 2, 2, 2, 3))
    nv = r.randint(1, 4)
    q = lambda a: r.randint(-a, a)
    while True:
        A = [[q(2) for _ in range(nv)] for _ in range(nv)]
        M = [[F(dot(A[i], A[j]) + (r.randint(1, 3) if i == j else 0))
              for j in range(nv)] for i in range(nv)]
        Jn = [[F(q(2)) for _ in range(nv)] for _ in range(p)]
        Jt = [[F(q(2)) for _ in range(nv)] for _ in range(p)]
        if p > 1 and r.random() < 0.2:
            Jt[1] = list(Jt[0])
        if p > 1 and r.random() < 0.1:
            Jn[1] = [-x for x in Jn[0]]
        if p > 1 and r.random() < 0.1:
            Jn[1] = list(Jn[0])
        mu = [F(r.choice((0, 1, 1, 2, 4, 8, 16, 40)), 4) for _ in range(p)]
        v = [F(q(3)) for _ in range(nv)]
        I = Impact(M, Jn, Jt, mu, v)
        if any(x < 0 for x in I.u(v)[:p]) and all(any(j) for j in Jn):
            return I


def scene(I):
    names = "abcdefg"[:I.nv]
    def lin(row, of):
        return " + ".join("(%d) * %s.%s" % (x, of, n)
                          for x, n in zip(row, names))
    out = ['local lagrange = require "perp.lagrange"',
           'local system = lagrange.system {',
           ' coordinates = {%s},' % ",".join('"%s"' % n for n in names),
           ' kinetic = function(q, v) return (%s) / 2 end,' % " + ".join(
               "(%d) * v.%s * v.%s" % (I.M[i][j], names[i], names[j])
               for i in range(I.nv) for j in range(I.nv)),
           ' contacts = function(q, v) return {']
    for j in range(I.p):
        out.append('  { name = "%s", gap = %s, mu = %s, slips = { %s } },' % (
            "ABC"[j], lin(I.Jn[j], "q"), repr(float(I.mu[j])),
            lin(I.Jt[j], "v")))
    out += [' } end }', 'return { system = system, h = 0.001, T = 0.01,',
            'q = {%s}, v = {%s} }' % (
                ", ".join("%s = 0" % n for n in names),
                ", ".join("%s = %d" % (n, x) for n, x in zip(names, I.v)))]
    return "\n".join(out) + "\n"


def ask_of(r, name, scene_file):
    I, cache, ends = random_impact(r), {}, {}
    with open(scene_file, "w") as f:
        f.write(scene(I))
    for k in range(20):
        end, knots = draw(I, r, cache)
        if end is not None:
            ends[tuple(end)] = len(knots)
    for end in sorted(ends, key=lambda e: -ends[e])[:3]:
        o = run("reach", scene_file, "--contains", ",".join(map(str, end)),
                "--within", "0", "--json", "--seconds", "1")
        x = json.loads(o.stdout)
        check(x["low"] == 0 and x["answer"] != "no", "%s: %s is an end" %
              (name, ",".join(map(str, end))))
        check(x["answer"] == "yes" or x["loose"] > 0,
              "%s: no path to %s" % (name, ",".join(map(str, end))))
        tally[x["answer"]] = tally.get(x["answer"], 0) + 1


tally = {}
seed = int(os.environ.get("PERP_SEED", "5"))
print("seed", seed)
with tempfile.TemporaryDirectory() as place:
    for n in range(60):
        ask_of(random.Random(seed * 100003 + n),
               "seed %d, impact %d" % (seed, n),
               os.path.join(place, "drawn.lua"))
check(tally.get("yes", 0) > 60, "asked: %r" % tally)
done()
