"""How wide the bars of measurement have to be: the quotients by the oracle in
fractions; and motions drawn from bars that are too narrow keep no law that is said to
be out of their reach."""
import os
import random
import tempfile
from fractions import Fraction as F

import laws
from measured import Ball, landing
from program import check, done, expect, run
from systems import SYSTEMS
from tables import own_run, state, verdict, write
from times import times

draw = random.Random(1958)
X, Y = 2.0 ** -14, 2.0 ** -10


def length(row):
    return sum((abs(x) for x in row), F(0))


def needs(system, rule, a, b):
    """law -> (least, enough) of one interval, with what is tried to beat it."""
    h, q, M, J, _, _ = laws.demanded(system, rule, a, b)
    w = rule.weight
    nu, rows = system.nu(q), system.rows(q)
    g0, g1 = system.gaps(a[1]), system.gaps(b[1])
    # within the bars a contact is nearer by X |n|_1
    closed = [j for j in range(len(g0)) if min(g0[j], g1[j]) <= rule.closed +
              F(X) * length(rows[j][0]) * (1 + F(2) ** -40)]
    there = system.rows(b[1])
    G = [e[3] for e in laws.edges([(j, rows[j]) for j in closed])]
    u = laws.nearest(M, nu, G, J)
    Mu = laws.times(M, u)
    out = {"kinematics": max(
        abs(b[1][i] - a[1][i] - h * ((1 - w) * a[2][i] + w * b[2][i])) /
        (2 * F(X) + h * F(Y)) for i in range(len(q)))}
    out["joints"] = max([abs(t) / (F(X) * length(r)) for t, r in
                         zip(system.theta(b[1]), system.nu(b[1]))],
                        default=F(0))
    out["gaps"] = max([laws.plus(-g1[j]) / (F(X) * length(there[j][0]))
                       for j in closed], default=F(0))
    out["momentum"] = (laws.dot(u, J) / (2 * F(Y) * length(Mu))
                       if any(Mu) else F(0))
    enough = max(abs(x) for x in u) / (2 * F(Y))
    return out, enough, (M, nu, G, J)


def inside(M, nu, G, J):
    return not any(laws.nearest(M, nu, G, J))


def beaten(least, data):
    """Does a change within bars `least` times as wide, drawn at random, at the
    corners or along each axis, bring J into the cone?"""
    M, nu, G, J = data
    half = 2 * F(Y) * least * F(1 - 2 ** -40)
    for k in range(12):
        e = [half * (F(draw.uniform(-1, 1)) if k < 4 else
                     draw.choice([-1, 1])) for _ in J]
        if inside(M, nu, G, [x + y for x, y in zip(J, laws.times(M, e))]):
            return True
    return False


DRAG = """local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } },
  force = function(t, q, v) return { %s, -10 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = 1/4 } } end }
return { system = system, h = 1/32, T = 1, q = { x = 0, y = 0 }, v = { x = 0, y = 0 } }
"""
moving = set()  # systems whose data read the state


def judged(system, place, scene, table, name, closed):
    rows = [state(system, table, l, False) for l in range(len(table.rows))]
    got = verdict(scene, write(place, "m.csv", table.text()), "--scheme", name,
                  "--weight", "0.5", "--closed", str(closed),
                  "--error", "q=%r,v=%r" % (X, Y))
    rule = laws.Rule(name, weight=0.5, closed=closed)
    found = [needs(system, rule, a, b) for a, b in zip(rows, rows[1:])]
    widest = 0
    for need in got["error"]["needs"]:
        law = need["law"]
        best = max(n[law] for n, _, _ in found)
        enough = max(e for _, e, _ in found) if law == "momentum" else best
        if need["least"] is None:
            check(law == "momentum" and need["row"] is None, "%s is not asked" % law)
            moving.add(type(system).__name__)
            continue
        check(law != "momentum" or type(system).__name__ not in moving, "asked")
        widest = max(widest, need["least"])
        check(F(need["least"]) <= best and
              abs(F(need["least"]) - best) <= best * F(1e-12),
              "%s: %s: least %.17g, not %.17g" %
              (type(system).__name__, law, need["least"], best))
        check(abs(F(need["enough"]) - enough) <= enough * F(1e-6) + F(1e-9),
              "%s: %s: enough %g, not %g" %
              (type(system).__name__, law, need["enough"], enough))
        if law == "momentum" and need["row"] is not None:
            n, _, data = found[need["row"] - 1]
            check(n[law] == best, "another row is worse")
            check(not beaten(F(need["least"]), data), "bars that are too narrow "
                  "are wide enough")
    check((got["error"]["verdict"] == "refuted") == (widest > 1), "verdict")
    check(got["error"]["verdict"] != "proven" or widest <= 1, "verdict")
    return widest


with tempfile.TemporaryDirectory() as place:
    refuted = undecided = 0
    for system in SYSTEMS:
        scene, table = own_run(system, place)
        for k in range(3):
            t = table.copy()
            for _ in range(3):
                l = draw.randrange(1, len(t.rows))
                n = draw.choice(system.names)
                t.rows[l][t.at("v." + n)] += draw.uniform(-1, 1) * Y * 8 ** k / 8
                t.rows[l][t.at("q." + n)] += draw.uniform(-1, 1) * X * 8 ** k / 8
            for name in ("begin", "midpoint") if times(2) == 2 else ("midpoint",):
                if judged(system, place, scene, t, name, 2.0 ** -8) > 1:
                    refuted += 1
                else:
                    undecided += 1
    check(min(refuted, undecided) > 2 * times(2), "%d refuted, %d undecided" %
          (refuted, undecided))

    # No bar for velocities, and one that moved alone: no width is enough.
    path = write(place, "m.csv", "t,q.x,q.y,v.x,v.y\n0,0,1,0,0\n1,0,1,0,0\n")
    scene = write(place, "free.lua", SYSTEMS[0].lua)
    got = verdict(scene, path, "--error", "q=0.5")["error"]
    check(got["needs"][3]["least"] == "infinite" and got["verdict"] == "refuted",
          "no width: %s" % got)
    got = verdict(scene, path)["error"]
    check(got is None, "not asked")
    r = run("judge", scene, path, "--error", "v=1e3,q=1")
    check("proven. One motion was found" in r.stdout, r.stdout[-600:])
    # A force that reads v is another one within the bars: perp's own motion with noise
    # would need bars seven times as wide, were the force that of the noisy numbers.
    check(moving == {"Bead", "Bowl", "Corner"}, "systems that move: %s" % sorted(moving))
    for force, knows in (("3 - 1000 * v.x", False), ("3", True)):
        drag = write(place, "drag.lua", DRAG % force)
        made = run("run", drag, "-q", "--csv", "-").stdout.splitlines()
        shaken = random.Random(7)
        lines = ["t,q.x,q.y,v.x,v.y"]
        at = [made[0].split(",").index(c) for c in lines[0].split(",")]
        for line in made[1:]:
            cells = line.split(",")
            lines.append(",".join("%.17g" % (float(cells[i]) + (
                shaken.uniform(-0.9, 0.9) * (1e-3, 1e-3, 1e-4, 1e-4)[k - 1] if k else
                0)) for k, i in enumerate(at)))
        got = verdict(drag, write(place, "d.csv", "\n".join(lines) + "\n"),
                      "--scheme", "own", "--closed", "0.01", "--error",
                      "q=1e-3,v=1e-4")["error"]
        need = got["needs"][3]["least"]
        check(got["verdict"] != "refuted" and (need is not None) == knows,
              "%s: %s" % (force, got))
    # Each law alone in each interval alone: nobody falls, and v is hardly known.
    far = write(place, "f.csv", "t,q.x,q.y,v.x,v.y\n" + "".join(
        "%d,0,100,0,0\n" % l for l in range(6)))
    r = run("judge", scene, far, "--weight", "0.5", "--error", "v=1e3,q=0.5")
    check("undecided. Each law alone" in r.stdout, r.stdout[-600:])
    r = run("judge", scene, path, "--error", "v=1e-3")
    check("refuted. No motion keeps the law of" in r.stdout, r.stdout[-300:])
    # Where no weight is given, noise in v says which one fits best, and that is not
    # the weight of the motion: no other motion is refuted by it. A row that no
    # weight explains is.
    noise = random.Random(3)
    ball = write(place, "ball.lua", Ball.lua)
    rows = [[float(c) for c in line.split(",")]
            for line in landing(60).splitlines()[1:]]
    noisy = [[r[0]] + [c + noise.uniform(-0.9, 0.9) * bar for c, bar in
                       zip(r[1:], (1e-6, 1e-6, 0.4, 0.4))] for r in rows]

    def ball_asked(table, *more):
        text = "t,q.x,q.y,v.x,v.y\n" + "".join(
            ",".join("%.17g" % c for c in r) + "\n" for r in table)
        return verdict(ball, write(place, "b.csv", text), "--error",
                       "q=1e-6,v=0.4", *more)
    fits = ball_asked(noisy)
    one = ball_asked(noisy, "--weight", repr(fits["weight"]))
    check(one["error"]["verdict"] == "refuted" and
          ball_asked(noisy, "--weight", "1")["error"]["verdict"] != "refuted",
          "the noise does not move the weight: %g" % fits["weight"])
    check(fits["error"]["verdict"] != "refuted", "a motion within the bars is "
          "refuted by the weight %g: %s" % (fits["weight"], fits["error"]))
    # by hand: |d - w t| of all w in [0, 1] is least at an end, or 0
    best = F(0)
    for a, b in zip(noisy, noisy[1:]):
        a, b = [F(c) for c in a], [F(c) for c in b]
        h = b[0] - a[0]
        for i in (1, 2):
            first = b[i] - a[i] - h * a[i + 2]
            last = b[i] - a[i] - h * b[i + 2]
            if first * last > 0:
                best = max(best, min(abs(first), abs(last)) /
                           (2 * F(1e-6) + h * F(0.4)))
    least = F(fits["error"]["needs"][0]["least"])
    check(0 < best and least <= best <= least * (1 + F(1e-12)),
          "any weight: %g, not %g" % (least, best))
    noisy[30][1] += 1
    check(ball_asked(noisy)["error"]["verdict"] == "refuted", "a jump")
    for more, says in (((), "for any weight from 0 to 1"),
                       (("--weight", "0.25"), "for the weight 0.25")):
        r = run("judge", ball, os.path.join(place, "b.csv"), "--error",
                "q=1e-6,v=0.4", *more)
        check(says in r.stdout, r.stdout[-400:])
    for words in ("q", "q=", "q=-1", "q=0", "x=1", "q=1,", "q=1,q=2", "q=nan",
                  "v=inf", "q=1;v=2"):
        expect(words, 2, (), ("--error wants q=X,v=Y",), "judge", scene, path,
               "--error", words)
done()
