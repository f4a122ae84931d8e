"""Moreau's step: in fractions against brute force over all sets of constraints that
may push, its balance of energy, its certificates. PERP_SEED draws others."""
import csv
import itertools
import os
import random
import re
import tempfile
from fractions import Fraction as F

from certificates import both, perp
from judged import Judge, sealed, second_says
from program import check, done
from slow_certificate import true
from slow_problem import eliminated
from slow_words import Untrue
from times import times

SEED = int(os.environ.get("PERP_SEED", "1"))
SCENE = """local perp = require "perp"
local ratio = perp.ratio
local system = perp.system {
  coordinates = { %s },
  mass = function() return %s end,
  force = function() return %s end,
  contacts = function(q) return { %s } end,
}
return { system = system, scheme = "moreau", h = %s, T = %s, e = %s,
  q = %s, v = %s }
"""


def word(x):
    return "ratio(%d, %d)" % (x.numerator, x.denominator)


def listed(x):
    return "{ " + ", ".join(listed(y) if isinstance(y, list) else word(y)
                            for y in x) + " }"


def dot(x, y):
    return sum((a * b for a, b in zip(x, y)), F(0))


class Machine:
    """n q + c >= 0 for each constraint; M, force, h, e, start."""

    def __init__(self, r):
        def small(low=-4):
            return F(r.randint(low, 4), r.randint(1, 3))
        self.nv = nv = r.randint(1, 3)
        L = [[small() if j < i else F(r.randint(1, 3)) if i == j else F(0)
              for j in range(nv)] for i in range(nv)]
        self.M = [[dot(L[i], L[j]) for j in range(nv)] for i in range(nv)]
        self.g = [small() * r.randint(0, 1) for _ in range(nv)]
        self.n = [[small() for _ in range(nv)] for _ in range(r.randint(1, 4))]
        self.n = [row for row in self.n if any(row)] or [[F(1)] * nv]
        self.q, self.v = [small() for _ in range(nv)], [small() for _ in
                                                        range(nv)]
        self.c = [F(r.randint(0, 3), 2) - dot(row, self.q) for row in self.n]
        self.h, self.e = F(1, r.randint(2, 5)), F(r.randint(0, 4), 4)
        self.v = [F(0)] * nv if any(
            dot(row, self.q) + c == 0 and dot(row, self.v) < 0
            for row, c in zip(self.n, self.c)) else self.v

    def scene(self, steps):
        names = ", ".join('"x%d"' % k for k in range(self.nv))
        gaps = ", ".join('{ name = "w%d", gap = %s + %s }' % (
            k, " + ".join("%s * q.x%d" % (word(a), i)
                          for i, a in enumerate(row)), word(c))
            for k, (row, c) in enumerate(zip(self.n, self.c)))
        return SCENE % (names, listed(self.M), listed(self.g), gaps,
                        word(self.h), word(self.h * steps), word(self.e),
                        listed(self.q), listed(self.v))

    def step(self, q, v):
        middle = [a + self.h / 2 * b for a, b in zip(q, v)]
        closed = [row for row, c in zip(self.n, self.c)
                  if dot(row, middle) + c <= 0]
        nv = self.nv
        for k in range(len(closed) + 1):
            for push in itertools.combinations(closed, k):
                A = [self.M[i] + [-row[i] for row in push] for i in range(nv)]
                A += [row + [F(0)] * k for row in push]
                b = [dot(self.M[i], v) + self.h * self.g[i] for i in range(nv)]
                b += [-self.e * dot(row, v) for row in push]
                x = eliminated(A, [-c for c in b])
                if x is not None and min(x[nv:] + [F(0)]) >= 0 and all(
                        dot(row, x[:nv]) + self.e * dot(row, v) >= 0
                        for row in closed):
                    to = x[:nv]
                    return [a + self.h / 2 * b for a, b in zip(middle, to)], to
        raise AssertionError("no solution")

    def energy(self, v):
        return dot(v, [dot(row, v) for row in self.M])


def table(path):
    with open(path) as file:
        rows = list(csv.DictReader(file))
    return [{key: F(x) for key, x in row.items() if x != ""} for row in rows]


def random_machines(place, r):
    hits = 0
    machines = times(16)
    for k in range(machines):
        m, steps, name = Machine(r), 10, "machine %d of seed %d" % (k, SEED)
        path = os.path.join(place, "machine.lua")
        with open(path, "w") as file:
            file.write(m.scene(steps))
        perp(path, place, "--rational", "--csv", "t.csv", "--certify", "R",
             "--cert", "r.cert", "-q")
        q, v = m.q, m.v
        for row in table(os.path.join(place, "t.csv")):
            said = [[row["%s.x%d" % (x, i)] for i in range(m.nv)] for x in "qv"]
            check(said == [q, v], "%s: %s, not %s" % (name, said, [q, v]))
            before = v
            q, v = m.step(q, v)
            jump = [a - b for a, b in zip(v, before)]
            hits += any(jump)
            check(any(m.g) or m.energy(v) == m.energy(before) - (1 - m.e) / (
                1 + m.e) * m.energy(jump), name + ": its energy")
        certified(place, "r.cert", name)
        for level in ("L0", "L1"):
            perp(path, place, "--certify", level, "--cert", "d.cert", "-q")
            certified(place, "d.cert", name + " " + level)
    check(hits > machines, "only %d steps of random machines hit something" % hits)


def certified(place, file, name):
    """Both checkers, and the slow oracle; the two texts."""
    path = os.path.join(place, file)
    with open(path) as proof, open(path + ".scene") as scene:
        texts = scene.read(), proof.read()
    check(verdict(*texts, name), name + ": refused")
    return texts


def forged(place, r):
    """One number of a proof, of which a fourth is tried here, or one parameter of the
    statement is another."""
    accepted = 0
    for sets, level in (("T=1.2 h=1/5 e=1/2", "L1"), ("T=1.2 h=1/5 e=1", "L0"),
                        ("angle=acute T=1.5 h=1/4 e=3/4", "L1")):
        perp("P10/corner", place, "--scheme", "moreau", "--certify", level,
             "--cert", "f.cert", "-q", sets=sets)
        scene, proof = certified(place, "f.cert", sets)
        each = 4 // times(4)
        for at in [m.start(1) for m in re.finditer(r":(-?[0-9a-f]+)", proof)][
                r.randrange(each)::each]:
            x = re.match("-?[0-9a-f]+", proof[at:]).group(0)
            y = int(x, 16) + r.choice((-1, 1)) * 16 ** r.randint(0, len(x) - 1)
            new = proof[:at] + ("-%x" % -y if y < 0 else "%x" % y) + \
                proof[at + len(x):]
            accepted += verdict(*sealed(scene, new), "%s at %d" % (sets, at))
        for old, new in (("moreau", "paoli"), ("gamma 1/2", "gamma 1"),
                         ("gamma 1/2", "gamma 1/3"), ("\nh 1/", "\nh 2/")) + tuple(
                ("restitution " + x, "restitution " + y)
                for x, y in itertools.permutations(("1/2", "3/4", "1", "0"), 2)):
            if old in scene:
                check(not verdict(*sealed(scene.replace(old, new, 1), proof),
                                  new) or (level == "L0" and "rest" in new),
                      "%s: %s" % (sets, new))
    print("%d forged numbers are true" % accepted)


def verdict(scene, proof, name):
    printed = judge(scene, proof)
    fine = printed is not None
    check(second_says(scene, proof) == fine, name + ": the checkers disagree")
    try:
        if fine:
            true(scene, proof, printed)
    except Untrue as why:
        check(False, "%s: accepted, but %s" % (name, why))
    return fine


def cases(place):
    """Curved constraints, M(q), forces: cases of P10 by Moreau's step; here each with one
    of the levels, with PERP_LONG both."""
    for k, (name, sets) in enumerate((
            ("corner", "e=1/2"), ("corner", "angle=obtuse e=1"),
            ("gravity_ball", "T=2 e=1/2"), ("disc", "e=3/4"), ("disc_polar", "e=0"),
            ("clearance", "T=2 e=1"), ("double_pendulum", "T=0.1"), ("bar", "T=1"))):
        for level in ("L0", "L1") if times(2) == 2 else ("L%d" % (k % 2),):
            perp("P10/" + name, place, "--scheme", "moreau", "--certify", level,
                 "--cert", "c.cert", "-q", sets=sets)
            certified(place, "c.cert", "%s %s %s" % (name, sets, level))
    both(os.path.join(place, "c.cert"), "bar")
    for level in ("L0", "L1")[:times(2)]:
        perp("P10/comparison", place, "--certify", level, "--cert", "c.cert",
             "-q", sets="T=1.1 h=1/16 hp=0.01")
        for file in ("c.cert", "c.paoli.cert", "c.penalty.cert"):
            certified(place, file, "comparison %s %s" % (file, level))


judge = Judge()
print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    random_machines(directory, random.Random(SEED))
    cases(directory)
    forged(directory, random.Random(SEED))
done()
