"""The figure of a reach, read back as numbers: cells of ends beside the rows of the
table, equal axes, words with units, and a size that does not grow with the samples.
"""
import os

from drawn import equal, reach
from program import check, done

LONG = "PERP_LONG" in os.environ


def cover(p, points, label):
    """Every end has its cell, every cell an end: what is left between is the
    rounding of pixels to hundredths."""
    cells = p.cells()
    ends = {(round(x * p.scale[0], 1), round(y * p.scale[1], 1))
            for x, y in points}
    slack = 0.12
    box = [(a * p.scale[0] - slack, b * p.scale[0] + slack,
            c * p.scale[1] - slack, d * p.scale[1] + slack)
           for a, b, c, d in cells]
    used = set()
    for x, y in ends:
        hit = {k for k, (a, b, c, d) in enumerate(box)
               if a <= x <= b and c <= y <= d}
        check(hit, "%s: (%g, %g) has no cell" % (label, x, y))
        used |= hit
    check(len(used) == len(cells), "%s: a cell without an end" % label)


def ends(name, count, *words):
    text, p, rows = reach(name, "--samples", count, *words)
    check(len(p) == 6, "three panels, twice")
    keys = (("vt.A", "vn.A"), ("vn.A", "vn.B"), ("vt.B", "vn.B"))
    for k, (x, y) in enumerate(keys):
        equal(p[k], name)
        cover(p[k], [(r[x], r[y]) for r in rows], name)
        cover(p[3 + k], [(r[x], r[y]) for r in rows], name + ", below")
        check("%s of %s (m/s)" % (x[:2], x[3:]) in text, "no axis " + x)
    for words in ("paths of %s samples" % min(int(count), 1000),
                  "ends of %d samples" % len(rows), name + ": "):
        check(words in text, "no '%s'" % words)


def sizes():
    """Bounded: fifty times the samples, at most three times the bytes."""
    few, many = [len(reach("compass_gait", "--select", "random", "--samples",
                           n)[0]) for n in ("600", "30000")]
    check(many < 3 * few and many < 300000, "%d, %d bytes" % (few, many))


ends("rocking_block", "700")
if LONG:
    ends("compass_gait", "1500", "--select", "random")
    ends("box_wall", "1500", "--set", "tilt=20")
    ends("ramone", "300", "--select", "random")
    sizes()
done()
