"""The figure of perp compare: its curves are the numbers of the table."""
import json
import math
import os
import re
import tempfile
import xml.dom.minidom

from program import check, done, run
from study import case


def drawn(*words):
    with tempfile.TemporaryDirectory() as place:
        r = run("compare", *words, "--plot", place)
        check(r.returncode == 0, r.stderr)
        names = os.listdir(place)
        check(len(names) == 1 and names[0].endswith("_compare.svg"), names)
        with open(os.path.join(place, names[0]), encoding="utf-8") as file:
            return file.read()


def texts(svg):
    return ["".join(n.data for n in node.childNodes if n.nodeType == 3)
            for node in xml.dom.minidom.parseString(svg)
            .getElementsByTagName("text")]


def curves(svg):
    """Points of each path that is a line."""
    return [[tuple(map(float, p)) for p in
             re.findall(r"(-?[\d.]+)[, ](-?[\d.]+)", d)]
            for d in re.findall(r'(?:points|d)="([^"]*)"', svg)]


# Three steps: on doubly logarithmic axes the distances between a curve's points
# are those of the logarithms of problems and errors.
words = [case("falling_oscillator"), "--h", "1/20,1/40,1/80", "--law", "phases"]
data = json.loads(run("compare", *words, "--json").stdout)
svg = drawn(*words)
found = curves(svg)
for scheme in ("paoli", "semi-implicit"):
    rows = [r for r in data["rows"] if r["scheme"] == scheme]
    x = [math.log(r["problems"]) for r in rows]
    y = [math.log(r["error"]["q_sup"]) for r in rows]
    want = (x[2] - x[1]) / (x[1] - x[0]), (y[2] - y[1]) / (y[1] - y[0])
    fits = 0
    for d in found:
        if len(d) == 3 and d[1][0] != d[0][0] and d[1][1] != d[0][1]:
            got = [(d[2][k] - d[1][k]) / (d[1][k] - d[0][k]) for k in (0, 1)]
            fits += all(abs(g - w) < 0.02 for g, w in zip(got, want))
    check(fits > 0, "no curve of %s: %s" % (scheme, want))
said = texts(svg)
for r in data["rows"]:
    name = r["scheme"] + ("" if r["alpha"] is None else " %g" % r["alpha"])
    check(name in said, "no %s in the legend %s" % (name, said))
check(any("LCPs" in t for t in said) and any("energy" in t for t in said) and
      any("TV" in t for t in said), said)
check("errors against the scene's reference" in " ".join(said), said)
check(drawn(*words) == svg, "two figures")

# Energies in time: two curves of one panel, whose ends are as far from each other and
# from their beginning as the energies are.
words = [case("spring_block"), "--scheme", "moreau-jean", "--weights", "3/4,1",
         "--h", "1/10", "--set", "T=0.3", "--set", "mu=0.05"]
data = json.loads(run("compare", *words, "--json").stdout)
E = [r["energy_last"] for r in data["rows"]]
check(E[0] != E[1] and min(E) > 0, E)
lines = [d for d in curves(drawn(*words)) if len(d) == 4]
fits = 0
for a in lines:
    for b in lines:
        if a[0] == b[0] and a[3][1] != b[3][1]:
            got = (a[3][1] - a[0][1]) / (b[3][1] - b[0][1])
            fits += abs(got - E[0] / E[1]) < 0.02
check(fits > 0, "no two curves with the energies %s: %s" % (E, lines))

# More ways than an eye tells apart; without a reference; one step.
block = os.path.join(os.path.dirname(case("x")), "..", "HP23",
                     "dropped_block.lua")
said = " ".join(texts(drawn(block, "--set", "T=1/10", "--finest", "2")))
check("16 of 33 ways" in said and "distances from the finest run" in said and
      "place in the table" in said, said)

# Every error is zero: no such panel, and the names stand in another.
FREE = """local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }, h = 0.5, T = 1, q = { 0 }, v = { 1 } }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "free.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(FREE)
    said = texts(drawn(path, "--scheme", "moreau,alpha-gamma"))
check("moreau" in said and "alpha-gamma 1" in said and
      not any("LCPs" in t for t in said), said)
done()
