"""The file of a sweep: rows as Python's csv writes them are the runs; what is wrong is
said with its line."""
import csv
import io
import json
import os
import random
import tempfile

from program import check, done, expect, run

SCENE = """
local perp = require "perp"
local word = perp.param("word", "x", "any text")
local mu = perp.param("mu", 0.5, "friction")
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }, h = 1, T = 1, q = { 0 }, v = { mu } }
"""

SEED = 20261123
print("seed", SEED)
draw = random.Random(SEED)


def written(rows, **form):
    out = io.StringIO()
    csv.writer(out, **form).writerows(rows)
    return out.getvalue()


with tempfile.TemporaryDirectory() as place:
    scene = os.path.join(place, "scene.lua")
    path = os.path.join(place, "values.csv")
    with open(scene, "w") as f:
        f.write(SCENE)

    def swept(text, *words):
        with open(path, "w", newline="") as f:
            f.write(text)
        return run("run", scene, "--sweep", path, *words, "--json", "-q")

    # Texts with everything that CSV quotes.
    rows = [["".join(draw.choice("ab,\"\n'#; =") for _ in range(
        draw.randrange(1, 8))), draw.choice(["0.25", "1/3", "-2", "1e-3"])]
        for _ in range(6)] + [["plain", "1"]]
    for end in "\n", "\r\n":
        form = {"quoting": csv.QUOTE_ALL, "lineterminator": end}
        r = swept("# a remark\n\n" + written([["word", "mu"]] + rows, **form))
        got = [json.loads(line) for line in r.stdout.splitlines()]
        check(r.returncode == 0 and [[g["set"]["word"], g["set"]["mu"]]
                                     for g in got] == rows,
              "rows: %s\n%s" % (got, r.stderr))
    # Blanks around cells are none of them, an empty text stands in quotes, and the
    # last line needs no end.
    got = [json.loads(line)["set"] for line in
           swept('word , mu\n a b ,1\n"", 2').stdout.splitlines()]
    check(got == [{"word": "a b", "mu": "1"}, {"word": "", "mu": "2"}], got)
    # The rows of the file go slower than a list.
    got = [json.loads(line)["set"] for line in
           swept("mu\n1\n2\n", "--set", "h=3,4").stdout.splitlines()]
    check([(g["mu"], g["h"]) for g in got] ==
          [("1", "3"), ("1", "4"), ("2", "3"), ("2", "4")], got)

    for text, code, says in (
            ("", 3, "no line names"), ("# only\n\n", 3, "no line names"),
            ("mu\n", 3, "no row of values"),
            ("mu,\n1,2\n", 3, "values.csv:1: the first line names"),
            ("a=b\n1\n", 3, "values.csv:1"),
            ("mu,mu\n1,2\n", 2, "'mu' twice"),
            ("mu\n1\n# c\n2,3\n", 3, "values.csv:4: 2 cells"),
            ("mu,word\n1,x\n\n,y\n", 3, "values.csv:4: no value for 'mu'"),
            ("mu\n\"1\n", 3, "a quote is not"),
            ("mu\n\"1\"2\n", 3, "values.csv:2: a quote"),
            ("mu\n1\nabc\n", 2, "run 2: --set mu"),
            ("nu\n1\n", 2, "did you mean 'mu'"),
            ("mu\n1\0\n", 3, "a byte 0")):
        r = swept(text)
        check(r.returncode == code and says in r.stderr and not r.stdout and
              len(r.stderr.splitlines()) == 1, "%r: %d %s" % (
                  text, r.returncode, r.stderr))
    swept("mu\n1\n")
    expect("both", 2, [], ["'mu' twice"], "run", scene, "--sweep", path,
           "--set", "mu=1")
    expect("no file", 6, [], ["cannot read"], "run", scene, "--sweep",
           path + ".gone")
    r = run("run", scene, "--sweep", path, "--csv", path)
    check(r.returncode == 2 and "would overwrite" in r.stderr, r.stderr)
done()
