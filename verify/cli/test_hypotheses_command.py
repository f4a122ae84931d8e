"""perp hypotheses as a command: its two faces say the same, and what is
refused."""
import json
import os

from program import check, done, expect, in_file, run
from study import case

TAGS = ["H1", "H2", "H3", "H4", "H5", "F", "H6", "H7", "H8", "7.1", "start"]
for name in ("fig9_1", "ex9_1", "four_bar"):
    text = run("hypotheses", case(name))
    data = run("hypotheses", case(name), "--json")
    check(text.returncode == 0 and data.returncode == 0 and
          not text.stderr and not data.stderr, text.stderr + data.stderr)
    found = json.loads(data.stdout)
    check(found["paper"] == "GAP08" and found["name"] == name, data.stdout[:99])
    check([h["tag"] for h in found["hypotheses"]] == TAGS, "the list")
    lines = text.stdout.splitlines()
    check(len(lines) == 1 + 2 * len(TAGS), "%d lines" % len(lines))
    for k, h in enumerate(found["hypotheses"]):
        check(lines[1 + 2 * k].startswith(h["tag"]) and
              lines[2 + 2 * k].strip().startswith(h["verdict"]) and
              h["text"] in lines[2 + 2 * k], "%s: %s" % (h["tag"], lines[2 + 2 *
                                                                        k]))
        check(h["verdict"] in ("met", "not met", "undecided"), h["verdict"])
        check(("from one run" in lines[2 + 2 * k]) ==
              (h["verdict"] == "undecided"), lines[2 + 2 * k])
BALL = os.path.join(os.path.dirname(case("x")), "..", "P10",
                    "bouncing_ball.lua")
expect("another scheme", 3, [],
       ["'alpha-gamma' (GAP08), 'theta' (PKS05), 'paoli' (P10), not of "
        "'moreau'"], "hypotheses", BALL, "--scheme", "moreau")
expect("positions", 0, ["what P10 assumes", "tauC"], [], "hypotheses", BALL)
expect("no scene", 6, [], ["nowhere.lua"], "hypotheses", "nowhere.lua")
expect("no word", 2, [], ["perp hypotheses"], "hypotheses")
expect("a slip", 2, [], ["did you mean '--json'?"], "hypotheses", "--jsno",
       "x")
expect("a wrong scene", 3, [], ["initial"], "hypotheses",
       os.path.join(os.path.dirname(case("x")), "..", "wrong",
                    "initial_nan.lua"))
expect("help", 0, ["usage: perp hypotheses"], [], "hypotheses", "--help")

SPRING = """local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  force = function() return { 0 } end,
  springs = function(q) return { { name = "coil", elongation = q.x,
    stiffness = 1, damping = 0 } } end },
  h = 0.1, T = 1, q = { 1 }, v = { 0 } }
"""
in_file(lambda path: expect("a spring", 3, [], ["write 'coil' as a force"],
                            "hypotheses", path), SPRING, "spring.lua")

# The warning of a run that meets a blunt cone: at the start, and when a disc
# falls into a groove that holds it; none where the cone is pointed, or when
# nothing is to be said.
wedge = case("cone_wedge")
r = run("run", wedge, "--set", "mu=3/4", "--csv", os.devnull)
check(r.returncode == 0 and "note: the friction cone is not pointed at t = 0 s"
      in r.stderr and "contact left (normal 0.5, tangential -0.375), contact "
      "right (normal 0.5, tangential -0.375)" in r.stderr, r.stderr)
r = run("run", wedge, "--set", "mu=3/4", "--csv", os.devnull, "--exact-check")
check("not pointed" in r.stderr, "with --exact-check: " + r.stderr)
for words in (("--set", "mu=1/2"), ("--set", "mu=3/4", "-q")):
    r = run("run", wedge, *words, "--csv", os.devnull)
    check("not pointed" not in r.stderr, r.stderr)
with open(wedge, encoding="utf-8") as file:
    # y = 1 and v.y = 1: thrown up, it lands when 1 + t - g t^2 / 2 = 0
    text = file.read().replace("y = 0, th", "y = 1, th").replace("T = 0.1",
                                                                 "T = 1")


def falls(path):
    r = run("run", path, "--set", "mu=1", "--csv", os.devnull)
    when = r.stderr.split("not pointed at t = ")
    check(len(when) == 2, "one warning: " + r.stderr)
    t = float(when[-1].split()[0])
    check(abs(t - (1 + (1 + 2 * 9.81) ** 0.5) / 9.81) < 0.02, "when it lands: %g" % t)


in_file(falls, text, "falls.lua")
done()
