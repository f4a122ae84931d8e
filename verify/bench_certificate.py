"""What a certificate costs: microseconds per step, run in doubles, with L0, with
L1 (solved exactly, proven and written), and perp-check on each; bytes per
step. bench_exact has cold exact Lemke for the same numbers of contacts. Asserts
nothing. The time of N steps is taken from that of 2N, so that starting is not
counted."""
import os
import subprocess
import tempfile

from certificates import CHECK, case
from program import BINARY

SCENES = [(1, "GAP08/fig9_1", "", 4000, 0.01)] + [
    (2 * k, "GAP08/box_stack", "count=%d" % k, n, 0.01)
    for k, n in ((1, 2000), (2, 1000), (5, 400), (10, 200), (25, 60))]


def spent(words):
    """CPU seconds, the least of three."""
    best = 1e9
    for _ in range(3):
        p = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = status
        assert status == 0, words
        best = min(best, usage.ru_utime + usage.ru_stime)
    return best


def per_step(words, n):
    return 1e6 * (spent(words(2 * n)) - spent(words(n))) / n


print("  m   double       L0  check L0       L1  check L1   check L1/double   "
      "bytes L0   bytes L1")
with tempfile.TemporaryDirectory() as place:
    for m, name, sets, n, h in SCENES:
        def run(steps, *more):
            return [BINARY, "run", case(name), "-q"] + [
                x for s in sets.split() + ["T=%.17g" % (steps * h)]
                for x in ("--set", s)] + list(more)

        def certified(level):
            def words(steps):
                return run(steps, "--certify", level, "--cert",
                           os.path.join(place, "%s.%d" % (level, steps)))
            return words

        def checked(level):
            return lambda steps: [CHECK, os.path.join(
                place, "%s.%d" % (level, steps))]

        t = [per_step(run, n)]
        size = []
        for level in ("L0", "L1"):
            t.append(per_step(certified(level), n))
            t.append(per_step(checked(level), n))
            size.append((os.path.getsize(checked(level)(2 * n)[1]) -
                         os.path.getsize(checked(level)(n)[1])) / n)
        print("%3d %8.1f %8.1f %9.1f %8.1f %9.1f %17.2f %10.0f %10.0f" %
              (m, *t, t[4] / t[0], *size))
