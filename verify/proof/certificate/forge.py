"""Forged certificates: none is accepted unless what it says is true.

forge.py SHARE [BYTES] makes that share of all forgeries, drawn by PERP_SEED, and of
those of one byte and those that follow the grammar, which are by far the most, the
share BYTES; forge.py 1 all of them, of the grammar a million for each level; forge.py 1 rebounds those of the certificates with restitution, forge.py 1 yields
those of contacts that yield, and of Moreau and Jean.
perp-check judges in a process of its own (judge.c); what it accepts goes to the
slow oracle and to the second checker, and so does a share of what it refuses. Two
processes work at once; what is drawn depends on the seed alone."""
import hashlib
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter

SOURCE = os.environ["PERP_SOURCE"]
sys.path[:0] = [SOURCE + "/verify/check"]
import forge_grammar
import forge_stock as stock
import forged
import forged_yields
import slow_certificate
from judged import Judge, sealed, second_says, third_says
from slow_problem import Statement


def seen(scene, proof):
    """What the oracle reads of both; the rest cannot change its answer."""
    s = Statement(scene)
    deep = proof.startswith("level L2", 13) or s.scheme in ("paoli", "moreau")
    lines = scene.split("\n")
    of = [l for l in lines if l.split(" ")[0] not in (
        "joint", "q", "v", "contact", "spring", "kind")] if deep else ""
    text = repr(sorted(vars(s).items())) + repr(of) + proof.split(
        "\n", 3)[3].rpartition("sha256")[0]
    return hashlib.sha256(text.encode("latin-1")).digest()


# What is changed when a line is: the first word, and the others with it.
PARTS = {"tape": "const out add sub mul div max neg sqrt sin cos sel tape",
         "a parameter": "h alpha gamma restitution T tolerance penetration",
         "a switch": "scheme active clock jacobians sizes project rounding "
                     "kept_basis jumps hits gap_t offset control",
         "friction": "contact binding corners corner", "pairs": "pairs thing side kind",
         "a spring": "spring", "the start": "q v delta", "a name": ""}
ROW = {"data": "M F kv kq k0 k1 G phi nu a n d g f value gap w k c j",
       "solution": "z v q p force impulse hit rebound lambda delta", "contacts": "step jump project",
       "radius": "radius", "modes": "modes", "level": "level"}


def where(scene, proof, source):
    """What of the source was changed, by the first line that differs."""
    for new, old, parts in ((scene, source[0], PARTS), (proof, source[1], ROW)):
        if new == old:
            continue
        a, b = next(pair for pair in zip(new.split("\n"), old.split("\n"))
                    if pair[0] != pair[1])
        a, b = a.split(" "), b.split(" ")
        if b[0] in ("q", "v", "joint", "spring", "contact", "kind", "tape") \
                and a[:1] + a[2:] == b[:1] + b[2:] and new is scene:
            return "a name"
        word = b[0].partition("/")[0]
        return next((part for part, list_ in parts.items()
                     if word in list_.split()), word)
    return "nothing"


class Court:
    """Counts what was tried and accepted, and why; collects failures."""
    judge = known = None

    def __init__(self, seed):
        Court.judge = Court.judge or Judge()
        Court.known = Court.known or set()
        self.r = random.Random(seed)
        self.tried, self.accepted, self.why = Counter(), Counter(), Counter()
        self.failures = []

    def fail(self, what, scene, proof):
        self.failures.append((what, scene, proof))

    def true(self, name, scene, proof, printed, source):
        """An accepted forgery: is it true?"""
        self.accepted[name] += 1
        key = seen(scene, proof)
        level = proof.split("\n")[1].split(" ")[-1]
        try:
            if key not in Court.known:
                slow_certificate.true(scene, proof, printed)
                Court.known.add(key)
                self.why["judged"] += 1
            self.why[level, where(scene, proof, source)] += 1
        except slow_certificate.Untrue as why:
            self.fail("%s: accepted, and untrue: %s" % (name, why), scene,
                      proof)

    def third(self, name, scene, proof, fine):
        """The proven program accepts what perp-check does, and nothing else; of level
        L2, whose lines it skips, also what the second checker accepts as L1."""
        said = third_says(scene, proof)
        self.why["proven", said] += 1
        if said is None or said == fine:
            return
        if fine or "\nlevel L2\n" not in proof or not second_says(
                scene, proof, deep=False):
            self.fail(name + ": the proven program says %s" % said, scene, proof)

    def try_(self, name, scene, proof, source):
        """The second checker is asked about a quarter of what is accepted, and
        about some of the others."""
        self.tried[name] += 1
        printed = self.judge(scene, proof)
        fine = printed is not None
        if self.r.random() < (0.25 if fine else 0.02):
            self.why["asked of the second checker"] += 1
            if second_says(scene, proof) != fine:
                self.fail(name + ": the second checker disagrees with %d" %
                          fine, scene, proof)
        if "PERP_PROVEN" in os.environ and (fine or self.r.random() < 0.1):
            self.third(name, scene, proof, fine)
        if fine:
            self.true(name, scene, proof, printed, source)


def changes(court, which, share, seed, scene, proof, level):
    """One-byte changes of the statement (which = 0) or the proof, in the judge;
    what it accepts comes before the court."""
    a, b = scene.encode("latin-1"), proof.encode("latin-1")
    said = subprocess.run(
        [os.environ["PERP_JUDGE"], "sweep"], check=True,
        input=b"%d %.9g %d %d %d\n" % (which, share, seed, len(a), len(b)) +
        a + b, stdout=subprocess.PIPE).stdout.decode().split("\n")
    of = "proof" if which else "scene"
    kept, right, spared = map(int, said[-2].split()[1:])
    court.tried["bytes of the %s, digest kept" % of] += kept
    court.tried["bytes of the %s, digest put right" % of] += right + spared
    for line in said[:-2]:
        word, how, i, c = ([""] + line.split())[-4:]
        pair = sealed(*forged.change(scene, proof, which, how, int(i),
                                           int(c)), both=which == 0)
        if word == "KEPT":
            court.fail("a change that needs its digest: " + line, *pair)
        elif word == "NO":
            court.why["asked of the second checker"] += 1
            if second_says(*pair):
                court.fail("the second checker accepts: " + line, *pair)
        else:
            court.try_("bytes of the %s, digest put right" % of, *pair,
                       (scene, proof))
            court.tried["bytes of the %s, digest put right" % of] -= 1


def lines(court, share, scene, proof):
    """Lines of both texts left out, said twice, swapped; both digests."""
    for which, text in enumerate((scene, proof)):
        for how, other in forged.line_changes(text):
            pair = (scene, other) if which else (other, proof)
            if pair == (scene, proof) or court.r.random() >= share:
                continue
            name = how + (" of the proof" if which else " of the scene")
            court.tried[name + ", digest kept"] += 1
            if court.judge(*pair) is not None:
                court.fail(name + ": accepted with its digest", *pair)
            pair = sealed(*pair)
            if pair != (scene, proof):
                court.try_(name, *pair, (scene, proof))


def written(court, how, count, scene, proof):
    """The only row, or the last node, written anew."""
    for _ in range(count):
        of = forged_yields if how == "other_yield" else forged
        pair = getattr(of, how)(scene, proof, court.r)
        if pair is not None and sealed(*pair) != (scene, proof):
            court.try_("meaning: " + how.replace("_", " "),
                       *sealed(*pair), (scene, proof))


def meant(court, count, all_):
    """Forgeries with a meaning."""
    known = {(s, p) for s, p, _ in all_}
    while count > 0:
        found = forged.semantic(all_, court.r)
        if found is None:
            continue
        count -= 1
        pair = sealed(*found[1:3])
        if pair not in known:
            court.try_("meaning: " + found[0], *pair, found[3])


def ruled(court, count, all_):
    """Forgeries that follow the grammar, of all parts of both texts."""
    parsed = [(forge_grammar.Parse(s, "scene"), forge_grammar.Parse(p, "proof"), s,
               p) for s, p, _ in all_]
    for told, lines, s, p in parsed:
        if told.end != len(told.lines) or lines.end != len(lines.lines):
            court.fail("the grammar does not know a line", s, p)
    while count > 0:
        told, lines, scene, proof = court.r.choice(parsed)
        other, of = court.r.choice(parsed), court.r.random() < 0.2
        found = forge_grammar.forged(told if of else lines, other[not of], court.r)
        if found is None:
            continue
        count -= 1
        pair = sealed(found[1], proof) if of else sealed(scene, found[1])
        if pair != (scene, proof):
            court.try_("grammar, %s: %s" % ("statement" if of else "proof",
                                            found[0]), *pair, (scene, proof))


def rounded(court, count, all_):
    """Numbers at the end of what their rounding may be."""
    for _ in range(count):
        scene, proof, _ = court.r.choice(all_)
        of = court.r.random() < 0.1
        p = forge_grammar.Parse(scene if of else proof, "scene" if of else "proof")

        def pair(lines):
            text = "\n".join(lines) + "\n"
            return sealed(text, proof) if of else sealed(scene, text)

        found = forge_grammar.pushed(
            p, court.r, lambda lines: court.judge(*pair(lines)) is not None)
        if found is not None:
            court.try_("grammar, " + found[0], *pair(found[1]), (scene, proof))


def original(court, scene, proof):
    """What is forged is true."""
    printed = court.judge(scene, proof)
    if printed is None or not second_says(scene, proof) or \
            sealed(scene, proof) != (scene, proof):
        court.fail("an original is refused", scene, proof)
    else:
        court.true("the originals", scene, proof, printed, (scene, proof))


def sample(n, share, r):
    """n times the share, rounded up or down at random."""
    return int(n * share + r.random())


def tasks(share, bytes_, seed, rebounds):
    """What is to be done, largest first."""
    r, out = random.Random(seed), []
    every = SMALL + NODES + REBOUNDS + ENCLOSED + YIELDING + JEAN
    small = sorted(SMALL, key=lambda c: len(c[0]) + len(c[1]))[:20] + [
        c for c in NODES + REBOUNDS + ENCLOSED + YIELDING + JEAN if len(c[0]) + len(c[1]) < 3200]
    for c in small:
        for which in (1, 0):
            out.append((changes, which, bytes_, r.randrange(2 ** 31), *c))
    for c in every:
        out += [(original, *c[:2]), (lines, share, *c[:2])]
        if forged.single(*c):
            out += [(written, "other_solution", sample(400, share, r), *c[:2]),
                    (written, "moved_data", sample(400, share, r), *c[:2])]
        if forged.ends_in_rebound(*c):
            out.append((written, "other_rebound", sample(800, share, r), *c[:2]))
        if forged_yields.ends_in_yield(*c):
            out.append((written, "other_yield", sample(800, share, r), *c[:2]))
        if forged.ends_in_node(*c):
            out.append((written, "other_node", sample(400, share, r), *c[:2]))
    few = bytes_ if bytes_ == 1 else bytes_ / 4
    for level in ("L0", "L1", "R", "L2"):
        group = [c for c in every if c[2] == level]
        for _ in range(50 if group and not rebounds else 0):
            out.append((ruled, sample(20000, few, r), group))
            out.append((rounded, sample(40, few, r), group))
    for group, n in ((SMALL, 10000), (NODES, 2000), (REBOUNDS, 4000),
                     (ENCLOSED, 4000), (YIELDING, 2000), (JEAN, 1000)):
        for _ in range(20 if group else 0):
            out.append((meant, sample(n / 20, share, r), group))
    return [(seed + k, *task) for k, task in enumerate(out)]


def work(task):
    seed, do, *rest = task
    court = Court(seed)
    do(court, *rest)
    return (court.tried, court.accepted, court.why, court.failures[:3],
            len(court.failures))


def report(sums, failed, share, seconds):
    tried, accepted, why = sums
    for name in sorted(tried):
        print("%8d tried, %5d accepted: %s" %
              (tried[name], accepted[name], name))
    for level in ("L0", "L1", "R", "L2"):
        parts = [(n, key[1]) for key, n in why.items() if key[0] == level]
        print("%d of level %s are accepted and true; changed was: " %
              (sum(n for n, _ in parts), level) + ", ".join(
                  "%s %d" % (part, n) for n, part in sorted(parts)[::-1]))
    print("the slow oracle has judged %d: the others do not differ in what it "
          "reads" % why["judged"])
    if "PERP_PROVEN" in os.environ:
        print("the proven program accepts %d, refuses %d, does not cover %d of those "
              "it was asked about" %
              tuple(why["proven", x] for x in (True, False, None)))
    print("share %g: %d forgeries in %.0f s; both checkers asked about %d; "
          "%d failures" % (share, sum(tried.values()), seconds,
                           why["asked of the second checker"], failed))


def main():
    share, seed = float(sys.argv[1]), int(os.environ.get("PERP_SEED", "7"))
    print("seed %d" % seed, flush=True)
    begun, failed, sums = time.time(), 0, (Counter(), Counter(), Counter())
    rebounds = sys.argv[2:] == ["rebounds"]
    bytes_ = float(sys.argv[2]) if sys.argv[2:] and sys.argv[2][0] in "01." \
        else share
    global SMALL, NODES, REBOUNDS, ENCLOSED, YIELDING, JEAN
    with tempfile.TemporaryDirectory() as place, \
            multiprocessing.Pool(2) as pool:
        SMALL, NODES, REBOUNDS, ENCLOSED, YIELDING, JEAN = (
            pool.starmap(stock.made, [(place, x) for x in list_])
            for list_ in (stock.SMALL, stock.NODES, stock.REBOUNDS,
                          stock.ENCLOSED, stock.YIELDING, stock.JEAN))
        if sys.argv[2:3] == ["yields"]:
            SMALL, NODES, REBOUNDS, ENCLOSED = [], [], [], []
        if rebounds:
            SMALL, NODES, ENCLOSED, YIELDING, JEAN = [], [], [], [], []
        for *counts, failures, n in pool.imap_unordered(
                work, tasks(share, bytes_, seed, rebounds)):
            for sum_, count in zip(sums, counts):
                sum_.update(count)
            for what, scene, proof in failures[:3 - min(3, failed)]:
                print("FAILED: " + what, scene, proof, sep="\n---\n")
            failed += n
    report(sums, failed, share, time.time() - begun)
    sys.exit(1 if failed else 0)


main()
