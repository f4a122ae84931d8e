"""How perp impact lists outcomes: text, JSON, names, rounding, proofs."""
import json
import os
import tempfile

from program import SOURCE, check, done, run

SCENE = os.path.join(SOURCE, "cases", "HP23", "compass_gait.lua")
text = run("impact", SCENE, "--all")
check(text.returncode == 0 and not text.stderr, "text: " + text.stderr)
lines = text.stdout.splitlines()
check(lines[-1] == "simultaneous: 3 outcomes, proven complete for the doubles "
      "of M, nu, n, d, mu and v", lines[-1])
check(sum(line.startswith("outcome ") for line in lines) == 3, "three")
check(any("B: parts at 0.0995" in line for line in lines), "who parts")
one = run("impact", SCENE)
check(one.stdout.splitlines()[-1] == "simultaneous: 1 outcome", "one of them")
check(run("impact", SCENE, "--all").stdout == text.stdout, "the same bytes")

said = json.loads(run("impact", SCENE, "--all", "--json").stdout)
check(list(said)[:3] == ["outcomes", "complete", "complete_of"],
      "keys: %s" % list(said))
check(said["complete_of"] == "the doubles of M, nu, n, d, mu and v", "of what")
check(all(list(o) == ["v", "vn", "vt", "impacts", "line"]
          for o in said["outcomes"]),
      "keys of an outcome")
check(all(len(o["v"]) == 4 and len(o["vn"]) == len(o["vt"]) == 2
          for o in said["outcomes"]), "sizes")
one = json.loads(run("impact", SCENE, "--json").stdout)
check(one["complete"] is False and one["complete_of"] is None,
      "one outcome is no list")

# A contact without friction, one of two slips.
NAMES = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y", "z" },
    mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
    contacts = function(q, v) return {
      { name = "a.1", gap = q.z, slips = { v.x, v.y }, mu = 0.5 },
      { name = "b", gap = q.x } } end },
  h = 1, T = 1, q = { 0, 0, 0 }, v = { -1, 2, -1 } }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "names.lua")
    with open(path, "w") as file:
        file.write(NAMES)
    r = run("impact", path, "--all", "--json", "--rational")
    check(r.returncode == 0, "names: " + r.stderr)
    said = json.loads(r.stdout)
    check(said["contacts"] == ["a.1", "b"], "names: %s" % said)
    check(said["complete"] and said["complete_of"] ==
          "M, nu, n, d, mu and v of the scene's formulas", "of what: %s" % said)
    check(all(len(o["vt"]) == 2 and len(o["vn"]) == 2
              for o in said["outcomes"]), "slips")
    proof = os.path.join(place, "proof")
    r = run("impact", SCENE, "--all", "--proof", proof)
    with open(proof) as file:
        words = file.read().split()
    check(words[:2] == ["perp-solutions", "1"] and words[-1] == "end" and
          words.count("faces") == 1, "a proof is written")
done()
