"""Where M, n, D and k stand: a weight on a spring with a damper and a force that
depends on t, q and v, judged at each place, with the impulse that is asked for worked
out by hand; and an impact, which has no force wherever the place is."""
import tempfile
from fractions import Fraction as F

from program import check, done
from tables import by_law, verdict, write

SCENE = """
local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
  mass = function(q) return { { 2 + q.x } } end,
  force = function(t, q, v) return { 3 * t - v.x * q.x } end,
  springs = function(q) return { { name = "s", elongation = q.x - 1,
    stiffness = 8, damping = 0.5 } } end },
  h = 0.25, T = 1, alpha = 1 / 2, gamma = 1 / 4, q = { 0 }, v = { 1 } }
"""
ROWS = [(F(0), F(1), F(1)), (F(1, 4), F(5, 4), F(1, 2)), (F(3, 4), F(1), F(-3)),
        (F(3, 4), F(1), F(2))]


def asked(place, a, b):
    (t, q, v), (t1, q1, v1) = a, b
    h = t1 - t
    if place == "end" and h > 0:
        t, q, v = t1, q1, b[2]
    if place == "midpoint" and h > 0:
        t, q, v = (t + t1) / 2, (q + q1) / 2, (v + b[2]) / 2
    M = 2 + q
    k = 3 * t - v * q - 8 * (q - 1) - F(1, 2) * v
    return M, M * (b[2] - a[2]) - h * k


def linear_implicit(a, b):
    """(M - h kv - h^2 kq) (v' - v) = h k(t) + h^2 kq v + h f', alpha = gamma = 1,
    with the spring's force where the step leads: q + h v', v'."""
    (t, q, v), (t1, _, w) = a, b
    h = t1 - t
    kq, kv = -v, -q
    Mt = 2 + q - h * kv - h * h * kq
    spring = -8 * (q - 1 + h * w) - F(1, 2) * w
    return 2 + q, (Mt * (w - v) - h * (3 * t - v * q) - h * h * kq * v -
                   h * spring)


def alpha_gamma(a, b):
    """(4.5) with alpha = 1/2, gamma = 1/4; the spring's force is the mean of its
    forces at both ends, with the damper at x."""
    (t, q, v), (t1, _, w) = a, b
    h, al, ga = t1 - t, F(1, 2), F(1, 4)
    kq, kv = -v, -q
    Mt = 2 + q - al * h * kv - al * ga * h * h * kq
    k = (1 - al) * (3 * t - v * q) + al * (3 * t1 - v * q)
    end = q - 1 + h * ((1 - ga) * v + ga * w)
    x = (1 - al) * v + al * w
    spring = -8 * ((1 - al) * (q - 1) + al * end) - F(1, 2) * x
    return 2 + q, Mt * (w - v) - h * k - al * h * h * kq * v - h * spring


OWN = {"linear-implicit": (linear_implicit, 1), "alpha-gamma": (alpha_gamma, F(1, 2))}

with tempfile.TemporaryDirectory() as place:
    scene = write(place, "s.lua", SCENE)
    for name in ("begin", "midpoint", "end", *OWN):
        for a, b in zip(ROWS, ROWS[1:]):
            impact = a[0] == b[0]
            text = "t,q.x,v.x\n" + "".join(
                ",".join(repr(float(x)) for x in r) + "\n" for r in (a, b))
            got = by_law(verdict(scene, write(place, "m.csv", text), "--scheme",
                                 name, "--weight", "0"))
            own = OWN.get(name) if not impact else None
            M, J = own[0](a, b) if own else asked(name, a, b)
            check(got["impulse"]["worst"] == float(abs(J)), "%s: J %g, not %g" %
                  (name, got["impulse"]["worst"], abs(J)))
            wanted = J * J / M / 2
            check(abs(got["momentum"]["worst"] - float(wanted)) <=
                  1e-15 * wanted, "%s: %g J, not %g" %
                  (name, got["momentum"]["worst"], wanted))
            al = own[1] if own else F(1, 2)
            y = (1 - al) * a[2] + al * b[2]
            check(abs(got["gained"]["worst"] - max(0, float(y * J))) < 1e-14 and
                  abs(got["lost"]["worst"] - max(0, float(-y * J))) < 1e-14,
                  "%s: power" % name)
done()
