"""perp impact --within: every mode of every problem in the box is listed.

Random impacts in fractions, some with a joint, some with a contact twice, each
with many problems planted in its box, corners among them. For each of these all
modes are tried in fractions, one linear system a mode: what solves law (31) has
to be in the list, with its v+ and its speeds in the mode's box.
"""
import json
import os
import random
import tempfile
from fractions import Fraction as F

from exact_modes import dot, modes
from program import SOURCE, check, done, expect, run

SEED = int(os.environ.get("PERP_SEED", "2319"))
print("seed", SEED)
draw = random.Random(SEED)
WAYS = ["apart", "sticks", "slips +", "slips -"]


def text(x):
    return "perp.ratio(%d, %d)" % (x.numerator, x.denominator)


def linear(row, names):
    return " + ".join("%s * %s" % (text(x), n) for x, n in zip(row, names))


def scene(M, nu, Jn, Jt, mu, v):
    """Gaps and joints that are linear in q, all zero at q = 0."""
    names = ["x%d" % i for i in range(len(v))]
    q, w = ["q." + n for n in names], ["v." + n for n in names]
    mass = ", ".join("{ %s }" % ", ".join(map(text, r)) for r in M)
    contacts = ", ".join(
        '{ name = "c%d", gap = %s, slips = { %s }, mu = %s }' %
        (j, linear(Jn[j], q), linear(Jt[j], w), text(mu[j]))
        for j in range(len(Jn)))
    joints = ", ".join('{ name = "j%d", %s }' % (k, linear(r, q))
                       for k, r in enumerate(nu))
    return """local perp = require "perp"
return { system = perp.system { coordinates = { %s },
    mass = function() return { %s } end,
    joints = function(q) return { %s } end,
    contacts = function(q, v) return { %s } end },
  h = 1, T = 1, q = { %s }, v = { %s } }
""" % (", ".join('"%s"' % n for n in names), mass, joints, contacts,
       ", ".join("0" for _ in v), ", ".join(map(text, v)))


def number():
    return F(draw.randint(-12, 12), 6)


def problem(nv, p, joints, twice):
    M = [[F(0)] * nv for _ in range(nv)]
    for i in range(nv):
        for j in range(i + 1):
            M[i][j] = M[j][i] = (F(draw.randint(6, 24), 6) if i == j else
                                 F(draw.randint(-6, 6), 6 * nv))
    rows = [[number() for _ in range(nv)] for _ in range(2 * p + joints)]
    Jn, Jt, nu = rows[:p], rows[p:2 * p], rows[2 * p:]
    mu = [F(draw.randint(0, 12), 6) for _ in range(p)]
    if twice:
        Jn[-1], Jt[-1], mu[-1] = Jn[0], Jt[0], mu[0]
    v = [number() for _ in range(nv)]
    if joints:
        r = nu[0]
        s = dot(r, v) / dot(r, r) if any(r) else 0
        v = [x - s * y for x, y in zip(v, r)]
    return M, nu, Jn, Jt, mu, v


def at_the_edge(M, nu, Jn, Jt, mu, v):
    """The same with friction that just holds what sticks in some outcome: the
    data beside it have it slip, too."""
    for mode, _, L in modes(M, nu, Jn, Jt, mu, v):
        for j, way in enumerate(mode):
            if way == 1 and L[j, 0] > 0 and L[j, 1] != 0:
                mu = list(mu)
                mu[j] = abs(L[j, 1]) / L[j, 0]
                return M, nu, Jn, Jt, mu, v
    return M, nu, Jn, Jt, mu, v


def planted(problem, eps, corner):
    def near(x):
        s = draw.choice((-1, 1)) if corner else F(draw.randint(-64, 64), 64)
        return x + s * eps * max(1, abs(x))
    M, nu, Jn, Jt, mu, v = problem
    P = [[near(x) for x in row] for row in M]
    for i in range(len(M)):
        for j in range(i):
            P[i][j] = P[j][i]
    rows = [[[near(x) for x in row] for row in J] for J in (nu, Jn, Jt)]
    return [P] + rows + [[max(F(0), near(x)) for x in mu],
                         [near(x) for x in v]]


def inside(x, ends):
    return (ends[0] is None or F(ends[0]) <= x) and (
        ends[1] is None or x <= F(ends[1]))


def listed(said, mode, plus, Jn, Jt):
    """Is the mode in the list, and everything in its box?"""
    for m in said["within"]["modes"]:
        if [WAYS.index(w) for w in m["ways"]] != list(mode):
            continue
        return (all(map(inside, plus, m["v"])) and
                all(inside(dot(r, plus), e) for r, e in zip(Jn, m["vn"])) and
                all(inside(dot(r, plus), e) for r, e in zip(Jt, m["vt"])))
    return False


count = {"modes": 0, "listed": 0, "all": 0, "close": 0, "differ": 0}
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "s.lua")
    for k in range(14):
        joints, twice = int(k % 6 == 5), k % 3 == 1
        p = 2 if k % 8 else 3
        given = problem(2 + k % 3 + joints, p, joints, twice)
        if k % 2 == 0:
            given = at_the_edge(*given)
        eps = F(1, 10 ** (12, 6, 2)[k % 3])
        with open(path, "w") as file:
            file.write(scene(*given))
        r = run("impact", path, "--all", "--json", "--rational", "--within",
                "%d/%d" % (eps.numerator, eps.denominator))
        if r.returncode == 3 and "singular" in r.stderr and eps > F(1, 1000):
            continue
        check(r.returncode == 0, "round %d: %s" % (k, r.stderr))
        if r.returncode != 0:
            continue
        said = json.loads(r.stdout)
        sets = set()
        for n in range(4):
            data = planted(given, eps, n % 2 == 0)
            found = list(modes(*data))
            sets.add(frozenset(mode for mode, _, _ in found))
            for mode, plus, _ in found:
                check(listed(said, mode, plus, data[2], data[3]),
                      "round %d, planted %d: mode %s is not listed, or not "
                      "there" % (k, n, mode))
                count["modes"] += 1
        count["differ"] += len(sets) > 1
        count["listed"] += len(said["within"]["modes"])
        count["all"] += 4 ** p
        count["close"] += sum(
            all(None not in e and F(e[1]) - F(e[0]) < 1000 * eps
                for e in m["v"]) for m in said["within"]["modes"])
print(count)
check(count["modes"] > 30 and count["differ"] > 0, "too tame: %s" % count)
check(2 * count["listed"] < count["all"], "hardly anything is refuted")
check(4 * count["close"] > count["listed"], "boxes are wide")



# Data at one corner of a box in a mode that those in the middle are not in: each
# number on which it hangs is at that end of its interval. S makes the radius of a
# zero, e, small beside the others.
def flat(x):
    return [x] if isinstance(x, F) else sum(map(flat, x), [])


def at_a_corner(name, e, middle, corner, mode):
    check(all(abs(a - b) <= e * max(1, abs(a))
              for a, b in zip(flat(middle), flat(corner))), name + ": the box")
    check(all(m != mode for m, _, _ in modes(*middle)), name + ": the middle")
    there = [plus for m, plus, _ in modes(*corner) if m == mode]
    check(len(there) == 1, name + ": the corner")
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "s.lua")
        with open(path, "w") as file:
            file.write(scene(*middle))
        r = run("impact", path, "--all", "--json", "--rational", "--within",
                "%d/%d" % (e.numerator, e.denominator))
        check(r.returncode == 0, name + ": " + r.stderr)
        check(listed(json.loads(r.stdout), mode, there[0], *corner[2:4]),
              name + ": not listed")


def jammed(s, e, mu, fall):
    """A contact slips forward and presses with W = n M^-1 n - mu n M^-1 d > 0 when
    it comes down, < 0 when it goes up. W is zero for mu = (1 + 1/1024)/8, and the
    corner s takes away 3 e of the first part, but for a 1024th, and adds as much
    to the second, and 8 e because mu is below one."""
    S = F(2) ** 20
    return ([[S * (1 + s * e), F(0), F(0)], [F(0), S * (1 - s * e), F(0)],
             [F(0), F(0), S]], [], [[S * (1 - s * e), S / 32 * (1 + s * e),
                                     F(0)]],
            [[F(0), 256 * S * (1 + s * e), S]], [mu + s * e],
            [F(fall), F(0), F(2) ** 30])


e = F(1, 10 ** 5)
for s, which in (1, "largest"), (-1, "least"):
    mu = (1 + F(1, 1024) - 13 * s * e) / 8
    at_a_corner("the %s mu" % which, e, jammed(0, e, mu, s),
                jammed(s, e, mu, s), (2,))


def pulled(nu, v):
    """A joint nu_1 x' + nu_2 y' = 0 with nearly all of the mass in x, so y' + w is
    the normal speed with y' = -nu_1 x'/nu_2."""
    return ([[F(2) ** 20, F(0), F(0)], [F(0), F(1), F(0)], [F(0), F(0), F(1)]],
            [nu + [F(0)]], [[F(0), F(1), F(1)]], [[F(0), F(0), F(1)]],
            [F(1, 2)], v)


# x' = -e in place of 0 moves y' by 32 e; nu_2 = 1/32 + e moves it by 1024 e.
nu = [F(32), F(1)]
at_a_corner("a joint's velocity", e, pulled(nu, [F(0), F(0), -16 * e]),
            pulled(nu, [-e, F(0), -16 * e]), (0,))
v = [F(1), F(-32), 32 - 500 * e]
at_a_corner("a joint's direction", e, pulled([F(1), F(1, 32)], v),
            pulled([F(1), F(1, 32) + e], v), (0,))

# Two discs on a slope: where the data meant have the spins 1 and -1 of disc 2 and
# all between, their doubles have one outcome, and say so. Data beside them have
# the one or the other, and the list for the doubles has all their modes.
SLOPE = os.path.join(SOURCE, "cases", "HP23", "discs_on_slope.lua")
EPS = F(1, 10 ** 12)
c, s = F(4, 5), F(3, 5)
Z = [F(0)] * 6
M = [[F(int(i == j), 1 + (i % 3 == 2)) for j in range(6)] for i in range(6)]
Jn = [[-s, c, F(0)] + Z[3:], Z[3:] + [-s, c, F(0)], [-c, -s, F(0), c, s, F(0)]]
Jt = [[c, s, F(1)] + Z[3:], Z[3:] + [c, s, F(1)],
      [-s, c, F(1), s, -c, F(1)]]
v = [F(x) for x in (-2 * c + 2 * s, -2 * s - 2 * c, -1, -2 * c + s,
                    -2 * s - c, -1)]
exact = [M, [], Jn, Jt, [F(1)] * 3, v]


def slope(*words):
    r = run("impact", SLOPE, "--json", "--all", *words)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return json.loads(r.stdout)


meant = slope("--set", "slope=pythagorean", "--rational")
check([o["v"] for o in meant["outcomes"]] ==
      [["-4/5", "-3/5", "1", "-4/5", "-3/5", x] for x in ("1", "-1")] and
      meant["continuum"], "the outcomes meant: %s" % meant)
for which in "pythagorean", "thirty":
    said = slope("--set", "slope=" + which, "--within", "1e-12")
    check(len(said["outcomes"]) == 1 and said["complete"] and
          said["complete_of"].startswith("the doubles"), "doubles: %s" % said)
    check(said["within"]["eps"] == 1e-12, "eps")
    near = [planted(exact, EPS, n % 2 == 0) for n in range(2)]
    for away in EPS / 8, -EPS / 8:  # disc 2 stops a little slower, or faster
        near.append(exact[:5] + [v[:3] + [v[3] + away] + v[4:]])
    for k, data in enumerate(near):
        found = list(modes(*data))
        for mode, plus, _ in found:
            here = which == "thirty" or listed(said, mode, plus, data[2],
                                               data[3])
            check(here and any(m["ways"] == [WAYS[w] for w in mode]
                               for m in said["within"]["modes"]),
                  "%s: %s is not listed" % (which, mode))
            check(k < 2 or abs(plus[5] - (1, -1)[k - 2]) < F(1, 10 ** 9),
                  "planted %d: the spin %g of disc 2" % (k, plus[5]))
        check(found, "planted %d has an outcome" % k)

# What it does not do is said in one line.
block = os.path.join(SOURCE, "cases", "HP23", "rocking_block.lua")
for words in (("--within", "1e-9"), ("--all", "--within", "0"),
              ("--all", "--within", "-1"), ("--all", "--within", "x"),
              ("--all", "--within", "1e-9", "--tolerance", "1e-9"),
              ("--all", "--within", "1e-9", "--law", "sequential")):
    expect(" ".join(words), 2, [], ["--within"], "impact", block, *words)
expect("a box with singular masses", 3, [], ["singular"], "impact", block,
       "--all", "--within", "2")
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "s.lua")
    with open(path, "w") as file:
        file.write("""local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y", "z" },
    mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
    contacts = function(q, v) return {
      { name = "a", gap = q.z, slips = { v.x, v.y }, mu = 0.5 } } end },
  h = 1, T = 1, q = { 0, 0, 0 }, v = { -1, 2, -1 } }
""")
    expect("two slips", 3, [], ["one slip"], "impact", path, "--all",
           "--within", "1e-9")
done()
