"""The statement says what was run: its tapes, evaluated here in Python's doubles
and, for gradients, by differences of its values, give the numbers of the rows."""
import math
import os
import re
import tempfile

from certificates import perp
from program import check, done

OP = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b,
      "mul": lambda a, b: a * b, "div": lambda a, b: a / b if b else math.nan,
      "neg": lambda a: -a, "sqrt": lambda a: math.sqrt(max(a, 0)),
      "sin": math.sin, "cos": math.cos, "max": lambda a, b: b if b > a else a,
      "sel": lambda a, b, c: a if c >= 0 else b}


def number(text):
    p, _, q = text.partition("/")
    return int(p, 16) / int(q or "1", 16)


class Tape:
    def __init__(self, lines):
        w = lines.pop(0).split()
        self.inputs, consts, instrs = int(w[2]), int(w[3]), int(w[4])
        self.const = [number(x) for x in lines.pop(0).split()[1:]]
        self.code = [lines.pop(0).split() for _ in range(instrs)]
        self.out = [int(x) for x in lines.pop(0).split()[1:]]
        check(len(self.const) == consts, "constants")

    def __call__(self, x):
        slot = list(x) + self.const
        for op, *a in self.code:
            slot.append(OP[op](*(slot[int(i)] for i in a)))
        return [slot[i] for i in self.out]


class Statement:
    def __init__(self, path):
        lines = open(path).read().split("\n")
        at = next(i for i, l in enumerate(lines) if l.startswith("sizes "))
        self.word = dict(l.split() for l in lines[1:at])
        (self.nq, self.nv, self.F, self.G, self.m, self.springs, own,
         self.bindings) = map(int, lines[at].split()[1:])
        del lines[:at + 1]
        take = lambda n: [lines.pop(0).split() for _ in range(n)]
        self.q = [number(w[2]) for w in take(self.nq)]
        self.v = [number(w[2]) for w in take(self.nv)]
        take(self.m + self.springs)
        self.contact = [(int(w[2]), number(w[3])) for w in take(own)]
        (self.inertia, self.force, self.theta, self.phi, self.gaps,
         self.slips) = (Tape(lines) for _ in range(6))
        self.kind, self.side, self.pair = [], [], []
        while lines[0] != "end":
            w = lines.pop(0).split()
            if w[0] == "kind":
                self.kind.append(([int(x) for x in w[2:]], Tape(lines),
                                  Tape(lines)))
            elif w[0] == "side":
                self.side.append([lines.pop(0).split()[1:]
                                  for _ in range(int(w[1]))])
            else:
                pairs = lines.pop(0).split()[1:]
                check(len(pairs) == int(w[4]), "the number of pairs")
                self.pair += [(int(w[1]), int(w[2]), int(w[3]),
                               *map(int, p.split(":"))) for p in pairs]

    def ends(self, pair):
        """The kind of a pair; where its inputs come from; its parameters."""
        kind, a, b, i, j = pair
        z = self.kind[kind][0]
        one, two = self.side[a][i], self.side[b][j]
        place = lambda w: None if w == "w" else int(w)
        q = [place(w) for w in one[:z[0]] + two[:z[3]]]
        v = [place(w) for w in one[z[0]:z[0] + z[1]] +
             two[z[3]:z[3] + z[4]]]
        return self.kind[kind], q, v, [number(w) for w in one[z[0] + z[1]:] +
                                       two[z[3] + z[4]:]]

    def gap(self, k, q):
        if k < len(self.contact):
            return self.gaps(q + [0.0] * (self.nv + 1))[k]
        kind, at, vel, params = self.ends(self.pair[k - len(self.contact)])
        return kind[1]([0.0 if i is None else q[i] for i in at] +
                       [0.0] * len(vel) + params)[0]

    def slip(self, k, q, v, t):
        """The rows of slips of contact k."""
        if k < len(self.contact):
            d = self.slips(q + v + [t])
            at = self.nv * sum(c[0] for c in self.contact[:k])
            return [d[at + i * self.nv:at + (i + 1) * self.nv]
                    for i in range(self.contact[k][0])]
        kind, at, vel, params = self.ends(self.pair[k - len(self.contact)])
        d = kind[2]([0.0 if i is None else q[i] for i in at] +
                    [0.0 if i is None else v[i] for i in vel] + params)
        rows = []
        for i in range(kind[0][6]):
            row = [0.0] * self.nv
            for j, to in enumerate(vel):
                if to is not None:
                    row[to] += d[i * len(vel) + j]
            rows.append(row)
        return rows


def array(line, n):
    out, (head, *entries) = [0.0] * n, line.split()
    den = int(head.partition("/")[2] or "1", 16)
    for e in entries:
        i, x = e.split(":")
        out[int(i)] = int(x, 16) / den
    return out


def near(a, b, what, size=1e-12):
    for x, y in zip(a, b):
        if not abs(x - y) <= size * (1 + abs(y)):
            check(False, "%s: %r in the row, %r of the tape" % (what, x, y))
            return
    check(len(a) == len(b), what)


def slope(f, q, G, s):
    """Gamma^T times the gradient of f, by central differences."""
    g = []
    for i in range(s.nq):
        h = 1e-5
        up, down = list(q), list(q)
        up[i] += h
        down[i] -= h
        g.append([(a - b) / (2 * h) for a, b in zip(f(up), f(down))])
    return [[sum(G[i][j] * g[i][k] for i in range(s.nq))
             for j in range(s.nv)] for k in range(len(g[0]) if g else 0)]


def rows(path):
    s = Statement(path + ".scene")
    lines = open(path).read().split("\n")
    h, q, v, t = number(s.word["h"]), s.q, s.v, 0.0
    seen, nv = 0, s.nv
    for i, line in enumerate(lines):
        if line.startswith("step"):
            d = {re.split("[ /]", l)[0]: l for l in lines[i + 1:i + 13]}
            ids = [int(x) for x in line.split()[1:]]
            M = s.inertia(q + v + [t])
            stated = array(d["M"], nv * nv)
            upper = [a * nv + b for a in range(nv) for b in range(a, nv)]
            near([stated[k] for k in upper], [M[k] for k in upper], "M")
            at = nv * nv
            if s.F:
                near(array(d["F"], at), M[at:2 * at], "F")
                at *= 2
            G = [[float(a == b) for b in range(nv)] for a in range(s.nq)]
            if s.G:
                near(array(d["G"], s.nq * nv), M[at:], "G")
                G = [M[at + a * nv:at + (a + 1) * nv] for a in range(s.nq)]
            near(array(d["k0"], nv), s.force(q + v + [t]), "k0")
            near(array(d["k1"], nv), s.force(q + v + [t + h]), "k1")
            n = array(d["n"], len(ids) * nv)
            for k, who in enumerate(ids):
                check(s.gap(who, q) <= 1e-3, "an active contact is open")
                near(n[k * nv:(k + 1) * nv],
                     slope(lambda x: [s.gap(who, x)], q, G, s)[0], "n", 1e-7)
            want = sum((s.slip(who, q, v, t) for who in ids), [])
            near(array(d["d"], len(want) * nv), sum(want, []), "d")
            if s.m:
                nu = slope(lambda x: s.theta(x + v + [t]), q, G, s)
                near(array(d["nu"], s.m * nv), sum(nu, []), "nu", 1e-7)
            near(array(d["phi"], s.springs), s.phi(q + v + [t]), "phi")
            if s.springs:
                a = slope(lambda x: s.phi(x + v + [t]), q, G, s)
                near(array(d["a"], s.springs * nv), sum(a, []), "a", 1e-7)
            kq = slope(lambda x: s.force(x + v + [t + h]), q, G, s)
            near(array(d["kq"], nv * nv), sum(kq, []), "kq", 1e-6)
            seen += 1
        elif line.startswith("hit"):
            return seen  # the clock is another from here on
        elif line.startswith("v"):
            v = array(line, nv)
        elif line.startswith("q"):
            q, t = array(line, s.nq), t + h
    return seen


with tempfile.TemporaryDirectory() as place:
    for name, sets, words in (
            ("AP02/two_bodies", "T=0.5", ()), ("GAP08/fig9_1", "T=0.2", ()), ("GAP08/four_bar", "T=0.05", ()),
            ("GAP08/rod_tip", "T=0.1 mu=0.3", ()),
            ("GAP08/tumbling_body", "T=0.05", ()),
            ("GAP08/pendulum_contact", "T=0.1", ()),
            ("GAP08/thrown_block", "T=0.02 spin=2 directions=8", ()),
            ("GAP08/painleve_rod", "T=0.005", ()),
            ("GAP08/box_stack", "T=0.02 count=3", ())):
        path = os.path.join(place, "c")
        perp(name, place, "--certify", "L0", "--cert", path, "-q", sets=sets)
        seen = rows(path)
        check(seen > 1, "%s: %d rows" % (name, seen))
done()
