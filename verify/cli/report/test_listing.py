"""How perp impact lists outcomes: text, JSON, names, rounding, proofs; impulses,
works and modes of random impacts, in fractions.
"""
import json
import os
import random
import sys
import tempfile
from fractions import Fraction as Q

from program import SOURCE, check, done, run

sys.path.insert(0, os.path.join(SOURCE, "verify", "hp23"))
import hp23

SEED = int(os.environ.get("PERP_SEED", "17"))
print("seed %d" % SEED)
SCENE = os.path.join(SOURCE, "cases", "HP23", "compass_gait.lua")
text = run("impact", SCENE, "--all")
check(text.returncode == 0 and not text.stderr, "text: " + text.stderr)
lines = text.stdout.splitlines()
check(lines[-1] == "simultaneous: 3 outcomes, proven complete for the doubles "
      "of M, nu, n, d, mu and v", lines[-1])
check(sum(line.startswith("outcome ") for line in lines) == 3, "three")
check(any("B: parts at 0.0995" in line for line in lines), "who parts")
one = run("impact", SCENE)
check(one.stdout.splitlines()[-1] == "simultaneous: 1 outcome", "one of them")
check(run("impact", SCENE, "--all").stdout == text.stdout, "the same bytes")

said = json.loads(run("impact", SCENE, "--all", "--json").stdout)
check(list(said)[:3] == ["outcomes", "complete", "complete_of"],
      "keys: %s" % list(said))
check(said["complete_of"] == "the doubles of M, nu, n, d, mu and v", "of what")
check(all(list(o) == ["v", "vn", "vt", "impacts", "Ln", "Lt", "work_n",
                      "work_t", "energy_lost", "mode", "line"]
          for o in said["outcomes"]),
      "keys of an outcome")
check(all(len(o["v"]) == 4 and len(o["vn"]) == len(o["vt"]) == 2
          for o in said["outcomes"]), "sizes")
one = json.loads(run("impact", SCENE, "--json").stdout)
check(one["complete"] is False and one["complete_of"] is None,
      "one outcome is no list")

# A contact without friction, one of two slips.
NAMES = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y", "z" },
    mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
    contacts = function(q, v) return {
      { name = "a.1", gap = q.z, slips = { v.x, v.y }, mu = 0.5 },
      { name = "b", gap = q.x } } end },
  h = 1, T = 1, q = { 0, 0, 0 }, v = { -1, 2, -1 } }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "names.lua")
    with open(path, "w") as file:
        file.write(NAMES)
    r = run("impact", path, "--all", "--json", "--rational")
    check(r.returncode == 0, "names: " + r.stderr)
    said = json.loads(r.stdout)
    check(said["contacts"] == ["a.1", "b"], "names: %s" % said)
    check({o["mode"] for o in said["outcomes"]} == {"a.1 slides, b touches"},
          "modes: %s" % said)
    check(said["complete"] and said["complete_of"] ==
          "M, nu, n, d, mu and v of the scene's formulas", "of what: %s" % said)
    check(all(len(o["vt"]) == 2 and len(o["vn"]) == 2
              for o in said["outcomes"]), "slips")
    proof = os.path.join(place, "proof")
    r = run("impact", SCENE, "--all", "--proof", proof)
    with open(proof) as file:
        words = file.read().split()
    check(words[:2] == ["perp-solutions", "1"] and words[-1] == "end" and
          words.count("faces") == 1, "a proof is written")

# ---- balance, energy, works and modes, from the printed fractions alone

dot = hp23.dot


def word(n, t):
    """What a contact does, of its two speeds."""
    if n:
        return "parts" if n > 0 else "approaches"
    return "sticks" if t == 0 else "slides " + ("forward" if t > 0 else
                                                "backward")


def works_in_turn(model, order):
    """A law in turn a second time, in doubles: brute force for one contact, its
    impulse from M (v' - v) and the two gradients."""
    M, Jn, Jt, mu, v = [[[float(x) for x in row] for row in A]
                        for A in model[:3]] + \
        [[float(x) for x in row] for row in model[3:]]
    total, turn, quiet = [[0.0, 0.0] for _ in mu], 0, 0
    while quiet < len(order):
        j = order[turn % len(order)]
        turn += 1
        quiet += 1
        if dot(Jn[j], v) > -1e-12:
            continue
        quiet = 0
        (to,) = hp23.outcomes((M, [Jn[j]], [Jt[j]], [mu[j]], v))
        dv = [a - b for a, b in zip(to, v)]
        P = [dot(row, dv) for row in M]
        J = [Jn[j], Jt[j]]
        L = hp23.solve([[dot(a, b) for b in J] for a in J],
                       [dot(a, P) for a in J])
        for k in range(2):
            total[j][k] += L[k] * (dot(J[k], v) + dot(J[k], to)) / 2
        v = to
    return total


def drawn(draw):
    tenth = lambda least=-9: Q(draw.randint(least, 9), 10)
    B = [[tenth() for _ in range(3)] for _ in range(3)]
    M = [[dot(a, b) + (i == j) for j, b in enumerate(B)]
         for i, a in enumerate(B)]
    Jn = [[tenth(), tenth(), 1 + tenth(0)] for _ in range(2)]
    Jt = [[1 + tenth(0), tenth(), tenth()] for _ in range(2)]
    return M, Jn, Jt, [tenth(0), tenth(0)], [tenth(), tenth(), -1 + tenth(0)]


def judge(model, said, label):
    M, Jn, Jt, mu, v = model
    order = None
    for o in said["outcomes"]:
        to, Ln, Lt = [[Q(x) for x in o[k]] for k in ("v", "Ln", "Lt")]
        P = [dot(row, [a - b for a, b in zip(to, v)]) for row in M]
        check(P == [sum(Ln[j] * Jn[j][i] + Lt[j] * Jt[j][i] for j in range(2))
                    for i in range(3)], label + ": (30)")
        check(all(x >= 0 and abs(y) <= m * x for x, y, m in zip(Ln, Lt, mu)),
              label + ": the cone")
        lost = sum(a * dot(row, v) - b * dot(row, to) for a, b, row in
                   zip(v, to, M)) / 2
        check(Q(o["energy_lost"]) == lost and lost >= 0, label + ": energy")
        check(o["mode"] == ", ".join("%s %s" % (c, word(dot(n, to), dot(t, to)))
              for c, n, t in zip("AB", Jn, Jt)), label + ": " + o["mode"])
        if said["law"] == "routh":
            check(o["work_n"] is None and o["work_t"] is None, label)
            continue
        works = [[Q(x) for x in o[k]] for k in ("work_n", "work_t")]
        check(sum(works[0] + works[1]) == -lost, label + ": works")
        if said["law"] == "sequential":
            wanted = works_in_turn(model, ["AB".index(c) for c in o["order"]])
            check(all(abs(float(works[k][j]) - wanted[j][k]) < 1e-9
                      for j in range(2) for k in range(2)),
                  "%s: %s, not %s" % (label, works, wanted))
        else:
            check(works == [[x * (dot(g, v) + dot(g, to)) / 2
                             for x, g in zip(L, J)]
                            for L, J in ((Ln, Jn), (Lt, Jt))], label)


draw = random.Random(SEED)
modes = set()
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "impact.json")
    for k in range(3):
        model = drawn(draw)
        text = lambda x: [text(y) for y in x] if type(x) is list else str(x)
        with open(path, "w") as file:
            json.dump(dict(zip(("M", "Jn", "Jt", "mu", "v"),
                               text(list(model)))), file)
        for law, *more in (("simultaneous", "--all"), ("sequential", "--all"),
                           ("routh",))[:2 + (k == 0)]:
            r = run("impact", "--data", path, "--json", "--rational", "--law",
                    law, *more)
            check(r.returncode == 0, "%d %s: %s" % (k, law, r.stderr))
            if r.returncode == 0:
                judge(model, json.loads(r.stdout), "impact %d, %s" % (k, law))
                modes |= {w for o in json.loads(r.stdout)["outcomes"]
                          for w in o["mode"].split(", ")}
    print("modes seen: %s" % sorted(modes))
    # Newton's impulses are those of its own report
    r = run("impact", "--data", path, "--json", "--rational", "--law", "newton")
    said = json.loads(r.stdout)
    check(said["outcomes"][0]["Ln"] == said["newton"]["impulses"] and
          said["outcomes"][0]["Lt"] == ["0", "0"], "Newton's impulses")
done()
