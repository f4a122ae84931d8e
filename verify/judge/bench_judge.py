"""CPU time of a thousand steps of ten planar boxes, judged.

The table of perp's own run of cases/GAP08/box_stack.lua is judged by its scheme and
with the data at the beginning. The time is that of the processes alone, whatever else
the machine does. 2 s are promised, at rest and for the stack that slides, some of whose
steps doubles do not decide; the share of them that was used is printed.
"""
import os
import resource
import tempfile

from program import SOURCE, check, done, run
from tables import verdict

MOST = 2.0
CASE = os.path.join(SOURCE, "cases", "GAP08", "box_stack.lua")


def used():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "m.csv")
    for slide in (0, 1):
        sets = ("--set", "slide=%d" % slide)
        r = run("run", CASE, *sets, "--csv", path, "-q")
        check(r.returncode == 0, r.stderr)
        for scheme in ("own", "begin"):
            before = used()
            got = verdict(CASE, path, *sets, "--scheme", scheme)
            took = used() - before
            print("slide %d, --scheme %s: %d intervals of ten boxes judged in "
                  "%.2f s of CPU, %.2f of what is promised" %
                  (slide, scheme, got["intervals"], took, took / MOST))
            check(got["intervals"] >= 1000, "%d intervals" % got["intervals"])
            check(took < MOST, "%s: %.2f s" % (scheme, took))
done()
