"""Walls and belts that move by a law of time: a piston, a belt, a floor that is shaken,
against closed forms; and one motion seen by two observers, with equality between
fractions. Each run of fractions is proven, step by step: with a wall's work left out of
a balance of energy none would be."""
import csv
import io
import json
import math
import os
import tempfile
from fractions import Fraction as F

from program import check as true, done, run

OWN = """local perp = require "perp"
local R = perp.ratio
return { system = perp.system { coordinates = { %s }, mass = function() return %s end,
  force = function() return { %s } end,
  contacts = function(q, v, t) return { %s } end }, %s }
"""
PISTON = OWN % ('"x"', "{ { 3 } }", "0", '{ name = "wall", gap = q.x - %s * t }, '
                '{ name = "end", gap = %s - q.x }',
                'q = { %s }, v = { %s }, h = R(1, 8), T = 3, e = %s, alpha = %s')
BELT = OWN % ('"x", "y"', "{ { 3, 0 }, { 0, 3 } }", "0, -24",
              '{ name = "belt", gap = q.y, slips = { v.x }, surface = { %s }, '
              'mu = R(1, 4) }',
              "q = { 0, 0 }, v = { %s, 0 }, h = R(1, 8), T = 3, alpha = %s")


def check(fine, remark):
    true(fine, str(remark))


def rows(text, *words, code=0):
    """The table of a scene in fractions, all steps proven."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        table = os.path.join(place, "out.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        said = run("run", path, "-q", "--json", "--csv", table, *words)
        check(said.returncode == code, (words, said.returncode, said.stderr))
        if code != 0:
            return said.stderr
        summary = json.loads(said.stdout)
        if "--rational" in words:
            check(summary["steps_proven"] == summary["steps"] > 0, summary)
        with open(table, encoding="utf-8") as file:
            read = list(csv.DictReader(io.StringIO(file.read())))
    kind = F if "--rational" in words else float
    return [{k: kind(x) for k, x in row.items()} for row in read]


def piston():
    """A wall with the velocity u meets a mass of 3 kg at rest or not: at the time
    x0 / (u - v0) it has the velocity u + e (u - v0), for any alpha."""
    for u, x0, v0, e, alpha in ((2, 1, 0, "0", "R(1, 2)"),
                                (3, 2, 1, "R(1, 2)", "1"),
                                (1, 1, -1, "R(3, 4)", "R(3, 4)")):
        table = rows(PISTON % (u, 99, x0, v0, e, alpha), "--rational")
        share = F(e) if e == "0" else F(*map(int, e[2:-1].split(",")))
        hit = F(x0, u - v0)
        after = u + share * (u - v0)
        for row in table:
            t = row["t"]
            met = t >= hit
            check(row["v.x"] == (after if met else v0), ("piston", t, row["v.x"]))
            check(row["q.x"] == x0 + v0 * min(t, hit) +
                  after * max(t - hit, 0), ("piston", t, row["q.x"]))
        check(sum(r["cn.wall"] for r in table) == 3 * (after - v0), "impulse")
        check(any(r["t"] == hit for r in table), "it does not meet at its time")
    # What lies against a wall that starts to move is taken along and not thrown, though
    # nothing of its own moves; what the wall leaves behind stays.
    for u, mode in ((2, "--rational"), (2, "--exact-check"), (-2, "--rational")):
        table = rows(PISTON % (u, 99, 0, 0, "0", "R(1, 2)"), mode)
        check(all(r["v.x"] == max(u, 0) for r in table[1:]), ("pushed", table[1:3]))
    # Between two walls that close it is held at last, and then it has no velocity.
    said = rows(PISTON % (4, 9, 1, 0, "0", "1"), "--rational", code=4)
    check("no solution" in said, said)


def belt():
    """Thrown on a belt, a mass slides with mu g until it has the belt's velocity."""
    for u, v0 in ((-1, 0), (2, 5)):
        table = rows(BELT % (u, v0, 1), "--rational")
        way = F(1) if u > v0 else F(-1)
        for row in table:
            want = v0 + way * 2 * row["t"]
            want = F(u) if way * (want - u) >= 0 else want
            check(row["v.x"] == want, ("belt", row["t"], row["v.x"], want))
    # A belt that starts slowly carries along, t/2 < mu g; friction is m / 2.
    table = rows(BELT % ("t / 2", 0, "R(1, 2)"), "--rational")
    for row in table[1:]:
        check(row["va.x"] == (row["t"] - F(1, 16)) / 2, ("belt", row))
        check(row["ft.belt"] == F(3, 16), ("belt", row))


SEEN = """local perp, planar = require "perp", require "perp.planar"
local R = perp.ratio
local function p(name) return perp.param(name, R(0, 1)) end
local ux, uy, ax, ay = p "ux", p "uy", p "ax", p "ay"
local motion = perp.param("moving", false) and function(t)
  return { -ux * t - ax * t * t / 2, -uy * t - ay * t * t / 2 } end or nil
local w = planar.world { mu = R(1, 4), gravity = { -ax, -8 - ay },
  ground = { motion = motion } }
w:wall { name = "left", point = { -1, 0 }, normal = { 1, 0 }, motion = motion }
w:wall { name = "right", point = { 2, 0 }, normal = { -3, 4 }, motion = motion }
w:disc { name = "d", mass = 3, radius = R(1, 4), inertia = R(3, 32) }
return { system = w:system(), h = R(1, 8), T = perp.param("T", 2),
  e = perp.param("e", R(1, 2)), alpha = perp.param("alpha", R(1, 2)),
  gamma = perp.param("gamma", R(1, 2)),
  q = { ["d.x"] = 0, ["d.y"] = R(3, 4) },
  v = { ["d.x"] = 2 - ux, ["d.y"] = -uy, ["d.th"] = 8 } }
"""


def observers():
    """A disc that bounces and slides between three walls; and as somebody sees it who
    moves with the velocity u, for any weights, or with an acceleration a besides, for
    alpha = gamma = 1/2: the walls move, there is a force more, and every number is what
    it was, but for -u t - a t^2 / 2. Both with equality."""
    cases = ((("alpha=1/2", "gamma=1/2"), (F(1, 3), F(-2, 5), F(0), F(0))),
             (("alpha=3/4", "gamma=1/3"), (F(1), F(1), F(0), F(0))),
             (("alpha=1/2", "gamma=1/2"), (F(1), F(0), F(1, 2), F(-3))))
    for sets, (ux, uy, ax, ay) in cases:
        words = ["--rational"] + [w for s in sets for w in ("--set", s)]
        rest = rows(SEEN, *words)
        names = dict(zip(("ux", "uy", "ax", "ay"), (ux, uy, ax, ay)))
        seen = rows(SEEN, *words, "--set", "moving=true", *[
            w for k, x in names.items() for w in ("--set", "%s=%s" %
            (k, "%d/%d" % (x.numerator, x.denominator)))])
        check(len(rest) == len(seen), "other collisions")
        hits = 0
        for a, b in zip(rest, seen):
            t = a["t"]
            hits += t * 8 % 1 != 0
            for k in a:
                by = 0
                if k in ("q.d.x", "q.d.y"):
                    u, c = (ux, ax) if k == "q.d.x" else (uy, ay)
                    by = u * t + c * t * t / 2
                elif k in ("v.d.x", "v.d.y"):
                    u, c = (ux, ax) if k == "v.d.x" else (uy, ay)
                    by = u + c * t
                elif k in ("va.d.x", "va.d.y") and (ax, ay) == (0, 0):
                    by = ux if k == "va.d.x" else uy
                elif k in ("va.d.x", "va.d.y", "kinetic"):
                    continue
                check(b[k] == a[k] - by, ("observers", sets, k, t, a[k], b[k]))
        check(hits > 2 and max(abs(r["ft.d-ground"]) for r in rest) > 0, "no hits")


SHAKEN = """local perp, spatial = require "perp", require "perp.spatial"
local amp, rate = perp.param("amp", 0.1), perp.param("rate", 12)
local function motion(t) return { 0, 0, amp * perp.sin(rate * t) } end
local w = spatial.world { mu = 0.5, ground = { motion = motion,
  surface = function(t) return { 3 * t, 0, 7 } end } }
w:sphere { mass = 2, radius = 0.25 }
local q, v = w:state { at = { 0, 0, 0.25 }, velocity = { 0, 0, amp * rate } }
return { system = w:system(), q = q, v = v, h = 0.01, T = 0.5 }
"""


def shaken():
    """On a floor at A sin(w t) a ball leaves where A w^2 sin(w t) = g, with the floor's
    velocity, and flies; before, its gap is nothing. Of first order in h."""
    for amp, rate in ((0.125, 11.0),):
        leaves = math.asin(9.81 / (amp * rate * rate)) / rate
        z, w = amp * math.sin(rate * leaves), amp * rate * math.cos(rate * leaves)
        errors = []
        for h in (0.002, 0.001):
            end = leaves + 0.08
            table = rows(SHAKEN, "--exact-check", *[x for s in (
                "amp=%r" % amp, "rate=%r" % rate, "h=%r" % h, "T=%r" % end)
                for x in ("--set", s)])
            for row in table:
                if row["t"] < leaves - h:
                    check(abs(row["q.z"] - 0.25 - amp * math.sin(rate * row["t"])) <
                          1e-12, ("shaken", row["t"], row["q.z"]))
            last = table[-1]
            flown = last["t"] - leaves
            want = z + w * flown - 9.81 / 2 * flown ** 2
            check(last["cn.ground"] == 0, "it does not fly")
            errors.append(abs(last["q.z"] - 0.25 - want))
        check(errors[0] < 0.002 and errors[1] < errors[0], ("shaken", errors))
        # The belt under it accelerates; a ball that rolls takes 2/7 of that.
        table = rows(SHAKEN, "--set", "amp=0", "--exact-check")
        check(abs(table[-1]["v.vx"] - 3 * 2 / 7 * table[-1]["t"]) < 0.02,
              ("belt", table[-1]["v.vx"]))


def refusals():
    """What knows no such contacts says so; --exact-check, --movie and --lcp know them."""
    here = tempfile.TemporaryDirectory()
    path = os.path.join(here.name, "belt.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(BELT % (2, 0, 1))
    out = os.path.join(here.name, "out")
    for words, what in (
            (("run", path, "--certify", "L1", "--cert", out), "no walls and belts"),
            (("run", path, "--scheme", "moreau-jean"), "take alpha-gamma"),
            (("run", path, "--scheme", "paoli"), "take alpha-gamma"),
            (("run", path, "--branches", "3"), "no walls and belts"),
            (("hypotheses", path), "no walls and belts"),
            (("cone", path), "no walls and belts"),
            (("converge", path, "--h", "1/8,1/16"), "no walls and belts")):
        said = run(*words, "--set", "T=1")
        check(said.returncode == 3 and what in said.stderr, (words, said.stderr))
    for scene, key in ((BELT % (2, 0, 1), "clock = 'uniform'"),
                       (PISTON % (1, 99, 1, 0, 0, 1), "project = 'full'"),
                       (PISTON % (1, 99, 1, 0, 0, 1), "clock = 'uniform'")):
        said = rows(scene.replace("T = 3", "T = 3, " + key), code=3)
        check("do not go with" in said, said)
    said = run("run", path, "-q", "--movie", out + ".html", "--lcp", "2", out)
    check(said.returncode == 0, said.stderr)
    # The second problem's b has the belt's velocity in the rows of friction.
    with open(out, encoding="utf-8") as file:
        b = [x for x in file.read().split("\n") if x and x[0] != "#"][-1].split()
    check(b[3:5] == ["-2", "2"], b)
    here.cleanup()


if __name__ == "__main__":
    piston()
    belt()
    observers()
    shaken()
    refusals()
    done()
