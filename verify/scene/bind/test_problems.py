"""perp run --lcps DIR: every problem of a run, each as --lcp K writes it; and when
something fails, nothing is left."""
import json
import os
import tempfile

from program import SOURCE, check, done, expect, run


def case(*names):
    return os.path.join(SOURCE, "cases", *names)


BALL, BARS = case("P10", "bouncing_ball.lua"), case("AP02", "two_bars.lua")
BLOCK, MANY = case("GAP08", "fig9_1.lua"), case("P10", "comparison.lua")


FALL = """local perp = require "perp"
return { scheme = "paoli", h = 0.1, T = 1, e = 1/2, q = { y = 9 }, v = { 0 },
  system = perp.system { coordinates = { "y" },
    mass = function() return { { 1 } } end,
    force = function() return { -1 } end,
    contacts = function(q) return { { name = "ground", gap = q.y } } end } }
"""


def files(place):
    return {name: open(os.path.join(place, name)).read()
            for name in sorted(os.listdir(place))}


with tempfile.TemporaryDirectory() as place:
    here = os.path.join(place, "lcps")

    # As many as the summary says, projections with them, numbered from 1; the
    # first, one between and the last are those of --lcp; perp solve reads all.
    for words in ((BLOCK, "--set", "h=0.2"), (BARS, "--set", "T=0.02"),
                  (BALL, "--rational"), (MANY,)):
        r = run("run", *words, "--json", "-q", "--lcps", here)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        say = json.loads(r.stdout)
        total = sum(s["lcps"] + s.get("subproblems", 0) for s in
                    (say["runs"].values() if "runs" in say else [say]))
        got = files(here)
        if words != (MANY,):  # whose runs are not all counted as lcps
            check(len(got) == total, "%s: %d, not %d" % (words, len(got), total))
        check(list(got) == ["%06d.lcp" % (k + 1) for k in range(len(got))],
              str(list(got)[:3]))
        for k in {1, (len(got) + 1) // 2, len(got)}:
            one = run("run", *words, "-q", "--lcp", str(k), "-").stdout
            check(one == got["%06d.lcp" % k], "%s: problem %d" % (words, k))
        r = run("run", *words, "-q", "--lcp", str(len(got) + 1), "-")
        check(r.returncode == 2, "%s has more" % (words,))
        r = run("solve", *(os.path.join(here, name) for name in got), "--json")
        check(r.stdout.count('"solved"') == len(got), "%s: solved" % (words,))
        for name in got:
            os.remove(os.path.join(here, name))
    r = run("run", BLOCK, "--set", "h=0.1", "--lcps", here)
    check("written: %s, 100 problems" % here in r.stderr, r.stderr)

    # Not into what is there, nor where nothing can be.
    scene = [BLOCK, "--set", "h=0.1", "-q"]
    expect("not empty", 2, [], ["--lcps", here, "not empty", "new directory"],
           "run", *scene, "--lcps", here)
    check(len(os.listdir(here)) == 100, "what was there")
    file = os.path.join(here, "000001.lcp")
    expect("a file", 6, [], ["--lcps", file], "run", *scene, "--lcps", file)
    expect("nowhere", 6, [], ["--lcps", "no/way"], "run", *scene, "--lcps",
           os.path.join(place, "no/way"))
    expect("no name", 2, [], ["--lcps"], "run", *scene, "--lcps", "")
    new = os.path.join(place, "new")
    expect("both", 2, [], ["--lcp", "--lcps"], "run", *scene, "--lcps", new,
           "--lcp", "1", "-")
    expect("branches", 2, [], ["--lcps", "single run"], "run", *scene,
           "--lcps", new, "--branches", "3")
    expect("theta", 3, [], ["--lcps", "no complementarity"], "run",
           case("PKS05", "rotating_push.lua"), "--lcps", new)
    fall = os.path.join(place, "fall.lua")
    with open(fall, "w") as f:
        f.write(FALL)
    expect("free fall", 2, [], ["--lcps", "no complementarity problem"], "run",
           fall, "--lcps", new, "-q")

    # A run that fails leaves no directory; one name for two files, nothing at all.
    expect("a limit", 5, [], ["bits"], "run", *scene, "--exact-check", "--bits",
           "1", "--lcps", new)
    check(not os.path.exists(new), "a run that failed")
    os.mkdir(new)
    csv = os.path.join(new, "000003.lcp")
    expect("in the way", 6, [], [csv, "cannot write", "exists"], "run", *scene,
           "--lcps", new, "--csv", csv)
    check(os.listdir(new) == [], "all files of a command, or none")
done()
