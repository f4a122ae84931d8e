"""Runs of P10 and of Moreau's step with states, cut at any byte, go on to the bytes of
the whole run: doubles, proven, in fractions; flat and curved K, warnings, proofs and
events. A word: all, and more places to cut. Prints its seed."""
import os
import random
import sys

import again
from program import done

PROOF = ["--certify", "L1", "--cert", "p"]
PRESSED = "../verify/p10/pressed.lua"


def pressed(shape, *more):
    """A scene whose steps all push: each number of a state is wanted by the next step."""
    return PRESSED, ["--set", "shape=" + shape, *more], 2


# cut behind each state
EACH = [pressed("corner", "--exact-check"), pressed("floor", "--rational"),
        pressed("bowl"), pressed("bowl", "--rational"), pressed("hole", "--scheme", "moreau"),
        ("P10/tunnel.lua", [], 1)]
# scene, words, states behind so many rows
FEW = [("P10/bouncing_ball.lua", ["--exact-check"], 2),
       ("P10/bouncing_ball.lua", ["--scheme", "moreau", "--events", "e"], 2),
       ("P10/corner.lua", ["--rational", "--set", "h=1/10"], 3),
       ("P10/disc.lua", ["--set", "T=1.4", *PROOF], 9)]
MORE = [("P10/bouncing_ball.lua", [], 3),
        ("P10/bouncing_ball.lua", ["--rational"], 2),
        ("P10/bouncing_ball.lua", ["--scheme", "moreau", "--rational"], 2),
        ("P10/bouncing_ball.lua", ["--scheme", "moreau", "--exact-check"], 2),
        ("P10/bouncing_ball.lua", ["--scheme", "moreau", *PROOF], 3),
        ("P10/bouncing_ball.lua", ["--certify", "L0", "--cert", "p", "--events", "e"], 3),
        ("P10/bouncing_ball.lua", ["--rational", "--certify", "R", "--cert", "p"], 3),
        ("P10/disc.lua", [], 5),
        ("P10/disc.lua", ["--rational", "--set", "h=1/30"], 3),
        ("P10/disc.lua", ["--exact-check"], 5),
        ("P10/disc.lua", ["--scheme", "moreau", "--exact-check"], 5),
        ("P10/disc_polar.lua", [], 10),
        ("P10/corner.lua", ["--set", "T=1"], 7),
        ("P10/corner.lua", ["--exact-check", "--set", "h=1/20"], 3),
        ("P10/double_pendulum.lua", ["--set", "T=0.2"], 11),
        ("P10/double_pendulum.lua", ["--set", "T=0.1", "--exact-check"], 11),
        ("P10/double_pendulum.lua", ["--set", "T=0.1", "--scheme", "moreau"], 11),
        ("P10/explosion.lua", ["--set", "T=0.5"], 40),
        ("P10/gravity_ball.lua", ["--exact-check"], 20),
        ("P10/gravity_ball.lua", ["--rational"], 20),
        ("P10/clearance.lua", [], 20),
        ("P10/beam.lua", ["--set", "T=0.005"], 10)]


def main():
    seed = int(os.environ.get("PERP_SEED", "2022"))
    print("seed", seed)
    rng = random.Random(seed)
    whole = len(sys.argv) > 1
    for case, more, every in FEW + (MORE if whole else []):
        again.same(rng, case, more, every, 40 if whole else 2)
    for case, more, every in EACH:
        again.same(rng, case, more, every, again.EACH)
    done()


main()
