"""Convex sets that are seen from their formulas: depth and number do not matter.

    python3 verify/p10/test_paoli_form.py
    PERP_LONG=1 ...        chains of 10, 20 and 50 links, 100 steps

A chain of ropes, each a gap L - |p_i - p_{i-1}|; points in a disc and in an ellipse,
pulled far outside, where the nearest point has a closed form or is found by
bisection of the multiplier.
"""
import json
import math
import os
import random
import tempfile

from paoli_face import LONG
from test_paoli_curved import perp, projections, scene

SEED = int(os.environ.get("PERP_SEED", "24"))
UNIT = [[1, 0], [0, 1]]


def chain(n, steps):
    names = [f"{c}{i}" for i in range(n) for c in "xy"]
    q, gaps = [], []
    for i in range(n):
        q += [.099 * (i + 1), 0.]
        dx, dy = (f"(x{i} - x{i - 1})", f"(y{i} - y{i - 1})") if i else ("x0", "y0")
        gaps.append(f".1 - sqrt({dx}*{dx} + {dy}*{dy})")
    M = [[float(a == b) for b in range(2 * n)] for a in range(2 * n)]
    return scene(names, M, [0, -9.81] * n, gaps, 0, .002, steps, [0.] * 2 * n, q)


def links():
    """Falls from nearly stretched. The problems of a step do not grow with the
    links: one solve and one look for multipliers, and now and then a third."""
    found = []
    for n, steps in ((10, 100), (20, 100), (50, 100)) if LONG else ((6, 50), (12, 50)):
        got = json.loads(perp(chain(n, steps), "-q", "--json").stdout)
        found.append(got["lcps"] / got["steps"])
        print(f"{n} links: {found[-1]:.2f} problems a step, "
              f"{got['nearest_proven']} projections proven")
        assert got["nearest_searched"] == 0 and got["nearest_proven"] > 20, got
        assert got["boundary_error"] < 1e-12, got
    assert max(found) < 4 and found[-1] <= 1.2 * found[0], found


def of_ellipse(a, b, y):
    """The point of x^2/a^2 + y^2/b^2 <= 1 nearest to y outside: its multiplier."""
    def point(t):
        return [s * s * z / (s * s + t) for s, z in zip((a, b), y)]
    low, high = 0., max(a, b) * math.hypot(*y)
    for _ in range(200):
        t = (low + high) / 2
        if sum((z / s) ** 2 for s, z in zip((a, b), point(t))) > 1:
            low = t
        else:
            high = t
    return point(high)


def deep():
    """From inside of an ellipse and of a disc, up to nine times its size away. A
    bound on gradients in a ball stops at half of the radius of curvature."""
    draw = random.Random(SEED)
    far = 0
    for k in range(8):
        a, b = (1, 1) if k < 3 else (1, draw.choice([.25, .05]))
        gap = (f"1 - (x/{a})*(x/{a}) - (y/{b})*(y/{b})" if k else "1 - sqrt(x*x + y*y)")
        turn = draw.uniform(0, math.tau)
        v = [draw.uniform(1, 9) * math.cos(turn), draw.uniform(1, 9) * math.sin(turn)]
        text = scene("xy", UNIT, [0, 0], [gap], 0, 1., 1, v, [.01, .002])
        got = json.loads(perp(text, "-q", "--json").stdout)
        assert got["nearest_searched"] == 0 and got["nearest_proven"] >= 1, (SEED, got)
        for y, z in projections(text, "xy", [0, 0], 0, 1.):
            if (y[0] / a) ** 2 + (y[1] / b) ** 2 > 1:
                assert math.dist(z, of_ellipse(a, b, y)) < 1e-8, (SEED, y, z)
                far += 1
    print("seed", SEED, "nearest points far from K:", far)
    assert far >= 8, far


def says(gaps, *words):
    text = scene("xy", UNIT, [0, -1], gaps, 0, .1, 5, [.3, .1], [.1, .2])
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        from test_paoli_curved import BINARY, subprocess
        done = subprocess.run([BINARY, "hypotheses", path], text=True,
                              capture_output=True)
    line = next(x for x in done.stdout.splitlines() if x.lstrip().startswith("K"))
    return line + done.stdout.split(line)[1].split("\n")[1]


def asked():
    """`perp hypotheses`: what is convex by form, and what is not said to be."""
    inside, outside = "1 - x*x - y*y", "x*x + y*y - 1/100"
    assert "each gap is concave" in says([inside]), says([inside])
    assert "concave" in says([inside, "x + y + 1"]), says([inside, "x + y + 1"])
    for gaps in ([outside], [inside, outside], ["1 - x*y"]):
        assert "concave" not in says(gaps), (gaps, says(gaps))


if __name__ == "__main__":
    for test in links, deep, asked:
        test()
