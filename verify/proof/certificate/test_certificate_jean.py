"""Certificates of the step of Moreau and Jean: random machines and a case in all
levels, accepted by both checkers and by an oracle that asks v+ and nothing else;
forgeries, of which each one that is accepted is true. PERP_SEED draws others."""
import csv
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as F

from certificates import ask, both, perp
from jean_machines import Machine
from judged import Judge, sealed, second_says
from program import SOURCE, check, done
from slow_jean import dot, true
from slow_words import Untrue

SEED = int(os.environ.get("PERP_SEED", "1"))
MORE = 8 if sys.argv[1:] == ["whole"] else 1
CASE = os.path.join(SOURCE, "cases", "GAP08", "newton_rod.lua")


def verdict(scene, proof, name):
    """Both checkers say the same, and what they accept is true."""
    printed = judge(scene, proof)
    fine = printed is not None
    check(second_says(scene, proof) == fine, name + ": the checkers disagree")
    try:
        if fine and not proof.startswith("level L0", 13):
            true(scene, proof)
    except Untrue as why:
        check(False, "%s: accepted, but %s" % (name, why))
    return fine


def texts(place, file="c.cert"):
    path = os.path.join(place, file)
    with open(path) as proof, open(path + ".scene") as scene:
        return scene.read(), proof.read()


def gained(m, rows):
    """(MJ3) of a run in fractions: in how many rows N > 0, and their sum."""
    found = []
    for a, b in zip(rows, rows[1:]):
        v, to = ([row["v.%s%d" % ("u" if m.G else "x", i)] for i in range(m.nv)]
                 for row in (a, b))
        found.append(sum(b["ft.w%d" % k] * (dot(d, to) + m.e * dot(d, v))
                         for k, c in enumerate(m.contacts) for d in c[2]) /
                     (1 + m.e))
    return sum(x > 0 for x in found), sum(x for x in found if x > 0)


def printed_gain(told):
    rows, most = re.search(r"gain energy in ([0-9]+) rows, at most (\S+) J",
                           told.replace("\n", " ")).groups()
    return int(rows), float(most)


def machines(place, r):
    """All levels of random machines; numbers of them forged."""
    tried = accepted = slid = 0
    for trial in range(2 * MORE):
        m = Machine(r)
        path = os.path.join(place, "m.lua")
        with open(path, "w") as file:
            file.write(m.scene(3))
        for level, words in (("L0", ()), ("L1", ()), ("R", ("--rational",))):
            name = "machine %d of seed %d, %s" % (trial, SEED, level)
            said = perp(path, place, "--certify", level, "--cert", "c.cert", "-q",
                        "--csv", "t.csv", *words, fine=False)
            if said.returncode in (3, 4):  # no solution, or M~ is indefinite
                continue
            scene, proof = texts(place)
            check(verdict(scene, proof, name), name + ": refused")
            if level == "R":
                with open(os.path.join(place, "t.csv")) as file:
                    count, total = gained(m, [{key: F(x) for key, x in row.items()}
                                              for row in csv.DictReader(file)])
                rows, most = printed_gain(ask(os.path.join(place, "c.cert"))[1])
                check(rows == count and total <= F(most) <= total * (
                    1 + F(1, 10 ** 9)), "%s: %d %g, not %d %g" % (
                        name, rows, most, count, total))
                slid += count
            marks = [x.start(1) for x in re.finditer(r":(-?[0-9a-f]+)", proof)]
            for at in r.sample(marks, min(len(marks), 12)):
                x = re.match("-?[0-9a-f]+", proof[at:]).group(0)
                y = int(x, 16) + r.choice((-1, 1)) * 16 ** r.randint(
                    0, len(x) - 1)
                new = proof[:at] + ("-%x" % -y if y < 0 else "%x" % y) + \
                    proof[at + len(x):]
                tried += 1
                accepted += verdict(*sealed(scene, new), "%s at %d" % (name, at))
    print("%d of %d forged numbers are true, or of level L0; %d rows gain" %
          (accepted, tried, slid))


# What is changed in the rod's proof of one row, and what is said of it.
FORGED = [
    ("contact 0 is listed and open", 1, "\ngap", "\ngap 0:1", "GAP"),
    ("contact 0 is closed and not listed", 1, "step 0\n", "step\n", "ROW"),
    ("'step' expected", 1, "step 0\n", "jump 0\n", ""),
    ("'q' expected", 1, "\nq", "\nhit 1\nq", ""),
    ("a row behind the end of the run", 1, "end 1", "row 2\nend 1", ""),
    ("a record or the end expected", 1, "end 1", "jump 0\nend 1", ""),
    ("c_n >= 0, rho >= 0, c_n rho = 0", 0, "restitution 1", "restitution 1/2",
     ""),
    ("not a solution", 0, "alpha 1/2", "alpha 1/4", ""),
    ("no collision at rest", 0, "scheme moreau-jean", "scheme alpha-gamma", ""),
    ("no such friction", 0, "scheme moreau-jean", "scheme moreau", "GAMMA"),
    ("no such joints", 0, "jumps none", "jumps approaching", ""),
    ("no such joints", 0, "hits none", "hits closing", ""),
    ("no such joints", 0, "project none", "project joints", ""),
    ("no such joints", 0, "kept_basis none", "kept_basis last", ""),
    ("no such joints", 0, "sizes 3 3 0 0 0 0", "sizes 3 3 0 0 0 1", ""),
]


def forged(place):
    perp(CASE, place, "--certify", "L1", "--cert", "c.cert", "-q",
         sets="drop=0 T=1/64")
    scene, proof = texts(place)
    check(verdict(scene, proof, "the rod"), "the rod is refused")
    for words, which, old, new, how in FORGED:
        pair = [scene, proof]
        check(old in pair[which], "'%s' is not there" % old)
        if how == "GAP":  # the tip touches: no number is written
            pair[1] = re.sub("\ngap[^\n]*", "\ngap 0:1", proof)
        elif how == "ROW":  # an honest step without the tip, and its gap
            pair[1] = re.sub("step 0\n", "step\n", re.sub(
                "\nn [^\n]*\nd [^\n]*\nz[^\n]*", "\nn\nd\nz 0:1", proof))
            v = re.search("\nv[^\n]*", proof).group(0)
            at = [x.split()[2] for x in scene.split("\n") if x[:2] == "v "]
            free = fraction_array("v", at)
            pair[1] = pair[1].replace(v, "\n" + free).replace(
                "\nz 0:1", "\n" + free.replace("v", "z", 1))
        else:
            pair[which] = pair[which].replace(old, new, 1)
        if how == "GAMMA":
            pair[0] = pair[0].replace("alpha 1/2", "alpha 1")
        pair = sealed(*pair)
        said = judge.line(*pair).decode()
        check(said.startswith("0") and words in said, "'%s' for '%s': %s" %
              (new, old, said))
        check(not second_says(*pair), "check.py accepts '%s'" % new)


def fraction_array(tag_, words):
    """An array of these ratios, as a proof writes it."""
    x = [F(int(w.split("/")[0], 16), int((w + "/1").split("/")[1], 16))
         for w in words]
    den = 1
    while any((y * den).denominator > 1 for y in x):
        den *= 2
    return "%s%s%s" % (tag_, "/%x" % den if den > 1 else "", "".join(
        " %d:%s%x" % (k, "-" * (y < 0), int(abs(y * den)))
        for k, y in enumerate(x) if y))


def energy(place):
    """What is printed of the energy: Newton's e = 1 with friction gains 2/15 J in
    one row, with half of the friction the tip slides on and gains 1/30 (c_n = 4/5, f =
    -1/5, d'v+ = 1/3); e = 0, or no friction, nothing; and level L0 prints the same sum, and
    residuals that are roundings."""
    for sets, want in (("", 2 / 15), ("mu=1/4", 1 / 30), ("mu=0", 0),
                       ("e=0", 0)):
        for level in ("L0", "L1"):
            perp(CASE, place, "--certify", level, "--cert", "c.cert", "-q",
                 sets="drop=0 T=1/16 " + sets)
            told, second = both(os.path.join(place, "c.cert"), sets)
            rows, most = printed_gain(told)
            check(rows == (want > 0) and want <= most + 1e-15 and
                  most <= want + 1e-12, "%s %s: %s" % (sets, level, told))
            if level == "L0":
                a = [float(x) for x in re.findall(
                    r"residuals: (\S+) N s, (\S+) m/s, (\S+) J.*?at most (\S+)",
                    told, re.S)[0]]
                b = [float(x) for x in re.findall(
                    r"residuals (\S+) (\S+) (\S+), energy (\S+)", second)[0]]
                check(max(a) < 1e-12 and all(abs(x - y) <= 1e-5 * abs(x)
                                             for x, y in zip(a, b)),
                      "%s: %s, %s" % (sets, a, b))


def cases(place):
    """Bindings, joints and rates: cases of GAP08 by this step. With e = 0 nothing
    is gained by it, in level L0 either."""
    for name, sets in (("rocking_block", "T=0.05"), ("four_bar", "T=0.03"),
                       ("tumbling_body", "T=0.05"), ("cone_spatial", "")):
        for level in ("L0", "L1") if MORE > 1 or name < "r" else ("L1",):
            perp("GAP08/" + name, place, "--scheme", "moreau-jean", "--certify",
                 level, "--cert", "c.cert", "-q", sets=sets)
            told, _ = both(os.path.join(place, "c.cert"), name)
            check(printed_gain(told) == (0, 0), told)


judge = Judge()
print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    machines(directory, random.Random(SEED))
    forged(directory)
    energy(directory)
    cases(directory)
done()
