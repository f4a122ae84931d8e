"""Runs of AP02's cases, for tests: the table as it is printed, and what the run
says of itself."""
import csv
import json
import os
import subprocess
import tempfile
from fractions import Fraction

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
CASES = os.path.join(SOURCE, "cases", "AP02")


def case(name):
    return os.path.join(CASES, name + ".lua")


def call(*words):
    return subprocess.run([BINARY, *words], text=True, capture_output=True)


def run(scene, *options, of=float, **sets):
    """The rows, every number read by `of`, and the summary."""
    words = ["run", scene, "--quiet", "--json", *options]
    for name, value in sets.items():
        words += ["--set", f"{name}={value}"]
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "t.csv")
        done = call(*words, "--csv", path)
        assert done.returncode == 0, (words, done.stderr)
        with open(path, encoding="utf-8", newline="") as file:
            rows = [{k: of(x) for k, x in r.items()}
                    for r in csv.DictReader(file)]
    return rows, json.loads(done.stdout)


def columns(scene, *options, of=float, **sets):
    """The same by columns."""
    rows, said = run(scene, *options, of=of, **sets)
    return {k: [r[k] for r in rows] for k in rows[0]}, said


def rational(scene, *options, **sets):
    return run(scene, "--rational", *options, of=Fraction, **sets)


def figures(scene, *options):
    """The names of the files that --plot writes."""
    with tempfile.TemporaryDirectory() as place:
        done = call("run", scene, "--quiet", "--plot", place, *options)
        assert done.returncode == 0, done.stderr
        return sorted(os.listdir(place))


def in_scene(text, body):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return body(path)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def solve(A, b, least=0):
    """A X = B with pivots, the columns of B together; fractions or doubles. None
    when a pivot is not above `least`."""
    n = len(A)
    A = [list(r) + list(s) for r, s in zip(A, b)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        if abs(A[p][k]) <= least:
            return None
        A[k], A[p] = A[p], A[k]
        for i in range(n):
            if i != k and A[i][k]:
                m = A[i][k] / A[k][k]
                A[i] = [x - m * y for x, y in zip(A[i], A[k])]
    return [[x / A[k][k] for x in A[k][n:]] for k in range(n)]


def theorem_2_4(M, k, h, v, to, springs, rubbed):
    """The identity of Theorem 2.4 with a diagonal M: what is left over, the
    bound and the losses in braces. springs: (stiffness, damping, elongation,
    gradient); rubbed: 2 sum mu lambda c_n."""
    w = [x + h * y / m for x, y, m in zip(v, k, M)]
    away = [x - y for x, y in zip(to, w)]

    def square(x):
        return sum(m * y * y for m, y in zip(M, x))
    rates = [h * dot(a, to) for _, _, _, a in springs]
    left = square(to) + sum(s[0] * (s[2] + r) ** 2
                            for s, r in zip(springs, rates))
    lost = square(away) + rubbed + sum(
        (s[0] + 2 * s[1] / h) * r * r for s, r in zip(springs, rates))
    right = square(w) + sum(s[0] * s[2] ** 2 for s in springs)
    return left + lost - right, right, lost
