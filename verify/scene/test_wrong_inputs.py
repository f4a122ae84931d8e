"""What newcomers get wrong, by class: outputs over inputs, bodies that start inside each
other, methods and keys misspelt, kinds and signs, commands. None is silent: each ends
with its code and one message of one line that holds the words of the table, names the
line that was changed, leaves no file and the scene as it was; and none is Lua's "nil
value" in a file of the library."""
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from program import BINARY, HANG, check, done

BALL = """local perp = require "perp"
local mu = perp.param("mu", 0.3, "friction")
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, force = { 0, -10 },
  contacts = function(q, v) return {
    { name = "ground", gap = q.y, slips = { v.x }, mu = mu } } end }
return { system = system, h = 0.01, T = 0.1, q = { 0, 1 }, v = { 1, 0 } }
"""
PLANE = """local perp = require "perp"
local planar = require "perp.planar"
local world = planar.world { gravity = { 0, -10 }, mu = 0.3 }
local a = world:box { name = "a", width = 1, height = 1, mass = 1 }
local b = world:disc { name = "b", radius = 0.5, mass = 1 }
local q, v = world:state { a = { at = { 0, 0.5 } }, b = { at = { 2, 0.5 } } }
return { system = world:system(), h = 0.01, T = 0.1, q = q, v = v }
"""
SPACE = """local perp = require "perp"
local spatial = require "perp.spatial"
local world = spatial.world { gravity = { 0, 0, -10 }, mu = 0.3 }
local a = world:box { name = "a", size = { 1, 1, 1 }, mass = 1 }
local q, v = world:state { a = { at = { 0, 0, 0.5 } } }
return { system = world:system(), h = 0.01, T = 0.1, q = q, v = v }
"""
GOT = "return { system = world:system(), h = 0.01, T = 0.1, q = q, v = v }"
NEW = "local q, v ="  # a line is put before it
MASS = "mass = { { 1, 0 }, { 0, 1 } }"
READ = "would overwrite 's.lua', which is read"
SAME = "are the same file; give each its own"
METHOD = "write world:%s, with a colon"

# scene, what is changed, into what, words of the message; the line is the changed one's.
SCENES = [
    # bodies and starts
    (PLANE, "at = { 2, 0.5 }", "at = { 0.5, 0.5 }", "'a-b' begins 0.5 m deep", 7),
    (PLANE, "at = { 0, 0.5 }", "at = { 0, 0.4 }", "begins 0.1 m deep; move", 7),
    (PLANE, "a = { at = { 0, 0.5 } }, ", "", "'a.1-ground' begins 0.5 m deep", 7),
    (SPACE, "at = { 0, 0, 0.5 }", "at = { 0, 0, 0.4 }", "begins 0.1 m deep", 6),
    (BALL, "q = { 0, 1 }", "q = { 0, -0.1 }", "'ground' begins 0.1 m deep"),
    (BALL, "v = { 1, 0 }", "v = { 1, -1/0 }", "v[2] is -inf"),
    (PLANE, NEW, 'world:revolute { "pin", a = a, b = b, at = { 1, 2 }, on = { 3, 4 } }\n'
     + NEW, "the joint 'pin", 8),
    # methods, with a dot, misspelt, of another library
    (PLANE, "world:disc", "world.disc", METHOD % "disc"),
    (SPACE, "world:box", "world.box", METHOD % "box"),
    (PLANE, "world:disc", "world:dics", "did you mean 'disc'?"),
    (SPACE, "world:box", "world:boxx", "did you mean 'box'?"),
    (PLANE, "world:disc", "world:hinge", "no 'hinge'; there is: box, capsule"),
    (SPACE, "world:box", "world:polygon", "no 'polygon'; there is: body, box"),
    (PLANE, "planar.world", "perp.planar.world", 'require "perp.planar"'),
    (SPACE, "spatial.world", "perp.spatial.world", 'require "perp.spatial"'),
    (SPACE, "spatial.world", "perp.spatail.world", "perp has no 'spatail'"),
    (BALL, "perp.system", "perp.sytem", "did you mean 'system'?"),
    (BALL, "perp.param", "perp.prama", "perp has no 'prama'"),
    (PLANE, "planar.world", "planar.wrld", "did you mean 'world'?"),
    (BALL, 'require "perp"', 'require "prep"', "module 'prep' not found"),
    # keys of bodies, worlds and links
    (PLANE, "width = 1", "widht = 1", "did you mean 'width'?"),
    (PLANE, "mass = 1 }\nlocal b", "mas = 1 }\nlocal b", "did you mean 'mass'?"),
    (PLANE, "gravity = {", "gravty = {", "did you mean 'gravity'?"),
    (PLANE, "mu = 0.3 }", "grond = {} }", "did you mean 'ground'?"),
    (SPACE, "size = {", "sise = {", "did you mean 'size'?"),
    (SPACE, "world:box", "world:disc", "unknown key 'size' in disc a"),
    (PLANE, "world:box", "world:polygon", "unknown key 'height' in polygon a; and"),
    (PLANE, "at = { 0, 0.5 }", "z = 0.5", "unknown key 'z' in the state of box a"),
    (PLANE, "b = { at", "c = { at", "unknown key 'c' in world:state"),
    (PLANE, NEW, "world:revolute { a, b }\n" + NEW, "the name is missing"),
    (PLANE, NEW, 'world:revolute { "pin" }\n' + NEW, "revolute 'pin': a must be a body"),
    (PLANE, NEW, 'world:spring { "s", a = a, b = b, rest = 1, stiffness = "big" }\n'
     + NEW, "stiffness must be a finite number, not the text 'big'"),
    (PLANE, NEW, 'world:spring { "s", a = a, b = b, stiffness = 1 }\n' + NEW,
     "spring 's': rest wants a number, not nil"),
    (PLANE, NEW, "world:ignore(a, c)\n" + NEW, "the second thing, nil, is no body"),
    (PLANE, NEW, "world:ignore(a)\n" + NEW, "the second thing, nil, is no body"),
    (PLANE, NEW, "world:ignore(a, 'd')\n" + NEW, "'d' is no body and no wall"),
    (PLANE, NEW, "world:wall {}\n" + NEW, "normal is missing"),
    (PLANE, NEW, "world:wall { normal = { 0, 0 } }\n" + NEW, "must not be zero"),
    (PLANE, NEW, 'world:contact { name = "c" }\n' + NEW, "gap = function(q, t)"),
    (PLANE, NEW, "world:motor { a }\n" + NEW, "the name is missing"),
    # kinds, signs, sizes
    (PLANE, "radius = 0.5", "radius = -0.5", "positive number, not -0.5"),
    (PLANE, "radius = 0.5", "radius = 'big'", "positive number, not the text 'big'"),
    (PLANE, "radius = 0.5, ", "", "positive number, not absent"),
    (PLANE, "mass = 1 }\nlocal b", "mass = 0 }\nlocal b", "positive number, not 0"),
    (PLANE, "mass = 1 }\nlocal b", "mass = 0/0 }\nlocal b", "not nan"),
    (PLANE, 'name = "b"', 'name = "a"', "the name 'a' is taken by box a"),
    (PLANE, 'name = "b"', 'name = "b b"', "letters, digits"),
    (PLANE, "gravity = { 0, -10 }", "gravity = {}", "gravity wants a list of 2"),
    (PLANE, "gravity = { 0, -10 }", "gravity = 10", "list of 2 numbers, not 10"),
    (PLANE, "mu = 0.3", "mu = -1", "mu = -1 is negative"),
    (PLANE, "mu = 0.3", "mu = '0.3'", "a finite number, not the text '0.3'"),
    (PLANE, "mu = 0.3", "mu = function(q) return q.x end", "mu is a number"),
    (PLANE, "mu = 0.3 }", "ground = 1 }", "or false for none"),
    (PLANE, "at = { 0, 0.5 }", "at = { 0, 'up' }", "at wants a list of 2 numbers"),
    (SPACE, "at = { 0, 0, 0.5 }", "at = { 0, 0 }", "at wants a list of 3 numbers"),
    (SPACE, "0.5 } }", "0.5 }, turn = { 0, 0, 0, 0 } }", "turn must not be zero"),
    (SPACE, "size = { 1, 1, 1 }", "size = { 1, 1 }", "size wants a list of 3"),
    (SPACE, "size = { 1, 1, 1 }", "size = 1", "size wants a list of 3 numbers, not 1"),
    (SPACE, "mu = 0.3", "directions = 3", "an even number from 4 to 64, not 3"),
    (SPACE, "mu = 0.3", "directions = 'many'", "from 4 to 64, not many"),
    # experiments
    (PLANE, GOT, "return world:system()", "a system is no experiment: return {"),
    (PLANE, GOT, "return world", "a world is no experiment: return {"),
    (PLANE, "world:system()", "world", "write system = world:system()"),
    (BALL, "system = system, ", "", "has no system = perp.system"),
    (BALL, "system = system", "sistem = system", "did you mean 'system'?"),
    (BALL, "h = 0.01", "dt = 0.01", "did you mean 'h'?"),
    (BALL, "h = 0.01", "H = 0.01", "did you mean 'h'?"),
    (BALL, "h = 0.01", "h = 1e6", "T = 0.1 s, and a step at most ten times"),
    (BALL, "h = 0.01, ", "", "the experiment has no h"),
    (BALL, "h = 0.01", "h = 0", "the step must be positive"),
    (BALL, "h = 0.01", "h = -1", "the step must be positive"),
    (BALL, "h = 0.01", "h = 0/0", "h = nan is not a finite number"),
    (BALL, "h = 0.01", "h = '0.01'", "h must be a number, not a string"),
    (BALL, "T = 0.1, ", "", "the experiment has no T"),
    (BALL, "T = 0.1", "duration = 0.1", "did you mean 'T'?"),
    (BALL, "T = 0.1", "T = 0", "the duration must be positive"),
    (BALL, "T = 0.1", "T = 1/0", "T = inf is not a finite number"),
    (BALL, "T = 0.1", "T = 0.1, scheme = 'gamma'", "there is: alpha-gamma"),
    (BALL, "T = 0.1", "T = 0.1, alpha = 2", "0 < alpha <= 1 is wanted"),
    (BALL, "T = 0.1", "T = 0.1, e = -1", "0 <= e <= 1 is wanted"),
    (BALL, "T = 0.1", "T = 0.1, t0 = 'now'", "t0 must be a number"),
    (BALL, "T = 0.1", "T = 0.1, watch = { x = 1 }", "watch = {"),
    (BALL, "T = 0.1", "T = 0.1, figures = 3", "figures = function(run)"),
    (BALL, "q = { 0, 1 }, ", "", "no q, the initial coordinates"),
    (BALL, "q = { 0, 1 }", "q = { 0 }", "has 1 entries, the system has 2"),
    (BALL, "q = { 0, 1 }", "q = { 0, '1' }", "q[2] is a string"),
    (BALL, "v = { 1, 0 }", "v0 = { 1, 0 }", "did you mean 'v'?"),
    # systems
    (BALL, "mu = mu", "friction = mu", "did you mean 'mu'?"),
    (BALL, "slips = { v.x }, mu = mu", "slips = { v.x }", "slips and no mu"),
    (BALL, "slips", "slip", "did you mean 'slips'?"),
    (BALL, "slips = { v.x }", "slips = v.x", "slips is a list of velocities"),
    (BALL, "slips = { v.x }", "slips = { v.x * v.y }", "'ground' is not linear", 3),
    (BALL, "gap = q.y, ", "", "the gap of contact 1 is missing"),
    (BALL, "gap = q.y", "gap = 'y'", "a number or an expression"),
    (BALL, "gap = q.y", "gap = q.z", "there is no 'z' in q"),
    (BALL, "gap = q.y", "gap = v.y", "gap of contact 'ground' depends on", 3),
    (BALL, "gap = q.y", "gap = (q.y > 0) and q.y or 0", "write perp.where(c, a, b)"),
    (BALL, "gap = q.y", "gap = q.y / 0", "division by zero"),
    (BALL, MASS, "mass = { { 1, 0 } }", "mass: 2 rows of 2 are wanted"),
    (BALL, MASS, "mass = { { 1, 2 }, { 2, 1 } }", "is not positive definite", None),
    (BALL, MASS, "mass = { { 1, 1 }, { 0, 1 } }", "M[1][2] = 1 but M[2][1]", None),
    (BALL, "force = { 0, -10 }", "force = -10", "force: a list of 2 is wanted"),
    (BALL, "force = { 0, -10 }", "force = { 0 }", "force has 1 entries, 2 are"),
    (BALL, "force =", "forces =", "did you mean 'force'?"),
    (BALL, '"x", "y"', '"x", "x"', "'x' occurs twice"),
    (BALL, '"x", "y"', '"x", 2', "coordinates[2]: a name"),
    (BALL, '"mu", 0.3, "friction"', '"mu"', "the default is a number"),
]

# options behind `perp run s.lua` of the ball, exit code, words
COMMANDS = [
    ("--csv s.lua", 2, READ), ("--trace s.lua", 2, READ), ("--movie s.lua", 2, READ),
    ("--certify L1 --cert s.lua", 2, READ), ("--plot s.lua", 6, "not a directory"),
    ("--csv a.csv --trace a.csv", 2, SAME), ("--vtk s.lua", 6, "no directory"),
    ("--certify L1 --cert c --csv c", 2, SAME),
    ("--certify L1 --cert c --csv c.scene", 2, SAME),
    ("--csv .", 6, "is a directory"), ("--csv no/such/x.csv", 6, "No such file"),
    ("--csv - --json", 2, "both want standard output"),
    ("--set mmu=1", 2, "did you mean 'mu'?"), ("--set mu", 2, "write name=value"),
    ("--set mu=abc", 2, "bad number 'abc'"), ("--set mu=-1", 3, "mu = -1 is negative"),
    ("--set h=1e6", 3, "T = 0.1 s, and a step at most ten times"),
    ("--set q=1", 2, "it has mu, h, T, t0, basis, scheme, and perp.param declares one"),
    ("--exact", 2, "did you mean '--exact-check'?"),
    ("--scheme foo", 2, "there is: alpha-gamma, paoli"),
    ("--certify L9 --cert c", 2, "L1"), ("--csv", 2, "needs a value (FILE)"),
    ("--every 0", 2, "a whole number from 1"), ("--set mu=0.1,,0.2", 2, "is empty"),
    ("--seconds 0", 2, "must be positive"), ("--shard 3/2", 2, "1 <= i <= n"),
    ("--header", 2, "is for --csv and --trace"), ("--nonsense", 2, "unknown option"),
    ("--resume nowhere", 6, "cannot read 'nowhere'"),
    ("--sweep nowhere", 6, "cannot read 'nowhere'"),
    ("--branches 0", 2, "a whole number from 1"), ("--csv 5 6", 2, "one word too many"),
]

# what `perp solve -` reads, words
PROBLEMS = [
    ("", "no problem in it; write n, A by rows and b"),
    ("two\n", "'two' is not the size n"), ("-1\n", "'-1'"),
    ("2\n1 0\n0 1\n-1\n", "ends"), ("2\n1 0\n0 x\n-1 -1\n", "'x'"),
    ("2\n1 0\n0 nan\n-1 -1\n", "'nan'"), ("1\n1/0\n-1\n", "'1/0'"),
    ("56\n7 7\n", "it wants 3192 numbers"),
    ("1e9\n1\n", "1e9"), ("1\n1e999999999\n-1\n", "1e9"),
]


def asked(words, text, name, stdin=None):
    """(exit code, message, complaint)"""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "s.lua")
        with open(path, "w") as f:
            f.write(text)
        r = subprocess.run([BINARY, *words], cwd=place, capture_output=True,
                           text=True, timeout=HANG, input=stdin)
        with open(path) as f:
            kept = f.read() == text
        left = sorted(os.listdir(place))
    bad = []
    if len(r.stderr.splitlines()) != 1 or not r.stderr.startswith("perp: "):
        bad.append("not one line")
    if r.stdout:
        bad.append("something on stdout")
    if not kept or left != ["s.lua"]:
        bad.append("files: %s" % left)
    if "nil value" in r.stderr and not re.match(r"perp: s\.lua:\d+: ", r.stderr):
        bad.append("Lua's own message in a file of the library")
    if re.search(r"perp/\w+\.lua", r.stderr):
        bad.append("a file of the library is named")
    return r.returncode, r.stderr, "%s: %s\n%s" % (name, "; ".join(bad), r.stderr) \
        if bad else ""


def holds(message, words):
    return all(w in message for w in words.split("; "))


def scene(row):
    base, old, new, words, *line = row
    assert base.count(old) >= 1, old
    name = "%s -> %s" % (old, new)
    code, said, bad = asked(["run", "s.lua"], base.replace(old, new, 1), name)
    if not line:
        head = base[:base.index(old)] + new[:len(os.path.commonprefix([old, new]))]
        line = [head.count("\n") + 1]
    where = "perp: s.lua:%d: " % line[0] if line[0] else "perp: s.lua: "
    if code != 3 or not said.startswith(where) or not holds(said, words):
        bad += "\n%s: exit code %d, wanted %s%s; said %s" % (
            name, code, where, words, said)
    return bad


def command(row):
    words, wanted, text = row
    code, said, bad = asked(["run", "s.lua", *words.split()], BALL, words)
    if code != wanted or not holds(said, text):
        bad += "\n%s: %d, %s" % (words, code, said)
    return bad


def problem(row):
    text, words = row
    code, said, bad = asked(["solve", "-"], BALL, repr(text), stdin=text)
    if code != 3 or not holds(said, words):
        bad += "\n%r: %d, %s" % (text, code, said)
    return bad


# The scenes themselves are right.
for text in (BALL, PLANE, SPACE):
    with tempfile.TemporaryDirectory() as at:
        with open(at + "/s.lua", "w") as file:
            file.write(text)
        r = subprocess.run([BINARY, "run", at + "/s.lua", "-q"], capture_output=True,
                           text=True)
        check(r.returncode == 0 and r.stderr == "", r.stderr)
with ThreadPoolExecutor(3) as pool:
    for f, rows in ((scene, SCENES), (command, COMMANDS), (problem, PROBLEMS)):
        for complaint in pool.map(f, rows):
            check(complaint == "", complaint)
print("%d wrong inputs" % (len(SCENES) + len(COMMANDS) + len(PROBLEMS)))
done()
