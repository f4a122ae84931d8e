"""Problems in the text of perp solve, read and judged in fractions: nothing of
perp is used."""
from fractions import Fraction


class Problem:
    """0 = rows of x, w = rows of z: A (x, z) + b, 0 <= w, z and z w = 0."""

    def __init__(self, text):
        self.comments = [line[1:].strip() for line in text.splitlines()
                         if line.startswith("#")]
        words = " ".join(line.split("#")[0] for line in
                         text.splitlines()).split()
        self.free = 0
        if words[0] == "free":
            self.free, self.n = int(words[1]), int(words[2])
            words = words[3:]
        else:
            self.n = int(words[0])
            words = words[1:]
        size = self.size = self.free + self.n
        if len(words) != size * size + size:
            raise ValueError("%d numbers for %d rows" % (len(words), size))
        numbers = [Fraction(word) for word in words]
        self.A = [numbers[i * size:(i + 1) * size] for i in range(size)]
        self.b = numbers[size * size:]
        # What stands above row i: "7, pair: c_n of contact a; ..."
        self.name = [c.split(": ", 1)[1] for c in self.comments
                     if c.split(",")[0].isdigit()]

    def rows(self, z):
        return [sum(a * x for a, x in zip(row, z) if a and x) + b
                for row, b in zip(self.A, self.b)]

    def wrong(self, z):
        """The first condition that z breaks, or None."""
        w = self.rows(z)
        for i in range(self.size):
            if i < self.free and w[i] != 0:
                return "row %d is %s" % (i + 1, w[i])
            if i >= self.free and (w[i] < 0 or z[i] < 0 or w[i] * z[i] != 0):
                return "pair %d has z = %s, w = %s" % (i + 1, z[i], w[i])
        return None
