"""Level L2 by two checkers: perp-check, in C, and check.py, written from the chapters in
fractions and balls of its own. test_level2_twice.py makes short runs of the cases that
certify, and some forgeries; with "whole" as its argument longer runs and thousands.

Both accept the same, and print the same: counts to the last one, bounds up to what
chapter 71 says that two checkers may differ by. What is forged and accepted is true by
the slow oracle as well."""
import glob
import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from decimal import Decimal as D, localcontext
from fractions import Fraction as Q

from certificates import CHECK, perp  # knows the place of check.py and its parts
import ball
import forge_grammar
import forge_stock as stock
import forged
import slow_certificate
import slow_scene
from judged import Judge, Text, sealed, second, second_says
from level2 import numbers, same, spelt
from program import SOURCE, check, done
from slow_scene import sine
from slow_words import number
from words import Refused

WHOLE = sys.argv[1:] == ["whole"]
SEED = int(os.environ.get("PERP_SEED", "11"))

# What is set to make a run short, and what makes a longer one; None: perp refuses to
# certify it with L2, for the reason beside it.
CASES = {
    "GAP08/balance": (None, "no Jacobians"), "GAP08/billiard": ("T=0.5", "T=4"),
    "GAP08/bounded_variation": ("T=0.05", "T=0.1"),
    "GAP08/box_stack": ("count=1 T=0.02", "count=2 T=0.04"),
    "GAP08/cone_spatial": ("T=0.02", ""), "GAP08/cone_wedge": ("T=0.02", ""),
    "GAP08/dominoes": ("T=0.005", "T=0.03"), "GAP08/equations": ("T=0.05", "T=0.3"),
    "GAP08/ex9_1": ("T=0.1", ""),
    "GAP08/falling_oscillator": ("T=0.3 h=0.05", ""),
    "GAP08/fig9_1": ("T=0.1", "T=2"), "GAP08/four_bar": ("T=0.01", "T=0.05"),
    "GAP08/hoist": ("rate=0 speed=1 T=0.05", "rate=0 speed=1 T=0.25"),
    "GAP08/incline": ("T=0.002", "T=0.01"),
    "GAP08/newton_rod": ("drop=0 T=1/16", "T=1"),
    "GAP08/painleve_rod": ("T=0.005", ""),
    "GAP08/pendulum_contact": ("T=0.2 h=0.1 wall=0.8", "T=1.2"),
    "GAP08/pile": ("count=3 T=0.005", "T=0.01"), "GAP08/pyramid": ("T=0.01", "T=0.02"),
    "GAP08/rocking_block": ("T=0.16 h=0.04 th=0.01", "T=0.5"),
    "GAP08/rod_tip": ("T=0.04 active=sharp", ""),
    "GAP08/rolling_disc": ("T=0.002", "T=0.02"),
    "GAP08/slider_crank": ("T=0.004", "T=0.02"),
    "GAP08/spring_block": ("T=0.05", ""), "GAP08/symmetric_top": ("T=0.02", "T=0.05"),
    "GAP08/thrown_block": ("T=0.02", "T=0.1"), "GAP08/tumbling_body": ("T=0.05", "T=1"),
    "AP02/bouncing_disc": ("T=1/4 h=1/8 vy=-32", "T=3"), "AP02/equations": ("T=0.01", "T=0.1"),
    "AP02/fixture": ("T=0.02", "T=0.1"), "AP02/nonnormal": ("", ""),
    "AP02/tumbling_pair": ("T=0.002", "T=0.02"),
    "AP02/two_bars": ("T=0.04 project=full", "T=0.9 project=full"),
    "AP02/two_bodies": ("T=0.1", "T=2")}
BESIDE = [("AP02/two_bodies --scheme semi-implicit", "T=0.1 damping=3"),
          ("AP02/two_bodies --scheme stiff-limit", "T=0.1 mu=0.1"),
          ("AP02/two_bars", "T=0.02 project=contacts"),
          ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8 clock=uniform"),
          ("GAP08/newton_rod", "T=1/8 h=1/16 mu=1/4 e=1/2 alpha=3/4"),
          ("GAP08/rocking_block --scheme moreau-jean", "T=0.01"),
          ("GAP08/four_bar --scheme moreau-jean", "T=0.01 alpha=2/3"),
          ("GAP08/slider_crank --scheme moreau-jean", "T=0.004"),
          ("GAP08/tumbling_body --scheme moreau-jean", "T=0.03")]


def asked(place, name, sets, count):
    case, *scheme = name.split(" ")
    for old in glob.glob(place + "/*.cert*"):
        os.remove(old)
    perp(case, place, *scheme, "--certify", "L2", "--cert", "c.cert", "-q", sets=sets)
    for path in sorted(glob.glob(place + "/*.cert")):
        what = "%s %s %s" % (name, sets, os.path.basename(path))
        said = os.popen("'%s' --json '%s'" % (CHECK, path)).read()
        one = json.loads(said)
        code, text = second.code_and_words(path)
        check(one["code"] == 0 and code == 0, "%s: %s %s" % (what, said, text))
        if code == 0:
            same(what, one, text)
            count.update(files=1, rows=one["rows"], modes=one["modes"]["proven"],
                         hits=one["hits"], places=one["projections"])


def honest(place):
    names = [os.path.relpath(p, SOURCE + "/cases")[:-4] for d in ("GAP08", "AP02")
             for p in sorted(glob.glob("%s/cases/%s/*.lua" % (SOURCE, d)))]
    check(set(names) == set(CASES), "cases: %s" % (set(names) ^ set(CASES)))
    count = Counter()
    for name, (short, long_) in CASES.items():
        if short is None:
            said = perp(name, place, "--certify", "L2", "--cert", "c.cert", fine=False)
            check(said.returncode == 3 and long_ in said.stderr, name + said.stderr)
            continue
        asked(place, name, long_ if WHOLE else short, count)
    for name, sets in BESIDE:
        asked(place, name, sets, count)
    check(count["hits"] > 4 and count["places"] > 8, "%s" % count)
    print("honest: %(files)d proofs, %(rows)d rows, %(modes)d problems with modes, "
          "%(hits)d hits, %(places)d projections: the same counts and bounds" % count)


def oracle_reads():
    """The oracle's own rounding, of numbers that the scene writes, is its last digit's."""
    for x in (Q(1, 3), Q(0.3), Q(2, 7) ** 40):
        far = abs(Q(slow_scene.decimal(x)) - x)
        check(far <= x / 10 ** (slow_scene.DIGITS - 1), "%s is read with %s" % (x, far))


def worked(place):
    """The worked example of chapter 71: its two lines, and the distance by hand."""
    blocks = {}
    for name in ("70-certificate", "71-enclosures"):
        with open("%s/doc/%s.md" % (SOURCE, name)) as file:
            blocks.update((tag, text) for tag, text in reversed(re.findall(
                "```(lua|text enclosed)\n(.*?)```", file.read(), re.S)))
    path = os.path.join(place, "example")
    with open(path + ".lua", "w") as file:
        file.write(blocks["lua"])
    perp(path + ".lua", place, "--certify", "L2", "--cert", path, "-q")
    lines = open(path).read()
    check("\nv/2 0:3\n%sq/4" % blocks["text enclosed"] in lines, lines)
    rho = number(re.search("radius (.*)", lines).group(1))
    y = numbers(second.code_and_words(path)[1])[1][1]
    one = json.loads(os.popen("'%s' --json '%s'" % (CHECK, path)).read())
    for said in (Q(y), Q(one["velocity"])):
        check(0 <= said - rho * 357 / 8 <= rho / 2 ** 30, "357/8: %g" % float(said / rho))
    # At rest, pushed as hard as friction can: it does not slide, though C1 to C5 hold.
    with open(path + ".lua", "w") as file:
        file.write(blocks["lua"].replace("{ 0, -10 }", "{ 5, -10 }").replace(
            "v = { x = 4", "v = { x = 0"))
    perp(path + ".lua", place, "--certify", "L2", "--cert", path, "-q")
    scene, proof = (open(path + end).read() for end in (".scene", ""))
    check("\nmodes undecided\n" in proof, proof)
    for mode in "+-so":
        pair = sealed(scene, proof.replace("modes undecided", "modes " + mode))
        court = Court()
        court("at rest, as " + mode, *pair)
        check(not court.accepted, "at rest, as " + mode)


ENDS = """local perp = require "perp"
return {
  system = perp.system { coordinates = { "y" }, mass = { { 1 } }, force = { -16 },
    contacts = function(q) return { { name = "a", gap = q.y },
      { name = "b", gap = 3 + 0 * q.y } } end },
  h = 1/8, T = 1/2, alpha = 1, gamma = 1, active = "%s",
  q = { y = %s }, v = { y = %s } }
"""


def borders(place):
    """What decides whether a contact is listed; gaps without a value."""
    path, court = os.path.join(place, "ends"), Court()

    def run(active, y, v):
        with open(path + ".lua", "w") as file:
            file.write(ENDS % (active, y, v))
        perp(path + ".lua", place, "--certify", "L2", "--cert", path, "-q")
        return open(path + ".scene").read(), open(path).read()

    # Two units, one unit below and above of what lets a contact be listed: tau and
    # the doubt, 2^-44 here.
    for active, tau in (("kept", Q(1, 10 ** 10)), ("sharp", Q(0))):
        scene, proof = run(active, "0", "0")
        first = proof[:proof.index("row 2")]
        told = re.sub("\nT .*", "\nT 1/8", scene)
        for much, fine in ((tau, True), (tau + Q(1, 2 ** 44), True),
                           (tau + Q(1, 2 ** 43), False), (Q(1, 2 ** 20), False)):
            lines = re.sub("\nq.*", "\nq 0:0", first).replace("q 0:0", forged.listed(
                "q", [much])) + "end 1\nsha256 \n"
            pair = sealed(re.sub("\nq y .*", "\nq y " + spelt(much), told), lines)
            court("listed at %g, %s" % (much, active), *pair)
            check((says(*pair) is not None) == fine, "%s at %g" % (active, much))
    # Data of at most 16, so a radius of at most 2^-42; a gap that is closed where the
    # row begins and open behind it; one that is negative between two positive ends.
    scene, proof = run("kept", "5/8", "1")
    one = "(?s)row 2.*", "end 1\nsha256 \n"
    scene, proof = re.sub("\nT .*", "\nT 1/8", scene), re.sub(*one, proof)
    for much, fine in ((Q(1, 2 ** 42), True), (Q(2 ** 20 + 1, 2 ** 62), False)):
        pair = sealed(scene, re.sub("radius .*\nmodes.*", "radius %s\nmodes undecided" %
                                    spelt(much), proof))
        court("radius", *pair)
        check((says(*pair) is not None) == fine, "a radius of %g" % much)
    scene, proof = run("sharp", "1/2", "5")
    tape = re.search(r"tape gaps.*\nconst 3\nout 0 3\n", scene).group(0)
    for c, fine in (("100001/200000", False), ("1/2", True)):
        pair = sealed(scene.replace(tape, "tape gaps 3 2 1 2\nconst 3 %s\nsub 0 4\nout 5 3\n"
                                    % c), re.sub(*one, proof))
        pair = sealed(re.sub("\nT .*", "\nT 1/8", pair[0]), pair[1])
        court("closed where the row begins", *pair)
        check((says(*pair) is not None) == fine, "y - " + c)
    scene, proof = run("kept", "5/8", "-1")
    tape = re.search(r"tape gaps.*\nconst 3\nout 0 3\n", scene).group(0)
    for name, text, open_ in (
            ("3", "1 0 2\nconst 3\nout 0 3\n", "all"),
            ("1/0", "1 1 2\nconst 0\ndiv 0 3\nout 0 4\n", "none"),
            ("the root of y + 1/64", "1 2 2\nconst 1/40\nadd 0 3\nsqrt 4\nout 0 5\n",
             "all"),
            ("the root of y - 1/16", "1 2 2\nconst -1/10\nadd 0 3\nsqrt 4\nout 0 5\n",
             "some"),
            ("it dips between", "3 3 2\nconst 3 7/10 1/40\nsub 0 4\nmul 6 6\n"
             "sub 7 5\nout 0 8\n", "dips"),
            ("-3 where y < 0.4", "3 2 2\nconst 1/2 3 -3\nsub 0 3\nsel 4 5 6\nout 0 7\n",
             "refused")):
        other = scene.replace(tape, "tape gaps 3 " + text)
        pair = sealed(other, proof)
        court("gap " + name, *pair, oracle=False)  # it knows no such gaps
        said = says(*pair)
        check((said is None) == (open_ == "refused"), "%s: %s" % (name, said))
        if said:
            n, of = numbers(said)[0][2]
            check(open_ != "dips" or n < of, "a dip is seen")
            check({"dips": True, "all": n == of, "none": n == 0, "some": 0 < n < of}[open_],
                  "%s: %d of %d rows" % (name, n, of))
            path_ = os.path.join(place, "c")
            for end, t in zip((".scene", ""), pair):
                with open(path_ + end, "w") as file:
                    file.write(t)
            same(name, json.loads(os.popen("'%s' --json '%s'" % (CHECK, path_)).read()),
                 said)


def elsewhere(place):
    """Of schemes that have no level L2 both refuse a proof that says it, with a radius where it would stand and without."""
    court = Court()
    for which in (stock.NODES[0], stock.NODES[1], stock.YIELDING[0]):
        scene, proof, level = stock.made(place, which)
        deep = proof.replace("level " + level, "level L2")
        scene = scene.replace("rounding none", "rounding toward-zero")
        for lines in (deep, re.sub(r"\n(z.*\n(?:v.*\n)?)", r"\n\1radius undecided\n",
                                   deep)):
            pair = sealed(scene, lines)
            court("L2 of " + which[0], *pair)
            check(b"level L2 knows no such scheme" in court.judge.line(*pair),
                  "%s: %s" % (which, court.judge.line(*pair)))
    check(not court.accepted, "%s" % court.accepted)


def rates(place):
    """Projections where Gamma is a formula: the same from both; and a Gamma that reads a
    velocity is refused by both."""
    path, court = os.path.join(place, "rates"), Court()
    with open(SOURCE + "/cases/GAP08/thrown_block.lua") as file:
        text = file.read()
    other = re.sub(r"\bh = ", 'project = "contacts", h = ', text)
    check(other != text, "the scene has another form")
    with open(path + ".lua", "w") as file:
        file.write(other)
    count = Counter()
    asked(place, path + ".lua", "T=0.02", count)
    check(count["places"] > 1, "%s" % count)
    scene, proof = (open(place + "/c.cert" + end).read() for end in (".scene", ""))
    nq, _, _, G = map(int, re.search("\nsizes (.*)", scene).group(1).split()[:4])
    check(G == 1 and "\nproject contacts\n" in scene, scene)
    moving = re.sub(r"(?s)(\ntape inertia .*?\nout [\d ]*) \d+\n", r"\1 %d\n" % nq, scene,
                    count=1)
    pair = sealed(moving, proof)
    court("Gamma of a velocity", *pair)
    check(moving != scene and b"of more than positions" in court.judge.line(*pair),
          "%s" % court.judge.line(*pair))


def balls(r):
    """Balls of check.py hold what their operands' points give, in fractions, and
    sines with 100 digits."""
    def drawn():
        x = Q(r.choice((r.uniform(-3, 3), r.uniform(-40, 40), r.randrange(-2, 3))))
        wide = Q(r.choice((0, 0, r.uniform(0, 2), 2.0 ** -r.randrange(60))))
        return ball.of(x, wide), x + wide * Q(r.uniform(-1, 1))

    def holds(b, x, dust=Q(0)):
        return b is None or abs(Q(b[0], ball.ONE) - x) <= Q(b[1], ball.ONE) + dust

    for _ in range(100):
        (a, x), (b, y) = drawn(), drawn()
        for name, c, z in (("+", ball.add(a, b), x + y), ("-", ball.sub(a, b), x - y),
                           ("*", ball.mul(a, b), x * y),
                           ("/", ball.div(a, b), y and x / y),
                           ("hull", ball.hull(a, b), x), ("hull", ball.hull(a, b), y),
                           ("max", ball.larger(a, b), max(x, y))):
            check(holds(c, z), "%s: %s %s" % (name, a, b))
        c = ball.root(ball.mul(a, a))
        check(holds(c, abs(x)), "root: %s" % (a,))
        for k in range(2):
            with localcontext() as context:
                context.prec = 130
                z = Q(sine(D(x.numerator) / D(x.denominator), k))
            check(holds(ball.wave(a, k), z, Q(1, 10 ** 100)), "sine %d: %s" % (k, a))


class Court:
    """perp-check, check.py and the oracle on what is forged."""

    def __init__(self):
        self.judge, self.tried, self.accepted = Judge(), Counter(), Counter()

    def __call__(self, name, scene, proof, oracle=True):
        self.tried[name] += 1
        line = self.judge(scene, proof)
        two = says(scene, proof)
        check((line is not None) == (two is not None), "%s: perp-check %s, check.py "
              "%s:\n%s\n%s" % (name, line, two, scene, proof))
        if line is None or two is None:
            return
        self.accepted[name] += 1
        if "\nlevel L2\n" in proof:
            y = numbers(two)[1][1]
            check(abs(y - line[5]) <= line[5] * 2.0 ** -35 + 2.0 ** -76,
                  "%s: velocity %g and %g" % (name, line[5], y))
        try:
            if oracle:
                slow_certificate.true(scene, proof, line)
        except slow_certificate.Untrue as why:
            check(False, "%s: accepted, and untrue: %s\n%s\n%s" %
                  (name, why, scene, proof))


def says(scene, proof):
    """What check.py says, or None if it refuses."""
    try:
        return second.check_texts(Text(scene), Text(proof))
    except (Refused, ValueError, OverflowError):
        return None


def forgeries(place, r, n):
    """By the grammar, with a meaning, and numbers pushed to the end of what is
    accepted."""
    jean = [x for x in stock.JEAN + stock.NODES if x[2] == "L2"]
    stock_ = stock.ENCLOSED + jean + [(a, b, "L2") for a, b in BESIDE] if WHOLE \
        else stock.ENCLOSED[::2] + jean[1:]
    all_ = [stock.made(place, x) for x in stock_]
    parsed = [(forge_grammar.Parse(s, "scene"), forge_grammar.Parse(p, "proof"), s, p)
              for s, p, _ in all_]
    court = Court()
    while sum(court.tried.values()) < n:
        way = r.random()
        if way < 0.5:
            told, lines, scene, proof = r.choice(parsed)
            other, of = r.choice(parsed), r.random() < 0.3
            found = forge_grammar.forged(told if of else lines, other[not of], r)
            if found:
                court("%s: %s" % ("statement" if of else "proof", found[0]),
                      *(sealed(found[1], proof) if of else sealed(scene, found[1])))
        elif way < 0.99:
            found = forged.semantic(all_, r)
            if found:
                court("meaning: " + found[0], *sealed(*found[1:3]))
        elif WHOLE:
            scene, proof, _ = r.choice(all_)
            found = forge_grammar.pushed(
                forge_grammar.Parse(proof, "proof"), r, lambda lines: second_says(
                    *sealed(scene, "\n".join(lines) + "\n")))
            if found:
                court(found[0] + ", to the end of check.py", *sealed(
                    scene, "\n".join(found[1]) + "\n"))
    for name in sorted(court.tried):
        print("%6d tried, %5d accepted: %s" %
              (court.tried[name], court.accepted[name], name))
    tried, accepted = (sum(c.values()) for c in (court.tried, court.accepted))
    print("%d forgeries, %d accepted by both and true" % (tried, accepted))
    check(accepted > n / 40 or not WHOLE, "some are accepted")


oracle_reads()
with tempfile.TemporaryDirectory() as place:
    print("seed %d" % SEED)
    honest(place)
    balls(random.Random(SEED))
    worked(place)
    borders(place)
    rates(place)
    elsewhere(place)
    forgeries(place, random.Random(SEED), 4000 if WHOLE else 30)
done()
