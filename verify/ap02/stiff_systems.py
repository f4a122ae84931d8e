"""Systems with springs and dampers as whole runs: energies in fractions, the
fixture's statics, forces with Jacobians."""
import math
from fractions import Fraction

from ap02_run import call, case, columns, in_scene, rational, run

FIXTURE = case("fixture")
G = 9.81


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


def energies_in_fractions(scene):
    """M constant, elongations linear: the left side of Theorem 2.4 is twice the
    energy at the end of the step. Without other forces it never increases, in
    no row, exactly; with a bounded k1 it is at most |w|^2_M + sum gamma phi^2,
    computed here with M's inverse. Both remarks behind Corollary 2.5."""
    for stiff in ("100", "1000000000", "1/100"):
        rows, said = rational(scene, stiff=stiff)
        total = [r["kinetic"] + r["elastic"] for r in rows]
        assert said["steps_proven"] == said["steps"]
        assert all(b <= a for a, b in zip(total, total[1:])), stiff
        assert total[-1] < total[0]
        rows, said = rational(scene, stiff=stiff, push=3, T="1/2")
        for a, b in zip(rows, rows[1:]):
            w = inverse_times([3 * a["t"], Fraction(-3), Fraction(-3)])
            w = [a["v." + n] + x / 20 for n, x in zip("xyz", w)]
            bound = square(w) / 2 + a["elastic"]
            assert b["kinetic"] + b["elastic"] <= bound, stiff
    a, _ = rational(scene, T="1/2")
    b, _ = rational(scene, "--scheme", "alpha-gamma", T="1/2")
    assert a[-1]["q.x"] != b[-1]["q.x"] # alpha = 1/2 by default
    text = ENERGY.replace(' h = perp.ratio',
                          ' alpha = 1, gamma = 1, h = perp.ratio')
    c, _ = in_scene(text, lambda path: rational(
        path, "--scheme", "alpha-gamma", T="1/2"))
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
        t, said = columns(FIXTURE, "--exact-check", push=push, towards=towards,
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
    t, _ = columns(FIXTURE, "--scheme", "stiff-limit", push=80, T=1)
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


def monotone_forces(scene):
    """Section 2.2, first case: -grad U - Gamma(v) of a convex U and a monotone
    Gamma is borne at any h."""
    for h in (0.1, 1, 10, 100):
        t, said = columns(scene, "--exact-check", h=h)
        assert said["steps_proven"] == said["steps"], (h, said)
        assert max(abs(x) for x in t["q.x"][1:]) < 10 * (1 + h), h


def nonnormal():
    """The matrix that is not normal: the largest h is named, runs, and its
    successor does not; and each step there and at smaller ones is the paper's,
    M-hat v+ = M v + h (k - kv v) = v with M-hat = [[1, 100 h], [0, 1]]."""
    scene = case("nonnormal")
    done = call("run", scene, "--set", "h=0.02")
    assert done.returncode == 3, done.stderr
    largest = float(done.stderr.split("(here ")[1].split()[0])
    # 50 h < 1 for the double h, decided in fractions
    assert 2500 * Fraction(largest) ** 2 < 1 <= \
        2500 * Fraction(math.nextafter(largest, 1)) ** 2, largest
    after = call("run", scene, "--set", "h="
                 + repr(math.nextafter(largest, 1)))
    assert after.returncode == 3, after.stderr
    for h in (largest, 0.015, 0.001):
        rows, said = run(scene, "--exact-check", h=repr(h), T=20 * h)
        assert said["steps_proven"] == said["steps"] >= 20
        for a, b in zip(rows, rows[1:]):
            x = a["v.x"] - 100 * h * a["v.y"]
            assert abs(b["v.x"] - x) < 1e-12 * (1 + abs(x))
            assert b["v.y"] == a["v.y"]
            assert abs(b["q.x"] - a["q.x"] - h * x) < 1e-12 * (1 + abs(x))
    print("largest h of the matrix that is not normal:", repr(largest))


if __name__ == "__main__":
    in_scene(ENERGY, energies_in_fractions)
    statics()
    in_scene(CONVEX, monotone_forces)
    nonnormal()
