"""What PKS05 assumes, asked of its cases and of scenes that miss one of them.

    python3 verify/pks05/ends/test_pks05.py
"""
import math
import os
import re
import tempfile

from study import SOURCE, hypotheses, table

CASES = os.path.join(SOURCE, "cases", "PKS05")
SCENE = """local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function(q) return { { MASS, 0 }, { 0, LIFT } } end,
  force = function(t, q, v) return { FORCE, -10 } end,
  coriolis = CORIOLIS,
  contacts = function(q, v)
    return { { name = "floor", gap = GAP, slips = { v.x }, mu = MU,
      stiffness = STIFF, damping = { 2, 1 } } }
  end,
}
return { system = system, scheme = "theta", h = STEP, T = SPAN,
  theta = THETA,
  q = { 0.1, 0.2 }, v = { 1, 0 } }
"""
USUAL = {"MASS": "2", "FORCE": "perp.sin(q.x) - v.x + t", "GAP": "q.y",
         "MU": "0.2", "STIFF": "100", "STEP": "1/64", "CORIOLIS": "nil",
         "THETA": "0",
         "LIFT": "1", "SPAN": "1"}
TURNS = "function(q, v) return { { 0, q.x }, { -q.x, 0 } } end"


def verdicts(path, *more):
    return hypotheses(path, *more)


def scene(text=SCENE, **changes):
    return written(verdicts, text, **changes)


def written(body, text=SCENE, **changes):
    for key, value in dict(USUAL, **changes).items():
        text = text.replace(key, value)
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "scene.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return body(path)


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


def numbers(text, *words):
    """The numbers behind these words."""
    out = []
    for word in words:
        assert text.count(word) == 1, (word, text)
        out.append(float(re.match(r"[-+.\de]+", text.split(word)[1])[0]
                         .rstrip(".")))
    return out


def near(got, wanted):
    """Four digits are printed."""
    return len(got) == len(wanted) and all(
        abs(a - b) <= 1e-3 * abs(b) + 1e-12 for a, b in zip(got, wanted))


# Verifies PKS05 (4), (B)-(D).
def along_the_run():
    """What is said of the states that the run visited, from its table."""
    h = 1 / 64
    for surface, turn in (
            ("q.y", lambda x: (0, 0)),
            ("q.y + perp.sin(q.x) / 8",
             lambda x: (-math.sin(x) / 8, -math.cos(x) / 8)),
            ("q.y - q.x * q.x / 8", lambda x: (x * x / 8, x / 4))):
        rows, found = written(table, GAP=surface), scene(GAP=surface)["B"]
        # the normal is (-slope, 1), the slip's direction (1, 0); eta_G is 1
        eta_W = max(math.sqrt(2 + turn(r["q.x"])[1] ** 2) for r in rows)
        bend = [turn(b["q.x"])[0] - turn(a["q.x"])[0] -
                turn(a["q.x"])[1] * (b["q.x"] - a["q.x"])
                for a, b in zip(rows, rows[1:])]
        got = numbers(found["text"], "eta_W = ", "eta_G = ", "at most ")
        assert near(got[:2], [eta_W, 1]) and found["number"] > 1.4, found
        assert abs(got[2] - max(0, *bend) / h) < 2e-3 * got[2] + 1e-12, \
            (max(bend) / h, found)
        assert (max(bend) > 1e-6) == (surface != "q.y"), bend
    for mass, verdict in (("0.6 - 0.2 * perp.sin(q.x)", "met"),
                          ("0.6 - 0.2 * q.x * q.x", "undecided")):
        rows, found = written(table, MASS=mass), scene(MASS=mass)["C"]
        least = min(0.6 - 0.2 * (math.sin(r["q.x"]) if "sin" in mass else
                                 r["q.x"] ** 2) for r in rows)
        assert found["verdict"] == verdict and abs(
            found["number"] / least - 1) < 1e-12 and near(
            numbers(found["text"], "along the run is "), [least]), found
        assert ("by its form" in found["text"]) == (verdict == "met"), found
    for stiff, verdict in (("100", "met"),
                           ("100 * (2 + perp.sin(q.y))", "met"),
                           ("100 * (1 + q.y * q.y)", "undecided")):
        rows, found = written(table, STIFF=stiff), scene(STIFF=stiff)["D"]
        K = [100 * (2 + math.sin(r["q.y"]) if "sin" in stiff else
                    1 + r["q.y"] ** 2 if "*" in stiff else 1) for r in rows]
        assert found["verdict"] == verdict and abs(
            found["number"] / max(K) - 1) < 1e-12 and near(
            numbers(found["text"].split("^-1")[0], "|K| <= ") +
            numbers(found["text"].split("^-1")[1], "between ", " and "),
            [max(K), 1 / (h * max(K) + 2), 1 / (h * min(K) + 1)]), (found, K)
        assert ("by bounded functions" in found["text"]) == ("sin" in stiff)
    # Lipschitz and not bounded; bounded and not Lipschitz
    for form in ("q.x / 64", "perp.sin(q.x * q.x) / 64"):
        for tag, changes in (("C", {"MASS": "2 + " + form}),
                             ("C", {"LIFT": "1 + " + form}),
                             ("D", {"STIFF": "100 + " + form})):
            found = scene(**changes)[tag]
            assert found["verdict"] == "undecided", (form, found)
            assert tag == "C" or "by a power or a product" in found["text"]
    print("verifies PKS05 (4), (B)-(D)")


# Verifies PKS05 (Lemma4), (Prop3), (Prop6), (Prop7).
def attained():
    """Lemma 4 and Proposition 3 ask for a strict inequality. With theta = 1
    and hK + C = diag(4, 2) the friction has to be less than 1/2; with h = 1,
    sigma_M = 1 and f = x/2 the margin is 1 - 1/2 (1 + 1) = 0."""
    for mu, verdict in (("1/2", "undecided"), ("0.499999", "met"),
                        ("0.25", "met"),
                        ("0.500001", "undecided"), ("0.7", "undecided")):
        found = scene(THETA="1", STIFF="{ 128, 64 }", MU=mu)["Lemma4"]
        says = "is less than" if verdict == "met" else "is not less than"
        wanted = {"1/2": 0.5}.get(mu) or float(mu)
        assert found["verdict"] == verdict and says in found["text"] and near(
            numbers(found["text"], "mu <= ", "sigma_s / eta_s >= "),
            [wanted, 0.5]) and found["number"] == wanted, found
    for slope, margin in (("1/2", 0), ("1/4", 0.5), ("3/4", -0.5)):
        found = scene(FORCE=slope + " * q.x", STEP="1", MU="0")
        assert found["Prop3"]["number"] == margin and near(
            numbers(found["Prop3"]["text"], ") = "), [margin]), found
        for tag in ("Prop3", "Lemma4", "Prop7"):
            assert (found[tag]["verdict"] == "met") == (margin > 0) and \
                found[tag]["verdict"] != "not met", (slope, found[tag])
        assert ("too long" in found["Lemma4"]["text"]) == (margin <= 0), found
    # (25) in a step so short that h psi_x is lost beside 1
    found = scene(FORCE="0", STEP="1e-30", SPAN="1e-30")["Prop7"]
    assert found["verdict"] == "met" and found["number"] == 1, found
    uses_most(found, "(25)")
    begin, rest = SCENE.split("  contacts = ")
    found = scene(begin + rest.split("  end,\n", 1)[1])
    assert missed(found) == [] and all(
        found[tag]["text"] == "there are no contacts" and
        found[tag]["number"] is None for tag in ("D", "Lemma4", "Prop1")), found
    assert found["Prop1"]["text"] == "there are no contacts", found["Prop1"]
    said = scene()["Thm8"]
    assert said["verdict"] == "met" and said["number"] is None and \
        "the start is given" in said["text"], said
    print("verifies PKS05 (Lemma4), (Prop3), (Prop6), (Prop7)")


def uses_most(found, which=""):
    """The number is the largest of the eight that the text gives."""
    uses = dict(re.findall(r"(\S+(?: \d)?) ([\d.e+-]+)[,;]", found["text"]))
    worst = max((x for x in uses if x != "psi_x"), key=lambda x: float(uses[x]))
    assert len(uses) == 8 and abs(float(uses[worst]) / found["number"] - 1) < 0.06 \
        and worst.endswith(which), (uses, found)


# Verifies PKS05 (Prop1), (Lemma4).
def forces():
    """The forces of a run obey (7) and (9) up to half the digits. Where the block
    slides the whole time, (11) is the same product mu lambda_n, to the bit. Half of
    sigma / eta is half of it."""
    for changes in ({}, {"THETA": "1/2", "MU": "0.3"}, {"MU": "0.9"}):
        found = scene(**changes)
        f, text = found["Prop1"], found["Prop1"]["text"]
        assert f["verdict"] == "met" and 0 < f["number"] < 2 ** -20, f
        assert abs(numbers(text, "a share of ")[0] / f["number"] - 1) < 0.05, f
        nine, eleven = numbers(text, "(9) ", "within ")
        assert 0 < nine < 1e-12 and eleven < 1e-12, f
        assert eleven == 0 or changes == {"MU": "0.9"}, f
        whole, half = numbers(found["Lemma4"]["text"], "eta >= ", "half of it, ")
        assert 0 < whole < 1 and abs(whole / 2 - half) < 1e-4, found["Lemma4"]
    print("verifies PKS05 (Prop1), (Lemma4)")


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
along_the_run()
attained()
forces()
cases()
