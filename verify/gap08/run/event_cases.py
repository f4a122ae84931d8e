"""The planar cases of GAP08 section 4 against motions computed here.

Each case is run with its defaults and with other parameters, and compared with
a closed form or with an ordinary differential equation in as few unknowns as
the motion has, integrated by Runge and Kutta's rule. Prints what was measured.

    PERP_BINARY=build/release/perp python3 verify/gap08/run/event_cases.py [name ...]
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

from times import times

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
G = 9.81
failures = []


def check(fine, text, *numbers):
    if not fine:
        failures.append(text % numbers)
        print("not true: " + text % numbers)


def command(case, sets, *options):
    path = os.path.join(SOURCE, "cases", "GAP08", case + ".lua")
    words = [BINARY, "run", path, "-q", "--json"] + list(options)
    for name, value in sets.items():
        words += ["--set", "%s=%s" % (name, value)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(words), done.stderr))
    return json.loads(done.stdout)


def run(case, *options, **sets):
    """The summary and the rows of a run, as dictionaries of numbers."""
    with tempfile.TemporaryDirectory() as place:
        name = os.path.join(place, "rows.csv")
        told = command(case, sets, "--csv", name, *options)
        with open(name, encoding="ascii") as file:
            rows = [{k: float(x) for k, x in row.items()}
                    for row in csv.DictReader(file)]
    return told, rows


def counts(case, **sets):
    """The summary alone."""
    return command(case, sets)


def rk4(f, y, h):
    def moved(k, s):
        return [a + s * b for a, b in zip(y, k)]
    a = f(y)
    b = f(moved(a, h / 2))
    c = f(moved(b, h / 2))
    d = f(moved(c, h))
    return [u + h / 6 * (p + 2 * q + 2 * r + s)
            for u, p, q, r, s in zip(y, a, b, c, d)]


def until(f, y, event, h=1e-3):
    """Time and state at which event(y) falls to zero, by bisecting a step."""
    t = 0
    while True:
        following = rk4(f, y, h)
        if event(following) <= 0:
            break
        y, t = following, t + h
    lo, hi = 0, h
    for _ in range(60):
        mid = (lo + hi) / 2
        if event(rk4(f, y, mid)) > 0:
            lo = mid
        else:
            hi = mid
    return t + hi, rk4(f, y, hi)


def order(errors):
    return math.log2(errors[0] / errors[-1]) / (len(errors) - 1)


# The angle of a rod on its tip: with friction, the tip sliding one way.
def rod_motion(l, mu, th, w, T, n=500):
    J = l * l / 3

    def turn(y):
        angle, rate, u = y
        s, c = math.sin(angle), math.cos(angle)
        f = -math.copysign(mu, u + l * s * rate)
        # J a = N l (f s - c), N = g + l c a - l s rate^2
        lever = l * (f * s - c)
        a = lever * (G - l * s * rate * rate) / (J - lever * l * c)
        N = G + l * c * a - l * s * rate * rate
        assert N > 0, "the tip lifts off"
        return [rate, a, f * N]
    y = [th, w, 0.0]
    for _ in range(n):
        y = rk4(turn, y, T / n)
    return y[0]


def rod_tip():
    sets = [dict(l=1, mu=0, th=1, w=-1, T=0.3),
            dict(l=0.7, mu=0, th=1.2, w=-2, T=0.2),
            dict(l=1.5, mu=0.2, th=1.1, w=-0.5, T=0.4)]
    for p in sets[:times(3)]:
        true = rod_motion(**p)
        for alpha in (1, 0.5) if p is sets[0] else (1,):
            kept, sharp = [], []
            for h in (0.01, 0.005, 0.0025):
                told, rows = run("rod_tip", h=h, alpha=alpha, **p)
                check(told["collisions"] == 0, "kept: %d collisions",
                      told["collisions"])
                kept.append(abs(rows[-1]["q.th"] - true))
                told, rows = run("rod_tip", h=h, alpha=alpha, active="sharp",
                                 clock="uniform", **p)
                sharp.append(abs(rows[-1]["q.th"] - true))
                n, most = told["collisions"], round(p["T"] / (2 * h))
                first = p is sets[0] and alpha == 1
                check(n == most if first else most / 2 < n <= most,
                      "sharp: %d collisions at h = %g", n, h)
            print("rod_tip %s alpha %g: th = %.4f; off by %.2g to %.2g kept, "
                  "%.2g to %.2g sharp" % (p, alpha, true, kept[0], kept[-1],
                                          sharp[0], sharp[-1]))
            check(order(kept) > 0.9, "kept: order %.2f", order(kept))
            check(sharp[-1] > 0.5 * sharp[0] and sharp[-1] > 15 * kept[-1],
                  "sharp: %g does not stay wrong", sharp[-1])


# A block that turns around its corner: angle and rate up to the impact, then
# Housner's factor.
def rocking_times(width, height, th, n):
    a, b = width / 2, height / 2
    rr = a * a + b * b
    e = 1 - 1.5 * a * a / rr

    def turn(y):
        c, s = math.cos(y[0]), math.sin(y[0])
        return [y[1], -0.75 * G * (a * c - b * s) / rr]
    t, y, out = 0, [th, 0.0], []
    for _ in range(n):
        dt, y = until(turn, y, lambda z: z[0])
        t += dt
        out.append((t, -y[1] * e))
        y = [0.0, -y[1] * e]
    return e, out


def rocking_block():
    for width, th in ((0.25, 0.1), (0.4, 0.2), (0.2, 0.05))[:times(3)]:
        e, true = rocking_times(width, 1, th, 4)
        late, rate = [], []
        for h in (0.002, 0.001, 0.0005):
            _, rows = run("rocking_block", h=h, alpha=0.5, width=width, th=th,
                          T=true[-1][0] + 0.1)
            hit = [b for a, b in zip(rows, rows[1:])
                   if abs(b["v.th"] - a["v.th"]) > (1 - e) / 2 * abs(a["v.th"])
                   and abs(b["q.th"]) < 0.01]
            late.append(max(abs(r["t"] - t) for r, (t, _) in zip(hit, true)))
            rate.append(max(abs(abs(r["v.th"]) - w)
                            for r, (_, w) in zip(hit, true)))
            check(len(hit) >= 4, "%d impacts", len(hit))
        print("rocking_block %g: e = %.4f, four impacts late by %.2g to %.2g s,"
              " rates off by %.2g to %.2g" % (width, e, late[0], late[-1],
                                              rate[0], rate[-1]))
        check(late[-1] < 0.4 * late[0] and late[-1] < 2e-3, "times %s", late)
        check(rate[-1] < 0.4 * rate[0] and rate[-1] < 2e-3, "rates %s", rate)
    for width, alpha, first, doublings, T in ((0.25, 0.5, 0.0064, 5, 6),
                                              (0.25, 1, 0.0064, 5, 6),
                                              (0.4, 0.5, 0.0064, 4, 3),
                                              (0.2, 1, 0.0064, 4, 9))[-times(4):]:
        e = 1 - 1.5 * width**2 / (width**2 + 1)
        n = [counts("rocking_block", width=width, alpha=alpha, T=T,
                    h=first / 2**k)["collisions"]
             for k in range(doublings + 1)]
        slope = (n[-1] - n[0]) / doublings
        wanted = math.log(2) / math.log(1 / e)
        print("rocking_block %g alpha %g: collisions %s, %.2f per halving "
              "down to h = %g, ln 2/ln(1/e) = %.2f" %
              (width, alpha, n, slope, first / 2**doublings, wanted))
        check(abs(slope - wanted) < 0.15 * wanted, "%g per halving", slope)
    for h in (0.01, 0.005, 0.0025):
        n = counts("rocking_block", active="sharp", clock="uniform", T=1,
                   h=h)["collisions"]
        check(n == round(1 / (2 * h)), "sharp: %d collisions at %g", n, h)


# Two equations for the two impulses that stop the tip.
def jam(tan, h):
    c = 1 / math.sqrt(1 + tan * tan)
    s = c * tan
    nn, nd, dd = 1 + 3 * c * c, -3 * s * c, 1 + 3 * s * s
    det = nn * dd - nd * nd
    return (dd * G * h - nd) / det, (nn - nd * G * h) / det


def painleve_rod():
    for tan, mu in (("4/3", 2), ("2", 1.4), ("3/2", 1.6))[:times(3)]:
        slope = eval(tan)
        critical = (4 + slope * slope) / (3 * slope)
        for h in (0.01, 0.0001):
            for alpha in (1, 0.75, 0.5):
                told, rows = run("painleve_rod", "--exact-check", tan=tan,
                                 mu=mu, h=h, alpha=alpha, T=h)
                check(told["collisions"] == 0 and told["steps_proven"] == 1,
                      "%s", told)
                cn, beta = jam(slope, h * alpha)  # of alpha times the impulse
                row, s = rows[1], math.sin(rows[0]["q.th"])
                check(abs(row["cn.tip"] - cn / alpha) < 1e-13 and
                      abs(row["ft.tip"] - beta / alpha) < 1e-13,
                      "impulses %g, %g", row["cn.tip"], row["ft.tip"])
                slip = row["v.x"] + s * row["v.th"]
                check(abs(slip - (1 - alpha) / alpha) < 1e-13,
                      "alpha %g: slip %g", alpha, slip)
        cn, beta = jam(slope, 1e-9)
        print("painleve_rod tan %s: c_n = %.6f, beta/c_n = %.6f, critical mu "
              "%.6f" % (tan, cn, beta / cn, critical))
        check(abs(beta / cn - critical) < 1e-7, "limit %g", beta / cn)
    cn, beta = jam(4 / 3, 0.01)
    check(abs(cn - 9 / 25 - 0.73 * G * 0.01) < 1e-15 and
          abs(beta - 13 / 25 - 0.36 * G * 0.01) < 1e-15, "closed form")
    for h in (0.01, 0.001, 0.0001):  # below the critical mu nothing jams
        _, rows = run("painleve_rod", mu=1, h=h, T=h)
        check(rows[1]["cn.tip"] < 20 * h, "c_n = %g", rows[1]["cn.tip"])


def pendulum_contact():
    for th, l, wall in ((1, 1, -0.5), (0.7, 0.6, -0.2), (1.4, 2, -0.1))[:times(3)]:
        def swing(y):
            return [y[1], -G / l * math.sin(y[0])]
        when, y = until(swing, [th, 0.0],
                        lambda z: l * math.sin(z[0]) - wall)
        T = when + 0.4
        late, off = [], []
        for h in (0.01, 0.005, 0.0025, 0.00125):
            told, rows = run("pendulum_contact", th=th, l=l, wall=wall, h=h,
                             T=T, alpha=1)
            hit = [r for r in rows if r["cn.wall"] > 0]
            check(told["collisions"] == 1, "%d collisions", told["collisions"])
            late.append(abs(hit[0]["t"] - when))
            check(max(abs(hit[0]["v.x"]), abs(hit[0]["v.y"])) < 1e-12,
                  "it does not stop")
            last = [r for r in rows if r["t"] <= T + 1e-9][-1]
            time = last["t"] - when
            state = [y[0], 0.0]
            for _ in range(100):
                state = rk4(swing, state, time / 100)
            off.append(abs(math.atan2(last["q.x"], -last["q.y"]) - state[0]))
        print("pendulum_contact %g: hit late by %.2g to %.2g s, off at the end "
              "by %.2g to %.2g" % (th, late[0], late[-1], off[0], off[-1]))
        check(order(late) > 0.85 and order(off) > 0.7, "orders %g, %g",
              order(late), order(off))
    for eps, g, w in ((0.1, 0, 1), (0.05, G, 0), (0.2, 0, 2))[:times(3)]:
        tv, tva, clean = [], [], []
        for k in range(4):
            h, more = 0.01 / 2**k, dict(T=4, w=w, g=g, wall=-5)
            told = counts("pendulum_contact", h=h, eps=eps, **more)
            tv.append(told["tv_v"])
            tva.append(told["tv_va"])
            told = counts("pendulum_contact", h=h, eps=0, **more)
            clean.append((told["tv_v"], told["tv_va"]))
        print("pendulum eps %g: TV(v) %s, TV(v^a) %s, consistent %s" %
              (eps, ["%.1f" % x for x in tv], ["%.2f" % x for x in tva],
               ["%.2f" % x[0] for x in clean]))
        for a, b in zip(tv, tv[1:]):
            check(b > 1.7 * a, "TV(v): %g behind %g", b, a)
        ratio = tv[-1] / (2 * eps * 4 / (0.01 / 8))  # 2 eps in each step
        check(abs(ratio - 1) < 0.3, "TV(v) = %g", tv[-1])
        check(abs(tva[-1] - clean[-1][1]) < 0.05 * tva[-1], "TV(v^a) %s", tva)
        for i in (0, 1):  # it converges
            steps = [abs(b[i] - a[i]) for a, b in zip(clean, clean[1:])]
            check(steps[1] < 0.7 * steps[0] and steps[2] < 0.7 * steps[1],
                  "consistent %s", clean)


def four_bar():
    defaults = dict(crank=1, coupler=1.5, rocker=1.25, ground=2, th=1.8,
                    stop=0.6)
    for p in (defaults, dict(defaults, th=2.0, stop=0.7),
              dict(defaults, coupler=1.7, rocker=1.2, th=1.9, stop=0.75))[:times(3)]:
        a, b, c, d = p["crank"], p["coupler"], p["rocker"], p["ground"]

        def bars(th):
            bx, by = a * math.cos(th), a * math.sin(th)
            dx, dy = d - bx, -by
            r = math.hypot(dx, dy)
            along = (b * b - c * c + r * r) / (2 * r)
            across = math.sqrt(b * b - along * along)
            cx = bx + (along * dx - across * dy) / r
            cy = by + (along * dy + across * dx) / r
            return [bx / 2, by / 2, th, (bx + cx) / 2, (by + cy) / 2,
                    math.atan2(cy - by, cx - bx), (cx + d) / 2, cy / 2,
                    math.atan2(cy, cx - d)]
        inertia = [1, 1, a * a / 12, 1, 1, b * b / 12, 1, 1, c * c / 12]
        eps = 1e-5

        def mass(th):
            u, v = bars(th + eps), bars(th - eps)
            return sum(m * ((x - y) / (2 * eps))**2
                       for m, x, y in zip(inertia, u, v))

        def height(th):
            u = bars(th)
            return u[1] + u[4] + u[7]

        # the energy gives the rate: no second derivative is wanted
        top, low = p["th"], p["th"]
        while bars(low)[4] > p["stop"]:
            low += 1e-3
        lo, hi = low - 1e-3, low
        for _ in range(60):
            mid = (lo + hi) / 2
            lo, hi = (mid, hi) if bars(mid)[4] > p["stop"] else (lo, mid)
        end, n = hi, 4000
        # t = int dth / rate, th = top + (end - top) u^2 takes the root away
        when = 0
        for i in range(n):
            u = (i + 0.5) / n
            th = top + (end - top) * u * u
            rate = math.sqrt(2 * G * (height(top) - height(th)) / mass(th))
            when += 2 * u * (end - top) / rate / n
        late, off = [], []
        for h in (0.01, 0.005, 0.0025):
            told, rows = run("four_bar", "--exact-check", h=h, alpha=1,
                             T=when + 0.1, **{k: p[k] for k in p})
            check(told["collisions"] == 1 and
                  told["steps_proven"] == told["steps"], "%s", told)
            hit = [r for r in rows if r["cn.stop"] > 0]
            late.append(abs(hit[0]["t"] - when))
            off.append(abs(hit[-1]["q.crank.th"] - end))
            check(abs(hit[-1]["va.crank.th"]) < 1e-10, "it does not rest")
        print("four_bar th %g: lands after %.4f s, late by %.2g to %.2g s, "
              "angle off by %.2g to %.2g" % (p["th"], when, late[0], late[-1],
                                             off[0], off[-1]))
        check(late[-1] < 0.35 * late[0], "times %s", late)
        check(off[-1] < 0.35 * off[0], "angles %s", off)


# In stick v^h changes its sign at each step while the weighted velocity is 0.
def stick():
    for mu in (0.8, 0.79, 0.7)[:times(3)]:
        _, rows = run("fig9_1", mu=mu, T=3)
        stuck = [i for i in range(2, len(rows))
                 if abs(rows[i]["va.x"]) < 1e-13 and
                 abs(rows[i - 1]["va.x"]) < 1e-13]
        check(len(stuck) > 20, "mu %g: %d rows of stick", mu, len(stuck))
        swing = max(abs(rows[i]["v.x"]) for i in stuck)
        check(swing > 1e-6 and all(abs(rows[i]["v.x"] + rows[i - 1]["v.x"])
                                   < 1e-13 for i in stuck), "no swing")
        print("stick mu %g: %d rows, v^h = +-%.2g, v^{h,a} = 0" %
              (mu, len(stuck), swing))


CASES = [rod_tip, rocking_block, painleve_rod, pendulum_contact, four_bar,
         stick]
for case in CASES:
    if len(sys.argv) < 2 or case.__name__ in sys.argv[1:]:
        case()
sys.exit(1 if failures else 0)
