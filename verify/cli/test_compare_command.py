"""perp compare: words that must be refused, scenes that no scheme runs, runs that
come to no end."""
import json
import os
import tempfile

from program import check, done, expect, run
from study import case

F = case("falling_oscillator")
for name, code, err, *words in (
        ("no energy", 2, ["--energy 'heat'"], "--energy", "heat"),
        ("no such run", 2, ["no run 'x'"], "--run", "x"),
        ("csv and json", 2, ["--csv -"], "--csv", "-", "--json"),
        ("plot is a file", 6, ["not a directory"], "--plot", F),
        ("csv nowhere", 6, ["--csv"], "--csv", "/no/such/file"),
        ("a slip", 2, ["did you mean '--weights'?"], "--weigths", "1"),
        ("a parameter", 2, ["no_such"], "--set", "no_such=1")):
    expect(name, code, [], err, "compare", F, *words)
expect("help", 0, ["usage: perp compare", "--weights A1,A2"], [], "compare",
       "--help")
expect("no scene", 6, [], ["cannot read"], "compare", "no_such.lua")

SCENE = """local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, force = { 0, -%(g)s },
  contacts = function(q, v) return { { name = "floor", gap = q.y, slips = { v.x },
    mu = 0.5 %(more)s } } end,
  springs = %(springs)s,
  measures = function(q, v) return { { name = "all", (v.x^2 + v.y^2) / 2 +
    %(g)s * q.y } } end }
return { system = system, h = %(h)s, T = 1, q = { 0, 1 }, v = { 1, 0 }, %(keys)s }
"""
PLAIN = {"g": "9.81", "more": "", "springs": "nil", "h": "0.01", "keys": ""}


def scene(body, **parts):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "s.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCENE % {**PLAIN, **parts})
        return body(path)


def asked(*words, **parts):
    r = scene(lambda path: run("compare", path, *words, "--json"), **parts)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return json.loads(r.stdout) if r.returncode == 0 else None


def refused(name, code, err, *words, **parts):
    r = scene(lambda path: run("compare", path, *words), **parts)
    check(r.returncode == code and r.stdout == "" and
          len(r.stderr.splitlines()) == 1, "%s: %d %s%s" %
          (name, r.returncode, r.stdout, r.stderr))
    for part in err:
        check(part in r.stderr, "%s: no '%s': %s" % (name, part, r.stderr))


# No scheme fits: the reason of the scene's own, and exit code 3. Contacts that yield are
# for theta alone, and joints are not.
YIELDS = ", stiffness = 1000, damping = 1"
JOINTS = "nil, joints = function(q) return { { name = 'rail', q.x } } end"
SPRING = """function(q) return { { name = "spring", elongation = q.x - 2,
    stiffness = 5 } } end"""
refused("none", 3, ["no scheme runs this scene", "alpha-gamma 0.5",
                    "contacts that yield"], more=YIELDS, springs=JOINTS)
refused("not this one", 3, ["paoli", "friction 0.5"], "--scheme", "paoli")

# One fits: with springs AP02's alone, by which the finest run is made too,
# though the scene names none.
data = asked(springs=SPRING, g="0")
check({r["scheme"] for r in data["rows"]} >= {"linear-implicit", "stiff-limit"}
      and data["energy_of"] == "kinetic and elastic energy", data)

# The measure of the scene is its energy: in free fall it is kept but for the
# part of h^2 that a first-order scheme loses, and the kinetic one grows.
data = asked("--energy", "all", "--law", "phases", "--scheme",
             "alpha-gamma,moreau", "--weights", "1/2")
check(data["energy_of"] == "all" and data["rows"][0]["energy_gain"] < 1e-12,
      data["rows"][0])
check(asked("--scheme", "alpha-gamma", "--law",
            "phases")["rows"][0]["energy_gain"] > 5, "kinetic energy grows")

# A run that comes to no end is left out with its step, the others stay.
data = asked("--scheme", "alpha-gamma,moreau-jean", "--law", "phases",
             "--weights", "1", keys="most_collisions = 1, e = 1/2")
over = [x for x in data["left_out"] if x["scheme"] == "alpha-gamma"]
check(len(over) == 1 and over[0]["code"] == 5 and over[0]["h"] == 0.01 and
      "collisions" in over[0]["why"], data["left_out"])
check([r["scheme"] for r in data["rows"]] == ["moreau-jean"] and
      data["against"].startswith("the run of moreau-jean"), data["against"])
refused("all end early", 5, ["no scheme runs this scene", "collisions"],
        "--scheme", "alpha-gamma", "--weights", "1", keys=
        "most_collisions = 1, e = 1/2")

# A reference that is wrong is the scene's mistake, not a scheme's.
refused("a reference", 3, ["s.lua:9", "reference"], keys=
        "reference = function(t) return { q = { t } } end")
# What no study knows.
refused("begins later", 3, ["t = 0"], keys="t0 = 1")

# Several runs.
SEVERAL = """local perp = require "perp"
local s = perp.system { coordinates = { "x" }, mass = { { 1 } } }
for _, name in ipairs { "one", "two" } do
  perp.simulate { name = name, system = s, h = 0.1, T = 1, q = { 0 }, v = { 1 } }
end
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "several.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SEVERAL)
    expect("several", 2, [], ["--run"], "compare", path)
    expect("one of them", 0, ["two over 1 s", "moreau-jean"], [], "compare", path,
           "--run", "two")
    # every file, or none: the second output is refused after the runs
    r = run("compare", path, "--run", "two", "--csv", os.path.join(place, "t.csv"),
            "--plot", os.path.join(place, "p"), "--energy", "x")
    check(r.returncode == 2 and os.listdir(place) == ["several.lua"],
          "left %s" % os.listdir(place))
done()
