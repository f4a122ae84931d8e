"""Laws of impact inside runs: every collision asked again, from outside.

A disc against the closed form of its one contact, under every law. The block:
its collisions are put before `perp reach` once more, at the state before them;
rows by hand say what that state was.
"""
import csv
import io
import json
import math
import os
import tempfile

from fan import before, collisions, scene, words
from program import check, done, failures, run

BLOCK, DISCS = scene("dropped_block"), scene("disk_stack")
LAWS = "simultaneous", "sequential", "routh", "halm_posa"


def text_of(path, *more, **sets):
    r = run("run", path, "--csv", "-", "-q", *more, *words(**sets))
    check(r.returncode == 0, "%s %s: %s" % (path, sets, r.stderr))
    return r.stdout


def rows_of(text):
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(text))]


DISC = """local perp = require "perp"
local p = function(n, x) return perp.param(n, x) end
local law, mu, vx, w = p("law", "routh"), p("mu", 0.3), p("vx", 1), p("w", 0)
local system = perp.system { coordinates = { "x", "y", "th" },
  mass = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 0.02 } }, force = { 0, -10, 0 },
  contacts = function(q, v) return { { name = "floor", gap = q.y - 0.2,
    slips = { v.x + 0.2 * v.th }, mu = mu } } end }
return { system = system, h = 0.01, T = 0.6, alpha = 1,
  impact = { law = law, h = perp.param("h", 100) }, q = { 0, 1, 0 },
  v = { vx, 0, w } }
"""


def says(path, gained, many, more, **sets):
    """A run with one collision: its energy, one problem but where the impulse is
    given in many parts, and every row proven or none. Nobody has looked for other
    velocities behind it."""
    r = run("run", path, "--json", "-q", *more, *words(**sets))
    said = json.loads(r.stdout)
    check(abs(said["collision_energy"] - gained) < 1e-12 and
          said["collision_energy"] == said["collision_energy_most"] and
          (said["impact_problems"] > 1) == many and
          said["impact_problems"] >= said["collisions"] == 1 and
          said["second_velocity"] == "undecided" and
          said["steps_proven"] == (said["steps"] if more else 0),
          "%s %s: %s, not %g" % (sets, more, said, gained))


# Verifies HP23 (71).
def discs(place):
    """Mass 1, inertia r^2/2: the slip answers an impulse three times as much as
    the centre does, and the normal speed not at all. So the disc sticks when
    |u|/3 <= mu |v_n|, under every law, however small the steps of one."""
    path = os.path.join(place, "disc.lua")
    with open(path, "w") as file:
        file.write(DISC)
    kinds = set()
    for law in LAWS:
        for mu, vx, w, h in ((0.3, 1, 0, 100), (0.1, 5, -3, 0.7), (0, 2, 9, 9),
                             (0.5, -3, 4, 0.5), (0.2, 0.3, 20, 100)):
            rows = rows_of(text_of(path, law=law, mu=mu, vx=vx, w=w, h=h))
            hits = collisions(rows, 0.01)
            check(len(hits) == 1, "%s: %s" % (law, hits))
            b = rows[hits[0]]
            # what comes before, from the impulses
            down, u = b["v.y"] - b["cn.floor"], vx + 0.2 * w
            wanted = max(mu * down, min(-mu * down, -u / 3))
            kinds.add(wanted == -u / 3)
            check(abs(b["v.y"]) < 1e-14 and -4.1 < down < -3.9 and
                  abs(b["ft.floor"] - wanted) < 1e-13 and
                  abs(b["v.x"] - vx - wanted) < 1e-13 and
                  abs(b["v.th"] - w - 0.2 * wanted / 0.02) < 1e-11,
                  "%s, mu %g: %s, not %g" % (law, mu, b, wanted))
            gained = ((vx + wanted) ** 2 - vx * vx - down * down +
                      0.02 * (b["v.th"] ** 2 - w * w)) / 2
            if h != 100:
                says(path, gained, law == "halm_posa" and h < 1,
                     ("--exact-check",) if h > 0.5 else (), law=law, mu=mu,
                     vx=vx, w=w, h=h)
    check(kinds == {True, False}, "both kinds")
    if not failures:
        print("verifies HP23 (71)")


LIFTED = """local perp = require "perp"
local system = perp.system { coordinates = { "x", "a", "b" },
  mass = { { 1, 0, 0 }, { 0, 1, -0.5 }, { 0, -0.5, 1 } }, force = { 0, -10, -10 },
  contacts = function(q) return { { name = "A", gap = q.a + q.x * q.x / 2, mu = 0 },
    { name = "B", gap = q.b, mu = 0 } } end }
return { system = system, h = 0.01, T = 0.03, alpha = 1,
  impact = { law = perp.param("law", "routh") }, q = { 0, 0, 0.0008 },
  v = { 0.1, 0, 0 } }
"""


# Verifies HP23 (71).
def lifted(place):
    """A slides down a curve and is kept, a little above it, when B falls on the
    floor at the speed u: 3/4 u stop B and lift A with u/2, less than it falls in a step.
    So A is in the air, and within that step it collides; B is at rest meanwhile."""
    path = os.path.join(place, "lifted.lua")
    with open(path, "w") as file:
        file.write(LIFTED)
    for law in LAWS[:2]:
        rows = rows_of(text_of(path, law=law))
        hits = collisions(rows, 0.01)
        first, then = rows[1], rows[2]
        check(hits[:2] == [1, 2], "%s: collisions in rows %s" % (law, hits))
        check(first["cn.A"] == first["v.b"] == then["cn.B"] == 0 and
              abs(first["v.a"] - first["cn.B"] / 0.75 / 2) < 1e-15 and
              0 < first["v.a"] < 0.1 and then["cn.A"] > 0,
              "%s: %s, then %s" % (law, first, then))
        told = run("run", path, *words(law=law)).stderr
        check("law of impact, in fractions; none gains energy" in told, told)
    if not failures:
        print("verifies HP23 (71)")


AGAIN = """local perp = require "perp"
local lagrange = require "perp.lagrange"
local function on_ground(name, x)
  return function(q, v)
    local c, s = perp.cos(q.th), perp.sin(q.th)
    return { name = name, gap = q.y + s * x - c, mu = 1,
      slips = { perp.tangent({ q.x + c * x + s }, q, v)[1] } }
  end
end
local A, B = on_ground("A", -0.5), on_ground("B", 0.5)
return { h = 1, T = 1, tolerance = 1e-6,
  impact = { h = 0.3, N = 100, samples = 1 },
  q = { %.17g, %.17g, %.17g }, v = { %.17g, %.17g, %.17g },
  system = lagrange.system { coordinates = { "x", "y", "th" },
    kinetic = function(_, v)
      return (v.x * v.x + v.y * v.y + v.th * v.th * 5 / 12) / 2 end,
    potential = function() return 0 end,
    contacts = function(q, v) return { A(q, v), B(q, v) } end } }
"""


def asked_again(place):
    """Collision c of the run with the seed s is sample c of `perp reach --seed s`
    at the state before it."""
    path, count = os.path.join(place, "again.lua"), 0
    for seed in range(3):
        rows = rows_of(text_of(BLOCK, seed=seed))
        for c, i in enumerate(collisions(rows, 0.001)):
            b = rows[i]
            v = before(b)
            if c == 0:
                check(abs(v[1] + math.sqrt(0.1962)) < 1e-2 and
                      max(abs(v[0]), abs(v[2])) < 1e-15, "the fall: %s" % v)
            if max(abs(x) for x in v) < 1e-4:
                continue # what is left is not much more than rounding
            with open(path, "w") as file:
                file.write(AGAIN % tuple([b["q." + n] for n in
                                          ("x", "y", "th")] + v))
            r = run("reach", path, "--exact-check", "--seed", str(seed),
                    "--draw", "uniform", "--samples", str(c + 1), "--csv", "-", "-q")
            check(r.returncode == 0, r.stderr)
            said = [s for s in rows_of(r.stdout) if s["sample"] == c][0]
            check(said["ended"] == 1 and
                  all(abs(said["v." + n] - b["v." + n]) < 1e-11
                      for n in ("x", "y", "th")),
                  "seed %d, collision %d: %s, not %s" % (seed, c, b, said))
            count += 1
    check(count > 7, "%d collisions" % count)
    print(count, "collisions asked again")


def later_ones(place):
    """A point falls first, and lies, while the block comes: its impact on both
    corners, the one with many outcomes, is collision number 1, and so sample
    number 1 of the impact of all three contacts."""
    path, seen = os.path.join(place, "later.lua"), set()
    point = AGAIN.replace('"th" }', '"th", "p" }').replace(
        "{ A(q, v), B(q, v) }", '{ { name = "P", gap = q.p }, A(q, v), B(q, v) }'
    ).replace("v.th * 5 / 12)", "v.th * 5 / 12 + 3 * v.p * v.p)").replace(
        "return 0 end", "return 10 * q.y + 30 * q.p end").replace(
        "function()", "function(q)").replace("%.17g }", "%.17g, %.17g }")
    run_of = point.replace("h = 1, T = 1, tolerance = 1e-6", "h = 0.001, "
                           "T = 0.06, alpha = 1").replace(
        "samples = 1", 'law = "halm_posa", seed = %d')
    names = "x", "y", "th", "p"
    for seed in range(4):
        with open(path, "w") as file:
            file.write(run_of % (seed, 0, 1.0103, 0, 0.00313, 0, 0, 0, 0))
        rows = rows_of(text_of(path))
        hits = collisions(rows, 0.001)
        b = rows[hits[1]]
        check(rows[hits[0]]["cn.P"] > 0 and b["cn.A"] > 0 and b["cn.B"] > 0,
              "what comes first: %s" % b)
        v = before(b) + [b["v.p"] - b["cn.P"] / 3]
        with open(path, "w") as file:
            file.write(point % tuple([b["q." + n] for n in names] + v))
        r = run("reach", path, "--exact-check", "--seed", str(seed),
                "--draw", "uniform", "--samples", "2", "--csv", "-", "-q")
        check(r.returncode == 0, r.stderr)
        first, second = rows_of(r.stdout)
        check(all(abs(second["v." + n] - b["v." + n]) < 1e-12 for n in names),
              "seed %d: %s, not %s" % (seed, b, second))
        check(any(abs(first["v." + n] - b["v." + n]) > 1e-6 for n in names),
              "seed %d: any sample would do" % seed)
        seen.add(round(b["v.th"], 9))
    check(len(seen) > 1, "%s" % seen)


def byte_by_byte():
    """Where the scene begins with the impact, to the last byte."""
    for seed, select in ((0, "first"), (7, "first"), (123456789012, "first"),
                         (3, "random")):
        text = text_of(BLOCK, drop=0, v0=0.44, seed=seed, select=select)
        r = run("reach", BLOCK, "--exact-check", "--samples", "1", "--csv", "-",
                "-q", "--seed", str(seed), "--select", select,
                "--draw", "uniform",
                *words(drop=0, v0=0.44))
        a = list(csv.DictReader(io.StringIO(text)))[1]
        b = list(csv.DictReader(io.StringIO(r.stdout)))[0]
        check(all(a["v." + n] == b["v." + n] for n in ("x", "y", "th")),
              "seed %d: %s, not %s" % (seed, a, b))


def nothing_else_matters():
    """The same seed, the same bytes: whatever comes later, however often. Another
    seed, another run. The energy on the way never grows."""
    long = text_of(BLOCK, seed=4)
    short = text_of(BLOCK, seed=4, T=0.1)
    lines = short.splitlines()
    check(len(lines) > 90 and lines == long.splitlines()[:len(lines)],
          "the duration changes a run")
    check(long == text_of(BLOCK, seed=4), "not the same again")
    check(long != text_of(BLOCK, seed=5), "the seed does nothing")
    discs = text_of(DISCS, law="halm_posa", drop=0.02, T=0.1)
    check(discs == text_of(DISCS, law="halm_posa", drop=0.02, T=0.1), "discs")
    for text, mass, y, h in ((long, (1, 1, 5 / 12), ("y",), 0.001),
                             (discs, (1, 1, 0.5) * 3, ("y0", "y1", "y2"),
                              0.001)):
        rows = rows_of(text)
        energy = [r["kinetic"] + 9.81 * sum(r["q." + n] for n in y)
                  for r in rows]
        names = [n for n in rows[0] if n.startswith("v.")]
        for i, r in enumerate(rows):
            kinetic = sum(m * r[n] ** 2 for m, n in zip(mass, names)) / 2
            check(abs(kinetic - r["kinetic"]) < 1e-14, "row %d: kinetic" % i)
        hits = collisions(rows, h)
        for i in hits: # a fall on its way to it gains no more than it fell
            check(energy[i] < energy[i - 1] + 1e-3 * energy[0] * h, "row %d" % i)
        check(energy[-1] < energy[0] and len(hits) > 0, "energy")


def its_own_law():
    """Law (31) where it has one outcome is what the scheme does without it."""
    for sets in ({"law": "simultaneous"}, {"law": "simultaneous", "mu": 0.2}):
        mine = rows_of(text_of(BLOCK, **sets))
        own = rows_of(text_of(BLOCK, **{**sets, "law": "none"}))
        check(len(mine) == len(own) and
              all(abs(a[n] - b[n]) < 1e-13 for a, b in zip(mine, own)
                  for n in ("t", "q.y", "q.th", "v.y", "v.th")),
              "law (31) is not the scheme's own")


def within_limits():
    """--bits and --seconds reach what a law asks of a collision."""
    for more in (("--bits", "8"), ("--seconds", "1e-9")):
        for sets in (("law=simultaneous",), ("law=sequential",),
                     ("law=halm_posa",), ("law=simultaneous", "select=random")):
            for fan in ((), ("--branches", "4")):
                r = run("run", BLOCK, "-q", *more, *fan,
                        *(w for x in sets for w in ("--set", x)))
                check(r.returncode == 5 and "a collision of 2 contacts: exact "
                      in r.stderr and not r.stdout, "%s %s %s: %d %s" %
                      (more, sets, fan, r.returncode, r.stderr))


with tempfile.TemporaryDirectory() as directory:
    discs(directory)
    lifted(directory)
    asked_again(directory)
    later_ones(directory)
byte_by_byte()
nothing_else_matters()
its_own_law()
within_limits()
done()
