"""perp merge of sweeps: any number of parts is the whole, byte for byte; a table that
was cut anywhere, and parts of different sweeps, are refused."""
import json
import os
import tempfile

from program import check, done, expect, run

# Some runs have keys that others lack: the columns come in the order of the whole.
SCENE = """
local perp = require "perp"
local n = perp.param("n", 0, "a number")
if n % 5 == 3 then error("three, \\"again\\"") end
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }, h = 1, T = 1, q = { 0 }, v = { n },
  watch = n % 4 == 2 and { "v.x" } or n % 7 == 5 and { "q.x" } or nil }
"""

with tempfile.TemporaryDirectory() as place:
    scene = os.path.join(place, "scene.lua")
    with open(scene, "w") as f:
        f.write(SCENE)
    words = ["run", scene, "--set", "n=0:12:13", "-q"]
    whole = run(*words).stdout
    check(whole.count("\n") == 14 and "watch.q.x.last" in whole, whole)

    def shard(i, n, *more, to=None):
        path = os.path.join(place, to or "%d_of_%d.csv" % (i, n))
        r = run(*words, "--shard", "%d/%d" % (i, n), "--csv", path, *more)
        check(r.returncode in (0, 3), r.stderr)
        return path

    for n in 2, 15:
        paths = [shard(i, n) for i in range(n, 0, -1)]
        out = os.path.join(place, "merged.csv")
        r = run("merge", *paths, "--csv", out, "--json")
        with open(out, newline="") as f:
            check(f.read() == whole, "%d parts: other bytes" % n)
        check(r.returncode == 3 and json.loads(r.stdout) ==
              {"runs": 13, "failed": 2, "shards": n}, r.stdout)
        os.remove(out)

    a, b = os.path.join(place, "1_of_2.csv"), os.path.join(place, "2_of_2.csv")
    with open(b, newline="") as f:
        text = f.read()
    bad = os.path.join(place, "bad.csv")

    def refused(name, text, *says):
        with open(bad, "w", newline="") as f:
            f.write(text)
        out = os.path.join(place, "out.csv")
        expect(name, 3, [], says, "merge", a, bad, "--csv", out)
        check(not os.path.exists(out), name + ": something is left")

    # Cut at the end of a line, and inside it.
    lines = text.splitlines(True)
    for k in (1, 2, len(lines) - 1):
        refused("%d lines" % k, "".join(lines[:k]), "bad.csv")
        refused("a line and a half", "".join(lines[:k]) + lines[k][:-1],
                "bad.csv")
    refused("a row less", "".join(lines[:4] + lines[5:]), "stands where")
    refused("a row twice", "".join(lines[:4] + lines[3:]), "stands where")
    refused("a cell more", "".join(lines[:-1]) + "," + lines[-1], "no row of")
    refused("a letter", "".join(lines[:-1]) + "x" + lines[-1], "no row of")
    refused("a column", text.replace("set.n", "set.m"), "not the columns")
    refused("no first line", "".join(lines[1:]), "no part of a sweep")
    refused("a reach", "# perp reach impact=0\n", "no part of a sweep")
    refused("another version", text.replace("version=", "version=9", 1),
            "has version=", "different sweeps")
    refused("another commit", text.replace("commit=", "commit=f", 1),
            "has commit=", "different sweeps")
    for name, other, says in (
            ("values", shard(2, 2, "--set", "h=1/4", to="h.csv"), "has values="),
            ("mode", shard(2, 2, "--rational", to="r.csv"), "has mode="),
            ("shards", shard(2, 3, to="three.csv"), "has shard=")):
        expect(name, 3, [], [says, "different sweeps"], "merge", a, other)
    with open(scene, "a") as f:
        f.write("-- changed\n")
    expect("scene", 3, [], ["has scene="], "merge", a,
           shard(2, 2, to="changed.csv"))
    expect("twice", 3, [], ["the same shard 1/2"], "merge", a, a)
    expect("missing", 3, [], ["shard 2/2 is missing"], "merge", a)
    expect("no first", 3, [], ["shard 1/2 is missing"], "merge", b)
    expect("onto a part", 2, [], ["would overwrite"], "merge", a, b, "--csv", a)
    with open(a) as f:
        check(f.read(12) == "# perp sweep", "the part is as it was")
done()
