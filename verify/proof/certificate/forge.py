"""Forged certificates: none is accepted unless what it says is true.

forge.py SHARE [BYTES] makes that share of all forgeries, drawn by PERP_SEED, and of
those of one byte and those that follow the grammar (forge_rules.py), which are by far
the most, the share BYTES; forge.py 1 all of them, of the grammar a million for each
level; forge.py 1 rebounds those of the certificates with restitution, forge.py 1 yields
those of contacts that yield, and of Moreau and Jean, forge.py 1 middles those of level L2 of
Moreau and Jean and of Moreau's nodes, but by the grammar; forge.py SHARE bounces that share of
those of level L2 with restitution, by the grammar, too; forge.py SHARE rules that share of
those by the grammar alone; `each` and `drawn` in the place of rules one half of these;
forge.py SHARE sweep K N that share of those of one byte alone, of every N-th text, from
the K-th on: N runs make them all, and their tables add up.
forge_court.py is before whom they come. Two processes work at once; what is drawn
depends on the seed alone."""
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
import forge_rules
import forge_stock as stock
import forged
import forged_yields
from forge_court import Court
from judged import sealed, second_says


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


def original(court, scene, proof):
    """What is forged is true."""
    printed = court.judge(scene, proof)
    if printed is None or not second_says(scene, proof) or \
            sealed(scene, proof) != (scene, proof):
        court.fail("an original is refused", scene, proof)
    else:
        court.true("the originals", scene, proof, printed)


def sample(n, share, r):
    """n times the share, rounded up or down at random."""
    return int(n * share + r.random())


def texts(share, r):
    """Changes of one byte: of every proof and every statement that is not long."""
    others = NODES + REBOUNDS + ENCLOSED + YIELDING + JEAN
    small = sorted(SMALL, key=lambda c: len(c[0]) + len(c[1]))[:20] + [
        c for c in others if len(c[0]) + len(c[1]) < 3200]
    return [(changes, which, share, r.randrange(2 ** 31), *c)
            for c in small for which in (1, 0)]


def swept(share, seed, part, parts):
    """Every parts-th of the changes of one byte, and all originals they are made from."""
    tasks_ = texts(share, random.Random(seed))[part::parts]
    out = [(original, *c) for c in sorted({task[4:6] for task in tasks_})] + tasks_
    return [(seed + k, *task) for k, task in enumerate(out)]


def tasks(share, bytes_, seed, grammar):
    """What is to be done, largest first."""
    r = random.Random(seed)
    out = texts(bytes_, r)
    every = SMALL + NODES + REBOUNDS + ENCLOSED + YIELDING + JEAN
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
    ruled = every + RULED if grammar else []
    out += forge_rules.tasks(bytes_ if bytes_ == 1 else bytes_ / 4, ruled, r)
    out += [(original, *c[:2]) for c in RULED]
    for group, n in ((SMALL, 10000), (NODES, 2000), (REBOUNDS, 4000),
                     (ENCLOSED, 4000), (YIELDING, 2000), (JEAN, 1000)):
        for _ in range(20 if group else 0):
            out.append((meant, sample(n / 20, share, r), group))
    return [(seed + k, *task) for k, task in enumerate(out)]


def of_rules(share, seed, which):
    """What is to be done by the grammar alone: all, or only single changes and numbers
    pushed, or only what is drawn."""
    every = SMALL + NODES + REBOUNDS + ENCLOSED + YIELDING + JEAN + RULED
    r = random.Random(seed)
    out = [(original, *c[:2]) for c in every] + [
        x for x in forge_rules.tasks(share, every, r)
        if which == "rules" or (which == "drawn") == (x[0] is forge_rules.drawn)]
    return [(seed + k, *task) for k, task in enumerate(out)]


def work(task):
    seed, do, *rest = task
    court = Court(seed)
    do(court, *rest)
    court.settle()
    return (court.tried, court.accepted, court.why, court.failures[:3],
            len(court.failures))


def report(sums, failed, share, seconds):
    tried, accepted, why = sums
    for name in sorted(tried):
        print("%8d tried, %5d accepted: %s" %
              (tried[name], accepted[name], name))
    forge_rules.table(tried, accepted)
    for level in forge_rules.LEVELS:
        parts = [(n, key[1]) for key, n in why.items() if key[0] == level and n > 0]
        print("%d of level %s are accepted and true; changed was: " %
              (sum(n for n, _ in parts), level) + ", ".join(
                  "%s %d" % (part, n) for n, part in sorted(parts)[::-1]))
    print("the slow oracle has judged %d: the others do not differ in what it "
          "reads" % why["judged"])
    if "PERP_PROVEN" in os.environ:
        print("the proven program accepts %d, refuses %d, does not cover %d of those "
              "it was asked about" %
              tuple(why["proven", x] for x in (True, False, None)))
    print("share %g: %d forgeries in %.0f s; both checkers asked about %d, of which "
          "both accept %d; %d failures" % (
              share, sum(tried.values()), seconds, why["asked of the second checker"],
              why["both accept"], failed))


RULES = "rules", "each", "drawn"


def asked(share, bytes_, seed, words):
    """The tasks that the words behind the share name."""
    which = words[0] if words else ""
    if which == "sweep":
        return swept(share, seed, int(words[1]), int(words[2]))
    if which in RULES:
        return of_rules(share, seed, which)
    return tasks(share, bytes_, seed, which not in ("rebounds", "middles"))


def main():
    share, seed = float(sys.argv[1]), int(os.environ.get("PERP_SEED", "7"))
    print("seed %d" % seed, flush=True)
    begun, failed, sums = time.time(), 0, (Counter(), Counter(), Counter())
    which = sys.argv[2] if sys.argv[2:] else ""
    rebounds = which == "rebounds"
    bytes_ = float(which) if which and which[0] in "01." else share
    global SMALL, NODES, REBOUNDS, ENCLOSED, YIELDING, JEAN, RULED
    with tempfile.TemporaryDirectory() as place, \
            multiprocessing.Pool(2) as pool:
        SMALL, NODES, REBOUNDS, ENCLOSED, YIELDING, JEAN, RULED = (
            pool.starmap(stock.made, [(place, x) for x in list_])
            for list_ in (stock.SMALL, stock.NODES, stock.REBOUNDS, stock.ENCLOSED,
                          stock.YIELDING, stock.JEAN,
                          stock.CONES + stock.LISTS + stock.IMPACTS))
        missing = forge_rules.missing(
            SMALL + NODES + REBOUNDS + ENCLOSED + YIELDING + JEAN + RULED)
        if missing:
            failed += 1
            print("FAILED: no certificate has " + ", ".join(sorted(missing)))
        if which == "yields":
            SMALL, NODES, REBOUNDS, ENCLOSED, RULED = [], [], [], [], []
        if which == "middles":
            SMALL, REBOUNDS, ENCLOSED, YIELDING = [], [], [], []
            NODES, JEAN = ([c for c in x if c[2] == "L2"] for x in (NODES, JEAN))
            RULED = []
        if which == "bounces":
            SMALL, NODES, ENCLOSED, YIELDING, JEAN, RULED = [], [], [], [], [], []
            REBOUNDS = [c for c in REBOUNDS if c[2] == "L2"]
        if rebounds:
            SMALL, NODES, ENCLOSED, YIELDING, JEAN, RULED = [], [], [], [], [], []
        for *counts, failures, n in pool.imap_unordered(
                work, asked(share, bytes_, seed, sys.argv[2:])):
            for sum_, count in zip(sums, counts):
                sum_.update(count)
            for what, scene, proof in failures[:3 - min(3, failed)]:
                print("FAILED: " + what, scene, proof, sep="\n---\n")
            failed += n
    report(sums, failed, share, time.time() - begun)
    sys.exit(1 if failed else 0)


main()
