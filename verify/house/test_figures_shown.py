"""What the figures of PKS05's and P10's cases have to show, each with a number that is
known otherwise. Of every figure drawn here: a word in a legend has a curve or says why
it has none, no curve hides another one, no tick is as long as a word.
PERP_LONG=1: every case of the two papers."""
import glob
import json
import math
import os
import re
import tempfile

from program import SOURCE, check, done, run
from svg import NS, axis_words, box_of, panels, strokes, values

LONG = os.environ.get("PERP_LONG")


def colour(path):
    return path.get("stroke") if path.get("stroke") not in (None, "none") \
        else path.get("fill")


def entries(root):
    """Of each panel with a legend its words, each with the sample's colour or None."""
    for group in root.iter(NS + "g"):
        if group.get("class") != "legend":
            continue
        out, sample = [], None
        for e in list(group)[1:]:
            if e.tag == NS + "path":
                sample = colour(e)
            else:
                out.append(("".join(e.itertext()).replace("\u200b", ""), sample))
                sample = None
        yield out


def every(name, root, found):
    told = iter(entries(root))
    for at, p in enumerate(found):
        where = "%s, panel %d" % (name, at + 1)
        drawn = {colour(path) for _, path in p.curves}
        for word, sample in next(told) if p.legend else []:
            check(sample in drawn or sample is None and word.endswith(
                (": 0", ": rounding")), "%s: '%s' has no curve" % (where, word))
        seen = {}
        for line, path in p.curves:
            solid = path.get("fill") == "none" and not path.get("stroke-dasharray")
            other = seen.setdefault(tuple(line), path) if solid and len(line) > 2 \
                else path
            check(colour(other) == colour(path), "%s: a curve hides another" % where)
        for axis in "xy":
            for _, word in axis_words(root, p, axis)[1]:
                check(len(word) < 9, "%s: the tick '%s'" % (where, word))


def drawn(command, case, *more):
    """name: (root, panels) of all figures."""
    out = {}
    with tempfile.TemporaryDirectory() as place:
        r = run(command, os.path.join(SOURCE, "cases", case + ".lua"), "--plot", place,
                *more)
        check(r.returncode == 0, "%s: %s" % (case, r.stderr))
        for path in sorted(glob.glob(os.path.join(place, "*.svg"))):
            with open(path, encoding="utf-8") as file:
                out[os.path.basename(path)[:-4]] = panels(file.read())
    for name, (root, found) in out.items():
        every(name, root, found)
    return out


def figure(case, *sets, name=None):
    words = [w for one in sets for w in ("--set", one)]
    return drawn("run", case, "-q", *words)[name or case.split("/")[1]]


def ticks(root, p, axis):
    return [float(w.replace("\u2212", "-")) for _, w in axis_words(root, p, axis)[1]]


def near(a, b, off, what):
    check(abs(a - b) <= off, "%s: %g, not %g" % (what, a, b))


def triangles(root):
    """Boxes of the slope triangles."""
    return [box_of(strokes(e.get("d"))[0]) for e in root.iter(NS + "path")
            if re.fullmatch(r"M[-\d. ]+H[-\d.]+V[-\d.]+z", e.get("d"))]


def inside(box, p):
    return p.frame[0] <= box[0] and box[2] <= p.frame[2] and \
        p.frame[1] <= box[1] and box[3] <= p.frame[3]


def residuals():
    """The ball's force is constant, so the parabola between nodes has no balance left."""
    root, found = figure("P10/residuals", "runs=3")
    lines = dict(list(entries(root))[0])
    check(lines.get("P3 balance: rounding", 0) is None and len(lines) == 5, str(lines))
    box = triangles(root)
    check(len(box) == 1 and inside(box[0], found[0]), "triangles %s" % box)


def weak():
    """(b) of Definition 2 is kept by each step, and a largest force is no residual."""
    root, found = figure("PKS05/equations", "runs=2", "T=1/8", name="weak")
    lines = dict(list(entries(root))[0])
    check(lines.get("D2b inside: rounding", 0) is None, str(lines))
    check(not any("D35" in x for x in lines), "a force among residuals")
    box = triangles(root)
    check(len(box) == 1 and box[0][3] - box[0][1] > 4, "a flat triangle %s" % box)
    force = axis_words(root, found[1], "y")[0]
    check(force == "D35: largest force (N)", "the second panel: %s" % force)


def rotating_push():
    root, found = figure("PKS05/rotating_push", "sweep=true", "h=1/100")
    counts = axis_words(root, found[1], "x")[1]
    check([w for _, w in counts] == ["4", "8", "16", "32", "64"], "ticks %s" % counts)
    apart = [b - a for (a, _), (b, _) in zip(counts, counts[1:])]
    check(max(apart) - min(apart) < 0.5, "2 to a power: %s" % apart)
    p = found[0]
    box = box_of([q for line, path in p.curves for q in line])
    share = [(box[2 + i] - box[i]) / (p.frame[2 + i] - p.frame[i]) for i in (0, 1)]
    check(min(share) > 0.8, "the paths fill %s of their frame" % share)
    metre = []
    for axis in "xy":
        at = axis_words(root, p, axis)[1]
        metre.append(abs((at[-1][0] - at[0][0]) / (ticks(root, p, axis)[-1] -
                                                  ticks(root, p, axis)[0])))
    near(metre[0], metre[1], 0.01 * metre[0], "a metre across and along")


def nonunique_step():
    """A = ((1,2),(2,5)), b = (1,4): slip needs n = 1/(2 mu - 1) with 4 + (2 - 5 mu) n > 0,
    stick 2/3 <= mu: one answer below 2/3, three above."""
    root, found = figure("PKS05/nonunique_step")
    check(all(t == int(t) for t in ticks(root, found[1], "y")), "halves of answers")
    for x, y in values(root, found[1], found[1].curves[0][0]):
        near(y, 3 if x > 2 / 3 else 1, 0.02, "answers at mu = %g" % x)


def comparison():
    """The scheme is late by 2h; its path in the corner by 2h |u+|, u+ = (1,3)/2."""
    root, found = figure("P10/comparison")
    p = found[2]
    check(axis_words(root, p, "y")[0] == "computed \u2212 exact (m)", "no difference")
    ends = [values(root, p, line)[-1][1] for line, _ in p.curves]
    check(len(ends) == 3 and min(abs(a - b) for i, a in enumerate(ends)
                                 for b in ends[:i]) > 1e-3, "hidden: %s" % ends)
    near(ends[0], -0.02, 2e-4, "e 2h")
    rest = 0.5 * math.pi / (100 * math.sqrt(1 - 0.21545 ** 2))
    near(ends[2], -rest, 2.5e-3, "the penalty keeps the wall for half a period")
    root, found = figure("P10/comparison", "what=corner")
    p = found[1]
    ends = [values(root, p, line)[-1][1] for line, _ in p.curves]
    near(ends[0], 0.04 * math.hypot(0.5, 1.5), 2e-3, "2h |u+|")
    check(ends[2] > 5 * ends[0] and ends[0] > ends[1] > 0.01, "roads %s" % ends)


def ball_converge():
    more = ("--h", "1/100,1/200,1/400", "--set", "T=1/10")
    for root, found in drawn("converge", "PKS05/ball", *more).values():
        words = [w for p in found for w in getattr(p, "entries", [])]
        check(not any("\u03b1" in w for w in found[0].words), "alpha is no symbol here")
        box = triangles(root)
        check(words and len(box) == 1 and inside(box[0], found[0]),
              "a slope of rounding: %s" % box)


def bar():
    for cfl, said in (("1", True), ("9/10", False)):
        _, found = figure("P10/bar", "N=8", "cfl=" + cfl)
        check(any("zigzag" in w for w in found[0].words) == said, "cfl = " + cfl)


def level(p, root, y, first=True):
    """The flat curve of the panel at height y, from end to end."""
    flat = [values(root, p, line) for line, path in p.curves
            if path.get("fill") == "none" and len(line) == 2]
    found = [f for f in flat if abs(f[0][1] - y) < 2e-3 * max(1, abs(y)) and
             abs(f[1][1] - y) < 2e-3 * max(1, abs(y))]
    check(len(found) > 0, "no line at %g: %s" % (y, flat))


def stops():
    root, found = figure("P10/beam", "T=0.1")
    for y in (0.03, -0.03):
        flat = [values(root, found[0], line) for line, _ in found[0].curves]
        check(any(abs(f[0][1] - y) < 1e-4 and abs(f[-1][1] - y) < 1e-4 for f in flat),
              "the beam's stop at %g" % y)
    for case, sets, heights in (("bouncing_ball", ("walls=2",), (0, 1)),
                                ("gravity_ball", ("h=1/20",), (0,)),
                                ("disc_polar", ("h=0.05",), (1,)),
                                ("double_pendulum", ("h=0.01",), None)):
        root, found = figure("P10/" + case, *sets)
        for y in heights or ():
            level(found[0], root, y)
        if heights is None:
            level(found[1], root, 0)
    root, found = figure("P10/tunnel", "size=1/5")
    area = [values(root, found[0], line) for line, path in found[0].curves
            if path.get("class") == "area"]
    check(len(area) == 1, "no obstacle")
    near(max(y for _, y in area[0]), 0.2, 1e-2, "the obstacle")
    near(min(y for _, y in area[0]), -0.2, 1e-2, "the obstacle")
    root, found = figure("P10/corner", "angle=obtuse", "h=1/20")
    wide = [values(root, found[0], line) for line, path in found[0].curves
            if path.get("stroke-width") == "3"]
    for (x, y), want in zip(wide[0] if wide else [(9, 9)] * 3,
                            ((1, 0), (0, 0), (-0.6, 0.8))):
        near(math.hypot(x - want[0], y - want[1]), 0, 0.02, "a wall's end")


def corner_law():
    """Hit by hit, by hand: (7/5, 1/10) left of the vertex of the obtuse corner, (-19/25,
    59/50) right of it; and where walls are orthogonal one (1/2, 1)."""
    root, found = figure("P10/corner", "sweep=true", "h=1/25", name="corner_offset")
    for at, left, right in ((0, (1.4, 0.1), (-0.76, 1.18)), (2, (0.5, 1), (0.5, 1)),
                            (3, (0.5, 1), (0.5, 1))):
        p = found[at]
        law = [values(root, p, line) for line, path in p.curves
               if path.get("stroke-dasharray")]
        check(len(law) == 4, "panel %d: %d pieces of the law" % (at + 1, len(law)))
        for piece, want in zip(law, (left[0], right[0], left[1], right[1])):
            near(piece[0][1], want, 0.01, "the law in panel %d" % (at + 1))


def axes():
    """Panels over the time have its ticks in the same places; and errors have a 0."""
    root, found = figure("P10/bouncing_ball", "walls=2")
    places = [axis_words(root, p, "x")[1] for p in found]
    check(len(found) == 2 and places[0] == places[1], "time axes %s" % places)
    root, found = figure("PKS05/fixed_point", "h=0.01")
    for p in found[2:]:
        check("computed" in axis_words(root, p, "y")[0] and 0 in ticks(root, p, "y"),
              "errors without 0: %s" % ticks(root, p, "y"))


def fig12():
    """0.0919 m/s at k_A/k_B = 1e-5, of a stiff method of order five, test_kelvin_voigt;
    0.21 m/s of 0.4429 m/s is what the error is a share of."""
    root, found = figure("PKS05/kelvin_voigt_block", "ratio=-5", "h=4e-6",
                         name="kelvin_voigt_block_one")
    p = found[0]
    share = [float(w.split("about ")[1].split()[0]) for w in p.words if "off by" in w]
    marks = [max(abs(z) for point in values(root, p, line) for z in point)
             for line, _ in p.curves]
    law = 0.21 * math.sqrt(2 * 9.81 * 0.01)
    check(len(share) == 1 and len(marks) >= 3, "says %s, shows %s" % (share, marks))
    true = 100 * (0.0919 - marks[0]) / law
    near(share[0], true, true / 4, "the title's share, %")
    check(3 < share[0] < 8, "four times 1.3 %%: %s" % share)
    near(marks[1], 0.0919, 1.2e-3, "what stands beside")


for one in (residuals, weak, rotating_push, nonunique_step, comparison, ball_converge,
            bar, stops, corner_law, axes, fig12):
    one()
if LONG:
    for path in sorted(glob.glob(os.path.join(SOURCE, "cases", "P*", "*.lua"))):
        drawn("run", os.path.relpath(path, os.path.join(SOURCE, "cases"))[:-4], "-q")
done()
