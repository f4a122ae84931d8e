"""The last step of contacts that yield in other contact modes: every equation holds,
the position follows, digests are right; what may fail is a sign or a bound."""
from fractions import Fraction as Q

from forged import listed
from slow_problem import Statement, eliminated
from slow_words import table, tag, toward_zero


def ends_in_yield(scene, proof, level):
    return level in ("L1", "R") and "\nscheme theta\n" in scene


def dot(x, y):
    return sum((a * b for a, b in zip(x, y) if a and b), Q(0))


def modes(s, r):
    """For each contact the forces that a column of unknowns makes, and which of g, s
    are 0: open; stuck; sliding to one side, or against one corner."""
    for slips, mu in s.contacts:
        n = 1 + (slips if slips < 2 else len(s.corners))
        way = r.choice(("open", "stuck", "slides", "slides", "pulled"))
        if way == "open":
            yield [], []
        elif way == "pulled":  # friction beside no normal force
            yield ([[Q(k == 1) for k in range(n)]], ["t"]) if n > 1 else ([], [])
        elif way == "slides" and slips > 0:
            k = r.randrange(1, n)
            push = [Q(1)] + [Q(0)] * (n - 1)
            push[k] = mu * (r.choice((-1, 1)) if slips == 1 else 1)
            yield [push], ["g"]
        elif slips < 2:
            yield [[Q(i == k) for i in range(n)] for k in range(n)], \
                ["g", "t"][:n]
        else:
            k, i = r.sample(range(1, n), 2)
            yield [[Q(j == e) for j in range(n)] for e in (0, k, i)], \
                ["g", "t", "o"]


def other_yield(scene, proof, r):
    s = Statement(scene)
    lines = proof.split("\n")
    at = max(i for i, l in enumerate(lines) if l.startswith("row "))
    d = {tag(l): table(l) for l in lines[at + 1:at + 10]}
    before = {tag(l): table(l) for l in lines[:at] if l.strip()
              and tag(l) in ("v", "delta", "q")}
    nv, R, h, g = s.nv, s.rows, s.h, s.gamma
    v = [before["v"].get(i, Q(0)) for i in range(nv)] if at > 3 else s.v
    old = [before["delta"].get(i, Q(0)) for i in range(R)] if at > 3 else s.delta
    q = [before["q"].get(i, Q(0)) for i in range(s.nq)] if at > 3 else s.q

    def entry(key, i, j, n):
        if key in ("M", "k", "c"):
            i, j = min(i, j), max(i, j)
        return d[key].get(i * n + j, Q(0))

    of = list(modes(s, r))
    columns = [(j, push) for j, (list_, _) in enumerate(of) for push in list_]
    size = nv + R + len(columns)

    def forces(y):
        out = [[Q(0)] * (1 + (n if n < 2 else len(s.corners)))
               for n, _ in s.contacts]
        for (j, push), x in zip(columns, y[nv + R:]):
            out[j] = [a + b * x for a, b in zip(out[j], push)]
        return out

    def left(y):
        parts, lam = forces(y), []
        for (n, _), part in zip(s.contacts, parts):
            lam += part if n < 2 else [part[0]] + [
                dot(part[1:], [c[k] for c in s.corners]) for k in (0, 1)]
        w = [a - b for a, b in zip(y, v)]
        rate = [(a - b) / h for a, b in zip(y[nv:], old)]
        mean = [a + g * b for a, b in zip(v, w)]
        slip = [a + sum(entry("w", i, j, nv) * x for j, x in enumerate(mean))
                for i, a in enumerate(rate)]
        out = [sum((entry("M", i, j, nv) - h * g * entry("j", i, j, nv)) * w[j]
                   for j in range(nv)) - h * d["f"].get(i, Q(0)) - h * sum(
                       entry("w", k, i, nv) * lam[k] for k in range(R))
               for i in range(nv)]
        out += [lam[i] - sum(entry("k", i, j, R) * y[nv + j] + entry(
            "c", i, j, R) * rate[j] for j in range(R)) for i in range(R)]
        row = 0
        for j, ((n, _), (_, zero)) in enumerate(zip(s.contacts, of)):
            out += [{"g": d["gap"].get(j, Q(0)) + old[row] + h * slip[row],
                     "t": slip[row + min(1, n)], "o": slip[row + n]}[word]
                    for word in zero]
            row += 1 + n
        return out

    b = left([Q(0)] * size)
    rows = [left([Q(i == k) for i in range(size)]) for k in range(size)]
    if len(b) != size:
        return None
    y = eliminated([[rows[k][i] - b[i] for k in range(size)]
                    for i in range(size)], b)
    if y is None:
        return None
    exact = lines[1] == "level R"
    z = y[:nv + R] + [x for part in forces(y) for x in part]
    to = [x if exact else Q(toward_zero(x)) for x in y[:nv + R]]
    mean = [(1 - g) * a + g * b for a, b in zip(v, to)]
    new = [a + h * (sum(entry("G", i, j, nv) * x for j, x in enumerate(mean))
                    if s.G else mean[i]) for i, a in enumerate(q)]
    lines[at + 9:at + 13] = [listed("z", z), listed("v", to[:nv]), listed(
        "delta", to[nv:]), listed("q", new if exact else map(
            lambda x: Q(float(x)), new))]
    return scene, "\n".join(lines)
