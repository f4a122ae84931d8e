"""What level L2 says of the scene, for the slow oracle.

Tapes are evaluated with 130 decimal digits, and their derivatives are
differences of values 1e-35 to each side. Contact modes are in slow_modes.py."""
import random
from decimal import Context, Decimal as D, DecimalException, localcontext
from fractions import Fraction as Q

from slow_modes import Modes
from slow_nodes import held, tapes
from slow_words import demand, number

DIGITS, SIDE, DUST = 130, D(10) ** -35, Q(1, 10 ** 50)
EDGES = {"div": 1, "sqrt": 0, "sel": 2}  # which argument has no value, or jumps, at 0


def decimal(x):
    """x to that many digits, also of the scene's own numbers, which are read outside of
    any context."""
    return Context(prec=DIGITS).divide(D(x.numerator), D(x.denominator))


def sine(x, quarter):
    """The series of the sine, or of the cosine: quarter = 1."""
    demand(abs(x) < 60, "an angle that the oracle does not take")
    term, total, k = (D(1) if quarter else x), D(0), 1 - quarter
    while abs(term) > D(10) ** -DIGITS:
        total += term
        term, k = -term * x * x / ((k + 1) * (k + 2)), k + 2
    return total


OPERATIONS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b, "div": lambda a, b: a / b,
    "neg": lambda a: -a, "sqrt": lambda a: a.sqrt(),
    "sin": lambda a: sine(a, 0), "cos": lambda a: sine(a, 1),
    "max": max, "sel": lambda a, b, c: a if c >= 0 else b}


def value(tape, x, edges=None):
    """All outputs; only slots that they need are asked for. edges: how far they are from
    where they have no value, or jump."""
    _, inputs, consts, code, out, _ = tape
    known = dict(enumerate(list(x) + [decimal(c) for c in consts]))

    def slot(i):
        if i not in known:
            op, args = code[i - inputs - len(consts)]
            known[i] = OPERATIONS[op](*[slot(a) for a in args])
            if edges is not None and op in EDGES:
                edges.append(abs(slot(args[EDGES[op]])))
        return known[i]

    return [slot(i) for i in out]


class Scene(Modes):
    def __init__(self, text, s):
        self.s, self.r = s, random.Random(5)
        every = tapes(text)
        self.tape = {t[0]: t for t in every[:6]}
        kinds = every[6:]
        self.kinds = list(zip(kinds[::2], kinds[1::2]))
        self.things, self.pairs, self.listed = [], [], set()
        self.moved, self.middles, self.strays = Q(0), 0, 0
        self.steep = "\njacobians exact\n" in text and \
            s.scheme != "semi-implicit"
        lines = text.split("\n")
        for k, line in enumerate(lines):
            w = line.split(" ")
            if w[0] == "side":
                n, q, v, _ = map(int, w[1:])
                self.things.append([(self.places(t[1:1 + q]),
                                     self.places(t[1 + q:1 + q + v]),
                                     [decimal(number(x))
                                      for x in t[1 + q + v:]])
                                    for t in map(str.split,
                                                 lines[k + 1:k + 1 + n])])
            elif w[0] == "binding":
                for pair in lines[k + 1].split()[1:]:
                    a, b = map(int, pair.split(":"))
                    self.pairs.append((int(w[1]), self.things[int(w[2])][a],
                                       self.things[int(w[3])][b]))

    @staticmethod
    def places(words):
        return [None if x == "w" else int(x) for x in words]

    def gap(self, k, q, v, t, edges=None):
        """The gap of a contact."""
        own = len(self.s.contacts) - len(self.pairs)
        if k < own:
            return value(self.tape["gaps"], [*q, *v, t], edges)[k]
        kind, a, b = self.pairs[k - own]
        return value(self.kinds[kind][0], self.local(kind, a, b, q), edges)[0]

    def known(self, k, q):
        """The gap at a place, a fraction; None where it has no value, of 0 / 0 or the root
        of what is negative."""
        try:
            return Q(self.gap(k, q, [D(0)] * self.s.nv, D(0)))
        except DecimalException:
            return None

    def local(self, kind, a, b, q):
        sizes = self.kinds[kind][0][5]
        at = [D(0) if p is None else q[p] for p in a[0] + b[0]]
        return at + [D(0)] * (sizes[1] + sizes[4]) + a[2] + b[2]

    def slips(self, k, q, v, t):
        """The rows of slips of a contact, over all velocities."""
        nv, own = self.s.nv, len(self.s.contacts) - len(self.pairs)
        if k < own:
            all_ = value(self.tape["slips"], [*q, *v, t])
            first = sum(c[0] for c in self.s.contacts[:k])
            return [all_[(first + r) * nv:(first + r + 1) * nv]
                    for r in range(self.s.contacts[k][0])]
        kind, a, b = self.pairs[k - own]
        flat = value(self.kinds[kind][1], self.local(kind, a, b, q))
        places, out = a[1] + b[1], []
        for r in range(self.s.contacts[k][0]):
            row = [D(0)] * nv
            for p, x in zip(places, flat[r * len(places):]):
                if p is not None:
                    row[p] += x
            out.append(row)
        return out

    def data(self, jump, ids, q, v, t):
        """The arrays that the scene means, entry by entry."""
        s, nv, nq = self.s, self.s.nv, self.s.nq
        inertia = value(self.tape["inertia"], [*q, *v, t])
        G = inertia[len(inertia) - nq * nv:] if s.G else [
            D(int(i == j)) for i in range(nq) for j in range(nv)]

        def along(f, j):
            """The derivative of f(q) along the rate of velocity j."""
            far = [SIDE * G[i * nv + j] for i in range(nq)]
            up = f([a + b for a, b in zip(q, far)])
            down = f([a - b for a, b in zip(q, far)])
            return [(a - b) / (2 * SIDE) for a, b in zip(up, down)]

        def rows(f):
            columns = [along(f, j) for j in range(nv)]
            return [e for row in zip(*columns) for e in row]

        out = {"M": [inertia[i * nv + j] if i <= j else D(0)
                     for i in range(nv) for j in range(nv)],
               "nu": rows(lambda x: value(self.tape["joints"], [*x, *v, t])),
               "n": rows(lambda x: [self.gap(k, x, v, t) for k in ids]),
               "d": [e for k in ids for row in self.slips(k, q, v, t)
                     for e in row]}
        if jump:
            return out
        later = t + decimal(s.h)
        force = self.tape["force"]
        out["F"] = inertia[nv * nv:2 * nv * nv] if s.F else []
        out["G"] = G if s.G else []
        out["k0"] = value(force, [*q, *v, t])
        out["k1"] = value(force, [*q, *v, later])
        out["phi"] = value(self.tape["springs"], [*q, *v, t])
        out["a"] = rows(lambda x: value(self.tape["springs"], [*x, *v, t]))
        out["kq"], out["kv"] = [], []
        if self.steep:
            out["kq"] = rows(lambda x: value(force, [*x, *v, later]))
            out["kv"] = [[(a - b) / (2 * SIDE) for a, b in zip(
                *(value(force, [*q, *[x + w * SIDE * (i == j)
                                      for i, x in enumerate(v)], later])
                  for w in (1, -1)))] for j in range(nv)]
            out["kv"] = [e for row in zip(*out["kv"]) for e in row]
        return out

    def problem(self, told, jump, ids, d, scheme, x, said):
        self.listed |= set(ids)
        if jump:
            self.closed(told, ids, told.there)
        if self.s.scheme == "moreau-jean":
            self.middle(told, ids)
        word, self.first = told.line().split()[1], None
        if word == "undecided":
            return
        rho, s = number(word), self.s
        most = max([4, told.time] + [abs(e) for e in told.q] +
                   [abs(e) for list_ in d.values() for e in list_.values()])
        demand(0 < rho <= most / 2 ** 46, "the radius is too large")
        with localcontext() as context:
            context.prec = DIGITS
            q, v = ([decimal(e) for e in list_] for list_ in (told.q, told.v))
            t = decimal(told.time)
            for key, list_ in self.data(jump, ids, q, v, t).items():
                demand(all(k < len(list_) for k in d[key]), "an entry of " + key)
                for k, e in enumerate(list_):
                    far = abs(Q(e) - d[key].get(k, 0))
                    demand(far <= rho + DUST, "%s is farther than the radius" %
                           key)
        if not jump and s.scheme != "moreau-jean":
            self.closed(told, ids, told.q)
        words = told.line().split()[1:]
        self.first = [None, ids, d, scheme, rho, list(told.v)]
        if words != ["undecided"]:
            demand(len(words) == len(ids), "the modes")
            self.modes(words, ids, d, scheme, x, rho, told.v)
            self.first[0] = words

    def closed(self, told, ids, q):
        """Contacts that are listed and were not kept."""
        s = self.s
        with localcontext() as context:
            context.prec = DIGITS
            at = [decimal(e) for e in q]
            for k in ids:
                high = 0 if s.sharp else s.tolerance
                if s.sharp or k not in told.touching:
                    gap = self.known(k, at)
                    demand(gap is not None and gap <= high + DUST + self.doubt(q),
                           "a listed contact is open")

    def node(self, told, d):
        """A step of Moreau: who takes part, and all its numbers half a step farther."""
        s, nv = self.s, self.s.nv
        ids = [k for k in range(len(s.contacts)) if d["f"].get(k, 0) <= 0]
        self.middle(told, ids)
        word = told.line().split(" ")
        demand(word[0] == "radius", "no radius")
        if word[1] == "undecided":
            return
        rho = number(word[1])
        most = max([4, told.time] + [abs(e) for e in told.q] +
                   [abs(e) for list_ in d.values() for e in list_.values()])
        demand(0 < rho <= most / 2 ** 46, "the radius is too large")
        with localcontext() as context:
            context.prec = DIGITS
            q, v = ([decimal(e) for e in list_] for list_ in (told.q, told.v))
            at, t = [a + decimal(s.h) * b / 2 for a, b in zip(q, v)], decimal(told.time)
            meant = self.data(True, range(len(s.contacts)), at, v, t)
            inertia = value(self.tape["inertia"], [*at, *v, t])
            meant["g"] = [x + sum(inertia[nv * (nv + i) + j] * v[j]
                                  for j in range(nv * s.F))
                          for i, x in enumerate(value(self.tape["force"], [*at, *v, t]))]
            meant["f"] = [self.gap(k, at, v, t) for k in range(len(s.contacts))]
            for key in ("M", "g", "f", "n"):
                demand(all(k < len(meant[key]) for k in d[key]), "an entry of " + key)
                for k, e in enumerate(meant[key]):
                    demand(abs(Q(e) - d[key].get(k, 0)) <= rho + DUST,
                           "%s is farther than the radius" % key)

    def middle(self, told, ids):
        """Listed are the contacts that are closed half a step farther."""
        s = self.s
        with localcontext() as context:
            context.prec = DIGITS
            q, v = ([decimal(e) for e in list_] for list_ in (told.q, told.v))
            G = value(self.tape["inertia"], [*q, *v, decimal(told.time)])[-s.nq * s.nv:]
            rate = [sum(G[i * s.nv + j] * x for j, x in enumerate(v))
                    for i in range(s.nq)] if s.G else v
            at = [a + decimal(s.h) * b / 2 for a, b in zip(q, rate)]
            off = DUST + max(self.doubt(told.q), self.doubt([Q(x) for x in at]))
            strays = 0
            for k in range(len(s.contacts)):
                edges = [D(1)]
                gap = Q(self.gap(k, at, [D(0)] * s.nv, D(0), edges))
                if not (gap <= off if k in ids else gap >= -off):
                    demand(min(edges) < SIDE, "listed by another gap")
                    strays = 1
            self.middles += 1
            self.strays += strays

    def shown(self, printed):
        """On an edge a gap may have no sure sign; of such a row nothing is called shown."""
        rows = printed[7] if printed else self.middles
        demand(self.strays <= self.middles - rows, "listed by another gap")

    def start(self, told):
        """Nothing is deep before the first row."""
        s, low = self.s, DUST + self.doubt(told.q)
        low += number(s.word["penetration"]) + s.tolerance
        with localcontext() as context:
            context.prec = DIGITS
            q, none = [decimal(e) for e in told.q], [D(0)] * s.nv
            for k in range(len(s.contacts)):
                gap = self.known(k, q)
                demand(gap is None or gap >= -low, "deep at the start")
            for x in value(self.tape["joints"], [*q, *none, D(0)]):
                demand(abs(Q(x)) <= low, "a joint is apart at the start")

    def place(self, told, ids, d, stated, to, aim):
        """A projection: its rows and values are those of the scene, where it ends."""
        word, s = told.line().split()[1], self.s
        if word == "undecided":
            return
        rho, springs = number(word), len(stated) - s.m - len(ids)
        most = max([4, told.time] + [abs(e) for e in to + stated] +
                   [abs(e) for list_ in d.values() for e in list_.values()])
        demand(0 < rho <= most / 2 ** 46, "the radius is too large")
        with localcontext() as context:
            context.prec = DIGITS
            p, v = ([decimal(e) for e in list_] for list_ in (to, told.v))
            t, q = decimal(told.time), [decimal(e) for e in told.there]
            meant = self.data(False, ids, p, v, t)
            phi, store = meant.pop("phi"), held(s) if springs else []
            if springs:
                aim = aim or [Q(x) for x in value(self.tape["springs"],
                                                  [*q, *v, t])]
                meant["a"] = [x for k in store for x in meant["a"][k * s.nv:][:s.nv]]
            meant["value"] = value(self.tape["joints"], [*p, *v, t]) + [
                Q(phi[k]) - aim[k] for k in store] + [
                self.gap(k, p, v, t) for k in ids]
            d = dict(d, value=dict(enumerate(stated)))
            for key in ("G", "nu", "n", "value") + ("a",) * (springs > 0):
                demand(all(k < len(meant[key]) for k in d[key]), "an entry")
                for k, e in enumerate(meant[key]):
                    demand(abs(Q(e) - d[key].get(k, 0)) <= rho + DUST,
                           "%s of a projection is farther than the radius" % key)

    @staticmethod
    def doubt(q):
        return max([Q(4)] + [abs(e) for e in q]) / 2 ** 46

    def row(self, before, behind):
        """Contacts that no problem of the row lists."""
        s = self.s
        if s.scheme in ("moreau-jean", "moreau"):
            return
        with localcontext() as context:
            context.prec = DIGITS
            for k in set(range(len(s.contacts))) - self.listed:
                for q, low in ((before, 0 if s.sharp else s.tolerance),
                               (behind, 0)):
                    gap = self.known(k, [decimal(e) for e in q])
                    demand(gap is None or gap >= low - self.doubt(before) - DUST,
                           "a contact is closed and not listed")
        self.listed = set()
