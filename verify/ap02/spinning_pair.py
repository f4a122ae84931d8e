"""Two spinning bodies and a flap, each step computed a second time.

Rotations by quaternion products, rows as the rates of elongations and joints for
unit velocities, springs in the mass as (32) and (33) have them, K_c of (48) from
cross products, links as joints in the limit (34). And Theorem 2.4 as an identity,
in each row.
"""
import math

from ap02_run import case, dot, run, solve, theorem_2_4

PAIR = case("tumbling_pair")
NAMES = "abc"
MASS = {"a": 1, "b": 2, "c": 0.5}
SIZE = {"a": (1, 0.5, 0.25), "b": (1, 1, 0.5), "c": (1, 0.25, 0.125)}
V = [f"v.{b}.{n}" for b in NAMES for n in ("vx", "vy", "vz", "wx", "wy", "wz")]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def product(p, q):
    """Of quaternions (s, vector)."""
    s = p[0] * q[0] - dot(p[1:], q[1:])
    c = cross(p[1:], q[1:])
    return [s] + [p[0] * y + q[0] * x + z for x, y, z in zip(p[1:], q[1:], c)]


def turned(q, x):
    back = [q[0]] + [-y for y in q[1:]]
    size = dot(q, q)
    return [y / size for y in product(product(q, [0.0] + list(x)), back)[1:]]


def inertia(b):
    x, y, z = SIZE[b]
    m = MASS[b] / 12
    return [m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y)]


class Body:
    def __init__(self, row, name):
        self.x = [row[f"q.{name}.{n}"] for n in "xyz"]
        self.q = [row[f"q.{name}.q{i}"] for i in range(4)]

    def point(self, p):
        return [a + b for a, b in zip(self.x, turned(self.q, p))]

    def speed(self, v, p):
        """Of its point p at its six velocities v."""
        return [a + b for a, b in zip(v, turned(self.q, cross(v[3:], p)))]

    def swing(self, v, d):
        """The rate of its direction d."""
        return turned(self.q, cross(v[3:], d))


def rows_at(row):
    """(value, gradient) of the spring, of the torsion, of the hinge's five."""
    a, b, c = (Body(row, n) for n in NAMES)

    def gradient(rate):
        out = []
        for i in range(18):
            v = [float(i == j) for j in range(18)]
            out.append(rate(v[:6], v[6:12], v[12:]))
        return out
    p, q = (0.5, 0.25, 0), (-0.5, 0, 0.25)
    d = minus(a.point(p), b.point(q))
    length = math.sqrt(dot(d, d))
    spring = (length - 1, gradient(lambda u, v, w: dot(
        d, minus(a.speed(u, p), b.speed(v, q))) / length))
    # the hinge: axis z, c's point on b's; directions -y and x beside z
    p, q = (-0.5, 0, 0), (0.5, 0.5, 0)
    y, x, z = (0, -1, 0), (1, 0, 0), (0, 0, 1)
    hinge = [gradient(lambda u, v, w, i=i: minus(c.speed(w, p), b.speed(v, q))
                      [i]) for i in range(3)]
    for s in (y, x):
        hinge.append(gradient(lambda u, v, w, s=s: dot(
            c.swing(w, z), turned(b.q, s)) + dot(turned(c.q, z),
                                                 b.swing(v, s))))
    along = turned(c.q, y)
    co, si = dot(along, turned(b.q, y)), dot(along, turned(b.q, x))

    def twist(u, v, w):
        r = c.swing(w, y)
        dc = dot(r, turned(b.q, y)) + dot(along, b.swing(v, y))
        ds = dot(r, turned(b.q, x)) + dot(along, b.swing(v, x))
        return (co * ds - si * dc) / (co * co + si * si)
    return spring, (math.atan2(si, co), gradient(twist)), hinge


M = [m for b in NAMES for m in [MASS[b]] * 3 + inertia(b)]


def step(row, p, h, limit):
    """v+, the springs' rows and K_c v+."""
    v = [row[n] for n in V]
    *springs, hinge = rows_at(row)
    law = [(p["stiffness"], p["damping"], *springs[0]),
           (p["torsion"], p["torsion"] / 20, *springs[1])]
    joints = hinge + ([s[3] for s in law] if limit else [])
    size = 18 + len(joints)
    A = [[0.0] * size for _ in range(size)]
    b = [[0.0] for _ in range(size)]
    for i in range(18):
        A[i][i] = M[i]
        b[i][0] = M[i] * v[i]
    for k, name in enumerate(NAMES): # -(I w) x w+ on the left, times h
        at = 6 * k + 3
        Iw = [x * y for x, y in zip(inertia(name), v[at:at + 3])]
        for j in range(3):
            c = cross(Iw, [float(i == j) for i in range(3)])
            for i in range(3):
                A[at + i][at + j] -= h * c[i]
    for stiff, damp, phi, a in [] if limit else law:
        K = h * h * stiff + h * damp
        for i in range(18):
            b[i][0] -= h * stiff * phi * a[i]
            for j in range(18):
                A[i][j] += K * a[i] * a[j]
    for k, g in enumerate(joints):
        for i in range(18):
            A[i][18 + k], A[18 + k][i] = -g[i], g[i]
    return [x[0] for x in solve(A, b)[:18]], law


def moved(row, to, h):
    """x + h v, q + h q (0, w)/2."""
    out = []
    for k, name in enumerate(NAMES):
        body, v = Body(row, name), to[6 * k:6 * k + 6]
        rate = product(body.q, [0.0] + v[3:])
        out += [x + h * y for x, y in zip(body.x, v)]
        out += [x + h * y / 2 for x, y in zip(body.q, rate)]
    return out


def again(scheme="linear-implicit", tolerance=1e-11, **sets):
    p = {"stiffness": 100, "damping": 10, "torsion": 5, "h": 0.002} | sets
    h, limit = p["h"], scheme == "stiff-limit"
    rows, said = run(PAIR, "--exact-check", "--scheme", scheme, T=25 * h,
                     **sets)
    assert said["steps_proven"] == said["steps"] == 25
    Q = [n for n in rows[0] if n.startswith("q.")]
    worst = apart = off = 0
    for a, b in zip(rows, rows[1:]):
        to, law = step(a, p, h, limit)
        wanted = [b[n] for n in V]
        size = max(map(abs, wanted))
        worst = max(worst, max(abs(x - y) for x, y in zip(to, wanted)) / size)
        place = moved(a, wanted, h)
        apart = max(apart, max(abs(x - b[n]) for x, n in zip(place, Q)))
        left, bound, lost = theorem_2_4(
            M, [0] * 18, h, [a[n] for n in V], wanted,
            [(0, 0, 0, s[3]) for s in law] if limit else law, 0)
        assert lost >= 0
        off = max(off, abs(left) / bound)
    print(f"{scheme} {sets}: velocities {worst:.1e}, positions {apart:.1e}, "
          f"identity {off:.1e} of the bound")
    assert worst < tolerance and apart < 1e-14 and off < tolerance


if __name__ == "__main__":
    again()
    again(stiffness=1e5, damping=3, spin=5)
    again(stiffness=20, torsion=800, spin=-4, h=0.01)
    again(stiffness=1e9, damping=1e4, h=0.01, tolerance=1e-7)
    again("stiff-limit", spin=2, h=0.005)
