"""What cppcheck and clang-tidy say of the sources without running them: of all of src and of
the checker. Every finding is mended, or stands in accepted.txt with the
reason why it is none; an entry there that is met no more is a finding, too. Which checks
clang-tidy makes, and why others are left out, is in .clang-tidy. Of a tool that is not
there it says so, and asks the others. Ends with 1 when a finding is left.

    python3 verify/house/static.py [TOOL...]

`static.py gcc` asks gcc's analyser (-fanalyzer), which takes minutes for some files and
whose findings have not all been looked at.
"""
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
LUA = os.environ.get("PERP_LUA_INCLUDE", "/usr/include/lua5.4")
LINE = re.compile(r"^([^ :]+):(\d+):(?:\d+:)? (?:warning: |error: )?(.*) \[([-\w,.]+)\]$")
NAMES = ['-D%s="0"' % x for x in (
    "PERP_VERSION", "PERP_COMMIT", "CHECK_VERSION", "PERP_LUA_DIR", "PERP_BUILD_DIR",
    "PERP_LUA_INSTALLED")]
FLAGS = ["-std=c11", "-Isrc", "-isystem", LUA, "-D_POSIX_C_SOURCE=200809L", *NAMES]


def accepted():
    """Lines of an identity, a path that may have *, and a reason; and how often each was
    met."""
    out = []
    with open(os.path.join(HERE, "accepted.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, path, reason = line.split(None, 2)
                out.append([name, path, reason.strip(), 0])
    return out


def sources():
    found = glob.glob("src/**/*.c", root_dir=SOURCE, recursive=True) + \
        glob.glob("verify/check/*.c", root_dir=SOURCE)
    return sorted(path for path in found
                  if not os.path.basename(path).startswith(("test_", "fuzz")))


def lines(words, code=0):
    """What a command has printed; it must end with this code."""
    r = subprocess.run(words, cwd=SOURCE, capture_output=True, text=True, check=False)
    if r.returncode != code:
        sys.exit("%s ended with %d: %s" % (" ".join(words), r.returncode,
                                           (r.stdout + r.stderr)[-2000:]))
    return (r.stdout + r.stderr).splitlines()


def cppcheck(files):
    return lines(["cppcheck", "--quiet", "--std=c11", "--enable=warning,portability",
                  "-Isrc", *NAMES[:2], "-j%d" % (os.cpu_count() or 1),
                  "--template={file}:{line}: {message} [{id}]", *files])


def one_by_one(ask, files):
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [x for found in pool.map(ask, files) for x in found]


def gcc(files):
    return one_by_one(lambda path: lines(
        ["gcc", *FLAGS, "-O1", "-fanalyzer", "-fdiagnostics-plain-output", "-c", path,
         "-o", os.devnull]), files)


def clang_tidy(files):
    return one_by_one(lambda path: lines(
        ["clang-tidy", "--quiet", path, "--", *FLAGS]), files)


TOOLS = {"cppcheck": cppcheck, "clang-tidy": clang_tidy, "gcc": gcc}
ASKED = ["cppcheck", "clang-tidy"]


def findings(name, files):
    """Each (file, line, message, identity) once."""
    met = [LINE.match(line) for line in TOOLS[name](files)]
    return sorted({(os.path.relpath(os.path.join(SOURCE, m[1])), int(m[2]), m[3], m[4])
                   for m in met if m and (name != "gcc" or "analyzer" in m[4])})


def left_of(found, known):
    """Prints those without a reason; how many."""
    bad = 0
    for path, line, message, name in found:
        met = [k for k in known if any(fnmatch.fnmatch(x, k[0]) for x in name.split(",")) and
               fnmatch.fnmatch(path, k[1])]
        for k in met:
            k[3] += 1
        if not met:
            print("%s:%s: %s [%s]" % (path, line, message, name))
            bad += 1
    return bad


def main():
    os.chdir(SOURCE)
    asked, files, known, bad = sys.argv[1:] or ASKED, sources(), accepted(), 0
    there = [name for name in asked if shutil.which(name)]
    for name in asked:
        if name not in there:
            print("SKIPPED: there is no %s here, and nothing of it is known" % name)
            continue
        found = findings(name, files)
        left = left_of(found, known)
        print("%s: %d files, %d findings, %d left" % (name, len(files), len(found), left))
        bad += left
    if there == ASKED:
        for k in [k for k in known if k[3] == 0]:
            print("accepted.txt: %s %s is met no more" % (k[0], k[1]))
            bad += 1
    sys.exit(1 if bad else 0)


main()
