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
from slow_words import number


# ---- the oracle: v' from the impulses by elimination; friction as a minimum

def entries(line, rows, columns):
    head, *rest = line.split(" ")
    den = number(head.partition("/")[2] or "1")
    out = [[Q(0)] * columns for _ in range(rows)]
    for entry in rest:
        i, x = entry.split(":")
        out[int(i) // columns][int(i) % columns] = number(x) / den
    return out


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def solved(A, b):
    """x of A x = b, or None where A is singular."""
    n, rows = len(b), [r[:] + [e] for r, e in zip(A, b)]
    for j in range(n):
        k = next((i for i in range(j, n) if rows[i][j]), None)
        if k is None:
            return None
        rows[j], rows[k] = rows[k], rows[j]
        rows[j] = [e / rows[j][j] for e in rows[j]]
        for i in range(n):
            if i != j:
                rows[i] = [a - rows[i][j] * e for a, e in zip(rows[i], rows[j])]
    return [r[-1] for r in rows]


class Stated:
    def __init__(self, scene):
        lines = scene.split("\n")
        self.turns = lines[1] == "law sequential"
        self.order = [int(x) for x in lines[2].split(" ")[1:]]
        nv, m, n = map(int, lines[3].split(" ")[1:])
        who = [l.split(" ")[1:] for l in lines[4:4 + n]]
        self.mu = [Q(*map(number, x.split("/"))) for _, x in who]
        at, self.slips = 0, []
        for k, _ in who:
            self.slips.append(range(at, at + int(k)))
            at += int(k)
        M, nu, N, D, v, to = lines[4 + n:10 + n]
        half = entries(M, nv, nv)
        self.M = [[half[min(i, j)][max(i, j)] for j in range(nv)]
                  for i in range(nv)]
        self.nu, self.n = entries(nu, m, nv), entries(N, n, nv)
        self.d, self.size = entries(D, at, nv), nv + m + n + at
        self.v, self.to = (entries(x, 1, max(nv, 1))[0] for x in (v, to))

    def behind(self, v, z):
        """v' by the impulses c_n, f of z, the joints held; z's own where that
        is not unique."""
        nv, m = len(self.M), len(self.nu)
        push = z[nv + m:]
        b = [dot(row, v) + sum(c * g[i] for c, g in zip(push, self.n + self.d))
             for i, row in enumerate(self.M)]
        A = [row + [-g[i] for g in self.nu] for i, row in enumerate(self.M)]
        A += [g + [Q(0)] * m for g in self.nu]
        x = solved(A, b + [Q(0)] * m)
        if x is not None:
            return x[:nv]
        fine = all(dot(row, z[:nv + m]) == e
                   for row, e in zip(A, b + [Q(0)] * m))
        return z[:nv] if fine else None

    def law(self, x, z, who):
        at = len(self.M) + len(self.nu)
        for j, g in enumerate(self.n):
            c, rho = z[at + j], dot(g, x)
            f = [z[at + len(self.n) + k] for k in self.slips[j]]
            slip = [dot(self.d[k], x) for k in self.slips[j]]
            if j not in who and (c or any(f)):
                return False
            if j in who and (
                    c < 0 or rho < 0 or min(c, rho) != 0 or
                    sum(map(abs, f)) > self.mu[j] * c or dot(f, slip) != min(
                        [s * self.mu[j] * c * e for e in slip for s in (1, -1)],
                        default=0)):
                return False
        return True

    def follows(self, all_z):
        """Does `to` follow by these impulses?"""
        v, queue = self.v, self.order[:]
        for z in all_z:
            late = {j for j, g in enumerate(self.n) if dot(g, v) < 0}
            who = late and set(range(len(self.n)))
            if self.turns:
                if not late & set(queue):
                    return False
                while queue[0] not in late:
                    queue.append(queue.pop(0))
                who = {queue[0]}
                queue.append(queue.pop(0))
            x = self.behind(v, z) if who else None
            if x is None or x != z[:len(x)] or not self.law(x, z, who):
                return False
            if dot(x, [dot(r, x) for r in self.M]) > dot(
                    v, [dot(r, v) for r in self.M]):
                return False
            v = x
        return v == self.to and all(dot(g, v) >= 0 for g in self.n)


def true(scene, proof):
    s = Stated(scene)
    return s.follows([entries(l, 1, s.size)[0] for l in proof.split("\n")
                      if l.split(" ")[0].partition("/")[0] == "z"])


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
