"""A thousand runs with one process at a time and with two: seconds on the clock, CPU
time of all processes, and the ratio, the least of three rounds that take turns. A ratio
means something on a quiet machine only; the load is printed."""
import os
import resource
import sys
import tempfile
import time

from program import SOURCE, check, done, run

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
WORDS = ["run", os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua"), "--set",
         "mu=0:2:%d" % RUNS, "-q"]


def measured(threads, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    r = run(*WORDS, "--threads", str(threads), "--csv", path)
    took = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    check(r.returncode == 0, r.stderr)
    return took, (after.ru_utime - before.ru_utime, after.ru_stime -
                  before.ru_stime)


with tempfile.TemporaryDirectory() as place:
    path = [os.path.join(place, "%d.csv" % n) for n in (1, 2)]
    best = {}
    for _ in range(3):
        for n in 1, 2:
            took = measured(n, path[n - 1])
            best[n] = min(best.get(n, took), took)
    with open(path[0], "rb") as f, open(path[1], "rb") as g:
        check(f.read() == g.read(), "other bytes")
    for n, (took, (user, system)) in best.items():
        print("%d at once: %.2f s, CPU %.2f + %.2f s, %.2f ms a run" % (
            n, took, user, system, 1e3 * took / RUNS))
    print("ratio %.2f; load %.1f of %d processors" % (
        best[1][0] / best[2][0], os.getloadavg()[0], os.cpu_count()))
done()
