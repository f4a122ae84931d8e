"""Lists of modes where a step has several solutions, or a list no inverse.

    python3 verify/pks05/ends/test_linear_lists.py

The point of nonunique_step.lua: hK + C = [[5, -2], [-2, 1]], theta = 1, so that a
step asks w = A lambda + b with A = [[1, 2], [2, 5]], b = (v_y + y/h, v_x). For
mu > 1/2 there may be three motions from one start, and a start counts when one
of them ends as asked. For mu = 1/2 the list that slips forward is singular.
"""
import json
from fractions import Fraction as F

import test_starts_plane as plane

H = F(1, 2)


def point(**other):
    p = plane.ball(h=F(1), theta=F(1), f0=[F(0), F(0)], q=[F(0), F(1, 4)], steps=1,
                   K=[[5 * H, -F(1)], [-F(1), H]], C=[[5 * H, -F(1)], [-F(1), H]])
    p["contacts"][0]["mu"] = F(1)
    p.update(other)
    return p


def several():
    """b = (1, 4) is v = (4, 3/4), with three motions: v' - v is (0, 0), (-2, 3),
    (-1, 1). Each of the three ends has this start, and has others."""
    found = []
    for steps in (1, 2):
        for dx, dy in ((0, 0), (-2, 3), (-1, 1)):
            p = point(steps=steps)
            rows = [[{}, {"v.x": F(1)}, F(4 + dx)], [{}, {"v.y": F(1)}, F(3, 4) + dy]]
            n, c, pieces = plane.compare(p, rows, prune=True)
            got = json.loads(plane.run(plane.scene(p, rows)).stdout)
            assert steps == 2 or ["4", "3/4"] in got["starts_exact"], got
            found.append((n, c, pieces))
    print("starts, continua, pieces:", *found)
    assert max(n for n, _, _ in found) >= 2, found


def singular(unknowns):
    """(1 - 2 mu) lambda_n = -b_n has for mu = 1/2 a solution where b_n = 0 only,
    on v_y = -1/4; there nothing is known, and beside mu = 1/2 all is."""
    for mu in (H, H - F(1, 1000), H + F(1, 1000)):
        p = point()
        p["contacts"][0]["mu"] = mu
        rows = [[{}, {"v.x": F(1)}, F(4)], [{}, {"v.y": F(1)}, F(3, 4)]]
        if unknowns == 1:
            rows[0] = [{"v.x": F(1)}, {}, F(4)]
        done = plane.run(plane.scene(p, rows))
        assert done.returncode == 0, done.stderr
        got = json.loads(done.stdout)
        assert ["4", "3/4"] in got["starts_exact"], got
        assert got["starts_complete"] == (mu != H), (mu, got)
        open_ = got["starts_undecided"]
        assert bool(open_) == (mu == H), (mu, open_)
        if unknowns == 1 and open_:
            assert open_ == [["-1/4", "-1/4"]], open_
        for k in open_ if unknowns == 2 else []:
            assert all(v[1] == "-1/4" for v in k["corners"]), k
            assert all(v[1] == "0" for v in k["directions"]), k
        assert (got["other_starts"] is None) == (mu == H), got
        ways = {v[0] for k in open_ for v in k["directions"]} if unknowns == 2 else set()
        assert unknowns == 1 or mu != H or ways == {"1", "-1"}, open_


if __name__ == "__main__":
    several()
    singular(1)
    singular(2)
