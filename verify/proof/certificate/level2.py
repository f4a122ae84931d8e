"""Proofs of level L2 for the tests of it: made, taken apart, sealed again, and asked of
both checkers."""
import json
import os
import re
from fractions import Fraction as Q

from certificates import PYTHON, ask, perp
from judged import sealed
from program import check
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


COUNTS = "l2 modes open brackets placed".split()
BOUNDS = "radius velocity depth height joints width".split()
SAID = re.compile("data (.*) of (.*), modes (.*), open (.*) of (.*), brackets (.*) of "
                  "(.*), placed (.*) of (.*); radius (.*) velocity (.*) depth (.*) "
                  "height (.*) joints (.*) width (.*)$")


def numbers(text):
    """What check.py prints of level L2: counts as perp-check's record has them,
    bounds."""
    w = SAID.search(text).groups()
    n = [int(x) for x in w[:9]]
    return [(n[0], n[1]), (n[2], n[1]), (n[3], n[4]), (n[5], n[6]), (n[7], n[8])], \
        [float(x) for x in w[9:]]


def same(name, one, text):
    """perp-check's record and the line of check.py: counts to the last one, bounds up to
    what chapter 71 allows."""
    counts, bounds = numbers(text)
    told = [(one[k]["proven"], one[k]["of"]) for k in COUNTS]
    check(counts == told, "%s: %s and %s" % (name, told, counts))
    most = Q(one["radius"] or 0)
    for key, b in zip(BOUNDS, bounds):
        if one[key] is None:
            check(b == 0 or counts[0][0] < counts[0][1] or counts[1][0] <
                  counts[1][1] or counts[3][0] < counts[3][1],
                  "%s: %s is %g and not said" % (name, key, b))
            continue
        a, b = Q(one[key]), Q(b)
        off = most / 2 ** 30 if key == "velocity" else Q(1, 2 ** 150)
        check(abs(a - b) <= max(a, b) / 2 ** 35 + off, "%s: %s is %g and %g" %
              (name, key, a, b))


LONG = 50000  # bytes of a proof that the second checker would take too long for


def judge(place, scene, proof, second=True):
    """(accepted, text) of perp-check on the two texts, sealed anew. The second checker
    says the same, of proofs that are not long."""
    path = os.path.join(place, "judged")
    open(path + ".scene", "w").write(scene)
    open(path, "w").write(seal(scene, proof))
    code, text = ask(path)
    if second and len(proof) < LONG:
        two, said = ask(path, PYTHON)
        check((code == 0) == (two == 0), "check.py says %s, perp-check %s" %
              (said, text))
        if code == two == 0 and "\nlevel L2\n" in proof:
            same("judged", json.loads(text.strip().split("\n")[-1]), said.strip())
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
