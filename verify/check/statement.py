"""The statement of a proof, for check.py."""
from schemes import SCHEMES
from tapes import Tape
from words import MANY, SIZE, VERSION, Refused, demand

CHOICES = ("active kept sharp", "jacobians zero exact",
           "project none joints contacts full", "rounding toward-zero none",
           "kept_basis none last", "clock collision uniform", "jumps none approaching",
           "hits none closing", "gap_t none", "offset none", "control none")


class Scene:
    def __init__(self, f):
        demand(f.take("perp scene @D") == [VERSION], "another version")
        self.scheme = f.take("scheme @T")[0]
        (self.h, self.alpha, self.gamma, self.e, self.T, self.tolerance,
         self.depth) = (f.take(key + " @R")[0] for key in (
             "h", "alpha", "gamma", "restitution", "T", "tolerance",
             "penetration"))
        demand(self.scheme in SCHEMES, "the scheme")
        self.how = SCHEMES[self.scheme]
        demand(self.how.weights in (None, (self.alpha, self.gamma)), "weights")
        demand(self.h > 0 and 0 < self.alpha <= 1 and 0 <= self.gamma <= 1 and
               min(self.T, self.tolerance, self.depth) >= 0 and 0 <= self.e <= 1,
               "a parameter")
        said = {}
        for line in CHOICES:
            key, *known = line.split()
            said[key] = f.take(key + " @T")[0]
            demand(said[key] in known, "%s is one of %s" % (key, known))
        self.sharp = said["active"] == "sharp"
        self.steep = said["jacobians"] == "exact" and self.how.steep
        self.uniform = said["clock"] == "uniform"
        self.project, self.exact = said["project"], said["rounding"] == "none"
        self.jumps, self.hits = said["jumps"] != "none", said["hits"] != "none"
        self.nodes = self.how.word == "node"
        nq, nv, F, G, m, springs, own, bindings = f.take("sizes" + " @D" * 8)
        demand(max(nq, nv, m, springs) <= SIZE and F < 2 and G < 2 and nv > 0
               and max(own, bindings) <= MANY and (G or nq == nv) and
               not (G and not self.how.rates), "sizes")
        demand((self.how.joints or m == 0) and (self.how.springs or
               springs == 0) and (self.how.collides or not (
               self.jumps or self.hits or self.project != "none" or
               said["kept_basis"] != "none")),
               "what the scheme has not")
        demand(self.project == "none" or not self.exact, "a projection")
        self.nq, self.nv, self.F, self.G, self.m = nq, nv, F, G, m
        self.q = [f.take("q @N @R")[1] for _ in range(nq)]
        self.v = [f.take("v @N @R")[1] for _ in range(nv)]
        for _ in range(m):
            f.take("joint @N")
        self.springs = [f.take("spring @N @R @R")[1:] for _ in range(springs)]
        demand(all(x >= 0 for s in self.springs for x in s), "a spring")
        self.held = sum(s[0] > 0 for s in self.springs)
        self.contacts, self.kinds, self.sides, self.pairs = [], [], [], []
        slips = sum(self.contact(1, *f.take("contact @N @D @R")[1:])
                    for _ in range(own))
        self.yield_(f, own, bindings)
        self.tape = {}
        for tag, out in (("inertia", nv * nv * (1 + F) + G * nq * nv),
                         ("force", nv), ("joints", m), ("springs", springs),
                         ("gaps", own), ("slips", slips * nv)):
            self.tape[tag] = Tape(f, tag, nq + nv + 1, out)
        if self.yields:
            Tape(f, "yield", nq + nv + 1, 2 * self.rows ** 2)
        self.flat, self.own = self.tape["gaps"].degree < 2, own
        for _ in range(bindings):
            self.binding(f)
        f.take("end")
        demand(f.at == len(f.text), "something behind the end")
        self.digest = f.digest()

    def yield_(self, f, own, bindings):
        """What contacts that yield have besides."""
        self.yields = getattr(self.how, "yields", False)
        if not self.yields:
            return
        demand(self.alpha == 1 and self.e == 0, "alpha and restitution")
        demand(own <= 4096 and bindings == 0 and all(
            slips <= 2 for _, slips, _ in self.contacts), "contacts that yield")
        self.theta = 1 - self.gamma
        self.rows = sum(1 + slips for _, slips, _ in self.contacts)
        n = f.take("corners @D")[0]
        demand(n <= 4096, "corners")
        self.corners = [f.take("corner @R @R") for _ in range(n)]
        demand(all(x * x + y * y <= 1 for x, y in self.corners), "a corner")
        self.delta = [f.take("delta @R")[0] for _ in range(self.rows)]

    def contact(self, n, slips, mu):
        demand(mu >= 0 and slips <= 64 and not (self.nodes and slips and mu),
               "a contact")
        self.contacts.append((n, slips, mu))
        return slips

    def find(self, i):
        for n, slips, mu in self.contacts:
            if i < n:
                return slips, mu
            i -= n
        raise Refused("there is no such contact")

    def binding(self, f):
        while f.ahead("k"):
            z = f.take("kind @N" + " @D" * 7)[1:]
            demand(max(z[:6]) <= SIZE and z[6] <= 64, "a kind")
            gap = Tape(f, "gaps", sum(z[:6]), 1, z[0] + z[3])
            slips = Tape(f, "slips", sum(z[:6]), z[6] * (z[1] + z[4]))
            self.flat &= gap.degree < 2
            self.kinds.append((z, gap, slips))
        while f.ahead("s"):
            n, *z = f.take("side @D @D @D @D")
            demand(n <= MANY and max(z) <= SIZE, "a side")
            things = []
            for _ in range(n):
                places = f.take("thing" + " @P" * (z[0] + z[1]) + " @R" * z[2])
                demand(all(p < self.nq for p in places[:z[0]]) and all(
                    p < self.nv for p in places[z[0]:z[0] + z[1]]), "w")
                things.append((places[:z[0]], places[z[0]:z[0] + z[1]],
                               places[z[0] + z[1]:]))
            self.sides.append((n, z, things))
        k, a, b, n, mu = f.take("binding @D @D @D @D @R")
        demand(k < len(self.kinds) and max(a, b) < len(self.sides), "binding")
        (z, *_), a, b = self.kinds[k], self.sides[a], self.sides[b]
        self.contact(n, z[6], mu)
        pairs = f.take("pairs @I*")[0]
        demand(a[1] == z[:3] and b[1] == z[3:6] and len(pairs) == n and
               all(len(p) == 2 and p[0] < a[0] and p[1] < b[0] for p in pairs),
               "the pairs of a binding")
        self.pairs += [(k, a[2][i], b[2][j]) for i, j in pairs]
