"""Springs and dampers in runs of PKS05's scheme: steps in fractions by hand, motions
computed without the scheme, energies, what refuses them.

    python3 verify/pks05/run/test_compliant_springs.py
"""
import csv
import io
import json
import math
import os
import random
import subprocess
import tempfile
from fractions import Fraction as F

from compliant_motion import Decoupled, dot

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
CASE = os.path.join(SOURCE, "cases", "PKS05", "quarter_car.lua")
SEED = int(os.environ.get("PERP_SEED", "2405"))


def ask(scene, *words, command="run"):
    """What perp says of a scene, its text or its path."""
    with tempfile.TemporaryDirectory() as out:
        path = scene
        if "\n" in scene:
            path = os.path.join(out, "scene.lua")
            with open(path, "w", encoding="utf-8") as file:
                file.write(scene)
        return subprocess.run([BINARY, command, path, *words], text=True,
                              capture_output=True, cwd=out)


def table(scene, *words):
    done = ask(scene, "--csv", "-", "-q", *words)
    assert done.returncode == 0, done.stderr
    number = F if "--rational" in words else float
    return [{k: number(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(done.stdout))]


def said(scene, *words):
    done = ask(scene, "--json", "-q", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def sets(**values):
    return [w for k, x in values.items() for w in ("--set", f"{k}={x}")]


# ---- steps by hand ------------------------------------------------------

def eliminate(a, b):
    """a x = b in fractions, or None."""
    n = len(b)
    a = [row[:] + [b[i]] for i, row in enumerate(a)]
    for j in range(n):
        p = next((i for i in range(j, n) if a[i][j] != 0), None)
        if p is None:
            return None
        a[j], a[p] = a[p], a[j]
        a[j] = [x / a[j][j] for x in a[j]]
        for i in range(n):
            if i != j and a[i][j] != 0:
                a[i] = [x - a[i][j] * y for x, y in zip(a[i], a[j])]
    return [row[n] for row in a]


def one_step(p, y):
    """(16) for a point with gap y, slip x' and two springs c + a . q: unknowns v',
    delta' and lambda, in each of the four modes. Returns those that obey all signs."""
    h, th, K, C, mu = p["h"], p["theta"], p["K"], p["C"], p["mu"]
    q, v, d = y[:2], y[2:4], y[4:6]
    new, found = 1 - th, set()
    for mode in ("open", "stick", "left", "right"):
        rows, rhs = [], []
        for i in (0, 1):  # m (v' - v) = h (f + W' lambda), W the unit matrix as (t, n)
            row = [F(0)] * 6
            mass = p["m"][i] + (p["bend"] * q[0] ** 2 if i == 0 else 0)
            row[i] = mass
            row[5 if i == 0 else 4] = -h
            right = mass * v[i] + h * p["f"][i]
            for c, a, k, b in p["springs"]:
                # c + a . (q + new h v^theta), a . v^theta, v^theta = th v + new v'
                for j in (0, 1):
                    by = a[j] * (k * new * h + b)
                    row[j] += h * a[i] * by * new
                    right -= h * a[i] * by * th * v[j]
                right -= h * a[i] * k * (c + a[0] * q[0] + a[1] * q[1])
            rows.append(row)
            rhs.append(right)
        for i in (0, 1):  # lambda = K delta' + C (delta' - delta) / h
            row = [F(0)] * 6
            row[4 + i], row[2 + i] = F(1), -(K[i] + C[i] / h)
            rows.append(row)
            rhs.append(-C[i] / h * d[i])
        # gap: y + h v_y^theta + delta_n'; slip: (delta_t' - delta_t)/h + v_x^theta
        gap = ([F(0), h * new, F(1), F(0), F(0), F(0)], q[1] + h * th * v[1])
        slip = ([new, F(0), F(0), 1 / h, F(0), F(0)], th * v[0] - d[1] / h)
        bound = mu if mode == "left" else -mu
        lines = {"open": [([0, 0, 0, 0, 1, 0], 0), ([0, 0, 0, 0, 0, 1], 0)],
                 "stick": [gap, slip]}.get(
                     mode, [gap, ([0, 0, 0, 0, -bound, 1], 0)])
        x = eliminate(rows + [[F(e) for e in r] for r, _ in lines],
                      rhs + [F(-c) for _, c in lines])
        if x is None:
            continue
        g = sum(a * b for a, b in zip(gap[0], x)) + gap[1]
        s = sum(a * b for a, b in zip(slip[0], x)) + slip[1]
        if x[4] >= 0 and g >= 0 and abs(x[5]) <= mu * x[4] and \
                s * x[5] == -mu * x[4] * abs(s) and x[4] * g == 0:
            found.add(tuple(x))
    return found


SCENE = """local perp = require "perp"
local R = perp.ratio
return { scheme = "theta", theta = THETA, h = STEP, T = LAST,
  q = { QX, QY }, v = { VX, VY }, system = perp.system {
  coordinates = { "x", "y" },
  mass = function(q) return { { MX + BEND * q.x * q.x, 0 }, { 0, MY } } end,
  force = function() return { FX, FY } end,
  springs = function(q) return { SPRINGS } end,
  contacts = function(q, v) return { { name = "e", gap = q.y, slips = { v.x },
    mu = MU, stiffness = { KN, KT }, damping = { CN, CT } } } end } }
"""


def lua(x):
    return f"R({x.numerator}, {x.denominator})"


def drawn(r, theta):
    def some(low, high, over=4):
        return F(r.randint(low * over, high * over), over)
    return {"theta": theta, "h": F(1, r.choice((16, 40, 100))),
            "mu": F(r.randint(0, 6), 8), "m": [some(1, 3), some(1, 3)], "bend": F(0),
            "f": [some(-9, 9), some(-20, -5)],
            "K": [some(200, 900, 1), some(200, 900, 1)],
            "C": [some(2, 20, 1), some(2, 20, 1)],
            "springs": [(some(-1, 1, 8), (some(-1, 1), some(-1, 1)),
                         some(0, 300, 1), some(0, 9)) for _ in (0, 1)],
            "y": [some(-1, 1, 8), F(r.randint(0, 4), 256), some(-2, 2),
                  some(-2, 0), F(0), F(0)]}


def written(p, steps):
    springs = ", ".join(
        "{ name = 's%d', elongation = %s + %s * q.x + %s * q.y, stiffness = %s, "
        "damping = %s }" % (i, *(lua(x) for x in (c, *a, k, b)))
        for i, (c, a, k, b) in enumerate(p["springs"]))
    words = {"THETA": p["theta"], "STEP": p["h"], "LAST": p["h"] * steps,
             "QX": p["y"][0], "QY": p["y"][1], "VX": p["y"][2], "VY": p["y"][3],
             "MX": p["m"][0], "BEND": p["bend"], "MY": p["m"][1],
             "FX": p["f"][0], "FY": p["f"][1],
             "MU": p["mu"], "KN": p["K"][0], "KT": p["K"][1], "CN": p["C"][0],
             "CT": p["C"][1]}
    text = SCENE.replace("SPRINGS", springs)
    for key, x in words.items():
        text = text.replace(key, lua(x))
    return text


def energies(p, rows, i, x):
    """The columns kinetic and elastic of two rows, and what they must differ by: the
    forces without the springs, what springs and contact lose."""
    h, th, a, b = p["h"], p["theta"], rows[i], rows[i + 1]
    v, w = (a["v.x"], a["v.y"]), (b["v.x"], b["v.y"])
    mean = [th * s + (1 - th) * t for s, t in zip(v, w)]
    moved = [(b["delta.e." + k] - a["delta.e." + k]) for k in "nt"]
    gain = h * sum(m * f for m, f in zip(mean, p["f"]))
    gain += (th - F(1, 2)) * sum(m * (t - s) ** 2
                                 for m, s, t in zip(p["m"], v, w))
    for _, row, k, d in p["springs"]:
        rate = sum(s * t for s, t in zip(row, mean))
        gain -= (F(1, 2) - th) * k * (h * rate) ** 2 + h * d * rate ** 2
    gain -= x[4] * (a["q.y"] + a["delta.e.n"])
    gain += h * x[5] * (moved[1] / h + mean[0])
    for K, C, step in zip(p["K"], p["C"], moved):
        gain -= (K / 2 + C / h) * step ** 2
    return b["kinetic"] + b["elastic"] - a["kinetic"] - a["elastic"], gain


# Verifies PKS05 (1), (15), (16).
def fractions():
    """Steps with two oblique springs and friction, every column with equality, the
    impulses and the energies of the springs among them; four with a mass of the
    position, that of the step's beginning."""
    r = random.Random(SEED)
    print("seed", SEED)
    modes = {"open": 0, "stick": 0, "slip": 0}
    for n in range(12):
        p = drawn(r, (F(0), F(1, 2), F(1), F(1, 3))[n % 4])
        p["bend"] = F(3, 2) if n > 7 else F(0)
        steps = 5 if n < 8 else 3
        rows = table(written(p, steps), "--rational")
        y = p["y"]
        for i in range(steps):
            answers = one_step(p, y)
            b = rows[i + 1]
            x = tuple(b[k] for k in ("v.x", "v.y", "delta.e.n", "delta.e.t",
                                     "lam.e.n", "lam.e.t"))
            assert x in answers, (SEED, n, i, p, x, answers)
            modes["open" if x[4] == 0 else "stick" if
                  abs(x[5]) < p["mu"] * x[4] else "slip"] += 1
            th, h = p["theta"], p["h"]
            mean = [th * s + (1 - th) * t for s, t in zip(y[2:4], x[:2])]
            at = [s + (1 - th) * h * t for s, t in zip(y[:2], mean)]
            for k, (c, a, strong, damped) in enumerate(p["springs"]):
                pull = strong * (c + dot(a, at)) + damped * dot(a, mean)
                assert b[f"cs.s{k}"] == -h * pull, (n, i, k)
            got, gain = energies(p, rows, i, x)
            assert got == gain or p["bend"] > 0, (SEED, n, i, got - gain)
            y = [s + h * t for s, t in zip(y[:2], mean)] + list(x[:4])
            assert y[:2] == [b["q.x"], b["q.y"]]
    assert min(modes.values()) > 0, modes
    print("modes:", modes)
    print("verifies PKS05 (1), (15), (16)")


# ---- motions without the scheme -----------------------------------------

def order(label, errors, want, off=0.1):
    p = math.log2(errors[-2] / errors[-1])
    assert abs(p - want) < off, (label, errors, p)
    return round(p, 2)


def car():
    """The case with a tyre that leaves the floor, by Runge and Kutta from event to
    event, and with one that does not, by the case's own series: order one."""
    for p, T in ((dict(m1=1, m2=5, k=400, c=20, K=4000, C=10, v0=-0.4), 0.3),
                 (dict(m1=2, m2=3, k=900, c=1, K=2000, C=40, v0=-0.25), 0.4),
                 (dict(m1=1, m2=2, k=40, c=1, K=2000, C=20, v0=-1.5), 0.15)):
        def force(_, q, v, p=p):
            pull = p["k"] * (q[1] - q[0]) + p["c"] * (v[1] - v[0])
            return [pull - 10 * p["m1"], -pull - 10 * p["m2"]]
        motion = Decoupled([p["m1"], p["m2"]], force, lambda q: q[0],
                           lambda q: [1.0, 0.0], lambda q: [],
                           (p["K"], p["C"], 1, 1), 0)
        exact = motion.run([0.0, 0.0, p["v0"], p["v0"], 0.0], T, 1e-3)
        for theta in (0, 0.5, 1) if T == 0.15 else (0,):
            errors = []
            for n in (2000, 4000):
                last = table(CASE, *sets(h=f"1/{n}", T=T, theta=theta, **p))[-1]
                errors.append(math.dist(exact[:4], [last[k] for k in (
                    "q.w", "q.b", "v.w", "v.b")]))
            assert errors[-1] < 0.05, (p, theta, errors)
            print("car", T, theta, errors, order((p, theta), errors, 1))
        s = said(CASE, *sets(T=T, **p))
        assert s["unique"] == s["steps"] and s["force_residual"] < 1e-13, s
    lam = [r["lam.tyre.n"] for r in table(CASE, *sets(T=T, **p))][1:]
    assert 0 in lam and lam[0] > 0, "the last leaves the floor"


CURVED = """local perp = require "perp"
local k, c, far = perp.param("k", 60), perp.param("c", 1), perp.param("far", 0.5)
local W = 160 -- N
local asforce = perp.param("asforce", false)
local ground = perp.param("ground", true)
local function length(q)
  return perp.sqrt(q.x * q.x + (q.y - 1) * (q.y - 1)) - far
end
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 2, 0 }, { 0, 2 } } end,
  force = function(t, q, v)
    if not asforce then return { 0, -W } end
    local l = length(q) + far
    local a, b = q.x / l, (q.y - 1) / l
    local pull = k * (l - far) + c * (a * v.x + b * v.y)
    return { -pull * a, -W - pull * b }
  end,
  springs = function(q)
    return asforce and {} or
      { { name = "s", elongation = length(q), stiffness = k, damping = c } }
  end,
  contacts = function(q, v)
    return ground and { { name = "e", gap = q.y, slips = { v.x }, mu = 0.3,
      stiffness = { 3000, 1500 }, damping = { 30, 15 } } } or {}
  end }
return { system = system, scheme = "theta", theta = perp.param("theta", 0),
  h = perp.param("h", 1/1000), T = perp.param("T", 0.25), q = { 0.4, 0 },
  v = { 1, 0 } }
"""


def curved_motion(k, c, far, ground, T):
    def force(_, q, v):
        l = math.hypot(q[0], q[1] - 1)
        a, b = q[0] / l, (q[1] - 1) / l
        pull = k * (l - far) + c * (a * v[0] + b * v[1])
        return [-pull * a, -160 - pull * b]
    motion = Decoupled([2.0, 2.0], force, lambda q: q[1] if ground else 1.0,
                       lambda q: [0.0, 1.0], lambda q: [[1.0, 0.0]],
                       (3000, 30, 1500, 15), 0.3)
    return motion.run([0.4, 0.0, 1.0, 0.0, 0.0, 0.0], T, 5e-4)


# Verifies PKS05 (2), (15).
def curved():
    """A spring between two points: the law of its length has a curvature, and its
    tangent is taken where the step ends. Without contacts orders 1, 2, 1; on the floor
    1. The same force written by hand is the same run."""
    names = ("q.x", "q.y", "v.x", "v.y")
    for p in (dict(k=60, c=1, far=0.5), dict(k=200, c=0, far=0.8),
              dict(k=20, c=5, far=1.5)):
        for ground in (False, True):
            exact = curved_motion(ground=ground, T=0.25, **p)
            for theta in (0, 0.5, 1) if p["c"] == 1 else (0.5,):
                errors = []
                for n in (1000, 2000):
                    words = sets(h=f"1/{n}", theta=theta,
                                 ground=str(ground).lower(), **p)
                    last = table(CURVED, *words)[-1]
                    errors.append(math.dist(exact[:4], [last[n] for n in names]))
                want = 2 if theta == 0.5 and not ground else 1
                print("curved", p, ground, theta, errors, order(
                    (p, ground, theta), errors, want, 0.1))
        words = sets(**p)
        one, two = table(CURVED, *words), table(CURVED, *words, "--set",
                                                "asforce=true")
        half = table(CURVED, *words, *sets(theta=0.5))
        for a, b in zip(half, half[1:]):
            x, y = (a["q.x"] + b["q.x"]) / 2, (a["q.y"] + b["q.y"]) / 2 - 1
            l = math.hypot(x, y)
            rate = (x * b["va.x"] + y * b["va.y"]) / l
            pull = p["k"] * (l - p["far"]) + p["c"] * rate
            assert abs(b["cs.s"] + pull / 1000) < 1e-12 * (1 + abs(pull)), (p, b)
        for a, b in zip(one, two):
            for key in b:
                if key != "elastic":
                    assert abs(a[key] - b[key]) < 1e-10 * (1 + abs(b[key])), key
            length = math.hypot(a["q.x"], a["q.y"] - 1) - p["far"]
            stored = p["k"] / 2 * length ** 2
            assert abs(a["elastic"] - b["elastic"] - stored) < 1e-12 * (1 + stored)
        s = said(CURVED, *words, "--exact-check")
        assert s["steps_proven"] == s["steps"] == 250, s
    print("verifies PKS05 (2), (15)")


# ---- ends, hypotheses, refusals -----------------------------------------

ENDS = """local perp = require "perp"
local system = perp.system { coordinates = { "y" },
  mass = function() return { { 1 } } end, force = function() return { -10 } end,
  SPRING
  contacts = function(q) return { { name = "e", gap = q.y, stiffness = 1000,
    damping = 10 } } end }
return { system = system, scheme = "theta", h = perp.ratio(1, 50),
  T = perp.ratio(2, 5), q = { perp.ratio(1, 10) }, v = { -1 },
  ends = { { final = { ["q.y"] = 1 }, value = perp.ratio(1, 20) },
    method = "all" } }
"""


def ends():
    """All starts of a ball on a spring: those of the ball with the same force by hand,
    fraction by fraction; and a spring that pulls much has others than none."""
    spring = "springs = function(q) return { { name = 's', elongation = q.y - 1, " \
        "stiffness = 5, damping = 1 } } end,"
    got = said(ENDS.replace("SPRING", spring), "--rational")
    by_hand = said(ENDS.replace("SPRING", "").replace(
        "function() return { -10 } end",
        "function(t, q, v) return { -10 - 5 * (q.y - 1) - v.y } end"), "--rational")
    none = said(ENDS.replace("SPRING", ""), "--rational")
    keys = [k for k in got if "start" in k or k == "v0"]
    assert keys, got
    for key in keys:
        assert got[key] == by_hand[key], (key, got[key], by_hand[key])
    assert any(got[k] != none[k] for k in keys), keys


def refused():
    """No certificate leaves a spring out, nor the contacts of a binding; fractions want an
    affine spring; a spring whose ends meet has no row."""
    for level in ("L0", "L1", "R"):
        done = ask(CASE, "--certify", level, "--cert", "c.cert", *sets(T="1/100"),
                   *(["--rational"] if level == "R" else []))
        assert done.returncode == 3 and "--certify knows no springs" in done.stderr \
            and "'spring'" in done.stderr, done
    world = """local w = require("perp.planar").world { stiffness = 100, damping = 1 }
w:disc { mass = 1, radius = 0.1, mu = 0 }
local q, v = w:state { at = { 0, 0.1 } }
return { system = w:system(), scheme = "theta", h = 0.01, T = 0.02, q = q, v = v }
"""
    done = ask(world, "--certify", "L0", "--cert", "c.cert")
    assert done.returncode == 3 and "not those of bindings" in done.stderr, done
    meet = CURVED.replace("q = { 0.4, 0 }", "q = { 0, 1 }").replace("\"ground\", true",
                                                                    "\"ground\", false")
    done = ask(meet)
    assert done.returncode == 3 and "the ends of a spring must not meet" in \
        done.stderr and done.stderr.count("\n") <= 1, done
    square = ENDS.replace("SPRING", "springs = function(q) return { { name = 's', "
                          "elongation = q.y * q.y, stiffness = 5 } } end,").replace(
                              'method = "all"', "")
    plain = square[:square.index("  ends =")] + "}\n"
    done = ask(plain, "--rational")
    assert done.returncode == 3 and "affine in q and v" in done.stderr, done
    assert ask(plain, "--exact-check").returncode == 0
    done = ask(square.replace("{ final", "method = 'all', { final"))
    assert done.returncode == 3 and "affine" in done.stderr, done
    done = ask(plain.replace('"theta"', '"paoli"').replace(
        ", stiffness = 1000,\n    damping = 10", ""))
    assert done.returncode == 3 and "does not know springs" in done.stderr, done


def hypotheses():
    """The springs are in the force of (A): L_f of a spring k on the unit mass is k."""
    for k, word in ((5, "met"), (70, "met")):
        scene = ENDS[:ENDS.index("  ends =")].replace(
            "SPRING", "springs = function(q) return { { name = 's', elongation = "
            f"q.y, stiffness = {k} }} }} end,") + "}\n"
        done = ask(scene, "--json", command="hypotheses")
        assert done.returncode == 0, done
        said_of = next(x for x in json.loads(done.stdout)["hypotheses"]
                       if x.get("tag") == "A")
        assert said_of["verdict"] == word and said_of["number"] == k, said_of


fractions()
car()
curved()
ends()
hypotheses()
refused()
