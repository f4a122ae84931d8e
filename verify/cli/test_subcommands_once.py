"""Every subcommand of perp once or a few times on a small problem, for the sake of the
sanitizers under which this test calls it: the right exit code, something on standard
output, and no report. What is asked of the answers is in the other tests of this folder,
of which some call the program without sanitizers. The subcommands are those that the
program names: one that this file does not call is a failure."""
import os
import re
import tempfile

from program import SOURCE, check, done, run

REPORT = re.compile("Sanitizer|runtime error:")


def case(name):
    return os.path.join(SOURCE, "cases", name + ".lua")


BLOCK, GAIT = case("HP23/rocking_block"), case("HP23/compass_gait")
FALL, BALL = case("GAP08/falling_oscillator"), case("P10/bouncing_ball")
PROBLEM = os.path.join(SOURCE, "verify", "corpus", "murty.lcp")
MOTION = [os.path.join(SOURCE, "verify", "motions", "leapfrog" + end)
          for end in (".lua", ".csv")]
SMALL = ["--samples", "20", "--steps", "2"]

# Words, with OUT for an empty folder; another exit code than 0 stands before them.
CALLS = [
    "run %s --set T=0.2 --exact-check --csv OUT/a.csv --trace OUT/a.trace --shapes" % FALL,
    "run %s --set T=0.02 --scheme alpha-gamma --certify L1 --cert OUT/a.cert" %
    case("GAP08/fig9_1"),
    "params %s" % BALL,
    "solve %s" % PROBLEM,
    "cone %s --json" % case("GAP08/cone_wedge"),
    "estimates %s --set T=0.2" % FALL, "estimates %s --set T=0.1 --json" %
    case("GAP08/fig9_1"),
    "estimates %s --json" % case("GAP08/bounded_variation"),
    "converge %s --h 1/10,1/20" % FALL, "converge %s --h 1/10,1/20 --json" % FALL,
    "compare %s --set T=0.1" % FALL,
    "hypotheses %s --set T=0.1" % FALL,
    "impact %s --all" % GAIT, "impact %s --all --json" % case("HP23/ramone"),
    "impact %s --law sequential --all --rational" % BLOCK,
    "impact %s --law routh --json" % BLOCK, "impact %s --law poisson" % BLOCK,
    (5, "impact %s --law sequential --json" % case("HP23/disk_stack")),
    "inclusion %s --wobble --rational" % case("HP23/zeno_block"),
    "inclusion %s --solutions 4" % GAIT, "inclusion %s --solutions 4 --ordered --json" % BLOCK,
    "inclusion %s --solutions 4 --everywhere" % BLOCK,
    "reach %s --csv OUT/0.csv" % BLOCK, "reach %s --seed 2 --csv OUT/other.csv" % BLOCK,
    "reach %s --shard 1/2 --csv OUT/1.csv" % BLOCK,
    "reach %s --shard 2/2 --csv OUT/2.csv --threads 3" % BLOCK,
    "reach %s --select all --exact-check --json" % GAIT,
    "reach %s --select random --draw sobol" % GAIT,
    "reach %s --several --draw uniform" % GAIT, "reach %s --epsilon 0.1" % BLOCK,
    "merge OUT/1.csv OUT/2.csv --csv OUT/whole.csv",
    "cover OUT/0.csv OUT/other.csv --lipschitz 1 --box 1 --dimensions 4",
    "bench %s" % PROBLEM,
    "judge %s %s --prove 1" % tuple(MOTION),
    "movie OUT/a.trace --movie OUT/a.html",
    "eq GAP08 4.4c",
    "new OUT", "explain 5", "help run"]


def called(words, code, out):
    """Run in the folder; a new scene's name is a name alone."""
    words = [w.replace("OUT", "scene" if words.startswith("new ") else out)
             for w in words.split()]
    more = SMALL if words[0] == "reach" else []
    r = run(*words, *more, cwd=out)
    check(r.returncode == code, "perp %s: exit code %d, wanted %d\n%s" %
          (" ".join(words), r.returncode, code, r.stderr[:2000]))
    check(not REPORT.search(r.stderr), r.stderr[:2000])
    check(r.stdout + r.stderr or "OUT/" in words, "perp %s says nothing" % words)


named = re.findall(r"^  ([a-z]+) +\S", run("--help").stdout, re.M)
check(len(named) >= 20, "subcommands: %s" % named)
CALLS = [c if isinstance(c, tuple) else (0, c) for c in CALLS]
check(set(named) == {c.split()[0] for _, c in CALLS},
      "not called, or no subcommand: %s" %
      (set(named) ^ {c.split()[0] for _, c in CALLS}))
with tempfile.TemporaryDirectory() as directory:
    for code, words in CALLS:
        called(words, code, directory)
done()
