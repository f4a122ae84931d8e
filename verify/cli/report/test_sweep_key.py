"""The first line of a part: whatever may change a row changes it, and the number of
processes and the order of --set's without effect do not."""
import os
import re
import tempfile

from program import check, done, run

SCENE = """
local perp = require "perp"
local mu = perp.param("mu", 0.5, "friction")
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }, h = 1, T = 1, q = { 0 }, v = { mu } }
"""

with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "part.csv")
    scene = os.path.join(place, "scene.lua")

    def key(*words, text=SCENE, values="mu=1,2,3"):
        with open(scene, "w") as f:
            f.write(text)
        r = run("run", scene, "--set", values, "--shard", "1/2", "--csv", path,
                "-q", *words)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        with open(path) as f:
            return f.readline()

    first = key()
    check(re.fullmatch(r"# perp sweep version=\S+ commit=\S+ scene=[0-9a-f]{16} "
                       r"mode=double options=[0-9a-f]{16} values=[0-9a-f]{16} "
                       r"runs=3 shard=1/2\n", first), first)
    check(key("--threads", "1") == first == key("--threads", "3"), "threads")
    for name, other, word in (
            ("text", key(text=SCENE + "-- more\n"), "scene"),
            ("values", key(values="mu=1,2,4"), "values"),
            ("order", key(values="mu=2,1,3"), "values"),
            ("spelling", key(values="mu=1,2,3.0"), "values"),
            ("a fixed value", key("--set", "h=1/4"), "values"),
            ("mode", key("--exact-check"), "mode"),
            ("fractions", key("--rational"), "mode"),
            ("scheme", key("--scheme", "semi-implicit"), "options"),
            ("bits", key("--bits", "100000"), "options"),
            ("seconds", key("--seconds", "50"), "options"),
            ("scene's", key("--scene-seconds", "5"), "options"),
            ("memory", key("--scene-megabytes", "500"), "options")):
        a, b = first.split(), other.split()
        differ = [x.split("=")[0] for x, y in zip(a, b) if x != y]
        check(differ == [word], "%s: %s" % (name, differ))
done()
