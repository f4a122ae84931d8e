"""What perp judge says in words agrees with what it says in JSON, and its strips show
each law that is broken and no other."""
import os
import re
import tempfile

from program import SOURCE, check, done, run
from tables import by_law, verdict, write

MOTIONS = os.path.join(SOURCE, "verify", "motions")


def both(scene, table, *words):
    s = os.path.join(MOTIONS, scene + ".lua")
    t = table if os.path.isabs(table) else os.path.join(MOTIONS, table + ".csv")
    r = run("judge", s, t, *words)
    check(r.returncode == 0, r.stderr)
    return r.stdout, verdict(s, t, *words)


def lines(text, v):
    """Each law has its line: number, unit, and where it is."""
    for name, g in by_law(v).items():
        m = re.search(r"^%s +(\S+) +(\S.*?)  +(\S+) +(.*)$" % name, text, re.M)
        check(m is not None, name + " has no line")
        worst, unit, mean, rest = m.groups()
        check(float(worst) == float("%.4g" % g["worst"]), name + ": " + worst)
        check(unit == g["unit"] and
              float(mean) == float("%.3g" % g["mean"]), name + ": " + mean)
        if g["row"] is None:
            check(g["worst"] == 0 and rest == "kept", name + ": " + rest)
        elif g["worst"] <= g["rounding"]:
            check(rest == "kept up to rounding", name + ": " + rest)
        else:
            check(("%d, t = %.6g s" % (g["row"], g["t"])) in rest and
                  (g["where"] is None or rest.find(", " + g["where"]) > 0) and
                  ("proven" in rest) == (g["bound"] is not None and
                                         g["bound"] > 0), name + ": " + rest)


for scene, table, words in (("penalty", "penalty", ["--impulses"]),
                            ("impulses", "impulses", ["--impulses"]),
                            ("leapfrog", "leapfrog", [])):
    text, v = both(scene, table, *words)
    lines(text, v)
    check("(--scheme begin)" in text and "closed when it is at most 0.0001 m" in
          text and "joint impulses are free" in text, "the conditions")
    check("%s is the best" % v["best_place"] in text, "the best place")
    check("of %s" % v["data"] in text, "of which data")
    momentum = by_law(v)["momentum"]
    if momentum["worst"] > momentum["rounding"]:
        says = re.search(r"No impulses whatever .* explain interval (\d+) .*better "
                         r"than (\S+) J: proven", text)
        check(says and int(says[1]) == momentum["row"] and
              float(says[2]) == float("%.6g" % momentum["bound"]), "the sentence")
    else:
        check("explain every interval" in text, "all is explained")

with tempfile.TemporaryDirectory() as place:
    # The impulses that explain best.
    # J = (8, 0.5 * 9.75), mu = 1/2: nearest is c = (J_n + J_f / 2) / (1 + 1/4).
    t = write(place, "push.csv", "t,q.x,q.y,v.x,v.y\n0,0,0,1,0\n0.5,0.5,0,9,0\n")
    text, v = both("penalty", t, "--weight", "0")
    c = (4.875 + 0.5 * 8) / 1.25
    best = v["best_impulses"][0]
    check(abs(best["cn"] - c) < 1e-14 and abs(best["ft"][0] - c / 2) < 1e-14,
          "best impulses %s" % best)
    check("ground %.6g with friction %.6g N s" % (c, c / 2) in text, "in words")

    # Of 9000 rows a strip keeps the one peak, whichever row of its stretch it is: its
    # axis goes up to it.
    ticks = []
    for peak in (4400, 4401, 4402, None):
        t = write(place, "long.csv", "t,q.x,q.y,v.x,v.y\n" + "".join(
            "%d,0,%r,0,0\n" % (l, -1000.0 if l == peak else -0.125)
            for l in range(9001)))
        r = run("judge", os.path.join(MOTIONS, "penalty.lua"), t, "--plot", place,
                "--prove", "1")
        check(r.returncode == 0, r.stderr)
        with open(os.path.join(place, "penalty_judged.svg")) as f:
            svg = f.read()
        strip = svg[:svg.index("gaps (")]
        ticks.append(re.findall(r">([^<>]+)</t", strip))
    check(ticks[0] == ticks[1] == ticks[2] != ticks[3], "a peak is lost: %s" %
          ticks)

    r = run("judge", os.path.join(MOTIONS, "penalty.lua"),
            os.path.join(MOTIONS, "penalty.csv"), "--plot", place)
    with open(os.path.join(place, "penalty_judged.svg")) as f:
        svg = f.read()
    v = verdict(os.path.join(MOTIONS, "penalty.lua"),
                os.path.join(MOTIONS, "penalty.csv"))
    for name, g in by_law(v).items():
        check((name + " (") in svg if g["worst"] > g["rounding"] else
              g["worst"] > 0 or (name + " (") not in svg, "a strip of " + name)
done()
