"""The projection in a run: what the summary says of it, what it leaves alone.

Pendulums of one and of two rods against what the projection promises: joints
hold, displacements are O(h^2), each step is proven as before, and a run without
it says nothing of it.
"""
import csv
import json
import math
import os
import subprocess
import tempfile

BINARY = os.environ["PERP_BINARY"]
KEYS = ["projections", "subproblems", "moved"]
SCENE = """local perp = require "perp"
local h = perp.param("h", 0.01, "step")
local word = perp.param("project", "joints", "form")
local system = perp.system { coordinates = { "x", "y", "u", "w" },
  mass = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 2, 0 }, { 0, 0, 0, 2 } },
  force = { 0, -10, 0, -20 },
  joints = function(q)
    local a, b = q.u - q.x, q.w - q.y
    return { { name = "one", q.x * q.x + q.y * q.y - 1 },
      { name = "two", (a * a + b * b) / 2 - 1 / 2 } }
  end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.w + 1.5, slips = { v.u }, mu = 0.25 } }
  end }
return { system = system, alpha = 1, h = h, T = 2, q = { 1, 0, 2, 0 },
  v = { 0, 0, 0, 0 }, project = word }
"""


def run(scene, *options, **sets):
    words = [BINARY, "run", scene, "--quiet", "--json", *options]
    for name, value in sets.items():
        words += ["--set", f"{name}={value}"]
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "t.csv")
        done = subprocess.run(words + ["--csv", path], text=True,
                              capture_output=True)
        assert done.returncode == 0, (words, done.stderr)
        with open(path, encoding="utf-8", newline="") as file:
            rows = [{k: float(x) for k, x in row.items()}
                    for row in csv.DictReader(file)]
    return rows, json.loads(done.stdout)


def drift(rows):
    """The largest violation of the joints, and the deepest gap."""
    worst = max(max(abs(r["q.x"] ** 2 + r["q.y"] ** 2 - 1),
                    abs((r["q.u"] - r["q.x"]) ** 2 + (r["q.w"] - r["q.y"]) ** 2
                        - 1) / 2) for r in rows)
    return worst, min(r["q.w"] + 1.5 for r in rows)


def keys_and_counts(scene):
    """None without a projection; with one a projection for each step and each
    collision on the way, up to ten problems each, and steps proven as before."""
    bare, said = run(scene, "--exact-check", project="none")
    assert not [k for k in KEYS if k in said], said
    free = drift(bare)
    print("without: joints %.2e, gap %.2e" % free)
    assert free[0] > 1e-3
    for word in ("joints", "contacts", "full"):
        rows, said = run(scene, "--exact-check", project=word)
        assert [k for k in said if k in KEYS] == KEYS, said
        assert said["steps_proven"] == said["steps"] == len(rows) - 1
        there = sum(b["t"] == a["t"] for a, b in zip(rows, rows[1:]))
        assert said["projections"] == said["steps"] - there, (said, there)
        assert said["projections"] <= said["subproblems"] <= \
            10 * said["projections"], said
        joints, gap = drift(rows)
        print(f"{word}: {said['projections']} projections, "
              f"{said['subproblems']} subproblems, moved {said['moved']:.2e}, "
              f"joints {joints:.2e}, gap {gap:.2e}, "
              f"{said['collisions']} collisions")
        assert joints < 1e-11 and said["collisions"] > 0, joints
        assert gap > (-2e-3 if word == "joints" else -1e-11), gap
        # the velocity of the first step is that without: (46) moves positions
        for name in ("v.x", "v.y", "v.u", "v.w"):
            assert rows[1][name] == bare[1][name], name


def second_order(scene):
    """The largest displacement of a run falls fourfold when h is halved. Before
    the floor is met, where nothing jumps."""
    last, orders = 0, []
    for k in range(5):
        rows, _ = run(scene, project="joints", h=0.02 / 2 ** k)
        free = [r for r in rows if r["t"] <= 0.3 + 1e-9]
        moved = 0
        for a, b in zip(free, free[1:]):
            step = b["t"] - a["t"]
            moved = max(moved, math.sqrt(sum(
                (b["q." + c] - a["q." + c] - step * b["v." + c]) ** 2
                for c in "xyuw")))
        if last:
            orders.append(math.log2(last / moved))
        last = moved
    print("orders of the displacement", *("%.3f" % o for o in orders))
    assert all(1.9 < o < 2.1 for o in orders), orders


with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "pendulum.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCENE)
    keys_and_counts(path)
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCENE.replace("T = 2", "T = 0.4"))
    second_order(path)
