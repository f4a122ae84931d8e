"""Every forgery of one change that follows the grammar: each part of a text left out, said
twice, swapped with its neighbour; each entry of an array gone, moved onto a zero,
exchanged with another, and one more in each empty place. And each number that has room,
pushed as far as it can go."""
import itertools
from fractions import Fraction as Q

from forge_grammar import counted, is_array, put
from slow_words import number, table


def each(p):
    """(the operator, lines), all of a parsed text."""
    for how, lines in parts(p):
        yield how, lines
        other = counted(lines[:])
        if other != lines:
            yield how, other
    for i in itertools.chain(*p.arrays.values()):
        tag, x = p.lines[i].split(" ")[0].partition("/")[0], table(p.lines[i])
        for how, y in entries(x):
            yield how, put(p, i, tag, y)


def parts(p):
    """(the operator, lines)."""
    lines, twice = p.lines, set()
    for _, a, b, depth in p.parts:
        if (a, b) not in twice:
            twice.add((a, b))
            yield "delete", lines[:a] + lines[b:]
            yield "duplicate", lines[:b] + lines[a:]
        for _, start, c, other in p.parts:
            if start == b and other == depth and (a, b, c) not in twice:
                twice.add((a, b, c))
                yield "swap", lines[:a] + lines[b:c] + lines[a:b] + lines[c:]


def entries(x):
    """Other entries of an array."""
    for k in sorted(x):
        rest = {j: c for j, c in x.items() if j != k}
        yield "remove", rest
        for to in (k - 1, k + 1, k + 2):
            if to >= 0 and to not in x:
                yield "move zero", {**rest, to: x[k]}
    for a, b in itertools.combinations(sorted(x), 2):
        if x[a] != x[b]:
            yield "exchange", {**x, a: x[b], b: x[a]}
    for k in range(max(x, default=-1) + 4):
        for c in {Q(1), Q(-1), Q(1, 2 ** 40), *list(x.values())[:1]}:
            if k not in x:
                yield "append", {**x, k: c}


# ---- numbers that have room

ARRAYS = "q v p value force delta point to".split()
WORDS = ("radius T h alpha gamma restitution tolerance penetration hit q v spring contact "
         "corner delta").split()


def places(p):
    """(what, line, which) of all numbers that are asked how far they can go."""
    for i, line in enumerate(p.lines):
        word, *rest = line.split(" ")
        tag = word.partition("/")[0]
        if is_array(line) and tag in ARRAYS:
            there = table(line)
            for k in range(max(there, default=0) + 2):
                yield tag, i, k
        elif word in WORDS and rest[-1] != "undecided":
            yield word, i, None


def moved(lines, i, k, by):
    """Lines with number k of line i, or its last word, larger by so much."""
    if k is not None:
        tag, x = lines[i].split(" ")[0].partition("/")[0], table(lines[i])
        return put(Lines(lines), i, tag, {**x, k: x.get(k, Q(0)) + by})
    head, _, word = lines[i].rpartition(" ")
    x, out = number(word) + by, lines[:]
    out[i] = "%s %x" % (head, x.numerator) + (
        "/%x" % x.denominator if x.denominator > 1 else "")
    return out


class Lines:
    def __init__(self, lines):
        self.lines = lines


def furthest(fine):
    """About the largest number of 2^-1080 up to which fine holds, with 16 digits; 0 if
    there is none. It is looked for as if fine held up to there."""
    for least in (-120, -80, -1080):
        if fine(Q(2) ** least):
            break
    else:
        return Q(0)
    low, high = least, least + 16
    while high < 1200 and fine(Q(2) ** high):
        low, high = high, high + 2 * (high - least)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fine(Q(2) ** middle) else (low, middle)
    far = Q(2) ** low
    for digit in range(1, 17):
        more = far + Q(2) ** (low - digit)
        far = more if fine(more) else far
    return far


def pushed(lines, place, sign, accepted):
    """Lines with one of them pushed in one direction, or None."""
    _, i, k = place

    def of(by):
        return moved(lines, i, k, sign * by)

    far = furthest(lambda by: accepted(of(by)))
    return of(far) if far else None
