"""Collisions with restitution, certified: what is written, what both checkers and the
slow oracle say of it, and what of it is forged."""
import glob
import itertools
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction as Q

sys.path.insert(0, os.environ["PERP_SOURCE"] + "/verify/check")
import forged
import slow_certificate
from certificates import ask, both, perp
from judged import Judge, sealed, second_says
from program import check, done
from slow_problem import Statement, eliminated, posed
from slow_words import table, toward_zero
from times import times

SEED = int(os.environ.get("PERP_SEED", "11"))
LONG = "PERP_LONG" in os.environ
EACH = 4 // times(4)  # of the forged numbers and swapped impulses a fourth
DISC, ROD, DRAWN = "AP02/bouncing_disc", "rebound_rod", "rebound_drawn"
HIT = "T=1/8 h=1/8 vy=-32"
BOTH = "fall=1/4 turn=0 vy=-8"
judge, drawer = Judge(), random.Random(SEED)


def word(line):
    """The tag of an array; any line's first word."""
    return re.split("[ /]", line)[0]


def told(place, name, level, sets="", *more):
    """What a run prints, and [(statement, proof)] of it, or of all that the scene
    has."""
    for old in glob.glob(place + "/*.cert*"):
        os.remove(old)
    words = ("--rational",) if level == "R" else ()
    r = perp(name, place, "--certify", level, "--cert", "a.cert", "-q", *words,
             *more, sets=sets)
    return r.stdout, [tuple(open(p + end).read() for end in (".scene", ""))
                      for p in sorted(glob.glob(place + "/*.cert"))]


def made(*what):
    return told(*what)[1]


def verdicts(scene, proof, spare=False):
    """What perp-check, the second checker and the oracle say of both texts,
    sealed anew; spare: of what perp-check refuses a part is shown to the second."""
    scene, proof = sealed(scene, proof)
    printed = judge(scene, proof)
    if printed is None and spare:
        return False, drawer.random() < 0.3 and second_says(scene, proof), False
    try:
        slow_certificate.true(scene, proof, printed)
        true = True
    except slow_certificate.Untrue:
        true = False
    return printed is not None, second_says(scene, proof), true


def accepted(name, scene, proof):
    said = verdicts(scene, proof)
    check(said == (True,) * 3, "%s: %s" % (name, said))


def judged(name, scene, proof):
    """A forgery: both checkers agree, and accept only what is true."""
    one, two, true = verdicts(scene, proof, True)
    check(one == two and (true or not one), "%s: perp-check %d, check.py %d, "
          "the oracle %d\n%s" % (name, one, two, true, proof))
    return one


def refused(name, scene, proof):
    check(not judged(name, scene, proof), name + " is accepted")


def runs(place):
    """Every restitution, scheme, clock and level; as many rebounds as the run
    counts decompressions. In e = 1/3 a double is no fraction of the scene's."""
    count = 0
    for name, sets in (
            *((DISC, "h=1/32 T=3/4 e=%s mu=%s" % x)
              for k, x in enumerate(itertools.product(("0.1", "3/4", "1"), ("0", "1/4")))
              if LONG or k in (0, 3, 5)),
            (DISC, "h=1/32 T=3/4 e=0"), (DISC, HIT), (ROD, ""), (ROD, "clock=uniform"),
            *((ROD, "%s e=%s scheme=%s" % (BOTH, e, scheme))
              for e, scheme in (("1/2", "alpha-gamma"),
                                ("1/3", "linear-implicit"),
                                ("1", "semi-implicit"),
                                ("0.7", "stiff-limit")))):
        for level in ("L0", "L1", "R"):
            what = "%s %s %s" % (name, sets, level)
            said, ((scene, proof),) = told(place, name, level, sets, "--json")
            accepted(what, scene, proof)
            said = json.loads(said)
            n = len(re.findall("^rebound", proof, re.M))
            check(n == said.get("decompressions", 0), "%s: %d rebounds, %s" %
                  (what, n, said))
            count += n
    print("%d rebounds of bodies" % count)


def drawn(place):
    """Collisions drawn at random: contacts that take more than their share, and
    others; all accepted, in doubles, proven, and in fractions."""
    seen = {"rebounds": 0, "beyond": 0, "two": 0}
    for level in ("L0", "L1", "R"):
        for k, (scene, proof) in enumerate(
                made(place, DRAWN, level, "runs=%d seed=%d" % (times(25), SEED))):
            accepted("%s %d %s" % (DRAWN, k, level), scene, proof)
            s, lines = Statement(scene), proof.split("\n")
            for i, line in enumerate(lines):
                if word(line) != "rebound":
                    continue
                at = next(j for j in range(i, 0, -1) if lines[j][:4] == "jump")
                first = s.nv + s.m
                cn = range(first, first + lines[at].count(" "))
                seen["rebounds"] += 1
                seen["beyond"] += any(table(line).get(j, 0) > 0 for j in cn)
                seen["two"] += len(cn) > 1
    print("seed %d: of %d rebounds drawn %d have several contacts, %d an impulse "
          "beyond the share" % (SEED, seen["rebounds"], seen["two"],
                                seen["beyond"]))
    check(seen["beyond"] > times(3) and seen["rebounds"] > times(25), "too easy")


def written(place):
    """The run is that of its mode; perp-check says in words what is proven; cones
    stand behind the compression alone; level L2 may leave all undecided."""
    for level, words in (("L0", ()), ("L1", ("--exact-check",))):
        rows = [perp(DISC, place, "--csv", "-", "-q", *w,
                     sets="h=1/32 T=3/4").stdout
                for w in (words, ("--certify", level, "--cert", "a.cert"))]
        check(rows[0] == rows[1], level + ": another run")
        text = both(os.path.join(place, "a.cert"), "words")[0]
        for part in ("Proven of the rebounds, 1 of them", "stated share e",
                     "twice the energy" if level == "L0" else "2 (1 + e) F"):
            check(part in text, "%s does not say '%s': %s" %
                  (level, part, text))
    perp(DISC, place, "--certify", "L1", "--cert", "a.cert", "-q",
         sets="e=0 h=1/32 T=3/4")
    check("of the rebounds" not in both(os.path.join(place, "a.cert"), "e = 0")[0],
          "there is no rebound")
    for level in ("L0", "L1", "R"):
        (scene, proof), = made(place, ROD, level, BOTH, "--cones")
        both(os.path.join(place, "a.cert"), "cones")
        check(re.search("\n(pointed|vanishing)[^\n]*\nrebound", proof),
              "no cone behind the compression")
    (scene, proof), = made(place, DISC, "L1", HIT)
    for end in ("\\nrebound", "\\nq", "\\nhit"):  # level L2, nothing decided
        proof = re.sub("(\nz.*(?:\nv.*)?)(?=%s)" % end,
                       "\\1\nradius undecided", proof)
    accepted("level L2, undecided", scene, proof.replace("level L1", "level L2"))


def changed(proof):
    """Every number of the records of a collision, changed."""
    lines = proof.split("\n")
    i = next(k for k, l in enumerate(lines) if l[:4] == "jump")
    while lines[i][:3] not in ("row", "end"):
        words = lines[i].split(" ")
        if word(lines[i]) in ("z", "v", "rebound"):
            head, _, den = words[0].partition("/")
            for k in range(1, len(words)):
                j, x = words[k].split(":")
                for y in (int(x, 16) + 1, int(x, 16) - 1, -int(x, 16),
                          2 * int(x, 16), 0):
                    new = words[:k] + ["%s:%x" % (j, y)] * (y != 0) + \
                        words[k + 1:]
                    yield "\n".join(lines[:i] + [" ".join(new)] + lines[i + 1:])
                for other in range(int(j) + 1, int(j) + 3):
                    new = words[:k] + ["%d:%s" % (other, x)] + words[k + 1:]
                    yield "\n".join(lines[:i] + [" ".join(new)] + lines[i + 1:])
            for y in {3 * int(den or "1", 16), int(den or "1", 16) + 1}:
                yield "\n".join(lines[:i] + [" ".join(
                    ["%s/%x" % (head, y)] + words[1:])] + lines[i + 1:])
        i += 1


STOCK = [(DISC, HIT, "L1"), (DISC, HIT, "L0"), (DISC, HIT + " e=1/3", "R"),
         (ROD, BOTH + " clock=uniform e=1/2", "L1"),
         (ROD, "clock=uniform", "L1"), (ROD, "clock=uniform e=7/8", "R"),
         (ROD, BOTH + " e=3/4", "L0"), (ROD, "e=3/4", "L0")]


def numbers(stock):
    """Each number of the new records; in L1 and R nothing but numerators and
    denominator times three says the same."""
    tried = kept = 0
    for (name, _, level), scene, proof in stock:
        for other in itertools.islice(changed(proof), drawer.randrange(EACH), None,
                                      EACH):
            if sealed(scene, other) == sealed(scene, proof):
                continue
            fine = judged("%s %s: a number" % (name, level), scene, other)
            check(not fine or level == "L0", "%s %s: accepted:\n%s" %
                  (name, level, other))
            tried, kept = tried + 1, kept + fine
    print("%d numbers changed, %d accepted and true" % (tried, kept))


def shapes(stock):
    """Another e; a rebound left out, with and without the velocity that it leads
    to, without that alone, twice; another run's, or that of the other level."""
    for (name, _, level), scene, proof in stock:
        what = "%s %s: " % (name, level)
        e = re.search("^restitution (.*)$", scene, re.M).group(1)
        for x in ("0", "1/8", "1/2", "3/4", "7/8", "1", "1/1000000000000",
                  "fffffffffffff/10000000000000", "-1/2", "9/8"):
            if x == e:
                continue
            told = scene.replace("restitution " + e, "restitution " + x)
            fine = judged(what + "e = " + x, told, proof)
            check(not fine or level == "L0" and x[0] not in "0-9", what + x)
        lines = proof.split("\n")
        i = next(k for k, l in enumerate(lines) if l[:7] == "rebound")
        for k, other in enumerate(([], [lines[i + 1]], [lines[i]],
                                   2 * lines[i:i + 2], lines[i + 1:i - 1:-1],
                                   [lines[i], lines[i], lines[i + 1]])):
            refused(what + "shape %d" % k, scene, "\n".join(
                lines[:i] + other + lines[i + 2:]))
        refused(what + "v of the compression", scene, "\n".join(
            lines[:i - 1] + lines[i:] if level == "L0" else
            lines[:i] + [lines[i + 1]] + lines[i:]))
        for (_, _, other), _, text in stock:
            theirs = text.split("\n")
            k = next(k for k, l in enumerate(theirs) if l[:7] == "rebound")
            if theirs[k:k + 2] != lines[i:i + 2]:
                for n in (1, 2):
                    fine = judged(what + "another run's", scene, "\n".join(
                        lines[:i] + theirs[k:k + n] + lines[i + n:]))
                    check(not fine or level == "L0", what + "another run's")


def swapped(stock):
    """Impulses of the compression, and of the rebound, in each other's places."""
    tried = 0
    for (name, _, level), scene, proof in stock:
        s, lines = Statement(scene), proof.split("\n")
        i = next(k for k, l in enumerate(lines) if l[:4] == "jump")
        for at in range(i, len(lines) - 3):
            if word(lines[at]) not in ("z", "rebound"):
                continue
            x = table(lines[at])
            pairs = itertools.combinations(range(s.nv, max(x, default=0) + 1), 2)
            for a, b in itertools.islice(pairs, drawer.randrange(EACH), None, EACH):
                y = {**x, a: x.get(b, Q(0)), b: x.get(a, Q(0))}
                if y[a] == y[b]:
                    continue
                line = forged.listed(word(lines[at]),
                                     [y.get(k, Q(0)) for k in range(max(y) + 1)])
                fine = judged("%s %s: %s" % (name, level, line), scene,
                              "\n".join(lines[:at] + [line] + lines[at + 1:]))
                check(not fine or level == "L0", "accepted: " + line)
                tried += 1
    print("%d impulses swapped" % tried)


def solved_again(stock, count):
    """The second problem with other modes, or for another share: equations hold,
    what is stored follows, mostly a sign is wrong. Accepted is exactly what is
    true. Its own modes lead back to it, letter by letter."""
    fine = tried = same = 0
    for (name, _, level), scene, proof in stock:
        for _ in range(count if forged.ends_in_rebound(scene, proof, level)
                       else 0):
            pair = forged.other_rebound(scene, proof, drawer)
            if pair is None or sealed(*pair) == (scene, proof):
                same += pair is not None
                continue
            one, two, true = verdicts(*pair)
            check(one == two == true, "%s %s: perp-check %d, check.py %d, oracle "
                  "%d\n%s" % (name, level, one, two, true, pair[1]))
            fine, tried = fine + one, tried + 1
    print("%d solved again, %d are true; %d the same" % (tried, fine, same))
    check(tried > times(50) and same > times(5), "nothing to judge")


def without_second(scene, proof):
    """The second row, of a step with two contacts, without the last of them: posed
    and solved again, by all choices of what is zero."""
    s, lines = Statement(scene), proof.split("\n")
    i, nv = lines.index("row 2") + 1, s.nv
    z = next(k for k in range(i, len(lines)) if lines[k][:1] == "z")
    d = {word(l): table(l) for l in lines[i + 1:z]}
    who = s.contacts[:1]
    slips = who[0][0] * nv
    d["n"] = {k: x for k, x in d["n"].items() if k < nv}
    d["d"] = {k: x for k, x in d["d"].items() if k < slips}
    old, h, a = table(lines[i - 2]), s.h, s.alpha
    v = [old.get(k, Q(0)) for k in range(nv)]
    A, b, at, beta, lam = posed(s, (h, a, s.gamma), d, v, who)
    for zero in itertools.product((0, 1), repeat=len(b) - beta + 1):
        B, c = [row[:] for row in A], b[:]
        for k, yes in enumerate(zero, beta - 1):
            if yes:
                B[k], c[k] = [Q(int(k == j)) for j in range(len(b))], Q(0)
        x = eliminated(B, c)
        if x is not None and all(
                e >= 0 for e in x[beta - 1:]) and all(
                sum(e * y for e, y in zip(row, x)) + e0 >= 0
                for row, e0 in list(zip(A, b))[beta - 1:]):
            break
    else:
        return None
    to = [toward_zero((e - (1 - a) * w) / a) for e, w in zip(x, v)]
    q = [float(e + h * ((1 - s.gamma) * w + s.gamma * Q(y)))
         for e, w, y in zip(s.q, v, to)]
    new = {"n": [d["n"].get(k, Q(0)) for k in range(nv)],
           "d": [d["d"].get(k, Q(0)) for k in range(slips)],
           "z": x[:beta] + [x[k] - x[k + 1] for k in range(beta, lam, 2)],
           "v": map(Q, to), "q": map(Q, q)}
    return "\n".join(lines[:i] + ["step 0"] + [
        forged.listed(word(l), new[word(l)]) if word(l) in new else l
        for l in lines[i + 1:z + 3]] + lines[z + 3:])


def kept(place):
    """(C8) asks who leaves of the velocity behind the rebound: the rod's second end
    stays, and must be in the next row; `sharp` does not ask."""
    (scene, proof), = made(place, ROD, "L1", "T=1/8")
    other = without_second(scene, proof)
    check(other is not None, "no row without the second end")
    refused("a contact that stays is dropped", scene, other)
    sharp = scene.replace("active kept", "active sharp")
    check(verdicts(sharp, other) == (True,) * 3, "the same with active sharp")


with tempfile.TemporaryDirectory() as place:
    runs(place)
    drawn(place)
    written(place)
    stock = [(which, *made(place, which[0], which[2], which[1])[0])
             for which in STOCK]
    numbers(stock)
    shapes(stock)
    swapped(stock)
    solved_again(stock, times(60))
    kept(place)
done()
