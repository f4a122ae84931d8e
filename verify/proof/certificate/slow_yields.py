"""Steps of contacts that yield, for the slow oracle: PKS05's (16) by its reduced form.
From the stated forces alone the velocity and the deformations behind the step are
computed, by (15) and (17) solved in fractions; the forces have to be those that
complementarity and friction ask for at the slip that follows."""
from fractions import Fraction as Q
from math import isqrt

from slow_problem import eliminated
from slow_words import demand, positive, table


def dot(x, y):
    return sum((a * b for a, b in zip(x, y) if a and b), Q(0))


def root(x):
    """At most the root, and hardly less."""
    x = Q(x)
    return Q(isqrt((x.numerator << 1200) // x.denominator), 2 ** 600)


def answer(A, b):
    """x with A x = b, or None."""
    return eliminated(A, [-c for c in b])


class Yields:
    def __init__(self, told):
        self.told, self.delta = told, told.s.delta
        two = any(slips == 2 for slips, _ in told.s.contacts)
        demand(told.s.alpha == 1 and told.s.e == 0, "alpha, restitution")
        if told.level == "L0":
            demand(not told.s.corners, "the polygon in level L0")
        else:
            demand(told.s.corners or not two, "the disc has no exact step")

    def numbers(self, rows, columns):
        there = table(self.told.line())
        demand(all(k < rows * columns for k in there), "too many numbers")
        return [[there.get(i * columns + j, Q(0)) for j in range(columns)]
                for i in range(rows)]

    def symmetric(self, n):
        A = self.numbers(n, n)
        demand(not any(A[i][j] for i in range(n) for j in range(i)), "its half")
        positive({i * n + j: A[i][j] for i in range(n) for j in range(i, n)}, n)
        return [[A[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]

    def row(self):
        told, s = self.told, self.told.s
        nv, R, h, old = s.nv, s.rows, s.h, self.delta
        gap = self.numbers(1, len(s.contacts))[0]
        M = self.symmetric(nv)
        G = self.numbers(s.nq * bool(s.G), nv)
        W = self.numbers(R, nv)
        K, C = self.symmetric(R), self.symmetric(R)
        f = self.numbers(1, nv)[0]
        J = self.numbers(nv, nv)
        deep = told.level != "L0"
        sizes = [1 + (n if n < 2 or not deep else len(s.corners))
                 for n, _ in s.contacts]
        z = self.numbers(1, (nv + R) * deep + sum(sizes))[0]
        to, bent = self.numbers(1, nv)[0], self.numbers(1, R)[0]
        up, down = (z[:nv], z[nv:nv + R]) if deep else (to, bent)
        rest, lam, parts = z[(nv + R) * deep:], [], []
        for n, _ in s.contacts:
            size = sizes[len(parts)]
            part, rest = rest[:size], rest[size:]
            parts.append(part)
            lam += part if n < 2 or not deep else [part[0]] + [
                dot(part[1:], [c[k] for c in s.corners]) for k in (0, 1)]
        share = s.gamma  # of the new velocity, 1 - theta
        push = [a + dot([row[i] for row in W], lam) for i, a in enumerate(f)]
        X = [[h * a + b for a, b in zip(x, y)] for x, y in zip(K, C)]
        tilted = [[a - h * share * b for a, b in zip(x, y)]
                  for x, y in zip(M, J)]
        w = [a - b for a, b in zip(up, told.v)]
        d = [a - b for a, b in zip(down, old)]
        load = [c - dot(row, old) for c, row in zip(lam, K)]
        wrong = [abs(dot(row, w) - h * a) for row, a in zip(tilted, push)] + [
            abs(dot(row, d) - h * a) for row, a in zip(X, load)]
        if deep:  # by the solution, where there is one alone
            one = answer(tilted, [h * a for a in push])
            two = answer(X, [h * a for a in load])
            demand(w == one if one is not None else not any(wrong[:nv]), "(15)")
            demand(d == two if two is not None else not any(wrong[nv:]), "(17)")
            told.stored(to + bent, up + down)
        mean = [s.theta * a + share * b for a, b in zip(told.v, up)]
        slip = [a / h + dot(row, mean) for a, row in zip(d, W)]
        worst, at = [wrong, [], []], 0
        for j, (n, mu) in enumerate(s.contacts):
            there = gap[j] + dot(W[at], mean) * h + down[at]
            self.contact(worst, n, mu, there, lam[at:at + 1 + n],
                         slip[at:at + 1 + n], parts[j][1:], deep)
            at += 1 + n
        worst = [max([Q(0)] + list_) for list_ in worst]
        demand(not deep or not any(worst), "no solution of the step")
        told.keep(worst, self.gained(M, K, to, bent, dot(mean, [
            a + share * dot(row, w) for a, row in zip(f, J)]) * h))
        G = G if s.G else [[Q(i == j) for j in range(nv)] for i in range(nv)]
        big = 1 + max(map(abs, told.q)) + 8 * h * (
            sum(map(abs, told.v)) + sum(map(abs, to))) * (
            1 + sum(abs(x) for row in G for x in row))
        mean = [s.theta * a + share * b for a, b in zip(told.v, to)]
        new = self.numbers(1, s.nq)[0]
        told.close(new, [a + h * dot(row, mean) for a, row in zip(told.q, G)],
                   big, "the position")
        told.q, told.v, self.delta = new, to, bent
        told.time += h

    def contact(self, worst, n, mu, gap, lam, slip, shares, deep):
        h, corners = self.told.s.h, self.told.s.corners
        worst[0].append(-h * lam[0])
        worst[1].append(-gap / h)
        worst[2].append(lam[0] * gap)
        f, s = lam[1:], slip[1:]
        if n == 2 and deep:
            worst[0] += [-x for x in shares] + [sum(shares) - mu * lam[0]]
            best = min([Q(0)] + [dot(s, c) for c in corners])
            worst[2].append(abs(dot(f, s) - mu * lam[0] * best))
        elif n == 2:
            worst[0].append(h * (root(dot(f, f)) - mu * lam[0]))
            worst[2].append(h * (dot(f, s) + mu * lam[0] * root(dot(s, s))))
        elif n == 1:
            worst[0].append(h * (abs(f[0]) - mu * lam[0]))
            more = h * (f[0] * s[0] + mu * lam[0] * abs(s[0]))
            worst[2].append(abs(more) if deep else more)

    def gained(self, M, K, to, bent, work):
        def energy(v, x):
            return sum(a * dot(row, y) for A, y in ((M, v), (K, x))
                       for a, row in zip(y, A)) / 2
        return energy(to, bent) - energy(self.told.v, self.delta) - work
