"""Costs that do not depend on the machine's load: instructions, counted by valgrind,
over those of a frozen loop (verify/number/linear/yardstick.c). perp-check, per step of
a certificate of level L1; a proof of a problem with 53-bit data (bench_exact). Each is
compared with the same quotient of commit e02612e, which is data here. Fails when the
check is dearer than there, or a proof costs more than 0.55 of what it did.

How THERE was made: e02612e built in a worktree of its own by the preset release, its
perp writing, its perp-check reading; yardstick.c compiled with -DYARDSTICK_OLD, the
flags of the preset and its libperp_core.a; gcc 12.2, valgrind 3.19, Debian 12. The
loop had 426033 instructions in both."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from certificates import CHECK, case
from program import BINARY, check, done

# (m, scene, sets, steps): instructions of perp-check per step, and proofs by m.
SCENES = [(1, "GAP08/fig9_1", "", 100), (10, "GAP08/box_stack", "count=5", 20),
          (20, "GAP08/box_stack", "count=10", 20)]
LOOP = 426033
THERE = {("check", 1): 92753 / LOOP, ("check", 10): 310710 / LOOP,
         ("check", 20): 587192 / LOOP, ("proof", 10): 3049014 / LOOP,
         ("proof", 20): 12548713 / LOOP}
MOST = {"check": 1, "proof": 0.55}


def instructions(*words):
    r = subprocess.run(["valgrind", "--tool=callgrind",
                        "--callgrind-out-file=/dev/null", *map(str, words)],
                       capture_output=True, text=True)
    found = re.search("Collected : ([0-9]+)", r.stderr)
    check(r.returncode == 0 and found, "%s: %s" % (words, r.stderr[-300:]))
    return int(found.group(1)) if found else 0


def each(command, n):
    """Instructions of one of n more."""
    return (instructions(*command(2 * n)) - instructions(*command(n))) / n


def checked(place, scene, sets, n):
    def command(steps):
        out = os.path.join(place, "c%d" % steps)
        subprocess.run([BINARY, "run", case(scene), "-q", "--set",
                        "T=%.17g" % (steps * 0.01), "--certify", "L1", "--cert", out] +
                       [x for s in sets.split() for x in ("--set", s)], check=True)
        return CHECK, out
    return each(command, n)


if shutil.which("valgrind") is None:
    print("SKIPPED: valgrind is missing, and nothing was counted")
    sys.exit(0)
yardstick = os.environ["PERP_YARDSTICK"]
loop = each(lambda n: (yardstick, "elimination", n), 10)
print("the loop: %.0f instructions\n what   m   of the loop    there    ratio" % loop)
with tempfile.TemporaryDirectory() as place:
    costs = [("check", m, checked(place, *rest)) for m, *rest in SCENES]
costs += [("proof", m, each(lambda n: (yardstick, "proof", m, n), 1) / 5)
          for m in (10, 20)]
for what, m, cost in costs:
    there = THERE[what, m]
    ratio = cost / loop / there
    print("%5s %3d %13.4g %8.4g %8.4f" % (what, m, cost / loop, there, ratio))
    check(ratio <= MOST[what], "%s at m = %d is dearer: %.4f" % (what, m, ratio))
done()
