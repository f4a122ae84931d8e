"""What a writer may not choose: whether and where positions are projected, whether
something collides, how deep the start is. Each forgery is a run that is not one, under
the statement of an honest scene; both checkers refuse it."""
import os
import random
import re
import tempfile
from fractions import Fraction as Q

from certificates import perp
from forged import listed
from judged import Judge, sealed, second_says
from level2 import judge as judged, make, without
from program import check, done
from slow_words import Untrue, positive

BALL = """local perp = require "perp"
return {
  system = perp.system { coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 1 } }, force = { 0, -10 },
    contacts = function(q, v) return {
      { name = "ground", gap = q.y, mu = 1/2, slips = { v.x } } } end },
  h = 1/64, T = 1/2, alpha = 1, gamma = 1, clock = "%s",
  q = { x = 0, y = 1/2 }, v = { x = 4, y = -1/2 } }
"""
SMALLEST = "radius 81/80000000000000000000000000"
judge, seed = Judge(), int(os.environ.get("PERP_SEED", "12"))
print("seed %d" % seed)


def said(scene, proof):
    return judge.line(*sealed(scene, proof)).decode("latin-1")


def refused(name, scene, proof, *why):
    """By perp-check for this reason, and by the second checker; `deep` says that
    level L1 is fine."""
    told, pair = said(scene, proof), sealed(scene, proof)
    check(told[0] == "0" and why[0] in told, "%s: %s" % (name, told))
    check(not second_says(*pair), name + ": the second checker")
    if "deep" in why:
        check(second_says(*pair, deep=False), name + ": the second, level L1")
        check(said(scene, without(proof))[0] == "1", name + ": level L1")


def proof_of(scene, level, rows):
    lines = ["perp proof 3", "level " + level, "scene "]
    for n, row in enumerate(rows, 1):
        lines += ["row %d" % n] + row
    return "\n".join(lines + ["end %d" % len(rows), "sha256 ", ""])


def jump(v, level, ids="", n="", to=None):
    """A collision, of v that stays unless `to` says otherwise."""
    to = v if to is None else to
    push = [0] * n.count(":")
    return ["jump" + ids, "M 0:1 3:1", "nu", "n" + n, "d",
            listed("z", list(to) + push), listed("v", to)] + (
        ["radius undecided"] if level == "L2" else [])


def hovering(place):
    """A ball that stands in the air by collisions at rest, and one that falls four
    times as fast by the cubics of collisions in steps."""
    path = os.path.join(place, "ball.lua")
    for clock in ("uniform", "collision"):
        with open(path, "w") as file:
            file.write(BALL % clock)
        scene = make(place, "b", path)[0]
        for level in ("L1", "R", "L2"):
            told = scene if level != "R" else scene.replace(
                "rounding toward-zero", "rounding none")
            if clock == "uniform":
                v = (Q(4), Q(-1, 2))
                rows = [jump(v, level)] * 32
                refused("hover " + level, told, proof_of(told, level, rows),
                        "no contact approaches where the run stands")
                # The ground, listed where it is not.
                rows = [jump(v, level, " 0", " 1:1", (Q(4), Q(0)))] * 32
                rows[0][-3 if level == "L2" else -2] = "z/2 0:8 2:1"
                rows[0][4:5] = ["d"]
                refused("hover twice " + level, told,
                        proof_of(told, level, rows), "contact 0 is listed and open"
                        if level == "L2" else "stands behind a collision")
            else:
                refused("cubics " + level, told, proof_of(
                    told, level, cubics(level)),
                    "no contact closes where the step is hit")


def cubics(level):
    """Collisions with nothing, at a sixty-fourth of each step."""
    S, h, v, q, rows = Q(1, 64), Q(1, 64), [Q(4), Q(-1, 2)], [Q(0), Q(1, 2)], []
    for _ in range(32):
        to = [v[0], v[1] - 10 * h]
        W, w = S * S * (2 - S), S * (4 - 3 * S)
        q = [a + h * ((S - W) * b + W * c) for a, b, c in zip(q, v, to)]
        new = [(1 - w) * a + w * b for a, b in zip(v, to)]
        more = ["radius undecided"] if level == "L2" else []
        rows.append(["step", "M 0:1 3:1", "F", "kv", "kq", "k0 1:-a", "k1 1:-a", "G",
                     "phi", "nu", "a", "n", "d", listed("z", to), listed("v", to)] +
                    more + ["hit 1/40", listed("q", q), listed("v", new)] +
                    jump(new, level))
        v = new
    return rows


def spoil(proof, tag, at, by):
    """An entry of the array behind the first `project` moved by so much."""
    head, bar, tail = proof.partition("\nproject ")
    lines = tail.split("\n")
    k = next(i for i, l in enumerate(lines) if re.match(tag + r"(/| |$)", l))
    word, *there = lines[k].split(" ")
    den = int(word.partition("/")[2] or "1", 16)
    x = {int(e.split(":")[0]): Q(int(e.split(":")[1], 16), den) for e in there}
    x[at] = x.get(at, Q(0)) + by
    lines[k] = listed(tag, [x.get(i, Q(0)) for i in range(max(x) + 1)])
    return head + bar + "\n".join(lines)


def projections(place):
    """Each mode is another scene; its rows and values are the scene's, in hand are the
    contacts that stay."""
    digests = set()
    for mode in ("none", "joints", "contacts", "full"):
        sets = "T=0.02 project=" + mode
        scene, proof, _ = make(place, "p", "AP02/two_bars", sets)
        digests.add(scene)
        check(said(scene, proof)[0] == "1", mode + ": " + said(scene, proof))
        for other in ("none", "joints", "contacts", "full"):
            if other != mode:
                told = scene.replace("\nproject " + mode, "\nproject " + other)
                check(said(told, proof)[0] == "0" and not second_says(
                    told, sealed(told, proof)[1]), mode + " as " + other)
        if mode == "none":
            refused("a projection", scene, proof.replace(
                "\nrow 2", "\nproject 0 0\nG\nnu\na\nn\nvalue\nforce\np\nrow 2"),
                "the statement knows no projection")
            continue
        tiny = Q(1, 2 ** 43)
        for tag in ("nu", "value"):
            refused(mode + " " + tag, scene, spoil(proof, tag, 0, tiny),
                    ("nu" if tag == "nu" else "a value") + " is farther", "deep")
        if mode != "joints":
            refused(mode + " n", scene, spoil(proof, "n", 0, tiny),
                    "n is farther", "deep")
        if mode == "full":
            refused("a", scene, spoil(proof, "a", 0, tiny), "a is farther", "deep")
        refused("a residual", scene, spoil(proof, "value", 0, Q(1, 2 ** 36)),
                "the conditions of a projection do not hold")
        open_ = re.sub("(\nproject (?:.*\n){8})radius .*", r"\1radius undecided",
                       proof, 1)
        check(open_ != proof and said(scene, open_)[0] == "1", "undecided")
    check(len(digests) == 4, "a statement says how positions are projected")


def collided(place):
    """Honest runs in which a projection moves the place of a collision, by which a
    contact that has closed there may be open."""
    for mode in ("joints", "full"):
        scene, proof, _ = make(place, "c", "AP02/two_bars", "T=0.9 project=" + mode)
        told = said(scene, proof)
        check(told[0] == "1" and "\nhit " in proof, mode + ": " + told)


TURNED = """local perp = require "perp"
return {
  system = perp.system { coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 1 } }, force = { 0, 0 },
    coriolis = function(q, v) return { { 0, v.x }, { -v.x, 0 } } end,
    contacts = function(q) return { { name = "ground", gap = q.y } } end },
  scheme = "%s", h = 1/8, T = 1, e = 1/2,
  q = { x = 0, y = 1 }, v = { x = 1, y = -1 } }
"""


def nodes(place):
    """Schemes of nodes have a matrix F, whose force is in g, and none of what a node
    has no place for."""
    path = os.path.join(place, "turned.lua")
    for scheme in ("paoli", "moreau"):
        with open(path, "w") as file:
            file.write(TURNED % scheme)
        cert = os.path.join(place, "turned")
        perp(path, place, "--certify", "L1", "--cert", cert, "-q")
        scene, proof = (open(cert + end).read() for end in (".scene", ""))
        told = said(scene, proof)
        check(told[0] == "1" and second_says(scene, proof), scheme + ": " + told)
        for old, new in (
                ("sizes 2 2 1 0 0", "sizes 2 2 1 0 1"), ("0 1 0\n", "1 1 0\n"),
                ("contact ground 0 0", "contact ground 1 1/2"),
                ("project none", "project joints"), ("hits none", "hits closing"),
                ("jumps none", "jumps approaching")):
            check(old in scene, "no %s in the statement" % old)
            refused(scheme + " with " + new, scene.replace(old, new, 1), proof,
                    "the scheme has no such")


def starts(place):
    """How deep the start may be is the statement's."""
    scene, proof, _ = make(place, "s", "GAP08/fig9_1", "T=0.02")
    depth = "\nq y -1/10000"
    deep = re.sub("\nq y 0", depth, scene)
    check(deep != scene, "the point begins on the ground")
    refused("deep", deep, proof, "contact 0 is deep at the start")
    allowed = re.sub("\npenetration .*", "\npenetration 1/10000", deep)
    check("deep at the start" not in said(allowed, proof), "as deep as allowed")


FREE = """local perp = require "perp"
local n = perp.param("n", 6)
local names, mass, force, v = {}, {}, {}, {}
for i = 1, n do
  names[i], force[i], v[i], mass[i] = "x" .. i, 0, 0, {}
  for j = 1, n do mass[i][j] = i == j and 1 or 0 end
end
return { system = perp.system { coordinates = names, mass = mass,
    force = function() return force end }, h = 1,
  T = perp.param("T", 1), alpha = 1, gamma = 1, scheme = "alpha-gamma", q = v,
  v = v }
"""


WALLS = """local perp = require "perp"
return {
  system = perp.system { coordinates = { "x", "y" },
    mass = { { 1, 0 }, { 0, 1 } }, force = { 0, 0 },
    contacts = function(q) return { { name = "a", gap = q.x + 1 },
      { name = "b", gap = q.y + 1 } } end },
  h = 1/64, T = 1/64, alpha = 1, gamma = 1, clock = "uniform",
  q = { x = 0, y = 0 }, v = { x = 1, y = 1 } }
"""


def drawn_mass(r, n):
    """Squares of random rows, so that many are singular, some of them early, by a
    column that is there twice; often one entry is moved."""
    rows = [[r.choice((0, 0, 0, 1, -1, 2, r.randrange(-9, 10))) for _ in range(n)]
            for _ in range(r.randrange(n + 1))]
    if n > 1 and r.random() < 0.5:
        rows = [row[:1] + row[:n - 1] for row in rows]
    M = {i * n + j: Q(sum(row[i] * row[j] for row in rows), r.choice((1, 3, 8)))
         for i in range(n) for j in range(i, n)}
    den = r.choice((1, 7))
    M = {k: Q(x.numerator, den) for k, x in M.items()}
    if r.random() < 0.7:
        i = r.randrange(n)
        j = r.choice((i, r.randrange(i, n)))
        M[i * n + j] += Q(r.choice((-1, 1)), r.choice((1, 2, 2 ** 60)))
    return {k: x for k, x in M.items() if x != 0}


def masses(place, r):
    """Nothing moves, so any M is fine but for its sign, which the coefficients of the
    characteristic polynomial know; the last one is a rebound of doubled energy."""
    path, found = os.path.join(place, "free.lua"), [0, 0]
    with open(path, "w") as file:
        file.write(FREE)
    for n in (1, 2, 3, 4, 6, 40):
        scene, proof, _ = make(place, "f", path, "n=%d" % n)
        proof = without(proof)
        for _ in range(60 if n < 40 else 3):
            M = drawn_mass(r, n) if n < 40 else {
                k: Q(1) for i in range(n) for k in [i * n + i] + [
                    i * n + n - 1] * (i < n - 1)}
            try:
                fine = n == 40 or positive(M, n) is None
            except Untrue:
                fine = False
            pair = sealed(scene, re.sub("\nM .*", "\n" + listed(
                "M", [M.get(k, Q(0)) for k in range(n * n)]), proof, 1))
            told = judge.line(*pair).decode()
            check((told[0] == "1") == fine, "M = %s: %s" % (M, told))
            check(n == 40 or second_says(*pair) == fine, "check.py: M = %s" % M)
            found[fine] += n < 40
    fine, told = judged(place, *pair, second=False)  # which knows its sign
    check(fine and "the masses of 1 problems" in told, "too large: " + told)
    check(min(found) > 60, "both are drawn: %s" % found)
    scene, proof, _ = make(place, "f", path, "n=2 T=2")
    first, bar, second = without(proof).partition("row 2\n")
    for M in ("M 0:1 3:1", "M 0:1 3:2"):
        check(said(scene, first + bar + second.replace("M 0:1 3:1", M))[0] == "1", M)
    refused("the second mass", scene, first + bar + second.replace(
        "M 0:1 3:1", "M 0:1 3:-1"), "M is not positive semidefinite")
    rows = [["jump 0 1", "M/2 0:1 1:1 3:-1", "nu", "n 0:1 3:1", "d", "z 2:1",
             "rebound 0:2 3:1", "v 0:2"]]
    with open(path, "w") as file:
        file.write(WALLS)
    scene = make(place, "w", path)[0]
    scene = re.sub("\nv x .*\nv y .*", "\nv x -1\nv y -1", scene).replace(
        "restitution 0", "restitution 1")
    refused("a rebound that gains energy", scene, proof_of(scene, "L1", rows),
            "M is not positive semidefinite")
    rows[0][1], rows[0][6:] = "M 0:1 3:1", ["rebound 0:1 1:1", "v 0:1 1:1"]
    rows[0][5] = "z 2:1 3:1"
    told = said(scene, proof_of(scene, "L1", rows))
    check(told[0] == "1", "an honest one: " + told)


with tempfile.TemporaryDirectory() as place:
    hovering(place)
    projections(place)
    collided(place)
    nodes(place)
    starts(place)
    masses(place, random.Random(seed))
done()
