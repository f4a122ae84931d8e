"""perp run --lcp K FILE: which problem is the K-th, what stands in the file, and
what is said when there is none."""
import json
import os
import tempfile

from program import SOURCE, check, done, expect, run
from written import Problem

CASES = os.path.join(SOURCE, "cases")


def case(*names):
    return os.path.join(CASES, *names)


def written(lcp, *words):
    r = run("run", *words, "--lcp", "1", lcp)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    with open(lcp) as file:
        return r, Problem(file.read())


BALL, BARS = case("P10", "bouncing_ball.lua"), case("AP02", "two_bars.lua")
BLOCK, MANY = case("GAP08", "fig9_1.lua"), case("P10", "comparison.lua")

with tempfile.TemporaryDirectory() as place:
    lcp, csv = os.path.join(place, "p.lcp"), os.path.join(place, "p.csv")

    # A block on the ground: the rows of its contact, as (4.7) has them.
    r, p = written(lcp, BLOCK, "--quiet")
    check(not r.stderr and os.listdir(place) == ["p.lcp"], "quiet: " + r.stderr)
    check(p.size == len(p.name) and p.free == 2 and p.n == 4,
          "%d names" % len(p.name))
    check([n.split(";")[0].split(" ")[0] for n in p.name] ==
          ["velocity", "velocity", "c_n", "beta", "beta", "lambda"],
          str(p.name))
    check("row 1" in p.comments[0] and "t = 0 s" in p.comments[0],
          p.comments[0])
    check([p.A[5][j] for j in (3, 4, 5)] == [-1, -1, 0] and
          p.A[3][5] == p.A[4][5] == 1 and p.A[2][:2] == [0, 1] and
          p.A[3][:2] == [1, 0] and p.A[4][:2] == [-1, 0], "rows of contact")

    # There are as many as the summary says, the problems of projections with
    # them; one more there is not, and then nothing is written.
    for words in ((BARS, "--set", "T=0.05"), (BALL,),
                  (BALL, "--rational"), (BLOCK, "--exact-check")):
        r = run("run", *words, "--json", "-q")
        say = json.loads(r.stdout)
        for s in (say["runs"].values() if "runs" in say else [say]):
            total = s["lcps"] + s.get("subproblems", 0)
        r = run("run", *words, "-q", "--lcp", str(total), lcp)
        check(r.returncode == 0, "%s: the last: %s" % (words, r.stderr))
        os.remove(lcp)
        expect("one too many", 2, [], ["--lcp %d" % (total + 1),
                                       "have %d compl" % total],
               "run", *words, "-q", "--lcp", str(total + 1), lcp, "--csv", csv)
        check(os.listdir(place) == [], "left: %s" % os.listdir(place))

    # Numbers go on from run to run; each kind says what it is.
    parts = []
    for k in (1, 2, 3, 4):
        r = run("run", MANY, "-q", "--lcp", str(k), "-")
        parts.append(r.stdout.splitlines()[0] if r.returncode == 0 else "")
    check("a projection of the step of row" in parts[0], parts[0])
    check(len(set(parts)) == len(parts), str(parts))
    r = run("run", BARS, "--set", "T=0.05", "-q", "--lcp", "2", lcp)
    with open(lcp) as file:
        p = Problem(file.read())
    check("a projection of positions" in p.comments[0], p.comments[0])
    check(all(p.A[i][j] == -p.A[j][i] for i in range(p.size)
              for j in range(p.size) if (i < 6) != (j < 6)), "its rows")
    r = run("solve", lcp, "--exact")
    check(r.returncode == 0 and "solved" in r.stdout, "perp solve reads it")

    r = run("run", BLOCK, "--lcp", "3", lcp)
    check("written: %s, problem 3 of " % lcp in r.stderr, r.stderr)
    expect("theta", 3, [], ["disc", "no complementarity"], "run",
           case("PKS05", "rotating_push.lua"), "--lcp", "1", lcp + "2")
    expect("one word", 2, [], ["--lcp", "two values", "K FILE"], "run", BLOCK,
           "--lcp", "1")
    for k in ("0", "-1", "x", "1.5"):
        expect("K = " + k, 2, [], ["--lcp", "whole number"], "run", BLOCK,
               "--lcp", k, lcp)
    expect("two for stdout", 2, [], ["standard output"], "run", BLOCK, "--lcp",
           "1", "-", "--csv", "-")
    expect("branches", 2, [], ["--lcp", "single run"], "run", BLOCK,
           "--lcp", "1", lcp, "--branches", "3")
    own = os.path.join(place, "own.lua")
    with open(own, "w") as file, open(BLOCK) as from_there:
        file.write(from_there.read())
    expect("the scene", 2, [], ["--lcp", "own.lua"], "run", own,
           "--lcp", "1", os.path.join(place, ".", "own.lua"))
    expect("no folder", 6, [], ["--lcp"], "run", BLOCK, "--lcp", "1",
           os.path.join(place, "no", "p.lcp"))
done()
