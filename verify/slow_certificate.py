"""The slow oracle of certificates: is what a proof says true?

It believes nothing that perp-check does. The numbers of a proof are read without
any demand on how they are spelt; the problem of each row is written out whole,
as in (4.7) of GAP08, all unknowns, A z + b and the rest by their definitions;
lambda and the split of each friction impulse are searched for; doubles are
rounded by their neighbours."""
import math
from fractions import Fraction as Q


def number(text):
    p, _, q = text.partition("/")
    return Q(int(p, 16), int(q or "1", 16))


def table(line):
    """The entries of an array; its tag is tag(line)."""
    head, *entries = line.split()
    den = int(head.partition("/")[2] or "1", 16)
    return {int(e.split(":")[0]): Q(int(e.split(":")[1], 16), den)
            for e in entries}


def tag(line):
    return line.split()[0].partition("/")[0]


class Untrue(Exception):
    pass


def demand(fine, why):
    if not fine:
        raise Untrue(why)


class Statement:
    def __init__(self, text):
        lines = text.split("\n")
        word = {l.split()[0]: l.split()[1] for l in lines[1:11]}
        self.scheme, self.springs = word["scheme"], []
        self.h, self.alpha, self.gamma, self.T = (
            number(word[k]) for k in ("h", "alpha", "gamma", "T"))
        self.sharp, self.uniform = (word["active"] == "sharp",
                                    word["clock"] == "uniform")
        self.nq, self.nv, _, self.G, self.m, _, _, _ = map(
            int, lines[11].split()[1:])
        self.q, self.v, self.contacts, slips = [], [], [], []
        for line in lines[12:]:
            w = line.split()
            if line.startswith("q "):
                self.q.append(number(w[2]))
            elif line.startswith("v "):
                self.v.append(number(w[2]))
            elif line.startswith("spring "):
                self.springs.append((number(w[2]), number(w[3])))
            elif line.startswith("contact "):
                self.contacts.append((int(w[2]), number(w[3])))
            elif line.startswith("kind "):
                slips.append(int(w[8]))
            elif line.startswith("binding "):
                self.contacts += [(slips[int(w[1])], number(w[5]))] * int(w[4])


def toward_zero(x):
    """The double at x or next to it on zero's side."""
    d = float(x)
    return math.nextafter(d, 0) if abs(Q(d)) > abs(x) else d


def posed(s, scheme, d, v, who):
    """A and b of (4.7), dense: x, c_nu, c_s | c_n, beta, lambda. A spring has
    the row that spring.c derives from AP02's (32), (33)."""
    h, a, g = scheme
    springs = s.springs if h > 0 else []
    form = s.scheme if h > 0 else "alpha-gamma"
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
            M = entry("M", min(i, j), max(i, j), nv)
            Mt = (M - implicit * (
                a * h * (entry("F", i, j, nv) + entry("kv", i, j, nv)) +
                a * g * h * h * entry("kq", i, j, nv)))
            A[i][j] = Mt
            k += Mt * v[j] + a * h * (
                entry("F", i, j, nv) +
                implicit * a * h * entry("kq", i, j, nv)) * v[j]
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
    return A, b, at, beta, lam


def solved(s, scheme, d, v, who, x, c):
    """Is there a lambda and a split of the friction impulses with which x and
    the impulses c solve the problem? Contact by contact, every candidate."""
    A, b, at, beta, lam = posed(s, scheme, d, v, who)
    z = x + c["cnu"] + c["cs"] + c["cn"] + [Q(0)] * (2 * at[-1] + len(who))

    def row(i):
        return sum(e * y for e, y in zip(A[i], z)) + b[i]

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


def true(scene, proof):
    """Raises Untrue when a level L1 proof says what is not so."""
    s = Statement(scene)
    lines = [l for l in proof.split("\n") if l]
    q, v, touching, i, rows = list(s.q), list(s.v), [], 3, 0
    level = lines[1].split()[1]
    time, steps, left = Q(0), 0, None

    def problem(i, v, jump):
        d, ids = {}, [int(w) for w in lines[i].split()[1:]]
        demand(ids == sorted(set(ids)), "the active contacts")
        demand(s.sharp or set(touching) <= set(ids), "a contact is dropped")
        i += 1
        while tag(lines[i]) != "z":
            d[tag(lines[i])] = table(lines[i])
            i += 1
        who = [s.contacts[k] for k in ids]
        sizes = {"x": s.nv, "cnu": s.m, "cs": 0 if jump else len(s.springs),
                 "cn": len(ids), "f": sum(slips for slips, _ in who)}
        z, said, at = table(lines[i]), {}, 0
        for key, n in sizes.items():
            said[key] = [z.get(at + e, Q(0)) for e in range(n)]
            at += n
        demand(all(e < at for e in z) and tag(lines[i + 1]) == "v", "z")
        x = said["x"]
        to = [table(lines[i + 1]).get(e, Q(0)) for e in range(s.nv)]
        scheme = (Q(0), Q(1), Q(1)) if jump else (s.h, s.alpha, s.gamma)
        demand(solved(s, scheme, d, v, who, x, said),
               "no solution of the problem")
        for e, y, old in zip(to, x, v):
            exact = (y - (1 - scheme[1]) * old) / scheme[1]
            demand(e == (exact if level == "R" else toward_zero(exact)),
                   "not the exact velocity truncated")
        still = [k for r, k in enumerate(ids)
                 if sum(d["n"].get(r * s.nv + j, 0) * x[j]
                        for j in range(s.nv)) <= 0]
        return i + 2, d, to, still

    def close(x, exact, size, what):
        size = 0 if level == "R" else size / 2 ** 40
        demand(all(abs(a - b) <= size for a, b in zip(x, exact)), what)

    def turned(d, w):
        if not s.G:
            return w
        return [sum(d["G"].get(k * s.nv + j, 0) * w[j] for j in range(s.nv))
                for k in range(s.nq)]

    while lines[i].startswith("row"):
        rows += 1
        demand(lines[i] == "row %d" % rows, "the number of a row")
        demand(time < s.T, "a row behind the end")
        i, hit = i + 1, None
        if lines[i].startswith("step"):
            i, d, to, touching = problem(i, v, False)
            big = 1 + max(map(abs, q)) + 8 * s.h * (
                sum(map(abs, v)) + sum(map(abs, to))) * (
                1 + sum(map(abs, d.get("G", {}).values())))
            mean = [(1 - s.gamma) * a + s.gamma * b for a, b in zip(v, to)]
            if lines[i].startswith("hit"):
                t = hit = number(lines[i].split()[1])
                demand(0 < t <= 1, "the place of a collision")
                W = t * t * (3 * s.gamma - 1 + (1 - 2 * s.gamma) * t)
                mean = [W * b + (t - W) * a for a, b in zip(v, to)]
                w = t * (6 * s.gamma * (1 - t) + 3 * t - 2)
                at = [table(lines[i + 2]).get(e, Q(0)) for e in range(s.nv)]
                close(at, [w * b + (1 - w) * a for a, b in zip(v, to)],
                      1 + sum(map(abs, v)) + sum(map(abs, to)), "v before")
                i += 1
            new = [table(lines[i]).get(e, Q(0)) for e in range(s.nq)]
            close(new, [a + s.h * b for a, b in zip(q, turned(d, mean))], big,
                  "the position")
            q, v = new, to
            i += 1
            time += s.h if hit is None or s.uniform else hit * s.h
            if hit is not None:
                v = at
                i += 1
        else:
            time += s.h if s.uniform else 0
        if hit is not None or lines[i].startswith("jump"):
            i, _, v, touching = problem(i, v, True)
    demand(lines[i] == "end %d" % rows, "the number of rows")
    demand(time >= s.T - s.h / 10 ** 8, "the end")
    return rows
