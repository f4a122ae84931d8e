"""What a run notes of its rows, of a particle that falls along both axes of a mass that
couples them, in closed form: v^l = v0 + l h M^-1 k, so that the kinetic energy of row l is
|v^l|_M^2 / 2 and the part that alternates has (1 - alpha)^2 h^2 k'M^-1 k / 2 in every row.
Doubles and fractions, random data by PERP_SEED."""
import json
import os
import random
import tempfile
from fractions import Fraction as F

from program import check, done, run

SCENE = """local perp = require "perp"
local R = perp.ratio
return { system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { %s, %s }, { %s, %s } } end,
  force = function() return { %s, %s } end },
  q = { 0, 0 }, v = { %s, %s }, h = %s, T = %s, alpha = %s }
"""


def lua(x):
    return "R(%d, %d)" % (x.numerator, x.denominator)


def form(M, a, b):
    return sum(M[i][j] * a[i] * b[j] for i in (0, 1) for j in (0, 1))


def noted(words, *more):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "falls.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCENE % words)
        r = run("run", path, "--json", "-q", *more)
    check(r.returncode == 0, r.stderr)
    return json.loads(r.stdout)


def near(name, said, want):
    """Fractions are written as texts, and are equal."""
    if isinstance(said, str):
        return check(F(said) == want, "%s: %s, not %s" % (name, said, want))
    check(abs(said - want) <= 1e-12 * max(abs(want), 1),
          "%s: %r, not %r" % (name, said, float(want)))


def falls(draw):
    """One system in doubles and in fractions."""
    a, b = F(draw.randint(1, 9)), F(draw.randint(1, 9), 2)
    c = F(draw.randint(-9, 9), 10) * min(a, b)
    M, det = ((a, c), (c, b)), a * b - c * c
    k = [F(draw.randint(-20, 20)) for _ in "xy"]
    v0 = [F(draw.randint(-8, 8), 4) for _ in "xy"]
    h, alpha = F(1, draw.choice((4, 8, 16))), draw.choice((F(1, 2), F(3, 4), F(1)))
    w = ((b * k[0] - c * k[1]) / det, (a * k[1] - c * k[0]) / det)
    steps = draw.randint(2, 6)
    end = [v + steps * h * x for v, x in zip(v0, w)]
    words = tuple(map(lua, (a, c, c, b, *k, *v0, h, steps * h, alpha)))
    for more in ((), ("--rational",)):
        said = noted(words, *more)
        check(said["steps"] == steps, "%d steps" % said["steps"])
        near("first", said["kinetic_first"], form(M, v0, v0) / 2)
        near("last", said["kinetic_last"], form(M, end, end) / 2)
        if alpha == 1:
            check(said["parasitic"] is None, "nothing alternates at alpha = 1")
            continue
        part = (1 - alpha) ** 2 * h * h * form(M, w, w) / 2
        near("part", said["parasitic"]["max"], part)
        near("its last", said["parasitic"]["last"], part)


seed = int(os.environ.get("PERP_SEED", "2026"))
print("seed %d" % seed)
for turn in range(12):
    falls(random.Random(seed + turn))
done()
