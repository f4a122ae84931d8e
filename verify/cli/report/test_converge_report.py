"""What perp converge prints and draws: text, JSON, CSV and the figure hold the
same numbers."""
import csv
import io
import json
import os
import re
import tempfile
import xml.dom.minidom

from program import check, done, run
from study import case

STEPS = ["--h", "1/10,1/20,1/40"]


def texts(svg):
    return "".join(node.firstChild.data for node in
                   svg.getElementsByTagName("text") if node.firstChild)


for scene, more in (("spring_block", ["--set", "alpha=1"]),
                    ("spring_block", []), ("falling_oscillator", []),
                    ("fig9_1", ["--set", "T=2"])):
    words = ["converge", case(scene), *STEPS, *more]
    data = json.loads(run(*words, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv", "-").stdout)))
    check(len(rows) == 3, "%d rows" % len(rows))
    for key in rows[0]:
        got = [float(r[key]) if r[key] else None for r in rows]
        check(got == data[key], "%s: %s and %s" % (key, got, data[key]))
    lines = run(*words).stdout.splitlines()
    check(len(lines) == 5 and data["scheme"] in lines[0], lines[0])
    for i, line in enumerate(lines[2:]):
        cells = line.split()
        check(len(cells) == 15, line)
        for k, key in ((0, "h"), (1, "steps"), (2, "collisions"), (3, "q_sup"),
                       (4, "q_sup_order"), (5, "v_end"), (7, "v_l1"),
                       (9, "va_l1"), (11, "tv_v"), (13, "residual"),
                       (14, "apart")):
            want = data[key][i]
            if want is None:
                check(cells[k] == "-", "%s: %s" % (key, cells[k]))
            else:
                check(abs(float(cells[k]) - want) <= 0.006 * abs(want) + 5e-3 *
                      ("order" in key), "%s: %s, %s" % (key, cells[k], want))
    with tempfile.TemporaryDirectory() as place:
        r = run(*words, "--plot", os.path.join(place, "new"), "--csv",
                os.path.join(place, "t.csv"))
        check(r.returncode == 0, r.stderr)
        name = scene + "_converge.svg"
        check(os.listdir(os.path.join(place, "new")) == [name], "the figure")
        with open(os.path.join(place, "t.csv"), encoding="utf-8") as file:
            check(len(file.read().splitlines()) == 4, "the file of the table")
        svg = xml.dom.minidom.parse(os.path.join(place, "new", name))
        left = [r["residual"] for r in data["rows"]] if "rows" in data else \
            data["residual"]
        triangles = sum(p.getAttribute("d").count("V") for p in
                        svg.getElementsByTagName("path"))
        steep = left[-1] < left[0] * 0.5  # two halvings: the root of 1/4
        check(triangles == 1 + steep, "%s: %d triangles for the residuals %s" %
              (scene, triangles, left))
        check("the scene's reference" in texts(svg) and "residual" in texts(svg) and
              scene in texts(svg), "what the figure says: " + texts(svg))

# The points of the figure are the numbers: on a doubly logarithmic axis equal
# ratios are equal distances. The polyline of q runs through three points.
words = ["converge", case("spring_block"), *STEPS]
data = json.loads(run(*words, "--json").stdout)
with tempfile.TemporaryDirectory() as place:
    run(*words, "--plot", place)
    with open(os.path.join(place, "spring_block_converge.svg"),
              encoding="utf-8") as file:
        svg = file.read()
    lines = [[tuple(map(float, p)) for p in
              re.findall(r"(-?[\d.]+)[, ](-?[\d.]+)", d)]
             for d in re.findall(r'(?:points|d)="([^"]*)"', svg)]
    lines = [d for d in lines if len(d) == 3 and d[0][0] != d[1][0]]
    wanted = data["q_sup_order"][1:]
    fits = 0
    for d in lines:
        x = [p[0] for p in d]
        y = [p[1] for p in d]
        if abs((x[0] - x[1]) - (x[1] - x[2])) < 0.3 and y[0] != y[1]:
            ratio = (y[2] - y[1]) / (y[1] - y[0])
            fits += abs(ratio - wanted[1] / wanted[0]) < 0.02
    check(fits >= 1, "no line of the figure has the slopes %s: %s" %
          (wanted, lines))

# Nothing to draw: every error and residual of a free particle is zero.
FREE = """local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }, h = 0.5, T = 1, q = { 0 }, v = { 1 } }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "free.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(FREE)
    r = run("converge", path, "--plot", os.path.join(place, "out"))
    check(r.returncode == 3 and "logarithmic" in r.stderr, r.stderr)
    check(sorted(os.listdir(place)) == ["free.lua"], "left %s" %
          os.listdir(place))
# A scheme without alpha has no error of a weighted velocity: nowhere a number, in the
# figure no curve. An error of rounding alone is told and not drawn: the axis shows
# the others, which are between 1e-3 and 1.
ball = os.path.join(os.path.dirname(case("x")), "..", "P10", "bouncing_ball.lua")
with tempfile.TemporaryDirectory() as place:
    r = run("converge", ball, "--plot", place, "--csv", os.path.join(place, "t.csv"))
    check(all(line.split()[9] == "-" for line in r.stdout.splitlines()[2:]), r.stdout)
    with open(os.path.join(place, "t.csv"), encoding="utf-8") as file:
        check(all(row["va_l1"] == "" and row["v_l1"] for row in csv.DictReader(file)),
              "a weighted velocity in the table")
    with open(os.path.join(place, "bouncing_ball_converge.svg"),
              encoding="utf-8") as file:
        svg = re.sub("<[^>]*>|\u200b", " ", file.read())
    check("L 1" in svg.replace("  ", " ") and "\u03b1" not in svg and
          "v at T: at most 1.1e-16" in svg, svg)
    powers = [int(x) for x in re.findall(r"10\s+\u2212(\d+)", svg)]
    check(powers and max(powers) <= 3, "the axis goes to 1e-%s" % powers)
done()
