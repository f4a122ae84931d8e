"""Equilibria of games by perp and by lrsnash (Debian: lrslib), compared.

Every extreme equilibrium that lrsnash prints is a vertex of a face of perp's
list, and the other way round. The two programs share nothing. Without lrsnash
the test says so and is skipped (exit code 77).
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

from program import BINARY, HANG, check, done


def matrix(rows):
    return "\n".join(" ".join(map(str, row)) for row in rows) + "\n"


def by_lrsnash(place, A, B):
    path = os.path.join(place, "game")
    with open(path, "w") as file:
        file.write("%d %d\n\n%s\n%s" % (len(A), len(A[0]), matrix(A),
                                        matrix(B)))
    r = subprocess.run(["lrsnash", path], capture_output=True, text=True,
                       timeout=HANG, cwd=place)
    found = set()
    for block in r.stdout.split("\n\n"):
        sides = {"1": [], "2": []}
        for line in block.splitlines():
            words = line.split()
            if words and words[0] in sides:
                sides[words[0]].append(tuple(map(Fraction, words[1:-1])))
        found |= {(x, y) for x in sides["1"] for y in sides["2"]}
    return found


def scaled(v):
    return tuple(x / sum(v) for x in v)


def by_perp(place, A, B):
    m, n = len(A), len(A[0])
    most = 1 + max(max(map(max, A)), max(map(max, B)))
    rows = [[0] * m + [most - A[i][j] for j in range(n)] for i in range(m)] + \
        [[most - B[i][j] for i in range(m)] + [0] * n for j in range(n)]
    path = os.path.join(place, "game.lcp")
    with open(path, "w") as file:
        file.write("%d\n%s%s" % (m + n, matrix(rows), "-1 " * (m + n)))
    r = subprocess.run([BINARY, "solve", path, "--all", "--json"],
                       capture_output=True, text=True, timeout=HANG)
    answer = json.loads(r.stdout)
    check(answer["complete"], "not complete")
    found = set()
    for face in answer["faces"]:
        check(not face["rays"], "a ray of equilibria")
        for v in face["vertices"]:
            z = list(map(Fraction, v))
            found.add((scaled(z[:m]), scaled(z[m:])))
    return found


def main():
    if shutil.which("lrsnash") is None:
        print("SKIPPED: lrsnash is not installed (Debian: lrslib)")
        sys.exit(77)
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rng = random.Random(16)
    print("seed 16")
    total = 0
    with tempfile.TemporaryDirectory() as place:
        for k in range(games):
            m, n = rng.randint(2, 8), rng.randint(2, 8)
            if k % 4 == 0:
                m = n = 8
            most = (1, 3, 20, 1000)[k // 2 % 4]
            if most == 1:  # a continuum of equilibria, thousands of corners
                m, n = min(m, 4), min(n, 4)
            A, B = ([[rng.randint(0, most) for _ in range(n)]
                     for _ in range(m)] for _ in range(2))
            ours, theirs = by_perp(place, A, B), by_lrsnash(place, A, B)
            total += len(ours)
            check(ours == theirs, "game %d, %d x %d: %d here, %d there\n%s\n%s"
                  % (k, m, n, len(ours), len(theirs), matrix(A), matrix(B)))
    print("%d games, %d extreme equilibria" % (games, total))
    done()


main()
