"""Restitution contact by contact: Newton's cradle, beside a second program.

The case cases/HP23/newton_cradle.lua with 3, 5 and 7 balls under every kind of
restitution, in fractions: law (31) and both one-phase hypotheses by trying all sets
of pressing contacts, the moves of contacts by a search that shares no code. Random
rows of balls: all paths of (39) end in the outcome of (31). Random contacts with
friction: what is passive never gains energy.
"""
import json
import os
import random
import sys
import tempfile
from fractions import Fraction as F

import restitution_oracle as oracle
from program import SOURCE, check, done, run

CASE = os.path.join(SOURCE, "cases", "HP23", "newton_cradle.lua")
MANY = "long" in sys.argv[1:]


def said(*words, path=CASE, balls=3, codes=(0,)):
    r = run("impact", *((path,) if path else ()), "--json", "--rational",
            *(("--set", "balls=%d" % balls) if path == CASE else ()), *words)
    check(r.returncode in codes, "%s %d: %s" % (words, balls, r.stderr))
    out = json.loads(r.stdout)
    out["set"] = [tuple(F(x) for x in o["v"]) for o in out["outcomes"]]
    return out


def one_phase(balls):
    """Without restitution, and both hypotheses at once: one outcome each, which is
    not that everybody has seen; Corollary 1 for e = 0."""
    M, J, v = oracle.cradle(balls)
    G, W = oracle.masses(M, J)
    u = oracle.speeds(J, v)
    zero = [F(0)] * len(u)
    out_only = tuple([F(0)] * (balls - 1) + [F(1)])
    found = said("--all", balls=balls)
    ends = oracle.law(G, u, zero)
    check(len(ends) == 1, "%d balls: (31) has one outcome" % balls)
    check(found["complete"] and found["set"] == [oracle.moved(v, W, ends[0])],
          "%d balls, e = 0: %s" % (balls, found["set"]))
    check(oracle.twice_energy(M, found["set"][0]) < 1 and
          oracle.twice_energy(M, out_only) == 1, "Corollary 1")
    for e in (F(1), F(1, 2)):
        words = ("--restitution", str(e), "--all")
        target = [max(F(0), -e * x) for x in u]
        wanted = [oracle.moved(v, W, L) for L in oracle.law(G, u, target)]
        found = said("--law", "simultaneous", *words, balls=balls)
        check(found["complete"] and found["set"] == wanted,
              "%d balls, Newton %s: %s, not %s" % (balls, e, found, wanted))
        middle = oracle.behind(G, u, [(1 + e) * x for x in ends[0]])
        wanted = [oracle.moved(v, W, [(1 + e) * x + y for x, y in
                                      zip(ends[0], L)])
                  for L in oracle.law(G, middle, zero)]
        found = said("--law", "poisson", *words, balls=balls)
        check(found["complete"] and found["set"] == wanted,
              "%d balls, Poisson %s: %s, not %s" % (balls, e, found, wanted))
        check(out_only not in found["set"] and found["gains"] == 0,
              "one in, one out, in one phase")
        check(balls != 3 or e != 1 or
              found["set"] == [(F(-1, 3), F(2, 3), F(2, 3))], "3 balls")
    found = said("--law", "sequential", "--restitution", "1", "--order",
                 ",".join("c%d" % (i + 1) for i in range(balls - 1)),
                 balls=balls)
    check(found["set"] == [out_only], "in turn: %s" % found["set"])


def replay(found, M, J, v, e, passive):
    """Each path again, move by move, with its sums."""
    G, W = oracle.masses(M, J)
    for o in found["outcomes"]:
        p = len(J)
        w, u = tuple(v), oracle.speeds(J, v)
        S, left, total = [F(0)] * p, [F(0)] * p, [F(0)] * p
        for move in o["path"]:
            back, name = move[0] == "+", move.lstrip("+")
            fits = [(L, S2, C) for L, S2, C in
                    oracle.moves(G, u, S, left, e, passive)
                    if (any(a > b for a, b in zip(S, S2)) if back else
                        all(a <= b for a, b in zip(S, S2)))
                    and (name == "all" or [bool(x) for x in L] ==
                         [name == "c%d" % (i + 1) for i in range(p)])]
            check(fits, "%s: no such move as %s" % (o["path"], move))
            if not fits:
                return
            L, S, left = fits[-1]
            w, u = oracle.moved(w, W, L), oracle.behind(G, u, L)
            total = [a + b for a, b in zip(total, L)]
        check(w == tuple(F(x) for x in o["v"]) and min(u) >= 0 and
              total == [F(x) for x in o["Ln"]] and
              [-x for x in left] == [F(x) for x in o["work_n"]],
              "the path %s leads elsewhere" % o["path"])


def in_between(balls, most, passive):
    M, J, v = oracle.cradle(balls)
    G, W = oracle.masses(M, J)
    words = ["--law", "interleaved", "--restitution", "1", "--impacts",
             str(most)] + ["--passive"] * passive
    found = said(*words, balls=balls)
    out_only = tuple([F(0)] * (balls - 1) + [F(1)])
    check(found["complete"] is False, "no list of all")
    check(out_only in found["set"], "%d balls: one in, one out" % balls)
    check(balls != 3 or (F(-1, 3), F(2, 3), F(2, 3)) in found["set"], "-1/3")
    gains = sum(oracle.twice_energy(M, v2) > 1 for v2 in found["set"])
    check(found["gains"] == gains and (gains == 0) == bool(passive),
          "%d balls: %d gain" % (balls, gains))
    if balls == 5 and not MANY:
        return
    if balls < 7:
        ends, states = oracle.explore(G, W, oracle.speeds(J, v), v, F(1), most,
                                      passive)
        check(set(found["set"]) == ends and found["states"] == states,
              "%d balls: %d ends and %d states, not %d and %d" %
              (balls, len(found["set"]), found["states"], len(ends), states))
    replay(found, M, J, v, F(1), passive)


def gains_by_hand():
    """The path of the chapter: 1 before, 11/6 behind."""
    found = said("--law", "interleaved", "--restitution", "1")
    o = [o for o in found["outcomes"] if o["v"] == ["-2/3", "5/6", "5/6"]]
    check(len(o) == 1 and o[0]["energy_lost"] == "-5/12" and
          o[0]["path"] == ["all", "+c2", "c1", "+c1", "c2"], str(o))


def one_phase_behind_39():
    """The block without friction: A presses, then B, then both give back."""
    block = os.path.join(SOURCE, "cases", "HP23", "rocking_block.lua")
    for passive in 0, 1:
        found = said("--law", "interleaved", "--restitution", "1", "--set",
                     "mu=0", "--set", "v0=1", *["--passive"] * passive,
                     path=block)
        o = [o for o in found["outcomes"] if o["path"] == ["A", "B", "+all"]]
        check(bool(passive) or o[0]["energy_lost"] == "-15/64", str(o))
        check(not passive or (o == [] and found["gains"] == 0), str(o))


def without_restitution(draw):
    """Balls of random masses and speeds: whatever order contacts press in, and
    however much, no impulse exceeds that of (31), and the ends are its outcome."""
    for _ in range(200 if MANY else 8):
        balls = draw.randint(2, 4)
        M, J, _ = oracle.cradle(balls, [F(draw.randint(1, 4))
                                        for _ in range(balls)])
        G, _ = oracle.masses(M, J)
        u = [F(draw.randint(-4, 2)) for _ in J]
        bound, start = oracle.law(G, u, [F(0)] * len(u)), u
        check(len(bound) == 1, "one outcome")
        total = [F(0)] * len(u)
        for k in range(300):
            below = [i for i, x in enumerate(u) if x < 0]
            if not below:
                break
            i = draw.choice(below)
            part = 1 if k > 20 else F(draw.randint(1, 4), 4)
            total[i] -= part * u[i] / G[i][i]
            u = oracle.behind(G, start, total)
            if k > 20:  # long fractions: a little less is pressed
                total = [F(int(x * 2**40), 2**40) for x in total]
                u = oracle.behind(G, start, total)
            check(all(a <= b for a, b in zip(total, bound[0])), "more than (31)")
        check(all(abs(a - b) < F(1, 50) for a, b in zip(total, bound[0])),
              "far from (31): %s, %s" % ([float(x) for x in total], bound))


def without_friction(draw, rounds):
    """Random contacts that lift each other, without friction: the second program's
    search again, contact for contact."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "impact.json")
        for k in range(rounds):
            J = [[draw.randint(-2, 2) for _ in range(3)] for _ in range(2 + k % 2)]
            v = [F(draw.randint(-2, 2)) for _ in range(3)]
            M = [[F(int(i == j)) for j in range(3)] for i in range(3)]
            G, W = oracle.masses(M, J)
            u = oracle.speeds(J, v)
            if oracle.solve(G, u) is None or min(u) >= 0:
                continue
            with open(path, "w") as file:
                json.dump({"M": [[int(x) for x in row] for row in M], "Jn": J,
                           "Jt": [[] for _ in J], "mu": [0 for _ in J],
                           "v": [int(x) for x in v]}, file)
            e, passive = draw.choice((F(1), F(1, 2))), k % 2
            found = said("--data", path, "--law", "interleaved", "--impacts", "5",
                         "--restitution", str(e), *["--passive"] * passive,
                         path=None)
            ends, states = oracle.explore(G, W, u, v, e, 5, passive)
            check(set(found["set"]) == ends and found["states"] == states,
                  "%s, %s: %d ends and %d states, not %d and %d" %
                  (J, v, len(found["set"]), found["states"], len(ends), states))


def with_friction(draw, rounds):
    """Random contacts that rub, at random inverse masses: momentum, and no energy
    from what is passive; without it some gain."""
    seen = gained = 0
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "impact.json")
        for _ in range(rounds):
            rows = [[draw.randint(-2, 2) for _ in range(4)] for _ in range(4)]
            data = {"M": [[int(i == j) for j in range(4)] for i in range(4)],
                    "Jn": rows[:2], "Jt": rows[2:],
                    "mu": ["%d/2" % draw.randint(0, 3) for _ in range(2)],
                    "v": [draw.randint(-3, 3) for _ in range(4)]}
            if not any(rows[0]) or not any(rows[1]):
                continue
            with open(path, "w") as file:
                json.dump(data, file)
            r = run("impact", "--data", path, "--json", "--rational", "--law",
                    "interleaved", "--restitution", "1", "--impacts", "5",
                    *draw.choice(((), ("--passive",))))
            check(r.returncode == 0, r.stderr)
            out = json.loads(r.stdout)
            for o in out["outcomes"]:
                L = [F(x) for x in o["Ln"] + o["Lt"]]
                v = [F(x) for x in o["v"]]
                check(all(b - a == sum(x * row[i] for x, row in zip(L, rows))
                          for i, (a, b) in enumerate(zip(data["v"], v))),
                      "momentum of %s" % data)
                check(min(F(x) for x in o["vn"]) >= 0, "approaches behind")
                lost = sum(x * x for x in data["v"]) - sum(x * x for x in v)
                works = sum(F(x) for x in o["work_n"] + o["work_t"])
                check(F(o["energy_lost"]) * 2 == lost == -2 * works,
                      "works of %s" % data)
                check(lost >= 0 or not out["passive"],
                      "%s gains energy by %s" % (data, o.get("path")))
                check(max(F(x) for x in o["work_t"]) <= 0, "friction works")
                seen += 1
                gained += lost < 0
    check(seen > rounds and (gained > 0 or not MANY),
          "%d seen, %d gain" % (seen, gained))


seed = int(os.environ.get("PERP_SEED", "7"))
print("seed %d" % seed)
for balls in 3, 5, 7:
    one_phase(balls)
in_between(3, 8, 0)
in_between(5, 8, 1)
gains_by_hand()
one_phase_behind_39()
without_restitution(random.Random(seed))
without_friction(random.Random(seed + 2), 200 if MANY else 12)
with_friction(random.Random(seed + 1), 200 if MANY else 6)
if MANY:
    in_between(3, 10, 1)
    in_between(5, 8, 0)
    in_between(7, 12, 1)
done()
