"""Errors are planted into tables of perp's own runs, and perp judge has to find what
an oracle in fractions finds: the number of each law to 1e-12 of it, and its interval.

    python3 test_judge.py [PLANTS]

PERP_SEED draws other plants."""
import os
import random
import sys
import tempfile

from fractions import Fraction as F

import laws
from program import check, done
from systems import SYSTEMS
from tables import by_law, own_run, state, verdict, write

SEED = int(os.environ.get("PERP_SEED", "20080614"))
PLANTS = int(sys.argv[1]) if len(sys.argv) > 1 else 40
draw = random.Random(SEED)
found = nothing = unseen = 0


class Case:
    def __init__(self, system, place):
        self.system = system
        self.place = place
        self.scene, self.table = own_run(system, place)
        self.known = {}

    def rule(self, place, weight, closed, h):
        s = self.system
        own = place == "own"
        return laws.Rule(place, closed=closed, weight=weight, h=h,
                         alpha=s.alpha if own else F(1), gamma=s.gamma)

    def law(self, key, rule, a, b):
        """of_interval, remembered."""
        key = (key, self.system.mu, tuple(map(str, a[:3])), str(b))
        if key not in self.known:
            self.known[key] = laws.of_interval(self.system, rule, a, b)
        return self.known[key]

    def oracle(self, table, place, weight, closed, h):
        rows = [state(self.system, table, l) for l in
                range(len(table.rows))]
        rule = self.rule(place, weight, closed, h)
        out = {}
        for l, row in enumerate(rows):
            numbers = laws.of_row(self.system, row[1])
            if l > 0:
                numbers.update(self.law((place, weight, closed, h), rule,
                                        rows[l - 1], row))
            for name, x in numbers.items():
                out.setdefault(name, []).append((l, x))
        return out


def same(x, y):
    return abs(F(x) - y) <= F(1e-12) * abs(y)


def compare(name, got, oracle):
    """Each law of the verdict against the oracle's numbers of all rows."""
    global found, nothing
    for law, g in got.items():
        numbers = oracle[law]
        worst = max(x for _, x in numbers)
        if worst <= F(g["rounding"]):
            nothing += 1
            check(g["worst"] <= g["rounding"], "%s: %s: %g, and nothing is there"
                  % (name, law, g["worst"]))
            continue
        found += 1
        check(same(g["worst"], worst), "%s: %s: %.17g, not %.17g" %
              (name, law, g["worst"], float(worst)))
        at = [l for l, x in numbers if same(float(x), worst)]
        check(g["row"] in at, "%s: %s: row %s, not %s" %
              (name, law, g["row"], at))
        if g["bound"] is not None:
            check(F(g["bound"]) <= worst and same(g["bound"], worst),
                  "%s: %s: bound %.17g of %.17g" %
                  (name, law, g["bound"], float(worst)))


# ---- what is planted -------------------------------------------------------

def slip(case, t, l):
    i = t.at("v.x")
    t.rows[l][i] = -t.rows[l][i]
    return []


def impulse(case, t, l):
    names = [n for n in t.head if n[:3] in ("cn.", "ft.")]
    i = t.at(draw.choice(names))
    t.rows[l][i] += 1e-9 * max(abs(x) for x in t.rows[l][t.at("cn." + case.
                               system.contacts[0]):])
    return []


def gap(case, t, l):
    i = t.at("q." + case.system.names[draw.choice([-1, -2])])
    t.rows[l][i] -= 1e-6
    return []


def step(case, t, l):
    for r in t.rows[l:]:
        r[t.at("t")] += case.system.h * draw.choice([-0.01, 0.001, 0.1])
    return []


def wrong_h(case, t, l):
    return ["--h", "%.17g" % (case.system.h * 1.01)]


def friction(case, t, l):
    return ["--set", "mu=%.17g" % (case.system.mu *
                                   draw.choice([0.99, 1.01]))]


def energy(case, t, l):
    """The velocities of a row times the factor that adds 1e-8 J."""
    i = [t.at("v." + n) for n in case.system.names]
    _, q, v = state(case.system, t, l, False)
    T = laws.dot(v, laws.times(case.system.M(q), v)) / 2
    if T == 0:
        t.rows[l][i[0]] = 1e-4
    else:
        factor = (1 + 1e-8 / float(T)) ** 0.5
        for k in i:
            t.rows[l][k] *= factor
    return []


def velocity(case, t, l):
    i = t.at("v." + draw.choice(case.system.names))
    t.rows[l][i] += draw.choice([-1, 1]) * 10.0 ** draw.uniform(-9, -2)
    return []


KINDS = [slip, impulse, gap, step, wrong_h, friction, energy, velocity]


def judged(case, kind, number):
    global unseen
    t = case.table.copy()
    l = draw.randrange(1, len(t.rows))
    place = draw.choice(["own", "own", "begin", "midpoint", "end"])
    more = kind(case, t, l) if kind else []
    words = ["--impulses", "--scheme", place]
    if draw.random() < 0.3:
        words += ["--closed", "1e-7"]
    name = "plant %d (seed %d): %s of %s in row %d, %s" % (
        number, SEED, kind.__name__ if kind else "nothing",
        type(case.system).__name__, l, " ".join(words + more))
    path = write(case.place, "motion.csv", t.text())
    got = verdict(case.scene, path, *words, *more)
    mu = case.system.mu
    before = case.oracle(case.table, place, got["weight"], got["closed"], None)
    if kind is friction:
        case.system.mu = float(more[1][3:])
    h = float(more[1]) if kind is wrong_h else None
    oracle = case.oracle(t, place, got["weight"], got["closed"], h)
    case.system.mu = mu
    compare(name, by_law(got), oracle)
    unseen += not any(
        abs(x - y) > F(by_law(got)[law]["rounding"])
        for law in by_law(got) for (_, x), (_, y) in
        zip(oracle[law], before[law]))
    check(got["data"] == "the scene's formulas", name + ": " + got["data"])
    return got, oracle, l


# ---- the tests --------------------------------------------------------------

def sound(case):
    """perp's own steps keep every law but drift, by their own scheme. A collision,
    whose row ends a part of a step, is none."""
    t = case.table.copy()
    i, h = t.at("t"), case.system.h
    short = [l for l in range(1, len(t.rows))
             if t.rows[l][i] - t.rows[l - 1][i] != h]
    t.rows = t.rows[:min(short, default=len(t.rows))]
    path = write(case.place, "sound.csv", t.text())
    got = by_law(verdict(case.scene, path, "--scheme", "own", "--impulses"))
    for law, g in got.items():
        if law not in ("joints", "gaps"):
            check(g["worst"] <= g["rounding"], "%s, own: %s is %g" %
                  (type(case.system).__name__, law, g["worst"]))


def fits(case):
    """The best weight is one with the least sum of sizes."""
    path = write(case.place, "fits.csv", case.table.text())
    w = F(verdict(case.scene, path)["weight"])
    rows = [state(case.system, case.table, l) for l in
            range(len(case.table.rows))]
    terms = [((b[1][i] - a[1][i]) - (b[0] - a[0]) * a[2][i],
              (b[0] - a[0]) * (b[2][i] - a[2][i]))
             for a, b in zip(rows, rows[1:]) for i in range(len(a[1]))]

    def total(w):
        return sum(abs(a - w * b) for a, b in terms)
    least = min([total(F(0)), total(F(1))] +
                [total(a / b) for a, b in terms if b != 0 and 0 <= a / b <= 1])
    scale = sum(abs(a) for a, _ in terms)
    check(total(w) <= least + scale * F(1e-14), "weight %g" % w)


with tempfile.TemporaryDirectory() as place:
    cases = [Case(s, place) for s in SYSTEMS]
    for case in cases:
        sound(case)
        fits(case)
    for number in range(PLANTS):
        judged(draw.choice(cases), KINDS[number % len(KINDS)], number)
    print("seed %d: %d plants, %d of which break no law; %d numbers found, %d "
          "where there is nothing" % (SEED, PLANTS, unseen, found, nothing))
    check(5 * unseen <= PLANTS, "the oracle finds too little")
done()
