"""perp impact: every outcome against all modes by brute force, sequences, words.

Each scene with its own parameters and with two other sets.
"""
import itertools
import json
import os
import tempfile

import hp23
from program import SOURCE, check, done, expect, run


def scene(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def impact(name, *words, **sets):
    more = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    r = run("impact", scene(name), "--json", *words, *more)
    check(r.returncode == 0, "%s %s: %s" % (name, words, r.stderr))
    return json.loads(r.stdout) if r.returncode == 0 else {"outcomes": []}


def agree(name, model, **sets):
    """The same set of velocities, and speeds that belong to them."""
    said = impact(name, "--all", **sets)
    wanted = hp23.outcomes(model(**sets))
    label = "%s %s" % (name, sets)
    check(said.get("complete") is True, label + ": not complete")
    check(len(said["outcomes"]) == len(wanted), "%s: %d outcomes, not %d" %
          (label, len(said["outcomes"]), len(wanted)))
    _, Jn, Jt, _, _ = model(**sets)
    for o in said["outcomes"]:
        near = min([max(abs(a - b) for a, b in zip(o["v"], w))
                    for w in wanted], default=1)
        check(near < 1e-8, "%s: %s is %g from all modes" %
              (label, o["v"], near))
        for speeds, J in ((o["vn"], Jn), (o["vt"], Jt)):
            for x, row in zip(speeds, J):
                check(abs(x - hp23.dot(row, o["v"])) < 1e-9, label + ": speeds")
        check(o["impacts"] == 1, label + ": impacts")
    return len(wanted)


check(agree("rocking_block", hp23.block) == 1, "the block rests")
agree("rocking_block", hp23.block, width=1.5, mu=0.2, v0=2)
agree("rocking_block", hp23.block, height=0.5, mass=3, mu=0.7)
check(agree("box_wall", hp23.box) == 1, "the box rests")
agree("box_wall", hp23.box, mu=0.3, tilt=20)
agree("box_wall", hp23.box, side=0.5, mass=2, tilt=40, v0=3, mu=0.05)
check(agree("compass_gait", hp23.gait) == 3, "three for the gait")
agree("compass_gait", hp23.gait, mu=0.4, leading=-30, trailing=30)
agree("compass_gait", hp23.gait, length=1.2, along=0.3, mass=2, leading=-70,
      trailing=70, mu=3)
check(agree("disk_stack", hp23.discs) == 1, "the stack rests")
check(agree("disk_stack", hp23.discs, variant="coded") == 1, "coded")
agree("disk_stack", hp23.discs, R=0.5, mu=0.1, v0=2)
three = impact("ramone", "--all")
check(len(three["outcomes"]) == 3 and three["complete"], "three for RAMone")
check(sorted(o["vn"][1] > 1e-5 for o in three["outcomes"]) ==
      [False, False, True], "B lifts, slides or sticks")
for sets in ({"mu": 0.6}, {"pitch": 10, "hip": 60, "mu": 2}):
    r = impact("ramone", "--all", **sets)
    check(r["complete"] and r["outcomes"], "RAMone %s" % sets)

# In turn: 21 hundredths, exactly and in doubles; the law of Routh agrees.
for law in ("sequential", "routh"):
    for order, far in (("A,B", 0), ("B,A", 1)):
        r = impact("rocking_block", "--law", law, "--order", order)
        o = r["outcomes"][0]
        check(abs(o["vn"][far] - 0.21 * 0.442944691807002) < 1e-16 and
              o["vn"][1 - far] == 0 and o["impacts"] == 2, "%s %s" %
              (law, order))
        check(r["contacts"] == ["A", "B"], "contacts in the scene's order")
        exact = impact("rocking_block", "--law", law, "--order", order,
                       "--rational", "--all", v0="7/3")
        check(exact["outcomes"][0]["vn"][far] == "49/100", "%s exactly %s" %
              (law, exact))
        check(exact["complete"] is (law == "sequential"), "who proves what")


def in_turn(model, order, v, turn=0, impacts=0):
    """All v+ of single impacts in this order, each by all modes; None where
    twelve have not ended it."""
    M, Jn, Jt, mu, _ = model
    hits = [k for k in range(len(order))
            if hp23.dot(Jn[order[(turn + k) % len(order)]], v) < -1e-12]
    if not hits:
        return [v]
    if impacts == 12:
        return None
    at = turn + hits[0]
    j = order[at % len(order)]
    found = []
    for next in hp23.outcomes((M, [Jn[j]], [Jt[j]], [mu[j]], v)):
        more = in_turn(model, order, next, at + 1, impacts + 1)
        if more is None:
            return None
        found += more
    return found


def all_in_turn(name, model, **sets):
    """The outcomes of all orders, once each; the order that is said leads there;
    complete only when every order ends."""
    made = model(**sets)
    orders = list(itertools.permutations(range(len(made[1]))))
    ends = {order: in_turn(made, order, made[4]) for order in orders}
    open_ = sum(e is None for e in ends.values())
    more = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
    r = run("impact", scene(name), "--json", "--law", "sequential", "--all",
            "--impacts", "12", *more)
    said = json.loads(r.stdout)
    label = "%s %s in turn: %s" % (name, sets, said)
    check(r.returncode == (5 if open_ else 0), label)
    check(said["complete"] is (open_ == 0), label)
    check((said["orders"], said["unfinished"]) == (len(orders), open_), label)
    every = []
    for e in ends.values():
        every += [v for v in e or [] if all(
            max(abs(a - b) for a, b in zip(v, w)) > 1e-9 for w in every)]
    check(len(every) == len(said["outcomes"]), "%d are wanted; %s" %
          (len(every), label))
    for o in said["outcomes"]:
        order = tuple("AB".index(c) for c in o["order"])
        check(any(max(abs(a - b) for a, b in zip(o["v"], v)) < 1e-8
                  for v in ends[order] or []), "not of its order: " + label)
    return len(every), open_


check(all_in_turn("rocking_block", hp23.block) == (2, 0), "both orders")
all_in_turn("rocking_block", hp23.block, width=1.5, mu=0.2, v0=2)
check(all_in_turn("rocking_block", hp23.block, height=0.5, mass=3, mu=0.7) ==
      (0, 2), "a low block does not end")
low = impact("rocking_block", "--law", "sequential", "--all", "--tolerance",
             "1e-9", height=0.5, mass=3, mu=0.7)
check(len(low["outcomes"]) == 2 and low["complete"] is False and
      all(min(o["vn"]) < 0 for o in low["outcomes"]),
      "sequences that a tolerance has cut are no outcomes: %s" % low)
all_in_turn("box_wall", hp23.box)
all_in_turn("box_wall", hp23.box, mu=0.3, tilt=20)
all_in_turn("compass_gait", hp23.gait)
all_in_turn("compass_gait", hp23.gait, mu=0.4, leading=-30, trailing=30)
zeno = impact("zeno_block", "--rational", "--all", impact="true")
check([o["v"] for o in zeno["outcomes"]] == [["7/10", "7/20", "-7/10"]],
      "the Zeno block")
for rate, width in (("2", "1"), ("1/2", "1/4")):
    r = impact("zeno_block", "--rational", impact="true", rate=rate,
               width=width)
    check(r["outcomes"][0]["vn"][1] == "0", "B rests")

# The run through the impacts sees their closed times and rates.
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "z.csv")
    r = run("run", scene("zeno_block"), "--csv", path, "--quiet")
    check(r.returncode == 0, "the run: " + r.stderr)
    with open(path) as file:
        rows = [line.rstrip("\n").split(",") for line in file
                if line[0] != "#"]
    t, w = rows[0].index("t"), rows[0].index("v.th")
    jumps = [(float(b[t]), float(a[w]), float(b[w]))
             for a, b in zip(rows[1:], rows[2:])
             if abs(float(a[w]) - float(b[w])) > 0.06]
    check(len(jumps) >= 4, "impacts seen: %s" % jumps)
    for k, (at, before, after) in enumerate(jumps[:4]):
        check(abs(after / before - 0.7) < 0.02, "impact %d keeps %g" %
              (k, after / before))
        check(abs(abs(before) - 0.7 ** k) < 0.01, "impact %d at rate %g" %
              (k, before))

# Nothing collides; what is wrong is said in one line.
still = impact("rocking_block", "--all", v0=-1)
check(still["outcomes"][0]["impacts"] == 0 and still["outcomes"][0]["v"] ==
      [0, 1, 0] and still["complete"], "no impact")
said = run("impact", scene("rocking_block"), "--set", "v0=0")
check(said.returncode == 0 and "no impact" in said.stderr, "it says so")
block = scene("rocking_block")
for words, code, text in (
        (("--law", "huygens"), 2, "simultaneous, sequential, routh, poisson"),
        (("--order", "A,B"), 2, "--law"),
        (("--law", "sequential", "--order", "A,C"), 2, "no contact 'C'"),
        (("--law", "sequential", "--order", "A,A"), 2, "named twice"),
        (("--law", "sequential", "--order", ""), 2, "--order"),
        (("--law", "sequential", "--order", "A"), 3, "leaves out"),
        (("--law", "sequential", "--impacts", "0"), 2, "--impacts"),
        (("--tolerance", "-1"), 2, "--tolerance"),
        (("--tolerance", "fast"), 2, "--tolerance"),
        (("--proof", "x"), 2, "--all"),
        (("--all", "--proof", "/nowhere/x"), 6, "/nowhere/x"),
        (("--set", "mu=-1"), 3, "friction"),
        (("--al",), 2, "--all")):
    expect("impact " + " ".join(words), code, [], [text], "impact", block,
           *words)
expect("no scene", 6, [], ["nowhere.lua"], "impact", "nowhere.lua")
expect("an angle is not rational", 3, [], ["rational"], "impact",
       scene("compass_gait"), "--rational")

# A limit ends with what was found, and does not call it complete: discs that
# push each other for ever, nothing found.
for words in ((), ("--all", "--impacts", "5"), ("--impacts", "3")):
    r = run("impact", scene("disk_stack"), "--law", "sequential", "--json",
            *words)
    check(r.returncode == 5 and "still colliding" in r.stderr, "discs in turn: "
          "%d %s" % (r.returncode, r.stderr))
    said = json.loads(r.stdout or "{}")
    check(said.get("outcomes") == [] and said.get("complete") is False,
          "discs in turn: %s" % said)
    orders = 120 if "--all" in words else 1
    check(said.get("orders") == said.get("unfinished") == orders,
          "discs in turn: %s" % said)
expect("discs in turn, as text", 5, ["had not ended", "stays near v = "],
       ["still colliding"], "impact", scene("disk_stack"), "--law",
       "sequential")
expect("one impact of two", 5, ["stays near v = 0 0 0: "], ["still colliding"],
       "impact", block, "--law", "sequential", "--order", "A,B", "--impacts",
       "1")

WEDGE = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q, v) return {
      { name = "left", gap = q.x, slips = { v.y }, mu = %s },
      { name = "right", gap = %s - q.x, slips = { v.y }, mu = 1 } } end },
  h = 1, T = 1, q = { 0, 0 }, v = { -1, %s }, impact = %s }
"""
with tempfile.TemporaryDirectory() as place:
    def written(*parts):
        path = os.path.join(place, "wedge.lua")
        with open(path, "w") as file:
            file.write(WEDGE % parts)
        return path
    r = run("impact", written(1, 0, -1, "nil"), "--all", "--json")
    check(r.returncode == 0 and "not pointed" in r.stderr, "not pointed: %s" %
          r.stderr)
    for parts, text in (((1, 0, 0, "{ h = 0, N = 1, samples = 1 }"), "h = 0"),
                        ((1, 0, 0, "{ h = -1, N = 1, samples = 1 }"), "h = -1"),
                        ((1, 0, 0, "{ h = 1, N = -1, samples = 1 }"), "N = -1"),
                        ((1, 0, 0, "{ h = 1, N = 1, samples = 0 }"),
                         "samples = 0"),
                        ((1, 0, 0, "{ h = 1, N = 1.5, samples = 1 }"), "N ="),
                        ((1, 0, 0, "{ h = 1, N = 1 }"), "samples"),
                        ((1, 0, 0, "{ h = 1, M = 1 }"), "'M'"),
                        ((1, 0, 0, "7"), "impact")):
        expect("wedge %s" % (parts,), 3, [], [text], "impact", written(*parts))
    r = run("impact", written(1, -1, 0, "nil"))  # the walls overlap
    check(r.returncode in (3, 4) and "right" in r.stderr and not r.stdout,
          "penetration: %d %s" % (r.returncode, r.stderr))
done()
