"""All starts with prescribed ends, against a second implementation in fractions.

    python3 verify/pks05/ends/test_starts.py

A point of mass over a floor that yields, decoupled compliance: a step has one
solution and is solved here by its modes, without perp. The end is sampled
densely in the unknown; between two neighbours where its residual changes sign a
start must be listed, and each listed start must meet its end exactly.
"""
import json
import os
import random
import subprocess
import tempfile
from fractions import Fraction as F

BINARY = os.environ["PERP_BINARY"]
SEED, PROBLEMS = 24, 20

SCENE = """local perp = require "perp"
local r = perp.ratio
return {{ scheme = "theta", theta = {theta}, h = {h}, T = {T},
  q = {{ {x}, {y} }}, v = {{ {vx}, {vy} }},
  system = perp.system {{ coordinates = {{ "x", "y" }},
    mass = function(q) return {{ {{ 1, 0 }}, {{ 0, {m} }} }} end,
    force = function() return {{ {fx}, -{g} }} end,
    contacts = function(q, v) return {{ {{ name = "floor", gap = q.y,
      slips = {{ v.x }}, mu = {mu}, stiffness = {{ {kn}, {kt} }},
      damping = {{ {cn}, {ct} }} }} }} end }},
  ends = {{ {{ start = {{ ["v.{fixed}"] = 1 }}, value = {v} }},
    {{ final = {{ ["q.{of}"] = 1 }}, value = {end_} }}, method = "all", most = {most} }} }}
"""


def ratio(x):
    return f"r({x.numerator}, {x.denominator})"


def problem(rng):
    p = dict(theta=rng.choice([F(0), F(1, 2)]), h=F(1, 16), y=F(rng.randint(0, 8), 16),
             x=F(0), m=F(rng.randint(1, 3)), fx=F(rng.randint(-4, 4)), g=F(10),
             mu=F(rng.randint(1, 8), 8), kn=F(rng.randint(20, 200)),
             kt=F(rng.randint(20, 200)), cn=F(rng.randint(1, 9)),
             ct=F(rng.randint(1, 9)), v=F(rng.randint(-16, 16), 4),
             fixed=rng.choice("xy"))
    p["steps"] = rng.randint(5, 8)
    p["T"] = p["h"] * p["steps"]
    p["of"] = {"x": "y", "y": "x"}[p["fixed"]]
    p["vx"], p["vy"] = (p["v"], F(0)) if p["fixed"] == "x" else (F(0), p["v"])
    return p


def step(p, s):
    """The normal row has one unknown, then the tangential one: with M diagonal
    and decoupled compliance they are two scalar problems."""
    x, y, vx, vy, dn, dt = s
    h, g1 = p["h"], 1 - p["theta"]

    def row(m, f, v, d, k, c, gap):
        """s = a lam + b of one row."""
        a = 1 / (h * k + c) + g1 * h / m
        return a, gap - k * d / (h * k + c) + v + g1 * h * f / m
    a, b = row(p["m"], -p["m"] * 0 - p["g"], vy, dn, p["kn"], p["cn"], (y + dn) / h)
    ln = max(F(0), -b / a)
    a, b = row(F(1), p["fx"], vx, dt, p["kt"], p["ct"], F(0))
    lt = min(max(-b / a, -p["mu"] * ln), p["mu"] * ln)
    wx, wy = vx + h * (p["fx"] + lt), vy + h * (ln - p["g"]) / p["m"]
    return (x + h * (vx + g1 * (wx - vx)), y + h * (vy + g1 * (wy - vy)), wx, wy,
            dn + h * (ln - p["kn"] * dn) / (h * p["kn"] + p["cn"]),
            dt + h * (lt - p["kt"] * dt) / (h * p["kt"] + p["ct"]))


def end(p, s):
    state = (p["x"], p["y"], *((p["v"], s) if p["fixed"] == "x" else (s, p["v"])),
             F(0), F(0))
    for _ in range(p["steps"]):
        state = step(p, state)
    return state["xy".index(p["of"])]


def run(p, most=0):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w") as f:
            f.write(SCENE.format(most=most, **{k: ratio(v) if isinstance(v, F) else v
                                               for k, v in p.items()}))
        return subprocess.run([BINARY, "run", path, "--json", "-q"], text=True,
                              capture_output=True)


def one(p):
    samples = [F(i, 2) for i in range(-40, 41)]
    left = [end(p, s) - p["end_"] for s in samples]
    done = run(p)
    if done.returncode == 4:
        assert "none on the whole line" in done.stderr, done.stderr
        assert all(x * left[0] > 0 for x in left), (p, "a start is missing")
        return 0
    assert done.returncode == 0, (p, done.stderr)
    got = json.loads(done.stdout)
    assert got["starts_complete"] and not got["starts_undecided"], got
    free = "xy".index(p["of"])
    starts = [F(v[free]) for v in got["starts_exact"]]
    assert starts == sorted(set(starts)), starts
    continua = [[F(x) if x else None for x in c] for c in got["starts_continua"]]
    for v, s, text in zip(got["starts"], starts, got["starts_exact"]):
        assert end(p, s) == p["end_"], (p, s)
        assert abs(v[free] - float(s)) <= 1e-15 * abs(s), (v, s)
        assert F(text[1 - free]) == p["v"], text
    for low, high in continua:
        for s in {low, high, (low or F(-99)) / 2 + (high or F(99)) / 2} - {None}:
            assert end(p, s) == p["end_"], (p, s)
    for i in range(len(samples) - 1):
        if left[i] * left[i + 1] <= 0:
            low, high = samples[i], samples[i + 1]
            assert any(low <= s <= high for s in starts) or any(
                (a is None or a <= high) and (b is None or b >= low)
                for a, b in continua), (p, low, high)
    n = len(starts)
    assert got["other_starts"] == (None if continua else n - 1), got
    return n + len(continua)


# Verifies PKS05 (13).
def random_problems():
    rng = random.Random(SEED)
    found = []
    for _ in range(PROBLEMS):
        p = problem(rng)
        about = end(p, F(rng.randint(-24, 24), 8))
        p["end_"] = F(round(about * 64), 64)  # Lua's integers have 64 bits
        found.append(one(p))
    print("seed", SEED, "starts", *found)
    assert max(found) >= 2 and min(found) <= 1, found


if __name__ == "__main__":
    random_problems()
    print("verifies PKS05 (13)")
