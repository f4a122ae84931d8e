"""Where forgeries are judged: by perp-check in a process of its own (judge.c), what it
accepts by the slow oracle, a share by the second checker and the proven program."""
import hashlib
import os
import random
from collections import Counter

import slow_certificate
from judged import Judge, second_says, third_says
from slow_problem import Statement


def seen(scene, proof):
    """What the oracle reads of both; the rest cannot change its answer."""
    if not scene.startswith("perp scene"):
        return hashlib.sha256((scene + proof).encode("latin-1")).digest()
    s = Statement(scene)
    deep = proof.startswith("level L2", 13) or s.scheme in ("paoli", "moreau")
    lines = scene.split("\n")
    of = [l for l in lines if l.split(" ")[0] not in (
        "joint", "q", "v", "contact", "spring", "kind")] if deep else ""
    text = repr(sorted(vars(s).items())) + repr(of) + proof.split(
        "\n", 3)[3].rpartition("sha256")[0]
    return hashlib.sha256(text.encode("latin-1")).digest()


# What is changed when a line is: the first word, and the others with it.
PARTS = {"data": "A b problem M nu n d", "law": "law order to", "tape": "const out add sub mul div max neg sqrt sin cos sel tape",
         "a parameter": "h alpha gamma restitution T tolerance penetration",
         "a switch": "scheme active clock jacobians sizes project rounding "
                     "kept_basis jumps hits gap_t offset control",
         "friction": "contact binding corners corner", "pairs": "pairs thing side kind",
         "a spring": "spring", "the start": "q v delta", "a name": ""}
ROW = {"data": "M F kv kq k0 k1 G phi nu a n d g f value gap w k c j",
       "solution": "z v q p force impulse hit rebound lambda delta", "contacts": "step jump project",
       "radius": "radius", "modes": "modes", "level": "level", "cone": "pointed vanishing",
       "faces": "faces face", "point": "point", "tree": "branch empty inside y"}


def where(scene, proof, source):
    """What of the source was changed, by the first line that differs."""
    if source is None:
        return "nothing"
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
    third_share = 0.1  # of what is refused, for the proven program

    def __init__(self, seed):
        Court.judge = Court.judge or Judge()
        Court.known = Court.known or set()
        self.r = random.Random(seed)
        self.tried, self.accepted, self.why = Counter(), Counter(), Counter()
        self.failures, self.waiting = [], []

    def fail(self, what, scene, proof):
        self.failures.append((what, scene, proof))

    def true(self, name, scene, proof, printed, source=None):
        """An accepted forgery, or what is to be forged: is it true?"""
        self.accepted[name] += 1
        key = seen(scene, proof)
        level = proof.split("\n")[1].split(" ")[-1]
        try:
            if key not in Court.known:
                slow_certificate.true(scene, proof, printed)
                Court.known.add(key)
                self.why["judged"] += 1
            self.why[level, where(scene, proof, source)] += source is not None
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

    def try_(self, name, scene, proof, source, surely=False):
        """Another forgery; many are handed to perp-check at once. Surely: the second
        checker is asked whatever is said."""
        self.tried[name] += 1
        self.waiting.append((name, scene, proof, source, surely))
        if len(self.waiting) >= 64:
            self.settle()

    def settle(self):
        waiting, self.waiting = self.waiting, []
        said = self.judge.many([x[1:3] for x in waiting])
        for x, printed in zip(waiting, said):
            self.hear(printed, *x)

    def hear(self, printed, name, scene, proof, source, surely):
        """The second checker is asked about a quarter of what is accepted, and
        about some of the others."""
        fine = printed is not None
        if self.r.random() < (0.25 if fine else 0.02) or surely:
            self.why["asked of the second checker"] += 1
            self.why["both accept"] += fine
            if second_says(scene, proof) != fine:
                self.fail(name + ": the second checker disagrees with %d" %
                          fine, scene, proof)
        if "PERP_PROVEN" in os.environ and (
                fine or self.r.random() < self.third_share):
            self.third(name, scene, proof, fine)
        if fine:
            self.true(name, scene, proof, printed, source)
