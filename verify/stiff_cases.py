"""AP02's cases as whole runs, against solutions computed here.

The two bodies: an event-driven integration, the rigid limit in closed form, the
factors of the explicit and the implicit step; the fixture: statics; energies in
fractions; what every step must prove.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
CASES = os.path.join(SOURCE, "cases", "AP02")
BODIES = os.path.join(CASES, "two_bodies.lua")
FIXTURE = os.path.join(CASES, "fixture.lua")
PAIR = os.path.join(CASES, "tumbling_pair.lua")
G = 9.81


def run(scene, *options, **sets):
    """The table as columns, and what the run says of itself."""
    words = [BINARY, "run", scene, "--quiet", "--json", *options]
    for name, value in sets.items():
        words += ["--set", f"{name}={value}"]
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "t.csv")
        done = subprocess.run(words + ["--csv", path], text=True,
                              capture_output=True)
        assert done.returncode == 0, (words, done.stderr)
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    return {k: [r[k] for r in rows] for k in rows[0]}, json.loads(done.stdout)


def numbers(table, name):
    return [float(x) for x in table[name]]


# ---- the two bodies, event-driven

class Exact:
    """m1 v1' = 20 cos t - d u - f1, m2 v2' = d u - f2, u = v1 - v2, with dry
    friction. In a mode (each body slides to a side or stands) the equations are
    linear; they are integrated by Runge and Kutta of fourth order, and the end
    of the mode is bisected."""

    def __init__(self, d, m, mu, step=2e-3):
        self.d, self.m, self.mu, self.step = d, m, mu, step
        self.t, self.y, self.mode = 0.0, [0.0, 3.0, 0.0, 0.0], [0, 0]

    def push(self, t, y):
        u = self.d * (y[2] - y[3])
        return [20 * math.cos(t) - u, u]

    def rate(self, t, y):
        k = self.push(t, y)
        a = [0 if s == 0 else k[i] / self.m[i] - s * self.mu * G
             for i, s in enumerate(self.mode)]
        return [y[2], y[3], *a]

    def moved(self, t, y, h):
        def add(k, c):
            return [a + c * b for a, b in zip(y, k)]
        k1 = self.rate(t, y)
        k2 = self.rate(t + h / 2, add(k1, h / 2))
        k3 = self.rate(t + h / 2, add(k2, h / 2))
        k4 = self.rate(t + h, add(k3, h))
        return [a + h / 6 * (b + 2 * c + 2 * d + e)
                for a, b, c, d, e in zip(y, k1, k2, k3, k4)]

    def left(self, t, y):
        """Bodies that have left their mode at (t, y)."""
        k = self.push(t, y)
        return [i for i, s in enumerate(self.mode)
                if s * y[2 + i] < 0 or s == 0 and
                abs(k[i]) > self.mu * self.m[i] * G]

    def change(self):
        """New modes for those at rest: they slide when pushed enough."""
        k = self.push(self.t, self.y)
        for i in range(2):
            if abs(self.y[2 + i]) < 1e-12:
                self.y[2 + i] = 0.0
                bound = self.mu * self.m[i] * G
                self.mode[i] = 0 if abs(k[i]) <= bound else \
                    int(math.copysign(1, k[i]))

    def to(self, until):
        while self.t < until - 1e-12:
            self.change()
            h = min(self.step, until - self.t)
            y = self.moved(self.t, self.y, h)
            if self.left(self.t + h, y):
                low = 0.0
                for _ in range(60):
                    middle = (low + h) / 2
                    y = self.moved(self.t, self.y, middle)
                    low, h = (low, middle) if self.left(self.t + middle, y) \
                        else (middle, h)
                y = self.moved(self.t, self.y, h)
                for i in self.left(self.t + h, y):
                    if self.mode[i] != 0:
                        y[2 + i] = 0.0
                    else:
                        self.mode[i] = 2 # its push decides, in change()
            self.t, self.y = self.t + h, y
        return self.y


# The scheme tends to the solution of (6), computed otherwise.
# Verifies AP02 (6).
def against_events():
    """First order in h, for three sets of parameters."""
    for d, m1, m2, mu in ((20, 1, 1, 0.4), (8, 2, 1.5, 0.25), (3, 1, 4, 0.3)):
        exact, wanted = Exact(d, (m1, m2), mu), {}
        for i in range(1, 41):
            y = exact.to(i / 4)
            wanted[i / 4] = (y[0], y[1])
        errors = []
        for h in ("0.05", "0.0125", "0.003125"):
            t, _ = run(BODIES, damping=d, m1=m1, m2=m2, mu=mu, h=h)
            worst = 0
            for time, x1, x2 in zip(*(numbers(t, n) for n in
                                      ("t", "x1", "x2"))):
                place = wanted.get(round(time, 9))
                if place:
                    worst = max(worst, abs(x1 - place[0]), abs(x2 - place[1]))
            errors.append(worst)
        order = math.log(errors[0] / errors[2], 16)
        print(f"damping {d}, masses {m1}, {m2}, mu {mu}: errors "
              + ", ".join(f"{e:.2e}" for e in errors), f"order {order:.2f}")
        assert 0.8 < order < 1.3 and errors[2] < 0.03, errors
    print("verifies AP02 (6)")


def rigid(mu, end):
    """The bodies as one of mass 2: 2 v' = 20 cos t - 2 mu g s. Stops of each
    slide and the place there, from rest at 0."""
    def speed(t, t0, s):
        return 10 * (math.sin(t) - math.sin(t0)) - s * mu * G * (t - t0)

    def place(t, t0, s, x0):
        return x0 + 10 * (math.cos(t0) - math.cos(t)
                          - math.sin(t0) * (t - t0)) \
            - s * mu * G * (t - t0) ** 2 / 2
    slides, t0, s, x0 = [], 0.0, 1, 0.0
    while t0 < end:
        low, high = t0 + 1e-3, t0 + 1e-3
        while s * speed(high, t0, s) > 0:
            high += 1e-3
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if s * speed(middle, t0, s) > 0 \
                else (low, middle)
        slides.append((t0, low, s, x0))
        x0, t0, s = place(low, t0, s, x0), low, -s
        assert abs(10 * math.cos(t0)) > mu * G, "it rests"
    return [a[1] for a in slides], lambda t: next(
        place(t, *[a[k] for k in (0, 2, 3)]) for a in slides if t <= a[1])


def against_the_rigid_limit():
    """Damping 1e6 and the stiff limit against the closed form, in which no flat
    part exists: the three turns of the facts, without rest."""
    stops, place = rigid(0.4, 10)
    assert all(abs(a - b) < 1e-3 for a, b in
               zip(stops, (2.1428, 5.6965, 8.7330))), stops
    errors = []
    for h in ("0.05", "0.0125", "0.003125"):
        worst = 0
        for options in (("--scheme", "stiff-limit"), ()):
            t, _ = run(BODIES, *options, h=h, damping=1e6)
            worst = max([worst] + [abs(float(x) - place(float(s))) for s, x in
                                   zip(t["t"], t["x1"]) if 0 < float(s) <= 10])
        errors.append(worst)
    order = math.log(errors[0] / errors[2], 16)
    print("rigid limit: errors", ", ".join(f"{e:.2e}" for e in errors),
          f"order {order:.2f}")
    assert 0.85 < order < 1.2, errors
    t, said = run(BODIES, "--exact-check", damping=1e6) # Figure 5
    assert said["steps_proven"] == 200
    still = [float(s) for s, v in zip(t["t"], t["v.x1"]) if float(v) == 0]
    gap = [abs(b - a - 3) for a, b in zip(*(numbers(t, n)
                                            for n in ("x1", "x2")))]
    print(f"figure 5: rows at rest {still}, distance 3 within {max(gap):.2e}")
    assert len(still) <= 3 and max(gap) < 1.1e-5


def factors():
    """Without friction the relative velocity obeys one line: u+ = (1 - dh w) u -
    h 20 cos(t)/m1, w = 1/m1 + 1/m2, in the explicit step, and in the implicit
    one (u - h 20 cos(t)/m1)/(1 + dh w). At dh w = 2 the first neither grows nor
    dies; beyond, it grows by its factor."""
    for d, m1, m2, h in ((20, 1, 1, 0.05), (100, 1, 1, 0.05), (7, 2, 3, 0.1)):
        w = 1 / m1 + 1 / m2
        for scheme in ("semi-implicit", "linear-implicit"):
            t, _ = run(BODIES, "--scheme", scheme, damping=d, m1=m1, m2=m2,
                       mu=0, h=h, T=2)
            u, at = [b - a for a, b in zip(numbers(t, "v.x1"),
                                           numbers(t, "v.x2"))], \
                numbers(t, "t")
            for i in range(len(u) - 1):
                wanted = -h * 20 * math.cos(at[i]) / m1
                if scheme == "semi-implicit":
                    wanted += (1 - d * h * w) * u[i]
                else:
                    wanted = (wanted + u[i]) / (1 + d * h * w)
                assert abs(u[i + 1] - wanted) <= 1e-11 * (
                    1 + abs(u[i]) * (1 + d * h * w)), (scheme, i)
    deviation = {}
    for d in (19, 20, 21, 100):
        a, _ = run(BODIES, "--scheme", "semi-implicit", damping=d)
        b, _ = run(BODIES, damping=d)
        deviation[d] = max(abs(x - y) for x, y in zip(numbers(a, "x1"),
                                                      numbers(b, "x1")))
    print("explicit minus implicit:",
          ", ".join(f"{d}: {x:.3g}" for d, x in deviation.items()))
    assert deviation[19] < 1 and deviation[20] < 1 # the limit: factor -1
    assert deviation[21] > 1e4 and deviation[100] > 1e150


def everything_is_proven():
    for sets in ({"damping": 1e12, "m2": 1e12, "h": 0.05},
                 {"damping": 1e12, "m1": 1e12, "mu": 0.1},
                 {"damping": 1e8, "m2": 1e8}, {"damping": 1e-9},
                 {"damping": 0}):
        t, said = run(BODIES, "--exact-check", **sets)
        assert said["steps_proven"] == said["steps"] == 200, (sets, said)
        worst = max(abs(x) for n in ("x1", "x2") for x in numbers(t, n))
        assert worst < 100, (sets, worst)
    for scheme in ("semi-implicit", "linear-implicit", "stiff-limit"):
        _, said = run(BODIES, "--exact-check", "--scheme", scheme, T=5)
        assert said["steps_proven"] == said["steps"] == 100, (scheme, said)
    for scheme, sets in (("linear-implicit", {"stiffness": 1e9, "h": 0.01}),
                         ("linear-implicit", {"damping": 1e5, "spin": 5}),
                         ("stiff-limit", {"spin": 4, "h": 0.01}),
                         ("semi-implicit", {"damping": 1})):
        _, said = run(PAIR, "--exact-check", "--scheme", scheme, T=0.2, **sets)
        assert said["steps_proven"] == said["steps"] > 0, (scheme, sets, said)


def limit_by_decades():
    """One step of the two bodies from rest: the damper's impulse against that
    of the rigid link, exactly to 1e10 (a double stores the result), and in
    doubles to 1e8."""
    t, _ = run(BODIES, "--exact-check", "--scheme", "stiff-limit", T=0.05)
    limit = float(t["cs.damper"][1])
    assert float(t["v.x1"][1]) == float(t["v.x2"][1])
    for mode, last in ((("--exact-check",), 11), ((), 9)):
        before, ratios = None, []
        for k in range(2, last):
            t, _ = run(BODIES, *mode, T=0.05, damping=10 ** k)
            error = abs(float(t["cs.damper"][1]) - limit)
            if before:
                ratios.append(before / error)
            before = error
        print("multiplier, ratios by decade:",
              ", ".join(f"{r:.3f}" for r in ratios))
        assert all(abs(r - 10) < 1 for r in ratios), ratios


ENERGY = """local perp = require "perp"
local push = perp.param("push", perp.ratio(0))
local stiff = perp.param("stiff", perp.ratio(100))
local system = perp.system {
  coordinates = { "x", "y", "z" },
  mass = { { 2, 1, 0 }, { 1, 3, 0 }, { 0, 0, 1 } },
  force = function(t) return { push * t, -push, -push } end,
  springs = function(q)
    return { { name = "a", elongation = q.x - 2 * q.y, stiffness = stiff,
        damping = perp.ratio(1, 3) },
      { name = "b", elongation = q.y + q.z / 3 - 1, stiffness = stiff / 7 } }
  end,
  dampers = function(q)
    return { { name = "d", elongation = q.x + q.z, damping = 2 } }
  end,
  contacts = function(q, v)
    return { { name = "g", gap = q.z, slips = { v.x }, mu = perp.ratio(1, 4) } }
  end,
}
return { system = system, scheme = "linear-implicit", h = perp.ratio(1, 20),
  T = perp.param("T", perp.ratio(1)), q = { 1, perp.ratio(-1, 2), 0 },
  v = { -1, 2, 0 } }
"""


def energies_in_fractions():
    """M constant, elongations linear: the left side of Theorem 2.4 is twice the
    energy at the end of the step. Without other forces it never increases, in
    no row, exactly; with a bounded k1 it is at most |w|^2_M + sum gamma phi^2,
    computed here with M's inverse. Both remarks behind Corollary 2.5."""
    with tempfile.TemporaryDirectory() as directory:
        scene = os.path.join(directory, "energy.lua")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(ENERGY)
        for stiff in ("100", "1000000000", "1/100"):
            t, said = run(scene, "--rational", stiff=stiff)
            total = [Fraction(a) + Fraction(b) for a, b in
                     zip(t["kinetic"], t["elastic"])]
            assert said["steps_proven"] == said["steps"]
            assert all(b <= a for a, b in zip(total, total[1:])), stiff
            assert total[-1] < total[0]
            t, said = run(scene, "--rational", stiff=stiff, push=3, T="1/2")
            for i in range(len(t["t"]) - 1):
                k = [3 * Fraction(t["t"][i]), Fraction(-3), Fraction(-3)]
                w = inverse_times(k)
                w = [Fraction(t["v." + n][i]) + x / 20 for n, x in zip("xyz", w)]
                bound = square(w) / 2 + Fraction(t["elastic"][i])
                after = Fraction(t["kinetic"][i + 1]) + \
                    Fraction(t["elastic"][i + 1])
                assert after <= bound, (stiff, i)
        a, _ = run(scene, "--rational", T="1/2")
        b, _ = run(scene, "--rational", "--scheme", "alpha-gamma", T="1/2")
        assert a["q.x"] != b["q.x"] # alpha = 1/2 by default
        text = ENERGY.replace(' h = perp.ratio',
                              ' alpha = 1, gamma = 1, h = perp.ratio')
        with open(scene, "w", encoding="utf-8") as file:
            file.write(text)
        c, _ = run(scene, "--rational", "--scheme", "alpha-gamma", T="1/2")
        assert a == c # no force depends on the time: erratum 0-37


def square(v):
    x, y, z = v
    return 2 * x * x + 2 * x * y + 3 * y * y + z * z


def inverse_times(k):
    return [(3 * k[0] - k[1]) / 5, (2 * k[1] - k[0]) / 5, k[2]]


def statics():
    """The fixture at rest: the impulses of rods, tool, weight and friction add
    up to nothing, and the block has moved by what the rods and friction leave:
    with the friction F of its corners, (push - F)/(2 stiffness) on each axis.
    Stiff to 1e8; in the limit it does not move at all."""
    for push, towards, stiffness in ((60, 0.5, 1e8), (80, 2.0, 1e5),
                                     (45, -1, 1e7)):
        t, said = run(FIXTURE, "--exact-check", push=push, towards=towards,
                      stiffness=stiffness, damping=stiffness / 100, T=1.4)
        assert said["steps_proven"] == said["steps"] == 140, said
        def at_end(name):
            return float(t[name][-1]) / 0.01
        # a = direction from the anchor to the block's point
        rods = (at_end("cs.west") - at_end("cs.east"),
                at_end("cs.south") - at_end("cs.north"))
        c, s = push * math.cos(towards), push * math.sin(towards)
        root = math.sqrt(0.5)
        along = ((1, 0), (root, root), (0, 1), (-root, root))
        friction, normal = [0.0, 0.0], 0.0
        for corner in range(1, 9):
            normal += at_end(f"cn.block.{corner}-ground")
            for k, (x, y) in enumerate(along):
                f = at_end(f"ft.block.{corner}-ground.{k + 1}")
                friction[0] += f * x
                friction[1] += f * y
        top = at_end("cs.top") # from above, and a little sideways
        assert abs(normal - 2 * G - top) < 1e-6 * normal, (normal, top)
        assert abs(top - 50) < 5e-3, top # it leans by x: k x^2/2 less
        for axis, pushed in ((0, c), (1, s)):
            x = float(t["q.block." + "xy"[axis]][-1])
            rest = pushed + friction[axis] + top * x
            assert abs(rods[axis] + rest) < 1e-6 * push, axis
            moved = rest / (2 * stiffness)
            assert abs(x - moved) < 1e-6 * push / stiffness + 1e-3 * abs(x), \
                (axis, x, moved)
        grip = math.hypot(*friction)
        assert grip <= 0.3 * normal * (1 + 1e-9)
        print(f"fixture {push} N, {stiffness:g} N/m: moved "
              f"{float(t['q.block.x'][-1]):.3e}, friction {grip:.2f} N")
    t, _ = run(FIXTURE, "--scheme", "stiff-limit", push=80, T=1)
    assert all(float(x) == 0 for x in t["q.block.x"]), "a rigid fixture moves"


CONVEX = """local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 2 } },
  force = function(t, q, v) -- U = x^4 + (x - y)^4, Gamma = 5 v^3
    local d = q.x - q.y
    return { -4 * q.x^3 - 4 * d^3 - 5 * v.x^3, 4 * d^3 - 5 * v.y^3 }
  end,
  contacts = function(q, v)
    return { { name = "wall", gap = q.y + 2, slips = { v.x }, mu = 0.5 } }
  end }
return { system = system, scheme = "linear-implicit", T = 100,
  h = perp.param("h", 0.1), q = { 3, -2 }, v = { -5, 7 } }
"""


def general_forces():
    """Section 2.2. Forces -grad U - Gamma(v) of convex U and monotone Gamma are
    borne at any h. The matrix that is not normal: the largest h is named, runs,
    and its successor does not; and the step there is the paper's, v = M^-1 (M v
    + h k - h kv v), by hand."""
    with tempfile.TemporaryDirectory() as directory:
        scene = os.path.join(directory, "convex.lua")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(CONVEX)
        for h in (0.1, 1, 10, 100):
            t, said = run(scene, "--exact-check", h=h)
            assert said["steps_proven"] == said["steps"], (h, said)
            assert max(abs(x) for x in numbers(t, "q.x")[1:]) < 10 * (1 + h), h
    nonnormal = os.path.join(CASES, "nonnormal.lua")
    done = subprocess.run([BINARY, "run", nonnormal, "--set", "h=0.02"],
                          text=True, capture_output=True)
    assert done.returncode == 3, done.stderr
    largest = float(done.stderr.split("(here ")[1].split()[0])
    # 50 h < 1 for the double h, decided in fractions
    assert 2500 * Fraction(largest) ** 2 < 1 <= \
        2500 * Fraction(math.nextafter(largest, 1)) ** 2, largest
    t, said = run(nonnormal, "--exact-check", h=repr(largest))
    assert said["steps_proven"] == said["steps"] > 0
    after = subprocess.run([BINARY, "run", nonnormal, "--set", "h="
                            + repr(math.nextafter(largest, 1))], text=True,
                           capture_output=True)
    assert after.returncode == 3, after.stderr
    for i in range(5): # M-hat v+ = v, M-hat = [[1, 100 h], [0, 1]]
        y = float(t["v.y"][i])
        x = float(t["v.x"][i]) - 100 * largest * y
        assert abs(float(t["v.x"][i + 1]) - x) < 1e-12 * (1 + abs(x))
        assert float(t["v.y"][i + 1]) == y
    print("largest h of the matrix that is not normal:", repr(largest))


def the_paper_s_runs():
    """All runs of the figures, and the figures themselves."""
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run([BINARY, "run", BODIES, "--set", "all=true",
                               "--plot", directory], text=True,
                              capture_output=True)
        assert done.returncode == 0, done.stderr
        names = sorted(os.listdir(directory))
    assert names == ["fig1.svg", "fig3.svg", "fig4.svg", "fig5.svg",
                     "fig6.svg"], names


CASE = (against_events, against_the_rigid_limit, factors, everything_is_proven,
        limit_by_decades, energies_in_fractions, statics, general_forces,
        the_paper_s_runs)

if __name__ == "__main__":
    for case in CASE:
        if len(sys.argv) < 2 or case.__name__ in sys.argv[1:]:
            case()
            print("ok", case.__name__)
