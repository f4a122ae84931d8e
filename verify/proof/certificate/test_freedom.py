"""What a writer may not choose: whether and where positions are projected, whether
something collides, how deep the start is. Each forgery is a run that is not one, under
the statement of an honest scene; both checkers refuse it."""
import os
import re
import tempfile
from fractions import Fraction as Q

from forged import listed
from judged import Judge, sealed, second_says
from level2 import make, without
from program import check, done

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
judge = Judge()


def said(scene, proof):
    return judge.line(*sealed(scene, proof)).decode("latin-1")


def refused(name, scene, proof, *why):
    """By perp-check for this reason; by the second checker, which of level L2 is
    asked about L1, unless `deep` says that L1 is fine."""
    told, deep = said(scene, proof), "deep" in why
    check(told[0] == "0" and why[0] in told, "%s: %s" % (name, told))
    check(second_says(scene, sealed(scene, proof)[1]) == deep,
          name + ": the second checker")
    if deep:
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


def starts(place):
    """How deep the start may be is the statement's."""
    scene, proof, _ = make(place, "s", "GAP08/fig9_1", "T=0.02")
    depth = "\nq y -1/10000"
    deep = re.sub("\nq y 0", depth, scene)
    check(deep != scene, "the point begins on the ground")
    refused("deep", deep, proof, "contact 0 is deep at the start")
    allowed = re.sub("\npenetration .*", "\npenetration 1/10000", deep)
    check("deep at the start" not in said(allowed, proof), "as deep as allowed")


with tempfile.TemporaryDirectory() as place:
    hovering(place)
    projections(place)
    collided(place)
    starts(place)
done()
