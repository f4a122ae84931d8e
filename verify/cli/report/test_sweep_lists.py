"""What is a list and what is one value: a text may hold commas and colons, and means
what it meant; numbers and booleans are lists."""
import json
import os
import tempfile

from program import check, done, expect, run

SCENE = """
local perp = require "perp"
local word = perp.param("word", "x", "any text")
local mu = perp.param("mu", 0.5, "friction")
local on = perp.param("on", false, "a switch")
local e = perp.param("e", perp.ratio(1, 3), "a ratio")
assert(word ~= "bad", "that word")
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }, h = 1, T = 1, name = "seen",
  q = { #word }, v = { mu + (on and 1 or 0) + perp.number(e) } }
"""

with tempfile.TemporaryDirectory() as place:
    scene = os.path.join(place, "scene.lua")
    with open(scene, "w") as f:
        f.write(SCENE)

    def lines(*words):
        r = run("run", scene, "--json", "-q", *words)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        return [json.loads(x) for x in r.stdout.splitlines()]

    for value in "1,2,3", "a:b:c,d":
        one = lines("--set", "word=" + value)
        check(len(one) == 1 and "steps" in one[0], value)
        got = lines("--set", "word=" + value, "--set", "mu=1,2")
        check([g["set"] for g in got] == [
            {"word": value, "mu": "1"}, {"word": value, "mu": "2"}],
              str(got))
    check([g["set"]["on"] for g in lines("--set", "on=true,false")] ==
          ["true", "false"], "a switch")
    check([g["set"]["e"] for g in lines("--set", "e=1/7,1/2:1:2")] ==
          ["1/7", "1/2", "1"], "a ratio")
    check([g["set"]["h"] for g in lines("--set", "h=1,1/2")] == ["1", "1/2"], "h")
    # --scheme with a comma, as --set, is two runs of one command.
    one = lines("--set", "scheme=alpha-gamma,semi-implicit")
    check(len(one) == 1 and sorted(one[0]["runs"]) ==
          ["seen.alpha-gamma", "seen.semi-implicit"], str(one))
    expect("a mistake of the scene", 3, [], ["that word"], "run", scene,
           "--set", "word=bad", "--set", "mu=1,2")
    expect("a name", 2, [], ["run 1", "did you mean 'mu'"], "run", scene,
           "--set", "nu=1,2")
    for words, says in ((("--shard", "1/2"), "several runs"),
                        (("--threads", "2"), "several runs"),
                        (("--set", "mu=1,2", "--shard", "0/0"), "1 <= i <= n"),
                        (("--set", "mu=1,2", "--shard", "3/2"), "1 <= i <= n"),
                        (("--set", "mu=1,2", "--shard", "1/2"), "--csv FILE"),
                        (("--set", "mu=1,2", "--threads", "0"), "whole number"),
                        (("--set", "mu=1,2", "--json", "--csv", "-"), "both")):
        expect(" ".join(words), 2, [], [says], "run", scene, *words)
    for one in ("--trace f", "--movie f", "--lcps f", "--lcp 1 f",
                "--certify L1 --cert f", "--branches 3", "--cones"):
        r = run("run", scene, "--set", "mu=1,2", *one.split())
        check(r.returncode == 2, "%s: %s" % (one, r.stderr))
done()
