"""Snapshots of a run: the corners of a box that flies and turns, the rim of a disc, the
ends of a spring and the ground stand in each panel where formulas written here put
them, in the plane, in space in two views, and for a scene's own `draw`. A scene that
says nothing of its looks has no snapshots; angles and lengths have their own panels."""
import math
import os
import tempfile

from program import check, done, run
from svg import panels, values

PLANE = """
local planar = require "perp.planar"
local w = planar.world { gravity = { 0, 0 } }
w:box { name = "box", mass = 1, width = 1, height = 0.5 }
w:disc { name = "disc", mass = 1, radius = 0.25 }
w:spring { "s", a = "box", at = { 0.5, 0 }, on = { 0, 2 }, stiffness = 0, rest = 1 }
w:wall { name = "wall", point = { 4, 0 }, normal = { -1, 0 } }
local q, v = w:state { box = { at = { 1, 1 }, turn = 0.25, velocity = { 0.5, 0 },
  spin = 0.5 }, disc = { at = { 0, 0.25 }, velocity = { 0, 0.25 } } }
return { system = w:system(), h = 1/8, T = 3, q = q, v = v }
"""
SPACE = """
local spatial = require "perp.spatial"
local w = spatial.world { gravity = { 0, 0, 0 } }
w:box { name = "box", mass = 1, size = { 1, 0.5, 0.25 } }
w:sphere { name = "ball", mass = 1, radius = 0.5 }
local q, v = w:state { box = { at = { 0, 1, 1 }, turn = spatial.turn({ 0, 1, 0 },
  0.5), velocity = { 0.5, 0.25, 0 } }, ball = { at = { 0, 3, 2 } } }
return { system = w:system(), h = 1/4, T = 3, q = q, v = v }
"""
DRAWN = """
local perp = require "perp"
local s = perp.system { coordinates = { "x" }, mass = { { 1 } }%s }
return { system = s, h = 1/4, T = 3, q = { 0 }, v = { 1 } }
"""
MARKS = """, draw = function(q) return { { "line", q.x, 0, q.x + 1, 2 },
  { "circle", q.x, 1, 0.5 }, { "line", -1, 0, 4, 0 } } end"""
GREY = "#4d4d4d"


def figure(scene):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write('local perp = require "perp"\n' + scene)
        r = run("run", path, "-q", "--plot", place)
        check(r.returncode == 0, r.stderr)
        with open(os.path.join(place, "scene.svg"), encoding="utf-8") as file:
            return panels(file.read())


def turned(points, at, th):
    c, s = math.cos(th), math.sin(th)
    return [(at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in points]


def found(root, panel, points, grey=False, near=0.02):
    """Is there a curve through all of these points, grey or not?"""
    for line, path in panel.curves:
        if (path.get("stroke") == GREY) == grey:
            have = values(root, panel, line)
            if all(min(math.dist(p, h) for h in have) < near for p in points):
                return True
    return False


root, all_panels = figure(PLANE)
for k in range(4):
    p, t = all_panels[k], float(k)
    box = turned([(-0.5, -0.25), (0.5, -0.25), (0.5, 0.25), (-0.5, 0.25)],
                 (1 + 0.5 * t, 1), 0.25 + 0.5 * t)
    check(found(root, p, box), "the box at t = %g" % t)
    rim = [(0.25 * math.cos(a), 0.25 + 0.25 * t + 0.25 * math.sin(a))
           for a in (0, math.pi / 4, math.pi, 5)]
    check(found(root, p, rim, near=0.04), "the disc at t = %g" % t)
    end = turned([(0.5, 0)], (1 + 0.5 * t, 1), 0.25 + 0.5 * t)
    check(found(root, p, end + [(0, 2)], True), "the spring at t = %g" % t)
    flat = [values(root, p, line) for line, path in p.curves
            if path.get("stroke") == GREY]
    check(any(all(abs(y) < 0.02 for _, y in line) and line[0][0] * line[1][0] < 0
              and abs(line[0][0] - line[1][0]) > 2.5 for line in flat), "the ground")
    check("t = %g s" % t in p.words, "no title for t = %g" % t)
    ticks = [values(root, p, [(p.frame[0] + u, p.frame[1] + v)])[0]
             for u, v in ((0, 0), (100, 100))]
    check(abs((ticks[1][0] - ticks[0][0]) + (ticks[1][1] - ticks[0][1])) < 1e-2,
          "one metre is longer on one axis: %s" % ticks)
labels = all_panels[0].words
for word in ("place (m)", "angle (rad)", "velocity (m/s)", "turning (rad/s)"):
    check(word in labels, "no panel of %s" % word)

root, all_panels = figure(SPACE)
for k in range(4):
    t = float(k)
    for view, across in ((0, 2), (1, 1)):
        p = all_panels[2 * k + view]
        corners = []
        for i in range(8):
            x, y, z = [(-1 if i >> b & 1 else 1) * s / 2
                       for b, s in enumerate((1, 0.5, 0.25))]
            c, s = math.cos(0.5), math.sin(0.5)
            at = (0.5 * t + c * x + s * z, 1 + 0.25 * t + y, 1 - s * x + c * z)
            corners.append((at[0], at[across]))
        here = [values(root, p, line) for line, _ in p.curves]
        for want in corners:
            check(any(math.dist(want, h) < 0.03 for line in here for h in line),
                  "corner %s at t = %g" % (want, t))
        middle = (0, (3, 2)[across == 2])
        check(found(root, p, [(middle[0] + 0.5 * math.cos(a),
                               middle[1] + 0.5 * math.sin(a))
                              for a in (0, math.pi / 2, 4)], near=0.06), "the ball")
check("t = 1 s, above" in all_panels[0].words, "views have no names")

root, all_panels = figure(DRAWN % MARKS)
for k in range(4):
    p = all_panels[k]
    check(found(root, p, [(k, 0), (k + 1, 2)]), "the line at t = %d" % k)
    check(found(root, p, [(k + 0.5, 1), (k, 1.5), (k - 0.5, 1)]), "the circle")
    check(found(root, p, [(-1, 0), (4, 0)], True), "what rests is grey")
_, plain = figure(DRAWN % "")
check(len(plain) == len(all_panels) - 4, "%d panels without a draw, %d with" %
      (len(plain), len(all_panels)))
check("t = 0 s" not in plain[0].words, "a snapshot of nothing")
done()
