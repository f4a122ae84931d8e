"""perp run --vtk: the files as XML, the outlines and velocities computed here from
the table, the impulses against the balance of momentum, volumes of closed outlines;
what is refused, and that then nothing is left."""
import csv
import math
import os
import tempfile
import xml.etree.ElementTree as xml

from program import SOURCE, check, done, expect, run

place = tempfile.TemporaryDirectory()
at = lambda name: os.path.join(place.name, name)
case = lambda name: os.path.join(SOURCE, "cases", name + ".lua")
dirs = 0


def numbers(node, kind, width=1):
    x = [kind(word) for word in (node.text or "").split()]
    return x if width == 1 else [tuple(x[i:i + width])
                                 for i in range(0, len(x), width)]


def read(path):
    """Points, arrays and cells of a file, their counts compared."""
    root = xml.parse(path).getroot()
    check(root.tag == "VTKFile" and root.get("type") == "PolyData", path)
    piece = root.find("PolyData/Piece")
    x = {"t": float(root.find("PolyData/FieldData/DataArray").text)}
    for node in piece.findall("PointData/DataArray"):
        wide = int(node.get("NumberOfComponents", "1"))
        kind = float if node.get("type") == "Float64" else int
        x[node.get("Name")] = numbers(node, kind, wide)
    x["points"] = numbers(piece.find("Points/DataArray"), float, 3)
    n = int(piece.get("NumberOfPoints"))
    for key, list in x.items():
        check(key == "t" or len(list) == n, "%s: %s has %d of %d" % (
            path, key, len(list) if key != "t" else 1, n))
    for sort in ("Verts", "Lines", "Polys"):
        index, ends = (numbers(node, int) for node in
                       piece.findall(sort + "/DataArray"))
        check(len(ends) == int(piece.get("NumberOf" + sort)) and
              ends == sorted(set(ends)) and index == index[:(ends or [0])[-1]]
              and all(0 <= i < n for i in index), path + ": " + sort)
        x[sort] = [index[a:b] for a, b in zip([0] + ends, ends)]
    return x


def made(scene, *words):
    """The files of a run in the collection's order; its table at these rows; what
    the arrays call bodies and contacts."""
    global dirs
    dirs += 1
    to = at("d%d" % dirs)
    r = run("run", scene, "--vtk", to, "--csv", at("t.csv"), *words)
    check(r.returncode == 0, "%s: %s" % (scene, r.stderr))
    with open(at("t.csv")) as f:
        rows = [{k: float(x) for k, x in row.items()}
                for row in csv.DictReader(f)]
    pvd, = (name for name in os.listdir(to) if name.endswith(".pvd"))
    sets = xml.parse(os.path.join(to, pvd)).getroot().findall(
        "Collection/DataSet")
    names = [s.get("file") for s in sets]
    check(sorted(names + [pvd]) == sorted(os.listdir(to)), "listed: %s" % names)
    check("written: %s, %d files" % (to, len(names) + 1) in r.stderr, r.stderr)
    files = [read(os.path.join(to, name)) for name in names]
    times = [float(s.get("timestep")) for s in sets]
    check(times == [row["t"] for row in rows] == [x["t"] for x in files],
          "%s: times" % scene)
    check([int(name.split(".")[-2]) for name in names] ==
          [row["step"] for row in rows], "rows by their names: %s" % names)
    text = open(os.path.join(to, pvd)).read()
    legend = dict(line.split(": ") for line in text.splitlines()
                  if line.startswith(("body ", "contact ")))
    return files, rows, legend


def near(what, a, b, slack=1e-12):
    check(len(a) == len(b) and all(
        abs(x - y) <= slack * max(1, abs(y)) for p, q in zip(a, b)
        for x, y in zip(p, q)), "%s: %s, not %s" % (what, a[:4], b[:4]))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0])


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def times(p, q):
    """The product of two quaternions."""
    return (p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
            p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
            p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0])


def placed(row, name):
    """A body's centre, what turns its own directions, velocity and spin in those
    of the world: in the plane by a complex number, in space by q x q^-1."""
    of = lambda sort, key: row["%s.%s%s" % (sort, name, key)]
    if "v." + name + "wx" not in row:
        e = complex(math.cos(of("q", "th")), math.sin(of("q", "th")))

        def turn(p):
            z = e * complex(p[0], p[1])
            return (z.real, z.imag, 0.0)
        return ((of("q", "x"), of("q", "y"), 0.0), turn,
                (of("v", "x"), of("v", "y"), 0.0), (0, 0, of("v", "th")))
    q = tuple(of("q", "q%d" % k) for k in range(4))
    square = sum(x * x for x in q)

    def turn(p):
        return tuple(x / square for x in times(times(q, (0,) + tuple(p)), (
            q[0], -q[1], -q[2], -q[3]))[1:])
    return (tuple(of("q", k) for k in "xyz"), turn,
            tuple(of("v", k) for k in ("vx", "vy", "vz")),
            turn([of("v", k) for k in ("wx", "wy", "wz")]))


def box_case(name, corners, body, mass, g, h, *words):
    """A single box: corners, the points that push among them, their velocities,
    and mass times the change of velocity, less gravity's, is what they push in a
    whole step; the row of a collision has the impulses of the collision alone."""
    files, rows, legend = made(case(name), *words)
    said = 0
    for x, row, before in zip(files, rows, [None] + rows):
        c, turn, v, w = placed(row, body)
        wanted = sorted(plus(c, turn(p)) for p in corners)
        outline = [p for p, k in zip(x["points"], x["contact"]) if k < 0]
        near(name, sorted(outline), wanted)
        near(name + " velocity", x["velocity"], [plus(v, cross(w, plus(
            p, [-y for y in c]))) for p in x["points"]])
        sum_p = (0.0, 0.0, 0.0)
        for p, f, k in zip(x["points"], x["impulse"], x["contact"]):
            sum_p = plus(sum_p, f)
            if k < 0:
                check(f == (0, 0, 0), name + ": an outline pushes")
                continue
            said += 1
            key = legend["contact %d" % k]
            near(name + " touches", [p], [min(wanted, key=lambda y: math.dist(
                y, p))])
            if "ft." + key in row and "v.th" in row:
                near(name + " impulse", [f], [(row["ft." + key], row[
                    "cn." + key], 0)])
        pushing = sum(x > 0 for k, x in row.items() if k.startswith("cn."))
        check(pushing == sum(k >= 0 for k in x["contact"]), name + ": pushing")
        if before and abs(row["t"] - before["t"] - h) < 1e-9:
            u = placed(before, body)[2]
            near(name + " momentum", [sum_p], [tuple(
                mass * (a - b - (row["t"] - before["t"]) * y)
                for a, b, y in zip(v, u, g))], 1e-9)
    check(said > 5, "%s: %d contacts" % (name, said))


for width, height, th in ((0.25, 1, 0.1), (0.6, 0.5, -0.2)):
    box_case("GAP08/rocking_block", [(a * width / 2, b * height / 2)
             for a in (-1, 1) for b in (-1, 1)], "", 1, (0, -9.81, 0), 0.005,
             "--set", "width=%g" % width, "--set", "height=%g" % height,
             "--set", "th=%g" % abs(th), "--set", "T=0.2", "--set", "h=0.005")
for tilt, spin in ((0.4, 8), (0.2, -3)):
    box_case("GAP08/incline", [(a * 0.1, b * 0.05, c * 0.03) for a in (-1, 1)
             for b in (-1, 1) for c in (-1, 1)], "brick.", 1, (0, 0, -9.81), 1 / 500,
             "--set", "tilt=%g" % tilt, "--set", "spin=%g" % spin, "--set",
             "T=0.06")

ALL = """local perp = require "perp"
local spatial, planar = require "perp.spatial", require "perp.planar"
local flat = perp.param("flat", false, "in the plane")
local w = (flat and planar or spatial).world { ground = false,
  gravity = flat and { 0, 0 } or { 0, 0, 0 } }
w:point { name = "p", mass = 1 }
w:rod { name = "r", mass = 1, length = 2 }
w:disc { name = "d", mass = 1, radius = 0.5 }
if flat then
  w:box { name = "b", mass = 1, width = 1, height = 2 }
  w:capsule { name = "c", mass = 1, length = 1, radius = 0.25 }
  w:polygon { name = "g", mass = 1, vertices = { { 0, 0 }, { 3, 0 }, { 0, 3 } } }
else
  w:box { name = "b", mass = 1, size = { 1, 2, 3 } }
  w:sphere { name = "s", mass = 1, radius = 0.5 }
  w:cylinder { name = "c", mass = 1, radius = 0.5, length = 2 }
end
local x, s = 0, {}
for i, name in ipairs(flat and { "p", "r", "d", "b", "c", "g" } or
  { "p", "r", "d", "b", "s", "c" }) do
  local turn = flat and i or spatial.turn({ 1, 2, i }, i)
  s[name] = { at = flat and { 9 * i, i } or { 9 * i, i, -i },
    velocity = flat and { i, 1 } or { i, 1, 2 } }
  if name ~= "p" then
    s[name].turn, s[name].spin = turn, flat and i or { 1, i, 0 }
  end
end
local q, v = w:state(s)
return { system = w:system(), h = 0.5, T = perp.param("T", 2), q = q, v = v }
"""
with open(at("all.lua"), "w") as f:
    f.write(ALL)


def measure(x, polys, flat):
    """The area of polygons in the plane, and the volume inside faces, by the
    boundary; each edge of a face is one of another, the other way round."""
    p = x["points"]
    if flat:
        return sum(p[a][0] * p[b][1] - p[b][0] * p[a][1] for f in polys
                   for a, b in zip(f, f[1:] + f[:1])) / 2
    edges = {(a, b) for f in polys for a, b in zip(f, f[1:] + f[:1])}
    open_ = sum((b, a) not in edges for a, b in edges)
    lengths = sum(len(f) for f in polys)
    check(len(edges) == lengths or flat, "an edge twice")
    own = p[polys[0][0]]  # levers from there: no cancellation
    r = [plus(y, [-z for z in own]) for y in p]
    return abs(sum(sum(u * v for u, v in zip(r[f[0]], cross(r[a], r[b])))
                   for f in polys for a, b in zip(f[1:], f[2:]))) / 6, open_


gon = 32 * math.sin(math.pi / 16) / 2  # the 32-gon in the circle of radius 1
for flat in (True, False):
    files, rows, legend = made(at("all.lua"), "--set", "flat=%s" % str(
        flat).lower(), "--every", "3")
    check([row["step"] for row in rows] == [0, 3, 4], "every third and last")
    names = [legend["body %d" % k] for k in range(6)]
    for x, row in zip(files, rows):
        check(set(x["contact"]) == {-1} and set(x["impulse"]) == {(0, 0, 0)},
              "nothing pushes")
        at_point = [p for p, b in zip(x["points"], x["body"]) if b == 0]
        check(at_point == [(row["q.p.x"], row["q.p.y"],
                            0 if flat else row["q.p.z"])], "the point's own bits")
        c, turn, v, w = placed(row, "r.")
        near("rod", [p for p, b in zip(x["points"], x["body"]) if b == 1],
             [plus(c, turn((s, 0, 0))) for s in (-1, 1)])
        for k, name in enumerate(names[1:], 1):
            mine = [i for i, b in enumerate(x["body"]) if b == k]
            c, turn, v, w = placed(row, name + ".")
            near(name, [x["velocity"][i] for i in mine], [plus(v, cross(w, plus(
                x["points"][i], [-y for y in c]))) for i in mine])
            polys = [f for f in x["Polys"] if f[0] in mine]
            if name == "d":  # a circle about the centre, the disc's own axis
                r = [plus(x["points"][i], [-y for y in c]) for i in mine]
                axis = (0, 0, 1) if flat else turn((1, 0, 0))
                near("rim", [(math.hypot(*y), sum(a * b for a, b in zip(
                    y, axis))) for y in r], [(0.5, 0)] * 32)
            elif flat and polys:
                # A capsule: a box, and two halves of a 32-gon.
                wanted = {"b": 2, "c": 0.5 + gon / 16, "g": 4.5}[name]
                near(name + " area", [(measure(x, polys, True),)],
                     [(wanted,)], 1e-10)
            elif polys:
                volume, gaps = measure(x, polys, False)
                check(gaps == 0, "%s: %d open edges" % (name, gaps))
                if name == "s":  # inside the ball; its corners are on it
                    near("sphere", [(math.dist(x["points"][i], c),)
                                    for i in mine], [(0.5,)] * len(mine))
                    check(0.95 < volume / (math.pi / 6) < 1, "%g" % volume)
                else:
                    near(name + " volume", [(volume,)],
                         [({"b": 6, "c": 2 * gon / 4}[name],)], 1e-10)

# A body that touches nothing has no impulses, not zero ones.
with open(at("free.lua"), "w") as f:
    f.write("""local world = require "perp.planar".world { ground = false }
world:box { mass = 1, width = 1, height = 1 }
return { system = world:system(), h = 1/8, T = 1 }
""")
for x in made(at("free.lua"))[0]:
    check("impulse" not in x and "contact" not in x and "velocity" in x, "free")

# Two discs slide; of every third row each touches below its own centre.
with open(at("discs.lua"), "w") as f:
    f.write("""local world = require "perp.planar".world { mu = 0.1 }
world:disc { name = "a", mass = 1, radius = 1/4 }
world:disc { name = "b", mass = 2, radius = 1/2 }
local q, v = world:state { a = { at = { 0, 1/4 }, velocity = { 1, 0 } },
  b = { at = { 5, 1/2 }, spin = 3 } }
return { system = world:system(), h = 1/64, T = 1/8, q = q, v = v }
""")
files, rows, legend = made(at("discs.lua"), "--every", "3")
for x, row in zip(files[1:], rows[1:]):
    touching = [(b, k, p, v, f) for b, k, p, v, f in zip(
        x["body"], x["contact"], x["points"], x["velocity"], x["impulse"])
        if k >= 0]
    check(sorted(b for b, *_ in touching) == [0, 1], "two contacts")
    for b, k, p, v, f in touching:
        name, key = "ab"[b], legend["contact %d" % k]
        r, of = (0.25, 0.5)[b], lambda c: row["%s.%s.%s" % (c[0], name, c[2:])]
        check(key.startswith(name), key)
        near("disc", [p, v, f], [(of("q.x"), 0, 0), (of("v.x") + r * of(
            "v.th"), 0, 0), (row["ft." + key], row["cn." + key], 0)])

# Where nothing is to be drawn, and where nothing can be written.
block, new = case("GAP08/rocking_block"), at("new")
short = ["--set", "T=0.01", "-q"]
expect("no bodies", 3, [], ["--vtk", "perp.planar", "--csv"], "run",
       case("GAP08/fig9_1"), "-q", "--vtk", new)
expect("not empty", 2, [], ["--vtk", "not empty"], "run", block, *short,
       "--vtk", at("d1"))
expect("a file", 6, [], ["--vtk", "all.lua"], "run", block, *short, "--vtk",
       at("all.lua"))
expect("nowhere", 6, [], ["--vtk", "no/way"], "run", block, *short, "--vtk",
       at("no/way"))
shut = at("shut")
os.mkdir(shut, 0o500)  # to whom that means nothing: where nobody writes
expect("unwritable", 6, [], ["cannot"], "run", block, *short, "--vtk",
       os.path.join("/proc" if os.geteuid() == 0 else shut, "vtk"))
expect("no name", 2, [], ["--vtk"], "run", block, *short, "--vtk", "")
for words, part in ((["--branches", "3"], "single run"),
                    (["--set", "mu=1,2"], "--vtk"), (["--every", "0"], "--every")):
    expect(words[0], 2, [], [part], "run", block, *short, "--vtk", new, *words)
expect("for what", 2, [], ["--vtk"], "run", block, *short, "--every", "2")
expect("a limit", 5, [], ["bits"], "run", block, *short, "--exact-check",
       "--bits", "1", "--vtk", new)
check(not os.path.exists(new), "a run that failed")
os.mkdir(new)
there = os.path.join(new, "rocking_block.000003.vtp")
expect("in the way", 6, [], [there, "exists"], "run", block, *short, "--vtk",
       new, "--csv", there)
check(os.listdir(new) == [], "all files of a command, or none")
done()
