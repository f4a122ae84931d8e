"""perp movie: the page of a trace with shapes holds what the page of `perp run --movie`
of the same run holds, byte by byte: in the plane and in space, with joints and springs,
own drawings, walls that move, in fractions, with states, after a kill and --resume; and
several traces are several runs of one page. What does not go together is refused. A
word: more scenes."""
import os
import sys
import tempfile

import replay
from program import SOURCE, check, done, expect, run

WHOLE = len(sys.argv) > 1
place = tempfile.TemporaryDirectory()
at = lambda name: os.path.join(place.name, name)
case = lambda name: os.path.join(SOURCE, "cases", name + ".lua")

MOVING = """
local perp, planar = require "perp", require "perp.planar"
local w = planar.world { mu = 0.4, ground = { surface = { 1, 0 } } }
w:box { name = "box", mass = 1, width = 0.4, height = 0.2 }
w:wall { name = "ram", point = { -0.5, 0 }, normal = { 1, 0 }, mu = 0,
  motion = function(t) return { 0.6 * perp.sin(3 * t), 0 } end }
local q, v = w:state { box = { at = { 0, 0.1 } } }
return { system = w:system(), h = 0.01, T = 0.4, q = q, v = v }
"""


def ok(*words):
    r = run(*words)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return r


def page(name):
    return replay.blocks(at(name))["data"]


def traced(scene, *words, trace="t", shapes="--shapes"):
    ok("run", scene, "-q", "--trace", at(trace), shapes, *words)


def same(scene, *words):
    ok("run", scene, "-q", "--movie", at("run.html"), "--trace", at("t"), "--shapes",
       *words)
    ok("movie", at("t"), "--movie", at("trace.html"), "-q")
    a, b = page("run.html"), page("trace.html")
    k = next((k for k in range(min(len(a), len(b))) if a[k] != b[k]), -1)
    check(a == b and len(a) > 500, "%s %s: at %d '%s', not '%s'" % (
        scene, words, k, b[max(0, k - 40):k + 20], a[max(0, k - 40):k + 20]))
    with open(at("run.html"), "rb") as one, open(at("trace.html"), "rb") as two:
        check(one.read() == two.read(), scene + ": the pages")


with open(at("moving.lua"), "w") as file:
    file.write(MOVING)
same(at("moving.lua"))
same(case("GAP08/tumbling_body"), "--set", "T=0.1")
if WHOLE:
    same(case("AP02/bouncing_disc"), "--set", "T=0.5", "--set", "h=1/20")
    same(case("P10/bouncing_ball"), "--rational", "--set", "T=0.5")
    same(case("PKS05/pushed_block"), "--set", "T=0.2")
    same(case("GAP08/four_bar"))
    same(case("HP23/dropped_block"), "--set", "T=0.1")
same(case("GAP08/fig9_1"), "--exact-check", "--set", "T=0.2", "--states", "7")

# A run that was killed goes on with its shapes, and comes to the same page.
with open(at("t"), "rb") as file:
    trace = file.read()
for part in (0.5, 0.8) if WHOLE else [0.7]:
    with open(at("t"), "wb") as file:
        file.write(trace[:int(part * len(trace))])
    ok("run", case("GAP08/fig9_1"), "-q", "--exact-check", "--set", "T=0.2", "--resume",
       at("t"))
    with open(at("t"), "rb") as file:
        check(file.read() == trace, "the trace of a run that went on")

# h halved: one page, each run as on its own page but for its name.
films = []
for h in ("1/25", "1/50"):
    words = ("--set", "h=" + h, "--set", "T=0.4")
    traced(case("GAP08/rocking_block"), *words, trace=h[2:] + ".jsonl")
    ok("run", case("GAP08/rocking_block"), "-q", "--movie", at("run.html"), *words)
    films.append(replay.data(at("run.html")))
ok("movie", at("25.jsonl"), at("50.jsonl"), "--movie", at("both.html"), "-q")
both = replay.data(at("both.html"))
check(len(both["runs"]) == 2 and both["title"] == films[0]["title"] and
      both["scenes"] == films[0]["scenes"] == films[1]["scenes"], "one scene")
for film, alone, stem in zip(both["runs"], films, ("25", "50")):
    alone = alone["runs"][0]
    check(film["name"] == alone["name"] + "." + stem, "its name: %s" % film["name"])
    check({**film, "name": ""} == {**alone, "name": ""}, stem + " among others")
check([f["h"] for f in both["runs"]] == [0.04, 0.02], "its steps")

t = at("25.jsonl")
for words, code, says in (
        ((t,), 2, "--movie FILE"), (("--movie", at("m")), 2, "too few words"),
        ((t, "--movie", t), 2, "25.jsonl"), ((t, "--movie", place.name), 6, "directory"),
        ((t, "--movie", at("no/m")), 6, "no/m"), ((t, at("x"), "--movie", at("m")), 6, "x"),
        ((at("moving.lua"), "--movie", at("m")), 3, "holds no shapes"),
        ((t, "--movie", at("m"), "--scene-seconds", "0"), 2, "scene-seconds")):
    expect("movie " + " ".join(words), code, [], [says], "movie", *words)
check(not os.path.exists(at("m")), "a page of what was refused")
for words, says in ((("--shapes",), "--trace FILE"),
                    (("--shapes", "--trace", at("u"), "--every", "2"), "--every"),
                    (("--shapes", "--resume", t), "--shapes")):
    expect(" ".join(words), 2, [], [says], "run", case("GAP08/fig9_1"), *words)
done()
