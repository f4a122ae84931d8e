"""perp estimates of AP02's linearly implicit scheme: what its inequalities leave out,
beside the same from the tables of runs; the theorem as a whole; what is refused."""
import csv
import io
import json
import math
import os

from program import SOURCE, check, done, expect, run
from study import sets


def case(name):
    return os.path.join(SOURCE, "cases", "AP02", name) + ".lua"


def asked(name, *more, **parameters):
    r = run("estimates", case(name), "--json", *more, *sets(parameters))
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return json.loads(r.stdout)


def table(name, **parameters):
    r = run("run", case(name), "-q", "--exact-check", "--csv", "-",
            *sets(parameters))
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(r.stdout))]


def near(name, got, want):
    check(abs(got - want) <= 1e-9 * abs(want) + 1e-12, "%s: %.12g, not %.12g" %
          (name, got, want))


# Two bodies on a table with a damper between them: friction takes |f| |v|, the damper h
# times its rate squared. Of the energy behind the first row the rest is what the pushes
# brought, less the implicit step's own loss, |v+ - w|^2/2, w = v + h M^-1 k1.
for p in ({"T": 1}, {"T": 0.5, "damping": 100, "m2": 4, "mu": 0.2, "h": 0.025}):
    p = {"damping": 20, "m1": 1, "m2": 1, "mu": 0.4, "h": 0.05, **p}
    x, rows = asked("two_bodies", **p), table("two_bodies", **p)
    friction = damped = 0
    for r in rows[1:]:
        friction -= r["ft.left"] * r["v.x1"] + r["ft.right"] * r["v.x2"]
        damped += p["h"] * p["damping"] * (r["v.x2"] - r["v.x1"]) ** 2
    check(x["rows"] == x["proven"] == len(rows) - 1 and x["refuted"] == 0 and
          x["collisions"] == 0, "rows: %s" % x)
    near("friction", x["friction"], friction)
    near("dampers", x["damped"], damped)
    check(x["linear"] == 0 and friction > 0 and damped > 0, "two_bodies: %s" % x)

# (49), (50) of the same run from its table. The cone has the normals y1, y2, the slips x1, x2
# and the link (-1, 1, 0, 0): the shortest vector that moves the link by 1 and closes no
# contact is (-1, 1, mu, mu)/2, those of the contacts are the normals, so that c_FC^2 =
# (1 + mu^2) (1/2 + sqrt 2).
for p in ({}, {"damping": 1000, "m2": 4, "mu": 0.2, "h": 0.025}, {"damping": 1e9, "m1": 3}):
    p = {"damping": 20, "m1": 1, "m2": 1, "mu": 0.4, "h": 0.05, "T": 0.5, **p}
    x, rows = asked("two_bodies", **p), table("two_bodies", **p)
    m, h, g = (p["m1"], p["m2"]), p["h"], 9.81
    c = math.sqrt((1 + p["mu"] ** 2) * (0.5 + math.sqrt(2)))
    K = parts = impulses = links = 0
    for a, b in zip(rows, rows[1:]):
        w = (a["v.x1"] + h * 20 * math.cos(a["t"]) / m[0], a["v.x2"], -h * g, -h * g)
        reach = math.sqrt(max(m) * sum(m[i % 2] * w[i] ** 2 for i in range(4)))
        link = h * p["damping"] * (b["v.x2"] - b["v.x1"])
        if p["damping"] == 1e9:  # a double of v has no digit of the difference
            link = b["cs.damper"]
        every = math.hypot(b["cn.left"], b["cn.right"], b["ft.left"], b["ft.right"], link)
        z = math.hypot(b["cn.left"], b["cn.right"], b["ft.left"] - b["cs.damper"],
                       b["ft.right"] + b["cs.damper"])
        K, parts = max(K, reach), max(parts, every / (c * z))
        impulses, links = max(impulses, every / (c * reach)), max(links, abs(link) / (c * reach))
    check(x["not_pointed"] == 0 and x["at_rest"] == x["rows"] and x["refuted"] == 0, x)
    for key, want in (("c_FC", c), ("K_FC", K), ("parts", parts), ("impulses", impulses),
                      ("links", links)):
        near(key, x[key], want)
    check(0 < links < impulses <= parts < 1, "two_bodies: %s" % x)

# A spring, no damper that acts alone, joints, gyroscopic forces, contacts that close.
for name, p in (("two_bars", {"T": 0.5}), ("tumbling_pair", {"T": 0.2}),
                ("nonnormal", {"T": 0.1})):
    x = asked(name, **p)
    check(x["refuted"] == 0 and x["proven"] == x["rows"] > 0 and
          x["friction"] >= 0 and x["damped"] >= 0, "%s: %s" % (name, x))
    print(name, x)
check(asked("two_bars", T=2)["collisions"] > 0, "the bars land")

# Halved steps: two numbers of the motion.
a, b = [asked("two_bodies", T=1, h=h) for h in (1 / 64, 1 / 128)]
for key in ("friction", "damped"):
    check(abs(a[key] / b[key] - 1) < 0.1, "%s: %g, %g" % (key, a[key], b[key]))

# Nothing rounded; a force with a Jacobian, and the sum that it is in.
SCENE = """local perp = require "perp"
return { scheme = "linear-implicit", h = 1/8, T = 1, q = { 0, 1 }, v = { 1, 0 },
  system = perp.system { coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 2 } },
    force = function(t, q, v) return { -%s * v.x, -8 } end,
    springs = function(q) return { { name = "s", elongation = q.x - 1,
      stiffness = 16, damping = 2 } } end,
    contacts = function(q, v) return { { name = "floor", gap = q.y - 1,
      slips = { v.x }, mu = 1/4 } } end }, %s }
"""
import tempfile

with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "s.lua")

    def written(drag, more=""):
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCENE % (drag, more))
    written(0)
    x = json.loads(run("estimates", path, "--rational", "--json").stdout)
    check(x["rows"] == x["proven"] == 8 and x["refuted"] == 0 and
          x["linear"] == 0 and x["friction"] > 0, "rational: %s" % x)
    written(3)
    y = json.loads(run("estimates", path, "--rational", "--json").stdout)
    # inside less change: h kv v x - h x kv x with kv = -3, from the table
    rows = list(csv.DictReader(io.StringIO(run("run", path, "--rational", "-q",
                                               "--csv", "-").stdout)))
    from fractions import Fraction as F
    v = [F(r["v.x"]) for r in rows]
    want = max(abs(F(3, 8) * (b * b - a * b)) for a, b in zip(v, v[1:]))
    near("Jacobians", y["linear"], float(want))
    check(y["refuted"] == 0, y)
    written(0, "e = 1/2")
    expect("restitution", 3, [], ["e = 0"], "estimates", path)
    written(0, "impact = { law = 'routh' }")
    expect("a law", 3, [], ["impact.law"], "estimates", path)
    written(0)
    expect("words", 0, ["(40) to (44)", "friction (J)", "8 proven"], [], "estimates",
           path)
    check("(50)" in run("estimates", path).stdout, "words of (50)")

    # Two bodies come apart, K = h delta: (39) is an equality, (49) and (50) tend to one.
    APART = """local perp = require "perp"
    return { scheme = "linear-implicit", h = 1/2, T = 1/2, q = { 0, 1 }, v = { -1, 1 },
      system = perp.system { coordinates = { "x", "y" }, mass = { { 1, 0 }, { 0, 1 } },
        springs = function(q) return { %s } end } }
    """
    LINK = "{ name = '%s', elongation = q.y - q.x - %s, stiffness = %s, damping = %s }"

    def apart(*links):
        with open(path, "w", encoding="utf-8") as file:
            file.write(APART % ", ".join(links))
        r = run("estimates", path, "--rational", "--json")
        check(r.returncode == 0, r.stderr)
        return json.loads(r.stdout)
    for gamma, delta in ((0, 2), (4, 0), (0, 2000000), (4000000, 2000000)):
        K = gamma / 4 + delta / 2
        x = apart(LINK % ("a", 1, gamma, delta))
        near("K_FC", x["K_FC"], math.sqrt(2))
        near("c_FC", x["c_FC"], math.sqrt(0.5))
        check(x["parts"] == 1 and x["impulses"] == x["links"] < 1, x)
        near("(50)", x["links"], 2 * K / (1 + 2 * K))
    # What the theorem does not say: a spring that is pressed, two links side by side, none.
    x = apart(LINK % ("a", 5, 4, 2))
    check(x["at_rest"] == 0 and x["K_FC"] is x["impulses"] is x["links"] is None and
          x["parts"] == 1, "pressed: %s" % x)
    x = apart(LINK % ("a", 1, 4, 2), LINK % ("b", 1, 4, 2))
    check(x["not_pointed"] == 1 and x["at_rest"] == 0 and x["c_FC"] is x["parts"] is None,
          "side by side: %s" % x)
    x = apart(LINK % ("a", 1, 0, 0))
    check(x["not_pointed"] == 0 and x["c_FC"] is x["links"] is None, "none: %s" % x)

    # A block lies on a smooth floor: its impulse is the bound.
    with open(path, "w", encoding="utf-8") as file:
        file.write("""local perp = require "perp"
    return { scheme = "linear-implicit", h = 1/4, T = 1, q = { 0 }, v = { 0 },
      system = perp.system { coordinates = { "y" }, mass = { { 3 } }, force = { -30 },
        contacts = function(q) return { { name = "floor", gap = q.y, mu = 0 } } end } }
    """)
    x = json.loads(run("estimates", path, "--rational", "--json").stdout)
    check(x["impulses"] == x["c_FC"] == 1 and x["K_FC"] == 7.5 and x["links"] == 0 and
          x["at_rest"] == 4, "floor: %s" % x)
    written(0)
    r = run("estimates", path, "--set", "T=0")
    check(r.returncode == 3, "no time: %s" % r.stderr)
done()
