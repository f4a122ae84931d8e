"""perp inclusion: the Zeno block to 50 digits, and solutions of (39).

The second implementation of the block integrates the pendulum by power series
in decimal arithmetic, step after step, and sums the flights one by one.
"""
import csv
import json
import math
import os
import tempfile
from decimal import Decimal, getcontext

import hp23
from program import SOURCE, check, done, failures, run
from times import times

getcontext().prec = 75


def path(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def ask(name, *words, **sets):
    for key, value in sets.items():
        words += ("--set", "%s=%s" % (key, value))
    r = run("inclusion", path(name), "--json", *words)
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return json.loads(r.stdout)


def series(kappa, state, order):
    """Coefficients over time of (theta, theta', X, Y) from the state, with
    theta'' = -kappa X, X' = -theta' Y, Y' = theta' X."""
    th, w, X, Y = [[x] for x in state]
    for n in range(order):
        down = sum(w[k] * Y[n - k] for k in range(n + 1))
        up = sum(w[k] * X[n - k] for k in range(n + 1))
        th.append(w[n] / (n + 1))
        w.append(-kappa * X[n] / (n + 1))
        X.append(-down / (n + 1))
        Y.append(up / (n + 1))
    return th, w, X, Y


def at(c, t):
    x = Decimal(0)
    for k in reversed(c):
        x = x * t + k
    return x


def flight(kappa, rx, ry, rate):
    """Duration and apex: until the rate is zero, and as long again."""
    state, time = (Decimal(0), rate, rx, ry), Decimal(0)
    step = Decimal("0.02")
    short = float(min(step, 2 * rate / (kappa * rx)))
    order = 6 + math.ceil(60 / -math.log10(short / 0.6))  # by the radius, 0.6 s
    while True:
        c = series(kappa, state, order)
        if at(c[1], step) < 0:
            break
        state, time = [at(x, step) for x in c], time + step
    t = -c[1][0] / c[1][1]
    slope = [k * x for k, x in enumerate(c[1])][1:]
    for _ in range(7):
        t -= at(c[1], t) / at(slope, t)
    return 2 * (time + t), at(c[0], t)


def block(width, height, mass, g, rate, mu):
    """All numbers, as decimals. s of a flight is its time and the impulse that
    weight and vertical momentum need."""
    rx, ry = width / 2, height / 2
    I, l2 = mass * (width ** 2 + height ** 2) / 12, rx ** 2 + ry ** 2
    kappa = mass * g / (I + mass * l2)
    keep = (I + mass * (ry ** 2 - rx ** 2)) / (I + mass * l2)
    Ln = mass * rx * (1 + keep)
    t = s = Decimal(0)
    first, w = None, rate
    while w > Decimal(10) ** -56:
        t1, apex = flight(kappa, rx, ry, w)
        s1 = t1 + mass * g * t1 - mass * width * w
        first = first or (t1, s1, apex)
        t, s, w = t + t1, s + s1 + Ln * w, w * keep
    return {"t1": first[0], "s1": first[1], "apex": first[2], "t": t, "s": s,
            "keep": keep, "Ln": Ln * rate, "Lt": mass * ry * (keep - 1) * rate}


# Verifies HP23 (56)-(57), (63), (66), (68).
def to_fifty_digits():
    """The paper's block, exactly, and two others; of the first also what the
    facts of the example say."""
    for sets in ({}, {"width": "1/2", "height": "3/2", "rate": "1/2"},
                 {"height": "9/4", "mass": 3, "g": "49/5", "rate": "4/5"})[:times(3)]:
        sets = dict({"g": "981/100"}, **sets)
        said = ask("zeno_block", "--wobble", "--rational", **sets)
        value = {}
        for key, usual in (("width", "1"), ("height", "2"), ("mass", "1"),
                           ("rate", "1"), ("mu", "1"), ("g", "")):
            p, _, q = str(sets.get(key, usual)).partition("/")
            value[key] = Decimal(p) / Decimal(q or 1)
        want = block(**value)
        for key, x in want.items():
            mine = Decimal(said[key])
            check(abs(mine - x) <= abs(x) * Decimal(10) ** -49,
                  "%s %s: %s, by series %s" % (sets, key, mine, +x))
        if len(sets) == 1:
            near = Decimal(said["s"]) - (Decimal("10.81") * Decimal(said["t"]) -
                                         Decimal("0.5"))
            check(abs(near) < Decimal(10) ** -46, "s = 10.81 t - 0.5: %s" % near)
            check((said["keep"], said["Ln"], said["Lt"]) ==
                  ("0.7", "0.85", "-0.3"), "the impact: %s" % said)
            check(said["t"].startswith("2.671") and
                  said["s"].startswith("28.378"), "accumulation")


def solutions():
    """Ends of solutions that go contact by contact are those of law (31) in
    turn; all of them lie between the extremes where these bound the set."""
    for sets in ({}, {"width": 2}, {"mass": 3, "v0": 2})[:times(3)]:
        said = ask("rocking_block", "--ordered", "--solutions", "20", **sets)
        M, Jn, Jt, mu, v = hp23.block(**{
            k: x for k, x in sets.items()})
        v1, = hp23.outcomes((M, [Jn[0]], [Jt[0]], [mu[0]], v))
        v2, = hp23.outcomes((M, [Jn[1]], [Jt[1]], [mu[1]], v1))
        high = hp23.dot(Jn[0], v2)
        check(abs(said["vn"][0][1] - high) < 1e-12 and
              said["vn"][0][0] >= 0, "%s: %s, in turn %g" %
              (sets, said["vn"], high))
        check(said["longest"] <= said["bound"] and said["ended"] == 20,
              "%s: %s" % (sets, said))
        again = ask("rocking_block", "--solutions", "20", **sets)
        check(-1e-15 <= again["vn"][0][0] and
              again["vn"][0][1] <= high + 1e-12, "%s: %s" % (sets, again))
        check(all(a[1] >= 0 for a in again["alpha"]) and again["alpha"],
              "alpha: %s" % again["alpha"])
    one = ask("rocking_block", "--solutions", "30", "--seed", "5")
    two = ask("rocking_block", "--solutions", "30", "--seed", "6")
    check(one == ask("rocking_block", "--solutions", "30", "--seed", "5") and
          one != two, "seeds")


def sampled():
    """All outcomes of law (31) of gait and RAMone are ends, a sample is not called
    the set, and --quiet has no words."""
    for name, count in (("compass_gait", 60), ("ramone", 40)):
        said = ask(name, "--solutions", str(count))
        check(said["complete"] is False, "%s: a sample is complete" % name)
        check(len(said["law31"]) == 3 and
              all(o["line"] is True and o["solutions"] > 0
                  for o in said["law31"]), "%s: %s" % (name, said["law31"]))
    for words in (), ("--ordered",), ("--everywhere",):
        said = ask("rocking_block", "--solutions", "4", *words)
        check(("law31" in said) == (words == ()), "%s: %s" % (words, said))
    r = run("inclusion", path("rocking_block"), "--solutions", "4")
    check("4 solutions of (39) drawn" in r.stdout and "a sample" in r.stdout,
          r.stdout)
    for word in "-q", "--quiet":
        r = run("inclusion", path("rocking_block"), "--solutions", "4", word)
        check(r.returncode == 0 and r.stdout == r.stderr == "",
              "quiet: %s%s" % (r.stdout, r.stderr))
    r = run("inclusion", path("rocking_block"), "-q", "--json")
    check(json.loads(r.stdout)["solutions"] == 100, "quiet, and asked")


def one_contact():
    """Lemma 2 for the end of a rod, G and its inverse written by hand: 1/kappa is the least of |J_n v| + |J_t v|
    over |v|_M = 1, v in the range of both, times min(mu, 1); found by going round the circle."""
    for half, mass, mu, angle in ((0.5, 2, 1.5, 35), (1, 1, 0.7, 60),
                                  (2, 0.5, 0.2, 100))[:times(3)]:
        said = ask("fig3", "--solutions", "20", half=half, mass=mass, mu=mu, angle=angle)
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        n, t, inertia = (0, 1, -half * c), (1, 0, half * s), mass * half * half / 3
        dot = lambda x, y: (x[0] * y[0] + x[1] * y[1]) / mass + x[2] * y[2] / inertia
        nn, tt, nt = dot(n, n), dot(t, t), dot(n, t)
        least = math.inf
        for k in range(20000):  # v = M^-1 (a n + b t)
            a, b = math.cos(math.pi * k / 20000), math.sin(math.pi * k / 20000)
            size = math.sqrt(a * a * nn + 2 * a * b * nt + b * b * tt)
            least = min(least, (abs(a * nn + b * nt) + abs(a * nt + b * tt)) / size)
        kappa = 1 / (least * min(mu, 1))
        check(abs(said["kappa"] - kappa) < 1e-3 * kappa and said["longest"] <= said["kappa"],
              "kappa %g, %g, longest %g" % (said["kappa"], kappa, said["longest"]))
    check("kappa" not in ask("fig3", "--solutions", "2", mu=0), "no friction, no kappa")
    check("kappa" not in ask("rocking_block", "--solutions", "2"), "two contacts")


def refused():
    """One line each, and its exit code."""
    for words, code, said in (
            (("--solutions", "0"), 2, "--solutions"),
            (("--solutions", "1.5"), 2, "whole number"),
            (("--digits", "40"), 2, "--wobble"),
            (("--csv", "-", "--json"), 2, "give the table a file"),
            (("--wobble", "--legs", "9"), 2, "--legs"),
            (("--seconds", "1e-9"), 5, "exact arithmetic ran out of time"),
            (("--ordered", "--seconds", "1e-9"), 5, "solution 1 of 100: exact"),
            (("--wobble",), 3, "not a body"),
            (("--set", "v0=-1"), 3, "nothing collides"),
            (("--set", "mu=-1"), 3, "mu")):
        r = run("inclusion", path("rocking_block"), *words)
        check(r.returncode == code and said in r.stderr and
              r.stderr.count("\n") == 1 and r.stdout == "",
              "%s: %d %s" % (words, r.returncode, r.stderr))
    for sets, said in ((("rate=3",), "tips over"), (("mu=1/5",), "slip"),
                       (("width=4", "height=1"), "slip"),
                       (("impact=true",), "not a body")):
        words = [w for s in sets for w in ("--set", s)]
        r = run("inclusion", path("zeno_block"), "--wobble", *words)
        check(r.returncode == 3 and said in r.stderr and
              r.stderr.count("\n") == 1, "%s: %d %s" %
              (sets, r.returncode, r.stderr))


def whole_or_not():
    """Who gives up leaves no rows: neither a new file, nor in the place of an
    old one, nor on standard output."""
    with tempfile.TemporaryDirectory() as d:
        table = os.path.join(d, "x.csv")
        for old in (None, "old"):
            if old is not None:
                with open(table, "w") as f:
                    f.write(old)
            r = run("inclusion", path("rocking_block"), "--csv", table,
                    "--seconds", "1e-9")
            check(r.returncode == 5, "%d %s" % (r.returncode, r.stderr))
            check(os.listdir(d) == ([] if old is None else ["x.csv"]),
                  "left: %s" % os.listdir(d))
        with open(table) as f:
            check(f.read() == "old", "the old table is gone")
        r = run("inclusion", path("rocking_block"), "--csv", "-", "--seconds",
                "1e-9")
        check(r.returncode == 5 and r.stdout == "", r.stdout)
        r = run("inclusion", path("rocking_block"), "--csv", table,
                "--solutions", "3")
        one = run("inclusion", path("rocking_block"), "--csv", "-",
                  "--solutions", "3")
        check(os.listdir(d) == ["x.csv"] and r.returncode == 0, r.stderr)
        with open(table) as f:
            check(f.read() == one.stdout, "not the same rows")
        rows = list(csv.DictReader(one.stdout.splitlines()))
        check({row["solution"] for row in rows} == {"0", "1", "2"} and
              all(float(row["s"]) >= 0 for row in rows), one.stdout)


to_fifty_digits()
solutions()
sampled()
one_contact()
refused()
whole_or_not()
if not failures:
    print("verifies HP23 (56)-(57), (63), (66), (68)")
done()
