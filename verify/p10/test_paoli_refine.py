"""Runs in fractions over a curved K, each row put to what it claims by a second program:
fractions only, derivatives by dual numbers, intervals of fractions. And the nearest
points themselves, found another way: the root of a disc, the multiplier of an ellipse.

    PERP_SEED=4 python3 verify/p10/test_paoli_refine.py

A row says: Z is in K; q and v are the scheme's of this Z; every point of K as near to the
prediction lies within `within` of Z. What is asked of it is the inequality at the head of
src/p10/paoli_bound.c, with no number but those of the table and of the scene.
"""
import os
import random
import subprocess
import tempfile
from fractions import Fraction as F
from math import isqrt

from paoli_face import BINARY, LONG
from times import times

SEED = int(os.environ.get("PERP_SEED", "2411"))


# ---- numbers -------------------------------------------------------------

def root(x, up, bits=400):
    """A fraction beside the root of x, on the side that is asked for."""
    if x == 0:
        return F(0)
    scaled = x.numerator * 4 ** bits
    low = isqrt(scaled // x.denominator)
    return F(low + (1 if up else 0), 2 ** bits)


class Span:
    """An interval of fractions."""

    def __init__(self, lo, hi=None):
        hi = lo if hi is None else hi
        self.lo = lo if type(lo) is F else F(lo)
        self.hi = hi if type(hi) is F else F(hi)

    def __add__(self, o):
        o = o if isinstance(o, Span) else Span(o)
        return Span(self.lo + o.lo, self.hi + o.hi)
    __radd__ = __add__

    def __neg__(self):
        return Span(-self.hi, -self.lo)

    def __sub__(self, o):
        return self + (-o if isinstance(o, Span) else Span(-o))

    def __rsub__(self, o):
        return -self + o

    def __mul__(self, o):
        o = o if isinstance(o, Span) else Span(o)
        if self.lo >= 0 and o.lo >= 0:
            return Span(self.lo * o.lo, self.hi * o.hi)
        if self.lo == self.hi or o.lo == o.hi:
            one, two = self.lo * o.lo, self.hi * o.hi
            return Span(min(one, two), max(one, two))
        ends = [a * b for a in (self.lo, self.hi) for b in (o.lo, o.hi)]
        return Span(min(ends), max(ends))
    __rmul__ = __mul__

    def __truediv__(self, o):
        o = o if isinstance(o, Span) else Span(o)
        assert o.lo > 0 or o.hi < 0, "a divisor that may be 0"
        return self * Span(1 / o.hi, 1 / o.lo)

    def __rtruediv__(self, o):
        return Span(o) / self


class Dual:
    """A value and its gradient, of fractions or of intervals."""

    def __init__(self, x, d):
        self.x, self.d = x, d

    def lift(self, o):
        return o if isinstance(o, Dual) else Dual(o, [0] * len(self.d))

    def __add__(self, o):
        o = self.lift(o)
        return Dual(self.x + o.x, [a + b for a, b in zip(self.d, o.d)])
    __radd__ = __add__

    def __neg__(self):
        return Dual(-self.x, [-a for a in self.d])

    def __sub__(self, o):
        return self + (-self.lift(o))

    def __rsub__(self, o):
        return -self + o

    def __mul__(self, o):
        o = self.lift(o)
        return Dual(self.x * o.x, [
            self.x * b + o.x * a if a != 0 and b != 0 else
            self.x * b if b != 0 else o.x * a if a != 0 else 0
            for a, b in zip(self.d, o.d)])
    __rmul__ = __mul__

    def __truediv__(self, o):
        o = self.lift(o)
        y = self.x / o.x
        return Dual(y, [(a - y * b) / o.x for a, b in zip(self.d, o.d)])

    def __rtruediv__(self, o):
        return self.lift(o) / self


def gradient(gap, names, at):
    """(f, grad f) of a formula that Lua and Python read alike."""
    n = len(names)
    point = {x: Dual(at[i], [F(i == j) for j in range(n)])
             for i, x in enumerate(names)}
    out = eval(gap, {"F": F}, point)  # the test's own formulas
    return out.x, out.d


def numbers():
    """The shortcuts above: a product of intervals is the hull of the products of its
    ends, and a gradient is that of a formula differentiated by hand."""
    ends = [(a, b) for a in range(-2, 3) for b in range(a, 3)]
    for a, b in ends:
        for c, d in ends:
            four = [x * y for x in (a, b) for y in (c, d)]
            s = Span(a, b) * Span(c, d)
            assert (s.lo, s.hi) == (min(four), max(four)), (a, b, c, d)
    x, y, z = F(3, 7), F(-2, 5), F(4, 3)
    f, d = gradient("2*x*y + y*(x*x) - z*x", "xyz", (x, y, z))
    assert f == 2 * x * y + y * x * x - z * x
    assert d == [2 * y + 2 * x * y - z, 2 * x + x * x, -x]


def solve(M, b):
    """M x = b by elimination; M is positive definite."""
    n = len(b)
    A = [list(map(F, row)) + [F(x)] for row, x in zip(M, b)]
    for i in range(n):
        A[i] = [x / A[i][i] for x in A[i]]
        for j in range(n):
            if j != i:
                A[j] = [x - A[j][i] * y for x, y in zip(A[j], A[i])]
    return [row[n] for row in A]


def dot(x, y):
    return sum((a * b for a, b in zip(x, y)), F(0))


# ---- a run ---------------------------------------------------------------

class Scene:
    """names, M, force g(q, v), gaps (flat or concave: said so), e, h."""

    def __init__(self, names, M, g, gaps, concave, e, h, steps, q, v):
        self.names, self.M, self.g, self.gaps = names, M, g, gaps
        self.concave, self.e, self.h, self.steps = concave, F(e), F(h), steps
        self.q, self.v = [F(x) for x in q], [F(x) for x in v]

    def text(self):
        def ratio(x):
            x = F(x)
            return f"ratio({x.numerator}, {x.denominator})"

        def listed(row):
            return "{" + ", ".join(ratio(x) for x in row) + "}"
        split = "local " + ", ".join(self.names) + " = " + ", ".join(
            "q." + x for x in self.names)
        gaps = ", ".join(f'{{ name = "f{i}", gap = {gap} }}'
                         for i, gap in enumerate(self.gaps))
        return f"""
local perp = require "perp"
local ratio = perp.ratio
local F = ratio
local system = perp.system {{
  coordinates = {{ {", ".join(f'"{x}"' for x in self.names)} }},
  mass = function() return {{ {", ".join(listed(r) for r in self.M)} }} end,
  force = function(t, q, v) {split}
    return {{ {", ".join(self.g)} }} end,
  contacts = function(q) {split}
    return {{ {gaps} }} end,
}}
return {{ system = system, scheme = "paoli", e = {ratio(self.e)}, h = {ratio(self.h)},
  T = {ratio(self.h * self.steps)}, q = {listed(self.q)}, v = {listed(self.v)} }}
"""

    def force(self, q):
        return [F(eval(x, {"F": F}, dict(zip(self.names, q)))) for x in self.g]


def called(text, *words):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([BINARY, "run", path, *words], text=True,
                              capture_output=True)


def table(s):
    done = called(s.text(), "--rational", "--csv", "-")
    assert done.returncode == 0, (SEED, done.stderr, s.text())
    assert f"{s.steps} of {s.steps} steps" in done.stderr, done.stderr
    head, *rows = [x.split(",") for x in done.stdout.split()]
    at = {name: i for i, name in enumerate(head)}

    def vector(row, kind):
        return [F(row[at[f"{kind}.{x}"]]) for x in s.names]
    # A wall that is drawn with no curvature is linear, and its steps are exact.
    return [{"q": vector(r, "q"), "v": vector(r, "v"), "va": vector(r, "va"),
             "cn": [F(r[at[f"cn.f{i}"]]) for i in range(len(s.gaps))],
             "within": F(r[at["within"]]) if "within" in at else F(0)}
            for r in rows]


def prediction(s, n, row):
    """y^n, from the node and the velocity before it."""
    e, share = (s.e, 1) if n > 0 else (F(0), F(1, 2))
    G = solve(s.M, [share * x for x in s.force(row["q"])])
    return e, [q + s.h * ((1 - e) * v + s.h * g) / (1 + e)
               for q, v, g in zip(row["q"], row["v"], G)]


def bound(s, y, Z, mu):
    """(radius, rho): the least radius that the inequality gives, from 2 rho down. None of its
    numbers is perp's but y, Z and mu."""
    n = len(s.names)
    at = [gradient(gap, s.names, Z) for gap in s.gaps]
    d = [a - b for a, b in zip(Z, y)]
    p = [dot(row, d) for row in s.M]
    rho = root(dot(p, d), True)
    eps = [p[i] - sum((m * g[i] for m, (_, g) in zip(mu, at)), F(0))
           for i in range(n)]
    c0 = root(dot(eps, solve(s.M, eps)), True)
    open_ = sum((m * f for m, (f, _) in zip(mu, at)), F(0))
    m = [root(solve(s.M, [F(i == j) for j in range(n)])[i], True, 80)
         for i in range(n)]
    r = 2 * rho
    while True:
        c = c0
        ball = [Span(z - r * k, z + r * k) for z, k in zip(Z, m)]
        for j, gap in enumerate(s.gaps):
            if mu[j] > 0 and not s.concave[j]:
                turned = gradient(gap, s.names, ball)[1]
                c += mu[j] * sum(
                    max(abs(a.hi - b), abs(a.lo - b)) * k if isinstance(a, Span)
                    else abs(a - b) * k
                    for a, b, k in zip(turned, at[j][1], m))
        r, before = c + root(c * c + 2 * open_, True), r
        r = F(-((-r.numerator << 300) // r.denominator), 1 << 300)  # upward
        if r >= F(19, 20) * before or r <= F(1, 2 ** 280):
            return min(r, before), rho, m


def holds(s, y, Z, mu, within):
    """Is the row's statement true, by the inequality?"""
    if any(gradient(gap, s.names, Z)[0] < 0 for gap in s.gaps) or min(mu) < 0:
        return False
    if Z == y:
        return within == 0 and max(mu) == 0
    r, rho, m = bound(s, y, Z, mu)
    return all(r * k <= within for k in m)


seen = {}


def rows(s):
    """The same run is looked at once."""
    key = s.text()
    if key not in seen:
        seen[key] = looked(s)
    return seen[key]


def looked(s):
    """Every row of a run, and of those that push a fourth (PERP_LONG=1: all) by the
    inequality; the steps that pushed are given back as (y, Z, mu, within)."""
    t, pushed, each = table(s), [], 4 // times(4)
    for n in range(len(t) - 1):
        row, after = t[n], t[n + 1]
        e, y = prediction(s, n, row)
        Z = [q + s.h * w for q, w in zip(row["q"], after["va"])]
        before = [q - s.h * v for q, v in zip(row["q"], row["v"])]
        assert after["q"] == [(1 + e) * z - e * b for z, b in zip(Z, before)] \
            or n == 0 and after["q"] == Z, (SEED, n)
        assert after["q"] == [q + s.h * v for q, v in zip(row["q"], after["v"])]
        mu = [s.h * x / (1 + e) for x in after["cn"]]
        assert Z != y and len(pushed) % each or \
            holds(s, y, Z, mu, after["within"]), (SEED, n, s.text())
        assert after["within"] < F(1, 2 ** 100), (SEED, n, after["within"])
        most = max(x.numerator.bit_length() + x.denominator.bit_length()
                   for x in after["q"])
        assert most <= 1100, (SEED, n, most)
        if max(mu) > 0:
            pushed.append((y, Z, mu, after["within"]))
    return t, pushed


# ---- scenes --------------------------------------------------------------

UNIT = [[1, 0], [0, 1]]
HEAVY = [[2, F(1, 3)], [F(1, 3), 1]]


def ellipse(b, e, h, steps, M=UNIT):
    gap = f"1 - x*x - {b * b}*y*y"
    return Scene("xy", M, ["0*x", "-1 + 0*x"], [gap], [1], e, h, steps,
                 [F(1, 10), 0], [F(3, 5), F(-1, 3)])


def scenes():
    return {
        "disc, outside": Scene("xy", UNIT, ["0*x", "0*x"], ["x*x + y*y - 1"], [0],
                               F(1, 3), F(1, 20), 40, [-2, F(3, 5)], [1, 0]),
        "ellipse, inside": ellipse(2, F(1, 3), F(1, 20), 60),
        "ellipse, full M": ellipse(4, 1, F(1, 25), 40, HEAVY),
        "parabola and a wall": Scene(
            "xy", UNIT, ["0*x", "-2 + 0*x"], ["y - x*x", "F(1, 2) - x - y"], [0, 1],
            0, F(1, 40), 60, [F(-1, 4), F(1, 4)], [1, 0]),
        "peanut, outside": Scene(
            "xy", HEAVY, ["0*x", "0*x"],
            ["(x*x + y*y)*(x*x + y*y) - x*x - y*y*F(1, 5)"], [0], F(1, 2), F(1, 50),
            60, [F(1, 4), 1], [F(-1, 5), -1]),
        "a hump": Scene("xy", UNIT, ["-x", "-1 + 0*x"], ["y - 1/(1 + x*x)"], [0],
                        F(1, 4), F(1, 40), 60, [F(1, 2), F(11, 10)], [0, -1]),
        "ball in space": Scene(
            "xyz", [[1, 0, 0], [0, 2, 0], [0, 0, 3]], ["0*x", "0*x", "-1 + 0*x"],
            ["x*x + y*y + z*z - 1", "z + F(1, 2)"], [0, 1], F(1, 2), F(1, 20), 40,
            [F(-5, 4), F(1, 5), F(3, 4)], [1, 0, 0]),
        "a line": Scene("x", [[1]], ["-x"], ["x*x*x - F(1, 8)"], [0], F(1, 2),
                        F(1, 20), 60, [1], [-1]),
    }


def whole():
    """Every row of every scene; and the claim is not an idle one: a Z that is moved by
    2^-90, half a multiplier, a negative one, a within of a thousandth are refused."""
    for name, s in scenes().items():
        _, pushed = rows(s)
        assert pushed, name
        wide = max(w for *_, w in pushed)
        print(f"{name}: {len(pushed)} of {s.steps} steps push, "
              f"within 2^{wide.numerator.bit_length() - wide.denominator.bit_length()}")
        y, Z, mu, within = max(pushed, key=lambda p: sum(
            abs(a - b) for a, b in zip(p[0], p[1])))
        off = F(1, 2 ** 90)
        for i in range(len(Z)):
            for by in off, -off:
                moved = [z + by * (i == j) for j, z in enumerate(Z)]
                assert not holds(s, y, moved, mu, within), (name, i, by)
        assert not holds(s, y, Z, [m / 2 for m in mu], within), name
        assert not holds(s, y, Z, [-m for m in mu], within), name
        assert not holds(s, y, Z, mu, within / 1000), name
        assert not holds(s, y, Z, mu, F(0)), name


# ---- the nearest point by another way ------------------------------------

def on_disc(y):
    """The point of x^2 + y^2 = 1 on the ray of y, to 2^-900."""
    return [x / root(dot(y, y), False, 900) for x in y]


def on_ellipse(s, b, y):
    """M = I: (x, z) = (y_1/(1 + t), y_2/(1 + b^2 t)) with t > 0 such that it is on
    x^2 + b^2 z^2 = 1, bisected."""
    def point(t):
        return [y[0] / (1 + t), y[1] / (1 + b * b * t)]
    low, high = F(0), F(16)
    for _ in range(400):
        t = (low + high) / 2
        x, z = point(t)
        low, high = (t, high) if x * x + b * b * z * z > 1 else (low, t)
    return point(high)


def truly():
    """The true nearest point, to 2^-390, lies within what is said; and not always
    within a millionth of it, or the claim would be about something else."""
    s = scenes()
    worst = F(0)
    for y, Z, mu, within in rows(s["disc, outside"])[1]:
        far = max(abs(a - b) for a, b in zip(on_disc(y), Z))
        assert far <= within, (far, within)
        worst = max(worst, far / within)
    for y, Z, mu, within in rows(s["ellipse, inside"])[1]:
        far = max(abs(a - b) for a, b in zip(on_ellipse(s, 2, y), Z))
        assert far <= within, (far, within)
        worst = max(worst, far / within)
    print(f"the true point is at most {float(worst):.1e} of the radius away")
    assert worst > 0


def orbit():
    """The whole run against (scheme) with nearest points to 2^-390: K convex, M = I, G
    constant, so they part by at most r (1 + sqrt 2)^(N + 1) after N pushes."""
    s = ellipse(2, F(1, 3), F(1, 20), 60)
    t, pushed = rows(s)
    q, v, N, worst = s.q, s.v, 0, F(0)
    radius = max(w for *_, w in pushed) * 2
    for n in range(len(t) - 1):
        e, y = prediction(s, n, {"q": q, "v": v})
        if y[0] ** 2 + 4 * y[1] ** 2 > 1:
            y, N = on_ellipse(s, 2, y), N + 1
        new = [(1 + e) * z - e * (a - s.h * b) for z, a, b in zip(y, q, v)]
        new = [F((x.numerator << 500) // x.denominator, 1 << 500) for x in new]
        v = [(a - b) / s.h for a, b in zip(new, q)]
        q = new
        far = max(abs(a - b) for a, b in zip(q, t[n + 1]["q"]))
        worst = max(worst, far)
        assert far <= radius * F(5, 2) ** (n + 2), (n, N)
    print(f"after {len(t) - 1} steps, {N} of which push, the orbits are "
          f"{float(worst):.1e} apart; a radius is {float(radius / 2):.1e}")
    assert N == len(pushed) and 0 < worst < F(1, 2 ** 100)


def grazing():
    """A wall that the prediction violates by 2^-60 is none for doubles."""
    by = F(1, 2 ** 60)
    s = Scene("xy", UNIT, ["0*x", "0*x"], ["1 - x*x - y*y", "F(1, 4) - y*y - x*F(1, 8)"],
              [1, 1], 0, 1, 1, [0, 0], [1 + by, 0])
    (_, Z, _, _), = rows(s)[1]
    assert Z == [1, 0], Z  # here the nearest point is a fraction


def refused():
    """What is not done says so, in a line, with its exit code."""
    def said(s, code, *parts, words=("--rational",)):
        done = called(s.text(), *words)
        assert done.returncode == code, (done.returncode, done.stderr)
        assert len(done.stderr.splitlines()) == 1, done.stderr
        for part in parts:
            assert part in done.stderr, (part, done.stderr)
    disc = scenes()["disc, outside"]
    disc.gaps = ["perp.sqrt(x*x + y*y) - 1"]
    said(disc, 3, "scene.lua:11", "sums, products and quotients", "x*x >= R*R")
    disc.gaps = ["perp.where(x, y, y + 10) + x*x"]
    said(disc, 3, "sums, products and quotients")
    disc.gaps = ["x*x + y*y - 1"]
    said(disc, 3, "--certify", "no record",
         words=("--rational", "--certify", "R", "--cert", os.devnull))
    said(disc, 3, "Moreau", words=("--rational", "--scheme", "moreau"))
    deep = Scene("xy", UNIT, ["0*x", "0*x"], ["x*x + y*y - 1"], [0], 0, 1, 1,
                 [F(-3, 2), 0], [1, 0])
    said(deep, 5, "step 1", "undecided", "smaller h")
    deep.v = [F(51, 100), 0]  # a depth of 0.01
    rows(deep)


def drawn():
    """Random ellipses, parabolas and quartics, restitutions, masses; each row again."""
    draw = random.Random(SEED)

    def some(lo, hi, over=20):
        return F(draw.randint(int(lo * over), int(hi * over)), over)
    count = pushed = 0
    while count < (200 if LONG else 6):
        a, b, c = some(.3, 3), some(.3, 3), some(-.4, .4)
        kind = draw.randrange(3)
        gap, concave = [
            (f"1 - F({a.numerator}, {a.denominator})*x*x - "
             f"F({b.numerator}, {b.denominator})*y*y", 1),
            (f"y + 1 - F({c.numerator}, {c.denominator})*x*x", 0),
            (f"y + 1 - F({c.numerator}, {c.denominator})*x*x*x*x*x", 0)][kind]
        M = [[some(1, 3), some(-.5, .5)], [0, some(1, 3)]]
        M[1][0] = M[0][1]
        s = Scene("xy", M, ["0*x", "-1 + 0*x"], [gap], [concave], some(0, 1),
                  F(1, draw.randint(40, 90)), 40, [0, 0],
                  [some(-1, 1), some(-4, -2)])
        done = called(s.text(), "--rational")
        assert done.returncode in (0, 5), (SEED, done.stderr, s.text())
        count += 1
        if done.returncode == 5:
            assert "undecided" in done.stderr or "no start" in done.stderr
            continue
        pushed += len(rows(s)[1])
    print(f"seed {SEED}: {count} random runs, {pushed} pushing steps checked")
    assert pushed > count


if __name__ == "__main__":
    for test in numbers, whole, truly, orbit, grazing, refused, drawn:
        test()
