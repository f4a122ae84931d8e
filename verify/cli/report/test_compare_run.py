"""perp compare: each row beside an independent `perp run` of that way, and what is
measured of it once more from the rows of that run: errors from closed forms,
distances from a finest run, variations, energies, gaps, joints."""
import csv
import io
import json
import math
import os

from program import SOURCE, check, done, run
from study import errors, length, sets


def case(name):
    return os.path.join(SOURCE, "cases", *name.split("/")) + ".lua"


def near(name, got, want, relative=1e-9, least=1e-13):
    fine = got is not None and abs(got - want) <= relative * abs(want) + least
    check(fine, "%s: %s, not %.12g" % (name, got, want))


def compared(scene, *more, **parameters):
    r = run("compare", case(scene), "--json", *more, *sets(parameters))
    check(r.returncode == 0, "compare %s: %s" % (scene, r.stderr))
    return json.loads(r.stdout)


def alone(scene, scheme, **parameters):
    """What perp run says of it: the summary and the rows."""
    words = ["run", case(scene), "--scheme", scheme, *sets(parameters)]
    said = run(*words, "--json")
    table = run(*words, "-q", "--csv", "-")
    check(said.returncode == table.returncode == 0, "%s: %s" %
          (words, said.stderr))
    rows = [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(table.stdout))]
    return json.loads(said.stdout), rows


def measured(row, summary, rows, names, energy, gap=None, joint=None):
    """What one run shows, from its rows."""
    name = "%s %s" % (row["scheme"], row["alpha"])
    check(row["steps"] == summary["steps"] == len(rows) - 1 and
          row["collisions"] == summary["collisions"], name + ": rows")
    for key in ("v", "va"):
        near(name + ": TV " + key, row["tv_" + key], sum(
            length(b["%s.%s" % (key, n)] - a["%s.%s" % (key, n)] for n in names)
            for a, b in zip(rows, rows[1:])))
    E = [energy(r) for r in rows]
    near(name + ": energy", row["energy_last"], E[-1])
    near(name + ": gain", row["energy_gain"], max(E) - E[0])
    for key, of in (("penetration", gap), ("joint_gap", joint)):
        if of is None:
            check(row[key] is None, name + ": " + key)
        else:
            near(name + ": " + key, row[key], max(0, max(map(of, rows))), 1e-7,
                 1e-15)


WEIGHTS = [0.5, 0.75, 1]


def weights(row):
    """The scene's parameters of a row's way, where the scheme reads them."""
    w = {k: row[k] for k in ("alpha", "gamma", "theta") if row[k] is not None}
    check(("alpha" in w) == ("gamma" in w), "alpha without gamma")
    return w


def exactly(found, scene, exact, names, T, energy, parameters, gap=None,
            jump=0, keys=("alpha", "gamma", "theta")):
    """Every row of a comparison with a reference, whose velocity jumps by so much
    in all: the midpoint rules of the program and of this test, 8 and 24 to a step,
    miss the place of a jump by a sixteenth and a 48th of a step at most."""
    check(found["against"] == "the scene's reference" and
          found["finest"] is None, "against " + found["against"])
    for row in found["rows"]:
        own = {k: x for k, x in weights(row).items() if k in keys}
        summary, rows = alone(scene, row["scheme"], **{**parameters, **own})
        measured(row, summary, rows, names, energy, gap)
        want = errors(rows, names, exact, T)
        check(row["distance"] is None, "an error is no distance")
        for key, value in want.items():
            if key == "va_l1" and row["alpha"] is None:
                check(row["error"][key] is None, "no alpha, no va")
            else:
                near("%s %s: %s" % (row["scheme"], row["alpha"], key),
                     row["error"][key], value,
                     *((1e-9,) if key in ("q_sup", "v_end") else
                       (0.01, jump * row["h"] * (1 / 16 + 1 / 48))))
        if row["law"] in (None, "phases"):
            check(row["problems"] == summary["lcps"] and
                  row["fallbacks"] == summary["fallbacks"],
                  "%s: problems %d" % (row["scheme"], row["problems"]))


def ways(found):
    return [(r["scheme"], r["alpha"], r["theta"], r["law"])
            for r in found["rows"]]


def left(found, scheme):
    return [x for x in found["left_out"] if x["scheme"] == scheme]


# ---- a fall and an oscillation: all but PKS05's scheme ----------------------
def faller(w, y0, v0):
    def exact(t):
        y, u = y0 + v0 * t - 9.81 * t * t / 2, v0 - 9.81 * t
        if t > v0 / 9.81 and y <= 0:
            y = u = 0
        return [math.cos(w * t), y], [-w * math.sin(w * t), u]
    return exact


def motion_energy(*names):
    return lambda r: sum(r["v." + n] ** 2 for n in names) / 2


for parameters in ({}, {"w": 5, "y0": 0.75, "v0": 0.25, "h": "1/40"}):
    p = {"w": 3, "y0": 1, "v0": 0.5, **parameters}
    found = compared("GAP08/falling_oscillator", "--law", "phases", **parameters)
    exactly(found, "GAP08/falling_oscillator", faller(p["w"], p["y0"], p["v0"]),
            "xy", 2, motion_energy("x", "y"), parameters,
            gap=lambda r: -r["q.y"],
            jump=math.sqrt(p["v0"] ** 2 + 2 * 9.81 * p["y0"]))
    check(ways(found) == [("alpha-gamma", a, None, "phases") for a in WEIGHTS] +
          [("paoli", None, None, None), ("moreau", None, None, None),
           ("semi-implicit", None, None, "phases"),
           ("linear-implicit", None, None, "phases"),
           ("stiff-limit", None, None, "phases")] +
          [("moreau-jean", a, None, None) for a in WEIGHTS], ways(found))
    check([x["theta"] for x in left(found, "theta")] == [0, 0.5] and
          all("do not yield" in x["why"] and x["code"] == 3 and x["h"] is None
              for x in found["left_out"]), found["left_out"])

# ---- a pendulum at a wall: joints; weights of its own, and those asked for --
ALPHA = 0.625


def string(r):
    return abs(r["q.x"] ** 2 + r["q.y"] ** 2 - 1)


for parameters in ({"T": "1/2", "alpha": ALPHA}, {"T": "1/2", "wall": -0.25}):
    own = parameters.get("alpha", 0.5)
    wall = parameters.get("wall", -0.5)
    more = [] if "alpha" in parameters else ["--weights", "1"]
    found = compared("GAP08/pendulum_contact", "--scheme",
                     "alpha-gamma,moreau-jean", "--law", "phases", *more,
                     **parameters)
    check([r["alpha"] for r in found["rows"]] ==
          2 * (WEIGHTS + [own] if not more else [1]), ways(found))
    for row in found["rows"]:
        summary, rows = alone("GAP08/pendulum_contact", row["scheme"],
                              **{**parameters, "alpha": row["alpha"]})
        measured(row, summary, rows, "xy", motion_energy("x", "y"),
                 lambda r: wall - r["q.x"], string)
        check(row["problems"] == summary["lcps"], "problems of the pendulum")


# ---- a ball on a floor that yields ------------------------------------------
def ball(K, C, m, v0, g=10):
    """A damped oscillator about the sunk place; while it presses."""
    w0, d = K / m, C / (2 * m)
    w = math.sqrt(w0 - d * d)

    def exact(t):
        a, b = g / w0, 0  # height above the place of rest, and its rate
        b = (v0 + d * a) / w
        c, s, e = math.cos(w * t), math.sin(w * t), math.exp(-d * t)
        y = e * (a * c + b * s)
        v = e * (w * (b * c - a * s) - d * (a * c + b * s))
        return [y - g / w0], [v]
    return exact


for parameters in ({"T": "1/20"}, {"T": "1/25", "K": 600, "C": 6, "m": 2,
                                   "theta": 0.25}):
    p = {"K": 1000, "C": 10, "m": 1, **parameters}
    found = compared("PKS05/ball", **parameters)
    exactly(found, "PKS05/ball", ball(p["K"], p["C"], p["m"], -1), "y",
            eval(parameters["T"]), lambda r: p["m"] * r["v.y"] ** 2 / 2,
            parameters, gap=lambda r: -r["q.y"])
    check([r["theta"] for r in found["rows"]] ==
          [0, 0.5] + [0.25] * ("theta" in parameters), ways(found))
    check(all("contacts that yield" in x["why"] for x in found["left_out"]) and
          len(found["left_out"]) == 11, found["left_out"])


# ---- a block on two corners: laws; no reference -----------------------------
def at(rows, names, t):
    """On the straight line between two rows."""
    k = next((i for i, r in enumerate(rows) if i > 0 and r["t"] >= t),
             len(rows) - 1)
    a, b = rows[k - 1], rows[k]
    s = min(1, max(0, (t - a["t"]) / (b["t"] - a["t"])))
    return [(1 - s) * a[n] + s * b[n] for n in names]


def behind(rows, t):
    return next((r for r in rows[1:] if r["t"] >= t), rows[-1])


def distances(rows, fine, T):
    names = [["%s.%s" % (k, n) for n in ("x", "y", "th")]
             for k in ("q", "v", "va")]
    out = {"q_sup": max(length(x - y for x, y in zip(
        [r[n] for n in names[0]], at(fine, names[0], r["t"])))
        for r in rows if r["t"] <= T * (1 + 1e-9)),
           "v_end": length(x - y for x, y in zip(at(rows, names[1], T),
                                                 at(fine, names[1], T)))}
    times = sorted({min(r["t"], T) for r in rows + fine})
    for key, which in (("v_l1", 1), ("va_l1", 2)):
        out[key] = sum((b - a) * length(
            behind(rows, (a + b) / 2)[n] - behind(fine, (a + b) / 2)[n]
            for n in names[which]) for a, b in zip(times, times[1:]))
    return out


def block_energy(r):
    return (r["v.x"] ** 2 + r["v.y"] ** 2 + 5 / 12 * r["v.th"] ** 2) / 2


def sunk(r):
    c, s = math.cos(r["q.th"]), math.sin(r["q.th"])
    return -min(r["q.y"] + s * x - c for x in (-0.5, 0.5))


LAWS = ["phases", "simultaneous", "sequential", "routh", "halm_posa"]
for parameters, asked in (({"T": "1/10", "h": "1/500"}, LAWS),
                          ({"T": "1/10", "h": "1/500", "seed": 5, "select":
                            "random", "mu": 0.3}, ["halm_posa", "routh"])):
    own = {"law": "sequential"} if asked is LAWS else {}
    finest = 5
    found = compared("HP23/dropped_block", "--scheme", "alpha-gamma,moreau-jean",
                     "--weights", "1", "--finest", str(finest), "--law",
                     ",".join(asked), **parameters, **own)
    _, fine = alone("HP23/dropped_block", "alpha-gamma",
                    **{**parameters, **own, "h": "1/%d" % (500 * finest)})
    check(found["against"] == "the run of alpha-gamma 1 %s with h = 0.0004" %
          own.get("law", "halm_posa") and abs(found["finest"] - 4e-4) < 1e-18,
          found["against"])
    check([r["law"] for r in found["rows"]] ==
          [x for x in LAWS if x in asked] + [None], ways(found))
    for row in found["rows"]:
        law = "none" if row["law"] in ("phases", None) else row["law"]
        summary, rows = alone("HP23/dropped_block", row["scheme"],
                              **{**parameters, "law": law})
        measured(row, summary, rows, ("x", "y", "th"), block_energy, sunk)
        check(row["error"] is None, "a distance is no error")
        for key, want in distances(rows, fine, 0.1).items():
            near("%s: %s" % (row["law"], key), row["distance"][key], want, 1e-8)
        own_problems = row["problems"] - summary["lcps"]
        # law (31) is one problem a collision; contact by contact each collision
        # of this block has the corner that comes down, or both in turn
        least, most = {"phases": (0, 0), None: (0, 0), "simultaneous": (1, 1),
                       "sequential": (1, 2), "routh": (1, 2),
                       "halm_posa": (1, 1000)}[row["law"]]
        check(least * row["collisions"] <= own_problems <=
              most * row["collisions"], "%s: %d problems of its own in %d "
              "collisions" % (row["law"], own_problems, row["collisions"]))
        check(law != "simultaneous" or row["collisions"] > 0, "it lands")

# A law that the scene's own weights do not allow is told for what it says.
found = compared("AP02/bouncing_disc", "--scheme", "alpha-gamma", "--weights",
                 "1", T="1")
check(ways(found) == [("alpha-gamma", 1, None, "phases")] and
      len(found["left_out"]) == 4 and sum("e = 0, not 0.75" in x["why"]
      for x in found["left_out"]) == 3, found)
done()
