"""Small scenes for perp hypotheses, scheme paoli: what each line says."""
import json
import os
import sys
import tempfile

from paoli_face import BINARY, SOURCE
import subprocess

SCENE = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
    mass = function(q) return %(mass)s end,
    force = function(t, q, v) return %(force)s end,
    contacts = function(q) return { %(contacts)s } end },
  scheme = "paoli", e = %(e)s, h = perp.ratio(1, 16), T = %(T)s,
  q = %(q)s, v = %(v)s }
"""
PLAIN = {"mass": "{ { 1, 0 }, { 0, 1 } }", "force": "{ 0, 0 }", "e": "0",
         "contacts": "{ name = 'floor', gap = q.y }", "T": "2",
         "q": "{ 0, 1 }", "v": "{ 0, -1 }"}


def perp(*words):
    r = subprocess.run([BINARY, *words], capture_output=True, text=True,
                       timeout=60)
    assert r.returncode == 0, (words, r.stderr)
    return r.stdout


def case(name, **sets):
    """The lines of a case by their tags, and the words to run it."""
    words = [os.path.join(SOURCE, "cases", "P10", name + ".lua")]
    for k, x in sets.items():
        words += ["--set", "%s=%s" % (k, x)]
    found = json.loads(perp("hypotheses", *words, "--json"))
    assert found["paper"] == "P10" and found["scheme"] == "paoli", found
    return {h["tag"]: h for h in found["hypotheses"]}, words


def scene(**parts):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SCENE % {**PLAIN, **parts})
        found = json.loads(perp("hypotheses", path, "--json"))
    return {h["tag"]: h for h in found["hypotheses"]}


def gaps(*expressions):
    return ", ".join("{ name = 'c%d', gap = %s }" % (i, x)
                     for i, x in enumerate(expressions))


def says(found, tag, verdict, basis=None, text="", number=None, error=1e-12):
    h = found[tag]
    assert h["verdict"] == verdict and basis in (None, h["basis"]), h
    assert text in h["text"], (text, h)
    if number is not None:
        assert h["number"] is not None and \
            abs(h["number"] - number) <= error * max(1, abs(number)), \
            (number, h)


def main(tests):
    for test in tests:
        test()
    sys.exit(0)
