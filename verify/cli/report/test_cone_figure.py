"""The figure of perp cone: arrows along the direction that opens, which is
checked here against the contacts and joints themselves."""
import json
import math
import os
import re
import tempfile
import xml.dom.minidom

from program import check, done, run
from study import case, length, sets, table

BARS = [b + k for b in ("crank", "coupler", "rocker")
        for k in (".x", ".y", ".th")]


def drawn(scene, *more, **parameters):
    """The JSON of perp cone, the SVG's polylines as lists of points, stderr."""
    words = ["cone", case(scene), *more, *sets(parameters)]
    with tempfile.TemporaryDirectory() as place:
        out = os.path.join(place, "out")
        r = run(*words, "--json", "--plot", out)
        check(r.returncode == 0, "%s: %s" % (scene, r.stderr))
        data = json.loads(r.stdout)
        name = os.path.join(out, "%s_cone.svg" % scene)
        if not os.path.exists(name):
            return data, None, r.stderr
        with open(name, encoding="utf-8") as file:
            svg = file.read()
    xml.dom.minidom.parseString(svg)
    lines = [[tuple(map(float, p)) for p in
              re.findall(r"(-?[\d.]+)[, ](-?[\d.]+)", d)]
             for d in re.findall(r'(?:points|d)="([^"]*)"', svg)]
    return data, lines, r.stderr


def shafts(lines):
    """Every straight arrow: two points, with a head of three points on the
    second of them."""
    tips = {d[1] for d in lines if len(d) == 3}
    return [(d[0], d[1]) for d in lines if len(d) == 2 and
            any(math.dist(d[1], tip) < 0.3 for tip in tips)]


def along(lines, bodies, name):
    """The arrows point along u, and their lengths have its proportions."""
    arrows = [(b[0] - a[0], a[1] - b[1]) for a, b in shafts(lines)]
    check(len(arrows) == len(bodies), "%s: %d arrows for %d bodies" %
          (name, len(arrows), len(bodies)))
    longest = max(math.hypot(*u) for u in bodies)
    scale = max(math.hypot(*a) for a in arrows) / longest
    for u, a in zip(bodies, arrows):
        check(math.dist((scale * u[0], scale * u[1]), a) < 1.5,
              "%s: arrow %s for u = %s" % (name, a, u))


# The groove: u opens both walls, whatever friction does there.
for parameters in ({}, {"mu": "0.3"}, {"mu": "0.7"}):
    data, lines, _ = drawn("cone_wedge", **parameters)
    u = data["polyhedral"]["u"]
    mu = eval(str(parameters.get("mu", 0.5)))
    for sign in (1, -1):
        n = (sign, 0.75, 0)
        d = (-sign * 0.75, 1, -sign * 1.25 * 0.5)
        margin = sum(a * b for a, b in zip(n, u)) - mu * abs(
            sum(a * b for a, b in zip(d, u)))
        check(margin > 0, "u does not open the wall %d" % sign)
    along(lines, [u[:2]], "cone_wedge")


def wedges(lines):
    """Closed triangles: apex and the two other corners, y upward."""
    return [[(x, -y) for x, y in d[:3]] for d in lines if len(d) == 4 and
            math.dist(d[0], d[3]) < 0.02]


# The cones of the groove: edges n + mu d, n - mu d, as angles; the disc
# of radius 1/2 about the origin touches the walls below, at (-+0.4, -0.3): the
# picture has its centre as a mark, and the arrow's length for a scale.
for parameters in ({}, {"mu": "0.3"}):
    data, lines, _ = drawn("cone_wedge", **parameters)
    mu, found = float(parameters.get("mu", 0.5)), wedges(lines)
    check(len(found) == 2, "%d wedges for two contacts" % len(found))
    foot = next(a for a, b in shafts(lines))
    tip = next(b for a, b in shafts(lines))
    metre = math.dist(foot, tip) / 0.4  # the longest arrow is 0.4 of the size, 1
    points = sorted(((w[0][0] - foot[0]) / metre, (w[0][1] + foot[1]) / metre)
                    for w in found)
    check(all(math.dist(p, want) < 0.01 for p, want in
              zip(points, ((-0.4, -0.3), (0.4, -0.3)))), "contacts at %s" % points)
    for sign in (1, -1):
        want = sorted(math.atan2(0.75 + s * mu, sign - s * mu * sign * 0.75)
                      for s in (1, -1))
        fits = [sorted(math.atan2(p[1] - w[0][1], p[0] - w[0][0])
                       for p in w[1:]) for w in found]
        check(any(max(abs(a - b) for a, b in zip(want, f)) < 0.02 for f in fits),
              "no wedge %s among %s" % (want, fits))

# A four-bar linkage that rests on its stop has one freedom, and so one u up to
# its length: that of the motion the run itself has just before.
data, lines, _ = drawn("four_bar", "--at", "1")
u = data["polyhedral"]["u"]
check(len(u) == 9, "nine velocities")
before = [r for r in table(case("four_bar")) if r["t"] < data["t"] and
          length(r["v." + n] for n in BARS) > 0.1][-1]
v = [before["v." + n] for n in BARS]
cosine = sum(a * b for a, b in zip(u, v)) / length(u) / length(v)
check(abs(cosine + 1) < 0.01, "u and the fall of the linkage: %g" % cosine)
along(lines, [u[0:2], u[3:5], u[6:8]], "four_bar")

# A stack: every box is lifted from the one below, by the same step.
for count in (2, 4):
    data, lines, _ = drawn("box_stack", count=count)
    u = data["polyhedral"]["u"]
    for k in range(count):
        below = u[3 * k - 2] if k > 0 else 0
        check(u[3 * k + 1] > below + 1e-3, "box %d of %s" % (k, u))
    along(lines, [u[3 * k:3 * k + 2] for k in range(count)], "box_stack")

# What is not drawn is told.
for scene, parameters, text in (
        ("cone_wedge", {"mu": "3/4"}, "not pointed"),
        ("cone_spatial", {"mu": "0.5"}, "x and y alone"),
        ("thrown_block", {}, "in the plane"),
        ("ex9_1", {}, "no contact")):
    data, lines, err = drawn(scene, **parameters)
    check(lines is None and "no figure" in err and text in err,
          "%s: %s" % (scene, err))
r = run("cone", case("cone_wedge"), "--plot", "out", "--along")
check(r.returncode == 2 and "--along" in r.stderr, r.stderr)
done()
