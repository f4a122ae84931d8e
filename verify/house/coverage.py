"""Which lines does no test run? Rooms are compiled once more, without optimisation and
with counters (gcc --coverage), in a folder of their own; their default tests run without
sanitizers, and gcov tells the lines of the rooms that nothing has run.

    python3 verify/house/coverage.py [ROOM...]

ROOM is a folder like src/base; without one, those of ROOMS. The tests of src/A are those of
verify/A; the tests of verify/check, all that are given perp-check. A line that was not run
is printed, or stands in uncovered.txt with the reason why no test of the suite runs it; an
entry there of a room that was asked about, and that is met no more, is a finding, too.
Ends with 1 when a test fails or a line is left; where there is no gcov it says so and ends
with 0.

A count is written when a program ends by itself: what only a program runs that a signal
ends, is not counted. Not asked is which conditions of a line have decided (MC/DC): gcc 12
does not count them.
"""
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(SOURCE, "build", "coverage")
ROOMS = ["verify/check", "src/lcp/solve", "src/base"]
SLOW = {"bench", "long", "faults", "archs", "proven"}


def run(words, **more):
    r = subprocess.run(words, cwd=SOURCE, check=False, **more)
    if r.returncode != 0:
        sys.exit("%s ended with %d" % (" ".join(words[:4]), r.returncode))
    return r


def configure(rooms):
    """Counters are in the files of the rooms, and in no other."""
    flags = "-O0 --coverage '-fprofile-filter-files=/(%s)/[^/]*[.][ch]'" % "|".join(rooms)
    run(["cmake", "-S", SOURCE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=None",
         "-DCMAKE_C_FLAGS=" + flags], env={**os.environ, "CC": "gcc"},
        stdout=subprocess.DEVNULL)


def prop(test, name):
    return next((p["value"] for p in test.get("properties", []) if p["name"] == name), [])


def tests_of(rooms):
    """The names of their default tests, and the targets that these start."""
    said = run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"],
               capture_output=True, text=True)
    stems = {os.path.splitext(os.path.basename(path))[0]
             for room in rooms if room.startswith("src/")
             for path in glob.glob(os.path.join(SOURCE, "verify", room[4:], "*"))}
    names, targets = [], set()
    for test in json.loads(said.stdout)["tests"]:
        words = test.get("command", []) + [x.split("=", 1)[1] for x in prop(test, "ENVIRONMENT")]
        checks = any(re.search("/(perp-check|fuzz_check)$", x) for x in words)
        if not SLOW & set(prop(test, "LABELS")) and (
                test["name"].split(".")[0] in stems or
                checks and "verify/check" in rooms):
            names.append(test["name"])
            targets |= {re.sub(r"^lib(.*)[.]so$", r"\1", os.path.basename(x))
                        for x in words if x.startswith(BUILD + "/") and
                        not x.endswith(".txt")}
    return names, sorted(targets)


def counted():
    """{file: {line: how often}} of all objects; what two objects share is added."""
    lines = collections.defaultdict(collections.Counter)
    notes = glob.glob(BUILD + "/**/*.gcno", recursive=True)
    for at in range(0, len(notes), 100):
        said = run(["gcov", "--json-format", "--stdout", *notes[at:at + 100]],
                   capture_output=True, text=True)
        for text in said.stdout.splitlines():
            told = json.loads(text) if text.startswith("{") else {"files": []}
            for file in told["files"]:
                path = os.path.relpath(os.path.join(
                    told.get("current_working_directory", ""), file["file"]), SOURCE)
                for line in file["lines"]:
                    lines[path][line["line_number"]] += line["count"]
    return lines


def accepted():
    """Lines of a path, the line as it stands there (both may have *), // and a reason;
    and how often each was met."""
    out = []
    with open(os.path.join(HERE, "uncovered.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                known, _, reason = line.rpartition(" // ")
                path, code = known.split(None, 1)
                out.append([path, code.strip(), reason.strip(), 0])
    return out


def matches(pattern, text):
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), text)


def report(room, lines, known):
    """Prints the lines of a room that were not run; how many have no reason."""
    all_, missed, left = 0, 0, 0
    for path in sorted(p for p in lines if os.path.dirname(p) == room):
        with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
            text = [""] + [x.strip() for x in file]
        all_ += len(lines[path])
        for line, count in sorted(lines[path].items()):
            if count > 0:
                continue
            missed += 1
            met = [k for k in known if matches(k[0], path) and
                   matches(k[1], text[line])]
            for k in met:
                k[3] += 1
            if not met:
                print("%s:%d: %s" % (path, line, text[line]))
                left += 1
    print("%s: %d lines, %d not run, %d of them with a reason, %d left" % (
        room, all_, missed, missed - left, left))
    return left + (all_ == 0)


def main():
    rooms = sys.argv[1:] or ROOMS
    if shutil.which("gcov") is None or shutil.which("gcc") is None:
        print("SKIPPED: there is no gcov here, and no line is known to be run")
        return
    configure(rooms)
    names, targets = tests_of(rooms)
    jobs = str(min(os.cpu_count() or 1, 4))
    run(["cmake", "--build", BUILD, "--parallel", jobs, "--target", *targets])
    for path in glob.glob(BUILD + "/**/*.gcda", recursive=True):
        os.remove(path)
    r = subprocess.run(
        ["ctest", "--test-dir", BUILD, "-j", jobs, "--output-on-failure", "-R",
         "^(%s)$" % "|".join(re.escape(x) for x in names)], cwd=SOURCE, check=False)
    bad = int(r.returncode != 0)
    lines, known = counted(), accepted()
    for room in rooms:
        bad += report(room, lines, known)
    for k in known:
        if k[3] == 0 and os.path.dirname(k[0]) in rooms:
            print("uncovered.txt: %s %s is met no more" % (k[0], k[1]))
            bad += 1
    print("MC/DC: not measured")
    print("%d tests, %d findings" % (len(names), bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
