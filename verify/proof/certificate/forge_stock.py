"""Small certificates, to be forged."""
import hashlib
import os
import subprocess

SOURCE = os.environ["PERP_SOURCE"]

# Small ones: a scene, what is set, the level.
SMALL = [
    ("GAP08/ex9_1", "T=0.03", "L1"), ("GAP08/ex9_1", "T=0.03", "L0"),
    ("GAP08/ex9_1", "T=0.03 alpha=3/4 gamma=1/3", "L1"),
    ("GAP08/fig9_1", "T=0.03", "L1"), ("GAP08/fig9_1", "T=0.03", "L0"),
    ("GAP08/fig9_1", "T=0.03 mu=1", "L1"),
    ("GAP08/fig9_1", "T=0.06 h=1/50 alpha=2/3 gamma=2/3", "L1"),
    ("GAP08/fig9_1", "T=0.02 mu=0 m=3", "L1"),
    ("GAP08/pendulum_contact", "T=0.02", "L1"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8 eps=0.1", "L1"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8 clock=uniform", "L1"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8", "L0"),
    ("GAP08/rod_tip", "T=0.02", "L1"),
    ("GAP08/rod_tip", "T=0.04 h=0.02 mu=0.3 active=sharp", "L1"),
    ("GAP08/rocking_block", "T=0.002", "L1"),
    ("GAP08/rocking_block", "T=0.16 h=0.04 th=0.01", "L1"),
    ("GAP08/painleve_rod", "T=0.002", "L1"),
    ("GAP08/box_stack", "count=1 T=0.02", "L1"),
    ("GAP08/box_stack", "count=1 T=0.02", "L0"),
    ("GAP08/four_bar", "T=0.005", "L1"),
    ("GAP08/fig9_1", "T=0.01", "L1"),
    ("GAP08/fig9_1", "T=0.01 mu=1 alpha=0.75", "L1"),
    ("GAP08/fig9_1", "T=0.01 mu=0", "L1"),
    ("GAP08/pendulum_contact", "T=0.01", "L1"),
    ("GAP08/box_stack", "count=1 T=0.01", "L1"),
    ("AP02/two_bodies", "T=0.05", "L1"),
    ("AP02/two_bodies", "T=0.1", "L1"), ("AP02/two_bodies", "T=0.1", "L0"),
    ("AP02/two_bodies --scheme semi-implicit", "T=0.1 damping=3", "L1"),
    ("AP02/two_bodies --scheme stiff-limit", "T=0.1 mu=0.1", "L1"),
    ("AP02/two_bodies --scheme alpha-gamma", "T=0.1", "L1"),
    ("GAP08/ex9_1 --rational", "T=0.03", "R"),
    ("GAP08/ex9_1 --rational", "T=0.02 alpha=3/4 gamma=1/3", "R"),
]

# Steps of P10, projections.
NODES = [
    ("P10/corner", "T=0.04 h=1/100", "L1"),
    ("P10/gravity_ball --rational", "T=2 h=1/2 e=1", "R"),
    ("P10/corner --rational", "T=2 h=1/3", "R"),
    ("P10/disc", "T=1.4 h=1/5", "L1"), ("P10/clearance", "T=1.5 h=1/4", "L1"),
    ("P10/bouncing_ball", "T=0.3 h=1/10", "L0"),
    ("AP02/two_bars", "T=0.02", "L1"),
    ("AP02/two_bars", "T=0.02 project=full", "L1"),
    ("AP02/two_bars", "T=0.01 project=joints", "L0"),
    ("P10/bouncing_ball --scheme moreau", "T=0.3 h=1/10 e=1/2", "L2"),
    ("P10/disc --scheme moreau", "T=0.6 h=1/5", "L2"),
]

# Collisions that give something back: in a step, at rest; one contact, two, one that
# takes more than its share; friction, a joint, a spring; enclosed, sticking, sliding.
HIT = "T=1/8 h=1/8 vy=-32"
BOTH = "fall=1/4 turn=0 vy=-8 clock=uniform"
REBOUNDS = [
    ("AP02/bouncing_disc", HIT, "L1"), ("AP02/bouncing_disc", HIT, "L0"),
    ("AP02/bouncing_disc --rational", HIT + " e=1/3", "R"),
    ("../verify/proof/certificate/rebound_rod", BOTH + " e=1/2", "L1"),
    ("../verify/proof/certificate/rebound_rod", BOTH + " e=3/4", "L0"),
    ("../verify/proof/certificate/rebound_rod", "clock=uniform", "L1"),
    ("../verify/proof/certificate/rebound_rod", "e=3/4", "L0"),
    ("../verify/proof/certificate/rebound_rod --rational", "clock=uniform e=7/8", "R"),
    ("AP02/bouncing_disc", HIT, "L2"),
    ("../verify/proof/certificate/rebound_rod", "clock=uniform", "L2"),
]

# Scenes that are enclosed: a spring, a bead, a pendulum, blocks that slide, stick,
# rock, are undecided; contacts of kinds, rates of coordinates, a collision.
ENCLOSED = [
    ("GAP08/fig9_1", "T=0.02", "L2"),
    ("GAP08/fig9_1", "T=0.05 mu=0.9 h=0.05", "L2"),
    ("GAP08/pendulum_contact", "T=0.01", "L2"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8", "L2"),
    ("GAP08/rocking_block", "T=0.002", "L2"),
    ("GAP08/rod_tip", "T=0.02", "L2"),
    ("GAP08/painleve_rod", "T=0.002", "L2"),
    ("GAP08/box_stack", "count=1 T=0.01", "L2"),
    ("GAP08/four_bar", "T=0.005", "L2"),
    ("GAP08/tumbling_body", "T=0.01", "L2"),
    ("GAP08/falling_oscillator", "T=0.01", "L2"),
    ("GAP08/spring_block", "T=0.01", "L2"),
    ("AP02/two_bodies", "T=0.05", "L2"),
    ("AP02/two_bars", "T=0.01 project=full", "L2"),
    ("AP02/two_bars", "T=0.01 project=contacts", "L2"),
]

# Contacts that yield: one that closes, a patch that is coupled, a block that begins to
# slide, a polygon; every weight, fractions, doubles, the disc.
YIELDING = [
    ("PKS05/ball", "T=0.003", "L1"), ("PKS05/ball", "T=0.03 h=0.01 theta=1/2", "L0"),
    ("PKS05/ball --rational", "T=1/50 h=1/100 theta=1/3", "R"),
    ("PKS05/coupled_patch", "T=0.001", "L1"),
    ("PKS05/coupled_patch", "T=0.0005 theta=1 mu=0", "L1"),
    ("PKS05/pushed_block", "T=0.002 v0=1", "L1"),
    ("PKS05/pushed_block --rational", "T=1/5 h=1/10 r=50", "R"),
    ("PKS05/rotating_push", "T=0.002 directions=4 push=40", "L1"),
    ("PKS05/rotating_push", "T=0.002 push=40", "L0"),
    ("PKS05/nonunique_step", "", "L1"), ("PKS05/rigid_limit", "theta=1/4", "L1"),
    ("PKS05/rigid_limit", "", "L0"),
]

# The step of Moreau and Jean: an impact with friction, joints, a block that rocks.
JEAN = [
    ("GAP08/newton_rod", "drop=0 T=1/64", "L1"),
    ("GAP08/newton_rod", "T=1/8 h=1/16 mu=1/4 e=1/2 alpha=3/4", "L1"),
    ("GAP08/newton_rod", "drop=0 T=1/64 mu=0 g=10", "L1"),
    ("GAP08/four_bar --scheme moreau-jean", "T=0.002", "L1"),
    ("GAP08/rocking_block --scheme moreau-jean", "T=0.002", "L1"),
    ("GAP08/newton_rod", "drop=0 T=1/64", "L2"),
    ("GAP08/newton_rod", "T=1/8 h=1/16 mu=1/4 e=1/2 alpha=3/4", "L2"),
    ("GAP08/four_bar --scheme moreau-jean", "T=0.005 alpha=2/3", "L2"),
]

# For the forger by the grammar alone. Cones that are pointed and cones that vanish;
# formulas with quotients and max.
CONES = [
    ("GAP08/cone_wedge --cones", "T=0.02 mu=0.7", "L1"),
    ("GAP08/cone_wedge --cones", "T=0.02 mu=2", "L1"),
    ("GAP08/four_bar --cones", "T=0.005", "L1"),
    ("GAP08/cone_wedge --cones", "T=0.02 mu=2", "L0"),
    ("AP02/fixture", "T=0.01", "L1"), ("AP02/fixture", "T=0.01", "L2"),
]

# Lists of all solutions: problems as perp reads them. One, none, a half line; faces of
# two unknowns, three that are apart, all of a quadrant; free unknowns in front.
LISTS = [(text, "", "N") for text in (
    "1\n-1\n1\n\n1\n-1\n-1\n\n1\n0\n0\n",
    "2\n1 1\n1 1\n-1 -1\n", "2\n1 2\n2 1\n-1 -1\n", "2\n0 0\n0 0\n0 1\n",
    "2\n-1 0\n1 -2\n1 2\n", "free 1 1\n2 -1\n1 0\n-3 -1\n",
    "free 2 1\n1 1 -1\n1 1 -1\n1 0 0\n1 1 0\n",
    "free 2 1\n1 1 -1\n1 1 -1\n1 0 0\n1 2 0\n",
    "3\n1 0 2\n2 1 0\n0 2 1\n-1 -1 -1\n", "3\n0 1 -1\n-1 0 1\n1 -1 0\n0 0 0\n")]

# Impacts, at once and in turn: none, one, several; friction, joints, bodies.
IMPACTS = [(name + " --law " + law, sets, "I") for name, sets in (
    ("HP23/rocking_block --rational", "v0=1 height=1"), ("HP23/compass_gait", ""),
    ("HP23/discs_on_slope", ""), ("HP23/box_wall", ""), ("GAP08/incline", ""),
    ("GAP08/slider_crank", "")) for law in ("simultaneous", "sequential")]


def made(place, which):
    """One certificate as (statement, proof, level)."""
    case, sets, level = which
    words = [x for s in sets.split() for x in ("--set", s)]
    path = os.path.join(place, hashlib.sha256(
        repr(which).encode()).hexdigest()[:16])
    case, *how = [case] if level == "N" else case.split(" ")
    scene = "%s/cases/%s.lua" % (SOURCE, case)
    if level == "N":
        with open(path + ".lcp", "w") as file:
            file.write(case)
        asked = ["solve", path + ".lcp", "--all"]
    else:
        asked = ["impact", scene] if level == "I" else \
            ["run", scene, "--certify", level, "-q"]
    r = subprocess.run([os.environ["PERP_BINARY"], *asked, *how, "--cert", path] + words,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if r.returncode not in ((0, 4) if level == "N" else (0,)):
        raise RuntimeError("%s: %s" % (which, r.stderr))
    with open(path + ".scene") as told, open(path) as proof:
        return told.read(), proof.read(), level
