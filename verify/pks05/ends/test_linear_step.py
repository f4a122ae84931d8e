"""What is seen to be piecewise linear, bodies of a world among it, and that the rest is
refused."""
import json
import os
import subprocess
import tempfile

from test_starts_begin import ball

BINARY = os.environ["PERP_BINARY"]
# Two bodies above the ground, the first thrown: in a world, and written out.
HEAD = """local perp = require "perp"
local R = perp.ratio
local K, C = { 800, 500 }, { 12, 9 }
"""
TAIL = """
return { system = system, scheme = "theta", h = R(1, 25), T = R(N, 25),
  theta = THETA, q = q, v = v, ends = { METHOD
  { final = { ["q.a.x"] = 1 }, value = R(1, 10) },
  { start = { ["v.a.y"] = 1 }, value = -1 }, { start = { ["v.b.x"] = 1 }, value = V },
  { start = { ["v.b.y"] = 1 }, value = 0 } MORE } }
"""
WORLD = HEAD + """
local w = require("perp.planar").world { gravity = { 0, -10 }, mu = R(1, 2),
  stiffness = K, damping = C, collide = COLLIDE, ground = GROUND }
for i, name in ipairs { "a", "b" } do
  w:KIND { name = name, mass = 3 - i SIZE }
end
local q, v = w:state { a = { at = { 0, R(1, 20) + RADIUS }, velocity = { 1, 0 } },
  b = { at = { 1, RADIUS } } }
local system = w:system()
""" + TAIL
OWN = HEAD + """
local q, v = { 0, R(1, 20), 1, 0 }, { 1, 0, 0, 0 }
local function contact(name, gap, slip)
  return { name = name, gap = gap, slips = { slip }, mu = R(1, 2), stiffness = K,
    damping = C }
end
local system = perp.system { coordinates = { "a.x", "a.y", "b.x", "b.y" },
  mass = { { 2, 0, 0, 0 }, { 0, 2, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } },
  force = function() return { 0, -20, 0, -10 } end,
  contacts = function(q, v)
    return { contact("a-ground", q["a.y"], v["a.x"]),
      contact("b-ground", q["b.y"], v["b.x"]) }
  end }
""" + TAIL
BOUND = HEAD + """
local q, v = { 0, R(1, 20), 1, 0 }, { 1, 0, 0, 0 }
local kind = perp.kind { name = "bound", coords = { 0, 2 }, params = { 0, 1 },
  contact = function(_, q, _, v, _, own)
    return own[1] * q[2] GAP, { v[1] SLIP }
  end }
local system = perp.system { coordinates = { "a.x", "a.y", "b.x", "b.y" },
  mass = { { 2, 0, 0, 0 }, { 0, 2, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } },
  force = function() return { 0, -20, 0, -10 } end,
  bindings = { perp.bind { kind = kind, sideA = perp.side { { params = {} } },
    sideB = perp.side { { coords = { "a.x", "a.y" }, params = { 1 }, name = "a" },
      { coords = { "b.x", "b.y" }, params = { 1 }, name = "b" } },
    mu = R(1, 2), stiffness = K, damping = C } } }
""" + TAIL
DISCS = """, { start = { ["v.a.th"] = 1 }, value = 0 },
  { start = { ["v.b.th"] = 1 }, value = 0 }"""


def ask(text, **words):
    words = {**dict(N=6, THETA=0, V=0, METHOD='method = "all",', KIND="point", SIZE="",
                    COLLIDE="false", GROUND="nil", RADIUS=0, MORE=""), **words}
    for key in sorted(words, key=len, reverse=True):
        text = text.replace(key, str(words[key]))
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([BINARY, "run", path, "--json", "-q"], text=True,
                              capture_output=True)


def starts(text, **words):
    done = ask(text, **words)
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    return [got[k] for k in ("pieces", "starts_exact", "starts_complete",
                             "starts_continua", "starts_undecided")]


def worlds():
    """Mass points of a world have the starts of the same contacts written out, fraction
    by fraction; a disc that touches the ground has some, too, and what has a corner, or
    a gap with a root, is refused."""
    for more in (dict(), dict(N=8, THETA="R(1, 2)", V=-1), dict(N=5, THETA="R(1, 4)")):
        a, b = starts(WORLD, **more), starts(OWN, **more)
        assert a == b and a[2] and len(a[1]) == 1, (more, a, b)
    disc = dict(KIND="disc", SIZE=", radius = R(1, 4)", RADIUS="R(1, 4)", MORE=DISCS)
    rolls = starts(WORLD, **disc)
    assert rolls[2] and rolls[1] != starts(OWN)[1], rolls
    assert float(eval(rolls[1][0][0])) < float(eval(starts(OWN)[1][0][0])), rolls
    assert starts(BOUND, GAP="", SLIP="") == starts(OWN)
    wall = 'w:wall { name = "w", normal = { 1, 0 }, point = { -9, 0 } }\n'
    for words, text, change in (
            ("gaps that are affine in q", WORLD, dict(disc, COLLIDE="true")),
            ("gaps that are affine in q", WORLD, dict(
                KIND="rod", SIZE=", length = 1", RADIUS="R(1, 2)", MORE=DISCS)),
            ("gaps that are affine in q", BOUND, dict(GAP="+ q[1] * q[1]", SLIP="")),
            ("constant normals and slips", BOUND, dict(GAP="", SLIP="* (1 + q[1])")),
            ("at most 4 contacts, there are 6", WORLD.replace(
                "local q", wall + wall.replace('"w"', '"u"') + "local q"), {})):
        done = ask(text, **change)
        assert done.returncode == 3 and done.stderr.count("\n") == 1, done
        assert words in done.stderr, (words, done)


if __name__ == "__main__":
    done = ball(2, "all", mass="1 + q.y * q.y")
    assert done.returncode == 3 and "constant mass" in done.stderr, done
    assert done.stderr.count("\n") == 1, done.stderr
    assert ball(2, "all", mass="2").returncode == 0
    worlds()
