"""Level L2: what is decided, and that forged proofs are refused by it alone."""
import os
import random
import re
import tempfile
from fractions import Fraction as Q

from certificates import both, case, perp
from judged import Judge
from level2 import (RIG, judge, listed, make, number, parts, quickly, replaced,
                    seal, spelt, without)
from program import check, done, expect
from times import times

SEED = int(os.environ.get("PERP_SEED", "3"))


def said_the_same(said, text, name):
    """perp and perp-check count the same."""
    flat = " ".join(said.split())
    a = re.search(r"enclosed in (\d+) of (\d+) problems", flat)
    b = re.search(r"modes decided in (\d+)", flat)
    told = (int(a.group(1)), int(a.group(2)), int(b.group(1)))
    check(told == parts(text)[:3], "%s: perp says %s, perp-check %s" %
          (name, told, parts(text)))


def decided():
    """Sliding steps of Figure 9.1, a body that tumbles, boxes that fall: all data
    enclosed, at least 0.9 of the modes decided; other parameters too."""
    for case, sets, least in (
            ("GAP08/fig9_1", "", 0.9), ("GAP08/fig9_1", "mu=0.3 m=2 T=4", 0.9),
            ("GAP08/fig9_1", "alpha=1 gamma=1 h=0.02 T=4", 0.9),
            ("GAP08/tumbling_body", "T=4", 0.9),
            ("GAP08/tumbling_body", "T=2 wx=2 I1=0.7 h=0.02", 0.9),
            ("GAP08/tumbling_body", "T=2 alpha=1 wy=-3", 0.9),
            ("GAP08/pile", "count=4 T=0.2", 0.9),
            ("GAP08/rod_tip", "", 0.9), ("AP02/two_bodies", "T=2", 0.9),
            ("GAP08/pendulum_contact", "T=0.5 wall=0.8", 0),
            ("GAP08/thrown_block", "T=0.1", 0),
            ("GAP08/falling_oscillator", "", 0.9)):
        scene, proof, said = make(place, "d", case, sets)
        fine, text = judge(place, scene, proof)
        name = case + " " + sets
        check(fine, "%s: %s" % (name, text))
        if not fine:
            continue
        said_the_same(said, text, name)
        enclosed, problems, moded, open_, rows = parts(text)
        check(enclosed == problems and open_ == rows, name + ": " + text)
        check(moded >= least * problems, "%s: %d of %d decided" %
              (name, moded, problems))
        slid = re.search(r"sliding contact: (\d+) of (\d+)", said)
        check(int(slid.group(1)) >= least * int(slid.group(2)),
              "%s: %s" % (name, said))
        if case.endswith("fig9_1"):
            check(int(slid.group(2)) > 20, "the block slides: " + said)


def what_it_does_not_know():
    """The position-level scheme, and Jacobians that a scene gives by hand."""
    words = ("--certify", "L2", "--cert", os.path.join(place, "n"))
    expect("paoli", 3, [], ["L2 knows no scheme 'paoli'; ask for L1"], "run",
           case("P10/bouncing_ball"), *words)
    path = os.path.join(place, "given.lua")
    open(path, "w").write('''
local perp = require "perp"
return { h = 0.1, T = 0.2, q = { 1 }, v = { 0 },
  alpha = 1, gamma = 1, jacobians = { q = { { -1 } }, v = { { 0 } } },
  system = perp.system { coordinates = { "x" },
    mass = function() return { { 1 } } end,
    force = function(t, q) return { -q.x } end } }
''')
    expect("given", 3, [], ["L2 knows no Jacobians"], "run", path, *words)


def same_run():
    """L2 adds lines to the proof of L1 and changes nothing."""
    scene, proof, _ = make(place, "two", rig)
    perp(rig, place, "--certify", "L1", "--cert", "one")
    one = open(os.path.join(place, "one")).read().split("\n")
    check(without(proof).split("\n")[:-2] == one[:-2], "another run")
    path = os.path.join(place, "less")
    open(path + ".scene", "w").write(scene)
    open(path, "w").write(seal(scene, without(proof)))
    both(path, "L2 without its lines")


def changed_bytes(count):
    """One byte of the lines of L2, everything sealed anew: refused, or the line
    states another radius that is true."""
    scene, proof, _ = make(place, "b", rig, "T=0.05")
    rng = random.Random(SEED)
    at = [k for m in re.finditer(r"^(?:radius|modes).*\n", proof, re.M)
          for k in range(*m.span())]
    true, judge_ = 0, Judge()
    for _ in range(count):
        k = rng.choice(at)
        new = rng.choice("0123456789abcdef/+-ocsu \nx")
        text = proof[:k] + new + proof[k + 1:]
        line = text[text.rfind("\n", 0, k) + 1:text.find("\n", k)]
        old = proof[proof.rfind("\n", 0, k) + 1:proof.find("\n", k)]
        fine = quickly(judge_, scene, text)
        if text == proof or not fine:
            check(fine == (text == proof), "a sound proof")
            continue
        true += 1
        check(re.fullmatch("radius [0-9a-f]+(/[0-9a-f]+)?", line) is not None and
              number(line[7:]) * 4 > number(old[7:]) and
              number(line[7:]) <= Q(40, 2 ** 46), "'%s' for '%s'" % (line, old))
    print("%d bytes changed, %d of them to another true radius" % (count, true))


def hostile():
    """Values that grow without end, a radius of many digits: refused, at once."""
    scene, proof, _ = make(place, "h", rig, "T=0.02")
    head = re.search(r"tape force (\d+) (\d+) (\d+) 3\n(.*\n)((?:.*\n)*?)out (\S+)",
                     scene)
    slots = sum(int(head.group(i)) for i in (1, 2, 3))
    grown = "".join("mul %d %d\n" % (slots - 1 + i, slots - 1 + i)
                    for i in range(1, 200))
    text = scene[:head.start()] + "tape force %s %s %d 3\n" % (
        head.group(1), head.group(2), int(head.group(3)) + 200) + head.group(4) + \
        head.group(5) + "add %d %d\n" % (0, slots - 1) + grown + \
        "out %d" % (slots + 199) + scene[head.end():]
    for a, b in ((text, proof), (scene, proof.replace(
            "radius ", "radius " + "f" * 100000, 1))):
        fine, why = judge(place, a, b)
        check(not fine and "expected" not in why, why[:200])


def changed_scene():
    """The proof of one scene under the statement of another: L1 cannot see it
    and L2 does, down to changes of 1e-11. Only a wall that no row lists may be
    elsewhere: that is another true statement."""
    scene, _, _ = make(place, "o", rig)
    tried = 0
    for name, value in (("m", 1.5), ("I", 0.3), ("g", 9.81), ("s", 0.3),
                        ("r", 0.25), ("push", 20.0), ("anchor", -1.0),
                        ("wall", 8.0)):
        for much in (1e-11, 1e-9, 1e-7)[:times(3)]:
            _, proof, _ = make(place, "c", rig, "%s=%r" %
                               (name, value * (1 + much)))
            check(judge(place, scene, without(proof))[0],
                  "L1 sees %s change by %g" % (name, much))
            fine, text = judge(place, scene, proof)
            check(fine == (name == "wall"), "%s by %g: %s" % (name, much, text))
            tried += 1
    return tried


def changed_parameters():
    """The width of a box, as a parameter of a kind's side, in the statement; only
    corners that no row lists may be elsewhere."""
    h = 0.01 if times(2) == 2 else 0.02
    scene, proof, _ = make(place, "k", "GAP08/rocking_block", "T=0.3 h=%g" % h)
    tried, side, thing = 0, -1, 0
    lines = scene.split("\n")
    used = listed(scene, proof)
    for k, line in enumerate(lines):
        if line.startswith("side "):
            side, thing = side + 1, -1
        if not line.startswith("thing "):
            continue
        thing += 1
        words = line.split(" ")
        for w in range(1, len(words)):
            if "/" not in words[w]:
                continue
            x = number(words[w]) + Q(1, 2 ** 40)
            other = words[:w] + [spelt(x)] + words[w + 1:]
            text = "\n".join(lines[:k] + [" ".join(other)] + lines[k + 1:])
            check(judge(place, text, without(proof))[0], "L1 sees a width")
            fine, why = judge(place, text, proof)
            check(fine == ((side, thing) not in used), "a width: " + line)
            tried += (side, thing) in used
    check(tried > 1, "no parameter found")
    return tried


def changed_radius():
    """A radius smaller than it is refused, one beyond the limit too; a larger one
    within it is true."""
    scene, proof, _ = make(place, "r", rig, "T=0.05")

    def smaller(line):
        if line.startswith("radius "):
            yield "radius " + spelt(number(line[7:]) / 4)

    def larger(line):
        if line.startswith("radius "):
            yield "radius " + spelt(Q(1, 2 ** 37))
            yield "radius 0"
            yield "radius -1/%x" % 2 ** 60

    def within(line):
        if line.startswith("radius "):
            yield "radius " + spelt(Q(1, 2 ** 45))
            yield "radius undecided"
    for k, text in replaced(proof, smaller):
        fine, why = judge(place, scene, text)
        check(not fine and "radius" in why, "smaller, line %d: %s" % (k, why))
    for k, text in replaced(proof, larger):
        check(not judge(place, scene, text)[0], "larger, line %d" % k)
    for k, text in replaced(proof, within):
        if text.split("\n")[k].endswith("undecided"):
            lines = text.split("\n")
            text = "\n".join(lines[:k + 1] + lines[k + 2:])
        fine, why = judge(place, scene, text)
        check(fine, "a true radius, line %d: %s" % (k, why))


def changed_modes():
    """Any other mode is refused; "undecided" claims less and counts less."""
    seen = set()
    tried = sum(other_modes(sets, seen) for sets in
                ("T=0.1", "T=1 mu=0.02", "T=0.2 mu=0.02 push=300"))
    check({"modes +", "modes -", "modes s"} <= seen and
          tried > 10, "few modes: %s" % seen)


def other_modes(sets, seen):
    scene, proof, _ = make(place, "m", rig, sets)

    def other(line):
        if line.startswith("modes ") and line not in seen:
            seen.add(line)
            for word in ("o", "c", "s", "+", "-", "0", "++", "x", "s s", ""):
                if "modes " + word != line:
                    yield "modes " + word

    def none(line):
        if line.startswith("modes") and line != "modes undecided":
            yield "modes undecided"
    tried = 0
    for k, text in replaced(proof, other):
        fine, why = judge(place, scene, text)
        check(not fine, "another mode, line %d" % k)
        tried += 1
    whole = parts(judge(place, scene, proof)[1])
    for k, text in list(replaced(proof, none))[:3]:
        fine, why = judge(place, scene, text)
        check(fine and parts(why)[2] == whole[2] - 1, why)
    return tried


def contact_left_out():
    """A run that falls through the ground of the statement, and one that lists a
    contact which is open."""
    scene = '''
local perp = require "perp"
local up = perp.param("up", 0, "height of the ground")
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 1, -10 } end,
  contacts = function(q, v)
    return { { name = "g", gap = q.y - up, slips = { v.x }, mu = 1/2 } } end }
return { system = system, h = 0.0625, T = 0.5, alpha = 1, gamma = 1,
  q = { x = 0, y = perp.param("y", 0, "start") }, v = { 0, 0 } }
'''
    path = os.path.join(place, "ground.lua")
    open(path, "w").write(scene)
    for sets, under, part in (("up=-4", "up=0", "closed and not listed"),
                              ("up=0", "up=-0.015625", "listed and open")):
        _, proof, _ = make(place, "g1", path, sets)
        statement, _, _ = make(place, "g2", path, under)
        check(judge(place, statement, without(proof))[0], "L1 sees the ground")
        fine, why = judge(place, statement, proof)
        check(not fine and part in why, "%s: %s" % (sets, why))


with tempfile.TemporaryDirectory() as place:
    rig = os.path.join(place, "rig.lua")
    open(rig, "w").write(RIG)
    decided()
    what_it_does_not_know()
    same_run()
    scenes = changed_scene()
    sides = changed_parameters()
    changed_radius()
    changed_modes()
    contact_left_out()
    print("seed", SEED)
    changed_bytes(times(200))
    hostile()
    print("%d scenes and %d parameters changed" % (scenes, sides))
done()
