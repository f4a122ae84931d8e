"""perp run --lcp of a step with contacts that yield: the mixed problem of (16), its
solutions by perp solve --all."""
import json
import os
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, expect, run
from written import Problem

CASES = os.path.join(SOURCE, "cases", "PKS05")
STEP = os.path.join(CASES, "nonunique_step.lua")


def faces(path):
    s = json.loads(run("solve", path, "--all", "--json").stdout)
    check(s["complete"] is True, "%s" % s)
    return s["faces"]


def forces(face, p):
    """(lambda_n, lambda_t) of each vertex of a planar problem with one contact."""
    return {(F(z[p.free]), F(z[p.free + 1]) - F(z[p.free + 2]))
            for z in face["vertices"]}


def by_hand(p):
    """(16) for a point of 1 kg, h = theta = 1, hK + C = ((5, -2), (-2, 1))."""
    check(p.free == 4 and p.n == 4, "%d, %d" % (p.free, p.n))
    want = [[1, 0, 0, 0, 0, -1, 1, 0], [0, 1, 0, 0, -1, 0, 0, 0],
            [0, 0, 5, -2, -1, 0, 0, 0], [0, 0, -2, 1, 0, -1, 1, 0],
            [0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 1],
            [0, 0, 0, -1, 0, 0, 0, 1], [0, 0, 0, 0, 1, -1, -1, 0]]
    check(p.A == want and p.b == [0, 0, 0, 0, 1, 4, -4, 0], "%s" % p.A)
    check([n.split(";")[0] for n in p.name] ==
          ["change of velocity x", "change of velocity y",
           "rate of delta.floor.n", "rate of delta.floor.t",
           "lambda_n of contact floor", "beta of contact floor, direction 1",
           "beta of contact floor, direction 2", "gamma of contact floor"],
          "%s" % p.name)


with tempfile.TemporaryDirectory() as place:
    at = lambda name: os.path.join(place, name)
    for mode in [], ["--rational"], ["--exact-check"]:
        r = run("run", STEP, "-q", "--lcp", "1", at("p.lcp"), *mode)
        check(r.returncode == 0, r.stderr)
        with open(at("p.lcp")) as file:
            p = Problem(file.read())
        by_hand(p)
        check("the step of row 1" in p.comments[0], p.comments[0])
    found = [forces(f, p) for f in faces(at("p.lcp"))]
    check(sorted(map(sorted, found)) == [[(0, 0)], [(1, -1)], [(3, -2)]],
          "%s" % found)
    # A problem a step; in space only with a polygon.
    ball = os.path.join(CASES, "ball.lua")
    r = run("run", ball, "-q", "--set", "T=0.004", "--lcps", at("all"))
    check(len(os.listdir(at("all"))) == 4, "%s" % os.listdir(at("all")))
    for name in sorted(os.listdir(at("all"))):
        with open(os.path.join(at("all"), name)) as file:
            p = Problem(file.read())
        check(len(faces(os.path.join(at("all"), name))) == 1, name)
    expect("disc", 3, [], ["--lcp", "disc", "directions"], "run",
           os.path.join(CASES, "rotating_push.lua"), "--lcp", "1", at("q"))
done()
