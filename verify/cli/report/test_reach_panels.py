"""Which panels a reach has: those of the paper for one, two and five contacts, and for
discs in space; and those that are asked for.
"""
import os
import re
import tempfile

from drawn import panels
from program import SOURCE, check, done, expect, run

POINT = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y", "z" },
  mass = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  contacts = function(q, v) return { { name = "A", gap = q.z, mu = 1/2,
    slips = { %s } } } end }, h = 0.01, T = 0.01, q = { 0, 0, 0 },
  v = { 0.5, 0.1, -1 }, impact = { h = 1, N = 9, samples = 40 } }
"""


def axes(path, *words):
    """The words below and beside each panel, in their order."""
    with tempfile.TemporaryDirectory() as place:
        r = run("reach", path, "--plot", place, "-q", "--samples", "16", *words)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        name, = os.listdir(place)
        with open(os.path.join(place, name)) as f:
            text = f.read()
    said = re.findall(r">(v[nt]) of ([\w.]+) \(m/s\)<", text)
    said = [".".join(x) for x in said]
    return list(zip(said[::2], said[1::2])), len(panels(text))


def case(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


two, count = axes(case("rocking_block"))
want = [("vt.A", "vn.A"), ("vn.A", "vn.B"), ("vt.B", "vn.B")]
check(two == want * 2 and count == 6, "two contacts: %s" % (two,))
five, count = axes(case("disk_stack"))
want = [("vn.A", "vn.B"), ("vn.C", "vn.D")] + [
    ("vt." + c, "vn." + c) for c in "ABCDE"]
check(five == want * 2 and count == 14, "five contacts: %s" % (five,))
chosen, count = axes(case("box_wall"), "--panels", "vt.A:vt.B,vn.B:vn.A")
check(chosen == [("vt.A", "vt.B"), ("vn.B", "vn.A")] * 2, "%s" % (chosen,))
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "point.lua")
    for slips, want in (("v.x", ("vt.A", "vn.A")),
                        ("v.x, v.y", ("vt.A.1", "vt.A.2")),
                        ("", ("vn.A", "vn.A"))):
        with open(path, "w") as f:
            f.write(POINT % slips)
        one, count = axes(path)
        check(one == [want] * 2 and count == 2, "%s: %s" % (slips, one))
block = case("rocking_block")
for text in "vn.A:vn.Q", "vn.A:vn.B,", "vt.A:vn.A:vn.B":
    expect("panels " + text, 2, [], ["--panels wants pairs"], "reach",
           block, "--plot", "x", "--panels", text)
expect("too many", 2, [], ["there are 12 at most"], "reach", block,
       "--plot", "x", "--panels", ",".join(["vn.A:vn.B"] * 13))
expect("no plot", 2, [], ["wants --plot"], "reach", block, "--panels",
       "vn.A:vn.B")
done()
