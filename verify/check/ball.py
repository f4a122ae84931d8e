"""For check.py: balls (E1), and tapes in balls with their derivatives (E2).

A ball is (m, r), whole, in units of 2^-200: all real numbers between m - r and m + r.
None has no value. A derivative is {direction: ball} without those that are exactly
zero; a ball None among them is a derivative that is not there.

The angle of a sine is brought to [-1, 1] by a multiple of pi / 2, which Machin's
formula gives: pi / 4 = 4 arctan(1/5) - arctan(1/239)."""
from math import isqrt

BITS = 200
ONE, MOST = 1 << BITS, 1 << (512 + BITS)
ZERO, UNIT = (0, 0), (ONE, 0)


def fine(m, r):
    return (m, r) if abs(m) < MOST and r < MOST else None


def of(x, r=0):
    """Of a fraction, and a radius that is one."""
    m, rest = divmod(x.numerator << BITS, x.denominator)
    more = -(-(r.numerator << BITS) // r.denominator) if r else 0
    return fine(m, more + (rest > 0))


def add(a, b):
    return fine(a[0] + b[0], a[1] + b[1])


def sub(a, b):
    return fine(a[0] - b[0], a[1] + b[1])


def neg(a):
    return -a[0], a[1]


def mul(a, b):
    m, r = a[0] * b[0], abs(a[0]) * b[1] + abs(b[0]) * a[1] + a[1] * b[1]
    cut = (m | r) & (ONE - 1) != 0
    return fine(m >> BITS, (r >> BITS) + 2 * cut)


def div(a, b):
    (m, r), (n, s) = a, b
    if abs(n) <= s:
        return None
    if n < 0:
        m, n = -m, -n
    q, rest = divmod(m << BITS, n)
    wide = (abs(m) * s + n * r) << BITS
    return fine(q, -(-wide // (n * (n - s))) + (rest > 0))


def root(a):
    m, r = a
    if (m, r) == ZERO:
        return ZERO
    if m <= r:
        return None
    x = isqrt(m << BITS)  # r / sqrt(m), from above: x is at most the root
    return x, -(-(r << BITS) // x) + (x * x != m << BITS)


MORE = 128  # places beyond, for pi and the series
UNITY = 1 << (BITS + MORE)


def arctan(n):
    """Of 1 / n, within the number of its terms, in units of 2^-(BITS + MORE)."""
    total, term, k = 0, UNITY // n, 1
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term, k = term // (n * n), k + 2
    return total


QUARTER = 8 * arctan(5) - 2 * arctan(239)  # pi / 2, within 2^14 of these units


def wave(a, shift):
    """The sine, or of shift 1 the cosine."""
    m, r = a
    if abs(m) + r >= 1 << (40 + BITS):
        return None
    if m == 0:
        return UNIT[0] * shift, r
    wide = m << MORE
    turns = (2 * wide + QUARTER) // (2 * QUARTER)
    x, quarter = wide - turns * QUARTER, (turns + shift) % 4
    square, k = x * x // UNITY, 1 - quarter % 2
    term, total = x if k else UNITY, 0
    while term not in (0, -1):  # x^k / k!, each wrong by a few of these units
        total += term
        term, k = -(term * square // UNITY) // ((k + 1) * (k + 2)), k + 2
    return (-total if quarter > 1 else total) >> MORE, r + 2


def hull(a, b):
    low = min(a[0] - a[1], b[0] - b[1])
    high = max(a[0] + a[1], b[0] + b[1])
    return (low + high) >> 1, (high - low + 1) >> 1


def larger(a, b):
    """The larger of two that meet."""
    low = max(a[0] - a[1], b[0] - b[1])
    high = max(a[0] + a[1], b[0] + b[1])
    return (low + high) >> 1, (high - low + 1) >> 1


def sign(a):
    """1: not negative for sure, -1: negative for sure, 0: who knows."""
    return 1 if a[0] >= a[1] else -1 if a[0] + a[1] < 0 else 0
