"""Breaks formulas one by one and asks the tests that the ledger names for them.

    python3 verify/mutants/campaign.py [--seed N] [--count N] [--each N] [-j N]
        [--only TEXT] [--log FILE] [--build DIR] [--list] [--again] [--wider]

The changes of every function that bears a claim (changes.py) are shuffled by the
seed; first comes one of each function, then a second one, at most EACH (20), at most
COUNT in all. Each is compiled alone, as the others are (gcc -O1, no sanitizers),
put into the shared library that it belongs to, and run against the tests that
verify one of the claim's tags, the cheapest first, until one fails. Tests of more
than 20 s of CPU time are asked only where no other is named. A test fails, too, when
it takes ten times the CPU time that it takes without a change.

Not counted is what does not compile, and what compiles to the same object. What
survives must stand in equivalents.txt with an argument; else the exit code is 1.
With --log, what is in the file is not done again (--again: survivors are). --wider
asks all tests below a second about a survivor; it stays one, but the cure may be a
claim that is missing in a test that sees it.
"""
import argparse
import hashlib
import json
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from changes import changes

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DEAR, TIMES, SPARE = 20, 10, 2  # seconds of CPU, a factor, seconds
LOCK, PRICE = threading.Lock(), threading.Lock()


def claims():
    out = subprocess.run(["lua5.4", os.path.join(HERE, "claims.lua"), ROOT],
                         capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        verb, file, at, tags = line.split("\t")
        yield verb, file, int(at), set(tags.split())


def drawn(o):
    """The mutants of this seed, in their order: (change, stems of tests)."""
    said, out = list(claims()), []
    for verb, file, at, tags in said:
        if verb != "Implements" or not file.startswith("src/"):
            continue
        with open(os.path.join(ROOT, file)) as f:
            all_ = changes(file, f.read(), at)
        name = all_[0].label.split(":")[0] if all_ else file
        random.Random("%d %s" % (o.seed, name)).shuffle(all_)
        stems = {os.path.basename(other).split(".")[0]
                 for verb_, other, _, more in said
                 if verb_ == "Verifies" and more & tags}
        if not all_ or not stems:
            print("%s:%d: %s" % (file, at, "no test is named" if all_ else
                                 "nothing to change"))
        out += [(rank, hashlib.sha256(("%d %s" % (o.seed, x.label)).encode())
                 .digest(), x, stems) for rank, x in enumerate(all_[:o.each])]
    out.sort(key=lambda x: x[:2])
    return [(x, stems) for _, _, x, stems in out if o.only in x.label]


class Build:
    """A tree with shared libraries, its tests, and what they cost unbroken."""

    def __init__(self, place):
        self.place, self.cost, self.plain = place, {}, {}
        flags = "-O1 -ftrivial-auto-var-init=zero"
        for words in (["-S", ROOT, "-B", place, "-DPERP_SHARED=ON",
                       "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=" + flags,
                       "-DCMAKE_SKIP_BUILD_RPATH=ON"], ["--build", place]):
            r = subprocess.run(["cmake", *words], capture_output=True,
                               text=True)
            if r.returncode:
                sys.exit("the build failed:\n" + r.stdout[-3000:] + r.stderr)
        with open(os.path.join(place, "compile_commands.json")) as f:
            self.compile = {x["file"]: shlex.split(x["command"])
                            for x in json.load(f)
                            if "perp_lua.dir" not in x["command"]}
        self.tests = {}
        said = subprocess.run(["ctest", "--show-only=json-v1"], cwd=place,
                              capture_output=True, text=True, check=True)
        for x in json.loads(said.stdout)["tests"]:
            p = {y["name"]: y["value"] for y in x["properties"]}
            words = x.get("command", [])
            if "--" in words and not {"bench", "long"} & {*p.get("LABELS", [])}:
                self.tests.setdefault(x["name"].split(".")[0], []).append(
                    (x["name"], words[words.index("--") + 1:],
                     dict(y.split("=", 1) for y in p["ENVIRONMENT"])))

    def object(self, file, text, place):
        """The object of that text in place of the file's; None: no C."""
        path = os.path.join(ROOT, file)
        name = os.path.basename(file)
        with open(os.path.join(place, name), "w") as f:
            f.write('# 1 "%s"\n%s' % (path, text))
        words = self.compile[path]
        words = words[:words.index("-o")] + [
            "-Werror=incompatible-pointer-types", "-Werror=int-conversion",
            "-Werror=discarded-qualifiers", "-Werror=format", "-iquote",
            os.path.dirname(path), "-o", "changed.o", "-c", name]
        if "ccache" in words[0]:
            words = words[1:]
        r = subprocess.run(words, cwd=place, capture_output=True)
        if r.returncode:
            return None
        with open(os.path.join(place, "changed.o"), "rb") as f:
            return f.read()

    def unchanged(self, file, place):
        with LOCK:
            if file not in self.plain:
                with open(os.path.join(ROOT, file)) as f:
                    self.plain[file] = self.object(file, f.read(), place)
            return self.plain[file]

    def link(self, file, place):
        """The shared library of the file, with changed.o for its object."""
        for kind in ("core", "face"):
            made = "CMakeFiles/perp_%s.dir" % kind
            with open(os.path.join(self.place, made, "link.txt")) as f:
                words = shlex.split(f.readline())
            old = "%s/%s.o" % (made, file)
            if old in words:
                words[words.index(old)] = os.path.join(place, "changed.o")
                at = words.index("-o") + 1
                words[at] = os.path.join(place, words[at])
                subprocess.run(words, cwd=self.place, check=True,
                               capture_output=True)

    def run(self, test, place, most):
        """Whether it passed, and its CPU time; ends it beyond `most`."""
        name, words, more = test
        home = tempfile.mkdtemp(dir=place)
        env = {**os.environ, **more, "TMPDIR": home,
               "LD_LIBRARY_PATH": place + ":" + self.place}

        def limits():
            cpu = int(most) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        child = subprocess.Popen(words, cwd=self.place, env=env,
                                 preexec_fn=limits, start_new_session=True,
                                 stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        pause = 0.002
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if spent(child.pid) > most:
                os.killpg(child.pid, signal.SIGKILL)
            time.sleep(pause)
            pause = min(0.2, pause * 1.3)
        child.returncode = status
        try:
            os.killpg(child.pid, signal.SIGKILL)  # what it left running
        except ProcessLookupError:
            pass
        shutil.rmtree(home, ignore_errors=True)
        return status == 0, used.ru_utime + used.ru_stime

    def price(self, test):
        """Its CPU time with nothing changed, kept in cpu.json."""
        name, path = test[0], os.path.join(self.place, "cpu.json")
        with PRICE:
            if not self.cost and os.path.exists(path):
                with open(path) as f:
                    self.cost = json.load(f)
            if name not in self.cost:
                with tempfile.TemporaryDirectory() as place:
                    fine, cpu = self.run(test, place, 3600)
                if not fine:
                    print("%s fails with nothing changed; not asked" % name)
                self.cost[name] = cpu if fine else None
                with open(path, "w") as f:
                    json.dump(self.cost, f, indent=0)
            return self.cost[name]


def spent(pid):
    """CPU seconds of a process and of its children that have ended."""
    try:
        with open("/proc/%d/stat" % pid) as f:
            words = f.read().rpartition(")")[2].split()
        return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0


def seen_by(build, place, stems):
    """A test that nobody named and that fails."""
    tests = [(build.price(t), t) for stem, all_ in build.tests.items()
             if stem not in stems for t in all_]
    for cost, test in sorted((x for x in tests if x[0] and x[0] < 1),
                             key=lambda x: x[0]):
        if not build.run(test, place, TIMES * cost + SPARE)[0]:
            return "not asked: " + test[0]
    return "-"


def judged(build, change, stems, wider=False):
    """(verdict, the test that fell, CPU seconds)"""
    with tempfile.TemporaryDirectory() as place:
        with open(os.path.join(ROOT, change.file)) as f:
            text = change.applied(f.read())
        plain = build.unchanged(change.file, place)
        made = build.object(change.file, text, place)
        if made is None or made == plain:
            return ("same" if made else "refused"), "-", 0
        build.link(change.file, place)
        tests = [(build.price(t), t) for stem in sorted(stems)
                 for t in build.tests.get(stem, [])]
        tests = sorted((x for x in tests if x[0] is not None),
                       key=lambda x: x[0])
        if not tests:
            return "untested", "-", 0
        total = 0
        for cost, test in [x for x in tests if x[0] <= DEAR] or tests[:1]:
            most = TIMES * cost + SPARE
            fine, cpu = build.run(test, place, most)
            total += cpu
            if not fine:
                return ("late" if cpu > most else "killed"), test[0], total
        return "survived", seen_by(build, place, stems) if wider else "-", total


def table():
    """equivalents.txt: labels, and below them, indented, the argument."""
    out, labels, why = {}, [], []
    with open(os.path.join(HERE, "equivalents.txt")) as f:
        for line in [*f, "end"]:
            if line.startswith("    "):
                why.append(line.strip())
            elif line.strip() and not line.startswith("#"):
                if why:
                    out.update((x, " ".join(why)) for x in labels)
                    labels, why = [], []
                labels.append(line.strip())
    return out


def kept(o):
    """What the log says already: digest to (verdict, test)."""
    out = {}
    if o.log and os.path.exists(o.log):
        with open(o.log) as f:
            for line in f:
                digest, verdict, test = line.split("\t")[:3]
                out[digest] = verdict, test
    return {d: x for d, x in out.items()
            if not (o.again and x[0] in ("survived", "untested"))}


def report(o, results):
    verdicts = Counter(x[0] for _, x in results)
    counted = [(c, x) for c, x in results if x[0] not in ("same", "refused")]
    dead = verdicts["killed"] + verdicts["late"]
    why, alive = table(), [c for c, x in counted
                           if x[0] in ("survived", "untested")]
    open_ = [c for c in alive if c.label not in why]
    for c in alive:
        print("%s:%d %s\n    %s" % (c.file, c.line, c.label.partition(": ")[2],
                                    why.get(c.label, "NO ARGUMENT")))
    print("seed %d: %d mutants in %d functions; %d more do not compile, %d are "
          "the same object" % (o.seed, len(counted), len(
              {c.label.split(":")[0] for c, _ in counted}),
              verdicts["refused"], verdicts["same"]))
    print("%d killed (%d by CPU time), %d survive: %d equivalent (%.1f %% of "
          "all), %d without an argument" % (
              dead, verdicts["late"], len(alive), len(alive) - len(open_),
              100 * (len(alive) - len(open_)) / max(1, len(counted)),
              len(open_)))
    return 1 if open_ else 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--seed", type=int, default=2017)
    p.add_argument("--count", type=int, default=10**9)
    p.add_argument("--each", type=int, default=20)
    p.add_argument("--only", default="")
    p.add_argument("--log")
    p.add_argument("--build", type=os.path.abspath,
                   default=os.path.join(ROOT, "build", "mutants"))
    p.add_argument("--again", action="store_true")
    p.add_argument("--wider", action="store_true")
    p.add_argument("--list", action="store_true")
    p.add_argument("-j", type=int, default=2)
    o = p.parse_args()
    all_, known, results = drawn(o), kept(o), []
    print("seed %d: %d drawn, %d of them in the log" % (
        o.seed, len(all_), sum(c.digest in known for c, _ in all_)), flush=True)
    if o.list:
        for c, stems in all_:
            print("%s\t%d\t%s\t%s" % (c.digest, c.line, c.label,
                                      " ".join(sorted(stems))))
        return 0
    build, at, counted = Build(o.build), iter(all_), 0

    def work(pair):
        c, stems = pair
        if c.digest in known:
            return c, known[c.digest]
        x = judged(build, c, stems, o.wider)
        with LOCK:
            if o.log:
                with open(o.log, "a") as f:
                    f.write("%s\t%s\t%s\t%.1f\t%s\n" % (c.digest, *x, c.label))
            if x[0] in ("survived", "untested"):
                print("%s:%d %s\t%s" % (c.file, c.line, c.label, x[1]),
                      flush=True)
        return c, x
    with ThreadPoolExecutor(o.j) as pool:
        while counted < o.count:  # those that are not counted are made up for
            some = [x for x, _ in zip(at, range(min(o.count - counted, 4096)))]
            if not some:
                break
            new = list(pool.map(work, some))
            counted += sum(x[0] not in ("same", "refused") for _, x in new)
            results += new
    return report(o, results)


if __name__ == "__main__":
    sys.exit(main())
