"""perp.py over the library of this build: columns on the run's own memory, steps,
errors as exceptions, fractions; and what the library exports and keeps."""
import array
import ctypes
import gc
import os
import re
import subprocess
import sys
from fractions import Fraction

from program import BINARY, SOURCE, check, done, in_file, run

BUILD = os.path.dirname(BINARY)
LIBRARY = os.path.join(BUILD, "libperp.so.0")
if not os.path.exists(LIBRARY):
    print("SKIPPED: libperp is not built")
    done()
if os.environ.get("PERP_PRELOAD") and "LD_PRELOAD" not in os.environ:
    sys.exit(subprocess.run(  # the sanitizer's runtime has to come first
        [sys.executable, "-B", __file__],
        env={**os.environ, "LD_PRELOAD": os.environ["PERP_PRELOAD"],
             "ASAN_OPTIONS": "detect_leaks=0"}).returncode)
BARE = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
os.environ["PERP_LIBRARY"] = LIBRARY
sys.path.insert(0, os.path.join(SOURCE, "src", "scene", "door"))
sys.dont_write_bytecode = True
import perp  # noqa: E402

SCENE = """
local perp = require "perp"
local mu = perp.param("mu", perp.ratio(1, 4), "coefficient")
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, force = { 0, -10 },
  contacts = function(q, v) return { { name = "ground", gap = q.y,
    slips = { v.x }, mu = mu } } end }
return { system = system, h = perp.ratio(1, 64), T = 1, alpha = 1,
  q = { 0, 0 }, v = { 1, 0 } }
"""


def fails(code, says, call, *words, **more):
    try:
        call(*words, **more)
        check(False, "no error: " + says)
    except perp.Error as e:
        check(e.code == code and says in str(e), "%d %s" % (e.code, e))


# The table of the program, bit for bit, and with a parameter.
def the_same(path):
    table = run("run", path, "--set", "mu=1/3", "--csv", "-", "-q", env=BARE)
    rows = [line.split(",") for line in table.stdout.splitlines()]
    r = perp.run(path, mu=Fraction(1, 3))
    check(r.columns == rows[0] and len(r) == len(rows) - 1 == 65, "shape")
    for i, name in enumerate(rows[0]):
        check(list(r[name]) == [float(row[i]) for row in rows[1:]], name)


in_file(the_same, SCENE, "slide.lua")


# A scene's parameter may have the name of the function's first argument.
def its_name(path):
    check(perp.run(path, scene=Fraction(1, 8))["v.x"][0] == 0.125, "scene = 1/8")


in_file(its_name, SCENE.replace('"mu"', '"scene"').replace("v = { 1,", "v = { mu,"),
        "named.lua")

r = perp.run("s", text=SCENE, options={"arithmetic": perp.PROVE})
check(r.proven and r.summary["steps_proven"] == 64, "proven")
check(r.contacts == ["ground"], "contacts")
column = r["v.x"]
check(column.format == "d" and column.strides == (8 * len(r.columns),) and
      column.readonly, "a strided view of doubles")
check(ctypes.addressof(column.obj) == perp._run_column(
    r._handle, b"v.x", ctypes.byref(ctypes.c_size_t())), "the run's memory")
del r
gc.collect()
ballast = [array.array("d", [7.0]) * 5000 for _ in range(50)]
check(column[0] == 1.0 and column[1] == 1 - 5 / 128 and column[64] == 0,
      "a column keeps its run alive")
try:
    import numpy
    x = numpy.asarray(column)
    check(x.strides == column.strides and x[1] == 1 - 5 / 128 and
          x.__array_interface__["data"][0] ==
          numpy.frombuffer(column.obj, numpy.uint8).ctypes.data, "not copied")
except ImportError:
    print("SKIPPED: no numpy")

# By steps.
r = perp.begin("s", text=SCENE, mu=0.5)
check(len(r) == 0 and r.state() == (0.0, [0.0, 0.0], [1.0, 0.0]), "row 0")
more, steps = True, 0
while more:
    more, steps = r.step(), steps + 1
    t, q, v = r.state()
    check(t == steps / 64, "t = %g" % t)
    check(r.gaps() == [q[1]] and len(r["t"]) == steps + (not more),
          "row %d" % steps)
    normal, friction = r.impulses()
    check(abs(normal[0] - 10 / 64) < 1e-12 and abs(friction[0]) <=
          0.5 * normal[0] + 1e-15, "friction")
check(steps == 64 and len(r) == 65 and r["v.x"][64] == 0, "%d steps" % steps)

# The gap to a floor that moves is that of the row's own time.
r = perp.begin("s", text="""local perp = require "perp"
return { system = perp.system { coordinates = { "y" },
  mass = function() return { { 1 } } end,
  contacts = function(q, v, t) return { { name = "f", gap = q.y - t / 4 } } end },
  q = { 1 }, v = { 0 }, h = 1 / 8, T = 1 }""")
while r.step():
    check(r.gaps() == [r.state()[1][0] - r.state()[0] / 4], "gap at its time")

# Errors.
fails(6, "/no/such", perp.run, "/no/such.lua")
fails(3, "s:1: ", perp.run, "s", text="local x = = 1")
fails(2, "no parameter 'nu'", perp.run, "s", text=SCENE, nu=1)
fails(5, "took more than 0.05 s", perp.run, "s", text="while true do end",
      options={"scene_seconds": 0.05})
fails(5, "2 megabytes", perp.run, "s", options={"scene_megabytes": 2},
      text="local t = {} for i = 1, 1e9 do t[i] = i end")
fails(5, "stopped at step 3 of 64", perp.run, "s", text=SCENE,
      options={"watch": lambda row, last: row == 3})
said = []
fails(3, "returns nothing", perp.run, "s", text="print('hello')",
      options={"say": said.append})
check("".join(said) == "hello\n", repr(said))
check(perp.parameters("s", text=SCENE) ==
      {"mu": {"default": 0.25, "type": "number", "text": "coefficient"}},
      "parameters")

# Complementarity problems.
x = perp.solve([[2.0, 0.0], [0.0, 3.0]], [-1.0, -1.0])
check(x.verdict == perp.SOLVED and not x.proven and x.z[0] == 0.5, "doubles")
x = perp.solve([[2, 0], [0, 3]], [-1, Fraction(-1, 7)])
check(x.proven and x.z == [Fraction(1, 2), Fraction(1, 21)] and
      x.w == [0, 0], "fractions")
x = perp.solve([[-1.0]], [-1.0])
check(x.verdict == perp.RAY and x.proven and x.z is None, "a ray")
fails(2, "A is square", perp.solve, [[1.0, 2.0]], [1.0])

# Only perp_* leaves, all of the header and nothing else; at most thirty.
header = open(os.path.join(SOURCE, "src/scene/door/perp.h")).read()
declared = sorted(set(re.findall(r"^PERP_API.*?\b(perp_\w+)\(", header, re.M)))
words = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], env=BARE,
                       capture_output=True, text=True).stdout.split("\n")
out = sorted(w.split()[-1].split("@")[0] for w in words
             if w and w.split()[1] != "A")
out = [w for w in out if w not in ("__bss_start", "_edata", "_end")]  # ld's
check(out == declared and len(declared) <= 30, "exported: %s" % out)
place = os.path.join(SOURCE, "verify", "scene", "door")
tests = "".join(open(os.path.join(place, n)).read() for n in os.listdir(place)
                if n.endswith((".c", ".h")))
for name in declared:  # in C, where sanitizers look
    check(re.search(r"\b%s *\(" % name, tests), "no test in C calls " + name)
chapter = open(os.path.join(SOURCE, "doc", "04-library.md")).read()
check("with %d functions" % len(declared) in " ".join(chapter.split()),
      "the chapter counts %d functions" % len(declared))
words = subprocess.run(["nm", "-g", "--defined-only",
                        os.path.join(BUILD, "libperp.a")], env=BARE,
                       capture_output=True, text=True).stdout.split("\n")
out = sorted(w.split()[2] for w in words if len(w.split()) == 3)
check(out == declared, "the static library has: %s" % out)
used = set(re.findall(r'^_\w+ = _declare\("(\w+)"|_declare\("(\w+)"',
                      open(perp.__file__).read(), re.M))
used = {"perp_" + (a or b) for a, b in used}
check(used <= set(declared), "perp.py calls %s" % (used - set(declared)))

# What the library can write to, of the process: what no run through the door
# touches (the program's list of files, its outputs and signals, whom it draws for),
# and which kernel the processor has. All else is constant or the thread's.
words = subprocess.run(["objdump", "-t", LIBRARY], env=BARE,
                       capture_output=True, text=True).stdout.split("\n")
mine = {w.split()[-1].split(".")[0] for w in words
        if re.search(r"\sO\s+\.(bss|data)\s", w)}
mine = {w for w in mine if not re.match("__|completed$", w)}  # the compiler's
if not os.environ.get("PERP_PRELOAD"):  # sanitizers have their own
    check(mine <= {"all", "hidden_all", "once", "out", "rings", "running", "known"},
          "variables of the process: %s" % sorted(mine))
    print("variables of the process: %s" % sorted(mine))
done()
