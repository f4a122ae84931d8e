"""A scene's table, and errors computed beside those of perp converge."""
import csv
import io
import json
import math
import os
import tempfile

from program import SOURCE, check, failures, run


def verifies(tags):
    """For the ledger, when nothing has failed so far."""
    if not failures:
        print("verifies " + tags)


def case(name):
    return os.path.join(SOURCE, "cases", "GAP08", name + ".lua")


def sets(parameters):
    return [word for name, value in parameters.items()
            for word in ("--set", "%s=%s" % (name, value))]


def converge(path, steps=None, *more, **parameters):
    words = ["--h", ",".join(steps)] if steps else []
    r = run("converge", path, "--json", *words, *more, *sets(parameters))
    check(r.returncode == 0, "converge %s: %s" % (path, r.stderr))
    return json.loads(r.stdout) if r.returncode == 0 else None


def table(path, **parameters):
    """The rows of perp run as dictionaries of floats."""
    r = run("run", path, "--csv", "-", "-q", *sets(parameters))
    check(r.returncode == 0, "run %s: %s" % (path, r.stderr))
    return [{k: float(x) for k, x in row.items()}
            for row in csv.DictReader(io.StringIO(r.stdout))]


def length(values):
    return math.sqrt(sum(x * x for x in values))


def errors(rows, names, exact, T):
    """q sup over the rows; v at T; L1 of the step functions by many midpoints
    per interval. exact(t) gives the lists q and v."""
    q = [["q." + n for n in names], ["v." + n for n in names],
         ["va." + n for n in names]]
    sup = max(length(r[k] - x for k, x in zip(q[0], exact(r["t"])[0]))
              for r in rows if r["t"] <= T * (1 + 1e-9))
    last = [0.0, 0.0]
    for before, row in zip(rows, rows[1:]):
        a, b = before["t"], min(row["t"], T)
        for i in range(24):
            if b > a:
                v = exact(a + (b - a) * (i + 0.5) / 24)[1]
                for k in (0, 1):
                    last[k] += (b - a) / 24 * length(
                        row[n] - x for n, x in zip(q[1 + k], v))
    end = next(i for i, r in enumerate(rows) if r["t"] >= T * (1 - 1e-9))
    a, b = rows[end - 1], rows[end]
    s = min(1, (T - a["t"]) / (b["t"] - a["t"]))
    v = [(1 - s) * a[n] + s * b[n] for n in q[1]]
    return {"q_sup": sup, "v_end": length(x - y for x, y in
                                          zip(v, exact(T)[1])),
            "v_l1": last[0], "va_l1": last[1]}


def hypotheses(path, *more, **parameters):
    """Verdicts by their tags."""
    r = run("hypotheses", path, "--json", *more, *sets(parameters))
    check(r.returncode == 0, "hypotheses %s: %s" % (path, r.stderr))
    if r.returncode != 0:
        return None
    return {h["tag"]: h for h in json.loads(r.stdout)["hypotheses"]}


SCENE = """local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function(q) return %(mass)s end,
  force = function(t, q, v) return %(force)s end,
  coriolis = %(coriolis)s,
  joints = %(joints)s,
  contacts = %(contacts)s,
}
return { system = system, h = 0.1, T = 1, q = %(q)s, v = %(v)s, %(more)s }
"""
PLAIN = {"mass": "{ { 1, 0 }, { 0, 1 } }", "force": "{ 0, 0 }",
         "coriolis": "nil", "joints": "nil", "contacts": "nil",
         "q": "{ 0, 1 }", "v": "{ 1, 0 }", "more": ""}


def gap(expression, slips="{}"):
    return ("function(q, v) return { { name = 'c', gap = %s, slips = %s, "
            "mu = 0.5 } } end" % (expression, slips))


def written(body, **parts):
    """Calls body(path) with a small scene."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCENE % {**PLAIN, **parts})
        return body(path)


def verdict(name, tag, want, basis, texts=(), number=None, **parts):
    """One scene, one verdict. number: (wanted, relative error)."""
    h = written(hypotheses, **parts)
    if h is None:
        return
    h = h[tag]
    check(h["verdict"] == want and (basis is None or h["basis"] == basis),
          "%s: (%s) is %s by %s: %s" % (name, tag, h["verdict"], h["basis"],
                                        h["text"]))
    for text in texts:
        check(text in h["text"], "%s: no '%s' in: %s" % (name, text, h["text"]))
    if number is not None:
        got = h["number"]
        check(got is not None and
              abs(got - number[0]) <= number[1] * abs(number[0]) + 1e-12,
              "%s: %s, not %g: %s" % (name, got, number[0], h["text"]))
