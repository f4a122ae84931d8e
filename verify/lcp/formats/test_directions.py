"""Contacts with round cones, posed with k directions: the problem against the same
formed here from its own directions; its solution against the round cone."""
import json
import math
import os
import random
import tempfile
from fractions import Fraction as F

from program import check, done, run

SEED = int(os.environ.get("PERP_SEED", "5"))
PLACE = tempfile.mkdtemp()


def contacts(W, q, mu, *words):
    path = os.path.join(PLACE, "p")
    with open(path, "w") as file:
        json.dump({"W": [[str(x) for x in row] for row in W],
                   "q": [str(x) for x in q], "mu": [str(x) for x in mu]}, file)
    return run("solve", path, *words)


def exported(W, q, mu, k):
    o = json.loads(contacts(W, q, mu, "--directions", str(k), "--export",
                            "json").stdout)
    return [[F(x) for x in row] for row in o["A"]], [F(x) for x in o["b"]]


def columns(d, k):
    """D of one contact, read off a problem whose W says it: q = e_2, then e_3."""
    one = [[F(int(i == j)) for j in range(d)] for i in range(d)]
    return [exported(one, one[a], [1], k)[1][1:1 + k] for a in range(1, d)]


def posed(d, W, q, mu, D, k):
    """(c_n, beta, lambda) with the push of each unknown as a column of P."""
    p = len(mu)
    m, n = d * p, (2 + k) * p
    P = [[F(0)] * n for _ in range(m)]
    for i in range(p):
        P[i * d][i] = F(1)
        for s in range(k):
            for a in range(d - 1):
                P[i * d + 1 + a][p + i * k + s] = D[a][s]
    WP = [[sum(W[i][j] * P[j][v] for j in range(m)) for v in range(n)]
          for i in range(m)]
    A = [[sum(P[i][u] * WP[i][v] for i in range(m)) for v in range(n)]
         for u in range(n)]
    b = [sum(P[i][u] * q[i] for i in range(m)) for u in range(n)]
    for i in range(p):
        row = p + k * p + i
        A[row][i] = mu[i]
        for s in range(k):
            A[row][p + i * k + s] = F(-1)
            A[p + i * k + s][row] = F(1)
    return A, b


print("seed", SEED)
r = random.Random(SEED)
check(columns(2, 2) == [[1, -1]], "the line")
check(columns(3, 4) == [[1, 0, -1, 0], [0, 1, 0, -1]], "the square")
for k in (4, 8, 12, 20, 64):
    x, y = columns(3, k)
    for s in range(k):
        check(x[s] ** 2 + y[s] ** 2 == 1, "a unit vector")
        check(math.hypot(x[s] - math.cos(2 * math.pi * s / k),
                         y[s] - math.sin(2 * math.pi * s / k)) < 2.0 ** -19,
              "direction %d of %d" % (s, k))
        check((x[s], y[s]) == (-x[(s + k // 2) % k], -y[(s + k // 2) % k]),
              "its opposite")
for d, k, p in ((2, 2, 1), (2, 2, 3), (3, 4, 2), (3, 8, 2), (3, 12, 1)):
    m = d * p
    W = [[F(r.randint(-8, 8), 4) for _ in range(m)] for _ in range(m)]
    q = [F(r.randint(-8, 8), 3) for _ in range(m)]
    mu = [F(r.randint(0, 4), 5) for _ in range(p)]
    check(exported(W, q, mu, k) == posed(d, W, q, mu, columns(d, k), k),
          "%d contacts, %d directions" % (p, k))

# A ball of unit mass that slides: the exact reaction is (1, -mu u / |u|). With k
# directions it lies inside the round cone, and nearer with more of them.
q, mu = [F(-1), F(3), F(1)], F(1, 2)
one = [[F(int(i == j)) for j in range(3)] for i in range(3)]
far = []
for k in (4, 16, 64):
    o = json.loads(contacts(one, q, [mu], "--directions", str(k), "--exact",
                            "--json").stdout)
    z, (x, y) = [F(v) for v in o["z"]], columns(3, k)
    f = [z[0]] + [sum(c * v for c, v in zip(D, z[1:])) for D in (x, y)]
    check(f[0] == 1 and f[1] ** 2 + f[2] ** 2 <= mu ** 2, "%d: %s" % (k, f))
    far.append(math.hypot(f[1] + 1.5 / math.sqrt(10), f[2] + 0.5 / math.sqrt(10)))
    check(far[-1] <= 0.5 * math.pi / k + 1e-5, "%d: %g" % (k, far[-1]))
check(far[2] < far[0], str(far))

# What is refused.
for words, code, part in ((("--directions", "6"), 2, "4, 8, 12"),
                          (("--directions", "68"), 2, "64"),
                          (("--directions", "x"), 2, "whole number"),
                          (("--directions", "4", "--given", "p"), 2, "round"),
                          (("--directions", "4", "--cert", "c", "--all"), 2,
                           "--export")):
    got = contacts(one, q, [mu], *words)
    check(got.returncode == code and part in got.stderr, got.stderr)
got = contacts([[1, 0], [0, 1]], [1, 1], [1], "--directions", "4")
check(got.returncode == 2 and "have 2" in got.stderr, got.stderr)
done()
