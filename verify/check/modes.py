"""For check.py: level L2, contact modes that hold for all data in a box, (E4) to (E6).

Unknowns are x, c_nu, c_s, and of each contact those that its mode leaves; equations
are as many. All of it is in whole numbers over powers of two, but for R, an inverse in
doubles, which may be any matrix."""
from fractions import Fraction as Q

from extra import dot, inverse
from words import demand

FINE, COARSE = 256, 128  # places of the matrix, of its inverse


def up(x, places):
    """From above, in units of 2^-places."""
    return -(-(x.numerator << places) // x.denominator)


class Modes:
    def __init__(self, s, jump, d, v, x, z, who, words, rho):
        self.s, self.jump, self.d, self.v, self.x, self.z = s, jump, d, v, x, z
        self.who, self.rho, self.alpha = who, rho, Q(1) if jump else s.alpha
        self.B, self.E, self.g = [], [], []  # rows of {unknown: number}
        self.normal_back, self.back = (Q(0), Q(0)) if jump else s.how.back(s)
        self.split = [self.parted(word) for word in words]
        self.solution()
        self.motion()
        self.constraints()
        demand(len(self.B) == len(self.found), "as many equations as unknowns")

    @staticmethod
    def parted(word):
        """Does the contact part, and what is said of its friction?"""
        return word == "o", word

    def share(self, j):
        """What a contact is given beside its unknown, and how far that may move."""
        return Q(0), Q(0)

    def solution(self):
        """Which impulses are unknown, and the solution of level L1."""
        s, (cnu, cs, cn, f) = self.s, self.z
        self.found = list(self.x) + cnu + cs
        self.normal, self.slip, self.slides = {}, {}, {}
        at = 0
        for j, ((slips, mu), (parts, word)) in enumerate(zip(self.who, self.split)):
            mine, at = range(at, at + slips), at + slips
            if not parts:
                self.normal[j] = len(self.found)
                self.found.append(cn[j])
            else:
                demand(cn[j] == 0, "an open contact pushes")
            free = set()
            if word == "s":
                demand(slips > 0, "what sticks has slips")
                free = set(mine)
            elif word not in ("o", "c"):
                demand(len(word) == slips and set(word) <= set("+-0") and
                       set(word) != {"0"}, "a mode")
                self.slides[j] = [(k, 1 if c == "+" else -1)
                                  for k, c in zip(mine, word) if c != "0"]
                free = {k for k, _ in self.slides[j]}
            demand(word != "c" or slips == 0 or mu == 0, "a mode without friction")
            for k in mine:
                if k in free:
                    self.slip[k] = len(self.found)
                    self.found.append(f[k])
                else:
                    demand(f[k] == 0, "friction where there is none")

    def columns(self):
        """(row of data, unknown) of all impulses."""
        s, d, at = self.s, self.d, self.s.nv
        pairs = []
        for tag in ("nu", "a"):
            for row in d.get(tag, []):
                pairs.append((row, at))
                at += 1
        return pairs + [(d["n"][j], u) for j, u in self.normal.items()] + [
            (d["d"][k], u) for k, u in self.slip.items()]

    def motion(self):
        """(C1), what data within the radius move of it."""
        s, d, nv, rho, a = self.s, self.d, self.s.nv, self.rho, self.alpha
        h = Q(0) if self.jump else s.h
        g, x, v = s.gamma, self.x, self.v
        B = [dict(row) for row in d["M"]]
        size = sum(abs(b - c) for b, c in zip(x, v))
        moves = Q(1)
        X, V = sum(map(abs, x)), sum(map(abs, v))
        if not self.jump:
            implicit = s.how.form != "semi-implicit"
            for tag, there, now, old in (
                    ("F", True, -a * h * implicit, -h * (not implicit)),
                    ("kv", s.steep, -a * h, a * h),
                    ("kq", s.steep, -a * g * h * h, a * g * h * h - a * a * h * h)):
                if there:
                    size += abs(now) * X + abs(old) * V
                    moves += abs(now)
                for i, row in enumerate(d[tag]):
                    for j, e in row.items():
                        B[i][j] = B[i].get(j, Q(0)) + now * e
            size += a * h
        pairs = self.columns()
        size += sum(abs(self.found[u]) for _, u in pairs)
        for i in range(nv):
            E = {j: rho * moves for j in range(nv)}
            for row, u in pairs:
                if i in row:
                    B[i][u] = -row[i]
                E[u] = rho
            self.put(B[i], E, rho * size)

    def put(self, B, E, g):
        self.B.append(B)
        self.E.append(E)
        self.g.append(g)

    def seen(self, back):
        return [a - back * b for a, b in zip(self.x, self.v)]

    def size(self, back):
        return sum(map(abs, self.x)) + abs(back) * sum(map(abs, self.v))

    def asks(self, row, factor=Q(1), more=None, size=None, back=Q(0)):
        """factor row (x - back v) + more = 0."""
        size = self.rho * abs(factor) * self.size(back) if size is None else size
        self.put({**{j: factor * e for j, e in row.items()}, **(more or {})},
                 {j: self.rho * abs(factor) for j in range(self.s.nv)}, size)

    def constraints(self):
        s, d, rho, a, h, g = (self.s, self.d, self.rho, self.alpha, self.s.h,
                              self.s.gamma)
        X, V = (sum(map(abs, y)) for y in (self.x, self.v))
        for row in d["nu"]:
            self.asks(row, back=self.back)
        for i, row in enumerate(d.get("a", [])):
            stiff, damp = s.springs[i]
            mine = {s.nv + s.m + i: Q(1)}
            if s.how.form == "stiff-limit" and (stiff or damp):
                self.asks(row)
            elif s.how.form == "semi-implicit":
                self.asks({}, Q(0), mine, rho * h * (stiff + damp * V))
            else:
                self.asks(row, a * h * (stiff * h * g + damp), mine, rho * a * h * (
                    stiff * (1 + h * (abs(a - g) * V + g * X)) + damp * X))
        up, along = self.seen(self.normal_back), self.seen(self.back)
        for j, ((slips, mu), (parts, word)) in enumerate(zip(self.who, self.split)):
            if not parts:
                demand(dot(d["n"][j], up) == 0, "a closed contact moves")
                self.asks(d["n"][j], back=self.normal_back)
            if word == "s":
                for k in self.mine(j):
                    demand(dot(d["d"][k], along) == 0, "what sticks moves")
                    self.asks(d["d"][k], back=self.back)
            if j in self.slides:
                self.sliding(j, mu)

    def mine(self, j):
        at = sum(slips for slips, _ in self.who[:j])
        return range(at, at + self.who[j][0])

    def sliding(self, j, mu):
        d, x, (first, *others) = self.d, self.seen(self.back), self.slides[j]
        row = {self.slip[k]: Q(-c) for k, c in self.slides[j]}
        if j in self.normal:
            row[self.normal[j]] = -mu
        given, off = self.share(j)
        demand(sum(c * self.found[u] for u, c in row.items()) == mu * given,
               "its friction")
        self.put(row, {}, mu * off)
        for k, c in others:
            both = dict.fromkeys({**d["d"][k], **d["d"][first[0]]}, Q(0))
            for i, e in d["d"][k].items():
                both[i] += c * e
            for i, e in d["d"][first[0]].items():
                both[i] -= first[1] * e
            demand(dot(both, x) == 0, "slips of one speed")
            self.asks(both, size=2 * self.rho * self.size(self.back))
            self.E[-1] = {i: 2 * self.rho for i in range(self.s.nv)}

    def bound(self):
        """y: how far the solution may move (E5)."""
        n, R = len(self.B), inverse(self.B, COARSE)
        places = max(256, 160 + up(1 / self.rho, 0).bit_length())
        B = [{j: (e.numerator << FINE) // e.denominator for j, e in row.items()}
             for row in self.B]
        E = [{j: up(E.get(j, Q(0)), FINE) + (j in row) for j in {**row, **E}}
             for row, E in zip(self.B, self.E)]
        g = [up(e, places) for e in self.g]
        one, K, e = 1 << (FINE + COARSE), [], []
        for i in range(n):
            left, spread = [0] * n, [0] * n
            left[i] = one
            for k, r in enumerate(R[i]):
                if r:
                    for j, b in B[k].items():
                        left[j] -= r * b
                    for j, b in E[k].items():
                        spread[j] += abs(r) * b
            K.append([abs(a) + b for a, b in zip(left, spread)])
            e.append((sum(abs(r) * b for r, b in zip(R[i], g)) >> COARSE) + 1)
        y = [2 * c for c in e]
        for _ in range(64):
            need = [c + 1 + (sum(a * b for a, b in zip(row, y)) >> (FINE + COARSE))
                    for c, row in zip(e, K)]
            if all(a < b for a, b in zip(need, y)):
                return [Q(b, 1 << places) for b in y]
            y = [b if a < b else 2 * a for a, b in zip(need, y)]
        demand(False, "contact modes that do not hold for all data")

    def distance(self):
        """How far v+ may be from that of level L1, when all signs are strict (E6)."""
        y, s, d = self.bound(), self.s, self.d
        self.far = y[:s.nv], [y[self.normal[j]] if j in self.normal else Q(0)
                              for j in range(len(self.who))]

        def speed(row, back):
            return dot(row, self.seen(back)), sum(
                abs(c) * y[i] for i, c in row.items()) + self.rho * (
                    self.size(back) + sum(y[:s.nv]))

        for j, ((_, mu), (parts, word)) in enumerate(zip(self.who, self.split)):
            given, less = self.share(j)
            push = given - less
            if parts:
                value, off = speed(d["n"][j], self.normal_back)
                demand(value > off, "an open contact for all data")
            else:
                u = self.normal[j]
                push += self.found[u] - y[u]
                demand(self.found[u] > y[u], "a closed contact for all data")
            pull = [self.slip[k] for k in self.mine(j) if k in self.slip]
            if word == "s":
                demand(sum(abs(self.found[k]) + y[k] for k in pull) < mu * push and
                       Q(1, 2 ** 1000) < mu < 2 ** 1000, "it sticks for all data")
            if j in self.slides:
                moves = dict(self.slides[j])
                all_ = {k: speed(d["d"][k], self.back) for k in self.mine(j)}
                least = min(c * all_[k][0] - all_[k][1] for k, c in moves.items())
                demand(least > 0 and all(
                    -c * self.found[self.slip[k]] > y[self.slip[k]]
                    for k, c in moves.items()), "it slides for all data")
                demand(all(abs(a) + b < least for k, (a, b) in all_.items()
                           if k not in moves), "its slips for all data")
        return max(y[:s.nv]) / self.alpha
