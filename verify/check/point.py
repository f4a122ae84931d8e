"""For check.py: what the formulas of a statement give at a place, in balls (E2)."""
from fractions import Fraction as Q

import ball
from ball import UNIT, ZERO
from words import Refused, demand

SHARP = Q(1, 2 ** 46)


def low(b):
    return Q(b[0] - b[1], ball.ONE)


def high(b):
    return Q(b[0] + b[1], ball.ONE)


def doubt(q):
    return SHARP * max([Q(4)] + [abs(x) for x in q])


def near(s):
    """A gap below this is closed."""
    return Q(0) if s.sharp else s.tolerance


def count(s):
    """So many contacts."""
    return s.own + len(s.pairs)


class Point:
    """What the formulas give at a position, velocity, time; or over a box of positions,
    along a direction of its own."""

    def __init__(self, s, q, v=None, t=Q(0), wide=None, along=None):
        self.s = s
        self.q = [ball.of(x, r) for x, r in zip(q, wide or [0] * s.nq)]
        self.rest = [ball.of(x) for x in [*(v or [Q(0)] * s.nv), t]]
        self.seeds, self.rates, self.gaps = along, None, {}

    def run(self, tag, outs=None, seeds=None):
        return self.s.tape[tag].run(self.q + self.rest, outs, seeds)

    def gamma(self):
        """The rates, NQ rows of NV."""
        s, nv = self.s, self.s.nv
        if self.rates is None and s.G:
            n = nv * nv * (1 + s.F)
            flat = [x for x, _ in self.run("inertia", range(n, n + s.nq * nv))]
            self.rates = [flat[i * nv:(i + 1) * nv] for i in range(s.nq)]
        elif self.rates is None:
            self.rates = [[UNIT if i == j else ZERO for j in range(nv)]
                          for i in range(nv)]
        return self.rates

    def moved(self, way):
        """The place so much farther: Gamma way more, in balls."""
        out, way = Point(self.s, [Q(0)] * self.s.nq), [ball.of(x) for x in way]
        for i, row in enumerate(self.gamma()):
            x = self.q[i]
            for rate, far in zip(row, way):
                step = rate and far and ball.mul(rate, far)
                x = x and step and ball.add(x, step)
            demand(x is not None, "a place that has no value")
            out.q[i] = x
        return out

    def ways(self):
        """How each coordinate moves: along velocity j, or along the box."""
        if self.seeds is None:
            self.seeds = {i: {j: x for j, x in enumerate(row) if x != ZERO}
                          for i, row in enumerate(self.gamma())}
        return self.seeds

    def along(self, tag, outs=None, more=None):
        return self.run(tag, outs, {**self.ways(), **(more or {})})

    def local(self, k, seeds):
        """A contact of two things: its kind, inputs, how they move, the velocities."""
        kind, a, b = self.s.pairs[k - self.s.own]
        coords, vels = a[0] + b[0], a[1] + b[1]
        x = [ZERO if p < 0 else self.q[p] for p in coords] + [ZERO] * len(vels) + [
            ball.of(c) for c in a[2] + b[2]]
        moves = {i: seeds[p] for i, p in enumerate(coords) if p >= 0 and p in seeds}
        return self.s.kinds[kind], x, moves, vels

    def gap(self, k, moving=False):
        """(gap, derivatives) of a contact."""
        if (k, moving) not in self.gaps:
            seeds = self.ways() if moving else {}
            if k < self.s.own:
                found = self.run("gaps", (k,), seeds)
            else:
                (_, gap, _), x, moves, _ = self.local(k, seeds)
                found = gap.run(x, None, moves)
            self.gaps[k, moving] = found[0]
        return self.gaps[k, moving]

    def known(self, k):
        """The gap of a contact, or None if it has no value."""
        try:
            return self.gap(k)[0]
        except Refused:
            return None

    def above(self, k, least):
        """Is the gap not below this for sure? One without a value is not."""
        gap = self.known(k)
        return gap is None or high(gap) >= least

    def slips(self, k):
        """The rows d of a contact, each {velocity: ball}."""
        s, nv = self.s, self.s.nv
        n = s.find(k)[0]
        if k < s.own:
            at = sum(s.find(i)[0] for i in range(k)) * nv
            flat = [x for x, _ in self.run("slips", range(at, at + n * nv))]
            return [dict(enumerate(flat[r * nv:(r + 1) * nv])) for r in range(n)]
        (_, _, slips), x, _, vels = self.local(k, {})
        flat, out = [y for y, _ in slips.run(x)], []
        for r in range(n):
            row = {}
            for p, y in zip(vels, flat[r * len(vels):]):
                if p >= 0:
                    row[p] = ball.add(row.get(p, ZERO), y)
            out.append(row)
        return out
