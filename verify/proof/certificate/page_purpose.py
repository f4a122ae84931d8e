"""Forgeries for the page's checker of which each is made for one rule, and what the
page says beside its verdict."""
import json
import os
import re
import subprocess

from program import SOURCE, check

import forge_grammar
import forge_stock as stock
from judged import sealed
from slow_words import Untrue, positive

# What no draw meets, or seldom: a contact without friction that pulls, because the
# force in the row is turned around; a joint that lets go, so that the rest holds; a
# coefficient that the scheme does not read, which is no fault. Then the rules of
# projections (C13), collisions (C17), masses (C18), and of spellings, one by one. A
# mass of -1 in a direction in which nothing moves, where no other check sees it; one
# of 0 there is fine.
BARS, DISC = ("AP02/two_bars", "T=0.02"), ("AP02/bouncing_disc", stock.HIT)
BLOCK, BALL = ("GAP08/fig9_1", "T=0.01"), ("P10/corner", "T=0.04 h=1/100")
STACK = ("GAP08/box_stack", "count=1 T=0.01")
KIND = "\nkind a 0 0 0 0 0 0 0\ntape gaps 0 1 0 1\nconst 0\nout 0\n" \
    "tape slips 0 0 0 0\nconst\nout"
STAND = "\nM 0:1 3:1\nnu\nn 1:1\nd 0:1\nz%s\nv%s\nrow 2\nstep 0\n"
PURPOSE = (
    (("GAP08/fig9_1", "T=0.01 mu=0"), (("1:-139eb", "1:139eb"), (" 2:", " 2:-")),
     "refused", "pulls"),
    (("GAP08/ex9_1", "T=0.01"), ((" 1:-ccc", " 0:ccc"), (" 0:-ccc", " 0:ccc"),
     ("\nq\n", "\nq/2000000000000000 0:ccccccccccccd\n")), "refused", "joint"),
    (("AP02/two_bodies --scheme semi-implicit", "T=0.05 damping=3"),
     (("\nkv\n", "\nkv 0:1\n"),), "accepted", ""),
    (BARS, (("project contacts", "project none"),), "refused", "'row' belongs"),
    (BARS, (("project contacts", "project full"),), "refused", "C13: rows"),
    (BARS, (("project contacts", "project joints"),), "refused", "C13: rows"),
    (BARS, (("project 3 0 0", "project 2 0 0"),), "accepted", ""),
    (BARS, (("project 3 0 0", "project 1 0 0"),), "refused", "C13: its equations"),
    (BARS, ((" 2:2800\n", " 2:280000000000\n"),), "refused", "C13: the cond"),
    (BARS, (("\np/", "\nvalue/"),), "refused", "'p' belongs"),
    (DISC, (("jumps approaching", "jumps none"),), "accepted", ""),
    (DISC, (("hits closing", "hits none"),), "refused", "C17: a collision in"),
    (BLOCK, (("\nstep 0\n", "\njump 0" + STAND % ("", "")),), "refused",
     "C17: nothing collides"),
    (BLOCK, (("\nstep 0\n", "\njump 0" + STAND % ("", "")),
             ("jumps approaching", "jumps none")), "refused", "C17: a collision at"),
    (BLOCK, (("M 0:1 3:1", "M 0:1 3:-1"),), "refused", "C18"),
    (BLOCK, (("M 0:1 3:1", "M 0:1"),), "accepted", ""),
    (BLOCK, (("M 0:1 3:1", "M/2 0:2 3:2"),), "refused", "lowest terms"),
    (BLOCK, (("\nF\n", "\nF/2\n"),), "refused", "lowest terms"),
    (BLOCK, (("rounding toward-zero", "rounding none"),), "refused", "rounding"),
    (BLOCK, (("level L1", "level R"),), "refused", "rounding"),
    (BLOCK, (("\npenetration ", "\npenetration -"),), "refused", "numbers"),
    (BLOCK, (("\ncontact ", "\ncontact %41"),), "refused", "no name"),
    (BLOCK, (("\ncontact ", "\ncontact %c3"),), "refused", "no name"),
    (BLOCK, (("\ncontact ", "\ncontact %C3"),), "accepted", ""),
    (STACK, (("\nbinding ", "\nside 0 0 0 0\nbinding "),), "accepted", ""),
    (STACK, (("\nbinding ", KIND + "\nbinding "),), "refused", "'kind' where"),
    (("GAP08/ex9_1 --rational", "T=0.03", "R"), (("project none",
     "project joints"),), "refused", "what is projected"),
    (BALL, (("jumps none", "jumps approaching"),), "refused", "paoli has no"),
    (BALL, (("hits none", "hits closing"),), "refused", "paoli has no"),
    (BALL, (("project none", "project joints"),), "refused", "paoli has no"))


def on_purpose(compare, place, counts):
    texts = {}
    for case, turns, wanted, says in PURPOSE:
        if case not in texts:
            texts[case] = stock.made(place, (*case, "L1")[:3])
        scene, proof, _ = texts[case]
        for old, new in turns:
            check((old in scene) + (old in proof) == 1, "%s has no %s" % (case, old))
            scene, proof = scene.replace(old, new), proof.replace(old, new)
        lines = forge_grammar.counted(proof.split("\n"))
        word, _, why = compare("on purpose", *sealed(scene, "\n".join(lines)), counts)
        check(word == wanted and says in why, "%s, %s on purpose: %s %s" %
              (case, turns, word, why))


STILL = "project %s\nG\nnu\na\nn\nvalue\nforce%s\np"


def by_pattern(page, compare, place, counts):
    """Whole records put in place of others. A projection that stays where it is, by
    rows that are zero, has no residual; what is left is which rows it has. A JUMP
    behind a collision, and one of nothing."""
    bars, bar_proof, _ = stock.made(place, (BARS[0], "T=0.01", "L1"))
    disc, hit, _ = stock.made(place, (*DISC, "L1"))
    for mode, head, force, wanted, says in (
            ("contacts", "3 0 0", "", "accepted", ""),
            ("contacts", "2 0 0", " 2:1", "accepted", ""),
            ("contacts", "2 0 0", " 2:-1", "refused", "C13: the cond"),
            ("contacts", "2 0", "", "refused", "in hand"),
            ("full", "3 1 0", "", "accepted", ""),
            ("full", "3 1", "", "refused", "in hand"),
            ("full", "4 1 0", "", "refused", "equations"),
            ("joints", "2 0", "", "accepted", ""),
            ("joints", "2 0 0", "", "refused", "rows")):
        proof = re.sub("(?m)^q(.*)\nproject(.*\n)*?p.*$", lambda m: "q%s\n" % m[1] +
                       STILL % (head, force) + m[1], bar_proof)
        pair = sealed(bars.replace("project contacts", "project " + mode), proof)
        word, _, _, _, why = page(*pair)
        compare("still", *pair, counts)
        check(word == wanted and says in why, "%s, %s: %s %s" % (mode, head, word,
                                                                 why))
    jump = re.search("jump 0\n(.*\n)*?z", hit)[0]
    last = re.search("(?m)(^v.*\n)row 2", hit)[1][1:]
    before = re.search("(?m)^hit.*\nq(.*\n)v(.*\n)", hit)
    behind = re.search("(?m)^step 0\n(.*\n)*?q(.*\n)", hit)
    with_ = hit.replace(behind[0], behind[0] + STILL % ("0 0", "") + behind[2])
    for scene, proof, wanted, says in (
            (disc, hit.replace("row 2\n", "row 2\n" + jump + last + "v" + last +
                               "row 3\n"), "refused", "C17: a collision at"),
            (disc, re.sub("jump 0\n(M.*\n)(.*\n)*?row 2", lambda m: "jump\n" + m[1] +
                          "nu\nn\nd\nz%sv%srow 2" % (before[2], before[2]), hit),
             "refused", "C17: nothing collides"),
            *((disc.replace("project none", "project contacts"), with_.replace(
                before[0], before[0] + STILL % (ids, "") + before[1]), wanted, says)
              for ids, wanted, says in (("0 0 0", "accepted", ""),
                                        ("0 0", "refused", "in hand")))):
        pair = sealed(scene, "\n".join(forge_grammar.counted(proof.split("\n"))))
        word, _, _, _, why = page(*pair)
        compare("a record", *pair, counts)
        check(word == wanted and says in why, "%s: %s %s" % (says, word, why))


def masses(compare, place, r, counts):
    """Nothing moves, so every check but C18 holds of any M."""
    for n in (1, 2, 3, 4):
        path = os.path.join(place, "still%d" % n)
        with open(path + ".lua", "w") as scene:
            scene.write(COUPLED.replace(", 1, {}", ", 0, {}") % (n, n))
        scene, proof, _ = stock.made(place, (os.path.relpath(
            path, SOURCE + "/cases"), "", "L1"))
        for _ in range(30):
            some = r.choice(((0, 1), (-1, 0, 1), (0, 1, 2, 5)))
            M = {i * n + j: r.choice(some) * (1 + 3 * (i == j))
                 for i in range(n) for j in range(i, n)}
            M = {k: x for k, x in M.items() if x != 0}
            line = "M" + "".join(" %d:%x" % x for x in M.items())
            try:
                positive(M, n)
                wanted = "accepted"
            except Untrue:
                wanted = "refused"
            word, _, why = compare("a mass", *sealed(scene, re.sub(
                "(?m)^M.*", line, proof)), counts)
            check(word == wanted and (word == "accepted" or "C18" in why),
                  "%s: %s, %s" % (line, word, why))


# A mass that couples all velocities, so many.
COUPLED = """local perp = require "perp"
local names, mass, force, start = {}, {}, {}, {}
for i = 1, %d do
  names[i], force[i], mass[i], start["x" .. i] = "x" .. i, 1, {}, 0
  for j = 1, %d do mass[i][j] = i == j and 2 or 1 / 64 end
end
return { system = perp.system { coordinates = names, mass = mass, force = force },
  h = 1/2, T = 1, alpha = 1, gamma = 1, q = start, v = start }
"""


def told(page, place):
    """What the page says beside its word is what perp-check prints: how far
    projections move, and of how many problems the mass is left open."""
    cases = [(*BARS, "L1"), (BARS[0], "T=0.01 project=joints", "L0")]
    for n in (32, 33):
        path = os.path.join(place, "coupled%d" % n)
        with open(path + ".lua", "w") as scene:
            scene.write(COUPLED % (n, n))
        cases.append((os.path.relpath(path, SOURCE + "/cases"), "", "L1"))
    for case in cases:
        scene, proof, _ = stock.made(place, case)
        path = os.path.join(place, "told")
        for text, end in ((scene, ".scene"), (proof, "")):
            with open(path + end, "w") as out:
                out.write(text)
        v = json.loads(subprocess.run([os.environ["PERP_CHECK"], "--json", path],
                                      capture_output=True, text=True).stdout)
        word, _, _, _, also = page(scene, proof)
        check(word == v["verdict"] == "accepted", "%s: %s" % (case, word))
        moved = re.search("up to about ([0-9.e+-]+[0-9])", also)
        check(float(moved.group(1) if moved else 0) ==
              float("%.2e" % float(v["moved"])), "%s: moved: %s" % (case, also))
        open_ = re.search("Of ([0-9]+) problems the mass", also)
        check(int(open_.group(1) if open_ else 0) == v["masses"]["of"] -
              v["masses"]["proven"], "%s: masses: %s" % (case, also))
        many = re.match("([0-9]+) projections", also)
        check(int(many.group(1) if many else 0) == v["projections"],
              "%s: projections: %s" % (case, also))
    check(v["masses"] == {"proven": 0, "of": 2}, "33 coupled velocities: %s" %
          v["masses"])
