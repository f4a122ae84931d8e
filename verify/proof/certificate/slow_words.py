"""Numbers of a proof, read without any demand on how they are spelt; for the slow
oracle."""
import math
from fractions import Fraction as Q


def number(text):
    p, _, q = text.partition("/")
    return Q(int(p, 16), int(q or "1", 16))


def table(line):
    """The entries of an array; its tag is tag(line)."""
    head, *entries = line.split()
    den = int(head.partition("/")[2] or "1", 16)
    return {int(e.split(":")[0]): Q(int(e.split(":")[1], 16), den)
            for e in entries}


def tag(line):
    return line.split()[0].partition("/")[0]


class Untrue(Exception):
    pass


def demand(fine, why):
    if not fine:
        raise Untrue(why)


def toward_zero(x):
    """The double at x or next to it on zero's side."""
    d = float(x)
    return math.nextafter(d, 0) if abs(Q(d)) > abs(x) else d
