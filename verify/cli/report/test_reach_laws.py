"""What older laws say, in the figure of a reach: law (31) and the sequences of the block
by hand, in fractions; the outcomes of others by a program that tries all modes.
"""
import json
import math
import os
import sys
from fractions import Fraction as Q

from drawn import equal, near, reach, same, scene
from program import SOURCE, check, done, run

sys.path.insert(0, os.path.join(SOURCE, "verify", "hp23"))
import hp23

BLUE, RED, YELLOW = "#0072b2", "#d62728", "#f2b701"


def single(M, Jn, Jt, v):
    """One contact that sticks, in fractions: G L = -(Jn, Jt) v."""
    w = [[x / m for x, m in zip(J, M)] for J in (Jn, Jt)]
    g = [[sum(a * b for a, b in zip(J, r)) for r in w] for J in (Jn, Jt)]
    u = [sum(a * b for a, b in zip(J, v)) for J in (Jn, Jt)]
    det = g[0][0] * g[1][1] - g[0][1] * g[1][0]
    L = [(-u[0] * g[1][1] + u[1] * g[0][1]) / det,
         (-u[1] * g[0][0] + u[0] * g[1][0]) / det]
    check(L[0] > 0 and abs(L[1]) <= L[0], "it sticks")
    return [a + L[0] * x + L[1] * y for a, x, y in zip(v, *w)]


def block():
    """By hand, in fractions of v0: rest; A then B; B then A."""
    half = Q(1, 2)
    M = [Q(1), Q(1), Q(5, 12)]
    n, t = [[Q(0), Q(1), -half], [Q(0), Q(1), half]], [Q(1), Q(0), Q(1)]
    at = [Q(0), Q(-1), Q(0)]
    knots = {}
    for name, order in (("A", (0, 1)), ("B", (1, 0))):
        v, way = at, [at]
        for j in order:
            v = single(M, n[j], t, v)
            way.append(v)
        knots[name] = [[sum(a * b for a, b in zip(J, v)) for J in n + [t, t]]
                       for v in way]
    check(knots["A"][2][0] == Q(21, 100), "the tip is 21/100")
    v0 = math.sqrt(2 * 9.81 * 0.01)
    text, p, rows = reach("rocking_block", "--samples", "64")
    check(len(p) == 6, "three panels, twice")
    for k, (x, y) in enumerate(((2, 0), (0, 1), (3, 1))):
        up = [[(float(a[x]) * v0, float(a[y]) * v0) for a in knots[w]]
              for w in "AB"]
        same(p[k], p[k].triangles(RED), up[0], "A before B, panel %d" % k)
        same(p[k], p[k].diamonds(YELLOW), up[1], "B before A, panel %d" % k)
        same(p[k], p[k].circles(BLUE), [(0, 0)], "law (31), panel %d" % k)
        low = p[3 + k]
        same(low, low.triangles(RED), up[0][2:], "A before B below")
        same(low, low.diamonds(YELLOW), up[1][2:], "B before A below")
        same(low, low.circles(BLUE), [(0, 0)], "law (31) below")
        equal(p[k], "block")
    for words in "A before B", "B before A", "law (31)", "before the impact":
        check(words in text, "no '%s'" % words)


def outcomes():
    """Law (31) by trying all modes."""
    for name, model, words in (
            ("compass_gait", hp23.gait(), ["--select", "random"]),
            ("box_wall", hp23.box(tilt=20, mu=0.5), ["--set", "tilt=20",
                                                     "--set", "mu=0.5"])):
        M, Jn, Jt, mu, v = model
        text, p, rows = reach(name, "--samples", "64", *words)
        u = [[hp23.dot(J, w) for J in Jn + Jt] for w in hp23.outcomes(model)]
        for k, (x, y) in enumerate(((2, 0), (0, 1), (3, 1))):
            same(p[k], p[k].circles(BLUE), [(w[x], w[y]) for w in u],
                 name + ": law (31)")
            equal(p[k], name)
    text, p, rows = reach("ramone", "--samples", "64", "--select", "random")
    r = run("impact", scene("ramone"), "--all", "--json")
    all_of = json.loads(r.stdout)["outcomes"]
    check(len(all_of) == 3, "ramone")
    same(p[5], p[5].circles(BLUE), [(o["vt"][1], o["vn"][1]) for o in all_of],
         "ramone: law (31)")


def discs():
    """Panels by name; the first impact of the sequence C, D, ... and of its reverse
    by hand: a contact without slip is stopped, and nothing else moves but the two
    discs."""
    text, p, rows = reach("disk_stack", "--samples", "16", "--panels",
                          "vn.C:vn.D,vt.E:vn.E")
    check(len(p) == 4, "two panels, twice: %d" % len(p))
    start = -math.sqrt(3) / 2
    for color, marks in ((RED, p[0].triangles(RED)),
                         (YELLOW, p[0].diamonds(YELLOW))):
        check(any(near(p[0], m, (start, start)) for m in marks), "the start")
    # C alone, with friction, stops: vn.C = 0, and D still approaches
    check(any(abs(m[0]) * p[0].scale[0] < 1 and m[1] < -0.3
              for m in p[0].triangles(RED)), "C first")
    check(any(abs(m[1]) * p[0].scale[1] < 1 and m[0] < -0.3
              for m in p[0].diamonds(YELLOW)), "D first")
    check("100 impacts, not over" in text, "sequences without an end")
    for label in "vn of C (m/s)", "vt of E (m/s)":
        check(label in text, "no '%s'" % label)


block()
discs()
if "PERP_LONG" in os.environ:
    outcomes()
done()
