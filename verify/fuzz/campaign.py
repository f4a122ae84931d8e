"""Targets of verify/fuzz under libFuzzer: built with clang in build/fuzz, and with the
sanitizers in build/fuzz-sanitize, given the repository's own texts to begin with, and run
in turn. Each turn is a line of verify/fuzz/log.tsv, which is kept:

    target  build  executions  edges  corpus  findings

edges are those that libFuzzer has met in all, corpus its inputs. What has crashed, leaked,
taken too long or contradicted itself is in build/fuzz/findings.

    python3 verify/fuzz/campaign.py hours H [JOBS]    turns until all is met, or for H hours
    python3 verify/fuzz/campaign.py short SECONDS     one turn of each target
    python3 verify/fuzz/campaign.py report [CHAPTER]  the table of the log, also into a
                                                      chapter, between its two marks
    python3 verify/fuzz/campaign.py compare [MOST]    perp-check and the second checker on
                                                      the proofs that were found
    python3 verify/fuzz/campaign.py keep              the corpora, made small, into kept

Met is: a million executions of each target, and twenty of all. One turn in six is in the
sanitizers' build, and looks for leaks where a target gives all back. Where clang or its
fuzzer is missing it says so and ends with 77.
"""
import concurrent.futures
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
PLACE = os.path.join(SOURCE, "build", "fuzz")
BUILDS = {"plain": (PLACE, "-O2 -g1", "OFF"),
          "sanitized": (PLACE + "-sanitize", "-O1 -g1", "ON")}
EACH, ALL = 10 ** 6, 2 * 10 ** 7
# The longest input; what libFuzzer is told besides. perp-check ends by a long jump and
# leaves what it had, and Lua keeps its strings until the state is closed.
TARGETS = {"lcp_text": 400, "imports": 400, "tree": 500, "solver": 120, "trace": 600,
           "statement": 2000, "check": 8192, "command": 200, "scene": 1500, "core": 200}
MORE = {"command": ["-close_fd_mask=3"], "statement": ["-close_fd_mask=1"],
        "check": ["-close_fd_mask=1"]}
LEAKY = {"statement", "check"}


def clang():
    for name in ("clang-19", "clang"):
        if shutil.which(name) is None:
            continue
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "a.c")
            with open(path, "w", encoding="ascii") as file:
                file.write("int LLVMFuzzerTestOneInput(const char *p, long n);\n"
                           "int LLVMFuzzerTestOneInput(const char *p, long n)"
                           "{ return p && n < 0; }\n")
            if subprocess.run([name, "-fsanitize=fuzzer", path, "-o", path + ".out"],
                              capture_output=True, check=False).returncode == 0:
                return name
    print("SKIPPED: there is no clang with libFuzzer here, and nothing was fuzzed")
    sys.exit(77)


def build(which):
    place, flags, sanitize = BUILDS[which]
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(SOURCE, "build", "fuzz-%s.log" % which), "w",
              encoding="utf-8") as log:
        for words in (
                ["cmake", "-S", SOURCE, "-B", place, "-DPERP_FUZZ=ON",
                 "-DCMAKE_BUILD_TYPE=None", "-DPERP_SANITIZE=" + sanitize,
                 "-DCMAKE_C_FLAGS=" + flags],
                ["cmake", "--build", place, "--parallel", str(min(os.cpu_count() or 1, 4)),
                 "--target", *("fuzz_" + name for name in TARGETS)]):
            if subprocess.run(words, stdout=log, stderr=log, check=False,
                              env={**os.environ, "CC": clang()}).returncode != 0:
                sys.exit("the build failed: see %s" % log.name)


def program(name, which):
    place = BUILDS[which][0]
    return os.path.join(place, "fuzz_" + name)


def put(name, data):
    place = os.path.join(PLACE, "corpus", name)
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, hashlib.sha1(data).hexdigest()), "wb") as file:
        file.write(data)


def spelt(data):
    """A line of a kept file."""
    out = "".join("\\n" if c == 10 else "\\\\" if c == 92 else chr(c)
                  if 32 <= c < 127 else "\\x%02x" % c for c in data)
    return out + "\n"


def unspelt(line):
    return re.sub(rb"\\(n|\\|x([0-9a-f]{2}))", lambda m: b"\n" if m[1] == b"n" else
                  b"\\" if m[1] == b"\\" else bytes([int(m[2], 16)]),
                  line.rstrip(b"\n"))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def seeds():
    """What is kept, and texts of the repository."""
    for path in glob.glob(os.path.join(HERE, "kept", "*.txt")):
        for line in read(path).splitlines():
            put(os.path.basename(path)[:-4], unspelt(line))
    for path in glob.glob(SOURCE + "/verify/corpus/*.lcp"):
        put("lcp_text", b"\0" + read(path))
        put("imports", b"\1" + read(path))
    for path in glob.glob(SOURCE + "/verify/corpus_certificate/*"):
        put("check", read(path))
        put("statement", read(path).split(b"\0")[0])
    for path in glob.glob(SOURCE + "/cases/*/*.lua"):
        code = b"\n".join(line for line in read(path).split(b"\n")
                          if not line.startswith(b"--"))
        if len(code) < TARGETS["scene"]:
            put("scene", b"\0" + code)


def turn(name, which, seconds, seed, runs=-1):
    """One turn, as a line of the log."""
    corpus = os.path.join(PLACE, "corpus", name)
    found = os.path.join(PLACE, "findings")
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(found, exist_ok=True)

    def artifacts():  # turns run beside each other, with one folder
        return {x for x in os.listdir(found) if x.startswith(name + "-")}
    before = artifacts()
    leaks = int(which == "sanitized" and name not in LEAKY)
    words = [program(name, which), "-max_total_time=%d" % seconds, "-runs=%d" % runs,
             "-timeout=300", "-rss_limit_mb=3000", "-max_len=%d" % TARGETS[name],
             "-seed=%d" % seed, "-detect_leaks=%d" % leaks, "-print_final_stats=1",
             "-artifact_prefix=%s/%s-" % (found, name), "-reload=0",
             *MORE.get(name, []), corpus]
    r = subprocess.run(words, capture_output=True, check=False,
                       env={**os.environ, "ASAN_OPTIONS": "detect_leaks=%d" % leaks},
                       cwd=PLACE)
    said = r.stderr.decode(errors="replace")
    met = re.findall(r" cov: (\d+) ft: \d+ corp: (\d+)/", said) or [("0", "0")]
    done = re.findall(r"stat::number_of_executed_units: (\d+)", said) or ["0"]
    findings = len(artifacts() - before) or int(r.returncode != 0)
    if findings:
        with open(os.path.join(found, "said-%s-%d.txt" % (name, seed)), "w",
                  encoding="utf-8") as file:
            file.write(" ".join(words) + "\n" + said)
    return [name, which, int(done[-1]), int(met[-1][0]), int(met[-1][1]), findings]


def log_path():
    return os.path.join(HERE, "log.tsv")


def write(line):
    with open(log_path(), "a", encoding="ascii") as file:
        file.write("\t".join(map(str, line)) + "\n")


def lines():
    if not os.path.exists(log_path()):
        return []
    with open(log_path(), encoding="ascii") as file:
        return [[x if i < 2 else int(x) for i, x in enumerate(line.split("\t"))]
                for line in file]


def totals(log):
    return {name: sum(x[2] for x in log if x[0] == name) for name in TARGETS}


def wanting(done, running):
    """The target whose turn it is: the one with the least executions of those that
    need more; when none does, and the sum does, the quickest ones."""
    few = [n for n in TARGETS if done[n] < EACH and n not in running]
    if few:
        return min(few, key=lambda n: done[n])
    if any(done[n] < EACH for n in TARGETS):
        return None
    quick = [n for n in ("imports", "trace", "check", "lcp_text", "tree", "statement")
             if n not in running]
    return min(quick, key=lambda n: done[n]) if sum(done.values()) < ALL and quick else None


def campaign(hours, jobs):
    for which in BUILDS:
        build(which)
    seeds()
    end, running, count = time.time() + 3600 * hours, {}, len(lines())
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while True:
            name = wanting(totals(lines()), running) \
                if len(running) < jobs and time.time() < end else None
            if name is not None:
                count += 1
                mine = sum(x[0] == name for x in lines())
                which = "sanitized" if mine % 6 == 3 else "plain"
                running[name] = pool.submit(turn, name, which, 240, 1000 + count)
                continue
            if not running:
                break
            concurrent.futures.wait(running.values(), timeout=5,
                                    return_when=concurrent.futures.FIRST_COMPLETED)
            for name in [n for n in running if running[n].done()]:
                write(running.pop(name).result())
    return report()


def half(log):
    """Edges behind the turn in which half of the executions were reached."""
    all_, met = sum(x[2] for x in log), 0
    for x in log:
        met += x[2]
        if 2 * met >= all_:
            return max(y[3] for y in log[:log.index(x) + 1])
    return 0


def table(log):
    """Lines of Markdown, and how many findings there are."""
    bad = sum(x[5] for x in log)
    out = ["| target | executions | with sanitizers | edges | new in the last half | "
           "corpus | findings |", "|---|---|---|---|---|---|---|"]
    for name in TARGETS:
        mine = [x for x in log if x[0] == name]
        plain = [x for x in mine if x[1] == "plain" and x[3] > 0] or [["", "", 0, 0, 0, 0]]
        edges = max(x[3] for x in plain)
        out.append("| `%s` | %s | %s | %d | %d | %d | %d |" % (
            name, format(sum(x[2] for x in mine), ","),
            format(sum(x[2] for x in mine if x[1] != "plain"), ","),
            edges, edges - half(plain), plain[-1][4], sum(x[5] for x in mine)))
    digest = hashlib.sha256(read(log_path()) if log else b"").hexdigest()
    return out + ["", "%s executions, %d findings; the log's SHA-256 is `%s`." % (
        format(sum(x[2] for x in log), ","), bad, digest)], bad


def report(chapter=None):
    text, bad = table(lines())
    print("\n".join(text))
    if chapter is not None:
        with open(chapter, encoding="utf-8") as file:
            head, mark, rest = file.read().partition("<!-- campaign begins -->\n")
        _, end, tail = rest.partition("<!-- campaign ends -->")
        if not mark or not end:
            sys.exit("%s has no place for the table" % chapter)
        with open(chapter, "w", encoding="utf-8") as file:
            file.write(head + mark + "\n" + "\n".join(text) + "\n\n" + end + tail)
    return int(bad > 0)


def compare(most):
    """Both checkers on the corpus of `check`."""
    subprocess.run(["cmake", "--build", PLACE, "--target", "judge"], check=True,
                   stdout=subprocess.DEVNULL)
    return subprocess.run(
        [sys.executable, "-B", os.path.join(HERE, "compare.py"),
         os.path.join(PLACE, "corpus", "check"), str(most)], check=False,
        env={**os.environ, "PERP_SOURCE": SOURCE, "PERP_JUDGE": PLACE + "/judge",
             "PYTHONPATH": SOURCE + "/verify/proof/certificate"}).returncode


def keep(most=12000):
    """Inputs that reach something, small ones first, of all sizes: up to 12 KB a target.
    Edges alone are asked of a copy, because a campaign may be going on."""
    os.makedirs(os.path.join(HERE, "kept"), exist_ok=True)
    for name in TARGETS:
        if name == "check":
            continue # verify/corpus_certificate
        with tempfile.TemporaryDirectory() as place:
            copy = place + "/from"
            os.mkdir(copy)
            os.mkdir(place + "/to")
            for path in glob.glob(os.path.join(PLACE, "corpus", name, "*")):
                try:
                    shutil.copy(path, copy)
                except FileNotFoundError: # libFuzzer has found a smaller one
                    pass
            subprocess.run([program(name, "plain"), "-set_cover_merge=1", "-timeout=300",
                            "-use_value_profile=0", "-max_len=%d" % TARGETS[name],
                            *MORE.get(name, []), place + "/to", copy],
                           capture_output=True, check=False, cwd=PLACE)
            texts = sorted((spelt(read(p)) for p in glob.glob(place + "/to/*")),
                           key=lambda t: (len(t), t))
        while sum(map(len, texts)) > most: # one out of ten goes, wherever it stands
            texts = [t for i, t in enumerate(texts) if i % 10 != 9] \
                if len(texts) > 9 else texts[:-1]
        with open(os.path.join(HERE, "kept", name + ".txt"), "w",
                  encoding="ascii") as file:
            file.writelines(texts)
        print("%s: %d inputs, %d bytes" % (name, len(texts), sum(map(len, texts))),
              flush=True)


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else "report"
    number = float(sys.argv[2]) if len(sys.argv) > 2 and what != "report" else 8
    if what == "hours":
        return campaign(number, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    if what == "short":
        build("sanitized")
        seeds()
        bad = 0
        for k, name in enumerate(TARGETS):
            line = turn(name, "sanitized", int(number), 1 + k)
            print("\t".join(map(str, line)))
            bad += line[5]
        return int(bad > 0)
    if what == "keep":
        return keep()
    if what == "compare":
        return compare(int(number) if len(sys.argv) > 2 else 1000000)
    return report(*sys.argv[2:3])


if __name__ == "__main__":
    sys.exit(main())
