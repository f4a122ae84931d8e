"""A motion that is followed needs no search where the table is one: of a table that
keeps the laws without a remainder the motion that is written is the table, number for
number, with bars as small as they may be; landings, stops and a joint among them."""
import os
import tempfile
from fractions import Fraction as F

import laws
from measured import MEASURED, Ball, Rod, landing
from own_laws import broken, read_kept
from program import check, done
from tables import Table, own_run, state, verdict, write

with tempfile.TemporaryDirectory() as place:
    kept = os.path.join(place, "kept.csv")
    for system in MEASURED:
        name = type(system).__name__
        own = "begin" if system.scheme == "begin" else "own"
        if isinstance(system, Ball):
            scene, table = write(place, "ball.lua", system.lua), Table(landing())
        else:
            scene, table = own_run(system, place)
        got = verdict(scene, write(place, "m.csv", table.text()), "--scheme", own,
                      "--weight", str(float(system.gamma)), "--error",
                      "q=1e-13,v=1e-13", "--kept", kept)["error"]
        check(got["verdict"] == "proven", "%s: %s" % (name, got["why"]))
        with open(kept) as f:
            rows = read_kept(f.read(), system)
        seen = [state(system, table, l, False) for l in range(len(table.rows))]
        rule = laws.Rule(own, weight=system.gamma, alpha=system.alpha,
                         gamma=system.gamma)
        wrong = broken(system, rule, rows, seen, (1e-13, 1e-13))
        check(wrong is None, "%s: %s" % (name, wrong))
        if isinstance(system, Ball):
            check([r[:3] for r in rows] == [r[:3] for r in seen],
                  "the ball's motion is not the one by hand")
            check(any(r[3][0] > 1 for r in rows), "it does not land")
        if isinstance(system, Rod):
            check(any(r[5][0] != 0 for r in rows), "the rod carries nothing")
        check(F(got["share"]) <= 1, "share")
done()
