"""Errata of GAP08: what is printed is wrong, what the program does is not.

Each function is named after an erratum of doc/24-GAP08-examples.md and works with
numbers computed here.

    PERP_BINARY=build/test/perp python3 verify/gap08/run/errata.py
"""
import csv
import io
import math
import os
import tempfile

from program import SOURCE, check, done, run

G = 9.81
CASES = os.path.join(SOURCE, "cases", "GAP08")


def rows_of(path, *options, **sets):
    words = ["run", path, "--csv", "-", "--quiet", *options]
    for name, value in sets.items():
        words += ["--set", "%s=%s" % (name, value)]
    r = run(*words)
    check(r.returncode == 0, "%s: %s" % (path, r.stderr))
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(r.stdout))]


def case(name, *options, **sets):
    return rows_of(os.path.join(CASES, name + ".lua"), *options, **sets)


def point(text, **more):
    """A mass point of one coordinate, its experiment in `text`."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w") as file:
            file.write("""local perp = require "perp"
return { system = perp.system { coordinates = { "y" }, mass = { { 1 } },
  force = function(t) return { %s } end,
  contacts = function(q) return { { name = "floor", gap = q.y } } end },
  %s }""" % (more.get("force", "-9.81"), text))
        return rows_of(path)


# ---- a free body ------------------------------------------------------------

INERTIA = [1.0, 2.0, 3.0]
W0 = [0.3, 1.0, 0.4]


def F(w):
    """F(w) = [I w]x, so that F(w) w = (I w) x w."""
    a, b, c = [i * x for i, x in zip(INERTIA, w)]
    return [[0, -c, b], [c, 0, -a], [-b, a, 0]]


def times(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in A]


def gauss(A, b):
    rows = [list(r) + [x] for r, x in zip(A, b)]
    for k in range(3):
        p = max(range(k, 3), key=lambda i: abs(rows[i][k]))
        rows[k], rows[p] = rows[p], rows[k]
        for i in range(3):
            if i != k:
                f = rows[i][k] / rows[k][k]
                rows[i] = [x - f * y for x, y in zip(rows[i], rows[k])]
    return [rows[i][3] / rows[i][i] for i in range(3)]


def body(alpha, h, T, share):
    """Steps of (4.4b) with `share` h F v on the right."""
    w = list(W0)
    for _ in range(round(T / h)):
        f = F(w)
        A = [[(INERTIA[i] if i == j else 0) - alpha * h * f[i][j]
              for j in range(3)] for i in range(3)]
        d = gauss(A, [share * h * x for x in times(f, w)])
        w = [x + y for x, y in zip(w, d)]
    return w


def euler(T, n=20000):
    def rate(w):
        return [x / i for x, i in zip(times(F(w), w), INERTIA)]

    def moved(w, k, s):
        return [a + s * b for a, b in zip(w, k)]
    w, h = list(W0), T / n
    for _ in range(n):
        a = rate(w)
        b = rate(moved(w, a, h / 2))
        c = rate(moved(w, b, h / 2))
        d = rate(moved(w, c, h))
        w = [x + h / 6 * (p + 2 * q + 2 * r + s)
             for x, p, q, r, s in zip(w, a, b, c, d)]
    return w


def away(w, v):
    return max(abs(a - b) for a, b in zip(w, v))


def e0_1():
    T, true = 5, euler(5)
    for alpha in (0.5, 1):
        right, wrong = [], []
        for h in (0.02, 0.01, 0.005):
            last = case("tumbling_body", alpha=alpha, h=h, T=T)[-1]
            w = [last["v.w" + k] for k in "xyz"]
            check(away(w, body(alpha, h, T, 1)) < 1e-11,
                  "alpha %g: not the step with h F v" % alpha)
            right.append(away(w, true))
            wrong.append(away(body(alpha, h, T, 1 - alpha), true))
        print("0-1 alpha %g: off by %s; as printed by %s" %
              (alpha, ["%.3f" % x for x in right],
               ["%.3f" % x for x in wrong]))
        check(right[2] < 0.3 * right[0] and wrong[2] > 0.9 * wrong[0] and
              wrong[2] > 0.3, "0-1: %s, %s" % (right, wrong))
    check(away(body(1, 0.01, T, 0), W0) == 0,
          "0-1: alpha = 1 as printed turns")


def e0_15():
    rows = case("tumbling_body", alpha=0.5, h=0.01, T=0.5)
    for a, b in zip(rows, rows[1:]):
        v, x, w = [[r[c + k] for k in "xyz"] for r, c in
                   ((a, "v.w"), (b, "va.w"), (b, "v.w"))]
        left = [i * (p - q) for i, p, q in zip(INERTIA, w, v)]
        fine = away(left, [0.01 * y for y in times(F(v), x)])
        printed = away(left, [0.01 * y for y in times(F(v), v)])
        check(fine < 1e-14 and printed > 1e-7, "0-15: %g, %g" %
              (fine, printed))


# ---- one coordinate ---------------------------------------------------------

def e0_6():
    h, t, a, v = 0.1, 0.3, 0.75, 0.2
    rows = point("alpha = %g, gamma = %g, h = %g, T = %g, q = { 1 }, "
                 "v = { %g }" % (a, a, h, h, v), force="8 * perp.cos(t + 0.3)")
    new, x = rows[1]["v.y"], rows[1]["va.y"]
    k0, k1 = 8 * math.cos(t), 8 * math.cos(t + h)
    right = x * (v + h * ((1 - a) * k0 + a * k1))
    printed = x * (v + h * ((1 - a) * k1 + a * k0))
    check(abs(x * new - right) < 1e-15 and abs(x * new - 0.715118) < 1e-6 and
          abs(printed - 0.725507) < 1e-6, "0-6: %g %g %g" %
          (x * new, right, printed))


def e0_8():
    for C in (0.5, 2, 9):
        for l in (1, 10, 1000):
            h = 1 / l
            check((1 + 2 * C * h)**l < math.exp(2 * C * l * h), "0-8")


def e0_12():
    # a dropped ball on the uniform clock: q(0) + int v is not the position
    for h in (0.04, 0.02, 0.01, 0.005):
        rows = point("alpha = 0.5, h = %g, T = 1, q = { 1 }, v = { 0 }, "
                     "clock = 'uniform'" % h)
        there = rows[0]["q.y"] + h * sum(r["va.y"] for r in rows[1:])
        off = abs(there - rows[-1]["q.y"])
        speed = math.sqrt(2 * G)
        print("0-12 h = %g: %.4f m" % (h, off))
        check(0.001 < off <= h * speed, "0-12: %g" % off)


def e0_27():
    for gamma, same in ((0.5, True), (1, False), (0, False)):
        row, new = point("alpha = 0.5, gamma = %g, h = 0.1, T = 0.1, "
                         "q = { 9 }, v = { 1 }" % gamma)
        printed = row["q.y"] + 0.1 * new["va.y"]
        true = row["q.y"] + 0.1 * ((1 - gamma) * row["v.y"] +
                                   gamma * new["v.y"])
        check(abs(new["q.y"] - true) < 1e-15 and
              (abs(printed - true) < 1e-15) == same,
              "0-27, gamma %g: %g, %g" % (gamma, printed, true))


def e0_35():
    for h in (0.1, 0.01):  # Phi(q1) = Phi(q0) + O(h^2) is false at take-off
        row, new = point("alpha = 1, h = %g, T = %g, q = { 0 }, v = { 2 }" %
                         (h, h))
        check(new["q.y"] > 1.0 * h and new["cn.floor"] == 0, "0-35")


def e0_46():
    # v^- = 4/3 of the new velocity, where the cubic closes at 2/3 of the step
    for h in (0.1, 0.01):
        for alpha, speed in ((1, 4 / 3), (0.5, None)):
            gap = 16 / 27 * G * h * h if alpha == 1 else 0.2 * G * h * h
            rows = point("alpha = %g, h = %g, T = %g, q = { %.17g }, "
                         "v = { 0 }" % (alpha, h, h, gap))
            hit = next(r for r in rows if r["cn.floor"] > 0)
            ratio = hit["cn.floor"] / (G * h)
            check(abs(ratio - speed) < 1e-9 if speed else ratio < 1,
                  "0-46: %g" % ratio)


# ---- a bead on a circle -----------------------------------------------------

def e0_31():
    found = {}
    for eps in (0.1, 0):
        found[eps] = []
        for h in (0.01, 0.005, 0.0025):
            rows = case("pendulum_contact", alpha=0.5, eps=eps, w=1, g=0,
                        wall=-5, T=1, h=h)
            outside, jump = 0, 0
            for a, b in zip(rows[1:], rows[2:]):
                z = [b["va." + k] - a["va." + k] for k in "xy"]
                x, y = a["q.x"], a["q.y"]
                outside = max(outside, abs(x * z[1] - y * z[0]) /
                              math.hypot(x, y) / h)
                jump = max(jump, math.hypot(*z))
            found[eps].append(outside)
            check(jump < 3 * h, "0-31: |v^a - v^a-| = %g" % jump)
        print("0-31 eps %g: |z/h| outside the joint's range %s" %
              (eps, ["%.4f" % x for x in found[eps]]))
    a, b = found[0.1], found[0]
    check(a[2] > 0.9 * a[0] > 0.05 and b[2] < 0.3 * b[0],
          "0-31: %s, %s" % (a, b))


for name, test in sorted(globals().items()):
    if name.startswith("e0_") and callable(test):
        test()
done()
