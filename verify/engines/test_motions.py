"""Recorded motions of nine engines, judged. What can be said of a table without
impulses, directions of contacts or minima is computed here from its cells and from
scenes.lua, in fractions: how positions have moved, how deep bodies are, how far a pin
is open, what energy an interval has gained, and what a flight may not do. The engines
themselves are not needed."""
import json
import math
import os
from fractions import Fraction as F

from program import SOURCE, check, done, run
from record import CUTS, HERE, MOTIONS

SCENE = os.path.join(HERE, "scene.lua")
# The weight of the new velocity, and the gap up to which contacts are closed.
WEIGHTS = {"rapier": (F(5, 8), 0.01), "siconos": (F(1, 2), 0.01),
           "planck": (F(1), 0.025), "box2d": (F(1), 0.025)}


class Scene:
    def __init__(self, name):
        self.walls, self.bodies, self.pins, self.pushes = [], [], [], []
        here = False
        with open(os.path.join(HERE, "scenes.lua")) as f:
            for what, of, *x in (w for w in map(str.split, f) if len(w) > 2):
                here = of == name if what == "scene" else here
                if not here:
                    continue
                x = [float(y) for y in x]
                if what == "scene":
                    self.n, self.gravity = int(x[0]), x[5:]
                elif what == "wall":
                    length = math.hypot(*x[self.n:])
                    self.walls.append((x[:self.n], [y / length for y in x[self.n:]]))
                elif what == "pin":
                    self.pins.append((of, x[:2], x[2:]))
                elif what == "push":
                    self.pushes.append((of, *x))
                else:
                    size = x[1:2] if what == "disc" else x[1:1 + self.n]
                    self.bodies.append((of, F(x[0]), size, what == "disc"))

    def moments(self, mass, size, disc):
        s = [F(y) for y in size]
        if self.n == 3:
            return [mass * (s[i - 2] ** 2 + s[i - 1] ** 2) / 12 for i in range(3)]
        return [mass * (s[0] ** 2 / 2 if disc else (s[0] ** 2 + s[1] ** 2) / 12)]

    def mass(self):
        return [m for _, mass, size, disc in self.bodies
                for m in [mass] * self.n + self.moments(mass, size, disc)]

    def force(self, t, v):
        """Gravity, pushes, and in space the gyroscopic torque I w x w."""
        out, at = [], 0
        for name, mass, size, disc in self.bodies:
            k = [mass * F(g) for g in self.gravity]
            k[0] += sum((F(a * math.cos(w * t)) for of, a, w in self.pushes
                         if of == name), F(0))
            i, w = self.moments(mass, size, disc), v[at + self.n:at + 2 * self.n]
            if self.n == 3:
                k += [i[j - 2] * w[j - 2] * w[j - 1] - i[j - 1] * w[j - 1] * w[j - 2]
                      for j in range(3)]
            else:
                k.append(F(0))
            out += k
            at += 6 if self.n == 3 else 3
        return out

    def corner(self, q, local):
        """A point of a body in the world."""
        if self.n == 2:
            c, s = math.cos(q[2]), math.sin(q[2])
            return [q[0] + c * local[0] - s * local[1],
                    q[1] + s * local[0] + c * local[1]]
        a, r = q[3], q[4:7]
        c = [r[i - 2] * local[i - 1] - r[i - 1] * local[i - 2] for i in range(3)]
        d = [r[i - 2] * c[i - 1] - r[i - 1] * c[i - 2] for i in range(3)]
        square = a * a + sum(y * y for y in r)
        return [q[i] + local[i] + 2 * (a * c[i] + d[i]) / square for i in range(3)]

    def corners(self, q, size):
        signs = [[]]
        for s in size:
            signs = [x + [y * s / 2] for x in signs for y in (-1, 1)]
        return [self.corner(q, x) for x in signs]

    def inside(self, p, q, size):
        """The gap of a point and a box of the plane."""
        c, s = math.cos(q[2]), math.sin(q[2])
        x, y = p[0] - q[0], p[1] - q[1]
        return max(abs(c * x + s * y) - size[0] / 2, abs(c * y - s * x) - size[1] / 2)

    def gaps(self, q):
        """All of them, in doubles. No scene has a disc and a box."""
        m, out = 7 if self.n == 3 else 3, []
        bodies = [([float(y) for y in q[k * m:k * m + m]], size, disc)
                  for k, (_, _, size, disc) in enumerate(self.bodies)]
        for k, (a, size, disc) in enumerate(bodies):
            for at, n in self.walls:
                out += [sum(n[i] * (p[i] - at[i]) for i in range(self.n)) -
                        (size[0] if disc else 0)
                        for p in ([a] if disc else self.corners(a, size))]
            for b, other, _ in bodies[:k]:
                if disc:
                    out.append(math.hypot(a[0] - b[0], a[1] - b[1]) - size[0] - other[0])
                    continue
                out += [self.inside(p, b, other) for p in self.corners(a, size)]
                out += [self.inside(p, a, size) for p in self.corners(b, other)]
        return out

    def rates(self, q, v):
        """Gamma(q) v."""
        if self.n == 2:
            return v
        a, x, y, z = q[3:7]
        u, s, w = v[3:6]
        return v[:3] + [e / 2 for e in (
            -x * u - y * s - z * w, a * u + y * w - z * s, a * s + z * u - x * w,
            a * w + x * s - y * u)]

    def open(self, q):
        """How far pins are."""
        out = [0.0]
        for name, at, on in self.pins:
            k = 3 * [b[0] for b in self.bodies].index(name)
            p = self.corner([float(y) for y in q[k:k + 3]], at)
            out += [abs(p[0] - on[0]), abs(p[1] - on[1])]
        return max(out)


def rows_of(path):
    with open(path) as f:
        head, *lines = f.read().split()
    head = head.split(",")
    cells = [[F(float(x)) for x in line.split(",")] for line in lines]
    nq = sum(x.startswith("q.") for x in head)
    return [(float(r[0]), r[1:1 + nq], r[1 + nq:]) for r in cells]


def laws(scene, rows, weight, closed):
    """law: the list of numbers, one for each row or interval."""
    out = {"gaps": [max(0, -min(scene.gaps(q))) for _, q, _ in rows],
           "joints": [scene.open(q) for _, q, _ in rows],
           "kinematics": [], "gained": [], "flight": [], "most": []}
    M = scene.mass()
    near = [min(scene.gaps(q)) <= closed + 1e-9 for _, q, _ in rows]
    for l, ((t, q, v), (t1, q1, v1)) in enumerate(zip(rows, rows[1:])):
        h = F(t1) - F(t)
        x = scene.rates(q, [(1 - weight) * a + weight * b for a, b in zip(v, v1)])
        out["kinematics"].append(max(abs(b - a - h * y) for a, b, y in zip(q, q1, x)))
        k = scene.force(t, v)
        J = [m * (b - a) - h * f for m, a, b, f in zip(M, v, v1, k)]
        out["gained"].append(max(F(0), sum(j * (a + b) / 2
                                           for j, a, b in zip(J, v, v1))))
        size = sum(j * j / m for j, m in zip(J, M)) / 2
        out["most"].append(size)
        free = not (scene.pins or near[l] or near[l + 1])
        out["flight"].append(size if free else F(0))
    return out


def same(name, law, got, numbers):
    """The worst number, where it is."""
    first = 0 if law in ("gaps", "joints") else 1
    worst = max(numbers)
    small = max(F(got["rounding"]), F(1e-14))
    check(abs(F(got["worst"]) - F(worst)) <= F(worst) / 10 ** 9 + small,
          "%s: %s is %.17g, not %.17g" % (name, law, got["worst"], float(worst)))
    if worst > 1000 * small:
        there = numbers[got["row"] - first] if got["row"] is not None else -1
        check(abs(F(there) - F(worst)) <= F(worst) / 10 ** 9,
              "%s: %s: row %s is not the worst" % (name, law, got["row"]))


flights = 0
for name in CUTS:
    engine, of = name.split("_")
    weight, closed = WEIGHTS.get(engine, (F(1), 0.01))
    scene, path = Scene(of), os.path.join(MOTIONS, name + ".csv")
    rows = rows_of(path)
    said = run("judge", SCENE, path, "--set", "scene=" + of, "--json", "--prove", "1",
               "--weight", "%.17g" % weight, "--closed", "%.17g" % closed,
               *["--cone", "round"] * (scene.n == 3))
    check(said.returncode == 0, name + ": " + said.stderr)
    got = {x["law"]: x for x in json.loads(said.stdout)["laws"]}
    numbers = laws(scene, rows, weight, closed)
    for law in ("kinematics", "gaps", "gained") + ("joints",) * bool(scene.pins):
        same(name, law, got[law], numbers[law])
    # A flight has no impulses; elsewhere there are none that explain worse than none.
    most, least = max(numbers["most"]), max(numbers["flight"])
    flights += sum(x > 0 for x in numbers["flight"])
    check(F(got["momentum"]["worst"]) >= least * (1 - F(1, 10 ** 9)),
          "%s: momentum %g, a flight has %g" % (name, got["momentum"]["worst"], least))
    check(F(got["momentum"]["worst"]) <= most * (1 + F(1, 10 ** 9)) + F(1e-14),
          "%s: momentum %g of %g" % (name, got["momentum"]["worst"], most))
check(flights > 0, "no interval is a flight")
print("%d motions, %d intervals of a flight" % (len(CUTS), flights))
done()
