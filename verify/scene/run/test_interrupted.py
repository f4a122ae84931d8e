"""However a command ends, its files are whole or not there, and what was there stays.
Signals at moments all over a run, kill -9 too (five times as many, or three); two
commands with one table at once; links laid where a temporary file may come; disks that
are full. How many signals: a word, 7 without. Prints its seed."""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from program import BINARY, SOURCE, check, done

CHECKER = os.path.abspath(os.environ["PERP_CHECK"])
FIG = os.path.join(SOURCE, "cases/GAP08/fig9_1.lua")
ROCK = os.path.join(SOURCE, "cases/HP23/rocking_block.lua")
RUN = [BINARY, "run", FIG, "-q", "--set", "h=0.001", "--csv", "x.csv", "--plot",
       "p", "--lcp", "3", "x.lcp"]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
           signal.SIGXCPU, signal.SIGPIPE, signal.SIGUSR1]
OLD = "what was there\n"


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def begin(words, place, **more):
    more.setdefault("preexec_fn", no_core)
    return subprocess.Popen(words, cwd=place, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **more)


def contents(place):
    found = {}
    for at, _, files in os.walk(place):
        for name in files:
            path = os.path.join(at, name)
            with open(path, encoding="utf-8") as file:
                found[os.path.relpath(path, place)] = file.read()
    return found


def furnished(place):
    with open(os.path.join(place, "x.csv"), "w", encoding="utf-8") as file:
        file.write(OLD)


def signals(rng, tries):
    """The run takes the CPU seconds of an undisturbed one; the moments are spread
    over a little more. Whenever it is, all is there or nothing."""
    with tempfile.TemporaryDirectory() as place:
        began = time.monotonic()
        first = begin(RUN, place)
        first.communicate()
        took = time.monotonic() - began
        whole = contents(place)
        check(first.returncode == 0 and sorted(whole) ==
              ["p/fig9_1.svg", "x.csv", "x.lcp"], "undisturbed: %s" % sorted(whole))
    nothing, everything = 0, 0
    for k in range(tries):
        with tempfile.TemporaryDirectory() as place:
            furnished(place)
            child = begin(RUN, place)
            time.sleep(rng.random() * took * 1.1)
            child.send_signal(SIGNALS[k % len(SIGNALS)])
            child.communicate()
            left = contents(place)
            early = left == {"x.csv": OLD} and \
                child.returncode == -SIGNALS[k % len(SIGNALS)]
            nothing += early
            everything += left == whole
            check(early or left == whole, "signal %d: %d, %s" %
                  (SIGNALS[k % len(SIGNALS)], child.returncode,
                   {name: len(text) for name, text in left.items()}))
    print("%d signals: %d left nothing, %d came behind all files" %
          (tries, nothing, everything))


def killed(rng, tries):
    """kill -9, against which nothing helps: what grows in its place is a beginning of
    the whole and is called unfinished; a table that was to appear has not."""
    words = [BINARY, "run", FIG, "-q", "--set", "h=0.003", "--certify", "L1", "--cert",
             "c", "--trace", "t", "--csv", "x.csv"]
    with tempfile.TemporaryDirectory() as place:
        began = time.monotonic()
        begin(words, place).communicate()
        took = time.monotonic() - began
        whole = contents(place)
    ends = {0: 0, 7: 0, None: 0}
    for _ in range(tries):
        with tempfile.TemporaryDirectory() as place:
            furnished(place)
            child = begin(words, place)
            time.sleep((0.2 + rng.random() * 0.9) * took)
            child.kill()
            child.communicate()
            left = contents(place)
            for name in "t", "c", "c.scene":
                check(whole[name].startswith(left.get(name, "")),
                      "killed: %s is no beginning" % name)
            check(left["x.csv"] in (OLD, whole["x.csv"]), "killed: the table")
            code = None
            if "c" in left:
                r = subprocess.run([CHECKER, "c"], cwd=place, capture_output=True,
                                   text=True, check=False)
                code = r.returncode
                check(code == (0 if left["c"] == whole["c"] else 7) and
                      (code == 0 or r.stdout.startswith("unfinished")),
                      "killed: the checker says %d, %s" % (code, r.stdout[:200]))
            ends[code] = ends.get(code, 0) + 1
    print("%d killed: %d had no proof yet, %d an unfinished one, %d a whole one" %
          (tries, ends[None], ends[7], ends[0]))


def at_once():
    """Two commands, one name: each says 0, and the table is one of the two."""
    def words(mu):
        return [BINARY, "run", FIG, "-q", "--set", "T=1", "--set", "mu=" + mu,
                "--csv", "x.csv"]
    with tempfile.TemporaryDirectory() as place:
        tables = []
        for mu in "0.7", "0.8":
            begin(words(mu), place).communicate()
            tables.append(contents(place)["x.csv"])
        check(tables[0] != tables[1], "two tables")
        print("4 times two commands at once")
        for _ in range(4):
            pair = [begin(words(mu), place) for mu in ("0.7", "0.8")]
            said = [(child.communicate()[1], child.returncode) for child in pair]
            check([code for _, code in said] == [0, 0], "at once: %s" % said)
            left = contents(place)
            check(list(left) == ["x.csv"] and left["x.csv"] in tables,
                  "at once: %s" % list(left))


def links():
    """The temporary name is known when the process is; all are links already."""
    with tempfile.TemporaryDirectory() as place:
        def lay():
            no_core()
            for tail in ["perp-%d-%d.tmp" % (os.getpid(), k) for k in range(8)] + \
                    ["x.csv.tmp", "x.fig9_1.csv.tmp", "x.fig9_1.csv.tmp.tmp"]:
                os.symlink("victim", os.path.join(place, tail))
        with open(os.path.join(place, "victim"), "w", encoding="utf-8") as file:
            file.write(OLD)
        print("11 links")
        child = begin([BINARY, "run", FIG, "-q", "--set", "T=1", "--csv",
                       "x.csv"], place, preexec_fn=lay)
        said = child.communicate()[1]
        table = os.path.join(place, "x.csv")
        check(child.returncode == 0 and contents(place)["victim"] == OLD and
              not os.path.islink(table) and contents(place)["x.csv"][:5] ==
              "step,", "links: %d %s" % (child.returncode, said))


def full():
    """A file may have 8 KB: exit code 6, one line, and what was there is."""
    def small():
        no_core()
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
    commands = [["run", FIG, "-q", "--set", "h=0.01", "--csv", "x.csv"],
                ["run", FIG, "-q", "--plot", "p"],
                ["reach", ROCK, "-q", "--samples", "400", "--csv", "x.csv"],
                ["run", FIG, "-q", "--movie", "x.csv"]]
    print("%d files beyond a limit" % len(commands))
    for words in commands:
        with tempfile.TemporaryDirectory() as place:
            furnished(place)
            child = begin([BINARY] + words, place, preexec_fn=small)
            said = child.communicate()[1]
            check(child.returncode == 6 and len(said.splitlines()) == 1 and
                  contents(place) == {"x.csv": OLD} and
                  os.listdir(place) == ["x.csv"], "full: %s: %d %s %s" %
                  (words, child.returncode, said, os.listdir(place)))


def together():
    """Standard output does not take the summary: no file appears."""
    for words in (["run", FIG, "--set", "T=1", "--csv", "x.csv", "--plot", "p"],
                  ["reach", ROCK, "--samples", "20", "--csv", "x.csv"],
                  ["converge", FIG, "--set", "T=0.1", "--h", "1/50,1/100", "--csv",
                   "x.csv"],
                  ["compare", FIG, "--set", "T=0.1", "--scheme", "moreau-jean",
                   "--csv", "x.csv"]):
        with tempfile.TemporaryDirectory() as place, \
                open("/dev/full", "w", encoding="utf-8") as nowhere:
            furnished(place)
            child = subprocess.run([BINARY, *words, "--json"], cwd=place,
                                   stdout=nowhere, stderr=subprocess.PIPE,
                                   check=False)
            check(child.returncode == 6 and os.listdir(place) == ["x.csv"] and
                  contents(place)["x.csv"] == OLD, "together: %s: %d %s" %
                  (words, child.returncode, os.listdir(place)))


def main():
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    seed = int(os.environ.get("PERP_SEED", "2017"))
    print("seed", seed)
    signals(random.Random(seed), tries)
    killed(random.Random(seed), tries * 5 if tries > 7 else 3)
    at_once()
    links()
    full()
    if os.path.exists("/dev/full"):
        together()
    done()


main()
