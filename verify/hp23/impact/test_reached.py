"""Sequences of single impacts that do not end: what they come to.

Rows of balls, followed on in fractions by this program for hundreds of impacts: the
limit is that of momentum, every later velocity is within the ball, and the impulses
that are left shrink as fast as is said. With restitution and with friction the ball alone.
"""
import json
import os
import tempfile
from fractions import Fraction as F

from program import SOURCE, check, done, run

CASE = os.path.join(SOURCE, "cases", "HP23", "newton_cradle.lua")


def ahead(*words, codes=(5,)):
    r = run("impact", "--json", *words)
    check(r.returncode in codes, "%s: %d %s" % (words, r.returncode, r.stderr))
    return json.loads(r.stdout)


def follow(m, e, impacts, turns):
    """The cradle in turn: v behind `impacts` impacts, and every v of so many turns
    of all contacts behind that, a list for each turn."""
    v, n, i = [F(1)] + [F(0)] * (len(m) - 1), 0, 0

    def impact():
        nonlocal v, i
        w = v[i + 1] - v[i]
        if w < 0:
            L = -(1 + e) * w * m[i] * m[i + 1] / (m[i] + m[i + 1])
            v = list(v)
            v[i] -= L / m[i]
            v[i + 1] += L / m[i + 1]
        i = (i + 1) % (len(m) - 1)
        return w < 0

    while n < impacts:
        n += impact()
    at, later = v, []
    for _ in range(turns):
        later.append([])
        for _ in m[1:]:
            impact()
            later[-1].append(v)
    return at, later


def distance(m, v, w):
    return sum(k * (a - b) ** 2 for k, a, b in zip(m, v, w))


def cradles():
    for balls, heavy, e, impacts in ((3, 0, F(0), 5), (3, 2, F(0), 8),
                                     (5, 0, F(0), 30), (4, 1, F(0), 12),
                                     (3, 0, F(1, 20), 6)):
        m = [F(3) if i + 1 == heavy else F(1) for i in range(balls)]
        at, later = follow(m, e, impacts, 8)
        r = ahead(CASE, "--rational", "--law", "sequential", "--impacts",
                  str(impacts), "--restitution", str(e), "--set",
                  "balls=%d" % balls, "--set", "heavy=%d" % heavy, "--set",
                  "other=3")
        check(r["unfinished"] == 1 and r["outcomes"] == [], str(r))
        x = r["reached"]
        mean = m[0] / sum(m)
        v = [F(k) for k in x["v"]]
        check(v == [mean] * balls, "%d balls tend to %s" % (balls, x["v"]))
        check(x["order"] == ["c%d" % (i + 1) for i in range(balls - 1)],
              str(x["order"]))
        now = distance(m, at, v)
        check(now <= F(x["within"]) ** 2 <= now * F(1000001, 1000000),
              "%d balls, e = %s: %s is not the root of %s" %
              (balls, e, x["within"], float(now)))
        check(all(distance(m, w, v) <= now for turn in later for w in turn),
              "leaves the ball")
        check(x["exact"] is (e == 0), "%s" % x)
        if e:
            check(x["ratio"] is None, "no ratio is known")
            continue
        ratio = F(x["ratio"])
        check(ratio < 1 and (balls, heavy) != (3, 0) or ratio == F(1, 4),
              "the ratio %s" % ratio)
        # what is left of the impulses: those that bring all to the mean
        def left(w):
            out, total = [], F(0)
            for k, a in zip(m[:-1], w):
                total += k * (a - mean)
                out.append(total)
            return out
        was = left(at)
        for k, turn in enumerate(later):
            check(all(a <= ratio ** (k + 1) * b for a, b in
                      zip(left(turn[-1]), was)),
                  "%d balls: slower than %s in turn %d" % (balls, ratio, k))


def others():
    """Discs, with friction: the end behind a tolerance is in the ball, which is small; with
    restitution by Newton nothing is said, and by Poisson's it is."""
    discs = os.path.join(SOURCE, "cases", "HP23", "disk_stack.lua")
    x = ahead(discs, "--law", "sequential", "--impacts", "60")["reached"]
    end = ahead(discs, "--law", "sequential", "--tolerance", "1e-13",
                codes=(0,))["outcomes"][0]["v"]
    far = sum(k * (a - b) ** 2 for k, a, b in
              zip([1, 1, 0.5] * 3, end, x["v"])) ** 0.5
    check(not x["exact"] and x["ratio"] is None and 0 < x["within"] < 1e-8 and
          far <= x["within"] * (1 + 1e-6), "%s is %g from %s" % (end, far, x))
    r = ahead(discs, "--law", "sequential", "--impacts", "40",
              "--restitution", "0.1")
    check("reached" not in r, "Newton's with friction")
    r = ahead(discs, "--law", "routh", "--impacts", "40", "--restitution",
              "0.1")
    check("reached" in r, "Poisson's with friction")


def aside():
    """A contact that parts fast enough is left out of the ball; one that would approach
    at its centre is not, nor one that parts there, but within the ball may not."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "impact.json")
        for away, aside in (("4", True), ("1/100", False), ("1003/3000", False)):
            with open(path, "w") as file:
                json.dump({"M": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0],
                                 [0, 0, 0, 1]],
                           "Jn": [[-1, 1, 0, 0], [0, -1, 1, 0], [0, 0, -1, 1]],
                           "Jt": [[], [], []], "mu": [0, 0, 0],
                           "v": [1, 0, 0, away]}, file)
            x = ahead("--data", path, "--rational", "--law", "sequential",
                      "--impacts", "4")["reached"]
            if aside:
                check(x["v"] == ["1/3"] * 3 + [away] and x["exact"], str(x))
            else:
                check(x["v"] == [str((1 + F(away)) / 4)] * 4, str(x))


cradles()
others()
aside()
done()
