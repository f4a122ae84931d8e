"""HP23's figures 2, 3, 6 and 8 as cases, beside closed forms."""
import csv
import io
import json
import math
import os
import tempfile

from program import SOURCE, check, done, failures, run


def path(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def words(sets):
    return [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]


def table(*call):
    r = run(*call, "--csv", "-")
    check(r.returncode == 0, "%s: %s" % (call, r.stderr))
    text = "".join(line for line in r.stdout.splitlines(True)
                   if line[0] != "#")
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(text))]


# Verifies HP23 (3)-(5), (Fig2).
def unit_direction():
    """|v(t)| = max(|v0| - t, 0) along v0 in every row, to rounding, whatever the
    step; the closed form knows no step."""
    for sets in ({}, {"vx": -1.2, "vy": 0.5, "T": 2},
                 {"vx": 0.3, "vy": -0.4, "h": "1/10", "T": 1, "g": 3}):
        vx, vy = float(sets.get("vx", 0.6)), float(sets.get("vy", 0.8))
        size = math.hypot(vx, vy)
        rows = table("run", path("fig2"), "-q", *words(sets))
        check(len(rows) > 9, "rows")
        for row in rows:
            left = max(size - row["t"], 0) / size
            check(abs(row["v.x"] - left * vx) < 1e-12 and
                  abs(row["v.y"] - left * vy) < 1e-12,
                  "fig2 %s at %g: %g %g" % (sets, row["t"], row["v.x"],
                                            row["v.y"]))
        check(rows[-1]["v.x"] == 0 and rows[-1]["v.y"] == 0, "it stops")


def legs(half=1, mass=1, mu=0.7, angle=60, vx=-0.5, vy=-1):
    """Knots (s, vt, vn) of Routh's path of the rod's end, by hand."""
    c, s = [f(angle * math.pi / 180) for f in (math.cos, math.sin)]
    I = mass * half ** 2 / 3
    nn = 1 / mass + (half * c) ** 2 / I
    nt = -half * half * c * s / I
    tt = 1 / mass + (half * s) ** 2 / I
    knots = [(0.0, vx, vy)]
    t, n, at = vx, vy, 0.0
    if t != 0:
        f = -mu if t > 0 else mu
        dn, dt = nn + f * nt, nt + f * tt
        stop = -t / dt if t * dt < 0 else math.inf
        end = -n / dn if dn > 0 else math.inf
        ds = min(stop, end)
        at, t, n = at + ds, 0.0 if stop < end else t + ds * dt, n + ds * dn
        knots.append((at, t, n))
        if end <= stop:
            return knots
    f = max(-mu, min(mu, -nt / tt))
    ds = -n / (nn + f * nt)
    knots.append((at + ds, t + ds * (nt + f * tt), 0.0))
    return knots


# Verifies HP23 (Fig3).
def one_impact():
    """The knots of the path, for an end that sticks, one that still slides and
    one that reverses; solutions that rest on the way have more knots, all of them
    on the same path."""
    for sets, last in (({}, "sticks"), ({"mu": 0.2, "vx": -2}, "slides"),
                       ({"mu": 0.1, "angle": 45, "vx": 0.3}, "reverses"),
                       ({"mu": 0.15, "angle": 40, "vx": -0.1}, "slides"),
                       ({"mass": 3, "half": 2, "vx": -1}, "sticks")):
        want = legs(**sets)
        rows = table("inclusion", path("fig3"), "--ordered", "--solutions", "1",
                     *words(sets))
        mine = [(r["s"], r["vt.A"], r["vn.A"]) for r in rows]
        check(len(mine) == len(want) and
              max(abs(x - y) for a, b in zip(mine, want)
                  for x, y in zip(a, b)) < 1e-12,
              "fig3 %s: %s, by hand %s" % (sets, mine, want))
        t = want[-1][1]
        kind = ("sticks" if t == 0 else "slides" if t * want[0][1] > 0
                else "reverses")
        check(kind == last, "fig3 %s %s" % (sets, kind))
        for row in table("inclusion", path("fig3"), "--solutions", "5",
                         *words(sets)):
            k = max(i for i in range(len(want) - 1)
                    if want[i][0] <= row["s"] + 1e-12)
            part = (row["s"] - want[k][0]) / (want[k + 1][0] - want[k][0])
            check(abs(row["vt.A"] - want[k][1] -
                      part * (want[k + 1][1] - want[k][1])) < 1e-12,
                  "fig3 %s: a solution leaves the path" % sets)


# Verifies HP23 (Fig6).
def falling_ball():
    """It falls as a parabola until sqrt(2 z/g), never is below the ground, and
    over s the impact is as long as its speed while t stands still."""
    for sets in {}, {"height": 0.3, "g": 3}, {"height": 2, "vz": 1, "T": 1.2}:
        z0, g = float(sets.get("height", 1)), float(sets.get("g", 9.81))
        v0 = float(sets.get("vz", 0))
        hit = (v0 + math.sqrt(v0 * v0 + 2 * g * z0)) / g
        rows = table("run", path("fig6"), "-q", *words(sets))
        for row in rows:
            t = row["t"]
            if t < hit - 1e-9:
                check(abs(row["q.z"] - z0 - v0 * t + g * t * t / 2) < 1e-10 and
                      abs(row["v.z"] - v0 + g * t) < 1e-10,
                      "fig6 %s at %g" % (sets, t))
            else:
                check(abs(row["q.z"]) < 1e-12 and row["v.z"] == 0,
                      "fig6 %s rests at %g" % (sets, t))
        kick = max(rows, key=lambda r: r["cn.ground"])
        check(abs(kick["t"] - hit) < 1e-9 and
              abs(kick["cn.ground"] - (g * hit - v0)) < 1e-9,
              "fig6 %s: %g at %g" % (sets, kick["cn.ground"], kick["t"]))


# Verifies HP23 (Fig7), (Fig8).
def over_s():
    """The run of the Zeno block, over s: apex, and the end of the first
    flight in t and s, beside the 50 digits' values; the flight takes what closed
    relations say, s1 = (1 + m g) t1 - m w theta'_0 w."""
    for sets in {}, {"rate": 0.5}, {"width": 1.2, "height": 2.2, "rate": 0.8}:
        rows = table("run", path("zeno_block"), "-q", *words(dict(T=1.2,
                                                                  **sets)))
        r = run("inclusion", path("zeno_block"), "--wobble", "--json",
                *words(sets))
        check(r.returncode == 0, r.stderr)
        said = {k: float(v) if isinstance(v, str) else v
                for k, v in json.loads(r.stdout).items()}
        s, first = 0, None
        for a, b in zip(rows, rows[1:]):
            s += b["t"] - a["t"] + b["cn.A"] + b["cn.B"]
            if first is None and b["cn.B"] > 0:
                first = (a["t"], s - b["cn.A"] - b["cn.B"])
        apex = max(r["q.th"] for r in rows)
        check(abs(apex - said["apex"]) < 2e-3, "%s: apex %g, %g" %
              (sets, apex, said["apex"]))
        check(abs(first[0] - said["t1"]) < 3e-3, "%s: t1 %g, %g" %
              (sets, first[0], said["t1"]))
        check(abs(first[1] - said["s1"]) < 3e-2, "%s: s1 %g, %g" %
              (sets, first[1], said["s1"]))
        width, rate = sets.get("width", 1), sets.get("rate", 1)
        check(abs(said["s1"] - 10.81 * said["t1"] + width * rate) < 1e-12,
              "%s: the closed relation" % sets)


def drawn():
    """Each has its figure."""
    with tempfile.TemporaryDirectory() as place:
        for call in (("run", path("fig2")), ("run", path("fig6")),
                     ("run", path("zeno_block")),
                     ("inclusion", path("fig3"), "--solutions", "4"),
                     ("inclusion", path("box_wall"), "--solutions", "20")):
            r = run(*call, "--plot", place)
            check(r.returncode == 0, "%s: %s" % (call, r.stderr))
        for name, axis in (("fig2", "speed (m/s)"), ("fig6", "gap (m)"),
                           ("fig3_inclusion", "vt of A"),
                           ("box_wall_inclusion", "vn of B"),
                           ("zeno_block_s", "dt/ds")):
            with open(os.path.join(place, name + ".svg")) as f:
                check(axis in f.read(), "%s has no axis %s" % (name, axis))


unit_direction()
one_impact()
falling_ball()
over_s()
drawn()
if not failures:
    print("verifies HP23 (3)-(5), (Fig2)")
    print("verifies HP23 (Fig3)")
    print("verifies HP23 (Fig6)")
    print("verifies HP23 (Fig7), (Fig8)")
done()
