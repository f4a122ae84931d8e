"""The cases with exact data: matrices by hand in fractions, all modes tried.

With exact=true and --rational the numbers of a proof are those of the bodies.
"""
import json
import os
from fractions import Fraction as F

from exact_modes import modes
from program import SOURCE, check, done, run


def impact(name, *words):
    r = run("impact", os.path.join(SOURCE, "cases", "HP23", name + ".lua"),
            "--json", "--rational", "--set", "exact=true", *words)
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return json.loads(r.stdout)


def agree(name, problem, count):
    """The velocities of all modes that are regular, and no other."""
    said = impact(name, "--all")
    _, _, Jn, Jt, _, _ = problem
    wanted = set(tuple(v) for _, v, _ in modes(*problem))
    check(said["complete"] and said["complete_of"] ==
          "M, nu, n, d, mu and v of the scene's formulas", name)
    check(set(tuple(map(F, o["v"])) for o in said["outcomes"]) == wanted and
          len(wanted) == count, "%s: %s, not %s" %
          (name, said["outcomes"], wanted))
    for o in said["outcomes"]:
        for key, J in (("vn", Jn), ("vt", Jt)):
            check([F(x) for x in o[key]] ==
                  [sum(a * F(b) for a, b in zip(row, o["v"])) for row in J],
                  "%s: %s" % (name, key))


def diagonal(*m):
    return [[F(x) if i == j else F(0) for j in range(len(m))]
            for i, x in enumerate(m)]


# The gait: feet at (s, -c) and (-s, -c) from the hip, masses half way.
s, c = F(40, 41), F(9, 41)
M = diagonal(2, 2, F(1, 4), F(1, 4))
Jn, Jt = [], []
for k, sine in (2, -s), (3, s):
    M[0][k] = M[k][0] = c / 2
    M[1][k] = M[k][1] = sine / 2
    x, y = [F(1), F(0), F(0), F(0)], [F(0), F(1), F(0), F(0)]
    x[k], y[k] = c, sine
    Jt.append(x)
    Jn.append(y)
agree("compass_gait", (M, [], Jn, Jt, [F(5)] * 2,
                       [-c / 4, -s / 4, F(1, 4), F(1, 4)]), 3)

# The box: corners at (-1, -1)/2 and (1, -1)/2, turned.
c, s = F(7, 25), F(24, 25)
(ax, ay), (bx, by) = [((c * x + s) / 2, (s * x - c) / 2) for x in (-1, 1)]
agree("box_wall", (diagonal(1, 1, F(1, 6)), [],
                   [[F(0), F(1), ax], [F(-1), F(0), by]],
                   [[F(1), F(0), -ay], [F(0), F(-1), -bx]],
                   [F(1)] * 2, [F(1), F(0), F(0)]), 1)

# The discs: one impact of C, or D, while what it does to the others is slower
# than the tolerance; a tenth of the weight of friction lets it slip.
for variant, mass, flip in ("written", 1, -1), ("coded", 5, 1):
    M = diagonal(*[mass * x for x in (1, 1, F(2, 9), 1, 1, F(1, 2),
                                      1, 1, F(1, 2))])
    for name, at, nx in ("C", 3, F(-3, 5)), ("D", 6, F(3, 5)):
        ny = F(-4, 5)
        n, t = [F(0)] * 9, [F(0)] * 9
        tx, ty = ny, flip * nx  # the tangent, and what it makes of a spin
        for k, sign in (0, -1), (at, 1):
            n[k:k + 2] = [sign * nx, sign * ny]
            t[k:k + 2] = [sign * tx, sign * ty]
        spin = tx * ny - ty * nx
        t[2], t[at + 2] = F(2, 3) * spin, spin
        for mu in F(7, 4), F(1, 10):
            said = impact("disk_stack", "--set", "variant=" + variant, "--set",
                          "mu=%s" % mu, "--law", "sequential", "--order",
                          name + ",A,B,E", "--tolerance", "79/100")
            problem = (M, [], [n], [t], [mu],
                       [F(0), F(-1)] + [F(0)] * 7)
            wanted = set(tuple(v) for _, v, _ in modes(*problem))
            got = set(tuple(map(F, o["v"])) for o in said["outcomes"])
            check(got == wanted and len(got) == 1, "%s %s: %s, not %s" %
                  (variant, name, got, wanted))
    all_ = impact("disk_stack", "--all", "--set", "variant=" + variant)
    check([o["v"] for o in all_["outcomes"]] == [["0"] * 9] and
          all_["complete"], "the stack rests: %s" % all_)

# Two discs on a slope: the same bodies, the same steps, turned. On the flat floor
# doubles are exact, and steps have several v'; of the turned ones' doubles each list
# is proven to have one.
for slope in "flat", "thirty", "pythagorean":
    r = run("reach", os.path.join(SOURCE, "cases", "HP23",
                                  "discs_on_slope.lua"), "--set",
            "slope=" + slope, "--select", "all", "--samples", "4", "--json",
            "-q", "--draw", "uniform", "--exact-check")
    said = json.loads(r.stdout)
    check((said["several"] > 0) == (slope == "flat") and said["proven"] >= 4,
          "%s: %s" % (slope, said))
done()
