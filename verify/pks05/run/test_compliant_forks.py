"""Runs into all solutions of their steps, against the same tree in Python.

Points over floors that couple normal and tangent, in fractions: each step is posed here
from the state, all its solutions are found by every choice of modes
(test_theta_lists.py), and each of them is stepped on from. The set of all motions must
be that of `perp run --branches --rational`, to the last fraction; in doubles and with
--exact-check the runs are as many, and the same but for rounding.
"""
import csv
import io
import json
import os
import random
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, expect, run
from test_theta_lists import Step

STEP = os.path.join(SOURCE, "cases", "PKS05", "nonunique_step.lua")

SCENE = """local perp = require "perp"
local r = perp.ratio
local system = perp.system { coordinates = { %(names)s }, mass = %(mass)s,
  force = function(t, q, v) return { %(force)s } end,
  contacts = function(q, v) return { %(contacts)s } end }
return { system = system, scheme = "theta", theta = %(theta)s, h = %(h)s,
  T = %(T)s, q = { %(q)s }, v = { %(v)s } }
"""


def lua(x):
    return "r(%d, %d)" % (x.numerator, x.denominator)


def rows(A):
    return "{ %s }" % ", ".join("{ %s }" % ", ".join(lua(x) for x in r)
                                for r in A)


class World:
    """Points (x_i, y_i) of mass 1 that drag each other, a floor each."""

    def __init__(self, seed, points):
        d = random.Random(seed)
        self.n, self.nv = points, 2 * points
        self.h, self.theta = F(1, 2), F(d.choice((1, 1, 0, F(1, 2))))
        self.steps = 3
        self.u = [d.choice((-3, -2, 2, 3)) for _ in range(points)]
        self.mu = [F(d.randint(2, 6), 4) for _ in range(points)]
        self.q = [F(x) for _ in range(points) for x in (0, d.randint(0, 1))]
        self.v = [F(x) for u in self.u
                  for x in (u * -d.randint(1, 3), d.randint(-1, 1))]
        self.drag = F(d.randint(0, 2), 4)
        self.g = [F(0), F(-d.randint(0, 2))] * points

    def half(self, i):
        """K h and C of floor i, half of U U' each, U = [[1, u], [0, 1]], over 4."""
        u = F(self.u[i])
        return [[(1 + u * u) / 8, u / 8], [u / 8, F(1, 8)]]

    def scene(self):
        names, force, contacts = [], [], []
        for i in range(self.n):
            x, y, j = "x%d" % i, "y%d" % i, (i + 1) % self.n
            names += ['"%s"' % x, '"%s"' % y]
            force += ["%s - %s * v.%s" % (lua(self.g[2 * i]), lua(self.drag),
                                          "x%d" % j),
                      "%s - %s * v.y%d" % (lua(self.g[2 * i + 1]),
                                           lua(self.drag), j)]
            C = self.half(i)
            K = [[e / self.h for e in r] for r in C]
            contacts.append(
                '{ name = "f%d", gap = q.%s, slips = { v.%s }, mu = %s, '
                "stiffness = %s, damping = %s }" % (i, y, x, lua(self.mu[i]),
                                                    rows(K), rows(C)))
        unit = [[F(int(i == j)) for j in range(self.nv)]
                for i in range(self.nv)]
        return SCENE % {
            "names": ", ".join(names), "mass": rows(unit),
            "force": ", ".join(force), "contacts": ", ".join(contacts),
            "theta": lua(self.theta), "h": lua(self.h),
            "T": lua(self.steps * self.h),
            "q": ", ".join(lua(x) for x in self.q),
            "v": ", ".join(lua(x) for x in self.v)}

    def posed(self, q, v, delta):
        nv, n = self.nv, self.n
        J = [[F(0)] * nv for _ in range(nv)]
        for i in range(n):
            for k in range(2):
                J[2 * i + k][2 * ((i + 1) % n) + k] = -self.drag
        W = [[F(int(j == 2 * i + 1 - k)) for j in range(nv)]
             for i in range(n) for k in range(2)]
        C = [[F(0)] * nv for _ in range(nv)]
        for i in range(n):
            for k in range(2):
                C[2 * i + k][2 * i:2 * i + 2] = self.half(i)[k]
        flat = lambda A: [x for r in A for x in r]
        unit = [[F(int(i == j)) for j in range(nv)] for i in range(nv)]
        return Step({
            "nv": nv, "p": n, "slips": 1, "h": self.h, "theta": self.theta,
            "M": flat(unit), "J": flat(J), "rows": flat(W), "C": flat(C),
            "f": [self.g[i] + sum(J[i][j] * v[j] for j in range(nv))
                  for i in range(nv)],
            "K": [x / self.h for x in flat(C)], "v": v, "delta": delta,
            "mu": self.mu, "gap": [q[2 * i + 1] for i in range(n)]})

    def tree(self):
        """All motions: tuples of rows (q, v, delta, lambda); continua, and how
        often a solution was one of two choices: rounding may lose such a one."""
        motions, continua, ties = set(), 0, 0
        zero = [F(0)] * self.nv
        todo = [((tuple(self.q) + tuple(self.v) + tuple(zero) + tuple(zero)),)]
        while todo:
            rows = todo.pop()
            if len(rows) > self.steps:
                motions.add(rows)
                continue
            nv, last = self.nv, rows[-1]
            q, v, delta = (list(last[k * nv:(k + 1) * nv]) for k in range(3))
            step = self.posed(q, v, delta)
            found, more = step.brute()
            continua += more
            ties += step.ties
            for lam in found:
                x = [sum(a * b for a, b in zip(r, lam)) + c
                     for r, c in zip(step.X, step.x0)]
                d = [sum(a * b for a, b in zip(r, lam)) + c
                     for r, c in zip(step.D, step.d0)]
                w = [a + b for a, b in zip(v, x)]
                row = ([a + self.h * (self.theta * b + (1 - self.theta) * c)
                        for a, b, c in zip(q, v, w)] + w +
                       [a + self.h * b for a, b in zip(delta, d)] + list(lam))
                todo.append(rows + (tuple(row),))
        return motions, continua, ties


def fan(path, *more):
    """The summary, and the motions by their rows."""
    table = path + ".csv"
    r = run("run", path, "--branches", "2000", "--json", "--csv", table, *more)
    check(r.returncode == 0, "%s: %s" % (path, r.stderr))
    runs = {}
    with open(table) as file:
        for row in csv.DictReader(file):
            runs.setdefault(row["branch"], []).append(tuple(
                F(x) for k, x in row.items()
                if k[:2] in ("q.", "v.") or k[:5] == "delta" or
                k[:4] == "lam."))
    return json.loads(r.stdout), [tuple(x) for x in runs.values()]


def trees(place, worlds, rounded):
    most = forks = near_runs = 0
    for k, (seed, points) in enumerate(worlds):
        w = World(seed, points)
        wanted, continua, ties = w.tree()
        path = os.path.join(place, "w%d.lua" % k)
        with open(path, "w") as file:
            file.write(w.scene())
        s, found = fan(path, "--rational")
        check(len(found) == s["branches"] == len(s["runs"]), "%s" % s)
        check(set(found) == wanted and len(found) == len(wanted),
              "seed %d: %d motions, by all modes %d" % (seed, len(found),
                                                       len(wanted)))
        check(s["complete"] == (continua == 0) == (s["continua"] == 0) and
              (s["complete_of"] is not None) == s["complete"], "%s" % s)
        check(all(r["steps_proven"] == w.steps for r in s["runs"]), "%s" % s)
        most, forks = max(most, len(wanted)), forks + (len(wanted) > 1)
        if k not in rounded or ties:
            continue
        near_runs += 1
        for mode in ([], ["--exact-check"]):
            t, near = fan(path, *mode)
            check(t["branches"] == len(wanted) and
                  [r["outcomes"] for r in t["runs"]] ==
                  [r["outcomes"] for r in s["runs"]] and
                  all(r["steps_proven"] == (w.steps if mode else 0)
                      for r in t["runs"]), "%s" % t)
            for a, b in zip(found, near):
                check(all(abs(x - y) < 1e-12 * (1 + abs(x))
                          for p, q in zip(a, b) for x, y in zip(p, q)),
                      "seed %d: another run" % seed)
    print("%d trees, %d with forks, at most %d runs; %d rounded" %
          (len(worlds), forks, most, near_runs))
    check(near_runs > 0, "none rounded")
    return most


def known():
    """The three of the step, as they are written in the scene; a depth, limits."""
    r = run("run", STEP, "--branches", "3", "--rational", "--csv", "-", "-q")
    ends = [(x["lam.floor.n"], x["lam.floor.t"])
            for x in csv.DictReader(io.StringIO(r.stdout)) if x["step"] == "1"]
    check(sorted(ends) == [("0", "0"), ("1", "-1"), ("3", "-2")], "%s" % ends)
    r = run("run", STEP, "--branches", "3")
    check("3 runs through the solutions of every step, proven complete" in
          r.stderr and r.stderr.count("forks from step 1 on") == 3, r.stderr)
    expect("one less", 5, [], ["more than 2 runs"], "run", STEP, "--branches",
           "2")
    s = json.loads(run("run", STEP, "--branches", "9", "--json", "--set",
                       "mu=1/2", "--set", "bn=0", "--set", "bt=1").stdout)
    check(s["branches"] == 2 and s["continua"] == 1 and not s["complete"] and
          s["complete_of"] is None, "a segment: %s" % s)
    check([(x["outcomes"], x["of"], x["at"]) for x in s["runs"]] ==
          [([1], [2], [1]), ([2], [2], [1])], "%s" % s)
    r = run("run", STEP, "--branches", "9", "--set", "mu=1/4")
    check("1 run through" in r.stderr and "no fork" in r.stderr, r.stderr)


SPACE = [("slips = { v.x }", "slips = { v.x, v.z }"),
         ('{ "x", "y" }', '{ "x", "y", "z" }'),
         ("{ { 1, 0 }, { 0, 1 } }", "{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }"),
         ("return { 0, 0 } end", "return { 0, 0, 0 } end"),
         ("{ ratio(5, 2), -1 }, { -1, ratio(1, 2) }",
          "{ ratio(5, 2), -1, 0 }, { -1, ratio(1, 2), 0 }, { 0, 0, 1 }"),
         ("q = { 0, 0 }", "q = { 0, 0, 0 }"),
         ("v = { bt, bn }", "v = { bt * ratio(3, 5), bn, bt * ratio(4, 5) }")]


def in_space(place):
    """The same step with a second slip, the compliance turned in the plane of both:
    the disc has the three, in the direction (3/5, 4/5); a continuum stays undecided."""
    with open(STEP) as file:
        text = file.read()
    for a, b in SPACE:
        check(a in text, "no " + a)
        text = text.replace(a, b)
    turned = "{ ratio(5, 2), ratio(-3, 5), ratio(-4, 5) }, { ratio(-3, 5), " \
        "ratio(41, 50), ratio(-6, 25) }, { ratio(-4, 5), ratio(-6, 25), " \
        "ratio(34, 50) }"
    text = text.replace(SPACE[4][1], turned)
    path = os.path.join(place, "space.lua")
    with open(path, "w") as file:
        file.write(text)
    s, found = fan(path)
    check(s["branches"] == 3 and s["complete"] and s["undecided"] == 0, "%s" % s)
    ends = [[float(x) for x in rows[-1][-3:]] for rows in found]
    for n, t in (0, 0), (3, -2), (1, -1):
        check(sum(abs(e[0] - n) + abs(e[1] - 0.6 * t) + abs(e[2] - 0.8 * t) <
                  1e-12 for e in ends) == 1, "(%d, %d): %s" % (n, t, ends))
    s, _ = fan(path, "--set", "mu=1/2", "--set", "bn=0", "--set", "bt=1")
    check(s["undecided"] > 0 and not s["complete"] and
          s["complete_of"] is None, "%s" % s)
    r = run("run", path, "--branches", "9", "--set", "mu=1/2", "--set", "bn=0",
            "--set", "bt=1")
    check("slip angles it is undecided" in r.stderr, r.stderr)


def refused(place):
    """Prescribed ends; a fork under a force that is not affine."""
    case = lambda name: os.path.join(SOURCE, "cases", "PKS05", name)
    expect("ends", 3, [], ["prescribed ends"], "run",
           case("fixed_point.lua"), "--branches", "3")
    with open(STEP) as file:
        text = file.read()
    curved = text.replace("force = function() return { 0, 0 } end",
                          "force = function(t, q, v) return { -v.x * v.x, 0 } "
                          "end")
    check(curved != text, "no force")
    path = os.path.join(place, "curved.lua")
    with open(path, "w") as file:
        file.write(curved.replace("theta = 1,", "theta = 0.99,"))
    expect("curved", 3, [], ["step 1", "not affine"], "run", path,
           "--branches", "9")


if __name__ == "__main__":
    known()
    with tempfile.TemporaryDirectory() as place:
        refused(place)
        in_space(place)
        most = trees(place, [(0, 1), (4, 1), (0, 2)], {0})
        check(most > 20, "at most %d runs" % most)
        if os.environ.get("PERP_LONG"):
            trees(place, [(k, 1) for k in range(40)] +
                  [(k, 2) for k in range(14)], set(range(54)))
    done()
