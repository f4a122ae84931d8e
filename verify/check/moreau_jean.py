"""For check.py: the step of Moreau and Jean, (MJ1) to (MJ3)."""
from fractions import Fraction as Q

from extra import dot, half
from words import demand


class MoreauJean:
    word, rates, joints, springs, collides = "row", True, True, False, False
    deep = middle = steep = True
    form, weights = "alpha-gamma", None

    def record(self, run):
        f, s = run.f, run.s

        def row():
            demand(s.T / s.h > run.time, "a row behind the end of the run")
            run.rows += 1
            run.gap = f.list("gap", sum(n for n, _, _ in s.contacts))
            G, to = run.problem(False)
            rows = [{j: s.h * e for j, e in row.items()} for row in (
                G if s.G else [{i: Q(1)} for i in range(s.nv)])]
            before = run.q
            run.q = run.follow("q", run.q, rows, 1 - s.gamma, s.gamma, to)
            run.v = to
            run.deep.row(before, None)
            run.time += 1
        return row

    def active(self, run, ids):  # (MJ1)
        demand(ids == [j for j, x in enumerate(run.gap) if x <= 0],
               "a contact is listed and open, or closed and not listed")

    def asked(self, run, J, x):  # (MJ2)
        a, e, v = run.s.alpha, run.s.e, run.v
        shift = a - 1, Q(0), a - 1 + a * e, a - 1
        return [[dot(row, x) + c * dot(row, v) for row in rows]
                for rows, c in zip(J, shift)]

    def back(self, s):
        """The beta of (E4), of contacts and of joints and slips."""
        return 1 - s.alpha * (1 + s.e), 1 - s.alpha

    def energy(self, run, gain, w, force, J, z):  # (MJ3)
        a, e, v = run.s.alpha, run.s.e, run.v
        more = 1 / (1 + e) - a  # u / (1 + e) = x + more w
        gain += 2 * more * half(run.M, w) - more * sum(
            b * c for b, c in zip(w, force))
        to = [b + c for b, c in zip(v, w)]
        for k in (0, 3) if e > 0 else ():
            for row, c in zip(J[k], z[k]):
                gain -= c * (e * dot(row, v) + (k == 3) * dot(row, to)) / (
                    a * (1 + e))
        return gain
