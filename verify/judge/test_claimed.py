"""Tables that are wrong: one line, with the place and the remedy, and exit code 3."""
import os
import tempfile

from program import check, done, expect, run
from systems import SYSTEMS
from tables import by_law, own_run, verdict, write

BLOCK = SYSTEMS[0]
ROWS = ["t,q.x,q.y,v.x,v.y", "0,0,0,1,0", "0.5,0.5,0,1,0", "1,1,0,1,0"]


def refused(place, scene, name, lines, *parts, words=(), code=3):
    text = lines if isinstance(lines, (str, bytes)) else "\n".join(lines) + "\n"
    path = os.path.join(place, "m.csv")
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    expect(name, code, (), parts, "judge", scene, path, *words)


def changed(row, cell, value):
    lines = [x.split(",") for x in ROWS]
    lines[row][cell] = value
    return [",".join(x) for x in lines]


with tempfile.TemporaryDirectory() as place:
    scene, table = own_run(BLOCK, place)
    bad = lambda *a, **b: refused(place, scene, *a, **b)  # noqa: E731
    bad("empty", "", "m.csv:1", "empty", "first line names")
    bad("no rows", ROWS[:1], "0 rows", "at least two")
    bad("one row", ROWS[:2], "1 row;", "at least two")
    bad("no t", [x.split(",", 1)[1] for x in ROWS], "m.csv:1", "'t'", "--map")
    bad("no v.y", [x.rsplit(",", 1)[0] for x in ROWS], "m.csv:1", "'v.y'",
        "--map")
    bad("twice", ["t,q.x,q.x,v.x,v.y"] + ROWS[1:], "two columns 'q.x'")
    bad("ragged", ROWS[:2] + ["0.5,0.5,0,1"] + ROWS[3:], "m.csv:3", "4 cells",
        "has 5", "commas")
    bad("semicolons", [x.replace(",", ";") for x in ROWS], "m.csv:1", "'t'")
    for cell in ("nan", "NaN", "inf", "-Infinity", "1e999", "abc", "", "1.5.2",
                 "1/0", "0x", "1 2", "1e400", "-"):
        bad("cell '%s'" % cell, changed(2, 2, cell), "m.csv:3",
            "'%s' in column 3" % cell, "decimal")
    bad("too large", changed(2, 3, "-1e101"), "m.csv:3", "-1e+101 in column 4",
        "units")
    bad("falling", changed(3, 0, "0.25"), "m.csv:4", "t = 0.25", "must rise")
    bad("moving impact", changed(3, 0, "0.5"), "m.csv:4", "another q")
    bad("a byte 0", "\n".join(ROWS).encode() + b"\0\n", "byte 0")
    bad("a number too many", ROWS[:3] + ["1,1,0,1,0,7"], "m.csv:4", "6 cells")
    bad("no impulses", ROWS, "--impulses", "'cn.ground'", words=("--impulses",))
    # units
    mm = ["t,q.x,q.y,v.x,v.y"] + ["%g,%g,0,1,0" % (l / 2, 500 * l)
                                  for l in range(9)]
    bad("millimetres", mm, "q.x", "1000 times", "--map")
    ms = ["t,q.x,q.y,v.x,v.y"] + ["%g,%g,0,1,0" % (500 * l, 0.5 * l)
                                  for l in range(9)]
    bad("milliseconds", ms, "q.x", "ms", "--map")
    # files
    expect("no file", 6, (), ("nothing.csv", "can not be read"), "judge",
           scene, os.path.join(place, "nothing.csv"))
    expect("a directory", 6, (), ("can not be read",), "judge", scene, place)
    expect("another system", 3, (), ("'q.z'",), "judge", write(
        place, "c.lua", SYSTEMS[3].lua), write(place, "m.csv",
                                              "\n".join(ROWS) + "\n"))
    expect("a formula fails", 3, (), ("m.csv:3",), "judge", write(
        place, "d.lua", BLOCK.lua.replace("8 + 64 * t", "1 / (t - 1/2)").replace(
            "force = function(t)", "force = function(t, q, v)")),
        write(place, "m.csv", "\n".join(
            ["t,q.x,q.y,v.x,v.y", "0.25,0,0,1,0", "0.5,0.25,0,1,0",
             "0.75,0.5,0,1,0"]) + "\n"), "--scheme", "end")

    expect("energies overflow", 3, (), ("m.csv:3", "overflow"), "judge", write(
        place, "h.lua", BLOCK.lua.replace("{ 2, 0 }, { 0, 2 }",
                                          "{ 1e200, 0 }, { 0, 1e200 }")),
        write(place, "m.csv", "\n".join(["t,q.x,q.y,v.x,v.y", "0,0,0,0,0",
                                         "0.5,0,0,1e99,0"]) + "\n"))

    # What is read all the same: fractions, hex floats, blanks, comments, CR LF, a
    # byte order mark, other columns in another order, standard input.
    odd = ("\ufeff v.x ,note, v.y,q.y , q.x,t\r\n# a comment\r\n"
           "1,7,0,0,0,0\r\n\r\n 0x1p0 ,x,0,0, 1/2 ,.5\r\n1,,0,0,1,1e0")
    plain = verdict(scene, write(place, "m.csv", "\n".join(ROWS) + "\n"))
    with open(os.path.join(place, "odd.csv"), "wb") as f:
        f.write(odd.encode())
    got = verdict(scene, os.path.join(place, "odd.csv"))
    check(by_law(got) == by_law(plain), "the same table, written otherwise")
    r = run("judge", scene, "-", "--json", input="\n".join(ROWS) + "\n")
    check(r.returncode == 0 and '"motion": "-"' in r.stdout, "standard input")
done()
