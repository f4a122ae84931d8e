"""Every cell that `perp reach --outer` keeps is near proven end points.

Block and gait, of the gait a fourth of the cells unless PERP_LONG is set. A cell is
the hull of its corners; it is cut into segments and triangles, of a seventh of its
edges, and for each of their corners `--contains` names an end with its path. A path
is judged here, with matrices of another program: the balance of momentum, friction,
no contact that parts and presses, an end that approaches nowhere. A point of a small
triangle is no farther from the nearest of its corners than two thirds of its longest
edge, of a segment half. So what is measured, and this, is at most a tenth of the
width of each panel, and the width is that of the proven ends alone. A cell that is
no part of the set would be seen: one is planted beside it.
"""
import json
import math
import os

from program import SOURCE, check, done, run
from times import times

MODELS = json.load(open(os.path.join(SOURCE, "verify/hp23/HP23_models.json")))
PIECES = 7


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def judged(m, path, name):
    """The end of a path that solves (39) in straight legs."""
    check(max(map(abs, minus(path[0]["v"], m["v0"]))) < 1e-13, name + ": v0")
    for a, b in zip(path, path[1:]):
        change = [dot(row, minus(b["v"], a["v"])) for row in m["M"]]
        push = [sum(L * row[i] for L, row in
                    zip(b["Ln"] + b["Lt"], m["Jn"] + m["Jt"]))
                for i in range(len(change))]
        check(max(map(abs, minus(change, push))) < 1e-12, name + ": balance")
        for n, t, mu, jn, jt in zip(b["Ln"], b["Lt"], m["mu"], m["Jn"],
                                    m["Jt"]):
            check(n >= 0 and abs(t) <= mu * n + 1e-13, name + ": the cone")
            for v in a["v"], b["v"]:
                check(n == 0 or dot(jn, v) <= 1e-13, name + ": it parts")
                slip = dot(jt, v)
                check(n == 0 or abs(slip) < 1e-13 or
                      abs(t + math.copysign(mu * n, slip)) < 1e-12,
                      name + ": it slides otherwise")
    last = path[-1]["v"]
    check(all(dot(row, last) >= -1e-13 for row in m["Jn"]), name + ": an end")
    return last


def grid(corners):
    """The corners of the pieces of a cell, and how far a point is from one of
    them in widths of the cell."""
    n = len(corners)
    check(n <= 3, "a cell of %d corners" % n)
    if n == 1:
        return corners, 0
    steps = [(i, j, PIECES - i - j) for i in range(PIECES + 1)
             for j in range(PIECES + 1 - i) if n == 3 or i + j == PIECES]
    at = [tuple(sum(w * c[k] for w, c in zip(step, corners)) / PIECES
                for k in range(len(corners[0]))) for step in steps]
    return at, (2 / 3 if n == 3 else 1 / 2) / PIECES


def speeds(m, v):
    return [dot(row, v) for row in m["Jn"] + m["Jt"]]


def farthest(m, scene, cells, name):
    """Of the cells' pieces: the largest distance from an end in a panel, and
    beside it what lies between pieces, in widths; the ends."""
    ends, known, most = [], {}, []
    for cell in cells:
        at, between = grid(cell)
        wide = [max(s) - min(s) for s in zip(*(speeds(m, c) for c in cell))]
        for v in at:
            key = tuple(round(x, 12) for x in v)
            if key not in known:
                r = run("reach", scene, "--contains",
                        ",".join("%.17g" % x for x in v), "--json")
                x = json.loads(r.stdout)
                check(x["path"] != [], "%s: no end near %s" % (name, v))
                known[key] = judged(m, x["path"], name)
            end = known[key]
            ends.append(speeds(m, end))
            off = map(abs, minus(speeds(m, v), ends[-1]))
            most.append([a + between * b for a, b in zip(off, wide)])
    width = [max(s) - min(s) for s in zip(*ends)]
    return [max(row[k] for row in most) for k in range(len(width))], width


def near(case, panels, each=1):
    """Of each so many cells one; the width is of the ends near these."""
    m = MODELS[case]
    scene = os.path.join(SOURCE, "cases", "HP23", case + ".lua")
    said = json.loads(run("reach", scene, "--outer", "--json").stdout)
    cells = [[tuple(c["v"]) for c in p["corners"]] for p in said["parts"]]
    check(said["loose"] == 0 and len(cells) > 2, case + ": cells")
    far, width = farthest(m, scene, cells[::each], case)
    share = [f / w if w > 1e-9 else f / max(width)
             for f, w in zip(far, width)]
    print("%s: %d cells, at most %s of the widths from a proven end" %
          (case, len(cells), ", ".join("%.3f" % s for s in share)))
    for i, j in panels:
        check(max(share[i], share[j]) <= 0.1,
              "%s, panel %d, %d: %s" % (case, i, j, share))
    tip = max((c for cell in cells for c in cell),
              key=lambda c: speeds(m, c)[1])
    planted = [tuple(1.15 * x for x in tip)]
    far, _ = farthest(m, scene, [planted], case + ", planted")
    check(far[1] > 0.1 * width[1], "%s: a cell beside the set is not seen: %s" %
          (case, far))


# Speeds are numbered vn_A, vn_B, vt_A, vt_B; the paper's three panels.
PANELS = ((2, 0), (0, 1), (3, 1))
near("rocking_block", PANELS)
near("compass_gait", PANELS, 4 // times(4))
done()
