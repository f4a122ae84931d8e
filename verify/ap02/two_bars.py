"""AP02's two bars against a second implementation of a step.

Every row of a run is computed again from the row before: the step's equations
are solved for each combination of open, sticking and sliding contacts, and the
projection by Newton's method with second derivatives. Energies are compared in
fractions, with the square root of the spring's length in a narrow interval.
"""
import itertools
import math
from fractions import Fraction

from ap02_run import (case, dot, figures, in_scene, run as run_case, solve,
                      theorem_2_4)
from times import times

BARS = case("two_bars")
Q = ["q.x1", "q.y1", "q.th1", "q.x2", "q.y2", "q.th2"]
V = ["v.x1", "v.y1", "v.th1", "v.x2", "v.y2", "v.th2"]
# foot, joint, tip: the bar, and the sign along its angle
CONTACTS = [(0, -1), (0, 1), (1, 1)]


def run(*options, **sets):
    return run_case(BARS, *options, **sets)


def of(row, names):
    return [row[n] for n in names]


# ---- constraints: value, gradient, and the diagonal of the second derivatives

def joints(q):
    x1, y1, a, x2, y2, b = q
    return [(x2 - math.cos(b) - x1 - math.cos(a),
             [-1, 0, math.sin(a), 1, 0, math.sin(b)],
             [0, 0, math.cos(a), 0, 0, math.cos(b)]),
            (y2 - math.sin(b) - y1 - math.sin(a),
             [0, -1, -math.cos(a), 0, 1, -math.cos(b)],
             [0, 0, math.sin(a), 0, 0, math.sin(b)])]


def contact(q, j):
    """The gap with derivatives, and the row of the slip."""
    bar, sign = CONTACTS[j]
    y, th = q[3 * bar + 1], q[3 * bar + 2]
    n, d, hess = [0] * 6, [0] * 6, [0] * 6
    n[3 * bar + 1], n[3 * bar + 2] = 1, sign * math.cos(th)
    d[3 * bar], d[3 * bar + 2] = 1, -sign * math.sin(th)
    hess[3 * bar + 2] = -sign * math.sin(th)
    return (y + sign * math.sin(th), n, hess), d


def spring(q):
    dx, dy = q[3] - q[0], q[4] - q[1]
    length = math.hypot(dx, dy)
    return length - 1, [-dx / length, -dy / length, 0, dx / length,
                        dy / length, 0]


def projected(q, kept):
    """The nearest point with joints and kept contacts closed: Newton."""
    start, y, n = q, None, 6
    for _ in range(20):
        rows = joints(q) + [contact(q, j)[0] for j in kept]
        y = y or [0.0] * len(rows)
        A = [[0.0] * (n + len(rows)) for _ in range(n + len(rows))]
        b = [[s - x + sum(w * r[1][i] for w, r in zip(y, rows))]
             for i, (s, x) in enumerate(zip(start, q))]
        for i in range(n):
            A[i][i] = 1 - sum(w * r[2][i] for w, r in zip(y, rows))
            for k, r in enumerate(rows):
                A[i][n + k], A[n + k][i] = -r[1][i], r[1][i]
        x = solve(A, b + [[-r[0]] for r in rows], 1e-13)
        q = [a + c[0] for a, c in zip(q, x)]
        y = [a + c[0] for a, c in zip(y, x[n:])]
        if max(abs(c[0]) for c in x[:n]) < 1e-15:
            break
    return q


class Step:
    """The linearly implicit step (12)-(16) at (q, v), or with h = 0 a
    collision; unit masses and inertias."""

    def __init__(self, q, v, active, p, h):
        self.active, self.mu = active, p["mu"]
        phi, a = spring(q)
        give = h * (h * p["k"] + p["damping"])
        rows = [r[1] for r in joints(q)]
        self.n = [contact(q, j)[0][1] for j in active]
        self.d = [contact(q, j)[1] for j in active]
        push = self.n + self.d
        size = 6 + len(rows) + 1
        A = [[0.0] * size for _ in range(size)]
        b = [[0.0] * (1 + len(push)) for _ in range(size)]
        for i in range(6):
            A[i][i] = 1.0
            b[i][0] = v[i] - (h * p["g"] if i in (1, 4) else 0)
            for k, r in enumerate(rows + [a]):
                A[i][6 + k] = -r[i]
            for k, r in enumerate(push):
                b[i][1 + k] = r[i]
        for k, r in enumerate(rows):
            A[6 + k][:6] = r
        # c + (h^2 k + h damping) a.v = -h k phi, divided by the larger number
        scale = max(1.0, give)
        A[-1][:6] = [give / scale * x for x in a]
        A[-1][-1] = 1 / scale
        b[-1][0] = -h * p["k"] * phi / scale
        x = solve(A, b, 1e-13)
        self.free = [r[0] for r in x[:6]]
        self.response = [[r[1 + k] for r in x[:6]] for k in range(len(push))]

    def solutions(self, tol=1e-9):
        """All velocities, one for each mode that fits."""
        m = len(self.active)
        for mode in itertools.product("ols-+", repeat=m):
            if "l" in mode:
                continue
            x = self.of_mode(mode)
            if x is None:
                continue
            v, cn, f = x
            if all(self.fits(mode[j], v, j, cn[j], f[j], tol)
                   for j in range(m)):
                yield v, [dot(self.n[j], v) for j in range(m)]

    def of_mode(self, mode):
        m = len(mode)
        # unknown impulses as columns (n part, d part), equations as rows
        columns, rows, where = [], [], []
        for j, s in enumerate(mode):
            if s == "o":
                continue
            slide = {"s": 0, "-": 1, "+": -1}[s] * self.mu
            columns.append([a + slide * b for a, b in
                            zip(self.response[j], self.response[m + j])])
            rows.append(self.n[j])
            where.append((j, slide))
            if s == "s":
                columns.append(self.response[m + j])
                rows.append(self.d[j])
                where.append((j, None))
        if rows:
            x = solve([[dot(r, c) for c in columns] for r in rows],
                      [[-dot(r, self.free)] for r in rows], 1e-13)
            if x is None:
                return None
        v, cn, f = list(self.free), [0.0] * m, [0.0] * m
        for k, (j, slide) in enumerate(where):
            v = [a + x[k][0] * c for a, c in zip(v, columns[k])]
            if slide is None:
                f[j] += x[k][0]
            else:
                cn[j] += x[k][0]
                f[j] += slide * x[k][0]
        return v, cn, f

    def fits(self, s, v, j, cn, f, tol):
        slip = dot(self.d[j], v)
        if s == "o":
            return dot(self.n[j], v) >= -tol
        return cn >= -tol and {"s": abs(f) <= self.mu * cn + tol,
                               "-": slip <= tol, "+": slip >= -tol}[s]


def nearest(solutions, v):
    far, best = 9, None
    for s in solutions:
        d = max(abs(a - b) for a, b in zip(s[0], v))
        if d < far:
            far, best = d, s
        if d < 1e-9:
            break
    return far, best


def closed(q):
    return [j for j in range(3) if contact(q, j)[0][0] <= 1e-10]


def again(**sets):
    """Each row of a run from the row before it."""
    rows, said = run(**sets)
    p = {"g": 9.81, "mu": 0.2, "k": 100, "h": 0.01, "damping": 20} | sets
    worst_v = worst_q = 0
    collisions = 0
    for a, b in zip(rows, rows[1:]):
        q, v, wanted = of(a, Q), of(a, V), of(b, V)
        active, s = closed(q), (b["t"] - a["t"]) / p["h"]
        if s > 1 - 1e-9:
            far, best = nearest(Step(q, v, active, p, p["h"]).solutions(),
                                wanted)
            stay = [j for j, r in zip(active, best[1]) if not r > 1e-13]
            to = projected([x + p["h"] * y for x, y in zip(q, best[0])], stay)
        else:
            collisions += 1
            to = q
            if s > 0:
                trial = next(Step(q, v, active, p, p["h"]).solutions())
                W, w = 2 * s * s - s ** 3, 4 * s - 3 * s * s
                q = [x + p["h"] * (W * y + (s - W) * z)
                     for x, y, z in zip(q, trial[0], v)]
                v = [w * y + (1 - w) * z for y, z in zip(trial[0], v)]
                stay = [j for j, r in zip(active, trial[1]) if not r > 1e-13]
                active = sorted(set(closed(q)) | set(stay))
                q = to = projected(q, active)
            far, best = nearest(Step(q, v, active, p, 0).solutions(), wanted)
        worst_v = max(worst_v, far)
        worst_q = max(worst_q, max(abs(x - y) for x, y in zip(to, of(b, Q))))
    assert collisions == said["collisions"] >= 2, (collisions, said)
    print(f"{sets}: {len(rows) - 1} rows, {collisions} collisions; velocities "
          f"differ by {worst_v:.1e}, positions by {worst_q:.1e}")
    assert worst_v < 1e-8 and worst_q < 2e-11, (worst_v, worst_q)


def identity(**sets):
    """Theorem 2.4 as an identity in every step, from the table."""
    rows, said = run("--exact-check", T=1.5, **sets)
    p = {"k": 100, "h": 0.01, "damping": 20} | sets
    worst, rubbing = 0, 0
    for a, b in zip(rows, rows[1:]):
        if b["t"] - a["t"] < p["h"] * (1 - 1e-9):
            continue
        q, to = of(a, Q), of(b, V)
        rubbed = -2 * sum(b["ft." + n] * dot(contact(q, j)[1], to)
                          for j, n in enumerate(("foot", "joint", "tip")))
        left, bound, lost = theorem_2_4(
            [1] * 6, [0, -9.81, 0, 0, -9.81, 0], p["h"], of(a, V), to,
            [(p["k"], p["damping"], *spring(q))], rubbed)
        worst = max(worst, abs(left) / bound)
        rubbing += rubbed > 1e-9
        assert lost > 0 and rubbed > -1e-12
    print(f"{sets}: the identity holds to {worst:.1e}, {rubbing} steps rub")
    assert worst < 1e-11 and rubbing > 5
    assert said["steps_proven"] == said["steps"]


def drift(row):
    return math.hypot(*(r[0] for r in joints(of(row, Q))))


def energies_and_joints():
    """Energy never increases; joints drift without a projection and hold with
    one; every step is proven as before."""
    for sets in ({}, {"reading": "B"}, {"damping": 1e8, "mu": 0.15},
                 {"k": 1e4, "damping": 0.5, "mu": 0.5})[:times(4)]:
        for project in ("none", "joints", "contacts", "full"):
            exact = ["--exact-check"] if project == "full" else []
            rows, said = run(*exact, project=project, T=2, **sets)
            assert not exact or said["steps_proven"] == said["steps"]
            E = [r["kinetic"] + r["elastic"] + 9.81 * (r["q.y1"] + r["q.y2"])
                 for r in rows]
            up = max(b - a for a, b in zip(E, E[1:]))
            away = max(map(drift, rows))
            deep = min(contact(of(r, Q), j)[0][0] for r in rows
                       for j in range(3))
            print(f"{sets} {project}: joint {away:.1e} m, gap {deep:.1e} m, "
                  f"energy changes by at most {up:.1e} J, "
                  f"{said.get('subproblems', 0)} subproblems, "
                  f"moved {said.get('moved', 0):.1e}")
            assert up <= 0, (sets, project, up)
            assert (away > 1e-4) if project == "none" else (away < 5e-12)
            for r in rows:
                x, y = r["q.x1"] + math.cos(r["q.th1"]), \
                    r["q.y1"] + math.sin(r["q.th1"])
                assert abs(r["jx"] - x) + abs(r["jy"] - y) < 1e-14


# ---- (47) in fractions

def root(s):
    """sqrt(s) from below and above, 2^-120 apart."""
    big = math.isqrt(s.numerator * s.denominator << 240)
    unit = s.denominator << 120
    return Fraction(big, unit), Fraction(big + 1, unit)


def twice_energy(row, k):
    """|v|^2 + k phi^2 with phi^2 = s - 2 sqrt(s) + 1, as an interval."""
    v = sum(Fraction(row[n]) ** 2 for n in V)
    dx = Fraction(row["q.x2"]) - Fraction(row["q.x1"])
    dy = Fraction(row["q.y2"]) - Fraction(row["q.y1"])
    s = dx * dx + dy * dy
    low, high = root(s)
    return v + k * (s + 1 - 2 * high), v + k * (s + 1 - 2 * low)


def changes(project, k, **sets):
    """Of each step (not collision), at least and at most."""
    rows, _ = run(project=project, k=k, g=0, **sets)
    h = sets["h"]
    E = [twice_energy(r, k) for r in rows]
    return [(F[0] - D[1], F[1] - D[0]) for a, b, D, F in
            zip(rows, rows[1:], E, E[1:]) if b["t"] - a["t"] > h * (1 - 1e-9)]


# Verifies AP02 (47).
def energy_in_fractions():
    """(47) with "<=", k1 = 0: with the full projection no step raises the
    energy; without one, and with one of the joints alone, some do."""
    sets = {"damping": 1, "h": 0.01, "T": 2, "mu": 0.2}
    for k in (10 ** 4, 10 ** 6):
        for turn in (-1, 0.5)[:times(2)]:
            up = {}
            for project in ("none", "joints", "contacts", "full"):
                each = changes(project, k, turn=turn, **sets)
                assert len(each) >= 190
                up[project] = [low for low, _ in each if low > 0]
                most = max(high for _, high in each)
                print(f"k {k:.0e}, turn {turn}, {project}: 2E changes by at "
                      f"most {float(most):.1e}, {len(up[project])} of "
                      f"{len(each)} steps upwards")
            assert not up["full"], (k, turn)
            assert up["none"], (k, turn)
            assert bool(up["joints"]) == (k == 10 ** 6), (k, turn)
    print("verifies AP02 (47)")


def elongations():
    """The full projection gives the spring the elongation that its row expects,
    phi(q+) = phi(q) + h a'v+, and (47) has slack where it does not: in each step
    of a run with weight and friction. Without it they part."""
    for k in (100, 10 ** 4):
        away, most = {}, 0
        for project in ("full", "joints"):
            rows, _ = run(project=project, k=k, damping=1, T=1.5)
            away[project] = 0
            for a, b in zip(rows, rows[1:]):
                if b["t"] - a["t"] < 0.01 * (1 - 1e-9):
                    continue
                phi, grad = spring(of(a, Q))
                change = 0.01 * dot(grad, of(b, V))
                away[project] = max(away[project], abs(
                    spring(of(b, Q))[0] - phi - change))
                most = max(most, abs(change))
        print(f"k {k}: elongations change by {most:.1e} m at most and are "
              f"missed by {away}")
        assert away["full"] < 5e-12 and most > 1e-3 and \
            away["joints"] > 1e-6, (k, away, most)


TWO = """local perp = require "perp"
local function to(x, y, z)
  return perp.sqrt(x * x + y * y + z * z) - 1
end
return { scheme = "linear-implicit", h = 0.01, T = 1, project = "full",
  q = { 0.5, 0.25, 1 }, v = { 1, -2, 0.5 },
  system = perp.system { coordinates = { "x", "y", "z" },
    mass = { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 3 } }, force = { 0, 0, -9.81 },
    springs = function(q) return {
      { name = "a", stiffness = 300, damping = 1, elongation = to(q.x, q.y, q.z) },
      { name = "b", stiffness = 70, damping = 0.5,
        elongation = to(q.x - 2, q.y + 1, q.z - 1) } } end } }
"""


# Verifies AP02 (47).
def two_elongations(scene):
    """The same for a point on two springs of different directions."""
    ends, away, most = ((0, 0, 0), (2, -1, 1)), 0, [0, 0]
    rows, _ = run_case(scene)
    for a, b in zip(rows, rows[1:]):
        v = of(b, ["v.x", "v.y", "v.z"])
        p, to = (of(x, ["q.x", "q.y", "q.z"]) for x in (a, b))
        for k, end in enumerate(ends):
            was, now = math.dist(p, end), math.dist(to, end)
            change = 0.01 * dot([(x - y) / was for x, y in zip(p, end)], v)
            away = max(away, abs(now - was - change))
            most[k] = max(most[k], abs(change))
    print(f"two springs: elongations change by {most} m at most and are missed "
          f"by {away:.1e}")
    assert away < 5e-12 and min(most) > 1e-3, (away, most)
    print("verifies AP02 (47)")


def gravity_in_fractions():
    """(47) with k1: the right side has v + h M^-1 k1. The weight is the double
    that the scene has."""
    h, g = Fraction(0.01), Fraction(9.81)
    for k, reading in ((10 ** 6, "B"), (10 ** 6, "A"), (100, "A"))[:times(3)]:
        rows, _ = run(project="full", k=k, reading=reading, damping=1, T=1.5)
        for a, b in zip(rows, rows[1:]):
            if b["t"] - a["t"] < 0.01 * (1 - 1e-9):
                continue
            fall = sum(-2 * h * g * Fraction(a[n]) + (h * g) ** 2
                       for n in ("v.y1", "v.y2"))
            assert twice_energy(b, k)[1] <= twice_energy(a, k)[0] + fall, b


def collisions_ignore_the_link():
    """Erratum 1-26: with damping 1e8 a run ends where the stiff limit ends, and in
    the limit, too, a collision moves the ends of the link, which no step does."""
    for sets in ({"reading": "B", "mu": 0.15}, {"mu": 0.3, "turn": 0.5})[:times(2)]:
        ends, moves = [], []
        for scheme in ("linear-implicit", "stiff-limit"):
            rows, said = run("--scheme", scheme, damping=1e8, T=1, **sets)
            ends.append(of(rows[-1], Q + V))
            for a, b in zip(rows, rows[1:]):
                still = b["t"] - a["t"] > 0.01 * (1 - 1e-9)
                rate = dot(spring(of(b if not still else a, Q))[1], of(b, V))
                if scheme == "stiff-limit":
                    assert not still or abs(rate) < 1e-12, rate
                    moves += [] if still else [abs(rate)]
        off = max(abs(x - y) for x, y in zip(*ends))
        print(f"{sets}: damping 1e8 and the limit end {off:.1e} apart; in "
              "collisions the link moves with "
              + ", ".join(f"{m:.3f} m/s" for m in moves))
        assert off < 1e-5 and max(moves) > 0.02


def stopping():
    """Figure 8: counted from the second impact, more of the paper's friction
    stops the bars earlier (no speed above 1 mm/s); on the clock, later."""
    after, clock = [], []
    for mu in (0.05, 0.2, 0.5):
        rows, _ = run(mu=mu, damping=20, T=3)
        hits = [b["t"] for a, b in zip(rows, rows[1:])
                if b["t"] - a["t"] < 0.01 * (1 - 1e-9)]
        end = max(r["t"] for r in rows if max(map(abs, of(r, V))) > 1e-3)
        print(f"mu {mu}: impacts at {hits}, at rest after {end:.3f} s")
        after.append(end - hits[1])
        clock.append(end)
    assert after == sorted(after, reverse=True), after
    assert clock == sorted(clock), clock


if __name__ == "__main__":
    for sets in ({}, {"mu": 0.15, "damping": 1000},
                 {"mu": 0.5, "k": 1e4, "damping": 2, "h": 0.005},
                 {"reading": "B", "mu": 0.3, "damping": 1e5})[:times(4)]:
        again(T=1.5, **sets)
    for sets in ({"mu": 0.5, "damping": 1e4, "reading": "B"},
                 {"mu": 0.1, "k": 1e6, "damping": 1}, {})[:times(3)]:
        identity(**sets)
    energies_and_joints()
    energy_in_fractions()
    gravity_in_fractions()
    elongations()
    in_scene(TWO, two_elongations)
    collisions_ignore_the_link()
    stopping()
    assert figures(BARS, "--set", "all=true", "--set", "T=2") == [
        "fig2.svg", "fig7.svg", "fig8.svg"]
