"""What PKS05 assumes, asked of its cases and of scenes that miss one of them.

    python3 verify/test_pks05.py
"""
import os
import re
import tempfile

from study import SOURCE, hypotheses

CASES = os.path.join(SOURCE, "cases", "PKS05")
SCENE = """local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function(q) return { { MASS, 0 }, { 0, 1 } } end,
  force = function(t, q, v) return { FORCE, -10 } end,
  coriolis = CORIOLIS,
  contacts = function(q, v)
    return { { name = "floor", gap = GAP, slips = { v.x }, mu = MU,
      stiffness = STIFF, damping = { 2, 1 } } }
  end,
}
return { system = system, scheme = "theta", h = STEP, T = 1,
  q = { 0.1, 0.2 }, v = { 1, 0 } }
"""
USUAL = {"MASS": "2", "FORCE": "perp.sin(q.x) - v.x + t", "GAP": "q.y",
         "MU": "0.2", "STIFF": "100", "STEP": "1/64", "CORIOLIS": "nil"}
TURNS = "function(q, v) return { { 0, q.x }, { -q.x, 0 } } end"


def verdicts(path, *more):
    return hypotheses(path, *more)


def scene(**changes):
    text = SCENE
    for key, value in dict(USUAL, **changes).items():
        text = text.replace(key, value)
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return verdicts(path)


def missed(found):
    return [tag for tag, f in found.items() if f["verdict"] != "met"]


# Verifies PKS05 (A)-(D), (Lemma4), (Prop3), (Prop7).
def assumptions():
    assert missed(scene()) == [], scene()
    for changes, tags in (
            ({"FORCE": "q.x * v.x"}, ["A"]),
            ({"FORCE": "perp.where(1/2 - t, 1, 0)"}, ["A"]),
            ({"FORCE": "perp.max(q.x, 0)"}, []),  # a kink is Lipschitz
            ({"GAP": "q.y - q.x * q.x / 8"}, ["B"]),
            ({"GAP": "q.y - perp.sin(q.x) / 8"}, []),
            ({"GAP": "q.y + perp.where(5 - q.x, 0, 1)"}, ["B"]),
            ({"MASS": "2 + q.x * q.x"}, ["C"]),
            ({"MASS": "2 + perp.sin(q.x)"}, []),
            ({"STIFF": "100 * (1 + q.y * q.y)"}, ["D"]),
            ({"STIFF": "100 * (2 + perp.sin(q.y))"}, []),
            ({"MU": "0.9"}, ["Lemma4"]),
            ({"FORCE": "20 * q.x", "STEP": "1/4"},
             ["Prop3", "Lemma4", "Prop7"])):
        found = scene(**changes)
        assert missed(found) == tags, (changes, missed(found), found)
    for gap, what in (("q.y + perp.where(5 - q.x, 0, 1)",
                       "a gap contains a branch that may jump"),
                      ("q.y - q.x * q.x / 8", "a normal or slip contains a "
                       "power or a product"),
                      ("q.y - perp.where(5 - q.x, q.x / 8, 0)",
                       "a normal or slip contains a branch that may jump")):
        found = scene(GAP=gap)
        assert found["B"]["verdict"] == "undecided", (gap, found["B"])
        assert what in found["B"]["text"], (gap, found["B"])
    found = scene(CORIOLIS=TURNS)["C"]
    assert "M is constant" in found["text"], found
    found = scene(FORCE="3 * q.x - 4 * v.x")
    assert abs(found["A"]["number"] - 5) < 1e-12, found["A"]
    print("verifies PKS05 (A)-(D), (Lemma4), (Prop3), (Prop7)")


def uses_most(found, which=""):
    """The number is the largest of the eight that the text gives."""
    uses = dict(re.findall(r"(\S+(?: \d)?) ([\d.e+-]+)[,;]", found["text"]))
    worst = max((x for x in uses if x != "psi_x"), key=lambda x: float(uses[x]))
    assert len(uses) == 8 and abs(float(uses[worst]) / found["number"] - 1) < 0.06 \
        and worst.endswith(which), (uses, found)


def cases():
    """No case violates a bound; the block that is pushed until t = 1 has a force
    that jumps, the patch more friction than its constants allow."""
    for name, wanted in (("ball", []), ("pushed_block", ["A"]),
                         ("coupled_patch", ["Lemma4"]), ("rotating_push", [])):
        found = verdicts(os.path.join(CASES, name + ".lua"), "--set",
                         "h=1/1000", "--set", "T=0.1")
        assert missed(found) == wanted, (name, missed(found))
        assert 0 < found["Prop7"]["number"] <= 1, found["Prop7"]
        uses_most(found["Prop7"])
    uses_most(scene(FORCE="0", MU="0", STEP="1/64")["Prop7"], "Proposition 3")


assumptions()
cases()
