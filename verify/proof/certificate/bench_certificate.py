"""What a certificate costs: microseconds per step, run in doubles, with L0, with
L1 (solved exactly, proven and written), and perp-check on each; exact Lemke from
the start, with no proposal of a basis, on the problem of a step in the middle;
bytes per step. Fails when the check of L1 takes more than half of the double
step from m = 20 on. The time of N steps is taken from that of 2N, so
that starting is not counted. PERP_EXACT_COLD gives the seconds that exact Lemke
may take (60; 0: it is left out)."""
import os
import subprocess
import tempfile

from certificates import CHECK, case
from program import BINARY, check, done
from slow_problem import Statement, posed
from slow_words import table, tag

SCENES = [(1, "GAP08/fig9_1", "", 40000, 0.01)] + [
    (2 * k, "GAP08/box_stack", "count=%d" % k, n, 0.01)
    for k, n in ((1, 16000), (2, 8000), (5, 5000), (10, 4000), (15, 1500),
                 (25, 500))]
SECONDS = os.environ.get("PERP_EXACT_COLD", "60")


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


def velocity(lines, s):
    """The last velocity that is stated."""
    stated = [l for l in lines if tag(l) == "v"]
    return [table(stated[-1]).get(j, 0) for j in range(s.nv)] if stated else s.v


def cold(path, place):
    """Exact Lemke on the problem of the row in the middle of a proof."""
    s = Statement(open(path + ".scene").read())
    lines = open(path).read().split("\n")
    rows = [k for k, l in enumerate(lines) if l.startswith("row ")]
    at = rows[len(rows) // 2]
    v = velocity(lines[:at], s)
    ids = [int(w) for w in lines[at + 1].split()[1:]]
    end = next(k for k in range(at, len(lines)) if tag(lines[k]) == "z")
    d = {tag(l): table(l) for l in lines[at + 2:end]}
    A, b, _, beta, _ = posed(s, (s.h, s.alpha, s.gamma), d, v,
                             [s.contacts[k] for k in ids])
    free = beta - len(ids)
    file = os.path.join(place, "problem.lcp")
    with open(file, "w") as out:
        print("free %d %d" % (free, len(b) - free), *(
            " ".join(map(str, row)) for row in A + [b]), sep="\n", file=out)
    said = subprocess.run([os.environ["PERP_COLD"], SECONDS, file], check=True,
                          capture_output=True, text=True).stdout.split()
    return len(ids), (float(said[0]) if said[0] != "-" else None)


def ratio(x, y):
    return "-" if x is None or not y else "%.3g" % (x / y)


print("  m   double       L0  check L0       L1  check L1        cold   "
      "L1/double  check/double  cold/double   bytes L0   bytes L1")
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
        size, long_ = [], None
        for level in ("L0", "L1"):
            t.append(per_step(certified(level), n))
            t.append(per_step(checked(level), n))
            size.append((os.path.getsize(checked(level)(2 * n)[1]) -
                         os.path.getsize(checked(level)(n)[1])) / n)
        if float(SECONDS) > 0:
            active, long_ = cold(checked("L1")(n)[1], place)
            assert active == m, (active, m)
        print("%3d %8.1f %8.1f %9.1f %8.1f %9.1f %11s %11s %13s %12s %10.0f "
              "%10.0f" % (m, *t, "-" if long_ is None else "%.0f" % long_,
                          ratio(t[3], t[0]), ratio(t[4], t[0]),
                          ratio(long_, t[0]), *size), flush=True)
        check(m < 20 or t[4] <= 0.5 * t[0], "m = %d: the check takes more "
              "than half of the double step" % m)
print("microseconds per step; cold: exact Lemke from the start, - beyond %s s" %
      SECONDS)
done()
