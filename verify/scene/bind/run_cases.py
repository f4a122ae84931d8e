"""Whole runs, from the command line to their files.

ex9_1 in fractions against its closed form, fig9_1 against its event-driven
solution, with other parameters than their own; the rest of what a run promises:
JSON keys, one CSV per run, standard output, notes, figures that are XML.
"""
import csv
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom
from fractions import Fraction

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
EX = os.path.join(SOURCE, "cases", "GAP08", "ex9_1.lua")
FIG = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")
KEYS = ["run", "steps", "steps_proven", "lcps", "fallbacks", "max_residual",
        "tv_v", "tv_va", "kinetic_first", "kinetic_last", "second_velocity",
        "one_velocity", "proven_of", "limits", "watch", "joint_gap_max", "parasitic",
        "never_touch", "warnings", "collisions", "rungs"]
SEVERAL = """local perp = require "perp"
local system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end }
for i = 1, 3 do
  local run = perp.simulate { name = "run" .. i, system = system,
    h = 0.5, T = 1, q = { 0 }, v = { i } }
  assert(run["q.x"][3] == i)
end
"""


def perp(*arguments):
    run = subprocess.run([BINARY, "run"] + list(arguments), text=True,
                         capture_output=True)
    assert run.returncode == 0, (arguments, run.stderr)
    return run.stdout, run.stderr


def table(text):
    head, *rows = [line.split(",") for line in text.splitlines()]
    return {name: [row[i] for row in rows] for i, name in enumerate(head)}


def joint_in_fractions(alpha, eps, steps):
    """v^l = (-(1-a)/a)^l eps, v^{l,a} = 0, TV = eps/a (1 - r^N)/(1 - r)."""
    t = table(perp(EX, "--rational", "--csv", "-", "--set", f"alpha={alpha}",
                   "--set", f"eps={eps}", "--set", "h=1/100", "--set",
                   f"T={Fraction(steps, 100)}")[0])
    factor = -(1 - alpha) / alpha
    v = [Fraction(x) for x in t["v.q"]]
    assert v == [factor ** i * eps for i in range(steps + 1)]
    assert all(Fraction(x) == 0 for x in t["va.q"][1:])
    text, _ = perp(EX, "--rational", "--json", "--set", f"alpha={alpha}",
                   "--set", f"eps={eps}", "--set", "h=1/100", "--set",
                   f"T={Fraction(steps, 100)}")
    said = json.loads(text)
    assert list(said) == KEYS, list(said)
    r = -factor
    total = 2 * eps * steps if r == 1 else \
        eps / alpha * (1 - r ** steps) / (1 - r)
    assert Fraction(said["tv_v"]) == total, (said["tv_v"], total)
    assert Fraction(said["kinetic_first"]) == eps ** 2 / 2
    assert said["steps"] == said["steps_proven"] == steps


def exact_slips(bound, push, end):
    """Slips (start, stop, sign, x at start) of x'' = push cos t against a
    friction bound, from rest at x = 3: the end of each by bisection."""
    slips, x, k = [], 3.0, 0
    while True:
        start = 0.0 if k == 0 else k * math.pi - math.acos(bound / push)
        if start >= end:
            return slips
        sign, low, high = (-1) ** k, k * math.pi, start + math.pi
        for _ in range(100):
            middle = (low + high) / 2
            v = push * (math.sin(middle) - math.sin(start)) \
                - sign * bound * (middle - start)
            low, high = (middle, high) if sign * v > 0 else (low, middle)
        slips.append((start, low, sign, x))
        x = slid(slips[-1], bound, push, low)
        k += 1


def slid(slip, bound, push, t):
    start, _, sign, x = slip
    return x + push * (math.cos(start) - math.cos(t)
                       - math.sin(start) * (t - start)) \
        - sign * bound * (t - start) ** 2 / 2


def position(slips, bound, push, t):
    x = 3.0
    for slip in slips:
        if slip[0] <= t:
            x = slid(slip, bound, push, min(t, slip[1]))
    return x


def block_error(out, *sets, mu=0.8, m=1.0):
    """The largest distance of the case's positions from the exact ones."""
    table = os.path.join(out, "block.csv")
    text, _ = perp(FIG, "--json", "--csv", table, *sets)
    bound, push = mu * 9.81, 8 / m
    slips = exact_slips(bound, push, 10)
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    os.remove(table)
    return max(abs(float(r["q.x"]) - position(slips, bound, push,
                                              float(r["t"])))
               for r in rows), json.loads(text)


def stick_and_slip(out):
    """Figure 9.1's scene against the event-driven solution: three alpha =
    gamma over five halvings, three (mu, m), every step proven."""
    for alpha in ("0.5", "0.75", "1"):
        both = ["--set", "alpha=" + alpha, "--set", "gamma=" + alpha, "--set"]
        first, _ = block_error(out, *both, "h=0.02")
        last, _ = block_error(out, *both, "h=0.000625")
        order = math.log2(first / last) / 5
        print("alpha = gamma =", alpha, "order", round(order, 3))
        assert order >= 0.9, order
    for mu, m in ((0.8, 1.0), (0.5, 1.0), (0.35, 2.0)):
        error, said = block_error(out, "--exact-check", "--set", f"mu={mu}",
                                  "--set", f"m={m}", mu=mu, m=m)
        assert said["steps"] == said["steps_proven"] == 1000, said
        assert error < 2e-3, (mu, m, error)


def several_runs(out):
    script = os.path.join(out, "several.lua")
    with open(script, "w", encoding="utf-8") as file:
        file.write(SEVERAL)
    text, _ = perp(script, "--json", "--csv", os.path.join(out, "a.csv"))
    runs = json.loads(text)["runs"]
    assert list(runs) == ["run1", "run2", "run3"]
    assert [runs[r]["kinetic_last"] for r in runs] == [0.5, 2, 4.5]
    assert sorted(os.listdir(out)) == ["a.run1.csv", "a.run2.csv",
                                       "a.run3.csv", "several.lua"]


def figure(out):
    _, said = perp(FIG, "--plot", os.path.join(out, "p", "q"), "--set", "T=1")
    name = os.path.join(out, "p", "q", "fig9_1.svg")
    assert name in said, said
    xml.dom.minidom.parse(name)
    assert os.listdir(os.path.join(out, "p", "q")) == ["fig9_1.svg"]


def interrupted(out):
    script = os.path.join(out, "long.lua")
    with open(script, "w", encoding="utf-8") as file:
        file.write(SEVERAL.replace("T = 1,", "T = i < 3 and 1 or 1e7,"))
    run = subprocess.Popen([BINARY, "run", script, "--csv",
                            os.path.join(out, "a.csv")])
    begun = time.time()
    while len([name for name in os.listdir(out) if name.endswith(".tmp")]) < 2:
        assert run.poll() is None and time.time() - begun < 3000
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    assert run.wait() == -signal.SIGINT
    assert os.listdir(out) == ["long.lua"], os.listdir(out)


def notes():
    _, said = perp(EX, "--rational", "--set", "h=0.01", "--set", "T=0.25")
    assert "write 1/100" in said and said.count("note:") == 1, said
    out, said = perp(EX, "-q")
    assert out == "" and said == ""


def limits(out):
    """A limit on bits or time ends in exit 5 and leaves nothing; one that is
    not reached changes nothing."""
    table = os.path.join(out, "a.csv")
    free, _ = perp(FIG, "--exact-check", "--set", "T=0.2", "--csv", "-")
    for word, tight, wide, says in (("--bits", "100", "100000", "bits"),
                                    ("--seconds", "1e-9", "1e6", "time")):
        run = subprocess.run([BINARY, "run", FIG, "--exact-check", word, tight,
                              "--csv", table], text=True, capture_output=True)
        assert run.returncode == 5 and says in run.stderr, run.stderr
        assert len(run.stderr.splitlines()) == 1, run.stderr
        assert os.listdir(out) == [], os.listdir(out)
        said, _ = perp(FIG, "--exact-check", word, wide, "--set", "T=0.2",
                       "--csv", "-")
        assert said == free


def main():
    for alpha, eps, steps in [(Fraction(1, 2), Fraction(1, 10), 100),
                              (Fraction(3, 4), Fraction(1, 3), 40),
                              (Fraction(2, 3), Fraction(5), 30),
                              (Fraction(1), Fraction(1, 7), 10),
                              (Fraction(1, 3), Fraction(1, 10), 20)]:
        joint_in_fractions(alpha, eps, steps)
    for work in (stick_and_slip, several_runs, figure, interrupted,
                 limits):
        with tempfile.TemporaryDirectory() as out:
            work(out)
    notes()
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
