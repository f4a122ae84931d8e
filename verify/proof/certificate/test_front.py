"""front.lua, the second recorder: what perp writes is found to be of its scene, and of
no other one. Scenes and statements are changed at random, a number, a sign, a function
or a word. What front.lua then calls the statement of the scene must be it: perp, run on
the changed scene, writes the same statement, or one whose numbers are the same and
whose formulas have the same values at random points."""
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from certificates import case, perp
from program import SOURCE, check, done

FRONT = SOURCE + "/verify/check/front.lua"
WHOLE = sys.argv[1:] == ["whole"]
CASES = [("GAP08/fig9_1", "T=0.02"), ("GAP08/rocking_block", "T=0.002"),
         ("GAP08/box_stack", "count=2 T=0.02"), ("GAP08/four_bar", "T=0.01"),
         ("GAP08/thrown_block", "T=0.002"), ("GAP08/spring_block", "T=0.1"),
         ("AP02/two_bodies", "T=0.1"), ("AP02/fixture", "T=0.01"),
         ("P10/double_pendulum", "T=0.05"), ("HP23/disk_stack", "T=0.05"),
         ("GAP08/symmetric_top", "T=0.01"), ("P10/comparison", "")]


def front(scene, cert, *words, sets=""):
    more = [x for s in sets.split() for x in ("--set", s)]
    r = subprocess.run(["lua5.4", FRONT, scene, cert, *words, *more],
                       capture_output=True, text=True, timeout=300)
    check(r.returncode in (0, 1, 2, 3, 6) and "traceback" not in r.stderr,
          "%s: %d %s" % (scene, r.returncode, r.stderr[:300]))
    return r.returncode, r.stdout + r.stderr


# ---- do two statements say the same? ---------------------------------------

OP = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b,
      "mul": lambda a, b: a * b, "div": lambda a, b: a / b if b else math.nan,
      "neg": lambda a: -a, "sqrt": lambda a: math.sqrt(a) if a >= 0 else math.nan,
      "sin": math.sin, "cos": math.cos, "max": max,
      "sel": lambda a, b, c: a if c >= 0 else b}


def number(text):
    p, _, q = text.partition("/")
    return int(p, 16) / int(q or "1", 16)


def parted(scene):
    """Its lines without tapes, and the tapes as functions."""
    lines, rest, tapes = scene.split("\n"), [], []
    while lines:
        line = lines.pop(0)
        if not line.startswith("tape "):
            rest.append(line)
            continue
        inputs, _, n, _ = map(int, line.split()[2:])
        const = [number(x) for x in lines.pop(0).split()[1:]]
        code = [lines.pop(0).split() for _ in range(n)]
        out = [int(x) for x in lines.pop(0).split()[1:]]

        def value(x, const=const, code=code, out=out):
            slot = list(x) + const
            for op, *a in code:
                slot.append(OP[op](*(slot[int(k)] for k in a)))
            return [slot[k] for k in out]
        tapes.append((inputs, len(out), value))
    return rest, tapes


def alike(one, two, draw):
    (a, s), (b, t) = parted(one), parted(two)
    if a != b or [x[:2] for x in s] != [x[:2] for x in t]:
        return False
    for (n, _, f), (_, _, g) in zip(s, t):
        for _ in range(30):
            x = [draw.uniform(-3, 3) for _ in range(n)]
            if not all(y == z or y != y or z != z or
                       abs(y - z) <= 1e-9 * max(1, abs(y)) for y, z in
                       zip(f(x), g(x))):
                return False
    return True


# ---- changes ----------------------------------------------------------------

WORD = re.compile(r"(?<![\w.\"])\d+\.?\d*(?:e-?\d+)?(?![\w.\"])|perp\.(?:sin|cos|max|"
                  r"min)\b|(?<= )[-+*/](?= )")
OTHER = {"perp.sin": "perp.cos", "perp.cos": "perp.sin", "perp.max": "perp.min",
         "perp.min": "perp.max", "+": "-", "-": "+", "*": "/", "/": "*"}


def changed(text, m, draw):
    word = m[0]
    new = OTHER.get(word)
    if new is None:
        new = draw.choice((str(float(word) * 1.5 + 0.25), str(float(word) + 1),
                           "%.17g" % (float(word) * (1 + 2 ** -50) or 1e-9),
                           "(-%s)" % word))
    return text[:m.start()] + new + text[m.end():]


def places(text):
    """Where something may be changed: not in comments, texts, or behind them."""
    code = re.sub(r"--[^\n]*|\"[^\"\n]*\"", lambda m: "\0" * len(m[0]), text)
    end = code.find("figures")
    return [m for m in WORD.finditer(code) if end < 0 or m.start() < end]


def scenes(place, draw):
    """Changed scenes against the statement of the one that was run."""
    cert, other = os.path.join(place, "c"), os.path.join(place, "o")
    count = {0: 0, 1: 0, 3: 0}
    for name, sets in CASES if WHOLE else draw.sample(CASES, 3):
        with open(case(name)) as file:
            text = file.read()
        perp(name, place, "--certify", "L0", "--cert", cert, "-q", sets=sets)
        code, said = front(case(name), cert, sets=sets)
        check(code == 0, "%s: %s" % (name, said))
        of = re.search(r"(\d+) of (\d+) formulas are the same, exactly", said)
        check(of[1] == of[2] or "no proof" in said, said)
        scene = open(cert + ".scene").read()
        spots = places(text)
        for m in spots if WHOLE else draw.sample(spots, min(3, len(spots))):
            new = changed(text, m, draw)
            path = os.path.join(place, os.path.basename(name) + ".lua")
            with open(path, "w") as file:
                file.write(new)
            code, said = front(path, cert, sets=sets)
            count[code] += 1
            what = "%s: %s, line %d" % (name, new[m.start() - 20:m.end() + 20],
                                        text[:m.start()].count("\n") + 1)
            for end in ("", ".scene"):
                if os.path.exists(other + end):
                    os.remove(other + end)
            r = perp(path, place, "--certify", "L0", "--cert", other, "-q",
                     sets=sets, fine=False, timeout=20 if not WHOLE else 60)
            wrote = os.path.exists(other + ".scene")
            if code == 0:
                check(not wrote or alike(scene, open(other + ".scene").read(), draw),
                      "another scene is taken for it: " + what)
            elif wrote:
                check(open(other + ".scene").read() != scene,
                      "its own scene is refused: %s: %s" % (what, said))
    print("scenes changed: %d are the same, %d refused, %d no scene" % (
        count[0], count[1], count[3]))
    check(count[1] > 2, "few are refused")


def statements(place, draw):
    """Changed statements against the scene."""
    cert, refused, same = os.path.join(place, "c"), 0, 0
    for name, sets in CASES if WHOLE else draw.sample(CASES, 3):
        perp(name, place, "--certify", "L0", "--cert", cert, "-q", sets=sets)
        scene = open(cert + ".scene").read()
        spots = [m for m in re.finditer(r"(?<= )\S+", scene) if m.start() > 14]
        for m in draw.sample(spots, 40 if WHOLE else 3):
            word = m[0]
            new = draw.choice(["3", "-" + word, word + "1", "1/3", "0", "sin", "w"])
            if new in ("-0", word) or new.startswith("--"):
                continue                    # perp-check knows no such spelling
            forged = scene[:m.start()] + new + scene[m.end():]
            with open(cert + ".scene", "w") as file:
                file.write(forged)
            code, said = front(case(name), cert, sets=sets)
            what = "%s: '%s' for '%s'" % (name, new, word)
            if code == 0:
                same += 1
                try:
                    fine = alike(scene, forged, draw)
                except (ValueError, IndexError, KeyError, ZeroDivisionError):
                    fine = False
                check(fine, what)
            else:
                refused += 1
                check(code in (1, 6) and forged != scene, "%s: %s" % (what, said))
    print("statements changed: %d refused, %d the same" % (refused, same))
    check(refused > 4, "few are refused")


BRANCH = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, %s } } end,
  force = function(t, q, v) return { perp.sin(q.x)^2 + perp.cos(q.x)^2, -10 } end,
  contacts = function(q, v) return { { name = "a b%s", gap = q.y -
    perp.where(q.x - %s, %s, perp.max(q.x, 0)) } } end },
  h = %s, T = 1/64, alpha = 1, gamma = 1, q = { x = 0.1, y = 20 }, v = { 1, 0 } }
"""
PLAIN = ("1", "", "8.5", "2 * q.x", "1/64")


def branch(place):
    """What is the same and not the same polynomial is compared at points; a branch of
    where is compared though no point would take it."""
    cert, lua = os.path.join(place, "b"), os.path.join(place, "b.lua")

    def write(values):
        with open(lua, "w") as file:
            file.write((BRANCH % values).replace("a b", "a_b"))
    write(PLAIN)
    perp(lua, place, "--certify", "L0", "--cert", cert, "-q")
    for k, (new, wanted, part) in enumerate((
            (None, 0, "7 of 7"), ("1.5", 1, "tape inertia, output 4"),
            ("c", 1, "name of contact 1"), ("8.500000000000002", 1, "tape gaps"),
            ("2.000000000000001 * q.x", 1, "tape gaps"),
            ("q.x + q.x", 0, "7 of 7"),
            ("1/32", 1, "h: 1/20 in the scene, 1/40 in the"))):
        values = list(PLAIN)
        at = {1: 0, 2: 1, 3: 2, 4: 3, 5: 3, 6: 4}.get(k)
        if at is not None:
            values[at] = new
        write(tuple(values))
        code, said = front(lua, cert)
        check(code == wanted and part in said, "%s: %d %s" %
              (new, code, said))
    write(PLAIN)
    with open(lua) as file:
        text = file.read()
    with open(lua, "w") as file:
        file.write(text.replace("perp.sin(q.x)^2 + perp.cos(q.x)^2", "1"))
    code, said = front(lua, cert)
    check(code == 0 and "no proof" in said and "at 100 points" in said, said)
    for old, new in (("perp.max(q.x, 0)", "perp.max(q.x, 2^-40)"),  # the other branch
                     ("perp.max(q.x, 0)", "perp.min(q.x, 0)"),
                     ("q.x - 8.5", "8.5 - q.x"), ("-10 }", "-11 }")):
        with open(lua, "w") as file:
            file.write(text.replace(old, new))
        check(front(lua, cert)[0] == 1, "%s for %s" % (new, old))
    with open(lua, "w") as file:    # a branch that no point takes is compared
        file.write(text.replace("perp.cos(q.x)^2", "perp.cos(q.x)^2 + "
                                "perp.where(q.y - 1000, 1e-9, 0)"))
    code, said = front(lua, cert)
    check(code == 1 and "tape force, output 1" in said, said)


def newer(place):
    """Lines that a later statement may have are named, not passed over."""
    cert, fig = os.path.join(place, "n"), case("GAP08/fig9_1")
    perp("GAP08/fig9_1", place, "--certify", "L0", "--cert", cert, "-q",
         sets="T=0.02")
    scene = open(cert + ".scene").read().replace("scene 3", "scene 4").replace(
        "jacobians exact", "jacobians exact\nwind none").replace(
        "\nend\n", "\ntape gap_t 5 0 0 1\nconst\nout 4\nend\n")
    for project, wanted in (("none", 0), ("full", 1)):
        with open(cert + ".scene", "w") as file:
            file.write(scene.replace("project none", "project " + project))
        code, said = front(fig, cert, sets="T=0.02")
        check(code == wanted and (code or all("not compared: " + x in said for x in (
            "wind", "tape gap_t"))), said)


def words(place):
    """Another --set is another scene; slips and files that are none."""
    cert, fig = os.path.join(place, "c"), case("GAP08/fig9_1")
    perp("GAP08/fig9_1", place, "--certify", "L0", "--cert", cert, "-q",
         sets="T=0.02 mu=0.7")
    for sets, wanted, part in (
            ("T=0.02 mu=0.7", 0, "the statement of this scene"),
            ("T=0.02 mu=0.7000000000000001", 1, "contact 1"),
            ("T=0.02 mu=7/10", 0, "as the nearest double"),
            ("T=0.02", 1, "contact 1"), ("mu=0.7", 1, "T: "),
            ("T=0.02 mu=0.7 m=3", 1, "tape inertia, output 1"),
            ("T=0.02 mu=0.7 nu=1", 3, "no parameter 'nu'")):
        code, said = front(fig, cert, sets=sets)
        check(code == wanted and part in said, "%s: %d %s" % (sets, code, said))
    for words_, wanted in ((["--what"], 2), (["more"], 2), (["--set"], 2)):
        check(front(fig, cert, *words_)[0] == wanted, "%s" % words_)
    check(front(fig, os.path.join(place, "no"))[0] == 6, "no file")
    check(front(os.path.join(place, "no.lua"), cert)[0] == 6, "no scene")
    shutil.copy(case("GAP08/fig9_1"), cert + ".scene")
    check(front(fig, cert)[0] == 6, "no statement")


def size():
    """Plain Lua, and not much of it."""
    code = [line for name in ("front", "symbols", "form", "number") for line in
            open("%s/verify/check/%s.lua" % (SOURCE, name))
            if not re.match(r"\s*(--.*)?$", line)]
    print("%d lines of Lua" % len(code))
    check(len(code) <= 1440, "%d lines" % len(code))


seed = int(os.environ.get("PERP_SEED", "19"))
print("seed %d" % seed)
draw = random.Random(seed)
with tempfile.TemporaryDirectory() as place:
    size()
    words(place)
    branch(place)
    newer(place)
    statements(place, draw)
    scenes(place, draw)
done()
