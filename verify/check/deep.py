"""For check.py: level L2, the scene behind the numbers, (E2), (E3), (E7) to (E10)."""
from fractions import Fraction as Q

import ball
from ball import UNIT, ZERO
from extra import above, dot
from middle import Middle
from modes import Modes
from point import SHARP, Point, count, doubt, high, low, near
from second import Rebounds
from way import Way, bracket
from words import demand, ratio

TAGS = "M", "F", "kv", "kq", "k0", "k1", "G", "phi", "nu", "a", "n", "d"


def apart(stated, b):
    """What is stated is at most so far from what the ball holds."""
    a = ball.of(stated)
    demand(a is not None, "a number beyond all balls")
    return abs(a[0] - b[0]) + a[1] + b[1]


class Shallow:
    """Of the other levels nothing is asked; of contacts that yield (TH6) is said."""
    far = None

    def __init__(self, run):
        self.problem = self.moved = self.project = self.row = self.node = \
            self.rebound = lambda *rest: None

    def said(self):
        return self.far.said() if self.far else ""


class Deep(Middle, Rebounds):
    def __init__(self, run):
        self.run, self.s, s = run, run.s, run.s
        demand(s.how.deep, "level L2 knows no such scheme")
        self.problems = self.data = self.moded = self.rows = self.open = 0
        self.hits = self.brackets = self.places = self.placed = 0
        self.radius = self.speed = self.lowest = self.joint = self.width = Q(0)
        self.highest = Q(0)
        self.way, self.lists, self.stated = Way(s), {}, None
        self.sided = True  # (E11), of the row in hand
        self.gaps_are_of_places()
        at, least = Point(s, s.q), s.tolerance + s.depth + doubt(s.q)
        for k in range(count(s)):  # (E10)
            demand(at.above(k, -least), "deep at the start")
        for x, _ in at.run("joints") if s.m else []:
            demand(low(x) <= least and high(x) >= -least, "a joint is apart")

    def gaps_are_of_places(self):
        s = self.s
        moving = range(s.nq, s.nq + s.nv + 1)
        tags = ["gaps", "slips"]
        if s.project != "none":
            tags += ["joints", "springs"]
            rates = range(s.nv * s.nv * (1 + s.F), len(s.tape["inertia"].out))
            demand(not s.G or not s.tape["inertia"].reads(moving, rates),
                   "rates of more than positions")
        demand(not any(s.tape[tag].reads(moving) for tag in tags),
               "of more than positions")
        for z, gap, slips in s.kinds:
            first = z[0] + z[3]
            inner = range(first, first + z[1] + z[4])
            demand(not gap.reads(inner) and not slips.reads(inner),
                   "of more than positions")

    # ---- (E3)

    def bound(self, data, q):
        """The radius that stands here, or None."""
        word = self.run.f.take("radius @T")[0]
        if word == "undecided":
            return None
        rho = ratio(word)
        most = max([Q(4), self.run.time * self.s.h] + [abs(x) for x in q] + [
            abs(x) for rows in data.values() for row in rows for x in
            (row.values() if isinstance(row, dict) else (row,))])
        demand(0 < rho <= most * SHARP, "the radius is too large")
        self.radius = max(self.radius, rho)
        return rho

    def compare(self, tag, stated, meant, rho):
        """Rows {column: fraction} with rows of balls, every entry."""
        most = (rho.numerator << ball.BITS) // rho.denominator
        demand(len(stated) == len(meant), "so many rows of " + tag)
        for row, balls in zip(stated, meant):
            for j in {**row, **balls}:
                b = balls.get(j, ZERO)
                demand(b is not None, "%s has no value" % tag)
                demand(apart(row.get(j, Q(0)), b) <= most,
                       "%s is farther from the scene's than the radius" % tag)

    def problem(self, jump, ids, data, x, z, who):
        """What stands behind the v of a problem: its radius and modes."""
        run, s, nv, d = self.run, self.s, self.s.nv, dict(zip(TAGS, data))
        self.problems += 1
        self.lists[jump], self.stated = ids, self.stated if jump else d
        if jump:
            self.closed(ids, run.place)
        rho = self.bound(d, run.q)
        self.before = d, rho, None  # of a rebound
        t = run.time * s.h
        there = here = Point(s, run.q, run.v, t)
        if s.how.middle:
            there = here.moved([s.h / 2 * x for x in run.v])
            self.takes_part(ids, there)
        if rho is None:
            return
        self.data += 1
        if not jump:
            if not s.how.middle:
                self.closed(ids, run.q)
            self.force(d, here, Point(s, run.q, run.v, t + s.h), rho)
        n = nv * nv
        flat = [b for b, _ in here.run("inertia", range(n))]
        meant = {"M": [dict(enumerate(flat[i * nv:(i + 1) * nv]))
                       for i in range(nv)],
                 "nu": [g for _, g in here.along("joints")],
                 "n": [here.gap(k, True)[1] for k in ids],
                 "d": [row for k in ids for row in here.slips(k)]}
        for b, _ in here.run("joints"):
            self.joint = max(self.joint, high(b), -low(b))
        for b in (there.gap(k)[0] for k in ids):
            self.lowest = min(self.lowest, low(b))
            self.highest = max(self.highest, high(b))
        for tag, rows in meant.items():
            self.compare(tag, d[tag], rows, rho)
        words = self.words(ids)
        if words is not None:
            first = Modes(s, jump, d, run.v, x, z, who, words, rho)
            self.speed = max(self.speed, first.distance())
            self.moded += 1
            self.before = d, rho, first

    def force(self, d, here, later, rho):
        """F, kv, kq, k0, k1, G, phi, a of a STEP."""
        s, nv = self.s, self.s.nv
        F = here.run("inertia", range(nv * nv, 2 * nv * nv)) if s.F else []
        F = [x for x, _ in F]
        demand(s.F or not any(d["F"]), "F where the scene has none")
        speed = {s.nq + j: {nv + j: UNIT} for j in range(nv)}
        k1 = later.along("force", None, speed) if s.steep else later.run("force")
        slope = [g if s.steep else {} for _, g in k1]
        springs = here.along("springs")
        meant = {"F": [dict(enumerate(F[i * nv:(i + 1) * nv])) for i in range(nv)],
                 "kq": [{j: b for j, b in g.items() if j < nv} for g in slope],
                 "kv": [{j - nv: b for j, b in g.items() if j >= nv} for g in slope],
                 "G": [dict(enumerate(row)) for row in here.gamma()] if s.G else [],
                 "k0": [{0: x} for x, _ in here.run("force")],
                 "k1": [{0: x} for x, _ in k1],
                 "phi": [{0: x} for x, _ in springs], "a": [g for _, g in springs]}
        for tag, rows in meant.items():
            stated = [{0: x} for x in d[tag]] if tag in ("k0", "k1", "phi") else d[tag]
            self.compare(tag, stated, rows, rho)

    def closed(self, ids, q):
        """Contacts that are listed were kept, or have closed; if sharp, are closed."""
        run, s, at = self.run, self.s, Point(self.s, q)
        most = near(s) + doubt(q)
        for k in ids:
            gap = at.known(k)
            demand((k in run.kept and not s.sharp) or
                   (gap is not None and low(gap) <= most), "a listed contact is open")

    # ---- (E9)

    def moved(self, q, rows, v, to):
        """The step that the row has made, h Gamma in rows."""
        self.step = q, rows, v, to

    def target(self, k):
        """Where the step wants spring k to be."""
        (_, _, v, to), d, s = self.step, self.stated, self.s
        return d["phi"][k] + s.h * dot(d["a"][k], [
            (1 - s.gamma) * b + s.gamma * c for b, c in zip(v, to)])

    def project(self, jump, G, rows, springs, ids, value, to):
        """The radius of a projection to `to`."""
        s, m = self.s, self.s.m
        self.places += 1
        d = {"G": G, "nu": rows[:m], "a": rows[m:m + springs],
             "n": rows[m + springs:], "value": value}
        rho = self.bound(d, to)
        if rho is None:
            return
        at, held = Point(s, to), [k for k, c in enumerate(s.springs)
                                  if c[0] > 0][:springs]
        joints, found = at.along("joints"), at.along("springs", held)
        aims = [x for x, _ in Point(s, self.run.place).run("springs", held)] \
            if jump else [ball.of(self.target(k)) for k in held]
        meant = {"nu": [g for _, g in joints], "a": [g for _, g in found],
                 "n": [at.gap(k, True)[1] for k in ids],
                 "G": [dict(enumerate(r)) for r in at.gamma()] if s.G else [],
                 "value": [{0: x} for x, _ in joints] + [
                     {0: ball.sub(x, aim)} for (x, _), aim in zip(found, aims)] + [
                     {0: at.gap(k)[0]} for k in ids]}
        for tag, of in meant.items():
            stated = [{0: x} for x in value] if tag == "value" else d[tag]
            self.compare(tag, stated, of, rho)
        self.placed += 1

    # ---- (E7), (E8)

    def row(self, before, S):
        """Behind a row from `before`; S: where its step was hit."""
        s, after, lists, self.lists = self.s, self.run.q, self.lists, {}
        step, jump = lists.get(False), lists.get(True)
        self.rows += 1
        fine, start, end = self.sided, Point(s, before), Point(s, after)
        most = doubt(before)
        least = near(s) - most
        first, last = (jump if step is None else step), (step if jump is None else jump)
        for k in range(count(s)):
            free = k not in first and k not in last
            if free and self.way.sleeps(k, before, after):
                continue
            if not s.how.middle:
                demand(k in first or start.above(k, least), "closed and not listed")
                demand(k in last or end.above(k, -most), "closed and not listed")
            if free:
                fine &= self.way.open(k, before, after)
        self.open += fine
        if len(lists) == 2:
            self.hits += 1
            width = bracket(s, step, jump, lambda w: self.cubic(S * (1 + w)))
            self.brackets += width is not None
            self.width = max(self.width, width or Q(0))

    def cubic(self, S):
        """The position at a fraction of the step (C10)."""
        (q, rows, v, to), g = self.step, self.s.gamma
        W = S * S * (3 * g - 1 + (1 - 2 * g) * S)
        y = [(S - W) * b + W * c for b, c in zip(v, to)]
        return [a + dot(row, y) for a, row in zip(q, rows)]

    def said(self):
        return ("; L2: data %d of %d, modes %d, open %d of %d, brackets %d of %d, "
                "placed %d of %d; radius %.17g velocity %.17g depth %.17g height "
                "%.17g joints %.17g width %.17g" % (
                    self.data, self.problems, self.moded, self.open, self.rows,
                    self.brackets, self.hits, self.placed, self.places,
                    *map(above, (self.radius, self.speed, -self.lowest,
                                 self.highest, self.joint,
                                 self.width))))
