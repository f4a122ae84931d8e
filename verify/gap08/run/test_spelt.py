"""perp run --lcp: the problem that is written is the one that the run solves.
A run in fractions has each row's velocity and impulses in its table; they are
put into the written problem, and every condition must hold with equality."""
import json
import os
import tempfile
from fractions import Fraction

from program import check, done, run
from written import Problem

SLOPE = """
local perp = require "perp"
local e, joint = perp.param("e", 0, "restitution"), perp.param("joint", false,
  "a rod to a pivot")
local system = perp.system {
  coordinates = { "x", "y", "z" },
  mass = function() return { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 1 } } end,
  force = function() return { 1, -10, 1 } end,
  joints = joint and function(q) return { { name = "rail", q.z - q.y } } end or nil,
  contacts = function(q, v)
    return { { name = "ice", gap = q.z + 9, slips = {}, mu = 0 },
      { name = "slope", gap = q.y - q.x / 4,
        slips = { v.x + v.y / 4, v.z }, mu = perp.ratio(1, 2) } }
  end }
local scheme = perp.param("scheme", "alpha-gamma", "s")
local family = scheme == "alpha-gamma"
return { system = system, scheme = scheme, h = perp.ratio(1, 8), T = 1,
  e = e, alpha = family and perp.ratio(2, 3) or nil,
  gamma = family and perp.ratio(1, 3) or nil, q = { x = 0, y = 1, z = joint and 1 or 0 },
  v = { 1, 0, 0 } }
"""


def solution(problem, row, alpha):
    """(x, z) of the problem from a row of the table."""
    slips = {"slope": 2, "ice": 0}

    def ft(contact, k):
        f = Fraction(row["ft.%s.%d" % (contact, k)]
                     if slips[contact] > 1 else row["ft." + contact])
        return alpha * f

    z = []
    for i, name in enumerate(problem.name):
        word = name.split(";")[0].split(" ")
        if name.startswith("velocity"):
            z.append(Fraction(row["va." + word[1]]))
        elif name.startswith("c_n"):
            z.append(alpha * Fraction(row["cn." + word[3]]))
        elif name.startswith("beta"):
            k, sign = int(word[5][:-1]), word[5][-1]
            f = ft(word[3].rstrip(","), k)
            z.append(max(f, 0) if sign == "+" else max(-f, 0))
        elif name.startswith("lambda"):
            speed = max([abs(sum(a * x for a, x in zip(problem.A[j], z[:3])))
                         for j, other in enumerate(problem.name)
                         if other.startswith("beta of contact " + word[3])] +
                        [Fraction(0)])
            z.append(speed)
        else:  # a joint: from the equation of motion of z, whose row is last
            z.append(None)
    if None in z:
        at = z.index(None)
        row3 = problem.A[2]
        rest = sum(a * x for j, (a, x) in enumerate(zip(row3, z)) if j != at)
        z[at] = -(rest + problem.b[2]) / row3[at]
    return z


def rows_of(csv):
    with open(csv) as file:
        lines = [line.rstrip("\n").split(",") for line in file
                 if not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


with tempfile.TemporaryDirectory() as place:
    scene, csv, lcp = (os.path.join(place, n) for n in
                       ("s.lua", "s.csv", "s.lcp"))
    with open(scene, "w") as file:
        file.write(SLOPE)
    judged = kinds = 0
    for sets in ((), ("joint=true",), ("scheme=semi-implicit",)):
        words = [w for s in sets for w in ("--set", s)]
        r = run("run", scene, "--rational", "--csv", csv, "--json", "-q",
                *words)
        check(r.returncode == 0, r.stderr)
        total, rows = json.loads(r.stdout)["lcps"], rows_of(csv)
        problems = []
        for k in range(1, total + 1):
            r = run("run", scene, "--rational", "--lcp", str(k), lcp, "-q",
                    *words)
            check(r.returncode == 0, r.stderr)
            with open(lcp) as file:
                problems.append(Problem(file.read()))
        where = [int(p.comments[0].split("of row ")[1].split(",")[0])
                 for p in problems]
        for k, p in enumerate(problems):
            # A trial step that runs into a collision is not in the table.
            if where[k + 1:k + 2] == [where[k]]:
                continue
            collision = "the collision" in p.comments[0]
            alpha = Fraction(1) if collision or "scheme" in str(sets) else \
                Fraction(2, 3)
            wrong = p.wrong(solution(p, rows[where[k]], alpha))
            check(wrong is None, "%s %s: %s" % (sets, p.comments[0], wrong))
            judged += 1
            kinds += collision
    check(judged >= 20 and kinds == 3, "%d judged, %d collisions" %
          (judged, kinds))

    # With restitution the row has the sum of both phases; the written
    # decompression ends with the row's velocity.
    words = ("--set", "e=1/2")
    run("run", scene, "--rational", "--csv", csv, "-q", *words)
    rows, seen = rows_of(csv), 0
    for k in range(1, 12):
        r = run("run", scene, "--rational", "--lcp", str(k), lcp, "-q", *words)
        with open(lcp) as file:
            text = file.read()
        if "the decompression of row" not in text:
            continue
        seen += 1
        row = rows[int(text.split("of row ")[1].split(",")[0])]
        r = run("solve", lcp, "--all", "--json")
        faces = json.loads(r.stdout)["faces"]
        for face in faces:
            for z in face["vertices"]:
                check([Fraction(x) for x in z[:3]] ==
                      [Fraction(row["v." + c]) for c in "xyz"],
                      "the velocity behind a rebound")
        check(len(faces) > 0, r.stderr)
    check(seen == 1, "%d decompressions" % seen)

    # In doubles the problem is posed without rounding from the doubles: where
    # these are those of the run in fractions, it is the same text but one line.
    texts = []
    for mode in ((), ("--exact-check",), ("--rational",)):
        r = run("run", scene, "--lcp", "1", lcp, "-q", "--set",
                "scheme=semi-implicit", *mode)
        with open(lcp) as file:
            texts.append([line for line in file if "posed" not in line and
                          "exact" not in line])
    check(texts[0] == texts[1] == texts[2], "one problem, three arithmetics")
done()
