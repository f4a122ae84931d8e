"""The words of perp judge: options, exit codes, what is required and what is not
met, strips, and a scene with several runs."""
import json
import os
import tempfile

from program import SOURCE, check, done, expect, run
from tables import by_law, verdict, write

MOTIONS = os.path.join(SOURCE, "verify", "motions")
SCENE = os.path.join(MOTIONS, "penalty.lua")
TABLE = os.path.join(MOTIONS, "penalty.csv")

for words, parts in (
        (["--h", "0"], ["--h"]), (["--h", "x"], ["--h"]),
        (["--closed", "-1"], ["--closed", "length"]),
        (["--closed", "nan"], ["--closed"]),
        (["--weight", "1.5"], ["--weight", "0 to 1"]),
        (["--prove", "0"], ["--prove"]), (["--prove", "65"], ["--prove"]),
        (["--law", "0.5"], ["--law", "e=X"]),
        (["--law", "e=2"], ["--law", "e=X"]),
        (["--law", "e=nan"], ["--law"]),
        (["--cone", "square"], ["--cone", "polygon or round"]),
        (["--require", "gaps"], ["LAW<=X"]),
        (["--require", "gaps<1"], ["LAW<=X"]),
        (["--require", "gap<=1"], ["no law 'gap'", "did you mean 'gaps'"]),
        (["--require", "gaps<=x"], ["no number"]),
        (["--require", "gaps<="], ["no number"]),
        (["--require", "gaps<=nan"], ["no number"]),
        (["--require", "gaps<=1,"], ["LAW<=X"]),
        (["--scheme", "theta"], ["--scheme theta", "begin, midpoint"]),
        (["--run", "other"], ["no run 'other'"])):
    expect(" ".join(words), 2, (), parts, "judge", SCENE, TABLE, *words)
expect("scheme", 2, (), ("no scheme 'middle'",), "judge", SCENE, TABLE,
       "--scheme", "middle")
expect("one word", 2, (), ("judge",), "judge", SCENE)
expect("own springs", 2, (), ("rigid",), "judge",
       os.path.join(SOURCE, "cases/AP02/two_bars.lua"), TABLE, "--scheme",
       "stiff-limit")

# What is required: met, not met, and both at once.
expect("met", 0, ("gaps",), (), "judge", SCENE, TABLE, "--require",
       "gaps<=0.02,momentum<=1e-20", "--require", "approach<=2")
r = run("judge", SCENE, TABLE, "--require", "gaps<=0.02,coulomb<=1e-3,approach<=1")
check(r.returncode == 1 and "--require approach<=1 is not met: 1.44" in r.stderr
      and r.stdout.count("NOT MET") == 2, r.stderr)
v = verdict(SCENE, TABLE, "--require", "gaps<=0.02,coulomb<=1e-3", code=1)
laws = by_law(v)
check(laws["gaps"]["met"] and laws["gaps"]["most"] == 0.02, "gaps are met")
check(not laws["coulomb"]["met"], "coulomb is not met")
check(laws["momentum"]["met"] and laws["momentum"]["most"] is None, "not asked")
exact = v["laws"][1]["worst"]
check(exact == laws["gaps"]["worst"], "the gaps come second")
expect("just met", 0, ("{",), (), "judge", SCENE, TABLE, "--json", "--require",
       "gaps<=%.17g" % exact)
expect("just not", 1, ("{",), ("not met",), "judge", SCENE, TABLE, "--json",
       "--require", "gaps<=%.17g" % (exact * (1 - 2 ** -52)))

# Which rows are beyond a bar: the table says it of the gap, which is q.y, and two rows
# that are judged alone say it of their interval. A bar is half way between the two
# middle ones of the numbers that are not 0.
with open(TABLE) as f:
    lines = f.read().splitlines()
lines = lines[:1] + lines[75:105]
with tempfile.TemporaryDirectory() as place:
    column = lines[0].split(",").index("q.y")
    single = {name: [0.0] * (len(lines) - 1)
              for name in ("approach", "complementarity", "coulomb")}
    single["gaps"] = [max(0, -float(line.split(",")[column])) for line in lines[1:]]
    for l in range(2, len(lines)):
        path = write(place, "two.csv", "\n".join([lines[0]] + lines[l - 1:l + 1]) + "\n")
        for name, law in by_law(verdict(SCENE, path)).items():
            if name in single and name != "gaps":
                single[name][l - 1] = law["worst"]
    asked, bars = ["--weight", "1"], {}
    for name, numbers in single.items():
        several = sorted(x for x in numbers if x > 0)
        check(len(several) > 4, "%s: %s" % (name, several))
        bars[name] = sum(several[len(several) // 2 - 1:][:2]) / 2
        asked += ["--require", "%s<=%.17g" % (name, bars[name])]
    laws = by_law(verdict(SCENE, write(place, "few.csv", "\n".join(lines) + "\n"),
                          *asked, code=1))
    for name, numbers in single.items():
        beyond = [l for l, x in enumerate(numbers) if x > bars[name]]
        check(laws[name]["beyond"] == beyond, "%s beyond %g: %s, not %s" %
              (name, bars[name], laws[name]["beyond"], beyond))
    check(laws["momentum"]["beyond"] == [], "nothing is asked of momentum")

# Options that are taken over.
v = verdict(SCENE, TABLE, "--closed", "0.5", "--weight", "0.25", "--law", "e=0.5",
            "--h", "0.001", "--scheme", "end")
check((v["closed"], v["weight"], v["weight_fits"], v["e"], v["h_least"],
       v["h_most"], v["place"], v["scheme"]) ==
      (0.5, 0.25, False, 0.5, 0.001, 0.001, "end", "end"), "options: %s" % v)
check(v["best_place"] in ("begin", "midpoint", "end"), "places are compared")
v = verdict(SCENE, TABLE, "--scheme", "semi-implicit")
check((v["place"], v["scheme"], v["best_place"]) ==
      ("own", "semi-implicit", None), "own: %s" % v["place"])
check(v["places"] == {"begin": None, "midpoint": None, "end": None}, "places")
check(set(by_law(v)) == {"kinematics", "gaps", "momentum", "impulse", "approach",
                         "complementarity", "coulomb", "gained", "lost"},
      "without joints and impulses: %s" % sorted(by_law(v)))

with tempfile.TemporaryDirectory() as place:
    # One of several runs.
    two = write(place, "two.lua", """
local perp = require "perp"
local list = {}
for i, mu in ipairs { 0.5, 0.25 } do
  list[i] = { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    force = function() return { 0, -9.75 } end,
    contacts = function(q, v) return { { name = "ground", gap = q.y,
      slips = { v.x }, mu = mu } } end },
    h = 1 / 512, T = 0.25, q = { 0, 0.125 }, v = { 1, 0 }, name = "r" .. i }
end
return list
""")
    r = run("judge", two, TABLE)
    if r.returncode == 3:  # one experiment at a time is returned
        two = write(place, "two.lua", open(two).read().replace(
            "return list", "perp.simulate(list[1]) perp.simulate(list[2])"))
        r = run("judge", two, TABLE)
    check(r.returncode == 2 and "--run NAME" in r.stderr, r.stderr)
    half = verdict(two, TABLE, "--run", "r2", "--impulses")
    whole = verdict(two, TABLE, "--run", "r1", "--impulses")
    check(by_law(half)["given-cone"]["worst"] >
          by_law(whole)["given-cone"]["worst"] == 0, "the friction of run r2")

    # An output never takes the place of the table.
    same = write(place, "x.csv", open(TABLE).read())
    r = run("judge", SCENE, same, "--plot", same)
    check(r.returncode != 0 and open(same).read() == open(TABLE).read(),
          "the table is there")
    r = run("judge", SCENE, TABLE, "--plot", os.path.join(place, "new", "dir"))
    check(r.returncode == 0 and os.listdir(os.path.join(place, "new", "dir")) ==
          ["penalty_judged.svg"], "strips: " + r.stderr)
    r = run("judge", SCENE, os.path.join(place, "none.csv"), "--plot",
            os.path.join(place, "more"))
    check(r.returncode == 6 and not os.path.exists(os.path.join(place, "more")),
          "nothing is left behind")

# The scene's own mistakes keep their words and code.
expect("scene", 3, (), ("cases/wrong",), "judge", os.path.join(
    SOURCE, "cases/wrong/alpha_range.lua"), TABLE)
text = run("judge", SCENE, TABLE, "--json").stdout
check(json.loads(text)["motion"] == TABLE and text.count("\n") == 1, "one line")
done()
