"""Each request for memory and each system call refused in turn: once, and from then on.

    faults.py [SAMPLES [ALL_UP_TO [COMMAND...]]]

For each command, or for those that are named, and each kind of call: how many calls there
are, SAMPLES of them drawn among all commands and kinds together (200), and for
ALL_UP_TO > 0 each of the first so many of each. Whatever is refused, the command ends with one of its codes and one line that
says why; files appear together or not at all, and what was there before is there still;
what grows in its place is a beginning of the whole; and exit code 0 means that everything
is there, byte by byte. Prints its seed; PERP_SEED chooses another."""
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from program import SOURCE

PERP = os.path.abspath(os.environ["PERP_BINARY"])
CHECKER = os.environ.get("PERP_CHECK", "")
INJECT = os.environ["PERP_INJECT"]
LIBRARY = os.environ.get("PERP_REFUSING", "")
CALLS = ["write", "fsync", "rename", "link", "close", "open", "mkdir"]
SAFE = ["write", "fsync", "rename", "link", "mkdir"]  # beside sanitizers
OLD = b"what was there\n"
GROWS = {"x.jsonl", "x.cert", "x.cert.scene"}


def case(name):
    return os.path.join(SOURCE, "cases", name + ".lua")


FIG = case("GAP08/fig9_1")
COMMANDS = {
    "run": ["run", FIG, "-q", "--set", "T=0.05", "--csv", "x.csv", "--plot", "p",
            "--json"],
    "runs": ["run", case("GAP08/pile"), "-q", "--set", "T=0.01", "--set", "count=2",
             "--lcps", "l", "--csv", "-"],
    "movie": ["run", FIG, "-q", "--set", "T=0.05", "--movie", "x.csv"],
    "shapes": ["run", FIG, "-q", "--set", "T=0.05", "--trace", "x.jsonl", "--shapes"],
    "traces": ["movie", "in/t.jsonl", "-q", "--movie", "x.csv"],
    "vtk": ["run", case("GAP08/rocking_block"), "-q", "--set", "T=0.002", "--vtk",
            "v"],
    "trace": ["run", FIG, "-q", "--set", "T=0.05", "--certify", "L1", "--cert",
              "x.cert", "--trace", "x.jsonl"],
    "proof": ["run", FIG, "-q", "--set", "T=0.02", "--certify", "L2", "--cert",
              "x.cert"],
    "ratios": ["run", case("GAP08/ex9_1"), "-q", "--rational", "--csv", "x.csv"],
    "reach": ["reach", case("HP23/rocking_block"), "-q", "--samples", "8", "--csv",
              "x.csv", "--plot", "p"],
    "solve": ["solve", "in/p.lcp", "--json"],
    "lists": ["solve", "in/q.lcp", "--all", "--proof", "x.csv", "--cert", "y"],
    "judge": ["judge", FIG, "in/motion.csv", "--set", "T=0.05"],
    "converge": ["converge", FIG, "--set", "T=0.02", "--h", "1/50,1/100", "--csv",
                 "x.csv"],
    "compare": ["compare", FIG, "--set", "T=0.02", "--scheme", "alpha-gamma,paoli",
                "--weights", "1", "--csv", "x.csv"],
    "impact": ["impact", case("HP23/box_wall"), "--all", "--proof", "x.csv"],
    "inclusion": ["inclusion", case("HP23/box_wall"), "-q", "--solutions", "3",
                  "--csv", "x.csv", "--plot", "p"],
    "check": ["in/a.cert"],
}


def program(name):
    return CHECKER if name == "check" else PERP


def furnish(place):
    os.makedirs(os.path.join(place, "in"))
    texts = {"x.csv": OLD, "in/p.lcp": b"2 2 1 1 2 -5 -6\n2 2 1 1 2 -1 1/3\n",
             "in/q.lcp": b"2 2 1 1 2 -5 -6\n"}
    for name, text in texts.items():
        with open(os.path.join(place, name), "wb") as file:
            file.write(text)


def contents(place):
    found = {}
    for at, folders, files in os.walk(place):
        for name in files:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, place)] = file.read()
        for name in folders:
            found[os.path.relpath(os.path.join(at, name), place)] = None
    return found


def start(name, call, k, sticky, place):
    """The exit code, both outputs, and how many calls there were."""
    out, into = os.pipe()
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
    env.pop("PERP_SYNC", None)
    words = [program(name)] + COMMANDS[name]
    if call == "malloc":
        env.update(LD_PRELOAD=LIBRARY, FAULT_K=str(k), FAULT_STICKY=str(sticky),
                   FAULT_SAYS=str(into))
    else:
        words = [INJECT, call, str(k), str(sticky), str(into)] + words
    r = subprocess.run(words, cwd=place, env=env, capture_output=True,
                       pass_fds=[into], timeout=600, check=False)
    os.close(into)
    with os.fdopen(out) as file:
        said = file.read()
    met = {x: int(n) for x, n in zip(said.split()[::2], said.split()[1::2])}
    # how long it took is another each time
    said = re.sub(rb'"seconds": [0-9.e+-]+', b'"seconds": 0', r.stdout)
    return r.returncode, said, r.stderr.decode(errors="replace"), met


class Setting:
    """What each command leaves when nothing is refused."""

    def __init__(self, given):
        self.given, self.whole, self.counts = given, {}, {}

    def learn(self, names, kinds):
        for name in names:
            for call in [x for x in ("malloc", "write") if x in kinds]:
                with tempfile.TemporaryDirectory() as place:
                    self.fill(place)
                    code, out, err, met = start(name, call, 0, 0, place)
                    left = contents(place)
                    if code == 98:
                        return False
                    assert code in (0, 1, 4), (name, code, err)
                    assert self.whole.get(name, (code, out, left)) == \
                        (code, out, left), name
                    self.whole[name] = code, out, left
                    self.counts.update(((name, x), n) for x, n in met.items()
                                       if x in kinds)
        return True

    def fill(self, place):
        for name, text in self.given.items():
            path = os.path.join(place, name)
            if text is None:
                os.makedirs(path, exist_ok=True)
            else:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(text)

    def wrong(self, name, call, k, sticky):
        """What is not as promised; None."""
        with tempfile.TemporaryDirectory() as place:
            self.fill(place)
            code, out, err, _ = start(name, call, k, sticky, place)
            left = contents(place)
        fine, whole, all_there = self.whole[name]
        if code == fine:
            return None if left == all_there and out == whole else \
                "exit %d, and %s" % (code, "standard output is not whole"
                                     if out != whole else different(left, all_there))
        lines = [x for x in err.splitlines()
                 if not x.startswith(("note:", "certificate:", "  "))]
        if code == 127 and "loading shared libraries" in err and left == self.given:
            return None  # the loader's word, before there is a perp
        if code not in (5, 6):
            return "exit %d: %s" % (code, err[-300:])
        if len(lines) != 1:
            return "exit %d with %d lines: %s" % (code, len(lines), err[-300:])
        for path, text in all_there.items():
            grown = left.pop(path, None) if path in GROWS else None
            if grown is not None and not text.startswith(grown):
                return "%s is no beginning" % path
        given = dict(self.given)
        return None if left == given else "exit %d, and %s" % \
            (code, different(left, given))


def different(left, wanted):
    return "files differ: " + ", ".join(
        "%s%s" % (x, " is there" if x not in wanted else " is not"
                  if x not in left else " has other bytes")
        for x in sorted(set(left) | set(wanted))
        if x not in left or x not in wanted or left[x] != wanted[x])


def prepared():
    """The files that commands read, made by perp itself."""
    with tempfile.TemporaryDirectory() as place:
        furnish(place)
        for words in (["run", FIG, "-q", "--set", "T=0.05", "--csv",
                       "in/motion.csv"],
                      ["run", FIG, "-q", "--set", "T=0.05", "--trace",
                       "in/t.jsonl", "--shapes"],
                      ["run", FIG, "-q", "--set", "T=0.03", "--certify", "L2",
                       "--cert", "in/a.cert"]):
            subprocess.run([PERP] + words, cwd=place, check=True)
        return contents(place)


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    seed = int(os.environ.get("PERP_SEED", "2017"))
    rng = random.Random(seed)
    kinds = ["malloc"] + CALLS if LIBRARY else SAFE
    names = [x for x in COMMANDS if program(x) and x in (sys.argv[3:] or COMMANDS)]
    unknown = set(sys.argv[3:]) - set(names)
    if unknown:
        sys.exit("no such command: %s; there are %s" %
                 (" ".join(sorted(unknown)), " ".join(COMMANDS)))
    print("seed %d; %s%s" % (seed, " ".join(kinds), "" if LIBRARY else
                             "; memory is not refused under the sanitizers"))
    setting = Setting(prepared())
    if not setting.learn(names, kinds):
        print("skipped: no system call can be refused here")
        return 0
    tries = set()
    while len(tries) < samples:
        name, call = rng.choice(names), rng.choice(kinds)
        if setting.counts[name, call] > 0:
            tries.add((name, call, rng.randrange(setting.counts[name, call]) + 1,
                       rng.randrange(2)))
    for (name, call), met in setting.counts.items():
        for k in range(1, min(met, every) + 1):
            tries |= {(name, call, k, 0), (name, call, k, 1)}
    tries = sorted(tries)
    bad = 0
    with ThreadPoolExecutor(2) as pool:
        for at, wrong in zip(tries, pool.map(lambda x: setting.wrong(*x), tries)):
            if wrong:
                bad += 1
                print("%s: %s %d%s: %s" % (at[0], at[1], at[2],
                                           " and on" if at[3] else "", wrong))
    if sys.argv[3:]:
        print("of " + " ".join(names))
    for call in kinds:
        print("%-8s %6d refused, of %d calls" % (
            call, sum(1 for x in tries if x[1] == call),
            sum(n for (_, c), n in setting.counts.items() if c == call)))
    print("%d of %d refusals end wrong" % (bad, len(tries)))
    return 1 if bad else 0


sys.exit(main())
