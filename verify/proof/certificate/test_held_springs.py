"""AP02 (46) has a line for each spring and none for a damper. A point on a spring
beside a damper: its projected position is the nearest one with the spring's
elongation, which is a point of a ray, and not the one that keeps the damper's as well;
(47) holds on the way. Records of all levels that say so are accepted, and one that
counts the damper is refused."""
import csv
import math
import os
import re
import tempfile

from certificates import ask, both, perp
from judged import sealed
from program import check, done

SCENE = """local perp = require "perp"
local function far(q, x, y)
  return perp.sqrt((q.x - x) * (q.x - x) + (q.y - y) * (q.y - y))
end
local k, d = perp.param("k", 100, "N/m"), perp.param("d", 3, "N s/m")
local system = perp.system { coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 2 } },
  dampers = function(q) return { { name = "brake", damping = d,
    elongation = far(q, 3, 1) } } end,
  springs = function(q) return { { name = "coil", stiffness = k, damping = 1,
    elongation = far(q, 0, 0) - 1 } } end }
return { system = system, scheme = "linear-implicit", h = 1 / 32, T = 1,
  project = perp.param("project", "full", "form"), q = { 1, 0 },
  v = { 0, perp.param("turn", 2, "m/s") } }
"""
H = 1 / 32


def length(x, y):
    return math.sqrt(x * x + y * y)


def rows_of(path):
    with open(path, newline="") as file:
        return [{k: float(x) for k, x in row.items()} for row in csv.DictReader(file)]


def nearest(a, b):
    """Where the step leads, and the nearest point at the distance that the spring's
    linear elongation says; how far the damper's is from its own there."""
    x, y, u, v = a["q.x"], a["q.y"], b["v.x"], b["v.y"]
    r, to = length(x, y), (x + H * u, y + H * v)
    size = (r + H * (x * u + y * v) / r) / length(*to)
    p = [size * e for e in to]
    s = length(x - 3, y - 1)
    brake = s + H * ((x - 3) * u + (y - 1) * v) / s
    return p, abs(length(p[0] - 3, p[1] - 1) - brake)


def energy(row, k):
    return row["v.x"] ** 2 + 2 * row["v.y"] ** 2 + \
        k * (length(row["q.x"], row["q.y"]) - 1) ** 2


def run(place, k, turn, d):
    sets = "k=%g turn=%g d=%g" % (k, turn, d)
    perp(CASE, place, "-q", "--csv", "t.csv", sets=sets)
    rows, off, other = rows_of(os.path.join(place, "t.csv")), 0, 0
    for a, b in zip(rows, rows[1:]):
        p, brake = nearest(a, b)
        off = max(off, abs(p[0] - b["q.x"]), abs(p[1] - b["q.y"]))
        other = max(other, brake)
        check(energy(b, k) <= energy(a, k) * (1 + 1e-12), "%s: (47) at %g: %g, %g"
              % (sets, b["t"], energy(a, k), energy(b, k)))
    print("%s: nearest up to %.1e m; a row of the damper would move it by %.1e m" %
          (sets, off, other))
    check(off < 1e-11 and other > 1e-5, "%s: %g, %g" % (sets, off, other))


def records(place):
    for level in ("L0", "L1", "L2"):
        perp(CASE, place, "-q", "--certify", level, "--cert", "c.cert",
             sets="turn=1")
        path = os.path.join(place, "c.cert")
        if level == "L2":
            check(ask(path)[0] == 0, "L2: %s" % ask(path)[1])
        else:
            both(path, level)
        with open(path) as one, open(path + ".scene") as two:
            proof, scene = one.read(), two.read()
        check(len(re.findall("(?m)^project 1 1$", proof)) == 32, level)
        forged = os.path.join(place, "f.cert")
        scene, proof = sealed(scene, proof.replace("project 1 1\n", "project 2 2\n"))
        with open(forged, "w") as one, open(forged + ".scene", "w") as two:
            one.write(proof)
            two.write(scene)
        said = ask(forged)
        check(said[0] == 1 and "the statement's projection has not" in said[1], str(said))


with tempfile.TemporaryDirectory() as place:
    CASE = os.path.join(place, "scene.lua")
    with open(CASE, "w") as file:
        file.write(SCENE)
    for k, turn, d in ((100, 2, 3), (1e6, -1, 3), (1, 0.5, 1e4)):
        run(place, k, turn, d)
    records(place)
done()
