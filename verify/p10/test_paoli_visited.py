"""(C4) and (C5) along runs, against the same sums in fractions of the printed
numbers; a run that breaks them."""
import csv
import io
from fractions import Fraction as F

from paoli_assumed import case, main, perp, says


def rows(words, names):
    table = list(csv.DictReader(io.StringIO(perp("run", *words, "--csv", "-",
                                                 "-q"))))
    return [[[F(float(r[c + n])) for n in names] for r in table]
            for c in ("q.", "v.")]


def shares(q, v, e, g, h, M):
    """Of (C4) from row 2, of (C5) from row 3: (row, share)."""
    def form(x, y):
        return sum(x[i] * M[i][j] * y[j] for i in range(len(x))
                   for j in range(len(y)))
    def noise(q, U, V):  # 2^30 roundings of q^n, times the defect
        d = sum(abs(sum(m * (u - w) for m, u, w in zip(row, U, V)) + h * f)
                for row, f in zip(M, g))
        return d * (1 + max(map(abs, q))) / h / 2 ** 20
    c4, c5 = [], []
    for r in range(2, len(v)):
        V, U, W = v[r], v[r - 1], v[r - 2]
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


# Verifies P10 (L1), (estimate).
def along():
    one, broken = ((1,),), 0
    for name, names, M, g, h, sets in (
            ("corner", ("x1", "x2"), ((1, 0), (0, 1)), (0, 0), F(1, 100),
             {"angle": "obtuse", "e": "0"}),
            ("corner", ("x1", "x2"), ((2, 1), (1, 2)), (0, 0), F(1, 100),
             {"angle": "metric", "e": "1/2", "offset": "1/64"}),
            ("gravity_ball", ("q",), one, (-2,), F(1, 10),
             {"e": "0", "h": "1/10"}),
            ("gravity_ball", ("q",), one, (-2,), F(1, 10),
             {"e": "4/5", "h": "1/10"}),
            ("tunnel", ("q",), one, (0,), F(3, 20), {})):
        found, words = case(name, **sets)
        q, v = rows(words, names)
        c4, c5 = shares(q, v, F(sets.get("e", "0")), g, h, M)
        if c4:
            broken += compare(found, "C4", c4)
        else:
            says(found, "C4", "met", "data", "asks nothing")
        broken += compare(found, "C5", c5)
    assert broken >= 2, "the tunnel breaks both"
    print("verifies P10 (L1), (estimate)")


main([along])
