"""Collisions with restitution, for the slow oracle: the decompression, written out
whole like the compression, and what it does to the energy."""
from slow_problem import residuals, solved
from slow_words import demand, table, tag


def form(d, nv, x, y):
    """x' M y."""
    M = d["M"]
    return sum(x[i] * M.get(min(i, j) * nv + max(i, j), 0) * y[j]
               for i in range(nv) for j in range(nv))


def second(told, lines, d, v, who, ids, mid, first):
    """Behind a compression from v to mid with the impulses `first`: the velocity
    behind the second problem, of which the normal impulses e c_n are given."""
    s, e, nv = told.s, told.s.e, told.s.nv
    demand(tag(told.lines[told.at]) == "rebound", "a rebound is missing")
    entries, said, at, begin = table(told.line()), {}, 0, told.at
    for key, n in (("x", nv), ("cnu", s.m), ("cs", 0), ("cn", len(ids)),
                   ("f", sum(slips for slips, _ in who))):
        said[key] = [entries.get(at + k, 0 * e) for k in range(n)]
        at += n
    demand(all(k < at for k in entries), "an impulse of nothing")
    push = [e * c for c in first["cn"]]
    demand(told.ahead("v"), "the velocity behind a rebound")
    to = told.numbers(nv)
    lines = lines + told.lines[begin - 1:told.at]
    scheme = (0 * e, 1 + 0 * e, 1 + 0 * e)
    took = [b - a for a, b in zip(v, mid)]
    if told.level == "L0":
        demand(not any(said["x"]), "level L0 states no x")
        worst, extra = told.found(residuals, lines, scheme, d, mid, who, to,
                                  said, push)
        back = [b - a for a, b in zip(mid, to)]
        told.keep(worst, extra - e * form(d, nv, back, took))
        return to
    x = said["x"]
    demand(told.found(solved, lines, scheme, d, mid, who, x, said, push),
           "no solution of the second problem")
    told.stored(to, x)
    told.gain += max(0, (form(d, nv, to, to) - form(d, nv, x, x)) / 2)
    friction = sum(c * sum(d["d"].get(k * nv + j, 0) * mid[j]
                           for j in range(nv))
                   for k, c in enumerate(first["f"]))
    demand(form(d, nv, x, x) <= form(d, nv, v, v) - (1 - e * e) *
           form(d, nv, took, took) + 2 * (1 + e) * friction,
           "a collision gains energy")
    told.leave(ids, d, x)
    if told.deep:
        told.deep.rebound(told, x, first)
    return to
