"""Friction cones, for the slow oracle: is one as a line says that it is?"""
from fractions import Fraction as Q

from slow_problem import eliminated, times
from slow_words import demand, table, tag


def judged(s, d, who, line):
    """Of the rows nu, n, d of a problem and its contacts."""
    nv, m, p = s.nv, s.m, len(who)
    sizes = {"nu": m, "n": p, "d": sum(slips for slips, _ in who)}
    rows = {key: [[d[key].get(i * nv + j, Q(0)) for j in range(nv)]
                  for i in range(n)] for key, n in sizes.items()}
    there = table(line)
    if tag(line) == "pointed":
        return pointed(rows, who, [there.get(j, Q(0)) for j in range(nv)])
    n, at = m + p + sizes["d"], m + p
    demand(all(k < n for k in there), "so many impulses")
    z, all_ = [there.get(k, Q(0)) for k in range(n)], sum(rows.values(), [])
    demand(any(z), "no impulse")
    demand(not any(times([row[j] for row in all_], z) for j in range(nv)),
           "they do not vanish")
    for c, (slips, mu) in zip(z[m:], who):
        demand(sum(map(abs, z[at:at + slips])) <= mu * c and c >= 0,
               "outside of the cone")
        at += slips


def pointed(rows, who, way):
    speed, at = {key: [times(row, way) for row in list_]
                 for key, list_ in rows.items()}, 0
    demand(not any(speed["nu"]), "a joint moves")
    gram = [[times(x, y) for y in rows["nu"]] for x in rows["nu"]]
    demand(eliminated(gram, [Q(0)] * len(gram)) is not None, "joints depend")
    for up, (slips, mu) in zip(speed["n"], who):
        along = [abs(x) for x in speed["d"][at:at + slips]]
        demand(up > mu * max(along + [Q(0)]), "a contact is not opened")
        at += slips
