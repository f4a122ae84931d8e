"""Nearest points of a curved K in whole runs, step by step against searches
that know nothing of gradients of gaps: along the boundary of a plane K, and by
bisection on the multiplier of an ellipsoid.

    PERP_SEED=4 python3 verify/p10/test_paoli_curved.py [test ...]
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from paoli_face import BINARY, LONG

SEED = int(os.environ.get("PERP_SEED", "6"))
NEAR = 1e-9  # how far a computed point may be from the reference
HEAD = 'local perp = require "perp"\nlocal sqrt, sin = perp.sqrt, perp.sin\n'


# ---- a run, and the nearest-point problems that it solved ---------------

def scene(names, mass, force, gaps, e, h, steps, v, q=None):
    n = len(names)
    rows = ", ".join("{" + ", ".join(f"{x:.17g}" for x in row) + "}"
                     for row in mass)
    listed = ", ".join(f'{{name="f{i}", gap={gap}}}'
                       for i, gap in enumerate(gaps))
    split = ", ".join(f"q.{x}" for x in names)
    return HEAD + f"""
local s = perp.system{{ coordinates={{{", ".join(f'"{x}"' for x in names)}}},
  mass=function() return {{{rows}}} end,
  force=function() return {{{", ".join(map(repr, force))}}} end,
  contacts=function(q)
    local {", ".join(names)} = {split}
    return {{{listed}}}
  end }}
return {{ system=s, scheme="paoli", e={e}, h={h!r}, T={steps}*{h!r},
  q={{{", ".join(map(repr, q or [0] * n))}}},
  v={{{", ".join(map(repr, v))}}} }}
"""


def perp(text, *flags):
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([BINARY, "run", path, *flags], text=True,
                              capture_output=True)
    assert done.returncode == 0, (SEED, done.returncode, done.stderr, text)
    return done


def projections(text, names, pull, e, h):
    """(y, Z) of every step. pull: M^{-1} g, constant."""
    head, *rows = [x.split(",") for x in
                   perp(text, "-q", "--csv", "-").stdout.split()]
    t = [dict(zip(head, map(float, row))) for row in rows]
    for n in range(len(t) - 1):
        back, share = (e, 1.0) if n > 0 else (0.0, 0.5)
        y = [t[n]["q." + x] + h * ((1 - back) * t[n]["v." + x] +
                                   share * h * g) / (1 + back)
             for x, g in zip(names, pull)]
        yield y, [t[n]["q." + x] + h * t[n + 1]["va." + x] for x in names]


def bisect(rises, low, high):
    """Where a sign changes from - to +."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if rises(middle) else (middle, high)
    return (low + high) / 2


# ---- wavy ground ---------------------------------------------------------

def nearest_wave(A, k, y):
    """Points of y = A sin(kx) that are locally nearest, nearest first. The
    point above or below y bounds the distance, so a window holds them all."""
    def place(x):
        return x, A * math.sin(k * x)

    def slope(x):
        return (x - y[0]) + (A * math.sin(k * x) - y[1]) * A * k * math.cos(
            k * x)
    half = 1.01 * abs(place(y[0])[1] - y[1]) + 1e-9
    cells = 40 + int(half * k * 40)
    at = [y[0] + half * (2 * i / cells - 1) for i in range(cells + 1)]
    steep = [slope(x) for x in at]
    found = [place(bisect(lambda x: slope(x) > 0, at[i], at[i + 1]))
             for i in range(cells) if steep[i] < 0 <= steep[i + 1]]
    return sorted(found, key=lambda z: math.dist(z, y))


def one_wave(A, k, h, e):
    text = scene("xy", [[1, 0], [0, 1]], [0, -9.81],
                 [f"y - {A!r} * sin({k} * x)"], e, h, round(1 / h), [1, 0],
                 [0, 0.5])
    pushed = worst = 0
    for y, z in projections(text, "xy", [0, -9.81], e, h):
        if y[1] >= A * math.sin(k * y[0]):
            assert math.dist(y, z) < 1e-14, (A, k, h, e, y, z)
            continue
        best = nearest_wave(A, k, y)
        # of two points equally near up to 1e-11 either will do
        level = [b for b in best
                 if math.dist(b, y) <= math.dist(best[0], y) + 1e-11]
        off = min(math.dist(b, z) for b in level)
        assert off < NEAR, (A, k, h, e, y, z, best)
        pushed, worst = pushed + 1, max(worst, off)
    return pushed, worst


def wavy():
    """60 runs; by default those with the largest depth times curvature."""
    runs = [(A, k, h, e) for A in (.05, .1, .2) for k in (3, 10, 20)
            for h in (.05, .02, .01) for e in (0, .5)]
    runs += [(A, k, .05, 1) for A in (.05, .2) for k in (3, 10, 20)]
    assert len(runs) == 60
    if not LONG:
        runs = [r for r in runs if r[0] * r[1] ** 2 >= 40 and r[2] == .05
                and r[3] < 1] + [(.05, 20, .02, .5), (.2, 3, .05, 1)]
    done = [one_wave(*r) for r in runs]
    print(f"wavy: {len(runs)} runs, {sum(d[0] for d in done)} projections, "
          f"at most {max(d[1] for d in done):.1e} from the nearest point")


def behind():
    """Outside of a disc, from behind it: the point ahead of the start is
    stationary and farthest, the nearest is on the other side, and one of the
    search's starts is the centre, where the gap has no gradient."""
    text = scene("xy", [[1, 0], [0, 1]], [0, 0], ["sqrt(x*x + y*y) - 1"], 0, 1.,
                 1, [2.5, 0], [-2, 0])
    (y, z), = projections(text, "xy", [0, 0], 0, 1.)
    assert y == [.5, 0] and math.dist(z, (1, 0)) < 1e-15, (y, z)


# ---- convex bodies in the plane ------------------------------------------

class Body:
    """K = {g_i >= 0 for all i} with 0 inside, each g_i zero once on a ray.
    `boundary(t)` is the point of the boundary in direction t."""

    def __init__(self, parts, gaps, flat):
        """flat: the height of a body as long as 1, for a fair grid."""
        self.parts, self.gaps = parts, gaps
        self.angle = [math.atan2(flat * math.sin(x), math.cos(x)) for x in
                      (math.pi * (i / 600 - 1) for i in range(1, 1201))]
        self.grid = [self.boundary(t)[0] for t in self.angle]

    def boundary(self, t):
        """The point and its derivative by t, of the part that is hit first."""
        u, du = (math.cos(t), math.sin(t)), (-math.sin(t), math.cos(t))
        radius, part = min(((p[0](u), i) for i, p in enumerate(self.parts)))
        point = (radius * u[0], radius * u[1])
        g = self.parts[part][1](point)
        turn = -radius * (g[0] * du[0] + g[1] * du[1]) / (
            g[0] * u[0] + g[1] * u[1])
        return point, (turn * u[0] + radius * du[0],
                       turn * u[1] + radius * du[1])

    def outside(self, y):
        t = math.atan2(y[1], y[0])
        return math.hypot(*y) > math.hypot(*self.boundary(t)[0])

    def nearest(self, y, m):
        """In the metric [[1, m], [m, 1]], to 1e-15: the derivative changes its
        sign at the nearest point, at a vertex with a jump."""
        def far(p):
            a, b = p[0] - y[0], p[1] - y[1]
            return a * a + 2 * m * a * b + b * b

        def leaves(t):
            p, d = self.boundary(t)
            a, b = p[0] - y[0], p[1] - y[1]
            return (a + m * b) * d[0] + (m * a + b) * d[1] > 0
        n = len(self.grid)
        i = min(range(n), key=lambda i: far(self.grid[i]))
        low = self.angle[i - 1] - (math.tau if i == 0 else 0)
        high = self.angle[(i + 1) % n] + (math.tau if i == n - 1 else 0)
        return self.boundary(bisect(leaves, low, high))[0]


def ellipse(a, b, x0=0.0):
    """1 - ((x - x0)/a)^2 - (y/b)^2 on a ray from 0."""
    def radius(u):
        A = (u[0] / a) ** 2 + (u[1] / b) ** 2
        B = -u[0] * x0 / a ** 2
        C = (x0 / a) ** 2 - 1
        return (-B + math.sqrt(B * B - A * C)) / A
    return radius, lambda p: (-(p[0] - x0) / a ** 2, -p[1] / b ** 2)


def superellipse(a, b):
    return (lambda u: ((u[0] / a) ** 4 + (u[1] / b) ** 4) ** -0.25,
            lambda p: (-p[0] ** 3 / a ** 4, -p[1] ** 3 / b ** 4))


def half_plane(a, b, c):
    """c - a x - b y."""
    def radius(u):
        rate = a * u[0] + b * u[1]
        return c / rate if rate > 0 else math.inf
    return radius, lambda p: (-a, -b)


def bodies(b):
    """The same sets in several forms. Of the last ones no gap is concave, and
    one has a pole outside of K; the nearest point is that of the set."""
    X, Y = "x*x", f"(y*y/{b * b!r})"
    round_one = f"1 - {X} - {Y}"
    return {
        name: Body(parts, gaps, b) for name, parts, gaps in [
            ("ellipse", [ellipse(1, b)], [round_one]),
            ("superellipse", [superellipse(1, b)], [f"1 - {X}*{X} - {Y}*{Y}"]),
            ("lens", [ellipse(1, b), ellipse(b, 1, b / 2)],
             [round_one, f"1 - (x - {b / 2!r})^2/{b * b!r} - y*y"]),
            ("norm", [ellipse(1, b)],
             [f"sqrt(1.0001) - sqrt({X} + {Y} + 1e-4)"]),
            ("reciprocal", [ellipse(1, b)], [f"1/(1 + {X} + {Y}) - 0.5"]),
            ("product", [ellipse(1, b)], [f"({round_one})*(1 + {X} + 3*{Y})"]),
            ("pole", [ellipse(1, b), half_plane(1, -0.5, 0.3)],
             [f"({round_one})*(1 + 3*x*y + 4*{X} + 4*{Y})",
              "1/(1.7 + x - y/2) - 0.5"])]
    }


def one_body(name, body, m, e, h, v, pull):
    """pull: an acceleration, so that there is something to slide under."""
    force = [pull[0] + m * pull[1], m * pull[0] + pull[1]]
    text = scene("xy", [[1, m], [m, 1]], force, body.gaps, e, h, 8, v)
    pushed = worst = 0
    for y, z in projections(text, "xy", pull, e, h):
        if not body.outside(y):
            continue
        best = body.nearest(y, m)
        off = math.dist(best, z)
        assert off < NEAR, (SEED, name, m, e, h, y, z, best, text)
        pushed, worst = pushed + 1, max(worst, off)
    return pushed, worst


def tip():
    """A point in an ellipse 2 x 1, e and h as a user would try them: the depth
    of the prediction is up to three times the radius of curvature."""
    body = Body([ellipse(2, 1)], ["1 - x*x/4 - y*y"], .5)
    done = [one_body("tip", body, 0, e, h, [3, .1], [0, 0])
            for e, h in ((0, .25), (.5, .2), (1, .4))]
    print(f"tip: {sum(d[0] for d in done)} projections, "
          f"at most {max(d[1] for d in done):.1e} from the nearest point")


def convex():
    """Every body 1:4 and 1:20 (and round), with random metric, restitution, step and
    start; h |u| up to three times the body."""
    draw = random.Random(SEED)
    total = {}
    for b in (1, .25, .05) if LONG else (.25, .05):
        for name, body in bodies(b).items():
            for _ in range(12 if LONG else 1):
                m = draw.choice([0, .6, -.9])
                e = draw.choice([0, .5, 1])
                h = draw.choice([.1, .3, 1.])
                v = [draw.uniform(-3, 3), draw.uniform(-3, 3)]
                pull = [draw.uniform(-5, 5), draw.uniform(-5, 5)]
                done = one_body(name, body, m, e, h, v, pull)
                old = total.get(name, (0, 0))
                total[name] = (old[0] + done[0], max(old[1], done[1]))
    for name, (pushed, worst) in total.items():
        assert pushed > 0, (SEED, name)
        print(f"convex: {name}: {pushed} projections, at most {worst:.1e} "
              "from the nearest point")


def pole():
    """Rounds from Z^{n-1} jump over the pole of a gap, to where nothing is
    right; the prediction has to walk."""
    for b in (.25, .05):
        for v in ([-2, 1.5], [-2.5, -.5]):
            pushed, _ = one_body("pole", bodies(b)["pole"], 0, .5, 1., v,
                                 [0, 0])
            assert pushed > 3, (b, v, pushed)


# ---- ellipsoids ----------------------------------------------------------

def solve(A, b):
    """Gauss, with pivots."""
    n = len(b)
    T = [row[:] + [x] for row, x in zip(A, b)]
    for c in range(n):
        best = max(range(c, n), key=lambda r: abs(T[r][c]))
        T[c], T[best] = T[best], T[c]
        for r in range(n):
            if r != c:
                f = T[r][c] / T[c][c]
                T[r] = [x - f * y for x, y in zip(T[r], T[c])]
    return [T[i][n] / T[i][i] for i in range(n)]


def product(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in A]


def form(A, x):
    return sum(a * b for a, b in zip(product(A, x), x))


def spd(draw, n, least):
    """A random positive definite matrix, eigenvalues from `least` up."""
    R = [[draw.uniform(-1, 1) for _ in range(n)] for _ in range(n)]
    return [[sum(x * y for x, y in zip(R[i], R[j])) + least * (i == j)
             for j in range(n)] for i in range(n)]


def nearest_ellipsoid(M, Q, y):
    """(M + s Q) z = M y with z'Qz = 1: z'Qz falls in s."""
    def z(s):
        return solve([[a + s * b for a, b in zip(p, q)]
                      for p, q in zip(M, Q)], product(M, y))
    high = 1.0
    while form(Q, z(high)) > 1:
        high *= 2
    return z(bisect(lambda s: form(Q, z(s)) < 1, 0.0, high))


def ellipsoids():
    """In 3 to 6 dimensions, with full M and Q, Q of condition up to 400."""
    draw = random.Random(SEED + 1)
    pushed = worst = 0
    for turn in range(40 if LONG else 4):
        n, names = 3 + turn % 4, "abcdfg"[:3 + turn % 4]
        M, Q = spd(draw, n, .2), spd(draw, n, .01)
        gap = "1" + "".join(f" - ({Q[i][j]!r})*{names[i]}*{names[j]}"
                            for i in range(n) for j in range(n))
        e, h = draw.choice([0, .5, 1]), draw.choice([.1, .5, 1.])
        v = [draw.uniform(-3, 3) for _ in range(n)]
        text = scene(names, M, [0] * n, [gap], e, h, 6, v)
        for y, z in projections(text, names, [0] * n, e, h):
            if form(Q, y) <= 1:
                continue
            off = math.dist(nearest_ellipsoid(M, Q, y), z)
            assert off < NEAR, (SEED, turn, y, z, off, text)
            pushed, worst = pushed + 1, max(worst, off)
    assert pushed > 3
    print(f"ellipsoids: {pushed} projections, at most {worst:.1e} from the "
          "nearest point")


# ---- what a run says of it -----------------------------------------------

def said():
    """A run over a curved K says what is tested, what searched, and in how
    many steps; one over a polyhedron, or that never leaves K, has nothing to
    say. The steps are counted by their reactions."""
    room = scene("xy", [[1, 0], [0, 1]], [0, 0], ["1 - x*x/4 - y*y"], .5, .2,
                 30, [3, .1])
    head, *rows = [x.split(",") for x in
                   perp(room, "-q", "--csv", "-").stdout.split()]
    pushed = sum(float(row[head.index("cn.f0")]) > 0 for row in rows)
    assert 0 < pushed < 30, pushed
    for flags in ((), ("--exact-check",)):
        numbers = json.loads(perp(room, "--json", *flags).stdout)
        proven = numbers["nearest_proven"]
        assert numbers["nearest_searched"] + proven == pushed, (flags, numbers)
        assert 0 < proven and 0 < numbers["nearest_within"] < 1e-4, numbers
        words = perp(room, *flags).stderr
        assert ("nearest_searched" in words) == bool(proven < pushed or flags)
        assert "nearest_within" in words or proven < pushed or flags, words
    still = room.replace("v={3, 0.1}", "v={0, 0.01}")
    assert json.loads(perp(still, "--json").stdout)["nearest_searched"] == 0
    assert "searched" not in perp(still).stderr
    flat = scene("xy", [[1, 0], [0, 1]], [0, -1], ["y"], .5, .2, 30, [1, 0],
                 [0, 1])
    assert "nearest_searched" not in json.loads(perp(flat, "--json").stdout)
    assert "searched" not in perp(flat).stderr
    print(f"said: {pushed} of 30 steps searched")


TESTS = [said, wavy, behind, tip, convex, pole, ellipsoids]
if __name__ == "__main__":
    print("seed", SEED)
    for test in TESTS:
        if len(sys.argv) < 2 or test.__name__ in sys.argv[1:]:
            test()
            print("ok", test.__name__)
