"""perp impact --law newton: Moreau's projections by trying every set of contacts.

In fractions for a point in a corner of four kinds, in doubles for examples of HP23, whose matrices are
written by hand in hp23.py; each with several restitutions and parameters.
"""
import itertools
import json
import os
from fractions import Fraction as F

import hp23
from program import SOURCE, check, done, expect, in_file, run


def solve(A, b):
    """Gauss; None when A is singular. Fractions stay fractions."""
    n = len(b)
    T = [list(row) + [x] for row, x in zip(A, b)]
    for c in range(n):
        r = max(range(c, n), key=lambda i: abs(T[i][c]))
        if abs(T[r][c]) < 1e-12:
            return None
        T[c], T[r] = T[r], T[c]
        for i in range(n):
            if i != c:
                q = T[i][c] / T[c][c]
                T[i] = [x - q * y for x, y in zip(T[i], T[c])]
    return [T[i][n] / T[i][i] for i in range(n)]


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def projection(M, N, v, slack=0):
    """The u >= 0 in N u nearest to v in the metric of M: some set of contacts holds it with impulses >= 0."""
    back = [solve(M, n) for n in N]
    for size in range(len(N) + 1):
        for held in itertools.combinations(range(len(N)), size):
            L = solve([[dot(N[i], back[j]) for j in held] for i in held],
                      [-dot(N[i], v) for i in held]) if held else []
            if L is None or min(L, default=0) < -slack:
                continue
            u = [x + dot(L, [back[j][i] for j in held]) for i, x in enumerate(v)]
            if min((dot(n, u) for n in N), default=0) >= -slack:
                return u
    raise AssertionError("no projection")


def number(x):
    return F(x) if isinstance(x, str) else x


def agree(label, said, model, e, slack):
    M, N, v = model
    T = projection(M, N, v, slack)
    after = [(1 + e) * t - e * x for t, x in zip(T, v)]
    near = lambda a, b: abs(number(a) - b) <= slack
    law, o = said["newton"], said["outcomes"]
    check(said["law"] == "newton" and said["complete"] is True
          and len(o) == 1 and o[0]["impacts"] == 1, label + ": one outcome")
    check(near(law["e"], e), label + ": e")
    for key, got, want in (
            ("v+", o[0]["v"], after), ("vn", o[0]["vn"], [dot(n, after) for n in N]),
            ("tangent", law["tangent"], T),
            ("normal", law["normal"], [x - t for x, t in zip(v, T)])):
        check(len(got) == len(want) and all(map(near, got, want)),
              "%s: %s is %s, not %s" % (label, key, got, want))
    for key, u in ("kinetic_before", v), ("kinetic_after", after):
        check(near(law[key], dot(u, [dot(row, u) for row in M]) / 2), "%s: %s" % (label, key))
    jump = [dot(row, [a - b for a, b in zip(after, v)]) for row in M]
    r = [number(x) for x in law["impulses"]]
    check(min(r) >= 0 and all(abs(dot(r, [n[i] for n in N]) - jump[i]) <= 10 * slack
                              for i in range(len(v))), label + ": impulses")
    gram = [dot(N[i], solve(M, N[j])) for i in range(len(N)) for j in range(i)]
    holds = all(g <= 0 if e == 0 else g == 0 for g in gram)
    check(law["angle"] is holds, "%s: angle %s" % (label, gram))


CORNER = {  # the angle condition: violated; for e = 0 alone; always; always
    "obtuse": ([[1, 0], [0, 1]], [F(4, 5), F(3, 5)], [-1, -2]),
    "acute": ([[1, 0], [0, 1]], [F(4, 5), F(-3, 5)], [-2, -1]),
    "right": ([[1, 0], [0, 1]], [1, 0], [-1, -2]),
    "metric": ([[2, 1], [1, 2]], [2, 1], [-1, -2])}


def corner(angle, e, own):
    """own: the scene's restitution; else that of the command line."""
    M, n, v = CORNER[angle]
    words = ["--set", "e=" + str(e)] if own else ["--restitution", str(e)]
    r = run("impact", os.path.join(SOURCE, "cases", "P10", "corner.lua"), "--set", "away=0", "--set",
            "angle=" + angle, "--law", "newton", "--rational", "--json", *words)
    check(r.returncode == 0, r.stderr)
    fraction = lambda rows: [[F(x) for x in row] for row in rows]
    agree("%s, e = %s" % (angle, e), json.loads(r.stdout),
          (fraction(M), fraction([[0, 1], n]), [F(x) for x in v]), F(e), 0)


def example(name, model, e, **sets):
    M, N, _, _, v = model(**sets)
    more = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    r = run("impact", os.path.join(SOURCE, "cases", "HP23", name + ".lua"), "--law", "newton",
            "--restitution", str(e), "--json", *more)
    check(r.returncode == 0 and "no friction" in r.stderr, r.stderr)
    agree("%s %s" % (name, sets), json.loads(r.stdout), (M, N, v), e, 1e-9)


for angle in CORNER:
    corner(angle, "1/2", True)
    corner(angle, "0", False)
    corner(angle, "1", False)
corner("obtuse", "2/7", True)
example("compass_gait", hp23.gait, 0.5)
example("compass_gait", hp23.gait, 1, leading=-30, trailing=30)
example("rocking_block", hp23.block, 0.25, width=1.5)
example("box_wall", hp23.box, 0.75, tilt=20)

here = os.path.join(SOURCE, "cases", "P10", "corner.lua")
at = ("impact", here, "--set", "away=0")
expect("text", 0, ["newton: 1 outcome, proven complete", "from 2.5 to 0.625 J", "angle condition holds"],
       [], *at, "--law", "newton")
for words, why in (
        (("--law", "newton", "--restitution", "2"), "from 0 to 1, not '2'"),
        (("--law", "newton", "--restitution=-1/2"), "from 0 to 1"),
        (("--law", "newton", "--restitution", "half"), "not 'half'"),
        (("--restitution", "3/2"), "from 0 to 1, not '3/2'"),
        (("--law", "newton", "--order", "floor"), "--order does not go"),
        (("--law", "newton", "--within", "1/9"), "--within does not go"),
        (("--law", "newtons"), "interleaved or newton, not 'newtons'")):
    expect(why, 2, [], [why], *at, *words)
in_file(lambda path: expect("joints", 3, [], ["minimal coordinates"], "impact", path, "--law", "newton"),
        """local perp = require "perp"
return { h = 0.1, T = 1, q = { 0, 0 }, v = { 0, -1 }, system = perp.system {
  coordinates = { "x", "y" }, mass = function() return { { 1, 0 }, { 0, 1 } } end,
  joints = function(q) return { { name = "rail", q.x } } end,
  contacts = function(q) return { { name = "floor", gap = q.y } } end } }
""", "scene.lua")
done()
