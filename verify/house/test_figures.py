"""The figures that cases draw, from the geometry of their SVG: no legend lies over a
curve or a mark, none over a frame's words; panels whose axes bear the same words have
the same ticks in the same places; and where a case knows its motion, the exact curve
is there, dashed, in the place that a closed form computed here says, with a panel of
errors below. PERP_LONG=1: every case."""
import glob
import math
import os
import tempfile

from program import SOURCE, check, done, run
from svg import axis_words, crosses, panels, values

FEW = ["P10/equations", "AP02/two_bodies", "P10/residuals",
       "P10/bouncing_ball"]



def legends(name, root, all_panels):
    for k, p in enumerate(all_panels):
        if not p.legend:
            continue
        where = "%s, panel %d" % (name, k + 1)
        for line, path in p.curves:
            hit = [1 for a, b in zip(line, line[1:] or line) if crosses(a, b, p.legend)]
            check(not hit, "%s: the legend lies over a curve" % where)
        for other in all_panels:
            x0, y0, x1, y1 = other.frame
            apart = p.legend[2] <= x0 or p.legend[0] >= x1 or \
                p.legend[3] <= y0 or p.legend[1] >= y1
            check(apart or other is p, "%s: the legend lies over a panel" % where)
        size = [float(x) for x in root.get("viewBox").split()]
        check(p.legend[0] >= 0 and p.legend[1] >= 0 and p.legend[2] <= size[2]
              and p.legend[3] <= size[3], "%s: the legend leaves the figure" % where)


def comparable(name, root, all_panels):
    """Equal words and equal length of an axis: equal ticks."""
    seen = {}
    for k, p in enumerate(all_panels):
        length = round(p.frame[2] - p.frame[0], 1)
        label, ticks = axis_words(root, p, "x")
        if label and ticks:
            first = seen.setdefault((label, length), ticks)
            same = len(first) == len(ticks) and all(
                abs(a - b) < 0.2 and u == v for (a, u), (b, v) in zip(first, ticks))
            check(same, "%s, panel %d: '%s' has other ticks: %s, %s" %
                  (name, k + 1, label, first, ticks))


def drawn(case, *more):
    with tempfile.TemporaryDirectory() as place:
        r = run("run", os.path.join(SOURCE, "cases", case + ".lua"), "--quiet",
                "--plot", place, *more)
        check(r.returncode == 0, "%s: %s" % (case, r.stderr))
        for path in sorted(glob.glob(os.path.join(place, "*.svg"))):
            with open(path, encoding="utf-8") as file:
                root, found = panels(file.read())
            name = "%s: %s" % (case, os.path.basename(path))
            legends(name, root, found)
            comparable(name, root, found)
            yield os.path.basename(path)[:-4], root, found


def exact(case, figure, closed, *more, tolerance=5e-3):
    """closed: for each panel with an exact curve, a list of functions of time, one
    a dashed curve. At the ends of each segment drawn the function is that."""
    found = {name: (root, p) for name, root, p in drawn(case, *more)}
    root, all_panels = found[figure]
    for at, functions in closed.items():
        p = all_panels[at]
        dashed = [line for line, path in p.curves if path.get("stroke-dasharray")]
        check(len(dashed) == len(functions), "%s: %d dashed curves in panel %d" %
              (case, len(dashed), at))
        for line, f in zip(dashed, functions):
            points = values(root, p, line)
            span = max(1e-9, max(y for _, y in points) - min(y for _, y in points))
            worst = max(abs(y - f(x)) for x, y in points)
            check(len(points) > 1 and worst < tolerance * max(span, 1),
                  "%s, panel %d: the exact curve is %g off" % (case, at, worst))
    check(any("computed \u2212 exact" in w for w in all_panels[-1].words),
          "%s: no panel of errors" % case)


def top(w1, w3, r):
    return [lambda t: w1 * math.cos(r * t), lambda t: w1 * math.sin(r * t),
            lambda t: w3]


exact("GAP08/symmetric_top", "symmetric_top", {0: top(0.5, 1, 1)})
exact("GAP08/symmetric_top", "symmetric_top", {0: top(0.25, 0.5, 0.5)},
      "--set", "w1=0.25", "--set", "w3=0.5")
D = 0.1 * 9.81 / math.pi ** 2
exact("GAP08/spring_block", "spring_block", {0: [
    lambda t: D + (1 - D) * math.cos(math.pi * t) if t < 1 else
    -D + (1 - 3 * D) * math.cos(math.pi * t) if t < 2 else
    D + (1 - 5 * D) * math.cos(math.pi * t)]})

def ball(e):
    """From rest at 1 under the acceleration -2: flights of 2 e^k seconds."""
    def q(t):
        start, speed = 1.0, 2.0
        if t <= 1:
            return 1 - t * t
        for _ in range(60):
            speed *= e
            if t <= start + speed:
                return speed * (t - start) - (t - start) ** 2
            start += speed
        return 0.0
    return q


for e in (0.5, 0.8):
    exact("P10/gravity_ball", "gravity_ball", {0: [ball(e)]}, "--set", "e=%g" % e,
          tolerance=0.02)
# the bar: touches at 1/2, the wave needs 2; the end turns when it arrives there
for gap in (0.5, 0.25):
    exact("P10/bar", "bar", {0: [
        lambda t: max(0, gap - t) + max(0, t - 2 - gap),
        lambda t: abs(t - 1 - gap) - 1]}, "--set", "gap=%g" % gap, tolerance=0.02)
# the disc: a path, y against x; behind the impact slope 0.48 k / (1 - 0.64 k)
for e in (0, 0.25):
    k = 1 + e
    exact("P10/disc", "disc", {0: [lambda x: 0.6 + max(0, x + 0.8) * 0.48 * k /
                                   (1 - 0.64 * k)]}, "--set", "e=%g" % e,
          tolerance=0.02)
cases = FEW
if os.environ.get("PERP_LONG"):
    cases = sorted(os.path.relpath(p, os.path.join(SOURCE, "cases"))[:-4] for p in
                   glob.glob(os.path.join(SOURCE, "cases", "*", "*.lua"))
                   if os.sep + "wrong" + os.sep not in p)
count = 0
for one in cases:
    for _, _, found in drawn(one):
        count += sum(1 for p in found if p.legend)
check(count >= 5, "%d legends were looked at" % count)
done()
