"""Everything that must be refused: cases/wrong/*.lua and wrong command lines.

A wrong scene begins with what is expected of it,

    -- expect CODE | TEXT | TEXT
    -- options OPTIONS          (OUT is an empty directory)

and must end with that exit code and one line on stderr that contains every
TEXT, print nothing on stdout and leave no file, however it is run.

    python3 verify/scene/bind/bad_input.py [scene ...]

PERP_PLAIN is the program without sanitizers: by it all but a fourth of the scenes and
command lines are run, whose place is drawn by the seed; PERP_LONG=1: none.
"""
import os
import random
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from times import times

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
PLAIN = os.environ.get("PERP_PLAIN", BINARY)
SEED = int(os.environ.get("PERP_SEED", "82"))
WRONG = os.path.join(SOURCE, "cases", "wrong")
GOOD = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")
STIFF = os.path.join(SOURCE, "cases", "AP02", "two_bodies.lua")


def judged(binary, name, arguments, code, texts, out):
    """Complaints about one run; stdout, files and CPU time are looked at."""
    try:
        run = subprocess.run([binary] + arguments, capture_output=True,
                             text=True, timeout=3000, preexec_fn=lambda:
                             resource.setrlimit(resource.RLIMIT_CPU, (30, 31)))
    except subprocess.TimeoutExpired:
        return ["%s: waits for ever" % name]
    lines = run.stderr.splitlines()
    bad = []
    if run.returncode != code:
        bad.append("exit code %d, wanted %d" % (run.returncode, code))
    if len(lines) != 1:
        bad.append("%d lines on stderr" % len(lines))
    if run.stdout:
        bad.append("something on stdout")
    for text in texts:
        if text not in run.stderr:
            bad.append("does not say '%s'" % text)
    left = [os.path.join(d, f) for d, _, files in os.walk(out) for f in files]
    if left:
        bad.append("left %s" % left)
    return ["%s: %s\n  %s" % (name, "; ".join(bad), run.stderr[:600])] \
        if bad else []


def scene(binary, path):
    with open(path, encoding="utf-8") as file:
        expect = file.readline().removeprefix("-- expect").rstrip("\n")
        options = file.readline().rstrip("\n")
    code, *texts = [part.strip() for part in expect.split(" | ")]
    words = options.split()[2:] if options.startswith("-- options") else []
    with tempfile.TemporaryDirectory() as out:
        extra = [word.replace("OUT", out) for word in words]
        return judged(binary, os.path.basename(path), ["run", path, "--csv",
                      os.path.join(out, "out.csv")] + extra, int(code), texts,
                      out)


def command(binary, name, code, texts, *arguments):
    with tempfile.TemporaryDirectory() as out:
        filled = [a.replace("OUT", out) for a in arguments]
        return judged(binary, name, filled, code, texts, out)


def binaries():
    """For one after the other: the program with sanitizers, and others between them."""
    each = 4 // times(4)
    k = random.Random(SEED).randrange(each)
    while True:
        yield PLAIN if k % each else BINARY
        k += 1


COMMANDS = [
    ("missing file", 6, ["nowhere.lua"], "run", "nowhere.lua"),
    ("a directory", 6, ["is a directory"], "run", WRONG),
    ("csv in no directory", 6, ["--csv"], "run", GOOD, "--csv",
     "OUT/no/such/file.csv"),
    ("csv is a directory", 6, ["is a directory"], "run", GOOD, "--csv", "OUT"),
    ("plot is a file", 6, ["not a directory"], "run", GOOD, "--plot", GOOD),
    ("plot below a file", 6, ["directory"], "run", GOOD, "--plot",
     GOOD + "/figures"),
    ("csv and json on stdout", 2, ["--csv -"], "run", GOOD, "--csv", "-",
     "--json"),
    ("set without value", 2, ["name=value"], "run", GOOD, "--set", "mu"),
    ("set misspelt", 2, ["'mmu'", "did you mean 'mu'?"], "run", GOOD, "--set",
     "mmu=1"),
    ("set is text", 2, ["mu", "abc"], "run", GOOD, "--set", "mu=abc"),
    ("set is nan", 2, ["mu", "nan"], "run", GOOD, "--set", "mu=nan"),
    ("set is infinite", 2, ["mu"], "run", GOOD, "--set", "mu=inf"),
    ("set by zero", 2, ["mu"], "run", GOOD, "--set", "mu=1/0"),
    ("set with a million digits", 2, ["mu"], "run", GOOD, "--set",
     "mu=1e" + "9" * 100000),
    ("set with a long number", 2, ["mu"], "run", GOOD, "--set",
     "mu=" + "9" * 100000),
    ("set negative friction", 3, ["mu = -1 is negative"], "run", GOOD, "--set",
     "mu=-1"),
    ("set negative step", 3, ["h = -1"], "run", GOOD, "--set", "h=-1"),
    ("a step that overflows", 5, ["step 1 (t = 0 s)", "row 1", "h = 1e+300",
                                  "smaller h"], "run", GOOD, "--set",
     "h=1e300", "--set", "T=1e300"),
    ("the stiff one", 5, ["step 1 (t = 0 s)", "h = 1e+300", "smaller h"],
     "run", STIFF, "--set", "h=1e300", "--set", "T=1e300"),
    ("scheme misspelt", 2, ["--scheme", "alpha-gamma"], "run", GOOD,
     "--scheme", "alpha-gama"),
    ("option misspelt", 2, ["--cvs", "--csv"], "run", GOOD, "--cvs", "x"),
    ("command misspelt", 2, ["rnu", "run"], "rnu", GOOD),
    ("no scene", 2, [], "run"),
    ("seconds of no time", 2, ["--scene-seconds"], "run", GOOD,
     "--scene-seconds", "0"),
    ("params of nowhere", 6, ["nowhere.lua"], "params", "nowhere.lua"),
    ("params misspelt", 2, ["did you mean 'mu'?"], "params", GOOD, "--set",
     "mmu=1"),
    ("not rational", 3, [":", "rational"], "run", GOOD, "--rational"),
]


def main():
    scenes = sys.argv[1:] or sorted(
        os.path.join(WRONG, f) for f in os.listdir(WRONG)
        if f.endswith(".lua"))
    print("seed %d" % SEED)
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(scene, binaries(), scenes))
        if not sys.argv[1:]:
            answers += list(pool.map(lambda b, c: command(b, *c), binaries(), COMMANDS))
    complaints = [line for answer in answers for line in answer]
    print("\n".join(complaints))
    print("%d of %d refused as they must be" %
          (len(answers) - len(complaints), len(answers)))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
