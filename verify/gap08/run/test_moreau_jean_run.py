"""The step of Moreau and Jean: random machines in fractions against all combinations
of contact modes, against P10's wing where both are the same, and closed forms; when a
step has a solution, and what it does to the energy. PERP_SEED draws others."""
import csv
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as F

from jean_machines import Machine, dot, plus
from program import SOURCE, check, done, run

SEED = int(os.environ.get("PERP_SEED", "1"))
MORE = 8 if sys.argv[1:] == ["whole"] else 1
CASE = os.path.join(SOURCE, "cases", "GAP08", "newton_rod.lua")


def table(place, path, *words, codes=()):
    """The rows of a run as fractions, or doubles as fractions; what it said, if it
    ended with one of these codes."""
    out = os.path.join(place, "t.csv")
    r = run("run", path, "--csv", out, "-q", *words)
    check(r.returncode == 0 or r.returncode in codes, "%s: %s" %
          (words, r.stderr[:300]))
    if r.returncode != 0:
        return r.stderr
    with open(out) as file:
        rows = list(csv.DictReader(file))
    return [{key: F(x) for key, x in row.items() if x != ""} for row in rows]


def scene(place, text):
    path = os.path.join(place, "scene.lua")
    with open(path, "w") as file:
        file.write(text)
    return path


def parts(m, row):
    """q, v, c_n and f of a row."""
    u = "u" if m.G else "x"
    cn = {k: row["cn.w%d" % k] for k in range(len(m.contacts))}
    f = {k: row["ft.w%d" % k] for k, c in enumerate(m.contacts) if c[2]}
    return ([row["q.x%d" % i] for i in range(m.nv)],
            [row["v.%s%d" % (u, i)] for i in range(m.nv)], cn, f)


def without(place, m, name, said):
    """A machine that did not come to its end: it says at which step, and why. Either
    M~ is not positive definite there, or no regular combination solves it, and
    the theorem does not say that one does: impulses cancel with e c'n'v < 0."""
    step = int(re.search("step ([0-9]+) ", said).group(1)) - 1
    q, v = m.q, m.v
    if step > 0:
        rows = table(place, scene(place, m.scene(step)), "--rational")
        q, v = parts(m, rows[-1])[:2]
    ways = m.solutions(m.h * step, q, v)
    check("not positive definite" in said or (
        "no solution" in said and m.driven(q, v) and not ways), name + ": " + said)


def random_machines(place, r):
    """Each row solves the step that leads to it, by conditions written out anew;
    where all regular combinations agree, it is that velocity. The energy has
    exactly what the identity says."""
    count = dict.fromkeys(("rows", "pushed", "slid", "one", "gained"), 0)
    for trial in range(10 * MORE):
        m, name = Machine(r), "machine %d of seed %d" % (trial, SEED)
        said = table(place, scene(place, m.scene(6)), "--rational", codes=(3, 4))
        if isinstance(said, str):
            without(place, m, name, said)
            continue
        q, v, _, _ = parts(m, said[0])
        check((q, v) == (m.q, m.v), name + ": its start")
        for k, row in enumerate(said[1:]):
            there, to, cn, f = parts(m, row)
            t, closed = m.h * k, m.closed(q, v)
            check(not any(c for j, c in {**cn, **f}.items() if j not in closed),
                  name + ": an open contact pushes")
            hand = {j: cn[j] for j in closed}
            check(m.solves(t, q, v, to, hand, f) and
                  there == m.position(q, v, to), "%s, row %d" % (name, k + 1))
            ways = [x[0] for x in m.solutions(t, q, v)]
            count["one"] += ways[:1] == [to] and ways == ways[:1] * len(ways)
            check(not ways or to in ways, "%s, row %d: another velocity" %
                  (name, k + 1))
            left, own = m.gained(t, q, v, to, f)
            check(left == own, "%s, row %d: its energy" % (name, k + 1))
            count["rows"] += 1
            count["pushed"] += any(hand.values())
            count["slid"] += any(f.values())
            count["gained"] += own > 0
            q, v = there, to
    print(count)
    least = {"rows": 30, "pushed": 4, "slid": 1, "one": 20, "gained": MORE > 1}
    check(all(count[key] >= MORE * x for key, x in least.items()), "%s" % count)


def modes(place, r):
    """In doubles, and with each step proven, the same up to rounding."""
    for trial in range(2 * MORE):
        m = Machine(r, nv=2)
        path = scene(place, m.scene(6))
        exact = table(place, path, "--rational", codes=(3, 4))
        if isinstance(exact, str):
            continue
        for words in ((), ("--exact-check",)):
            near = table(place, path, *words)
            size = max(abs(x) for row in exact for x in row.values()) + 1
            far = max(abs(a[key] - b[key]) for a, b in zip(exact, near)
                      for key in a if key[:2] in ("q.", "v."))
            # A contact that is closed by a rounding is closed one step later
            check(far < size / 10 ** 9 or any(
                m.closed(*parts(m, row)[:2]) and min(
                    abs(dot(c[0], plus(parts(m, row)[0], m.h / 2, m.rate(
                        parts(m, row)[1]))) + c[1]) for c in m.contacts) <
                F(1, 10 ** 9) for row in exact), "%s: %g" % (words, far))


def as_moreau(place, r):
    """Without friction, joints and forces that change, and with gamma = 1/2, it is
    the step that the wing of P10 has, whatever alpha."""
    hits, trial = 0, 0
    while hits < 2 * MORE and trial < 1000:
        trial += 1
        m = Machine(r, friction=False, forces=False)
        m.J, m.gamma = [], F(1, 2)
        one = table(place, scene(place, m.scene(8)), "--rational")
        two = table(place, scene(place, m.scene(8, "moreau")), "--rational",
                    codes=(3,))
        if isinstance(two, str):  # P10 has no start that is closed and approaches
            check("u_0 is not in T_K" in two, two)
            continue
        for a, b in zip(one, two):
            check(all(a[key] == b[key] for key in a if key[:3] != "va."),
                  "machine %d of seed %d: %s, %s" % (trial, SEED, a, b))
            hits += any(x for key, x in a.items() if key[:3] == "cn.")
    check(hits >= 2 * MORE, "%d hits" % hits)


POINT = """local perp = require "perp"
local ratio = perp.ratio
return { system = perp.system { coordinates = { %s },
    mass = function() return %s end, force = function(t, q, v) return { %s } end,
    contacts = function(q, v) return { %s } end },
  scheme = "moreau-jean", h = ratio(%s), T = %s, e = ratio(%s),
  alpha = ratio(%s), gamma = ratio(%s), q = { %s }, v = { %s } }
"""


def ball(place):
    """The table of moreau_jean_run.c, whose numbers are doubles, in every mode."""
    path = scene(place, POINT % (
        '"y"', "{ { 1 } }", "0", '{ name = "floor", gap = q.y }', "1, 4", "3/4",
        "1, 2", "1, 2", "1, 2", "1/2", "-2"))
    for words in ((), ("--exact-check",), ("--rational",)):
        check([(row["q.y"], row["v.y"], row["cn.floor"])
               for row in table(place, path, *words)] ==
              [(F(1, 2), -2, 0), (0, -2, 0), (F(-1, 8), 1, 3), (F(1, 8), 1, 0)],
              "the ball, %s" % (words,))


def bouncing(place):
    """Without gravity a ball between two walls has (-e)^k of its speed after k
    impacts, and position is what the steps make of it. Two pairs of weights."""
    for e, a, g in (("2, 3", "1, 2", "1, 2"), ("1, 3", "3, 4", "1, 1")):
        rows = table(place, scene(place, POINT % (
            '"x"', "{ { 3 } }", "0", '{ name = "a", gap = q.x }, '
            '{ name = "b", gap = 1 - q.x }', "1, 8", "16", e, a, g, "1/2", "1")),
            "--rational")
        num, den = map(int, e.split(","))
        e, g = F(num, den), F(*map(int, g.split(",")))
        x, v, k = F(1, 2), F(1), 0
        for row in rows:
            check((row["q.x"], row["v.x"]) == (x, v), "bouncing: %s" % row)
            middle = x + v / 16
            hit = (middle <= 0 and v < 0) or (middle >= 1 and v > 0)
            to = -e * v if hit else v
            x += ((1 - g) * v + g * to) / 8
            k += hit
            v = to
            check(abs(v) == e ** k, "bouncing: the speed")
        check(k >= 3, "bouncing: %d impacts" % k)


def falling(place):
    """With gravity and e = 1/2 the speeds behind the impacts fall by about half
    each: v+ = -e (v^-), where v^- is what the step before has left; the last of
    them are rests, which a step with a force of its own ends."""
    rows = table(place, scene(place, POINT % (
        '"y"', "{ { 1 } }", "-8", '{ name = "a", gap = q.y }', "1, 64", "3",
        "1, 2", "1, 1", "1, 2", "1", "0")), "--rational")
    y, v, up = F(1), F(0), []
    for row in rows:
        check((row["q.y"], row["v.y"]) == (y, v), "falling: %s" % row)
        to = v - F(1, 8)
        if y + v / 128 <= 0 and to < -v / 2:
            to = -v / 2
        up += [to] if v < 0 < to else []
        y, v = y + (v + to) / 128, to
    check(len(up) > 4 and all(abs(b / a - F(1, 2)) < F(1, 3) for a, b in
                              zip(up[:3], up[1:3])), "falling: %s" % up)


def cradle(place):
    """Three balls. Touching they have Newton's law at both contacts at once, and
    for e = 1 that is -1/3, 2/3, 2/3; with a gap one after the other, 0, 0, 1."""
    for gap, want in (("0", ["-1/3", "2/3", "2/3"]), ("1/4", ["0", "0", "1"])):
        rows = table(place, scene(place, POINT % (
            '"a", "b", "c"', "{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }",
            "0, 0, 0", '{ name = "ab", gap = q.b - q.a }, '
            '{ name = "bc", gap = q.c - q.b }', "1, 16", "2", "1, 1", "1, 2",
            "1, 2", "-1/16, 0, ratio(%s)" % gap.replace("/", ", ")
            if gap != "0" else "-1/16, 0, 0", "1, 0, 0")), "--rational")
        check([rows[-1]["v." + x] for x in "abc"] == [F(x) for x in want],
              "cradle: %s" % rows[-1])


def sliding(place):
    """A block brakes by mu g h a step until it rests, and rests in v itself: the
    weighted velocity need not be 0 in the row before. alpha = 1/2 and 3/4."""
    for a, e in (("1, 2", "0, 1"), ("3, 4", "1, 2")):
        rows = table(place, scene(place, POINT % (
            '"x", "y"', "{ { 2, 0 }, { 0, 2 } }", "0, -16",
            '{ name = "floor", gap = q.y, slips = { v.x }, mu = ratio(1, 4) }',
            "1, 8", "2", e, a, a, "0, 0", "1, 0")), "--rational")
        v, x, a = F(1), F(0), F(*map(int, a.split(",")))
        for row in rows:
            check((row["q.x"], row["v.x"], row["v.y"]) == (x, v, 0), "%s" % row)
            check(row["ft.floor"] == 0 or row["cn.floor"] == 2, "%s" % row)
            to = max(F(0), v - F(1, 4))
            x, v = x + ((1 - a) * v + a * to) / 8, to
        check(v == 0 and row["ft.floor"] == 0, "sliding: it rests")


def oscillator(place):
    """A mass on a spring that strikes a wall. With alpha = gamma = 1/(1+e) kinetic
    and potential energy lose (alpha - 1/2)(|w|_M^2 + |q' - q|_K^2) in each step,
    impacts and all: nothing for e = 1. With alpha = 1 and e = 1 the total grows
    somewhere, so the condition is not idle."""
    for e, a in ((F(1), F(1, 2)), (F(1, 2), F(2, 3)), (F(0), F(1)),
                 (F(1), F(1))):
        rows = table(place, scene(place, POINT % (
            '"x"', "{ { 2 } }", "-8 * q.x", '{ name = "wall", gap = q.x - 1/4 }',
            "1, 4", "4", "%d, %d" % e.as_integer_ratio(),
            *["%d, %d" % a.as_integer_ratio()] * 2, "1", "0")), "--rational")
        state = [(row["q.x"], row["v.x"]) for row in rows]
        grew = hit = False
        for (q, v), (p, u), row in zip(state, state[1:], rows[1:]):
            more = u * u + 4 * p * p - v * v - 4 * q * q
            lost = (a - F(1, 2)) * (2 * (u - v) ** 2 + 8 * (p - q) ** 2)
            check(a != 1 / (1 + e) or more == -lost, "oscillator: %s" % row)
            grew |= more > 0
            hit |= row["cn.wall"] > 0
        check(hit and grew == (e == 1 and a == 1), "oscillator e = %s" % e)


def equality(place, r):
    """Nothing of the energy is lost for e = 1 without friction and force, and what
    (1 - e)/(1 + e) |w|^2 says for any e: in machines with joints."""
    hits, trial = 0, 0
    while hits < 2 * MORE and trial < 1000:
        trial += 1
        m = Machine(r, friction=False, forces=False, nv=3,
                    e=F(1) if trial % 2 else None)
        rows = table(place, scene(place, m.scene(8)), "--rational")
        state = [parts(m, row)[1] for row in rows]
        for v, to in zip(state, state[1:]):
            w = plus(to, -1, v)
            check(m.energy(to) == m.energy(v) - (1 - m.e) / (1 + m.e) *
                  m.energy(w), "machine %d of seed %d" % (trial, SEED))
            hits += any(w)
    check(hits >= 2 * MORE, "equality: %d impacts" % hits)


WEDGE = """local perp = require "perp"
local ratio = perp.ratio
local function wall(q, v, s)
  return { name = s > 0 and "left" or "right", gap = 3 * s * q.x + 4 * q.y,
    slips = { 4 * s * v.x - 3 * v.y }, mu = ratio(%s) }
end
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q, v) return { wall(q, v, 1), wall(q, v, -1) } end },
  scheme = "moreau-jean", h = ratio(1, 4), T = ratio(1, 2), e = ratio(%s),
  q = { 0, 0 }, v = { 0, -1 } }
"""


def wedge(place):
    """A point runs into a wedge. For mu < 4/3 its cone is pointed and every e has
    a solution. For mu >= 4/3 and e > 0 there is none: no combination solves it,
    and the run ends with 4; for e = 0 there is one."""
    for mu, e, solved in (("5, 4", "1, 2", 1), ("3, 2", "1, 2", 0),
                          ("4, 3", "1, 1", 0), ("3, 2", "0, 1", 1),
                          ("9, 1", "1, 64", 0)):
        path = scene(place, WEDGE % (mu, e))
        for words in ((), ("--exact-check",), ("--rational",)):
            if words != ("--rational",) and (mu, e) != ("3, 2", "1, 2"):
                continue  # and the double next to 4/3 is less
            r = run("run", path, "-q", *words)
            check(r.returncode == (0 if solved else 4) and
                  (solved or "step 1" in r.stderr), "wedge %s %s: %s" %
                  (mu, e, r.stderr))
        m = Machine(random.Random(1), nv=2, e=F(*map(int, e.split(","))))
        m.M, m.G, m.J = [[F(1), F(0)], [F(0), F(1)]], None, []
        m.k0 = m.k1 = [F(0)] * 2
        m.A = m.B = [[F(0)] * 2] * 2
        m.h, m.alpha, m.gamma = F(1, 4), F(1, 2), F(1, 2)
        m.contacts = [([F(3 * s), F(4)], F(0), [[F(4 * s), F(-3)]],
                       F(*map(int, mu.split(",")))) for s in (1, -1)]
        at = [F(0)] * 2, [F(0), F(-1)]
        check(bool(m.solutions(F(0), *at)) == solved and
              m.driven(*at) == (not solved), "wedge %s %s by hand" % (mu, e))


def rod(place):
    """The rod of the chapter gains 2/15 J by e = 1 and friction, and nothing when
    one of the two is missing. By hand: c_n = 14/15, f = -2/5, v+ = (-16/15, -1/15,
    16/15). With Poisson's hypothesis the same impact gains nothing."""
    sets = "h=1/64 T=1/64 g=0 drop=0".split()
    for mu, e, energy in (("1/2", "1", F(77, 90)), ("0", "1", F(65, 90)),
                          ("1/2", "0", None), ("1/2", "1/2", None)):
        words = [x for s in sets + ["mu=" + mu, "e=" + e]
                 for x in ("--set", s)]
        first, last = table(place, CASE, "--exact-check", *words)
        check(first["kinetic"] == F(65, 90).limit_denominator(1) or
              abs(first["kinetic"] - F(65, 90)) < 1e-15, "rod: %s" % first)
        check(abs(last["kinetic"] - energy) < F(1, 10 ** 3) if energy else
              last["kinetic"] < first["kinetic"], "rod: %s" % last)
        if mu == "1/2" and e == "1":
            for key, x in (("cn.tip", F(14, 15)), ("ft.tip", F(-2, 5)),
                           ("v.x", F(-16, 15)), ("v.y", F(-1, 15)),
                           ("v.th", F(16, 15))):
                check(abs(last[key] - x) < 1e-14, "rod: %s" % key)


def refusals(place):
    """What the scheme does not know is refused by name."""
    for more, parts_ in (
            ("springs = function(q) return { { name = 's', elongation = q[1], "
             "stiffness = 1 } } end", ["does not know springs", "'s'"]),
            ("contacts = function(q) return { { name = 'c', gap = q[1], "
             "stiffness = 1, damping = 1 } } end", ["contacts that yield"])):
        text = """local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
    mass = function() return { { 1 } } end, %s },
  scheme = "moreau-jean", h = 1, T = 1, q = { 1 }, v = { 0 } }""" % more
        r = run("run", scene(place, text))
        check(r.returncode == 3 and all(x in r.stderr for x in parts_) and
              "'moreau-jean'" in r.stderr, r.stderr)
    for key in ('active = "sharp"', 'clock = "uniform"', 'project = "joints"',
                "most_collisions = 3", "theta = 0", "alpha = 0", "e = 2"):
        text = POINT % ('"x"', "{ { 1 } }", "0", "", "1, 1", "1", "0, 1", "1, 2",
                        "1, 2", "1", "0")
        name = key.split(" ")[0]
        text = text.replace("alpha = ratio(1, 2), ", "").replace(
            "e = ratio(0, 1),", "") if name in ("alpha", "e") else text
        r = run("run", scene(place, text.replace("T = 1,", "T = 1, %s," % key)))
        check(r.returncode == 3 and name in r.stderr, "%s: %s" % (key, r.stderr))


def summary(place):
    """Every step proven, one velocity; --lcp writes the problem that was solved."""
    path = os.path.join(place, "p.lcp")
    r = run("run", CASE, "--exact-check", "--json", "--lcp", "1", path, "--set",
            "drop=0", "--set", "T=1/16", cwd=place)
    said = json.loads(r.stdout)
    check(said["steps_proven"] == said["steps"] > 0 and
          said["parasitic"] is None, r.stdout)
    solved = json.loads(run("solve", path, "--exact", "--json").stdout)
    check(solved["status"] == "solved", "%s" % solved)


print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    random_machines(directory, random.Random(SEED))
    modes(directory, random.Random(SEED))
    as_moreau(directory, random.Random(SEED))
    equality(directory, random.Random(SEED))
    for part in (ball, bouncing, falling, cradle, sliding, oscillator, wedge, rod,
                 refusals, summary):
        part(directory)
done()
