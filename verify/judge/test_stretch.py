"""Cases of GAP08 and AP02, judged by their own schemes: what the step computed in
doubles keeps every law up to rounding, joints, springs, quaternions and Coriolis
forces included. Rows of collisions end a part of a step and are left out."""
import os
import tempfile

from program import SOURCE, check, done, run
from tables import Table, by_law, verdict, write

CASES = [("GAP08/fig9_1", ["h=0.05"]), ("GAP08/spring_block", ["T=1"]),
         ("GAP08/tumbling_body", ["T=0.1"]), ("GAP08/four_bar", ["T=0.3"]),
         ("GAP08/symmetric_top", ["T=0.1"]), ("AP02/two_bodies", ["T=2"]),
         ("AP02/two_bars", ["T=0.05"]), ("AP02/nonnormal", []),
         ("GAP08/box_stack", ["T=0.05", "count=3"]),
         ("GAP08/box_stack", ["T=0.02", "count=2", "space=true", "yaw=0.3"])]
# A step holds joints and contacts in velocities: positions drift.
DRIFTS = ("joints", "gaps")


def regular(table):
    """Up to the first row that is not a whole step behind the one before."""
    i = table.at("t")
    h = table.rows[1][i] - table.rows[0][i]
    for l in range(1, len(table.rows)):
        if abs(table.rows[l][i] - table.rows[l - 1][i] - h) > 1e-9 * h:
            return l
    return len(table.rows)


# Positions that are brought in order behind a step have not moved with it.
PROJECTS = ("AP02/two_bars",)


def kept(place, case, sets):
    scene = os.path.join(SOURCE, "cases", case + ".lua")
    words = [w for s in sets for w in ("--set", s)]
    r = run("run", scene, "--csv", "-", *words)
    check(r.returncode == 0, "%s: %s" % (case, r.stderr[:200]))
    table = Table(r.stdout)
    table.rows = table.rows[:regular(table)]
    check(len(table.rows) > 2, case + ": too short")
    path = write(place, "m.csv", table.text())
    more = ["--impulses"] if any(n.startswith("cn.") for n in table.head) else []
    got = verdict(scene, path, "--scheme", "own", *words, *more)
    for law, g in by_law(got).items():
        if law not in DRIFTS and not (law == "kinematics" and
                                      case in PROJECTS):
            check(g["worst"] <= g["rounding"], "%s: %s is %g in row %s, rounding "
                  "%g" % (case, law, g["worst"], g["row"], g["rounding"]))
    return got


with tempfile.TemporaryDirectory() as place:
    for case, sets in CASES:
        kept(place, case, sets)
done()
