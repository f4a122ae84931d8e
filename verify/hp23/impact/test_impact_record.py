"""Level I: records of impacts, their two checkers, and forged records."""
import json
import os
import random
import sys
import tempfile
from fractions import Fraction as Q

from program import SOURCE, check, done, expect, run
from certificates import ask, both
import forge_grammar
from judged import Judge, sealed, second_says
from slow_impact import Stated, true


# ---- what perp writes

CASES = ((("HP23/rocking_block", "v0=1", "height=1"), "--rational"),
         (("HP23/rocking_block",),), (("HP23/compass_gait",),),
         (("HP23/discs_on_slope",),), (("HP23/disk_stack",),),
         (("HP23/box_wall",),), (("GAP08/incline",),), (("AP02/equations",),),
         (("HP23/ramone",),), (("GAP08/slider_crank",),))


def written(place, name, *words, code=0):
    path = name[0] if os.path.isabs(name[0]) else \
        "%s/cases/%s.lua" % (SOURCE, name[0])
    out = os.path.join(place, "i")
    for end in ("", ".scene"):
        if os.path.exists(out + end):
            os.unlink(out + end)
    r = run("impact", path, *[x for s in name[1:] for x in ("--set", s)],
            *words, "--cert", out)
    check(r.returncode == code, "%s %s: %s" % (name, words, r.stderr))
    if code:
        check(not os.path.exists(out), "a record of what has not ended")
        return None
    both(out, "%s %s" % (name, words))
    scene, proof = (open(out + end).read() for end in (".scene", ""))
    check(true(scene, proof), "false: %s%s" % (scene, proof))
    return scene, proof, r.stdout


def all_written(place):
    out = []
    for name, *words in CASES:
        for law in ("simultaneous", "sequential"):
            if law == "sequential" and name[0] == "HP23/disk_stack":
                written(place, name, "--law", law, code=5)
                continue
            scene, proof, told = written(place, name, *words, "--law", law,
                                         "--json")
            one = json.loads(told.split("\n")[0])["outcomes"][0]
            check(proof.count("single ") == one["impacts"] and len(one["v"]) ==
                  len(Stated(scene).to), "another impact: " + told)
            check(all(abs(float(Q(a)) - float(b)) <= 1e-12 for a, b in
                      zip(one["v"], Stated(scene).to)), "another v+: " + told)
            out.append((scene, proof))
    check(any("\nend 0" in p for _, p in out) and
          any("\nsingle 2" in p for _, p in out), "all of one sort")
    return out


def example(place):
    """The chapter's, letter by letter, and v+ as by hand."""
    text = open(SOURCE + "/doc/70-certificate.md").read()
    parts = [text.split("```text " + tag + "\n")[1].split("```")[0]
             for tag in ("impact", "single")]
    scene, proof, _ = written(place, CASES[0][0], "--rational", "--law",
                              "sequential", "--order", "A,B")
    check([scene, proof] == parts, scene + proof)
    check(Stated(scene).to == [Q(3, 32), Q(3, 32), Q(-3, 16)], "v+ by hand")
    return scene, proof


ROD = """local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "xa", "ya", "xb", "yb" },
    mass = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 2, 0 }, { 0, 0, 0, 2 } },
    force = { 0, 0, 0, 0 },
    joints = function(q)
      local dx, dy = q.xb - q.xa, q.yb - q.ya
      return { { name = "rod", dx * dx + dy * dy - 2 } }
    end,
    contacts = function(q, v)
      return { { name = "A", gap = q.ya, mu = 0.5, slips = { v.xa } } }
    end },
  q = { xa = 0, ya = 0, xb = 1, yb = 1 },
  v = { xa = 1, ya = -1, xb = 1, yb = -1 }, h = 0.1, T = 1 }
"""


def with_joint(place):
    """Two points on a rod at 45 degrees, one of which meets the floor."""
    path = os.path.join(place, "rod.lua")
    with open(path, "w") as file:
        file.write(ROD)
    scene, proof, _ = written(place, (path,))
    check("sizes 4 1 1" in scene and "end 1" in proof, "no joint: " + scene)
    return scene, proof


# ---- what is forged

def heard(place, scene, proof):
    """Forgeries by hand, and the words that refuse them."""
    head, end = proof.partition("single 1")[0], "end %d\nsha256 \n"
    one, two = ("z" + p.split("\n")[0] for p in proof.split("\nz")[1:3])

    def of(*zs):
        return head + "".join("single %d\n%s\n" % (k + 1, z) for k, z in
                              enumerate(zs)) + end % len(zs)
    told = scene.replace
    for what, words, pair in (
            ("both", "only who has its turn", (scene, of("z/2 3:1 4:1"))),
            ("B first", "the equation of motion", (scene, of(two, one))),
            ("left out", "a contact still approaches",
             (told("order 0 1", "order 0").replace(
                 "to/20 0:3 1:3 2:-6", "to/8 0:3 1:-3 2:-6"), of(one))),
            ("none at once", "a contact still approaches",
             (told("sequential\norder 0 1", "simultaneous\norder").replace(
                 "to/20 0:3 1:3 2:-6", "to 1:-1"), of())),
            ("one less", "a contact still approaches", (scene, of(one))),
            ("one more", "nothing approaches", (scene, of(one, two, two))),
            ("another v+", "v+ is another",
             (told("to/20 0:3", "to/20 0:5"), of(one, two))),
            ("a push less", "the equation of motion",
             (scene, of(one.replace("3:5", "3:4"), two))),
            ("of another M", "the equation of motion",
             (told("0:6 4:6", "0:7 4:6"), of(one, two))),
            ("a mass < 0", "not positive semidefinite",
             (told("8:1\n", "8:-1\n"), of(one, two))),
            ("at once", "c_n rho = 0",
             (told("sequential\norder 0 1", "simultaneous\norder"), of(one))),
            ("another law", "simultaneous or sequential",
             (told("sequential", "routh"), of(one, two))),
            ("order of all at once", "have no order",
             (told("sequential", "simultaneous"), of(one))),
            ("an order of others", "contacts that are not there",
             (told("order 0 1", "order 0 2"), of(one, two)))):
        out = os.path.join(place, "f")
        for end_, t in zip((".scene", ""), sealed(*pair)):
            with open(out + end_, "w") as file:
                file.write(t)
        code, text = ask(out)
        check(code == 1 and words in text, "%s: %s" % (what, text))
        check(not second_says(*sealed(*pair)), "check.py accepts " + what)


def corner():
    """By hand: a point among three walls, of which 0 and 2 approach when 1 has had its
    turn; the order goes on with 2."""
    scene = "\n".join((
        "perp impact 1", "law sequential", "order 0 1 2", "sizes 2 0 3",
        *["contact 0 0"] * 3, "M 0:1 3:1", "nu", "n/2 0:2 2:-1 3:2 4:2 5:2",
        "d", "v 0:-1 1:-1", "to/a 1:1", "end", ""))
    z = ("z 1:-1 2:1", "z/5 0:-2 1:-1 3:4", "z/a 0:-1 1:1 4:3", "z/a 1:1 2:1")
    pair = sealed(scene, "perp proof 3\nlevel I\nscene \n" + "".join(
        "single %d\n%s\n" % (k + 1, x) for k, x in enumerate(z)) +
        "end 4\nsha256 \n")
    check(true(*pair) and second_says(*pair), "three walls")
    return pair


def forge(all_, r, rounds):
    judge, kept = Judge(), {}
    for scene, proof in all_:
        check(judge(scene, proof) is not None, "the judge refuses what is true")
    parsed = [[forge_grammar.Parse(t, n) for t, n in zip(p, ("impact",
              "impacts"))] for p in all_]
    check(all(p.end == len(p.lines) for x in parsed for p in x), "the grammar")
    for k in range(rounds):
        at, other, side = r.randrange(len(all_)), r.choice(parsed), k % 2
        ruled = forge_grammar.forged(parsed[at][side], other[side], r)
        if ruled is None:
            continue
        pair = list(all_[at])
        pair[side] = ruled[1]
        if r.random() < 0.3:  # and the other text of a third
            pair[1 - side] = "\n".join(other[1 - side].lines) + "\n"
        if tuple(pair) in all_:
            continue
        check(judge(*pair) is None or sealed(*pair) == tuple(pair),
              "accepted with its digests")
        pair = sealed(*pair)
        if pair in all_:
            continue
        fine = judge(*pair) is not None
        if fine:
            kept[ruled[0]] = kept.get(ruled[0], 0) + 1
            check(true(*pair), "accepted and false: %s%s" % pair)
        if fine or k % 5 == 0:
            check(fine == second_says(*pair), "they differ: %s%s" % pair)
    print("%d forged records; accepted with new digests, all of them true: %s" %
          (rounds, kept))


def refused():
    block = SOURCE + "/cases/HP23/rocking_block.lua"
    for words in (("--law", "routh"), ("--all",), ("--tolerance", "0.1"),
                  ("--law", "newton")):
        expect("of no record", 2, [], ["--cert"], "impact", block, *words,
               "--cert", "x")
    expect("no name", 2, [], ["two files"], "impact", block, "--cert", "-")


seed = int(os.environ.get("PERP_SEED", "31"))
rounds = 20000 if sys.argv[1:] == ["whole"] else 150
print("seed %d" % seed)
with tempfile.TemporaryDirectory() as place:
    first = example(place)
    heard(place, *first)
    forge(all_written(place) + [first, with_joint(place), corner()],
          random.Random(seed), rounds)
    refused()
done()
