"""What a long run keeps and loses: |L| of a free body, the gap of a joint, and the
energy that closing it brings in, beside identities in fractions and integrals
along the exact motion."""
import csv
import io
import math
from fractions import Fraction as R

from program import check, done, run
from study import case, sets, table


def fractions(name, **parameters):
    r = run("run", case(name), "--rational", "--csv", "-", "-q",
            *sets(parameters))
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return [{k: R(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(r.stdout))]


def runge(f, y, T, n):
    """y' = f(y) from 0 to T in n steps of Runge and Kutta's rule."""
    d = T / n
    add = lambda y, s, k: [a + s * b for a, b in zip(y, k)]
    for _ in range(n):
        a = f(y)
        b = f(add(y, d / 2, a))
        c = f(add(y, d / 2, b))
        e = f(add(y, d, c))
        y = [p + d / 6 * (q + 2 * r + 2 * s + t)
             for p, q, r, s, t in zip(y, a, b, c, e)]
    return y


def square(x):
    return sum(a * a for a in x)


def momentum_in_fractions():
    """|L'|^2 = |L|^2 + |L' - L|^2 in every step, for every alpha, with equality;
    the energy falls by (alpha - 1/2)|v' - v|_M^2."""
    for alpha, I1, I3, h in (("1/2", 1, 2, "1/8"), ("3/4", 3, 1, "1/4"),
                             ("1", 2, 5, "1/5")):
        rows = fractions("symmetric_top", alpha=alpha, I1=I1, I3=I3, h=h,
                         T=3 * R(h))
        I = [I1, I1, I3]
        w = [[r["v." + k] for k in "abc"] for r in rows]
        L = [[i * x for i, x in zip(I, x)] for x in w]
        for k in range(len(rows) - 1):
            jump = [b - a for a, b in zip(L[k], L[k + 1])]
            check(square(L[k + 1]) == square(L[k]) + square(jump),
                  "alpha %s: |L| in row %d" % (alpha, k + 1))
            lost = (R(alpha) - R(1, 2)) * sum(
                j * j / i for i, j in zip(I, jump))
            check(rows[k + 1]["kinetic"] == rows[k]["kinetic"] - lost,
                  "alpha %s: energy of row %d" % (alpha, k + 1))


def rate_of_momentum():
    """(|L(T)|^2 - |L(0)|^2)/h tends to the integral of |L x w|^2 along Euler's
    equations: its error is c h + O(h^2), what is left of two steps is O(h^2)."""
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                          a[0] * b[1] - a[1] * b[0]]

    def euler(I):
        def f(y):
            c = cross([i * x for i, x in zip(I, y)], y[:3])
            return [a / i for a, i in zip(c, I)] + [square(c)]
        return f
    for T, extra in ((5, {}), (4, dict(wx=0.1, wz=0.7))):
        tables = [table(case("tumbling_body"), T=T, h=h, **extra)
                  for h in (0.02, 0.01, 0.005)]
        w = [tables[0][0]["v.w" + k] for k in "xyz"]
        want = runge(euler([1.0, 2.0, 3.0]), w + [0.0], T, 1000)[3]
        got = [(r[-1]["L"] ** 2 - r[0]["L"] ** 2) / h
               for r, h in zip(tables, (0.02, 0.01, 0.005))]
        far = [2 * b - a - want for a, b in zip(got, got[1:])]
        print("|L|^2 over h: %s -> %.6g, missed by %.1e, %.1e" % (
            " ".join("%.6g" % x for x in got), want, *far))
        check(abs(far[1]) <= 0.35 * abs(far[0]) + 1e-9, "|L|: order")
        check(abs(far[1]) <= 0.25 * abs(got[2] - want), "|L|: the limit")


def end_of_momentum():
    """A symmetric top: x = w1^2 + w2^2 obeys x' = -h r x (2E - I1 x)/I3 up to
    O(h^2), r = (I3 - I1)/I1, which has a closed form in h t alone. The runs end
    at h t = 2."""
    for I1, I3 in ((1, 2), (2, 3)):
        x0, E2 = 0.25, I1 * 0.25 + I3
        r = (I3 - I1) / I1
        far = []
        for h in (0.1, 0.05):
            T = 2 / h
            last = table(case("symmetric_top"), h=h, T=T, I1=I1, I3=I3)[-1]
            x = last["v.a"] ** 2 + last["v.b"] ** 2
            s = math.exp(-h * r * E2 / I3 * T) * x0 / (E2 - I1 * x0)
            want = E2 * s / (1 + I1 * s)
            far.append(x - want)
            check(abs(last["kinetic"] - E2 / 2) < 1e-12, "energy of the top")
        print("top %g %g: x = %.5f, missed by %.1e, %.1e" % (I1, I3, want, *far))
        check(abs(far[1]) <= 0.35 * abs(far[0]) + 1e-9 and abs(far[1]) < want / 50,
              "where |L| goes")


def gap_in_fractions():
    """Theta = |r|^2 - l^2 of a bead grows by h^2 |va|^2 a step, with equality."""
    for alpha, seed in (("1/2", 1), ("1", 2)):
        rows = fractions("bounded_variation", alpha=alpha, seed=seed, h="1/8",
                         T="5/8")
        for a, b in zip(rows, rows[1:]):
            r2 = [row["q.x1"] ** 2 + row["q.y1"] ** 2 for row in (a, b)]
            va2 = b["va.x1"] ** 2 + b["va.y1"] ** 2
            check(r2[1] == r2[0] + va2 / 64, "the gap, alpha " + alpha)


def price_of_closing():
    """H(T) - H(0) over h of a bead with its joint closed: the integral of
    g l w^2 cos/2 at alpha = 1/2, less that of (s^2 + l^2 w^4)/2 at alpha = 1."""
    for seed, g, T in ((1, 2, 1.5), (6, 5, 1.25)):
        for alpha in (0.5, 1):
            got = []
            for h in (1 / 256, 1 / 512, 1 / 1024):
                rows = table(case("bounded_variation"), seed=seed, g=g, T=T,
                             h=h, alpha=alpha, project="joints")
                H = [r["kinetic"] + g * r["q.y1"] for r in (rows[0], rows[-1])]
                got.append((H[1] - H[0]) / h)
            x, y, u, v = [rows[0][k] for k in ("q.x1", "q.y1", "v.x1", "v.y1")]
            l = math.hypot(x, y)

            def f(state):
                angle, w = state[:2]
                s = g * math.sin(angle)
                rise = g * l * w * w * math.cos(angle) / 2
                loss = (s * s + (l * w * w) ** 2) / 2
                return [w, -s / l, rise - (2 * alpha - 1) * loss]
            start = [math.atan2(x, -y), (x * v - y * u) / l ** 2, 0.0]
            want = runge(f, start, T, 1000)[2]
            far = [2 * b - a - want for a, b in zip(got, got[1:])]
            print("seed %d alpha %g: H/h %s -> %.5g, missed by %.1e, %.1e" % (
                seed, alpha, " ".join("%.5g" % x for x in got), want, *far))
            check(abs(far[1]) <= 0.35 * abs(far[0]) + 1e-9, "price: order")
            check(abs(far[1]) <= 0.25 * abs(got[2] - want), "price: limit")


momentum_in_fractions()
rate_of_momentum()
end_of_momentum()
gap_in_fractions()
price_of_closing()
done()
