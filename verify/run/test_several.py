"""A box turns on an incline: which row is named, and are both velocities
solutions? The row's problem is written with --lcp and solved here in fractions,
by all choices of pressing corners; nothing of perp takes part in that."""
import itertools
import json
import os
import tempfile
from fractions import Fraction

from program import SOURCE, check, done, run
from written import Problem

with open(os.path.join(SOURCE, "verify/scene/run/turning_box.lua")) as scene:
    BOX = scene.read()
FLAT = """
local perp = require "perp"
local planar = require "perp.planar"
local world = planar.world { mu = perp.param("mu", 0, "friction") }
world:box { name = "b", mass = 1, width = 1, height = 1 }
return { system = world:system(), h = 0.01, T = 0.2,
  q = { 0, 0.5, 0 }, v = { 1, 0, 0 } }
"""
BALL = """
local spatial = require "perp.spatial"
local world = spatial.world { mu = 0.5 }
world:sphere { name = "b", mass = 1, radius = 0.5 }
local q, v = world:state { b = { at = { 0, 0, 0.5 }, velocity = { 1, 0, 0 },
  spin = { 0, 0, 3 } } }
return { system = world:system(), h = 0.01, T = 0.2, q = q, v = v }
"""


def solve(A, b):
    """A y = b in fractions; None when A is singular."""
    n = len(b)
    M = [row[:] + [x] for row, x in zip(A, b)]
    for c in range(n):
        p = next((r for r in range(c, n) if M[r][c] != 0), None)
        if p is None:
            return None
        M[c], M[p] = M[p], M[c]
        M[c] = [x / M[c][c] for x in M[c]]
        for r in range(n):
            if r != c and M[r][c] != 0:
                f = M[r][c]
                M[r] = [x - f * y for x, y in zip(M[r], M[c])]
    return [row[n] for row in M]


def solutions_like(p, x):
    """The solutions of p whose contacts slip the way they do at x (doubles):
    for each choice of contacts that press, the equations of that choice."""
    contacts = [i for i, n in enumerate(p.name) if n.startswith("c_n")]
    who = [p.name[i].split(" ")[3].rstrip(";") for i in contacts]
    lam = [i for i, n in enumerate(p.name) if n.startswith("lambda")]
    beta = [[i for i, n in enumerate(p.name) if n.startswith("beta") and
             n.split(" ")[3].rstrip(",") == w] for w in who]
    acts = [min(b, key=lambda i: sum(float(a) * y for a, y in
                                     zip(p.A[i], x))) for b in beta]
    f = p.free
    for press in sorted(itertools.product((0, 1), repeat=len(contacts)),
                        key=lambda s: -sum(s)):
        on = [j for j, yes in enumerate(press) if yes]
        mu = [p.A[lam[j]][contacts[j]] for j in range(len(contacts))]

        def row(i):
            return [p.A[i][k] for k in range(f)] + \
                [p.A[i][contacts[j]] + mu[j] * p.A[i][acts[j]] for j in on]
        rows = list(range(f)) + [contacts[j] for j in on]
        y = solve([row(i) for i in rows], [-p.b[i] for i in rows])
        if y is None:
            continue
        z = y[:f] + [Fraction(0)] * p.n
        for c, j in zip(y[f:], on):
            z[contacts[j]], z[acts[j]] = c, mu[j] * c
        w = p.rows(z)
        for j, i in enumerate(lam):
            z[i] = max(-w[k] for k in beta[j])
        if p.wrong(z) is None:
            yield z


def near(x, y):
    return all(abs(a - b) < 1e-9 for a, b in zip(x, y))


def before(csv, row):
    """The velocity that a row begins with: of the row above it."""
    with open(csv) as file:
        lines = [line.rstrip().split(",") for line in file
                 if not line.startswith("#")]
    state = dict(zip(lines[0], lines[row]))
    return [float(state[k]) for k in lines[0] if k.startswith("v.")]


def judge(place, words, found):
    """Both velocities of a row, by fractions."""
    lcp, csv = os.path.join(place, "p.lcp"), os.path.join(place, "p.csv")
    r = run("run", *words, "-q", "--lcp", str(found["row"]), lcp, "--csv", csv)
    check(r.returncode == 0, r.stderr)
    with open(lcp) as file:
        p = Problem(file.read())
    check("step of row %d," % found["row"] in p.comments[0], p.comments[0])
    old = before(csv, found["row"])
    solved = 0
    for v in (found["v"], found["w"]):
        x = [(a + b) / 2 for a, b in zip(v, old)]  # alpha is 1/2
        solved += any(near(x, [float(y) for y in z])
                      for z in solutions_like(p, x))
    check(not near(found["v"], found["w"]), "they differ")
    return solved


with tempfile.TemporaryDirectory() as place:
    def scene(name, text):
        path = os.path.join(place, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def asked(*words):
        r = run("run", *words, "--json", "-q")
        check(r.returncode == 0, r.stderr)
        return json.loads(r.stdout)

    box = scene("box.lua", BOX)
    exact = 0
    for dirs, modes in (("8", ((), ("--exact-check",))),
                        ("4", (("--exact-check",),))):
        for mode in modes:
            words = (box, "--set", "dirs=" + dirs, *mode)
            say = asked(*words)
            found = say["second_velocity"]
            check(isinstance(found, dict) and found["row"] == 2,
                  "%s: %s" % (words, found))
            solved = judge(place, words, found)
            check(solved == 2 if found["exact"] else solved >= 1,
                  "%s row %d: %d of them solve it" % (words, found["row"],
                                                      solved))
            check(found["exact"] or 0 <= found["moved"] < 1e-12 and
                  found["row"] < say.get("second_velocity_exact",
                                         {"row": 11})["row"], str(found))
            exact += found["exact"]
            if "second_velocity_exact" in say:
                check(say["second_velocity_exact"]["exact"] and
                      judge(place, words, say["second_velocity_exact"]) == 2,
                      "%s: the exact one" % (words,))
                exact += 1
            r = run("run", *words)
            check("more than one velocity in row 2 (t = 0.002 s): b.wz is"
                  in r.stderr and "may differ" in r.stderr, r.stderr)
    check(exact >= 2, "%d exact ones" % exact)

    # perp solve --all knows both, too.
    words = (box, "--set", "dirs=4", "--exact-check")
    found = asked(*words)["second_velocity_exact"]
    lcp = os.path.join(place, "p.lcp")
    run("run", *words, "-q", "--lcp", str(found["row"]), lcp)
    r = run("solve", lcp, "--all", "--json")
    speeds = sorted({round(float(Fraction(z[5])), 9) for face in
                     json.loads(r.stdout)["faces"] for z in face["vertices"]})
    check(len(speeds) == 2, str(speeds))
    check(abs(2 * (speeds[1] - speeds[0]) -
              abs(found["v"][5] - found["w"][5])) < 1e-8, "%s %s" %
          (speeds, found))

    # No friction: one velocity, proven. Straight on, and at rest: no second one
    # is found, and that there is none is not said.
    say = asked(box, "--set", "mu=0")
    check(say["second_velocity"] is None and
          say["one_velocity"] == say["lcps"],
          "no friction: %s" % say["second_velocity"])
    for words in (("spin=0",), ("spin=0", "incline=0")):
        say = asked(box, *[w for s in words for w in ("--set", s)])
        check(say["second_velocity"] == "undecided",
              "%s: %s" % (words, say["second_velocity"]))
    flat, ball = scene("flat.lua", FLAT), scene("ball.lua", BALL)
    for words in ((flat,), (ball,), (ball, "--exact-check")):
        say = asked(*words)
        check(say["second_velocity"] is None and
              say["one_velocity"] == say["lcps"],
              "%s: %s" % (words[0], say["second_velocity"]))
    r = run("run", flat)
    check("one velocity is proven for all 20 problems" in r.stderr, r.stderr)
    r = run("run", flat, "--set", "mu=1/2")
    check("undecided for the others" in r.stderr, r.stderr)
done()
