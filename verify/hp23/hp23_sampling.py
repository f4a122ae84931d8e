"""Algorithm 1 of HP23 a second time, all branches followed.

Bounds come from a Philox of this file's own; a step is solved by trying every
mode of every contact: open, closed, at its bound, each sticking or slipping.
Floating point, nothing of perp.
"""
import itertools
import math

import hp23

MASK = 0xffffffff


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        x, y = 0xd2511f53 * c[0], 0xcd9e8d57 * c[2]
        c = [y >> 32 ^ c[1] ^ k[0], y & MASK, x >> 32 ^ c[3] ^ k[1], x & MASK]
        k = [(k[0] + 0x9e3779b9) & MASK, (k[1] + 0xbb67ae85) & MASK]
    return c


def uniform(seed, sample, step, count, purpose=0):
    out = []
    for i in range(count):
        w = philox((sample & MASK, sample >> 32, step, i // 2 | purpose << 30),
                   (seed & MASK, seed >> 32))
        word = w[2 * (i % 2) + 1] << 32 | w[2 * (i % 2)]
        out.append(((word >> 12) + 0.5) * 2.0 ** -52)
    return out


def shaped(shape, u):
    """Numbers of the unit box as they are, at its corners, or 2^(-16 u), a
    straight line between two powers of two."""
    if shape == "corners":
        return [float(x > 0.5 or x == max(u)) for x in u]
    if shape == "loguniform":
        return [(1 - math.fmod(16 * x, 1) / 2) / 2 ** math.floor(16 * x)
                for x in u]
    return u


def levels(model, response, h):
    """The least L with 2^(L - 1) h as much as m contacts, each alone, take."""
    M, Jn, Jt, mu, v = model
    need = len(Jn) * max(-hp23.dot(n, v) / hp23.dot(n, response[j, 0])
                         for j, n in enumerate(Jn))
    return 1 + max(0, math.ceil(math.log2(need / h)))


def bounds(seed, sample, step, count, h, normalised=False, draw="uniform",
           levels=0):
    shape = draw.split("-")[-1]
    if draw[:4] == "held":
        u = uniform(seed, sample, 0, 3, 1)
        length = 2 ** int(u[0] * levels)
        step = (step + int(u[1] * length)) // length
        if shape == "held":
            shape = "uniform" if u[2] < 0.5 else "corners"
    out = shaped(shape, uniform(seed, sample, step, count))
    factor = h / sum(out) if normalised else h
    return [u * factor for u in out]


def ends_of_step(model, response, v, most):
    """All v' of (75), by modes: normal o, f(ree), m(ost); friction s, t, -."""
    M, Jn, Jt, mu, _ = model
    p, nv, found = len(Jn), len(v), []
    modes = ["o"] + [a + b for a in "fm" for b in "st-"]
    for mode in itertools.product(modes, repeat=p):
        unknown, columns, base = [], [], list(v)
        for j, m in enumerate(mode):
            if m == "o":
                continue
            f = {"t": -mu[j], "-": mu[j], "s": 0}[m[1]]
            w = [a + f * b for a, b in zip(response[j, 0], response[j, 1])]
            if m[0] == "f":
                unknown.append((j, 0))
                columns.append(w)
            else:
                base = [a + most[j] * b for a, b in zip(base, w)]
            if m[1] == "s":
                unknown.append((j, 1))
                columns.append(response[j, 1])
        rows = [(Jn if k == 0 else Jt)[j] for j, k in unknown]
        L = hp23.solve([[hp23.dot(r, w) for w in columns] for r in rows],
                       [-hp23.dot(r, base) for r in rows]) if rows else []
        if L is None:
            continue
        plus = [base[i] + sum(L[k] * columns[k][i] for k in range(len(L)))
                for i in range(nv)]
        impulse, fine = dict(zip(unknown, L)), True
        for j, m in enumerate(mode):
            n, t = hp23.dot(Jn[j], plus), hp23.dot(Jt[j], plus)
            Ln = most[j] if m[0] == "m" else impulse.get((j, 0), 0)
            Lt = impulse.get((j, 1), 0)
            fine &= -1e-11 < Ln < most[j] + 1e-11
            fine &= n > -1e-11 if m[0] != "m" else n < 1e-11
            fine &= m[1:] != "s" or abs(Lt) <= mu[j] * Ln + 1e-11
            fine &= m[1:] != "t" or t > -1e-11
            fine &= m[1:] != "-" or t < 1e-11
        if fine and all(max(abs(a - b) for a, b in zip(plus, o)) > 1e-9
                        for o in found):
            found.append(plus)
    return found


def ends(model, h, N, seed, sample, normalised=False, draw="uniform"):
    """(v+, problems) of every branch that ends, and whether one does not."""
    M, Jn, Jt, mu, v0 = model
    response = {(j, k): hp23.solve(M, J[j]) for j in range(len(Jn))
                for k, J in ((0, Jn), (1, Jt))}
    alive, over, held = [list(v0)], [], levels(model, response, h)
    for step in range(N + 2):
        over += [(v, step) for v in alive
                 if all(hp23.dot(n, v) >= -1e-10 for n in Jn)]
        alive = [v for v in alive if any(hp23.dot(n, v) < -1e-10 for n in Jn)]
        if step == N + 1 or not alive:
            return over, bool(alive)
        most = bounds(seed, sample, step, len(Jn), h, normalised, draw, held)
        alive = [w for v in alive
                 for w in ends_of_step(model, response, v, most)]
