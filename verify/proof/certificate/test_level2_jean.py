"""Level L2 of the step of Moreau and Jean, chapter 71 (E11), by both checkers and the slow
oracle: random machines, the example of the chapter, each rule broken by hand and its
border to both sides, problems solved again with other numbers. PERP_SEED draws others;
"whole": more of them."""
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as Q

import forged
import slow_certificate
from certificates import CHECK, PYTHON, ask, perp, second
from jean_machines import Machine
from judged import Judge, sealed, second_says
from level2 import numbers, same, spelt
from program import check, done
from slow_words import Untrue
from small import PLACE, array, judged, proof, scene, step

SEED = int(os.environ.get("PERP_SEED", "1"))
MORE = 10 if sys.argv[1:] == ["whole"] else 1
TAU, NONE = "radius 1/400000000000\nmodes %s\n", "radius undecided\n"  # 2^-46
DUST = Q(1, 2 ** 50)


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


def machines(place, r):
    """Runs of machines with joints, friction, rates, forces with Jacobians; the same with
    a number of the statement or the proof changed."""
    count = dict.fromkeys("proofs modes of tried accepted".split(), 0)
    for trial in range(4 * MORE):
        m, path = Machine(r), os.path.join(place, "m.lua")
        with open(path, "w") as file:
            file.write(m.scene(3))
        said = perp(path, place, "--certify", "L2", "--cert", "m", "-q", fine=False)
        if said.returncode in (3, 4):  # no solution, or M~ is indefinite
            continue
        path, name = os.path.join(place, "m"), "machine %d of seed %d" % (trial, SEED)
        texts = [open(path + end).read() for end in (".scene", "")]
        check(court(name, texts), name + " is refused")
        one = json.loads(os.popen("'%s' --json '%s'" % (CHECK, path)).read())
        same(name, one, second.code_and_words(path)[1])
        count["proofs"] += 1
        count["modes"] += one["modes"]["proven"]
        count["of"] += one["modes"]["of"]
        for _ in range(8):
            which, new = r.random() < 0.6, texts[:]
            marks = [x.start(1) for x in re.finditer(
                r":(-?[0-9a-f]+)" if which else r"\n(?:q|v|const|restitution|alpha) "
                r"(?:\S+ )?(-?[0-9a-f]+)", new[which])]
            at = r.choice(marks)
            x = re.match("-?[0-9a-f]+", new[which][at:]).group(0)
            y = int(x, 16) + r.choice((-1, 1)) * 16 ** r.randint(0, len(x) - 1)
            new[which] = new[which][:at] + ("-%x" % -y if y < 0 else "%x" % y) + \
                new[which][at + len(x):]
            count["tried"] += 1
            count["accepted"] += court(name + " at %d" % at, sealed(*new))
    print("%(proofs)d machines, modes %(modes)d of %(of)d; %(accepted)d of %(tried)d "
          "forged numbers are true" % count)
    check(count["modes"] > count["of"] / 2, "%s" % count)


def again(place, r):
    """One row solved anew, in other modes or with a datum moved."""
    tried = accepted = 0
    for sets in ("drop=0 T=1/64", "drop=0 T=1/64 mu=1/4 e=1/2 alpha=3/4",
                 "drop=0 T=1/64 mu=1 e=0 alpha=1"):
        perp("GAP08/newton_rod", place, "--certify", "L2", "--cert", "r", "-q", sets=sets)
        path = os.path.join(place, "r")
        texts = [open(path + end).read() for end in (".scene", "")]
        check(court("the rod", texts) and forged.single(*texts, "L2"), "the rod, " + sets)
        for k in range(20 * MORE):
            how = (forged.other_solution, forged.moved_data)[k % 2]
            pair = how(*texts, r)
            if pair is None:
                continue
            pair = sealed(*pair)
            if pair == tuple(texts) or pair == texts:
                continue
            tried += 1
            accepted += court(how.__name__, pair)
    print("%d rows solved anew, %d of them true" % (tried, accepted))


# A ball over the floor q = 0 that is at q_m = q + v / 8, h = 1/4, as in the chapter.
HEAD = {"scheme": "moreau-jean", "h": Q(1, 4), "alpha": Q(1, 2), "gamma": Q(1, 2),
        "restitution": Q(1, 2), "T": Q(1, 4), "jumps": "none", "hits": "none"}
FLOOR = [], [], ["i0"]


def ball(q, v, gap, listed, tape=FLOOR, deep=NONE, n=1, **more):
    """One row: what pushes sends the ball back with e = 1/2, else it flies on."""
    to = -Q(v) / 2 if listed and v < 0 else Q(v)
    x = (to + v) / 2
    head = {**HEAD, **more}
    return scene([q], [v], [(0, 0)], {"gaps": tape}, **head), proof("L2", array(
        "gap", [gap]) + step(" 0" if listed else "", M=[1], n=[n] if listed else [],
                             z=[x, x - v] if listed else [x], v=[to]) + deep + array(
            "q", [q + Q(1, 8) * (v + to)]))


def example():
    """The ball of (E11): the bound by hand is 4 rho."""
    has = judged("the example", 0, *ball(0, -2, Q(-1, 4), 1, deep=TAU % "c"),
                 "in the middle of the step", modes={"proven": 1, "of": 1},
                 height="0", open={"proven": 1, "of": 1})
    check(Q(1, 4) <= Q(has["depth"]) < Q(1, 4) + DUST, has["depth"])
    off = Q(has["velocity"]) - Q(4, 2 ** 46)
    check(0 <= off <= Q(1, 2 ** 76), "4 rho: %g" % float(off))
    for word, code in (("o", 1), ("s", 1), ("+", 1), ("undecided", 0)):
        judged("the example, as " + word, code, *ball(0, -2, Q(-1, 4), 1, deep=TAU % word))
    # what the scene knows is 3/4 as far as the row says
    judged("another n", 1, *ball(0, -2, Q(-1, 4), 1, ([Q(3, 4)], ["mul i0 c0"], ["k0"]),
                                 TAU % "c"), "n is farther")


def rules():
    """Each rule of (E11), broken; what the row says of the gap alone is fine."""
    for name, code, text, words in (
            ("the floor left out", 1, ball(0, -2, Q(1, 4), 0), "closed in the middle, and not"),
            ("with no gap above 0", 1, ball(0, -2, Q(-1, 4), 0), "closed and not listed"),
            ("far, and listed", 1, ball(3, -2, 0, 1), "open in the middle, and listed"),
            ("open where it begins", 0, ball(Q(1, 8), -2, Q(-1, 8), 1), "accepted"),
            ("closed where it begins", 0, ball(0, 2, Q(1, 4), 0), "accepted"),
            ("inside where it ends", 0, ball(Q(3, 8), -2, Q(1, 8), 0), "0 of 1 rows"),
            ("another size of the gap", 0, ball(0, -2, -7, 1), "gaps from -0 to 0 m in the"),
            ("deep at the start", 1, ball(Q(-1, 2), 8, Q(1, 2), 0), "deep at the start"),
            ("listed without a value", 1, ball(0, -2, 0, 1, (
                [0], ["div i0 c0"], ["k0"])), "its gap has no value"),
            ("left out without a value", 0, ball(0, -2, 1, 0, (
                [0], ["div i0 c0"], ["k0"])), "0 of 1 rows"),
            ("no value, of a number too large", 1, ball(2 ** 600, -2, 1, 0, (
                [1], [], ["c0"])), "the middle of the step has no value"),
            ("nor of a velocity", 1, ball(0, 2 ** 600, 1, 0, ([1], [], ["c0"])),
             "the middle of the step has no value"),
            ("nor of both together", 1, ball(2 ** 511, 2 ** 514, 1, 0, ([1], [], ["c0"])),
             "the middle of the step has no value"),
            ("all below 2^512", 0, ball(2 ** 511, 2 ** 513, 1, 0, ([1], [], ["c0"])),
             "accepted"),
            ("a gap of the velocity", 1, ball(0, -2, -2, 1, ([], [], ["i1"])),
             "of more than positions"),
            ("under alpha-gamma", 1, ball(0, -2, Q(-1, 4), 1, scheme="alpha-gamma"), "")):
        judged(name, code, *text, words)


def borders():
    """One unit of 2^-160 to both sides of the doubt: 2^-46 of the largest of 4 and the
    coordinates at q and at q_m."""
    unit = Q(1, 2 ** 150)
    for name, q, v, largest in (("4", Q(1, 4), -2, 4), ("q", 1024, -2, 1024),
                                ("q, left for 0", 1024, -8192, 1024),
                                ("q_m", 0, 2 ** 14, 2 ** 11)):
        most, at = Q(largest, 2 ** 46), q + Q(v, 8)
        for off, listed, code in ((most, 1, 0), (most + unit, 1, 1), (-most, 0, 0),
                                  (-most - unit, 0, 1)):
            if listed and v > 0:
                continue
            tape = [at - off], ["sub i0 c0"], ["k0"]  # at q_m it is off
            judged("%s: %s by %g" % (name, "listed" if listed else "left out", off), code,
                   *ball(q, v, 0 if listed else 1, listed, tape, penetration=2 ** 20))


def sides():
    """A point is sent back to where it begins by its force, and comes to q_m = 0 between, a
    ball that is no point, where a formula may have no sign. Whether the contact is listed
    or not, nothing is refused; the row counts, as shown and as open, where the gap leaves
    no doubt. The oracle knows what is so; but there is no other way to tell."""
    h, unit, much = Q(1, 3), Q(1, 2 ** 150), Q(4, 2 ** 46)
    sel = ["neg i0", "sel c0 c1 k0"], ["k1"]  # c0 at q_m, c1 where it begins and ends
    for name, listed, tape, shown in (
            ("the root of 0", 0, ([Q(1, 4)], ["mul i0 i0", "sqrt k0", "sub k1 c0"], ["k2"]), 0),
            ("a stair", 0, ([-1, 1], *sel), 0), ("an upper stair", 1, ([-1, 1], *sel), 0),
            ("by the doubt", 0, ([-much, 1], *sel), 1),
            ("by more", 0, ([-much - unit, 1], *sel), 0),
            ("listed, by the doubt", 1, ([-1, much], *sel), 1),
            ("listed, by more", 1, ([-1, much + unit], *sel), 0)):
        pair = scene([h], [-2], [(0, 0)], {"gaps": tape, "force": ([12], [], ["c0"])},
                     **{**HEAD, "h": h, "T": h}), proof("L2", array(
                         "gap", [1 - listed]) + step(" 0" * listed, M=[1], k0=[12], k1=[12],
                                                     z=[0], v=[2]) + NONE + array("q", [h]))
        judged(name, 0, *pair, "L2: in %d of 1 rows those contacts" % shown,
               open={"proven": shown, "of": 1})
        told = ask(os.path.join(PLACE.name, "f"), PYTHON)[1]
        check("open %d of 1" % shown in told, "%s: check.py: %s" % (name, told))
        check(court(name, sealed(*pair)), name)
    rows = [array("gap", [1]) + step("", M=[1], k0=[12], k1=[12], z=[x], v=[v]) + NONE +
            array("q", [q]) for x, v, q in ((0, 2, h), (4, 6, Q(5, 3)))]
    judged("each row by itself", 0, scene([h], [-2], [(0, 0)], {
        "gaps": ([-1, 1], *sel), "force": ([12], [], ["c0"])}, **{
            **HEAD, "h": h, "T": 2 * h}), proof("L2", *rows),
           "L2: in 1 of 2 rows those contacts", open={"proven": 1, "of": 2})


WALL = ("kind k 1 1 1 1 1 0 0\ntape gaps 5 0 1 1\nconst\nsub 4 0\nout 5\n"
        "tape slips 5 0 0 0\nconst\nout\nside 1 1 1 1\nthing 0 0 %s\n"
        "side 1 1 1 0\nthing w w\nbinding 0 0 1 1 0\npairs 0:0\n")


def several():
    """Two contacts of the scene's own, over 0 and over -1 or without a gap, and one of a
    binding, under 1 or -1: each is asked by its own number. The ball comes to -1/4."""
    ball_ = [Q(-1, 2), Q(3, 2)]
    for second, roof, listed, code, words in (
            ("k0", 1, "0", 0, "accepted"), ("i0", 1, "0", 1, "contact 1 is closed in"),
            ("k1", 1, "0", 0, "accepted"), ("k0", -1, "0", 1, "contact 2 is closed in"),
            ("k0", 1, "1", 1, "contact 0 is closed in"),
            ("k0", 1, "2", 1, "contact 0 is closed in"),
            ("i0", 1, "0 1", 0, "accepted"), ("k0", 1, "0 1", 1, "contact 1 is open in"),
            ("k1", 1, "0 1", 1, "contact 1 is listed, and its gap has no value"),
            ("i0", -1, "0 1 2", 0, "accepted"), ("k0", 1, "0 2", 1, "contact 2 is open in")):
        ids = [int(x) for x in listed.split()]
        z = ball_ + [0] * (len(ids) - 1)  # the first of them pushes
        judged("%s of %s and %d" % (listed, second, roof), code, scene(
            [0], [-2], [(0, 0)] * 2, {"gaps": ([0, 1], ["add i0 c1", "div c1 c0"], [
                "i0", second])}, bindings=1, more=WALL % spelt(Q(roof)),
            **{**HEAD, "penetration": 2}), proof("L2", array("gap", [
                0 if k in ids else 1 for k in range(3)]) + step(
                    "".join(" %d" % k for k in ids), M=[1],
                    n=[int(k < 2 or k == ids[0]) for k in ids],
                    z=z, v=[1]) + NONE + "q/8 0:-1\n"), words)


def rates():
    """q_m goes by the rates of the tape, at the velocity and the time of the row."""
    def one(gap, listed, text, F=0, v=-2, G=3):
        z, to = ([Q(-1, 2), Q(1, 2)], 1) if listed else ([v], v)
        return scene([0], [v], [(0, 0)], {"inertia": text, "gaps": FLOOR}, G=1, F=F,
                     **HEAD), proof("L2", array("gap", [gap]) + step(
                         " 0" if listed else "", M=[1], G=[G], n=[3] if listed else [],
                         z=z, v=[to]) + NONE + array("q", [Q(G, 8) * (to + v)]))
    three = [1, 3], [], ["c0", "c1"]
    turned = [1, -3], [], ["c0", "c1"]
    speed = [1, -1, 2], ["mul i1 c1", "mul k0 c2", "sub k1 c0"], ["c0", "k2"]
    judged("three times as fast", 0, *one(Q(-3, 4), 1, three), depth=None)
    judged("it is met", 1, *one(1, 0, three), "closed in the middle, and not listed")
    judged("the other way", 1, *one(Q(-3, 4), 1, turned), "open in the middle, and listed")
    judged("by the velocity", 0, *one(Q(-3, 4), 1, speed))
    judged("behind an F", 0, *one(Q(-3, 4), 1, ([1, 0, 3], [], ["c0", "c1", "c2"]), F=1))
    judged("an F in its place", 1, *one(1, 0, ([1, 0, 3], [], ["c0", "c1", "c2"]), F=1),
           "closed in the middle")
    judged("too fast, though nothing moves by it", 1, *one(
        1, 0, ([1, 0], [], ["c0", "c1"]), v=2 ** 600, G=0), "no value")
    wide = [1, 2 ** 300], [], ["c0", "c1"]
    for v, words in ((2 ** 300, "no value"), (2 ** 40, "accepted")):
        judged("a rate of 2^300, %g" % v, int(words != "accepted"), *one(
            1, 0, wide, v=v, G=2 ** 300), words)
    judged("no rate", 1, *one(1, 0, ([1, 0], ["div c0 c1"], ["c0", "k0"])), "no value")


def slides():
    """Modes of speeds of v+, not of x: a block of mass 1 with mu = 1/2 that is pressed
    down by 8 N for 1/4 s."""
    def block(v, z, to, mode, e=0, rho=Q(1, 2 ** 46), f=-8, x=0):
        head, k = {**HEAD, "restitution": e}, [0, f]
        moved = [x + Q(1, 8) * (v[0] + to[0]), Q(1, 8) * (v[1] + to[1])]
        return scene([x, 0], v, [(1, Q(1, 2))], {
            "force": ([0, f], [], ["c0", "c1"]), "gaps": ([], [], ["i1"]),
            "slips": ([0, 1], [], ["c1", "c0"])}, **head), proof(
                "L2", array("gap", [0]) + step(
                    " 0", M={0: 1, 3: 1}, k0=k, k1=k, n=[0, 1], d=[1, 0], z=z, v=to) +
                "radius %s\nmodes %s\n" % (spelt(rho), mode) + array("q", moved))
    half = Q(1, 2)
    # alpha h f = 1: z_n = 1; it sticks with z_f = -1/2 of at most 1/2, so not for all data
    slow = block([Q(3, 4), 0], [Q(3, 8), 0, 1, Q(-3, 8)], [0, 0], "s")
    judged("sticks in v+, while x goes on", 0, *slow, modes={"proven": 1, "of": 1})
    judged("all of its friction", 1, *block([1, 0], [half, 0, 1, -half], [0, 0], "s"),
           "for all data")
    judged("slides on", 0, *block([2, 0], [Q(3, 2), 0, 1, -half], [1, 0], "+"),
           modes={"proven": 1, "of": 1})
    judged("it is not '-'", 1, *block([2, 0], [Q(3, 2), 0, 1, -half], [1, 0], "-"))
    judged("nor does it stick", 1, *block([2, 0], [Q(3, 2), 0, 1, -half], [1, 0], "s"))
    judged("nor is it open", 1, *block([2, 0], [Q(3, 2), 0, 1, -half], [1, 0], "o"))
    # Pulled up with 8 N it opens: v+ = v + 2. What counts is v+ + e v.
    for v, e, mode, code, words in ((0, 0, "o", 0, ""), (-4, half, "o", 1, "c_n >= 0, rho >= 0"),
                                    (-1, 1, "o", 1, "for all data"),
                                    (-Q(7, 8), 1, "o", 0, ""), (-Q(7, 8), 1, "c", 1, "")):
        judged("leaves with %g, e = %g" % (v + 2, e), code, *block(
            [0, v], [0, v + 1, 0, 0], [0, v + 2], mode, e, f=8), words,
            **{} if code else {"modes": {"proven": 1, "of": 1}})


    # A speed of alpha (v+ + 0 v) = d / 2 from v = -2 + d, x = -1 + d: it is off by 2 g of
    # C1, g = 105/64, and by |x| + |beta v|, 1 + 1, in all by 5.28 rho; rho may be 2^-30
    # where a coordinate is 2^20.
    for much, code in ((Q(24, 5), 1), (Q(28, 5), 0)):
        d = Q(round(2 * much * 64), 64) / 2 ** 30
        judged("a speed of %g rho" % much, code, *block(
            [0, d - 2], [0, d - 1, 0, 0], [0, d], "o", f=8, rho=Q(1, 2 ** 30), x=2 ** 20),
            "for all data" if code else "")


PULLED = """local perp = require "perp"
return { system = perp.system { coordinates = { "y" }, mass = { { 1 } }, force = { 8 },
  contacts = function(q) return { { name = "floor", gap = q.y } } end },
  scheme = "moreau-jean", h = 1/4, T = 1/4, alpha = 1/2, gamma = 1/2, e = %s,
  q = { y = 0 }, v = { y = %s } }
"""


def written(place):
    """What perp decides: the same balls pulled up, v+ = v + 2. One of -5/4 opens for e =
    1/2, v+ = 3/4, though x = -1/4; for e = 1 it is thrown back, with x = 0; of -1 it is
    not known."""
    for v, e, mode in (("-5/4", "1/2", "o"), ("-1", "1", "undecided"), ("-5/4", "1", "c")):
        path = os.path.join(place, "w")
        with open(path + ".lua", "w") as file:
            file.write(PULLED % (e, v))
        perp(path + ".lua", place, "--certify", "L2", "--cert", path, "-q")
        texts = [open(path + end).read() for end in (".scene", "")]
        check(court("from " + v, texts) and "\nmodes %s\n" % mode in texts[1], texts[1])


judge = Judge()
print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    machines(directory, random.Random(SEED))
    written(directory)
    again(directory, random.Random(SEED))
    example()
    rules()
    borders()
    sides()
    several()
    rates()
    slides()
done()
