"""For check.py: contacts that yield, (TH1) to (TH6)."""
from fractions import Fraction as Q
from math import isqrt

from distance import Distance
from extra import dot, gains, half, keep, mass, squares
from words import demand


def symmetric(f, tag, n):
    """By its upper half; positive semidefinite."""
    A = f.array(tag, n, n)
    demand(all(j >= i for i in range(n) for j in A[i]), tag + "'s upper half")
    for i in range(n):
        for j, x in A[i].items():
            A[j][i] = x
    squares([dict(row) for row in A])
    return A


def length(x):
    """At least the length of a vector, and itself where it is a fraction."""
    n = Q(sum(e * e for e in x))
    p, q = n.numerator << 400, n.denominator
    root = isqrt(p // q)
    exact = Q(isqrt(n.numerator), isqrt(q))
    return exact if exact * exact == n else Q(root + 1, 2 ** 200)


class Yields:
    word, rates, joints, springs, collides = "row", True, False, False, False
    yields, weights, deep, steep = True, None, False, False

    def record(self, run):
        s = run.s
        two = any(slips == 2 for _, slips, _ in s.contacts)
        run.delta = s.delta
        run.deep.far = Distance() if run.level == "L0" else None

        def row():
            if run.rows == 0:
                demand(not s.corners if run.level == "L0" else
                       s.corners or not two, "corners")
            demand(s.T / s.h > run.time, "a row behind the end of the run")
            run.rows += 1
            self.row(run, run.f, s)
        return row

    def row(self, run, f, s):
        nv, R, v, old, h = s.nv, s.rows, run.v, run.delta, s.h
        phi = f.list("gap", len(s.contacts))
        M, G = mass(f, nv), f.array("G", s.nq * s.G, nv)
        W, K, C = f.array("w", R, nv), symmetric(f, "k", R), symmetric(f, "c", R)
        f0, J = f.list("f", nv), f.array("j", nv, nv)
        who, shares = [x[1:] for x in s.contacts], []
        if run.level == "L0":
            force = f.list("lambda", R)
        else:
            z = f.list("z", nv + R + sum(
                1 + (n if n < 2 else len(s.corners)) for n, _ in who))
            exact, rest, force = z[:nv + R], iter(z[nv + R:]), []
            for n, _ in who:
                force.append(next(rest))
                shares.append([next(rest) for _ in range(
                    len(s.corners) if n == 2 else 0)])
                force += [next(rest)] if n == 1 else [
                    sum((b * c[k] for b, c in zip(shares[-1], s.corners)), Q(0))
                    for k in range(n)]
        to, bent = f.list("v", nv), f.list("delta", R)
        if run.level == "L0":
            exact = to + bent
        else:
            run.truncated(to + bent, exact)
        if run.level == "L0":
            run.deep.far.row(s, (M, W, K, C, f0, J), (v, old, phi), force)
        w = [a - b for a, b in zip(exact, v)]
        d = [a - b for a, b in zip(exact[nv:], old)]
        mean = [a + s.gamma * b for a, b in zip(v, w)]
        F = [a + s.gamma * dot(row, w) for a, row in zip(f0, J)]
        left = [dot(M[i], w) - h * F[i] for i in range(nv)]  # (TH1)
        for row, c in zip(W, force):
            for i, e in row.items():
                left[i] -= h * e * c
        left += [h * c - h * dot(K[i], exact[nv:]) - dot(C[i], d)  # (TH2)
                 for i, c in enumerate(force)]
        slip = [a / h + dot(row, mean) for a, row in zip(d, W)]
        self.contacts(run, left, phi, old, who, force, slip, shares)
        work = h * sum(a * b for a, b in zip(mean, F))  # (TH5)
        E = half(M, to) + half(K, bent) - half(M, exact[:nv]) - half(
            K, exact[nv:])
        E += half(M, exact[:nv]) + half(K, exact[nv:]) - half(M, v) - half(
            K, old) - work if run.level == "L0" else self.identity(
                s, phi, old, who, force, slip, half(K, d), half(C, d),
                half(M, w))
        gains(run, E)
        rows = [{j: h * e for j, e in row.items()} for row in (
            G if s.G else [{i: Q(1)} for i in range(nv)])]
        run.q = run.follow("q", run.q, rows, 1 - s.gamma, s.gamma, to)
        run.v, run.delta = to, bent
        run.time += 1

    def contacts(self, run, left, phi, old, who, force, slip, shares):
        """(TH3), (TH4), contact by contact."""
        h, at = run.s.h, 0
        impulse, velocity, energy = [abs(e) for e in left], [], []
        for j, (n, mu) in enumerate(who):
            push, f = force[at], force[at + 1:at + 1 + n]
            gap = phi[j] + old[at] + h * slip[at]
            rub, at = slip[at + 1:at + 1 + n], at + 1 + n
            impulse.append(-h * push)
            velocity.append(-gap / h)
            energy.append(push * gap)
            if n == 2 and run.level != "L0":
                used = sum(shares[j])
                impulse += [-e for e in shares[j]]
                most = max([Q(0)] + [-sum(a * b for a, b in zip(rub, corner))
                                     for corner in run.s.corners])
            else:
                used, most = length(f), length(rub)
            impulse.append(h * (used - mu * push))
            more = sum((a * b for a, b in zip(f, rub)), Q(0)) + mu * push * most
            energy.append(h * (more if run.level == "L0" else abs(more)))
        keep(run, impulse, velocity, energy)

    def identity(self, s, phi, old, who, force, slip, K, C, M):
        """E' - E less the work, by what (TH1) to (TH4) say of it."""
        total, at = (2 * s.theta - 1) * M - K - 2 * C / s.h, 0
        for j, (n, _) in enumerate(who):
            total -= force[at] * (phi[j] + old[at])
            total += s.h * sum((a * b for a, b in zip(
                force[at + 1:at + 1 + n], slip[at + 1:at + 1 + n])), Q(0))
            at += 1 + n
        return total
