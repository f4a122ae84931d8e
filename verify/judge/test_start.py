"""Motions within bars of measurement: of tables of motions that keep the laws, with noise
within the bars, one is found and keeps every law by an oracle in fractions; of tables
with noise far outside of them, and with a law broken by more than they allow, none is
ever called proven. The seed is 1777."""
import os
import random
import sys
import tempfile
from fractions import Fraction as F

import laws
from measured import MEASURED, Ball, landing
from own_laws import broken, read_kept
from program import check, done
from tables import Table, own_run, state, verdict, write

draw = random.Random(1777)
TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 2
CLOSED = F(1e-4)


def spread(system, table, X, Y, share):
    t = table.copy()
    for row in t.rows:
        for n in system.names:
            row[t.at("q." + n)] += draw.uniform(-X, X) * share
            row[t.at("v." + n)] += draw.uniform(-Y, Y) * share
    return t


def rule_of(system):
    place = "begin" if system.scheme == "begin" else "own"
    return laws.Rule(place, weight=system.gamma, alpha=system.alpha,
                     gamma=system.gamma)


def asked(system, place, scene, table, X, Y):
    """The verdict, and what the oracle says of its motion."""
    kept = os.path.join(place, "kept.csv")
    if os.path.exists(kept):
        os.remove(kept)
    got = verdict(scene, write(place, "m.csv", table.text()), "--scheme",
                  "begin" if system.scheme == "begin" else "own", "--weight",
                  str(float(system.gamma)), "--closed", repr(float(CLOSED)),
                  "--error", "q=%r,v=%r" % (X, Y), "--kept", kept)["error"]
    if got["verdict"] != "proven":
        check(not os.path.exists(kept), "a motion that is not proven is written")
        return got["verdict"], got["why"]
    check(got["of"] == "the scene's formulas", "of %s" % got["of"])
    check(0 <= got["share"] <= 1 + 1e-15, "share %r" % got["share"])
    with open(kept) as f:
        rows = read_kept(f.read(), system)
    seen = [state(system, table, l, False) for l in range(len(table.rows))]
    wrong = broken(system, rule_of(system), rows, seen, (X, Y))
    check(wrong is None, "%s: proven, and not so: %s in row %s" %
          ((type(system).__name__,) + (wrong or ("", ""))))
    return "proven", None


def plant(system, table, X, Y):
    """A row that no motion near the others can have: one number off by more than
    what any two rows within the bars may differ by."""
    t = table.copy()
    l = draw.randrange(2, len(t.rows) - 2)
    n = draw.choice(system.names)
    if draw.random() < 0.5:
        t.rows[l][t.at("q." + n)] += draw.choice([-1, 1]) * (8 * X + Y)
    else:
        t.rows[l][t.at("v." + n)] += draw.choice([-1, 1]) * (8 * Y + 2)
    return t


with tempfile.TemporaryDirectory() as place:
    proven = {}
    for system in MEASURED:
        name = type(system).__name__
        if isinstance(system, Ball):
            scene, table = write(place, "ball.lua", system.lua), Table(landing())
        else:
            scene, table = own_run(system, place)
        for k in range(TIMES):
            for X, Y in ((2e-3, 2e-2), (1e-5, 1e-4)):
                said, why = asked(system, place, scene,
                                  spread(system, table, X, Y, 0.9), X, Y)
                check(said != "refuted", "%s: a motion within the bars is "
                      "refuted: %s" % (name, why))
                if said != "proven":
                    print("%s, bars %g: %s, %s" % (name, X, said, why))
                proven.setdefault(name, []).append(said == "proven")
            # every row beyond the bars by far, and one impossible row
            said, _ = asked(system, place, scene,
                            spread(system, table, X, Y, 30), X, Y)
            check(said != "proven", "%s: noise of 30 bars is proven" % name)
            said, _ = asked(system, place, scene,
                            plant(system, spread(system, table, X, Y, 0.5),
                                  X, Y), X, Y)
            check(said != "proven", "%s: a plant is proven" % name)
    print({k: "%d of %d" % (sum(v), len(v)) for k, v in proven.items()})
    found = sum(map(sum, proven.values()))
    asked_for = sum(map(len, proven.values()))
    check(10 * found >= 9 * asked_for, "%d of %d motions were found" %
          (found, asked_for))
done()
