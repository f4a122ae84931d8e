"""What is forged of certificates: texts from texts."""
import math
import re
from fractions import Fraction as Q

import slow_nodes
import slow_problem
from slow_words import number, table, tag, toward_zero


def change(scene, proof, which, how, i, c):
    """The change of which the judge tells. In a proof the last line stays."""
    text, end = scene, ""
    if which:
        at = proof.rfind("\nsha256 ") + 1
        text, end = proof[:at], proof[at:]
    text = {"byte": lambda: text[:i] + chr(c) + text[i + 1:],
            "deleted": lambda: text[:i] + text[i + 1:],
            "swapped": lambda: text[:i - 1] + text[i] + text[i - 1] +
            text[i + 1:], "cut": lambda: text[:i]}[how]() + end
    return (scene, text) if which else (text, proof)


def line_changes(text):
    """Each line left out, said twice, swapped with the next."""
    lines = text.split("\n")
    for i in range(len(lines) - 1):
        yield "line out", "\n".join(lines[:i] + lines[i + 1:])
        yield "line twice", "\n".join(lines[:i + 1] + lines[i:])
        yield "lines swapped", "\n".join(
            lines[:i] + [lines[i + 1], lines[i]] + lines[i + 2:])


def entries(lines, tags):
    """Where numbers stand: (line, word) of the lines with these tags."""
    return [(i, k) for i, l in enumerate(lines)
            if l.split(" ")[0].split("/")[0] in tags
            for k in range(1, len(l.split(" ")))]


def respell(word, r):
    """Another number in the place of index:whole or of p/q."""
    i, bar, x = word.rpartition(":")
    p, over, q = x.partition("/")
    p, way = int(p, 16), r.randrange(5)
    p = (-p, p + 1, p - 1, 2 * p, p // 2)[way]
    return i + bar + "%x" % p + over + q


def of_numbers(told, lines, other, r, tags, sign=False):
    where = entries(lines, tags)
    if not where:
        return False
    i, w = r.choice(where)
    words = lines[i].split(" ")
    if sign:
        a, bar, x = words[w].rpartition(":")
        words[w] = a + bar + (x[1:] if x[0] == "-" else "-" + x)
    else:
        words[w] = respell(words[w], r)
    lines[i] = " ".join(words)
    return True


SOLUTION = ("z", "v", "q", "hit", "p", "force", "impulse", "rebound", "lambda",
            "delta")
DATA = ("M", "F", "kq", "kv", "k0", "k1", "G", "nu", "phi", "a", "n", "d", "g",
        "f", "value", "gap", "w", "k", "c", "j")


def number_(told, lines, other, r):
    return of_numbers(told, lines, other, r, SOLUTION)


def sign(told, lines, other, r):
    return of_numbers(told, lines, other, r, SOLUTION, True)


def data(told, lines, other, r):
    return of_numbers(told, lines, other, r, DATA)


def scaled(told, lines, other, r):
    """Numerators, the denominator, or both times 3."""
    where = [i for i, l in enumerate(lines) if l[:1] == "z" or l[:2] == "re"]
    if not where:
        return False
    i = r.choice(where)
    head, *rest = lines[i].split(" ")
    which = r.randrange(3)
    word, _, den = head.partition("/")
    head = "%s/%x" % (word, 3 * int(den or "1", 16)) if which != 0 else head
    lines[i] = " ".join([head] + [w if which == 1 else w.split(":")[0] +
                                  ":%x" % (3 * int(w.split(":")[1], 16))
                                  for w in rest])
    return True


def blocks(lines):
    """Where rows begin, and where the last one ends."""
    return [i for i, l in enumerate(lines) if l[:4] in ("row ", "node")] + [
        len(lines) - 3]


def stranger(told, lines, other, r):
    """A row of another run."""
    theirs = other.split("\n")
    mine, from_ = blocks(lines), blocks(theirs)
    a, b = r.randrange(len(mine) - 1), r.randrange(len(from_) - 1)
    lines[mine[a] + 1:mine[a + 1]] = theirs[from_[b] + 1:from_[b + 1]]
    return True


def contacts(told, lines, other, r, drop=False):
    where = [i for i, l in enumerate(lines) if l[:5] in ("step ", "jump ")]
    if not where:
        return False
    i = r.choice(where)
    words = lines[i].split(" ")
    if drop:
        words.pop(r.randrange(1, len(words)))
    else:
        words[1:] = r.sample(words[1:], len(words) - 1)
        if len(words) == 2 or r.random() < 0.5:
            words[r.randrange(1, len(words))] = str(r.randrange(8))
    lines[i] = " ".join(words)
    return True


def dropped(told, lines, other, r):
    return contacts(told, lines, other, r, True)


def repeated(told, lines, other, r):
    """A row twice, and all counted anew."""
    at = blocks(lines)
    a = r.randrange(len(at) - 1)
    lines[at[a + 1]:at[a + 1]] = lines[at[a]:at[a + 1]]
    n = 0
    for i, l in enumerate(lines):
        if l[:4] in ("row ", "node"):
            n += 1
            lines[i] = "%s %d" % (l.split(" ")[0], n)
        elif l.startswith("end "):
            lines[i] = "end %d" % n
    return True


def of_scene(told, r, tags, add=False):
    where = entries(told, tags)
    if not where:
        return False
    i, w = r.choice(where)
    words = told[i].split(" ")
    if words[0] in ("q", "v", "contact", "spring", "binding"):
        w = len(words) - 1
    if add or "/" in words[w]:
        a, bar, x = words[w].partition("/")
        words[w] = "%x" % (int(a.lstrip("-"), 16) + 1) + bar + x
    else:
        words[w] = respell(words[w], r)
    told[i] = " ".join(words)
    return True


def friction(told, lines, other, r):
    return of_scene(told, r, ("contact", "binding", "spring", "corner"))


def parameter(told, lines, other, r):
    return of_scene(told, r, ("h", "alpha", "gamma", "restitution", "T",
                              "tolerance", "q", "v", "delta"))


def tape(told, lines, other, r):
    return of_scene(told, r, ("const", "add", "sub", "mul", "out"), True)


def radius(told, lines, other, r):
    """Another radius, of level L2."""
    where = [i for i, l in enumerate(lines) if l.startswith("radius ")]
    if not where:
        return False
    i = r.choice(where)
    words = lines[i].split(" ")
    if words[1] == "undecided" or r.random() < 0.3:
        words[1] = r.choice(("undecided", "1/%x" % 2 ** r.randrange(40, 97)))
    else:
        x = number(words[1]) * Q(2) ** r.randrange(-30, 31)
        x *= Q(r.randrange(1, 64), 32)
        words[1] = "%x" % x.numerator + ("/%x" % x.denominator
                                         if x.denominator > 1 else "")
    lines[i] = " ".join(words)
    return True


def modes(told, lines, other, r):
    """Other contact modes, of level L2."""
    where = [i for i, l in enumerate(lines) if l[:6] == "modes "]
    if not where:
        return False
    i = r.choice(where)
    words = lines[i].split(" ")
    words[r.randrange(1, len(words))] = r.choice(
        ("o", "c", "s", "+", "-", "+0", "0-", "+-", "os", "o+", "o-", "undecided"))
    if r.random() < 0.2:
        words = ["modes", "undecided"]
    lines[i] = " ".join(words)
    return True


def rebound(told, lines, other, r):
    """The second problem of a collision left out, said twice, without what it
    rebounds to; or that of another run."""
    here, there = ([i for i, l in enumerate(text) if l[:7] == "rebound"]
                   for text in (lines, other.split("\n")))
    if not here:
        return False
    i, way = r.choice(here), r.randrange(5)
    if way < 4 or not there:
        lines[i:i + 2] = ([], [lines[i + 1]], [lines[i]],
                          2 * lines[i:i + 2])[way % 4]
    else:
        k = r.choice(there)
        lines[i:i + 2] = other.split("\n")[k:k + r.randrange(1, 3)]
    return True


def impulses(told, lines, other, r):
    """Two entries of the impulses of a problem change places."""
    where = [i for i, l in enumerate(lines) if l[:1] == "z" or l[:2] == "re"]
    where = [i for i in where if len(lines[i].split(" ")) > 2]
    if not where:
        return False
    i = r.choice(where)
    head, *rest = lines[i].split(" ")
    a, b = r.sample(range(len(rest)), 2)
    (p, x), (q, y) = rest[a].split(":"), rest[b].split(":")
    rest[a], rest[b] = p + ":" + y, q + ":" + x
    lines[i] = " ".join([head] + rest)
    return True


WAYS = {"rebound": rebound, "impulses": impulses, "number": number_,
        "data": data, "scaled": scaled,
        "stranger": stranger, "contacts": contacts, "sign": sign,
        "friction": friction, "dropped": dropped, "repeated": repeated,
        "parameter": parameter, "tape": tape, "radius": radius, "modes": modes}


def semantic(all_, r):
    """One forgery with a meaning, of one of the certificates: its name, both
    texts, and those that it is made of; or None."""
    scene, proof, _ = r.choice(all_)
    told, lines = scene.split("\n"), proof.split("\n")
    way = r.choice(list(WAYS))
    if not WAYS[way](told, lines, r.choice(all_)[1], r):
        return None
    return way, "\n".join(told), "\n".join(lines), (scene, proof)


def listed(tag, numbers):
    """An array of fractions."""
    numbers = list(numbers)
    den = math.lcm(1, *[Q(x).denominator for x in numbers])
    return " ".join([tag + ("/%x" % den if den > 1 else "")] + [
        "%d:%x" % (i, int(x * den)) for i, x in enumerate(numbers) if x != 0])


def single(scene, proof, level):
    """One row and no collision, of a velocity-level scheme."""
    return level in ("L1", "L2") and "\nscheme theta\n" not in scene and not any(
        "\n" + word in proof for word in ("row 2", "hit", "jump", "node", "project"))


class Row:
    """The only row of a proof, to be written anew."""

    def __init__(self, scene, proof):
        self.s = slow_problem.Statement(scene)
        self.scene, self.lines = scene, proof.split("\n")
        begin = next(i for i, l in enumerate(self.lines) if l[:4] == "step")
        ids = [int(w) for w in self.lines[begin].split()[1:]]
        self.at = next(i for i, l in enumerate(self.lines) if l[:1] == "z")
        self.d = {tag(l): table(l) for l in self.lines[begin + 1:self.at]}
        self.who = [self.s.contacts[k] for k in ids]
        self.pose()
        self.free = self.beta - len(ids)

    def pose(self):
        s = self.s
        self.A, self.b, self.slips, self.beta, self.lam = slow_problem.posed(
            s, (s.h, s.alpha, s.gamma), self.d, s.v, self.who)

    def known(self):
        """All unknowns of (4.7), as they are stated, lambda by (C5)."""
        s, there = self.s, table(self.lines[self.at])
        n = self.beta + (self.lam - self.beta) // 2
        said = [there.get(k, Q(0)) for k in range(n)]
        z = said[:self.beta] + [max(e, 0) for f in said[self.beta:]
                                for e in (f, -f)]
        z += [Q(0)] * len(self.who)
        for j in range(len(self.who)):
            z[self.lam + j] = max([Q(0)] + [
                abs(self.b[self.beta + 2 * k] + sum(
                    self.A[self.beta + 2 * k][i] * z[i] for i in range(s.nv)))
                for k in range(self.slips[j], self.slips[j + 1])])
        return z

    def solved(self, fixed):
        """The texts with another solution: z_i is fixed[i], or else the row i
        is zero."""
        s, n = self.s, len(self.b)
        A, b = [row[:] for row in self.A], self.b[:]
        for i, x in fixed.items():
            A[i], b[i] = [Q(int(i == j)) for j in range(n)], -x
        z = slow_problem.eliminated(A, b)
        if z is None:
            return None
        stated = z[:self.beta] + [z[k] - z[k + 1]
                                  for k in range(self.beta, self.lam, 2)]
        v = [toward_zero((x - (1 - s.alpha) * old) / s.alpha)
             for x, old in zip(z, s.v)]
        mean = [(1 - s.gamma) * old + s.gamma * Q(new)
                for old, new in zip(s.v, v)]
        if s.G:
            mean = [sum(self.d["G"].get(i * s.nv + j, 0) * mean[j]
                        for j in range(s.nv)) for i in range(s.nq)]
        q = [float(a + s.h * b) for a, b in zip(s.q, mean)]
        new = {"z": stated, "v": map(Q, v), "q": map(Q, q)}
        return self.scene, "\n".join(
            [listed(tag(l), new[tag(l)]) if k >= self.at and l and tag(l) in new
             else l for k, l in enumerate(self.lines)])


def other_solution(scene, proof, r):
    """The numbers of another choice. Of each pair z_i, w_i one is zero, or z_i is
    just some number; equations hold, the stored velocity and position follow.
    Mostly a sign is wrong."""
    row, fixed = Row(scene, proof), {}
    for i in range(row.free, len(row.b)):
        way = r.random()
        if way < 0.6:
            fixed[i] = Q(0) if way < 0.45 else Q(r.randrange(-4, 9), 16)
    return row.solved(fixed)


def moved_data(scene, proof, r):
    """One datum moved, by much or by little, and the problem solved again in the
    same modes: another true proof of level L1. Level L2 knows the scene."""
    row = Row(scene, proof)
    s, nv = row.s, row.s.nv
    keys = [k for k in ("M", "k0", "k1", "kq", "kv", "n", "d", "nu", "a")
            if row.d.get(k) or k[0] == "k"]
    key = r.choice(keys)
    rows = {"n": len(row.who), "d": row.slips[-1], "nu": s.m,
            "a": len(s.springs)}.get(key, nv)
    i, j = r.randrange(rows), r.randrange(nv)
    at = i if key in ("k0", "k1") else i * nv + j if key != "M" else \
        min(i, j) * nv + max(i, j)
    old = row.d[key].get(at, Q(0))
    row.d[key][at] = old + max(1, abs(old)) * Q(r.choice((-1, 1)),
                                                2 ** r.randrange(8, 70))
    if row.d[key][at] == 0:
        return None
    width = nv * nv if key in ("M", "kq", "kv") else rows if key[0] == "k" \
        else rows * nv
    line = next(k for k in range(row.at) if tag(row.lines[k]) == key)
    row.lines[line] = listed(key, [row.d[key].get(k, Q(0))
                                   for k in range(width)])
    z = row.known()
    row.pose()
    return row.solved({i: Q(0) for i in range(row.free, len(z)) if z[i] == 0})


def ends_in_rebound(scene, proof, level):
    """Its record, v, perhaps modes, and the two last lines."""
    return level in ("L1", "L2", "R") and re.fullmatch(
        r"rebound.*\nv.*\n(modes.*\n)?end.*\nsha256.*\n",
        proof[proof.rfind("\nrebound") + 1:]) is not None


def other_rebound(scene, proof, r):
    """The second problem of the collision in the last row in other modes, mostly
    near those that it has; or one that gives back another share."""
    s, lines = slow_problem.Statement(scene), proof.split("\n")
    at = max(i for i, l in enumerate(lines) if l[:7] == "rebound")
    if lines[at + 2][:5] == "modes" and r.random() < 0.5:
        lines[at + 2] = "modes undecided"  # what its own do not fit
    begin = max(i for i, l in enumerate(lines) if l[:5] == "jump ")
    who = [s.contacts[int(k)] for k in lines[begin].split()[1:]]
    d = {tag(l): table(l) for l in lines[begin + 1:begin + 5]}
    z, cn = table(lines[begin + 5]), s.nv + s.m
    share = r.choice((s.e, s.e, s.e, Q(0), s.e / 2, 1))
    push = [share * z.get(cn + j, 0) for j in range(len(who))]
    A, b, slips, beta, lam = slow_problem.posed(
        s, (Q(0), Q(1), Q(1)), d, [z.get(j, Q(0)) for j in range(s.nv)], who,
        push)
    there, free, more = table(lines[at]), beta - len(who), r.choice((0, 0.1, 0.5))
    f = [there.get(k, Q(0)) for k in range(beta, beta + (lam - beta) // 2)]
    zero = [there.get(k, 0) == 0 for k in range(free, beta)] + [
        sign * x <= 0 for x in f for sign in (1, -1)] + [
        not any(f[a:b]) for a, b in zip(slips, slips[1:])]
    for i, is_zero in enumerate(zero, free):
        just = r.random() < more / 4
        if is_zero != (r.random() < more) or just:
            A[i] = [Q(int(i == j)) for j in range(len(b))]
            b[i] = -Q(r.randrange(-4, 9), 16) if just else Q(0)
    x = slow_problem.eliminated(A, b)
    if x is None:
        return None
    v = x[:s.nv]
    if "\nlevel R\n" not in proof:
        v = [Q(toward_zero(e)) for e in v]
    for j in range(len(who)):  # beyond what should be given
        x[cn + j] += (share - s.e) * z.get(cn + j, 0)
    lines[at:at + 2] = [listed("rebound", x[:beta] + [
        x[k] - x[k + 1] for k in range(beta, lam, 2)]), listed("v", v)]
    return scene, "\n".join(lines)


def ends_in_node(scene, proof, level):
    return level in ("L1", "R") and "\nnode " in proof


def other_node(scene, proof, r):
    """The same of the last step of P10: an impulse or a gap is zero, or the
    impulse is just some number."""
    s, lines = slow_problem.Statement(scene), proof.split("\n")
    begin = max(i for i, l in enumerate(lines) if l[:5] == "node ")
    n, nv, v, q = int(lines[begin][5:]), s.nv, s.v, s.q
    for l in lines[3:begin]:
        if tag(l) in ("v", "q"):
            there = [table(l).get(j, Q(0)) for j in range(nv)]
            v, q = (there, q) if tag(l) == "v" else (v, there)
    d = {tag(l): table(l) for l in lines[begin + 1:begin + 5]}
    e = s.e if n > 1 else Q(0)
    A, b = slow_nodes.posed(s, d, v, e)
    for i in range(nv, len(b)):
        way = r.random()
        if way < 0.6:
            A[i] = [Q(int(i == j)) for j in range(len(b))]
            b[i] = Q(0) if way < 0.3 else -Q(r.randrange(-4, 9), 16)
    z = slow_problem.eliminated(A, b)
    if z is None:
        return None
    V = [e * old + (1 + e) * w for old, w in zip(v, z)]
    to = [a + s.h * x for a, x in zip(q, V)]
    if "\nlevel R\n" not in proof:
        V = [Q(toward_zero(x)) for x in V]
        to = [Q(float(a + s.h * x)) for a, x in zip(q, V)]
    lines[begin + 5:begin + 8] = [listed("z", z), listed("v", V),
                                  listed("q", to)]
    return scene, "\n".join(lines)
