"""perp-check at the borders of level L2 (chapter 71), where runs of perp seldom come:
formulas without a value or a derivative, contacts with the world, collisions with no
bracket, contact modes on the edge. Statements and proofs are written by hand (small.py),
and both checkers judge them."""
import itertools
from fractions import Fraction as Q

from level2 import spelt
from program import check, done
from small import judged, jump, proof, scene, step

RHO = Q(1, 2 ** 46)
TAU, NONE = "radius 1/400000000000\n", "radius undecided\n"  # 2^-46
BIG = 2 ** 300
# sqrt(2)^2 - 2 is 0, and no ball knows which sign it has.
OPEN = ["sqrt c0", "mul k0 k0", "sub k1 c0"]


def radius(x):
    return "radius %s\n" % spelt(Q(x))


def rest(consts, code, out):
    """A ball that rests on the ground under this gap; the row that lists it."""
    return scene([0], [0], [(0, 0)], {"gaps": (consts, code, [out])}), proof(
        "L2", step(" 0", M=[1], n=[1]) + TAU + "modes undecided\nq\n")


def values():
    """Which gaps have a value, and which a derivative: y and something that is 0 where it
    is anything. `has`: both, no derivative, no value."""
    words = {"both": "accepted", "value": "has no gradient", "none": "has no value"}
    wide = OPEN + ["sel c1 c2 k2", "mul k3 k3", "mul k4 c3", "add i0 k5"]
    for name, consts, code, has in (
            ("y", [], ["neg i0", "neg k0"], "both"),
            ("a middle that fits, and a radius that does not",
             [2, BIG, -BIG, 0], wide, "none"),
            ("one that fits", [2, 2 ** 200, -2 ** 200, 0], wide, "both"),
            ("a condition without a value", [0, 1],
             ["div c1 c0", "sel i0 i0 k0"], "none"),
            ("the branch that is taken has none", [0, 1],
             ["div c1 c0", "sel k0 i0 c1"], "none"),
            ("the other one that is taken has none", [0, -1],
             ["div c1 c0", "sel i0 k0 c1"], "none"),
            ("the first, not taken, has none", [0, -1],
             ["div c1 c0", "sel k0 i0 c1"], "both"),
            ("the second, not taken, has none", [0, 1],
             ["div c1 c0", "sel i0 k0 c1"], "both"),
            ("open, the first has none", [2, 0, 1],
             OPEN + ["div c2 c1", "sel k3 i0 k2"], "none"),
            ("open, the second has none", [2, 0, 1],
             OPEN + ["div c2 c1", "sel i0 k3 k2"], "none"),
            ("open, at rest", [2], OPEN + ["sel i0 i0 k2"], "both"),
            ("open, and it moves", [2], OPEN + ["add k2 i0", "sel i0 i0 k3"], "value"),
            ("a slope beyond 2^512", [2 ** 150],
             ["mul i0 c0", "mul k0 c0", "mul k1 c0", "mul k2 c0", "sub k3 k3",
              "add i0 k4"], "value")):
        judged(name, int(has != "both"), *rest(
            consts, code, "k%d" % (len(code) - 1)), words[has])


KIND = ("kind k 2 2 1 2 2 0 1\ntape gaps 9 0 2 1\nconst\nsub 1 3\nsub 9 8\nout 10\n"
        "tape slips 9 3 0 4\nconst 0 1 -1\nout 10 9 11 9\n"
        "side 1 2 2 1\nthing 0 1 0 1 %s\nside 1 2 2 0\nthing w w w w\n"
        "binding 0 0 1 1 0\npairs 0:0\n")


def worlds():
    """A contact of a binding with a thing that is the world's: its places w are 0, have no
    derivative, and no rows. A block at rest; and what a projection says of it."""
    row = step(" 0", M={0: 1, 3: 1}, n=[0, 1], d=[1, 0]) + TAU + "modes undecided\nq\n"
    for height, change, code, words in (
            ("0", (), 0, "accepted"), ("1", (), 1, "contact 0 is deep at the start"),
            ("-1", (), 1, "contact 0 is listed and open"),
            ("0", ("d 0:1", "d 0:2"), 1, "d is farther")):
        text = scene([0, 0], [0, 0], bindings=1, more=KIND % height)
        judged("world, %s" % height, code, text, proof(
            "L2", row.replace(*change) if change else row), words)
    turned = ("kind k 2 2 0 2 2 1 1\ntape gaps 9 0 2 1\nconst\nsub 3 1\nsub 9 8\nout 10\n"
              "tape slips 9 3 0 4\nconst 0 1 -1\nout 11 9 10 9\nside 1 2 2 0\n"
              "thing w w w w\nside 1 2 2 1\nthing 0 1 0 1 0\nbinding 0 0 1 1 0\npairs 0:0\n")
    judged("the world is A", 0, scene([0, 0], [0, 0], bindings=1, more=turned), proof("L2", row))
    judged("no rows", 0, scene([0], [0], T=0), proof("L2"), "accepted: level L2, 0 rows",
           level="L2", l2={"proven": 0, "of": 0})
    judged("falls", 0, scene([0, 1], [0, Q(-1, 2)], bindings=1, more=KIND % "0"), proof(
        "L2", step(M={0: 1, 3: 1}, z=[0, Q(-1, 2)], v=[0, Q(-1, 2)]) + NONE + "q/2 1:1\n"),
        open={"proven": 1, "of": 1})
    moved = scene([0, 0], [0, 0], bindings=1, more=KIND % "0", project="contacts")
    for value, code, words in (("", 0, "accepted"), ("/10 0:1", 1, "a value is farther"),):
        judged("projected," + value, code, moved, proof(
            "L2", row + "project 0 0 0\nG\nnu\na\nn 1:1\nvalue%s\nforce\np\n" % value + TAU),
            words, placed={"proven": 1, "of": 1} if code == 0 else None)


def sizes():
    """A radius may be 2^-46 of 4, of a coordinate, of a datum, or of the time; one that is
    no double is not known."""
    def still(first, second, q=0):
        return scene([q], [0], T=16, h=8), proof("L2", *(step(M=[1]) + radius(
            x * RHO) + "modes undecided\n" + ("q 0:%x\n" % q if q else "q\n")
            for x in (first, second)))
    judged("at the time 8", 0, *still(4, 8))
    judged("at the time 0", 1, *still(8, 8), "the radius is larger")
    judged("beyond the time", 1, *still(4, Q(17, 2)), "the radius is larger")
    judged("far", 0, *still(2 ** 1100, 2 ** 1100, 2 ** 1100), radius=None, depth="0")
    for size, code in ((2 ** 500, 0), (2 ** 600, 1)):  # a force of q, an input
        judged("a force of %g" % size, code, scene([size], [0], tapes={"force": (
            [], [], ["i0"])}, jacobians="zero"), proof("L2", step(
                M=[1], k0=[size], k1=[size], z=[size], v=[size]) + TAU +
                "modes undecided\n" + "q 0:%x\n" % (2 * size)),
            "has no value" if code else "")


def ball(gap, **head):
    """A ball falls from 1 with -1 and stops where the step ends. gap: a tape of one or two
    gaps."""
    return scene([1], [-1], [(0, 0)] * len(gap[2]), {"gaps": gap}, **head), proof(
        "L2", step(M=[1], z=[-1], v=[-1]) + NONE + "hit 1\nq\nv 0:-1\n" +
        jump(" 0", M=[1], n=[1], z=[0, 1], v=[0]) + NONE)


def brackets():
    """A collision at S = 1, where the gap vanishes. Gaps are y, but without a value where
    they are said to be 0/0: before S, behind it, at S itself, where nothing shows that what
    is listed has closed. Then another contact that dips below 0 on the way, and a second
    collision at a gap that is 2^-35 too high."""
    tiny = Q(1, 2 ** 40)
    for name, at, width in (("before", tiny, 30), ("behind", -tiny, 30), ("at S", 0, 40)):
        broken = ball(([at], ["sub i0 c0", "mul i0 k0", "div k1 k0"], ["k2"]))
        if at == 0:
            judged("no value " + name, 1, *broken, words="its gap has no value")
            continue
        has = judged("no value " + name, 0, *broken,
                     brackets={"proven": 1, "of": 1}, l2={"proven": 0, "of": 2})
        far = Q(has["width"]) * 2 ** width
        check(1 <= far <= 1 + Q(1, 2 ** 50), "%s: %s" % (name, has["width"]))
    dip = ([1], ["sub i0 c0", "mul i0 k0"], ["i0", "k1"])
    judged("another is inside before", 0, *ball(dip, tolerance=0),
           brackets={"proven": 0, "of": 1}, open={"proven": 0, "of": 1})
    one = dict(M={0: 1, 3: 1})
    text = scene([1, 2], [-1, -1], [(0, 0)] * 2, {
        "gaps": ([Q(1, 2 ** 35)], ["sub i1 c0"], ["i0", "k0"])}, T=2)
    has = judged("two", 0, text, proof(
        "L2", step(z=[-1, -1], v=[-1, -1], **one) + NONE + "hit 1\nq 1:1\nv 0:-1 1:-1\n" +
        jump(" 0", n=[1, 0], z=[0, -1, 1], v=[0, -1], **one) + NONE,
        step(" 0", n=[1, 0], z=[0, -1, 0], v=[0, -1], **one) + NONE + "hit 1\nq\nv 1:-1\n" +
        jump(" 0 1", n=[1, 0, 0, 1], z=[0, 0, 0, 1], v={}, **one) + NONE),
        brackets={"proven": 2, "of": 2})
    check(1 <= Q(has["width"]) * 2 ** 30 <= 1 + Q(1, 2 ** 50), "the wider one is said")


def ways():
    """Where the gap is too large to have a value at the left end, but not in the middle of
    the way, and its ball over the way is wide, the right end shows that it is open."""
    p = 2 ** 500
    gap = ([p, Q(1, 8)], ["mul i0 c1", "add i0 k0", "sub k1 k0", "mul k2 c0"], ["k3"])
    judged("from the right", 0, scene([4097], [-4095], [(0, 0)], {"gaps": gap}), proof(
        "L2", step(M=[1], z=[-4095], v=[-4095]) + NONE + "q 0:2\n"),
        open={"proven": 1, "of": 1})


WALL = ("kind k 1 1 1 1 1 0 0\ntape gaps 5 0 1 1\nconst\nsub 4 0\nout 5\n"
        "tape slips 5 0 0 0\nconst\nout\nside 1 1 1 1\nthing 0 0 %s\n"
        "side 1 1 1 0\nthing w w\nbinding 0 0 1 1 0\npairs 0:0\n")


def far():
    """The doubt behind a row is that of the position before it: from 0 to 1024, and to 2^-40
    or 2^-45 behind a wall there; 2^-46 of 4, not of 1024. Of the scene's own contacts, and
    of one of a binding."""
    row = proof("L2", step(M=[1], z=[1024], v=[1024]) + NONE + "q 0:400\n")
    for depth, code in ((Q(1, 2 ** 40), 1), (Q(1, 2 ** 45), 0)):
        words = "closed and not listed" if code else "accepted"
        judged("own, %g" % depth, code, scene([0], [1024], [(0, 0)], {"gaps": (
            [1024 - depth], ["sub c0 i0"], ["k0"])}), row, words)
        judged("a pair, %g" % depth, code, scene([0], [1024], bindings=1, more=WALL % spelt(
            1024 - depth)), row, words)


def statements():
    """What level L2 does not know is refused before a row is read."""
    none = proof("L2")
    still = dict(T=0, jumps="none", hits="none")
    judged("theta", 1, scene([0], [0], scheme="theta", behind="corners 0\n", tapes={
        "yield": ((), (), ())}, **still), none, "knows no such scheme")
    judged("paoli", 1, scene([0], [0], scheme="paoli", **still), none,
           "knows no such scheme")
    for e, scheme in itertools.product((0, 1), ("alpha-gamma", "moreau-jean")):
        judged("%s, e = %d" % (scheme, e), 0, scene([0], [0], scheme=scheme,
               restitution=e, **still), none, "accepted")
    for out, code in (("i0", 0), ("i1", 1), ("i2", 1)):
        words = "a projection of more than positions" if code else "accepted"
        judged("elongations of " + out, code, scene([0], [0], springs=[(1, 0)], tapes={
            "springs": ([], [], [out])}, T=0, project="joints"), none, words)
        judged("rates of " + out, code, scene([0], [0], G=1, tapes={
            "inertia": ([1], [], ["c0", out])}, T=0, project="joints"), none, words)
        judged("no projection, rates of " + out, 0, scene([0], [0], G=1, tapes={
            "inertia": ([1], [], ["c0", out])}, T=0), none)


def modes():
    """Modes that the solution has not, or not for all data."""
    def block(slips, mu, z, words, code, said="accepted", v=(4, 0)):
        d = [x for k in range(slips) for x in (Q(1, 2 ** k), 0)]
        text = scene([0, 0], v, [(slips, mu)], {
            "force": ([0, -2], [], ["c0", "c1"]), "gaps": ([], [], ["i1"]),
            "slips": ([0] + [Q(1, 2 ** k) for k in range(slips)], [],
                      [x for k in range(slips) for x in ("c%d" % (k + 1), "c0")])})
        k = {1: -2}
        judged("block, modes " + words, code, text, proof("L2", step(
            " 0", M={0: 1, 3: 1}, k0=k, k1=k, n=[0, 1], d=d, z=z, v=z[:2]) + TAU +
            "modes %s\nq%s\n" % (words, " 0:%x" % z[0] if z[0] else "")), said)
    block(0, 0, [4, 0, 2], "", 1, "a contact mode expected")
    block(0, 0, [4, 0, 2], "c", 0)
    block(0, 0, [4, 0, 2], "s", 1, "is not in the mode 's' {")  # the record is next
    block(1, 0, [4, 0, 2, 0], "c", 0)
    block(1, 0, [4, 0, 2, 0], "+", 1, "is not in the mode '+' {")
    block(1, 1, [0, 0, 2, 0], "c", 1, "is not in the mode 'c' {", (0, 0))
    block(1, 1, [0, 0, 2, 0], "s", 0, v=(0, 0))
    block(3, Q(1, 2), [3, 0, 2, -1, 0, 0], "+00", 0)
    block(3, Q(1, 2), [3, 0, 2, -1, 0, 0], "-00", 1, "is not in the mode '-00' {")
    block(3, Q(1, 2), [3, 0, 2, -1, 0, 0], "+0+", 1, "is not in the mode '+0+' {")
    small = Q(1, 2 ** 5000)
    for name, force, n, said in (
            ("too light to press", small, 1, "is not in the mode 'c' for all data"),
            ("an impulse beyond all doubles", 1, small, "the bound is not below 1"),
            ("pressed", 1, 1, "")):
        text = scene([0], [0], [(0, 0)], {"force": ([-force], [], ["c0"]), "gaps": (
            [n], ["mul i0 c0"], ["k0"])})
        judged(name, int(said != ""), text, proof("L2", step(
            " 0", M=[1], k0=[-force], k1=[-force], n=[n], z=[0, force / Q(n)]) + TAU +
            "modes c\nq\n"), said)
    judged("coupled masses", 0, scene([0, 0], [1, 0], tapes={
        "inertia": ([1, 2], [], ["c1", "c0", "c0", "c1"])}), proof("L2", step(
            M={0: 2, 1: 1, 3: 2}, z=[1, 0], v=[1, 0]) + TAU + "modes\nq 0:1\n"),
        modes={"proven": 1, "of": 1})
    for mass, code in ((1, 0), (Q(1, 2 ** 50), 1)):
        judged("mass %s" % mass, code, scene([0], [0], tapes={
            "inertia": ([mass], [], ["c0"])}), proof("L2", step(M=[mass]) + radius(
                4 * RHO) + "modes\nq\n"), "the bound is not below 1" if code else "")


def springs():
    """A spring that has no law, in the limit, leaves the velocity as it is; a stiff one is
    a row of its own, divided by its weight."""
    one = dict(tapes={"springs": ([], [], ["i0"])})
    for stiff, v, x, z, scheme in ((0, 1, 1, 0, "stiff-limit"), (0, 1, 1, 0, "alpha-gamma"),
                                   (3, 4, 1, -3, "alpha-gamma"),
                                   (3, 4, 1, -3, "linear-implicit"),
                                   (3, 4, 0, -4, "stiff-limit")):
        judged("%s, %d" % (scheme, stiff), 0, scene(
            [0], [v], springs=[(stiff, 0)], scheme=scheme, **one), proof("L2", step(
                M=[1], a=[1], z=[x, z], v=[x]) + TAU + "modes\n" + ("q 0:1\n" if x else "q\n")),
            modes={"proven": 1, "of": 1})
    for stiff, code in ((0, 0), (1, 1)):  # beside a joint a rigid link is one too many
        judged("held, %d" % stiff, code, scene([0], [0], joints=1, springs=[(stiff, 0)], tapes={
            "springs": ([], [], ["i0"]), "joints": ([], [], ["i0"])}, scheme="stiff-limit"),
            proof("L2", step(M=[1], nu=[1], a=[1]) + TAU + "modes\nq\n"),
            "the bound is not below 1" if code else "")


def tiny():
    """Radii that doubles hardly know. A free mass m is pushed by up to rho for h = 1/4: it
    comes to h rho / (m - rho), and no less may be said. All data are whole numbers of
    2^-160, so that any radius is fine."""
    h = Q(1, 4)
    for k, l in ((160, 1074), (0, 1074), (160, 1030), (150, 2000), (160, 120)):
        m, rho = Q(1, 2 ** k) if l > k else Q(1), Q(1, 2 ** l)
        has = judged("a radius of 2^-%d" % l, 0, scene([0], [0], tapes={
            "inertia": ([m], [], ["c0"])}, h=h, T=h), proof("L2", step(
                M=[m]) + "radius %s\nmodes\nq\n" % spelt(rho)), modes={"proven": 1, "of": 1})
        check(Q(has["velocity"]) >= h * rho / (m - rho), "m = 2^-%d: %s" % (k, has["velocity"]))


def coefficients():
    """A block of mass 2^23 that is stopped from a large velocity by all of its friction, mu / 2:
    it does not stick for all data, whatever mu; by half of it it does, while doubles know mu."""
    def block(mu, share, mass=2 ** 23, press=HALF, rho=Q(1, 2 ** 1060), d=1):
        f = -share * mu * press
        return scene([0, 0], [-f * d / mass, 0], [(1, mu)], {
            "inertia": ([mass, 0, 1], [], ["c0", "c1", "c1", "c2"]), "force": (
                [0, -press], [], ["c0", "c1"]), "gaps": ([], [], ["i1"]), "slips": (
                    [0, d], [], ["c1", "c0"])}), proof("L2", step(
                        " 0", M={0: mass, 3: 1}, k0=[0, -press], k1=[0, -press],
                        n=[0, 1], d=[d, 0], z=[0, 0, press, f], v=[0, 0]) + radius(rho) +
                            "modes s\nq\n")
    for k in (10, 999, 1000, 1001, 1024, -10, -900, -1000, -1001):
        mu = Q(2) ** k
        judged("all of the friction of 2^%d" % k, 1, *block(mu, 1), "for all data")
        judged("half of the friction of 2^%d" % k, int(not -1000 < k < 1000), *block(
            mu, HALF), "" if -1000 < k < 1000 else "for all data")
    judged("8/5 of the least double", 1, *block(  # which is 2 of them, rounded
        Q(8, 5) / 2 ** 1074, 1, 1, 2 ** 100, Q(1, 2 ** 1110), 2 ** 500), "for all data")


HALF = Q(1, 2)
for test in (values, worlds, sizes, brackets, ways, far, statements, modes, springs, tiny,
             coefficients):
    test()
done()
