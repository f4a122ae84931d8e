"""Proofs of level L2 for the tests of it: made, taken apart, sealed again."""
import os
import re

from certificates import ask, perp
from judged import sealed
from slow_words import number

# A disc on a slope, driven, held by a spring, with a wall that it never meets.
RIG = '''
local perp = require "perp"
local function p(name, value) return perp.param(name, value, name) end
local m, I, g, s, r = p("m", 1.5), p("I", 0.3), p("g", 9.81), p("s", 0.3),
  p("r", 0.25)
local push, wall, anchor = p("push", 20), p("wall", 8), p("anchor", -1)
local mu = p("mu", 0.4)
local c, d = math.cos(s), math.sin(s)
local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function(q) return { { m, 0, 0 }, { 0, m, 0 },
    { 0, 0, I + 0.01 * perp.cos(q.th) } } end,
  force = function(t, q, v) return { push * perp.cos(3 * t), -m * g,
    -0.2 * perp.sin(q.th) - 0.1 * v.th } end,
  springs = function(q) return { { name = "rope", stiffness = 30, damping = 1,
    elongation = perp.sqrt((q.x - anchor)^2 + (q.y + 2)^2) - 1 } } end,
  contacts = function(q, v) return {
    { name = "slope", gap = q.y * c - q.x * d - r, mu = mu,
      slips = { v.x * c + v.y * d + r * v.th } },
    { name = "wall", gap = wall - perp.sqrt(q.x * q.x + q.y * q.y) - r,
      mu = 0.1, slips = { v.th } } } end,
}
return { system = system, h = 0.01, T = p("T", 0.4), alpha = 0.75, gamma = 0.5,
  scheme = "alpha-gamma", tolerance = 1e-6,
  q = { x = -0.25 * math.sin(0.3), y = 0.25 * math.cos(0.3) + 2e-7, th = 0 },
  v = { 0, 0, 0 } }
'''


def make(place, name, case, sets="", more=()):
    """[statement, proof] of a run certified with L2, and what perp said."""
    said = perp(case, place, *more, "--certify", "L2", "--cert", name,
                sets=sets).stderr
    path = os.path.join(place, name)
    return open(path + ".scene").read(), open(path).read(), said


def seal(scene, proof):
    return sealed(scene, proof)[1]


def judge(place, scene, proof):
    """(accepted, text) of perp-check on the two texts, sealed anew."""
    path = os.path.join(place, "judged")
    open(path + ".scene", "w").write(scene)
    open(path, "w").write(seal(scene, proof))
    code, text = ask(path)
    return code == 0, text


def quickly(judge_, scene, proof):
    """The same of the judge that is there already, without the text."""
    return judge_(*sealed(scene, proof)) is not None


def without(proof):
    """The same proof with level L1 only."""
    lines = [x for x in proof.split("\n")
             if not x.startswith(("radius ", "modes"))]
    lines[1] = "level L1"
    return "\n".join(lines)


def parts(text):
    """What perp-check says of L2: enclosed, problems, moded, open, rows."""
    flat = " ".join(text.split())
    a = re.search(r"L2: in (\d+) of (\d+) problems", flat)
    b = re.search(r"L2: in (\d+) of them", flat)
    c = re.search(r"L2: in (\d+) of (\d+) rows", flat)
    return tuple(int(x) for x in (*a.groups(), *b.groups(), *c.groups()))


def spelt(x):
    return "%x" % x.numerator + ("/%x" % x.denominator
                                 if x.denominator > 1 else "")


def replaced(proof, change):
    """The lines for which change(line) gives another one, one at a time."""
    lines = proof.split("\n")
    for k, line in enumerate(lines):
        for other in change(line):
            yield k, "\n".join(lines[:k] + [other] + lines[k + 1:])


def listed(scene, proof):
    """Which things of which side the listed contacts are made of; for scenes whose
    contacts all come from bindings."""
    ids = {int(i) for line in re.findall(r"^(?:step|jump)(.*)$", proof, re.M)
           for i in line.split()}
    first, out = 0, set()
    for a, b, pairs in re.findall(
            r"^binding \S+ (\d+) (\d+) \d+ \S+\npairs (.*)$", scene, re.M):
        pairs = pairs.split()
        for k, pair in enumerate(pairs):
            if first + k in ids:
                x, y = pair.split(":")
                out |= {(int(a), int(x)), (int(b), int(y))}
        first += len(pairs)
    return out
