"""The sets of samples of HP23's figures, and the means of its Table 3.

Bounds come from the impacts contact by contact, outcomes of law (31) and ends
of all branches of Algorithm 1 from programs of this directory; shares of samples
are those that another implementation of the paper reports for the discs.
"""
import csv
import io
import json
import math
import os
import re

import hp23
from hp23_sampling import ends
from program import SOURCE, check, done, failures, run


# As many times the samples, for the long test.
TIMES = int(os.environ.get("PERP_TIMES", "1"))


def path(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def words(sets):
    return [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]


def samples(name, count, *more, **sets):
    r = run("reach", path(name), "--samples", str(count), "--csv", "-", "-q",
            "--draw", "uniform", *more, *words(sets))
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(r.stdout))]


def top(rows, column):
    return max(row[column] for row in rows if row["ended"])


def sequence(model, order):
    """v+ of impacts one contact at a time, until nothing collides."""
    M, Jn, Jt, mu, v = model
    for k in range(40):
        j = order[k % len(order)]
        if min(hp23.dot(n, v) for n in Jn) > -1e-10:
            return v
        if hp23.dot(Jn[j], v) < -1e-10:
            v, = hp23.outcomes((M, [Jn[j]], [Jt[j]], [mu[j]], v))
    raise AssertionError("the sequence does not end")


def near_the_bound(label, rows, column, bound):
    """Inside, within three percent of the bound, nearer with more samples."""
    few, many = top(rows[:64], column), top(rows, column)
    check(many <= bound * (1 + 1e-12), "%s: %s %.17g beyond %.17g" %
          (label, column, many, bound))
    check(0.97 * bound < many and few < many, "%s: %s %g of %d, %g of 64, %g" %
          (label, column, many, len(rows), few, bound))


def block():
    """Either corner lifts by less than in the sequence that ends with the other
    one's impact, by 0.21 |v0| in the paper's block. The set is symmetric: left
    and right lift equally often."""
    for sets in {}, {"width": 2}, {"height": 1}:
        model = hp23.block(**sets)
        rows = samples("rocking_block", 16384 * TIMES, **sets)
        for order, lifted in ((0, 1), 0), ((1, 0), 1):
            bound = hp23.dot(model[1][lifted], sequence(model, order))
            near_the_bound("block %s" % sets, rows, "vn." + "AB"[lifted],
                           bound)
        left, right = [sum(row[c] > 1e-9 for row in rows)
                       for c in ("vn.A", "vn.B")]
        check(abs(left - right) < 4 * math.sqrt(left + right),
              "block %s: %d lift left, %d right" % (sets, left, right))


def beyond_the_bound():
    """A squat block with little friction slides, and overlapping impacts lift
    it by more than either sequence does: no theorem bounds the set so. That it
    is so is seen by the program that tries all modes."""
    sets = {"height": 1, "mu": 0.5}
    model = hp23.block(**sets)
    bound = hp23.dot(model[1][0], sequence(model, (0, 1)))
    row = max(samples("rocking_block", 4096, **sets), key=lambda r: r["vn.A"])
    check(row["vn.A"] > 1.05 * bound, "squat block: %g, bound %g" %
          (row["vn.A"], bound))
    among_branches("squat block", [row], model, ["x", "y", "th"], 0.3, 10)


def box():
    """B leaves the wall by less than when it hits before A does."""
    for sets in {}, {"tilt": 25}, {"mu": 0.5, "side": 2}:
        model = hp23.box(**sets)
        bound = hp23.dot(model[1][1], sequence(model, (1, 0)))
        near_the_bound("box %s" % sets, samples("box_wall", 16384 * TIMES, **sets),
                       "vn.B", bound)


def distance(row, names, v):
    return max(abs(row["v." + k] - x) for k, x in zip(names, v))


def among_branches(label, rows, model, names, h, N, within=1e-7):
    """Every end is one of the ends of all branches of its sample. These, by sample."""
    every = {}
    for row in rows:
        k = int(row["sample"])
        if k not in every:
            every[k] = ends(model, h, N, 0, k, False)
        over, _ = every[k]
        near = min([distance(row, names, v) for v, _ in over], default=9)
        check(not row["ended"] or near < within,
              "%s: sample %d is %g from all branches" %
              (label, row["sample"], near))
    return every


def has_outcomes(label, rows, model, names):
    """Law (31) is the step whose bounds do not matter: with bounds from a wide
    enough interval each of its outcomes is in the set itself."""
    found = hp23.outcomes(model)
    check(len(found) == 3, "%s: %d outcomes" % (label, len(found)))
    for v in found:
        near = min(distance(row, names, v) for row in rows)
        check(near < 1e-7, "%s: no sample nearer than %g to an outcome" %
              (label, near))


def gait():
    """The ends of all branches, no more and no fewer; and at random each of the
    three outcomes of law (31)."""
    names = ["x", "y", "le", "tr"]
    for sets in {}, {"mu": 2, "along": 0.4}, {"leading": -70, "trailing": 70}:
        model = hp23.gait(**sets)
        label = "gait %s" % sets
        rows = samples("compass_gait", 3, "--select", "all", **sets)
        every = among_branches(label, rows, model, names, 0.25, 5)
        check(sorted(every) == [0, 1, 2], "%s: samples %s" % (label, sorted(every)))
        for k, (over, _) in every.items():
            mine = [row for row in rows if row["sample"] == k]
            for v, _ in over:
                near = min(distance(row, names, v) for row in mine)
                check(near < 1e-7, "%s: sample %d misses an end by %g" %
                      (label, k, near))
    rows = samples("compass_gait", 60 * TIMES, "--select", "random")
    has_outcomes("gait", rows, hp23.gait(), names)
    among_branches("gait", rows, hp23.gait(), names, 0.25, 5)
    check(len(set(round(row["vt.B"], 7) for row in rows)) > 10,
          "gait: not a set")


def walker(rate=1, mu=None):
    """RAMone from the matrices of another program."""
    with open(os.path.join(SOURCE, "verify/hp23/HP23_models.json")) as f:
        m = json.load(f)["ramone"]
    friction = m["mu"] if isinstance(m["mu"], list) else [m["mu"]] * 2
    return (m["M"], m["Jn"], m["Jt"], [mu or x for x in friction],
            [rate * x for x in m["v0"]])


def ramone():
    """The first solution of each step leads to one end, but for a few of many
    thousand samples, which end beside it; those are ends of a branch, too. At random
    there is a line of them, from rest to where the trailing foot has lifted off, each of
    them an end of a branch. With friction 3 law (31) has one outcome, and the
    set is one point."""
    names = ["x", "y", "phi", "alpha_le", "beta_le", "alpha_tr", "beta_tr"]
    first = samples("ramone", 512 * TIMES)
    beside = [row for row in first if max(abs(row[k] - sorted(
        r[k] for r in first[:101])[50]) for k in ("vn.B", "vt.B")) > 1e-12]
    check(len(beside) * 1000 <= len(first), "ramone: %d of %d first solutions "
          "lead elsewhere" % (len(beside), len(first)))
    among_branches("ramone, beside", beside, walker(), names, 1, 10, 1e-11)
    for sets, count in ({}, 8 * TIMES), ({"rate": 2}, 2), ({"mu": 3}, 2):
        rows = samples("ramone", count, "--select", "random", **sets)
        among_branches("ramone %s" % sets, rows, walker(**sets), names, 1, 10)
        slips = set(round(row["vt.B"], 9) for row in rows)
        several = len(hp23.outcomes(walker(**sets))) > 1
        check(several == (sets != {"mu": 3}), "ramone %s: outcomes" % sets)
        check((len(slips) > 1) == several, "ramone %s: %d slips" %
              (sets, len(slips)))


def share(label, hits, count, wanted):
    """A share of samples within four standard errors."""
    error = math.sqrt(wanted * (1 - wanted) / count)
    check(abs(hits / count - wanted) < 4 * error, "%s: %d of %d" %
          (label, hits, count))


def speeds_agree(label, rows, model):
    """Contact speeds are those of v+, none collides, none gains energy."""
    M, Jn, _, _, v0 = model
    energy = sum(M[i][i] * x * x for i, x in enumerate(v0))
    for row in rows[::7]:
        v = list(row.values())[:9]
        speed = [hp23.dot(n, v) for n in Jn]
        check(all(abs(s - row["vn." + c]) < 1e-12 and
                  (s > -1e-12 or not row["ended"])
                  for s, c in zip(speed, "ABCDE")), label + ": speeds")
        check(sum(M[i][i] * x * x for i, x in enumerate(v)) <
              energy * (1 + 1e-12), label + ": energy")


def lifted(rows):
    return sum(max(row["vn.A"], row["vn.B"]) > 1e-9 for row in rows
               if row["ended"])


def discs():
    """With tangents that are tangent one sample in ten lifts a disc off the
    floor, and of thousands a few lose both contacts of the top disc. With the
    code's tangents none lifts off: with no hit in n samples the share is below
    3/n with a confidence of 95 percent."""
    rows = samples("disk_stack", 4096 * TIMES)
    share("discs: lifted", lifted(rows), len(rows), 0.1)
    lost = sum(min(row["vn.C"], row["vn.D"]) > 1e-9 for row in rows)
    check(0 < lost < 0.004 * len(rows), "discs: %d lose both" % lost)
    left, right = [sum(row[c] > 1e-9 for row in rows) for c in ("vn.A", "vn.B")]
    check(abs(left - right) < 4 * math.sqrt(left + right),
          "discs: %d lift left, %d right" % (left, right))
    speeds_agree("discs", rows, hp23.discs())
    rows = samples("disk_stack", 1024 * TIMES, variant="coded")
    check(lifted(rows) == 0, "discs as coded: %d lifted" % lifted(rows))
    speeds_agree("discs as coded", rows, hp23.discs("coded"))
    for sets in {"mu": 0.5}, {"R": 2, "v0": 3}:
        speeds_agree("discs %s" % sets, samples("disk_stack", 500, **sets),
                     hp23.discs(**sets))


def table_rows():
    with open(os.path.join(SOURCE, "doc", "32-HP23-samples.md")) as f:
        found = re.findall(r"^\| `(\w+)`(?:, (\w+))? \| ([\d.]*) ?\| "
                           r"([\d.]+) ± ([\d.]+) \| ([\d.]+) ± ([\d.]+) \|$",
                           f.read(), re.M)
    check(len(found) == 6, "%d rows of Table 3 in the chapter" % len(found))
    return found


# Verifies HP23 (Table3).
def table():
    """Other samples than the table's have its means."""
    count = 2048 * TIMES
    for name, variant, _, *numbers in table_rows():
        sets = words({"variant": variant}) if variant else []
        for k, tolerance in (0, "0"), (2, "1e-8"):
            r = run("reach", path(name), "--samples", str(count), "--seed", "1",
                    "--tolerance", tolerance, "--draw", "uniform", "--json",
                    *sets)
            check(r.returncode == 0, name + ": " + r.stderr)
            said = json.loads(r.stdout)
            mean, error = float(numbers[k]), float(numbers[k + 1])
            both = math.hypot(error, said["lcps_se"])
            check(abs(said["lcps_mean"] - mean) < 4 * both,
                  "%s %s at %s: %g, in the table %g" %
                  (name, variant, tolerance, said["lcps_mean"], mean))
            few, many = said["lcps_se"] * count ** 0.5, error * 512
            check(0.8 * many < few < 1.25 * many,
                  "%s: standard error %g of %d" % (name, said["lcps_se"], count))


block()
beyond_the_bound()
box()
gait()
ramone()
discs()
table()
if not failures:
    print("verifies HP23 (Table3)")
done()
