"""For forge.py: forgeries that follow the grammar, of all levels. All of one change that
forge_each.py makes, and, drawn until there are as many as wanted, parts of another text
put in, or in the place of one of the same name, parts that are invented, entries with
other numbers, and two changes one after the other, of one text or of both."""
import forge_each
import forge_grammar
from judged import sealed

LEVELS = "L0", "L1", "R", "L2", "N", "I"
SIDES = "proof", "statement"
STARTS = {  # what a proof and its statement are
    "N": ("lists", "problems"), "I": ("impacts", "impact")}
SINGLE = "insert", "replace", "invent", "append"
ROUNDS = 20


class Base:
    """A certificate, parsed: sides[0] is the proof."""

    def __init__(self, scene, proof, level):
        self.texts, self.level = (proof, scene), level
        start = STARTS.get(level, ("proof", "scene"))
        self.sides = [forge_grammar.Parse(t, s) for t, s in zip(self.texts, start)]
        self.start = start

    def known(self):
        return all(p.end == len(p.lines) for p in self.sides)

    def sealed(self, side, lines, other=None):
        """Both texts, the statement first, with one changed or both."""
        both = [other, other]
        both[side] = "\n".join(lines) + "\n"
        both[1 - side] = other or self.texts[1 - side]
        return sealed(both[1], both[0])


def bases(court, all_):
    court.third_share = 0.02
    out = [Base(*c) for c in all_]
    for b in out:
        if not b.known():
            court.fail("the grammar does not know a line", *b.texts[::-1])
    return out


def put_in(court, seen, base, name, pair):
    """Tries it unless it was tried here before."""
    if pair == base.texts[::-1] or hash(pair) in seen:
        return False
    seen.add(hash(pair))
    court.try_(name, *pair, base.texts[::-1])
    return True


def each(court, share, at, all_):
    """All single changes of one certificate."""
    seen = set()
    base = bases(court, [all_[at]])[0]
    for side in (0, 1):
        for how, lines in forge_each.each(base.sides[side]):
            if court.r.random() < share:
                put_in(court, seen, base, "%s, %s: %s" % (
                    base.level, SIDES[side], how), base.sealed(side, lines))


def drawn(court, count, all_):
    """As many that are drawn."""
    parsed, seen, r = bases(court, all_), set(), court.r
    while count > 0:
        base, other, side = r.choice(parsed), r.choice(parsed), int(r.random() < 0.2)
        how = (two if r.random() < 0.3 else one)(base, other, side, r)
        if how:
            name, *texts = how
            count -= put_in(court, seen, base, "%s, %s: %s" % (
                base.level, SIDES[side], name), base.sealed(side, *texts))


def one(base, other, side, r, names=SINGLE):
    name = r.choice(names).replace("_", " ")
    lines = forge_grammar.OPERATORS[name](base.sides[side], other.sides[side], r)
    if lines is None:
        return None
    return name, forge_grammar.counted(lines) if r.random() < 0.7 else lines


def two(base, other, side, r):
    """Two changes, both of one text if it is one still, or of both texts."""
    names = sorted(forge_grammar.OPERATORS)
    first = one(base, other, side, r, names)
    if first is None:
        return None
    p = forge_grammar.Parse("\n".join(first[1]) + "\n", base.start[side])
    if p.end == len(p.lines) and r.random() < 0.6:
        again = Base.__new__(Base)
        again.sides = [p, p]
        second = one(again, other, side, r, names)
        return second and ("two changes", second[1])
    second = one(base, other, 1 - side, r, names)
    return second and ("one change of each", first[1], "\n".join(second[1]) + "\n")


def pushed(court, share, at, all_):
    """Each number that has room, up and down; then all of them, one after the other,
    each where it can still go."""
    base = bases(court, [all_[at]])[0]
    for side in (0, 1):
        lines = base.sides[side].lines

        def accepted(other):
            return court.judge(*base.sealed(side, other)) is not None

        far = [lines, lines]
        for place in forge_each.places(base.sides[side]):
            if court.r.random() >= share:
                continue
            name = "%s, %s: push " % (base.level, SIDES[side])
            for up in (0, 1):
                found = forge_each.pushed(lines, place, 2 * up - 1, accepted)
                if found:
                    court.try_(name + place[0], *base.sealed(side, found),
                               base.texts[::-1], surely=True)
                    far[up] = forge_each.pushed(
                        far[up], place, 2 * up - 1, accepted) or far[up]
        for up in (0, 1):
            if far[up] != lines:
                court.try_(name + "all", *base.sealed(side, far[up]),
                           base.texts[::-1], surely=True)


def missing(all_):
    """Productions and lines of the grammar that no certificate has, and so no forgery
    changes."""
    def forms(x):
        if x[0] in ("line", "name"):
            return {x[1] if x[0] == "name" else x[1][0]}
        return set().union(*map(forms, x[1] if isinstance(x[1], list) else x[1:]))

    there = {name for c in all_ for p in Base(*c).sides for name in p.named}
    return set().union(*map(forms, forge_grammar.RULES.values())) - there


def tasks(share, all_, r):
    """(what, its arguments): of each level all of one change and a million that are
    drawn, or that share of it; of a small share few certificates, and more of each."""
    out, some = [], min(1, 20 * share)
    rounds = ROUNDS if share > 0.01 else 1
    for level in LEVELS:
        group = [c for c in all_ if c[2] == level]
        for at in range(len(group)):
            if r.random() < some:
                out += [(pushed, share / some, at, group), (each, share / some, at, group)]
        for _ in range(rounds if group else 0):
            out.append((drawn, int(1e6 / rounds * share + r.random()), group))
    return out


def table(tried, accepted):
    """Rows of operators, columns of levels: accepted of tried."""
    names = sorted({n.partition(", ")[2] for n in tried if n.split(", ")[0] in LEVELS})
    print("| | %s |\n|---|%s" % (" | ".join(LEVELS), "---|" * len(LEVELS)))
    for name in names + ["all"]:
        cells = []
        for level in LEVELS:
            keys = [k for k in tried if k.startswith(level + ", ") and
                    name in (k.partition(", ")[2], "all")]
            cells.append("%d of %d" % (sum(accepted[k] for k in keys),
                                       sum(tried[k] for k in keys)))
        print("| %s | %s |" % (name, " | ".join(cells)))
