"""A problem of a proof, written out whole, for the slow oracle: (4.7) of GAP08."""
from fractions import Fraction as Q

from slow_words import number


class Statement:
    def __init__(self, text):
        lines = text.split("\n")
        at = next(i for i, l in enumerate(lines) if l.startswith("sizes "))
        self.word = word = dict(l.split() for l in lines[1:at])
        self.scheme, self.springs = word["scheme"], []
        self.h, self.alpha, self.gamma, self.T = (
            number(word[k]) for k in ("h", "alpha", "gamma", "T"))
        self.sharp, self.uniform = (word["active"] == "sharp",
                                    word["clock"] == "uniform")
        self.nq, self.nv, self.F, self.G, self.m, _, _, _ = map(
            int, lines[at].split()[1:])
        self.e, self.tolerance = map(number, (word["restitution"],
                                              word["tolerance"]))
        self.q, self.v, self.contacts, slips = [], [], [], []
        self.corners, self.delta, self.theta = [], [], 1 - self.gamma
        for line in lines[at + 1:]:
            w = line.split()
            if line.startswith("q "):
                self.q.append(number(w[2]))
            elif line.startswith("v "):
                self.v.append(number(w[2]))
            elif line.startswith("spring "):
                self.springs.append((number(w[2]), number(w[3])))
            elif line.startswith("contact "):
                self.contacts.append((int(w[2]), number(w[3])))
            elif line.startswith("corner "):
                self.corners.append((number(w[1]), number(w[2])))
            elif line.startswith("delta "):
                self.delta.append(number(w[1]))
            elif line.startswith("kind "):
                slips.append(int(w[8]))
            elif line.startswith("binding "):
                self.contacts += [(slips[int(w[1])], number(w[5]))] * int(w[4])
        self.rows = sum(1 + slips for slips, _ in self.contacts)


def times(row, z):
    return sum((e * y for e, y in zip(row, z) if e and y), Q(0))


def eliminated(A, b):
    """The solution of A z + b = 0, or None."""
    n = len(b)
    rows = [r + [-c] for r, c in zip(A, b)]
    for i in range(n):
        k = next((k for k in range(i, n) if rows[k][i] != 0), None)
        if k is None:
            return None
        rows[i], rows[k] = rows[k], rows[i]
        rows[i] = [e / rows[i][i] for e in rows[i]]
        for k in range(n):
            c = rows[k][i]
            if k != i and c != 0:
                rows[k] = [e - c * f if f else e
                           for e, f in zip(rows[k], rows[i])]
    return [r[n] for r in rows]


def posed(s, scheme, d, v, who, push=None):
    """A and b of (4.7), dense: x, c_nu, c_s | c_n, beta, lambda. A spring has
    the row that spring.c derives from AP02's (32), (33). push: normal impulses
    that are given; then c_n is what comes to them, as in collision.c."""
    h, a, g = scheme
    springs = s.springs if h > 0 else []
    form = s.scheme if h > 0 and s.scheme != "moreau-jean" else "alpha-gamma"
    implicit = 0 if form == "semi-implicit" else 1
    later = a if form == "alpha-gamma" else 0
    nv, m, p = s.nv, s.m + len(springs), len(who)
    at, mus = [0], [mu for _, mu in who]
    for slips, _ in who:
        at.append(at[-1] + slips)
    beta = nv + m + p
    lam = beta + 2 * at[-1]
    n = lam + p
    A, b = [[Q(0)] * n for _ in range(n)], [Q(0)] * n

    def entry(tag, i, j, width):
        return d.get(tag, {}).get(i * width + j, Q(0))

    for i in range(nv):
        k = a * h * ((1 - later) * entry("k0", 0, i, nv) +
                     later * entry("k1", 0, i, nv))
        for j in range(nv):
            M, F, kv, kq = (entry("M", min(i, j), max(i, j), nv),
                            *(entry(key, i, j, nv) for key in ("F", "kv", "kq")))
            if not (M or F or kv or kq):
                continue
            A[i][j] = M - implicit * (a * h * (F + kv) + a * g * h * h * kq)
            k += (A[i][j] + a * h * (F + implicit * a * h * kq)) * v[j]
        b[i] = -k

    def put(row, tag, of, sign):
        for j in range(nv):
            e = sign * entry(tag, of, j, nv)
            A[row][j], A[j][row] = e, -e

    for i in range(s.m):
        put(nv + i, "nu", i, 1)
    for i, (stiff, damp) in enumerate(springs):
        row = nv + s.m + i
        put(row, "a", i, 1)
        if form == "stiff-limit" and (stiff or damp):
            continue
        av = sum(A[row][j] * v[j] for j in range(nv))
        phi = d.get("phi", {}).get(i, Q(0))
        move = a * h * (damp + g * h * stiff)
        b[row] = a * h * stiff * (phi + (a - g) * h * av)
        if form == "semi-implicit":
            move, b[row] = Q(0), h * (stiff * phi + damp * av)
        for j in range(nv):
            A[row][j] *= move
        A[row][row] = Q(1)
    for j in range(p):
        put(nv + m + j, "n", j, 1)
        A[lam + j][nv + m + j] = mus[j]
        for k in range(at[j], at[j + 1]):
            for back in range(2):
                row = beta + 2 * k + back
                put(row, "d", k, 1 - 2 * back)
                A[row][lam + j], A[lam + j][row] = Q(1), Q(-1)
    if s.scheme == "moreau-jean":
        newton(s, d, v, b, range(nv, nv + s.m), range(nv + m, beta), range(beta, lam))
    for j, c in enumerate(push or ()):
        b[lam + j] += mus[j] * c
        for i in range(nv):
            b[i] -= c * entry("n", j, i, nv)
    return A, b, at, beta, lam


def newton(s, d, v, b, joints, contacts, slips):
    """What the rows ask for beside x: of v+, and of v+ + e v at contacts."""
    def old(tag, i):
        return sum(d[tag].get(i * s.nv + j, Q(0)) * c for j, c in enumerate(v))
    for i, k in enumerate(joints):
        b[k] += (s.alpha - 1) * old("nu", i)
    for i, k in enumerate(contacts):
        b[k] += (s.alpha - 1 + s.alpha * s.e) * old("n", i)
    for i, k in enumerate(slips):
        b[k] += (-1) ** (i % 2) * (s.alpha - 1) * old("d", i // 2)


def residuals(s, scheme, d, v, who, x, c, push=None):
    """What L0 prints of a problem: the largest residuals in N s, m/s, J, and the
    energy that (C6) does not account for."""
    A, b, at, beta, lam = posed(s, scheme, d, v, who, push)
    push = push or [Q(0)] * len(who)
    z = x + c["cnu"] + c["cs"] + c["cn"] + [
        max(e, 0) for f in c["f"] for e in (f, -f)] + [Q(0)] * len(who)
    row = [times(r, z) + e for r, e in zip(A, b)]
    nv, free = s.nv, beta - len(who)
    law = range(nv + s.m, free)
    rigid = [i for i in law if A[i][i] == 0]
    slip = row[beta:lam:2]
    impulse = [abs(row[i]) for i in [*range(nv), *law] if i not in rigid]
    velocity = [abs(e) for e in row[nv:nv + s.m] + [row[i] for i in rigid]]
    energy, extra = [], sum(a * e for a, e in zip(z[:free], row))
    for i in law:  # s a'x instead of s z
        ax = sum(d["a"].get((i - nv - s.m) * nv + j, 0) * x[j]
                 for j in range(nv))
        extra += 0 if i in rigid else row[i] * (ax - z[i])
    for j, (slips, mu) in enumerate(who):
        cn, up = z[free + j], row[free + j]
        f, y = c["f"][at[j]:at[j + 1]], slip[at[j]:at[j + 1]]
        most = max([Q(0)] + [abs(e) for e in y])
        zeta = mu * (cn + push[j]) - sum(abs(e) for e in f)
        impulse += [-cn, -zeta]
        velocity.append(-up)
        energy += [cn * up, max(zeta, 0) * most] + [
            abs(e) * most + e * g for e, g in zip(f, y)]
        extra += (cn + push[j]) * up + sum(e * g for e, g in zip(f, y))
    return ([max([Q(0)] + list_) for list_ in (impulse, velocity, energy)],
            extra / scheme[1])


def solved(s, scheme, d, v, who, x, c, push=None):
    """Is there a lambda and a split of the friction impulses with which x and
    the impulses c solve the problem? Contact by contact, every candidate."""
    A, b, at, beta, lam = posed(s, scheme, d, v, who, push)
    z = x + c["cnu"] + c["cs"] + c["cn"] + [Q(0)] * (2 * at[-1] + len(who))

    def row(i):
        return times(A[i], z) + b[i]

    for j in range(len(who)):
        for k in range(at[j], at[j + 1]):
            f = c["f"][k]
            z[beta + 2 * k], z[beta + 2 * k + 1] = max(f, 0), max(-f, 0)
    free = beta - len(who)
    for i in range(free):
        if row(i) != 0:
            return False
    for i in range(free, beta):
        if z[i] < 0 or row(i) < 0 or z[i] * row(i) != 0:
            return False
    for j in range(len(who)):
        mine = range(beta + 2 * at[j], beta + 2 * at[j + 1])
        z[lam + j] = Q(0)
        speeds = {Q(0)} | {abs(row(i)) for i in mine}
        for z[lam + j] in speeds:
            pairs = [(z[i], row(i)) for i in list(mine) + [lam + j]]
            if all(e >= 0 and w >= 0 and e * w == 0 for e, w in pairs):
                break
        else:
            return False
    return True
