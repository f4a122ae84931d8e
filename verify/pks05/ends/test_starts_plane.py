"""All starts in two unknowns, against every sequence of modes.

    python3 verify/pks05/ends/test_starts_plane.py

Random boundary problems with full M, K, C, springs and dampers, mu to 2: a
point over its floor, a body on two supports. The oracle (starts_oracle.py)
solves the two ends for each of the 4^p lists in each step and asks all signs
of it: these are all starts there are, and perp's list has to be the same,
fraction by fraction. Then ends that are singular, a limit, refusals.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import starts_oracle as oracle

BINARY = os.environ["PERP_BINARY"]
LONG = os.environ.get("PERP_LONG") == "1"
SEED = 224
POINTS, BODIES = (60, 40) if LONG else (7, 2)


def ratio(x):
    return f"r({x.numerator}, {x.denominator})"


def vector(v):
    return "{ " + ", ".join(map(ratio, v)) + " }"


def matrix(A):
    return "{ " + ", ".join(map(vector, A)) + " }"


def combination(coefficients, names):
    return " + ".join(f"{ratio(c)} * {n}" for c, n in zip(coefficients, names))


def scene(p, rows, options=""):
    """rows: (start, final, value), by name."""
    n, names = len(p["M"]), ["x", "y", "w"][:len(p["M"])]
    qs, vs = [f"q.{x}" for x in names], [f"v.{x}" for x in names]
    force = [" + ".join([ratio(f), combination(a, qs), combination(b, vs)])
             for f, a, b in zip(p["f0"], p["Fq"], p["Fv"])]
    contacts = ", ".join(
        f'{{ name = "c{i}", mu = {ratio(c["mu"])}, gap = {ratio(c["g0"])} + '
        f'{combination(c["g"], qs)}, slips = {{ {combination(c["s"], vs)} }} }}'
        for i, c in enumerate(p["contacts"]))
    table = lambda t: "{ " + ", ".join(f'["{k}"] = {ratio(v)}' for k, v in t.items()) + " }"
    ends = ", ".join(
        "{ " + (f"start = {table(s)}, " if s else "")
        + (f"final = {table(f)}, " if f else "") + f"value = {ratio(v)} }}"
        for s, f, v in rows)
    listed = ", ".join(f'"{x}"' for x in names)
    return f"""local perp = require "perp"
local r = perp.ratio
return {{ scheme = "theta", theta = {ratio(p["theta"])}, h = {ratio(p["h"])},
  T = {ratio(p["h"] * p["steps"])}, q = {vector(p["q"])}, v = {vector(p["v"])},
  system = perp.system {{ coordinates = {{ {listed} }},
    mass = function() return {matrix(p["M"])} end,
    force = function(t, q, v) return {{ {", ".join(force)} }} end,
    contacts = function(q, v) return {{ {contacts} }} end,
    compliance = {{ K = {matrix(p["K"])}, C = {matrix(p["C"])} }} }},
  ends = {{ {ends}, method = "all" {options} }} }}
"""


def run(text, *arguments):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w") as f:
            f.write(text)
        return subprocess.run([BINARY, "run", path, "--json", "-q", *arguments],
                              text=True, capture_output=True)


def definite(rng, n, size, off):
    """B B' and a diagonal: whole numbers."""
    B = [[rng.randint(-off, off) for _ in range(n)] for _ in range(n)]
    return [[F(sum(B[i][k] * B[j][k] for k in range(n)) +
               (rng.randint(1, size) if i == j else 0)) for j in range(n)]
            for i in range(n)]


def problem(rng, n):
    few = lambda most, d=1: F(rng.randint(-most, most), d)
    soft = rng.random() < 0.5
    p = dict(n=n, theta=rng.choice([F(0), F(1, 2), F(1, 4)]), h=rng.choice([F(1, 4), F(1, 8)]),
             M=definite(rng, n, 3, 1), f0=[few(3) for _ in range(n)],
             Fq=[[few(2) if soft else F(0) for _ in range(n)] for _ in range(n)],
             Fv=[[few(1) if soft else F(0) for _ in range(n)] for _ in range(n)],
             q=[F(0), F(rng.randint(0, 4), 8)] + [F(0)] * (n - 2), v=[F(0)] * n)
    p["f0"][1] -= 8
    count = n - 1
    p["K"], p["C"] = (definite(rng, 2 * count, size, off) for size, off in
                      ((20, 3), (3, 1)))
    p["contacts"] = []
    for i in range(count):
        side = F(2 * i - 1, 2) if n == 3 else F(0)
        p["contacts"].append(dict(
            g0=F(0), g=[few(1, 4), F(1)] + ([side] if n == 3 else []),
            s=[F(1), few(1, 4)] + ([few(1, 2)] if n == 3 else []),
            mu=F(rng.randint(0, 16), 8)))
    some, many = {2: ([3, 3, 4], [4, 5, 6]), 3: ([1, 2], [2, 3])}[n]
    p["steps"] = rng.choice(many if LONG else some)
    return p


def rows_of_end(p, rng):
    """One row of the start with three velocities, two of the end, which is met
    where all modes of a random start are followed."""
    n = p["n"]
    names = ["x", "y", "w"][:n]
    state = [f"q.{x}" for x in names] + [f"v.{x}" for x in names] + [
        f"delta.c{i}.{t}" for i, c in enumerate(p["contacts"]) for t in "nt"
        if t == "n" or c["mu"]]
    rows, used = [], 2 if n == 3 else 0
    if n == 3:
        rows.append(({"v.x": F(rng.randint(-2, 2)), "v.w": F(1)}, {}, F(rng.randint(-4, 4), 4)))
    for _ in range(2):
        final = {rng.choice(state[:2 * n]): F(rng.choice([1, 1, 2, -1])),
                 rng.choice(state): F(rng.choice([1, 2, 4]))}
        start = {f"v.{rng.choice(names)}": F(1, 8)} if rng.random() < 0.3 else {}
        rows.append([start, final, None])
    return rows


def plane_of(p, rows):
    """Coefficients of each velocity: x, y free, w = b - m x."""
    plane = [[F(0), F(1), F(0)], [F(0), F(0), F(1)]]
    if p["n"] == 3:
        start, _, value = rows[0]
        plane.append([value, -start["v.x"], F(0)])
    return plane


def residuals(p, rows, plane):
    """Of the end: functions of the state."""
    names = ["x", "y", "w"][:p["n"]]
    at = {**{f"q.{x}": i for i, x in enumerate(names)},
          **{f"v.{x}": p["n"] + i for i, x in enumerate(names)},
          **{f"delta.c{i}.{t}": 2 * p["n"] + 2 * i + k
             for i in range(len(p["contacts"])) for k, t in enumerate("nt")}}

    def of(state):
        out = []
        for start, final, value in rows[-2:]:
            row = [-value if value is not None else F(0), F(0), F(0)]
            for name, c in final.items():
                row = [a + c * b for a, b in zip(row, state[at[name]])]
            for name, c in start.items():
                row = [a + c * b for a, b in zip(row, plane[names.index(name[2:])])]
            out.append(row)
        return out
    return of


def forward(steps, at, plane):
    """The ends of all motions from one start."""
    fixed = [[r[0] + r[1] * at[0] + r[2] * at[1], F(0), F(0)] for r in plane]
    return [s for s, c in oracle.leaves(steps, fixed, True)]


def choose_values(p, rows, rng, steps, plane):
    at = (F(rng.randint(-16, 16), 4), F(rng.randint(-16, 8), 4))
    ends = forward(steps, at, plane)
    if not ends:
        return False
    residual = residuals(p, rows, plane)(rng.choice(ends))
    for row, r in zip(rows[-2:], residual):
        names = ["v.x", "v.y", "v.w"]
        about = r[0] + sum(c * (plane[names.index(k)][1] * at[0] + plane[names.index(k)][2] * at[1])
                           for k, c in row[0].items())
        row[2] = F(round(about * 64), 64)  # Lua's integers have 64 bits
    return True


def inside(piece, at, free):
    """Is the point in the hull of corners and directions? By all normals that a
    side, or an end of a segment, can have."""
    corners, ways = ([[F(x[free[0]]), F(x[free[1]])] for x in piece[k]]
                     for k in ("corners", "directions"))
    edges = [[b[0] - a[0], b[1] - a[1]] for a in corners for b in corners] + ways
    normals = [n for e in edges for n in
               ([e[0], e[1]], [-e[0], -e[1]], [e[1], -e[0]], [-e[1], e[0]])]
    if not any(any(e) for e in edges):
        return list(at) == corners[0]
    return all(dotted(n, at) <= max(dotted(n, c) for c in corners)
               for n in normals if any(n) and all(dotted(n, w) <= 0 for w in ways))


def dotted(a, b):
    return a[0] * b[0] + a[1] * b[1]


def compare(p, rows, prune, steps=None):
    """perp's list and the oracle's; what is in a continuum is in no list."""
    steps, plane = steps or oracle.Steps(p), plane_of(p, rows)
    points, continua, count = oracle.all_starts(steps, plane,
                                                residuals(p, rows, plane), prune)
    done = run(scene(p, rows))
    if done.returncode == 4:
        assert "none on the whole plane" in done.stderr, done.stderr
        assert not points and not continua, (p, rows, points)
        return 0, 0, None
    assert done.returncode == 0, (p, rows, done.stderr)
    got = json.loads(done.stdout)
    assert got["starts_complete"] and not got["starts_undecided"], got
    starts = [tuple(map(F, v)) for v in got["starts_exact"]]
    for v in starts:
        assert list(v) == [r[0] + r[1] * v[0] + r[2] * v[1] for r in plane], v
    listed = {v[:2] for v in starts}
    # in the velocities that the row of the start leaves: its first is solved for
    first = p["n"] == 3 and rows[0][0]["v.x"] != 0
    assert starts == sorted(set(starts), key=lambda v: v[first:]), starts
    alone = {s for s in points if not any(oracle.holds(c, s) for c in continua)}
    assert listed == alone, (p, rows, listed, alone)
    for s in points - alone:
        assert any(inside(c, s, (0, 1)) for c in got["starts_continua"]), s
    assert bool(continua) == bool(got["starts_continua"]), (p, rows, got)
    for c in got["starts_continua"]:
        for v in c["corners"]:
            s = tuple(map(F, v))[:2]
            assert any(oracle.holds(k, s) for k in continua), (p, rows, s)
    assert got["other_starts"] == (None if continua else len(starts) - 1), got
    return len(starts), len(continua), got["pieces"]


# Verifies PKS05 (13).
def random_problems():
    rng = random.Random(SEED)
    found, joint, over = [], 0, []
    while len(found) < POINTS + BODIES:
        p = problem(rng, 2 if len(found) < POINTS else 3)
        rows = rows_of_end(p, rng)
        steps = oracle.Steps(p)
        if any(W is None for W in steps.maps):
            continue
        if not choose_values(p, rows, rng, steps, plane_of(p, rows)):
            continue
        n, c, pieces = compare(p, rows, LONG, steps)
        found.append(n)
        joint += c > 0
        over.append(pieces)
    print("seed", SEED, "starts", *found, "with a continuum", joint, "pieces", *over)
    assert max(found) >= 2 and sum(n == 1 for n in found) >= 3, found


def ball(**other):
    """A point in the plane, decoupled: 1 kg, K = 1000, C = 10, mu = 1/2."""
    p = dict(n=2, theta=F(0), h=F(1, 8), M=[[F(1), F(0)], [F(0), F(1)]],
             f0=[F(0), F(-10)], Fq=[[F(0)] * 2] * 2, Fv=[[F(0)] * 2] * 2,
             q=[F(0), F(1, 10)], v=[F(0), F(0)], steps=4,
             K=[[F(1000), F(0)], [F(0), F(1000)]], C=[[F(10), F(0)], [F(0), F(10)]],
             contacts=[dict(g0=F(0), g=[F(0), F(1)], s=[F(1), F(0)], mu=F(1, 2))])
    p.update(other)
    return p


# Verifies PKS05 (13).
def singular():
    """Two ends that say the same leave lines and polygons. The height alone,
    asked for twice: x is free, and each start in y is a whole line of them, in
    two half lines or more. Two that contradict each other leave none."""
    height = lambda value: [{}, {"q.y": F(1)}, value]
    rows = [height(F(1, 20)), height(F(1, 20))]
    n, c, _ = compare(ball(), rows, prune=True)
    assert n == 0 and c > 0, (n, c)
    got = json.loads(run(scene(ball(), rows)).stdout)
    print("lines:", *(" ".join(map(str, (k["corners"], k["directions"])))
                      for k in got["starts_continua"][:3]))
    assert any(k["directions"] for k in got["starts_continua"])
    done = run(scene(ball(), [height(F(1, 20)), height(F(1, 10))]))
    assert done.returncode == 4 and "none on the whole plane" in done.stderr, done
    nothing = [[{}, {"q.x": F(0), "q.y": F(0), "v.x": F(0)}, F(0)]]
    assert run(scene(ball(), rows[:1] + nothing)).returncode == 3
    # rows of the end that feel nothing: with C small the point sticks in x
    resting = [[{}, {"delta.c0.t": F(1)}, F(0)], [{}, {"delta.c0.n": F(1)}, F(0)]]
    n, c, _ = compare(ball(steps=3), resting, prune=True)
    got = json.loads(run(scene(ball(steps=3), resting)).stdout)
    area = [k for k in got["starts_continua"]
            if len(k["corners"]) + len(k["directions"]) > 2]
    assert area and c > 0, got
    print("polygons of starts that do not touch:", len(area))


def nearest():
    """The run begins at the start nearest to the scene's v; of a continuum at
    its nearest point, which a search through its sides and corners confirms."""
    rows = [[{}, {"q.y": F(1)}, F(1, 20)], [{}, {"q.y": F(2)}, F(1, 10)]]
    for x, y in ((3, 4), (-2, -7), (0, 0)):
        p = ball(v=[F(x), F(y)])
        got = json.loads(run(scene(p, rows)).stdout)
        levels = {F(v[1]) for k in got["starts_continua"] for v in k["corners"]}
        best = min(levels, key=lambda s: abs(s - y))
        assert abs(got["v0"][0] - x) < 1e-12, (got["v0"], x)
        assert abs(got["v0"][1] - float(best)) < 1e-12, (got["v0"], best)


def limits():
    rows = [[{}, {"q.x": F(1)}, F(1, 2)], [{}, {"q.y": F(1)}, F(1, 20)]]
    long = ball(h=F(1, 50), steps=20)
    for options, arguments, says in (
            (", most = 9", (), "more than 9 pieces at step"),
            ("", ("--bits", "64"), "bits"),
            ("", ("--seconds", "0.001"), "ran out of time")):
        done = run(scene(long, rows, options), *arguments)
        assert done.returncode == 5 and says in done.stderr, (says, done)
        assert done.stderr.count("\n") == 1, done.stderr


def refusals():
    three = ball(n=3)
    three.update(M=[[F(i == j) for j in range(3)] for i in range(3)],
                 f0=[F(0), F(-10), F(0)], Fq=[[F(0)] * 3] * 3, Fv=[[F(0)] * 3] * 3,
                 q=[F(0), F(1, 10), F(0)], v=[F(0)] * 3,
                 contacts=[dict(g0=F(0), g=[F(0), F(1), F(0)], s=[F(1), F(0), F(0)],
                                mu=F(1, 2))])
    end = lambda x: [{}, {f"q.{x}": F(1)}, F(1, 2)]
    twice = [[{"v.w": F(1)}, {}, F(0)]] * 2 + [end("x")]
    bent = scene(ball(), [end("x"), end("y")]).replace(
        "force = function(t, q, v) return { ", "force = function(t, q, v) return { q.x * q.x + ")
    for text, says in ((scene(three, [end("x"), end("y"), end("w")]), "3 speak of the end"),
                       (scene(three, twice), "one or two unknowns"),
                       (bent, "affine")):
        done = run(text)
        assert done.returncode == 3 and says in done.stderr, (says, done)
        assert done.stderr.count("\n") == 1, done.stderr


if __name__ == "__main__":
    random_problems()
    singular()
    nearest()
    limits()
    refusals()
    print("verifies PKS05 (13)")
