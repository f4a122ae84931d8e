"""Reads a figure of perp back: panels with their frames, curves, legends and ticks."""
import re
import xml.etree.ElementTree as tree

NS = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"


def strokes(d):
    """The polylines of a path of M, L, H, V, h, v, z; arcs and l are marks and
    are read by their first point alone."""
    out, at = [], (0.0, 0.0)
    for letter, rest in re.findall(r"([MLHVhvlaz])([^MLHVhvlaz]*)", d):
        x = [float(t) for t in re.findall(NUMBER, rest)]
        if letter == "M":
            at = (x[0], x[1])
            out.append([at])
            continue
        if letter == "L":
            at = (x[0], x[1])
        elif letter in "Hh":
            at = (x[0] if letter == "H" else at[0] + x[0], at[1])
        elif letter in "Vv":
            at = (at[0], x[0] if letter == "V" else at[1] + x[0])
        elif letter == "l":
            at = (at[0] + x[0], at[1] + x[1])
        elif letter == "z":
            at = out[-1][0]
        if letter != "a":
            out[-1].append(at)
    return out


def box_of(points):
    return (min(p[0] for p in points), min(p[1] for p in points),
            max(p[0] for p in points), max(p[1] for p in points))


def crosses(a, b, box):
    """Does a segment meet the inside of a box? An end is inside, or the segment
    and one of the box's sides separate each other's ends."""
    def inside(p):
        return box[0] < p[0] < box[2] and box[1] < p[1] < box[3]

    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if inside(a) or inside(b):
        return True
    c = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    for p, q in zip(c, c[1:] + c[:1]):
        if side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0:
            return True
    return False


class Panel:
    """What stands between one frame's clip path and the next."""

    def __init__(self, clip):
        self.frame = box_of(strokes(clip)[0])
        self.curves, self.legend = [], None


def panels(text):
    root = tree.fromstring(text)
    out, words = [], []
    for e in root.iter():
        if e.tag == NS + "clipPath":
            out.append(Panel(e[0].get("d")))
        elif e.tag == NS + "g" and e.get("clip-path"):
            for path in e:
                out[-1].curves += [(line, path) for line in strokes(path.get("d"))]
        elif e.tag == NS + "g" and e.get("class") == "legend":
            out[-1].legend = box_of(strokes(e[0].get("d"))[0])
            out[-1].entries = [t.text for t in e.iter(NS + "text")]
        elif e.tag == NS + "text":
            words.append(e)
    for p in out:
        p.words = ["".join(t.itertext()).replace("\u200b", "") for t in words]
    return root, out


def axis_words(root, p, axis):
    """The label of a panel's axis and its ticks: pixels from the frame, words."""
    x0, y0, x1, y1 = p.frame
    label, ticks = None, []
    for t in root.iter(NS + "text"):
        x, y = float(t.get("x")), float(t.get("y"))
        word = "".join(t.itertext()).replace("\u200b", "")
        if axis == "x" and x0 - 1 <= x <= x1 + 1:
            if abs(y - y1 - 16) < 0.1 and t.get("text-anchor") == "middle":
                ticks.append((round(x - x0, 1), word))
            elif abs(y - y1 - 33) < 0.1:
                label = word
        elif axis == "y" and y0 - 1 <= y <= y1 + 8:
            if abs(x - x0 + 7) < 0.1 and t.get("text-anchor") == "end":
                ticks.append((round(y - y0, 1), word))
            elif t.get("transform") and x < x0 and abs(y - (y0 + y1) / 2) < 0.1 \
                    and x0 - x < 90:
                label = word
    return label, ticks


def values(root, p, line):
    """A polyline in the numbers of the axes, by two ticks of each."""
    maps = []
    for axis, start in (("x", 0), ("y", 1)):
        ticks = [(at, float(w.replace("\u2212", "-")))
                 for at, w in axis_words(root, p, axis)[1]]
        (a, u), (b, v) = ticks[0], ticks[-1]
        # a tick's word on the y axis stands 0.36 of its size below it
        a, b = (a - 3.96 * start, b - 3.96 * start)
        maps.append((p.frame[start], a, u, (v - u) / (b - a)))
    return [tuple(u + (z - f - a) * s for z, (f, a, u, s) in zip(q, maps))
            for q in line]
