"""perp run --movie: the data of a replay beside the table, and beside places, gaps
and impulses computed here from the coordinates; what is refused."""
import csv
import math
import os
import tempfile

import replay
from program import SOURCE, check, done, expect, run

place = tempfile.TemporaryDirectory()
at = lambda name: os.path.join(place.name, name)
case = lambda name: os.path.join(SOURCE, "cases", name + ".lua")


def made(name, *words, scene=None):
    """The data of its page, and its table as columns."""
    r = run("run", scene or case(name), "--movie", at("m.html"), "--csv",
            at("t.csv"), "--quiet", *words)
    check(r.returncode == 0, name + ": " + r.stderr)
    with open(at("t.csv")) as file:
        rows = list(csv.DictReader(file))
    return replay.data(at("m.html")), {
        k: [float(row[k]) for row in rows] for k in rows[0]}


def near(what, column, wanted, slack=0.0):
    """Within half a unit, whatever that is; it is a millionth of the greatest."""
    got, unit = replay.column(column), replay.unit(column)
    check(len(got) == len(wanted), "%s: %d rows, not %d" %
          (what, len(got), len(wanted)))
    most = max(map(abs, wanted))
    check(most == 0 or unit <= most * 2 ** -20, "%s: the unit %g" %
          (what, unit))
    off = max(abs(a - b) for a, b in zip(got, wanted))
    check(off <= unit / 2 + slack, "%s: off by %g, unit %g" %
          (what, off, unit))


def table(name, data, t):
    film = data["runs"][0]
    check(film["rows"] == len(t["t"]), name + ": rows")
    near(name + " t", film["t"], t["t"])
    near(name + " kinetic", film["kinetic"], t["kinetic"])
    for q, c in zip(film["coordinates"], film["q"]):
        near("%s q.%s" % (name, q), c, t["q." + q])
    told = set()
    for p in film.get("impulses", []):
        told.add(p["name"])
        near("%s cn.%s" % (name, p["name"]), p["cn"], t["cn." + p["name"]])
        ft = [k for k in t if k == "ft." + p["name"] or
              k.startswith("ft." + p["name"] + ".") and
              k.split(".")[-1].isdigit() and "cn." + k[3:] not in t]
        check(len(ft) == len(p["ft"]), "%s: %s has %d slips" %
              (name, p["name"], len(p["ft"])))
        for k, c in zip(ft, p["ft"]):
            near("%s %s" % (name, k), c, t[k])
    for k in t:
        if k.startswith("cn."):
            check((k[3:] in told) == any(t[k]), name + ": " + k)
    return film


def pushed(film):
    """Pushes as (row, contact's name, point, normal, impulse)."""
    p = film["pushes"]
    d = len(p["numbers"]) // 3
    x = [replay.column(c) for c in p["numbers"]]
    whole = lambda list_: replay.column({"d": list_, "e": 0})
    for i, (f, c) in enumerate(zip(whole(p["frame"]), whole(p["contact"]))):
        yield (int(f), film["contacts"][int(c)],
               *([x[k * d + m][i] for m in range(d)] for k in range(3)))


def close(what, a, b, most=2e-6):
    check(max(abs(x - y) for x, y in zip(a, b)) <= most * max(
        1, *map(abs, b)), "%s: %s, not %s" % (what, a, b))


def corners(film, t, half):
    """The corners of the only box in the plane touch with a gap that is their
    height, and push with (ft, cn)."""
    def corner(i, row):
        a, b = ((-1, -1), (1, -1), (1, 1), (-1, 1))[i - 1]
        a, b, th = a * half[0], b * half[1], t["q.th"][row]
        c, s = math.cos(th), math.sin(th)
        return (t["q.x"][row] + a * c - b * s, t["q.y"][row] + a * s + b * c)
    for g in film["gaps"]:
        i = int(g["name"].split(".")[1])
        near("gap of " + g["name"], g["column"],
             [corner(i, row)[1] for row in range(film["rows"])], 1e-15)
    count = 0
    for row, name, point, normal, impulse in pushed(film):
        close("point", point, corner(int(name.split(".")[1]), row))
        close("normal", normal, (0, 1))
        close("impulse", impulse, (t["ft." + name][row], t["cn." + name][row]))
        count += 1
    wanted = sum(x > 0 for k in t if k.startswith("cn.") for x in t[k])
    check(count == wanted > 0, "%d pushes, not %d" % (count, wanted))


data, t = made("GAP08/rocking_block", "--set", "T=1")
corners(table("rocking block", data, t), t, (0.125, 0.5))
body = data["scenes"][0]["picture"]["bodies"][0]
check((body["kind"], body["size"], body["q"]) == ("box", [0.25, 1], 0),
      "its body: %s" % body)
again = open(at("m.html"), "rb").read()
made("GAP08/rocking_block", "--set", "T=1")
check(again == open(at("m.html"), "rb").read(), "twice the same bytes")
check(b"http:" not in again and b"https:" not in again and b"//" + b"cdn"
      not in again, "an address outside the page")
check(not [name for name in os.listdir(place.name) if name.endswith(".tmp")], "a temporary file")

scene = at("two.lua")
with open(scene, "w") as file:
    file.write("""
local perp = require "perp"
local spatial = require "perp.spatial"
local w = spatial.world { mu = 0.3, directions = 6 }
w:sphere { name = "a", mass = 1, radius = 0.5 }
w:box { name = "b", mass = 1, size = { 1, 1, 0.5 } }
local q, v = w:state { a = { at = { 0, 0, 0.5 }, velocity = { 1, 0.5, 0 } },
  b = { at = { 5, 0, 0.25 }, turn = { 0.9, 0, 0, 0.4 }, velocity = { 0, 1, 0 },
  spin = { 0, 0, 1 } } }
return { system = w:system(), h = 0.02, T = 0.4, q = q, v = v }
""")
data, t = made("space", scene=scene)
film = table("space", data, t)
seen = set()
for row, name, point, normal, impulse in pushed(film):
    q = [t["q.b." + k][row] for k in ("x", "y", "z", "q0", "q1", "q2", "q3")]
    if name == "a-ground":
        wanted = [t["q.a." + k][row] for k in "xyz"]
        wanted[2] -= 0.5
    else:  # a corner of the box, turned about the vertical
        i = int(name.split("-")[0].split(".")[1]) - 1
        a, b, c = ((1 if i >> k & 1 else -1) * (0.5, 0.5, 0.25)[k]
                   for k in range(3))
        th = 2 * math.atan2(q[6], q[3])
        wanted = (q[0] + a * math.cos(th) - b * math.sin(th),
                  q[1] + a * math.sin(th) + b * math.cos(th), q[2] + c)
    seen.add(name.split("-")[0].split(".")[0])
    close("point of " + name, point, wanted)
    close("normal", normal, (0, 0, 1))
    ft = [t["ft.%s.%d" % (name, k)][row] for k in (1, 2, 3)]
    close("impulse", impulse, (
        sum(f * math.cos(k * math.pi / 3) for k, f in enumerate(ft)),
        sum(f * math.sin(k * math.pi / 3) for k, f in enumerate(ft)),
        t["cn." + name][row]))
check(seen == {"a", "b"}, "who pushes: %s" % seen)

with open(scene, "w") as file:
    file.write("""
local perp = require "perp"
return { h = 0.00015, T = 1, q = { 0.25 }, v = { 0 }, system = perp.system {
  coordinates = { "x" }, mass = { { 1 } }, force = function(t, q, v)
    return { -40 * q.x } end,
  draw = function(q) return { { "line", 0, 0, q.x, perp.sin(q.x) },
    { "circle", q.x, 0, 0.1 }, { "point", 2 * q.x, 1 } } end } }
""")
data, t = made("drawn", scene=scene)
film, x = data["runs"][0], t["q.x"]
every = film["every"]
kept = list(range(0, len(x), every)) + [len(x) - 1] * ((len(x) - 1) % every > 0)
check(every > 1 and film["rows"] == len(x), "every %d" % every)
near("thinned", film["q"][0], [x[i] for i in kept])
wanted = [lambda x: 0, lambda x: 0, lambda x: x, math.sin, lambda x: x,
          lambda x: 0, lambda x: 0.1, lambda x: 2 * x, lambda x: 1]
check([m["sort"] for m in data["scenes"][0]["marks"]] ==
      ["line", "circle", "point"], "marks")
for k, f in enumerate(wanted):
    near("mark %d" % k, film["marks"][k], [f(x[i]) for i in kept], 1e-15)

# A wall that moves and a belt: how far it has gone and its velocity, by their own laws,
# behind the marks of nobody; what stands still is told once.
with open(scene, "w") as file:
    file.write("""
local perp, planar = require "perp", require "perp.planar"
local w = planar.world { ground = { surface = function(t)
  return { 2 * t, 0 } end } }
w:point { name = "p", mass = 1 }
w:wall { name = "ram", point = { -1, 0 }, normal = { 3, 4 },
  motion = function(t) return { 0.25 * perp.sin(5 * t), t / 8 } end }
w:wall { name = "post", point = { 5, 0 }, normal = { -1, 0 } }
local q, v = w:state { p = { at = { 0, 1 } } }
return { system = w:system(), h = 0.05, T = 1, q = q, v = v }
""")
data, t = made("moving walls", scene=scene)
table("moving walls", data, t)
picture, film = data["scenes"][0]["picture"], data["runs"][0]
check(picture["moving"] == [
    {"params": [0, 1, 0], "surface": 0},
    {"params": [0.6, 0.8, -0.6], "motion": 2}] and picture["walls"] ==
    [[-1, 0, -5]] and "ground" not in picture, "walls: %s" % picture)
for k, f in enumerate((lambda t: 2 * t, lambda t: 0, lambda t: 0.25 * math.sin(5 * t),
                       lambda t: t / 8)):
    near("law %d" % k, film["marks"][k], [f(x) for x in t["t"]], 1e-15)

for drawn, says in (('{ { "lines", 0, 0, 1, 1 } }', "mark 1 of draw"),
                    ('{ { "circle", 0, 0 } }', "3 numbers"),
                    ('{ { "line", 0, 0, 1 } }', "4 numbers"),
                    ('{ { "point", 0, "x" } }', "entry 3"), ("7", "list")):
    with open(scene, "w") as file:
        file.write("""local perp = require "perp"
return { h = 0.1, T = 1, q = { 0 }, v = { 0 }, system = perp.system {
  coordinates = { "x" }, mass = { { 1 } },
  draw = function(q) return %s end } }""" % drawn)
    expect(drawn, 3, [], [says, "two.lua:"], "run", scene, "--movie",
           at("no.html"))
check(not os.path.exists(at("no.html")), "a page of a scene that is refused")

# Several schemes, each proven; what each run is alone, it is among others.
disc, both = case("AP02/bouncing_disc"), ("alpha-gamma", "semi-implicit")
r = run("run", disc, "--set", "T=0.5", "--scheme", ",".join(both), "--movie",
        at("m.html"), "--certify", "L1", "--cert", at("two.cert"), "-q")
check(r.returncode == 0, r.stderr)
data, b = replay.data(at("m.html")), replay.blocks(at("m.html"))
check([(f["name"], f["scheme"]) for f in data["runs"]] ==
      [("bouncing_disc." + s, s) for s in both], "runs by schemes")
check(len(data["scenes"]) == 1, "%d scenes" % len(data["scenes"]))
for k, word in enumerate(both):
    r = run("run", disc, "--set", "T=0.5", "--scheme", word, "--movie",
            at("one.html"), "--certify", "L1", "--cert", at("one.cert"), "-q")
    alone = replay.data(at("one.html"))["runs"][0]
    among = data["runs"][k]
    words = ["name bouncing_disc" if x == "name " + among["name"] else x
             for x in among["header"]]
    check(alone == {**among, "name": "bouncing_disc", "header": words},
          word + " is another run among others")
    check(b["proof-%d" % k] == open(at("one.cert")).read() and
          b["scene-%d" % k] == open(at("one.cert.scene")).read(),
          word + ": its proof")

# A run for each way through the outcomes of collisions, as in the table.
r = run("run", case("HP23/dropped_block"), "--set", "T=0.1", "--branches", "9",
        "--movie", at("m.html"), "--csv", at("t.csv"), "-q")
check(r.returncode == 0, r.stderr)
films = replay.data(at("m.html"))["runs"]
with open(at("t.csv")) as file:
    rows = list(csv.DictReader(file))
check(len(films) == int(rows[-1]["branch"]) > 2, "%d branches" % len(films))
for k, film in enumerate(films):
    own = [row for row in rows if int(row["branch"]) == k + 1]
    near("branch", film["q"][2], [float(row["q.th"]) for row in own])
    check(film["outcome"][0] <= film["of"][0] and film["name"] ==
          "dropped_block." + ".".join(map(str, film["outcome"])),
          "the way of branch %d: %s" % (k + 1, film["name"]))
check(len({tuple(film["outcome"]) for film in films}) == len(films), "ways")

r = run("run", case("GAP08/ex9_1"), "--movie", at("p.html"), "--certify", "L1",
        "--cert", at("p.cert"), "--quiet")
check(r.returncode == 0, r.stderr)
b = replay.blocks(at("p.html"))
for name, file in (("proof-0", "p.cert"), ("scene-0", "p.cert.scene")):
    check(b[name] == open(at(file)).read(), name + " is not the file")

fig = case("GAP08/fig9_1")
for words, code, says in (
        (("--movie", at("t.csv"), "--csv", at("t.csv")), 2, "same file"),
        (("--movie", at("no/m.html")), 6, "no/m.html"),
        (("--movie", place.name), 6, "is a directory"),
        (("--movie", fig), 2, "fig9_1"),
        (("--movie", at("m.html"), "--scheme", "paoli,paloi"), 2, "paloi")):
    expect(" ".join(words), code, [], [says], "run", fig, *words)
done()
