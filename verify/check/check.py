"""A second perp-check, in fractions: python3 check.py FILE

Written from doc/70-certificate.md and doc/71-enclosures.md; (C1) to (C12) are the
checks of the first, level L2 is in deep.py. Exit code 0: accepted, 1: refused, 2:
usage, 6: a file cannot be read."""
import sys
from fractions import Fraction as Q

from deep import Deep, Shallow
from extra import (above, collision, cone, dot, gains, half, keep, mass,
                   projected)
from impacts import check_alone
from rebound import gives, rebound
from statement import Scene
from words import VERSION, Lines, Refused, demand


class Run:
    def __init__(self, f, s, level):
        self.f, self.s, self.level = f, s, level
        self.q, self.v, self.kept, self.time, self.rows = s.q, s.v, [], Q(0), 0
        self.residual, self.gain, self.projection = [Q(0)] * 3, 0.0, Q(0)
        self.met, self.listed, self.hit, self.hand = False, None, None, []
        self.deep = (Deep if level == "L2" else Shallow)(self)

    def problem(self, jump):
        """Reads a problem and checks it; the velocity behind it, and Gamma."""
        f, s, nv, v = self.f, self.s, self.s.nv, self.v
        h, a, g = map(Q, (0, 1, 1)) if jump else (s.h, s.alpha, s.gamma)
        form = "alpha-gamma" if jump else s.how.form
        ids = f.take(("jump" if jump else "step") + " @D*")[0]
        demand(len(ids) <= 4096 and ids == sorted(set(ids)), "ids")
        s.how.active(self, ids)
        who = [s.find(i) for i in ids]
        sizes = (s.m, 0 if jump else len(s.springs), len(ids),
                 sum(slips for slips, _ in who))
        M = self.M = mass(f, nv)
        F, kq, kv, k0, k1, G, phi = [{}] * nv, [{}] * nv, [{}] * nv, \
            [Q(0)] * nv, [Q(0)] * nv, [], []
        if not jump:
            F, kv, kq = (f.array(t, nv, nv) for t in ("F", "kv", "kq"))
            k0, k1 = f.list("k0", nv), f.list("k1", nv)
            G, phi = f.array("G", s.nq * s.G, nv), f.list("phi", sizes[1])
        J = [f.array(t, n, nv) if t != "a" or not jump else []
             for t, n in zip(("nu", "a", "n", "d"), sizes)]
        x = f.list("z", nv + sum(sizes))
        more = jump and gives(s, x[nv + s.m:][:len(ids)])
        to = f.list("v", nv) if self.level == "L0" or not more else x[:nv]
        if self.level == "L0":
            demand(not any(x[:nv]), "level L0 states no x")
            x = [a * t + (1 - a) * b for t, b in zip(to, v)] + \
                [a * e for e in x[nv:]]
        x, rest = x[:nv], iter(x[nv:])
        z = [[next(rest) for _ in range(n)] for n in sizes]
        w = [(b - c) / a for b, c in zip(x, v)]
        force = [Q(0)] * nv
        for i in range(nv):
            k = k0[i] + (form == "alpha-gamma") * a * (k1[i] - k0[i])
            force[i] = h * (k + dot(F[i], v)) if form == "semi-implicit" else \
                h * (k + dot(F[i], x) + a * dot(kv[i], w) +
                     a * h * (dot(kq[i], v) + g * dot(kq[i], w)))
        motion = [a * (dot(M[i], w) - force[i]) for i in range(nv)]
        for row, c in zip(sum(J, []), sum(z, [])):  # (C1)
            for i, e in row.items():
                motion[i] -= e * c
        nu, ax, n, d = s.how.asked(self, J, x)
        law = [spring(form, (h, a, g), *s.springs[i], phi[i], dot(row, v), e)
               for (i, row), e in zip(enumerate(J[1]), ax)]
        impulse, velocity, energy = contacts(who, z[2], z[2], z[3], n, d)
        impulse += [abs(e) for e in motion] + [  # (C12)
            abs(c - l) for c, l in zip(z[1], law) if l is not None]
        velocity += [abs(e) for e in nu] + [  # (C2)
            abs(e) for e, l in zip(ax, law) if l is None]
        keep(self, impulse, velocity, energy)
        if jump:  # (C17)
            collision(self, ids, [dot(row, v) for row in J[2]])
        exact = [b + c for b, c in zip(v, w)]
        gain = half(M, exact) - half(M, v) + (2 * a - 1) * half(M, w) - sum(
            b * c for b, c in zip(x, force)) - sum(
            l * e for l, e in zip(law, ax) if l) / a  # (C6)
        gain = s.how.energy(self, gain, w, force, J, z)
        self.deep.problem(jump, ids, (M, F, kv, kq, k0, k1, G, phi, *J), x, z, who)
        cone(self, J, who)
        self.last = ids
        self.ended(M, to, exact, ids, n, gain, more)
        if self.hit:  # (C10)
            gains(self, half(M, v) - half(M, self.hit))
        return G, rebound(self, contacts, M, J, who, ids, z, x) if more else to

    def ended(self, M, to, exact, ids, n, gain, more=False):  # (C6) to (C8)
        if self.level != "L0":
            demand(gain <= 0, "energy is gained")
            if not more:
                self.truncated(to, exact)
            gain = sum((to[i] * to[j] - exact[i] * exact[j]) * e / 2
                       for i, row in enumerate(M) for j, e in row.items()
                       if i != j or e < 0)
            self.kept = [i for i, e in zip(ids, n) if e <= 0]
        gains(self, gain)

    def truncated(self, to, exact):  # (C7)
        for t, e in zip(to, exact):
            bits = t.denominator.bit_length() - 1
            last = Q(2) ** max(abs(t.numerator).bit_length() - bits - 53
                               if t else -1074, -1074)
            demand(t == e if self.level == "R" else
                   t % last == 0 and abs(t) < 2 ** 1024
                   and t * e >= 0 and 0 <= abs(e) - abs(t) < last,
                   "v is not the exact velocity truncated")

    def follow(self, tag, start, rows, back, W, to):
        """(C9), (C10): start + rows (back v + W v+)."""
        y = [back * a + W * b for a, b in zip(self.v, to)]
        size = [abs(a) + abs(b) for a, b in zip(self.v, to)]
        stated = self.f.list(tag, len(start))
        self.exact = [q + dot(row, y) for q, row in zip(start, rows)]
        for e, q, row, x in zip(stated, start, rows, self.exact):
            most = abs(q) + sum(abs(c) * size[j] for j, c in row.items())
            demand(abs(x - e) <= (self.level != "R") * (
                (self.s.nv + 8) * most / 2 ** 50 + Q(2) ** -1000),
                tag + " is not what follows")
        return stated

    def row(self):
        s, S, step = self.s, Q(0), self.f.ahead("s")
        self.listed = self.hit = None
        demand(s.T / s.h > self.time, "a row behind the end of the run")  # (C11)
        self.rows += 1
        self.place = before = self.q
        if step:
            G, to = self.problem(False)
            r, g, one = Q(0), s.gamma, [{i: Q(1)} for i in range(s.nv)]
            jump, self.listed = not self.f.ahead("q"), self.last
            S = self.f.take("hit @R")[0] if jump else Q(1)
            demand(0 < S <= 1, "a collision outside of the step")
            r, rows = 1 - S, [{j: s.h * e for j, e in row.items()}
                              for row in (G if s.G else one)]
            W = S * S * (g * (1 + 2 * r) - r)
            self.place = self.q = self.follow("q", before, rows, S - W, W, to)
            self.deep.moved(before, rows, self.v, to)
            w = S * (6 * r * g + 1 - 3 * r)
            self.v = self.follow("v", [Q(0)] * s.nv, one, 1 - w, w, to) \
                if jump else to
            self.hit = self.exact if jump else None
            self.q = projected(self, jump)
        if not step or jump:
            demand(s.hits if step else s.jumps and not self.met, "a collision")
            self.v = self.problem(True)[1]
        self.deep.row(before, S)
        self.met = not step or jump
        self.time += 1 if s.uniform else S


def contacts(who, cn, beyond, f, n, d):  # (C3) to (C5)
    impulse, energy = [-c for c in beyond], [e * c for e, c in zip(n, beyond)]
    for c, (slips, mu) in zip(cn, who):
        slip, d, push, f = d[:slips], d[slips:], f[:slips], f[slips:]
        lam = max([abs(e) for e in slip] + [0])
        zeta = mu * c - sum(abs(e) for e in push)
        impulse.append(-zeta)
        energy += [abs(e) * lam + e * y for e, y in zip(push, slip)]
        energy.append(zeta * lam)
    return impulse, [-e for e in n], energy


def spring(form, scheme, stiff, damp, phi, av, ax):
    """The law of a spring (C12): alpha times its impulse, None: rigid."""
    h, a, g = scheme
    if form == "stiff-limit" and (stiff or damp):
        return None
    if form == "semi-implicit":
        return -h * (stiff * phi + damp * av)
    return -a * h * (stiff * (phi + h * ((a - g) * av + g * ax)) + damp * ax)


def check_texts(statement, f):
    if not statement.ahead("perp s"):
        return check_alone(statement, f, contacts)
    s = Scene(statement)
    demand(f.take("perp proof @D") == [VERSION], "another version")
    level = f.take("level @T")[0]
    demand(level in ("L0", "L1", "L2", "R") and (level == "R") == s.exact, "a level")
    demand(f.take("scene @T") == [s.digest], "the proof is of another scene")
    run = Run(f, s, level)
    record = s.how.record(run)
    while f.ahead(s.how.word):
        demand(f.take(s.how.word + " @D") == [run.rows + 1], "from 1")
        record()
    demand(f.take("end @D") == [run.rows] and
           s.T / s.h <= run.time + Q(1, 2 ** 28), "not at its end")
    digest = f.digest()
    demand(f.take("sha256 @T") == [digest] and f.at == len(f.text), "digest")
    return ("accepted: %s %d rows, residuals %.17g %.17g %.17g, energy %.17g%s" %
            (level, run.rows, *map(above, run.residual), run.gain, run.deep.said()))


def code_and_words(path):
    try:
        return 0, check_texts(Lines(path + ".scene"), Lines(path))
    except (Refused, ValueError, OverflowError) as why:
        return 1, "refused: %s" % why
    except OSError as why:
        return 6, "cannot read: %s" % why


if __name__ == "__main__":
    code, text = code_and_words(sys.argv[1]) if len(sys.argv) == 2 else \
        (2, "usage: check.py FILE")
    print(text, file=sys.stderr if code > 1 else sys.stdout)
    sys.exit(code)
