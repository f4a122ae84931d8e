"""What level L2 costs beyond L1: microseconds of CPU per step for the double run,
the run certified with L1 and with L2, and perp-check on both; bytes per step.
Asserts nothing. The time of N steps is taken from that of 2N."""
import os
import subprocess
import tempfile

from certificates import CHECK, case
from program import BINARY

SCENES = [("GAP08/fig9_1", "", 2000, 0.01), ("GAP08/tumbling_body", "", 1000, 0.01),
          ("AP02/two_bodies", "", 500, 0.05), ("GAP08/rocking_block", "", 500, 0.001),
          ("GAP08/box_stack", "count=5", 200, 0.01),
          ("GAP08/pile", "count=16 drop=0.001 tilt=0", 40, 0.005)]


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


def main():
    print("%-22s   double       L1       L2  check L1  check L2   bytes L1   "
          "bytes L2" % "scene")
    with tempfile.TemporaryDirectory() as place:
        for name, sets, n, h in SCENES:
            def run(steps, *more):
                return [BINARY, "run", case(name), "-q"] + [
                    x for s in sets.split() + ["T=%.17g" % (steps * h)]
                    for x in ("--set", s)] + list(more)

            def path(level, steps):
                return os.path.join(place, "%s.%d" % (level, steps))

            row = [per_step(run, n)]
            for level in ("L1", "L2"):
                row.append(per_step(lambda steps: run(
                    steps, "--certify", level, "--cert", path(level, steps)), n))
            for level in ("L1", "L2"):
                row.append(per_step(lambda steps: [CHECK, path(level, steps)], n))
            for level in ("L1", "L2"):
                row.append((os.path.getsize(path(level, 2 * n)) -
                            os.path.getsize(path(level, n))) / n)
            print("%-22s %8.1f %8.1f %8.1f %9.1f %9.1f %10.0f %10.0f" %
                  (name, *row), flush=True)


main()
