"""perp cone --impulse, and the reduced cone: every certificate checked in fractions.

Normals, slips and joints are written by hand. Impulses that add up to z within their cones prove that z is in; a
vector that every edge opens and z works against, that it is not. Which of the two has to come is known too: z is drawn
from inside, or beyond a known wall.
"""
import json
import os
import random
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, expect, run

WEDGE = os.path.join(SOURCE, "cases", "GAP08", "cone_wedge.lua")
SPATIAL = os.path.join(SOURCE, "cases", "GAP08", "cone_spatial.lua")
HINGED = """local perp = require "perp"
local mu, lean = perp.param("mu", 0.5), perp.param("lean", 1)
return { h = 0.1, T = 1, q = { 0, 0, 0 }, v = { 0, 0, 0 }, system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
  joints = function(q) return { { name = "rack", q.th - q.x / 2 } } end,
  contacts = function(q, v) return {
    { name = "floor", gap = q.y, mu = mu, slips = { v.x } },
    { name = "slope", gap = q.y - lean * q.x, mu = mu, slips = { v.x + lean * v.y } },
    { name = "rack", gap = q.y + q.x, mu = mu, slips = { v.th - v.x / 2 } } } end } }
"""


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def fractions(x):
    return [F(a) for a in x]


def ask(scene, *words, **sets):
    more = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    r = run("cone", scene, "--json", *words, *more)
    check(r.returncode == 0, r.stderr)
    return json.loads(r.stdout)


def proven(label, side, z, nu, contacts, norm):
    """contacts: (n, [d..], mu). norm: of the tangential impulse, squared for the disc."""
    if side["inside"]:
        y, cn, f = (fractions(side[k]) for k in ("c_nu", "c_n", "tangential"))
        parts, total = iter(f), [dot(y, [row[i] for row in nu]) for i in range(len(z))]
        for c, (n, d, mu) in zip(cn, contacts):
            own = [next(parts) for _ in d]
            fine = sum(map(abs, own)) <= mu * c if norm == 1 else dot(own, own) <= (mu * c) ** 2
            check(c >= 0 and fine, label + ": outside of its own cone")
            total = [t + c * n[i] + dot(own, [row[i] for row in d]) for i, t in enumerate(total)]
        check(total == z, "%s: the sum is %s" % (label, total))
        return
    u = fractions(side["separates"])
    check(dot(u, z) < 0 and all(dot(row, u) == 0 for row in nu), label + ": does not separate")
    for n, d, mu in contacts:
        rate, slip = dot(n, u), [dot(row, u) for row in d]
        fine = rate >= mu * max(map(abs, slip)) if norm == 1 else rate >= 0 and rate ** 2 >= mu ** 2 * dot(slip, slip)
        check(fine, label + ": an edge does not open")


def wedge(mu, draw):
    """Inside: sums of edges; outside: what pulls at the walls."""
    tau, r = F(3, 4), F(1, 2)
    contacts = [([F(s), tau, F(0)], [[-s * tau, F(1), -s * F(5, 4) * r]], F(mu)) for s in (1, -1)]
    for k in range(6):
        inside, z = k % 2 == 0, [F(0)] * 3
        for n, d, m in contacts:
            c = F(draw.randint(1, 9), 4)
            f = m * c * F(draw.randint(-4, 4), 4)
            z = [x + c * a + f * b for x, a, b in zip(z, n, d[0])]
        if not inside:  # below the bisector: the walls can only push
            z[1] = -F(draw.randint(1, 9), 8)
        said = ask(WEDGE, "--impulse=" + ",".join(map(str, z)), mu=mu)
        held = said["held"]
        check(fractions(held["impulse"]) == z and said["reduced"] is None, "z is %s" % held["impulse"])
        for which, norm in (("polyhedral", 1), ("full", 2)):
            label = "wedge, mu = %s, z = %s, %s" % (mu, z, which)
            check(held[which]["inside"] is inside, label + ": %s" % held[which]["inside"])
            proven(label, held[which], z, [], contacts, norm)


def hinged(path, mu, lean, pointed):
    """The third contact slips along the joint: its friction is left out of the reduced cone (Remark 3.4)."""
    m, a = F(mu), F(lean)
    nu = [[F(-1, 2), F(0), F(1)]]
    contacts = [([F(0), F(1), F(0)], [[F(1), F(0), F(0)]], m), ([-a, F(1), F(0)], [[F(1), a, F(0)]], m),
                ([F(1), F(1), F(0)], [[F(-1, 2), F(0), F(1)]], m)]
    z = [F(1, 3), F(5), F(-2)]
    said = ask(path, "--impulse=1/3,5,-2", mu=mu, lean=lean)
    label = "hinged, mu = %s, lean = %s" % (mu, lean)
    left = said["reduced"]
    B = [fractions(row) for row in left["basis"]]
    check(len(B) == 2 and all(dot(row, nu[0]) == 0 for row in B)
          and any(B[0][i] * B[1][j] != B[0][j] * B[1][i] for i in range(3) for j in range(i)), label + ": basis")
    check([fractions(x) for x in left["normals"]] == [[dot(b, n) for b in B] for n, _, _ in contacts]
          and [fractions(x) for x in left["slips"]] == [[dot(b, d[0]) for b in B] for _, d, _ in contacts[:2]]
          and left["slip_of"] == [1, 2], label + ": normals and slips")
    check(left["line"] is not pointed and left["zero_edge"] is False, "%s: a line is %s" % (label, left["line"]))
    check(left["pointed"] is pointed and said["polyhedral"]["pointed"] is pointed,
          "%s: pointed is %s" % (label, left["pointed"]))
    proven(label, said["held"]["polyhedral"], z, nu, contacts, 1)
    down = ask(path, "--impulse=0,-1,0", mu=mu, lean=lean)["held"]["polyhedral"]
    check(down["inside"] is not pointed, label + ": downward")
    proven(label + ", down", down, [F(0), F(-1), F(0)], nu, contacts, 1)


JAM = """local perp = require "perp"
local mu, lean = perp.param("mu", 1), perp.param("lean", 1)
return { h = 0.1, T = 1, q = { 0, 0 }, v = { 0, 0 }, system = perp.system {
  coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 1 } },
  joints = function(q) return { { name = "rod", q.x - lean * q.y } } end,
  contacts = function(q, v) return { { name = "floor", gap = q.y, mu = mu, slips = { v.x } } } end } }
"""


def jammed(path):
    """Across the joint (1, -lean) the edges n + mu d, n - mu d are 1 + mu lean, 1 - mu lean, times a number: one of
    them is zero at mu lean = 1, a half-line that is not pointed (Remark 3.6); they are opposite beyond."""
    for mu, lean in (("1", "1"), ("1/2", "2"), ("0.5", "-2"), ("1/2", "1"), ("3/2", "1"), ("4", "-1/2"), ("0", "3")):
        steep = abs(F(mu) * F(lean))
        left = ask(path, mu=mu, lean=lean)["reduced"]
        check((left["pointed"], left["line"], left["zero_edge"]) == (steep < 1, steep > 1, steep == 1),
              "jammed, mu = %s, lean = %s: %s" % (mu, lean, left))
    expect("zero", 0, ["is not pointed, an edge of it is zero\n"], [], "cone", path)
    expect("line", 0, ["is not pointed, it holds a line\n"], [], "cone", path, "--set", "mu=2")


def spatial():
    """Between the step's pyramid and the disc: the full cone has it, the step's has not."""
    said = ask(SPATIAL, "--impulse=0,0,0")["held"]
    check(said["polyhedral"]["inside"] and said["full"]["inside"], "zero is in every cone")
    for mu in 0.3, 0.2:  # one wall n with slips d1, d2: the corner n + mu (d1 + d2)/sqrt 2 is between the two
        body = """local perp = require "perp"
return { h = 0.1, T = 1, q = { 0, 0, 0 }, v = { 0, 0, 0 }, system = perp.system {
  coordinates = { "x", "y", "z" }, mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
  contacts = function(q, v) return { { name = "floor", gap = q.z, mu = %s, slips = { v.x, v.y } } } end } }
""" % mu
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "s.lua")
            with open(path, "w") as file:
                file.write(body)
            f = F(mu) * F(7, 10)
            floor = [([F(0), F(0), F(1)], [[F(1), F(0), F(0)], [F(0), F(1), F(0)]], F(mu))]
            for side, want in ((f, (False, True)), (f * F(5, 7), (True, True)), (f * F(72, 70), (False, False))):
                z = [side, side, F(1)]
                held = ask(path, "--impulse=%s,%s,1" % (side, side))["held"]
                check((held["polyhedral"]["inside"], held["full"]["inside"]) == want, "disc: %s" % held)
                proven("pyramid", held["polyhedral"], z, [], floor, 1)
                proven("disc", held["full"], z, [], floor, 2)
            t = F(123456789011, 10 ** 12)  # a point of the disc's edge that is no corner of short numbers
            edge = F(mu) * (1 - t * t) / (1 + t * t), F(mu) * 2 * t / (1 + t * t)
            full = ask(path, "--impulse=%s,%s,1" % edge)["held"]["full"]
            check(full["inside"] is None and 0 < full["at_most_apart"] < 1e-9, "on the edge: %s" % full)


draw = random.Random(7)
wedge("1/2", draw)
wedge("3/8", draw)
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "hinged.lua")
    with open(path, "w") as file:
        file.write(HINGED)
    hinged(path, "0.5", "1", True)
    hinged(path, "0.25", "-0.5", True)
    hinged(path, "2", "8", False)
    with open(path, "w") as file:
        file.write(JAM)
    jammed(path)
spatial()
expect("text", 0, ["the impulse is given by the full cone:", "contact left: normal 0.4, tangential 0.2"], [],
       "cone", WEDGE, "--impulse", "0,1,0")
expect("text", 0, ["outside of the step's cone; it works against x 0 y 1 th 0"], [], "cone", WEDGE,
       "--impulse=0,-1,0")
for words, why in ((("--impulse", "1,2"), "has 2 numbers; the scene has 3 velocities"),
                   (("--impulse", "1,2,3,4"), "has 4 numbers"), (("--impulse", "1,b,3"), "'b' is no number"),
                   (("--impulse", ""), "'' is no number"), (("--impulse", "1,2,3", "--along"), "--along looks at all")):
    expect(why, 2, [], [why], "cone", WEDGE, *words)
done()
