"""Nearest points that gradients in one ball do not decide: bulges that are hit deeply, and two
ways out, one of which is shorter; against closed forms.

    PERP_SEED=4 python3 verify/p10/test_paoli_tree.py
"""
import json
import math
import os
import random

from paoli_face import LONG
from test_paoli_curved import perp, scene

SEED = int(os.environ.get("PERP_SEED", "2413"))


def unit(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def one_step(names, M, gap, q, y):
    """The run of one step from q whose prediction is y: (proven, Z, what --json says)."""
    text = scene(names, M, [0] * len(names), [gap], 0, 1., 1,
                 [b - a for a, b in zip(q, y)], q)
    said = json.loads(perp(text, "-q", "--json").stdout)
    head, _, row = perp(text, "-q", "--csv", "-").stdout.split()
    at = dict(zip(head.split(","), map(float, row.split(","))))
    assert said["nearest_proven"] + said["nearest_searched"] == 1, (SEED, said)
    return said["nearest_proven"], [at["q." + x] for x in names], said


def bulge():
    """K under y = x^2, the prediction at (0, s): (0, 0) is nearest up to s = 1/2, then two
    points beside it. Balls alone decide up to 1/4, shells up to 4/9."""
    for s in .05, .2, .24, .3, .4, .5, .51, .6, 1, 3:
        proven, Z, said = one_step("xy", unit(2), "x*x - y", [0, -1], [0, s])
        assert proven == (s < .45), (s, said)
        far = s if s <= .5 else math.sqrt(s - .25)
        assert abs(math.dist(Z, [0, s]) - far) < 1e-7, (s, Z)


def slab():
    """K = {|x| >= a} by one gap, max(x - a, -x - a), with any metric and up to four coordinates: near Z
    it is flat, and in the whole ball it has two branches. From y = t e_1 the other side is farther by
    2t of it: boxes exclude it; at t = 0 it is as near, and from four coordinates on none are tried."""
    draw = random.Random(SEED)
    for n in 1, 2, 3, 4:
        for t in 0, .001, -.05, draw.uniform(.1, .9):
            M = unit(n)
            for i in range(n):
                M[i][i] = draw.uniform(1, 3)
            if n > 1:
                M[0][1] = M[1][0] = draw.uniform(-.5, .5)
            q = [math.copysign(2, t)] + [.1] * (n - 1)
            y = [t] + [draw.uniform(-.2, .2) for _ in range(n - 1)]
            proven, Z, said = one_step("xyzu"[:n], M, "perp.max(x - 1, -x - 1)", q, y)
            assert proven == (t != 0 and n < 4), (SEED, n, t, said)
            assert abs(Z[0] - q[0] / 2) < 1e-9, (n, t, Z)


def lens():
    """What two discs have in common is not K: f = max(f_A, f_B), and out of a lens there are two
    ways, one of which is shorter. Both are known: along the radii."""
    draw = random.Random(SEED)
    gap = "perp.max((x + 0.8)*(x + 0.8) + y*y - 1, (x - 0.8)*(x - 0.8) + y*y - 1)"
    proofs, n = 0, 60 if LONG else 12
    for _ in range(n):
        y = [draw.choice([-1, 1]) * draw.uniform(.02, .12), draw.uniform(-.1, .1)]
        centre = [math.copysign(.8, -y[0]), 0]
        length = math.dist(y, centre)
        true = [c + (a - c) / length for a, c in zip(y, centre)]
        proven, Z, said = one_step("xy", unit(2), gap, [3 * y[0] / abs(y[0]), 0], y)
        proofs += proven
        assert not proven or math.dist(Z, true) < 1e-7, (SEED, y, Z, true)
        wrong, Z, _ = one_step("xy", unit(2), gap, [-.7 * y[0] / abs(y[0]), 0], y)
        assert not wrong or math.dist(Z, true) < 1e-7, (SEED, y, Z, true)
    print(f"seed {SEED}: {proofs} of {n} steps out of a lens proven")
    assert proofs > .8 * n, proofs
    for s in 0, .05, -.1:
        assert not one_step("xy", unit(2), gap, [3, 0], [0, s])[0], s
    pole = gap + " + 0.000001*y*y/x"
    assert not one_step("xy", unit(2), pole, [3, 0], [.05, .05])[0]


if __name__ == "__main__":
    for test in bulge, slab, lens:
        test()
