"""(H3) and the angle condition of polyhedra, against fractions."""
import random
from fractions import Fraction as F

from paoli_assumed import case, gaps, main, says, scene
from paoli_corner import SHAPES, fdot


# The strip's gradients depend on each other where neither is active with the
# other. A floor given twice is a floor. Three walls in the plane through one
# point; moved apart they never meet.
# Verifies P10 (H3).
def dependent():
    says(scene(contacts=gaps("q.y", "2 - q.y")), "H3", "met", "form",
         "no set of the 2 walls")
    says(scene(contacts=gaps("q.y", "2 * q.y"), v="{ 1, 0 }"), "H3", "not met",
         "form", "'c0', 'c1' are active and dependent at the point (0, 0)")
    three = ("q.x + q.y", "q.y - q.x", "q.y")
    says(scene(contacts=gaps(*three), v="{ 0, 0 }"), "H3", "not met", "form",
         "'c0', 'c1', 'c2'")
    says(scene(contacts=gaps(three[0], three[1], "q.y + 1"), v="{ 0, 0 }"),
         "H3", "met", "form")
    # The floors are 0 at y = 0, which the third wall keeps out of K.
    says(scene(contacts=gaps("q.y", "2 * q.y", "q.y - perp.ratio(1, 2)"),
               v="{ 1, 0 }"), "H3", "undecided", None, "not decided")
    # A force that has no fractions at q_0: the doubles are asked, and say so.
    wave = {"force": "{ perp.sin(q.x + 1), 0 }", "v": "{ 0, 0 }"}
    says(scene(contacts=gaps("q.y", "2 - q.y"), **wave), "H3", "met", "data",
         "of the doubles")
    says(scene(contacts=gaps("q.y", "2 * q.y"), **wave), "H3", "not met",
         "data", "of the doubles")
    turned = ["math.cos(%s) * q.x + math.sin(%s) * q.y" % (x, x)
              for x in ("0.3", "0.3 + math.pi / 2")]
    says(scene(contacts=gaps(*turned), e="1", **wave), "angle", "met", "data",
         "of the doubles")
    # Curved: y >= 0 and y >= x^2 touch at 0 with one gradient.
    says(scene(contacts=gaps("q.y", "q.y - q.x^2")), "H3", "not met", "visited",
         "2 gradients that are active")
    says(case("disc")[0], "H3", "met", "visited", "on two or more constraints "
                                                  "at 0")
    print("verifies P10 (H3)")


def allowed(g, e):
    return g == 0 if e != "0" else g <= 0


# The corner, also where the run never sees the vertex (offset 1/4).
# Verifies P10 (angle).
def corners():
    for name, (n, _, inverse) in SHAPES.items():
        inverse = inverse or ((F(1), F(0)), (F(0), F(1)))
        g = fdot(n[0], tuple(fdot(row, n[1]) for row in inverse))
        for e, offset in (("0", "0"), ("1/2", "1/4"), ("1", "-1/4")):
            found, _ = case("corner", angle=name, e=e, offset=offset)
            if allowed(g, e):
                says(found, "angle", "met", "form", "every two")
            else:
                says(found, "angle", "not met", "form",
                     "'floor' and 'wall', which meet at the point (0, 0)",
                     float(g))
    print("verifies P10 (angle)")


# Random wedges and masses, the vertex at 0.
def wedges():
    seed, broken, kept = 20100120, 0, 0
    print("seed %d" % seed)
    draw = random.Random(seed)
    while broken < 4 or kept < 3:
        a, b, c = draw.randint(2, 6), draw.randint(-1, 1), draw.randint(2, 6)
        n = [[draw.randint(-4, 4), draw.randint(1, 5)] for _ in (0, 1)]
        if kept < 1:  # orthogonal in the metric: M^{-1} n_0 = (x, y) / det
            x, y = (c * n[0][0] - b * n[0][1], a * n[0][1] - b * n[0][0])
            n[1] = [-y, x]
        if n[0][0] * n[1][1] == n[0][1] * n[1][0]:
            continue
        e = draw.choice(("0", "1/2"))
        g = F(c * n[0][0] * n[1][0] + a * n[0][1] * n[1][1] -
              b * (n[0][0] * n[1][1] + n[0][1] * n[1][0]), a * c - b * b)
        start = inside(n)
        found = scene(mass="{ { %d, %d }, { %d, %d } }" % (a, b, b, c), e=e,
                      contacts=gaps(*("%d * q.x + %d * q.y" % tuple(w)
                                      for w in n)),
                      q="{ %d, %d }" % start, v="{ 0, 0 }", T="1 / 4")
        if allowed(g, e):
            kept += 1
            says(found, "angle", "met", "form", "every two")
        else:
            broken += 1
            says(found, "angle", "not met", "form", "the point (0, 0)",
                 float(g))


def inside(n):
    return next((x, y) for x in range(-99, 100) for y in range(-99, 100)
                if all(w[0] * x + w[1] * y > 0 for w in n))


# More walls than sets or bits: only the run, which is far from all of them, or
# the first pair.
def many():
    for n, angle in ((13, "not met"), (33, "undecided")):
        found = scene(contacts=gaps(*("q.y + %d * q.x + 1" % i
                                      for i in range(1, n + 1))),
                      q="{ 1, 1 }", v="{ 0, 0 }", T="1 / 4")
        says(found, "H3", "undecided", None, "touches no constraint")
        says(found, "angle", angle)
        assert ("'c0' and 'c1'" in found["angle"]["text"]) == (n == 13)


# A mass that moves: only the run can say. At the vertex M_xy = 1/2 = c and
# (n_a, M^{-1} n_b) = -c / (4 - c^2) = -2/15.
def moving():
    parts = {"mass": "{ { 2, 1/2 + q.x - q.y }, { 1/2 + q.x - q.y, 2 } }",
             "contacts": gaps("q.x", "q.y"), "q": "{ 1, 1 }",
             "v": "{ -1, -1 }"}
    says(scene(e="0", **parts), "angle", "met", "visited", "were active at")
    says(scene(e="1", **{**parts, "v": "{ 0, 0 }"}), "angle", "undecided",
         None, "no two constraints at once")
    says(scene(e="1", **parts), "angle", "not met", "visited", "active in row",
         -2 / 15, 1e-9)


main([dependent, corners, wedges, many, moving])
