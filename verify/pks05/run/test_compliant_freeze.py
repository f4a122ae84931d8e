"""Runs of theta with states, cut at any byte, go on to the bytes of the whole run:
doubles, proven, in fractions; plane and space, several solutions, prescribed ends,
proofs and events. A word: all, and more places to cut. Prints its seed."""
import os
import random
import sys

import again
from program import done

SEVERAL = "../verify/pks05/run/several.lua"
COUPLED = "../verify/pks05/run/coupled.lua"
PROOF = ["--certify", "L1", "--cert", "p"]
# scene, words, states behind so many rows
FEW = [("PKS05/ball.lua", ["--set", "T=0.04", *PROOF], 9),
       ("PKS05/ball.lua", ["--rational", "--set", "T=0.01", "--events", "e"], 3),
       ("PKS05/coupled_patch.lua", ["--set", "T=0.05"], 20),
       ("PKS05/quarter_car.lua", ["--set", "T=0.01"], 3),
       ("PKS05/rotating_push.lua", ["--set", "T=0.1"], 20),
       (SEVERAL, ["--set", "h=0.5", "--set", "theta=0.5", "--exact-check"], 1)]
# cut behind each state: the last step of the first is not proven, nothing is near at the
# end of the second, and of the third no step is decided
EACH = [(SEVERAL, ["--set", "h=0.25", "--set", "theta=0.5", "--set", "T=5.25"], 1),
        ("PKS05/ball.lua", ["--set", "T=0.15"], 35),
        (COUPLED, ["--set", "which=7", "--set", "T=0.01"], 3)]
MORE = [("PKS05/ball.lua", [], 20),
        (SEVERAL, [], 1),
        (COUPLED, ["--set", "which=7"], 40),
        ("PKS05/ball.lua", ["--exact-check", "--set", "T=0.1"], 7),
        ("PKS05/ball.lua", ["--rational", "--set", "T=0.03"], 4),
        ("PKS05/ball.lua", ["--rational", "--set", "T=0.02", "--certify", "R", "--cert",
                            "p"], 4),
        ("PKS05/ball.lua", ["--certify", "L0", "--cert", "p"], 30),
        ("PKS05/coupled_patch.lua", [], 30),
        ("PKS05/quarter_car.lua", ["--rational", "--set", "T=0.01"], 3),
        ("PKS05/coupled_patch.lua", ["--set", "T=0.03", "--exact-check"], 7),
        ("PKS05/pushed_block.lua", ["--set", "T=0.4", "--events", "e"], 20),
        ("PKS05/rotating_push.lua", ["--set", "T=0.2"], 20),
        ("PKS05/slide_to_target.lua", [], 10),
        ("PKS05/spinning_ball.lua", [], 20),
        ("PKS05/fixed_point.lua", [], 20),
        ("PKS05/slab_to_target.lua", [], 20)]


def main():
    seed = int(os.environ.get("PERP_SEED", "2023"))
    print("seed", seed)
    rng = random.Random(seed)
    whole = len(sys.argv) > 1
    for case, more, every in FEW + (MORE if whole else []):
        again.same(rng, case, more, every, 40 if whole else 2)
    for case, more, every in EACH:
        again.same(rng, case, more, every, again.EACH)
    done()


main()
