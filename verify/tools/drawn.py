"""What a figure of perp.plot shows, read from its SVG: numbers, not pixels.

A panel's axes are read from where its ticks stand and what they say.
"""
import csv
import os
import re
import tempfile

from program import SOURCE, check, run

MINUS = "\u2212"
NUMBER = r"-?\d+(?:\.\d+)?"


def value(text):
    return float(text.replace(MINUS, "-"))


def axis(ticks):
    """From pixels to numbers, by the first and the last tick."""
    if len(ticks) < 2:
        return lambda p: float("nan")
    (a, x), (b, y) = min(ticks), max(ticks)
    return lambda p: x + (p - a) * (y - x) / (b - a)


class Panel:
    def __init__(self, text, frame, inside, scales):
        x0, y0, w, h = frame
        self.inside = inside
        xs, ys = [], []
        for x, y, anchor, word in re.findall(
                r'<text x="(%s)" y="(%s)" font-size="11" text-anchor="(\w+)">'
                r'([^<]*)</text>' % (NUMBER, NUMBER), text):
            x, y = float(x), float(y)
            if not re.fullmatch(r"[%s\d.]+" % MINUS, word):
                continue
            if (anchor == "middle" and abs(y - y0 - h - 16) < 0.02 and
                    x0 - 1 <= x <= x0 + w + 1):
                xs.append((x, value(word)))
            if anchor == "end" and abs(x - x0 + 7) < 0.02 and \
                    y0 <= y <= y0 + h + 8:
                ys.append((y - 0.36 * 11, value(word)))
        self.unit = [1, 1]
        for x, y, anchor, word in scales:
            if abs(y - y0 + 5) < 20 and abs(x - x0) < 1:
                self.unit[1] = 10.0 ** value(word)
            if abs(y - y0 - h - 32) < 1 and abs(x - x0 - w) < 1:
                self.unit[0] = 10.0 ** value(word)
        fx, fy = axis(xs), axis(ys)
        self.x = lambda p: self.unit[0] * fx(p)
        self.y = lambda p: self.unit[1] * fy(p)
        # of one unit, in pixels
        self.scale = (1 / (self.x(1) - self.x(0)),
                      1 / (self.y(0) - self.y(1)))

    def paths(self, what):
        """The `d` of paths whose tag has this text."""
        return [d for tag, d in re.findall(r'(<path[^>]*? d="([^"]*)"[^>]*>)',
                                           self.inside) if what in tag]

    def points(self, d):
        """Corners of M and L, in numbers."""
        return [(self.x(float(a)), self.y(float(b))) for a, b in
                re.findall(r"[ML](%s) (%s)" % (NUMBER, NUMBER), d)]

    def circles(self, color):
        """Centres of round marks."""
        out = []
        for d in self.paths('fill="%s"' % color):
            for a, b, r in re.findall(r"M(%s) (%s)a(%s)" % ((NUMBER,) * 3), d):
                out.append((self.x(float(a) + float(r)), self.y(float(b))))
        return out

    def triangles(self, color):
        out = []
        for d in self.paths('fill="%s"' % color):
            for a, b, w, h in re.findall(
                    r"M(%s) (%s)l(%s) (%s)h-" % ((NUMBER,) * 4), d):
                out.append((self.x(float(a)),
                            self.y(float(b) + 0.6 * float(h))))
        return out

    def diamonds(self, color):
        out = []
        for d in self.paths('fill="%s"' % color):
            for a, b, r in re.findall(r"M(%s) (%s)l(%s) \3l" % ((NUMBER,) * 3),
                                      d):
                out.append((self.x(float(a)), self.y(float(b) + float(r))))
        return out

    def cells(self):
        """Squares of a cloud: (low x, high x, low y, high y)."""
        out = []
        for d in self.paths('class="cloud"'):
            for a, b, w, h in re.findall(
                    r"M(%s) (%s)h(%s)v(%s)h-" % ((NUMBER,) * 4), d):
                a, b, w, h = map(float, (a, b, w, h))
                out.append((self.x(a), self.x(a + w), self.y(b + h),
                            self.y(b)))
        return out

    def segments(self):
        """Of a web: pairs of points."""
        out = []
        for d in self.paths('class="web"'):
            for run in d.split("M")[1:]:
                p = self.points("M" + run)
                out += list(zip(p, p[1:]))
        return out


def panels(text):
    scales = [(float(x), float(y), a, w) for x, y, a, w in re.findall(
        r'<text x="(%s)" y="(%s)" font-size="11" text-anchor="(\w+)">'
        r'\xd710<tspan[^>]*>([^<]*)<' % (NUMBER, NUMBER), text)]
    out = []
    for k, x, y, w, h, inside in re.findall(
            r'<clipPath id="p(\d+)"><path d="M(%s) (%s)h(%s)v(%s)h[^"]*"/>'
            r'</clipPath>\n<g clip-path=[^>]*>(.*?)\n</g>' % ((NUMBER,) * 4),
            text, re.S):
        out.append(Panel(text, tuple(map(float, (x, y, w, h))), inside,
                         scales))
    return out


def scene(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def reach(name, *words):
    """The figure of a case's reach, its panels, and the rows that ended."""
    with tempfile.TemporaryDirectory() as place:
        r = run("reach", scene(name), "--plot", place, "--csv",
                os.path.join(place, "t.csv"), "-q", *words)
        check(r.returncode == 0, "%s: %s" % (name, r.stderr))
        with open(os.path.join(place, name + "_reach.svg")) as f:
            text = f.read()
        with open(os.path.join(place, "t.csv")) as f:
            rows = [{k: float(x) for k, x in row.items()}
                    for row in csv.DictReader(f)]
    return text, panels(text), [r for r in rows if r["ended"] == 1]


def near(p, a, b, pixels=1.0):
    return (abs(a[0] - b[0]) * p.scale[0] < pixels and
            abs(a[1] - b[1]) * p.scale[1] < pixels)


def same(p, found, wanted, label):
    """Each has its partner, within a pixel."""
    check(all(any(near(p, a, b) for b in found) for a in wanted) and
          all(any(near(p, a, b) for a in wanted) for b in found),
          "%s: drawn %s, wanted %s" % (label, found, wanted))


def equal(p, label):
    """A metre a second is the same length on both axes."""
    check(abs(p.scale[0] / p.scale[1] - 1) < 1e-3,
          "%s: axes %s" % (label, p.scale))
