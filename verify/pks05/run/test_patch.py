"""A patch on an elastic half-space, `lua/perp/patch.lua`: its matrices against point forces
that are summed up numerically, the moment of a ball that spins, the drag of one that rolls.
PERP_LONG=1: finer patches."""
import csv
import io
import math
import os
import subprocess
import tempfile

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
LONG = "PERP_LONG" in os.environ


def perp(scene, *flags, **sets):
    command = [BINARY, "run", scene, "-q", *flags]
    for name, value in sets.items():
        command += ["--set", f"{name}={value!r}"]
    return subprocess.run(command, text=True, capture_output=True)


def rows(scene, **sets):
    done = perp(scene, "--csv", "-", **sets)
    assert done.returncode == 0, done.stderr
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(done.stdout))]


# ---- Boussinesq and Cerruti, by quadrature -------------------------------

def point(x, y, nu):
    """What a force of 2 pi G at a point does to the surface, (x, y) away: u_n, u_x, u_y
    for a force along n, x and y, n outward."""
    r = math.hypot(x, y)
    half = 0.5 - nu
    return [[(1 - nu) / r, -half * x / r ** 2, -half * y / r ** 2],
            [half * x / r ** 2, (1 - nu) / r + nu * x * x / r ** 3,
             nu * x * y / r ** 3],
            [half * y / r ** 2, nu * x * y / r ** 3,
             (1 - nu) / r + nu * y * y / r ** 3]]


def legendre(n):
    """Points and weights on [-1, 1]: Newton's method on the polynomial."""
    out = []
    for i in range(n):
        x = math.cos(math.pi * (i + 0.75) / (n + 0.5))
        for _ in range(50):
            p, before = x, 1.0
            for k in range(2, n + 1):
                p, before = ((2 * k - 1) * x * p - (k - 1) * before) / k, p
            slope = n * (x * p - before) / (x * x - 1)
            x -= p / slope
        out.append((x, 2 / ((1 - x * x) * slope * slope)))
    return out


GAUSS = legendre(12)


def answer(x, y, side, nu):
    """The mean over an element's square of `point`. Around its own middle the functions
    are of degree -1, so that the integral along a ray is the function at 1 times the
    ray's length: eight sectors of 45 degrees."""
    total = [[0.0] * 3 for _ in range(3)]

    def add(m, w):
        for i in range(3):
            for j in range(3):
                total[i][j] += w * m[i][j] / side ** 2
    if x == y == 0:
        for sector in range(8):
            for g, w in GAUSS:
                turn = (sector + 0.5 + g / 2) * math.pi / 4
                c, s = math.cos(turn), math.sin(turn)
                add(point(c, s, nu),
                    w * math.pi / 8 * side / 2 / max(abs(c), abs(s)))
    else:
        for g, w in GAUSS:
            for k, z in GAUSS:
                add(point(x + g * side / 2, y + k * side / 2, nu),
                    w * z * side ** 2 / 4)
    return total


def middles(n, side):
    return [((i - (n - 1) / 2) * side / n, (j - (n - 1) / 2) * side / n)
            for j in range(n) for i in range(n)]


def surface(n, side, modulus, nu, force):
    """u of all elements for the forces, three each."""
    G, at, known, out = modulus / 2 / (1 + nu), middles(n, side), {}, []
    for x, y in at:
        u = [0.0] * 3
        for (a, b), f in zip(at, force):
            key = (round((x - a) * n / side), round((y - b) * n / side))
            if key not in known:
                known[key] = answer(x - a if key[0] else 0,
                                    y - b if key[1] else 0, side / n, nu)
            for i in range(3):
                u[i] += sum(known[key][i][j] * f[j] for j in range(3))
        out.append([c / (2 * math.pi * G) for c in u])
    return out


# ---- the ball that spins -------------------------------------------------

# Verifies PKS05 (5), (7), (16).
def spins():
    """Behind the transient each row of the table is the equilibrium of the patch: the
    deformations are those that the forces make on the half-space, by quadrature; none
    pulls, none is pressed through; every element slips and resists with mu times its
    normal force against its slip; together they carry the weight; and what they take
    from the spin is their moment. Hertz's moment is near."""
    sets = [dict(n=4, poisson=0.3, mu=0.3, m=1.0, R=0.1, modulus=1e5),
            dict(n=5, poisson=0.5, mu=0.2, m=2.0, R=0.2, modulus=3e5),
            dict(n=3, poisson=0.1, mu=0.5, m=1.0, R=0.1, modulus=1e5)]
    sets += [dict(n=8, poisson=0.5, mu=0.3, m=1.0, R=0.1, modulus=1e5)] if LONG else []
    for p in sets:
        n, mu, weight = p["n"], p["mu"], 10 * p["m"]
        a = (3 * weight * p["R"] * (1 - p["poisson"] ** 2) / p["modulus"] / 4) ** (1 / 3)
        table = rows(os.path.join(SOURCE, "cases", "PKS05", "spinning_ball.lua"),
                     h=0.01, T=0.42, spin=60, **p)
        last, before = table[-1], table[-2]
        at = middles(n, 2.4 * a)

        def of(what, row=last):
            return [[row[f"{what}.e{i + 1}.{k}"] for k in "nto"] for i in range(n * n)]
        force, moment, touch = of("lam"), 0.0, 0
        # A floor that is pressed down by delta moves by -delta under -lambda.
        for d, u in zip(of("delta"), surface(n, 2.4 * a, p["modulus"], p["poisson"], force)):
            assert math.dist(d, u) < 1e-7 * a, (p, d, u)
        for (x, y), (f, t, o), (d, _, _) in zip(at, force, of("delta")):
            gap = last["q.z"] - math.sqrt(p["R"] ** 2 - x * x - y * y) + d
            assert f >= 0 and gap >= -1e-13 and f * gap < 1e-12, (p, f, gap)
            arm = math.hypot(x, y)
            moment += mu * f * arm
            touch += f > 0
            if arm > 1e-9 * a:
                assert math.dist((t, o), (mu * f * y / arm, -mu * f * x / arm)) < 1e-7, p
        assert touch >= 4 and abs(sum(f[0] for f in force) - weight) < 1e-6 * weight, p
        taken = 0.4 * p["m"] * p["R"] ** 2 * (before["v.c"] - last["v.c"]) / 0.01
        assert last["v.c"] > 5 and abs(taken - moment) < 1e-9 * moment, (p, taken, moment)
        off = moment / (3 * math.pi / 16 * mu * weight * a) - 1
        print("n = %d, nu = %g: %d elements touch, moment %.4g N m, Hertz's %+.1f %%" %
              (n, p["poisson"], touch, moment, 100 * off))
        if p["poisson"] == 0.5: # else friction moves the pressure
            assert abs(off) < (0.02 if n > 6 else 0.06), (p, off)
    print("verifies PKS05 (5), (7), (16)")


# ---- the ball that rolls -------------------------------------------------

STRIP = """
local perp = require "perp"
local patch = require "perp.patch"
local nx = perp.param("nx", 12)
local width, V = perp.param("width", 5e-3), perp.param("V", 0.1, "m/s")
local R, h = 0.1, perp.param("h", 1/400)
local strip = patch.half_space { n = { nx, 1 }, modulus = 75000, poisson = 1/2,
  side = { nx * perp.number(width), 0.02 }, slips = 0,
  damping = perp.param("damping", 0.01, "s") }
return {
  system = perp.system { coordinates = { "x", "z" },
    mass = function() return { { 1e6, 0 }, { 0, 1e-3 } } end,
    force = function() return { 0, -10 } end,
    contacts = function(q)
      return strip.contacts(function(x, y)
        return { gap = q.z - R + ((q.x - x) ^ 2 + y * y) / (2 * R), slips = {} }
      end)
    end, compliance = strip.compliance },
  scheme = "theta", h = h, T = perp.param("T", 1.0), q = { -0.0125, R }, v = { V, 0 } }
"""


def drag(n, width, damping, V, h):
    """Over the last 15 mm of the way, whole elements, in shares of load damping V/R. A
    step's force belongs to where it ends."""
    with tempfile.TemporaryDirectory() as out:
        scene = os.path.join(out, "strip.lua")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(STRIP)
        table = rows(scene, T=0.0225 / V, damping=damping, V=V, nx=n, width=width, h=h)
    steps = round(0.015 / V / h)
    total = sum(row[f"lam.e{i + 1}.n"] * ((i - (n - 1) / 2) * width - row["q.x"])
                for row in table[-steps:] for i in range(n))
    return total / steps / (10 * damping * V)


# Verifies PKS05 (5), (6).
def rolls():
    """A floor whose force is K delta + damping K delta' is pressed like the elastic one a
    little later: p(x) = p_0(x + damping V), so the pressure under what rolls with V stands
    damping V ahead of it, and it is held back by the load times that over R: in the limit
    of an arm damping V that is short beside the contact. For longer ones the pressure ends
    earlier behind, where p_0(x + damping V) would pull, and the share falls in proportion to
    the arm, here 0.5, 1 and 2 mm of a contact 47 mm long: the line through the first two
    begins at 1. The third of 1 mm has half the damping and twice the speed."""
    half, one = [drag(32, 2.5e-3, x, 0.1, 1 / 400) for x in (0.005, 0.01)]
    print("of the drag: %.3f %.3f" % (half, one))
    assert one < half < 1 and abs(2 * half - one - 1) < 0.015, (half, one)
    if LONG:
        two, fast = drag(32, 2.5e-3, 0.02, 0.1, 1 / 400), drag(32, 2.5e-3, 0.005, 0.2, 1 / 800)
        assert 0.9 < two < one and abs(one - fast) < 0.01, (two, one, fast)
    print("verifies PKS05 (5), (6)")


# ---- in a world ----------------------------------------------------------

WORLD = """
local perp = require "perp"
local spatial, patch = require "perp.spatial", require "perp.patch"
local R, m, side = 0.1, 1, perp.param("side", 1.0)
local floor = patch.half_space { n = 3, side = side, modulus = 1e5, poisson = 1/2,
  damping = 0.02 }
local world = spatial.world { gravity = { 0, 0, -10 }, ground = false }
world:sphere { name = "ball", mass = m, radius = R }
for i, p in ipairs(floor.middles) do
  world:contact { name = "e" .. i, mu = 0.3,
    gap = function(q) return q["ball.z"] - math.sqrt(R * R - p[1] ^ 2 - p[2] ^ 2) end,
    slips = function(q, v)
      return { v["ball.vx"] - p[2] * v["ball.wz"], v["ball.vy"] + p[1] * v["ball.wz"] }
    end }
end
world:compliance(floor.compliance)
local q, v = world:state { ball = { at = { 0, 0, R }, spin = { 0, 0, 60 } } }
return { system = world:system(), scheme = "theta", h = 0.01, T = 0.1,
  q = q, v = v }
"""


def worlds():
    """A ball of a world in space, six velocities, spins like the two coordinates of the case;
    matrices that are told twice or have another key are refused."""
    side = 2.4 * (3 * 10 * 0.1 * 0.75 / 1e5 / 4) ** (1 / 3)
    plain = rows(os.path.join(SOURCE, "cases", "PKS05", "spinning_ball.lua"), n=3, h=0.01,
                 T=0.1, spin=60)
    with tempfile.TemporaryDirectory() as out:
        scene = os.path.join(out, "world.lua")

        def write(text):
            with open(scene, "w", encoding="utf-8") as file:
                file.write(text)
        write(WORLD)
        table = rows(scene, side=side)
        assert len(table) == len(plain) == 11
        for x, y in zip(table, plain):
            for a, b in (("q.ball.z", "q.z"), ("v.ball.wz", "v.c"), ("lam.e2.n", "lam.e2.n"),
                         ("lam.e2.t", "lam.e2.t")):
                assert abs(x[a] - y[b]) < 1e-9 * max(1, abs(y[b])), (a, x[a], y[b])
        told = "world:compliance(floor.compliance)"
        for more, words in ((told, "told once"),
                            ("world:compliance { k = 1 }", "unknown key 'k'")):
            write(WORLD.replace(told, more if "k" in words else told + more))
            done = perp(scene)
            assert done.returncode == 3 and words in done.stderr, done
    assert table[-1]["v.ball.wz"] < table[1]["v.ball.wz"] - 0.1


# ---- elements that are long ----------------------------------------------

def strips():
    """One element of sides a and b, however long: the middle of a rectangle under a
    uniform traction moves by 2(a asinh b/a + b asinh a/b) times 1/(2 pi G ab), Love's,
    1 - nu of it along n, and along x and y with nu times 2b asinh a/b and 2a asinh b/a
    beside it. K is diagonal."""
    with tempfile.TemporaryDirectory() as out:
        scene = os.path.join(out, "strip.lua")
        for power in range(-12, 13, 2):
            a, b, nu = 1.0, 10.0**power, 0.25
            with open(scene, "w", encoding="utf-8") as file:
                file.write(f"""local p = require "perp.patch".half_space {{ n = 1,
                    side = {{ {a}, {b!r} }}, modulus = 2.5, poisson = 1/4, damping = 1 }}
                    for i = 1, 3 do print("row", table.unpack(p.K[i])) end""")
            K = [[float(x) for x in line.split()[1:]] for line in
                 perp(scene).stderr.splitlines() if line.startswith("row")]
            x, y = 2 * b * math.asinh(a / b), 2 * a * math.asinh(b / a)
            for i, more in enumerate((0, nu * x, nu * y)):
                want = 2 * math.pi * a * b / ((1 - nu) * (x + y) + more)
                assert abs(K[i][i] / want - 1) < 1e-13, (power, i, K, want)
                assert K[i][i - 1] == K[i][i - 2] == 0, (power, K)


# ---- what is wrong -------------------------------------------------------

def refused():
    """A wrong key or value is refused with its line."""
    good = {"n": "3", "side": "1", "modulus": "1e5", "damping": "0.01"}
    for key, value, words in (
            ("poison", "0.3", "unknown key 'poison' in patch.half_space"),
            ("poisson", "0.6", "poisson = a number from 0 to 1/2"),
            ("poisson", "{}", "poisson = a number from 0 to 1/2"),
            ("n", "2.5", "n = one or two whole numbers from 1 to 32"),
            ("n", "{ 2, 3, 4 }", "n = one or two whole numbers"),
            ("side", "-1", "side = one or two positive numbers, m"),
            ("modulus", "0", "modulus = a positive number, Pa,"),
            ("damping", "nil", "damping = a positive number, s,"),
            ("slips", "3", "slips = 0, 1 or 2"), ("slips", "0.5", "slips = 0, 1 or 2"),
            ("side", "1e-200", "are not positive definite; take fewer, or rounder"),
            ("at", "3", "at = { x, y }, two numbers, m,"),
            ("at", "{ 1 }", "at = { x, y }, two numbers, m,")):
        lines = ['local patch = require "perp.patch"', "patch.half_space {"]
        lines += [f"  {k} = {v}," for k, v in {**good, key: value}.items()]
        at = 1 + next(i for i, x in enumerate(lines) if x.startswith(f"  {key} "))
        with tempfile.TemporaryDirectory() as out:
            scene = os.path.join(out, "wrong.lua")
            with open(scene, "w", encoding="utf-8") as file:
                file.write("\n".join(lines + ["}"]))
            done = perp(scene)
        assert done.returncode == 3 and words in done.stderr, (key, done)
        assert value in ("nil", "1e-200") or f"wrong.lua:{at}:" in done.stderr, done.stderr


spins()
rolls()
worlds()
strips()
refused()
