"""Runs that are killed with -9 at random moments, and go on, and are killed again: in
the end trace, table, summary, proof and events are those of a run that nobody disturbed,
and perp-check accepts the proof. A number: so many kills; 20 without. Prints its seed."""
import os
import random
import subprocess
import sys
import tempfile
import time

import again
from program import check, done

# scene, words, states behind so many rows
L1 = ["--certify", "L1", "--cert", "p"]
RUNS = [("GAP08/rocking_block.lua", ["--set", "T=1", *L1, "--events", "e"], 20),
        ("HP23/dropped_block.lua", ["--set", "T=0.3"], 1),
        ("P10/gravity_ball.lua", L1, 7),
        ("PKS05/ball.lua", ["--set", "T=0.2", *L1, "--events", "e"], 9)]
LONG = [("GAP08/fig9_1.lua", ["--exact-check"], 10),
        ("GAP08/ex9_1.lua", ["--rational"], 1),
        ("GAP08/pile.lua", ["--set", "T=0.1"], 2),
        ("HP23/dropped_block.lua", ["--set", "law=sequential"], 4),
        ("AP02/bouncing_disc.lua", [], 3),
        ("GAP08/spring_block.lua", [], 3),
        ("GAP08/rocking_block.lua", ["--scheme", "moreau-jean", "--set", "T=1"], 30),
        ("GAP08/fig9_1.lua", ["--certify", "L2", "--cert", "p", "--cones"], 5),
        ("GAP08/ex9_1.lua", ["--rational", "--certify", "R", "--cert", "p"], 2),
        ("AP02/two_bars.lua", [], 1),
        ("P10/gravity_ball.lua", [], 7),
        ("P10/gravity_ball.lua", ["--rational", "--certify", "R", "--cert", "p"], 5),
        ("P10/bouncing_ball.lua", ["--set", "h=1/400", "--scheme", "moreau", *L1], 7),
        ("P10/bouncing_ball.lua", ["--set", "h=1/400", "--scheme", "moreau",
                                   "--rational"], 7),
        ("P10/disc.lua", ["--set", "h=1/400", "--exact-check", "--events", "e"], 9),
        ("P10/double_pendulum.lua", ["--set", "T=0.2"], 5),
        ("PKS05/ball.lua", [], 9),
        ("PKS05/ball.lua", ["--set", "T=0.03", "--rational", "--certify", "R", "--cert",
                            "p"], 2),
        ("PKS05/coupled_patch.lua", ["--set", "T=0.1"], 9),
        ("PKS05/pushed_block.lua", ["--set", "T=0.4", *L1], 9),
        ("PKS05/rotating_push.lua", ["--set", "T=0.1"], 5)]
CHECKER = os.environ.get("PERP_CHECK")


def begun(place):
    """Something to go on with: the first line is whole."""
    path = os.path.join(place, "t")
    if not os.path.exists(path):
        return False
    with open(path, "rb") as file:
        return file.read(100000).find(b"\n") >= 0


def killed(rng, place, words, took):
    """The child's end: None when it was killed, else what it said."""
    child = subprocess.Popen(words, cwd=place, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    time.sleep(rng.random() * took)
    child.kill()
    out, err = child.communicate()
    check(child.returncode in (0, -9), "%s: %d %s" % (words[1:], child.returncode, err))
    return out if child.returncode == 0 else None


def one(rng, run, wanted, took, kills):
    """Kills, until one comes too late or it is enough, and then to the end. How many
    kills were in time."""
    case, more, every = run
    with tempfile.TemporaryDirectory() as place:
        met = 0
        for _ in range(kills):
            on = begun(place)
            words = again.words_of(case, "--resume", "t", "--csv", "c", *more) if on \
                else again.words_of(case, "--states", str(every), "--trace", "t",
                                    "--csv", "c", *more)
            if killed(rng, place, words, took) is None:
                met += 1
            if begun(place):
                with open(os.path.join(place, "t"), "rb") as file:
                    check(wanted[1].startswith(file.read()), "%s: no beginning" % case)
        r = again.on(place, case, *more) if begun(place) else \
            again.whole(place, case, every, *more)[0]
        check(r.returncode == 0 and
              again.left(place, r, again.files_of(more)) == wanted,
              "%s %s: %d %s" % (case, more, r.returncode, r.stderr[:300]))
        check("c" in os.listdir(place), "no table")
        if "--cert" in more and CHECKER:
            said = subprocess.run([CHECKER, "p"], cwd=place, capture_output=True,
                                  text=True, check=False)
            check(said.returncode == 0, "%s %s: %s" % (case, more, said.stdout[-300:]))
        return met


def main():
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(os.environ.get("PERP_SEED", "2021"))
    rng = random.Random(seed)
    runs = RUNS + (LONG if tries > 20 else [])
    kills = 5 if tries == 20 else 4
    print("seed", seed)
    total, in_time = 0, 0
    while total < tries:
        for run in runs:
            case, more, every = run
            with tempfile.TemporaryDirectory() as place:
                began = time.monotonic()
                r, wanted = again.whole(place, case, every, *more)
                took = time.monotonic() - began
                check(r.returncode == 0, "%s: %s" % (case, r.stderr))
                if wanted is None:
                    done()
            for _ in range(1 if tries == 20 else 2):
                if total < tries:
                    in_time += one(rng, run, wanted, took, kills)
                    total += kills
    print("%d kills, %d of them in time" % (total, in_time))
    check(in_time > 0, "no kill came in time")
    done()


main()
