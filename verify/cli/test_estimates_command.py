"""perp estimates: the bounds of GAP08's sections 5, 7 and 8 on the cases.

Every statement must hold, the bounds must be uniform in h, and what the theory
says is not bounded must be seen to grow. Closed forms where there are some.
"""
import json
import os
import tempfile

from program import SOURCE, check, done, expect, run


def estimates(case, *options, **sets):
    path = os.path.join(SOURCE, "cases", "GAP08", case + ".lua")
    words = ["estimates", path, "--json"] + list(options)
    for name, value in sets.items():
        words += ["--set", "%s=%s" % (name, value)]
    r = run(*words)
    check(r.returncode == 0, "%s: %d %s" % (case, r.returncode, r.stderr))
    x = json.loads(r.stdout)
    check(x["refuted"] == 0 and x["proven"] == x["rows"], "%s: %s" % (case, x))
    for key in ("cn", "joint", "tv", "growth"):
        check(x[key + "_bound"] is None or
              x[key] <= x[key + "_bound"] * (1 + 1e-12),
              "%s: %s %s > %s" % (case, key, x[key], x[key + "_bound"]))
    return x


def halvings(case, h, *options, **sets):
    return [estimates(case, *options, h=h / 2**k, **sets) for k in range(3)]


def uniform(name, xs, key, factor=1.2):
    """No growth beyond the factor, or one that dies out when h is halved."""
    a, b, c = values = [x[key] for x in xs]
    check(max(b, c) <= factor * a or 0 <= c - b < 0.75 * (b - a),
          "%s: %s grows: %s" % (name, key, values))
    return values


def everything(name, xs):
    for key in ("cn_bound", "joint_bound", "tv_bound", "c", "turn", "reduced"):
        if key == "tv_bound" and xs[0]["collisions"] > 0:
            continue
        uniform(name, xs, key, 1.3 if xs[0][key] > 1e-9 else 1e6)
    check(xs[2]["windows"] <= xs[0]["windows"] + 1, "%s: %s windows" %
          (name, [x["windows"] for x in xs]))
    check(all(x["not_pointed"] == 0 for x in xs), "%s: not pointed" % name)


# A bead whose velocity is wrong by eps along the string: unweighted joint
# impulses and v^h double, the weighted ones and v^(h,alpha) do not.
for eps, alpha in ((0.1, 0.5), (0.05, 0.5), (0.1, 0.75)):
    swing = dict(eps=eps, T=1, w=1, g=0, th=0, wall=-5, alpha=alpha)
    xs = halvings("pendulum_contact", 0.02, **swing)
    everything("bead", xs)
    uniform("bead", xs, "joint")
    plain = [x["joint_plain"] for x in xs]
    factor = 1.8 if alpha == 0.5 else 1 / 1.2
    check(plain[1] > factor * plain[0] and plain[2] > factor * plain[1] and
          (alpha == 0.5 or plain[2] < 1.2 * plain[0]),
          "bead: %s at alpha %g" % (plain, alpha))
    # Theta = |q|^2 - 1: a step changes it by h^2 |x|^2, B = 2
    check(all(abs(x["joint_curvature"] - 2) < 1e-4 for x in xs), "Theta'' = 2")
    print("bead eps %g alpha %g: weighted %s, unweighted %s" %
          (eps, alpha, ["%.3f" % x["joint"] for x in xs],
           ["%.3f" % p for p in plain]))

for case, h, sets in (("pendulum_contact", 0.01, dict(T=0.5, alpha=1)),
                      ("four_bar", 0.02, dict(T=0.16)),
                      ("rod_tip", 0.02, dict(T=0.2, mu=0.1)),
                      ("rocking_block", 0.02, dict(T=0.6)),
                      ("painleve_rod", 0.01, dict(T=0.05)),
                      ("painleve_rod", 0.01, dict(T=0.05, alpha=0.5)),
                      ("tumbling_body", 0.05, dict(T=1))):
    xs = halvings(case, h, **sets)
    everything(case, xs)
    print(case, {k: [x[k] and float("%.3g" % x[k]) for x in xs] for k in
                 ("c", "cn", "cn_bound", "joint", "joint_bound", "tv",
                  "tv_bound", "turn", "reduced")})

# The floor carries the weight: sum of c_n = m g T, and (7.10) is an equality.
for sets in (dict(T=0.2), dict(T=0.1, directions=8), dict(T=0.1, V=1)):
    x = estimates("thrown_block", **sets)
    check(abs(x["cn"] - 9.81 * sets["T"]) < 1e-12 and
          abs(x["cn_bound"] - x["cn"]) < 1e-12, "weight: %s" % x)

# (8.10) exactly over the rationals, and to rounding in doubles; a body with F.
x = estimates("tumbling_body", "--rational", T="1/50", h="1/200", wx="3/10",
              wz="2/5")
check(x["rows"] == 4 and x["coriolis"] == 0, "(8.10): %s" % x)
x = estimates("tumbling_body", T=0.5, alpha=0.75)
check(0 < x["coriolis"] < 1e-14, "(8.10): %g" % x["coriolis"])

# Lemma 8.3: the rod's tip has a convex gap, which a step can only open.
x = estimates("rod_tip", T=0.2)
check(x["curvature"] == 0 and x["least_gap"] > 0, "rod: %s" % x)

# What nothing was asked of is null, and a sum that leaves rows out bounds none:
# the pendulum hits its wall once, the rod has neither joints nor gyroscopic F.
x = estimates("pendulum_contact")
check(x["collisions"] == 1 and x["pairs"] < x["rows"] - 1 and
      x["tv_bound"] is None and x["coriolis"] is None, "collision: %s" % x)
x = estimates("rod_tip", T=0.2)
check(x["joint_gap"] is None and x["joint_curvature"] is None and
      x["pairs"] == x["rows"] - 1 and x["tv_bound"] > 0, "no joints: %s" % x)
x = estimates("rod_tip", T=0.01, h=0.01)
check(x["rows"] == 1 and x["pairs"] == 0 and x["joint"] is None and
      x["joint_bound"] is None and x["turn"] is None and x["reduced"] is None,
      "one row: %s" % x)

# (7.8), (8.9), (8.17), (8.20): constants of the motion that do not grow when h is halved;
# a point mass makes (8.20) m times (8.19), a body without Jacobians nothing of (8.9), a
# string, which is quadratic, nothing of (8.17); null is what no row was asked.
xs = [estimates("pendulum_contact", eps=0.1, T=1, h=h) for h in (1 / 64, 1 / 128)]
for x in xs:
    check(x["weighted"] == 0 and x["bend"] < 1e-7 and
          abs(x["turn_mass"] - x["turn"]) < 1e-9 * x["turn"], "joints: %s" % x)
check(abs(xs[0]["momentum"] / xs[1]["momentum"] - 1) < 0.05 and
      xs[0]["momentum"] > 1, "(7.8): %s" % xs)
x = estimates("rod_tip", T=0.2)
check(x["bend"] is None and x["turn_mass"] == 0 and x["weighted"] is not None and
      x["momentum"] is not None, "no joints: %s" % x)
x = estimates("rod_tip", T=0.01, h=0.01)
check(x["weighted"] is None and x["bend"] is None and x["turn_mass"] is None and
      x["momentum"] is None, "one row: %s" % x)

expect("estimates as text", 0, ["Theorem 5.1", "asked of 9 pairs of 9", "(7.10)", "Lemma 8.3"], [],
       "estimates", os.path.join(SOURCE, "cases", "GAP08", "rod_tip.lua"),
       "--set", "T=0.1")
# Beyond 1e154 norms have no squares in doubles: a limit, and nothing false.
FAST = """local perp = require "perp"
local v, x = perp.param("v", 1, "speed"), perp.param("x", 0, "place")
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    force = function() return { 0, -10 } end,
    contacts = function(q, v) return {
      { name = "g", gap = q.y, slips = { v.x }, mu = 1/2 } } end },
  h = 1/10, T = 1/2, alpha = 1, gamma = 1, q = { x, 0 }, v = { v, 0 } }
"""
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "fast.lua")
    with open(path, "w") as file:
        file.write(FAST)
    for value in ("v=1e155", "v=1e200", "x=1e200", "v=-1e300", "x=-1e307"):
        for words in ((), ("--rational",), ("--json",)):
            r = run("estimates", path, "--set", value, *words)
            check(r.returncode == 5 and "overflows" in r.stderr and
                  "units" in r.stderr and "nan" not in r.stderr and
                  not r.stdout, "%s %s: %d %s" % (value, words, r.returncode,
                                                  r.stderr))
    for value in ("v=1e150", "x=1e150"):
        r = run("estimates", path, "--rational", "--json", "--set", value)
        check(r.returncode == 0 and json.loads(r.stdout)["refuted"] == 0,
              "%s: %s" % (value, r.stderr))

P10 = os.path.join(SOURCE, "cases", "P10", "bouncing_ball.lua")
expect("another scheme", 3, [], ["alpha-gamma", "'paoli'"], "estimates", P10)
expect("no scene", 2, [], ["too few words"], "estimates")
expect("misspelt", 2, [], ["--json"], "estimates", "--jsn", "x.lua")
expect("missing", 6, [], ["nowhere.lua"], "estimates", "nowhere.lua")
done()
