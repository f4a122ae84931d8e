"""Level L2: signs that are zero, or nearly, are not strict. One step of a block on
the ground, at the border of each contact mode: the mode fits the solution, and is
refused because it does not hold for all data within the radius. perp itself leaves
it undecided; a hair off the border it states the mode with a small radius, and
with a larger one the mode is refused."""
import os
import tempfile

from level2 import judge, make
from program import check, done

# h = 1/4, mass 1, two slips: c_n = p / 4 and each speed is the one before, pushed.
BLOCK = """local perp = require "perp"
local function p(name, value) return perp.param(name, value, name) end
local down, push, x, u, mu, twice = p("down", 1), p("push", 0), p("x", 0),
  p("u", 0), p("mu", 1/2), p("twice", false)
local held = p("held", false) -- the second slip, by two joints
return {
  system = perp.system {
    coordinates = { "x", "y", "u" },
    mass = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    force = function() return { push, -down, 0 } end,
    joints = function(q)
      return held and { { name = "l", q.u }, { name = "r", q.u } } or {} end,
    contacts = function(q, v)
      local ground = { name = "a", gap = q.y, slips = { v.x, v.u }, mu = mu }
      if not twice then return { ground } end
      return { { name = "a", gap = q.y }, { name = "b", gap = q.y } }
    end },
  h = 1/4, T = 1/4, alpha = 1, gamma = 1, scheme = "alpha-gamma",
  q = { 0, 0, 0 }, v = { x, 0, u } }
"""

HAIR = 2.0 ** -52

# What is set on the border, the modes that fit there, what is set 2^-20 inside of
# one of them, and that mode.
BORDERS = [
    ("it touches, unpressed", "down=0", ("o", "s"), "down=%r" % -2**-20, "o"),
    ("it leaves by a hair", "down=%r" % -HAIR, ("o",), "down=-1", "o"),
    ("no friction, unpressed", "down=0 mu=0", ("o", "c"),
     "down=%r mu=0" % 2**-20, "c"),
    ("no friction, pressed by a hair", "down=%r mu=0" % HAIR, ("c",),
     "down=1 mu=0", "c"),
    ("all friction is used", "push=0.5", ("s",), "push=%r" % (0.5 - 2**-20),
     "s"),
    ("nearly all is used", "push=%r" % (0.5 - HAIR), ("s",), "push=0.25", "s"),
    ("it sticks, pressed by a hair", "down=%r" % HAIR, ("s",), "down=1", "s"),
    ("it slides by a hair", "push=%r" % (0.5 + HAIR), ("+0",),
     "push=%r" % (0.5 + 2**-20), "+0"),
    ("it slides back by a hair", "push=%r" % (-0.5 - HAIR), ("-0",),
     "push=%r" % (-0.5 - 2**-20), "-0"),
    ("as fast along both slips", "x=1 u=0.875", ("+0",),
     "x=1 u=%r" % (0.875 - 2**-20), "+0"),
    ("the second is pulled by a hair", "x=1 u=%r" % (0.875 + HAIR), ("++",),
     "x=1 u=%r" % (0.875 + 2**-20), "++"),
    ("and back, by a hair", "x=-1 u=%r" % (-0.875 - HAIR), ("--",),
     "x=-1 u=%r" % (-0.875 - 2**-20), "--"),
    ("two that cannot be told apart", "twice=true", ("c c",), None, None),
    ("held twice", "held=true down=1 mu=0", ("c",), None, None),
]


def stated(proof, modes):
    """The proof with these modes, and with a radius of 2^-48."""
    lines = proof.split("\n")
    at = next(k for k, l in enumerate(lines) if l.startswith("radius "))
    has = lines[at + 1].startswith("modes")
    lines[at:at + 1 + has] = ["radius 1/%x" % 2 ** 48, "modes " + modes]
    return "\n".join(lines)


with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "block.lua")
    with open(path, "w") as file:
        file.write(BLOCK)
    for name, border, fits, inside, mode in BORDERS:
        scene, proof, _ = make(place, "border", path, border)
        own = next(l for l in proof.split("\n") if l.startswith("modes"))
        check(own == "modes " + (fits[0] if "hair" in name else "undecided") and
              judge(place, scene, proof)[0], "%s: %s" % (name, own))
        for word in fits:
            fine, why = judge(place, scene, stated(proof, word))
            check(not fine and ("for all data" in why or "not proven" in why),
                  "%s, as '%s': %s" % (name, word, why))
        if name == "all friction is used":
            check(not judge(place, scene, stated(proof, "+0"))[0], "it slides, at rest")
        if inside:
            scene, proof, _ = make(place, "inside", path, inside)
            fine, why = judge(place, scene, stated(proof, mode))
            check("\nmodes %s\n" % mode in proof and fine,
                  "%s, inside: %s\n%s" % (name, why, proof))
done()
