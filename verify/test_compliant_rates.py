"""Runs of PKS05's scheme whose velocities are not the rates of the coordinates,
and steps with several solutions.

    python3 verify/test_compliant_rates.py
"""
import csv
import io
import json
import os
import subprocess
import tempfile

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]

# The same block twice: x' = u, y' = w; and x' = a u + b w, y' = c w with the
# mass, the force and the start that belong to these velocities.
PLAIN = """local perp = require "perp"
return { scheme = "theta", theta = THETA, h = 0.01, T = 0.5, q = { 0.1, 0 },
  v = { 1, -0.5 }, system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 2, 0 }, { 0, 3 } } end,
  force = function(t, q, v) return { -q.x - v.x, -9 + t } end,
  contacts = function(q, v) return { { name = "floor", gap = q.y + q.x / 8,
    slips = { v.x }, mu = 0.25, stiffness = { 400, 300 },
    damping = { 8, 6 } } } end } }
"""
RATES = """local perp = require "perp"
local a, b, c = A, B, C
return { scheme = "theta", theta = THETA, h = 0.01, T = 0.5, q = { 0.1, 0 },
  v = { (1 + 0.5 * b / c) / a, -0.5 / c },
  system = perp.system { coordinates = { "x", "y" }, velocities = { "u", "w" },
  rates = function(q) return { { a, b }, { 0, c } } end,
  mass = function() return { { 2 * a * a, 2 * a * b },
    { 2 * a * b, 2 * b * b + 3 * c * c } } end,
  force = function(t, q, v) local x = -q.x - (a * v.u + b * v.w)
    return { a * x, b * x + c * (-9 + t) } end,
  contacts = function(q, v) return { { name = "floor", gap = q.y + q.x / 8,
    slips = { a * v.u + b * v.w }, mu = 0.25, stiffness = { 400, 300 },
    damping = { 8, 6 } } } end } }
"""


def table(text):
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([BINARY, "run", path, "--csv", "-", "-q"],
                              text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        return list(csv.DictReader(io.StringIO(done.stdout)))


# Verifies PKS05 (2), (16).
def rates():
    for theta in (0, 0.5):
        want = table(PLAIN.replace("THETA", str(theta)))
        assert any(float(r["lam.floor.n"]) > 0 for r in want)
        for a, b, c in ((2, 0, 1), (0.5, 0.75, -3), (1, -2, 0.25)):
            got = table(RATES.replace("THETA", str(theta)).replace(
                "A, B, C", f"{a}, {b}, {c}"))
            for x, y in zip(want, got):
                for n in ("q.x", "q.y", "delta.floor.n", "delta.floor.t",
                          "lam.floor.n", "lam.floor.t", "kinetic"):
                    scale = 1 + abs(float(x[n]))
                    assert abs(float(x[n]) - float(y[n])) < 1e-10 * scale, \
                        (theta, a, b, c, n, x, y)
    print("verifies PKS05 (2), (16)")


def several():
    """The step of nonunique_step has three solutions at mu = 1, and one below
    1/2, where no norm proves it but the modes do."""
    for mu, key in ((1, "several"), (0.75, "several"), (0.4, "alone"),
                    (0.01, "unique")):
        done = subprocess.run(
            [BINARY, "run", os.path.join(SOURCE, "cases", "PKS05",
                                         "nonunique_step.lua"), "--json", "-q",
             "--set", f"mu={mu}"], text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        got = json.loads(done.stdout)
        assert got[key] == got["steps"] >= 1, (mu, got)


rates()
several()
