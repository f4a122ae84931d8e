"""What coverage.py and mcdc.py share: a build of its own, the default tests of a room,
and a list of what is not met, with the reason why."""
import glob
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
SLOW = {"bench", "long", "faults", "archs", "proven"}
# What writes the counts when a process ends asks for memory and files, too. It crashes where
# memory is refused (__gcov_exit), and leaves half a file where a write is.
REFUSES = {"faults"}


def run(words, **more):
    r = subprocess.run(words, cwd=SOURCE, check=False, **more)
    if r.returncode != 0:
        sys.exit("%s ended with %d" % (" ".join(words[:4]), r.returncode))
    return r


def configure(build, compiler, flags):
    run(["cmake", "-S", SOURCE, "-B", build, "-DCMAKE_BUILD_TYPE=None",
         "-DCMAKE_C_FLAGS=" + flags], env={**os.environ, "CC": compiler},
        stdout=subprocess.DEVNULL)


def prop(test, name):
    return next((p["value"] for p in test.get("properties", []) if p["name"] == name), [])


def words_of(test):
    return test.get("command", []) + [x.split("=", 1)[1]
                                      for x in prop(test, "ENVIRONMENT")]


def tests_of(build, rooms):
    """The names of their default tests, and the targets that these start. The tests of
    src/A are those of verify/A; of verify/check, all that are given perp-check; of src, all
    there are."""
    said = run(["ctest", "--test-dir", build, "--show-only=json-v1"],
               capture_output=True, text=True)
    stems = {os.path.splitext(os.path.basename(path))[0]
             for room in rooms if room.startswith("src/")
             for path in glob.glob(os.path.join(SOURCE, "verify", room[4:], "*"))}
    names, targets = [], set()
    for test in json.loads(said.stdout)["tests"]:
        words = words_of(test)
        checks = any(re.search("/(perp-check|fuzz_check)$", x) for x in words)
        if test["name"] not in REFUSES and not SLOW & set(prop(test, "LABELS")) and (
                "src" in rooms or test["name"].split(".")[0] in stems or
                checks and "verify/check" in rooms):
            names.append(test["name"])
            targets |= {re.sub(r"^lib(.*)[.]so$", r"\1", os.path.basename(x))
                        for x in words if x.startswith(build + "/") and
                        not x.endswith(".txt")}
    return names, sorted(targets)


def build_and_test(build, names, targets, env=None):
    """0 when every test has passed."""
    jobs = str(min(os.cpu_count() or 1, 4))
    run(["cmake", "--build", build, "--parallel", jobs, "--target", *targets])
    r = subprocess.run(
        ["ctest", "--test-dir", build, "-j", jobs, "--output-on-failure", "-R",
         "^(%s)$" % "|".join(re.escape(x) for x in names)], cwd=SOURCE, check=False,
        env={**os.environ, **(env or {})})
    return int(r.returncode != 0)


def accepted(name):
    """Lines of a path, what stands there (both may have *), // and a reason; and how
    often each was met."""
    out = []
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                known, _, reason = line.rpartition(" // ")
                path, code = known.split(None, 1)
                out.append([path, code.strip(), reason.strip(), 0])
    return out


def matches(pattern, text):
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), text)


def reasons(known, path, text):
    """The entries that excuse this text; each is counted as met."""
    met = [k for k in known if matches(k[0], path) and matches(k[1], text)]
    for k in met:
        k[3] += 1
    return met


def idle(name, known, asked):
    """Prints the entries that are met no more; asked says whether of a path."""
    bad = [k for k in known if k[3] == 0 and asked(k[0])]
    for k in bad:
        print("%s: %s %s is met no more" % (name, k[0], k[1]))
    return len(bad)
