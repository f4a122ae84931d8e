"""For check.py: are contacts open between two positions, (E7); where does one close,
(E8)?"""
from fractions import Fraction as Q

import ball
from ball import ZERO
from point import Point, count, doubt, high, low
from words import Refused


class Way:
    def __init__(self, s):
        self.s, self.asleep = s, {}

    def sleeps(self, k, before, after):
        """Far away, over a box of four steps to each side."""
        box = self.asleep.get(k)
        if box is None or any(not lo <= x <= up for q in (before, after)
                              for x, (lo, up) in zip(q, box)):
            wide = [4 * abs(b - a) for a, b in zip(before, after)]
            self.asleep.pop(k, None)
            gap = Point(self.s, before, wide=wide).known(k)
            if gap and low(gap) > self.s.tolerance:
                self.asleep[k] = [(x - w, x + w) for x, w in zip(before, wide)]
        return k in self.asleep

    def open(self, k, before, after):
        """Is the contact open on the straight way?"""
        step = [b - a for a, b in zip(before, after)]
        parts = [(Q(0), Q(1), 0)]
        while parts:
            a, b, depth = parts.pop()
            if not self.part(k, before, step, a, b):
                if depth == 10:
                    return False
                c = (a + b) / 2
                parts += [(a, c, depth + 1), (c, b, depth + 1)]
        return True

    def part(self, k, q, step, a, b):
        """On the part from a to b of it: by its ball, or by an end and its slope."""
        s, middle, wide = self.s, (a + b) / 2, (b - a) / 2
        move = {i: {0: ball.of(c)} for i, c in enumerate(step) if c}
        over = Point(s, [x + middle * c for x, c in zip(q, step)],
                     wide=[wide * abs(c) for c in step], along=move)
        try:
            gap, slope = over.gap(k, True)
        except Refused:
            return False
        if low(gap) > 0:
            return True
        slope = slope.get(0, ZERO)
        if slope is None:
            return False
        for end, worst in ((a, min(Q(0), low(slope))), (b, min(Q(0), -high(slope)))):
            at = Point(s, [x + end * c for x, c in zip(q, step)]).known(k)
            if at and low(at) + worst * (b - a) > 0:
                return True
        return False


def bracket(s, step, jump, at):
    """2^-k, where the signs of gaps at(-2^-k), at(2^-k), to both sides of the place
    where a step is hit, show that one closes there; or None."""
    for k in (40, 30, 20, 10):
        w = Q(1, 2 ** k)
        q = at(-w)
        first, behind = Point(s, q), Point(s, at(w))
        before = {c: first.known(c) for c in range(count(s)) if c not in step}
        if all(b is None or low(b) >= -doubt(q) for b in before.values()) and any(
                closes(before[c], behind.known(c)) for c in jump if c not in step):
            return w
    return None


def closes(a, b):
    return a and b and low(a) > 0 and high(b) < 0
