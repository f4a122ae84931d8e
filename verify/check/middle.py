"""For check.py: level L2 of steps that look in their middle, (E11), (E12)."""
import ball
from point import Point, count, doubt, high, low
from words import demand


class Middle:
    def takes_part(self, ids, at):
        """(E11): listed are the contacts that have closed in the middle of a step."""
        doubt_ = max(doubt(self.run.q), doubt([high(b) for b in at.q] +
                                              [low(b) for b in at.q]))
        self.sided = True
        for k in range(count(self.s)):
            gap = at.known(k)
            self.sided &= gap is not None and (
                high(gap) <= doubt_ if k in ids else low(gap) >= -doubt_)
            demand(low(gap) <= doubt_ if gap and k in ids else k not in ids,
                   "a listed contact is open in the middle")
            demand(k in ids or at.above(k, -doubt_), "closed in the middle")

    def node(self, M, g, gap, n):
        """(E12), behind the v of a node of Moreau's step."""
        run, s, nv = self.run, self.s, self.s.nv
        ids = [k for k, x in enumerate(gap) if x <= 0]
        self.problems += 1
        self.lists[False] = ids
        rho = self.bound({"M": M, "g": g, "f": gap, "n": n}, run.q)
        here = Point(s, run.q, run.v, run.time * s.h)
        at = here.moved([s.h / 2 * x for x in run.v])
        self.takes_part(ids, at)
        if rho is None:
            return
        self.data += 1
        at.rest = here.rest
        flat = [b for b, _ in at.run("inertia", range(nv * nv * (1 + s.F)))]
        force = [b for b, _ in at.run("force")]
        for i in range(nv * s.F):
            for F, v in zip(flat[nv * (nv + i):][:nv], at.rest):
                force[i] = ball.add(force[i], ball.mul(F, v))
        self.compare("M", M, [dict(enumerate(flat[i * nv:][:nv]))
                              for i in range(nv)], rho)
        self.compare("g", [{0: x} for x in g], [{0: x} for x in force], rho)
        all_ = [at.gap(k, True) for k in range(count(s))]
        self.compare("f", [{0: x} for x in gap], [{0: x} for x, _ in all_], rho)
        self.compare("n", n, [x for _, x in all_], rho)
        for b in (all_[k][0] for k in ids):
            self.lowest = min(self.lowest, low(b))
            self.highest = max(self.highest, high(b))
