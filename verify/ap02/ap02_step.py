"""GAP08 with alpha = gamma = 1 against AP02's linearly implicit step (12)-(16).

The step of AP02 is written here once more, over the rationals: its matrix from
(10), (32), its right-hand side from (11), (33), its complementarity problem by
trying all bases. Same v+ and q+, as fractions, when the force does not depend
on time; when it does, GAP08 takes it at t_{l+1} and AP02 at t_l (erratum 0-37).

    PERP_BINARY=build/test/perp python3 verify/ap02/ap02_step.py
"""
import csv
import io
import itertools
import math
import os
import tempfile
from fractions import Fraction as Q

from program import SOURCE, check, done, run


def solve(A, b):
    """A x = b over the fractions, or None."""
    n = len(b)
    rows = [list(A[i]) + [b[i]] for i in range(n)]
    for k in range(n):
        p = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if p is None:
            return None
        rows[k], rows[p] = rows[p], rows[k]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                f = rows[i][k] / rows[k][k]
                rows[i] = [x - f * y for x, y in zip(rows[i], rows[k])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def ap02(Mhat, rhs, joints, contacts):
    """v+ of (12)-(16); contacts: (n, slip, mu), one slip or none each. All the
    velocities that some basis gives, of which there must be one."""
    nv, columns, rows = len(rhs), [], []
    for nu in joints:
        columns.append((nu, None))
    pairs = []
    for n, d, mu in contacts:
        pairs.append(("n", n, mu))
        if d is not None:
            pairs.append(("+", d, mu))
            pairs.append(("-", [-x for x in d], mu))
            pairs.append(("l", None, mu))
    size = nv + len(joints) + len(pairs)
    A = [[Q(0)] * size for _ in range(size)]
    b = [Q(0)] * size
    for i in range(nv):
        A[i][:nv] = Mhat[i]
        b[i] = -rhs[i]
    at = nv
    for nu in joints:
        for i in range(nv):
            A[at][i], A[i][at] = nu[i], -nu[i]
        at += 1
    first = at
    last_n = last = None
    for kind, g, mu in pairs:
        if g is not None:
            for i in range(nv):
                A[at][i], A[i][at] = g[i], -g[i]
        if kind == "n":
            last_n, last = at, []
        elif kind in "+-":
            last.append(at)
        else:
            A[at][last_n] = mu
            for k in last:
                A[at][k], A[k][at] = Q(-1), Q(1)
        at += 1
    found = set()
    for basis in itertools.product((0, 1), repeat=size - first):
        use = list(range(first)) + [first + k for k, z in enumerate(basis)
                                    if z]
        x = solve([[A[i][j] for j in use] for i in use], [-b[i] for i in use])
        if x is None:
            continue
        z = [Q(0)] * size
        for k, j in enumerate(use):
            z[j] = x[k]
        w = [sum(a * y for a, y in zip(A[i], z)) + b[i] for i in range(size)]
        if all(z[i] >= 0 and w[i] >= 0 for i in range(first, size)):
            found.add(tuple(z[:nv]))
    check(len(found) == 1, "%d velocities solve the step" % len(found))
    return list(found.pop())


def scene(text, h, T, q, v):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w") as file:
            file.write("""local perp = require "perp"
local r = perp.ratio
return { system = perp.system { %s }, alpha = 1, h = r "%s", T = r "%s",
  q = { %s }, v = { %s } }""" % (text, h, T, q, v))
        done_ = run("run", path, "--rational", "--csv", "-", "--quiet")
    check(done_.returncode == 0, done_.stderr)
    return [{k: Q(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(done_.stdout))]


SYSTEM = """coordinates = { "x", "y", "z" },
  mass = { { 2, 0.5, 0 }, { 0.5, 1, 0 }, { 0, 0, 3 } },
  coriolis = function(q, v)
    return { { 0, 2 * v.z, -v.y }, { -2 * v.z, 0, v.x }, { v.y, -v.x, 0 } }
  end,
  force = function(t, q, v)
    return { -4 * q.x - v.x / 2 + q.y * q.z %s, -3 - q.y - v.y * q.x,
      q.x * q.x - 2 * v.z * v.x }
  end,
  joints = function(q) return { { name = "link", q.z - q.x / 2 } } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = r "%s" } }
  end"""


def force(t, q, v, more):
    x, y, z = q
    u, w, s = v
    return [-4 * x - u / 2 + y * z + more(t), -3 - y - w * x,
            x * x - 2 * s * u]


def jacobians(q, v):
    x, y, z = q
    u, w, s = v
    kq = [[Q(-4), z, y], [-w, Q(-1), Q(0)], [2 * x, Q(0), Q(0)]]
    kv = [[Q(-1, 2), Q(0), Q(0)], [Q(0), -x, Q(0)], [-2 * s, Q(0), -2 * u]]
    return kq, kv


def step(row, h, mu, time, more):
    q = [row["q." + k] for k in "xyz"]
    v = [row["v." + k] for k in "xyz"]
    M = [[Q(2), Q(1, 2), Q(0)], [Q(1, 2), Q(1), Q(0)], [Q(0), Q(0), Q(3)]]
    u, w, s = v
    Kc = [[Q(0), -2 * s, w], [2 * s, Q(0), -u], [-w, u, Q(0)]]
    kq, kv = jacobians(q, v)
    k = force(time, q, v, more)
    Mhat = [[M[i][j] + h * Kc[i][j] - h * kv[i][j] - h * h * kq[i][j]
             for j in range(3)] for i in range(3)]
    rhs = [sum((M[i][j] - h * kv[i][j]) * v[j] for j in range(3)) + h * k[i]
           for i in range(3)]
    floor = [([Q(0), Q(1), Q(0)], [Q(1), Q(0), Q(0)], mu)] \
        if q[1] <= 0 else []
    new = ap02(Mhat, rhs, [[Q(-1, 2), Q(0), Q(1)]], floor)
    return [a + h * b for a, b in zip(q, new)], new


def compare(mu, q, v, text="", more=lambda t: 0, late=1):
    h = Q(1, 16)
    rows = scene(SYSTEM % (text, mu), h, 4 * h, q, v)
    same = 0
    for before, after in zip(rows, rows[1:]):
        to, new = step(before, h, Q(mu), before["t"] + late * h, more)
        same += (to == [after["q." + k] for k in "xyz"] and
                 new == [after["v." + k] for k in "xyz"])
    return same, len(rows) - 1


for mu in ("1/2", "1/8", "2"):
    for q, v in (("1, 0, r '1/2'", "1, 0, r '1/2'"),
                 ("1, 2, r '1/2'", "-3, 1, r '-3/2'")):
        same, rows = compare(mu, q, v)
        check(same == rows == 4, "mu %s: %d of %d steps agree" %
              (mu, same, rows))
        late = compare(mu, q, v, "+ 6 * t", lambda t: 6 * t, 1)
        early = compare(mu, q, v, "+ 6 * t", lambda t: 6 * t, 0)
        check(late == (4, 4) and early[0] < 4,
              "force at t_{l+1}: %s, at t_l: %s" % (late, early))
print("alpha = gamma = 1 is (12)-(16), fraction by fraction")


# Erratum 0-37, the block: with a force of time the two differ, by O(h).
off = []
for h in (0.04, 0.02, 0.01, 0.005):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "out.csv")
        r = run("run", os.path.join(SOURCE, "cases/GAP08/fig9_1.lua"), "-q",
                "--csv", path, "--set", "alpha=1", "--set", "gamma=1", "--set",
                "mu=0.4", "--set", "h=%g" % h)
        check(r.returncode == 0, r.stderr)
        with open(path) as file:
            rows = list(csv.DictReader(file))
    x, v, worst = 3.0, 0.0, 0.0
    for l, row in enumerate(rows):
        worst = max(worst, abs(x - float(row["q.x"])))
        push, brake = v + h * 8 * math.cos(l * h), 0.4 * 9.81 * h
        v = math.copysign(max(abs(push) - brake, 0), push)
        x += h * v
    off.append(worst)
print("forces at t_l and t_{l+1}: apart by", " ".join("%.3f" % x for x in off))
check(all(abs(a / b - 2) < 0.1 for a, b in zip(off, off[1:])) and
      0.06 < off[-1] < 0.075, "differences %s" % off)
done()
