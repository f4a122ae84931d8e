"""The figure of a sweep has a point for each number of a panel: of the whole, and of
merged parts the same."""
import csv
import os
import re
import tempfile

from program import SOURCE, check, done, expect, run

SCENE = os.path.join(SOURCE, "cases", "P10", "bouncing_ball.lua")

with tempfile.TemporaryDirectory() as place:
    words = ["run", SCENE, "--set", "e=0:1:7", "--set", "h=1/10,1/20"]
    table = os.path.join(place, "bouncing_ball.csv")
    r = run(*words, "--csv", table, "--plot", place)
    check(r.returncode == 0 and "bouncing_ball_sweep.svg" in r.stderr, r.stderr)
    with open(os.path.join(place, "bouncing_ball_sweep.svg")) as f:
        svg = f.read()
    with open(table) as f:
        rows = list(csv.DictReader(f))
    panels = [k for k in ("kinetic_last", "tv_v", "max_residual",
                          "steps_proven", "collisions")
              if len({row[k] for row in rows}) > 1]
    for name in panels + ["e", "h = 1/10", "h = 1/20", "14 runs"]:
        check(name in svg, "no '%s' in the figure" % name)
    marks = len(re.findall(r"<(?:circle|rect|path)[^>]*", svg))
    check(marks >= len(panels) * 14, "%d marks for %d panels" % (
        marks, len(panels)))
    parts = [os.path.join(place, "p%d" % i) for i in (1, 2)]
    for i in 1, 2:
        run(*words, "--shard", "%d/2" % i, "--csv", parts[i - 1], "-q")
    r = run("merge", *parts, "--csv", table, "--plot",
            os.path.join(place, "merged"))
    with open(os.path.join(place, "merged", "bouncing_ball_sweep.svg")) as f:
        check(f.read() == svg, "merged parts: another figure")
    expect("no axis", 3, [], ["no parameter of the sweep takes two numbers"],
           "run", SCENE, "--set", "e=1,1", "--plot", os.path.join(place, "no"),
           "-q")
    check(not os.path.exists(os.path.join(place, "no")), "a directory is left")
done()
