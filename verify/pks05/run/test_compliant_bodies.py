"""Runs of PKS05's scheme with a mass matrix of the position, and with several bodies of
perp.planar and perp.spatial: against motions in closed form, by Runge and Kutta, in
fractions, and each library against the other.

    python3 verify/pks05/run/test_compliant_bodies.py
"""
import csv
import io
import json
import math
import os
import subprocess
import tempfile
from fractions import Fraction as F

from compliant_motion import Decoupled, dot, solve
from times import times

BINARY = os.environ["PERP_BINARY"]


def ask(text, *words, **values):
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        words = list(words) + [w for k, x in values.items()
                               for w in ("--set", f"{k}={x}")]
        return subprocess.run([BINARY, "run", path, *words], text=True, cwd=out,
                              capture_output=True)


def table(text, *words, **values):
    done = ask(text, "--csv", "-", "-q", *words, **values)
    assert done.returncode == 0, done.stderr
    number = F if "--rational" in words else float
    return [{k: number(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(done.stdout))]


def said(text, **values):
    done = ask(text, "--json", "-q", **values)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def order(label, errors, want, off=0.15):
    p = math.log2(errors[-2] / errors[-1])
    print(*label, errors, round(p, 2))
    assert abs(p - want) < off, (label, errors, p)


# ---- a mass matrix of the position --------------------------------------

HEAD = """local perp = require "perp"
local m1, m2 = perp.param("m1", 1), perp.param("m2", 1)
local high, mu = perp.param("high", 1.9), perp.param("mu", 0.2)
local floor = perp.param("floor", true)
local function contacts(q, v)
  local vx = perp.cos(q.a) * v.a + perp.cos(q.b) * v.b
  return floor and { { name = "tip", gap = high - perp.cos(q.a) - perp.cos(q.b),
    slips = { vx }, mu = mu, stiffness = { 4000, 2000 },
    damping = { 40, 20 } } } or {}
end
"""
TAIL = """return { system = system, scheme = "theta",
  theta = perp.param("theta", 0), h = perp.param("h", 1/1000),
  T = perp.param("T", 0.3), q = { 0.9, 0.2 }, v = { 0, -1 } }
"""
LAGRANGE = HEAD + """
local system = require("perp.lagrange").system { coordinates = { "a", "b" },
  kinetic = function(q, v)
    return (m1 + m2) * v.a * v.a / 2 + m2 * v.b * v.b / 2 +
      m2 * perp.cos(q.a - q.b) * v.a * v.b
  end,
  potential = function(q)
    return -10 * (m1 + m2) * perp.cos(q.a) - 10 * m2 * perp.cos(q.b)
  end, contacts = contacts }
""" + TAIL
BY_HAND = HEAD + """
local system = perp.system { coordinates = { "a", "b" },
  mass = function(q)
    local c = m2 * perp.cos(q.a - q.b)
    return { { m1 + m2, c }, { c, m2 } }
  end,
  force = function(t, q, v)
    local s = m2 * perp.sin(q.a - q.b)
    return { -s * v.b * v.b - 10 * (m1 + m2) * perp.sin(q.a),
      s * v.a * v.a - 10 * m2 * perp.sin(q.b) }
  end, contacts = contacts }
""" + TAIL


class Pendulum(Decoupled):
    """Two rods of length 1, masses at their ends, the lower above a floor."""

    def __init__(self, m1, m2, high, mu, floor):
        def force(_, q, v):
            s = m2 * math.sin(q[0] - q[1])
            return [-s * v[1] ** 2 - 10 * (m1 + m2) * math.sin(q[0]),
                    s * v[0] ** 2 - 10 * m2 * math.sin(q[1])]
        super().__init__(
            [m1, m2], force, lambda q: high - math.cos(q[0]) - math.cos(q[1])
            if floor else 1.0, lambda q: [math.sin(x) for x in q],
            lambda q: [[math.cos(x) for x in q]], (4000, 40, 2000, 20), mu)
        self.m1, self.m2 = m1, m2

    def accelerate(self, q, f):
        c = self.m2 * math.cos(q[0] - q[1])
        return solve([[self.m1 + self.m2, c], [c, self.m2]], f)


# Verifies PKS05 (1), (15).
def mass_of_position():
    """M at q^j, as (16) has it: order one for every theta, with a floor and without;
    Lagrange's equations and those by hand are the same run."""
    names = ("q.a", "q.b", "v.a", "v.b")
    for p in (dict(m1=1, m2=1, high=1.62, mu=0.2), dict(m1=2, m2=1, high=1.61, mu=0),
              dict(m1=1, m2=3, high=1.605, mu=0.5)):
        for floor in (True, False):
            motion = Pendulum(floor=floor, **p)
            exact = motion.run([0.9, 0.2, 0.0, -1.0, 0.0, 0.0], 0.3, 5e-4)
            more = dict(p, floor=str(floor).lower())
            for theta in (0, 0.5, 1) if floor and p["mu"] == 0.2 else (
                    0.5,) if not floor else (0,):
                errors = []
                for n in (1000, 2000):
                    last = table(LAGRANGE, h=f"1/{n}", theta=theta, **more)[-1]
                    errors.append(math.dist(exact[:4], [last[k] for k in names]))
                order(("mass", p, floor, theta), errors, 1)
        a, b = table(LAGRANGE, **p), table(BY_HAND, **p)
        assert len([r for r in a if r["lam.tip.n"] > 0]) > 20, p
        for x, y in zip(a, b):
            for key in x:
                assert abs(x[key] - y[key]) < 1e-9 * (1 + abs(y[key])), (p, key)
        s = said(LAGRANGE, **p)
        assert s["unproven"] == 0 and s["unique"] == s["steps"], s
        assert s["force_residual"] < 1e-13 and s["energy_residual"] < 1e-13, s
    done = ask(LAGRANGE, "--exact-check", T=0.02)
    assert done.returncode == 0 and "20 of 20 steps proven" in done.stderr, done
    print("verifies PKS05 (1), (15)")


# ---- bodies in the plane ------------------------------------------------

ROLL = """local R = require("perp").ratio
local w = require("perp.planar").world { gravity = { 0, -10 }, mu = R(1, 2),
  stiffness = { 2000, 1000 }, damping = { 60, 30 } }
w:disc { mass = 2, radius = R(1, 4) }
local q, v = w:state { at = { 0, R(1, 4) }, velocity = { 1, 0 } }
return { system = w:system(), scheme = "theta", theta = 0, h = R(1, 100),
  T = require("perp").param("T", R(1, 10)), q = q, v = v }
"""
BALL = ROLL.replace("planar", "spatial").replace("{ 0, -10 }", "{ 0, 0, -10 }") \
    .replace("w:disc", "w:sphere").replace("{ 0, R(1, 4) }", "{ 0, 0, R(1, 4) }") \
    .replace("{ 1, 0 }", "{ 1, 0, 0 }")


def rolls():
    """What slides begins to roll: the angular momentum about the line of contact is
    kept, in fractions with equality, and 2/3 of the velocity is left to a disc, 5/7 to
    a ball, in space, whose coordinates are a quaternion."""
    rows = table(ROLL, "--rational")
    kept = [2 * F(1, 4) * r["v.x"] - 2 * F(1, 16) / 2 * r["v.th"] for r in rows]
    assert len(set(kept)) == 1 and rows[-1]["v.th"] < 0, kept
    for k, K, C in (("n", 2000, 60), ("t", 1000, 30)):
        for a, b in zip(rows, rows[1:]):
            old, new = a["delta.ground." + k], b["delta.ground." + k]
            assert b["lam.ground." + k] == K * new + 100 * C * (new - old), (k, b)
    last = table(ROLL, T=4)[-1]
    assert abs(last["v.x"] - 2 / 3) < 1e-9, last
    assert abs(last["q.y"] - (0.25 - 20 / 2000)) < 1e-9, last
    rows = table(BALL, T=4)
    spin = 2 / 5 * 2 / 16
    for r in rows:
        assert abs(0.5 * r["v.vx"] + spin * r["v.wy"] - 0.5) < 1e-13, r
        assert abs(r["v.vy"]) + abs(r["v.wx"]) + abs(r["v.wz"]) < 1e-12, r
    assert abs(rows[-1]["v.vx"] - 5 / 7) < 1e-9, rows[-1]
    turned = 2 * math.atan2(math.hypot(*(rows[-1]["q." + k] for k in (
        "q1", "q2", "q3"))), rows[-1]["q.q0"])
    way = sum(r["v.wy"] * 0.01 for r in rows[1:])
    assert abs(math.cos(turned / 2) - abs(math.cos(way / 2))) < 0.01, (turned, way)


PAIR = """local perp = require "perp"
local space = perp.param("space", false)
local planar, spatial = require "perp.planar", require "perp.spatial"
local told = { gravity = space and { 0, 0, 0 } or { 0, 0 }, ground = false,
  mu = perp.param("mu", 0.4), stiffness = { perp.param("K", 3000), 1500 },
  damping = { perp.param("C", 10), 8 } }
local w = space and spatial.world(told) or planar.world(told)
for i, name in ipairs { "a", "b" } do
  local m = i
  if space then w:sphere { name = name, mass = m, radius = 0.1 }
  else w:disc { name = name, mass = m, radius = 0.1, inertia = 0.004 * m } end
end
local function at(x, y) return space and { x, y, 0 } or { x, y } end
local turn = perp.param("turn", 0)
local q, v = w:state { a = { at = at(0, 0), velocity = at(1, 0),
    spin = space and { 0, 0, turn } or turn },
  b = { at = at(0.2 + 0.01, perp.param("off", 0)) } }
return { system = w:system(), scheme = "theta", theta = perp.param("theta", 0),
  h = perp.param("h", 1/1000), T = perp.param("T", 0.1), q = q, v = v }
"""


def impact(K, C):
    """The share of the approach that a central impact of masses 1 and 2 gives back: the
    oscillator with the reduced mass, until its force is zero."""
    m = 2 / 3
    a = C / (2 * m)
    w = math.sqrt(K / m - a * a)
    t = (math.pi - math.atan(C * w / (K - C * a))) / w
    return -math.exp(-a * t) * (math.cos(w * t) - a / w * math.sin(w * t))


def collide():
    """Two bodies: momentum, a central impact in closed form, and oblique impacts with
    spin, in the plane and in space, which are the same motion."""
    for K, C in ((3000, 10), (5000, 30), (800, 2))[:times(3)]:
        want, errors = impact(K, C), []
        for n in (2000, 4000):
            r = table(PAIR, K=K, C=C, h=f"1/{n}")[-1]
            errors.append(abs(r["v.b.x"] - r["v.a.x"] - want))
        order(("impact", K, C), errors, 1)
    for off, turn, mu in ((-0.1, 20, 0.1), (0.05, 0, 0.4), (0.02, -30, 0.8))[:times(3)]:
        more = dict(off=off, turn=turn, mu=mu)
        flat = table(PAIR, **more)
        solid = table(PAIR, space="true", **more)
        assert any(r["cn.a-b"] > 0 for r in flat), more
        assert abs(flat[-1]["v.b.y"]) > 0.01, more
        for r, s in zip(flat, solid):
            for k in "xy":
                assert abs(r[f"v.a.{k}"] + 2 * r[f"v.b.{k}"] -
                           (k == "x")) < 1e-13, (more, r)
                for n in "ab":
                    for c in "qv":
                        other = ("v" if c == "v" else "") + k
                        x, y = r[f"{c}.{n}.{k}"], s[f"{c}.{n}.{other}"]
                        assert abs(x - y) < 1e-9, (more, k, n, x, y)
            for n in "ab":
                assert abs(r[f"v.{n}.th"] - s[f"v.{n}.wz"]) < 1e-8, (more, r, s)
                assert abs(s[f"q.{n}.z"]) < 1e-12, s
        s = said(PAIR, space="true", **more)
        assert s["unproven"] == 0 and s["energy_excess"] < 1e-12, s


LINKED = """local perp = require "perp"
local w = require("perp.planar").world { gravity = { 0, -10 }, mu = 0,
  stiffness = 1000, damping = 30 }
for _, name in ipairs { "a", "b" } do
  w:point { name = name, mass = 1 }
end
w:spring { "s", a = "a", b = "b", stiffness = perp.param("k", 50),
  damping = perp.param("c", 0), rest = perp.param("rest", 0.5) }
local q, v = w:state { a = { at = { 0, -0.01 } }, b = { at = { 0.7, -0.01 },
  velocity = { 0.3, 0 } } }
return { system = w:system(), scheme = "theta", theta = perp.param("theta", 0.5),
  h = perp.param("h", 1/200), T = 1, q = q, v = v,
  delta = { ["a-ground"] = 0.01, ["b-ground"] = 0.01 } }
"""


def linked():
    """Two points on a floor without friction, joined by a world's spring: the centre
    goes on, the distance is a damped oscillator. At rest on the floor theta = 1/2 is of
    order 2."""
    for k, c, rest in ((50, 0, 0.5), (200, 4, 0.6), (20, 1, 0.9))[:times(3)]:
        m, errors = 1 / 2, []
        a = c / (2 * m)
        w = math.sqrt(k / m - a * a)
        x, u = 0.7 - rest, 0.3
        far = rest + math.exp(-a) * (x * math.cos(w) + (u + a * x) / w * math.sin(w))
        for n in (200, 400):
            rows = table(LINKED, h=f"1/{n}", k=k, c=c, rest=rest)
            r = rows[-1]
            errors.append(abs(r["q.b.x"] - r["q.a.x"] - far))
            assert abs(r["q.a.x"] + r["q.b.x"] - (0.7 + 0.3)) < 1e-12, r
            if c == 0:  # affine: theta = 1/2 keeps the energy
                E = [y["kinetic"] + y["elastic"] for y in rows]
                assert max(E) - min(E) < 1e-12, (min(E), max(E))
        order(("linked", k, c, rest), errors, 2, 0.1)


TURNING = """local perp = require "perp"
local space = perp.param("space", false)
local planar, spatial = require "perp.planar", require "perp.spatial"
local told = { gravity = space and { 0, 0, 0 } or { 0, 0 }, ground = false, mu = 0,
  stiffness = 1000, damping = 10 }
local w = space and spatial.world(told) or planar.world(told)
for i, name in ipairs { "a", "b" } do
  if space then w:sphere { name = name, mass = i, radius = 0.1 }
  else w:disc { name = name, mass = i, radius = 0.1, inertia = 0.004 * i } end
end
local function at(x, y) return space and { x, y, 0 } or { x, y } end
w:spring { "s", a = "a", at = at(0.1, 0), b = "b", on = at(0, 0.1),
  stiffness = perp.param("k", 50), damping = perp.param("c", 1),
  rest = perp.param("rest", 0.3) }
local q, v = w:state { a = { at = at(0, 0), spin = space and { 0, 0, 3 } or 3 },
  b = { at = at(0.6, 0), velocity = at(0, 0.5) } }
return { system = w:system(), scheme = "theta", theta = perp.param("theta", 0.5),
  h = perp.param("h", 1/200), T = 0.5, q = q, v = v }
"""


def turning():
    """A spring between points of two bodies that turn, in the plane and in space: an
    angle there grows by h w, of a quaternion by 2 arctan(h w / 2), so the motions differ
    by the second order of the step."""
    for k, c, rest in ((50, 1, 0.3), (150, 0, 0.6), (30, 3, 0.1))[:times(3)]:
        apart = []
        for n in (100, 200):
            flat, solid = (table(TURNING, h=f"1/{n}", k=k, c=c, rest=rest,
                                 space=space)[-1] for space in ("false", "true"))
            apart.append(math.dist(*([r[f"v.{b}.{x}"] for b in "ab" for x in names]
                                     for r, names in ((flat, ("x", "y", "th")),
                                                      (solid, ("vx", "vy", "wz"))))))
            assert abs(solid["cs.s"] - flat["cs.s"]) < 1 / n, (solid, flat)
        order(("turning", k, c, rest), apart, 2)


STACK = """local w = require("perp.planar").world { gravity = { 0, -10 }, mu = 0.5,
  stiffness = { 4000, 2000 }, damping = { 160, 80 } }
w:box { name = "a", mass = 2, width = 1, height = 0.5 }
w:box { name = "b", mass = 1, width = 0.5, height = 0.5 }
local q, v = w:state { a = { at = { 0, 0.25 } }, b = { at = { 0, 0.75 } } }
return { system = w:system(), scheme = "theta", theta = 0, h = 1/50, T = 1.2,
  q = q, v = v }
"""


def stack():
    """A box on a wider one, each on two corners: at rest the floor bears both, and each
    corner yields by its share of what stands on it."""
    r = table(STACK)[-1]
    below = 0.25 - 30 / 8000
    for key, want in (("q.a.y", below), ("q.b.y", below + 0.5 - 10 / 8000)):
        assert abs(r[key] - want) < 1e-6, (key, r[key], want)
    push = [x for k, x in r.items() if k.startswith("lam.") and k.endswith(".n")]
    assert sorted(round(x, 3) for x in push if x > 0) == [5, 5, 15, 15], push
    s = said(STACK)  # friction on friction: a solution each, and no condition for one
    assert s["unique"] + s["exists"] == s["steps"], s


# ---- who yields how -----------------------------------------------------

OWN = """local w = require("perp.planar").world { gravity = { 0, -10 }, mu = 0,
  stiffness = 1000, damping = 50, ground = { stiffness = 2000, damping = 90 } }
w:wall { name = "high", point = { 0, 1 }, normal = { 0, 1 }MORE }
w:point { name = "a", mass = 1 }
w:point { name = "b", mass = 1 }
w:ignore("a", "high")
w:contact { name = "own", gap = function(q) return q["a.y"] endOWN }
local q, v = w:state { a = { at = { 1, 0 } }, b = { at = { 0, 1 } } }
return { system = w:system(), scheme = "theta", h = 0.01, T = 3, q = q, v = v }
"""


def own():
    """A wall's or a contact's own numbers, else the world's: how deep a body lies at
    last, one of them on two floors."""
    r = table(OWN.replace("MORE", "").replace("OWN", ""))[-1]
    assert abs(r["q.a.y"] + 10 / 3000) < 1e-9 and abs(r["q.b.y"] - 1 + 10 / 1000) < 1e-9
    r = table(OWN.replace("MORE", ", stiffness = 500").replace(
        "OWN", ", stiffness = 40, damping = { 1 }"))[-1]
    assert abs(r["q.b.y"] - 1 + 10 / 500) < 1e-9, r
    assert abs(r["q.a.y"] + 10 / 2040) < 1e-9, r


def refused():
    for words, old, new in (
            ("planar.world: stiffness wants a positive number", "{ gravity",
             "{ stiffness = 0, gravity"),
            ("damping wants a positive number", "damping = 90", "damping = 0/0"),
            ("ground: damping wants a positive number, or { normal", "damping = 90",
             "damping = { 1, 2, 3 }"),
            ("the damping of contact 'own'", "OWN", ", damping = { 1, 2 }"),
            ("does not know contacts that yield", '"theta"', '"alpha-gamma"'),
            ("has no damping; when one contact yields, all must",
             "stiffness = 1000, damping = 50,", "stiffness = 1000,"),
            ("does not know walls and belts that move", "MORE",
             ", motion = function(t) return { 0, t } end"),
            ("the scheme theta has no joints", "w:contact",
             "w:joint { 'j', function(q) return q['a.x'] - 1 end }\nw:contact"),
            ("stiffness and damping stand at the contacts and in compliance",
             "w:contact", "w:compliance { K = {}, C = {} }\nw:contact")):
        text = OWN.replace(old, new, 1)
        if old == "{ gravity":
            text = text.replace("stiffness = 1000, ", "", 1)
        text = text.replace("MORE", "").replace("OWN", "")
        done = ask(text)
        assert done.returncode == 3 and words in done.stderr and \
            len(done.stderr.splitlines()) == 1, (words, done)


mass_of_position()
rolls()
collide()
linked()
turning()
stack()
own()
refused()
