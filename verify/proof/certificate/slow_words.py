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


KNOWN = {}


def positive(M, n):
    """Is a symmetric matrix, given by its upper half, positive semidefinite? The
    coefficients of its characteristic polynomial say it (Faddeev, LeVerrier): all
    eigenvalues are real, and none is negative exactly if the signs alternate."""
    key = (n, tuple(sorted(M.items())))
    if key not in KNOWN:
        full = [[M.get(min(i, j) * n + max(i, j), Q(0)) for j in range(n)]
                for i in range(n)]
        power, c, fine = [[Q(0)] * n for _ in range(n)], Q(1), True
        for k in range(1, n + 1):
            for i in range(n):
                power[i][i] += c
            power = [[sum((full[i][l] * power[l][j] for l in range(n)
                           if full[i][l]), Q(0)) for j in range(n)]
                     for i in range(n)]
            c = -sum(power[i][i] for i in range(n)) / k
            fine &= c * (-1) ** k >= 0
        KNOWN[key] = fine
    demand(KNOWN[key], "the mass is not positive semidefinite")


def toward_zero(x):
    """The double at x or next to it on zero's side."""
    d = float(x)
    return math.nextafter(d, 0) if abs(Q(d)) > abs(x) else d
