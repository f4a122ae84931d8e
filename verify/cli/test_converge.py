"""perp converge: its errors beside errors computed here, the orders that the
chapter on convergence tells, and command lines that must be refused."""
import math
import os
import tempfile

from program import check, done, expect, run
from study import case, converge, errors, length, table
from times import times


def near(name, got, want, relative):
    check(abs(got - want) <= relative * abs(want) + 1e-13,
          "%s: %.9g, not %.9g" % (name, got, want))


def compare(name, exact, names, T, steps, **parameters):
    """Every number of the table beside the ones of this file."""
    found = converge(case(name), steps, **parameters)
    for i, h in enumerate(steps):
        if 0 < i < len(steps) - 1:
            continue
        rows = table(case(name), h=h, **parameters)
        want = errors(rows, names, exact, T)
        for key, value in want.items():
            # the step functions' integrals differ by their midpoint rules
            near("%s %s at h = %s" % (name, key, h), found[key][i], value,
                 1e-9 if key in ("q_sup", "v_end") else 0.01)
        check(found["steps"][i] == len(rows) - 1, "steps")
        for key in ("v", "va"):
            tv = sum(length(b["%s.%s" % (key, n)] - a["%s.%s" % (key, n)]
                            for n in names) for a, b in zip(rows, rows[1:]))
            near("%s tv_%s" % (name, key), found["tv_" + key][i], tv, 1e-9)
    for key in ("q_sup", "v_end"):
        for i in range(1, len(steps)):
            order = found[key + "_order"][i]
            e = found[key][i - 1], found[key][i]
            if order is not None and min(e) > 0:
                fraction = [float(eval(h, {}, {})) for h in steps[i - 1:i + 1]]
                near("order", order, math.log(e[0] / e[1]) /
                     math.log(fraction[0] / fraction[1]), 1e-5)
    return found


def spring(x0, mu, half):
    """The end points of the swings by energy, an argument of its own: between
    two ends spring energy is lost to friction, x' = 2 d - |x|."""
    w = math.pi / half
    d = mu * 9.81 / w ** 2

    def exact(t):
        k, x = int(t // half), x0
        for _ in range(k):
            x = x - 2 * (x - math.copysign(d, x)) if abs(x) > d else x
        if abs(x) <= d:
            return [x, 0], [0, 0]
        a, c = w * (t - k * half), math.copysign(d, x)
        return [c + (x - c) * math.cos(a), 0], [-w * (x - c) * math.sin(a), 0]
    return exact


def top(I1, I3, w1, w3):
    r = (I3 - I1) * w3 / I1

    def exact(t):
        return ([w1 * math.sin(r * t) / r, w1 * (1 - math.cos(r * t)) / r,
                 w3 * t], [w1 * math.cos(r * t), w1 * math.sin(r * t), w3])
    return exact


def faller(w, y0, v0):
    def exact(t):
        y, u = y0 + v0 * t - 9.81 * t * t / 2, v0 - 9.81 * t
        if t > v0 / 9.81 and y <= 0:
            y = u = 0
        return [math.cos(w * t), y], [-w * math.sin(w * t), u]
    return exact


def orders(found, key, low, high, what):
    for order in found[key + "_order"][1:]:
        check(order is not None and low <= order <= high,
              "%s: order of %s is %s, not in [%g, %g]" %
              (what, key, order, low, high))


def falls_like(found, key, power, factor, what):
    """The error is at most factor * h^power, fitted at the first step: what
    can be said where single orders jump."""
    h, e = found["h"], found[key]
    for i in range(1, len(h)):
        check(e[i] <= factor * e[0] * (h[i] / h[0]) ** power,
              "%s: %s = %g at h = %g" % (what, key, e[i], h[i]))


TENTHS = ["1/10", "1/20", "1/40", "1/80"]
HALVES = ["1/20", "1/40", "1/80"]

# Order 2: alpha = gamma = 1/2, no Coriolis force, the ends of all swings on
# the grid. Two more sets of parameters, as for every case.
for parameters in ({}, {"mu": "0.2", "x0": "1.5"},
                   {"x0": "0.6", "half": 0.5})[:times(3)]:
    p = {k: float(v) for k, v in parameters.items()}
    found = compare("spring_block", spring(p.get("x0", 1), p.get("mu", 0.1),
                                           p.get("half", 1)), "xy", 3, TENTHS,
                    **parameters)
    if p.get("half", 1) == 1:
        orders(found, "q_sup", 1.9, 2.1, "events on the grid")
        orders(found, "v_end", 1.9, 2.1, "events on the grid")
    check(max(found["residual"]) < 1e-11, "the residual of spring_block: %s" %
          found["residual"])

# alpha = 1: order 1, and a residual of order 1.
found = compare("spring_block", spring(1, 0.1, 1), "xy", 3,
                TENTHS + ["1/160"], alpha=1)
check(0.85 < found["q_sup_order"][-1] < 1.1, "alpha = 1: %s" %
      found["q_sup_order"])
falls_like(found, "residual", 0.6, 1.1, "alpha = 1")
check(found["residual"][-1] < 0.15, "residual %s" % found["residual"])

# The ends of swings beside the grid: no order 2 any more.
found = compare("spring_block", spring(1, 0.1, 0.97), "xy", 3,
                TENTHS + ["1/160"], half=0.97)
falls_like(found, "q_sup", 1, 2.5, "events beside the grid")
check(found["q_sup"][-1] > 4 * found["q_sup"][0] / 256,
      "events beside the grid, and yet order 2: %s" % found["q_sup"])

# Coriolis forces: order 1 for every alpha, though the energy is kept.
for parameters in ({"w1": -0.3, "w3": 0.7, "alpha": 0.75}, {}, {"alpha": 1},
                   {"I1": 2, "I3": 1, "w1": 1, "w3": 2})[:times(4)]:
    p = parameters
    exact = top(p.get("I1", 1), p.get("I3", 2), p.get("w1", 0.5),
                p.get("w3", 1))
    found = compare("symmetric_top", exact, "abc", 4, HALVES, **parameters)
    orders(found, "v_end", 0.85, 1.15, "Coriolis")
    orders(found, "q_sup", 0.85, 1.15, "Coriolis")

# A collision: located, order 2; on the paper's uniform clock the error is as
# large as the part of a step that is lost, at most h times the speed.
for parameters in ({}, {"w": 5, "y0": 0.7}, {"v0": -1, "y0": 2})[:times(3)]:
    p = parameters
    exact = faller(p.get("w", 3), p.get("y0", 1), p.get("v0", 0.5))
    found = compare("falling_oscillator", exact, "xy", 2, HALVES, **parameters)
    orders(found, "q_sup", 1.6, 2.4, "a collision")
    check(found["collisions"] == [1, 1, 1], "one collision")
    lost = converge(case("falling_oscillator"), HALVES, clock="uniform",
                    **parameters)
    for h, e, f in zip(lost["h"], lost["q_sup"], found["q_sup"]):
        check(f < e < 3 * h * p.get("w", 3) + f, "uniform clock: %g, %g" %
              (e, f))

# Figure 9.1: friction events where they are.
for alpha, low in (("0.75", 0.85), ("0.5", 0.9), ("1", 0.9))[:times(3)]:
    found = converge(case("fig9_1"), ["0.04", "0.02", "0.01", "0.005"],
                     alpha=alpha, gamma=alpha)
    whole = math.log(found["q_sup"][0] / found["q_sup"][-1], 8)
    check(whole > low, "fig9_1, alpha = %s: order %g" % (alpha, whole))
    if alpha != "0.5":
        orders(found, "q_sup", 0.85, 1.15, "fig9_1")
        falls_like(found, "residual", 0.8, 1.2, "fig9_1")
    falls_like(found, "va_l1", 0.9, 1.2, "fig9_1")
for parameters in ({"mu": 0.36, "m": 2}, {"mu": 0.5})[:times(2)]:
    found = converge(case("fig9_1"), ["0.02", "0.01", "0.005"], alpha=1,
                     gamma=1, **parameters)
    orders(found, "q_sup", 0.9, 1.1, "fig9_1 %s" % parameters)

# Example 9.1: TV(v^h) = 2 eps T / h doubles, that of the weighted one stays.
found = converge(case("ex9_1"))
check(found["reference"] == "scene" and len(found["h"]) == 4, "default h")
for h, tv, tva in zip(found["h"], found["tv_v"], found["tv_va"]):
    near("TV of ex9_1", tv, 2 * 0.1 / h, 1e-9)
    near("TV of ex9_1, weighted", tva, 0.1, 1e-9)
check(found["q_sup"] == [0] * 4 and max(found["va_l1"]) == 0, "the joint holds")
found = converge(case("newton_rod"), g=1)
check(found["reference"] == "finest run" and found["q_sup"][-1] is None and
      found["q_sup_order"][0] is None, "against the finest")

# Another scheme, its own keys; it has no alpha, and so no weighted velocity.
found = converge(os.path.join(os.path.dirname(case("x")), "..", "P10",
                              "bouncing_ball.lua"))
check(found["scheme"] == "paoli" and abs(found["q_sup_order"][2] - 1) < 0.05,
      "paoli: %s" % found["q_sup_order"])
check(max(found["residual"]) < 1e-9, "paoli's residual")
check(found["va_l1"] == found["va_l1_order"] == [None] * 4, "paoli has no alpha")

# What is refused.
F = case("fig9_1")
BAD = (("one step", 2, ["two steps"], "--h", "0.1"),
       ("ascending", 2, ["descend", "0.02"], "--h", "0.01,0.02"),
       ("twice the same", 2, ["descend"], "--h", "0.01,0.01"),
       ("negative", 2, ["-0.1"], "--h", "-0.1,0.1"),
       ("zero", 2, ["> 0"], "--h", "0.1,0"),
       ("no number", 2, ["'soon'"], "--h", "0.1,soon"),
       ("nan", 2, ["nan"], "--h", "nan,0.1"),
       ("an empty place", 2, ["--h"], "--h", "0.1,,0.05"),
       ("too many", 2, ["at most 16"], "--h",
        ",".join(str(1 / k) for k in range(1, 20))),
       ("no division", 2, ["0.03", "does not divide", "T/333"], "--h",
        "0.1,0.03"),
       ("longer than T", 2, ["does not divide"], "--h", "20,10"),
       ("csv and json", 2, ["--csv -"], "--csv", "-", "--json"),
       ("plot is a file", 6, ["not a directory"], "--plot", F),
       ("csv nowhere", 6, ["--csv"], "--csv", "/no/such/file"),
       ("a slip", 2, ["did you mean '--csv'?"], "--cvs", "x"),
       ("a scheme", 2, ["--scheme"], "--scheme", "euler"),
       ("no such run", 2, ["no run 'x'", "fig9_1"], "--run", "x"))
for name, code, err, *words in BAD:
    expect(name, code, [], err, "converge", F, *words)

SEVERAL = """local perp = require "perp"
local s = perp.system { coordinates = { "x" }, mass = function() return { { 1 } }
end, force = function(t) return { perp.cos(t) } end }
for _, name in ipairs { "one", "two" } do
  local run = perp.simulate { name = name, system = s, h = 0.1, T = 1, q = { 0 },
    v = { 0 } }
  assert(#run["q.x"] == 11)
end
"""
WRONG = SEVERAL.split("for _")[0] + """return { system = s, h = 0.1, T = 1,
  q = { 0 }, v = { 0 }, reference = function(t) return %s end }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "several.lua")

    def written(text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    written(SEVERAL)
    expect("several runs", 2, [], ["'one' and 'two'", "--run"], "converge",
           path)
    expect("the second", 0, ["two with alpha-gamma"], [], "converge", path,
           "--run", "two")
    expect("none of them", 2, [], ["no run 'three'"], "converge", path,
           "--run=three")
    for value, err in (("1", "reference must return"),
                       ("{ q = { 0 } }", "reference must return"),
                       ("{ q = { 0 }, v = { 0/0 } }", "v.x is"),
                       ("{ q = {}, v = { 0 } }", "q.x is nil"),
                       ("q", "reference must return")):
        written(WRONG % value)
        expect("reference " + value, 3, [], ["several.lua", err], "converge",
               path)
    written(WRONG.replace("function(t) return %s end", "7"))
    expect("reference is no function", 3, [], ["reference = function(t)"],
           "converge", path)
    written(WRONG % "{ q = { 1 - perp.cos(t) }, v = { x = perp.sin(t) } }")
    r = run("converge", path)
    check(r.returncode == 0 and "against the scene's reference" in r.stdout, "names: " + r.stderr)
    r = run("run", path)
    check(r.returncode == 0, "a reference does not disturb a run: " + r.stderr)
expect("help", 0, ["usage: perp converge", "--h H1,H2"], [], "converge",
       "--help")
done()
