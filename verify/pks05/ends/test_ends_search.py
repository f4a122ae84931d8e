"""Runs with prescribed ends, against motions computed without the scheme.

    python3 verify/pks05/ends/test_ends_search.py [test ...]
"""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from compliant_motion import Decoupled

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
LONG = "PERP_LONG" in os.environ


def start(case, *flags, **sets):
    path = os.path.join(SOURCE, "cases", "PKS05", case + ".lua")
    command = [BINARY, "run", path, "-q", "--json", *flags]
    for name, value in sets.items():
        command += ["--set", f"{name}={value}"]
    return subprocess.run(command, text=True, capture_output=True)


def found(case, *flags, **sets):
    done = start(case, *flags, **sets)
    assert done.returncode == 0, (case, sets, done.stderr)
    return json.loads(done.stdout)


# ---- a block stops at its target ------------------------------------------

SLIDES = [dict(target=1, mu=0.3, m=1, kt=5000, ct=50, T=1.5),
          dict(target=2.5, mu=0.45, m=2, kt=3000, ct=90, T=2),
          dict(target=-0.4, mu=0.2, m=0.5, kt=8000, ct=40, T=1.2)]


def true_start(target, mu, m, kt, ct, T):
    """By secants on the motion in continuous time, to 1e-8 of the target."""
    motion = Decoupled([m, m], lambda t, q, v: [0.0, -10.0 * m],
                       lambda q: q[1], lambda q: [0.0, 1.0],
                       lambda q: [[1.0, 0.0]], (1e4, 100.0, kt, ct), mu)
    sink = 10.0 * m / 1e4
    sign = math.copysign(1, target)

    def miss(v):
        return motion.run([0.0, -sink, v, 0.0, sink, 0.0], T, 3e-3)[0] - target
    guess = sign * math.sqrt(20 * mu * abs(target))
    v, w = 0.9 * guess, 1.1 * guess
    f, g = miss(v), miss(w)
    assert f * g < 0, (target, f, g)
    for _ in range(12):
        v, w = w, w - g * (w - v) / (g - f)
        f, g = g, miss(w)
        if abs(g) < 1e-8:
            return w
    raise AssertionError((target, v, w, f, g))


# Verifies PKS05 (13).
def slides():
    for p in SLIDES:
        want = true_start(**p)
        form = 2 * p["mu"] * 10 * (abs(p["target"]) +
                                   p["mu"] * p["m"] * 10 / p["kt"])
        assert abs(want ** 2 - form) < 2e-3 * form, (p, want ** 2, form)
        for theta in (0, 0.5) if p is SLIDES[0] or LONG else (0,):
            errors = []
            for h in (1e-2, 5e-3, 2.5e-3) if LONG else (1e-2, 5e-3):
                got = found("slide_to_target", h=h, theta=theta, **p)
                assert got["residual"] <= 1e-10 and abs(got["v0"][1]) < 1e-10
                errors.append(abs(got["v0"][0] - want))
            assert errors[-1] < (1.5e-2 if theta == 0 else 1e-5), (p, errors)
            assert theta > 0 or 1.8 < errors[-2] / errors[-1] < 2.2, errors
            print(f"slide to {p['target']}: theta = {theta}, v0 = {want:.6f}, "
                  "errors", " ".join(f"{e:.1e}" for e in errors))
    print("verifies PKS05 (13)")


def continued():
    """By continuation the same start is found, in friction and in time."""
    for p in SLIDES[:2]:
        want = found("slide_to_target", h=0.01, **p)["v0"][0]
        for along in ("friction", "duration"):
            got = found("slide_to_target", h=0.01, along=along, **p)
            assert abs(got["v0"][0] - want) < 1e-8, (p, along, got, want)


# ---- the fixed point --------------------------------------------------------

# Verifies PKS05 (27), (Thm8).
def fixed_point():
    """While the block slides, in the scheme with theta = 0,
    v(T) = v - mu g T and x(T) = v T - mu g h^2 N (N + 1) / 2."""
    for kappa, target, T, mu, h in ((2, 0.5, 0.2, 0.3, 1e-3),
                                    (10, 0.5, 0.2, 0.3, 1e-3),
                                    (4, 1.5, 0.1, 0.5, 1e-3),
                                    (30, 0.75, 0.1, 0.1, 5e-4),
                                    (1, -2, 0.5, 0.2, 2e-3)):
        n = round(T / h)
        sign = math.copysign(1, target)
        loss = sign * mu * 10
        want = (kappa * target + loss * T +
                kappa * loss * h * h * n * (n + 1) / 2) / (1 + kappa * T)
        sets = dict(kappa=kappa, target=target, T=T, mu=mu, h=h, v=3 * sign)
        got = found("fixed_point", **sets)
        assert abs(got["v0"][0] - want) < 1e-9, (sets, got["v0"], want)
        slope = -kappa * T
        assert abs(got["contraction"] - slope) < 1e-5, (sets, got)
        converges = abs(slope) < 0.9
        assert (got["method"] == "fixed point") == converges, (sets, got)
        alone = start("fixed_point", method="fixed point", **sets)
        assert alone.returncode == (0 if converges else 5), alone
        if not converges:
            assert alone.stderr.count("\n") == 1, alone.stderr
            assert "misses them by" in alone.stderr, alone.stderr
        by = found("fixed_point", method="secant", **sets)
        assert by["evaluations"] <= 5 and abs(by["v0"][0] - want) < 1e-9, by
        print(f"kappa = {kappa}: slope {got['contraction']:.4f}, "
              f"{got['method']} after {got['evaluations']} runs; the secant "
              f"alone needs {by['evaluations']}")
    print("verifies PKS05 (27), (Thm8)")


# ---- the slab -----------------------------------------------------------------

FEET = [math.radians(a) for a in (90, 210, 330)]


def slab_rate(s, mu):
    """x, y, th, vx, vy, w and for each foot the two stretches; each foot bears
    a third of the weight, and friction is the projection on its disc."""
    x, y, th, vx, vy, w = s[:6]
    fx = fy = torque = 0.0
    out = []
    for k, a in enumerate(FEET):
        rx, ry = math.cos(a + th), math.sin(a + th)
        px = 5000 * s[6 + 2 * k] - 50 * (vx - w * ry)
        py = 5000 * s[7 + 2 * k] - 50 * (vy + w * rx)
        size, bound = math.hypot(px, py), mu * 10 / 3
        if size > bound:
            px, py = px * bound / size, py * bound / size
        out += [(px - 5000 * s[6 + 2 * k]) / 50,
                (py - 5000 * s[7 + 2 * k]) / 50]
        fx, fy = fx + px, fy + py
        torque += rx * py - ry * px
    return [vx, vy, w, fx, fy, torque / 0.5] + out


def slab_motion(v, mu, T=1.5, n=1000):
    s, h = [0.0, 0.0, 0.0, *v] + [0.0] * 6, T / n
    for _ in range(n):
        a = slab_rate(s, mu)
        b = slab_rate([p + h / 2 * q for p, q in zip(s, a)], mu)
        c = slab_rate([p + h / 2 * q for p, q in zip(s, b)], mu)
        d = slab_rate([p + h * q for p, q in zip(s, c)], mu)
        s = [p + h / 6 * (q + 2 * r + 2 * t + u)
             for p, q, r, t, u in zip(s, a, b, c, d)]
    return s


def one_slab(p):
    """Let go with the start that was found for h, the slab in continuous time
    misses its target by O(h)."""
    misses = []
    for h in (0.03, 0.015, 0.0075) if LONG else (0.05, 0.025):
        got = found("slab_to_target", h=h, **p)
        v = got["v0"]
        assert max(map(abs, v[2:5])) < 1e-9 and got["residual"] < 1e-10, got
        s = slab_motion([v[0], v[1], v[5]], p.get("mu", 0.25))
        assert max(map(abs, s[3:6])) < 1e-3, ("not at rest", p, s)
        misses.append(math.dist(s[:3], (p["x"], p["y"], p["turn"])))
    assert misses[-1] < 0.08 and misses[-2] / misses[-1] > 1.6, (p, misses)
    return p, misses


def slab():
    with ThreadPoolExecutor(2) as pool:
        for p, misses in pool.map(one_slab, [
                dict(x=1, y=0.5, turn=math.pi / 2),
                dict(x=-0.5, y=1, turn=-1, mu=0.4),
                dict(x=0.3, y=-0.8, turn=2, mu=0.3)]):
            print(f"slab to ({p['x']}, {p['y']}, {p['turn']:.4f}): missed by",
                  " ".join(f"{m:.1e}" for m in misses))


def slab_starts():
    """From 20 random starts, PERP_LONG=1: from 50."""
    h, n = (0.02, 50) if LONG else (0.05, 20)
    for seed in (1, 2, 3) if LONG else (1,):
        done = start("slab_to_target", starts=n, seed=seed, h=h)
        assert done.returncode == 0, done.stderr
        runs = json.loads(done.stdout)["runs"]
        main = runs.pop("slab_to_target")
        assert all(math.dist(r["v0"], main["v0"]) < 1e-6
                   for r in runs.values()), "several starts"
        print("slab:", done.stderr.strip(), f"(seed {seed}, h = {h})")
        assert f"{len(runs)} of {n}" in done.stderr and len(runs) >= 0.9 * n


def cut_short():
    """perp cone looks at the motion from the scene's own v: at t = 0.1 s the
    ends for t = 1.5 s mean nothing."""
    path = os.path.join(SOURCE, "cases", "PKS05", "slide_to_target.lua")
    for at in ("0", "0.1"):
        done = subprocess.run([BINARY, "cone", path, "--json", "--at", at],
                              text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["t"] == float(at), done.stdout


BALL = """local perp = require "perp"
local guess = perp.param("guess", 2, "where the search begins, m/s")
return { scheme = "theta", h = 1/500, T = 0.4, q = { 0.1 }, v = { guess },
  system = perp.system { coordinates = { "y" },
    mass = function() return { { 1 } } end,
    force = function() return { -10 } end,
    contacts = function(q) return { { name = "floor", gap = q.y,
      stiffness = 1000, damping = 10 } } end },
  ends = { { final = { ["q.y"] = 1 }, value = 0.05 }, method = "secant" } }
"""


def two_starts():
    """A ball that is thrown up, or bounces: both are found, from two guesses, and
    neither run says that its start is the only one."""
    v0 = []
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "ball.lua")
        with open(path, "w") as f:
            f.write(BALL)
        for guess in (2, -2):
            done = subprocess.run([BINARY, "run", path, "--json", "--set",
                                   f"guess={guess}"], text=True,
                                  capture_output=True)
            assert done.returncode == 0, done.stderr
            got = json.loads(done.stdout)
            assert got["residual"] < 1e-9 and got["other_starts"] is None, got
            v0 += got["v0"]
        said = subprocess.run([BINARY, "run", path], text=True,
                              capture_output=True).stderr
        assert "whether there are others is undecided" in said, said
    # y(T) = y0 + v0 T - g T^2 / 2 without the floor, up to g T h / 2 / T
    assert abs(v0[0] - 1.875) < 0.011 and v0[1] < -1, v0
    print("ball: from", " and ".join("%.4f" % v for v in v0), "m/s")


PATCH = """local perp = require "perp"
return { scheme = "theta", h = 1/64, T = 0.5, q = { 0.25, -0.5 },
  v = { START }, delta = { floor = { 0.5, 0.125 } },
  system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 2 } } end,
    force = function(t, q) return { 1 - q.x, -10 } end,
    contacts = function(q, v) return { { name = "floor", gap = q.y,
      slips = { v.x }, mu = 0.25, stiffness = { 40, 10 }, damping = { 4, 2 } } }
    end }, ENDS }
"""
STATE = ["q.x", "q.y", "v.x", "v.y", "delta.floor.n", "delta.floor.t"]
M_NU = [[1, 0.5], [-0.25, 2]]
N_OF = [[0.5, 0.25, 1, -0.5, 0.75, 2], [-1, 0.5, 0.25, 1, -0.5, 1.5]]
B = [1.5, -0.75]


# Verifies PKS05 (13).
def every_weight():
    """Two conditions on everything at both ends: the start that is found, let go
    without any ends, meets (13) with the last row of the table."""
    def lua(names, row):
        return "{ " + ", ".join(f'["{n}"] = {w!r}'
                                for n, w in zip(names, row)) + " }"
    ends = "ends = { " + ", ".join(
        f"{{ start = {lua(STATE[2:4], m)}, final = {lua(STATE, n)}, value = {b} }}"
        for m, n, b in zip(M_NU, N_OF, B)) + " }"

    def run(v, ends, *flags):
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "patch.lua")
            with open(path, "w") as f:
                f.write(PATCH.replace("START", ", ".join(map(repr, v)))
                        .replace("ENDS", ends))
            return subprocess.run([BINARY, "run", path, "-q", *flags], text=True,
                                  capture_output=True, check=True).stdout
    v = json.loads(run([1.0, 0.0], ends, "--json"))["v0"]
    last = list(csv.DictReader(io.StringIO(run(v, "", "--csv", "-"))))[-1]
    x = [float(last[name]) for name in STATE]
    assert min(map(abs, v + x)) > 1e-2, ("an entry counts for nothing", v, x)
    for m, n, b in zip(M_NU, N_OF, B):
        left = b - sum(p * q for p, q in zip(m + n, v + x))
        assert abs(left) < 1e-9, (left, v, x)
    print("verifies PKS05 (13)")


TESTS = [every_weight, two_starts, cut_short, slides, continued, fixed_point, slab, slab_starts]
if __name__ == "__main__":
    for test in TESTS:
        if len(sys.argv) < 2 or test.__name__ in sys.argv[1:]:
            test()
            print("ok", test.__name__)
