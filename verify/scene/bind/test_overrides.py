"""--set h, T and scheme on any scene: the same bytes as of a scene that says so
itself; a scene's own parameter of that name comes first."""
import os
import tempfile

from program import check, done, run

SCENE = """local perp = require "perp"
%(params)s
local s = perp.system { coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 2 } },
  force = function(t) return { 9 * perp.cos(t), -20 } end,
  contacts = function(q, v)
    return { { name = "floor", gap = q.y, slips = { v.x }, mu = 1/4 } }
  end }
%(runs)s
"""
ONE = ("return { system = s, h = %s, T = %s, scheme = %s, q = { 0, 1/2 }, "
       "v = { 1, 0 } }")


def table(place, text, *words):
    path = os.path.join(place, "scene.lua")
    with open(path, "w") as file:
        file.write(text)
    out = os.path.join(place, "out.csv")
    r = run("run", path, "-q", "--csv", out, *words)
    if r.returncode != 0:
        return r.stderr
    names = sorted(n for n in os.listdir(place) if n.endswith(".csv"))
    got = {n: open(os.path.join(place, n)).read() for n in names}
    for name in names:
        os.remove(os.path.join(place, name))
    return got


def scene(h="1/16", T="1", scheme='"alpha-gamma"', params="", runs=None):
    return SCENE % {"params": params, "runs": runs or ONE % (h, T, scheme)}


def sets(**of):
    return [w for key, value in of.items() for w in ("--set", key + "=" + value)]


with tempfile.TemporaryDirectory() as place:
    plain = table(place, scene())
    check(isinstance(plain, dict), "the scene runs: %s" % plain)
    for of in ({"h": "1/32"}, {"T": "3/2"}, {"h": "0.03", "T": "0.7"}):
        for words in ([], ["--rational"]):
            # a decimal is a double in both places; p/q is exact in --set only
            said = {k: "require('perp').ratio(%s)" % v.replace("/", ",")
                    if "/" in v and words else v for k, v in of.items()}
            if words and "0.03" in of.values():
                continue
            a = table(place, scene(), *sets(**of), *words)
            b = table(place, scene(**said), *words)
            check(a == b and a != plain, "%s %s: %s\n%s" % (of, words, a, b))
    for name in ("semi-implicit", "linear-implicit"):
        a = table(place, scene(), *sets(scheme=name))
        check(a == table(place, scene(scheme='"%s"' % name)) ==
              table(place, scene(), "--scheme", name) and a != plain, name)
    own = scene(h="h", params='local h = perp.param("h", 1/8) / 2')
    check(table(place, own, *sets(h="1/16")) == table(place, scene(h="1/32")),
          "a parameter of that name is the scene's")
    two = "\n".join("perp.simulate { name = '%s', system = s, h = %s, T = 1, "
                    "q = { 0, 1/2 }, v = { 1, 0 } }" % x
                    for x in (("a", "1/4"), ("b", "1/8")))
    both = table(place, scene(runs=two), *sets(h="1/16"))
    check(isinstance(both, dict) and len(both) == 2 and
          set(both.values()) == set(plain.values()), "every run of a scene")
    for words, wanted in ((sets(h="-1"), "the step must be positive"),
                          (sets(T="0"), "the duration must be positive"),
                          (sets(h="x"), "--set h: bad number 'x'"),
                          (sets(scheme="x"), "--set scheme: there is no scheme"),
                          (sets(hh="1"), "did you mean 'h'?"),
                          (sets(alpha="1"), "has no parameter 'alpha'")):
        said = table(place, scene(), *words)
        check(isinstance(said, str) and wanted in said and
              len(said.splitlines()) == 1, "%s: %s" % (words, said))
done()
