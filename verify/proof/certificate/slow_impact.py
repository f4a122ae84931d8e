"""The slow oracle of an impact by a law: v' from the impulses by elimination, friction
as a minimum."""
from fractions import Fraction as Q

from slow_words import number


def entries(line, rows, columns):
    head, *rest = line.split(" ")
    den = number(head.partition("/")[2] or "1")
    out = [[Q(0)] * columns for _ in range(rows)]
    for entry in rest:
        i, x = entry.split(":")
        out[int(i) // columns][int(i) % columns] = number(x) / den
    return out


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def solved(A, b):
    """x of A x = b, or None where A is singular."""
    n, rows = len(b), [r[:] + [e] for r, e in zip(A, b)]
    for j in range(n):
        k = next((i for i in range(j, n) if rows[i][j]), None)
        if k is None:
            return None
        rows[j], rows[k] = rows[k], rows[j]
        rows[j] = [e / rows[j][j] for e in rows[j]]
        for i in range(n):
            if i != j:
                rows[i] = [a - rows[i][j] * e for a, e in zip(rows[i], rows[j])]
    return [r[-1] for r in rows]


class Stated:
    def __init__(self, scene):
        lines = scene.split("\n")
        self.turns = lines[1] == "law sequential"
        self.order = [int(x) for x in lines[2].split(" ")[1:]]
        nv, m, n = map(int, lines[3].split(" ")[1:])
        who = [l.split(" ")[1:] for l in lines[4:4 + n]]
        self.mu = [Q(*map(number, x.split("/"))) for _, x in who]
        at, self.slips = 0, []
        for k, _ in who:
            self.slips.append(range(at, at + int(k)))
            at += int(k)
        M, nu, N, D, v, to = lines[4 + n:10 + n]
        half = entries(M, nv, nv)
        self.M = [[half[min(i, j)][max(i, j)] for j in range(nv)]
                  for i in range(nv)]
        self.nu, self.n = entries(nu, m, nv), entries(N, n, nv)
        self.d, self.size = entries(D, at, nv), nv + m + n + at
        self.v, self.to = (entries(x, 1, max(nv, 1))[0] for x in (v, to))

    def behind(self, v, z):
        """v' by the impulses c_n, f of z, the joints held; z's own where that
        is not unique."""
        nv, m = len(self.M), len(self.nu)
        push = z[nv + m:]
        b = [dot(row, v) + sum(c * g[i] for c, g in zip(push, self.n + self.d))
             for i, row in enumerate(self.M)]
        A = [row + [-g[i] for g in self.nu] for i, row in enumerate(self.M)]
        A += [g + [Q(0)] * m for g in self.nu]
        x = solved(A, b + [Q(0)] * m)
        if x is not None:
            return x[:nv]
        fine = all(dot(row, z[:nv + m]) == e
                   for row, e in zip(A, b + [Q(0)] * m))
        return z[:nv] if fine else None

    def law(self, x, z, who):
        at = len(self.M) + len(self.nu)
        for j, g in enumerate(self.n):
            c, rho = z[at + j], dot(g, x)
            f = [z[at + len(self.n) + k] for k in self.slips[j]]
            slip = [dot(self.d[k], x) for k in self.slips[j]]
            if j not in who and (c or any(f)):
                return False
            if j in who and (
                    c < 0 or rho < 0 or min(c, rho) != 0 or
                    sum(map(abs, f)) > self.mu[j] * c or dot(f, slip) != min(
                        [s * self.mu[j] * c * e for e in slip for s in (1, -1)],
                        default=0)):
                return False
        return True

    def follows(self, all_z):
        """Does `to` follow by these impulses?"""
        v, queue = self.v, self.order[:]
        for z in all_z:
            late = {j for j, g in enumerate(self.n) if dot(g, v) < 0}
            who = late and set(range(len(self.n)))
            if self.turns:
                if not late & set(queue):
                    return False
                while queue[0] not in late:
                    queue.append(queue.pop(0))
                who = {queue[0]}
                queue.append(queue.pop(0))
            x = self.behind(v, z) if who else None
            if x is None or x != z[:len(x)] or not self.law(x, z, who):
                return False
            if dot(x, [dot(r, x) for r in self.M]) > dot(
                    v, [dot(r, v) for r in self.M]):
                return False
            v = x
        return v == self.to and all(dot(g, v) >= 0 for g in self.n)


def true(scene, proof):
    s = Stated(scene)
    return s.follows([entries(l, 1, s.size)[0] for l in proof.split("\n")
                      if l.split(" ")[0].partition("/")[0] == "z"])
