"""What cppcheck says of the sources without running them: of all of src and of the
checker. Every finding is mended, or stands in accepted.txt with the reason why it is none;
an entry there that is met no more is a finding, too. Where there is no cppcheck it says so
and ends with 0. Ends with 1 when a finding is left.

    python3 verify/house/static.py
"""
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
LINE = re.compile(r"^([^ :]+):(\d+): (.*) \[([-\w]+)\]$")


def accepted():
    """Lines of an identity of cppcheck, a path that may have *, and a reason; and how
    often each was met."""
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
                  if not os.path.basename(path).startswith(("test_", "fuzz_")))


def findings(files):
    """Each (file, line, message, identity) once."""
    r = subprocess.run(
        ["cppcheck", "--quiet", "--std=c11", "--enable=warning,portability", "-Isrc",
         '-DPERP_VERSION="0"', '-DPERP_COMMIT="0"', "-j%d" % (os.cpu_count() or 1),
         "--template={file}:{line}: {message} [{id}]", *files],
        cwd=SOURCE, capture_output=True, text=True, check=False)
    if r.returncode != 0:
        sys.exit("cppcheck ended with %d: %s" % (r.returncode, r.stdout + r.stderr))
    met = [LINE.match(line) for line in r.stderr.splitlines()]
    return sorted({m.groups() for m in met if m})


def main():
    if shutil.which("cppcheck") is None:
        print("SKIPPED: there is no cppcheck here, and nothing of it is known")
        return
    files, known, bad = sources(), accepted(), 0
    found = findings(files)
    for path, line, message, name in found:
        met = [k for k in known if fnmatch.fnmatch(name, k[0]) and
               fnmatch.fnmatch(path, k[1])]
        for k in met:
            k[3] += 1
        if not met:
            print("%s:%s: %s [%s]" % (path, line, message, name))
            bad += 1
    for k in known:
        if k[3] == 0:
            print("accepted.txt: %s %s is met no more" % (k[0], k[1]))
            bad += 1
    print("cppcheck: %d files, %d findings, %d left" % (len(files), len(found), bad))
    sys.exit(1 if bad else 0)


main()
