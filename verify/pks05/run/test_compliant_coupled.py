"""Eleven scenes with two contacts that are coupled in all six rows, friction
from 0.1 to 2: in how many steps is a solution proven?

    python3 verify/pks05/run/test_compliant_coupled.py

The data of coupled.lua are written here a second time; a solution of some of
the steps is found with 200 digits from what the table has of their beginnings.
By default four of the scenes and 60 steps, with PERP_LONG all and 600.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from decimal import Decimal as D

SOURCE = os.environ.get("PERP_SOURCE", ".")
sys.path.insert(0, os.path.join(SOURCE, "verify", "pks05", "step"))
import digits # noqa: E402

LONG = os.environ.get("PERP_LONG") is not None
STEPS, SAMPLE = (600, 30) if LONG else (60, 10)
SCENE = os.path.join(SOURCE, "verify", "pks05", "run", "coupled.lua")

# friction, theta, coupling, least of the damping
KINDS = [(0.1, 0, 0.05, 1), (0.1, 1, 0.05, 1), (0.2, 0.5, 0.05, 1),
         (0.3, 0, 1, 1), (0.3, 1, 1, 1), (0.5, 0, 1, 1), (0.5, 1, 1, 1),
         (1, 0, 1, 1), (1, 0.5, 1, 1), (2, 0, 1, 1), (0.5, 0, 1, 1e-6)]
MASS = [[1.5, .25, .125, .0625, 0], [.25, 1.25, 0, .125, .0625],
        [.125, 0, 1.75, .0625, -.125], [.0625, .125, .0625, .5, .125],
        [0, .0625, -.125, .125, .625]]
ROWS = [[0, 0, 1, -.5, .25], [1, 0, 0, .25, 0], [0, 1, 0, 0, -.25],
        [0, 0, 1, .5, -.125], [1, 0, 0, 0, -.125], [0, 1, 0, .25, .125]]
SPRING = [2, 2, 3, 4, 4]
TURNS = {(0, 1): .5, (1, 0): -.5, (3, 4): .25, (4, 3): -.25}
STIFF = [[], [.5], [-.25, .375], [.25, .125, -.5], [.125, -.25, .25, .5],
         [-.25, .25, .125, -.375, .5]]
DAMP = [[], [-.375], [.5, .25], [.25, -.25, .125], [-.5, .25, .25, -.375],
        [.25, .125, -.25, .5, .25]]
NAMES = ["left.n", "left.t", "left.o", "right.n", "right.t", "right.o"]


def product(diagonal, below, couple):
    """L D L' in doubles, in the order of the scene."""
    n = len(diagonal)
    L = [[1 if i == j else couple * below[i][j] if j < i else 0
          for j in range(n)] for i in range(n)]
    A = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(min(i, j) + 1):
                A[i][j] += L[i][k] * diagonal[k] * L[j][k]
    return A


def flat(A):
    return [D(x) for row in A for x in row]


def step(kind, row, t):
    """The step that begins at a row of the table and ends at t."""
    mu, theta, couple, least = kind
    h = D(1) / 1024
    q = [D(float(row["q." + c])) for c in "xyzab"]
    v = [D(float(row["v." + c])) for c in "xyzab"]
    delta = [D(float(row["delta." + name])) for name in NAMES]
    push = 14 * mu + 3
    f = [push * math.cos(7 * t), push * math.sin(7 * t),
         -16 + 4 * math.sin(11 * t), 0, 0]
    F = [D(f[i]) - SPRING[i] * q[i] for i in range(5)]
    g = (1 - D(theta)) * h
    # q^theta = q + g v^theta, so the springs are in f and in J
    J = [[D(TURNS.get((i, j), 0)) - (SPRING[i] * g if i == j else 0)
          for j in range(5)] for i in range(5)]
    F = [F[i] + digits.dot(J[i], v) for i in range(5)]
    K = product([2e4, 1.5e4, 1e4, 2e4, 1.5e4, 1e4], STIFF, couple)
    C = product([100, 80, 60, 100, 80, 60 * least], DAMP, couple)
    gap = [q[2] - q[3] / 2 + q[4] / 4, q[2] + q[3] / 2 - q[4] / 8]
    return {"nv": 5, "p": 2, "slips": 2, "h": [h], "theta": [D(theta)],
            "M": flat(MASS), "J": [x for r in J for x in r], "f": F, "v": v,
            "rows": flat(ROWS), "K": flat(K), "C": flat(C), "gap": gap,
            "mu": [D(mu)] * 2, "delta": delta}


def run(which):
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "table.csv")
        done = subprocess.run(
            [os.environ["PERP_BINARY"], "run", SCENE, "--set",
             f"which={which}", "--set", f"T={STEPS}/1024", "--csv", table,
             "--json"], text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        with open(table) as f:
            return json.loads(done.stdout), list(csv.DictReader(f))


def scene(which):
    kind = KINDS[which - 1]
    s, rows = run(which)
    assert s["steps"] == STEPS == len(rows) - 1, s
    proof = [int(row["solution"]) for row in rows[1:]]
    assert proof.count(2) == s["unique"] + s["alone"], s
    assert proof.count(1) == s["exists"] == s["unproven"] - proof.count(0), s
    assert (s["exists_within"] is None) == (s["exists"] == 0), s
    assert (s["bound"] is None) == (proof.count(2) == 0), s
    modes, most = set(), 0.0
    for j in range(0, STEPS, SAMPLE):
        # the program's f and gap are doubles: 1e-15 of 30 N and of v / h
        lam = [D(float(rows[j + 1]["lam." + name])) for name in NAMES]
        problem = step(kind, rows[j], float(rows[j + 1]["t"]))
        A, b = digits.pose(problem)
        x = digits.nearest(problem, A, b, lam)
        assert x is not None, (which, j)
        off = digits.dot(*[[p - r for p, r in zip(x, lam)]] * 2).sqrt()
        most = max(most, float(off))
        assert off < D("1e-11"), (which, j, float(off))
        modes |= set(digits.modes(problem, A, b, lam))
    print(f"scene {which}: {proof.count(2)} with one solution, "
          f"{proof.count(1)} with one near by, {proof.count(0)} unproven; "
          f"within {s['exists_within']} N; from one of 200 digits {most:.2g}")
    return proof, modes


def main():
    proofs, modes = [], set()
    for which in range(1, 12) if LONG else (1, 5, 9, 11):
        proof, seen = scene(which)
        proofs += proof
        modes |= seen
        assert (STEPS - proof.count(0)) * 100 >= 95 * STEPS, which
    assert modes == {"open", "stick", "slip"}, modes
    # most of them are steps that no condition for one solution covers
    assert proofs.count(1) * 2 > len(proofs), proofs.count(1)


main()
