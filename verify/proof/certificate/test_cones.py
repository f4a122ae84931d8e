"""Pointed or not (P): verdicts in proofs, two checkers, and forged verdicts."""
import os
import random
import re
import tempfile

from program import SOURCE, check, done, expect
from certificates import both, case, perp

from judged import Judge, sealed, second_says

# Two equal pendulum rods: joints that depend, though nothing touches.
RODS = """local perp = require "perp"
local function rod(q) return q.x * q.x + q.y * q.y - 1 end
return { system = perp.system {
    coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    force = function() return { 0, -10 } end,
    joints = function(q)
      return { { name = "a", rod(q) }%s } end,
  }, h = 1/10, T = 2/10, q = { x = 0, y = -1 }, v = { 1, 0 } }
"""

# A scene, what is set, the level, how many cones of all are pointed. The groove
# is pointed exactly when mu < 3/4: its walls lean by atan(3/4).
CASES = [("GAP08/cone_wedge", "mu=0.7499", "L1", (10, 10)),
         ("GAP08/cone_wedge", "mu=3/4", "L1", (0, 10)),
         ("GAP08/cone_wedge", "mu=2", "L0", (0, 10)),
         ("GAP08/cone_wedge", "mu=0", "L1", (10, 10)),
         ("GAP08/fig9_1", "T=0.05", "L1", (5, 5)),
         ("GAP08/four_bar", "T=0.05", "L1", (10, 10)),
         ("GAP08/thrown_block", "T=0.02", "L1", None),
         ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8 eps=0.1", "L1", None),
         ("AP02/two_bodies", "T=0.1", "L1", (2, 2)),
         ("rods.lua", "", "L1", (2, 2)), ("double.lua", "", "L1", (0, 2))]


def verdicts(place):
    """The proofs, with what is true of all cones in them, or None."""
    out = []
    for name, sets, level, wanted in CASES:
        path = os.path.join(place, "c")
        if name.endswith(".lua"):
            name = os.path.join(place, name)
        perp(name, place, "--certify", level, "--cert", path, "--cones",
             "-q", sets=sets)
        text, _ = both(path, "%s %s" % (name, sets))
        got = re.search("of (\\d+) problems the friction cone.*\npointed; of "
                        "(\\d+) ", text)
        yes, no = map(int, got.groups())
        check(wanted is None or (yes, yes + no) == wanted,
              "%s %s: %d of %d" % (name, sets, yes, yes + no))
        out.append([open(path + end).read() for end in (".scene", "")])
    return out


def r_line(r, tag, n):
    x = [r.choice((0, 0, 1, 1, 2, 3, -1, -3)) for _ in range(n)]
    return tag + "".join(" %d:%s" % (i, "-%d" % -c if c < 0 else c)
                         for i, c in enumerate(x) if c)


def forge(all_, r, rounds):
    """Another witness: accepted only where the verdict stays, which is true."""
    judge, kept, turned = Judge(), 0, 0
    for k in range(rounds):
        scene, proof = r.choice(all_)
        lines = proof.split("\n")
        i = r.choice([i for i, line in enumerate(lines)
                      if re.match("pointed|vanishing", line)])
        was = lines[i]
        tag = re.match("[a-z]*", was).group(0)
        words = was.split(" ")
        if k % 3 == 0:
            j = r.randrange(len(words))
            words[j] = re.sub("[0-9a-f]$", lambda x: r.choice("0123456789abcdef"),
                              words[j])
            lines[i] = " ".join(words)
        else:
            other = {"pointed": "vanishing", "vanishing": "pointed"}[tag]
            lines[i] = r_line(r, r.choice((tag, other, other)),
                              r.randint(1, 8))
        if lines[i] == was:
            continue
        pair = (scene, "\n".join(lines))
        check(not judge(*pair), "accepted with its digest: " + lines[i])
        pair = sealed(*pair)
        fine = judge(*pair) is not None
        kept += fine
        turned += not lines[i].startswith(tag)
        check(not fine or lines[i].startswith(tag),
              "the verdict is turned: %s, %s" % (was, lines[i]))
        if fine or k % 12 == 0:
            check(fine == second_says(*pair), "they differ: " + lines[i])
    print("%d forged witnesses: %d accepted, the verdict being the same; of %d "
          "turned verdicts none" % (rounds, kept, turned))


seed = int(os.environ.get("PERP_SEED", "21"))
print("seed %d" % seed)
with tempfile.TemporaryDirectory() as place:
    for name, more in (("rods", ""), ("double",
                                      ', { name = "b", rod(q) }')):
        with open(os.path.join(place, name + ".lua"), "w") as file:
            file.write(RODS % more)
    forge(verdicts(place), random.Random(seed), 600)
    expect("--cones alone", 2, [], ["--certify"], "run",
           case("GAP08/fig9_1"), "--cones")
    expect("no friction cone", 3, [], ["paoli"], "run", case("P10/corner"),
           "--certify", "L1", "--cert", os.path.join(place, "d"), "--cones")
done()
