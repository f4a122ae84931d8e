"""perp run --trace: every row a line of JSON, the same numbers as the table,
readable after a kill."""
import csv
import io
import json
import os
import signal
import subprocess
import tempfile
import time
from fractions import Fraction

from certificates import case, perp
from program import BINARY, HANG, check, done, run


def no_number(word):
    raise ValueError(word + " is not JSON")


def same(place, name, sets, *words):
    r = perp(name, place, "--trace", "t", "--csv", "-", "-q", *words,
             sets=sets)
    table = list(csv.reader(io.StringIO(r.stdout)))
    with open(os.path.join(place, "t")) as file:
        lines = [json.loads(line, parse_constant=no_number) for line in file]
    check(len(lines) == len(table) - 1, "%s: %d lines" % (name, len(lines)))
    for line, row in zip(lines, table[1:]):
        check(list(line) == table[0], "the names of a line: %s" % line)
        for x, cell in zip(line.values(), row):
            fine = str(x) == cell if isinstance(x, str) else \
                x == float(cell)
            check(fine, "%s: %r is not %s" % (name, x, cell))


def measured(place):
    """What a scene measures stands in the line as in the table, and there it is
    twice the coordinate, whatever the scheme is."""
    soft = ", stiffness = 50, damping = 3"
    for scheme in ("alpha-gamma", "paoli", "moreau", "linear-implicit", "theta"):
        path = os.path.join(place, scheme + ".lua")
        with open(path, "w") as file:
            file.write("""local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
    mass = function() return { { 2 } } end,
    contacts = function(q) return { { name = "floor", gap = q.x%s } } end,
    measures = function(q) return { { name = "twice", 2 * q.x } } end },
  scheme = "%s", h = 0.25, T = 2, q = { 1 }, v = { -1 } }
""" % (soft if scheme == "theta" else "", scheme))
        for mode in ((), ("--rational",)):
            same(place, path, "", *mode)
            with open(os.path.join(place, "t")) as file:
                for line in map(json.loads, file):
                    x, y = Fraction(line["q.x"]), Fraction(line["twice"])
                    check(y == 2 * x, "%s: %s is not 2 %s" % (scheme, y, x))


def overflows(place):
    """What is no number gets into no table: the row is refused, and named. With a
    mass that is not diagonal the energy would be inf - inf."""
    scene = """local perp = require "perp"
local v, m = perp.param("v", 1e200, "speed"), perp.param("m", 2, "mass")
local pull = perp.param("pull", 0, "force")
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { m, -1 }, { -1, m } } end,
    force = function() return { pull, 0 } end },
  h = 1, T = 3, alpha = 1, gamma = 1, q = { 0, 0 }, v = { v, v } }
"""
    path = os.path.join(place, "fast.lua")
    with open(path, "w") as file:
        file.write(scene)
    bare = scene.replace("alpha = 1, gamma = 1,", 'scheme = "paoli",')
    other = os.path.join(place, "paoli.lua")
    with open(other, "w") as file:
        file.write(bare.replace("system = ", "e = 0, system = "))
    for name, sets, step in ((path, "v=1e200", "step 0 (t = 0 s): kinetic"),
                             (path, "v=1e153 pull=4e154", "step 1 (t = 1 s): "
                              "kinetic"),
                             (path, "v=0 pull=1.7e308 m=1.0000001", "over"),
                             (other, "v=1e200", "step 0 (t = 0 s): kinetic")):
        for more in ((), ("--exact-check",)):
            for out in (("--csv", "-"), ("--json",), ("--trace", "t")):
                r = run("run", name, "-q", *more, *out,
                        *(w for x in sets.split() for w in ("--set", x)),
                        cwd=place)
                check(r.returncode == 5 and step in r.stderr and
                      "smaller h" in r.stderr and not r.stdout and
                      "nan" not in r.stderr, "%s %s: %d %s" %
                      (sets, more, r.returncode, r.stderr))
                if out[0] == "--trace":
                    with open(os.path.join(place, "t")) as file:
                        text = file.read()
                    check("null" not in text and "inf" not in text, text)
    same(place, path, "v=1e153")


def killed(place):
    path = os.path.join(place, "k")
    p = subprocess.Popen([BINARY, "run", case("GAP08/fig9_1"), "--set",
                          "h=0.0001", "--set", "T=1000", "-q", "--trace",
                          path], cwd=place)
    begun = time.time()
    while time.time() - begun < HANG and not (
            os.path.exists(path) and os.path.getsize(path) > 20000):
        time.sleep(0.02)
    p.send_signal(signal.SIGKILL)
    p.wait()
    with open(path) as file:
        whole = file.read().split("\n")[:-1]
    steps = [json.loads(line)["step"] for line in whole]
    check(len(steps) > 20 and steps == list(range(len(steps))),
          "%d lines after a kill" % len(steps))


with tempfile.TemporaryDirectory() as place:
    same(place, "GAP08/fig9_1", "T=0.2")
    same(place, "GAP08/rocking_block", "T=0.3 h=0.01", "--exact-check")
    same(place, "GAP08/ex9_1", "", "--rational")
    same(place, "P10/bouncing_ball", "")
    same(place, "P10/bouncing_ball", "", "--rational")
    measured(place)
    overflows(place)
    killed(place)
done()
