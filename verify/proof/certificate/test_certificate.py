"""Certificates of the cases, their checkers, and what is refused."""
import glob
import hashlib
import math
import os
import re
import subprocess
import tempfile

from certificates import CHECK, JUDGE, PYTHON, ask, both, limited, perp, used
from judged import sealed
from program import BINARY, SOURCE, check, done
from times import times

# (case, sets): defaults cut short, and with PERP_LONG two other sets of parameters.
CASES = [
    ("GAP08/ex9_1", ("", "alpha=3/4 gamma=1/3 eps=2", "h=1/7 T=3")),
    ("GAP08/fig9_1", ("T=0.5", "mu=0.5 alpha=0.75 T=0.3", "mu=1 m=3 h=0.02 T=0.5")),
    ("GAP08/pendulum_contact", ("T=1.1 h=0.05", "wall=0.2 eps=0.1 T=0.5",
                                "alpha=1 clock=uniform T=1 h=0.03")),
    ("GAP08/rod_tip", ("", "mu=0.3 h=0.02", "active=sharp T=0.2")),
    ("GAP08/rocking_block", ("T=0.3 h=0.01", "alpha=0.5 th=0.05 T=0.1 h=0.005",
                             "clock=uniform mu=0.2 T=0.1 h=0.005")),
    ("GAP08/tumbling_body", ("T=0.1",)),
    ("GAP08/painleve_rod", ("", )),
    ("GAP08/thrown_block", ("T=0.03", "directions=8 spin=3 T=0.02")),
    ("GAP08/four_bar", ("T=0.05", "T=0.98 h=0.07")),
    ("GAP08/cone_wedge", ("",)), ("GAP08/cone_spatial", ("",)),
    ("GAP08/box_stack", ("count=2 T=0.05", "count=4 T=0.02 mu=0.1")),
    ("AP02/two_bodies", ("T=1", "damping=1e12 mu=0.1 T=0.5", "m2=7 T=1")),
]


def agree(one, two, name):
    """What both print of energy, and in level L0 of residuals, letter by letter: both
    round up, in the same way."""
    a = re.search("residuals: (.*) N s, (.*) m/s, (.*) J", one)
    b = re.search("residuals (\\S+) (\\S+) (\\S+), energy (\\S+)", two).groups()
    check((a is not None) == ("accepted: level L0" in one), name + ": " + one)
    up = [*(a.groups() if a else ("0", "0", "0")),
          re.search("at most (.*) J in", one).group(1)]
    check(tuple(up) == b, "%s: %s against %s" % (name, up, b))


def cases(place):
    for name, sets in CASES:
        for s in sets[:times(len(sets))]:
            for level in ("L0", "L1") if s == sets[0] else ("L1",):
                path = os.path.join(place, "c")
                perp(name, place, "--certify", level, "--cert", path, "-q",
                     sets=s)
                one, two = both(path, "%s %s %s" % (name, s, level))
                agree(one, two, name)


def schemes(place):
    """AP02's three, and its scene under the family."""
    path = os.path.join(place, "c")
    for scheme in ("semi-implicit", "linear-implicit", "stiff-limit",
                   "alpha-gamma"):
        for level in ("L0", "L1"):
            perp("AP02/two_bodies", place, "--scheme", scheme, "--certify",
                 level, "--cert", path, "-q", sets="T=0.5 damping=3")
            one, two = both(path, "%s %s" % (scheme, level))
            agree(one, two, scheme)


SLIDING = """local perp = require "perp"
local push = perp.param("push", 1, "direction")
local mu = perp.param("mu", 1/2, "friction")
return {
  system = perp.system {
    coordinates = { "x", "y", "u" },
    mass = function()
      return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
    force = function() return { 0, -10, 0 } end,
    contacts = function(q, v)
      return { { name = "ground", gap = q.y, slips = { v.x, v.u }, mu = mu } }
    end,
    springs = function(q) return {
      { name = "a", elongation = q.x, stiffness = 1/3, damping = 1/7 },
      { name = "b", elongation = q.x - q.u, stiffness = 1/7, damping = 1/3 } }
    end },
  h = 1/4, T = 1/2, alpha = 1, gamma = 1, scheme = "alpha-gamma",
  q = { x = 0, y = 0, u = 0 }, v = { x = 4 * push, y = 0, u = -push / 2 } }
"""


def sliding(place):
    """Contacts that slide one way and the other: with more friction, and with less,
    the same steps are none. Two springs, with residuals."""
    path = os.path.join(place, "sliding.lua")
    with open(path, "w") as file:
        file.write(SLIDING)
    for push in ("1", "-1"):
        one, two = (os.path.join(place, "one"), os.path.join(place, "two"))
        for level in ("L0", "L1"):
            perp(path, place, "--certify", level, "--cert", one, "-q",
                 sets="push=" + push)
            agree(*both(one, "sliding " + level), "sliding " + level)
        proof = open(one).read()
        for mu in ("0.75", "0.25", "0.4999", "0.5001"):
            perp(path, place, "--certify", "L1", "--cert", two, "-q",
                 sets="push=%s mu=%s" % (push, mu))
            scene = open(two + ".scene").read()
            refused(place, "mu = %s" % mu, *sealed(scene, proof))


CROSSED = """local perp = require "perp"
return {
  system = perp.system { coordinates = { "x", "y" },
    mass = { { 3, 1 }, { 1, 5 } },
    force = function(t) return { perp.cos(t), -perp.cos(2 * t) } end },
  h = 1/4, T = 5, alpha = 1, gamma = 1, scheme = "alpha-gamma",
  q = { 0, 0 }, v = { 1/3, -1/7 } }
"""


def crossed(place):
    """A mass that is not diagonal: truncated velocities gain energy."""
    path, cert = os.path.join(place, "crossed.lua"), os.path.join(place, "c")
    with open(path, "w") as file:
        file.write(CROSSED)
    perp(path, place, "--certify", "L1", "--cert", cert, "-q")
    one, two = both(cert, "crossed")
    agree(one, two, "crossed")
    gain = float(re.search("at most (.*) J in", one).group(1))
    check(0 < gain < 1e-14, "crossed gains %g J" % gain)


def trajectories(place):
    """L0 leaves the run as it was; L1 is that of --exact-check."""
    for name, s in (("GAP08/fig9_1", "T=0.5"), ("GAP08/rocking_block",
                                                  "T=0.3 h=0.01")):
        words = {"plain": (), "L0": ("--certify", "L0", "--cert", "c"),
                 "exact": ("--exact-check",),
                 "L1": ("--certify", "L1", "--cert", "c")}
        out = {k: perp(name, place, "--csv", "-", "-q", *w, sets=s).stdout
               for k, w in words.items()}
        check(out["plain"] == out["L0"], name + ": L0 changes the trajectory")
        check(out["exact"] == out["L1"], name + ": L1 is not --exact-check")
        check(out["plain"] != out["exact"], name + ": the levels do not differ")


def words_of(place):
    """The last lines say what has been proven and what has not."""
    path = os.path.join(place, "c")
    for level in ("L0", "L1"):
        r = perp("GAP08/fig9_1", place, "--certify", level, "--cert", path,
                 sets="T=0.1")
        text = both(path, "words")[0]
        for part in ("accepted: level %s, 10 rows" % level, "Proven:",
                     "Not proven:", "gained by rounding" if level == "L1"
                     else "largest residuals", "directions"):
            check(part in text, "%s does not say '%s': %s" %
                  (level, part, text))
        with open(path + ".scene", "rb") as file:
            sum_ = hashlib.sha256(file.read()).hexdigest()
        check(sum_ in r.stderr and sum_ in text, "the digest of the scene")


def refused(place, name, scene, proof, wanted=1):
    """Both refuse, soon and with little memory; the line perp-check prints. wanted: 5,
    a limit; 7, the file ends before its last line."""
    path = os.path.join(place, "w")
    for end, text in ((".scene", scene), ("", proof)):
        with open(path + end, "w") as file:
            file.write(text)
    code, text, bytes_ = used(path)
    word, why = text.split("\n")[0].split(": ", 1)
    check(code == wanted and word == {1: "refused", 5: "beyond a limit",
                                      7: "unfinished"}[wanted],
          "%s: %d %s" % (name, code, text))
    check(bytes_ < 400 << 20, "%s: %d bytes" % (name, bytes_))
    said = limited(scene, proof)
    check(said == "0 " + why + "\n", "%s with little memory: %s" % (name, said))
    two = ask(path, PYTHON)
    check(two[0] == 1, name + ": the second checker")
    if not scene:
        check(ask(path, PYTHON, True) == two, name + ": as a program")
    return text


def hostile(place):
    """Sizes that no file should claim."""
    path = os.path.join(place, "c")
    perp("GAP08/box_stack", place, "--certify", "L1", "--cert", path, "-q",
         sets="count=2 T=0.02")
    scene, proof = (open(path + end).read() for end in (".scene", ""))
    huge = str(2 ** 60)

    def scene_with(old, new, what, wanted=1):
        check(re.search(old, scene, re.M), "no %s in the scene" % old)
        refused(place, what, re.sub(old, new, scene, 1, re.M), proof, wanted)

    scene_with("^(sizes .*) 2$", r"\1 " + huge, "2^60 bindings", 5)
    scene_with("^(sizes .*) 2$", r"\1 268435456", "many bindings")
    scene_with("^(sizes.*) 0 (.*)$", r"\1 %s \2" % huge, "2^60 contacts", 5)
    scene_with("^sizes 6 6", "sizes 9999 9999", "many coordinates")
    scene_with("^tape inertia 13 \\d+", "tape inertia 13 268435455", "tape")
    scene_with("^(binding .*) \\d+ ", r"\1 268435455 ", "pairs")
    scene_with("^side \\d+ ", "side 268435455 ", "things")
    scene_with("^h .*$", "h " + "f" * 10 ** 6, "a million digits", 5)
    scene_with("^h .*$", "h 1/0", "h = 1/0")
    scene_with("^h .*$", "h 2/4", "h = 2/4")
    seal = re.compile("^scene .*$", re.M)
    sum_ = hashlib.sha256(scene.encode()).hexdigest()
    check(seal.sub("scene " + sum_, proof) == proof, "the statement's digest")
    for old, new, what in (
            ("^z/\\S*", "z/" + "f" * 10 ** 6, "a million digits"),
            ("^z/\\S*", "z/0", "0"), ("^z/\\S*", "z/-1", "-1"),
            ("^z/\\S*", "z/1", "1 is not written"),
            ("^(z.*)$", r"\1 %s:1" % huge, "an index"),
            ("^row 1$", "row " + huge, "a row"),
            ("^step .*$", "step " + huge, "an active contact"),
            ("^(M\\S* 0:)\\S+", r"\g<1>" + "f" * 10 ** 6, "digits of M"),
            ("^(q\\S* \\d+:)(\\S+)", r"\g<1>\g<2>1", "a position"),
            ("^level L1$", "level L9", "an unknown level")):
        check(re.search(old, proof, re.M), "no %s in the proof" % old)
        refused(place, what, scene, re.sub(old, new, proof, 1, re.M),
                5 if "digits" in what or what == "a row" else 1)
    refused(place, "nothing", "", "", 7)
    refused(place, "no proof", scene, "", 7)
    refused(place, "a line without end", scene, proof + "x" * 10 ** 7)


def spread(n):
    """A statement of n coordinates, whose denominators of 500 digits have no factor in
    common, and the proof of no rows."""
    text = open(SOURCE + "/doc/70-certificate.md").read()
    scene, proof = (re.search("```%s\n(.*?)```" % tag, text, re.S).group(1)
                    for tag in ("text scene", "text proof"))
    head = scene[:scene.index("sizes")].replace("T 1/2", "T 0")
    factors, x = [], 16 ** 499 + 1
    while len(factors) < n:
        if all(math.gcd(x, y) == 1 for y in factors):
            factors.append(x)
        x += 2
    scene = head + "sizes %d %d 0 0 0 0 0 0\n" % (n, n) + "".join(
        ["q a 1/%x\n" % x for x in factors] + ["v a 0\n"] * n) + "".join(
        "tape %s %d %d 0 %d\nconst%s\nout%s\n" % (
            tag, 2 * n + 1, outs > 0, outs, " 0" * (outs > 0),
            (" %d" % (2 * n + 1)) * outs)
        for tag, outs in (("inertia", n * n), ("force", n), ("joints", 0),
                          ("springs", 0), ("gaps", 0), ("slips", 0))) + "end\n"
    return sealed(scene, proof[:proof.index("row")] + "end 0\nsha256 \n")


def growth():
    """The work of reading denominators grows with their number, and not with its
    square, each of which would be of numbers that grow; their product has a limit, as
    every number of a file has."""
    judge, asked = subprocess.Popen([JUDGE, "count"], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE), []
    for n in (20, 40, 80):
        scene, proof = spread(n)
        a, b = scene.encode(), proof.encode()
        judge.stdin.write(b"%d %d\n" % (len(a), len(b)) + a + b)
        judge.stdin.flush()
        fine, count = judge.stdout.readline().split()[:2]
        check(fine == b"1", "%d denominators" % n)
        asked.append(int(count))
    judge.stdin.close()
    judge.wait()
    print("requests for memory, 20, 40, 80 denominators:", *asked)
    check(asked[1] < 2.5 * asked[0] and asked[2] < 2.5 * asked[1],
          "requests grow: %s" % asked)
    more = scene.replace("q a 1/", "q a 1/%x" % 16 ** 3500)
    text = limited(*sealed(more, proof), 16 << 20)
    check("a common denominator of more than" in text, text)


def killed(place):
    """A run that did not end leaves a proof that nobody accepts."""
    path = os.path.join(place, "c")
    perp("GAP08/fig9_1", place, "--certify", "L1", "--cert", path, "-q",
         sets="T=0.2")
    proof = open(path).read()
    scene = open(path + ".scene").read()
    for i in (proof.index("row 20"), proof.index("end 20"),
              proof.index("sha256"), len(proof) - 1):
        refused(place, "cut at %d" % i, scene, proof[:i], 7)


# What reads a proof and checks a problem by levels L0 and L1, (C1) to (C7); what a
# run of a velocity-level scheme needs beyond it; both, and R, in Python.
CORE = ("read.c", "problem.c", "rows.c")
BEYOND = ("number.c", "chain.c", "ap02.c")
LEVEL2 = tuple("%s.c" % x for x in (
    "level2 ball sine dual geometry contacts open hit modes system systems middle "
    "node_data second").split()) + ("level2.h", "ball.h", "modes.h")
CORE_PYTHON = ("words.py", "check.py")
HEADERS = ("errno", "float", "limits", "math", "setjmp", "stdarg", "stdint",
           "stdio", "stdlib", "string", "gmp")


def lines_of_code(text, c):
    """Lines on which something stands that is no comment."""
    if c:
        text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', lambda m:
                      m[0] if m[0][0] == '"' else "\n" * m[0].count("\n"),
                      text, flags=re.S)
    return sum(1 for line in text.split("\n") if line.strip())


def sources():
    """perp-check includes headers of C, gmp.h and its own; it is small."""
    lines, paths = {}, glob.glob(SOURCE + "/verify/check/*")
    own = {os.path.basename(p) for p in paths if p.endswith(".h")}
    for path in sorted(paths):
        if not path.endswith((".c", ".h", ".py")):
            continue
        text = open(path).read()
        name = os.path.basename(path)
        lines[name] = lines_of_code(text, not path.endswith(".py"))
        check(lines[name] <= 230, "%s: more than 230 lines" % name)
        for header in re.findall("#include (.*)", text):
            word = header.strip("<>\"")
            check(word in own if header[0] == '"' else
                  word[:-2] in HEADERS or (name, word) == ("fuzz.c", "dirent.h"),
                  "%s includes %s" % (name, header))
        if name in CORE_PYTHON:
            for module in re.findall("^(?:from|import) (\\S+)", text, re.M):
                check(module in ("sys", "re", "hashlib", "fractions", "words",
                                 "deep", "extra", "impacts", "rebound", "schemes",
                                 "statement", "math"),
                      "%s imports %s" % (name, module))
    core = sum(lines[name] for name in CORE)
    beyond = sum(lines[name] for name in BEYOND)
    python = sum(lines[name] for name in CORE_PYTHON)
    check(core <= 420 and core + beyond <= 785 and python <= 270,
          "%d and %d lines, %d in Python" % (core, beyond, python))
    print("lines of code: " +
          ", ".join("%s %d" % x for x in lines.items()))
    print("reader, levels L0 and L1: %d lines of C; numbers, chain, AP02's "
          "coefficients and springs %d; level L2 %d more, N %d, I %d; all in Python %d" % (
              core, beyond, sum(lines[name] for name in LEVEL2), lines["lists.c"],
              lines["impact.c"], python))


def example(place):
    """The worked example of the chapter: what perp writes, letter by letter."""
    text = open(SOURCE + "/doc/70-certificate.md").read()
    lua, scene, proof = (
        re.search("```%s\n(.*?)```" % tag, text, re.S).group(1)
        for tag in ("lua", "text scene", "text proof"))
    path = os.path.join(place, "example.lua")
    with open(path, "w") as file:
        file.write(lua)
    perp(path, place, "--certify", "L1", "--cert", "example", "-q")
    for end, wanted in ((".scene", scene), ("", proof)):
        got = open(os.path.join(place, "example" + end)).read()
        check(got == wanted, "the example differs:\n" + got)
    _, two = both(os.path.join(place, "example"), "the example")
    check(ask(os.path.join(place, "example"), PYTHON, True) == (0, two),
          "check.py as a program")
    check(ask(os.path.join(place, "nothing"), PYTHON, True)[0] == 6, "no file")
    for name in ("rebound", "node"):
        with open(path, "w") as file:
            file.write(re.search("```lua %s\n(.*?)```" % name, text, re.S)[1])
        perp(path, place, "--certify", "L1", "--cert", name, "-q")
        got = open(os.path.join(place, name)).read()
        rows = re.search("```text %s\n(.*?)```" % name, text, re.S)[1]
        check(re.fullmatch("(.*\n){3}%send .*\n.*\n" % re.escape(rows), got),
              "the example of a %s differs:\n%s" % (name, got))
        both(os.path.join(place, name), name)


def perp_version():
    """Version and commit, and GMP's version, as perp says them."""
    said = subprocess.run([BINARY, "--version"], capture_output=True,
                          text=True).stdout
    return (said.split("\n")[0].removeprefix("perp "),
            re.search(r"GMP [\d.]+", said).group())


def help_of_check():
    """Help that was asked for is output; help after a slip is an error."""
    r = subprocess.run([CHECK, "--help"], capture_output=True, text=True)
    check(r.returncode == 0 and r.stdout.startswith("usage: perp-check FILE")
          and not r.stderr, "--help: %s" % r)
    r = subprocess.run([CHECK, "--version"], capture_output=True, text=True)
    own = perp_version()
    check(r.returncode == 0 and r.stdout == "perp-check %s\n%s\n" % own and
          not r.stderr, "--version: %s beside %s" % (r, own))
    for words in ([], ["--halp"], ["one", "two"]):
        r = subprocess.run([CHECK, *words], capture_output=True, text=True)
        check(r.returncode == 2 and not r.stdout and "usage" in r.stderr,
              "%s: %s" % (words, r))


def unreadable(place):
    """What cannot be read, here a directory, is no refused proof."""
    for end, other in (("", ".scene"), (".scene", "")):
        path = os.path.join(place, "directory" + (end or "."))
        os.mkdir(path + end)
        with open(path + other, "w") as file:
            file.write(spread(1)[other == ""])
        for program in (None, PYTHON):
            code, text = ask(path, program)
            check(code == 6 and "read" in text, "%s: %d %s" % (path, code, text))


with tempfile.TemporaryDirectory() as place:
    help_of_check()
    sources()
    cases(place)
    schemes(place)
    sliding(place)
    crossed(place)
    trajectories(place)
    words_of(place)
    hostile(place)
    growth()
    unreadable(place)
    killed(place)
    example(place)
done()
