"""Writing and checking certificates, for the tests of them."""
import os
import re
import resource
import subprocess
import sys

from program import BINARY, SOURCE, check

sys.path.insert(0, SOURCE + "/verify/check")
import check as second
from judged import third_says

CHECK, JUDGE = os.environ["PERP_CHECK"], os.environ.get("PERP_JUDGE")
PYTHON = SOURCE + "/verify/check/check.py"


def case(name):
    if os.path.isabs(name):
        return name
    path = "%s/cases/%s.lua" % (SOURCE, name)
    return path if os.path.exists(path) else (
        "%s/verify/proof/certificate/%s.lua" % (SOURCE, name))


def perp(name, place, *words, sets="", fine=True, timeout=3000):
    """perp run in a directory; the process when done."""
    more = [x for s in sets.split() for x in ("--set", s)]
    r = subprocess.run([BINARY, "run", case(name), *words, *more], cwd=place,
                       capture_output=True, text=True, timeout=timeout)
    check(not fine or r.returncode == 0, "perp run %s %s: %s" %
          (name, sets, r.stderr[:300]))
    return r


def ask(path, program=None, alone=False):
    """(exit code, output) of perp-check, or of check.py, which is asked here or, as
    slowly as Python starts, in a process of its own."""
    if program == PYTHON and not alone:
        code, text = second.code_and_words(path)
        return code, text + "\n"
    words = [sys.executable, "-B", PYTHON] if program == PYTHON else \
        [program or CHECK]
    r = subprocess.run([*words, path], capture_output=True, text=True,
                       timeout=3000)
    return r.returncode, r.stdout + r.stderr


asked = {True: 0, False: 0, None: 0}


def third(path, name, wanted=0):
    """The proven program, where it is and where its theorems cover the file."""
    scene, proof = (open(path + end, "rb").read().decode("latin-1")
                    for end in (".scene", "")) if "PERP_PROVEN" in os.environ \
        else ("", "")
    said = third_says(scene, proof)
    asked[said] += 1
    check(said in (None, wanted == 0), "%s: the proven program says %s" %
          (name, said))


def distances(name, one, two):
    """(TH6) by both: as many rows, and bounds that differ by no more than another sigma
    and eta, and roots that are rounded to 2^-600, can move them."""
    said = re.search("distance: in (\\d+) rows.*\n.*within (\\S+) N", one)
    found = re.search("; distance (\\d+) (\\S+) (\\S+)", two)
    rows, far = (int(said[1]), float(said[2])) if said else (0, 0.0)
    check(int(found[1]) == rows and abs(float(found[2]) - far) <= far * (
        float(found[3]) + 2.0 ** -50) + 2.0 ** -500, "%s: %s, %s" % (name, one, two))


def both(path, name, wanted=0):
    """Both checkers, and the proven one; the texts of both. The second has one code
    for all that it does not accept."""
    one, two = ask(path), ask(path, PYTHON)
    third(path, name, wanted)
    check(one[0] == wanted, "%s: perp-check says %s" % (name, one))
    check(two[0] == min(wanted, 1), "%s: check.py says %s" % (name, two))
    if "; distance" in two[1]:
        distances(name, one[1], two[1])
    return one[1], two[1]


def used(path):
    """perp-check's exit code, text, and the most memory it held, bytes."""
    p = subprocess.Popen([CHECK, path], stdout=subprocess.PIPE, text=True)
    text = p.stdout.read()
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    return p.returncode, text, usage.ru_maxrss * 1024


def limited(scene, proof, room=64 << 20):
    """What perp-check, built without sanitizers, answers when it may not have more
    than so many bytes of address space beyond the texts."""
    a, b = scene.encode(), proof.encode()
    most = room + 2 * (len(a) + len(b))
    r = subprocess.run(
        [JUDGE], input=b"%d %d\n" % (len(a), len(b)) + a + b,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
    return r.stdout.decode() if r.returncode == 0 else "ended with %d" % \
        r.returncode
