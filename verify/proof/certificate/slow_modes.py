"""Contact modes of level L2, for the slow oracle: a basis of (4.7) of GAP08. The data as
they are, and data at corners of the box of the stated radius, are solved with this basis,
and every sign is asked; of a rebound the compression is solved for the same data first.
That finds what is wrong by much, and proves nothing."""
from fractions import Fraction as Q

from slow_problem import eliminated, posed, times
from slow_words import demand


class Modes:
    def picked(self, words, who, layout, shares=None):
        """The unknowns that these modes have. shares: what a rebound gives back."""
        at, beta, lam = layout
        free = beta - len(who)
        out = list(range(free))
        for j, w in enumerate(words):
            slips, of, parts = range(at[j], at[j + 1]), w, w == "o"
            if shares is not None and w[:1] == "o" and w != "o":
                parts, of = True, w[1:]
                demand(of not in ("o", "c"), "no mode of a rebound")
            if of == "c" or (parts and of == "o" and shares and shares[j]):
                demand(not slips or who[j][1] == 0, "friction")
            demand(of != "s" or slips, "what sticks has slips")
            demand(of in ("o", "c", "s") or len(of) == len(slips), "of other slips")
            if not parts:
                out.append(free + j)
            if of == "s":
                out += [beta + 2 * k for k in slips]
            elif of not in ("o", "c"):
                out += [beta + 2 * k + (e == "+")
                        for k, e in zip(slips, of) if e != "0"] + [lam + j]
        return out

    def modes(self, words, ids, d, scheme, x, rho, v):
        who = [self.s.contacts[k] for k in ids]
        A, _, *layout = posed(self.s, scheme, d, v, who)
        picked = self.picked(words, who, layout)
        for corner in range(3):
            near = d if corner == 0 else self.moved_data(d, rho, A)
            self.at_corner(corner, posed(self.s, scheme, near, v, who), picked, words, x)

    def rebound(self, told, x, first):
        """Behind the v of the second problem, which ends in x."""
        if self.first is None:
            return
        before, ids, d, scheme, rho, v = self.first
        words, s = told.line().split(" "), self.s
        demand(words[0] == "modes", "the modes of a rebound")
        words = words[1:]
        if words == ["undecided"]:
            return
        demand(before is not None and len(words) == len(ids), "modes of a rebound")
        who = [s.contacts[k] for k in ids]
        A, _, *layout = posed(s, scheme, d, v, who)
        free = layout[1] - len(who)
        one = self.picked(before, who, layout)
        two = self.picked(words, who, layout, first["cn"])
        for corner in range(5):
            near = d if corner == 0 else self.moved_data(d, rho, A)
            z = self.basic(*posed(s, scheme, near, v, who)[:2], one)
            demand(z is not None, "no compression in its modes")
            push = [s.e * c for c in z[free:free + len(who)]]
            self.at_corner(corner, posed(s, scheme, near, z[:s.nv], who, push), two,
                           words, x)

    def at_corner(self, corner, problem, picked, words, x):
        A, b, at, beta, lam = problem
        z = self.basic(A, b, picked)
        demand(z is not None, "data without a solution in these modes")
        far = [abs(e - f) for e, f in zip(z, x)]
        demand(corner > 0 or not any(far), "the solution has other modes")
        self.moved = max([self.moved] + far)
        self.strict(A, b, z, words, at, beta - len(words), beta, lam)

    def moved_data(self, d, rho, A):
        """All data moved by the radius, one way or the other."""
        nv, n = self.s.nv, {}
        for key, list_ in d.items():
            width = {"k0": 1, "k1": 1, "phi": 1}.get(key, nv)
            rows = (max(list_, default=-1) // width + 1 if key not in
                    ("M", "k0", "k1") else nv)
            n[key] = {k: list_.get(k, Q(0)) + self.r.choice((-rho, rho))
                      for k in range(rows * width)
                      if key != "M" or k // nv <= k % nv}
        return n

    @staticmethod
    def basic(A, b, picked):
        """z of A z + b = 0 in the picked rows and columns, 0 elsewhere."""
        there = eliminated([[A[i][j] for j in picked] for i in picked],
                           [b[i] for i in picked])
        if there is None:
            return None
        z = [Q(0)] * len(b)
        for i, e in zip(picked, there):
            z[i] = e
        return z

    @staticmethod
    def strict(A, b, z, words, at, free, beta, lam):
        """The signs of the modes, none of them zero."""
        w = [times(row, z) + c for row, c in zip(A, b)]
        for j, word in enumerate(words):
            cn, up, zeta = z[free + j], w[free + j], w[lam + j]
            slips = range(at[j], at[j + 1])
            speed = [w[beta + 2 * k] - z[lam + j] for k in slips]
            fine = up > 0 if word[0] == "o" else cn > 0
            way = word[1:] if word[0] == "o" else word
            if way == "s":
                pull = sum(abs(z[beta + 2 * k]) for k in slips)
                fine = fine and pull < zeta + sum(z[beta + 2 * k] for k in slips)
            elif way not in ("", "c"):
                fine = fine and z[lam + j] > 0 and all(
                    (z[beta + 2 * k + (e == "+")] > 0) if e != "0" else
                    abs(y) < z[lam + j] for k, e, y in zip(slips, way, speed))
            demand(fine, "contact mode '%s' is not strict" % word)
