"""Branches that meet again, against an enumeration of all states in fractions."""
import math
import tempfile
from fractions import Fraction as Q

from edges import all_states, state_of, write
from fan import said, tables
from program import check, done, run


def as_enumerated(place, points, T, runs, ends):
    """The states of all rows are those of the enumeration and none twice, but for
    the rows that branches share because they have one beginning or meet."""
    path, n = write(place, points, T), len(points)
    levels, before = all_states(points, T)
    s = said(path, "--branches", "99", "--rational")
    rows = tables(path, "--branches", "99", "--rational", number=Q)
    check(s["branches"] == len(rows) == runs and s["near"] == s["apart"] == 0,
          "%s: %d runs, not %d" % (points, s["branches"], runs))
    own, found = {}, {}
    for r in s["runs"]:
        k = r["branch"]
        mine = [(int(x["t"]), state_of(x, n)) for x in rows[k]]
        check(all(state in levels[t] for t, state in mine), "a state of its own")
        for a, b in zip(mine, mine[1:]):
            check(a[1] in before[b], "no way from %s to %s" % (a, b))
            found.setdefault(b, set()).add(a[1])
        check([x["joins"] for x in rows[k]][:-1] == [0] * (len(rows[k]) - 1),
              "joins in the middle")
        if r["joins"] is None:
            check(rows[k][-1]["joins"] == 0 and mine[-1][0] == T, "no end")
        else:
            into = r["joins"]["branch"]
            check(rows[k][-1]["joins"] == into < k and
                  k in s["runs"][into - 1]["joined"] and
                  Q(r["joins"]["t"]) == mine[-1][0] and
                  mine[-1] in own[into], "branch %d: %s" % (k, r["joins"]))
            # it is the first row that another branch has, behind its fork
            last = int(r["forks"][-1]["t"])
            check(all(m not in x for m in mine[last:-1] for x in own.values()),
                  "branch %d met before" % k)
        own[k] = mine
    check(found == {k: set(x) for k, x in before.items()},
          "%s: %d states, not %d" % (points, len(found), len(before)))
    check(sum(r["joins"] is None for r in s["runs"]) == len(levels[T]) == ends and
          s["merged"] == runs - ends, "%d ends" % ends)
    return path, s


def apart(path, s):
    """Kept apart there are as many runs as ways, and what each does is found on
    the way of a branch; in doubles and in fractions the same branches meet."""
    whole = said(path, "--branches", "99", "--rational", "--separate")
    check(whole["near"] is whole["merged"] is None and
          whole["branches"] == 4 and
          sum(r["share"] for r in whole["runs"]) == 1, "%s" % whole)
    double = said(path, "--branches", "99")
    one, two = ([(r["outcomes"], r["share"], r["joined"], r["joins"] and
                  (r["joins"]["branch"], round(r["joins"]["t"], 9)))
                 for r in x["runs"]] for x in (double, s))
    check(one == two, "%s, in fractions %s" % (one, two))
    check(0 < double["apart"] < double["near"] == 1e-9 and
          double["apart"] == max(r["joins"]["apart"] for r in double["runs"]
                                 if r["joins"]) and not double["complete"],
          "apart %s" % double["apart"])
    r = run("run", path, "--branches", "99", "--near", "1e-30")
    check(r.returncode == 0 and "meets" not in r.stderr, "1e-30: " + r.stderr)
    r = run("run", path, "--branches", "99")
    check(r.stderr.count(", meets branch ") == double["merged"] and
          "differ by at most" in r.stderr and "1e-09 is taken for none" in
          r.stderr, r.stderr)


def first_forks(path):
    """With --depth only branches meet that have followed as many forks."""
    s = said(path, "--branches", "99", "--rational", "--depth", "1")
    check(all(len(r["outcomes"]) <= 1 for r in s["runs"]) and s["sampled"] > 0,
          "%s" % s)


def at_rest(place):
    """Where the law draws, ways come to rest in the edge at times of their own, and no
    row has the time of another. They have met; the time is that of the later one."""
    path = write(place, [(1, 1, 3)], 40)
    words = ["--branches", "99", "--samples", "60"]
    s = said(path, *words, law="halm_posa")
    whole = tables(path, *words, "--separate", law="halm_posa")
    met = [r for r in s["runs"] if r["joins"]]
    check(met and all(r["joins"]["at_rest"] for r in met) and
          len(met) == s["merged"], "%s" % s)
    check(abs(sum(r["share"] for r in s["runs"] if not r["joins"]) - 1) < 1e-12,
          "shares at rest")
    begins = {}
    for k, rows in whole.items():
        still = [math.hypot(x["v.x1"], x["v.y1"]) < 1e-9 for x in rows]
        n = len(rows)
        while n > 0 and still[n - 1]:
            n -= 1
        begins[k] = rows[n]["t"] if n < len(rows) else math.inf
    for r in met:
        later = max(begins[r["branch"]], begins[r["joins"]["branch"]])
        after = [x["t"] for x in whole[r["branch"]] if x["t"] >= later]
        check(abs(r["joins"]["t"] - after[0]) < 1e-9, "met at %g, not %g" %
              (r["joins"]["t"], after[0]))
    check(all(begins[r["branch"]] < math.inf for r in met), "no rest")
    places = {(round(rows[-1]["q.x1"], 9), round(rows[-1]["q.y1"], 9))
              for k, rows in whole.items() if begins[k] < math.inf}
    moving = sum(b == math.inf for b in begins.values())
    check(s["branches"] - s["merged"] == len(places) + moving, "%s" % places)


with tempfile.TemporaryDirectory() as place:
    # one after the other; each at rest before the next comes
    apart(*as_enumerated(place, [(1, 1, 3), (11, 2, 3)], 28, 3, 1))
    # the second comes while one way of the first is still out: a grid of states
    edges, told = as_enumerated(place, [(1, 1, 3), (6, 2, 3)], 28, 4, 1)
    apart(edges, told)
    first_forks(edges)
    # three, and the last without friction: it does not come back
    as_enumerated(place, [(1, 1, 3), (11, 2, 3), (30, 4, 0)], 33, 4, 2)
    # the first does not come back, the second meets on either of its ways
    as_enumerated(place, [(5, 1, 0), (1, 1, 3)], 10, 4, 2)
    at_rest(place)
done()
