"""Has every condition decided? Of each condition in an `if`, a loop, `?:` or a value of
`&&` and `||` two runs are asked for between which it alone has changed the outcome (MC/DC);
of one that stands alone, that it was true and false. clang counts that
(-fcoverage-mcdc, from 18 on). The files below are compiled so in build/mcdc, without
assertions, and the default tests of their rooms run.

    python3 verify/house/mcdc.py [FILE...]

A condition that was not seen to decide is printed as file:line, with its text, and why:
`never true`, `never false` or, where it was both, `never alone`; or it stands in
undecided.txt with the reason why no test can show it. An entry of a file that was asked
about and that is met no more is a finding, too. Ends with 1 when a test fails or a
condition is left; where there is no such clang it says so and ends with 0. With
PERP_COUNTED=yes in the environment nothing is built or run, as in coverage.py.
"""
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from covering import (HERE, SOURCE, accepted, build_and_test, configure, idle, reasons,
                      run, tests_of)

BUILD = os.path.join(SOURCE, "build", "mcdc")
# The checker, Lemke's method, the test of a residual, the module of output.
FILES = ["verify/check/*.c", "src/lcp/solve/lemke.c", "src/lcp/solve/mlcp.c",
         "src/lcp/problem/lcp.c", "src/base/file.c"]
LISTED = "undecided.txt"
EXPANSION, LONE, SEVERAL = 1, 4, 6   # kinds of a region


def tools():
    """clang, llvm-profdata and llvm-cov of one version that knows MC/DC, or None."""
    for suffix in [""] + ["-%d" % k for k in range(30, 17, -1)]:
        words = [x + suffix for x in ("clang", "llvm-profdata", "llvm-cov")]
        if all(map(shutil.which, words)) and subprocess.run(
                [words[0], "-fprofile-instr-generate", "-fcoverage-mapping",
                 "-fcoverage-mcdc", "-xc", "-fsyntax-only", os.devnull], check=False,
                stderr=subprocess.DEVNULL).returncode == 0:
            return words
    return None


def sources(patterns):
    found = {path for pattern in patterns for path in glob.glob(pattern, root_dir=SOURCE)}
    return sorted(path for path in found if os.path.basename(path) != "fuzz.c")


def set_up(clang, files):
    """Counters are in these files, and in no other."""
    os.makedirs(BUILD, exist_ok=True)
    listed = os.path.join(BUILD, "files.txt")
    text = "[clang]\ndefault:skip\n" + "".join(
        "source:%s/%s=allow\n" % (SOURCE, path) for path in files)
    if not os.path.exists(listed) or open(listed, encoding="utf-8").read() != text:
        with open(listed, "w", encoding="utf-8") as file:  # every object depends on it
            file.write(text)
    configure(BUILD, clang, "-O1 -g0 -DNDEBUG -Wno-unused -fprofile-instr-generate "
              "-fcoverage-mapping -fcoverage-mcdc -fprofile-list=%s "
              "-isystem %s/plain" % (listed, HERE))


def exported(words, names, targets):
    """What llvm-cov knows of each function; and whether a test has failed."""
    raw, bad = os.path.join(BUILD, "raw"), 0
    if os.environ.get("PERP_COUNTED") != "yes":
        shutil.rmtree(raw, ignore_errors=True)
        bad = build_and_test(BUILD, names, targets,
                             {"LLVM_PROFILE_FILE": raw + "/%4m.profraw"})
    one = os.path.join(BUILD, "all.profdata")
    # A process that is killed while it writes leaves a part of a file: told, and passed over.
    run([words[1], "merge", "--failure-mode=all", "-o", one, *glob.glob(raw + "/*.profraw")])
    out = []
    for built in ("perp", "verify/check/perp-check"):
        if os.path.exists(os.path.join(BUILD, built)):
            said = run([words[2], "export", "-instr-profile=" + one,
                        os.path.join(BUILD, built)], capture_output=True, text=True)
            out += json.loads(said.stdout)["data"][0]["functions"]
    return out, bad


def text_at(text, place):
    """What stands from line, column to line, column, in one line."""
    first, left, last, right = place
    lines = text[first - 1:last]
    lines[-1] = lines[-1][:right - 1]
    lines[0] = lines[0][left - 1:]
    return " ".join(" ".join(lines).split())


def places(function):
    """For each number of a file the place in file 0 where its macro stands."""
    inside = {r[6]: (r[5], r[:4]) for r in function["regions"] if r[7] == EXPANSION}

    def outer(number, place):
        while number in inside:
            number, place = inside[number]
        return place
    return outer


def conditions(function, text):
    """Each (line, text, why it is not decided, or None). A decision's conditions come in
    the order of its text, as its verdicts do."""
    outer = places(function)
    several = [b for b in function["branches"] if b[8] == SEVERAL]
    verdict = {}
    for record in function["mcdc_records"]:
        mine = [b for b in several if b[6] == record[4] and
                record[:2] <= b[:2] and b[2:4] <= record[2:4]]
        assert len(mine) == len(record[-1]), (function["name"], record)
        verdict.update(zip(map(tuple, mine), record[-1]))
    for b in function["branches"]:
        place = outer(b[6], b[:4])
        said = text_at(text, place) or text[place[0] - 1].strip()
        if re.match(r"(case|default)\b", said):
            continue
        never = " and ".join(x for x, n in (("true", b[4]), ("false", b[5])) if n == 0)
        if not verdict.get(tuple(b), True):
            yield place[0], said, "never " + (never or "alone")
        else:
            yield place[0], said, b[8] == LONE and never and "never " + never


def of_files(functions, files):
    """{file: {(line, text): why or None}}; what one of several copies has decided is."""
    out = {path: collections.OrderedDict() for path in files}
    texts = {}
    for function in functions:
        path = os.path.relpath(function["filenames"][0], SOURCE)
        if path not in out:
            continue
        if path not in texts:
            with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
                texts[path] = file.read().split("\n")
        for at, (line, said, why) in enumerate(conditions(function, texts[path])):
            key = (line, at, said)
            out[path][key] = out[path].get(key, why) and why
    return out


def report(path, found, known):
    """Prints a file's row, and what is left of it; how many."""
    missed = {k: why for k, why in found.items() if why}
    left = {k: why for k, why in missed.items()
            if not reasons(known, path, "%s: %s" % (k[2], why))}
    for (line, _, said), why in sorted(left.items()):
        print("%s:%d: %s: %s" % (path, line, said, why))
    share = 100 * (1 - len(missed) / len(found)) if found else 100
    print("%s: %d conditions, %d not decided, %d of them with a reason, %d left, "
          "%.1f %%" % (path, len(found), len(missed), len(missed) - len(left), len(left),
                       share))
    return len(found), len(missed), len(left)


def main():
    files, words = sources(sys.argv[1:] or FILES), tools()
    if words is None:
        print("SKIPPED: there is no clang here that knows MC/DC (18 or later, with "
              "llvm-cov and llvm-profdata), and no condition is known to decide")
        return
    set_up(words[0], files)
    names, targets = tests_of(BUILD, {os.path.dirname(path) for path in files})
    functions, bad = exported(words, names, targets)
    known, total = accepted(LISTED), [0, 0, 0]
    for path, found in of_files(functions, files).items():
        total = [a + b for a, b in zip(total, report(path, found, known))]
    bad += total[2] + idle(LISTED, known, lambda path: path in files or "*" in path)
    print("MC/DC: %d files, %d conditions, %d not decided, %d of them with a reason, "
          "%d left" % (len(files), total[0], total[1], total[1] - total[2], total[2]))
    print("%d tests, %d findings" % (len(names), bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
