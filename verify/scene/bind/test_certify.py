"""The options of certificates and the names of their files."""
import os
import tempfile

from certificates import both, case, perp
from program import check, done, expect

SCENE = '''
local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end,
  force = function() return { 1 } end }
for _, name in ipairs { "first", "second", "thirdly" } do
  perp.simulate { system = system, name = name, h = 0.5, T = 1, alpha = 1,
    gamma = 1, q = { x = 0 }, v = { x = %s } }
end
'''


def usage():
    block = case("GAP08/fig9_1")
    for words, part in (
            (("--certify", "L1"), "need each other"),
            (("--cert", "x"), "need each other"),
            (("--certify", "L3", "--cert", "x"), "L0 (residuals), L1"),
            (("--certify", "l1", "--cert", "x"), "L0 (residuals), L1"),
            (("--certify", "L1", "--cert", "x", "--rational"), "doubles"),
            (("--certify", "R", "--cert", "x"), "need each other"),
            (("--certify", "L0", "--cert", "x", "--exact-check"), "L1")):
        expect(" ".join(words), 2, [], [part], "run", block, *words)
        check(not os.path.exists("x"), "a file was written")
    expect("no directory", 6, [], ["--cert", "no/such"], "run", block,
           "--certify", "L1", "--cert", "no/such/file")
    expect("no directory", 6, [], ["--trace", "no/such"], "run", block,
           "--trace", "no/such/file")
    for words, part in ((("--certify", "L2"), "L2 knows no scheme 'paoli'"),
                        (("--certify", "L1", "--cones"), "no friction cone")):
        expect("a step of P10", 3, [], [part], "run", case("P10/corner"), *words,
                "--cert", os.path.join(place, "p"))
        check(not os.path.exists(os.path.join(place, "p")), "a file is left")


def several():
    scene = os.path.join(place, "several.lua")
    with open(scene, "w") as file:
        file.write(SCENE % "#name")
    perp(scene, place, "--certify", "L1", "--cert", "run.cert", "--trace",
         "rows.jsonl", "-q")
    digests = set()
    for name in ("run.cert", "run.second.cert", "run.thirdly.cert"):
        both(os.path.join(place, name), name)
        digests.add(open(os.path.join(place, name)).read().split("\n")[2])
    check(len(digests) == 3, "the initial velocities differ, and so the scenes")
    for name in ("rows.jsonl", "rows.second.jsonl", "rows.thirdly.jsonl"):
        check(len(open(os.path.join(place, name)).readlines()) == 3, name)


with tempfile.TemporaryDirectory() as place:
    usage()
    several()
done()
