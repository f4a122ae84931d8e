"""FCLIB's files: problems and solutions that HDF5's own library wrote, against the
numbers it was given, in fractions; what is wrong in them; two kept files."""
import json
import os
import random
import sys
from fractions import Fraction as F

from fclib_files import PLACE, kept, problem, written
from program import check, done, run
from refused import refused

PEER, SEED = sys.argv[1], int(os.environ.get("PERP_SEED", "8"))


def exact(x):
    return sum((F(y) for y in x), F(0)) if isinstance(x, list) else F(x)


def opened(data, *words):
    path = os.path.join(PLACE, "problem.hdf5")
    with open(path, "wb") as file:
        file.write(data)
    return run("solve", path, *[path if w is None else w for w in words])


def is_read(data, d, W, q, mu, r, name):
    """Its numbers; its solution's verdict beside that of the same in fractions."""
    o = json.loads(opened(data, "--export", "json").stdout)
    check([[F(x) for x in row] for row in o["W"]] ==
          [[exact(x) for x in row] for row in W] and
          [F(x) for x in o["q"]] == [F(x) for x in q] and
          [F(x) for x in o["mu"]] == [F(x) for x in mu], name + ": the problem")
    got = json.loads(opened(data, "--given", None, "--json").stdout)
    p = len(mu)
    u = [sum((exact(w) * F(x) for w, x in zip(row, r)), F(0)) + F(c)
         for row, c in zip(W, q)]
    broken = 0
    for k in range(p):
        n, t = F(r[d * k]), [F(x) for x in r[d * k + 1:d * k + d]]
        un, ut = u[d * k], u[d * k + 1:d * k + d]
        pull = sum(x * x for x in t)
        dot = sum(x * y for x, y in zip(t, ut))
        plus = F(mu[k]) * max(n, 0)
        want = {"signorini": un >= 0 and n >= 0 and un * n == 0,
                "cone": n >= 0 and pull <= (F(mu[k]) * n) ** 2,
                "dissipation": dot <= 0 and
                dot * dot == plus * plus * sum(x * x for x in ut)}
        keeps = got["each"][k]["keeps"]
        check([F(x) for x in got["each"][k]["u"]] == u[d * k:d * k + d] and
              all(keeps[law] == fine for law, fine in want.items()),
              "%s, contact %d: %s, not %s" % (name, k, got["each"][k], want))
        broken += not all(want.values())
    check(got["broken"] == broken and
          got["verdict"] == ("refuted" if broken else "exact"), name)
    return broken


def drawn(r):
    d, p = r.choice((2, 3)), r.randint(1, 3)
    m = d * p
    W = [[r.uniform(-2, 2) if r.random() < 0.5 else 0.0 for _ in range(m)]
         for _ in range(m)]
    mu = [round(r.uniform(0, 1), 3) for _ in range(p)]
    f = [r.uniform(-1, 1) * (r.random() < 0.7) for _ in range(m)]
    q = [r.uniform(-3, 3) for _ in range(m)]
    return d, W, q, mu, f


W1 = [[2.0, 0.0, 0.1], [0.0, 3.0, 0.0], [0.1, 0.0, 1.5]]
for age in "old", "new":
    is_read(kept(age), 3, W1, [-1.0, 0.3, 0.0], [11744051 / 2 ** 24],
            [0.5, -0.1, 0.0], "kept, " + age)
refused(kept("old")[:3000], ["file: the file", "byte 3000", "is cut"])
refused(kept("old"), ["file:1:1"], "--import", "json")
refused("1 1 1\n", ["byte 0", "not the beginning"], "--import", "fclib")
if PEER == "none":
    print("SKIPPED: libhdf5 is not installed (Debian: libhdf5-dev)")
    done()

print("seed", SEED)
r = random.Random(SEED)
worst = 0
for k in range(6):
    how = ("columns", "rows", "triplets")[k % 3]
    d, W, q, mu, f = drawn(r)
    if how == "triplets":  # some in parts, whose sum no double is
        W = [[[x, 2.0 ** -70, 1e-3] if x and r.random() < 0.3 else x
              for x in row] for row in W]
    if k == 4:  # a solution: contacts that are open
        q, f = [abs(x) + 1 for x in q], [0.0] * len(f)
    name = "seed %d, %d, %s" % (SEED, k, how)
    broken = is_read(written(PEER, problem(d, W, q, mu, how, f),
                             ("old", "new")[k % 2]), d, W, q, mu, f, name)
    check(k != 4 or not broken, name + ": open contacts are fine")
    worst += broken
check(worst > 0, "all of them keep all laws")

good = problem(3, W1, [-1.0, 0.3, 0.0], [0.7], "columns", [0.5, -0.1, 0.0])
AT = "/fclib_local/"
for path, array, parts in (
        ("spacedim", ("i4", "plain", [4]), ["spacedim[0] = 4", "2 or 3"]),
        ("spacedim", ("f8", "plain", [3.0]), ["spacedim", "whole numbers"]),
        ("spacedim", ("i4", "plain", [2]), ["3 rows", "2 for each contact"]),
        ("spacedim", None, ["spacedim", "missing"]),
        ("W/m", ("i4", "plain", [6]), ["6 rows and 3 columns", "square"]),
        ("W/n", ("i4", "plain", [3, 3]), ["W/n has 2 numbers"]),
        ("W/nz", ("i4", "plain", [-3]), ["W/nz[0] = -3", "triplets"]),
        ("W/nz", ("i4", "plain", [5]), ["W/p has 4 numbers", "5 are wanted"]),
        ("W/p", ("i4", "plain", [0, 2, 1, 5]), ["W/p[2] = 1", "number of entries"]),
        ("W/p", ("i4", "plain", [1, 2, 3, 5]), ["W/p[0] = 1", "begins with 0"]),
        ("W/p", ("i4", "plain", [0, 2, 3, 6]), ["6 entries"]),
        ("W/p", ("i4", "plain", [0, 2, 9, 5]), ["W/p[2] = 9"]),
        ("W/i", ("i4", "plain", [0, 2, 3, 0, 2]), ["W/i[2] = 3", "the first is 0"]),
        ("W/i", ("i4", "plain", [0, 2, -1, 0, 2]), ["W/i[2] = -1"]),
        ("W/i", ("i4", "plain", [0, 2, 1]), ["i 3", "5 entries"]),
        ("W/x", ("f8", "plain", ["nan", 1, 1, 1, 1]), ["W/x[0] is nan"]),
        ("W/x", ("f8", "chunked", [1, 1, 1, 1, 1]), ["W/x", "h5repack -l CONTI"]),
        ("W/x", ("f8", "packed", [1, 1, 1, 1, 1]), ["W/x", "h5repack -l CONTI"]),
        ("W/x", ("i4", "plain", [1, 1, 1, 1, 1]), ["W/x", "doubles"]),
        ("vectors/q", ("f8", "plain", [1, 2]), ["vectors/q has 2 numbers", "3 are"]),
        ("vectors/q", ("f8", "plain", [1, "inf", 2]), ["vectors/q[1] is inf"]),
        ("vectors/mu", ("f8", "plain", [-0.5]), ["mu of contact 1 is negative"]),
        ("vectors/mu", None, ["vectors/mu", "missing"]),
        ("V/m", ("i4", "plain", [1]), ["/fclib_local/V", "equations", "inv(R)"])):
    bent = dict(good)
    bent.pop(AT + path, None)
    if array is not None:
        bent[AT + path] = array
    refused(written(PEER, bent), ["file"] + parts, "--export", "json")
refused(written(PEER, {"/fclib_global/spacedim": ("i4", "plain", [3])}),
        ["/fclib_global", "problem of bodies", "W = H' inv(M) H"])
refused(written(PEER, {"/else": ("i4", "plain", [3])}), ["/fclib_local", "missing"])
many = {"/fclib_local/m%d" % k: ("i4", "plain", [k]) for k in range(40)}
data = written(PEER, {**good, **many})  # a tree of more than one leaf
is_read(data, 3, W1, [-1.0, 0.3, 0.0], [0.7], [0.5, -0.1, 0.0], "many members")
refused(written(PEER, {**good, **many}, "new"), ["members are in a heap", "h5repack"])
bare = dict(good)
del bare["/solution/r"]
path = os.path.join(PLACE, "bare")
with open(path, "wb") as file:
    file.write(written(PEER, bare))
refused(written(PEER, good), ["/solution/r", "missing"], "--given", path)
nan = written(PEER, {**good, "/solution/r": ("f8", "plain", ["nan", 0, 0])})
got = opened(nan, "--given", None, "--json")
check(got.returncode == 1, "a solution that is no number is refuted, not %s" % got)
done()
