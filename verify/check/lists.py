"""For check.py: level N, all solutions of problems w = A z + b."""
from fractions import Fraction as Q

from words import MANY, SIZE, VERSION, demand


def rank(rows):
    """Of a list of rows, by elimination in fractions."""
    rows, found = [r[:] for r in rows], 0
    for j in range(len(rows[0]) if rows else 0):
        k = next((i for i in range(found, len(rows)) if rows[i][j]), None)
        if k is None:
            continue
        rows[found], rows[k] = rows[k], rows[found]
        top = rows[found]
        for i in range(found + 1, len(rows)):
            c = rows[i][j] / top[j]
            rows[i] = [a - c * b for a, b in zip(rows[i], top)]
        found += 1
    return found


class Problem:
    def __init__(self, f):
        self.free, n = f.take("problem @D @D")
        demand(max(self.free, n) <= SIZE, "a problem's size")
        self.m = self.free + n
        self.A = f.array("A", self.m, self.m)
        self.b, self.letters = f.list("b", self.m), []

    def face(self, f):
        """A face by what may be positive: 1 if it is shown to be one point."""
        free, m = self.free, self.m
        x = f.take("face" + " @T" * (m - free))
        demand(all(c in ("z", "w", "0") for c in x), "a letter")
        for y in self.letters:
            for a, b in ((x, y), (y, x)):
                demand(any(p not in ("0", q) for p, q in zip(a, b)),
                       "a face has all the signs of another")
        self.letters.append(x)
        u = f.list("point", m)
        w = [sum(c * u[j] for j, c in row.items()) + b
             for row, b in zip(self.A, self.b)]
        x = ["*"] * free + x
        for c, z, s in zip(x, u, w):
            demand((z > 0 if c == "z" else z == 0 or c == "*") and
                   (s > 0 if c == "w" else s == 0), "a point has other signs")
        columns = [j for j in range(m) if x[j] in "*z"]
        return rank([[self.A[i].get(j, Q(0)) for j in columns]
                     for i in range(m) if x[i] != "w"]) == len(columns)

    def leaf(self, f, zero):
        inside = f.ahead("i")
        face = f.take("inside @D")[0] if inside else 0
        y = f.list("y" if inside else "empty", self.m)
        demand(all(c.denominator == 1 for c in y), "factors are whole")
        p = [Q(0)] * self.m
        for row, c in zip(self.A, y):
            for j, a in row.items():
                p[j] -= c * a
        end = sum(c * b for c, b in zip(y, self.b))
        demand(end == 0 if inside else end < 0, "a leaf's constant")
        demand(not any(p[:self.free]), "an unknown without a sign is left")
        for kind, c in (("z", p), ("w", y)):
            for i, a in enumerate(c[self.free:]):
                demand(a >= 0 or zero.get(i) == kind, "a sign in a leaf")
                if inside:
                    demand(face < len(self.letters), "there is no such face")
                    demand(self.letters[face][i] == kind or a > 0 or
                           zero.get(i) == kind, "a leaf outside of its face")

    def tree(self, f):
        """zero[i]: which of pair i is 0 on the node; the path to it."""
        zero, path = {}, []
        while True:
            if f.ahead("b"):
                i = f.take("branch @D")[0]
                demand(i < self.m - self.free and i not in zero, "a branch")
                zero[i] = "z"
                path.append(i)
                continue
            self.leaf(f, zero)
            while path and zero[path[-1]] == "w":
                del zero[path.pop()]
            if not path:
                return
            zero[path[-1]] = "w"


def check_lists(statement, f):
    s, problems, faces, points = statement, [], 0, 0
    s.take("perp problems 1")
    while s.ahead("p"):
        problems.append(Problem(s))
    demand(s.take("end @D") == [len(problems)] and s.at == len(s.text), "end")
    demand(f.take("perp proof @D") == [VERSION], "another version")
    f.take("level N")
    demand(f.take("scene @T") == [s.digest()], "the proof of something else")
    for k, p in enumerate(problems):
        demand(f.take("list @D") == [k + 1], "they count from 1")
        n = f.take("faces @D")[0]
        demand(n <= MANY, "faces")
        points += sum(p.face(f) for _ in range(n))
        faces += n
        p.tree(f)
    demand(f.take("end @D") == [len(problems)], "its end")
    digest = f.digest()
    demand(f.take("sha256 @T") == [digest] and f.at == len(f.text), "digest")
    return "accepted: N %d problems, %d faces, %d points, %d without" % (
        len(problems), faces, points, sum(not p.letters for p in problems))
