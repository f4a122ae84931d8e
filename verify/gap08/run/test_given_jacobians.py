"""Jacobians that a scene gives, GAP08 (4.3): exact ones change no bit, zero
ones are "zero", wrong ones cost accuracy but not convergence.
"""
import csv
import io
import os
import tempfile

from program import check, done, run

SCENE = """
local perp = require "perp"
local function force(t, q, v)
  return { %(force)s }
end
return {
  system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 2, 0 }, { 0, 1 } } end, force = force,
    contacts = function(q, v)
      return { { name = "floor", gap = q.y, slips = { v.x }, mu = 0.25 } }
    end },
  q = { %(q)s }, v = { 1, 0 }, alpha = %(alpha)s, h = %(h)s, T = %(T)s,
  %(jacobians)s
}
"""
FORCE = ("-4 * q.x - q.x^3 + q.y * v.x - v.x / 2 + perp.cos(t), "
         "-q.y * q.x^2 - v.y * q.x - 3")
# The same derivatives by hand would be rounded in another order.
GRADIENT = """jacobians = function(t, q, v)
    local k, out = force(t, q, v), { q = {}, v = {} }
    for i = 1, 2 do
      out.q[i], out.v[i] = perp.grad(k[i], { q.x, q.y }),
        perp.grad(k[i], { v.x, v.y })
    end
    return out
  end"""
LINEAR = "-4 * q.x + 2 * q.y - v.x / 2, q.x - q.y / 4 - v.y - 3"
BY_HAND = ("jacobians = { q = { { -4, 2 }, { 1, -0.25 } }, "
           "v = { { -0.5, 0 }, { 0, -1 } } }")
WRONG = ("jacobians = { q = { { -9, 1 }, { 1, -6 } }, "
         "v = { { -3, 1 }, { -1, -2 } } }")


def table(*options, force=FORCE, alpha="0.5", h="0.01", T="0.5",
          jacobians="", q="0.5, 0.25", code=0):
    text = SCENE % dict(force=force, alpha=alpha, h=h, T=T, q=q,
                        jacobians=jacobians)
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w") as file:
            file.write(text)
        r = run("run", path, "--csv", "-", "--quiet", *options)
    check(r.returncode == code, "exit code %d: %s" % (r.returncode, r.stderr))
    return r.stderr if code else r.stdout


def last(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    return [float(rows[-1][k]) for k in ("q.x", "q.y", "v.x", "v.y")]


# Exact ones, given: the same bits in every mode, a collision included.
for options in ((), ("--exact-check",)):
    for alpha in ("0.5", "0.75", "1"):
        exact = table(*options, alpha=alpha)
        check(exact == table(*options, alpha=alpha, jacobians=GRADIENT),
              "given exact Jacobians change something, alpha " + alpha)
        check(exact != table(*options, alpha=alpha,
                             jacobians='jacobians = "zero"'),
              "zero Jacobians change nothing")
rational = dict(force=LINEAR, T="1/16", h="1/64", q="1/2, 1")
rational = {k: v if k in ("force", "q") else 'perp.ratio "%s"' % v
            for k, v in rational.items()}
exact = table("--rational", **rational)
check(exact == table("--rational", jacobians=BY_HAND, **rational) and
      "/" in exact, "by hand over the rationals")
check(exact != table("--rational", jacobians=WRONG, **rational),
      "wrong Jacobians over the rationals change nothing")

# Zeros, and a matrix that is missing, are zero.
zero = table(jacobians='jacobians = "zero"')
check(zero == table(jacobians="jacobians = {}"), "{} is zero")
check(zero == table(jacobians="jacobians = { q = { { 0, 0 }, { 0, 0 } } }"),
      "q = 0 is zero")
check(zero == table(jacobians="jacobians = function() return {} end"),
      "a function that returns {} is zero")

# Wrong ones: the motion without contact still converges, of order one. The
# reference is Runge and Kutta's.
def rate(t, y):
    x, yy, u, v = y
    import math
    return [u, v, (-4 * x - x**3 + yy * u - u / 2 + math.cos(t)) / 2,
            -yy * x**2 - v * x - 3]


def reference(T, n=4000):
    y, h = [0.5, 2.0, 1.0, 0.0], T / n
    for i in range(n):
        t = i * h
        a = rate(t, y)
        b = rate(t + h / 2, [p + h / 2 * k for p, k in zip(y, a)])
        c = rate(t + h / 2, [p + h / 2 * k for p, k in zip(y, b)])
        d = rate(t + h, [p + h * k for p, k in zip(y, c)])
        y = [p + h / 6 * (k + 2 * l + 2 * m + n_) for p, k, l, m, n_ in
             zip(y, a, b, c, d)]
    return y


true = reference(0.5)
for name, given in (("exact", ""), ("zero", 'jacobians = "zero"'),
                    ("wrong", WRONG)):
    for alpha in ("0.5", "1"):
        errors = []
        for k in range(3):
            got = last(table(alpha=alpha, h=str(1 / 128 / 2**k), q="0.5, 2",
                             jacobians=given))
            errors.append(max(abs(a - b) for a, b in zip(got, true)))
        ratio = errors[0] / errors[2]
        print("%s, alpha %s: errors %s" % (name, alpha,
                                           " ".join("%.2e" % e
                                                    for e in errors)))
        order_two = name == "exact" and alpha == "0.5"
        check(ratio > (12 if order_two else 3.4),
              "%s, alpha %s: %s" % (name, alpha, errors))

for text, words in (
        ("jacobians = 1", "'exact' or 'zero'"),
        ("jacobians = { k = {} }", "unknown key 'k'"),
        ("jacobians = { q = { { 1 } } }", "jacobians.q: 2 rows of 2"),
        ("jacobians = { v = { { 1, 0 }, { 0 } } }", "jacobians.v row 2"),
        ("jacobians = function() return 3 end", "is wanted, not a number"),
        ("jacobians = function(t, q) return { q = { { q.z, 0 }, { 0, 0 } } } "
         "end", "'z'"),
        ("jacobians = { v = { { 100, 0 }, { 0, 0 } } }", "smaller h")):
    told = table(jacobians=text, h="0.5", T="1", code=3)
    check(words in told and len(told.splitlines()) == 1,
          "%s: %s" % (text, told))
done()
