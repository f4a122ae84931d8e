"""Level L2 of collisions with restitution, chapter 71 (E13), by both checkers and the slow
oracle: collisions drawn at random, with another mode and another number in each place; the
example of the chapter; borders of signs, to both sides; and what a forger of a bounce
tries. PERP_SEED draws others; "whole": more of them."""
import glob
import itertools
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as Q

import forged
import slow_certificate
from certificates import CHECK, perp, second
from judged import Judge, sealed, second_says
from level2 import same, spelt
from program import check, done
from slow_words import Untrue
from small import array, judged, jump, proof, scene, step

SEED = int(os.environ.get("PERP_SEED", "1"))
MORE = 10 if sys.argv[1:] == ["whole"] else 1
RHO = Q(1, 2 ** 46)
TAU = "radius %s\n" % spelt(RHO)
HALF = Q(1, 2)


def court(name, pair):
    """Both checkers and the oracle on two texts: are they accepted?"""
    printed = judge(*pair)
    fine = printed is not None
    check(second_says(*pair) == fine, "%s: the checkers disagree: %s" % (
        name, judge.line(*pair)))
    if fine:
        try:
            slow_certificate.true(*pair, printed)
        except Untrue as why:
            check(False, "%s: accepted, but %s\n%s\n%s" % (name, why, *pair))
    return fine


def texts_of(place, name, sets):
    for old in glob.glob(place + "/*.cert*"):
        os.remove(old)
    perp(name, place, "--certify", "L2", "--cert", "a.cert", "-q", sets=sets)
    return [(p, tuple(open(p + end).read() for end in (".scene", "")))
            for p in sorted(glob.glob(place + "/*.cert"))]


def other_words(line, r):
    """The modes of a line with one of them another, or none."""
    if r.random() < 0.1:
        return "modes undecided"
    words = line.split(" ")
    k = r.randrange(1, len(words))
    old = words[k]
    n = max(len(old.lstrip("o")), 1)
    ways = "".join(r.choice("+-0") for _ in range(n))
    words[k] = r.choice(("o", "c", "s", "os", "oc", "oo", ways, "o" + ways))
    return " ".join(words)


def drawn(place, r):
    """Honest ones: the same counts and bounds. Of each the modes of its JUMP and of its
    REBOUND are stated otherwise, and numbers of the statement and the proof changed."""
    n = dict.fromkeys("proofs rebounds moded parts rub stay tried true".split(), 0)
    for path, texts in texts_of(place, "rebound_drawn", "runs=%d seed=%d" % (
            12 * MORE, SEED)):
        name = "%s of seed %d" % (os.path.basename(path), SEED)
        check(court(name, texts), name + " is refused")
        one = json.loads(os.popen("'%s' --json '%s'" % (CHECK, path)).read())
        same(name, one, second.code_and_words(path)[1])
        found = re.findall(r"\nrebound.*\nv.*\nmodes (.*)", texts[1])
        n["proofs"] += 1
        n["rebounds"] += one["rebounds"]
        n["moded"] += sum(x != "undecided" for x in found)
        n["rub"] += sum(x[0] == "o" and len(x) > 1 for w in found for x in w.split())
        n["parts"] += sum(x == "o" for w in found for x in w.split())
        n["stay"] += sum(x[0] not in "ou" for w in found for x in w.split())
        check(len(found) == one["rebounds"] and one["l2"]["proven"] == one["l2"]["of"],
              "%s: %s" % (name, one))
        for k in range(10 if found else 0):
            pair = list(texts)
            if k < 6:  # another mode, mostly of the rebound
                marks = [x.span(1) for x in re.finditer(
                    r"\nv.*\n(modes.*)" if k < 4 else r"\n(modes.*)", pair[1])]
                a, b = r.choice(marks)
                pair[1] = pair[1][:a] + other_words(pair[1][a:b], r) + pair[1][b:]
            else:
                which = k % 2
                marks = [x.span(1) for x in re.finditer(
                    r":(-?[0-9a-f]+)" if which else
                    r"\n(?:v|const|restitution) (?:\S+ )?(-?[0-9a-f]+)", pair[which])]
                a, b = r.choice(marks)
                x = int(pair[which][a:b], 16) + r.choice((-1, 1))
                pair[which] = pair[which][:a] + "%x" % x + pair[which][b:]
            pair = sealed(*pair)
            if pair[1] != texts[1]:
                n["tried"] += 1
                n["true"] += court("%s, forged: %d" % (name, k), pair)
        for _ in range(6 if forged.ends_in_rebound(*texts, "L2") else 0):
            pair = forged.other_rebound(*texts, r)
            if pair is not None and sealed(*pair) != texts:
                n["tried"] += 1
                n["true"] += court(name + ", solved anew", sealed(*pair))
    print("%(proofs)d proofs, %(rebounds)d rebounds, modes of %(moded)d; contacts that "
          "part: %(parts)d without friction, %(rub)d with; %(stay)d stay. Of %(tried)d "
          "forgeries %(true)d are true" % n)
    check(n["moded"] * 4 > n["rebounds"] > 2 * MORE and n["true"] < n["tried"] / 2 and
          (MORE == 1 or min(n["rub"], n["parts"], n["stay"], n["true"]) > 4), "%s" % n)


def ball(v, e, mode, rho=RHO, first="c"):
    """The ball of (E13), which rests on the floor q = 0 and comes with v."""
    to = -e * v
    return scene([0], [v], [(0, 0)], {"gaps": ([], [], ["i0"])}, restitution=e,
                 clock="uniform"), proof("L2", jump(" 0", M=[1], n=[1], z=[0, -v]) +
                                         "radius %s\nmodes %s\n" % (spelt(rho), first) +
                                         array("rebound", [to]) + array("v", [to]) +
                                         "modes %s\n" % mode)


def example():
    """The bound by hand is 12 rho; and what the modes may not be."""
    has = judged("the example", 0, *ball(-2, HALF, "o"), modes={"proven": 2, "of": 2},
                 l2={"proven": 2, "of": 2}, rebounds=1)
    off = Q(has["velocity"]) - 12 * RHO
    check(0 <= off <= RHO / 2 ** 30, "12 rho: %g" % float(off))
    for word, code in (("o", 0), ("undecided", 0), ("c", 1), ("s", 1), ("+", 1), ("os", 1),
                       ("oo", 1), ("oc", 1), ("o+", 1), ("o0", 1), ("", 1), ("o o", 1)):
        judged("it parts as '%s'" % word, code, *ball(-2, HALF, word))
        judged("stopped as '%s'" % word, int(word not in ("c", "undecided")), *ball(
            -2, HALF, "undecided" if word == "undecided" else "o", first=word))
    judged("modes of a rebound alone", 1, *ball(-2, HALF, "o", first="undecided"),
           "none of its compression")
    told, text = ball(-2, HALF, "o")
    for old, new, words in (
            ("\nmodes o", "", "'modes' expected"), ("modes o", "radius 1\nmodes o", ""),
            ("\nmodes c\n", "\n", ""), ("modes o", "modes o\nmodes o", ""),
            ("radius %s\nmodes c" % spelt(RHO), "radius undecided", "a record or the end"),
            ("rebound 0:1\nv 0:1\n", "", ""), ("rebound 0:1\nv 0:1\n", "rebound 0:2\nv 0:2\n",
                                               "the equation of motion"),
            ("rebound 0:1\nv 0:1\n", "rebound 0:2 1:1\nv 0:2\n", "c_n rho = 0")):
        check(old in text, old)
        other = text.replace(old, new)
        judged("%r for %r" % (new, old), 1, told, other)
    undecided = re.sub("radius.*\nmodes c", "radius undecided", text).replace(
        "modes o\n", "")
    judged("nothing decided", 0, told, undecided, l2={"proven": 0, "of": 2},
           modes={"proven": 0, "of": 2}, velocity=None)
    for e in (0, Q(1, 4), 1):
        judged("a share of %s" % e, 1, told.replace("restitution 1/2", "restitution " +
                                                    spelt(Q(e))), text)
    judged("another floor", 1, told.replace("tape gaps 3 0 0 1\nconst\nout 0",
           "tape gaps 3 1 1 1\nconst 3/4\nmul 0 3\nout 4"), text, "n is farther")


def block(vx, mode, first, mu=HALF, rho=RHO, slips=1, x=0):
    """A block of mass 1 on the floor, n = (0, 1), d = (1, 0), that comes with (vx, -2): each
    phase sticks while its friction is enough."""
    def rub(v, normal):
        return max(-mu * normal, min(mu * normal, -v)) if slips else 0
    z, push = Q(2), Q(1)
    f = rub(vx, z)
    g = rub(vx + f, push)
    to = [vx + f + g, push]
    short = [Q(int(x * 2 ** 52), 2 ** 52) for x in to]  # toward zero, below 2 in size
    return scene([x, 0], [vx, -2], [(slips, mu)], {
        "gaps": ([], [], ["i1"]), "slips": ([0, 1], [], ["c1", "c0"] * slips)},
        restitution=HALF, clock="uniform"), proof("L2", jump(
            " 0", M={0: 1, 3: 1}, n=[0, 1], d=[1, 0] * slips, z=[vx + f, 0, z] +
            [f] * slips) + "radius %s\nmodes %s\n" % (spelt(rho), first) + array(
                "rebound", to + [0] + [g] * slips) + array("v", short) +
            "modes %s\n" % mode)


def friction():
    """Contacts that part and have friction of their share: it sticks, slides, or is
    neither for sure."""
    both = {"proven": 2, "of": 2}
    for vx, first, mode in ((Q(1, 4), "s", "os"), (-Q(1, 4), "s", "os"), (2, "+", "o+"),
                            (-2, "-", "o-"), (Q(5, 4), "+", "os"), (Q(-5, 4), "-", "os")):
        for word in ("o", "os", "o+", "o-", "s", "+", "-", "c", "o0", "oo", "oc"):
            judged("from %s as %s" % (vx, word), int(word != mode), *block(
                Q(vx), word, first), **{} if word != mode else {"modes": both})
        check(court("from %s" % vx, sealed(*block(Q(vx), mode, first))), mode)
    for word in ("os", "o+", "o"):
        judged("all of the friction, as " + word, 1, *block(Q(3, 2), word, "+"))
    judged("all of it in the compression", 1, *block(Q(1), "os", "s"), "for all data")
    judged("no coefficient", 0, *block(Q(2), "o", "c", mu=0), modes=both)
    judged("nor does it slide so", 1, *block(Q(2), "o+", "c", mu=0))
    judged("no slips", 0, *block(Q(2), "o", "c", slips=0), modes=both)
    # It slides, and sticks then with a friction of 1/2 - d of at most 1/2. By hand 48.25
    # rho: f' may be off by 45, and half of the share by 3.25.
    rho = Q(1, 2 ** 30)  # where a coordinate is 2^20
    for much, code in ((48, 1), (Q(97, 2), 0)):
        pair = block(Q(3, 2) - much * rho, "os", "+", rho=rho, x=2 ** 20)
        judged("%g rho from sliding" % much, code, *pair,
               "for all data" if code else "accepted")


def inwards():
    """M = (1, 1/2; 1/2, 1), a wall before each of two coordinates, e = 1. The first is hit with
    z_n = 3/4, the second flies off with a - 1/2; the share drives it back against its wall,
    which takes 3/8 - 3/4 (a - 1/2) beyond its share, nothing."""
    def pair(a, first, mode, rest=None):
        far = a - HALF
        beyond = Q(3, 8) - Q(3, 4) * far if rest is None else 0
        to = [Q(3, 4) + far / 2, 0] if rest is None else rest
        return scene([0, 0], [-1, a], [(0, 0)] * 2, {
            "gaps": ([], [], ["i0", "i1"]), "inertia": (
                [1, HALF], [], ["c0", "c1", "c1", "c0"])},
            restitution=1, clock="uniform"), proof("L2", jump(
                " 0 1", M=[1, HALF, 0, 1], n=[1, 0, 0, 1], z=[0, far, Q(3, 4), 0]) + TAU +
                "modes %s\n" % first + array("rebound", to + [0, beyond]) + array(
                    "v", to) + "modes %s\n" % mode)
    for words in ("o c", "o o", "c c", "c o", "o s", "os c", "o oc"):
        judged("driven back, as " + words, int(words != "o c"), *pair(
            Q(3, 4), "c o", words))
    check(court("driven back", sealed(*pair(Q(3, 4), "c o", "o c"))), "driven back")
    judged("not driven back", 0, *pair(Q(5, 4), "c o", "o o", [1, Q(1, 4)]))
    judged("hardly", 1, *pair(Q(1), "c o", "o c"), "for all data")
    judged("hardly not", 1, *pair(Q(1), "c o", "o o", [1, 0]), "for all data")
    judged("it takes and parts", 1, *pair(Q(3, 4), "c o", "undecided", [1, Q(-1, 4)]),
           "c_n >= 0, rho >= 0")


def squeezed():
    """n = (1, 0, 0) with a slip along the third coordinate, and n = (-1/2, 1, 0): what comes with
    (v, -2, 1/4) is stopped by 1 - v and 2, and flies off with (-v/2, 1, 0). The first contact sticks
    and parts with -v/2: not for v = 0, on the border."""
    for v, code in ((0, 1), (Q(-1, 8), 0)):
        to = [-v / 2, 1, 0]
        judged("it parts with %g" % to[0], code, scene([0] * 3, [v, -2, Q(1, 4)], [
            (1, HALF), (0, 0)], {"gaps": (
                [HALF], ["mul i0 c0", "sub i1 k0"], ["i0", "k1"]), "slips": (
                    [0, 1], [], ["c0", "c0", "c1"])}, restitution=HALF, clock="uniform"),
               proof("L2", jump(" 0 1", M={0: 1, 4: 1, 8: 1}, n=[1, 0, 0, -HALF, 1, 0],
                                d=[0, 0, 1], z=[0, 0, 0, 1 - v, 2, Q(-1, 4)]) + TAU +
                     "modes s c\n" + array("rebound", to) + array("v", to) +
                     "modes os o\n"), "for all data" if code else "accepted")


def touching():
    """A wall at 1, and a contact with the gap 4 q^2 - 3 q^3: listed where it is 0, it does not
    leave until the wall has stopped the ball, and leaves behind the rebound with a gap of 1;
    so no row may list it then."""
    text = scene([0], [1], [(0, 0)] * 2, {"gaps": (
        [1, 4, 3], ["sub c0 i0", "mul i0 i0", "mul c1 k1", "mul c2 k1", "mul k3 i0",
                    "sub k2 k4"], ["k0", "k5"])}, restitution=1, clock="uniform", T=2)
    none = TAU + "modes undecided\n"
    first = step(" 1", M=[1], z=[1, 0], v=[1]) + none + "hit 1\nq 0:1\nv 0:1\n" + jump(
        " 0 1", M=[1], n=[-1, -1], z=[0, 1, 0]) + none + array("rebound", [-1]) + array(
            "v", [-1]) + "modes undecided\n"
    for ids, code in ((" 0", 0), (" 0 1", 1)):
        judged("listed is" + ids, code, text, proof("L2", first, step(
            ids, M=[1], n=[-1] * (len(ids) // 2), z=[-1], v=[-1]) + none + "q\n"),
               "listed and open" if code else "accepted")


def apart():
    """A wall beside the floor, from which the ball moves with d: behind the rebound by
    hand uncertain by 21 rho, of which 8 come from the compression and 1 from what the
    floor gives back."""
    for much, code in ((Q(209, 10), 1), (Q(211, 10), 0)):
        d = Q(round(much * 2 ** 20), 2 ** 66)
        judged("%g rho from the wall" % much, code, scene(
            [0, 0], [d, -2], [(0, 0)] * 2, {"gaps": ([], [], ["i1", "i0"])},
            restitution=HALF, clock="uniform"), proof("L2", jump(
                " 0 1", M={0: 1, 3: 1}, n={1: 1, 2: 1}, z=[d, 0, 2, 0]) + TAU +
                "modes c o\n" + array("rebound", [d, 1]) + array("v", [d, 1]) +
                "modes o o\n"), "for all data" if code else "accepted")


def falls():
    """The ball of chapter 70 that meets the ground in its step, and what a forger makes of
    the place and of who takes part: the rebound is where the gap closes, and the ground is
    listed; a rising ball, one that hangs, one that falls on are refused."""
    def fall(S=HALF, q=None, v=None, ids=" 0", to=1, e=HALF, z=None, mode="c", **more):
        at = HALF - 2 * S * S if q is None else q
        speed = -4 * S if v is None else v
        z = [0, -speed] if z is None else z
        second = array("rebound", [to]) + array("v", [to]) + "modes o\n"
        return scene([HALF], [0], [(0, 0)], {"gaps": ([], [], ["i0"]), "force": (
            [-4], [], ["c0"])}, gamma=HALF, restitution=e, clock="uniform", **more), proof(
                "L2", step(M=[1], k0=[-4], k1=[-4], z=[-4], v=[-4]) + TAU + "modes\n" +
                "hit %s\n" % spelt(Q(S)) + array("q", [at]) + array("v", [speed]) +
                jump(ids, M=[1], n=[1] if ids else [], z=z, v=None if ids else [speed]) +
                TAU + "modes%s\n" % (" " + mode if ids else "") + (second if ids else ""))
    judged("it bounces", 0, *fall(), brackets={"proven": 1, "of": 1}, modes={
        "proven": 3, "of": 3}, open={"proven": 1, "of": 1})
    check(court("it bounces", sealed(*fall())), "true")
    judged("its step has modes, its JUMP none", 1, *fall(mode="undecided"))
    judged("on nothing", 1, *fall(Q(1, 4), to=HALF), "")
    judged("below the ground: no bracket", 0, *fall(Q(3, 4), to=Q(3, 2)),
           brackets={"proven": 0, "of": 1})
    judged("and that is asked for", 0, *fall(Q(3, 4), to=Q(3, 2)), "in 0 of 1 collisions")
    judged("the floor left out", 1, *fall(ids="", z=[-2]), "no contact closes")
    judged("it rises", 1, *fall(to=4), "the equation of motion")
    judged("it gives back twice", 1, *fall(to=2), "the equation of motion")
    judged("it gives back nothing", 1, *fall(to=0), "the equation of motion")
    judged("another share", 1, *fall(to=1, e=Q(1, 4)), "the equation of motion")
    judged("stopped in the air", 1, *fall(q=HALF), "q is not what follows")
    judged("a faster one", 1, *fall(v=-8, to=4), "v is not what follows")
    through = array("q", [-Q(3, 2)])
    told = fall()[0]
    judged("through the floor", 1, told, proof("L2", step(
        M=[1], k0=[-4], k1=[-4], z=[-4], v=[-4]) + TAU + "modes\n" + through), "closed and not listed")
    # Stopped by a STEP that lists the floor half a metre below: its gap is open.
    judged("caught above", 1, told, proof("L2", step(
        " 0", M=[1], k0=[-4], k1=[-4], n=[1], z=[0, 4], v=[0]) + TAU + "modes c\n" +
        array("q", [HALF])), "")
    # On the floor with -2 a STEP may stop it for good: it is not asked to collide.
    rests = scene([0], [-2], [(0, 0)], {"gaps": ([], [], ["i0"])}, restitution=HALF)
    judged("stopped by a step", 0, rests, proof("L2", step(
        " 0", M=[1], n=[1], z=[0, 2], v=[0]) + TAU + "modes c\n" + array("q", [0])))


def written(place):
    """What perp decides of a few; and on the border, where all of the friction is used,
    nothing."""
    for name, sets, first, mode in (
            ("AP02/bouncing_disc", "T=1/8 h=1/8 vy=-32", "s", "os"),
            ("rebound_rod", "clock=uniform", "+0 o", "o+0 +"),
            (block_of("3/2"), "", "+", "undecided"), (block_of("5/4"), "", "+", "os"),
            (block_of("2"), "", "+", "o+"), (block_of("1"), "", "undecided", "undecided")):
        if "{" in name:
            with open(os.path.join(place, "b.lua"), "w") as file:
                file.write(name)
            name = os.path.join(place, "b.lua")
        (_, texts), = texts_of(place, name, sets)
        found = re.search(r"\njump.*(?:\n.*)+?\nmodes (.*)\nrebound.*\nv.*\nmodes (.*)\n",
                          texts[1])
        check(court(name, texts) and found.groups() == (first, mode), "%s: %s" % (
            name, texts[1]))


def block_of(speed):
    """A scene of the block."""
    return """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 1 } },
  force = { 0, 0 }, contacts = function(q, v) return { { name = "floor", gap = q.y,
    mu = 1/2, slips = { v.x } } } end },
  h = 1, T = 1, alpha = 1, gamma = 1/2, e = 1/2, q = { x = 0, y = 0 },
  v = { x = %s, y = -2 } }
""" % speed


judge = Judge()
print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    drawn(directory, random.Random(SEED))
    written(directory)
example()
friction()
inwards()
squeezed()
touching()
apart()
falls()
done()
