"""(H1)-(H4), (H7), (7.1) and the start, on small scenes whose answers are
known."""
import json

from program import check, done, run
from study import case, gap, hypotheses, sets, table, verdict, verifies


# (H1) x runs from 0 to 1: the second derivative of sin 2x is largest at pi/4.
# Verifies GAP08 (4.14).
def second_derivatives():
    verdict("a plane", "H1", "met", "form", ["'c'"], (0, 0), contacts=gap("q.y"))
    verdict("a wave", "H1", "met", "form", ["bounded"], (4, 0.02),
            contacts=gap("q.y + perp.sin(2 * q.x)"))
    verdict("a parabola", "H1", "met", "form", [], (6, 1e-6),
            contacts=gap("q.y + 3 * q.x^2"))
    verdict("a cubic", "H1", "undecided", None, ["a power", "B_H >="], (6, 1e-6),
            contacts=gap("q.y + q.x^3"))
    verdict("a distance", "H1", "undecided", None, ["a root"], (0.5, 1e-6),
            contacts=gap("perp.sqrt(q.x^2 + q.y^2) - 1"), q="{ 2, 0 }")
    verdict("a corner", "H1", "undecided", None, ["a max"], None,
            contacts=gap("perp.max(q.x, q.y)"))
    verdict("a branch", "H1", "undecided", None, ["may jump"], None,
            contacts=gap("perp.where(q.x, q.y, q.y + 1)"))
    verdict("nothing", "H1", "met", "form", ["no contacts"])
    verifies("GAP08 (4.14)")


second_derivatives()

# (H2)
CIRCLE = "function(q) return { { name = 'r', %s } } end"
verdict("a circle", "H2", "met", "form", ["sines"], None,
        joints=CIRCLE % "q.x^2 + q.y^2 - 1")
verdict("a rod", "H2", "met", "visited", ["a root or a quotient"], None,
        joints=CIRCLE % "perp.sqrt(q.x^2 + q.y^2) - 1")
verdict("a corner", "H2", "undecided", None, ["a max"], None,
        joints=CIRCLE % "perp.max(q.y, 0) - 1", v="{ 1, 0 }")

# (H3) the eigenvalues of ((2, 1), (1, 2)) are 1 and 3.
verdict("a mass", "H3", "met", "form", ["eigenvalue"], (1, 1e-12),
        mass="{ { 2, 1 }, { 1, 2 } }")
verdict("a mass that moves", "H3", "not met", "visited",
        ["M[x][x]", "t = 0 ", "t = 0."], None,
        mass="{ { 2 + perp.cos(q.x), 0 }, { 0, 1 } }", force="{ 0, 0 }")
verdict("a mass that might", "H3", "undecided", None,
        ["its form depends on q"], (1, 1e-12),
        mass="{ { perp.max(1, -q.x^2), 0 }, { 0, 2 } }")

# (H4) the constant is that of perp cone along the run; a groove that jams.
wedge = case("cone_wedge")
for mu in ("1/2", "0.3", "0.7"):
    h = hypotheses(wedge, mu=mu)["H4"]
    along = json.loads(run("cone", wedge, "--along", "--json",
                           *sets({"mu": mu})).stdout)
    check(h["verdict"] == "met" and abs(h["number"] - along["c"]) < 1e-9,
          "(H4), mu = %s: %s" % (mu, h["text"]))
    check(along["not_pointed"] == 0 and along["first_not_pointed"] is None and
          "between rows nothing is proven" in along["pointed_of"],
          "along, mu = %s: %s" % (mu, along))
# The groove jams from the first row on: no constant is known, which is no 0.
along = json.loads(run("cone", wedge, "--along", "--json",
                       *sets({"mu": "3/4"})).stdout)
check(along["not_pointed"] == along["configurations"] > 0 and
      along["c"] is None and along["c_at"] is None and
      along["first_not_pointed"] == 0, "along, jammed: %s" % along)
h = hypotheses(wedge, mu="3/4")["H4"]
check(h["verdict"] == "not met" and all(word in h["text"] for word in (
    "t = 0 s", "contact left (normal 0.5, tangential -0.375)",
    "contact right")), h["text"])
for mu, want in (("0.7", "met"), ("0.9", "not met")):
    h = hypotheses(case("cone_spatial"), mu=mu)["H4"]
    check(h["verdict"] == want, "the full cone, mu = %s: %s" % (mu, h["text"]))
h = hypotheses(case("pendulum_contact"))["H4"]
check("sigma_min(nu) >= 2" in h["text"], h["text"])  # |2 q| on the unit circle
verdict("joints that depend", "H4", "not met", "visited",
        ["joint r", "joint s"], None,
        joints="function(q) return { { name = 'r', q.y - 1 }, "
               "{ name = 's', 2 * q.y - 2 } } end")

# (H7) the counts are those of three runs.
for name, want, parameters in (("rocking_block", "not met", {}),
                               ("pendulum_contact", "met", {}),
                               ("falling_oscillator", "met", {"w": 2})):
    text = hypotheses(case(name), **parameters)["H7"]["text"]
    h = hypotheses(case(name), **parameters)["H7"]
    first = table(case(name), **parameters)
    step = min(b["t"] - a["t"] for a, b in zip(first, first[1:])
               if b["t"] > a["t"])
    counts = []
    head = run("params", case(name), "--json").stdout
    default = json.loads(head)["h"]["default"]
    for k in (1, 2, 4):
        r = run("run", case(name), "--json", "-q", "--csv", "/dev/null",
                *sets({**parameters, "h": default / k}))
        counts.append(json.loads(r.stdout)[0]["collisions"]
                      if r.stdout.startswith("[") else
                      json.loads(r.stdout)["collisions"])
    check(h["verdict"] == want, "(H7) of %s: %s" % (name, h["text"]))
    check(h["text"].startswith("%d, %d, %d collisions" % tuple(counts)),
          "(H7) of %s: %s, counted %s" % (name, h["text"], counts))

# (7.1) and the start.
for parameters, want in (({}, "met"), ({"alpha": 0.4, "gamma": 0.4}, "not met"),
                         ({"alpha": 1, "gamma": 0.5}, "not met"),
                         ({"alpha": 1, "gamma": 1}, "met")):
    h = hypotheses(case("fig9_1"), **parameters)["7.1"]
    check(h["verdict"] == want, "(7.1) with %s: %s" % (parameters, h["text"]))
for eps, want in (("1/10", "not met"), ("0", "met"), ("-1/1000", "not met")):
    h = hypotheses(case("ex9_1"), eps=eps)["start"]
    check(h["verdict"] == want, "the start of ex9_1: %s" % h["text"])
verdict("a deep start", "start", "not met", "data", ["-0.25 m"], None,
        contacts=gap("q.y - 1.25"), more="penetration = 1")
done()
