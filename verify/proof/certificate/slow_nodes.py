"""Steps of P10 and projections of AP02, for the slow oracle.

A step is one problem in w and the impulses, written out whole; whether K is a
polyhedron is asked of the tapes, from the outputs inwards."""
from fractions import Fraction as Q

from slow_words import demand, number, positive, table


def tapes(text):
    """The tapes of a statement, in their order: name, inputs, constants, code,
    outputs; of a kind moreover how many coordinates each side has."""
    out, sizes, lines = [], None, iter(text.split("\n"))
    for line in lines:
        w = line.split(" ")
        if w[0] == "kind":
            sizes = [int(x) for x in w[2:9]]
        if w[0] != "tape":
            continue
        inputs, _, code, _ = map(int, w[2:6])
        consts = [number(x) for x in next(lines).split()[1:]]
        code = [next(lines).split() for _ in range(code)]
        code = [(c[0], [int(x) for x in c[1:]]) for c in code]
        at = [int(x) for x in next(lines).split()[1:]]
        out.append((w[1], inputs, consts, code, at, sizes))
    return out


def depends(tape, slot, free):
    """Does the slot depend on one of the first inputs?"""
    _, inputs, consts, code, _, _ = tape
    if slot < inputs + len(consts):
        return slot < free
    return any(depends(tape, s, free)
               for s in code[slot - inputs - len(consts)][1])


def affine(tape, slot, free):
    """Is it a sum of multiples of the first inputs, by its form?"""
    _, inputs, consts, code, _, _ = tape
    if slot < inputs + len(consts) or not depends(tape, slot, free):
        return True
    op, args = code[slot - inputs - len(consts)]
    if op in ("add", "sub", "neg"):
        return all(affine(tape, s, free) for s in args)
    if op == "div":
        return not depends(tape, args[1], free) and affine(tape, args[0], free)
    moving = [s for s in args if depends(tape, s, free)]
    return op == "mul" and len(moving) == 1 and affine(tape, moving[0], free)


def polyhedral(text):
    """Are all gaps affine?"""
    flat = True
    for tape in tapes(text):
        name, inputs, _, _, out, sizes = tape
        if name == "gaps":
            free = inputs if sizes is None else sizes[0] + sizes[3]
            flat = flat and all(affine(tape, s, free) for s in out)
    return flat


def posed(s, d, v, e):
    """A and b of a step: (1 + e) M w - n' impulse = (1 - e) M V + h g and the
    gaps h n w + f; unknowns w and the impulses. Moreau: (1 + e) M V, and n w."""
    turned = s.scheme == "moreau"
    nv, p, h = s.nv, len(s.contacts), s.h

    def entry(key, i, j):
        return d[key].get(i * nv + j, Q(0))

    M = [[entry("M", min(i, j), max(i, j)) for j in range(nv)]
         for i in range(nv)]
    A = [[(1 + e) * x for x in M[i]] + [-entry("n", a, i) for a in range(p)]
         for i in range(nv)]
    A += [[h * entry("n", a, j) for j in range(nv)] + [Q(0)] * p
          for a in range(p)]
    b = [-(1 + e if turned else 1 - e) * sum(x * y for x, y in zip(M[i], v)) -
         h * entry("g", 0, i) for i in range(nv)]
    b += [Q(0) if turned else d["f"].get(a, Q(0)) for a in range(p)]
    return A, b


class Nodes:
    def __init__(self, told, text):
        self.told, self.K, self.two, self.n = told, None, None, 0
        self.flat = polyhedral(text)

    def row(self):
        told, s = self.told, self.told.s
        nv, p, h, v = s.nv, len(s.contacts), s.h, told.v
        turned = s.scheme == "moreau"
        e = s.e if self.n > 0 or turned else Q(0)
        back = -e if turned else e
        self.n += 1
        d = {key: table(told.line()) for key in ("M", "g", "f", "n")}
        positive(d["M"], nv)
        z = told.numbers(nv + p if told.level != "L0" else p)
        to = told.numbers(nv)
        if told.level == "L0":
            z = [(b - back * a) / (1 + e) for a, b in zip(v, to)] + z

        A, b = posed(s, d, v, e)
        y = [sum(x * c for x, c in zip(row, z)) + c for row, c in zip(A, b)]
        force, gap = z[nv:], y[nv:]
        off = [abs(c) for a, c in enumerate(force)
               if turned and d["f"].get(a, 0) > 0]
        gap = [Q(0) if turned and d["f"].get(a, 0) > 0 else x
               for a, x in enumerate(gap)]
        worst = [max([Q(0)] + list_) for list_ in (
            [abs(x) for x in y[:nv]] + [-x for x in force] + off,
            [-x / h for x in gap],
            [abs(x * c) / h for x, c in zip(gap, force)])]
        exact = [back * a + (1 + e) * w for a, w in zip(v, z)]
        if told.level == "L0":
            told.keep(worst)
        else:
            demand(not any(worst), "no solution of the step")
            told.stored(to, exact)
            rows = [[d["n"].get(a * nv + j, Q(0)) for j in range(nv)]
                    for a in range(p)]
            K = [row + [d["f"].get(a, Q(0)) - sum(
                x * c for x, c in zip(row, told.q))]
                for a, row in enumerate(rows)]
            demand(not self.flat or turned or self.K in (None, K), "K has changed")
            self.K = K
            if told.level == "R" and self.flat and self.n > 2 and not turned:
                self.lemmas(e, d, rows, gap, force, to)
        if told.deep:
            told.deep.node(told, d)
        new = told.numbers(nv)
        mean = [(a + b) / 2 if turned else b for a, b in zip(v, to)]
        told.close(new, [a + h * b for a, b in zip(told.q, mean)], 1 + max(
            map(abs, told.q)) + 8 * h * sum(map(abs, to)), "the position")
        self.two = v
        told.q, told.v = new, to
        told.time += h

    def lemmas(self, e, d, rows, gap, force, to):
        """(C2), (C3) and the bound on the energy that they give, of P10."""
        s = self.told.s
        U = [a + e * b for a, b in zip(to, self.two)]
        up = [sum(x * c for x, c in zip(row, U)) for row in rows]
        demand(all(x <= 0 for x, f in zip(up, gap) if f == 0), "(C2)")
        demand(sum(x * c for x, c in zip(up, force)) <= 0, "(C3)")

        def norm(x):
            return sum(d["M"].get(min(i, j) * s.nv + max(i, j), 0) * x[i] * x[j]
                       for i in range(s.nv) for j in range(s.nv))

        work = 2 * s.h * sum(d["g"].get(i, 0) * x for i, x in enumerate(U))
        demand((1 - e) * norm(to) <= (1 + e) * norm(
            self.told.v) + 2 * e * norm(self.two) + work, "the energy")


def in_hand(told, ids):
    """Of the contacts that stay closed none is forgotten, and none is invented."""
    mode = told.s.word["project"]
    if mode == "contacts":
        demand(told.hand == list(ids), "others are in hand")
    if mode == "full":
        demand(not set(ids) - set(told.hand), "some are not in hand")


def held(s):
    """The springs of which (46) has a line: those that store energy."""
    return [i for i, spring in enumerate(s.springs) if spring[0] > 0]


def projection(told, hit, aim):
    """(46) of AP02: the residuals of the conditions of optimality, by the whole
    list of them."""
    s, mode, worst = told.s, told.s.word["project"], Q(0)
    equations, springs, *ids = [int(w) for w in told.line().split()[1:]]
    demand(ids == sorted(set(ids)) and all(k < len(s.contacts) for k in ids),
           "the contacts in hand")
    demand(springs == (len(held(s)) if mode == "full" else 0), "springs")
    demand(mode != "joints" or not ids, "contacts of a projection on joints")
    base = s.m + springs
    demand(equations == base or
           (mode == "contacts" and equations == base + len(ids)), "equations")
    told.hand = ids
    if not hit and told.level != "L0":
        in_hand(told, told.touching)
    d = {key: table(told.line()) for key in ("G", "nu", "a", "n")}
    J = [[d[key].get(i * s.nv + j, Q(0)) for j in range(s.nv)]
         for key, n in (("nu", s.m), ("a", springs), ("n", len(ids)))
         for i in range(n)]
    value, force = told.numbers(len(J)), told.numbers(len(J))
    to = told.numbers(s.nq)
    for j in range(s.nv):
        move = to[j] - told.q[j] if not s.G else sum(
            d["G"].get(i * s.nv + j, Q(0)) * (to[i] - told.q[i])
            for i in range(s.nq))
        worst = max(worst, abs(
            move - sum(row[j] * c for row, c in zip(J, force))))
    for k, (x, c) in enumerate(zip(value, force)):
        far = [abs(x)] if k < equations else [-x, -c, abs(x) if c != 0 else 0]
        worst = max([worst] + far)
    demand(worst <= max([Q(1)] + [abs(x) for x in to]) / 2 ** 39,
           "a projection that is none")
    told.far = max(told.far, worst)
    if told.deep:
        told.deep.place(told, ids, d, value, to, aim)
    told.q = to
