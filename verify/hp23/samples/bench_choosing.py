"""Samples that choose, a second, and what a step costs over what its LCP alone costs.

`perp reach` as it is called, user time of its process, without what one sample
takes; the ratio is that of a problem with `--select random`, all v' of which
are listed, to one with `first`, which is Lemke's alone, measured in turns in
one run. It fails above the ratio and below the rate that are promised.
"""
import json
import os
import resource

from program import SOURCE, check, done, run


def spent(case, select, samples, more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    r = run("reach", os.path.join(SOURCE, "cases", "HP23", case + ".lua"),
            "--samples", str(samples), "--select", select, "--json", "-q",
            *more)
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


WRITTEN = ["--set", "variant=written"]
print("| case | random | first | problems | doubtful | ratio |")
for case, more, samples, many, promised, least in (
        ("compass_gait", [], 200000, 1000000, 30, 1e5),
        ("ramone", [], 20000, 1000000, 50, 5e4),
        ("disk_stack", WRITTEN, 10000, 100000, 400, 1e3),
        ("disk_stack", WRITTEN + ["--draw", "uniform"], 2000, 100000, 400,
         1e3)):
    rows = []
    for turn in range(3):
        a, p, doubtful = each(case, "random", samples, more)
        b, q, _ = each(case, "first", many, more)
        rows.append((a / p / (b / q), 1 / a, 1 / b, p, doubtful))
    ratio, random, first, p, doubtful = sorted(rows)[1]
    print("| `%s` %s | %.3g | %.3g | %.2f | %d of %.0f | %.1f |" %
          (case, " ".join(more), random, first, p, doubtful, samples * p,
           ratio))
    check(ratio < promised, "%s: %g times" % (case, ratio))
    check(random >= least, "%s: %.3g a second, promised %.3g" %
          (case, random, least))
done()
