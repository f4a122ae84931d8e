"""Certificates of the step of Moreau and Jean: random machines and a case in all
levels, accepted by both checkers and by an oracle that asks v+ and nothing else;
forgeries, of which each one that is accepted is true. PERP_SEED draws others."""
import csv
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as F

from certificates import ask, both, perp
from jean_machines import Machine
from judged import Judge, sealed, second_says
from program import SOURCE, check, done
from slow_problem import Statement
from slow_words import Untrue, demand, table, tag, toward_zero

SEED = int(os.environ.get("PERP_SEED", "1"))
MORE = 8 if sys.argv[1:] == ["whole"] else 1
CASE = os.path.join(SOURCE, "cases", "GAP08", "newton_rod.lua")


def dot(x, y):
    return sum((a * b for a, b in zip(x, y) if a and b), F(0))


def dense(there, rows, columns):
    return [[there.get(i * columns + j, F(0)) for j in range(columns)]
            for i in range(rows)]


def true(scene, proof):
    """Levels L1 and R by definition: each row is a step to an exact velocity, of
    which the stored one is the truncation; without x, units and common
    denominators."""
    s = Statement(scene)
    lines = proof.split("\n")
    exact, at, count, nv = lines[1] == "level R", 3, 0, s.nv
    q, v = list(s.q), list(s.v)

    def numbers(n):
        nonlocal at
        at += 1
        return dense(table(lines[at - 1]), 1, n)[0]
    demand(not s.springs, "springs")
    while lines[at].startswith("row "):
        count += 1
        demand(lines[at] == "row %d" % count, "its number")
        demand((count - 1) * s.h < s.T, "behind the end")
        at += 1
        gap = numbers(len(s.contacts))
        ids = [int(w) for w in lines[at].split()[1:]]
        demand(lines[at].startswith("step"), "no step")
        demand(ids == [k for k, x in enumerate(gap) if x <= 0], "who is closed")
        at += 1
        d, who = {}, [s.contacts[k] for k in ids]
        while tag(lines[at]) != "z":
            d[tag(lines[at])] = table(lines[at])
            at += 1
        r = sum(n for n, _ in who)
        z = numbers(nv + s.m + len(ids) + r)
        to, there = numbers(nv), numbers(s.nq)
        step(s, v, d, who, z, to, exact)
        G = dense(d["G"], s.nq, nv) if s.G else dense(
            {i * nv + i: F(1) for i in range(nv)}, nv, nv)
        mean = [(1 - s.gamma) * a + s.gamma * b for a, b in zip(v, to)]
        for a, b, row in zip(there, q, G):
            size = abs(b) + s.h * sum(abs(c) * (abs(x) + abs(y))
                                      for c, x, y in zip(row, v, to))
            demand(abs(a - b - s.h * dot(row, mean)) <= (
                0 if exact else size / 2 ** 40), "the position")
        q, v = there, to
    demand(lines[at] == "end %d" % count and
           count * s.h >= s.T - s.h / 10 ** 8, "the end")


def step(s, v, d, who, z, to, exact):
    nv, h, a, e = s.nv, s.h, s.alpha, s.e
    up = [(x - (1 - a) * y) / a for x, y in zip(z, v)]  # v+
    demand(all(b == (c if exact else toward_zero(c)) for b, c in zip(to, up)),
           "truncated")
    w = [x - y for x, y in zip(up, v)]
    M = dense(d["M"], nv, nv)
    M = [[M[min(i, j)][max(i, j)] for j in range(nv)] for i in range(nv)]
    E, kv, kq = (dense(d[k], nv, nv) for k in ("F", "kv", "kq"))
    k0, k1 = (dense(d[k], nv, 1) for k in ("k0", "k1"))
    nu, n = dense(d["nu"], s.m, nv), dense(d["n"], len(who), nv)
    slips = dense(d["d"], sum(c for c, _ in who), nv)
    moved = [y + s.gamma * x for x, y in zip(w, v)]
    left = [dot(M[i], w) - h * ((1 - a) * k0[i][0] + a * k1[i][0] + dot(
        E[i], z[:nv]) + a * dot(kv[i], w) + a * h * dot(kq[i], moved))
        for i in range(nv)]
    for row, c in zip(nu + n + slips, z[nv:]):
        left = [x - c / a * y for x, y in zip(left, row)]
    demand(not any(left), "the equation of motion")
    demand(not any(dot(row, up) for row in nu), "a joint")
    cn, f = z[nv + s.m:][:len(n)], z[nv + s.m + len(n):]
    for row, c, (count, mu) in zip(n, cn, who):
        speed = dot(row, up) + e * dot(row, v)
        demand(c >= 0 and speed >= 0 and c * speed == 0, "Newton's law")
        mine, f, rows, slips = f[:count], f[count:], slips[:count], slips[count:]
        rate = [dot(x, up) for x in rows]
        most = max([abs(x) for x in rate] + [F(0)])
        demand(sum(map(abs, mine)) <= mu * c, "the cone")
        demand(dot(mine, rate) == -mu * c * most, "friction")
        demand(all(not x or abs(y) == most for x, y in zip(mine, rate)),
               "the fastest slip")


def verdict(scene, proof, name):
    """Both checkers say the same, and what they accept is true."""
    printed = judge(scene, proof)
    fine = printed is not None
    check(second_says(scene, proof) == fine, name + ": the checkers disagree")
    try:
        if fine and not proof.startswith("level L0", 13):
            true(scene, proof)
    except Untrue as why:
        check(False, "%s: accepted, but %s" % (name, why))
    return fine


def texts(place, file="c.cert"):
    path = os.path.join(place, file)
    with open(path) as proof, open(path + ".scene") as scene:
        return scene.read(), proof.read()


def gained(m, rows):
    """(MJ3) of a run in fractions: in how many rows N > 0, and their sum."""
    found = []
    for a, b in zip(rows, rows[1:]):
        v, to = ([row["v.%s%d" % ("u" if m.G else "x", i)] for i in range(m.nv)]
                 for row in (a, b))
        found.append(sum(b["ft.w%d" % k] * (dot(d, to) + m.e * dot(d, v))
                         for k, c in enumerate(m.contacts) for d in c[2]) /
                     (1 + m.e))
    return sum(x > 0 for x in found), sum(x for x in found if x > 0)


def printed_gain(told):
    rows, most = re.search(r"gain energy in ([0-9]+) rows, at most (\S+) J",
                           told.replace("\n", " ")).groups()
    return int(rows), float(most)


def machines(place, r):
    """All levels of random machines; numbers of them forged."""
    tried = accepted = slid = 0
    for trial in range(2 * MORE):
        m = Machine(r)
        path = os.path.join(place, "m.lua")
        with open(path, "w") as file:
            file.write(m.scene(3))
        for level, words in (("L0", ()), ("L1", ()), ("R", ("--rational",))):
            name = "machine %d of seed %d, %s" % (trial, SEED, level)
            said = perp(path, place, "--certify", level, "--cert", "c.cert", "-q",
                        "--csv", "t.csv", *words, fine=False)
            if said.returncode in (3, 4):  # no solution, or M~ is indefinite
                continue
            scene, proof = texts(place)
            check(verdict(scene, proof, name), name + ": refused")
            if level == "R":
                with open(os.path.join(place, "t.csv")) as file:
                    count, total = gained(m, [{key: F(x) for key, x in row.items()}
                                              for row in csv.DictReader(file)])
                rows, most = printed_gain(ask(os.path.join(place, "c.cert"))[1])
                check(rows == count and total <= F(most) <= total * (
                    1 + F(1, 10 ** 9)), "%s: %d %g, not %d %g" % (
                        name, rows, most, count, total))
                slid += count
            marks = [x.start(1) for x in re.finditer(r":(-?[0-9a-f]+)", proof)]
            for at in r.sample(marks, min(len(marks), 12)):
                x = re.match("-?[0-9a-f]+", proof[at:]).group(0)
                y = int(x, 16) + r.choice((-1, 1)) * 16 ** r.randint(
                    0, len(x) - 1)
                new = proof[:at] + ("-%x" % -y if y < 0 else "%x" % y) + \
                    proof[at + len(x):]
                tried += 1
                accepted += verdict(*sealed(scene, new), "%s at %d" % (name, at))
    print("%d of %d forged numbers are true, or of level L0; %d rows gain" %
          (accepted, tried, slid))


# What is changed in the rod's proof of one row, and what is said of it.
FORGED = [
    ("contact 0 is listed and open", 1, "\ngap", "\ngap 0:1", "GAP"),
    ("contact 0 is closed and not listed", 1, "step 0\n", "step\n", "ROW"),
    ("'step' expected", 1, "step 0\n", "jump 0\n", ""),
    ("'q' expected", 1, "\nq", "\nhit 1\nq", ""),
    ("a record or the end expected", 1, "end 1", "jump 0\nend 1", ""),
    ("c_n >= 0, rho >= 0, c_n rho = 0", 0, "restitution 1", "restitution 1/2",
     ""),
    ("not a solution", 0, "alpha 1/2", "alpha 1/4", ""),
    ("no collision at rest", 0, "scheme moreau-jean", "scheme alpha-gamma", ""),
    ("no such friction", 0, "scheme moreau-jean", "scheme moreau", "GAMMA"),
    ("no such joints", 0, "jumps none", "jumps approaching", ""),
    ("no such joints", 0, "hits none", "hits closing", ""),
    ("no such joints", 0, "project none", "project joints", ""),
    ("no such joints", 0, "sizes 3 3 0 0 0 0", "sizes 3 3 0 0 0 1", ""),
]


def forged(place):
    perp(CASE, place, "--certify", "L1", "--cert", "c.cert", "-q",
         sets="drop=0 T=1/64")
    scene, proof = texts(place)
    check(verdict(scene, proof, "the rod"), "the rod is refused")
    for words, which, old, new, how in FORGED:
        pair = [scene, proof]
        check(old in pair[which], "'%s' is not there" % old)
        if how == "GAP":  # the tip touches: no number is written
            pair[1] = re.sub("\ngap[^\n]*", "\ngap 0:1", proof)
        elif how == "ROW":  # an honest step without the tip, and its gap
            pair[1] = re.sub("step 0\n", "step\n", re.sub(
                "\nn [^\n]*\nd [^\n]*\nz[^\n]*", "\nn\nd\nz 0:1", proof))
            v = re.search("\nv[^\n]*", proof).group(0)
            at = [x.split()[2] for x in scene.split("\n") if x[:2] == "v "]
            free = fraction_array("v", at)
            pair[1] = pair[1].replace(v, "\n" + free).replace(
                "\nz 0:1", "\n" + free.replace("v", "z", 1))
        else:
            pair[which] = pair[which].replace(old, new, 1)
        if how == "GAMMA":
            pair[0] = pair[0].replace("alpha 1/2", "alpha 1")
        pair = sealed(*pair)
        said = judge.line(*pair).decode()
        check(said.startswith("0") and words in said, "'%s' for '%s': %s" %
              (new, old, said))
        check(not second_says(*pair), "check.py accepts '%s'" % new)


def fraction_array(tag_, words):
    """An array of these ratios, as a proof writes it."""
    x = [F(int(w.split("/")[0], 16), int((w + "/1").split("/")[1], 16))
         for w in words]
    den = 1
    while any((y * den).denominator > 1 for y in x):
        den *= 2
    return "%s%s%s" % (tag_, "/%x" % den if den > 1 else "", "".join(
        " %d:%s%x" % (k, "-" * (y < 0), int(abs(y * den)))
        for k, y in enumerate(x) if y))


def energy(place):
    """What is printed of the energy: Newton's e = 1 with friction gains 2/15 J in
    one row, with half of the friction the tip slides on and gains 1/30 (c_n = 4/5, f =
    -1/5, d'v+ = 1/3); e = 0, or no friction, nothing; and level L0 prints the same sum, and
    residuals that are roundings."""
    for sets, want in (("", 2 / 15), ("mu=1/4", 1 / 30), ("mu=0", 0),
                       ("e=0", 0)):
        for level in ("L0", "L1"):
            perp(CASE, place, "--certify", level, "--cert", "c.cert", "-q",
                 sets="drop=0 T=1/16 " + sets)
            told, second = both(os.path.join(place, "c.cert"), sets)
            rows, most = printed_gain(told)
            check(rows == (want > 0) and want <= most + 1e-15 and
                  most <= want + 1e-12, "%s %s: %s" % (sets, level, told))
            if level == "L0":
                a = [float(x) for x in re.findall(
                    r"residuals: (\S+) N s, (\S+) m/s, (\S+) J.*?at most (\S+)",
                    told, re.S)[0]]
                b = [float(x) for x in re.findall(
                    r"residuals (\S+) (\S+) (\S+), energy (\S+)", second)[0]]
                check(max(a) < 1e-12 and all(abs(x - y) <= 1e-5 * abs(x)
                                             for x, y in zip(a, b)),
                      "%s: %s, %s" % (sets, a, b))


def cases(place):
    """Bindings, joints and rates: cases of GAP08 by this step. With e = 0 nothing
    is gained by it, in level L0 either."""
    for name, sets in (("rocking_block", "T=0.05"), ("four_bar", "T=0.03"),
                       ("tumbling_body", "T=0.05"), ("cone_spatial", "")):
        for level in ("L0", "L1") if MORE > 1 or name < "r" else ("L1",):
            perp("GAP08/" + name, place, "--scheme", "moreau-jean", "--certify",
                 level, "--cert", "c.cert", "-q", sets=sets)
            told, _ = both(os.path.join(place, "c.cert"), name)
            check(printed_gain(told) == (0, 0), told)


judge = Judge()
print("seed %d" % SEED)
with tempfile.TemporaryDirectory() as directory:
    machines(directory, random.Random(SEED))
    forged(directory)
    energy(directory)
    cases(directory)
done()
