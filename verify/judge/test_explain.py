"""The doubles of perp judge beside its fractions: the strips and the means that they
make are near the oracle's numbers, also where the closed contacts depend on each
other, as the corners of a box do."""
import tempfile
from fractions import Fraction as F

import laws
from program import check, done
from systems import SYSTEMS
from tables import by_law, own_run, state, verdict, write

PLACES = {"begin": 1.0, "midpoint": 0.5, "end": 0.0}


def means(system, place):
    """Of 5 rows with a push that nothing explains, the mean of every law."""
    scene, table = own_run(system, place)
    table.rows = table.rows[:6]
    table.rows[3][table.at("v.x")] += 1 / 1024
    table.rows[4][table.at("v.y")] -= 1 / 4096
    path = write(place, "means.csv", table.text())
    for name, weight in PLACES.items():
        got = verdict(scene, path, "--scheme", name, "--weight",
                      str(weight), "--prove", "1")
        rule = laws.Rule(name, weight=weight)
        rows = [state(system, table, l, False) for l in range(6)]
        sums = {}
        for a, b in zip(rows, rows[1:]):
            for law, x in laws.of_interval(system, rule, a, b).items():
                sums[law] = sums.get(law, F(0)) + x
        for law, g in by_law(got).items():
            if law in sums:
                wanted = float(sums[law] / 5)
                check(abs(g["mean"] - wanted) <= 1e-9 * wanted + g["rounding"],
                      "%s, %s: %s: mean %g, not %g" %
                      (type(system).__name__, name, law, g["mean"], wanted))
        check(got["places"][name] == by_law(got)["momentum"]["mean"],
              "the place's own mean")
        check(got["best_place"] == min(PLACES, key=got["places"].get),
              "best place %s" % got["best_place"])


with tempfile.TemporaryDirectory() as place:
    for s in SYSTEMS:
        means(s, place)
done()
