"""perp-check where runs of perp seldom come: at its limits, where numbers are too long to
be looked at, and where one number decides between accepted and refused. Statements and
proofs are written by hand (small.py); what must be said of them follows from chapter 70,
by hand or in fractions. Levels L0, L1, N and I; test_level2_borders has L2."""
import re
from fractions import Fraction as Q

from program import check, done
from small import array, asked, judged, jump, proof, scene, step

LONG = 16 ** 40000 + 1  # two velocities with such masses are too long for (C18)
MANY = 4097             # one more than a problem may have
X = ([], [], ["i0"])


def ids(n):
    return "".join(" %d" % k for k in range(n))


def cones():
    """Two walls that face each other, each with friction along y: impulses that press and
    rub against each other vanish together. They lie in the cones if mu >= 1."""
    tapes = {"gaps": ([], ["neg i0"], ["i0", "k0"]),
             "slips": ([0, 1], [], ["c0", "c1", "c0", "c1"])}
    for mu, code, words in ((1, 0, "of 1 it is not"), (Q(3, 2), 0, "of 1 it is not"),
                            (Q(1, 2), 1, "an impulse lies outside of its cone")):
        judged("cone, mu %s" % mu, code, scene(
            [0, 0], [0, 0], [(1, mu)] * 2, tapes), proof("L1", step(
                " 0 1", M={0: 1, 3: 1}, n=[1, 0, -1, 0], d=[0, 1, 0, 1]) +
                array("vanishing", [1, 1, 1, -1]) + "q\n"), words)


def limits():
    """What is beyond a limit has code 5, and is not called refuted."""
    gaps = {"gaps": ([], [], ["i0"] * MANY)}
    crowd = [(0, 0)] * MANY
    for n, code, words in ((MANY - 1, 0, ""), (MANY, 5, "at most 4096")):
        rows = dict(M=[1], n=[1] * n)
        judged("%d active" % n, code, scene([0], [0], crowd, gaps), proof(
            "L1", step(ids(n), **rows) + "q\n"), words, False)
        judged("%d in hand" % n, code, scene(
            [0], [0], crowd, gaps, project="full"), proof("L1", step(M=[1]) +
            "q\nproject 0 0%s\nG\nnu\na\n" % ids(n) + array("n", rows["n"]) +
            "value\nforce\np\n"), words, False)
    theta = scene([0], [0], crowd, gaps, scheme="theta", jumps="none", hits="none",
                  behind="corners 0\n")
    judged("many that yield", 5, theta, proof("L1"), "at most 4096", False)
    digits = "1" * ((1 << 18) + 1)
    judged("too many digits", 5, scene([0], [0], h=digits), proof("L1"), "h", False)
    judged("no digits", 1, scene([0], [0], h=digits + "g"), proof("L1"),
           "a whole number of at most", False)


def projections():
    """Forty gaps of one coordinate: more rows than coordinates. Under `contacts` those in
    hand are those that the step keeps, no more. With a Gamma of 2 a multiplier of 1
    moves the coordinate by 1."""
    def run(project, hand, listed):
        return (scene([0], [0], [(0, 0)] * 40, {"gaps": ([], [], ["i0"] * 40)},
                      project=project), proof(
            "L1", step(ids(listed), M=[1], n=[1] * listed) + "q\nproject 0 0%s\nG\nnu\na\n" %
            ids(hand) + array("n", [1] * hand) + "value\nforce\np\n"))
    judged("forty rows", 0, *run("contacts", 40, 40), "1 projections")
    judged("one too many", 1, *run("contacts", 40, 39),
           "a projection has other contacts in hand")
    judged("one more that may push", 0, *run("full", 40, 39), "1 projections")
    judged("none", 1, *run("full", 0, 1), "a projection has other contacts in hand")
    text, told = run("full", 2, 1)
    judged("one more before it", 0, text, told.replace("step 0", "step 1"), "1 projections")
    rates = scene([0], [0], [(0, 0)], {"gaps": X, "inertia": ([1, 2], [], ["c0", "c1"])},
                  G=1, project="contacts")
    for force, code in ((1, 0), (Q(1, 2), 1)):
        has = judged("Gamma, %s" % force, code, rates, proof("L1", step(
            " 0", M=[1], G=[2], n=[2]) + "q\nproject 0 0 0\nG 0:2\nnu\na\nn 0:2\nvalue\n" +
            array("force", [force]) + "p 0:1\n"), "" if code == 0 else
            "the conditions of a projection do not hold")
        check(code or 1 <= Q(has["moved"]) <= 1 + Q(1, 2 ** 50), has["moved"])
    for equations, code in ((0, 1), (1, 0)):  # a wall does not pull, an equation may
        judged("it pulls, %d" % equations, code, rates, proof("L1", step(
            " 0", M=[1], G=[2], n=[2]) + "q\nproject %d 0 0\nG 0:2\nnu\na\nn 0:2\nvalue\n"
            "force 0:-1\np 0:-1\n" % equations),
            "the conditions of a projection do not hold" if code else "")


def masses():
    """Masses that are too long to be looked at are not refused, are not called definite,
    and what truncation gains by one that is negative is bounded all the same."""
    flight = scene([0, 0], [1, 0])
    judged("long", 0, flight, proof("L1", step(
        M={0: LONG, 1: 1, 3: LONG}, z=[1, 0], v=[1, 0]) + "q 0:1\n"),
        "that the masses of 1 problems", masses={"proven": 0, "of": 1}, energy="0")
    judged("long and alone", 0, scene([0], [1]), proof("L1", step(
        M=[16 ** 140000 + 1], z=[1], v=[1]) + "q 0:1\n"), masses={"proven": 1, "of": 1})
    third = Q(1, 3)
    cut = Q((1 << 54) // 3, 1 << 54)  # 53 bits of it
    has = judged("long and negative", 0, scene([0, 0], [0, 0]), proof("L1", step(
        M={0: -1, 1: LONG, 3: LONG}, k1=[-third, third * LONG], z=[third, 0],
        v=[cut, 0]) + array("q", [cut, 0])), "that the masses of 1 problems",
        False, masses={"proven": 0, "of": 1})
    gain = (third ** 2 - cut ** 2) / 2
    check(gain <= Q(has["energy"]) <= gain * (1 + Q(1, 2 ** 50)), has["energy"])
    judged("short and negative", 1, scene([0, 0], [0, 0]), proof("L1", step(
        M={0: -1, 1: 1, 3: 1}, k1=[-third, third], z=[third, 0], v=[cut, 0]) +
        array("q", [cut, 0])), "M is not positive semidefinite")
    judged("a rebound", 0, scene(
        [0, 0, 0], [-4, 0, 0], [(0, 0)], {"gaps": X}, restitution=Q(1, 2),
        clock="uniform"), proof("L1", jump(
            " 0", M={0: 1, 4: LONG, 5: 1, 8: LONG}, n=[1, 0, 0], z=[0, 0, 0, 4]) +
            "rebound 0:2\nv 0:2\n"), "are positive semidefinite but for those named below")


def nodes():
    """P3 is asked of the gaps that are linear by their text, and of no others. The second
    node has another wall than the first: a quarter nearer, none, one half as steep."""
    first = "M 0:1\ng\nf/2 0:5\nn 0:1\nz 0:-2\nv 0:-2\nq/2 0:1\n"
    same = "M 0:1\ng\nf/2 0:1\nn 0:1\nz/4 0:-2 1:1\nv/4 0:-7\nq/4 0:-5\n"
    others = ("M 0:1\ng\nf/4 0:1\nn 0:1\nz/8 0:-2 1:5\nv/8 0:-b\nq/8 0:-7\n",
              "M 0:1\ng\nf/2 0:1\nn\nz/3 0:-2\nv 0:-2\nq/2 0:-3\n",  # it flies on
              "M 0:1\ng\nf/2 0:1\nn/2 0:1\nz/3 0:-2\nv 0:-2\nq/2 0:-3\n")
    head = dict(scheme="paoli", restitution=Q(1, 2), T=2, jumps="none", hits="none")
    kind = ("kind k 1 1 0 0 0 0 0\ntape gaps 2 0 %d 1\nconst\n%sout %d\ntape slips 2 0 0 0\n"
            "const\nout\nside 1 1 1 0\nthing 0 0\nside 1 0 0 0\nthing\nbinding 0 0 1 1 0\n"
            "pairs 0:0\n")
    gaps = {"x": (X, True), "x/1": (([1], ["div i0 c0"], ["k0"]), True),
            "-x": (([], ["neg i0"], ["k0"]), True),
            "1/x": (([1], ["div c0 i0"], ["k0"]), False),
            "x x": (([], ["mul i0 i0"], ["k0"]), False),
            "x x x": (([], ["mul i0 i0", "mul k0 i0"], ["k1"]), False),
            "sqrt x": (([], ["sqrt i0"], ["k0"]), False)}
    texts = [(name, scene([Q(5, 2)], [-2], [(0, 0)], {"gaps": g}, **head), linear)
             for name, (g, linear) in gaps.items()] + [
        ("kind " + name, scene([Q(5, 2)], [-2], bindings=1, more=kind % line, **head), linear)
        for name, line, linear in (("x", (0, "", 0), True),
                                   ("x x", (1, "mul 0 0\n", 2), False))]
    for scheme, gamma, level, z in (
            ("paoli", 1, "L0", "impulse"), ("paoli", 1, "L1", "z 0:2"),
            ("paoli", 1, "R", "z 0:2"), ("moreau", Q(1, 2), "L0", "impulse"),
            ("moreau", Q(1, 2), "L1", "z 0:2"), ("moreau", Q(1, 2), "L2", "z 0:2")):
        for M, words in ((1, "accepted"), (-1, "M is not positive semidefinite")):
            judged("a node of mass %d, %s %s" % (M, scheme, level), int(M < 0), scene(
                [0], [0 if scheme == "paoli" else 2], tapes={"inertia": ([M], [], ["c0"]), "force": (
                    [2 if scheme == "paoli" else 0], [], ["c0"])}, **{
                        **head, "scheme": scheme, "gamma": gamma, "T": 1},
                rounding="none" if level == "R" else "toward-zero"), proof(
                    level, array("M", [M]) + array("g", [2 * M if scheme == "paoli" else 0]) + "f\nn\n" +
                    z + "\nv 0:2\n" + "radius undecided\n" * (level == "L2") + "q 0:2\n",
                    word="node"), words)
    for name, text, linear in texts:
        judged(name, 0, text, proof("L1", first, same, word="node"))
        for other in others:
            judged(name + ", another wall", int(linear), text, proof(
                "L1", first, other, word="node"),
                "K is not that of the step before" if linear else "accepted")


def yielding(level, n=1, nv=1, gap=5, M=1, k=1, c=0, j=0, w=1, lam=0, v=0, to=0, delta=0,
             q=0, G=0):
    """One row of n contacts without friction along the first of nv velocities; all that
    is not named is at rest."""
    text = scene([0] * nv, [v] + [0] * (nv - 1), [(0, 0)] * n, {
        "gaps": ([], [], ["i0"] * n), "yield": ([0], [], ["c0"] * (2 * n * n)),
        **({"inertia": ([1, G], [], ["c0", "c1"])} if G else {})},
        scheme="theta", jumps="none", hits="none", G=int(G != 0),
        behind="corners 0\n" + "delta 0\n" * n)
    row = array("gap", [gap] * n) + array("M", {i * (nv + 1): M for i in range(nv)}) + \
        array("G", [G]) + array("w", {i * nv: w for i in range(n)}) + array(
            "k", {i * (n + 1): k for i in range(n)}) + array(
            "c", {i * (n + 1): c for i in range(n)}) + "f\n" + array("j", [j])
    if level == "L0":
        row += array("lambda", [lam] * n)
    else:
        row += array("z", [to] + [0] * (nv - 1) + [delta] * n + [lam] * n)
    return text, proof(level, row + array("v", [to]) + array("delta", [delta] * n) +
                       array("q", [q]))


def distances():
    """How far the force is from the solution (TH6), or that it is not known. Without
    friction and for one contact A = 1/(h k + c) + h w w/(M - h j), and the solution is
    w/A away."""
    half, tiny, soft = Q(1, 2), Q(1, 16 ** 1100), Q(1, 2 ** 120)
    for name, more, far in (
            ("one that pushes", dict(gap=0, v=-1, to=-half, delta=half, lam=half,
                                     q=-half), 0),
            ("one that is open", {}, 0), ("one that is inside", dict(gap=-1), half),
            ("a motion that grows by itself", dict(j=1), None), ("none", dict(n=0), None),
            ("twelve", dict(n=12), 0), ("thirteen", dict(n=13), None),
            ("twelve velocities", dict(nv=12), 0),
            ("thirteen velocities", dict(nv=13), None),
            ("a thousand digits", dict(M=16 ** 1000), 0), ("more", dict(M=16 ** 1100), None),
            ("long denominators", dict(M=tiny, k=tiny, w=tiny, gap=tiny), None),
            ("a long velocity", dict(v=tiny, to=tiny, q=tiny), None),
            ("soft as nothing", dict(k=soft), 0),
            ("soft, and inside", dict(k=soft, gap=-1), 1 / (1 / soft + 1)),
            ("without compliance", dict(k=0), None),
            ("a force that grows with the motion", dict(k=4, j=3), None),
            ("one that pulls", dict(lam=-1, to=-1, delta=-1, q=-1), None)):
        code, told, has = asked(*yielding("L0", **more))
        said = re.search(r"distance: in 1 rows .*within\s(\S+) N of it", told, re.S)
        check(code == 0 and has["level"] == "L0" and (far is None) == (said is None) ==
              ("distance undecided" in told), "%s: %s" % (name, told))
        if said:
            check(far <= Q(said[1]) <= far * (1 + Q(1, 2 ** 20)) + Q(1, 2 ** 500),
                  "%s: %s" % (name, said[1]))
    judged("rates", 0, *yielding("L1", G=2, v=-1, to=-1, q=-2))
    judged("no rates", 1, *yielding("L1", G=2, v=-1, to=-1, q=-1),
           "q is not what follows")


def problems(size, A, b, *rows):
    return ("perp problems 1\nproblem %s\n" % size + array("A", A) + array("b", b) +
            "end 1\n", proof("N", "".join(x + "\n" for x in rows), word="list"))


def lists():
    """Lists of all solutions."""
    pair = ("0 2", [1, 1, 1, 1], [-1, -1])
    judged("a part of the face behind it", 1, *problems(
        *pair, "faces 2", "face z 0", "point 0:1", "face z z", "point/2 0:1 1:1"),
        "a face has all the signs of another")
    free = ("1 0", [1], [-1])
    judged("free alone", 0, *problems(*free, "faces 1", "face", "point 0:1", "inside 0",
                                      "y"), points={"proven": 1, "of": 1})
    judged("twice", 1, *problems(*free, "faces 2", "face", "point 0:1", "face", "point 0:1"),
           "a face has all the signs of another")
    for y, code in (("y 0:1", 0), ("y", 1)):  # w = z: the first leaf shows that w is 0
        judged("neither, " + y, code, *problems(
            "0 1", [1], [0], "faces 1", "face 0", "point", "branch 0", "inside 0", y,
            "inside 0", "y 0:-1"), "" if code == 0 else "a leaf is not shown")
    for n, points in ((3, 1), (2049, 0)):  # 2^22 places are looked at, and no more
        judged("%d free" % n, 0, *problems(
            "%d 0" % n, {i * (n + 1): 1 for i in range(n)}, [], "faces 1", "face", "point",
            "inside 0", "y"), "", n < 9, points={"proven": points, "of": 1})


def impacts():
    """A body without mass stops for nothing: all of I1 to I4 hold."""
    for to, code in ((0, 0), (1, 0), (-1, 1)):
        statement = ("perp impact 1\nlaw simultaneous\norder\nsizes 1 0 1\ncontact 0 0\n"
                     "M\nnu\nn 0:1\nd\nv 0:-1\n" + array("to", [to]) + "end\n")
        judged("no mass, %d" % to, code, statement, proof(
            "I", array("z", [to]), word="single"), "c_n >= 0" if code else "")


def residuals():
    """A residual that no double bounds is not known. Nothing is rounded in level R, and in
    no other."""
    for level, rounding in (("L1", "none"), ("R", "toward-zero"), ("R", "none")):
        judged(level + ", " + rounding, int(level == "L1" or rounding != "none"), scene(
            [0], [0], rounding=rounding), proof(level, step(M=[1]) + "q\n"),
            "accepted" if (level, rounding) == ("R", "none") else "a level expected that fits")
    far = 2 ** 1100
    judged("far", 0, scene([0], [0]), proof("L0", step(M=[1], v=[far]) + array(
        "q", [far])), residual=None, energy=None, projection="0")


for test in (cones, limits, projections, masses, nodes, distances, lists, impacts,
             residuals):
    test()
done()
