"""The keys D2a .. D35 of `perp run --json`, computed a second time.

    python3 verify/pks05/ends/test_definition2.py

A block of two coordinates on a floor with known K, C, mass and force: from the
rows of the table, the integrals of Definition 2 by the midpoint of each step, in
this file's own words.
"""
import csv
import io
import json
import math
import os
import subprocess
import tempfile

BINARY = os.environ["PERP_BINARY"]
KN, KT, CN, CT, MU, SLOPE = 300.0, 150.0, 6.0, 9.0, 0.5, -0.5
SCENE = f"""local perp = require "perp"
return {{ scheme = "theta", theta = THETA, h = H, T = 0.5, q = {{ 0.1, 0.01 }},
  v = {{ 1, -0.5 }}, system = perp.system {{ coordinates = {{ "x", "y" }},
  mass = function() return {{ {{ 2, 1/2 }}, {{ 1/2, 3 }} }} end,
  force = function(t, q, v) return {{ 4 * t - q.x - 4 * v.x, -9 + t * q.x }} end,
  contacts = function(q, v) return {{ {{ name = "floor", mu = {MU},
    gap = q.y + {SLOPE} * (q.x * q.x), slips = {{ v.x }},
    stiffness = {{ {KN}, {KT} }}, damping = {{ {CN}, {CT} }} }} }} end }} }}
"""
M = ((2, 0.5), (0.5, 3))


def run(theta, h):
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "block.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCENE.replace("THETA", theta).replace("H,", h + ","))
        texts = []
        for flags in (["--csv", "-"], ["--json"]):
            done = subprocess.run([BINARY, "run", path, "-q", *flags],
                                  text=True, capture_output=True)
            assert done.returncode == 0, done.stderr
            texts.append(done.stdout)
    rows = [{k: float(x) for k, x in r.items()}
            for r in csv.DictReader(io.StringIO(texts[0]))]
    return rows, json.loads(texts[1])


def gap(x, y):
    return y + SLOPE * x * x


def by_hand(rows, theta):
    names = ("q.x", "q.y", "v.x", "v.y", "delta.floor.n", "delta.floor.t")
    motion, rate, law = [0, 0], [0, 0], [0, 0]
    out = dict.fromkeys(("D2a_motion", "D2a_rate", "D2a_law", "D2b_inside",
                         "D2b_contact", "D2c_friction", "D34_leaves",
                         "D35_force"), 0.0)
    for a, b in zip(rows, rows[1:]):
        h, t = b["t"] - a["t"], (a["t"] + b["t"]) / 2
        x, y, u, w, dn, dt = ((a[n] + b[n]) / 2 for n in names)
        rates = [(b[n] - a[n]) / h for n in names]
        ln, lt = b["lam.floor.n"], b["lam.floor.t"]
        up = 2 * SLOPE * x  # the normal is (up, 1)
        f = (4 * t - x - 4 * u + up * ln + lt, -9 + t * x + ln)
        for i in range(2):
            motion[i] += h * (M[i][0] * rates[2] + M[i][1] * rates[3] - f[i])
            rate[i] += h * (rates[i] - (u, w)[i])
        law[0] += h * (CN * rates[4] + KN * dn - ln)
        law[1] += h * (CT * rates[5] + KT * dt - lt)
        slip = (lt - KT * dt) / CT + u
        out["D2c_friction"] += h * (MU * ln * abs(slip) + slip * lt)
        surface = gap(x, y) + dn
        out["D2b_contact"] += h * ln * surface
        behind = gap(b["q.x"], b["q.y"]) + b["delta.floor.n"]
        v = [theta * a[n] + (1 - theta) * b[n] for n in ("v.x", "v.y")]
        tangent = h * (2 * SLOPE * a["q.x"] * v[0] + v[1])
        start = gap(a["q.x"], a["q.y"])
        for key, value in (
                ("D2a_motion", math.hypot(*motion)),
                ("D2a_rate", math.hypot(*rate)),
                ("D2a_law", math.hypot(*law)), ("D2b_inside", -surface),
                ("D2b_inside", -behind), ("D35_force", math.hypot(ln, lt)),
                ("D34_leaves", abs(tangent)),
                ("D34_leaves", abs(gap(x, y) - start - tangent)),
                ("D34_leaves",
                 abs(gap(b["q.x"], b["q.y"]) - start - tangent))):
            out[key] = max(out[key], value)
    out["D2b_contact"] = abs(out["D2b_contact"])
    return out


# Verifies PKS05 (34), (35), (Def2).
def keys():
    for theta in ("0", "1/2"):
        found = []
        for h in ("1/100", "1/400"):
            rows, said = run(theta, h)
            hand = by_hand(rows, {"0": 0, "1/2": 0.5}[theta])
            for key, value in hand.items():
                assert abs(said[key] - value) < 1e-9 * (1 + abs(value)), \
                    (theta, h, key, said[key], value)
            found.append(hand)
        for key in hand:
            coarse, fine = found[0][key], found[1][key]
            if key == "D35_force":
                assert 10 < fine and abs(fine / coarse - 1) < 0.2, found
            else:
                assert fine < coarse / 2 or coarse < 1e-12, (key, found)
        assert found[0]["D2a_motion"] > 1e-3 < found[0]["D2c_friction"], found
    print("verifies PKS05 (34), (35), (Def2)")


keys()
