"""The figure of an impact: where the block's corners are a moment later, by hand, for rest
and for both sequences; which outcomes have a panel, by a program that tries all modes.
"""
import math
import os
import re
import sys
import tempfile

from drawn import near, panels, scene
from program import SOURCE, check, done, expect, run

sys.path.insert(0, os.path.join(SOURCE, "verify", "hp23"))
import hp23


def drawn(name, *words):
    with tempfile.TemporaryDirectory() as place:
        r = run("impact", scene(name), "--plot", place, "--json", *words)
        check(r.returncode == 0, "%s: %s" % (name, r.stderr))
        with open(os.path.join(place, name + "_impact.svg")) as f:
            text = f.read()
    titles = re.findall(r'font-weight="600">([^<]*)<', text)[1:]
    return titles, panels(text)


def corners(x, y, th, width=1, height=2):
    c, s = math.cos(th), math.sin(th)
    return [(x + c * a * width / 2 - s * b * height / 2,
             y + s * a * width / 2 + c * b * height / 2)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def block():
    """v0 = 1: before, the block stands by tau higher; behind A before B its velocity is
    (21/100, 21/200, -21/100), behind B before A the mirror image."""
    titles, p = drawn("rocking_block", "--set", "v0=1")
    check(titles == ["before", "law (31): A sticks, B sticks",
                     "A before B: A parts, B sticks",
                     "B before A: A sticks, B parts"], "%s" % titles)
    tau = max(y for d in p[0].paths('stroke="#333333"')
              for x, y in p[0].points(d)) - 2
    check(0.01 < tau < 0.5, "tau %g" % tau)
    for k, color, v in ((1, "#0072b2", (0, 0, 0)),
                        (2, "#d62728", (0.21, 0.105, -0.21)),
                        (3, "#f2b701", (-0.21, 0.105, 0.21))):
        want = corners(tau * v[0], 1 + tau * v[1], tau * v[2])
        here = [c for d in p[k].paths('stroke="%s"' % color)
                for c in p[k].points(d)]
        check(all(any(near(p[k], w, c) for c in here) for w in want) and
              all(any(near(p[k], w, c) for w in want) for c in here),
              "%s: %s, wanted %s" % (titles[k], here, want))
        check(abs(p[k].scale[0] / p[k].scale[1] - 1) < 1e-3, "equal axes")


def outcomes():
    """The gait's three, and one sequence, for B does not approach before the impact."""
    M, Jn, Jt, mu, v = hp23.gait()
    found = set()
    for w in hp23.outcomes((M, Jn, Jt, mu, v)):
        words = []
        for name, n, t in zip("AB", Jn, Jt):
            words.append(name + (" parts" if hp23.dot(n, w) > 1e-9 else
                                 " slides" if abs(hp23.dot(t, w)) > 1e-9 else
                                 " sticks"))
        found.add("law (31): " + ", ".join(words))
    titles, p = drawn("compass_gait")
    check(len(p) == 5 and set(titles[1:4]) == found, "%s" % titles)
    check(titles[4] == "A before B: A sticks, B parts", "%s" % titles)


block()
outcomes()
expect("no bodies", 3, [], ["draw = function(q)"], "impact", scene("ramone"),
       "--plot", "x")
done()
