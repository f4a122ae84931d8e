"""Six scenes of at most thirty lines, without geometry of their own, against what is
known of them otherwise: the slider-crank by Newton's and Euler's equations with the
forces of its joints as unknowns, the first domino by a pendulum's equation, the
billiard from collision to collision, the brick by a closed form, the pyramid by
weights, the rolling disc by its steady motion. Each with its own parameters; with `all` and two sets more."""
import csv
import io
import math
import os
import subprocess
import sys

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
G = 9.81
SETS = 3 if sys.argv[1:] == ["all"] else 1


def run(case, **sets):
    """The table of a case, its columns as lists, and what stands in its text."""
    path = os.path.join(SOURCE, "cases", "GAP08", case + ".lua")
    with open(path, encoding="utf-8") as file:
        assert len(file.readlines()) <= 30, case
    words = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    done = subprocess.run([BINARY, "run", path, "-q", "--csv", "-"] + words,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, (case, sets, done.stderr)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    return {k: [float(r[k]) for r in rows] for k in rows[0]}


def solved(a, b):
    """a x = b by elimination with pivots."""
    n = len(b)
    m = [row[:] + [b[i]] for i, row in enumerate(a)]
    for i in range(n):
        k = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[k] = m[k], m[i]
        for r in range(i + 1, n):
            f = m[r][i] / m[i][i]
            if f != 0:
                m[r] = [x - f * y for x, y in zip(m[r], m[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][k] * x[k] for k in range(i + 1, n))) / m[i][i]
    return x


def rk4(f, y, h):
    def ahead(c, d):
        return [u + c * w for u, w in zip(y, d)]
    a = f(y)
    b = f(ahead(h / 2, a))
    c = f(ahead(h / 2, b))
    d = f(ahead(h, c))
    return [u + h / 6 * (p + 2 * q + 2 * r + s)
            for u, p, q, r, s in zip(y, a, b, c, d)]


# ---- slider-crank: unknowns are nine accelerations, the forces at axle, pin and wrist,
# the ground's normal force and the moment that keeps the block level

def crank_rate(torque, mu, rod):
    l, m1, m2, m3 = 1.0, 1.0, 2.0, 3.0
    i1, i2 = m1 * l * l / 12, m2 * rod * rod / 12

    def rate(y):
        p, w = y
        s = -l * math.sin(p) / rod         # the rod's angle r: l sin p + rod sin r = 0
        c = math.sqrt(1 - s * s)
        u = -l * math.cos(p) * w / (rod * c)
        slide = -l * math.sin(p) * w - rod * s * u
        sign = 1.0 if slide > 0 else -1.0
        # x: a1x a1y al1 a2x a2y al2 a3x a3y al3, Ox Oy Px Py Wx Wy, N, M
        a, b = [[0.0] * 17 for _ in range(17)], [0.0] * 17

        def put(i, rhs, **entries):
            b[i] = rhs
            for k, x in entries.items():
                a[i][int(k[1:])] += x
        ax, ay = l / 2 * math.cos(p), l / 2 * math.sin(p)
        bx, by = rod / 2 * c, rod / 2 * s
        put(0, 0, _0=m1, _9=-1, _11=-1)
        put(1, -m1 * G, _1=m1, _10=-1, _12=-1)
        put(2, torque, _2=i1, _9=-ay, _10=ax, _11=ay, _12=-ax)
        put(3, 0, _3=m2, _11=1, _13=-1)
        put(4, -m2 * G, _4=m2, _12=1, _14=-1)
        put(5, 0, _5=i2, _11=by, _12=-bx, _13=by, _14=-bx)
        put(6, 0, _6=m3, _13=1, _15=mu * sign)
        put(7, -m3 * G, _7=m3, _14=1, _15=-1)
        put(8, 0, _8=1.0, _16=-1)
        # Two bodies have one acceleration in a joint: a + al x r - w^2 r.
        put(9, -w * w * ax, _0=1, _2=ay)
        put(10, -w * w * ay, _1=1, _2=-ax)
        put(11, -w * w * ax - u * u * bx, _0=-1, _2=ay, _3=1, _5=by)
        put(12, -w * w * ay - u * u * by, _1=-1, _2=-ax, _4=1, _5=-bx)
        put(13, -u * u * bx, _3=-1, _5=by, _6=1)
        put(14, -u * u * by, _4=-1, _5=-bx, _7=1)
        put(15, 0, _7=1)
        put(16, 0, _8=1)
        x = solved(a, b)
        assert x[15] > 0, "the block would lift off"
        return [w, x[2]]
    return rate


def slider_crank():
    for sets in ({}, {"torque": 28, "mu": 0.6}, {"torque": 21, "rod": 2.5})[:SETS]:
        torque = sets.get("torque", 22)
        mu, rod = sets.get("mu", 0.3), sets.get("rod", 3)
        rate = crank_rate(torque, mu, rod)
        y, n, T = [0.0, 0.0], 75, 1.5
        for _ in range(n):
            y = rk4(rate, y, T / n)
        errors = []
        for steps in (600, 1200):
            table = run("slider_crank", T=T, h=T / steps, **sets)
            errors.append(table["q.crank.th"][-1] - y[0])
        print("slider-crank", sets, "angle", y[0], "errors", errors)
        # Of first order: what is left of the extrapolation is of second.
        assert y[0] > 1 and abs(errors[0]) < 0.03
        assert abs(2 * errors[1] - errors[0]) < 0.02 * abs(errors[0])


# ---- dominoes

def dominoes():
    for sets in ({}, {"gap": 0.35, "spin": -1.8}, {"tall": 1.25, "spin": -1.6})[:SETS]:
        spin, tall = sets.get("spin", -1.5), sets.get("tall", 1)
        edge = (0.04 + tall * tall) / 3

        def rate(y):
            lever = tall / 2 * math.sin(y[0]) - 0.1 * math.cos(y[0])
            return [y[1], G * lever / edge]
        errors = []
        for h in (0.0025, 0.00125):
            table = run("dominoes", h=h, **sets, **({} if h > 0.002 else {"T": 0.5}))
            hits = [k for k in table if k.startswith("cn.d") and "ground" not in k]
            hit = min(i for i in range(len(table["t"]))
                      if any(table[k][i] > 0 for k in hits))
            t, y = table["t"][hit - 1], [0.0, -spin]
            for _ in range(50):
                y = rk4(rate, y, t / 50)
            errors.append(abs(table["q.d1.th"][hit - 1] + y[0]))
            if h < 0.002:
                continue
            energy = [k + G * sum(table["q.d%d.y" % i][l] for i in range(1, 6))
                      for l, k in enumerate(table["kinetic"])]
            # Until the last one is hit. Later a corner passes a corner, where the
            # gap has a kink and the row of the step another normal.
            last = min(i for i in range(len(table["t"]))
                       if any(table[k][i] > 0 for k in hits if "d5" in k))
            rise = max(b - a for a, b in zip(energy[:last], energy[1:last + 1]))
            assert rise < 1e-9 and last > hit + 20, (rise, last)
            down = [table["q.d%d.th" % i][-1] for i in range(1, 6)]
            assert max(down) < -0.5 and table["kinetic"][-1] < 1e-6, down
        print("dominoes", sets, "hit at", t, "errors", errors, "rise", rise)
        assert y[0] > 0.1 and errors[0] < 0.005 and errors[1] < 0.65 * errors[0]


# ---- billiard: from collision to collision

def after(x, v, wide):
    """The next collision: the time and who."""
    best = (math.inf, None, None)
    for i in range(4):
        for axis, wall in ((0, wide), (1, 1.0)):
            u = v[i][axis]
            if u != 0:
                t = ((wall - 0.25) * (1 if u > 0 else -1) - x[i][axis]) / u
                best = min(best, (t, i, -1 - axis), key=lambda z: z[0])
        for k in range(i):
            d = [x[i][a] - x[k][a] for a in (0, 1)]
            u = [v[i][a] - v[k][a] for a in (0, 1)]
            b = d[0] * u[0] + d[1] * u[1]
            uu = u[0] ** 2 + u[1] ** 2
            root = b * b - uu * (d[0] ** 2 + d[1] ** 2 - 0.25)
            if b < 0 and root > 0:
                best = min(best, ((-b - math.sqrt(root)) / uu, i, k),
                           key=lambda z: z[0])
    return best


def billiard():
    for sets in ({}, {"e": 0.75, "speed": 4}, {"e": 1, "wide": 3})[:SETS]:
        e, speed = sets.get("e", 0.9), sets.get("speed", 3)
        wide = sets.get("wide", 4)
        table = run("billiard", **sets)
        x = [[-2, 0.125], [0, 0], [1, 0.375], [1.5, -0.5]]
        v = [[speed, 0.25], [0, 0], [0, 0], [0, 0]]
        now, hits, walls, worst = 0.0, 0, 0, 0.0
        ahead, i, k = after(x, v, wide)
        for l, t in enumerate(table["t"]):
            while now + ahead <= t - 1e-9:
                x = [[p + ahead * u for p, u in zip(a, b)] for a, b in zip(x, v)]
                now += ahead
                if k < 0:
                    v[i][-1 - k] *= -e
                    walls += 1
                else:
                    n = [(x[i][a] - x[k][a]) / 0.5 for a in (0, 1)]
                    u = sum(n[a] * (v[i][a] - v[k][a]) for a in (0, 1))
                    c = (1 + e) * u / (1 / (i + 1) + 1 / (k + 1))
                    v[i] = [v[i][a] - c * n[a] / (i + 1) for a in (0, 1)]
                    v[k] = [v[k][a] + c * n[a] / (k + 1) for a in (0, 1)]
                    hits += 1
                ahead, i, k = after(x, v, wide)
            ahead -= t - now
            x = [[p + (t - now) * u for p, u in zip(a, b)] for a, b in zip(x, v)]
            now = t
            for body in range(4):
                for axis, name in enumerate("xy"):
                    worst = max(worst, abs(x[body][axis] - table[
                        "q.d%d.%s" % (body + 1, name)][l]))
        print("billiard", sets, hits, "hits,", walls, "at walls, worst", worst)
        assert hits >= 3 and walls >= 3 and worst < 1e-6


# ---- brick

def brick():
    for sets in ({}, {"tilt": 0.3, "mu": 0.5, "spin": 5},
                 {"tilt": 0.25, "mu": 0.4, "speed": 1.5, "spin": 3})[:SETS]:
        tilt, mu = sets.get("tilt", 0.4), sets.get("mu", 0.3)
        speed = sets.get("speed", 0.5)
        down = math.sin(tilt) - mu * math.cos(tilt)
        # Without spin: one direction of friction is the slope's.
        table = run("incline", **{**sets, "spin": 0})
        u = (math.cos(tilt), -math.sin(tilt))
        for l, t in enumerate(table["t"]):
            want = max(0.0, speed + G * down * t)
            got = u[0] * table["v.brick.vx"][l] + u[1] * table["v.brick.vz"][l]
            assert abs(got - want) < 1e-9, (sets, t, got, want)
        # With spin: it stays on the slope, whose impulses bear it; energy falls.
        table = run("incline", **sets)
        normal = [k for k in table if k.startswith("cn.")]
        height = [math.sin(tilt) * x + math.cos(tilt) * z for x, z in
                  zip(table["q.brick.x"], table["q.brick.z"])]
        energy = [k + G * z for k, z in zip(table["kinetic"], table["q.brick.z"])]
        for l in range(1, len(table["t"])):
            h = table["t"][l] - table["t"][l - 1]
            assert abs(sum(table[k][l] for k in normal) -
                       G * math.cos(tilt) * h) < 1e-9, l
            assert abs(height[l] - 0.03) < 1e-9
            assert energy[l] <= energy[l - 1] + 1e-12
        assert 0 <= table["v.brick.wz"][-1] < 0.5 * table["v.brick.wz"][0]
        print("brick", sets, "energy", energy[0], energy[-1])


# ---- pyramid: what each row bears

def pyramid():
    for sets in ({}, {"mass": 2.5}, {"width": 0.75, "mu": 0.1, "mass": 0.5})[:SETS]:
        mass = sets.get("mass", 1)
        table = run("pyramid", **sets)
        assert max(table["kinetic"]) < 1e-20
        for row, above in ((1, 12), (2, 7), (3, 3)):
            below = [k for k in table if k.startswith("cn.") and (
                k.endswith("-ground") if row == 1 else
                "r%db" % row in k and "r%db" % (row - 1) in k)]
            for l in range(1, len(table["t"])):
                got = sum(table[k][l] for k in below)
                assert abs(got - above * mass * G * 0.01) < 1e-9, (row, l, got)
        print("pyramid", sets, "kinetic", max(table["kinetic"]))


# ---- rolling disc: an independent form of the balance of moments about the point of
# contact, with the lean from the vertical and the curvature of the path

def rolling_disc():
    for sets in ({}, {"tilt": 0.15, "rate": 1.5, "radius": 0.4},
                 {"tilt": 0.4, "rate": 3, "radius": 0.5})[:SETS]:
        tilt, rate = sets.get("tilt", 0.3), sets.get("rate", 2)
        r = sets.get("radius", 0.25)
        # Bisection for the centre's speed u at which gravity's moment about the
        # contact, r g sin(tilt), is the change of the angular momentum there:
        # disc r^2/2 and r^2/4, the spin u/r, the circle u/rate.
        def lack(u):
            spin = r * r / 2 * (u / r) + r * u
            return rate * (spin * math.cos(tilt) + r * r / 4 * rate *
                           math.sin(tilt) * math.cos(tilt)) - r * G * math.sin(tilt)
        low, high = 0.0, 100.0
        for _ in range(200):
            mid = (low + high) / 2
            low, high = (mid, high) if lack(mid) < 0 else (low, mid)
        circle = low / rate
        errors = []
        for h in (0.004, 0.002):
            table = run("rolling_disc", h=h, T=1, **sets)
            x, y, t = (table[k][-1] for k in ("q.disc.x", "q.disc.y", "t"))
            errors.append((x - circle * math.cos(rate * t),
                           y - circle * math.sin(rate * t),
                           table["q.disc.z"][-1] - r * math.cos(tilt)))
            assert max(table["cn.disc-ground"][1:]) < 2 * G * h
            assert min(table["cn.disc-ground"][1:]) > G * h / 2
        print("rolling disc", sets, "circle", circle, "errors", errors)
        sizes = [math.hypot(*e) for e in errors]
        left = math.hypot(*(2 * b - a for a, b in zip(*errors)))
        # Of first order: what is left of the extrapolation is of second.
        assert sizes[0] < 0.25 * circle and left < 0.2 * sizes[0], (sizes, left)
        assert sizes[1] < 0.6 * sizes[0]


THROWN = """
local perp, spatial = require "perp", require "perp.spatial"
local w = spatial.world { mu = perp.param("mu", 0.25) }
local r = perp.param("r", 0.5)
w:%s
local q, v = w:state { at = { 0, 0, perp.param("z", r) },
  velocity = { 0, perp.param("speed", 3), 0 },
  turn = spatial.turn({ 0, 1, 0 }, perp.param("turn", 0.0)) }
return { system = w:system(), h = 0.01, T = 1, q = q, v = v, alpha = 1 }
"""


def program(text, **sets):
    words = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    return subprocess.run([BINARY, "run", "/dev/stdin", "-q", "--csv", "-"] + words,
                          input=text, capture_output=True, text=True, check=False)


def thrown_disc():
    """Thrown upright without spin it slides, braked by mu g, until v = r w; what it
    has about the line of contact stays: v ends at 2/3 of what it was."""
    shapes = ("disc { mass = 2, radius = r }",
              "cylinder { mass = 2, radius = r, length = 0.4 }")
    for shape in shapes:
        for sets in ({}, {"mu": 0.125, "r": 0.25, "speed": 2})[:max(SETS - 1, 1)]:
            mu, r = sets.get("mu", 0.25), sets.get("r", 0.5)
            speed = sets.get("speed", 3)
            done = program(THROWN % shape, **sets)
            assert done.returncode == 0, done.stderr
            rows = list(csv.DictReader(io.StringIO(done.stdout)))
            for row in rows:
                t, v, w = (float(row[k]) for k in ("t", "v.vy", "v.wx"))
                rolls = t >= speed / (3 * mu * G)
                want = 2 * speed / 3 if rolls else speed - mu * G * t
                assert abs(v - want) < 1e-11, (t, v, want)
                assert abs(-r * w - 2 * (speed - want)) < 1e-11, (t, w)
                assert abs(float(row["q.z"]) - r) < 1e-12
            assert rolls and not abs(float(rows[0]["v.wx"])) > 0
            energy = float(rows[-1]["kinetic"])
            assert abs(energy - 2 * 0.75 * (2 * speed / 3) ** 2) < 1e-10
    # Flat, it falls; flat on the floor its whole rim touches, and it says so.
    flat = {"turn": math.pi / 2, "speed": 0, "z": 0.1}
    done = program(THROWN % shapes[0], T=0.1, **flat)
    assert done.returncode == 0, done.stderr
    last = list(csv.DictReader(io.StringIO(done.stdout)))[-1]
    assert abs(float(last["v.vz"]) + G * 0.1) < 1e-12
    done = program(THROWN % shapes[0], **flat)
    assert done.returncode == 3, (done.returncode, done.stderr)
    for word in ("rim-ground", "has no gradient", "a disc that lies flat"):
        assert word in done.stderr, done.stderr


if __name__ == "__main__":
    slider_crank()
    dominoes()
    billiard()
    brick()
    pyramid()
    rolling_disc()
    thrown_disc()
