"""A trace with states, cut at any byte, goes on to the bytes of the whole run: table,
trace and summary. One scene of each scheme, mode and law of impact; a word: all, and
more places to cut. The scheme that cannot says why. Prints its seed."""
import os
import random
import sys
import tempfile

import again
from program import SOURCE, check, done, expect

# scene, words, states behind so many rows
FEW = [("GAP08/rocking_block.lua", ["--set", "T=0.6", "--exact-check"], 7),
       ("GAP08/ex9_1.lua", ["--rational", "--set", "T=0.3", "--shapes"], 2),
       ("HP23/dropped_block.lua", ["--set", "T=0.1", "--set", "select=random"], 5)]
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
        ("GAP08/fig9_1.lua", ["--scheme", "moreau-jean"], 7),
        ("GAP08/rocking_block.lua", ["--scheme", "moreau-jean", "--exact-check"], 7)]


def cuts(rng, trace, many):
    """Where a kill may leave a trace: in the first line too, but for its inside."""
    first = trace.index(b"\n") + 1
    return [first, len(trace)] + [rng.randrange(first, len(trace))
                                  for _ in range(many)]


def same(rng, case, more, every, many):
    name = "%s %s, every %d" % (case, " ".join(more), every)
    with tempfile.TemporaryDirectory() as place:
        r, wanted = again.whole(place, case, every, *more)
        check(r.returncode == 0, "%s: %s" % (name, r.stderr))
        if wanted is None:
            return
        trace = wanted[1]
        states = trace.count(b'{"state": ')
        check(states > 0, name + ": no state")
        for at in cuts(rng, trace, many):
            again.cut(place, trace[:at])
            r = again.on(place, case, *[w for w in more if w != "--shapes"])
            check(r.returncode == 0 and again.left(place, r.stdout) == wanted,
                  "%s: cut at byte %d of %d: %d %s" %
                  (name, at, len(trace), r.returncode, r.stderr[:300]))
        print("%s: %d states, %d cuts" % (name, states, many + 2))


def plain(case, more):
    """States are lines behind the rows, and change nothing else."""
    with tempfile.TemporaryDirectory() as place:
        _, wanted = again.whole(place, case, 3, *more)
        r = again.run(place, again.words_of(case, "--trace", "t", "--csv", "c",
                                            "--header", *more))
        table = [line for line in again.left(place, r.stdout)[2].splitlines(True)
                 if not line.startswith(b"#")]
        lines = [line for line in wanted[1].splitlines(True)
                 if not line.startswith(b'{"state": ')]
        with open(os.path.join(place, "t"), "rb") as file:
            rows = file.read().splitlines(True)
        check(table == wanted[2].splitlines(True), "the table with states")
        check(lines[1:] == rows[1:] and lines[0].startswith(rows[0][:-2]),
              "the trace with states")


def cannot():
    for scheme, why in SCHEMES_WITHOUT:
        case = os.path.join(SOURCE, "cases", scheme)
        with tempfile.TemporaryDirectory() as place:
            expect(scheme, 3, [], ["--states and --resume do not know the scheme", why],
                   "run", case, "--states", "3", "--trace", os.path.join(place, "t"))


SCHEMES_WITHOUT = [("PKS05/ball.lua", "'theta': its step begins where"),
                   ("P10/bouncing_ball.lua", "'paoli': its step keeps")]


def main():
    seed = int(os.environ.get("PERP_SEED", "2019"))
    print("seed", seed)
    rng = random.Random(seed)
    whole = len(sys.argv) > 1
    for case, more, every in FEW + (MORE if whole else []):
        same(rng, case, more, every, 40 if whole else 1)
    plain("GAP08/fig9_1.lua", ["--set", "T=0.2"])
    cannot()
    done()


main()
