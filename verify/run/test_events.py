"""perp run --events: against the velocities of the same table, which the program
does not read for them, and against closed forms.
"""
import csv
import io
import json
import math
import os
import tempfile

from program import SOURCE, check, done, run

HEAD = """local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = { { 1, 0 }, { 0, 1 } }, force = function(t) return { %s, -10 } end,
  contacts = function(q, v) return { { name = "floor", gap = q.y,
    slips = { v.x }, mu = %s } } end }
"""
BALL = HEAD % ("0", "0") + """
return { system = system, h = perp.ratio(1, 100), T = 1.5, e = perp.ratio(1, 2),
  q = { 0, 1 }, v = { 0, 0 } }
"""
RAMP = HEAD % ("t", "0.3") + """
return { system = system, h = 1/64, T = 4, q = { 0, 0 }, v = { 0, 0 } }
"""
BRAKED = HEAD % ("0", "0.25") + """
return { system = system, h = 1/64, T = 2, q = { 0, 0 }, v = { -3, 0 } }
"""


def ran(scene, *words):
    """The events and the table."""
    with tempfile.TemporaryDirectory() as place:
        if not os.path.exists(scene):
            text, scene = scene, os.path.join(place, "scene.lua")
            with open(scene, "w") as file:
                file.write(text)
        path = os.path.join(place, "e.jsonl")
        r = run("run", scene, "-q", "--events", path, "--csv", "-", *words)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        with open(path) as file:
            happened = [json.loads(line) for line in file]
    rows = [{k: float(eval_ratio(x)) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(r.stdout))]
    for one in happened:
        row = rows[one["row"]]
        check(one["t"] == row["t"] and one["cn"] == row["cn." + one["contact"]],
              "the numbers of %s" % one)
    return happened, rows


def eval_ratio(text):
    a, _, b = text.partition("/")
    return int(a) / int(b) if b else float(a)


def modes(happened, contact="floor"):
    return [(e["row"], e["from"], e["to"]) for e in happened
            if e["kind"] == "mode" and e["contact"] == contact]


def by_velocity(rows, contact):
    """A block that is pressed on the floor: where it does not move in a step it
    sticks, else it slips the way it moves."""
    out, was = [], None
    for row in rows[1:]:
        x = row["va.x"]
        now = "stick" if abs(x) < 1e-12 else "slip+" if x > 0 else "slip-"
        if now != was:
            out.append((int(row["step"]), was, now))
        was = now
    check(all(row["cn." + contact] > 0 for row in rows[1:]), "always pressed")
    return out


def blocks():
    case = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")
    for words in ([], ["--set", "mu=0.4"], ["--set", "mu=0.7"],
                  ["--exact-check", "--set", "T=3"]):
        happened, rows = ran(case, *words)
        want = by_velocity(rows, "ground")
        check(modes(happened, "ground") == want and len(want) > 1 and
              len(happened) == len(want),
              "%s: %s\n%s" % (words, happened[:3], want[:3]))
    # A force t N, mu m g = 3 N: it slips from 3 s on.
    happened, rows = ran(RAMP)
    check([e[1:] for e in modes(happened)] == [(None, "stick"),
                                               ("stick", "slip+")], "a ramp")
    check(3 <= happened[1]["t"] <= 3 + 2 / 64, "slips at %s" % happened[1])
    # -3 m/s, braked by mu g = 2.5 m/s^2: it stands from 1.2 s on.
    happened, rows = ran(BRAKED)
    check([e[1:] for e in modes(happened)] == [(None, "slip-"),
                                               ("slip-", "stick")], "braked")
    check(1.2 - 1 / 64 <= happened[1]["t"] <= 1.2 + 2 / 64 and
          happened[0]["ft"] == [happened[0]["cn"] / 4], "stands")


def ball(*words):
    """From 1 m, g = 10, e = 1/2: at sqrt(1/5), then after flights of v / 5 each,
    with half the velocity v behind each."""
    happened, rows = ran(BALL, *words)
    hits = [e for e in happened if e["kind"] == "collision"]
    t, v = math.sqrt(1 / 5), math.sqrt(20)
    for hit in hits[:4]:
        check(abs(hit["t"] - t) < 1e-9, "%s is not at %.12g" % (hit, t))
        check(abs(hit["cn"] - 1.5 * v) < 1e-9, "%s: not %.12g N s" %
              (hit, 1.5 * v))
        v /= 2
        t += v / 5
    check(len(hits) >= 4, "%d collisions" % len(hits))
    short = [r for r in rows[1:] if r["t"] - rows[int(r["step"]) - 1]["t"] <
             0.01 - 1e-9 and r["cn.floor"] > 0]
    check([e["row"] for e in hits] == [int(r["step"]) for r in short],
          "collisions take less than a step: %s" % hits)
    for row, was, now in modes(happened):
        check(now == ("push" if rows[row]["cn.floor"] > 0 else "separate"),
              "row %d: %s" % (row, now))


def refused():
    case = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")
    for words in (["--events", "-", "--json"], ["--events", "-", "--csv", "-"],
                  ["--events", "x", "--branches", "3"],
                  ["--events", "x", "--trace", "x"]):
        r = run("run", case, "--set", "T=0.1", *words)
        check(r.returncode == 2 and "--events" in r.stderr,
              "%s: %d %s" % (words, r.returncode, r.stderr))


blocks()
ball()
ball("--exact-check")
refused()
done()
