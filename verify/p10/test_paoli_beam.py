"""P10's beam and bar against another program of the same scheme, against the
motion from one impact to the next, and for a long time.

    python3 verify/p10/test_paoli_beam.py [test ...]
"""
import math
import sys

from paoli_face import LONG, run, summary
from paoli_motion import Motion, order, solve


def hermite(x, l):
    """The four shape functions on an element and their second derivatives."""
    s = x / l
    return ([1 - 3 * s * s + 2 * s ** 3, l * (s - 2 * s * s + s ** 3),
             3 * s * s - 2 * s ** 3, l * (s ** 3 - s * s)],
            [(-6 + 12 * s) / l ** 2, (-4 + 6 * s) / l, (6 - 12 * s) / l ** 2,
             (6 * s - 2) / l])


def beam_matrices(nel, L=1.501, k=282.84):
    """Mass, stiffness and load by quadrature, Gauss with four points."""
    a, b = math.sqrt(3 / 7 - 2 / 7 * math.sqrt(6 / 5)), \
        math.sqrt(3 / 7 + 2 / 7 * math.sqrt(6 / 5))
    wa, wb = (18 + math.sqrt(30)) / 36, (18 - math.sqrt(30)) / 36
    l, n = L / nel, 2 * nel
    M = [[0.0] * n for _ in range(n)]
    K = [[0.0] * n for _ in range(n)]
    p = [0.0] * n
    for element in range(nel):
        for x, weight in ((-a, wa), (a, wa), (-b, wb), (b, wb)):
            f, bend = hermite((1 + x) * l / 2, l)
            for i in range(4):
                r = 2 * element - 2 + i
                if r < 0:
                    continue
                p[r] += weight * l / 2 * f[i]
                for j in range(4):
                    c = 2 * element - 2 + j
                    if c >= 0:
                        M[r][c] += weight * l / 2 * f[i] * f[j]
                        K[r][c] += weight * l / 2 * k * bend[i] * bend[j]
    return M, K, p


def beam_steps(nel, e, h, steps, stop):
    """The scheme in positions, as the slides print it; every set of stops is
    tried and the nearest feasible point kept."""
    M, K, p = beam_matrices(nel)
    n = 2 * nel
    tip = n - 2
    unit = [1.0 if i == tip else 0.0 for i in range(n)]
    lift = solve(M, unit)

    def G(t, q):
        push = 20 * math.sin(10 * t)
        return solve(M, [p[i] * push - sum(K[i][j] * q[j] for j in range(n))
                         for i in range(n)])

    def nearest(y):
        best = None
        for at in (None, stop, -stop):
            z = y if at is None else [
                a + (at - y[tip]) / lift[tip] * b for a, b in zip(y, lift)]
            far = 0 if at is None else (at - y[tip]) ** 2 / lift[tip]
            if abs(z[tip]) <= stop * (1 + 1e-14) and \
                    (best is None or far < best[0]):
                best = far, z
        return best[1]
    old = [0.0] * n
    new = nearest([h * h / 2 * x for x in G(0, old)])
    path = [old, new]
    for k in range(1, steps):
        g = G(k * h, new)
        z = nearest([(2 * b - (1 - e) * a + h * h * x) / (1 + e)
                     for a, b, x in zip(old, new, g)])
        old, new = new, [-e * a + (1 + e) * b for a, b in zip(old, z)]
        path.append(new)
    return path


def beam():
    for nel, e, h, T, stop in ((2, 0.5, 1e-4, 0.12, 0.03),
                               (2, 0.0, 2e-4, 0.2, 0.02),
                               (1, 0.8, 5e-4, 0.3, 0.03)):
        steps = round(T / h)
        t, _ = run("beam", nel=nel, e=e, h=h, T=T, stop=stop)
        path = beam_steps(nel, e, h, steps, stop)
        names = [f"q.{c}{i + 1}" for i in range(nel) for c in "wr"]
        worst = max(abs(t[c][k] - path[k][i]) for k in range(steps + 1)
                    for i, c in enumerate(names))
        hits = sum(a + b > 0 for a, b in zip(t["cn.upper"], t["cn.lower"]))
        assert worst < 1e-9 and hits > 5, (nel, e, worst, hits)
        print(f"beam: nel = {nel}, e = {e}: {hits} contact steps, differs by "
              f"{worst:.1e} from the same scheme written another way")


def beam_events(nel, e, T, steps):
    M, K, p = beam_matrices(nel)
    n = 2 * nel
    tip = n - 2
    stop = 0.03

    def force(t, q, _):
        push = 20 * math.sin(10 * t)
        return [p[i] * push - sum(K[i][j] * q[j] for j in range(n))
                for i in range(n)]
    unit = [1.0 if i == tip else 0.0 for i in range(n)]
    walls = [(lambda q: stop - q[tip], lambda q: [-x for x in unit],
              lambda q, v: 0.0),
             (lambda q: stop + q[tip], lambda q: unit, lambda q, v: 0.0)]
    motion = Motion(lambda q: M, force, walls, e)
    q, _ = motion.run([0.0] * n, [0.0] * n, T, steps)
    return q, motion.impacts


def beam_order():
    for nel, e, T in ((1, 0.0, 0.2), (2, 0.0, 0.13), (1, 0.5, 0.1)):
        want, impacts = beam_events(nel, e, T, round(T / 1e-5))
        errors = []
        for n in (1000, 2000, 4000):
            t, _ = run("beam", nel=nel, e=e, h=repr(T / n), T=T)
            errors.append(max(abs(t[f"q.{c}{i + 1}"][-1] - want[2 * i + k])
                              for i in range(nel)
                              for k, c in enumerate("wr")))
        low, high = (1.4 if nel == 2 else 1.8, 2.2) if e == 0 else (0.7, 1.3)
        assert impacts and low < order(errors) < high, (nel, e, errors)
        print(f"beam: nel = {nel}, e = {e}, T = {T}: {len(impacts)} impacts, "
              "errors", " ".join(f"{x:.1e}" for x in errors),
              f"order {order(errors):.2f}")


def bar_at_the_bound():
    """At cfl = 1 the leapfrog's highest mode grows linearly behind the impact,
    so its energy like the square of the time; below it nothing grows."""
    inside = [summary("bar", N=60, T=T, cfl="9/10")["kinetic_last"]
              for T in (4, 10, 30)]
    bound = [summary("bar", N=60, T=T)["kinetic_last"] for T in (10, 20, 40)]
    assert all(0.47 < x <= 0.5 for x in inside), inside
    growth = [b / a for a, b in zip(bound, bound[1:])]
    assert all(3 < x < 6 for x in growth), (bound, growth)
    print("bar: at cfl = 1 the zigzag's energy grows by", growth)


def bar_long():
    """1000 elements and more than 10,000 steps from the command line: the cost
    is linear in N, and the bar keeps its energy but for O(1/N)."""
    got = summary("bar", "--scene-seconds", "60", N=1000, T=10, cfl="9/10")
    assert got["steps"] == 11112 and got["operations"] < 11112 * 30 * 1000
    assert 0.49 < got["kinetic_last"] <= 0.5, got


if __name__ == "__main__":
    for test in [beam_order, bar_long] if LONG else [beam, bar_at_the_bound]:
        if len(sys.argv) < 2 or test.__name__ in sys.argv[1:]:
            test()
            print("ok", test.__name__)
