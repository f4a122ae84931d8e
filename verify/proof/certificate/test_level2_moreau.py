"""Level L2 of the nodes of Moreau's step, chapter 71 (E12), by both checkers and the slow
oracle: runs of cases, each rule broken by hand and its border to both sides, numbers
changed at random. PERP_SEED draws others; "whole": more of them."""
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as Q

import slow_certificate
from certificates import CHECK, perp, second
from judged import Judge, sealed, second_says
from level2 import same, spelt
from program import check, done
from slow_words import Untrue
from small import array, judged, proof, scene

SEED = int(os.environ.get("PERP_SEED", "1"))
MORE = 20 if sys.argv[1:] == ["whole"] else 1
CASES = [("bouncing_ball", "T=0.5"), ("bouncing_ball", "T=0.5 h=1/16 e=1/4"),
         ("corner", "T=0.3"), ("corner", "T=0.3 h=1/30"), ("disc", "T=1 h=1/10"),
         ("disc", "T=0.6 h=1/5"), ("clearance", "T=1 h=1/4"), ("gravity_ball", "T=1 h=1/8 e=1/3")]


def court(name, pair):
    """Both checkers and the oracle on two texts: are they accepted?"""
    printed = judge(*pair)
    fine = printed is not None
    check(second_says(*pair) == fine, "%s: the checkers disagree: %s\n%s\n%s" % (
        name, judge.line(*pair), *pair))
    if fine:
        try:
            slow_certificate.true(*pair, printed)
        except Untrue as why:
            check(False, "%s: accepted, but %s\n%s\n%s" % (name, why, *pair))
    return fine


def runs(place, r):
    """Cases, and one number of the statement or of the proof changed."""
    rows = tried = accepted = 0
    for case, sets in CASES:
        perp("P10/" + case, place, "--scheme", "moreau", "--certify", "L2", "--cert", "c",
             "-q", sets=sets)
        path = os.path.join(place, "c")
        texts = [open(path + end).read() for end in (".scene", "")]
        check(court(case, texts), case + " is refused")
        one = json.loads(os.popen("'%s' --json '%s'" % (CHECK, path)).read())
        same(case, one, second.code_and_words(path)[1])
        check(one["l2"]["proven"] == one["rows"] and one["modes"]["proven"] == 0,
              "%s: %s" % (case, one))
        rows += one["rows"]
        for _ in range(8 * MORE):
            which, new = r.random() < 0.7, texts[:]
            at = r.choice([x.start(1) for x in re.finditer(
                r":(-?[0-9a-f]+)" if which else r"\n(?:q|v|const|restitution|h) "
                r"(?:\S+ )?(-?[0-9a-f]+)", new[which])])
            x = re.match("-?[0-9a-f]+", new[which][at:]).group(0)
            y = int(x, 16) + r.choice((-1, 1)) * 16 ** r.randint(0, len(x) - 1)
            new[which] = new[which][:at] + ("-%x" % -y if y < 0 else "%x" % y) + \
                new[which][at + len(x):]
            tried += 1
            accepted += court("%s at %d" % (case, at), sealed(*new))
    print("%d nodes; %d of %d forged numbers are true" % (rows, accepted, tried))


# A ball over the floor q = 0, h = 1/4, e = 1/2: q_m = q + v / 8.
HEAD = {"scheme": "moreau", "h": Q(1, 4), "gamma": Q(1, 2), "restitution": Q(1, 2),
        "T": Q(1, 4), "jumps": "none", "hits": "none"}
FLOOR = [], [], ["i0"]
TAU, NONE = "radius 1/400000000000\n", "radius undecided\n"  # 2^-46


def ball(q, v, f, tape=FLOOR, deep=TAU, M=1, g=0, n=1, tapes=None, F=0, **more):
    """One node that states the gap f: of at most 0 it is thrown back with e, else it goes
    on, by g / M faster each second."""
    head, listed = {**HEAD, **more}, f <= 0 and v < 0
    to = -Q(v) / 2 if listed else Q(v) + Q(g, 4) / M
    w = (to + Q(v) / 2) * Q(2, 3)
    return scene([q], [v], [(0, 0)], {"gaps": tape, **(tapes or {})}, F=F, **head), proof(
        "L2", array("M", [M]) + array("g", [g]) + array("f", [f]) + array("n", [n]) + array(
            "z", [w, (M * (to - v) - Q(g, 4)) / n if listed else 0]) + array("v", [to]) +
        deep + array("q", [q + Q(1, 8) * (v + to)]), word="node")


def rules():
    rho = Q(1, 2 ** 46)
    one = ([1], [], ["c0"])
    for name, code, text, words in (
            ("thrown back", 0, ball(0, -2, Q(-1, 4)), "middle of the step"),
            ("without a radius", 0, ball(0, -2, Q(-1, 4), deep=NONE), "accepted"),
            ("no radius", 1, ball(0, -2, Q(-1, 4), deep=""), "'radius ' expected"),
            ("modes behind it", 1, ball(0, -2, Q(-1, 4), deep=TAU + "modes c\n"), ""),
            ("radius 0", 1, ball(0, -2, Q(-1, 4), deep="radius 0\n"), "a radius is positive"),
            ("a large one", 1, ball(0, -2, Q(-1, 4), deep="radius 1/20000000000\n"),
             "the radius is larger"),
            ("large data", 0, ball(0, -2, Q(7, 4), g=8, deep="radius 1/80000000000\n", tapes={
                "force": ([8], [], ["c0"])}, tape=([2], ["add i0 c0"], ["k0"])), "accepted"),
            ("the floor left out", 1, ball(0, -2, Q(1, 4), deep=NONE), "closed in the middle"),
            ("far, and it pushes", 1, ball(3, -2, 0, deep=NONE), "open in the middle"),
            ("f, by more than the radius", 1, ball(0, -2, Q(-1, 4) + 2 * rho), "a value is"),
            ("f, by the radius", 0, ball(0, -2, Q(-1, 4) + rho), "accepted"),
            ("f of q, not of q_m", 1, ball(0, -2, 0), "a value is"),
            ("f of the way back", 1, ball(0, 2, Q(-1, 4)), "open in the middle"),
            ("n", 1, ball(0, -2, Q(-1, 4), n=2), "n is farther"),
            ("n of another gap", 0, ball(0, -2, Q(-1, 2), ([2], ["mul i0 c0"], ["k0"]), n=2),
             "accepted"),
            ("M", 1, ball(0, -2, Q(-1, 4), M=2), "M is farther"),
            ("M at q_m", 0, ball(Q(1, 4), 2, Q(1, 2), M=Q(5, 4), tapes={"inertia": (
                [Q(3, 4)], ["add i0 c0"], ["k0"])}), "accepted"),
            ("M at q", 1, ball(Q(1, 4), 2, Q(1, 2), M=1, tapes={"inertia": (
                [Q(3, 4)], ["add i0 c0"], ["k0"])}), "M is farther"),
            ("g", 1, ball(0, 2, Q(1, 4), g=-1), "g is farther"),
            ("g at q_m", 0, ball(0, 2, Q(1, 4), g=Q(1, 4), tapes={"force": FLOOR}), "accepted"),
            ("g at q", 1, ball(0, 2, Q(1, 4), g=0, tapes={"force": FLOOR}), "g is farther"),
            ("g by V", 0, ball(0, 2, Q(1, 4), g=2, tapes={"force": ([], [], ["i1"])}), "accepted"),
            ("g by the time", 0, ball(0, 2, Q(1, 4), g=0, tapes={"force": ([], [], ["i2"])}),
             "accepted"),
            ("g and F V", 0, ball(0, 2, Q(1, 4), g=7, F=1, tapes={
                "inertia": ([1, 3], [], ["c0", "c1"]), "force": one}), "accepted"),
            ("g without F V", 1, ball(0, 2, Q(1, 4), g=1, F=1, tapes={
                "inertia": ([1, 3], [], ["c0", "c1"]), "force": one}), "g is farther"),
            ("a gap without a value", 1, ball(0, 2, 1, ([0], ["div i0 c0"], ["k0"])),
             "no value"),
            ("the same, undecided", 0, ball(0, 2, 1, ([0], ["div i0 c0"], ["k0"]), NONE),
             "0 of 1 rows"),
            ("closed at q_m, where the root has no ball", 0, sent_back(
                ([Q(1, 4)], ["mul i0 i0", "sqrt k0", "sub k1 c0"], ["k2"])), "0 of 1 rows those"),
            ("where a stair has two signs", 0, sent_back(
                ([-1, 1], ["neg i0", "sel c0 c1 k0"], ["k1"])), "0 of 1 rows those"),
            ("where both steps are open", 0, sent_back(
                ([2, 1], ["neg i0", "sel c0 c1 k0"], ["k1"])), "1 of 1 rows those"),
            ("deep at the start", 1, ball(-1, 16, 1), "deep at the start"),
            ("of paoli", 1, ball(0, 2, Q(1, 4), scheme="paoli", gamma=1),
             "knows no such scheme")):
        judged(name, code, *text, words)
    has = judged("the bounds", 0, *ball(0, -2, Q(-1, 4)), l2={"proven": 1, "of": 1},
                 modes={"proven": 0, "of": 1}, height="0", velocity=None)
    check(Q(1, 4) <= Q(has["depth"]) < Q(1, 4) + Q(1, 2 ** 50), has["depth"])
    judged("the clock", 1, *later(Q(1, 2)), "g is farther")
    judged("the clock", 0, *later(Q(1, 4)))


def sent_back(tape):
    """Without the contact, from 1/3 with -2 to 1/3 with 2; q_m is 0, a ball that is no
    point."""
    h = Q(1, 3)
    return scene([h], [-2], [(0, 0)], {"gaps": tape, "force": ([12], [], ["c0"])}, **{
        **HEAD, "h": h, "T": h}), proof("L2", array("M", [1]) + array("g", [12]) + array(
            "f", [1]) + "n\n" + array("z", [Q(2, 3)]) + array("v", [2]) + NONE + array(
                "q", [h]), word="node")


def later(g):
    """A second node, whose force is the time at its begin, 1/4."""
    node = [array("M", [1]) + array("g", [x]) + array("f", [f]) + array("n", [1]) + array(
        "z", [w, 0]) + array("v", [v]) + TAU + array("q", [q])
        for x, f, w, v, q in (
            (0, Q(1, 4), 2, 2, Q(1, 2)),
            (g, Q(3, 4), 2 + g / 6, 2 + g / 4, 1 + g / 32))]
    return scene([0], [2], [(0, 0)], {"gaps": FLOOR, "force": ([], [], ["i2"])},
                 **{**HEAD, "T": Q(1, 2)}), proof("L2", *node, word="node")


def borders():
    """One unit beyond the doubt, 2^-46 of the largest of 4 and the coordinates."""
    unit = Q(1, 2 ** 150)
    for name, q, v, largest in (("4", Q(1, 4), -2, 4), ("q", 1024, -2, 1024),
                                ("q, left for 0", 1024, -8192, 1024),
                                ("q_m", 0, -2 ** 14, 2 ** 11)):
        most, at = Q(largest, 2 ** 46), q + Q(v, 8)
        for off, f, code in ((most, 0, 0), (most + unit, 0, 1), (-most, 1, 0),
                             (-most - unit, 1, 1)):
            judged("%s: f = %d, by %g" % (name, f, off), code, *ball(
                q, v, f, ([at - off], ["sub i0 c0"], ["k0"]), NONE, penetration=2 ** 20))


def halves():
    """Both halves of M, and each place of the gradients of two contacts in two velocities;
    the first as the scene's own, the second as one of a binding."""
    kind = ("kind k 1 1 1 1 1 0 0\ntape gaps 5 0 1 1\nconst\nsub 4 0\nout 5\ntape slips 5 0 0 0\n"
            "const\nout\nside 1 1 1 1\nthing 1 1 3\nside 1 1 1 0\nthing w w\nbinding 0 0 1 1 0\n"
            "pairs 0:0\n")

    def two(M=(2, 1, 2), n=(1, 2, 0, -1), f=(1, 3), upper="c2", code=0, words="accepted"):
        judged("%s %s %s %s" % (M, n, f, upper), code, scene([0, 0], [0, 0], [(0, 0)], {
            "inertia": ([2, 1, 1], [], ["c0", "c1", upper, "c0"]),
            "force": ([0], [], ["c0", "c0"]),
            "gaps": ([2, 1], ["mul i1 c0", "add i0 k0", "add k1 c1"], ["k2"])},
            bindings=1, more=kind, **HEAD), proof(
                "L2", array("M", {0: M[0], 1: M[1], 3: M[2]}) + "g\n" + array("f", f) +
                array("n", n) + "z\nv\n" + TAU + "q\n", word="node"), words)
    two()
    two(upper="c0", code=1, words="M is farther")
    two(M=(2, 0, 2), code=1, words="M is farther")
    for n in ((0, 2, 0, -1), (1, 0, 0, -1), (1, 2, 1, -1), (1, 2, 0, 0), (1, 2, 0, 1)):
        two(n=n, code=1, words="n is farther")
    for f in ((2, 3), (1, 2)):
        two(f=f, code=1, words="a value is farther")


judge = Judge()
print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    runs(directory, random.Random(SEED))
rules()
borders()
halves()
done()
