"""The checker of a replay's page, lua/perp/movie/check_*.js, under node: it says
what perp-check says of certificates of all levels and schemes and of forged ones, but
for level L2, of which it checks the part that is L1, and lists of solutions: of these
it decides nothing. Forgeries follow the grammar of the chapter, or change a byte, a
line, a number, a whole row. test_page_checker.py N makes N of them, drawn by PERP_SEED.
Without node it is skipped, and says so."""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

from program import SOURCE, check, done, run

NODE = shutil.which("node")
if not NODE:
    print("SKIPPED: there is no node; the page's checker is not asked")
    sys.exit(77)

import forge_grammar
import forge_stock as stock
import forged
import page_purpose
from judged import Judge, sealed

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 200
MOREAU = ("P10/gravity_ball --scheme moreau", "T=1/2 h=1/10 e=1/2", "L1")


class Page:
    """The page's checker in a process of its own."""

    def __init__(self):
        self.p = subprocess.Popen(
            [NODE, SOURCE + "/verify/tools/page_checker.js"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, scene, proof):
        a, b = scene.encode("latin-1"), proof.encode("latin-1")
        self.p.stdin.write(b"%d %d\n" % (len(a), len(b)) + a + b)
        self.p.stdin.flush()
        return self.p.stdout.readline().decode().rstrip("\n").split(" ", 4)


def level_of(proof):
    lines = proof.split("\n", 2)
    return lines[1].split(" ")[-1] if len(lines) > 1 else ""


def compare(name, scene, proof, counts):
    """The words must be the same, but that the page may not know a word which
    perp-check refuses. What level L2 adds may be false: there the page does not
    know, and does not say accepted."""
    fine = judge(scene, proof) is not None
    word, level, rows, digest, why = page(scene, proof)
    if level_of(proof) in ("L2", "N"):
        right = word == "undecided" or word == "refused" and not fine
    else:
        right = word == ("accepted" if fine else "refused") or \
            word == "undecided" and not fine and " read here" in why
    counts[word] += 1
    if not right:
        counts["wrong"] += 1
        if counts["wrong"] < 12:
            check(False, "%s: perp-check %s, the page %s: %s" % (
                name, "accepts" if fine else "refuses", word, why))
            if os.environ.get("PERP_KEEP"):
                path = "%s/wrong%d" % (os.environ["PERP_KEEP"],
                                       counts["wrong"])
                open(path, "w").write(proof)
                open(path + ".scene", "w").write(scene)
    return word, rows, why


def bytes_changed(r, all_):
    scene, proof, _ = r.choice(all_)
    which = r.randrange(2)
    text = proof if which else scene
    i = r.randrange(len(text))
    c = r.choice("0123456789abcdef/:- \n")
    other = text[:i] + c + text[i + r.randrange(2):]
    return (scene, other) if which else (other, proof)


def line_changed(r, all_):
    scene, proof, _ = r.choice(all_)
    which = r.randrange(2)
    other = r.choice(list(forged.line_changes(proof if which else scene)))[1]
    return (scene, other) if which else (other, proof)


def meant(r, all_):
    found = None
    while found is None:
        found = forged.semantic(all_, r)
    return found[1], found[2]


def parsed(scene, proof):
    """Both by the grammar; a line that it does not know is a fault."""
    if proof not in PARSED:
        PARSED[proof] = [forge_grammar.Parse(text, start) for text, start in
                         ((scene, "scene"), (proof, "proof"))]
        for p in PARSED[proof]:
            check(p.end == len(p.lines), "the grammar does not know a line")
    return PARSED[proof]


PARSED = {}


def ruled(r, all_):
    """A part of the grammar left out, said twice, put elsewhere, invented."""
    found = None
    while found is None:
        scene, proof, _ = r.choice(all_)
        other = parsed(*r.choice(all_)[:2])
        which = r.random() >= 0.25
        found = forge_grammar.forged(parsed(scene, proof)[which], other[which], r)
    return (scene, found[1]) if which else (found[1], proof)


def rounded(r, all_, counts):
    """A number at the end of what its rounding may be, and beyond it."""
    scene, proof, level = r.choice(all_)
    if level == "L2":
        return
    p = parsed(scene, proof)[1]

    def pair(lines):
        return sealed(scene, "\n".join(lines) + "\n")

    found = forge_grammar.pushed(p, r, lambda x: judge(*pair(x)) is not None)
    if found is None:
        return
    what, lines, _ = found
    compare(what, *pair(lines), counts)
    i = next(i for i, (a, b) in enumerate(zip(lines, p.lines)) if a != b)
    old, new = forge_grammar.table(p.lines[i]), forge_grammar.table(lines[i])
    k = next(k for k in sorted({*old, *new}) if old.get(k) != new.get(k))
    by = new.get(k, 0) - old.get(k, 0)
    for part in (1, 2 ** 8, 2 ** 16, 2 ** 19, 2 ** 21):
        far = forge_grammar.nudged(p, i, k, by + by / part)
        compare(what + ", beyond", *pair(far), counts)


def entries(scene, proof):
    """Each number of the stored states and of the solutions by one more, by one
    less and with the other sign; two entries of a line swapped."""
    lines = proof.split("\n")
    for k, line in enumerate(lines):
        words = line.split(" ")
        if words[0].partition("/")[0] not in ("v", "q", "z", "n", "nu", "hit"):
            continue
        for i, word in enumerate(words[1:], 1):
            at, colon, number = word.rpartition(":")
            if not re.fullmatch("-?[0-9a-f]+", number):
                continue
            old = int(number, 16)
            steps = range(0, 64, 4) if words[0].startswith("q") else (0,)
            for new in [-old] + [old + sign * 2 ** k for k in steps
                                 for sign in (1, -1)]:
                if new != 0:
                    words[i] = "%s%s%x" % (at, colon, new)
                    yield "\n".join(lines[:k] + [" ".join(words)] +
                                    lines[k + 1:])
            words[i] = word
        if len(words) > 2:
            words[1], words[2] = words[2], words[1]
            yield "\n".join(lines[:k] + [" ".join(words)] + lines[k + 1:])


def written_anew(r, scene, proof, level):
    """The last row solved again otherwise, or posed with other data."""
    for fits, hows in ((forged.single, ("other_solution", "moved_data")),
                       (forged.ends_in_rebound, ("other_rebound",)),
                       (forged.ends_in_node, ("other_node",))):
        for how in hows if fits(scene, proof, level) else ():
            for _ in range(COUNT // 40):
                pair = getattr(forged, how)(scene, proof, r)
                if pair is not None:
                    yield how, pair


seed = int(os.environ.get("PERP_SEED", "7"))
print("seed %d" % seed)
r, judge, page = random.Random(seed), Judge(), Page()
counts, originals = Counter(), Counter()
with tempfile.TemporaryDirectory() as place:
    page_purpose.on_purpose(compare, place, counts)
    page_purpose.by_pattern(page, compare, place, counts)
    page_purpose.masses(compare, place, r, counts)
    page_purpose.told(page, place)
    groups = [[stock.made(place, x) for k, x in enumerate(list_)
               if COUNT > 500 or k in some] for list_, some in (
        (stock.SMALL, (0, 4, 15, 19, 22, 23, 28, 29, 30, 31)),
        (stock.NODES + [MOREAU], (0, 1, 3, 5, 6, 7, 8, 9, 11)),
        (stock.REBOUNDS, (0, 2, 5)), (stock.ENCLOSED, (0, 7)))]
for all_ in groups:
    for scene, proof, level in all_:
        word, rows, why = compare("an original", scene, proof, originals)
        check(word == ("undecided" if level == "L2" else "accepted"),
              "an original of %s: %s %s" % (level, word, why))
        check(level == "L2" or int(rows) > 0, "no rows")
for all_ in groups:
    for scene, proof, level in all_:
        others = list(entries(scene, proof))
        for other in r.sample(others, min(len(others), max(40, COUNT // 4))):
            compare("an entry", *sealed(scene, other), counts)
        for how, pair in written_anew(r, scene, proof, level):
            compare(how, *sealed(*pair), counts)
for how, share in ((meant, 0.6), (bytes_changed, 0.25), (line_changed, 0.15),
                   (ruled, 2)):
    for _ in range(int(COUNT * share)):
        pair = how(r, r.choice(groups))
        compare(how.__name__ + ", sealed", *sealed(*pair), counts)
        if r.random() < 0.05:
            scene, proof = pair
            word, _, _ = compare(how.__name__, scene, proof, counts)
for _ in range(COUNT // 20):
    rounded(r, r.choice(groups[:3]), counts)
with tempfile.TemporaryDirectory() as place:
    for which in stock.YIELDING[:4] + stock.YIELDING[7:9]:
        scene, proof, level = stock.made(place, which)
        word, _, _, _, why = page(scene, proof)
        check(judge(scene, proof) is not None and word == "undecided",
              "contacts that yield, %s: %s %s" % (level, word, why))
        for how in (meant, line_changed, ruled) * 3:
            check(page(*sealed(*how(r, [(scene, proof, level)])))[0] !=
                  "accepted", "contacts that yield: a forgery is accepted")
impact = "perp impact 1\nlaw sequential\norder\nsizes 0 0 0\n" + "".join(
    t + "\n" for t in ("M", "nu", "n", "d", "v", "to", "end"))
still = sealed(impact, "perp proof 3\nlevel I\nscene \nend 0\nsha256 \n")
check(judge(*still) is not None and page(*still)[0] == "undecided",
      "an impact is not read by the page")
for text in ("", "perp scene 3\n", "perp proof constructor\n", "\n",
             "perp problems 1\nend 0\n", "\x80\n"):
    check(page(text, text)[0] != "accepted", "nonsense is accepted")
scene, proof, _ = groups[0][0]
for old, new in (("scene 3", "scene 2"), ("scene 3", "scene constructor"),
                 ("scheme alpha-gamma", "scheme moreau-jean"),
                 ("scheme alpha-gamma", "scheme theta"),
                 ("gap_t none", "gap_t exact"), ("jumps none", "jumps all"),
                 ("jumps approaching", "jumps all"), ("clock collision", "clock a")):
    if old in scene:
        word, _, _, _, why = page(*sealed(scene.replace(old, new), proof))
        check(word == "undecided", "a statement of '%s': %s %s" % (new, word, why))
check(page(*sealed(scene, proof.replace("perp proof 3", "perp proof 2")))[0] ==
      "undecided", "a proof of another version")
print("%d originals: %s" % (sum(originals.values()), dict(originals)))
print("%d forgeries: %s" % (sum(counts.values()), dict(counts)))
check(counts["refused"] > COUNT / 2 and counts["accepted"] > 0,
      "forgeries of both sorts")
lines = [l for name in ("words", "scene", "rows", "run") for l in open(
    "%s/lua/perp/movie/check_%s.js" % (SOURCE, name)).read().split("\n")]
code = [l for l in lines if l.strip() and not l.strip().startswith("//")]
check(len(code) <= 1000 and max(map(len, lines)) <= 80,
      "%d lines of code, where 1000 are promised" % len(code))
done()
