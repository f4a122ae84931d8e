"""Statements and proofs of a few lines, written by hand, for what runs of perp seldom
or never write. Numbers are fractions or texts of the grammar. In a tape i3, c0 and k2
are input 3, constant 0 and what instruction 2 gives."""
import json
import math
import os
import re
import tempfile
from fractions import Fraction as Q

from certificates import PYTHON, ask
from judged import sealed
from level2 import spelt
from program import check

HEAD = {"scheme": "alpha-gamma", "h": 1, "alpha": 1, "gamma": 1, "restitution": 0,
        "T": 1, "tolerance": Q(1, 10 ** 10), "penetration": 0, "active": "kept",
        "jacobians": "exact", "project": "none", "rounding": "toward-zero",
        "kept_basis": "none", "clock": "collision", "jumps": "approaching",
        "hits": "closing", "gap_t": "none", "offset": "none", "control": "none"}
TAPES = ("inertia", "force", "joints", "springs", "gaps", "slips", "yield")


def word(x):
    return x if isinstance(x, str) else spelt(Q(x))


def array(tag, numbers):
    """A line of an array, of dense numbers or of a dictionary of those that are not 0."""
    if not isinstance(numbers, dict):
        numbers = dict(enumerate(numbers))
    entries = [(i, Q(x)) for i, x in sorted(numbers.items()) if x != 0]
    den = math.lcm(*(x.denominator for _, x in entries))
    return tag + ("/%x" % den if den > 1 else "") + "".join(
        " %d:%s" % (i, spelt(x * den)) for i, x in entries) + "\n"


def tape(name, inputs, consts=(), code=(), out=()):
    def slot(m):
        return str(int(m[2]) + {"i": 0, "c": inputs, "k": inputs + len(consts)}[m[1]])
    text = "".join(x + "\n" for x in code) + "out" + "".join(" " + x for x in out) + "\n"
    return "tape %s %d %d %d %d\nconst%s\n" % (
        name, inputs, len(consts), len(code), len(out),
        "".join(" " + word(x) for x in consts)) + re.sub(
            r"(?<= )([ick])(\d+)\b", slot, text)


def unit(n):
    """The tape of a mass that is the unit matrix."""
    return [0, 1], [], ["c%d" % (i % (n + 1) == 0) for i in range(n * n)]


def scene(q, v, contacts=(), tapes=None, more="", joints=0, springs=(), F=0, G=0,
          bindings=0, behind="", **head):
    """A statement. contacts: (slips, mu); springs: (stiffness, damping); tapes: of a name
    (constants, instructions, outputs). more: kinds, sides, bindings; behind: the lines
    behind the contacts."""
    tapes, n = dict(tapes or {}), len(q) + len(v) + 1
    tapes.setdefault("inertia", unit(len(v)))
    tapes.setdefault("force", ([0], [], ["c0"] * len(v)))
    for k in head:
        assert k in HEAD, k
    text = "perp scene 3\n" + "".join("%s %s\n" % (k, word(x))
                                      for k, x in {**HEAD, **head}.items())
    text += "sizes %d %d %d %d %d %d %d %d\n" % (
        len(q), len(v), F, G, joints, len(springs), len(contacts), bindings)
    for tag, numbers in (("q", q), ("v", v)):
        text += "".join("%s %s%d %s\n" % (tag, tag, i, word(x))
                        for i, x in enumerate(numbers))
    text += "".join("joint j%d\n" % i for i in range(joints))
    text += "".join("spring s%d %s %s\n" % (i, word(k), word(d))
                    for i, (k, d) in enumerate(springs))
    text += "".join("contact c%d %d %s\n" % (i, slips, word(mu))
                    for i, (slips, mu) in enumerate(contacts)) + behind
    return text + "".join(tape(x, n, *tapes.get(x, ((), (), ()))) for x in TAPES[
        :6 + ("yield" in tapes)]) + more + "end\n"


def lines(tags, given):
    for k in given:
        assert k in tags, k
    return "".join("%s%s\n" % (t, given.get(t, "")) if isinstance(given.get(t, ""), str)
                   else array(t, given[t]) for t in tags)


STEP = "M F kv kq k0 k1 G phi nu a n d z v".split()
JUMP = "M nu n d z v".split()


def step(ids="", **given):
    return "step%s\n" % ids + lines(STEP, given)


def jump(ids="", **given):
    return "jump%s\n" % ids + lines([t for t in JUMP if t != "v" or given.get(
        "v") is not None], {k: x for k, x in given.items() if x is not None})


def proof(level, *rows, word="row"):
    text = "perp proof 3\nlevel %s\nscene \n" % level
    for k, row in enumerate(rows):
        text += "%s %d\n" % (word, k + 1) + row
    return text + "end %d\nsha256 \n" % len(rows)


PLACE = tempfile.TemporaryDirectory()


def asked(statement, text, second=True):
    """(exit code, what is printed, the record) of perp-check; the second checker says
    whether it accepts, too."""
    path = os.path.join(PLACE.name, "f")
    for end, words in zip((".scene", ""), sealed(statement, text)):
        with open(path + end, "w", encoding="latin-1") as file:
            file.write(words)
    code, told = ask(path)
    if second:
        two, said = ask(path, PYTHON)
        check((code == 0) == (two == 0), "check.py says %s, perp-check %s" %
              (said[:300], told[:300]))
    return code, told, json.loads(told.strip().split("\n")[-1])


def judged(name, wanted, statement, text, words="", second=True, **record):
    """That this is the exit code, that these words are said, and what stands in the
    record."""
    code, told, has = asked(statement, text, second)
    check(code == wanted and words in " ".join(told.split()), "%s: %d for %d, '%s' in %s"
          % (name, code, wanted, words, told[:600]))
    for key, x in record.items():
        check(has[key] == x, "%s: %s is %s, not %s" % (name, key, has[key], x))
    return has
