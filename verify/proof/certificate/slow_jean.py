"""The step of Moreau and Jean, for the slow oracle: by definition, of v+ alone."""
from fractions import Fraction as F

import slow_cones
import slow_scene
from slow_problem import Statement
from slow_words import demand, table, tag, toward_zero


def dot(x, y):
    return sum((a * b for a, b in zip(x, y) if a and b), F(0))


def dense(there, rows, columns):
    return [[there.get(i * columns + j, F(0)) for j in range(columns)]
            for i in range(rows)]


class Told:
    """Where a proof of level L2 is, for slow_scene."""

    def __init__(self, lines):
        self.lines = lines

    def set(self, at, q, v, time):
        self.at, self.q, self.v, self.time = at, q, v, time
        return self

    def line(self):
        self.at += 1
        return self.lines[self.at - 1]


def true(scene, proof, printed=None):
    """Levels L1, R and L2 by definition: each row is a step to an exact velocity, of
    which the stored one is the truncation; without x, units and common
    denominators."""
    s = Statement(scene)
    lines = proof.split("\n")
    exact, at, count, nv = lines[1] == "level R", 3, 0, s.nv
    q, v = list(s.q), list(s.v)

    def numbers(n):
        nonlocal at
        at += 1
        return dense(table(lines[at - 1]), 1, n)[0]
    demand(not s.springs, "springs")
    told, deep = Told(lines), None
    if lines[1] == "level L2":
        deep = slow_scene.Scene(scene, s)
        deep.start(told.set(at, q, v, F(0)))
    while lines[at].startswith("row "):
        count += 1
        demand(lines[at] == "row %d" % count, "its number")
        demand((count - 1) * s.h < s.T, "behind the end")
        at += 1
        gap = numbers(len(s.contacts))
        ids = [int(w) for w in lines[at].split()[1:]]
        demand(lines[at].startswith("step"), "no step")
        demand(ids == [k for k, x in enumerate(gap) if x <= 0], "who is closed")
        at += 1
        d, who = {}, [s.contacts[k] for k in ids]
        while tag(lines[at]) != "z":
            d[tag(lines[at])] = table(lines[at])
            at += 1
        r = sum(n for n, _ in who)
        z = numbers(nv + s.m + len(ids) + r)
        to = numbers(nv)
        step(s, v, d, who, z, to, exact)
        if deep:
            ends = nv + s.m, nv + s.m + len(ids)
            deep.problem(told.set(at, q, v, (count - 1) * s.h), False, ids, d, (
                s.h, s.alpha, s.gamma), z[:nv], {
                    "cnu": z[nv:ends[0]], "cs": [], "cn": z[ends[0]:ends[1]],
                    "f": z[ends[1]:]})
            at = told.at
        if tag(lines[at]) in ("pointed", "vanishing"):
            slow_cones.judged(s, d, who, lines[at])
            at += 1
        there = numbers(s.nq)
        G = dense(d["G"], s.nq, nv) if s.G else dense(
            {i * nv + i: F(1) for i in range(nv)}, nv, nv)
        mean = [(1 - s.gamma) * a + s.gamma * b for a, b in zip(v, to)]
        for a, b, row in zip(there, q, G):
            size = abs(b) + s.h * sum(abs(c) * (abs(x) + abs(y))
                                      for c, x, y in zip(row, v, to))
            demand(abs(a - b - s.h * dot(row, mean)) <= (
                0 if exact else size / 2 ** 40 + F(1, 2 ** 1000)), "the position")
        q, v = there, to
    demand(lines[at] == "end %d" % count and
           count * s.h >= s.T - s.h / 10 ** 8, "the end")
    if deep:
        deep.shown(printed)
    if deep and printed:
        demand(deep.moved <= printed[5], "velocities move farther")


def step(s, v, d, who, z, to, exact):
    nv, h, a, e = s.nv, s.h, s.alpha, s.e
    up = [(x - (1 - a) * y) / a for x, y in zip(z, v)]  # v+
    demand(all(b == (c if exact else toward_zero(c)) for b, c in zip(to, up)),
           "truncated")
    w = [x - y for x, y in zip(up, v)]
    M = dense(d["M"], nv, nv)
    M = [[M[min(i, j)][max(i, j)] for j in range(nv)] for i in range(nv)]
    E, kv, kq = (dense(d[k], nv, nv) for k in ("F", "kv", "kq"))
    k0, k1 = (dense(d[k], nv, 1) for k in ("k0", "k1"))
    nu, n = dense(d["nu"], s.m, nv), dense(d["n"], len(who), nv)
    slips = dense(d["d"], sum(c for c, _ in who), nv)
    moved = [y + s.gamma * x for x, y in zip(w, v)]
    left = [dot(M[i], w) - h * ((1 - a) * k0[i][0] + a * k1[i][0] + dot(
        E[i], z[:nv]) + a * dot(kv[i], w) + a * h * dot(kq[i], moved))
        for i in range(nv)]
    for row, c in zip(nu + n + slips, z[nv:]):
        left = [x - c / a * y for x, y in zip(left, row)]
    demand(not any(left), "the equation of motion")
    demand(not any(dot(row, up) for row in nu), "a joint")
    cn, f = z[nv + s.m:][:len(n)], z[nv + s.m + len(n):]
    for row, c, (count, mu) in zip(n, cn, who):
        speed = dot(row, up) + e * dot(row, v)
        demand(c >= 0 and speed >= 0 and c * speed == 0, "Newton's law")
        mine, f, rows, slips = f[:count], f[count:], slips[:count], slips[count:]
        rate = [dot(x, up) for x in rows]
        most = max([abs(x) for x in rate] + [F(0)])
        demand(sum(map(abs, mine)) <= mu * c, "the cone")
        demand(dot(mine, rate) == -mu * c * most, "friction")
        demand(all(not x or abs(y) == most for x, y in zip(mine, rate)),
               "the fastest slip")
