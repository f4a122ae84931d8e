"""perp-check --show where statements of runs seldom come: signs and quotients in formulas,
numbers that are no decimals, contacts with the world, and lists that are longer than what
is shown of them. What must be printed was written by hand from chapter 70 and the rules
of formula.c: as few parentheses as the meaning allows, no factor 1, no term 0."""
import os
import re
import subprocess
from fractions import Fraction as Q

from certificates import CHECK
from program import check, done
from small import PLACE, array, scene

MORE = "  ... and more: of a tape at most 200 lines and 100000 bytes are shown"


def shown(name, statement):
    path = os.path.join(PLACE.name, "shown")
    with open(path + ".scene", "w") as file:
        file.write(statement)
    r = subprocess.run([CHECK, "--show", path], capture_output=True, text=True)
    check(r.returncode == 0 and not r.stderr, "%s: %s" % (name, r))
    return r.stdout.split("\n")


def has(name, lines, *wanted, no=()):
    for line in wanted:
        check(line in lines, "%s: no line '%s' in\n%s" % (
            name, line, "\n".join(lines)[:3000]))
    for line in no:
        check(line not in lines, "%s: there is a line '%s'" % (name, line))


def formulas():
    """One output each, as a force on a coordinate of its own."""
    third, tiny = Q(1, 3), Q(-1, 2 ** 2000)
    given = [
        ((), [], "i0", "q.q0"), ((-2,), ["div c0 i0", "add i1 k0"], "k1", "q.q1 - 2/q.q0"),
        ((-2,), ["mul c0 i0", "sub i1 k0"], "k1", "q.q1 + 2*q.q0"),
        ((2,), ["div c0 i0", "add i1 k0"], "k1", "q.q1 + 2/q.q0"),
        ((third,), ["div i0 c0"], "k0", "q.q0/(1/3)"),
        ((third,), ["mul i0 c0"], "k0", "q.q0*1/3"),
        ((third,), ["add c0 i0"], "k0", "1/3 + q.q0"),
        ((-third,), ["add i0 c0"], "k0", "q.q0 - 1/3"),
        ((tiny,), ["add i0 c0"], "k0", "q.q0 - ~0"),
        ((10 ** 20,), ["mul c0 i0"], "k0", "1e+20*q.q0"),
        ((7, 5), ["mul i0 i0", "neg i0"], "k1", "-q.q0"),  # k0, c0 and c1 are not used
        ((), ["neg i0", "sub i1 k0"], "k1", "q.q1 + q.q0"),
        ((), ["neg i0", "mul i1 k0"], "k1", "q.q1*-q.q0"),
        ((), ["mul i0 i1", "neg k0"], "k1", "-(q.q0*q.q1)")]
    for consts, code, out, text in given:
        lines = shown(text, scene([0, 0], [0, 0], tapes={"force": (
            [0, *consts], [re.sub(r"c(\d)", lambda m: "c%d" % (int(m[1]) + 1), x)
                           for x in code], ["c0", out])}))
        has(text, lines, "  k[v1] = " + text)
        check(not any("where ~0 is" in x for x in lines), "a number of 500 digits")
    consts = [Q(1, 10 ** 6 + k) for k in range(1, 23)]  # decimals of some need a ~
    lines = shown("many with ~", scene([0], [0], tapes={"force": (
        consts, ["add c0 c1"] + ["add k%d c%d" % (k, k + 2) for k in range(20)], ["k20"])}))
    where = [x for x in lines if x.startswith("  where ~")]
    check(len(where) == 20, "%d numbers are told" % len(where))
    has("many with ~", lines, "  (more numbers with ~ than 20)")
    for x in where:
        m = re.match(r"  where ~(\S+) is 0x(\w+)/0x(\w+)$", x)
        check(m and abs(Q(m[1]) * int(m[3], 16) / int(m[2], 16) - 1) < Q(1, 2 ** 52), x)


def slips():
    """Rows of slips, factors of two velocities."""
    rows = {(1, -1): "v.v0 - v.v1", (-1, 2): "-v.v0 + 2*v.v1", (0, 0): "0",
            (-2, 1): "-2*v.v0 + v.v1", (2, -2): "2*v.v0 - 2*v.v1", (0, -1): "-v.v1",
            (-1, -1): "-v.v0 - v.v1"}
    numbers = [-2, -1, 0, 1, 2]
    lines = shown("slips", scene([0, 0], [0, 0], [(len(rows), 0)], {
        "gaps": ([], [], ["i0"]), "slips": (numbers, [], [
            "c%d" % numbers.index(x) for row in rows for x in row])}).replace(
                "contact c0", "contact %"))
    has("slips", lines, "contact '': number 0, %d slips, friction 0" % len(rows),
        "  gap of '' = q.q0", *("  slip %d of '' = %s" % (k + 1, text)
                                for k, text in enumerate(rows.values())))


def masses():
    """An entry of the lower half has a line where another slot computes it."""
    for low, line in (("c1", False), ("k0", True)):
        lines = shown("M", scene([0, 0], [0, 0], F=1, tapes={"inertia": (
            [0, 3], ["add c1 c0"], ["c1", "c1", low, "c1"] + ["c0", "c1", "c1", "c0"])}))
        has("M", lines, "  M[v0, v1] = 3", "  F[v0, v1] = 3", "  F[v1, v0] = 3")
        check(("  M[v1, v0] = 3 + 0" in lines) == line, "the lower half: %s" % low)
    n = 15
    lines = shown("F", scene([0] * n, [0] * n, F=1, tapes={"inertia": (
        [1], [], ["c0"] * (2 * n * n))}))
    count = sum(x.startswith("  F[") for x in lines)
    check(count == 200 - n * (n + 1) // 2, "%d lines of F" % count)
    has("F", lines, MORE)


def long_ones():
    """Two hundred of each are shown, and that there are more is said."""
    n = 201
    lines = shown("coordinates", scene([0] * n, [0] * n, springs=[(1, 2)] * n, tapes={
        "springs": ([], [], ["i0"] * n)}))
    for tag, many in (("  q.q", 200), ("  v.v", 200), ("spring 's", 200)):
        count = sum(x.startswith(tag) and "elongation" not in x for x in lines)
        check(count == many, "%s: %d" % (tag, count))
    has("coordinates", lines, "  ... and 1 more", "... and more: 200 of each are shown")
    names = ["a" * 56 + "%04d" % k for k in range(60)]
    text = scene([0] * 60, [0] * 60)
    code, at = [], 121
    for k in range(60):  # each a sum of 39 coordinates of its own
        code += ["add %d %d" % (k, (k + 1) % 60)] + [
            "add %d %d" % (at + j, (k + j + 2) % 60) for j in range(37)]
        at += 38
    force = "tape force 121 0 %d 60\nconst\n%s\nout %s\n" % (
        len(code), "\n".join(code), " ".join(str(120 + 38 * (k + 1)) for k in range(60)))
    text = re.sub(r"tape force .*?\nout[^\n]*\n", lambda m: force, text, flags=re.S)
    for k, name in enumerate(names):
        text = text.replace("q q%d 0\n" % k, "q %s 0\n" % name)
    lines = shown("bytes", text)
    count = sum(len(x) + 1 for x in lines if x.startswith(("  k[", "    t")))
    check(100000 < count < 100000 + 3000, "%d bytes of forces" % count)
    has("bytes", lines, MORE)


def bindings():
    """Kinds, sides, things, bindings, pairs; and places of the world."""
    kind = "kind k 1 1 0 0 0 0 0\ntape gaps 2 0 0 1\nconst\nout 0\ntape slips 2 0 0 0\n" \
        "const\nout\n"
    sides = "side 1 1 1 0\nthing 0 w\nside 1 0 0 0\nthing\n"
    n = 201
    lines = shown("kinds", scene([0], [0], bindings=n, more=kind * n + sides * n + (
        "binding 0 0 1 1 0\npairs 0:0\n" * n)))
    for tag in ("kind 'k'", "side ", "binding: "):
        count = sum(x.startswith(tag) for x in lines)
        check(count == 200, "%s: %d" % (tag, count))
    lines = shown("things", scene([0], [0], bindings=1, more=kind + "side 201 1 1 0\n" +
                                  "thing w 0\n" * n + "side 1 0 0 0\nthing\n"
                                  "binding 0 0 1 201 0\npairs" + "".join(
                                      " %d:0" % k for k in range(n)) + "\n"))
    has("things", lines, "side 0: 201 things", "  thing 0: q1 = the world, v1 = v.v0",
        "  thing 199: q1 = the world, v1 = v.v0", "  ... and 1 more",
        "  pairs" + "".join(" %d:0" % k for k in range(200)) + " ...",
        no=["  thing 200: q1 = the world, v1 = v.v0"])


def others():
    """Problems alone, and an impact."""
    one, wide = "problem 0 1\nA 0:1\nb 0:2\n", "problem 0 13\nA 0:1\nb\n"
    lines = shown("problems", "perp problems 1\n" + wide + one * 22 + "end 23\n")
    has("problems", lines, "problem 1: 0 free, 13 pairs", "problem 20: 0 free, 1 pairs",
        no=["problem 21: 0 free, 1 pairs"])
    check(lines.count("  A 1") == 19 and lines.count("  b 2") == 19 and not any(
        x.startswith("  A 1 0") for x in lines), "nineteen of one unknown have numbers")
    n = 201
    lines = shown("impact", "perp impact 1\nlaw simultaneous\norder\nsizes %d 0 %d\n" % (n, n) +
                  "contact 0 0\n" * n + "M\nnu\nn\nd\n" + array("v", [1] * n) +
                  array("to", [2] * n) + "end\n")
    has("impact", lines, "contact 199: 0 slips, friction 0", "v:" + " 1" * 200 + " ...",
        "v+:" + " 2" * 200 + " ...", no=["contact 200: 0 slips, friction 0"])


for test in (formulas, slips, masses, long_ones, bindings, others):
    test()
done()
