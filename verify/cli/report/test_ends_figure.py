"""The figure of all ends: the block's are two segments to 21/100 of its fall, by hand; the
gait's shadows have the corners of the hull of law (31)'s outcomes, found by trying all
modes, and hold every end of samples. Of a set that is not whole the bound is drawn.
"""
import csv
import io
import math
import os
import sys
import tempfile

from drawn import near, panels, scene
from program import SOURCE, check, done, expect, run

sys.path.insert(0, os.path.join(SOURCE, "verify", "hp23"))
import hp23


def drawn(name, *words):
    with tempfile.TemporaryDirectory() as place:
        r = run("reach", scene(name), "--outer", "--plot", place, "-q", *words)
        check(r.returncode == 0, "%s: %s" % (name, r.stderr))
        with open(os.path.join(place, name + "_ends.svg")) as f:
            text = f.read()
    return text, panels(text), r.stderr


def shadows(p, color):
    return [p.points(d) for d in p.paths('class="area"')
            if d in p.paths('fill="%s"' % color)]


def inside(p, polygon, point):
    """Within a pixel: on no outer side of an edge, or near a degenerate one."""
    scaled = [(x * p.scale[0], y * p.scale[1]) for x, y in polygon]
    x, y = point[0] * p.scale[0], point[1] * p.scale[1]
    if len(scaled) == 1:
        return math.dist(scaled[0], (x, y)) < 1
    edges = list(zip(scaled, scaled[1:] + scaled[:1]))
    turn = [((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) /
            max(math.dist(a, b), 1e-9) for a, b in edges]
    box = all(min(s[i] for s in scaled) - 1 < c < max(s[i] for s in scaled) + 1
              for i, c in ((0, x), (1, y)))
    return box and (min(turn) > -1 or max(turn) < 1)


def block():
    text, p, _ = drawn("rocking_block", "--rational", "--set", "v0=1")
    dark = shadows(p[1], "#333333")
    for tip in (0.21, 0), (0, 0.21), (0, 0):
        check(any(near(p[1], c, tip) for s in dark for c in s),
              "no corner at %s: %s" % (tip, dark))
    for s in dark:
        check(all(min(abs(x) * p[1].scale[0], abs(y) * p[1].scale[1]) < 1 and
                  -0.002 < min(x, y) and max(x, y) < 0.212 for x, y in s),
              "%s" % s)
    check("all ends of (39), if patterns last" in text and
          "ends, proven" in text and "undecided" not in text, "words")


def gait():
    text, p, _ = drawn("compass_gait")
    M, Jn, Jt, mu, v = hp23.gait()
    corners = [(hp23.dot(Jt[1], w), hp23.dot(Jn[1], w))
               for w in hp23.outcomes((M, Jn, Jt, mu, v))]
    dark = shadows(p[2], "#333333")
    for c in corners:
        check(any(near(p[2], c, x) for s in dark for x in s),
              "law (31)'s %s is no corner" % (c,))
    triangle = [c for c in corners]
    for s in dark:
        check(all(inside(p[2], triangle, c) for c in s), "beyond law (31)")
    r = run("reach", scene("compass_gait"), "--select", "random", "--samples",
            "300", "--csv", "-", "-q")
    for row in csv.DictReader(io.StringIO(r.stdout)):
        for k, (a, b) in enumerate((("vt.A", "vn.A"), ("vn.A", "vn.B"),
                                    ("vt.B", "vn.B"))):
            point = float(row[a]), float(row[b])
            check(row["ended"] == "0" or
                  any(inside(p[k], s, point)
                      for s in shadows(p[k], "#333333")),
                  "a sample ends outside: %s" % (point,))


def loose():
    text, p, said = drawn("compass_gait", "--legs", "2")
    check("undecided: other ends are here, or none" in text and
          "all ends" not in text, "words of a set that is not whole")
    check("without a bound" in said and "others may be anywhere" in text,
          "a direction is not drawn, and that is not said: " + said)
    light = shadows(p[2], "#56b4e9")
    check(len(light) > 0, "no light part")


block()
gait()
loose()
expect("panels", 2, [], ["wants pairs"], "reach", scene("rocking_block"),
       "--outer", "--plot", "x", "--panels", "vn.A")
done()
