"""The doubles of perp judge beside its fractions: the strips and the means that they
make are near the oracle's numbers, also where the closed contacts depend on each
other, as the corners of a box do."""
import os
import random
import tempfile
from fractions import Fraction as F

import laws
from program import SOURCE, check, done
from systems import SYSTEMS, Bar
from tables import Table, by_law, own_run, state, verdict, write

PLACES = {"begin": 1.0, "midpoint": 0.5, "end": 0.0}


def means(name, system, scene, table, place):
    """The mean of every law over the rows of a table."""
    path = write(place, "means.csv", table.text())
    count = len(table.rows) - 1
    for at, weight in PLACES.items():
        got = verdict(scene, path, "--scheme", at, "--weight",
                      str(weight), "--prove", "1")
        rule = laws.Rule(at, weight=weight)
        rows = [state(system, table, l, False) for l in range(count + 1)]
        sums = {}
        for a, b in zip(rows, rows[1:]):
            for law, x in laws.of_interval(system, rule, a, b).items():
                sums[law] = sums.get(law, F(0)) + x
        for law, g in by_law(got).items():
            if law in sums:
                wanted = float(sums[law] / count)
                check(abs(g["mean"] - wanted) <= 1e-9 * wanted + g["rounding"],
                      "%s, %s: %s: mean %g, not %g" %
                      (name, at, law, g["mean"], wanted))
        check(got["places"][at] == by_law(got)["momentum"]["mean"],
              "the place's own mean")
        check(got["best_place"] == min(PLACES, key=got["places"].get),
              "best place %s" % got["best_place"])


def spoilt(system, place):
    """Five of its rows, with a push that nothing explains."""
    scene, table = own_run(system, place)
    table.rows = table.rows[:6]
    table.rows[3][table.at("v.x")] += 1 / 1024
    table.rows[4][table.at("v.y")] -= 1 / 4096
    means(type(system).__name__, system, scene, table, place)


def three_feet(place):
    """Three feet of a bar are one too many: the impulses that explain are several,
    and the cheapest ones are looked for, of velocities drawn at random."""
    motions = os.path.join(SOURCE, "verify", "motions")
    with open(os.path.join(motions, "impulses.csv")) as f:
        table = Table(f.read())
    draw = random.Random(1687)
    table.rows = table.rows[:13]
    for l, r in enumerate(table.rows[1:]):
        for n in Bar.names:
            r[table.at("q." + n)] = draw.uniform(-1, 1) * 2.0 ** -14
        r[table.at("v.x")] = draw.uniform(-1, 1) / 64
        r[table.at("v.y")] = -0.5 if l % 2 == 0 else 0.0625
        r[table.at("v.th")] = draw.uniform(-1, 1) / 2
    means("three feet", Bar(), os.path.join(motions, "impulses.lua"), table,
          place)


with tempfile.TemporaryDirectory() as place:
    for s in SYSTEMS:
        spoilt(s, place)
    three_feet(place)
done()
