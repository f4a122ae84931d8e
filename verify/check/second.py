"""For check.py: level L2, contact modes of the second problem of a collision, (E13)."""
from fractions import Fraction as Q

from modes import Modes
from words import demand


class Second(Modes):
    """What it starts from and what it is given are those of the first problem, and
    move with it."""

    def __init__(self, first, x, z, start, who, words):
        self.first = first
        self.e = first.s.e
        super().__init__(first.s, True, first.d, start, x, z, who, words, first.rho)

    @staticmethod
    def parted(word):
        demand(word not in ("oo", "oc"), "a mode of a rebound")
        return word[:1] == "o", word[1:] if word[:1] == "o" and word != "o" else word

    def share(self, j):
        return self.e * self.first.z[2][j], self.e * self.first.far[1][j]

    def solution(self):
        super().solution()
        for j, ((slips, mu), (_, word)) in enumerate(zip(self.who, self.split)):
            demand(word != "o" or slips == 0 or mu == 0 or j not in self.first.normal,
                   "a share without its friction")

    def motion(self):
        """(C15): what is given, v^c and the shares move it, too."""
        super().motion()
        (speeds, _), n = self.first.far, self.d["n"]
        shares = [self.share(j) for j in range(len(self.who))]
        wide = self.rho * (sum(speeds) + sum(a + b for a, b in shares))
        for i, row in enumerate(self.d["M"]):
            self.g[i] += wide + sum(abs(c) * speeds[j] for j, c in row.items())
            for (_, off), of in zip(shares, n):
                self.g[i] += abs(of.get(i, Q(0))) * off


class Rebounds:
    def words(self, ids):
        """The modes that stand here, or None."""
        words = self.run.f.take("modes @T*")[0]
        demand(words == ["undecided"] or len(words) == len(ids),
               "a mode for each contact")
        return None if words == ["undecided"] else words

    def rebound(self, ids, who, x, z, start):
        """(E13), behind the v of a rebound from v^c = start; z beyond the shares."""
        d, rho, first = self.before
        self.problems += 1
        if rho is None:
            return
        self.data += 1
        words = self.words(ids)
        if words is not None:
            demand(first is not None, "modes of a rebound alone")
            self.speed = max(self.speed, Second(first, x, z, start, who,
                                                words).distance())
            self.moded += 1
