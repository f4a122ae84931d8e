"""The map of outcomes over offset and step, against the scheme in fractions with a
projection that tries a point, two feet and the vertex, and against the law from hit to
hit. Points of the map are random.

    python3 verify/p10/test_outcome_map.py
"""
import os
import random
import re
import subprocess
import tempfile
from fractions import Fraction as F

from paoli_corner import SHAPES, fdot, in_turn, pushed
from paoli_face import BINARY, LONG, SOURCE

SEED = int(os.environ.get("PERP_SEED", "2017"))


def projection(normals, z):
    """The point of the wedge nearest to z."""
    feet = [z] + [tuple(a - fdot(n, z) * b for a, b in zip(z, n))
                  for n in normals] + [(F(0), F(0))]
    inside = [p for p in feet if all(fdot(n, p) >= 0 for n in normals)]
    return min(inside, key=lambda p: fdot(*2 * [tuple(
        a - b for a, b in zip(p, z))]))


def scheme(normals, q, u, e, h, steps):
    """The velocity behind the last of the steps."""
    old, new = q, projection(normals, tuple(a + h * b for a, b in zip(q, u)))
    for _ in range(steps):
        z = projection(normals, tuple((2 * b - (1 - e) * a) / (1 + e)
                                      for a, b in zip(old, new)))
        old, new = new, tuple(-e * a + (1 + e) * b for a, b in zip(old, z))
    return tuple((b - a) / h for a, b in zip(old, new))


def made(sets):
    """The last velocity of each run, and the words of the figure."""
    with tempfile.TemporaryDirectory() as out:
        command = [BINARY, "run", os.path.join(SOURCE, "cases", "P10",
                                               "outcome_map.lua"),
                   "-q", "--rational", "--csv", os.path.join(out, "t.csv"),
                   "--plot", out]
        for name, value in sets.items():
            command += ["--set", f"{name}={value}"]
        done = subprocess.run(command, text=True, capture_output=True)
        assert done.returncode == 0, (sets, done.stderr)
        ends = {}
        for file in os.listdir(out):
            if not file.endswith(".csv"):
                continue
            with open(os.path.join(out, file), encoding="utf-8") as text:
                rows = [x.split(",") for x in text.read().split()]
            at = [rows[0].index(x) for x in ("v.x1", "v.x2")]
            ends[file[2:-4]] = tuple(F(rows[-1][i]) for i in at)
        with open(os.path.join(out, "outcome_map.svg"), encoding="utf-8") as t:
            return ends, t.read()


def wedge(k):
    s = 1 + k * k
    return [(F(0), F(1)), ((1 - k * k) / s, 2 * k / s)]


def look(sets):
    e, k = F(sets["e"]), F(sets["k"])
    left, right = F(sets["left"]), F(sets["right"])
    columns, rows = sets["columns"], sets["rows"]
    u, normals = (F(sets["u1"]), F(sets["u2"])), wedge(k)
    ends, words = made(sets)
    SHAPES["mine"] = (normals, u, None)
    at_once = pushed("mine", normals, u, e)
    turns = [in_turn("mine", (-u[0] + F(s, 1000), -u[1]), u, e, F(9))
             for s in (1, -1)]
    kinds = {"both at once": at_once, "floor first": turns[0],
             "wall first": turns[1]}
    count = {}
    for j in range(rows + 1):
        n = sets["coarse"] + (sets["fine"] - sets["coarse"]) * j // rows
        for i in range(columns + 1):
            shift = left + (right - left) * F(i, columns)
            q = (-u[0] + shift, -u[1])
            want = scheme(normals, q, u, e, F(1, n), 2 * n)
            assert ends[f"map{i}.{j}"] == want, (sets, i, j, want)
            kind = next((x for x, v in kinds.items() if v == want),
                        "none of these")
            count[kind] = count.get(kind, 0) + 1
    shown = dict(re.findall(r">([a-z ]+): (\d+)<", words))
    assert {x: int(y) for x, y in shown.items()} == count, (shown, count)
    for i in range(-2, 9):
        for s, shift in ((1, left), (2, right)):
            want = scheme(wedge(F(i, 10)), (-u[0] + shift, -u[1]), u, e,
                          F(1, sets["fine"]), 2 * sets["fine"])
            assert ends[f"jump{i}.{s}"] == want, (sets, i, s)
    holds = k == 0 or (k < 0 and e == 0)
    assert holds == (turns[0] == turns[1] == at_once), sets
    assert not holds or set(count) == {"both at once"}, count
    return count


def main():
    r = random.Random(SEED)
    print("seed", SEED)
    seen = {}
    for turn in range(12) if LONG else (0, 2):
        k = (F(r.randint(1, 9), 10), F(0), F(-r.randint(1, 6), 32))[turn % 3]
        e = F(0) if turn % 4 == 2 else F(r.randint(1, 8), 8)
        width = F(r.randint(1, 12), 64)
        count = look({
            "k": k, "e": e, "left": -width, "right": width * r.randint(1, 2),
            "columns": r.randint(4, 6), "rows": 1, "coarse": r.randint(4, 6),
            "fine": r.randint(40, 60) if LONG else r.randint(12, 16), "u1": -1,
            "u2": -F(r.randint(4, 9), 4)})
        for x, y in count.items():
            seen[x] = seen.get(x, 0) + y
    assert len(seen) == 4 or not LONG and len(seen) > 1, seen
    print("outcome_map:", seen)


if __name__ == "__main__":
    main()
