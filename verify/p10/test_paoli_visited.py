"""(C4), (C5) and the ball of tau(C) along runs, against the same sums in fractions of
the printed numbers, with M and the force at each row; a run that breaks them, and one
of a single step. How many steps touch, from the printed impulses."""
import csv
import io
import math
from fractions import Fraction as F

from paoli_assumed import case, gaps, main, perp, says, scene


def table_of(words):
    return list(csv.DictReader(io.StringIO(perp("run", *words, "--csv", "-", "-q"))))


def rows(words, names):
    table = table_of(words)
    return [[[F(float(r[c + n])) for n in names] for r in table]
            for c in ("q.", "v.")]


def product(M, x, y):
    return sum(x[i] * M[i][j] * y[j] for i in range(len(x)) for j in range(len(y)))


def shares(q, v, e, force, h, mass):
    """Of (C4) from row 2, of (C5) from row 3: (row, share). The mass is that at q^n,
    and the force that of the velocity before."""
    def form(x, y):
        return product(M, x, y)
    def noise(q, U, V):  # 2^30 roundings of q^n, times the defect
        d = sum(abs(sum(m * (u - w) for m, u, w in zip(row, U, V)) + h * f)
                for row, f in zip(M, g))
        return d * (1 + max(map(abs, q))) / h / 2 ** 20
    c4, c5 = [], []
    for r in range(2, len(v)):
        V, U, W = v[r], v[r - 1], v[r - 2]
        M, g = mass(q[r - 1]), force(q[r - 1], U)
        power = sum(a * b for a, b in zip(g, V))
        d = noise(q[r - 1], U, V)
        if e == 0:
            c4.append((r, (form(V, V) - form(U, V) - h * power) /
                       (form(V, V) + form(U, U) + h * abs(power) + d or 1)))
        if r > 2:
            power += e * sum(a * b for a, b in zip(g, W))
            c5.append((r, ((1 - e) * form(V, V) - (1 + e) * form(U, U) -
                           2 * e * form(W, W) - 2 * h * power) /
                       (form(V, V) + form(U, U) + form(W, W) +
                        2 * h * abs(power) + 2 * d or 1)))
    return c4, c5


def compare(found, tag, list_):
    bad = [r for r, x in list_ if x > F(1, 2 ** 30)]
    most = float(max(x for _, x in list_))
    if bad:
        says(found, tag, "not met", "runs", "fails first at row %d;" % bad[0],
             most)
    else:
        says(found, tag, "met", "runs", "at all %d steps" % len(list_), most)
    return len(bad)


def ball(found, q, v, mass):
    """The greater of the largest speed, in the metric at q^n, and the largest way; the
    text has both, and the speed at the start."""
    speed = max(math.sqrt(product(mass(q[r - 1]), v[r], v[r])) for r in range(1, len(v)))
    way = max(math.sqrt(sum((a - b) ** 2 for a, b in zip(x, q[0]))) for x in q[1:])
    start = math.sqrt(product(mass(q[0]), v[0], v[0]))
    h = found["tauC"]
    assert abs(h["number"] - max(speed, way)) <= 1e-12 * max(1, speed, way), \
        (h, speed, way)
    for word in ("|q'| <= %.4g (from %.4g)" % (speed, start), "|q - q_0| <= %.4g" % way):
        assert word in h["text"], (word, h)


# The mass of the plane in polar coordinates, and what it pulls.
POLAR = (lambda q: ((1, 0), (0, q[0] * q[0])),
         lambda q, u: (q[0] * u[1] * u[1], -2 * q[0] * u[0] * u[1]))


# Verifies P10 (L1), (estimate), (tauC).
def along():
    def still(*g):
        return lambda q, u: g
    def flat(*M):
        return lambda q: M
    one, broken = flat((1,)), 0
    for name, names, mass, g, h, sets in (
            ("corner", ("x1", "x2"), flat((1, 0), (0, 1)), still(0, 0), F(1, 100),
             {"angle": "obtuse", "e": "0"}),
            ("corner", ("x1", "x2"), flat((2, 1), (1, 2)), still(0, 0), F(1, 100),
             {"angle": "metric", "e": "1/2", "offset": "1/64"}),
            ("gravity_ball", ("q",), one, still(-2), F(1, 10),
             {"e": "0", "h": "1/10"}),
            ("gravity_ball", ("q",), one, still(-2), F(1, 10),
             {"e": "4/5", "h": "1/10"}),
            ("disc_polar", ("r", "th"), *POLAR, F(1, 64), {"h": "1/64", "e": "0"}),
            ("disc_polar", ("r", "th"), *POLAR, F(1, 64), {"h": "1/64"}),
            ("tunnel", ("q",), one, still(0), F(3, 20), {})):
        found, words = case(name, **sets)
        q, v = rows(words, names)
        given = "1/2" if name == "disc_polar" else "0"
        c4, c5 = shares(q, v, F(sets.get("e", given)), g, h, mass)
        if c4:
            broken += compare(found, "C4", c4)
        else:
            says(found, "C4", "met", "data", "asks nothing")
        broken += compare(found, "C5", c5)
        ball(found, q, v, mass)
    assert broken >= 2, "the tunnel breaks both"
    print("verifies P10 (L1), (estimate), (tauC)")


# One step has neither estimate, two have the first.
def short():
    for T, first in (("1 / 16", "undecided"), ("1 / 8", "met")):
        found = scene(T=T, e="0")
        says(found, "C4", first, "runs")
        says(found, "C5", "undecided", "runs", "no step to ask")


# At a disc the form says nothing of (H3), and the steps that touch are counted: those
# with an impulse. In a curved corner, y >= x^2 and x >= 0, two push at once.
def touching():
    found, words = case("disc", e="0")
    count = sum(float(r["cn.disc"]) > 0 for r in table_of(words))
    says(found, "H3", "met", "visited", "at all %d steps that touch, on two or more "
         "constraints at 0" % count)
    assert count > 1, count
    parts = {"contacts": gaps("q.y - q.x^2", "q.x"), "v": "{ -1, -1 }", "q": "{ 1, 2 }",
             "T": "4"}
    found = scene(**parts)
    says(found, "H3", "met", "visited", "constraints at ")
    both = int(found["H3"]["text"].split()[-1])
    says(found, "angle", "met", "visited", "active at %d steps" % both)
    assert both > 10, found["H3"]


main([along, short, touching])
