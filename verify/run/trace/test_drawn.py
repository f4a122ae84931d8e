"""What a trace with shapes says behind its rows: gaps, pushes and marks, beside the
same computed here from the cells of the row. A box that falls on its corners: gap and
lever of a corner are those of plane geometry; marks and walls go by their own laws."""
import json
import math
import os
import tempfile

from program import SOURCE, check, done, run


def lines_of(scene, *words):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "t")
        if not scene.endswith(".lua"):
            text, scene = scene, os.path.join(place, "s.lua")
            with open(scene, "w") as file:
                file.write(text)
        r = run("run", scene, "-q", "--trace", path, "--shapes", *words)
        check(r.returncode == 0, r.stderr)
        with open(path) as file:
            head, *rest = [json.loads(line) for line in file]
    rows, last = rest[:-1:2], rest[-1]
    places = [x["places"] for x in rest[1:-1:2]]
    check(len(rows) == len(places) and "step" in rows[-1] and
          set(last) == {"digest", "collisions"}, "lines of %s" % head["run"])
    return head, rows, places, last


def dense(list_, n):
    out = [0.0] * n
    for k, x in zip(list_[::2], list_[1::2]):
        check(x != 0 and out[k] == 0, "an entry that is 0, or twice: %s" % list_)
        out[k] = x
    return out


def near(what, got, wanted, slack=1e-14):
    check(len(got) == len(wanted) and all(abs(a - b) <= slack * max(1, abs(b))
          for a, b in zip(got, wanted)), "%s: %s, not %s" % (what, got, wanted))


def box():
    head, rows, places, last = lines_of(
        os.path.join(SOURCE, "cases/GAP08/rocking_block.lua"), "--set", "T=0.5")
    count = 0
    for row, place in zip(rows, places):
        names = [k[3:] for k in row if k.startswith("cn.")]
        lever = {}
        for name in names:
            a, b = ((-1, -1), (1, -1), (1, 1), (-1, 1))[int(name[-1]) - 1 if
                    name[-1].isdigit() else int(name.split(".")[1][0]) - 1]
            a, b, th = a / 8, b / 2, row["q.th"]
            lever[name] = (a * math.cos(th) - b * math.sin(th),
                           a * math.sin(th) + b * math.cos(th))
        near("gaps", place["gaps"], [row["q.y"] + lever[n][1] for n in names])
        pushing = [n for n in names if row["cn." + n] > 0]
        check([names[p["contact"]] for p in place["pushes"]] == pushing, "who pushes")
        for name, p in zip(pushing, place["pushes"]):
            x, y = lever[name]
            normal, slip = [0, 1, x], [1, 0, -y]
            near("n", dense(p["n"], 3), normal)
            near("d", dense(p["d"], 3), slip)
            near("p", dense(p["p"], 3), [row["cn." + name] * n + row["ft." + name] * d
                                         for n, d in zip(normal, slip)])
            count += 1
    check(count > 5 and "marks" not in places[0], "%d pushes" % count)
    body = head["shapes"]["picture"]["bodies"][0]
    check((body["kind"], body["size"]) == ("box", [0.25, 1]), "its shape: %s" % body)


SCENE = """
local perp = require "perp"
return { h = 0.05, T = 1, q = { 0.25 }, v = { 1 }, system = perp.system {
  coordinates = { "x" }, mass = { { 1 } },
  draw = function(q) return { { "line", 0, 0, q.x, perp.sin(q.x) },
    { "point", perp.where(0.7 - q.x, 1, perp.sqrt(0.7 - q.x)), 0 } } end } }
"""


def marks():
    """A mark without a value in a row leaves that row without marks, no more."""
    _, rows, places, last = lines_of(SCENE)
    known = 0
    for row, place in zip(rows, places):
        x = row["q.x"]
        if x > 0.7:
            check(place["marks"] is None, "marks at %g" % x)
            continue
        known += 1
        near("marks", place["marks"], [0, 0, x, math.sin(x), 1, 0])
    check(5 < known < len(rows) and last["collisions"] == 0, "%d rows" % known)


box()
marks()
done()
