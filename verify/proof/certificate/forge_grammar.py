"""Forgeries that follow the grammar of the chapter: its productions are read from
there, and every part of a text that is one of them is left out, said twice, swapped
with its neighbour, put elsewhere; entries of arrays come, go, and change places; and
numbers that may be rounded are pushed to the end of what is allowed."""
import functools
import os
import re
from fractions import Fraction as Q

from slow_words import table

with open(os.environ["PERP_SOURCE"] + "/doc/70-certificate.md") as chapter:
    EBNF = re.search("```text grammar\n(.*?)```", chapter.read(), re.S).group(1)


def read_rules(text):
    """{name: expression}: ("line", first word), ("name", x), ("all", list), ("any",
    list), ("many", x), ("maybe", x)."""
    rules = {}
    for name, body in re.findall(r"^(\w+) *= ((?:.*\n(?!\w+ *=))*.*)", text, re.M):
        words = re.findall(r'"[^"]*"|\w+|[][{}()|]', body)
        rules[name] = alternatives(words)
        assert not words, (name, words)
    return rules


def alternatives(words):
    found = [sequence(words)]
    while words and words[0] == "|":
        words.pop(0)
        found.append(sequence(words))
    return found[0] if len(found) == 1 else ("any", found)


def sequence(words):
    found = []
    while words and words[0] not in "|)]}":
        word = words.pop(0)
        if word in "([{":
            inner = alternatives(words)
            assert words.pop(0) == {"(": ")", "[": "]", "{": "}"}[word]
            found.append(inner if word == "(" else
                         ("maybe" if word == "[" else "many", inner))
        elif word[0] == '"':
            found.append(("line", word[1:-1].split(" ")))
        else:
            found.append(("name", word))
    return ("all", found)


RULES = read_rules(EBNF)
PROOF = list(RULES)[list(RULES).index("row"):list(RULES).index("problems")]
LISTS = list(RULES)[list(RULES).index("list"):]


@functools.lru_cache(1 << 17)
def fits(form, line):
    """Is the line of this form: literal words, and so many others?"""
    form, words = form.split(" "), line.split(" ")
    if form[-1] == "...":
        return words[0].partition("/")[0] == form[0]
    many = any(w[-1] == "*" for w in form)
    return all(a == b for a, b in zip(form, words) if not a.strip("*").isupper()
               or a in "MFGTA") and (
        len(words) >= sum(w[-1] != "*" for w in form) if many
        else len(words) == len(form))


class Parse:
    """The parts of a text: (name, from line, to line, depth), lines among them."""

    def __init__(self, text, start):
        self.lines = text.split("\n")[:-1]
        self.parts = []
        self.end = self.match(("name", start), 0, 0)
        self.named, self.arrays = {}, {}
        for x in self.parts:
            self.named.setdefault(x[0], []).append(x)
        for i, l in enumerate(self.lines):
            if is_array(l):
                self.arrays.setdefault(l.split(" ")[0].partition("/")[0],
                                       []).append(i)

    def match(self, x, i, depth):
        """Behind the part that begins at line i, or None."""
        how, what, kept = *x, len(self.parts)
        if how == "line":
            if i < len(self.lines) and fits(" ".join(what), self.lines[i]):
                self.parts.append((what[0], i, i + 1, depth))
                return i + 1
            return None
        if how == "name":
            end = self.match(RULES[what], i, depth + 1)
            if end is not None:
                self.parts.append((what, i, end, depth))
            return end
        if how in ("many", "maybe"):
            end = i
            while end is not None:
                i, end = end, self.match(what, end, depth)
                if how == "maybe" or end == i:
                    return i if end is None else end
            return i
        for part in what:
            end = self.match(part, i, depth)
            if how == "any" and end is not None:
                return end
            if how == "all" and end is None:
                del self.parts[kept:]
                return None
            i = end if how == "all" else i
        return i if how == "all" else None


@functools.lru_cache(1 << 17)
def is_array(line):
    return re.fullmatch(r"[a-zA-Z]\w*(/[0-9a-f]+)?( \d+:-?[0-9a-f]+)*", line)


RECORDS = "row", "node", "list", "single"
CODES = set("add sub mul div max neg sqrt sin cos sel".split())
HEADS = "q", "v", "", "", "joint", "spring", "contact", "binding"


def counted(lines):
    """With all counts as they then must be: records from 1, faces of a list, and of a
    statement its sizes, corners, pairs, things, what a tape has."""
    n, heads = 0, [l.partition(" ")[0].partition("/")[0] for l in lines]
    for i, (word, l) in enumerate(zip(heads, lines)):
        if word in RECORDS:
            n += 1
            lines[i] = "%s %d" % (word, n)
        elif word in BEHIND:
            words = l.split(" ")
            BEHIND[word](words, heads[i + 1:], lines[i + 1:])
            lines[i] = " ".join(words)
        elif word == "end" and n:
            lines[i] = "end %d" % n
        elif word == "sizes":
            words = l.split(" ")
            found = [heads.count(x) for x in HEADS]
            for k, x in enumerate(HEADS if len(words) == 9 else ("", "", "contact")):
                if x and k < len(words) - 1:
                    words[k + 1] = "%d" % found[HEADS.index(x)]
            lines[i] = " ".join(words)
    return lines


def run_of(heads, wanted):
    """How many of these come first."""
    return next((k for k, x in enumerate(heads) if x not in wanted), len(heads))


def of_tape(words, heads, lines):
    n = run_of(heads[1:], CODES)
    words[3:] = ["%d" % k for k in (lines[0].count(" ") if lines else 0, n,
                                    lines[n + 1].count(" ") if lines[n + 1:] else 0)]


def of_list(words, heads, lines):
    words[1:] = ["%d" % heads[:run_of(heads, ("face", "point"))].count("face")]


def of_binding(words, heads, lines):
    words[4:5] = ["%d" % (lines[0].count(" ") if lines else 0)]


def of_lines(name):
    def count(words, heads, lines):
        words[1:2] = ["%d" % run_of(heads, (name,))]
    return count


BEHIND = {"tape": of_tape, "faces": of_list, "binding": of_binding,
          "corners": of_lines("corner"), "side": of_lines("thing")}


def part(p, r):
    """Any part; large ones are as likely as lines."""
    return r.choice(p.named[r.choice(sorted(p.named))])


def delete(p, other, r):
    _, a, b, _ = part(p, r)
    return p.lines[:a] + p.lines[b:]


def duplicate(p, other, r):
    _, a, b, _ = part(p, r)
    return p.lines[:b] + p.lines[a:]


def swap(p, other, r):
    """Two neighbours of one depth."""
    name, a, b, depth = part(p, r)
    next_ = [x for x in p.parts if x[1] == b and x[3] == depth]
    if not next_:
        return None
    c = r.choice(next_)[2]
    return p.lines[:a] + p.lines[b:c] + p.lines[a:b] + p.lines[c:]


def insert(p, other, r):
    """A part of another text, mostly behind a part of the same name here."""
    name, a, b, _ = part(other, r)
    here = p.named.get(name)
    at = r.choice(here)[2] if here and r.random() < 0.6 else r.choice(p.parts)[2]
    return p.lines[:at] + other.lines[a:b] + p.lines[at:]


def replace(p, other, r):
    """A part by one of the same name."""
    name, a, b, _ = part(other, r)
    if name not in p.named:
        return None
    _, c, d, _ = r.choice(p.named[name])
    return p.lines[:c] + other.lines[a:b] + p.lines[d:]


def array(p, r, least=0):
    """Which line, its tag and entries."""
    if not p.arrays:
        return None
    tag = r.choice(sorted(p.arrays))
    i = r.choice(p.arrays[tag])
    return (i, tag, table(p.lines[i])) if p.lines[i].count(":") >= least else None


def put(p, i, tag, x):
    from forged import listed
    size = max(x, default=-1) + 1
    lines = p.lines[:]
    lines[i] = listed(tag, [x.get(k, Q(0)) for k in range(size)])
    return lines


def append(p, other, r):
    """An entry where there is none."""
    i, tag, x = array(p, r) or (0, 0, 0)
    if not i:
        return None
    k = r.randrange(max(x, default=0) + 3)
    value = r.choice([Q(1), Q(-1), Q(1, 2 ** r.randrange(70)), Q(5)] +
                     list(x.values()))
    return put(p, i, tag, {**x, k: value}) if k not in x else None


def remove(p, other, r):
    i, tag, x = array(p, r, 1) or (0, 0, 0)
    if not i:
        return None
    del x[r.choice(sorted(x))]
    return put(p, i, tag, x)


def move_zero(p, other, r):
    """An entry and a zero beside it change places."""
    i, tag, x = array(p, r, 1) or (0, 0, 0)
    if not i:
        return None
    k = r.choice(sorted(x))
    to = k + r.choice((-1, 1, 2))
    if to < 0 or to in x:
        return None
    x[to] = x.pop(k)
    return put(p, i, tag, x)


def exchange(p, other, r):
    i, tag, x = array(p, r, 2) or (0, 0, {})
    if len(x) < 2:
        return None
    a, b = r.sample(sorted(x), 2)
    x[a], x[b] = x[b], x[a]
    return put(p, i, tag, x)


def invent(p, other, r):
    """A part that the grammar has, where it may stand or not, with the numbers of what
    stands before it: the same position, the same velocity, nothing that pushes."""
    at = r.choice(p.parts)[2]
    before = {}
    for l in p.lines[:at]:
        before[l.split(" ")[0].partition("/")[0]] = l
    names = PROOF if "row" in p.named or "node" in p.named else \
        LISTS if "list" in p.named else sorted(RULES)
    return p.lines[:at] + list(spoken(("name", r.choice(names)), before, r)) + \
        p.lines[at:]


SAME = {"q": "q", "p": "q", "v": "v", "z": "v"}  # its numbers are those of


def spoken(x, before, r):
    """Lines of an expression, each as likely as another."""
    how, what = x
    if how == "line":
        line = spelt(what, before, r)
        before[what[0]] = line
        yield line
    elif how == "name":
        yield from spoken(RULES[what], before, r)
    elif how == "any":
        yield from spoken(r.choice(what), before, r)
    elif how == "all":
        for part in what:
            yield from spoken(part, before, r)
    elif r.random() < 0.3:
        yield from spoken(what, before, r)


def spelt(form, before, r):
    tag, last = form[0], before.get(form[0])
    if form[-1] == "...":
        of = before.get(SAME.get(tag, ""))
        if of is not None:
            return tag + of[len(SAME[tag]):]
        return last if last is not None and r.random() < 0.5 else tag
    if last is not None and r.random() < 0.5:
        return last
    words = {"COUNT": ("0", "1"), "RATIO": ("0", "1", "1/2", "1/40"),
             "WORD": ("undecided", "none", "0"), "NAME": ("a",)}
    return " ".join(r.choice(words.get(w, (w,))) for w in form if w[-1] != "*")


OPERATORS = {f.__name__.replace("_", " "): f for f in (
    delete, duplicate, swap, insert, replace, invent, append, remove, move_zero,
    exchange)}


def forged(p, other, r):
    """(the operator, the lines of another text), or None."""
    name = r.choice(sorted(OPERATORS))
    lines = OPERATORS[name](p, other, r)
    if lines is None:
        return None
    if r.random() < 0.7:
        lines = counted(lines)
    return name, "\n".join(lines) + "\n"


# ---- numbers that may be rounded ----------------------------------------------------

ROUNDED = ("q", "v", "p", "value", "force", "radius", "T", "delta")


def nudged(p, i, k, by):
    """Number k of line i, and by how much more."""
    word, *rest = p.lines[i].split(" ")
    if word in ("radius", "T"):
        x = Q(*[int(y, 16) for y in rest[0].split("/")]) + by
        lines = p.lines[:]
        lines[i] = "%s %x" % (word, x.numerator) + (
            "/%x" % x.denominator if x.denominator > 1 else "")
        return lines
    x = table(p.lines[i])
    x[k] = x.get(k, Q(0)) + by
    return put(p, i, word.partition("/")[0], x)


def pushed(p, r, accepted):
    """One of them as far as it can go, by bisection; (what, lines, by how much), or
    None. `accepted` is asked about lines."""
    where = [(i, l.split(" ")[0].partition("/")[0]) for i, l in enumerate(p.lines)
             if l.split(" ")[0].partition("/")[0] in ROUNDED]
    where = [x for x in where if "undecided" not in p.lines[x[0]]
             and (is_array(p.lines[x[0]]) or x[1] in ("radius", "T"))]
    if not where:
        return None
    tag = r.choice(sorted({t for _, t in where}))
    i = r.choice([i for i, t in where if t == tag])
    there = [] if tag in ("radius", "T") else sorted(table(p.lines[i]))
    k = r.choice(there + [0]) if there else 0
    sign, low, high = r.choice((-1, 1)), 0, 60
    unit = Q(sign, 2 ** r.choice((1080, 120, 80)))
    if not accepted(nudged(p, i, k, unit)):
        return None
    while accepted(nudged(p, i, k, unit * 2 ** high)) and high < 1200:
        high *= 2
    low, high = 2 ** 0, 2 ** high
    while high - low > max(1, low >> 20):
        middle = (low + high) // 2
        if accepted(nudged(p, i, k, unit * middle)):
            low = middle
        else:
            high = middle
    return "push " + tag, nudged(p, i, k, unit * low), unit * low
