"""Reactions of contacts with round cones: each law's verdict in fractions, and its
number with eighty digits, against perp solve --given."""
import decimal
import json
import os
import random
import tempfile
from decimal import Decimal as D
from fractions import Fraction as F

from program import check, done, run

COUNT, SEED = 300, int(os.environ.get("PERP_SEED", "2008"))
decimal.getcontext().prec = 80
MODES = "open", "stick", "slip", "touch"
TRIPLES = (3, 4, 5), (5, 12, 13), (8, 15, 17), (1, 0, 1), (0, 1, 1)


def dec(q):
    return D(q.numerator) / D(q.denominator)


def number(r):
    return F(r.randint(-16, 16), 8) if r.random() < 0.6 else F(r.uniform(-2, 2))


def direction(r, d):
    """A rational unit vector."""
    if d == 2:
        return [F(r.choice((-1, 1)))]
    a, b, c = r.choice(TRIPLES)
    return [F(r.choice((-1, 1)) * a, c), F(r.choice((-1, 1)) * b, c)]


def solved(r, d, p):
    """W, q, mu and reactions that solve it: u is drawn with r, and q follows."""
    m = d * p
    L = [[number(r) for _ in range(m)] for _ in range(m)]
    W = [[sum(x * y for x, y in zip(L[i], L[j])) for j in range(m)]
         for i in range(m)]
    mu, f, u = [], [], []
    for _ in range(p):
        k = abs(number(r)) if r.random() < 0.8 else F(0)
        mode, n, slip = r.choice(MODES), abs(number(r)) + F(1, 8), abs(number(r))
        e = direction(r, d)
        mu.append(k)
        if mode == "open":
            f += [F(0)] * d
            u += [n] + [number(r) for _ in range(d - 1)]
        elif mode == "touch":
            f += [F(0)] * d
            u += [F(0)] + [number(r) for _ in range(d - 1)]
        elif mode == "stick":
            share = k * n * F(r.randint(0, 8), 8)
            f += [n] + [share * x for x in e]
            u += [F(0)] * d
        else:
            f += [n] + [-k * n * x for x in e]
            u += [F(0)] + [slip * x for x in e]
    q = [v - sum(w * x for w, x in zip(row, f)) for v, row in zip(u, W)]
    return W, q, mu, f


def spoilt(r, f):
    """One number of the reactions changed."""
    f = list(f)
    k = r.randrange(len(f))
    f[k] = r.choice((f[k] + F(1, 2 ** 60), f[k] - F(1, 2 ** 60), -f[k], 2 * f[k],
                     number(r)))
    return f


def root(q):
    """The root as a fraction, or None."""
    x = F(int(D(q.numerator).sqrt().to_integral_value()),
          int(D(q.denominator).sqrt().to_integral_value()))
    return x if x * x == q else None


def opposite(s, c, square):
    """s = -c |v| with |v|^2 = square: a rational root, or neither has one."""
    x = root(square)
    return s == -c * x if x is not None else s == 0 == c


def judge(o, mu, f, u, name):
    n, t, un, ut = f[0], f[1:], u[0], u[1:]
    pull, slip = sum(x * x for x in t), sum(x * x for x in ut)
    dot = sum(x * y for x, y in zip(t, ut))
    plus = max(n, F(0))
    check([F(x) for x in o["u"]] == u and [F(x) for x in o["r"]] == f, name)
    check(F(o["product"]) == un * n and
          F(o["squares"]) == mu * mu * n * n - pull, name)
    for key, exact in (
            ("excess", dec(pull).sqrt() - dec(mu * n)),
            ("missing", dec(mu * plus) * dec(slip).sqrt() + dec(dot)),
            ("power", dec(n * un + dot) + dec(mu * n) * dec(slip).sqrt())):
        low, high = (D(x) for x in o[key])
        size = max(abs(low), abs(high))
        terms = dec(abs(dot) + abs(n * un) + mu * abs(n)) + dec(pull).sqrt() + \
            dec(mu * abs(n)) * dec(slip).sqrt()
        lost = terms * D(10) ** -75        # by eighty digits, here
        check(low <= exact + lost and exact - lost <= high, "%s: %s, not %s" %
              (name, o[key], exact))
        check(high - low <= size * D(10) ** -15 + terms * D(2) ** -60,
              "%s: %s is wide" % (name, o[key]))
    want = {"signorini": un >= 0 and n >= 0 and un * n == 0,
            "cone": n >= 0 and pull <= mu * mu * n * n,
            "dissipation": opposite(dot, mu * plus, slip)}
    # in the cone, v in the dual cone: v_n - mu |v_t| = u_n; r . v = 0
    want["de_saxce"] = want["cone"] and un >= 0 and \
        opposite(n * un + dot, mu * n, slip)
    check(want == o["keeps"], "%s: %s, not %s" % (name, o["keeps"], want))
    # de Saxce's form is the three others at once.
    check(want["de_saxce"] == (want["signorini"] and want["cone"] and
                               want["dissipation"]), name + ": the form")
    return all(want.values())


print("seed", SEED)
r = random.Random(SEED)
for as_json in True, False:
    claims = []
    for k in range(COUNT // 2):
        d, p = r.choice((2, 3)), r.randint(1, 3)
        W, q, mu, f = solved(r, d, p)
        g = spoilt(r, f) if k % 3 else f
        if k % 3 == 1:  # the velocities stay: q takes it
            q = [c - sum(w * (x - y) for w, x, y in zip(row, g, f))
                 for row, c in zip(W, q)]
        claims.append((d, W, q, mu, g, k % 3 == 0))
    with tempfile.TemporaryDirectory() as place:
        names = [os.path.join(place, x) for x in ("p", "r")]
        with open(names[0], "w") as file:
            for d, W, q, mu, f, fine in claims:
                file.write(json.dumps(
                    {"W": [[str(x) for x in row] for row in W],
                     "q": [str(x) for x in q], "mu": [str(x) for x in mu]})
                    if as_json else "contacts %d %d\n%s\n" % (
                        d, len(mu), "\n".join(" ".join(map(str, row))
                                              for row in W + [q, mu])))
        with open(names[1], "w") as file:
            for claim in claims:
                file.write((json.dumps({"r": [str(x) for x in claim[4]]})
                            if as_json else " ".join(map(str, claim[4]))) + "\n")
        got = run("solve", names[0], "--given", names[1], "--json")
    lines = [json.loads(x) for x in got.stdout.splitlines()]
    check(len(lines) == len(claims), got.stderr)
    right = 0
    for k, (o, (d, W, q, mu, f, fine)) in enumerate(zip(lines, claims)):
        u = [sum(w * x for w, x in zip(row, f)) + c for row, c in zip(W, q)]
        kept = [judge(o["each"][i], mu[i], f[d * i:d * i + d],
                      u[d * i:d * i + d], "seed %d, claim %d, contact %d" %
                      (SEED, k, i + 1)) for i in range(len(mu))]
        check(o["broken"] == kept.count(False) and o["contacts"] == len(mu) and
              (o["verdict"] == "exact") == all(kept), "claim %d: %s" % (k, o))
        check(not fine or all(kept), "claim %d solves it" % k)
        right += all(kept)
    check(got.returncode == 1 and 0 < right < len(claims), "%d right" % right)
    print("%d of %d are right" % (right, len(claims)))
done()
