"""A second perp-check, in fractions: python3 check.py FILE

Written from doc/70-certificate.md; (C1) to (C12) are the checks of that
chapter. Exit code 0: accepted, 1: refused, 2: usage, 6: a file cannot be read."""
import math
import sys
from fractions import Fraction as Q

from statement import SCHEMES, Lines, Refused, Scene, demand, double, whole


def dot(row, x):
    return sum(c * x[i] for i, c in row.items())


def rows(array, n, nv):
    """The rows of a matrix of nv columns, each {column: entry}."""
    out = [{} for _ in range(n)]
    for i, x in array.items():
        out[i // nv][i % nv] = x
    return out


class Problem:
    """One problem: read and checked; self.to is the velocity behind it."""

    def __init__(self, f, s, exact, v, kept, jump):
        nv, m = s.nv, s.m
        h, a, g = (0, 1, 1) if jump else (s.h, s.alpha, s.gamma)
        self.id = f.take(("jump" if jump else "step") + " @D*")[0]
        demand(len(self.id) <= 4096 and self.id == sorted(set(self.id)), "ids")
        demand(s.sharp or set(kept) <= set(self.id), "a contact is missing")
        who = [s.find(i) for i in self.id]
        p, r = len(who), sum(slips for slips, _ in who)
        upper = f.array("M", nv * nv)
        demand(all(i // nv <= i % nv for i in upper), "M is its upper half")
        M = rows({**upper, **{i % nv * nv + i // nv: x
                              for i, x in upper.items()}}, nv, nv)
        none = {} if jump else None
        F, kq, kv = (rows(none if jump else f.array(t, nv * nv), nv, nv)
                     for t in ("F", "kq", "kv"))
        k0, k1 = (none if jump else f.array(t, nv) for t in ("k0", "k1"))
        if not jump:
            self.G = rows(f.array("G", s.G * s.nq * nv), s.nq, nv)
        nu, S = rows(f.array("nu", m * nv), m, nv), len(s.springs)
        phi, a_ = ({}, []) if jump else (f.array("phi", S), rows(
            f.array("a", S * nv), S, nv))
        J = [nu, a_] + [rows(f.array(t, n * nv), n, nv)
                        for t, n in (("n", p), ("d", r))]
        den = f.take("den @W")[0] if exact else 1
        demand(den > 0, "a denominator")
        number = whole if exact else double
        x = f.array("x", nv, number) if exact else None
        sizes = (m, len(a_), p, r)
        z = [{} if jump and t == "cs" else f.array(t, n, number)
             for t, n in zip(("cnu", "cs", "cn", "f"), sizes)]
        self.stored = f.array("v", nv)
        self.to = [self.stored.get(i, Q(0)) for i in range(nv)]
        if exact:
            x = [Q(x.get(i, 0), den) for i in range(nv)]
        else:
            x = [a * t + (1 - a) * b for t, b in zip(self.to, v)]
        z = [[Q(c.get(i, 0)) * (Q(1, den) if exact else a) for i in range(n)]
             for c, n in zip(z, sizes)]
        form = SCHEMES[0] if jump else s.scheme
        law = [self.spring(form, (h, a, g), *s.springs[i], phi.get(i, 0),
                           dot(row, v), dot(row, x))
               for i, row in enumerate(a_)]
        self.solve(s, form, (h, a, g), (M, F, kq, kv, k0, k1), v, x, J, z, who,
                   law)
        if exact:
            demand(all(e <= 0 for e in self.residual), "not a solution")
            self.truncate(a, v, x, M)
        self.kept = [i for i, n in zip(self.id, J[2]) if dot(n, x) <= 0] \
            if exact else []

    def spring(self, form, scheme, stiff, damp, phi, av, ax):
        """The law of a spring (C12): alpha times its impulse, None: rigid."""
        h, a, g = scheme
        if form == "stiff-limit" and (stiff or damp):
            return None
        if form == "semi-implicit":
            return -h * (stiff * phi + damp * av)
        return -a * h * (stiff * (phi + h * ((a - g) * av + g * ax)) +
                         damp * ax)

    def solve(self, s, form, scheme, data, v, x, J, z, who, law):
        """Residuals: N s, m/s, J; and the energy that nothing accounts for."""
        h, a, g = scheme
        M, F, kq, kv, k0, k1 = data
        w = [(b - c) / a for b, c in zip(x, v)]
        force = [Q(0)] * s.nv
        for i in range(s.nv):
            k = k0.get(i, 0)
            if form == SCHEMES[0]:
                k += a * (k1.get(i, 0) - k0.get(i, 0))
            if form == "semi-implicit":
                force[i] = h * (k + dot(F[i], v))
            else:
                force[i] = h * (k + dot(F[i], x) + a * dot(kv[i], w) +
                                a * h * (dot(kq[i], v) + g * dot(kq[i], w)))
        push = [Q(0)] * s.nv
        for row, c in zip(sum(J, []), sum(z, [])):
            for i, e in row.items():
                push[i] += e * c
        motion = [a * (dot(M[i], w) - force[i]) - push[i]
                  for i in range(s.nv)]  # (C1)
        nu, ax, n, d = ([dot(row, x) for row in rows_] for rows_ in J)
        impulse = [abs(e) for e in motion] + [-c for c in z[2]]
        velocity = [abs(e) for e in nu] + [-e for e in n]  # (C2), (C3)
        impulse += [abs(c - l) for c, l in zip(z[1], law) if l is not None]
        velocity += [abs(e) for e, l in zip(ax, law) if l is None]
        energy = [e * c for e, c in zip(n, z[2])]  # (C4)
        at = 0
        for c, (slips, mu) in zip(z[2], who):  # (C5)
            f, slip = z[3][at:at + slips], d[at:at + slips]
            at += slips
            lam = max([abs(e) for e in slip] + [0])
            zeta = mu * c - sum(abs(e) for e in f)
            impulse.append(-zeta)
            energy += [abs(e) * lam + e * y for e, y in zip(f, slip)]
            energy.append(zeta * lam)
        self.residual = [max(list_ + [Q(0)])
                         for list_ in (impulse, velocity, energy)]
        to = [b + c for b, c in zip(v, w)]
        self.gain = max(Q(0), half(M, to) - half(M, v) + (2 * a - 1) *
                        half(M, w) - sum(b * c for b, c in zip(x, force)) -
                        sum(l * e for l, e in zip(law, ax) if l) / a)

    def truncate(self, a, v, x, M):
        exact = [(b - (1 - a) * c) / a for b, c in zip(x, v)]
        for t, e in zip(self.to, exact):  # (C7)
            size = abs(t.numerator).bit_length() - t.denominator.bit_length()
            last = max(size - 52, -1074) if t else -1074
            demand(t * e >= 0 and 0 <= abs(e) - abs(t) < Q(2) ** last,
                   "v is not the exact velocity truncated")
        demand(all(M[i].get(i, 0) >= 0 for i in range(len(M))), "M")
        demand(self.gain == 0, "the energy inequality")  # (C6)
        self.gain = max(Q(0), half(M, self.to) - half(M, exact))


def half(M, x):
    return sum(x[i] * dot(M[i], x) for i in range(len(x))) / 2


class Run:
    """The state, in doubles where the run rounds and fractions elsewhere."""

    def __init__(self, f, s, exact):
        self.f, self.s, self.exact = f, s, exact
        self.h, self.g, self.T = float(s.h), float(s.gamma), float(s.T)
        self.q = [float(x) for x in s.q]
        self.v, self.kept = s.v, []
        self.base, self.k, self.rows = 0.0, 0, 0
        self.left = math.ceil(s.T / s.h - Q(1, 10 ** 9))
        self.residual, self.gain = [Q(0)] * 3, Q(0)

    def problem(self, v, jump):
        p = Problem(self.f, self.s, self.exact, v, self.kept, jump)
        self.kept = p.kept
        self.residual = [max(pair) for pair in zip(self.residual, p.residual)]
        self.gain += p.gain
        return p

    def rate(self, p, v):
        out = []
        for i in range(self.s.nq):
            if not self.s.G:
                out.append(v[i])
                continue
            sum_ = 0.0
            for j, e in p.G[i].items():
                sum_ += float(e) * v[j]
            out.append(sum_)
        return out

    def read(self, tag, x):
        stated = self.f.array(tag, len(x))
        demand([stated.get(i, 0) for i in range(len(x))] == x,
               tag + " is not what follows")

    def row(self):
        demand(self.left > 0, "a row behind the end of the run")
        self.rows += 1
        demand(self.f.take("row @D") == [self.rows], "rows count from 1")
        to, x = self.v, 0.0
        if self.f.ahead("s"):
            p = self.problem(self.v, False)
            old, to, h, g = [float(e) for e in self.v], p.to, self.h, self.g
            new = [float(e) for e in to]
            mean = [(1 - g) * b + g * c for b, c in zip(old, new)]
            end = [b + h * c for b, c in zip(self.q, self.rate(p, mean))]
            if self.f.ahead("q"):  # (C9)
                self.q = end
                self.read("q", self.q)
                self.k, self.left = self.k + 1, self.left - 1
            else:  # (C10)
                x = float(self.f.take("hit @F")[0])
                demand(0 < x <= 1, "a collision outside of the step")
                W = x * x * (3 * g - 1 + (1 - 2 * g) * x)
                w = x * (6 * g * (1 - x) + 3 * x - 2)
                self.q = end if x == 1 else [
                    b + W * (h * c) + (x - W) * (h * d) for b, c, d in
                    zip(self.q, self.rate(p, new), self.rate(p, old))]
                self.read("q", self.q)
                before = [w * c + (1 - w) * b for b, c in zip(old, new)]
                self.read("v", before)
                self.v = [Q(e) for e in before]
        if x > 0 or self.f.ahead("j"):
            to = self.problem(self.v, True).to
            self.strike(x)
        self.v = to

    def strike(self, x):  # (C11)
        if self.s.uniform:
            self.k, self.left = self.k + 1, self.left - 1
        elif x > 0:
            self.base += float(self.k) * self.h + x * self.h
            self.k = 0
            self.left = max(0, math.ceil((self.T - self.base) / self.h - 1e-9))


def check_texts(statement, f):
    s = Scene(statement)
    f.take("perp proof 1")
    level = f.take("level @T")[0]
    demand(level in ("L0", "L1"), "level L0 or L1 expected")
    demand(f.take("scene @T") == [s.digest], "the proof is of another scene")
    run = Run(f, s, level == "L1")
    while f.ahead("r"):
        run.row()
    demand(f.take("end @D") == [run.rows] and run.left <= 0, "not at its end")
    digest = f.digest()
    demand(f.take("sha256 @T") == [digest] and f.at == len(f.text), "digest")
    return ("accepted: %s %d rows, residuals %.6g %.6g %.6g, energy %.6g" %
            (level, run.rows, *map(float, run.residual), float(run.gain)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: check.py FILE", file=sys.stderr)
        sys.exit(2)
    try:
        print(check_texts(Lines(sys.argv[1] + ".scene"), Lines(sys.argv[1])))
    except (Refused, ValueError, OverflowError) as why:
        print("refused: %s" % why)
        sys.exit(1)
    except OSError as why:
        print("cannot read: %s" % why, file=sys.stderr)
        sys.exit(6)
