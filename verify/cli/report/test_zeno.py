"""perp inclusion --wobble --csv: the Zeno block over s, against a second integration.

Every row is compared with the pendulum integrated over t by Runge and Kutta's formula, flight after flight, and with
what holds at every s whoever integrates: s is time and all normal impulse, so vertical momentum gives it.
"""
import csv
import json
import math
import os
import tempfile

from program import SOURCE, check, done, run

SCENE = os.path.join(SOURCE, "cases", "HP23", "zeno_block.lua")
G = 9.81


def tell(rows, digits, **sets):
    with tempfile.TemporaryDirectory() as place:
        table = os.path.join(place, "z.csv")
        words = [w for k, x in sets.items() for w in ("--set", "%s=%s" % (k, x))]
        r = run("inclusion", SCENE, "--wobble", "--json", "--csv", table, "--rows", str(rows), "--digits",
                str(digits), *words)
        check(r.returncode == 0, r.stderr)
        with open(table) as file:
            return json.loads(r.stdout), list(csv.DictReader(file))


def pendulum(kappa, rx, ry, rate, t):
    """The angle and its rate at t of a flight: theta'' = -kappa X, (X, Y) turned by theta."""
    def slope(th, w):
        return w, -kappa * (rx * math.cos(th) - ry * math.sin(th))
    th, w, n = 0.0, rate, max(20, int(2000 * t))
    h = t / n
    for _ in range(n):
        a = slope(th, w)
        b = slope(th + h / 2 * a[0], w + h / 2 * a[1])
        c = slope(th + h / 2 * b[0], w + h / 2 * b[1])
        d = slope(th + h * c[0], w + h * c[1])
        th += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        w += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
    return th, w


def length(kappa, rx, ry, rate):
    """How long a flight lasts, by bisection of its rate: half of it is up."""
    low, high = 0.0, 2.0
    for _ in range(45):
        t = (low + high) / 2
        low, high = (t, high) if pendulum(kappa, rx, ry, rate, t)[1] > 0 else (low, t)
    return 2 * low


def agree(rows, width=1, height=2, mass=1, rate=1, mu=1):
    said, table = tell(rows, 17, width=width, height=height, mass=mass, rate=rate)
    label = "width %s, height %s" % (width, height)
    rx, ry = width / 2, height / 2
    inertia, l2 = mass * (width ** 2 + height ** 2) / 12, rx * rx + ry * ry
    kappa = mass * G / (inertia + mass * l2)
    keep = (inertia + mass * (ry * ry - rx * rx)) / (inertia + mass * l2)
    begins, rates = [0.0], [rate]
    for _ in range(3):
        begins.append(begins[-1] + length(kappa, rx, ry, rates[-1]))
        rates.append(rates[-1] * keep)
    check(len(table) == rows == said["rows"] and 0 < said["from_D"] < 1e-12
          and said["from_D"] == max(float(r["from_D"]) for r in table), label + ": from D")
    check(abs(float(table[-1]["s"]) - 1.05 * float(said["s"])) < 1e-12, "the last s")
    seen = {"flies": 0, "hits": 0, "rests": 0}
    for row in table:
        x = {k: float(v) for k, v in row.items() if k != "phase"}
        at = "%s, s = %g: " % (label, x["s"])
        seen[row["phase"]] += 1
        push = x["cn.A"] + x["cn.B"]
        check(abs(x["dt_ds"] + push - 1) < 1e-14 and min(x["cn.A"], x["cn.B"]) >= 0, at + "rates over s")
        check(all(abs(x["ft." + c]) <= mu * x["cn." + c] + 1e-15 for c in "AB"), at + "the friction cone")
        up = x["t"] + mass * G * x["t"] + mass * (x["v.y"] - rate * rx)
        check(abs(x["s"] - up) < 1e-11, at + "%g by momentum" % up)
        if row["phase"] == "hits":
            check(x["dt_ds"] == 0 and x["q.th"] == 0 and abs(x["q.y"] - ry) < 1e-15, at + "time stands still")
        flight = max(k for k in range(4) if begins[k] <= x["t"] + 1e-12)
        if row["phase"] != "flies" or flight == 3:
            continue
        side = -1 if flight % 2 else 1
        th, w = pendulum(kappa, rx, ry, rates[flight], x["t"] - begins[flight])
        X, Y = (rx * math.cos(th) - ry * math.sin(th), rx * math.sin(th) + ry * math.cos(th))
        want = {"q.x": side * (X - rx), "q.y": Y, "q.th": side * th, "v.x": -side * w * Y, "v.y": w * X,
                "v.th": side * w}
        for key, y in want.items():
            check(abs(x[key] - y) < 1e-8, "%s%s is %.12g, not %.12g" % (at, key, x[key], y))
        check(x["cn.B" if side > 0 else "cn.A"] == 0, at + "the other corner")
    check(min(seen.values()) > 0, "%s: %s" % (label, seen))


agree(61)
agree(47, width=0.5, height=1.5, rate=0.5)
agree(40, height=2.25, mass=3, rate=0.8)
for words, said in ((("--rows", "1"), "2 at least"), (("--rows", "2.5"), "whole"),
                    (("--wobble", "--plot", "x"), "--plot does not go")):
    r = run("inclusion", SCENE, "--wobble", *words)
    check(r.returncode == 2 and said in r.stderr, "%s: %s" % (words, r.stderr))
r = run("inclusion", SCENE, "--rows", "9")
check(r.returncode == 2 and "--rows belongs to --wobble" in r.stderr, r.stderr)
r = run("inclusion", SCENE, "--wobble", "--csv", "-", "--rows", "3")
check(len(r.stdout.splitlines()) == 4 and r.stdout.startswith("s,t,phase,q.x"), r.stdout)
done()
