"""perp impact --law routh on a body in space: Routh's equation, integrated anew.

A body turned somehow falls on one of its corners. Its motion under a unit normal
impulse at a time is an equation in s for the three speeds of the corner; here it
is integrated in s, in the directions of the world, by the classical method of
Runge and Kutta, with steps that shrink as the slip does. Nothing of perp. The same
collision in a run, and its impulses from the table. perp's own step aims at 1e-9 of
the speeds, which are below 10, so the two agree to 1e-8.
"""
import csv
import io
import json
import math
import os
import random
import tempfile

from program import check, done, run

SCENE = """local perp = require "perp"
local spatial = require "perp.spatial"
local world = spatial.world { mu = %.17g, directions = 8 }
world:body { mass = %.17g, inertia = { %.17g, %.17g, %.17g },
  corners = { { %.17g, %.17g, %.17g } } }
local q, v = world:state { at = { 0.3, -0.2, %.17g },
  turn = { %.17g, %.17g, %.17g, %.17g },
  velocity = { %.17g, %.17g, %.17g }, spin = { %.17g, %.17g, %.17g } }
return { system = world:system(), h = 0.01, T = 0.01, q = q, v = v,
  impact = { law = "routh" } }
"""


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0]]


def rotation(q):
    """The matrix whose columns are the turned axes, each by q e q^-1."""
    def product(p, r):
        w = p[0] * r[0] - sum(x * y for x, y in zip(p[1:], r[1:]))
        c = cross(p[1:], r[1:])
        return [w] + [p[0] * y + r[0] * x + z
                      for x, y, z in zip(p[1:], r[1:], c)]
    size = sum(x * x for x in q)
    columns = []
    for k in range(3):
        e = [0.0] * 4
        e[1 + k] = 1.0
        t = product(product(q, e), [q[0]] + [-x for x in q[1:]])
        columns.append([x / size for x in t[1:]])
    return [[columns[j][i] for j in range(3)] for i in range(3)]


def times(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in A]


def transposed(A):
    return [list(c) for c in zip(*A)]


def answer(body, impulse):
    """What an impulse at the corner does to the six velocities."""
    R, r, mass, inertia = body
    turn = times(transposed(R), cross(r, impulse))
    return [x / mass for x in impulse] + [x / i for x, i in zip(turn, inertia)]


def corner_speed(body, v):
    R, r = body[:2]
    return [a + b for a, b in zip(v[:3], cross(times(R, v[3:]), r))]


def slide(W, mu, u, L):
    """du/ds = W (-mu e, 1) until the slip or the normal speed is zero."""
    def rate(x):
        size = math.hypot(x[0], x[1])
        push = [-mu * x[0] / size, -mu * x[1] / size, 1.0]
        return times(W, push) + push
    while True:
        size, k = math.hypot(u[0], u[1]), [rate(u)]
        if size < 1e-11:
            return u, L
        ds = 0.001 * min(size / math.hypot(k[0][0], k[0][1]), 4.0)
        ends = k[0][2] > 0 and -u[2] / k[0][2] < ds
        if ends: # close to linear: the last step by its own rate
            ds = -u[2] / k[0][2]
        for part in 0.5, 0.5, 1.0:
            k.append(rate([a + part * ds * b for a, b in zip(u, k[-1])]))
        mean = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(*k)]
        u = [a + ds * b for a, b in zip(u, mean)]
        L = [a + ds * b for a, b in zip(L, mean[3:])]
        if ends and u[2] > -1e-13:
            return u, L


def end_of_path(W, mu, u):
    """Impulses at the end, and how it went; None where it is not clear."""
    L, kind = [0.0] * 3, "slides"
    u, L = slide(W, mu, u, L)
    if u[2] < -1e-9:
        det = W[0][0] * W[1][1] - W[0][1] * W[1][0]
        f = [(-W[0][2] * W[1][1] + W[1][2] * W[0][1]) / det,
             (-W[1][2] * W[0][0] + W[0][2] * W[1][0]) / det]
        if math.hypot(*f) > 0.98 * mu:
            return None # it would go on sliding
        s = -u[2] / times(W, f + [1.0])[2]
        L, kind = [a + s * b for a, b in zip(L, f + [1.0])], "sticks"
    return L, kind


def example(rng, place):
    mass, mu = rng.uniform(0.5, 3), rng.choice((0.2, 0.5, 1.0))
    inertia = [mass * rng.uniform(0.2, 0.35) for _ in range(3)]
    corner = [rng.uniform(-0.6, 0.6) for _ in range(3)]
    q = [rng.uniform(-1, 1) for _ in range(4)]
    R = rotation(q)
    r = times(R, corner)
    body = R, r, mass, inertia
    v = [rng.uniform(-1, 1) for _ in range(6)]
    u = corner_speed(body, v)
    v[2] -= u[2] + rng.uniform(0.5, 2)
    u = corner_speed(body, v)
    W = transposed([corner_speed(body, answer(body, [float(i == j) for i in
                                                     range(3)]))
                    for j in range(3)])
    end = end_of_path(W, mu, u)
    if end is None:
        return None
    path = os.path.join(place, "corner.lua")
    with open(path, "w") as file:
        file.write(SCENE % tuple([mu, mass] + inertia + corner + [-r[2]] + q +
                                 v))
    L, kind = end
    wanted = [a + b for a, b in zip(v, answer(body, L))]
    said = run("impact", path, "--law", "routh", "--json")
    check(said.returncode == 0, said.stderr)
    got = json.loads(said.stdout)["outcomes"]
    far.append(max(abs(a - b) for a, b in zip(got[0]["v"], wanted,
                                              strict=True)))
    check(len(got) == 1 and far[-1] < 1e-8,
          "%s: %s, not %s" % (kind, got, wanted))
    check(abs(got[0]["vn"][0]) < 1e-12, "normal speed %s" % got[0]["vn"])
    # the same in a run, with the impulses
    said = run("run", path, "--csv", "-", "-q")
    rows = list(csv.DictReader(io.StringIO(said.stdout)))
    check(rows[1]["t"] == "0", "the run does not begin with the impact")
    names = ["v." + n for n in ("vx", "vy", "vz", "wx", "wy", "wz")]
    check(all(abs(float(rows[1][n]) - x) < 1e-13
              for n, x in zip(names, got[0]["v"])), "the run: %s" % rows[1])
    normal = [float(x) for n, x in rows[1].items() if n.startswith("cn.")]
    slips = [float(x) for n, x in rows[1].items() if n.startswith("ft.")]
    check(abs(sum(normal) - L[2]) < 1e-7, "%s, not %g" % (normal, L[2]))
    check(abs(math.hypot(*slips) - math.hypot(*L[:2])) < 1e-7, "%s" % slips)
    return kind


seed = int(os.environ.get("PERP_SEED", "41"))
rng, kinds, far = random.Random(seed), [], []
with tempfile.TemporaryDirectory() as directory:
    while len(kinds) < 6:
        kinds.append(example(rng, directory))
        if kinds[-1] is None:
            kinds.pop()
    r = run("run", os.path.join(directory, "corner.lua"), "--exact-check")
    check(r.returncode == 3 and "in space" in r.stderr, "proven? " + r.stderr)
print("seed %d:" % seed, *kinds, "within %.1e" % max(far))
check(set(kinds) == {"slides", "sticks"}, "one kind only")
done()
