"""Partly elastic collisions in whole runs, over the rationals.

A ball against the closed forms of its bounces, a spinning disc against those of
sticking and sliding in both phases, several contacts at once against all modes
of both phases, written here once more. Everything but the root of a time is
compared as fractions.
"""
import itertools
import math
import os
import random
import tempfile
from fractions import Fraction as Q

from ap02_run import call, case, dot, figures, in_scene, rational, run, solve

DISC = case("bouncing_disc")


BALL = """local perp = require "perp"
local r = perp.ratio
local g = perp.param("g", r(10))
local system = perp.system { coordinates = { "y" }, mass = { { 2 } },
  force = { -2 * g },
  contacts = function(q) return { { name = "floor", gap = q.y } } end }
return { system = system, e = perp.param("e", r(1, 2)), h = perp.param("h",
  r(1, 64)), T = perp.param("T", r(3)), alpha = perp.param("alpha", r(1, 2)),
  q = { perp.param("y", r(3)) }, v = { 0 } }
"""


def balls(scene):
    """alpha = 1/2 follows the parabola exactly. Bounce k comes at t_0 (1 + 2 e +
    ... + 2 e^k), t_0 = sqrt(2 y/g), behind it v+ = -e v- as fractions, and up to
    the next one v^2/2 + g y is constant, e^(2k) g y but for the 2^-49 of a step
    by which the time is late. The bounces end when one would be within a step,
    near t_0 (1 + e)/(1 - e)."""
    for e, g, y, h in (("0", 10, "3", "1/64"), ("1/2", 10, "3", "1/64"),
                       ("1", 10, "3", "1/64"), ("3/4", 4, "5/7", "1/100"),
                       ("1/2", 7, "10", "1/30"), ("1", 3, "1/3", "1/50")):
        rows, said = rational(scene, e=e, g=g, y=y, h=h)
        assert said["steps_proven"] == said["steps"], said
        e, y, h = Q(e), Q(y), Q(h)
        first = math.sqrt(2 * y / g)
        hits = [i for i in range(1, len(rows)) if
                rows[i]["t"] - rows[i - 1]["t"] < h]
        assert len(hits) == said["collisions"]
        when, level = first, g * y
        for k, i in enumerate(hits):
            a, b = rows[i - 1], rows[i]
            assert abs(float(b["t"]) - when) < 1e-12, (e, k, float(b["t"]))
            before = a["v.y"] - g * (b["t"] - a["t"])
            assert b["v.y"] == -e * before and before < 0
            assert b["cn.floor"] == -2 * (1 + e) * before
            energy = b["v.y"] ** 2 / 2 + g * b["q.y"]
            level *= e * e
            assert abs(energy - level) <= Q(2) ** -44 * (g * y), (e, k)
            for c in rows[i:hits[k + 1] if k + 1 < len(hits) else i + 1]:
                assert c["v.y"] ** 2 / 2 + g * c["q.y"] == energy
            when += 2 * first * float(e) ** (k + 1)
        if e == 1: # nothing is lost, in no row
            assert {r["kinetic"] / 2 + g * r["q.y"] for r in rows} == {g * y}
            assert said["collision_energy"] == 0
        elif when + 0.1 < 3: # it has come to rest: no bounce longer than h
            zeno = first * float((1 + e) / (1 - e))
            assert 2 * rows[hits[-1]]["v.y"] <= g * h
            assert rows[-1]["va.y"] == 0 and rows[-1]["q.y"] <= 0
            assert abs(float(rows[hits[-1]]["t"]) - zeno) < 4 * h, zeno
        if e > 0:
            assert said["decompressions"] == len(hits)
            lost = sum(rows[i]["kinetic"] * (1 - 1 / e ** 2) for i in hits)
            assert abs(said["collision_energy"] - lost) < 1e-9
            assert said["collision_energy_most"] <= 0
        else:
            assert "collision_energy" not in said and len(hits) == 1
        print(f"e {e}, g {g}, y {y}: {len(hits)} bounces")


def bounce(v, e, mu, wall):
    """Velocity and impulses of a disc of mass 1, radius 1/5 and J = r^2/2, 1/m_t =
    3: both phases, in each of which it slides until it sticks."""
    x, y, w = v
    r = Q(1, 5)
    down, u = (x, y + r * w) if wall else (-y, x + r * w)
    c, f = down, Q(0)
    kinds = []
    for push in (c, e * c):
        wanted = -u / 3 # stops the point that touches
        part = max(-mu * push, min(mu * push, wanted))
        kinds.append("stick" if part == wanted else "slide")
        f += part
        u += 3 * part
    cn = (1 + e) * c
    x, y = (x - cn, y + f) if wall else (x + f, y + cn)
    return [x, y, w + r * f * 2 / r ** 2], cn, f, tuple(kinds)


def discs():
    """Each collision of the disc, from the velocity of the trial's cubic, which
    is the weight w of the trial's own velocity."""
    seen, hits = set(), 0
    for scheme, sets in (
            ("linear-implicit", {}), ("semi-implicit", {"e": "1/2"}),
            ("linear-implicit", {"e": "1/3", "mu": "1/50", "vx": 5}),
            ("stiff-limit", {"e": "1", "mu": "1/10", "spin": -40}),
            ("alpha-gamma", {"e": "9/10", "mu": "1/5", "spin": 15, "vx": 4}),
            ("linear-implicit", {"e": "1/2", "mu": "1/5", "spin": 20, "vx": 1,
                                 "h": "1/50"}),
            ("alpha-gamma", {"e": "1/4", "mu": "3/10", "spin": -10, "vx": 3})):
        rows, said = rational(DISC, "--scheme", scheme, T=2, **sets)
        assert said["steps_proven"] == said["steps"], said
        alpha = Q(1, 2) if scheme == "alpha-gamma" else Q(1)
        h, e = Q(sets.get("h", "1/128")), Q(sets.get("e", "3/4"))
        mu = Q(sets.get("mu", "1/4"))
        for a, b in zip(rows, rows[1:]):
            s = (b["t"] - a["t"]) / h
            if s == 1 or a["q.y"] - Q(1, 5) <= 0:
                continue
            v = [a["v." + n] for n in ("x", "y", "th")]
            v[1] -= s * (6 * alpha * (1 - s) + 3 * s - 2) * 10 * h
            wall = b["cn.wall"] > 0
            name = "wall" if wall else "floor"
            assert wall != (b["cn.floor"] > 0)
            to, cn, f, kinds = bounce(v, e, mu, wall)
            assert [b["v." + n] for n in ("x", "y", "th")] == to, (sets, kinds)
            assert b["cn." + name] == cn and b["ft." + name] == f
            seen.add(kinds)
            hits += 1
    print(f"{hits} bounces of discs:", *sorted(seen))
    assert seen == {("slide", "slide"), ("slide", "stick"),
                    ("stick", "stick")} and hits > 15


# ---- several contacts at once: all modes of both phases

def phase(M, v, joint, contacts, push):
    """All (v+, total normal impulses, friction) of one phase. A contact takes
    nothing beyond its push or does not open; it sticks or slides to a side."""
    nv, m = len(v), len(contacts)
    for more in itertools.product((0, 1), repeat=m):
        for how in itertools.product(*("s+-" if mu else "+"
                                       for _, _, mu in contacts)):
            # unknown: v+, the joint's, x where more, f where it sticks
            columns, equations = [(2 * m, joint)], [joint]
            rhs = [dot(row, v) for row in M]
            for j, (n, d, mu) in enumerate(contacts):
                slide = {"s": 0, "+": -mu, "-": mu}[how[j]]
                along = [a + slide * b for a, b in zip(n, d)]
                rhs = [x + push[j] * y for x, y in zip(rhs, along)]
                if more[j]:
                    columns.append((j, along))
                    equations.append(n)
                if how[j] == "s":
                    columns.append((m + j, d))
                    equations.append(d)
            size = nv + len(columns)
            A = [[Q(0)] * size for _ in range(size)]
            for i in range(nv):
                A[i][:nv] = M[i]
                for k, (_, c) in enumerate(columns):
                    A[i][nv + k] = -c[i]
            for k, g in enumerate(equations):
                A[nv + k][:nv] = g
            z = solve(A, [[x] for x in rhs] + [[Q(0)]] * len(columns))
            if z is None:
                continue
            z, part = [x[0] for x in z], [Q(0)] * (2 * m + 1)
            for k, (j, _) in enumerate(columns):
                part[j] = z[nv + k]
            to, fine = z[:nv], True
            p, f = [a + b for a, b in zip(push, part)], part[m:2 * m]
            for j, (n, d, mu) in enumerate(contacts):
                slip = dot(d, to)
                if how[j] == "s":
                    fine &= abs(f[j]) <= mu * p[j]
                elif mu:
                    f[j] = -mu * p[j] if how[j] == "+" else mu * p[j]
                    fine &= slip >= 0 if how[j] == "+" else slip <= 0
                fine &= part[j] >= 0 and dot(n, to) >= 0
            if fine:
                yield tuple(to), tuple(p), tuple(f)


CORNER = """local perp = require "perp"
local r = perp.ratio
local system = perp.system { coordinates = { "x", "y", "z", "u", "w" },
  mass = %s,
  joints = function(q) return { { name = "j", %s } } end,
  springs = function(q)
    return { { name = "s", elongation = q.x - 1, stiffness = 1000,
      damping = 100 } }
  end,
  contacts = function(q, v)
    return { %s }
  end }
return { system = system, scheme = "linear-implicit", e = r "%s", h = 1, T = 1,
  start = "torn",
  q = { 0, 0, 0, 0, 0 }, v = %s }
"""


def lua(x):
    if isinstance(x, list):
        return "{ " + ", ".join(map(lua, x)) + " }"
    return f'r "{x}"'


def linear(g, of):
    return " + ".join(f"{lua(c)} * {of}.{n}" for c, n in zip(g, "xyzuw"))


def corners():
    """Two contacts that close together, or a rough and two smooth ones, with a
    joint and a spring, which does nothing in no time: the first row is a
    collision. Its velocity is one that both phases have, one behind the other;
    the total impulses, too, when there is one solution only."""
    seed = int(os.environ.get("PERP_SEED", "19"))
    rng, single, rubbing = random.Random(seed), 0, 0
    print("seed", seed)
    for trial in range(9):
        def number():
            return Q(rng.randint(-8, 8), 4)
        B = [[number() for _ in range(5)] for _ in range(5)]
        M = [[dot(a, b) + (i == j) for j, b in enumerate(B)]
             for i, a in enumerate(B)]
        m = 3 if trial % 4 == 0 else 2
        contacts = [([number(), number(), 1 + abs(number()), number(), Q(0)],
                     [number() for _ in range(5)],
                     Q(rng.randint(1, 4), 4) if m == 2 or j == 0 else Q(0))
                    for j in range(m)]
        joint = [number(), number(), number(), Q(1), number()]
        v = [number(), number(), Q(-3) - abs(number()), number(), number()]
        e = Q(rng.randint(1, 4), 4)
        text = CORNER % (lua(M), linear(joint, "q"), ",\n".join(
            f'{{ name = "c{j}", gap = {linear(n, "q")}, mu = {lua(mu)}, '
            f'slips = {{ {linear(d, "v")} }} }}'
            for j, (n, d, mu) in enumerate(contacts)), e, lua(v))
        rows, said = in_scene(text, rational)
        assert said["steps_proven"] == said["steps"], said
        if all(dot(n, v) >= 0 for n, _, _ in contacts):
            assert "collision_energy" not in said
            continue
        found = set()
        for to, p, f in set(phase(M, v, joint, contacts, [Q(0)] * m)):
            for last in phase(M, to, joint, contacts, [e * x for x in p]):
                found.add((last[0], tuple(a + b for a, b in zip(p, last[1])),
                           tuple(a + b for a, b in zip(f, last[2]))))
        ours = (tuple(rows[1]["v." + n] for n in "xyzuw"),
                tuple(rows[1][f"cn.c{j}"] for j in range(m)),
                tuple(rows[1][f"ft.c{j}.1"] if f"ft.c{j}.1" in rows[1] else
                      rows[1][f"ft.c{j}"] for j in range(m)))
        assert ours in found or len(found) > 1 and \
            ours[0] in {x[0] for x in found}, (trial, ours, found)
        single += len(found) == 1
        rubbing += any(ours[2])
        gained = dot(ours[0], [dot(r, ours[0]) for r in M]) - \
            dot(v, [dot(r, v) for r in M])
        assert gained <= 0 and \
            abs(said["collision_energy"] - gained / 2) < 1e-9 * (1 - gained)
    print(f"{single} of 9 with one solution, {rubbing} with friction")
    assert single > 5 and rubbing > 4


def other_modes(scene):
    """Doubles and exact checks see the same bounces; what does not know them
    says so."""
    for sets in ({"e": "1/2"}, {"e": "3/4", "y": "1/2", "alpha": 1}):
        exact, _ = rational(scene, **sets)
        for options in ((), ("--exact-check",)):
            rows, said = run(scene, *options, of=Q, **sets)
            assert len(rows) == len(exact)
            assert not options or said["steps_proven"] == said["steps"]
            off = max(abs(a[n] - b[n]) for a, b in zip(rows, exact)
                      for n in ("t", "q.y", "v.y", "cn.floor"))
            assert off < 1e-12, float(off)
    exact, _ = rational(DISC, e="1/2", mu="1/5", T=2)
    for options in ((), ("--exact-check",)):
        rows, said = run(DISC, *options, of=Q, e="1/2", mu="1/5", T=2)
        assert said["steps"] == len(exact) - 1
        assert said["steps_proven"] == (said["steps"] if options else 0)
        assert max(abs(a[n] - b[n]) for a, b in zip(rows, exact)
                   for n in a) < 1e-11
    with tempfile.TemporaryDirectory() as place:
        done = call("run", scene, "--quiet", "--exact-check", "--certify", "L2",
                    "--cert", os.path.join(place, "a"))
        assert done.returncode == 0 and not done.stderr, done.stderr
        assert sorted(os.listdir(place)) == ["a", "a.scene"]
    done = call("estimates", scene)
    assert done.returncode == 3 and "inelastic" in done.stderr, done.stderr
    assert figures(DISC, "--set", "all=true") == ["bouncing_disc.svg"]


if __name__ == "__main__":
    in_scene(BALL, balls)
    discs()
    corners()
    in_scene(BALL, other_modes)
