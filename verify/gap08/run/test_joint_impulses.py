"""The columns cj.*: with them each row balances momentum, and they are the forces
of a pendulum's rod.

Verified is the table of schemes whose force is constant and whose M is constant,
so that a row's equation, M (v+ - v) = h k + n cn + d ft + nu cj, can be written
down from the scene alone: with fractions it is an equation.
"""
import csv
import io
import math
import os
import tempfile
from fractions import Fraction

from program import check, done, run

PENDULUM = """local perp = require "perp"
local root = perp.param("root", false)
return { scheme = perp.param("scheme", "alpha-gamma"), h = perp.param("h", 1/64),
  T = 1, q = { %s }, v = { 0, 0 }, penetration = 1,
  system = perp.system { coordinates = { "x", "y" },
    mass = { { 2, 0 }, { 0, 2 } }, force = { 0, -20 },
    joints = function(q)
      local r2 = q.x * q.x + q.y * q.y
      return { { name = "rod", root and perp.sqrt(r2) - 1 or (r2 - 1) / 2 } }
    end } }
"""
# A block that slides on the floor and draws another one by a rod: joint and
# contact in one row. Then a ball on a rod that falls on the floor.
DRAWN = """local perp = require "perp"
return { scheme = perp.param("scheme", "alpha-gamma"), h = 1/16, T = 1,
  q = { 0, 0, 4 }, v = { 3, 0, 3 },
  system = perp.system { coordinates = { "x", "y", "z" },
    mass = { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 3 } }, force = { 1, -20, 0 },
    joints = function(q) return { { name = "rod", q.z - q.x - 4 } } end,
    contacts = function(q, v) return { { name = "floor", gap = q.y,
      slips = { v.x }, mu = 1/4 } } end } }
"""
SCHEMES = ("alpha-gamma", "semi-implicit", "linear-implicit", "stiff-limit",
           "moreau-jean")


def rows(text, number, *words):
    with tempfile.TemporaryDirectory() as place:
        scene = os.path.join(place, "scene.lua")
        with open(scene, "w") as file:
            file.write(text)
        r = run("run", scene, "-q", "--csv", "-", *words)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        return [{key: number(x) for key, x in row.items()}
                for row in csv.DictReader(io.StringIO(r.stdout))]


def pendulum(number, near, *words):
    """nu is that of the row before, as the step is posed there."""
    table = rows(PENDULUM % "perp.ratio(3, 5), perp.ratio(-4, 5)", number,
                 *words)
    check(len(table) == 65 and table[0]["cj.rod"] == 0, "row 0")
    for a, b in zip(table, table[1:]):
        h, cj = b["t"] - a["t"], b["cj.rod"]
        check(cj != 0, "%s: row %s pulls nothing" % (words, b["step"]))
        for c, k in (("x", 0), ("y", -20)):
            left = 2 * (b["v." + c] - a["v." + c]) - h * k - a["q." + c] * cj
            check(abs(left) <= near, "%s, row %s: %s N s" %
                  (words, b["step"], left))


def drawn(number, near, *words):
    """Of a step that moves the velocities the floor pushes with what is missing,
    too: sliding with mu = 1/4, both slow down."""
    table = rows(DRAWN, number, *words)
    moved = 0
    for a, b in zip(table, table[1:]):
        h = b["t"] - a["t"]
        push = {"x": b["ft.floor"] - b["cj.rod"] + h * 1,
                "y": b["cn.floor"] - h * 20, "z": b["cj.rod"]}
        for c, m in (("x", 2), ("y", 2), ("z", 3)):
            left = m * (b["v." + c] - a["v." + c]) - push[c]
            check(abs(left) <= near, "%s, row %s, %s: %s N s" %
                  (words, b["step"], c, left))
        moved += b["cj.rod"] < 0 < b["cn.floor"]
    check(moved >= 10, "%s: the rod holds back in %d rows" % (words, moved))


def tension(h):
    """How far cj / h is from -(m g cos + m v^2 / l), l = 1, by energy with
    v^2 = 2 g (cos - cos 0), at most; m = 2, g = 10."""
    table = rows(PENDULUM % "0.6, -0.8", float, "--set", "root=true", "--set",
                 "h=1/%d" % h)
    most = 0
    for a, b in zip(table, table[1:]):
        cos = -(a["q.y"] + b["q.y"]) / 2
        pull = 2 * 10 * cos + 2 * 2 * 10 * (cos - 0.8)
        most = max(most, abs(b["cj.rod"] * h + pull))
    return most


for scheme in SCHEMES:
    words = ("--scheme", scheme)
    pendulum(float, 1e-13, *words)
    drawn(float, 1e-13, *words)
    drawn(Fraction, 0, *words, "--rational")
pendulum(float, 1e-13, "--exact-check")
coarse, fine = tension(64), tension(128)
check(coarse < 1 and fine < 0.6 * coarse, "tension: %g and %g N" %
      (coarse, fine))
print("the rod's force, 16 to 24 N: off by %g N, with half the step by %g" %
      (coarse, fine))
done()
