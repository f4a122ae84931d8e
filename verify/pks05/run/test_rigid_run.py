"""Compliance to zero along whole runs, against the run of the rigid step.

The rigid step is solved here, in fractions, without perp and without K or C: M v' =
M v + h(f + lambda), 0 <= lambda_n and gap/h + v_n^theta >= 0, one of them zero, |lambda_t| <=
mu lambda_n. With a diagonal mass and one contact it is two scalar problems. Its runs are
compared with those of cases/PKS05/rigid_run.lua in fractions, as K grows at a fixed h, and
with h; what the floor throws back is compared with the oscillator in closed form.
"""
import csv
import io
import math
import os
from fractions import Fraction as F

from program import SOURCE, check, done, run

CASE = os.path.join(SOURCE, "cases", "PKS05", "rigid_run.lua")
MU = F(1, 2)


def rows(exact=True, **given):
    words = [x for k, v in given.items() for x in ("--set", "%s=%s" % (k, v))]
    r = run("run", CASE, "--csv", "-", "-q", *words,
            *(["--rational"] if exact else []))
    check(r.returncode == 0, "%s: %s" % (given, r.stderr))
    table = csv.DictReader(io.StringIO(r.stdout))
    read = F if exact else float
    return [tuple(read(x[k]) for k in ("q.x", "q.y", "v.x", "v.y"))
            for x in table]


def rigid(h, theta, steps, y=F(0), g=10):
    x, vx, vy, w = F(0), F(1), F(-1), 1 - theta
    out = [(x, y, vx, vy)]
    for _ in range(steps):
        n = max(F(0), -(y / h + vy - w * h * g) / (w * h))
        t = min(max(-vx / (w * h), -MU * n), MU * n)
        ux, uy = vx + h * t, vy + h * (n - g)
        x, y = x + h * (theta * vx + w * ux), y + h * (theta * vy + w * uy)
        vx, vy = ux, uy
        out.append((x, y, vx, vy))
    return out


def apart(a, b, which):
    return max(abs(p[i] - q[i]) for p, q in zip(a, b) for i in which)


# At fixed h the run tends like 1/K to the rigid one: K times the distance has a limit, for
# each theta below 1. Five steps, for theta > 0 with bounces in them; the numbers are exact.
#
# Verifies PKS05 (16).
def at_fixed_steps():
    h = F(1, 100)
    for theta in (F(0), F(1, 4), F(1, 2)):
        for y in (F(0), F(3, 1000)):
            to, found = rigid(h, theta, 5, y), []
            for K in (10**7, 10**8, 10**9):
                got = rows(K=K, C=K // 100, theta=theta, y0=y, T="1/20")
                found.append([K * apart(got, to, (0, 1)),
                              K * apart(got, to, (2, 3))])
            print("theta = %s, gap %s: K |q - rigid| -> %.5g, K |v - rigid| -> %.5g"
                  % (theta, y, *map(float, found[-1])))
            for a, b, c in zip(*found):
                check(0 < c and abs(c - b) < abs(b - a) / 5 and
                      abs(c - b) < c / 1000, "theta %s, gap %s: %s" % (
                          theta, y, [float(z) for z in (a, b, c)]))


# With theta = 0 the bound is uniform in h: positions within mv/C = 100/K of the rigid run's,
# velocities within 101/(K h), along K = 100/h and K = 100/h^2. Their integral is what the
# floor gives way and comes back, from mv/C = 100/K to mg/K = 10/K: 190/K. The rigid run is h/4 away
# from the rigid motion, 1/40 m. In closed form the first step leaves the velocity
# -(1 + g h)/(1 + h(h K + C)).
def with_the_step():
    for power in (1, 2):
        last = 0
        for n in (20, 80, 320):
            h = F(1, 5 * n)
            K = int(100 / h**power)
            got = rows(n < 320, K=K, C=F(K, 100), h=h)
            to = rigid(h, F(0), n)
            first = (1 + 10 * h) / (1 + h * (h * K + F(K, 100)))
            check(abs(got[1][3] + first) < 1e-14 and to[1][3] == 0, "first step")
            deep = float(K * apart(got, to, (0, 1)))
            fast = float(K * h * apart(got, to, (2, 3)))
            mean = float(K * h * sum(max(abs(p[i] - q[i]) for i in (2, 3))
                                     for p, q in zip(got, to)))
            print("K = 100/h^%d, h = %s: K |q - rigid| = %.4g, K h |v - rigid| = %.4g, "
                  "K times its sum h = %.4g" % (power, h, deep, fast, mean))
            check(mean < 190, "in the mean: %g" % mean)
            check(last < deep < 100 and fast < 101, "%s: %g, %g" % (h, deep, fast))
            check(power == 1 or fast > 50, "no faster: %g" % fast)
            check(to[-1][0] == F(1, 40) - h / 4, "rigid: %s" % to[-1][0])
            last = deep


# Where the limits do not commute. The rigid step has v^theta = 0 at a closed gap: it
# throws back theta/(1 - theta), exactly; a gap of h/2 leaves (1/2 - theta)/(1 - theta), and
# that at theta = 1/4 is still approaching, and throws back a third of it.
def thrown_by_theta():
    h = F(1, 100)
    for theta in (F(0), F(1, 4), F(1, 3), F(1, 2)):
        e = theta / (1 - theta)
        to = rigid(h, theta, 3, g=0)
        check([x[3] for x in to] == [-1, e, e, e], "theta = %s: %s" % (theta, to))
        K = 10**9
        got = rows(K=K, C=K // 100, theta=theta, g=0, T="3/100")
        check(abs(got[1][3] - e) < F(1000, K) * 100, "soft: %s" % got[1][3])
        half = (F(1, 2) - theta) / (1 - theta)
        to = rigid(h, theta, 3, h / 2, 0)
        check(to[1][3] == -half and to[3][3] == e * half, "gap: %s" % to)
        got = rows(K=K, C=K // 100, theta=theta, y0=h / 2, g=0, T="3/100")
        check(abs(got[3][3] - e * half) < F(1000, K) * 100, "soft, gap: %s" % got)


# C = sqrt(K)/2, a quarter of the critical damping. The continuous impact ends where the
# force is zero, m y'' = 0: e = exp(-b t)(b/w sin w t - cos w t) with tan w t = 2 b w/(b^2 -
# w^2). The scheme comes to it like c = h sqrt(K), and e falls to nothing like 1/c^2.
def thrown_by_stiffness():
    b, w = 0.25, math.sqrt(1 - 0.25**2)
    t = math.atan2(2 * b * w, b * b - w * w) / w
    e = math.exp(-b * t) * (b / w * math.sin(w * t) - math.cos(w * t))
    low, high = [], []
    for root in (1000, 4000):  # the same c: the same e
        for n, out in ((1, low), (2, low), (1000, high), (10000, high)):
            h = F(n, 100 * root)
            steps = max(5, 800 // n + 5)
            got = rows(False, K=root**2, C=root // 2, g=0, h=h, T=h * steps)
            out.append(got[-1][3])
    print("e = %.6f; c = 0.01, 0.02: %.6f, %.6f; c = 10, 100: %.3g, %.3g" %
          (e, *low[:2], *high[:2]))
    for a in (low, high):
        check(all(abs(x - y) < 1e-9 for x, y in zip(a[:2], a[2:])), "c alone: %s" % a)
    check(1.9 < (e - low[1]) / (e - low[0]) < 2.1 and e - low[0] < 0.01, "%s" % low)
    check(80 < high[0] / high[1] < 100 and high[1] < 1.01e-4, "%s" % high)


at_fixed_steps()
with_the_step()
thrown_by_theta()
thrown_by_stiffness()
print("verifies PKS05 (16)")
done()
