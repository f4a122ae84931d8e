"""The balls of perp-check against fractions: what is true lies inside, always, and
not much else does. Roots, sines and cosines are enclosed here by 400 binary places
of fractions, with remainders that are proven in the same breath."""
import math
import os
import random
import subprocess
from fractions import Fraction as Q

from program import HANG, check, done

SEED = int(os.environ.get("PERP_SEED", "5"))
PLACES = 400
UNIT = Q(1, 2 ** 160)
SLACK = Q(1, 2 ** 380)  # what fractions enclose is as wide, at exact results


def floor(x):
    return Q(x.numerator * 2 ** PLACES // x.denominator, 2 ** PLACES)


def outward(lo, hi):
    return floor(lo), -floor(-hi)


def root(lo, hi):
    a = math.isqrt(lo.numerator * 4 ** PLACES // lo.denominator)
    b = math.isqrt(hi.numerator * 4 ** PLACES // hi.denominator) + 1
    return Q(a, 2 ** PLACES), Q(b, 2 ** PLACES)


def series(x, odd):
    """Taylor of sine (odd) or cosine until a term is below 2^-420; what is left is
    less than twice the next term, because |x| <= n / 2 there."""
    term, total, n = (x if odd else Q(1)), Q(0), int(odd)
    while True:
        total += term
        term = -term * x * x / ((n + 1) * (n + 2))
        n += 2
        if abs(term) < Q(1, 2 ** 420) and n > 2 * abs(x):
            return floor(total - 2 * abs(term)), -floor(-total - 2 * abs(term))
        term = Q(round(term * 2 ** 480), 2 ** 480)


def wave(lo, hi, odd):
    """|f(a) - f(b)| <= |a - b|."""
    mid = floor((lo + hi) / 2)
    a, b = series(mid, odd)
    slack = (hi - lo) / 2 + Q(1, 2 ** 390)
    return outward(a - slack, b + slack)


def two(op, a, b):
    if op == "+":
        return a[0] + b[0], a[1] + b[1]
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    if op == "max":
        return max(a[0], b[0]), max(a[1], b[1])
    if op == "hull":
        return min(a[0], b[0]), max(a[1], b[1])
    if op == "/" and b[0] <= 0 <= b[1]:
        return None
    all_ = [x * y if op == "*" else x / y for x in a for y in b]
    return min(all_), max(all_)


def one(op, a):
    if op == "neg":
        return -a[1], -a[0]
    if op == "sqrt":
        return root(*a) if a[0] >= 0 else None
    return wave(*a, op == "sin") if max(abs(x) for x in a) < 64 else None


def leaf(rng):
    kind = rng.randrange(6)
    if kind == 0:
        x = Q(rng.randrange(-9, 10), rng.randrange(1, 10))
    elif kind == 1:
        x = Q(rng.randrange(-8, 9))
    elif kind == 2:
        x = Q(rng.getrandbits(53) * rng.choice((1, -1)), 2 ** rng.randrange(40, 250))
    else:
        x = Q(*rng.uniform(-4, 4).as_integer_ratio())
    radius = rng.choice((0, 0, 0, 1, rng.getrandbits(rng.randrange(1, 140))))
    sign = rng.choice((-1, 0, 1))  # the truth stands inside, or at an end
    true = x + sign * radius * UNIT if radius else x
    text = "%s%x/%x~%x" % ("-" if x < 0 else "", abs(x.numerator), x.denominator,
                           radius)
    return [text], (true, true)


def tree(rng, depth):
    if depth == 0 or rng.randrange(8) == 0:
        return leaf(rng)
    op = rng.choice(("+", "-", "*", "/", "max", "neg", "sqrt", "sin", "cos", "*",
                     "+"))
    if op in ("neg", "sqrt", "sin", "cos"):
        words, x = tree(rng, depth - 1)
        value = None if x is None else one(op, x)
        return words + [op], None if value is None else outward(*value)
    (a, x), (b, y) = tree(rng, depth - 1), tree(rng, depth - 1)
    value = None if x is None or y is None else two(op, x, y)
    return a + b + [op], None if value is None else outward(*value)


def ask(lines):
    out = subprocess.run([os.environ["PERP_BALLS"]], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, timeout=HANG)
    check(out.returncode == 0, "balls: %s" % out.stderr[:300])
    return out.stdout.split("\n")[:-1]


def ball(text):
    m, r = (int(x, 16) for x in text.split())
    return (m - r) * UNIT, (m + r) * UNIT


def random_trees(count):
    """Random expressions of points inside random balls."""
    rng = random.Random(SEED)
    print("seed", SEED)
    trees = [tree(rng, rng.randrange(1, 6)) for _ in range(count)]
    held = lost = 0
    for (words, x), text in zip(trees, ask([" ".join(w) for w, _ in trees])):
        if text == "lost":
            lost += 1
            continue
        lo, hi = ball(text)
        if x is None:
            continue
        held += 1
        check(lo <= x[0] + SLACK and x[1] - SLACK <= hi, "%s: %s is not in %s" %
              (" ".join(words), [float(v) for v in x], text))
    print("%d inside, %d lost" % (held, lost))
    check(held > count * 0.6, "few have a value")


def no_wider_than(op, args, units):
    """One operation on exact numbers: the radius in units."""
    words = ["%s%x/%x~0" % ("-" if x < 0 else "", abs(x.numerator), x.denominator)
             for x in args] + [op]
    text = ask([" ".join(words)])[0]
    check(text != "lost" and int(text.split()[1], 16) <= units,
          "%s %s: %s" % (op, args, text))


def sharp():
    """Balls of exact operands are a unit or two wide, or nothing where the result
    has 160 places."""
    a, b = Q(1, 3), Q(22, 7)
    exact, angle = Q(5, 8), Q(*(123.456).as_integer_ratio())
    no_wider_than("*", [exact, exact], 0)
    no_wider_than("+", [exact, angle], 0)
    no_wider_than("/", [exact, Q(4)], 0)
    no_wider_than("sqrt", [Q(25, 64)], 0)
    no_wider_than("/", [exact, angle], 1)
    no_wider_than("sqrt", [angle], 1)
    for x in (exact, angle, -angle, Q(2 ** 30) + exact, Q(1, 2 ** 100)):
        no_wider_than("sin", [x], 2)
        no_wider_than("cos", [x], 2)
    no_wider_than("*", [a, b], 6)


def angles(count):
    """Sines and cosines of many sizes, to two units."""
    rng = random.Random(SEED + 1)
    xs = [Q(*math.ldexp(rng.uniform(-1, 1), rng.randrange(-60, 7))
            .as_integer_ratio()) for _ in range(count)]
    xs += [Q(0), Q(*math.pi.as_integer_ratio()), Q(*(math.pi / 2).as_integer_ratio())]
    lines = ["%s%x/%x~0 %s" % ("-" if x < 0 else "", abs(x.numerator),
                               x.denominator, op)
             for x in xs for op in ("sin", "cos")]
    for k, text in enumerate(ask(lines)):
        lo, hi = ball(text)
        a, b = series(xs[k // 2], k % 2 == 0)
        # balls begin at the angle cut to 160 places
        check(lo <= a and b <= hi and hi - lo <= 6 * UNIT,
              "%s of %s" % (lines[k].split()[1], float(xs[k // 2])))


def refusals():
    """No result where there is none for all that the operands hold."""
    for line in ("1/1~0 0/1~0 /", "1/1~0 1/%x~1 /" % 2 ** 160, "-1/1~0 sqrt",
                 "1/%x~2 sqrt" % 2 ** 160, "1/1~0 0/1~5 /",
                 "%x/1~0 sin" % 2 ** 60):
        check(ask([line])[0] == "lost", line)


def ends():
    """A hull one unit wide holds both its ends."""
    for a, b in ((0, 1), (-1, 0), (-2, 1), (5, 8)):
        for op in ("hull", "max"):
            lo, hi = ball(ask(["%x/%x~0 %x/%x~0 %s" %
                               (a, 2 ** 160, b, 2 ** 160, op)])[0])
            check((lo <= a * UNIT or op == "max") and b * UNIT <= hi,
                  "%s of %d and %d" % (op, a, b))


random_trees(1000)
ends()
sharp()
angles(60)
refusals()
done()
