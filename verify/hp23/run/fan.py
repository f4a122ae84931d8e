"""What the tests of `perp run --branches`, and of laws in runs, share."""
import csv
import io
import json
import math
import os

from program import SOURCE, check, run


def scene(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def words(**sets):
    return [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]


def said(path, *more, **sets):
    """The summary of a fan."""
    r = run("run", path, "--json", *more, *words(**sets))
    check(r.returncode == 0, "%s %s %s: %s" % (path, more, sets, r.stderr))
    return json.loads(r.stdout)


def tables(path, *more, number=float, **sets):
    """The rows of each run of a fan, by its number."""
    r = run("run", path, "--csv", "-", "-q", *more, *words(**sets))
    check(r.returncode == 0, "%s %s %s: %s" % (path, more, sets, r.stderr))
    out = {}
    for row in csv.DictReader(io.StringIO(r.stdout)):
        out.setdefault(int(row.pop("branch")), []).append(
            {k: number(x) for k, x in row.items()})
    return out


def collisions(rows, h):
    """The rows that are one, by the clock: they follow in less than a step."""
    return [i for i in range(1, len(rows)) if
            rows[i]["t"] - rows[i - 1]["t"] < h * (1 - 1e-6)]


def before(row):
    """v- of a collision of the block from v+ and the impulses; they have to lie
    in the cone, and to take energy."""
    c, s = math.cos(row["q.th"]), math.sin(row["q.th"])
    mass = (1, 1, 5 / 12)
    v = plus = [row["v." + n] for n in ("x", "y", "th")]
    for name, x in (("A", -0.5), ("B", 0.5)):
        rx, ry = c * x + s, s * x - c
        n, f = row["cn." + name], row["ft." + name]
        check(n >= 0 and abs(f) <= n * (1 + 1e-15), "cone %g %g" % (n, f))
        push = (f, n, rx * n - ry * f)
        v = [a - p / m for a, p, m in zip(v, push, mass)]
    energy = [sum(m * x * x for m, x in zip(mass, w)) for w in (v, plus)]
    check(energy[1] <= energy[0] * (1 + 1e-15), "energy %s" % energy)
    return v
