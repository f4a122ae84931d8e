"""Starts on a grid, against other ways to the same numbers.

    python3 verify/pks05/ends/test_grid_begin.py

The ball's are those that `method = "all"` has in fractions, in one dimension and in
space. A mass on a hardening spring with quadratic drag and a mass that grows with
the way is stepped here, in Python's floats and without perp, and searched finely.
"""
import json
import os
import subprocess
import tempfile

BINARY = os.environ["PERP_BINARY"]


def run(text, *flags):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w") as f:
            f.write(text)
        return subprocess.run([BINARY, "run", path, "--json", *flags], text=True,
                              capture_output=True)


def found(text, *flags):
    done = run(text, *flags)
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    if got["method"] == "grid":
        places = got["starts_grid"]["places"]
        roots = [p for p in places if p["kind"] not in ("jump", "no value")]
        assert got["other_starts"] is None and not got["starts_complete"], got
        assert got["starts_known"] == len(got["starts"]) == len(roots), got
        assert got["v0"] in got["starts"], got
        assert any("not proven" in x for x in got["limits"]), got["limits"]
    return got


# ---- as all starts, in fractions --------------------------------------------

BALL = """local perp = require "perp"
return {{ scheme = "theta", h = {h}, T = 0.4, q = {{ {q} }}, v = {{ {v} }},
  system = perp.system {{ coordinates = {{ {names} }},
    mass = function(q) return {{ {mass} }} end,
    force = function() return {{ {force} }} end,
    contacts = function(q, v) return {{ {{ name = "floor", gap = q.y, {slips} }} }} end }},
  ends = {{ {{ final = {{ ["q.y"] = 1 }}, value = perp.ratio(1, 20) }}, {rows}
    method = {method} }} }}
"""
LINE = dict(q="0.1", v="2", names='"y"', mass="{ 1 }", force="-10",
            slips="stiffness = 1000, damping = 10", rows="")
SPACE = dict(q="0, 0.1, 0", v="1, 2, 3", names='"x", "y", "z"',
             mass="{ 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }", force="0, -10, 0",
             slips="slips = { v.x, v.z }, mu = 0.5, stiffness = { 1000, 500, 500 }, "
                   "damping = { 10, 5, 5 }",
             rows='{ start = { ["v.x"] = 1 }, value = 0.5 }, '
                  '{ start = { ["v.z"] = 1, ["v.x"] = 1 }, value = 1 },')


def grid(low, high, cells):
    return f'"grid", from = {low}, to = {high}, cells = {cells}'


# Verifies PKS05 (13).
def as_all_of_the_ball():
    for h in ("1/50", "1/80"):
        want = [v for v, in found(BALL.format(h=h, method='"all"', **LINE))["starts"]]
        assert len(want) == 2
        for scene, at in ((LINE, 0), (SPACE, 1)):
            got = found(BALL.format(h=h, method=grid(-10, 10, 40), **scene))
            mine = [v[at] for v in got["starts"]]
            assert len(mine) == 2, got
            assert all(abs(a - b) < 1e-9 for a, b in zip(mine, want)), (mine, want)
            assert all(p["kind"] in ("sign change", "zero") and p["residual"] < 1e-12
                       and p["width"] < 1e-15 * abs(2 * p["at"])
                       for p in got["starts_grid"]["places"]), got
            assert abs(got["v0"][at] - want[1]) < 1e-9  # the nearest to 2
            if at:
                assert got["v0"][0] == got["v0"][2] == 0.5, got["v0"]
        low = dict(LINE, v="-6")
        got = found(BALL.format(h=h, method=grid(-10, 10, 40), **low))
        assert abs(got["v0"][0] - want[0]) < 1e-9
    again = [run(BALL.format(h="1/50", method=grid(-10, 10, 40), **SPACE)).stdout
             .split('"steps"')[1] for _ in range(2)]
    assert again[0] == again[1]


# ---- a hardening spring with drag -------------------------------------------

SPRING = """local perp = require "perp"
return {{ scheme = "theta", theta = {theta}, h = 1/32, T = 2, q = {{ 0 }}, v = {{ 0 }},
  system = perp.system {{ coordinates = {{ "x" }},
    mass = function(q) return {{ {{ 1 + {a} * q.x * q.x }} }} end,
    force = function(t, q, v)
      return {{ -{k} * q.x ^ 3 - {c} * v.x * perp.abs(v.x) }} end }},
  ends = {{ {{ final = {{ ["q.x"] = 1 }}, value = {value!r} }}, method = {method} }} }}
"""
SETS = [dict(theta=1, a=0, k=2, c=0.05), dict(theta=0, a=0.1, k=3, c=0.02),
        dict(theta=0.5, a=0.25, k=1.5, c=0.1)]
LOW, HIGH = 0.5, 9.0


def spring_end(p, s):
    """The scheme (15), (16) of one coordinate: M(q^j), the rest at theta's means."""
    q, v, h, g = 0.0, s, 1 / 32, 1 - p["theta"]
    for _ in range(64):
        m, w = 1 + p["a"] * q * q, v
        for _ in range(60 if g else 1):
            mean = v + g * (w - v)
            at = q + g * h * mean
            left = m * (w - v) + h * (p["k"] * at ** 3 + p["c"] * mean * abs(mean))
            slope = m + h * g * (3 * p["k"] * at ** 2 * g * h + 2 * p["c"] * abs(mean))
            by = left / slope
            w -= by
            if abs(by) <= 1e-15 * (1 + abs(w)):
                break
        q, v = q + h * (v + g * (w - v)), w
    return q


def bisected(f, low, high):
    at_low = f(low)
    for _ in range(34):
        middle = (low + high) / 2
        if (f(middle) < 0) == (at_low < 0):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def fine(f, values, points):
    return [bisected(f, a, b) for a, b, x, y in
            zip(points, points[1:], values, values[1:]) if (x < 0) != (y < 0)]


def highest(f, low, high):
    """The largest f, by thirds."""
    for _ in range(40):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if f(a) < f(b) else (low, b)
    return (low + high) / 2


# Verifies PKS05 (13).
def springs():
    counts = set()
    points = [LOW + (HIGH - LOW) * i / 400 for i in range(401)]
    for p in SETS:
        curve = [spring_end(p, s) for s in points]
        levels = [min(curve) - 0.1, max(curve) + 0.1] + [
            min(curve) + (max(curve) - min(curve)) * i / 8 for i in range(1, 8)]
        for level in levels:
            values = [x - level for x in curve]
            want = fine(lambda s: spring_end(p, s) - level, values, points)
            done = run(SPRING.format(value=level, method=grid(LOW, HIGH, 60), **p))
            if not want:
                assert done.returncode == 4, done
                assert "whether there is one is undecided" in done.stderr, done
                counts.add(0)
                continue
            got = json.loads(done.stdout)
            mine = [v for v, in got["starts"]]
            assert len(mine) == len(want), (p, level, mine, want)
            assert all(abs(a - b) < 1e-9 for a, b in zip(mine, want)), (mine, want)
            counts.add(len(want))
    print("numbers of starts:", sorted(counts))
    assert {0, 1, 2, 3} <= counts, counts


def touching():
    """An end at a top of the curve: one start, two, none."""
    for p in SETS:
        points = [LOW + (HIGH - LOW) * i / 200 for i in range(201)]
        curve = [spring_end(p, s) for s in points]
        i = max((i for i in range(1, 200) if curve[i - 1] < curve[i] > curve[i + 1]),
                key=lambda i: curve[i])
        top = highest(lambda s: spring_end(p, s), points[i - 1], points[i + 1])
        level = spring_end(p, top)
        for by, kinds in ((2e-11, ["touch"]), (-1e-6, ["sign change"] * 2), (1e-6, [])):
            text = SPRING.format(value=level + by, **p,
                                 method=grid(top - 0.2, top + 0.21, 9))
            done = run(text)
            if not kinds:
                assert done.returncode == 4, done
                continue
            got = found(text)
            mine = [x["kind"].replace("zero", "sign change")
                    for x in got["starts_grid"]["places"]]
            assert mine == kinds, (p, by, mine)
            far = 3e-5 if by > 0 else 0.05
            assert all(abs(v - top) < far for v, in got["starts"]), (got, top)


# ---- a jump -----------------------------------------------------------------

KICK = """local perp = require "perp"
return {{ scheme = "theta", theta = 1, h = 1/32, T = 1, q = {{ 0 }}, v = {{ 2 }},
  system = perp.system {{ coordinates = {{ "x" }}, mass = function(q) return {{ {{ 1 }} }} end,
    force = function(t, q) return {{ perp.where(q.x - 1, {kick}, 0) }} end }},
  ends = {{ {{ final = {{ ["q.x"] = 1 }}, value = {value} }}, method = {method} }} }}
"""


def kicked(kick, s):
    q, v = 0.0, s
    for _ in range(32):
        q, v = q + v / 32, v + (kick / 32 if q >= 1 else 0)
    return q


def jumps():
    """Each step by which a start comes to 1 makes R jump: 32 s / n = 32."""
    seen = [0, 0]
    for kick, value in ((64, 1.12), (64, 1.7), (64, 3), (-96, 0.95), (-20, 1.03)):
        points = [0.9 + 1.5 * (i + 0.37) / 2000 for i in range(2000)]
        values = [kicked(kick, s) - value for s in points]
        roots, steps = [], []
        for s in fine(lambda s: kicked(kick, s) - value, values, points):
            gap = abs(kicked(kick, s + 1e-9) - kicked(kick, s - 1e-9))
            (steps if gap > 1e-4 else roots).append(s)
        text = KICK.format(kick=kick, value=value, method=grid(0.9, 2.4, 200))
        done = run(text)
        if not roots:
            assert done.returncode == 4, done
            assert f"(jumps: {len(steps)}, without" in done.stderr, (done, steps)
        else:
            got = found(text)
            for kinds, want in ((("sign change", "zero"), roots), (("jump",), steps)):
                mine = [x["at"] for x in got["starts_grid"]["places"]
                        if x["kind"] in kinds]
                assert len(mine) == len(want), (kick, value, got, want)
                assert all(abs(a - b) < 1e-9 for a, b in zip(mine, want)), (mine, want)
        seen[0] += len(roots)
        seen[1] += len(steps)
    print("roots and jumps:", *seen)
    assert seen[0] >= 3 and seen[1] >= 3, seen


def at_rest():
    """An end that all starts have is one stretch."""
    text = BALL.format(h="1/50", method=grid(-1, 1, 12),
                       **dict(LINE, slips="stiffness = 1000, damping = 100"))
    text = text.replace("T = 0.4", "T = 6").replace(
        '["q.y"] = 1 }, value = perp.ratio(1, 20)', '["v.y"] = 1 }, value = 0')
    places = found(text)["starts_grid"]["places"]
    assert [(p["kind"], p["low"], p["high"]) for p in places] == [
        ("stretch", -1, 1)], places
    assert places[0]["residual"] < 1e-15, places


# ---- what is refused --------------------------------------------------------

def refusals():
    plane = dict(SPACE, rows='{ start = { ["v.x"] = 1 }, value = 0 }, '
                             '{ final = { ["q.x"] = 1 }, value = 1 },')
    good = grid(-10, 10, 40)
    for scene, method, says in (
            (LINE, grid(1, 1, 4), "ends.from = 1 is not below ends.to = 1"),
            (LINE, grid(2, 1, 4), "is not below"),
            (LINE, grid("0/0", 1, 4), "ends.from = nan is not a finite number"),
            (LINE, grid(0, "1/0", 4), "ends.to = inf is not a finite number"),
            (LINE, grid('"a"', 1, 4), "ends.from: a number is wanted"),
            (LINE, '"grid", to = 1, cells = 4', "ends.from: a number is wanted"),
            (LINE, '"grid", from = 0, to = 1', "a whole number from 1 to 100000"),
            (LINE, grid(0, 1, 0), "a whole number from 1 to 100000"),
            (LINE, grid(0, 1, 2.5), "a whole number from 1 to 100000"),
            (LINE, grid(0, 1, 100001), "a whole number from 1 to 100000"),
            (LINE, grid("1", "1 + 2^-52", 3), "no 3 cells of doubles"),
            (LINE, grid("-1.7e308", "1.7e308", 3), "no 3 cells of doubles"),
            (LINE, good + ', along = "friction"', "looks along nothing"),
            (LINE, '"secant", from = 1', 'ends.from is for method = "grid"'),
            (plane, good, "is for one unknown"),
            (dict(LINE, rows=""), '"gird"', "there is no 'gird'")):
        done = run(BALL.format(h="1/50", method=method, **scene))
        assert done.returncode == 3, (method, done)
        assert says in done.stderr and done.stderr.count("\n") == 1, (says, done)
        assert not done.stdout


if __name__ == "__main__":
    as_all_of_the_ball()
    springs()
    touching()
    jumps()
    at_rest()
    refusals()
    print("verifies PKS05 (13)")
