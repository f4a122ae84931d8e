"""(H5), (H6), (H8) and the Coriolis matrix, on small scenes whose answers are
known."""
import math
import re

from program import check, done
from study import (case, gap, hypotheses, table, verdict, verifies,
                   written)


# (H5) A spring: the largest ratio along the run is computed from its table.
# Verifies GAP08 (4.15)-(4.16).
def growth():
    for mu, half in ((0.1, 1), (0.2, 0.5)):
        rows = table(case("spring_block"), mu=mu, half=half)
        w = math.pi / half
        most = max(math.hypot(w * w * r["q.x"], 9.81) /
                   (1 + math.hypot(r["q.x"], r["q.y"]) +
                    math.hypot(r["v.x"], r["v.y"])) for r in rows)
        h = hypotheses(case("spring_block"), mu=mu, half=half)["H5"]
        check(h["verdict"] == "met" and h["basis"] == "form", h["text"])
        check(0.97 * most <= h["number"] <= most * (1 + 1e-9),
              "C = %g, not %g" % (h["number"], most))
        check("|k1q| <= %.4g" % (w * w) in h["text"], h["text"])
    verdict("a damper", "H5", "met", "form", ["|k1v| <= 0.5", "|k1q| <= 0,"],
            None, force="{ -0.3 * v.x, -0.4 * v.y }")
    verdict("a hard spring", "H5", "not met", "visited", ["10000 times"], None,
            force="{ -q.x^3, 0 }")
    verdict("a square", "H5", "not met", "visited", ["10000 times"], None,
            force="{ -q.x^2, 0 }")
    verdict("drag", "H5", "not met", "visited", ["1000 times"], None,
            force="{ -v.x * perp.sqrt(v.x^2 + v.y^2), 0 }")
    verdict("a pendulum", "H5", "met", "form", [], None,
            force="{ -9.81 * perp.sin(q.x), 0 }")
    verdict("a root", "H5", "undecided", None, ["a root", "along the run"], None,
            force="{ 1 / (2 + perp.sin(q.x)), 0 }")
    verdict("a root of v", "H5", "undecided", None, ["|k1q| <= 0, |k1v| <= 0."],
            None, force="{ 1 / (2 + perp.sin(v.x)), 0 }")
    verdict("time alone", "H5", "met", "form", [], None, force="{ t^3, 0 }")
    verifies("GAP08 (4.15)-(4.16)")


growth()


# (H5) A hard spring: the ratio |x|^3 / (1 + |q| + |v|) at all rows, and at 1000
# and 10000 times the state of the one that is named.
# Verifies GAP08 (4.15).
def far():
    force = "{ -q.x^3, 0 }"
    rows = written(table, force=force)
    said = written(hypotheses, force=force)["H5"]

    def ratio(r, s):
        return abs(s * r["q.x"]) ** 3 / (
            1 + s * math.hypot(r["q.x"], r["q.y"]) +
            s * math.hypot(r["v.x"], r["v.y"]))
    near, far_, t, most = map(float, re.search(
        r"is (\S+) at 1000 times and (\S+) at 10000 times the state of t = "
        r"(\S+) s; along the run it is at most (\S+)", said["text"]).groups())
    row = [r for r in rows if abs(r["t"] - t) < 1e-9]
    check(len(row) == 1 and all(abs(a / b - 1) < 1e-3 for a, b in (
        (near, ratio(row[0], 1000)), (far_, ratio(row[0], 10000)),
        (said["number"], ratio(row[0], 10000)),
        (most, max(ratio(r, 1) for r in rows)))), said["text"])
    verifies("GAP08 (4.15)")


far()

# The Coriolis matrix.
ODD = "function(q, v) return { { 0, %s }, { %s, 0 } } end"
verdict("antisymmetric", "F", "met", "visited", ["last bit"], None,
        coriolis=ODD % ("v.x", "-v.x"))
verdict("symmetric", "F", "not met", "visited", ["row 1, column 2"], (2, 1e-9),
        coriolis=ODD % ("v.x", "v.x"))
verdict("none", "F", "met", "form", ["F = 0"])

# (H6) A slip whose direction turns with x: D' = (0, 2 x), of length 2.
verdict("directions", "H6", "met", "form", ["bounded"], (2, 1e-6),
        contacts=gap("q.y", "{ v.x + 2 * q.x * v.y }"))
verdict("a slip that bends", "H6", "undecided", None, ["a power"], None,
        contacts=gap("q.y", "{ v.x + q.x^2 * v.y }"))
verdict("a gap that bends", "H6", "undecided", None, [], (6, 1e-6),
        contacts=gap("q.y + q.x^3"))
verdict("a corner", "H6", "met", "form", [], None,
        contacts=gap("q.y", "{ v.x + perp.max(q.x, 0.5) * v.y }"))

# (H8)
verdict("a damper", "H8", "met", "form", ["k1v constant"], None,
        force="{ -0.5 * v.x + v.y, -q.x }")
verdict("drag", "H8", "not met", "visited", ["for the direction x"], None,
        force="{ -v.x^2, 0 }")
verdict("drag across", "H8", "not met", "visited", ["direction y"], (2, 1e-9),
        force="{ v.y^2, 0 }")
verdict("a damper that moves", "H8", "not met", "visited",
        ["k1v has changed", "t = 0.1 s"], None,
        force="{ -q.x * v.x, 0 }")
verdict("without Jacobians", "H8", "met", "form", ["zero"], None,
        force="{ -q.x * v.x, 0 }", more="jacobians = 'zero'")
verdict("no second difference", "H8", "undecided", None, ["no second"], None,
        force="{ perp.max(v.x, -100), 0 }")
done()
