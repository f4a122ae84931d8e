"""Samples a second of `perp reach`, and what a step costs over what its LCP alone costs.

`perp reach` as it is called, user time of its process, without what one sample
takes, but with the tree of Lemke's paths that the first samples explore, of which 200,000 of
the discs have a larger share than a million would. The ratio is what a problem takes with
`--select random`, all v' of which are listed, to what Lemke alone takes for it in the same
run (`bench_sampler`; not to one with `first`, which is often known and not solved). Both draws are
measured, the default and the paper's, `--draw uniform`. Of rates the best turn counts, of ratios
the middle one: a machine that others use too can only be slower than it is. It fails
above the ratio and below the rates that are promised.

Two threads: the time on the clock of one over that of two, in turns. Two cores that
others use are not two, so each turn asks what they give to two processes that have
nothing to do with each other; of that, two threads get nine tenths or more, and
1.8 where both cores are there.
"""
import json
import os
import re
import resource
import subprocess
import time

from program import BINARY, SOURCE, check, done, run

WRITTEN = ["--set", "variant=written"]
UNIFORM = ["--draw", "uniform"]


def words(case, select, samples, more):
    return ["reach", os.path.join(SOURCE, "cases", "HP23", case + ".lua"),
            "--samples", str(samples), "--select", select, "--json", "-q",
            *more]


def spent(case, select, samples, more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    r = run(*words(case, select, samples, more))
    check(r.returncode == 0, case + ": " + r.stderr)
    said = json.loads(r.stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return after - before, said


def each(case, select, samples, more):
    """Seconds a sample, problems a sample, doubtful steps."""
    alone = spent(case, select, 1, more)[0]
    took, said = spent(case, select, samples, more)
    return ((took - alone) / samples, said["samples"] * said["lcps_mean"] /
            samples, said["doubtful"])


def lcps():
    """What bench_sampler says: problems alone, ns, and samples a second."""
    said = subprocess.run([os.path.join(os.path.dirname(BINARY),
                                        "bench_sampler")],
                          capture_output=True, text=True).stdout
    return {m[1]: (float(m[3]), float(m[2])) for m in re.finditer(
        r"(\w+) +(\d+) samples a second,.* one at a time +(\d+) ns", said)}


def beside(number, threads):
    """Seconds on the clock until `number` processes have ended."""
    one = [BINARY, *words("compass_gait", "first", 2000000,
                          UNIFORM + ["--threads", str(threads)])]
    begun = time.monotonic()
    all_ = [subprocess.Popen(one, stdout=subprocess.DEVNULL)
            for _ in range(number)]
    check(all(p.wait() == 0 for p in all_), "beside each other")
    return time.monotonic() - begun


alone = lcps()
print("| case | random | first | problems | doubtful | ratio |")
for case, more, samples, many, promised, least, first in (
        ("compass_gait", [], 200000, 1000000, 10, 1e5, 4e6),
        ("compass_gait", UNIFORM, 200000, 1000000, 10, 1e5, 4e6),
        ("ramone", [], 20000, 1000000, 20, 5e4, 0),
        ("disk_stack", WRITTEN, 10000, 200000, 200, 1e3, 5e5),
        ("disk_stack", WRITTEN + UNIFORM, 2000, 200000, 200, 1e3, 5e5)):
    rows, lone = [], alone[case + ("_paper" if WRITTEN[1] in more else "")][0]
    for turn in range(3):
        a, p, doubtful = each(case, "random", samples, more)
        b = each(case, "first", many, more)[0]
        rows.append((a / p / (lone * 1e-9), 1 / a, 1 / b, p, doubtful))
    ratio, _, _, p, doubtful = sorted(rows)[len(rows) // 2]
    most = [max(row[i] for row in rows) for i in (1, 2)]
    print("| `%s` %s | %.3g | %.3g | %.2f | %d of %.0f | %.1f |" %
          (case, " ".join(more), *most, p, doubtful, samples * p, ratio),
          flush=True)
    check(ratio < promised, "%s: %g times Lemke's" % (case, ratio))
    check(most[0] >= least, "%s, random: %.3g a second, promised %.3g" %
          (case, most[0], least))
    check(most[1] >= first, "%s, first: %.3g a second, promised %.3g" %
          (case, most[1], first))
for name in ("compass_gait", "disk_stack_paper", "ramone"):
    print("`%s`: a problem alone takes %.0f ns; `first` without the command: "
          "%.3g samples a second" % (name, *alone[name]))
turns = []
for turn in range(3):
    one, two, both = beside(1, 1), beside(1, 2), beside(2, 1)
    turns.append((one / two, 2 * one / both))
gain, cores = max(turns)
print("two threads: %.2f times one; two processes: %.2f" % (gain, cores))
check(gain >= 0.9 * min(cores, 2), "two threads: %.2f of %.2f" % (gain, cores))
done()
