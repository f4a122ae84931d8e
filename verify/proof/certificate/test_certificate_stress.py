"""Certificates where doubles are blind: masses 1 and 10^6, pairs of contacts 10^-13
apart, up to twenty. All steps must be proven and all proofs accepted; and because
no problem of that kind needs the last rung of the solver, exact Lemke from the
start, masses 1 and 10^120 follow, which do. With "whole" many more."""
import glob
import os
import re
import sys
import tempfile
from collections import Counter

from certificates import PYTHON, ask, perp
from program import check, done

RUNG = ("doubles", "106 bits", "512 bits", "exact Lemke")
# Scene, sets, contacts, ratio of masses; a number of draws, or of steps.
TOWER, TWINS = "certificate_stress", "certificate_twins"
SHORT = [(TOWER, "count=1 T=0.05", 2, 1e6), (TOWER, "count=2 T=0.05", 4, 1e6),
         (TOWER, "count=5 T=0.05", 10, 1e6),
         (TOWER, "count=10 T=0.02", 20, 1e6),
         (TWINS, "count=1 runs=8", 2, 1e6), (TWINS, "count=2 runs=8", 4, 1e6),
         (TWINS, "count=5 runs=2", 10, 1e6), (TWINS, "count=10 runs=1", 20, 1e6),
         (TWINS, "count=2 runs=8 ratio=1e120", 4, 1e120)]
WHOLE = [(TOWER, "count=%d T=0.2" % k, 2 * k, 1e6) for k in (1, 2, 5, 10)] + [
    (TWINS, "count=%d runs=%d seed=%d" % (k, runs, seed), 2 * k, 1e6)
    for k, runs in ((1, 40), (2, 40), (3, 30), (5, 20), (7, 8), (10, 3))
    for seed in range(1, 4)] + [
    (TWINS, "count=%d runs=10 ratio=1e120 seed=%d" % (k, seed), 2 * k, 1e120)
    for k in (1, 2, 3) for seed in range(1, 4)]


def certified(place, scene, sets):
    """Problems by the rung that solved them; each proof is accepted."""
    for old in glob.glob(place + "/*"):
        os.remove(old)
    said = perp(scene, place, "--certify", "L1", "--cert", "c.cert",
                "--scene-seconds", "3000", sets=sets, timeout=3000).stderr
    rungs, proven = Counter(), 0
    for done_, all_ in re.findall(r"(\d+) of (\d+) steps proven", said):
        check(done_ == all_, "%s %s: %s" % (scene, sets, said))
        proven += int(done_)
    for counts in re.findall(r"(\d+) problems solved exactly from the basis found "
                             r"in doubles, (\d+) with 106 bits, (\d+) with 512, "
                             r"(\d+) by exact Lemke", said):
        rungs.update(dict(zip(RUNG, map(int, counts))))
    rows, paths = 0, sorted(glob.glob(place + "/*.cert"))
    for k, path in enumerate(paths):
        code, text = ask(path)
        check(code == 0, "%s %s: %s" % (scene, sets, text))
        rows += int((re.search("([0-9]+) rows", text) or [0, 0])[1])
        check(k > 0 or ask(path, PYTHON)[0] == 0, "check.py: " + sets)
    check(paths and rows > 0 and proven > 0, "nothing was proven: " + said)
    return rungs, len(paths), rows


table, sums = {}, Counter()
with tempfile.TemporaryDirectory() as place:
    for scene, sets, m, ratio in WHOLE if sys.argv[1:] == ["whole"] else SHORT:
        rungs, proofs, rows = certified(place, scene, sets)
        line = table.setdefault((scene, m, ratio), [Counter(), 0, 0])
        line[0].update(rungs)
        line[1], line[2] = line[1] + proofs, line[2] + rows
for (scene, m, ratio), (rungs, proofs, rows) in table.items():
    print("%s, m = %2d, masses 1 and %.0e: %3d proofs, %3d rows, all accepted; "
          "problems by " % (scene, m, ratio, proofs, rows) +
          ", ".join("%s %d" % (r, rungs[r]) for r in RUNG))
    sums.update({(ratio, r): rungs[r] for r in RUNG})
check(sums[1e6, RUNG[3]] == 0, "512 bits were not enough for 1 and 10^6")
for ratio, rung in ((1e6, RUNG[1]), (1e6, RUNG[2]), (1e120, RUNG[3])):
    check(sums[ratio, rung] > 0, "no problem with masses 1 and %g needed %s" %
          (ratio, rung))
done()
