"""How rows of a proof follow each other: stored velocities (C7) and contacts that
stay (C8), forged one at a time, for both checkers. What is wrong by one place, or
by one contact, is refused; what is right is not."""
import math
import os
import tempfile
from fractions import Fraction as Q

from certificates import perp
from forged import listed
from judged import Judge, sealed, second_says
from program import check, done
from slow_words import tag, toward_zero

PUSHED = """local perp = require "perp"
local f, m = perp.param("f", 1), perp.param("m", 3)
return { system = perp.system { coordinates = { "x" },
    mass = { { m } },
    force = function() return { f } end },
  h = 1, T = 1, alpha = 1, gamma = 1, scheme = "alpha-gamma", q = { 0 },
  v = { 0 } }
"""

# No force: what rests stays, whatever contacts are listed. c is left at once.
RESTING = """local perp = require "perp"
return { system = perp.system { coordinates = { "y", "u" },
    mass = { { 1, 0 }, { 0, 1 } }, force = function() return { 0, 0 } end,
    contacts = function(q, v)
      return { { name = "a", gap = q.y }, { name = "b", gap = q.y },
        { name = "c", gap = q.u } } end },
  h = 1/4, T = 1/2, alpha = 1, gamma = 1, scheme = "alpha-gamma",
  active = perp.param("active", "kept"),
  q = { perp.param("high", 0), 0 }, v = { perp.param("v", 0), 1 } }
"""
NORMALS = {"0": (1, 0), "1": (1, 0), "2": (0, 1)}


def certificate(name, text, sets):
    path = os.path.join(place, name)
    with open(path + ".lua", "w") as file:
        file.write(text)
    perp(path + ".lua", place, "--certify", "L1", "--cert", path, "-q",
         sets=sets)
    with open(path + ".scene") as told, open(path) as proof:
        return told.read(), proof.read()


def asked(scene, lines, fine, name):
    """Do both checkers say so of the proof?"""
    pair = sealed(scene, "\n".join(lines))
    check((judge(*pair) is not None) == fine, name + ": perp-check")
    check(second_says(*pair) == fine, name + ": check.py")


def with_numbers(proof, numbers):
    """The proof with other numbers behind these tags."""
    return [listed(tag(l), numbers[tag(l)]) if l and tag(l) in numbers else l
            for l in proof.split("\n")]


def cut(x, bits):
    """x toward zero, to so many bits."""
    whole = int(abs(x) * 2 ** 1300)
    low = max(whole.bit_length() - bits, 0)
    return Q((1 if x > 0 else -1) * (whole >> low << low), 2 ** 1300)


def stored():
    """The velocity is f / m, a double of 53 bits."""
    tiny = 5e-324
    for f, m in ((1, 3), (-1, 3), (5, 7), (-5, 7), (3, 1), (tiny, 3),
                 (-tiny, 3), (3 * tiny, 2), (-5 * tiny, 3)):
        scene, proof = certificate("pushed", PUSHED, "f=%r m=%r" % (f, m))
        x = Q(f) / Q(m)
        v = Q(toward_zero(x))
        for to in {v, x, -v, Q(0), Q(float(x)), Q(math.nextafter(v, 9)),
                   Q(math.nextafter(v, -9)), *[cut(x, n) for n in
                                               (51, 52, 53, 54, 55, 56)]}:
            asked(scene, with_numbers(proof, {"v": [to], "q": [to]}), to == v,
                  "%s of %s is stored as %s" % (f, m, to))


def large():
    """The same numbers times a power of 2, to the end of the doubles."""
    scene, proof = certificate("large", PUSHED, "f=1 m=1")
    for power, fine in ((0, True), (1023, True), (1024, False), (1100, False),
                        (3000, False)):
        x = [Q(2) ** power]
        asked(scene, with_numbers(proof, dict.fromkeys(
            ("k0", "k1", "z", "v", "q"), x)), fine, "2^%d" % power)


def kept():
    """Contacts a and b touch in the first row, or behind its collision, and must
    be in the second; c has left, and may."""
    for sets, free in (("", False), ("high=0.125 v=-1", False),
                        ("active=sharp", True)):
        scene, proof = certificate("resting", RESTING, sets)
        lines = proof.split("\n")
        at = lines.index("row 2")
        check(lines[at + 1] == "step 0 1", sets + ": " + lines[at + 1])
        for ids in ("", "0", "1", "2", "0 1", "0 2", "1 2", "0 1 2"):
            rows = [x for k in ids.split() for x in NORMALS[k]]
            new = lines[:]
            new[at + 1] = ("step " + ids).rstrip()
            n = next(k for k in range(at, len(lines)) if lines[k][:2] == "n ")
            new[n] = listed("n", rows)
            asked(scene, new, free or ids[:3] == "0 1",
                  "%s: %s" % (sets, new[at + 1]))


def before_a_collision():
    """Nothing pushes, and a collision with a wall stands in the middle, whose row is
    empty: the velocity before it is the one that there was, or as much more as (C10) allows,
    2^-47 of 18 2^-50; what that adds to the energy is m (v^2 - 1) / 2, and both
    checkers print it, perp-check not less."""
    one = "step\nM 0:%x\nF\nkv\nkq\nk0\nk1\nG\nphi\nnu\na\nn\nd\nz 0:1\nv 0:1"
    jump = "jump 0\nM 0:%x\nnu\nn\nd\n%s\n%s"
    for mass, v in ((3, 1 + Q(1, 2 ** 47)), (3, Q(1)), (3, 1 - Q(1, 2 ** 47)),
                    (5, 1 + Q(1, 2 ** 46)), (1, 1 + Q(1, 2 ** 45))):
        scene, proof = certificate("middle", PUSHED.replace(
            "v = { 0 }", "v = { 1 }").replace("T = 1", "T = 0.5").replace(
            "force", "contacts = function(q) return { { name = 'wall', gap = "
            "9 - q.x } } end,\n    force", 1),
            "f=0 m=%d" % mass)
        head = proof.split("\n")[:3]
        lines = head + ["row 1", one % mass, "hit 1/2", "q/2 0:1",
                        listed("v", [v]), jump % (mass, listed("z", [v]),
                                                  listed("v", [v])),
                        "end 1", "sha256 ", ""]
        pair = sealed(scene, "\n".join(lines))
        said, fine = judge(*pair), abs(v - 1) <= 18 * Q(1, 2 ** 50)
        check((said is not None) == fine == second_says(*pair), "v = %s" % v)
        gain = max(mass * (v * v - 1) / 2, Q(0))
        check(not fine or gain <= Q(said[3]) <= gain * (1 + Q(1, 2 ** 40)),
              "v = %s gains %s: %s" % (v, float(gain), said))


judge = Judge()
with tempfile.TemporaryDirectory() as place:
    stored()
    large()
    kept()
    before_a_collision()
done()
