"""Motions of two rows whose laws have closed forms."""
import math
import os
import random
import tempfile

from program import check, done, run
from tables import by_law, verdict, write

SCENE = """
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 2, 0 }, { 0, 2 } } end,
  force = function() return { 0, 0 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = %s } } end }
return { system = system, h = 0.5, T = 1, q = { 0, 0 }, v = { 0, 0 } %s }
"""
HEAD = "t,q.x,q.y,v.x,v.y,cn.ground,ft.ground\n"


def near(name, x, y):
    check(abs(x - y) <= 1e-14 * max(abs(y), 1e-300), "%s: %.17g, not %.17g" %
          (name, x, y))


def two_rows(place, mu, v, w, cn, ft, *words, more="", dt=0.5):
    scene = write(place, "s.lua", SCENE % (mu, more))
    path = write(place, "m.csv", HEAD + "0,0,0,%r,%r,0,0\n" % v +
                 "%r,0,0,%r,%r,%r,%r\n" % ((dt,) + w + (cn, ft)))
    return by_law(verdict(scene, path, "--weight", "0.5", *words))


def disc(place, draw):
    """Round cones in space: closed forms, between which a polygon of 16 corners
    around the disc has to lie; and a disc's own friction breaks nothing."""
    mu, m = 0.5, 2.0
    scene = write(place, "d.lua", """
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y", "z" },
  mass = function() return { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } } end,
  force = function() return { 0, 0, 0 } end,
  contacts = function(q, v) return { { name = "g", gap = q.z,
    slips = { v.x, v.y }, mu = 0.5 } } end }
return { system = system, h = 0.5, T = 1, q = { 0, 0, 0 }, v = { 0, 0, 0 },
  judge = { cone = "round" } }
""")

    def judged(v, w, c, f, *words):
        text = "t,q.x,q.y,q.z,v.x,v.y,v.z,cn.g,ft.g.1,ft.g.2\n"
        text += "0,0,0,0,%r,%r,%r,0,0,0\n" % v
        text += "0.5,0,0,0,%r,%r,%r,%r,%r,%r\n" % (w + (c,) + f)
        got = verdict(scene, write(place, "m.csv", text), "--impulses",
                      "--weight", "0.5", *words)
        return by_law(got), got["cone"]

    def means(states):
        """Doubles beside fractions: the mean of a table of which one row is looked
        at in fractions, and the worst numbers of its intervals alone."""
        rows = ["%r,0,0,0,%r,%r,%r,%r,%r,%r\n" % ((l / 2,) + s)
                for l, s in enumerate(states)]
        head = "t,q.x,q.y,q.z,v.x,v.y,v.z,cn.g,ft.g.1,ft.g.2\n"

        def laws_of(lines):
            return by_law(verdict(scene, write(place, "m.csv", head + "".join(
                lines)), "--impulses", "--weight", "0.5", "--prove", "1"))
        whole = laws_of(rows)
        alone = [laws_of(pair) for pair in zip(rows, rows[1:])]
        for law in ("momentum", "coulomb", "given-cone", "given-coulomb"):
            wanted = sum(a[law]["worst"] for a in alone) / len(alone)
            check(abs(whole[law]["mean"] - wanted) <= 1e-9 * wanted,
                  "disc: mean of %s: %g, not %g" %
                  (law, whole[law]["mean"], wanted))
    means([tuple(draw.uniform(-1, 1) for _ in range(2)) + (l / 8,) +
           (0.25, draw.uniform(-1, 1), draw.uniform(-1, 1)) for l in range(9)])

    def distance(a, b, mu):
        return max(0.0, a - mu * b) ** 2 / (1 + mu * mu) / (2 * m)
    for _ in range(8):
        v = tuple(draw.uniform(-1, 1) for _ in range(3))
        w = tuple(draw.uniform(-1, 1) for _ in range(2)) + (v[2] + 0.5,)
        f = (draw.uniform(-1, 1), draw.uniform(-1, 1))
        got, cone = judged(v, w, 0.25, f)
        check(cone == "round", "the scene says round")
        a = m * math.hypot(w[0] - v[0], w[1] - v[1])
        wide = mu / math.cos(math.pi / 16) * (1 + 2 ** -18)
        check(distance(a, m * 0.5, wide) * (1 - 1e-12) <=
              got["momentum"]["worst"] <= distance(a, m * 0.5, mu) *
              (1 + 1e-12), "disc: %g" % got["momentum"]["worst"])
        size, speed = math.hypot(*f), math.hypot(*w[:2])
        wanted = max(0, size - mu * 0.25)
        check(abs(got["given-cone"]["worst"] - wanted) < 1e-15, "disc's cone")
        wanted = max(0, mu * 0.25 * speed + f[0] * w[0] + f[1] * w[1])
        check(abs(got["given-coulomb"]["worst"] - wanted) < 1e-15, "disc's work")
        # The disc's own law: J = c n - mu c s / |s|. A polygon of two slips finds
        # friction beyond its cone, the disc nothing.
        s = (w[0] / speed, w[1] / speed)
        f = (-mu * s[0], -mu * s[1])
        v = (w[0] - f[0] / m, w[1] - f[1] / m, -1 / m)
        got, _ = judged(v, w[:2] + (0.0,), 1.0, f)
        for law, g in got.items():
            check(law == "kinematics" or g["worst"] <= max(g["rounding"], 1e-28),
                  "disc: %s is %g" % (law, g["worst"]))
        got, cone = judged(v, w[:2] + (0.0,), 1.0, f, "--cone", "polygon")
        check(cone == "polygon" and got["momentum"]["worst"] > 1e-6 and
              got["given-cone"]["worst"] > 1e-3, "the polygon is smaller")
        # Half of that friction: half of the dissipation is missing, at least.
        v = (w[0] - f[0] / m / 2, w[1] - f[1] / m / 2, -1 / m)
        got, _ = judged(v, w[:2] + (0.0,), 1.0, (f[0] / 2, f[1] / 2))
        check(abs(got["given-coulomb"]["worst"] - mu * speed / 2) < 1e-15 and
              0.9 * mu * speed / 2 < got["coulomb"]["worst"] <=
              mu * speed / 2 * (1 + 1e-12), "half: %g of %g" %
              (got["coulomb"]["worst"], mu * speed / 2))


def cone(place, draw):
    """J = 2 (v' - v) = (a, b) and the cone |f| <= mu c."""
    mu = 0.75
    v = (draw.uniform(-1, 1), draw.uniform(-1, 1))
    w = (draw.uniform(-1, 1), draw.uniform(-1, 1))
    a, b = 2 * (w[0] - v[0]), 2 * (w[1] - v[1])
    got = two_rows(place, mu, v, w, 0.25, -0.5, "--impulses")
    if abs(a) <= mu * b:
        best = 0
    else:
        best = (abs(a) - mu * b) ** 2 / (1 + mu * mu) / 4
    if mu * abs(a) <= -b:
        best = (a * a + b * b) / 4
    check(abs(got["momentum"]["worst"] - best) <= 1e-13 * max(best, 1e-3),
          "cone (%g, %g): %g, not %g" % (a, b, got["momentum"]["worst"], best))
    near("given", got["given-momentum"]["worst"],
         ((a + 0.5) ** 2 + (b - 0.25) ** 2) / 4)
    near("cone", got["given-cone"]["worst"], 0.5 - mu * 0.25)
    near("approach", got["approach"]["worst"], max(0, -w[1]))
    near("push", got["given-complementarity"]["worst"], 0.25 * abs(w[1]))
    near("coulomb", got["given-coulomb"]["worst"],
         max(0, mu * 0.25 * abs(w[0]) - 0.5 * w[0]))


def opposite(place, draw):
    """Two normals that are opposite but for `leak`, and two joints that are one but
    for it. To push along z by J they have to push with J / leak, and slip and open
    while they do. Weights beyond the limit are no explanation: of those that sum up
    to C at most none explains more than leak C of J."""
    head = "t,q.x,q.y,q.z,v.x,v.y,v.z\n"

    def judged(what, leak, rows, *words):
        scene = write(place, "o.lua", """
local perp = require "perp"
local leak = %.17g
local system = perp.system { coordinates = { "x", "y", "z" },
  mass = function() return { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } } end,
  force = function() return { 0, 0, 0 } end,
  %s }
return { system = system, h = 0.5, T = 1, q = { 0, 0, 0 }, v = { 0, 0, 0 } }
""" % (leak, what))
        text = head + "".join("%r,0,0,0,%r,%r,%r\n" % r for r in rows)
        got = verdict(scene, write(place, "m.csv", text), "--scheme", "begin",
                      "--weight", "1", "--error", "q=1,v=0.03125", *words)
        momentum = [n for n in got["error"]["needs"] if n["law"] == "momentum"]
        return by_law(got), momentum[0]
    contacts = """contacts = function(q, v) return {
    { name = "left", gap = q.x + leak * q.z, slips = { v.y }, mu = 0.5 },
    { name = "right", gap = -q.x + leak * q.z, slips = { v.y }, mu = 0.5 } } end"""
    joints = """joints = function(q)
    return { { name = "one", q.x }, { name = "two", q.x + leak * q.z } } end"""
    for what, k in ([(contacts, k) for k in (12, 19, 20, 21, 23, 34, 44, 52)] +
                    [(joints, k) for k in (12, 23, 52)]):
        leak, s, o = 2.0 ** -k, draw.uniform(0.25, 1), draw.uniform(0.25, 1)
        a, b = sorted((draw.uniform(0.25, 1), draw.uniform(0.25, 1)))
        if k == 21:
            leak = 2 * b / max(4 * o, 4 * s, 2 * b) / 1.001 / 2 ** 20
        # J = 2 (0, 0, b), then 2 (0, 0, a); x and y go on with o and s
        rows = [(0.0, o, s, -b), (0.5, o, s, 0.0), (1.0, o, s, a)]
        got, need = judged(what, leak, rows, "--prove", "1")
        most = got["momentum"]["limit"]
        push = 2 ** 20 * max(4 * o, 4 * s, 2 * b)  # |M| (|v| + |v'|)
        joined = what is joints
        sum_of = 2 * b / leak * (2 if joined else 1)
        name = "%s, leak 2^-%d" % ("joints" if joined else "contacts", k)
        if sum_of <= push:
            check(most is None, name + ": limited")
            for law in ("momentum", "impulse", "lost"):
                check(got[law]["worst"] <= got[law]["rounding"],
                      "%s: %s is %g" % (name, law, got[law]["worst"]))
            check(need["least"] == 0 and need["limit"] is None,
                  "%s: bars %s" % (name, need))
            if not joined:
                # half of the push each; the one that brakes costs nothing, the
                # other, as much the wrong way, mu c 2 s; the opening one rho
                near(name, got["coulomb"]["worst"], 0.5 * (b / leak) * 2 * s)
                check(abs(got["complementarity"]["worst"] - b / leak * o) <=
                      1e-9 * b / leak * o + leak * b / leak,
                      "%s: pushes and opens" % name)
            continue
        check(most is not None and abs(most - push) <= 1e-9 * push,
              "%s: limit %s of %g" % (name, most, push))

        each = leak / 2 if joined else leak  # along z, of a unit of the sum
        # Bars of Y = 1/32: J is known to 2 Y M = 1/8, of which impulses up to the
        # limit make each C.
        check(need["least"] <= max(0, 2 * b - each * most) * 8,
              "%s: bars %s" % (name, need))
        if k >= 44:
            check(need["limit"] == most and need["least"] >= 2 * b * 8 * 0.999,
                  "%s: bars %s" % (name, need))

        def wanted(j, t):
            """The sum W of weights with (2 j - each W)^2 / 4 + t W^2 / 4 least, of
            joints in doubles the squares of both, and what is proven then."""
            W = 2 * j * each / (each * each + t)
            u = j - each * W / 2
            bound = max(0.0, 2 * j * u - u * u - most * leak * u)
            return W, bound, max(bound, u * u)
        m = got["momentum"]
        low = max(0.0, 2 * b - each * most) ** 2 / 4
        check(m["bound"] <= low and m["bound"] <= m["worst"],
              "%s: bound %g above %g" % (name, m["bound"], low))
        W, bound, least = wanted(b, 2.0 ** -48)
        if k == 21:  # what is needed is hardly beyond the limit
            check(m["bound"] == 0 and m["worst"] > 1e-6, "%s: %g" %
                  (name, m["worst"]))
            said = run("judge", os.path.join(place, "o.lua"),
                       os.path.join(place, "m.csv"), "--weight", "1").stdout
            check("explain every" not in said and
                  "at most explain interval 1 is undecided: those that were "
                  "found leave %.3g J" % m["worst"] in said, "undecided: " + said)
        if k == 52:
            said = run("judge", os.path.join(place, "o.lua"), os.path.join(
                place, "m.csv"), "--weight", "1", "--error", "q=1,v=0.03125").stdout
            up_to = "%.3g N s" % most
            for words in ("; proven up to %s in all\n",
                          "No impulses of closed contacts and joints whose weights "
                          "sum up to %s at most explain interval 1 ",
                          "formulas and of impulses up to %s in all.\n"):
                check(words % up_to in said, "%s: '%s' is not said" %
                      (name, words % up_to))
        if joined:
            # u = (0, 0, u_z) has the same product with both but for its x
            check(low - most * leak <= m["bound"] and m["worst"] <= b * b,
                  "%s: %g of %g" % (name, m["worst"], low))
            continue
        check(abs(m["bound"] - bound) <= 1e-9 * b * b, "%s: bound %g, not %g" %
              (name, m["bound"], bound))
        check(abs(m["worst"] - least) <= 1e-9 * b * b, "%s: momentum %g, not %g" %
              (name, m["worst"], least))
        rest = 2 * m["mean"] - m["worst"]  # the other interval, in doubles
        other = (a - leak * wanted(a, 2.0 ** -44)[0] / 2) ** 2
        check(k <= 21 or abs(rest - other) <= 1e-6 * a * a,
              "%s: in doubles %g, not %g" % (name, rest, other))
        for law, price in ((("coulomb", s / 2), ("complementarity", o / 2))
                           if k > 21 else ()):
            # the least price of leak W along z, with dual prices as small as
            # 2^-60 of the energy makes them
            cost = min(W * price, (leak * W) ** 2 * 2.0 ** 59)
            check(abs(got[law]["worst"] - cost) <= 1e-6 * cost,
                  "%s: %s %g, not %g" % (name, law, got[law]["worst"], cost))


with tempfile.TemporaryDirectory() as place:
    opposite(place, random.Random(3125))
    draw = random.Random(1785)
    for _ in range(8):
        cone(place, draw)

    disc(place, draw)

    # Friction that pushes along instead of braking: f = mu c, s = 1/2, and what is
    # missing is 2 mu c s. Half of the friction is half of that.
    got = two_rows(place, 0.5, (0.25, 0.0), (0.5, 0.5), 1.0, 0.5)
    near("wrong way", got["coulomb"]["worst"], 2 * 0.5 * 1.0 * 0.5)
    near("pushes and opens", got["complementarity"]["worst"], 1.0 * 0.5)
    got = two_rows(place, 0.5, (0.75, 0.0), (0.5, 0.5), 1.0, -0.5)
    near("right way", got["coulomb"]["worst"], 0)
    near("right way, cone", got["momentum"]["worst"], 0)

    # Newton's restitution: 0.4 behind -0.8 is e = 1/2; without it the contact
    # pushes and opens; an e of the scene and one of --law are the same.
    for words, more, rho in ((("--law", "e=0.5"), "", 0), ((), "", 0.4),
                             ((), ", e = 0.5", 0), (("--law", "e=0.25"), "", 0.2),
                             (("--law", "e=1"), "", -0.4)):
        got = two_rows(place, 0, (0.0, -0.8), (0.0, 0.4), 2.4, 0.0, "--impulses",
                       *words, more=more)
        check(abs(got["complementarity"]["worst"] - 2.4 * max(0, rho)) < 1e-15 and
              abs(got["approach"]["worst"] - max(0, -rho)) < 1e-15 and
              abs(got["given-complementarity"]["worst"] - 2.4 * abs(rho)) < 1e-15,
              "restitution %s %s" % (words, more))

    # A contact that only closes may go on closing, and push: the wall was closed and
    # approaches with 1/8, the ground arrives with 1. Of given impulses the ground's
    # is asked whether it opens.
    walls = SCENE.replace("{ { name =", """{
      { name = "wall", gap = q.x, slips = {}, mu = 0 }, { name =""")
    for w, push in ((-1.0, 0.0), (0.5, 0.25)):
        got = by_law(verdict(
            write(place, "w.lua", walls % (0, "")), write(
                place, "m.csv", HEAD.replace("cn.ground", "cn.wall,cn.ground") +
                "0,0,1,0,%r,0,0,0\n0.5,0,0,-0.125,%r,0,0.5,0\n" % (w, w)),
            "--impulses", "--weight", "0.5"))
        near("the wall", got["approach"]["worst"], 0.125)
        check(got["approach"]["where"] == "wall", "not the ground")
        near("the ground", got["given-complementarity"]["worst"], push)

    # Energy: a jump of one row at the same time, and what no impulse takes.
    got = two_rows(place, 0, (0.0, -1.0), (0.0, 1.5), 5.0, 0.0, dt=0.0)
    near("gained in an impact", got["gained"]["worst"], 1.5 ** 2 - 1)
    got = two_rows(place, 0, (1.0, 0.0), (0.5, 0.0), 0.0, 0.0)
    near("lost", got["lost"]["worst"], 1 - 0.25)
    near("unexplained", got["momentum"]["worst"], 0.25)
    near("impulse", got["impulse"]["worst"], 1.0)
    check(got["impulse"]["where"] == "x", "along x")
    check(math.isclose(got["momentum"]["bound"], 0.25) and
          got["momentum"]["bound"] <= 0.25, "bound")
done()
