"""For check.py: tapes, how linear they are, what they depend on; and for level L2
their values and derivatives in balls (E2)."""
import ball
from ball import ZERO
from words import MANY, demand

OPERANDS = {"add": 2, "sub": 2, "mul": 2, "div": 2, "neg": 1, "sqrt": 1,
            "sin": 1, "cos": 1, "max": 2, "sel": 3}


class Tape:
    def __init__(self, f, tag, inputs, outputs, free=None):
        """Read; degree: the largest of an output in the first inputs, 2 for anything
        that is not linear."""
        n, consts, instrs, outs = f.take("tape %s @D @D @D @D" % tag)
        demand((n, outs) == (inputs, outputs) and max(consts, instrs) <= MANY,
               "a tape does not fit")
        self.consts, self.code = f.take("const @R*")[0], []
        demand(len(self.consts) == consts, "a tape does not fit")
        free = n if free is None else free
        degree = [1] * free + [0] * (n + consts - free)
        for slot in range(n + consts, n + consts + instrs):
            op, args = f.take("@T @D*")
            demand(len(args) == OPERANDS.get(op) and max(args) < slot, "its code")
            d = [degree[a] for a in args]
            linear = op in ("add", "sub", "neg") or (op == "div" and d[1] == 0)
            degree.append(max(d) if linear or sum(d) == 0 else
                          min(2, sum(d)) if op == "mul" else 2)
            self.code.append((op, args))
        self.out = f.take("out @D*")[0]
        demand(len(self.out) == outs and all(s < len(degree) for s in self.out),
               "the outputs of a tape")
        self.inputs, self.first = n, n + consts
        self.degree = max([degree[s] for s in self.out] + [0])
        self.balls, self.asked = None, {}

    def needed(self, outs):
        """The slots that these outputs need, growing; what they read besides."""
        if outs not in self.asked:
            seen, stack = set(), [self.out[k] for k in outs]
            while stack:
                slot = stack.pop()
                if slot not in seen:
                    seen.add(slot)
                    if slot >= self.first:
                        stack += self.code[slot - self.first][1]
            self.asked[outs] = sorted(seen)
        return self.asked[outs]

    def reads(self, inputs, outs=None):
        """Does one of these outputs, all if None, depend on one of these inputs, by the
        text of the tape?"""
        outs = range(len(self.out)) if outs is None else outs
        return any(s in inputs for s in self.needed(tuple(outs)))

    def run(self, x, outs=None, seeds=None):
        """[(value, derivatives)] of these outputs, all if None; seeds: {input:
        {direction: ball}}. Raises Refused when one has no value."""
        if self.balls is None:
            self.balls = [ball.of(c) for c in self.consts]
        outs = tuple(range(len(self.out)) if outs is None else outs)
        value, along = {}, {}
        for slot in self.needed(outs):
            if slot < self.first:
                value[slot] = x[slot] if slot < self.inputs else \
                    self.balls[slot - self.inputs]
                along[slot] = (seeds or {}).get(slot, {})
            else:
                op, args = self.code[slot - self.first]
                value[slot], along[slot] = step(
                    op, [value[a] for a in args], [along[a] for a in args])
        found = [(value[self.out[k]], along[self.out[k]]) for k in outs]
        demand(all(v is not None for v, _ in found), "a formula has no value")
        return found


def linear(*terms):
    """Sum of c g: derivatives g, a factor c each; without what is exactly zero."""
    out = {}
    for c, g in terms:
        for j, e in g.items():
            more = None if e is None or c is None else ball.mul(c, e)
            old = out.get(j, ZERO)
            out[j] = None if more is None or old is None else ball.add(old, more)
    return {j: e for j, e in out.items() if e != ZERO}


def either(a, b):
    """The hull of two derivatives."""
    out = {}
    for j in {**a, **b}:
        e, f = a.get(j, ZERO), b.get(j, ZERO)
        out[j] = None if e is None or f is None else ball.hull(e, f)
    return out


MINUS = ball.neg(ball.UNIT)


def step(op, x, d):
    """An instruction: its value, None if it has none, and its derivatives."""
    if op == "sel":
        return chosen(x, d)
    if any(e is None for e in x):
        return None, {}
    a, b = x[0], x[-1]
    still = not any(d)
    if op in ("add", "sub"):
        y = (ball.add if op == "add" else ball.sub)(a, b)
        return y, {} if still else linear(
            (ball.UNIT, d[0]), (ball.UNIT if op == "add" else MINUS, d[1]))
    if op == "neg":
        return ball.neg(a), {} if still else linear((MINUS, d[0]))
    if op == "mul":
        return ball.mul(a, b), {} if still else linear((b, d[0]), (a, d[1]))
    if op == "div":
        y = ball.div(a, b)
        if y is None or still:
            return y, {}
        by = ball.div(ball.UNIT, b)
        turn = by and ball.mul(y, by)
        return y, linear((by, d[0]), (turn and ball.neg(turn), d[1]))
    if op == "max":
        if a[0] - a[1] >= b[0] + b[1] or b[0] - b[1] >= a[0] + a[1]:
            k = a[0] - a[1] < b[0] + b[1]
            return x[k], d[k]
        return ball.larger(a, b), either(*d)
    if op == "sqrt":
        y = ball.root(a)
        if y is None or still:
            return y, {}
        by = ball.div(ball.UNIT, ball.add(y, y))
        return y, linear((by, d[0]))
    y = ball.wave(a, op == "cos")
    if y is None or still:
        return y, {}
    by = ball.wave(a, op == "sin")
    return y, linear((by if op == "sin" else ball.neg(by), d[0]))


def chosen(x, d):
    """sel a b c: a where c is not negative. Where it may change its mind it may jump,
    and has no derivative along what moves c."""
    (a, b, c), sign = x, x[2] and ball.sign(x[2])
    if c is None or sign:
        return (None, {}) if c is None else (x[sign < 0], d[sign < 0])
    if a is None or b is None:
        return None, {}
    both = either(d[0], d[1])
    both.update({j: None for j in d[2]})
    return ball.hull(a, b), both
