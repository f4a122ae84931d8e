"""A trace with states, cut at any byte, goes on to the bytes of the whole run: table,
trace and summary; proof and events, too. One scene of each scheme, mode and law of impact
of GAP08, AP02 and HP23; a word: all, and more places to cut. Prints its seed."""
import os
import random
import sys
import tempfile

import again
from program import check, done

# scene, words, states behind so many rows
FEW = [("GAP08/rocking_block.lua", ["--set", "T=0.6", "--exact-check"], 7),
       ("GAP08/ex9_1.lua", ["--rational", "--set", "T=0.3", "--shapes"], 2),
       ("HP23/dropped_block.lua", ["--set", "T=0.1", "--set", "select=random"], 5),
       ("GAP08/ex9_1.lua", ["--set", "T=0.5", "--certify", "L2", "--cert", "p", "--cones",
                            "--events", "e", "--every", "3"], 2)]
MORE = [("GAP08/rocking_block.lua", [], 50),
        ("GAP08/rocking_block.lua", ["--plot", "p", "--movie", "m"], 50),
        ("GAP08/fig9_1.lua", ["--exact-check", "--shapes"], 1),
        ("GAP08/tumbling_body.lua", ["--shapes"], 9),
        ("GAP08/pile.lua", ["--set", "T=0.1"], 3),
        ("GAP08/box_stack.lua", ["--set", "T=0.3"], 4),
        ("GAP08/four_bar.lua", [], 9),
        ("GAP08/newton_rod.lua", [], 5),
        ("GAP08/painleve_rod.lua", [], 5),
        ("GAP08/dominoes.lua", ["--set", "T=0.2"], 6),
        ("GAP08/spring_block.lua", ["--rational", "--set", "T=0.1"], 2),
        ("GAP08/billiard.lua", [], 10),
        ("AP02/two_bars.lua", [], 4),
        ("AP02/two_bodies.lua", [], 4),
        ("AP02/bouncing_disc.lua", [], 4),
        ("AP02/fixture.lua", [], 4),
        ("HP23/dropped_block.lua", ["--set", "law=sequential"], 3),
        ("HP23/dropped_block.lua", ["--set", "law=none", "--exact-check"], 3),
        ("HP23/disk_stack.lua", [], 3),
        ("GAP08/fig9_1.lua", ["--scheme", "semi-implicit"], 7),
        ("GAP08/fig9_1.lua", ["--scheme", "linear-implicit"], 7),
        ("GAP08/fig9_1.lua", ["--scheme", "stiff-limit"], 7),
        ("GAP08/fig9_1.lua", ["--certify", "L0", "--cert", "p"], 9),
        ("GAP08/fig9_1.lua", ["--certify", "L1", "--cert", "p", "--scheme",
                              "moreau-jean"], 9),
        ("GAP08/ex9_1.lua", ["--rational", "--set", "T=0.3", "--certify", "R",
                             "--cert", "p"], 3),
        ("GAP08/rocking_block.lua", ["--set", "T=1", "--certify", "L2", "--cert", "p",
                                     "--events", "e"], 20),
        ("GAP08/pile.lua", ["--set", "T=0.05", "--certify", "L1", "--cert", "p"], 2),
        ("GAP08/four_bar.lua", ["--set", "T=0.1", "--certify", "L2", "--cert", "p"], 5),
        ("AP02/bouncing_disc.lua", ["--certify", "L1", "--cert", "p", "--cones"], 3),
        ("HP23/dropped_block.lua", ["--set", "T=0.3", "--events", "e"], 3),
        ("GAP08/fig9_1.lua", ["--scheme", "moreau-jean"], 7),
        ("GAP08/rocking_block.lua", ["--scheme", "moreau-jean", "--exact-check"], 7)]


def plain(case, more):
    """States are lines behind the rows, and change nothing else."""
    with tempfile.TemporaryDirectory() as place:
        _, wanted = again.whole(place, case, 3, *more)
        r = again.run(place, again.words_of(case, "--trace", "t", "--csv", "c",
                                            "--header", *more))
        table = [line for line in again.left(place, r)[2].splitlines(True)
                 if not line.startswith(b"#")]
        lines = [line for line in wanted[1].splitlines(True)
                 if not line.startswith(b'{"state": ')]
        with open(os.path.join(place, "t"), "rb") as file:
            rows = file.read().splitlines(True)
        check(table == wanted[2].splitlines(True), "the table with states")
        check(lines[1:] == rows[1:] and lines[0].startswith(rows[0][:-2]),
              "the trace with states")


def main():
    seed = int(os.environ.get("PERP_SEED", "2019"))
    print("seed", seed)
    rng = random.Random(seed)
    whole = len(sys.argv) > 1
    for case, more, every in FEW + (MORE if whole else []):
        again.same(rng, case, more, every, 40 if whole else 1)
    # a state behind a collision, too, which is an event of the row behind it
    again.same(rng, "HP23/dropped_block.lua", ["--set", "T=0.05", "--events", "e"], 1,
               again.EACH)
    plain("GAP08/fig9_1.lua", ["--set", "T=0.2"])
    done()


main()
