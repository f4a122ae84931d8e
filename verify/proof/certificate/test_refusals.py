"""Every refusal of perp-check is heard: for each sentence in its sources a file that is
wrong in one place and ends with it. So no check is dead, none hides behind another,
and what the heads of the files say of forgers is so."""
import glob
import os
import re
import tempfile

from certificates import ask
from judged import Judge, sealed
from program import SOURCE, check, done

CORPUS = SOURCE + "/verify/corpus_certificate/"
text = open(SOURCE + "/doc/70-certificate.md").read()


def fenced(tag):
    return re.search("```%s\n(.*?)```" % tag, text, re.S).group(1)


def stored(name):
    with open(CORPUS + name, encoding="latin-1") as file:
        return file.read().split("\0", 1)


EXAMPLE = [fenced("text scene"), fenced("text proof")]
# The row again, from where it ended: the block stops, and stays.
JUMPED = [EXAMPLE[0], EXAMPLE[1].replace(
    "q/4 0:3\n", "hit 1\nq/4 0:3\nv/2 0:3\njump 0\nM 0:1 3:1\nnu\nn 1:1\nd 0:1\n"
    "z/2 0:3\nv/2 0:3\n").replace("step 0\n", "step\n").replace(
    "n 1:1\nd 0:1\nz/2 0:3 2:a 3:-5", "n\nd\nz 0:4 1:-5", 1).replace(
    "v/2 0:3\nhit 1\nq/4 0:3\nv/2 0:3", "v 0:4 1:-5\nhit 1\nq/2 0:4 1:-5\n"
    "v 0:4 1:-5").replace("z/2 0:3\nv/2 0:3", "z/2 0:3 2:a 3:-5\nv/2 0:3")]
LISTS = [fenced("text lists"), fenced("text list")]
LIMIT, SPRING = stored("two_bodies-L1-29"), stored("two_bodies-L0-27")
SPRING[1] = SPRING[1].replace("level L0", "level L1")
BARS, DISC = stored("two_bars-L1-39"), stored("bouncing_disc-L1-53")
ON_JOINTS = [BARS[0].replace("project contacts", "project joints"), BARS[1]]
CORNER, BALL = stored("corner-L1-33"), stored("gravity_ball-R-34")
WEDGE, BLOCK = stored("cone_wedge-L1-37"), stored("rocking_block-L1-14")
PENDULUM, SLIDER = stored("pendulum_contact-L2-43"), stored("fig9_1-L2-41")
SWUNG = [PENDULUM[0].replace("mul 1 1\n", "mul 1 2\n"), PENDULUM[1]]
ROD, PAIRS = stored("rod_tip-L2-45"), stored("mixed-N-36")
BODIES = stored("two_bodies-L2-52")
L0 = stored("fig9_1-L0-4")
NODES = EXAMPLE[0].replace("alpha-gamma", "moreau").replace(
    "gamma 1\n", "gamma 1/2\n").replace("jumps approaching\nhits closing",
                                        "jumps none\nhits none").replace(
    "ground 1 1/2", "ground 1 0")
MOREAU = [NODES, EXAMPLE[1][:EXAMPLE[1].index("row")] +
    "node 1\nM 0:1 3:1\ng 1:-a\nf 0:0\nn 1:1\nz 0:4 2:5\nv 0:4\nq 0:2\n"
    "end 1\nsha256 \n"]
MOREAU[1] = MOREAU[1].replace("f 0:0\n", "f\n")
CONE = [EXAMPLE[0], EXAMPLE[1].replace("v/2 0:3\n", "v/2 0:3\npointed 1:1\n")]
FIXED = [EXAMPLE[0].replace("sizes 2 2 0 0 0 ", "sizes 2 2 0 0 2 ").replace(
    "v y 0\n", "v y 0\njoint a\njoint b\n").replace(
    "tape joints 5 0 0 0\nconst\nout\n", "tape joints 5 0 0 2\nconst\nout 0 0\n")
    .replace("v x 4", "v x 0"), EXAMPLE[1].replace("nu\n", "nu 0:1 2:1\n").replace(
    "z/2 0:3 2:a 3:-5\nv/2 0:3\nq/4 0:3\n", "z 4:5\nv\npointed 1:1\nq\n")]
RIGID = [EXAMPLE[0].replace("alpha-gamma", "stiff-limit").replace(
    "sizes 2 2 0 0 0 0", "sizes 2 2 0 0 0 1").replace(
    "contact g", "spring s 0 0\ncontact g").replace(
    "springs 5 0 0 0\nconst\nout", "springs 5 0 0 1\nconst\nout 0"),
    EXAMPLE[1].replace("\na\n", "\na 0:1\n").replace("2:a 3:-5", "3:a 4:-5")]
JOINT = [EXAMPLE[0].replace("sizes 2 2 0 0 0 0", "sizes 2 2 0 0 1 0").replace(
    "contact g", "joint j\ncontact g").replace(
    "joints 5 0 0 0\nconst\nout", "joints 5 0 0 1\nconst\nout 0"),
    EXAMPLE[1].replace("2:a 3:-5", "3:a 4:-5")]
RATIONAL = [EXAMPLE[0].replace("rounding toward-zero", "rounding none"),
            EXAMPLE[1].replace("level L1", "level R")]
ZERO = [SLIDER[0].replace("jacobians exact", "jacobians zero"), SLIDER[1]]
# A ball that meets the ground with -4, e = 1/2, in the clock of steps.
BOUNCE = [EXAMPLE[0].replace("restitution 0", "restitution 1/2").replace(
    "v x 4\nv y 0", "v x 0\nv y -4").replace("collision", "uniform"),
    EXAMPLE[1][:EXAMPLE[1].index("step")] + "jump 0\nM 0:1 3:1\nnu\nn 1:1\nd 0:1\n"
    "z 2:4\nrebound 1:2\nv 1:2\nend 1\nsha256 \n"]
# The same, enclosed.
DEEP = [BOUNCE[0], BOUNCE[1].replace("level L1", "level L2").replace(
    "rebound 1:2\nv 1:2\n", "radius 1/400000000000\nmodes s\nrebound 1:2\nv 1:2\n"
    "modes os\n")]
TWICE = [BOUNCE[0].replace("T 1/2", "T 1"), BOUNCE[1]]
# Of a chapter on rebounds: v^- = (-1, -1), two walls, e = 1.
TENSOR = [EXAMPLE[0].replace("restitution 0", "restitution 1").replace(
    "v x 4\nv y 0", "v x -1\nv y -1").replace("collision", "uniform").replace(
    "0 0 0 0 1 0", "0 0 0 0 2 0").replace("contact ground 1 1/2",
    "contact a 0 0\ncontact b 0 0").replace(
    "tape gaps 5 0 0 1\nconst\nout 1", "tape gaps 5 0 0 2\nconst\nout 0 1").replace(
    "tape slips 5 2 0 2\nconst 0 1\nout 6 5", "tape slips 5 0 0 0\nconst\nout"),
    EXAMPLE[1][:EXAMPLE[1].index("step")] + "jump 0 1\nM/2 0:2 1:1 3:1\nnu\n"
    "n 0:1 3:1\nd\nz/2 2:3 3:2\nrebound 0:1 1:1\nv 0:1 1:1\nend 1\nsha256 \n"]
# Two hits, whose fractions have no factor in common; many velocities.
A, B = 16 ** 150000 + 1, 16 ** 150000 - 1
HIT = ("row %d\nstep\nM\nF\nkv\nkq\nk0\nk1\nG\nphi\nnu\na\nn\nd\nz\nv\n"
       "hit 1/%x\nq\nv\njump 0\nM\nnu\nn\nd\nz\nv\n")
TIMES = [EXAMPLE[0].replace("v x 4", "v x 0").replace("kept", "sharp", 1),
         EXAMPLE[1][:EXAMPLE[1].index("row")] + HIT % (1, A) + HIT % (2, B) +
         "end 2\nsha256 \n"]
# Twenty-five velocities, and four denominators of a million bits: the product of these
# has room once, but not for each entry of F.
ROOM = [re.sub(r"contact.*\n", "", re.sub("sizes .*", "sizes 25 25 1 0 0 0 0 0",
                                         EXAMPLE[0])).replace(
    "q x 0\nq y 0\nv x 4\nv y 0\n", "".join(
        "%s %d 0\n" % (x, i) for x in "qv" for i in range(25))), ""]
ROOM[0] = ROOM[0][:ROOM[0].index("tape")] + (
    "tape inertia 51 1 0 1250\nconst 0\nout%s\ntape force 51 1 0 25\nconst 0\nout"
    "%s\n" % (" 51" * 1250, " 51" * 25)) + "".join(
    "tape %s 51 0 0 0\nconst\nout\n" % x
    for x in ("joints", "springs", "gaps", "slips")) + "end\n"
ROOM[1] = EXAMPLE[1][:EXAMPLE[1].index("step")] + (
    "step\nM\nF%s\nkv/%x 0:1\nkq/%x 0:1\nk0/%x 0:1\nk1/%x 0:1\nG\nphi\nnu\na\nn\n"
    "d\nz\nv\nq\n" % ("".join(" %d:1" % i for i in range(625)), *(
        16 ** 262000 + k for k in (1, 3, 7, 9)))) + "end 1\nsha256 \n"
HUGE = "1" + "0" * (1 << 18)

# Contacts that yield: a ball, a block in space that slides in its second row.
YIELDS, PUSH = stored("ball-L1-65"), stored("rotating_push-L1-72")
DISC_L0 = stored("rotating_push-L0-73")


def shares(proof):
    """Two opposite corners lose as much: the force is the same."""
    line = re.search("\nz[^\n]*", proof)[0]
    den = int(line.split(" ")[0].partition("/")[2], 16)
    last = re.search(" 9:([0-9a-f]+)", line)
    return line, line.replace(last[0], " 7:-%x 9:%x" % (den, int(
        last[1], 16) - den)).replace(" 9:-0", "")


# The words, the two files, which of them is changed (0: statement), where, to what.
FORGED = [
    # yield.c
    ("contacts that yield are the scene's", YIELDS, 0, "0 0 0 0 1 0\n",
     "0 0 0 0 1 1\n"),
    ("a contact that yields has at most two", YIELDS, 0, "floor 0", "floor 3"),
    ("a corner outside of the disc", PUSH, 0, "corner 1 0", "corner 1 1/2"),
    ("theta: alpha = 1", YIELDS, 0, "alpha 1", "alpha 1/2"),
    ("theta: alpha = 1", YIELDS, 0, "restitution 0", "restitution 1/2"),
    ("corners are of levels L1 and R", DISC_L0, 1, "level L0", "level L1"),
    ("corners are of levels L1 and R", PUSH, 1, "level L1", "level L0"),
    ("K is not positive semidefinite", YIELDS, 1, "k 0:", "k 0:-"),
    ("C is not positive semidefinite", YIELDS, 1, "c 0:", "c 0:-"),
    ("C is given by its upper half", PUSH, 1, "c 0:64", "c 0:64 3:1"),
    ("lambda_n >= 0, gap >= 0", YIELDS, 1, "\ngap\n", "\ngap 0:-1\n"),
    ("the compliance does not hold", YIELDS, 1, "k 0:3e8", "k 0:3e9"),
    ("the equation of motion does not", YIELDS, 1, "f 0:-a", "f 0:-b"),
    ("a share of a corner", PUSH, 1, *shares(PUSH[1])),
    ("friction beyond mu lambda_n", PUSH, 0, "floor 2 1333", "floor 2 1233"),
    ("friction that is not opposite", PUSH, 0, "floor 2 1333", "floor 2 1433"),
    # what a scheme has none of, and a level of other statements
    ("h > 0, 0 < alpha", MOREAU, 0, "alpha 1\n", "alpha 1/2\n"),
    ("h > 0, 0 < alpha", MOREAU, 0, "gamma 1/2\n", "gamma 1\n"),
    ("as many velocities as coordinates, or rates", MOREAU, 0, "sizes 2 2 0 0 ",
     "sizes 2 2 0 1 "),
    ("a level expected that fits", EXAMPLE, 1, "level L1", "level I"),
    ("a level expected that fits", EXAMPLE, 1, "level L1", "level N"),
    ("a name is not spelt as names are", EXAMPLE, 0, "contact ground", "contact %%"),
    # read.c, words.c: spelling
    ("a count expected", EXAMPLE, 1, "row 1", "row 01"),
    ("a count expected", EXAMPLE, 1, "row 1", "row 1e0"),
    ("a count expected", EXAMPLE, 1, "row 1", "row "),
    ("a count is larger than", EXAMPLE, 1, "M 0:1 3:1", "M 0:1 4:1"),
    ("a count is larger than", EXAMPLE, 1, "step 0", "step 1"),
    ("a count is larger than", EXAMPLE, 1, "\nnu\n", "\nnu 0:1\n"),
    ("a whole number of at most", EXAMPLE, 1, "0:3 2:a", "0:03 2:a"),
    ("a whole number of at most", EXAMPLE, 1, "2:a", "2:A"),
    ("a whole number of at most", EXAMPLE, 1, "0:3 2:a", "0:-0 2:a"),
    ("a whole number of at most", EXAMPLE, 1, "0:3 2:a", "0:+3 2:a"),
    ("a whole number of at most", EXAMPLE, 1, "0:3 2:a", "0:- 2:a"),
    ("a whole number of at most", EXAMPLE, 0, "h 1/2", "h " + HUGE),
    ("a number of more than", EXAMPLE, 0, "h 1/2", "h 1" + "0" * len(HUGE) * 2),
    ("a denominator is more than 1", EXAMPLE, 1, "v/2 0:3", "v/1 0:3"),
    ("a denominator is more than 1", EXAMPLE, 1, "v/2 0:3", "v/-2 0:-3"),
    ("a denominator is more than 1", EXAMPLE, 0, "h 1/2", "h 1/0"),
    ("indices grow, and a zero", EXAMPLE, 1, "0:3 2:a", "2:a 0:3"),
    ("indices grow, and a zero", EXAMPLE, 1, "0:3 2:a", "0:3 1:0 2:a"),
    ("a count expected, not ''", EXAMPLE, 1, "\nF\n", "\nF \n"),
    ("an array is not in lowest terms", EXAMPLE, 1, "M 0:1 3:1", "M/2 0:2 3:2"),
    ("an array is not in lowest terms", EXAMPLE, 1, "z/2 0:3 2:a 3:-5",
     "z/4 0:6 2:14 3:-a"),
    ("an array is not in lowest terms", EXAMPLE, 1, "\nF\n", "\nF/2\n"),
    ("a common denominator of more than", EXAMPLE, 0, "q x 0\nq y 0",
     "q x 1/1" + "0" * 200000 + "\nq y 1/1" + "0" * 100000 + "1"),
    ("a time of more than", TIMES, 1, "end 2", "end 2"),
    ("numbers of more than 536870912 digits", ROOM, 1, "end 1", "end 1"),
    ("'F' expected", EXAMPLE, 1, "\nF\n", "\n\nF\n"),
    ("a fraction is not in lowest terms", EXAMPLE, 0, "h 1/2", "h 2/4"),
    ("a coefficient is negative", EXAMPLE, 0, "ground 1 1/2", "ground 1 -1/2"),
    ("a name expected", EXAMPLE, 0, "contact ground", "contact "),
    ("a name is not spelt", EXAMPLE, 0, "q x", "q %41"),
    ("a name is not spelt", EXAMPLE, 0, "q x", "q %00"),
    ("a name is not spelt", EXAMPLE, 0, "q x", "q x,"),
    ("active is one of: kept sharp", EXAMPLE, 0, "active kept", "active dull"),
    ("gap_t is one of: none", EXAMPLE, 0, "gap_t none", "gap_t linear"),
    ("offset is one of: none", EXAMPLE, 0, "offset none", "offset kept"),
    ("control is one of: none", EXAMPLE, 0, "control none", "control 1/8"),
    ("kept_basis is one of: none last", EXAMPLE, 0, "basis none", "basis kept"),
    ("rounding is one of", EXAMPLE, 0, "toward-zero", "nearest"),
    ("another version than 3: certify the run anew", EXAMPLE, 0, "scene 3",
     "scene 2"),
    ("another version than 3: certify the run anew", EXAMPLE, 1, "proof 3",
     "proof 2"),
    # scene.c, tape.c, bindings.c
    ("an unknown scheme", EXAMPLE, 0, "alpha-gamma", "gamma-alpha"),
    ("an unknown scheme", EXAMPLE, 0, "alpha-gamma", "alpha"),
    ("do not hold", EXAMPLE, 0, "penetration ", "penetration -"),
    ("the scheme has no such", MOREAU, 0, "sizes 2 2 0 0 0", "sizes 2 2 0 0 1"),
    ("the scheme has no such", MOREAU, 0, "sizes 2 2 0 0 0 0",
     "sizes 2 2 0 0 0 1"),
    ("the scheme has no such", MOREAU, 0, "project none", "project full"),
    ("the scheme has no such", MOREAU, 0, "jumps none", "jumps approaching"),
    ("the scheme has no such", MOREAU, 0, "hits none", "hits closing"),
    ("the scheme has no such friction", MOREAU, 0, "ground 1 0",
     "ground 1 1/2"),
    ("a projection is rounded", RATIONAL, 0, "project none", "project joints"),
    ("do not hold", EXAMPLE, 0, "h 1/2", "h -1/2"),
    ("do not hold", EXAMPLE, 0, "alpha 1\n", "alpha 0\n"),
    ("do not hold", EXAMPLE, 0, "restitution 0", "restitution 2"),
    ("do not hold", LIMIT, 0, "gamma 1\n", "gamma 1/2\n"),
    ("as many velocities", EXAMPLE, 0, "sizes 2 2", "sizes 2 1"),
    ("as many velocities", EXAMPLE, 0, "sizes 2 2", "sizes 0 0"),
    ("no such joints", MOREAU, 0, "sizes 2 2 0 0 0", "sizes 2 2 0 0 1"),
    ("no such joints", MOREAU, 0, "basis none", "basis last"),
    ("no such joints", MOREAU, 0, "sizes 2 2 0 0 0 0", "sizes 2 2 0 0 0 1"),
    ("something stands behind the end", EXAMPLE, 0, "end\n", "end\n "),
    ("an instruction expected, not 'pow'", ROD, 0, "\nmul ", "\npow "),
    ("does not fit: 5 expected", EXAMPLE, 0, "force 5", "force 4"),
    ("a side does not fit its kind", BLOCK, 0, "binding 0 0 1", "binding 0 1 0"),
    # check.c
    ("a level expected", EXAMPLE, 1, "level L1", "level N"),
    ("a level expected", EXAMPLE, 1, "level L1", "level L7"),
    ("the proof is about another scene", EXAMPLE, 1, "scene 601b", "scene 601c"),
    ("the proof is not at its end", EXAMPLE, 0, "T 1/2", "T 1"),
    ("the number of records is another", EXAMPLE, 1, "end 1", "end 2"),
    ("the digest is wrong", EXAMPLE, 1, "sha256 d1", "sha256 d2"),
    ("something stands behind the end", EXAMPLE, 1, None, "\n"),
    ("a record or the end expected, not 'node'", EXAMPLE, 1, "row", "node"),
    ("a record or the end expected, not 'rebound'", JUMPED, 1, "end",
     "rebound\nv\nend"),
    ("records are counted from 1", EXAMPLE, 1, "row 1", "row 2"),
    # problem.c
    ("active contacts grow", WEDGE, 1, "step 0 1", "step 1 0"),
    ("active contacts grow", EXAMPLE, 1, "step 0", "step 0 0"),
    ("M is given by its upper half", EXAMPLE, 1, "M 0:1 3", "M 0:1 2:1 3"),
    # mass.c
    ("M is not positive semidefinite", EXAMPLE, 1, "M 0:1 3:1", "M 0:1 3:-1"),
    ("M is not positive semidefinite", EXAMPLE, 1, "M 0:1 3:1", "M 1:1 3:1"),
    ("M is not positive semidefinite", EXAMPLE, 1, "M 0:1 3:1", "M 0:1 1:2 3:3"),
    ("M is not positive semidefinite", MOREAU, 1, "M 0:1 3:1", "M 0:-1 3:1"),
    ("M is not positive semidefinite", TENSOR, 1, "M/2 0:2 1:1 3:1",
     "M/2 0:1 1:1 3:-1"),
    ("level L0 states no x", EXAMPLE, 1, "level L1", "level L0"),
    # rows.c
    ("the equation of motion does not hold", EXAMPLE, 1, "3:-5", "3:-4"),
    ("the equation of motion does not hold", EXAMPLE, 1, "k1 1:-a", "k1 1:-b"),
    ("a joint moves", JOINT, 1, "\nnu\n", "\nnu 0:1\n"),
    ("c_n >= 0, rho >= 0", BOUNCE, 1, "rebound 1:2\nv 1:2",
     "rebound 1:3 2:1\nv 1:3"),
    ("c_n >= 0, rho >= 0", EXAMPLE, 1, "0:3 2:a", "0:3 1:-4 2:6"),
    ("zeta >= 0, zeta lambda", EXAMPLE, 1, "z/2 0:3 2:a 3:-5",
     "z 0:1 2:5 3:-3"),
    ("zeta >= 0, zeta lambda", EXAMPLE, 1, "z/2 0:3 2:a 3:-5",
     "z/4 0:7 2:14 3:-9"),
    ("beta sigma = 0", EXAMPLE, 1, "0:3 2:a 3:-5", "0:d 2:a 3:5"),
    ("v is not the exact velocity truncated", EXAMPLE, 1, "v/2 0:3", "v 0:1"),
    ("v is not the exact velocity truncated", EXAMPLE, 1, "v/2 0:3",
     "v/10000000000000 0:18000000000001"),
    # ap02.c
    ("a rigid link moves", RIGID, 0, "spring s 0 0", "spring s 1 0"),
    ("a rigid link moves", RIGID, 0, "spring s 0 0", "spring s 0 1"),
    ("a spring does not obey its law", BODIES, 0, "damper 0 ", "damper 1 "),
    # chain.c
    ("q is not what follows", EXAMPLE, 1, "q/4 0:3", "q 0:1"),
    ("v is not what follows", JUMPED, 1, "q/2 0:4 1:-5\nv 0:4 1:-5",
     "q/2 0:4 1:-5\nv 0:4 1:-4"),
    ("knows no collision in a step", JUMPED, 0, "hits closing", "hits none"),
    ("knows no collision at rest", BOUNCE, 0, "approaching", "none"),
    ("no contact approaches where", BOUNCE, 1, "jump 0\nM 0:1 3:1\nnu\nn 1:1",
     "jump 0\nM 0:1 3:1\nnu\nn 0:1"),
    ("no contact approaches where", BOUNCE, 0, "v y -4", "v y 4"),
    ("no contact approaches where", BOUNCE, 1, "jump 0\nM 0:1 3:1\nnu\nn 1:1\n"
     "d 0:1\nz 2:4\nrebound 1:2\nv 1:2", "jump\nM 0:1 3:1\nnu\nn\nd\n"
     "z 1:-4\nv 1:-4"),
    ("no contact closes where", JUMPED, 1, "step\n", "step 0\n"),
    ("no contact closes where", JUMPED, 1, "jump 0\nM 0:1 3:1\nnu\nn 1:1\nd 0:1\n"
     "z/2 0:3 2:a 3:-5\nv/2 0:3", "jump\nM 0:1 3:1\nnu\nn\nd\nz 0:4 1:-5\n"
     "v 0:4 1:-5"),
    ("stands behind a collision", TWICE, 1, "end 1", "row 2\njump 0\nend 2"),
    ("a fraction in (0, 1]", JUMPED, 1, "hit 1", "hit 2"),
    ("a fraction in (0, 1]", JUMPED, 1, "hit 1", "hit 0"),
    ("a row behind the end", EXAMPLE, 0, "T 1/2", "T 0"),
    # project.c
    ("contacts grow", BARS, 1, "project 3 0 0", "project 3 0 0 0"),
    ("equations are joints", BARS, 1, "project 3 0 0", "project 4 0 0"),
    ("rows that the statement's", BARS, 1, "project 3 0 0", "project 3 1 0"),
    ("equations are joints", BARS, 0, "project contacts", "project joints"),
    ("rows that the statement's", ON_JOINTS, 1, "project 3 0 0", "project 2 0 0"),
    ("other contacts in hand", BARS, 1, "project 3 0 0", "project 3 0 1"),
    ("knows no projection", BARS, 0, "project contacts", "project none"),
    ("knows no projection", RATIONAL, 1, "q/4 0:3\n", "q/4 0:3\nproject 0 0\n"),
    ("'project ' expected", EXAMPLE, 0, "project none", "project joints"),
    ("conditions of a projection do not hold", BARS, 1, "\nforce/", "\nforce/1"),
    # rebound.c
    ("'rebound' expected", DISC, 1, "\nrebound/", "\nbound/"),
    ("the equation of motion", DISC, 0, "restitution 3/4", "restitution 1/2"),
    # node.c
    ("the reaction does not balance", CORNER, 1, "z 0:-1 1:-2", "z 0:-1 1:-1"),
    ("Z^n is outside", BALL, 1, "f/4 0:3", "f/8 0:1"),
    ("a reaction pulls", BALL, 1, "z/2 0:-1\nv/2 0:-3", "z 0:-1 1:-1\nv/2 0:-3"),
    ("a reaction acts from afar", BALL, 1, "z/2 0:-1\nv/2 0:-3",
     "z 1:1\nv/2 0:-3"),
    ("it is open", MOREAU, 1, "\nf\n", "\nf 0:1\n"),
    ("K is not that of the step before", CORNER, 1, "f/10000000000000 0:1f",
     "f/10000000000000 0:2f"),
    ("a step behind the end", BALL, 0, "T 2", "T 3/2"),
    # cone.c, rank.c
    ("the direction moves a joint", FIXED, 1, "pointed 1:1", "pointed 0:1 1:1"),
    ("the direction does not open contact 0", CONE, 1, "pointed 1:1",
     "pointed 0:2 1:1"),
    ("the direction does not open contact 0", CONE, 1, "pointed 1:1", "pointed"),
    ("the joints are not independent", FIXED, 1, "pointed 1:1", "pointed 1:1"),
    ("the impulses do not vanish", WEDGE, 1, "g/8 0:4 1:4 2", "g/8 0:4 1:5 2"),
    ("lies outside of its cone", WEDGE, 1, "ishing/8 0:4 1:4 2:-3 3:-3",
     "ishing/8 0:-4 1:-4 2:3 3:3"),
    ("all impulses are zero", WEDGE, 1, "ishing/8 0:4 1:4 2:-3 3:-3", "ishing"),
    # lists.c
    ("the number of problems is another", LISTS, 0, "end 3", "end 2"),
    ("something stands behind the end", LISTS, 0, "end 3\n", "end 3\nend 3\n"),
    ("z, w or 0 expected", LISTS, 1, "face w", "face x"),
    ("a face has all the signs", LISTS, 1, "face z\npoint 0:1", "face w\npoint"),
    ("has not the signs of its face", LISTS, 1, "point 0:1", "point 0:2"),
    ("has not the signs of its face", LISTS, 1, "face z\npoint 0:1\ninside 0\ny 0",
     "face 0\npoint 0:1\ninside 0\ny 0"),
    ("these factors are whole", LISTS, 1, "empty 0:1", "empty/2 0:1"),
    ("a leaf is not shown", LISTS, 1, "empty 0:1", "empty 0:-1"),
    ("a leaf is not shown", LISTS, 1, "faces 2\nface w\npoint\nface z",
     "faces 1\nface z"),
    ("'empty' expected", LISTS, 1, "branch 0\ninside 0\ny\ninside 1\ny",
     "branch 0\ninside 0\ny"),
    ("a pair is decided once", LISTS, 1, "branch 0\n", "branch 0\nbranch 0\n"),
    ("a list too many", LISTS, 1, "end 3", "list 4\nfaces 0\nempty 0:1\nend 4"),
    ("the proof is not at its end", LISTS, 1, "list 3\nfaces 1\nface z\npoint 0:1\n"
     "inside 0\ny 0:1\nend 3", "end 2"),
    # level2.c, geometry.c, contacts.c
    ("level L2 knows no such scheme", CORNER, 1, "level L1", "level L2"),
    ("modes of a rebound, and none of its", DEEP, 1, "modes s\n", "modes undecided\n"),
    ("is not in the mode 'o'", DEEP, 1, "modes os", "modes o"),
    ("a contact mode expected, not 'os'", DEEP, 1, "modes s\n", "modes os\n"),
    ("of more than positions", SLIDER, 0, "tape gaps 5 0 0 1\nconst\nout 1",
     "tape gaps 5 0 0 1\nconst\nout 4"),
    ("a radius is positive", SLIDER, 1, "radius 15/", "radius -15/"),
    ("the radius is larger", SLIDER, 1, "radius 15/100000000000000", "radius 1"),
    ("n is farther", SLIDER, 0, "tape gaps 5 0 0 1\nconst\nout 1",
     "tape gaps 5 0 1 1\nconst\nadd 1 1\nout 5"),
    ("M is farther", SLIDER, 1, "M 0:1", "M/2 0:3"),
    ("F where the scene has none", SLIDER, 1, "\nF\n", "\nF 3:1\n"),
    ("a Jacobian where there is none", ZERO, 1, "\nkv\n", "\nkv 3:1\n"),
    ("has no value", SLIDER, 0, "tape gaps 5 0 0 1\nconst\nout 1",
     "tape gaps 5 0 1 1\nconst\ndiv 1 1\nout 5"),
    ("has no gradient", SLIDER, 0, "tape gaps 5 0 0 1\nconst\nout 1",
     "tape gaps 5 0 1 1\nconst\nsqrt 1\nout 5"),
    ("contact 0 is listed and open", SLIDER, 0, "tape gaps 5 0 0 1\nconst\nout 1",
     "tape gaps 5 1 1 1\nconst 1\nadd 1 5\nout 6"),
    ("contact 0 is deep at the start", SLIDER, 0, "q y 0", "q y -1"),
    ("joint 0 is apart at the start", PENDULUM, 0, "q x d", "q x e"),
    ("a projection of more than positions", SWUNG, 0, "project none",
     "project joints"),
    # modes.c, open.c
    ("a contact mode expected", SLIDER, 1, "modes s", "modes x"),
    ("a contact mode expected", SLIDER, 1, "modes s", "modes 0"),
    ("is not in the mode 'o'", SLIDER, 1, "modes s", "modes o"),
    ("is not in the mode '+'", SLIDER, 1, "modes s", "modes +"),
]
# Said of the same base by another change than one of words.
SPECIAL = {
    "the file has changed while it was read": "a file of two readings, --show",
    "more than %d contacts": "so many have to be read",
    "contact %ld was touching and is missing": "test_chaining drops contacts",
    "contact %ld is not in the mode '%s' for all data": "test_strict",
    "the contact modes are not proven: the bound is not below 1": "test_strict",
    "contact modes of more than %d unknowns": "2000 unknowns",
    "contact %ld is closed and not listed": "test_level2 leaves contacts out",
    "contact %ld is listed, and its gap has no value": "test_level2_borders",
    **dict.fromkeys((
        "level L2 of a node with more than %d contacts",
        "contact %ld is open in the middle, and listed",
        "contact %ld is closed in the middle, and not listed",
        "the middle of the step has no value"), "test_level2_jean"),
    "(C2) does not hold": "follows from what was asked before",
    "(C3) does not hold": "follows from what was asked before",
    "(C5) does not hold": "the same",
    **dict.fromkeys((
        "a contact still approaches", "all at once have no order",
        "an order of contacts that are not there", "nothing approaches",
        "only who has its turn has an impulse",
        "simultaneous or sequential expected", "v+ is another"),
        "test_impact_record"),
    "energy is gained": "by an M that C18 is too long to decide",
}


def sentences():
    """What the sources can say behind `refused:`."""
    for path in glob.glob(SOURCE + "/verify/check/*.c"):
        code = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
        for call in re.finditer(
                r"\b(?:refuse|demand|pair)\(([^;]*?)\);", code, re.S):
            said = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', call.group(1)))
            if said and not said.startswith(("not a solution", "\\n")):
                yield said


# What the heads say is accepted, and why that is not a claim too many.
HEAD, END = EXAMPLE[1][:EXAMPLE[1].index("row")], "end 1\nsha256 \n"
ACCEPTED = [
    ("level L1: a projection anywhere", EXAMPLE[0].replace(
        "project none", "project contacts"), EXAMPLE[1].replace(
        "q/4 0:3\n", "q/4 0:3\nproject 0 0 0\nG\nnu\na\nn 0:63\nvalue\n"
        "force 0:1\np/4 0:18f\n"), "coordinate by at most\n99"),
    ("level L1: a collision with a wall that is nowhere", EXAMPLE[0].replace(
        "collision", "uniform"), HEAD + "row 1\njump 0\nM 0:1 3:1\nnu\nn 0:-1\n"
     "d\nz 2:4\nv\n" + END, "1 collisions at rest"),
    ("an array of weight 0", EXAMPLE[0], EXAMPLE[1].replace(
        "k0 1:-a", "k0 0:7"), "1 rows"),
    ("friction shared by two slips", EXAMPLE[0].replace(
        "ground 1 1/2", "ground 2 1/2").replace(
        "slips 5 2 0 2\nconst 0 1\nout 6 5", "slips 5 2 0 4\nconst 0 1\n"
        "out 6 5 5 5"), EXAMPLE[1].replace("d 0:1", "d 0:1 2:-1").replace(
        "3:-5", "3:-3 4:2"), "1 rows"),
    ("a name that is empty", EXAMPLE[0].replace("contact ground", "contact %"),
     EXAMPLE[1], "1 rows"),
    ("a name with bytes of its own", EXAMPLE[0].replace(
        "contact ground", "contact gr%C3%BCn"), EXAMPLE[1], "1 rows"),
    ("nothing to do", EXAMPLE[0].replace("T 1/2", "T 0"), HEAD +
     "end 0\nsha256 \n", "0 rows"),
]


def read_from_heads():
    """The examples of tape.c and bindings.c, remarks cut off, in a statement with
    room for them, and a proof of no rows."""
    def example(name):
        with open(SOURCE + "/verify/check/" + name) as file:
            lines = re.findall(r"^    (\S.*)$", file.read().split("*/")[0], re.M)
        return "".join(re.split("  +", line)[0] + "\n" for line in lines)
    five = EXAMPLE[0].replace("T 1/2", "T 0").replace("sizes 2 2", "sizes 5 5")
    five = re.sub("(q y 0\n|v y 0\n)", lambda m: m[0] + 3 * m[0], five)
    five = re.sub(r"tape (\w+) 5 (.*) (\d+)\n", lambda m: "tape %s 11 %s %d\n" % (
        m[1], m[2], {"4": 25, "2": 5}.get(m[3], int(m[3]))), five)
    five = re.sub(r"out 5 6 6 5$", "out" + " 5" * 25, five, flags=re.M)
    five = re.sub(r"out [56] [56]$", "out" + " 5" * 5, five, flags=re.M)
    yield "a tape", EXAMPLE[0].replace("T 1/2", "T 0").replace(
        "tape gaps 5 0 0 1\nconst\nout 1\n", example("tape.c"))
    yield "bindings", five.replace(" 1 0\nq", " 1 1\nq").replace(
        "\nend", "\n" + example("bindings.c") + "end")


def said_of(pair, place):
    path = os.path.join(place, "f")
    for end, words in zip((".scene", ""), pair):
        with open(path + end, "w", encoding="latin-1") as file:
            file.write(words)
    return ask(path)


def forge(words, pair, which, old, new):
    """The two files with the change, digests put right unless they are it."""
    pair = list(pair)
    if old is None:
        pair[which] += new
        return pair
    check(old in pair[which], "'%s' is not there" % old)
    pair[which] = pair[which].replace(old, new, 1)
    return pair if "digest" in words or "another scene" in words else \
        sealed(*pair)


def judged(pair):
    """Is it accepted, and what was said."""
    word, told = judge.line(*pair).decode("latin-1").split(" ", 1)
    return word == "1", told.strip()


heard, judge = set(), Judge()
with tempfile.TemporaryDirectory() as place:
    for pair in (EXAMPLE, JUMPED, LISTS, LIMIT, BARS, DISC, CORNER, BALL, WEDGE,
                 BLOCK, PENDULUM, SLIDER, ROD, PAIRS, BODIES, MOREAU, CONE, RIGID,
                 JOINT, RATIONAL, ZERO, BOUNCE, TENSOR, YIELDS, PUSH, DISC_L0):
        fine, told = judged(sealed(*pair))
        check(fine, "a base is refused: " + told)
    for name, scene, proof, words in ACCEPTED + [
            (name, scene, HEAD + "end 0\nsha256 \n", "0 rows")
            for name, scene in read_from_heads()]:
        code, told = said_of(sealed(scene, proof), place)
        check(code == 0 and words in told, "%s: %s" % (name, told))
    for words, pair, which, old, new in FORGED:
        fine, told = judged(forge(words, pair, which, old, new))
        heard.add(told)
        check(not fine and words in told, "'%s' for '%s', not '%s': %s" % (
            new[:40], str(old)[:40], words, told[:200]))
    for said in sorted(set(sentences())):
        form = re.compile(".*".join(map(re.escape, re.split(
            r"%(?:\.\*|\.20)?(?:ld|d|s)", said.replace("\\n", "")))))
        check(any(form.search(told) for told in heard) or said in SPECIAL,
              "nobody has heard '%s'" % said)
    print("%d forgeries, %d sentences" % (len(FORGED), len(set(sentences()))))
done()
