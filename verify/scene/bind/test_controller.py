"""Controllers: the same discrete scheme written once more, in fractions and in doubles;
what a law may get wrong; who refuses a scene that has one."""
import csv
import io
import json
import math
import os
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, run

CASE = os.path.join(SOURCE, "cases", "GAP08", "balance.lua")
LINEAR = """local perp = require "perp"
local system = perp.system { coordinates = { "x" }, inputs = { "u" },
  mass = { { %s } }, force = function(t, q, v) return { q.u - %s * q.x - %s * v.x } end }
return { system = system, h = perp.ratio(1, 16), T = 1, q = { 1 }, v = { 0 },
  alpha = perp.ratio%s, controller = { rate = 4, law = function(t, q, v)
    %s
    return { u = -4 * q.x - 1.5 * v.x }
  end } }
"""


def rows(path, *words, code=0):
    said = run("run", path, "-q", "--csv", "-", *words)
    check(said.returncode == code, "%s: %d %s" % (words, said.returncode, said.stderr))
    return list(csv.DictReader(io.StringIO(said.stdout))) if code == 0 else \
        said.stderr.strip()


def of(text, *words, code=0):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "law.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return rows(path, *words, code=code)


def toward_zero(x):
    """The double that a cell of a table in fractions is for the law."""
    y = float(x)
    return math.nextafter(y, 0.0) if abs(F(y)) > abs(x) else y


def linear(m, k, c, alpha):
    """M~ (v+ - v) = h (u - k x - c v) - alpha h^2 k v, alpha = gamma."""
    h, x, v = F(1, 16), F(1), F(0)
    table = of(LINEAR % (m, k, c, "(%d, %d)" % alpha, ""), "--rational")
    a = F(*alpha)
    for l, row in enumerate(table):
        check((F(row["q.x"]), F(row["v.x"])) == (x, v), "row %d: %s" % (l, row))
        check(l == 0 or F(row["q.u"]) == u, "row %d: u" % l)
        if l % 4 == 0:
            u = F(-4 * toward_zero(x) - 1.5 * toward_zero(v))
        big = m + a * h * c + a * a * h * h * k
        w = v + (h * (u - k * x - c * v) - a * h * h * k * v) / big
        x, v = x + h * ((1 - a) * v + a * w), w
    return len(table)


for m, k, c, alpha in ((2, 5, 0, (1, 2)), (F(1), 3, 1, (1, 1)), (3, 0, 2, (3, 4))):
    check(linear(m, k, c, alpha) == 17, "rows")


def balance(**sets):
    """The case: M~ (v+ - v) = h k1 + h^2 k1q v / 2, k1 = c sin(th) + torque."""
    p = dict(mass=2, length=1, rate=50, stiff=60, damp=12, most=15)
    p.update(sets)
    table = rows(CASE, *[w for n, x in sets.items() for w in ("--set", "%s=%s" % (n, x))])
    h, th, v, torque = 1 / 400, 0.4, 0.0, 0.0
    inertia, c = p["mass"] * p["length"] ** 2 / 3, p["mass"] * 9.81 * p["length"] / 2
    every = 400 // p["rate"]
    for l, row in enumerate(table):
        for name, x in (("q.th", th), ("v.th", v), ("q.torque", torque)):
            check(abs(float(row[name]) - x) < 1e-9, "row %d: %s" % (l, name))
        if l % every == 0:
            torque = max(-p["most"], min(p["most"], -p["stiff"] * th - p["damp"] * v))
        slope = c * math.cos(th)
        w = v + (h * (c * math.sin(th) + torque) + h * h / 2 * slope * v) / \
            (inertia - h * h / 4 * slope)
        th, v = th + h * (v + w) / 2, w
    return max(abs(float(r["q.th"])) for r in table[-200:])


check(balance() < 1e-3, "it stands")
check(balance(rate=25, mass=1, length=1.5, most=12) < 0.2, "another rod")
check(balance(rate=4) > 0.1, "asked too rarely it does not come to rest")

# A law may have a memory; a motor takes its rate from it.
WORLD = """local planar = require "perp.planar"
local world = planar.world { gravity = { 0, 0 }, ground = false }
world:disc { name = "a", mass = 2, radius = 1 }
world:input "rate"
world:motor { "m", a = "a", limit = 8, rate = function(t, q) return q.rate end }
local sum = 0
return { system = world:system(), h = 1/64, T = 1, alpha = 1, q = { rate = 0.5 },
  controller = { rate = 4, law = function(t, q, v)
    sum = sum + 1
    if sum %% 2 == 1 then return { rate = 1 } end
    return { rate = -v["a.th"] }
  end } }
"""
table = of(WORLD.replace("%%", "%"), "--exact-check")
for l, row in enumerate(table):
    part = (l - 1) // 16          # 8 N m on 1 kg m^2 for 1/64 s: 1/8 a step
    want = min(1, l / 8) if part < 1 else 1 - (l - 16) / 8 if part < 2 else 0
    want = max(-1, want) if part < 2 else min(1, -1 + (l - 32) / 8) if part < 3 else \
        max(-1, 1 - (l - 48) / 8)
    check(abs(float(row["v.a.th"]) - want) < 1e-12, "row %d: %s, wanted %s" %
          (l, row["v.a.th"], want))
check(float(table[0]["q.rate"]) == 0.5 and float(table[1]["q.rate"]) == 1, "held")

# What a law gets wrong: its own line, the time, exit code 3.
for wrong, code, says in (
        ("do return { u = 0/0 } end", 3, ":5: controller: at t = 0 the law gives u = nan"),
        ("if t > 0.3 then return { u = '1' } end", 3, "at t = 0.5 the law gives u = a string"),
        ("do return {} end", 3, "the law gives u = nothing; a finite number is wanted"),
        ("do return end", 3, ":5: controller: at t = 0 the law returns nothing"),
        ("do return 3 end", 3, "the law returns a number; return { u = ... }"),
        ("do return { u = 1, w = 2 } end", 3, "unknown key 'w' in what the law"),
        ("local x = q.y", 3, ":6: there is no 'y' in q"),
        ("local x = nil + t", 3, ":6: attempt to perform arithmetic"),
        ("while true do end", 5, "CPU time")):
    said = of(LINEAR % (1, 1, 0, "(1, 2)", wrong), "--scene-seconds", "0.3", code=code)
    check(says in said and said.count("\n") == 0, "%s: %s" % (wrong, said))
FINE = LINEAR % (1, 1, 0, "(1, 2)", "")
for old, new, says in (
        ("rate = 4", "rate = 0", ":5: controller: rate = 0; how often a second"),
        ("rate = 4", "rat = 4", "unknown key 'rat' in controller (did you mean 'rate'?)"),
        ("rate = 4,", "", "controller: rate = nothing"),
        ("controller =", "controler =", "did you mean 'controller'?"),
        ("inputs = { \"u\" },", "", "there is no 'u' in q"),
        ("inputs = { \"u\" }", "inputs = 'u'", "inputs = { 'u', ... }, a list of names"),
        ("inputs = { \"u\" }", "inputs = { 'x' }", "'x' occurs twice"),
        ("mass =", "joints = function(q) return { { name = 'j', q.x - q.u } } end, mass =",
         "joint 'j' depends on an input"),
        ("mass =", "contacts = function(q) return { { name = 'c', gap = q.u } } end, mass =",
         "the gap of contact 'c' depends on an input"),
        ("mass =", "springs = function(q) return { { name = 's', elongation = q.u, "
         "stiffness = 1 } } end, mass =", "spring 's' depends on an input")):
    said = of(FINE.replace(old, new, 1), code=3)
    check(says in said, "%s: %s" % (new, said))

# Who does not know them.
with tempfile.TemporaryDirectory() as place:
    out = os.path.join(place, "out")
    for words, says in (
            (("run", CASE, "--certify", "L1", "--cert", out), "--certify knows no controllers"),
            (("run", CASE, "--states", "9", "--trace", out), "what a controller remembers"),
            (("run", CASE, "--scheme", "paoli"), "'paoli' knows no controller"),
            (("run", CASE, "--branches", "2"), "this command knows no controllers"),
            (("hypotheses", CASE), "this command knows no controllers"),
            (("converge", CASE, "--h", "1/100,1/200"), "this command knows no controllers")):
        said = run(*words)
        check(said.returncode == 3 and says in said.stderr, "%s: %s" % (words, said.stderr))
    # A run has the same bits in a sweep and alone; a trace has the inputs.
    said = run("run", CASE, "--set", "rate=20,40", "--set", "T=0.2", "--csv", out)
    check(said.returncode == 0, said.stderr)
    with open(out, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            alone = run("run", CASE, "-q", "--json", "--set", "T=0.2",
                        "--set", "rate=" + row["set.rate"])
            check(json.loads(alone.stdout)["run"]["digest"] == row["run.digest"], str(row))
    said = run("run", CASE, "-q", "--set", "T=0.01", "--trace", "-")
    last = json.loads(said.stdout.splitlines()[-1])
    check(last["q.torque"] == -15 and last["step"] == 4, str(last))
done()
