"""The shares of branches that meet, against those that flow through all states."""
import tempfile
from fractions import Fraction as Q

from edges import all_states, state_of, write
from fan import said, tables
from program import check, done


def shares(place, points, T):
    """Of each end the share that comes to this state on all ways to it; of a branch that
    joins another at most what its own state has. All numbers are halves of halves, and
    doubles add them without rounding."""
    path, n = write(place, points, T), len(points)
    levels, _ = all_states(points, T)
    s = said(path, "--branches", "99", "--rational")
    rows = tables(path, "--branches", "99", "--rational", number=Q)
    for r in s["runs"]:
        last = rows[r["branch"]][-1]
        here = levels[int(last["t"])][state_of(last, n)]
        check(r["share"] <= here and (r["joins"] or r["share"] == here),
              "%s: share %s, not %s" % (points, r["share"], here))
    # what is joined has the shares of all that come in, and its own
    for r in s["runs"]:
        if r["joins"]:
            check(r["branch"] in s["runs"][r["joins"]["branch"] - 1]["joined"],
                  "%d joins nobody" % r["branch"])
    check(sum(Q(r["share"]) for r in s["runs"] if r["joins"] is None) +
          Q(s["left_share"]) == 1, "%s: shares" % (points,))
    return path, s


def most_probable(path, s):
    """Of the ends those with the largest shares, and the branches that lead there;
    the shares of the others are left."""
    ends = sorted((r["share"] for r in s["runs"] if r["joins"] is None),
                  reverse=True)
    for keep in range(1, len(ends)):
        k = said(path, "--branches", "99", "--rational", "--keep", str(keep))
        rows = tables(path, "--branches", "99", "--rational", "--keep",
                      str(keep), number=Q)
        kept = [r["share"] for r in k["runs"] if r["joins"] is None]
        check(kept == ends[:keep] and not k["complete"] and
              k["made"] == s["branches"] and
              Q(k["left_share"]) == sum(map(Q, ends[keep:])), "keep: %s" % k)
        lead = [r for r in s["runs"] if not r["joins"] and
                r["share"] in kept][:keep]
        check([len(r["joined"]) for r in k["runs"] if not r["joins"]] ==
              [len(r["joined"]) for r in lead] and
              any(r["joined"] for r in lead), "what leads there: %s" % k)
        for r in k["runs"]:
            if r["joins"]:
                end, to = rows[r["branch"]][-1], rows[r["joins"]["branch"]]
                check(end["joins"] == r["joins"]["branch"] and any(
                    all(end[c] == x[c] for c in end if c[:2] in ("q.", "v.") or
                        c == "t") for x in to), "joins what is not there")


with tempfile.TemporaryDirectory() as place:
    for points, T in (([(1, 1, 3), (11, 2, 3)], 28),
                      ([(1, 1, 3), (6, 2, 3)], 28)):
        shares(place, points, T)
    for points, T in (([(1, 1, 3), (11, 2, 3), (30, 4, 0)], 33),
                      ([(5, 1, 0), (1, 1, 3)], 10)):
        most_probable(*shares(place, points, T))
done()
