"""The map of outcomes over offset and step. Its dots against the scheme in fractions with
a projection that tries every wall and every corner; its table of jumps against the law
from hit to hit, in fractions, with a projection that solves for the impulses: at each
offset named, beside it, and at random ones between, which have to be of one outcome.

    python3 verify/p10/test_outcome_map.py
"""
import csv
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction as F

from paoli_face import BINARY, LONG, SOURCE
sys.path.insert(0, os.path.join(SOURCE, "verify", "tools"))
from svg import axis_words, panels  # noqa: E402

SEED = int(os.environ.get("PERP_SEED", "2017"))
DEFAULT = {"k": F(1, 3), "f": F(1, 2), "walls": 3, "width": F(1, 4), "m": F(0),
           "e": F(1, 2), "T": F(5, 2), "left": F(-1, 8), "right": F(3, 8),
           "columns": 32, "coarse": 16, "fine": 128, "rows": 14, "u1": F(-1),
           "u2": F(-2)}


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


class Room:
    """Walls as (name, n, c): n.x >= c; the metric ((1, m), (m, 1))."""

    def __init__(self, s, k=None, far=True):
        k = s["k"] if k is None else k
        self.m, self.e, self.T, self.u = s["m"], s["e"], s["T"], (s["u1"], s["u2"])
        self.walls = [("floor", (F(0), F(1)), F(0)),
                      ("wall", ((1 - k * k) / (1 + k * k), 2 * k / (1 + k * k)), F(0))]
        if far and s["walls"] == 3:
            f = s["f"]
            n = (-(1 - f * f) / (1 + f * f), 2 * f / (1 + f * f))
            self.walls.append(("far", n, n[0] * s["width"]))

    def lift(self, n):
        """y with y1 + m y2 = n1, m y1 + y2 = n2."""
        y2 = (n[1] - self.m * n[0]) / (1 - self.m * self.m)
        return (n[0] - self.m * y2, y2)

    def product(self, a, b):
        normal = {name: n for name, n, _ in self.walls}
        return dot(normal[a], self.lift(normal[b]))

    def start(self, s):
        return (s - self.u[0], -self.u[1])

    def holds(self, x):
        return all(dot(n, x) >= c for _, n, c in self.walls)

    def law(self, v, met):
        """The impulses by trying every set of walls that may push."""
        for size in range(3):
            for some in itertools.combinations(met, size):
                ups = [self.lift(n) for _, n, _ in some]
                r = [-dot(n, v) for _, n, _ in some]
                g = [[dot(n, w) for w in ups] for _, n, _ in some]
                if size == 2:
                    det = g[0][0] * g[1][1] - g[0][1] * g[1][0]
                    push = [(r[0] * g[1][1] - g[0][1] * r[1]) / det,
                            (g[0][0] * r[1] - r[0] * g[1][0]) / det]
                else:
                    push = [r[0] / g[0][0]] if size else []
                w = [v[i] + sum(p * y[i] for p, y in zip(push, ups)) for i in (0, 1)]
                if all(p >= 0 for p in push) and all(dot(n, w) >= 0 for _, n, _ in met):
                    return tuple((1 + self.e) * a - self.e * b for a, b in zip(w, v))
        raise AssertionError("no projection")

    def motion(self, s):
        """The velocity at T, the walls of each hit, and what would hit at T itself."""
        x, v, t, order = self.start(s), self.u, F(0), []
        while True:
            times = [((dot(n, x) - c) / -dot(n, v), name) for name, n, c in self.walls
                     if dot(n, v) < 0]
            if not times or t + min(times)[0] >= self.T:
                late = [name for d, name in times if t + d == self.T]
                return v, order, late
            d = min(times)[0]
            t, x = t + d, tuple(a + d * b for a, b in zip(x, v))
            met = [w for w in self.walls if dot(w[1], x) == w[2]]
            order.append([w[0] for w in met])
            v = self.law(v, met)
            assert len(order) < 300

    def nearest(self, z):
        """The point of the room nearest to z: z, a foot, a corner."""
        found = [z]
        for _, n, c in self.walls:
            y = self.lift(n)
            share = (c - dot(n, z)) / dot(n, y)
            found.append((z[0] + share * y[0], z[1] + share * y[1]))
        for (_, a, c), (_, b, d) in itertools.combinations(self.walls, 2):
            det = a[0] * b[1] - a[1] * b[0]
            if det:
                found.append(((c * b[1] - a[1] * d) / det, (a[0] * d - c * b[0]) / det))

        def far(p):
            x, y = p[0] - z[0], p[1] - z[1]
            return x * x + 2 * self.m * x * y + y * y
        return min((p for p in found if self.holds(p)), key=far)

    def scheme(self, s, steps):
        """The velocity behind the last step of 1/steps."""
        h, e, old = F(1, steps), self.e, self.start(s)
        new = self.nearest(tuple(a + h * b for a, b in zip(old, self.u)))
        for _ in range(-(-self.T.numerator * steps // self.T.denominator) - 1):
            z = self.nearest(tuple((2 * b - (1 - e) * a) / (1 + e)
                                   for a, b in zip(old, new)))
            old, new = new, tuple(-e * a + (1 + e) * b for a, b in zip(old, z))
        return tuple((b - a) / h for a, b in zip(old, new))


def called(sets, place, *words):
    """The tables beside the figure that the case draws."""
    command = [BINARY, "run", os.path.join(SOURCE, "cases", "P10", "outcome_map.lua"),
               "-q", "--plot", place, *words]
    for name, value in sets.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, text=True, capture_output=True)
    assert done.returncode == 0, (sets, done.stderr)
    out = []
    for name in ("jumps", "map"):
        path = os.path.join(place, f"outcome_map.{name}.csv")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as text:
                out.append(list(csv.DictReader(text)))
    return out


def jump_table(sets):
    with tempfile.TemporaryDirectory() as place:
        return called({**sets, "dots": "false"}, place)[0]


def jumps(sets, r):
    """The table, and what the law says at, beside and between its offsets."""
    s = {**DEFAULT, **sets}
    room, table = Room(s), jump_table(sets)
    ends = [s["left"]] + [F(c["offset"]) for c in table] + [s["right"]]
    assert ends == sorted(set(ends)), ends
    between = []
    for a, b in zip(ends, ends[1:]):
        some = [room.motion(a + (b - a) * F(r.randint(1, 10 ** 6), 10 ** 6 + 1))
                for _ in range(40 if LONG else 12)]
        some += [room.motion(a + (b - a) / 10 ** 9), room.motion(b - (b - a) / 10 ** 9)]
        assert all(x[:2] == some[0][:2] for x in some), (sets, str(a), str(b))
        between.append(some[0])
    for i, c in enumerate(table):
        v, order, late = room.motion(F(c["offset"]))
        before, after = between[i], between[i + 1]
        for key, want in (("before", before[0]), ("at", v), ("after", after[0])):
            found = tuple(F(c[f"v{j}_{key}"]) for j in (1, 2))
            assert found == want, (sets, c, key, want)
        for key, want in (("before", before[1]), ("after", after[1])):
            assert c["order_" + key] == " ".join("+".join(x) for x in want), (c, want)
        pair, jump = (c["first"], c["second"]), not before[0] == v == after[0]
        assert c["jumps"] == str(jump).lower(), (sets, c)
        if "end" in pair:
            assert set(pair) - {"end"} <= set(late) and c["product"] == "", (c, late)
            continue
        assert any(set(pair) <= set(x) for x in order), (c, order)
        p = room.product(*pair)
        bad = p > 0 if s["e"] == 0 else p != 0
        assert F(c["product"]) == p and c["violates"] == str(bad).lower(), (c, p)
        assert c["angle"] == ("obtuse" if p > 0 else "acute" if p < 0 else "right"), c
        assert bad or not jump, ("a jump where the condition holds", sets, c)
    return table, between


def drawn(sets, place):
    """The rows of the map, the last velocity of each run, and the figure."""
    rows = called(sets, place, "--rational", "--csv", os.path.join(place, "t.csv"))[1]
    ends = {}
    for file in os.listdir(place):
        if file.startswith(("t.map", "t.jump")):
            with open(os.path.join(place, file), encoding="utf-8") as text:
                lines = [x.split(",") for x in text.read().split()]
            at = [lines[0].index(x) for x in ("v.x1", "v.x2")]
            ends[file[2:-4]] = tuple(F(lines[-1][i]) for i in at)
    with open(os.path.join(place, "outcome_map.svg"), encoding="utf-8") as text:
        return rows, ends, text.read()


def lines(text, table, s):
    """A line for each change, full where it jumps, in its place and by its words."""
    root, found = panels(text)
    p = found[0]
    ticks = axis_words(root, p, "x")[1]
    (a, u), (b, v) = [(x, float(w.replace("\u2212", "-"))) for x, w in
                      (ticks[0], ticks[-1])]
    upright = [(u + (line[0][0] - p.frame[0] - a) * (v - u) / (b - a),
                path.get("stroke-dasharray") is None)
               for line, path in p.curves if path.get("fill") == "none"]
    want = [(float(F(c["offset"])), c["jumps"] == "true") for c in table]
    assert len(want) == len(upright), (want, upright)
    for (x, full), (y, jump) in zip(upright, want):
        assert abs(x - y) < 2e-3 * float(s["right"] - s["left"]) and full == jump, \
            (upright, want)
    for c in table:
        words = f"{c['first']}+{c['second']} at {c['offset']}: " + (
            f"{c['product']}, {c['angle']}" if c["product"] else "the run ends")
        assert words in p.entries, (words, p.entries)
    return p


def look(sets, r):
    s = {**DEFAULT, **sets}
    table, between = jumps(sets, r)
    room = Room(s)
    law = {}
    for i, piece in enumerate(between):
        at = [room.motion(F(table[i - 1]["offset"]))] if i else []
        for v, order, _ in at + [piece]:
            law.setdefault(v, " ".join("+".join(x) for x in order))
    with tempfile.TemporaryDirectory() as place:
        rows, ends, text = drawn(sets, place)
    count, at = {}, 0
    for j in range(s["rows"] + 1):
        n = s["coarse"] + (s["fine"] - s["coarse"]) * j // s["rows"]
        for i in range(s["columns"] + 1):
            shift = s["left"] + (s["right"] - s["left"]) * F(i, s["columns"])
            want = room.scheme(shift, n)
            assert ends[f"map{i}.{j}"] == want, (sets, i, j, want)
            kind = law.get(want, "none of these")
            count[kind] = count.get(kind, 0) + 1
            row = rows[at]
            assert F(row["offset"]) == shift and F(row["h"]) == F(1, n), row
            assert row["outcome"] == kind, (sets, row, kind)
            assert row["law"] == " ".join("+".join(x) for x in room.motion(shift)[1])
            at += 1
    p = lines(text, table, s)
    shown = dict(x.rsplit(": ", 1) for x in p.entries
                 if re.search(r": \d+$", x) and " at " not in x)
    assert {x: int(y) for x, y in shown.items()} == {
        x or "no hit": y for x, y in count.items()}, (shown, count)
    for i in range(-4, 9):
        corner = Room(s, F(i, 10), False)
        sides = (F(-1, 8), F(1, 8))
        inside = all(corner.holds(corner.start(x)) for x in sides)
        assert inside == (f"jump{i}.1" in ends), (sets, i)
        for at, shift in enumerate(sides):
            assert not inside or ends[f"jump{i}.{at + 1}"] == corner.scheme(
                shift, s["fine"]), (sets, i, at)
    if not any(c["violates"] == "true" for c in table):
        assert len(law) == 1 or any("end" in (c["first"], c["second"]) for c in table)
        assert s["walls"] == 3 or table == [] or set(count) <= set(law.values()), count
    return count


def by_hand():
    """u = (-1, -2), e = 1/2: the floor leaves (-1, 1), the wall with n = (4, 3)/5 takes
    3/2 of -1/5 from it; at the origin both turn (0, 0) and all of u back."""
    table = {c["offset"]: c for c in jump_table({"walls": 2})}
    assert list(table) == ["0"], table
    c = table["0"]
    assert [c[x] for x in ("first", "second", "product", "angle", "violates", "jumps",
                           "v1_at", "v2_at", "v1_after", "v2_after")] == [
        "wall", "floor", "3/5", "obtuse", "true", "true", "1/2", "1", "-19/25",
        "59/50"], c
    where = os.path.join(SOURCE, "cases", "P10", "outcome_map.lua")
    said = subprocess.run([BINARY, "hypotheses", where, "--set", "walls=2"], text=True,
                          capture_output=True).stdout
    assert "(n_a, M^-1 n_b) = 0.6 for 'floor' and 'wall'" in said, said


def random_sets(r):
    k = r.choice((F(r.randint(1, 9), 10), F(0), F(-r.randint(1, 6), 32)))
    return {"k": k, "e": r.choice((F(0), F(1), F(r.randint(1, 8), 8))),
            "m": r.choice((F(0), F(3, 4), F(r.randint(-5, 5), 8))),
            "f": F(r.randint(5, 12), 12), "width": F(r.randint(8, 20), 64),
            "walls": r.randint(2, 3), "left": F(-r.randint(1, 8), 64),
            "right": F(r.randint(1, 24), 64), "u2": -F(r.randint(7, 9), 4)}


def main():
    r = random.Random(SEED)
    print("seed", SEED)
    small = {"columns": 5, "rows": 1, "coarse": 9, "fine": 16}
    by_hand()
    seen = {}
    fixed = [{}, {"m": F(3, 4)}, {"k": F(0), "walls": 2, "e": F(1)},
             {"k": F(-1, 8), "e": F(0), "width": F(1, 8)}]
    for sets in fixed + [random_sets(r) for _ in range(12 if LONG else 0)]:
        for x, y in look({**sets, **small}, r).items():
            seen[x] = seen.get(x, 0) + y
    angles = {(c["angle"], c["jumps"]) for k in ("1/3", "-1/8")
              for c in jump_table({"m": "3/4" if k == "1/3" else "0", "k": k})}
    late = [c for T in (F(4, 3), F(3, 2), F(7, 4))
            for c in jumps({"T": T, "k": F(1, 5), "width": F(1, 3)}, r)[0]
            if "end" in (c["first"], c["second"])]
    assert any(len(c["order_before"].split()) > 1 for c in late), late
    for _ in range(120 if LONG else 9):
        sets = random_sets(r)
        try:
            angles |= {(c["angle"], c["jumps"]) for c in jumps(sets, r)[0]}
        except AssertionError as why:
            if "more than 100 hits" not in str(why):
                raise
    assert {("obtuse", "true"), ("acute", "true"), ("right", "false")} <= angles, angles
    assert len(seen) > 4 and "none of these" in seen, seen
    print("outcome_map:", seen, sorted(angles))


if __name__ == "__main__":
    main()
