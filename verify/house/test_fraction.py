"""perp.fraction against Python's fractions: random expressions of plain numbers, ratios
and fractions, among them sums and products that no double holds; and what a figure's
tables are, and are not."""
import os
import random
import tempfile
from fractions import Fraction as F

from program import check, done, in_file, run

SEED = int(os.environ.get("PERP_SEED", "2017"))
HEAD = """local perp = require "perp"
local fraction = require "perp.fraction"
local function ratio(x) return perp.ratio(x) end
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }
"""
TAIL = """return { system = system, h = 1, T = 1, q = { 0 }, v = { 0 }%s }
"""


def value(r):
    """A number, and how Lua writes it: as a fraction, a ratio or plain."""
    x = r.choice((F(r.randint(-9, 9)), F(r.uniform(-2, 2)), F(r.randint(-50, 50), 7),
                  F(2) ** r.randint(-200, 200), F(r.randint(1, 9), 3 * 2 ** 60)))
    return x, "fraction(ratio '%s')" % x, "(ratio '%s')" % x


def grown(r, depth):
    if depth == 0:
        return value(r)[:2]
    a, b = grown(r, depth - 1), value(r)
    op = r.choice("+-*/")
    if op == "/" and b[0] == 0:
        op = "+"
    x = a[0] + b[0] if op == "+" else a[0] - b[0] if op == "-" else \
        a[0] * b[0] if op == "*" else a[0] / b[0]
    return x, "(%s %s %s)" % (a[1], op, r.choice(b[1:]))


def expressions():
    r = random.Random(SEED)
    print("seed", SEED)
    some = [grown(r, r.randint(0, 5)) for _ in range(300)]
    some += [(-some[0][0], "-%s" % some[0][1]),
             (F(3, 5), "fraction(0.75) / 1.25"), (F(1), "fraction(1)"),
             (F(2) ** 53 + 1, "fraction(2 ^ 53) + 1"),
             ((F(2) ** 27 + 1) ** 2 + F(2) ** -5,
              "fraction(2^27 + 1) * (2^27 + 1) + 2^-5"),
             (F(0.1) + F(0.2), "0.1 + fraction(0.2)"), (F(-7), "0 - fraction(7)")]
    pairs = [(r.choice(some), r.choice(some)) for _ in range(100)]
    text = HEAD + "".join("print(%s)\n" % s for _, s in some)
    text += "".join("print(%s < %s, %s <= %s, %s == %s)\n" % (2 * (a[1], b[1]) +
                                                             (a[1], b[1]))
                    for a, b in pairs)
    found = in_file(lambda p: run("run", p, "-q"), text + TAIL % "", "scene.lua")
    check(found.returncode == 0, found.stderr[-300:])
    lines = found.stderr.splitlines()
    for (x, s), line in zip(some, lines):
        check(line == str(x), "%s is %s, not %s" % (s, x, line))
    for (a, b), line in zip(pairs, lines[len(some):]):
        want = [a[0] < b[0], a[0] <= b[0], a[0] == b[0]]
        check(line.split() == [str(w).lower() for w in want], "%s ? %s: %s" %
              (a[0], b[0], line))
    check(len(lines) == len(some) + len(pairs), "%d lines" % len(lines))


def tables(rows, code, said="", written=None):
    figure = (", figures = function() return { { name = 'f', panels = { { x = { 0, 1 },"
              " y = { 0, 1 } } }, tables = %s } } end" % rows)
    with tempfile.TemporaryDirectory() as place:
        found = in_file(lambda p: run("run", p, "-q", "--plot", place),
                        HEAD + TAIL % figure, "scene.lua")
        check(found.returncode == code and said in found.stderr, "%s: %d %s" %
              (rows, found.returncode, found.stderr))
        for name, text in (written or {}).items():
            with open(os.path.join(place, name), encoding="utf-8") as file:
                check(file.read() == text, name)
        check(code == 0 or len(found.stderr.splitlines()) == 1, found.stderr)
        check(code == 0 or not os.listdir(place), "%s: %s" % (rows, os.listdir(place)))


expressions()
tables("{ a = { { 'x', 'y' }, { fraction(1) / 3, true }, { 1.5, 'wide open' } },"
       " b = { { 'z' } } }", 0, written={
           "f.a.csv": "x,y\n1/3,true\n1.5,wide open\n", "f.b.csv": "z\n"})
tables("{ a = { { 'x' }, { 1, 2 } } }", 3, "table a: row 2: a list as long as")
tables("{ a = { { 'x' }, 7 } }", 3, "table a: row 2")
tables("{ a = { { '=1' } } }", 3, "the table 'f.a' has '=1")
tables("{ a = { { 'x,\\ny' } } }", 0, written={"f.a.csv": "x,\ny\n"})
tables("{ a = { { 'x' }, { '@\\n' } } }", 3, "the table 'f.a' has '@' at byte 2;")
tables("{ a = {} }", 3, "the table 'f.a'")
tables("{ a = 7 }", 3, "the table 'f.a'")
tables("7", 3, "'tables' must be a table")
tables("{ ['../a'] = { { 'x' } } }", 3, "a table")
done()
