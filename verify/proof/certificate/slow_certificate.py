"""The slow oracle of certificates: is what a proof says true?

It believes nothing that perp-check does. The numbers of a proof are read without
any demand on how they are spelt; the problem of each row is written out whole,
as in (4.7) of GAP08, all unknowns, A z + b and the rest by their definitions;
lambda and the split of each friction impulse are searched for; doubles are
rounded by their neighbours. Residuals, of level L0 and of projections, are
compared with those that were printed. Steps of P10 are in slow_nodes.py, what
level L2 says of the scene in slow_scene.py, contacts that yield in slow_yields.py,
cones in slow_cones.py, lists of solutions in slow_lists.py, impacts in slow_impact.py."""
import math
from fractions import Fraction as Q

import slow_cones
import slow_impact
import slow_jean
import slow_lists
import slow_nodes
import slow_rebound
import slow_scene
import slow_yields
from slow_problem import Statement, residuals, solved
from slow_words import Untrue, demand, number, positive, table, tag, toward_zero


def kinetic(d, nv, v):
    M = d["M"]
    return sum(M.get(min(i, j) * nv + max(i, j), 0) * v[i] * v[j]
               for i in range(nv) for j in range(nv)) / 2


class Telling:
    """A proof, read from its first line to its last. What was found of a problem
    is remembered: a forgery mostly changes one of them."""

    known = {}

    def found(self, what, lines, *rest):
        """what(s, *rest), remembered by the lines and the state before them."""
        s = self.s
        key = (what, tuple(lines), *map(tuple, (*rest[:1], rest[2], rest[3],
                                               *rest[6:], s.springs)), s.scheme,
               s.nv, s.m)
        if key not in self.known:
            if len(self.known) > 5000:
                self.known.clear()
            self.known[key] = what(s, *rest)
        return self.known[key]

    def __init__(self, scene, proof):
        self.s, self.text = Statement(scene), scene
        self.lines = [l for l in proof.split("\n") if l]
        self.at, self.level = 3, self.lines[1].split()[1]
        self.q, self.v = list(self.s.q), list(self.s.v)
        self.touching, self.time, self.rows = [], Q(0), 0
        self.worst, self.gain, self.far = [Q(0)] * 3, Q(0), Q(0)
        self.stepped, self.met, self.there = None, False, list(self.q)
        self.deep = slow_scene.Scene(scene, self.s) if self.level == "L2" \
            else None

    def ahead(self, word):
        return self.lines[self.at].startswith(word)

    def line(self):
        self.at += 1
        return self.lines[self.at - 1]

    def numbers(self, n):
        there = table(self.line())
        return [there.get(e, Q(0)) for e in range(n)]

    def keep(self, worst, extra=Q(0)):
        self.worst = [max(a, b) for a, b in zip(self.worst, worst)]
        self.gain += max(Q(0), extra)

    def stored(self, to, exact):
        for e, x in zip(to, exact):
            demand(e == (x if self.level == "R" else toward_zero(x)),
                   "not the exact velocity truncated")

    def close(self, x, exact, size, what):
        size = 0 if self.level == "R" else size / 2 ** 40
        demand(all(abs(a - b) <= size for a, b in zip(x, exact)), what)

    def problem(self, jump):
        s, v, d, begin = self.s, self.v, {}, self.at
        ids = [int(w) for w in self.line().split()[1:]]
        demand(ids == sorted(set(ids)), "the active contacts")
        demand(s.sharp or set(self.touching) <= set(ids),
               "a contact is dropped")
        while tag(self.lines[self.at]) != "z":
            line = self.line()
            d[tag(line)] = table(line)
        positive(d["M"], s.nv)
        who = [s.contacts[k] for k in ids]
        if jump:
            self.collides(ids, d, v)
        sizes = {"x": s.nv, "cnu": s.m, "cs": 0 if jump else len(s.springs),
                 "cn": len(ids), "f": sum(slips for slips, _ in who)}
        z, said, at = table(self.line()), {}, 0
        for key, n in sizes.items():
            said[key] = [z.get(at + e, Q(0)) for e in range(n)]
            at += n
        gives = jump and s.e > 0 and any(e > 0 for e in said["cn"])
        exact = gives and self.level != "L0"
        demand(all(e < at for e in z) and self.ahead("v") != exact, "z")
        to = said["x"] if exact else self.numbers(s.nv)
        lines = self.lines[begin:self.at]
        scheme = (Q(0), Q(1), Q(1)) if jump else (s.h, s.alpha, s.gamma)
        a = scheme[1]
        if self.level == "L0":
            demand(not any(said["x"]), "level L0 states no x")
            x = [a * e + (1 - a) * old for e, old in zip(to, v)]
            said = {key: [a * e for e in list_]
                    for key, list_ in said.items()}
            self.keep(*self.found(residuals, lines, scheme, d, v, who, x, said))
            self.cone(d, who)
            return d, slow_rebound.second(self, lines, d, v, who, ids, to,
                                          said) if gives else to
        x = said["x"]
        demand(self.found(solved, lines, scheme, d, v, who, x, said),
               "no solution of the problem")
        if gives:
            if self.deep:
                self.deep.problem(self, jump, ids, d, scheme, x, said)
            self.cone(d, who)
            return d, slow_rebound.second(self, lines, d, v, who, ids, x, said)
        exact = [(e - (1 - a) * old) / a for e, old in zip(x, v)]
        self.stored(to, exact)
        self.gain += max(Q(0), kinetic(d, s.nv, to) - kinetic(d, s.nv, exact))
        if self.deep:
            self.deep.problem(self, jump, ids, d, scheme, x, said)
        self.cone(d, who)
        self.leave(ids, d, x)
        return d, to

    def collides(self, ids, d, v):
        """Is there something that collides, and may it?"""
        s = self.s
        if self.stepped is not None:
            demand(s.word["hits"] == "closing", "collisions in steps")
            demand(set(ids) - set(self.stepped), "no new contact")
            slow_nodes.in_hand(self, ids)
            return
        demand(s.word["jumps"] == "approaching" and not self.met,
               "a collision at rest")
        demand(any(sum(d["n"].get(r * s.nv + j, 0) * v[j]
                       for j in range(s.nv)) < 0
                   for r, k in enumerate(ids) if k not in self.touching),
               "nothing approaches")

    def cone(self, d, who):
        if self.ahead("pointed") or self.ahead("vanishing"):
            slow_cones.judged(self.s, d, who, self.line())

    def leave(self, ids, d, x):
        nv = self.s.nv
        self.touching = [k for r, k in enumerate(ids) if sum(
            d["n"].get(r * nv + j, 0) * x[j] for j in range(nv)) <= 0]

    def row(self):
        s, v, hit = self.s, self.v, None
        self.stepped, self.there = None, list(self.q)
        if self.ahead("step"):
            self.stepped = [int(w) for w in self.lines[self.at].split()[1:]]
            d, to = self.problem(False)
            G = d.get("G", {})
            big = 1 + max(map(abs, self.q)) + 8 * s.h * (
                sum(map(abs, v)) + sum(map(abs, to))) * (
                1 + sum(map(abs, G.values())))
            mean = [(1 - s.gamma) * a + s.gamma * b for a, b in zip(v, to)]
            if self.ahead("hit"):
                t = hit = number(self.line().split()[1])
                demand(0 < t <= 1, "the place of a collision")
                W = t * t * (3 * s.gamma - 1 + (1 - 2 * s.gamma) * t)
                mean = [W * b + (t - W) * a for a, b in zip(v, to)]
            if s.G:
                mean = [sum(G.get(k * s.nv + j, 0) * mean[j]
                            for j in range(s.nv)) for k in range(s.nq)]
            new = self.numbers(s.nq)
            self.close(new, [a + s.h * b for a, b in zip(self.q, mean)], big,
                       "the position")
            self.q, self.v, self.there = new, to, list(new)
            if hit is not None:
                w = t * (6 * s.gamma * (1 - t) + 3 * t - 2)
                self.v = stated = self.numbers(s.nv)
                exact = [w * b + (1 - w) * a for a, b in zip(v, to)]
                self.close(stated, exact,
                           1 + sum(map(abs, v)) + sum(map(abs, to)), "v before")
            if s.word["project"] != "none":
                aim = None if hit is not None or not s.springs else [
                    d["phi"].get(k, Q(0)) + s.h * sum(
                        d["a"].get(k * s.nv + j, Q(0)) * (
                            (1 - s.gamma) * v[j] + s.gamma * to[j])
                        for j in range(s.nv)) for k in range(len(s.springs))]
                slow_nodes.projection(self, hit is not None, aim)
        if hit is not None or self.ahead("jump"):
            d, self.v = self.problem(True)
            if hit is not None:
                self.gain += max(Q(0), kinetic(d, s.nv, stated) -
                                 kinetic(d, s.nv, exact))
            self.time += s.h if s.uniform else (hit or 0) * s.h
            self.met = True
        else:
            self.time += s.h
            self.met = False

    def read(self):
        s = self.s
        demand((s.word["rounding"] == "none") == (self.level == "R"), "rounding")
        demand(s.word["project"] == "none" or self.level != "R", "projections")
        if self.deep:
            self.deep.start(self)
        node = slow_nodes.Nodes(self, self.text) if s.scheme in ("paoli", "moreau") \
            else slow_yields.Yields(self) if s.scheme == "theta" else None
        while self.ahead(("row", "node")[s.scheme in ("paoli", "moreau")]):
            self.rows += 1
            demand(self.line().split()[1] == str(self.rows),
                   "the number of a row")
            demand(self.time < s.T, "a row behind the end")
            before = self.q
            (node or self).row()
            if self.deep:
                self.deep.row(before, self.q)
        demand(self.line() == "end %d" % self.rows, "the number of rows")
        demand(self.time >= s.T - s.h / 10 ** 8, "the end")
        return self


def true(scene, proof, printed=None):
    """Raises Untrue when a proof says what is not so, or when perp-check printed
    other residuals: impulse, velocity, energy; energy gained; projection; in
    level L2 how far velocities may be off. They are rounded up."""
    if scene.startswith("perp problems"):
        return demand(slow_lists.true(scene, proof, printed[6] if printed else 0),
                      "not all solutions")
    if scene.startswith("perp impact"):
        return demand(slow_impact.true(scene, proof), "v+ does not follow")
    if "\nscheme moreau-jean\n" in scene:
        demand(not proof.startswith("level L0", 13), "no oracle of level L0")
        return slow_jean.true(scene, proof, printed)
    told = Telling(scene, proof).read()
    if told.deep:
        told.deep.shown(printed)
    if printed is None:
        return
    exact = told.worst + [told.gain, told.far]
    for k, (x, said) in enumerate(zip(exact, printed)):
        if math.isinf(said):
            demand(x > 2 ** 1000, "a residual is smaller than printed")
            continue
        said = Q(said)
        demand(x <= said, "a residual is larger than printed")
        bound = k == 3 and told.level != "L0"  # not a residual
        demand(bound or said <= x * (1 + Q(1, 10 ** 9)) + Q(2) ** -1060,
               "a residual is smaller than printed")
    if told.deep:
        demand(told.deep.moved <= printed[5], "velocities move farther")
