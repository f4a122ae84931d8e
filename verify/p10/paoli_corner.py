"""A particle between two walls, in fractions: the law at the corner and the
motion from one impact to the next."""
from fractions import Fraction as F

SHAPES = {
    "obtuse": ([(F(0), F(1)), (F(4, 5), F(3, 5))], (-1, -2), None),
    "acute": ([(F(0), F(1)), (F(4, 5), F(-3, 5))], (-2, -1), None),
    "right": ([(F(0), F(1)), (F(1), F(0))], (-1, -2), None),
    "metric": ([(F(0), F(1)), (F(2), F(1))], (-1, -2),
               ((F(2, 3), F(-1, 3)), (F(-1, 3), F(2, 3)))),  # M^{-1}
}


def fdot(x, y):
    return sum(a * b for a, b in zip(x, y))


def pushed(shape, normals, v, e):
    """The law by trying every set of pushing walls."""
    inverse = SHAPES[shape][2] or ((F(1), F(0)), (F(0), F(1)))

    def lift(n):
        return tuple(fdot(row, n) for row in inverse)
    for size in range(len(normals) + 1):
        for which in ([()], [(0,), (1,)], [(0, 1)])[size]:
            if any(i >= len(normals) for i in which):
                continue
            g = [[fdot(normals[i], lift(normals[j])) for j in which]
                 for i in which]
            r = [-fdot(normals[i], v) for i in which]
            if size == 0:
                mu = []
            elif size == 1:
                mu = [r[0] / g[0][0]]
            else:
                det = g[0][0] * g[1][1] - g[0][1] * g[1][0]
                mu = [(r[0] * g[1][1] - g[0][1] * r[1]) / det,
                      (g[0][0] * r[1] - r[0] * g[1][0]) / det]
            u = list(v)
            for m, i in zip(mu, which):
                u = [a + m * b for a, b in zip(u, lift(normals[i]))]
            if all(m >= 0 for m in mu) and \
                    all(fdot(n, u) >= 0 for n in normals):
                return tuple(-e * a + (1 + e) * b for a, b in zip(v, u))
    raise AssertionError("no projection")


def in_turn(shape, q, v, e, end):
    """Event by event, in fractions."""
    normals, t = SHAPES[shape][0], F(0)
    held = set()
    while True:
        times = []
        for i, n in enumerate(normals):
            rate, gap = fdot(n, v), fdot(n, q)
            if rate < 0 and i not in held:
                times.append((gap / -rate, i))
        if not times or t + min(times)[0] > end:
            return v
        d = min(times)[0]
        met = [i for s, i in times if s == d]
        q = tuple(a + d * b for a, b in zip(q, v))
        t += d
        closed = sorted(set(met) | {i for i in held})
        v = pushed(shape, [normals[i] for i in closed], v, e)
        held = {i for i in closed if fdot(normals[i], v) == 0}
