"""A motor against a load and against a stop (cases/GAP08/hoist.lua): each row before the
collision by the law of the motor in fractions, without a complementarity problem; the
collision and the rows behind it by their balances; and who refuses motors with a rate."""
import csv
import io
import json
import os
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, run

CASE = os.path.join(SOURCE, "cases", "GAP08", "hoist.lua")
H, G = F(1, 64), F(8)


def table(**sets):
    words = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    with tempfile.TemporaryDirectory() as place:
        out = os.path.join(place, "out.csv")
        said = run("run", CASE, "-q", "--rational", "--json", "--csv", out, *words)
        check(said.returncode == 0, said.stderr)
        summary = json.loads(said.stdout)
        check(summary["steps_proven"] == summary["steps"] > 0, str(summary))
        check(summary["second_velocity"] is None, "one velocity: %s" % summary)
        with open(out, encoding="utf-8") as file:
            return [{k: F(x) for k, x in row.items()}
                    for row in csv.DictReader(io.StringIO(file.read()))]


def follow(mass, rate, limit, top):
    """x = (v + v+)/2 of a free step is v - hg/2; an impulse f adds f/(2 mass)."""
    rows = table(mass=mass, rate=rate, limit=limit, top=top)
    y, v, behind = F(0), F(0), 0
    for before, row in zip(rows, rows[1:]):
        f = 2 * mass * (rate - (v - H * G / 2))
        f = max(-H * limit, min(H * limit, f))
        x = v - H * G / 2 + f / (2 * mass)
        ground = F(0)
        if y == 0 and x < 0:
            ground, x = -2 * mass * x, F(0)
        y, v = y + H * x, 2 * x - v
        if y >= top:
            behind += 1
            break
        want = {"q.load.y": y, "v.load.y": v, "va.load.y": x, "ft.lift": f,
                "cn.lift": H * limit, "cn.load-ground": ground, "q.lift.pedal": 0}
        for name, value in want.items():
            check(row[name] == value, "%s in row %s: %s, wanted %s" %
                  (name, row["step"], row[name], value))
    if behind:
        hit = int(row["step"])
        check(abs(row["q.load.y"] - top) < F(1, 2**40), "where it stops")
        check(row["ft.lift"] == row["cn.lift"] == 0, "no impulse in no time")
        check(row["cn.load-stop"] == mass * before["v.load.y"], "what stops it")
        for row in rows[hit + 1:]:
            check(row["ft.lift"] == H * limit and row["va.load.y"] == 0 and
                  row["cn.load-stop"] == H * (limit - mass * G),
                  "it presses: %s" % row)
    return behind, max(r["va.load.y"] for r in rows)


check(follow(F(2), F(3, 2), F(24), F(2)) == (1, F(3, 2)), "the case")
check(follow(F(3), F(7, 8), F(30), F(1)) == (1, F(7, 8)), "a heavier load")
check(follow(F(4), F(2), F(20), F(2)) == (0, 0), "a motor that is too weak")

ARM = """local perp = require "perp"
local planar = require "perp.planar"
local world = planar.world { ground = false }
world:rod { name = "arm", mass = 3, length = 1 }
world:revolute { "axle", a = "arm", at = { -0.5, 0 } }
world:motor { "m", a = "arm", rate = -1, limit = 20 }
return { system = world:system(), h = 1/64, T = 0.5, alpha = 1,
  q = world:state { arm = { at = { 0.5, 0 } } }, project = "joints" }
"""
with tempfile.TemporaryDirectory() as place:
    path, cert = os.path.join(place, "arm.lua"), os.path.join(place, "arm.cert")
    with open(path, "w", encoding="utf-8") as file:
        file.write(ARM)
    # With a rate it goes with project = 'joints', and no proof knows it.
    said = run("run", path, "--json", "-q", "--exact-check")
    check(said.returncode == 0 and json.loads(said.stdout)["joint_gap_max"]["value"] < 1e-9,
          said.stderr)
    said = run("run", path, "--certify", "L1", "--cert", cert)
    check(said.returncode == 3 and "nor motors that hold a rate" in said.stderr,
          said.stderr)
    said = run("run", path, "--scheme", "moreau-jean")
    check(said.returncode == 3 and "nor motors that hold a rate" in said.stderr,
          said.stderr)
done()
