"""Segments of a figure are steps of samples, and single paths are theirs: beside the
knots that `--paths` tells in fractions.
"""
import json
import os

from drawn import near, reach, scene
from program import check, done, run

GREEN = "#009e73"
LONG = "PERP_LONG" in os.environ


def evolution():
    for name, words in (("rocking_block", []),
                        ("box_wall", ["--seed", "4"]))[:2 if LONG else 1]:
        more = ["--samples", "40", *words]
        _, p, _ = reach(name, *more, "--paths", "3")
        r = run("reach", scene(name), "--json", "--paths", "40", *more)
        said = [[k["vn"] for k in s["knots"]] for s in
                json.loads(r.stdout)["paths"]]
        steps = [(tuple(a), tuple(b)) for s in said for a, b in zip(s, s[1:])]
        segments = p[1].segments()
        check(len(segments) > 12, "%s: %d" % (name, len(segments)))
        both = steps + [(b, a) for a, b in steps]
        for a, b in segments:
            check(any(near(p[1], a, c) and near(p[1], b, d) for c, d in both),
                  "%s: no step from %s to %s" % (name, a, b))
        for a, b in steps:
            check(near(p[1], a, b, 1.5) or
                  any((near(p[1], a, c) and near(p[1], b, d)) or
                      (near(p[1], b, c) and near(p[1], a, d))
                      for c, d in segments),
                  "%s: %s to %s is not drawn" % (name, a, b))
        lines = [p[1].points(d) for d in p[1].paths('stroke="%s"' % GREEN)]
        check(len(lines) == 3, "%s: %d paths" % (name, len(lines)))
        for line, knots in zip(lines, said):
            check(near(p[1], line[0], knots[0]) and
                  near(p[1], line[-1], knots[-1]), "%s: a path" % name)


def choices():
    """With random choices every drawn path ends where a row of the table does."""
    _, p, rows = reach("compass_gait", "--select", "random", "--samples", "60",
                       "--paths", "60")
    ends = [(r["vn.A"], r["vn.B"]) for r in rows]
    lines = [p[1].points(d) for d in p[1].paths('stroke="%s"' % GREEN)]
    check(len(lines) > 50, "%d paths" % len(lines))
    for line in lines:
        check(any(near(p[1], line[-1], e) for e in ends), "%s" % (line,))


evolution()
if LONG:
    choices()
done()
