"""The judge of forgeries (judge.c), texts as files for check.py, and digests."""
import hashlib
import os
import subprocess
import sys

sys.path.insert(0, os.environ["PERP_SOURCE"] + "/verify/check")
import check as second
from words import Lines, Refused


class Judge:
    """perp-check in a process of its own, asked often."""

    def __init__(self, *words):
        self.p = subprocess.Popen([os.environ["PERP_JUDGE"], *words],
                                  stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)

    def put(self, scene, proof):
        a, b = scene.encode("latin-1"), proof.encode("latin-1")
        self.p.stdin.write(b"%d %d\n" % (len(a), len(b)) + a + b)

    def line(self, scene, proof):
        self.put(scene, proof)
        self.p.stdin.flush()
        return self.p.stdout.readline()

    @staticmethod
    def numbers(line):
        word, *rest = line.split() or [b""]
        assert word in (b"0", b"1"), "the judge died"
        return [float(x) for x in rest] if word == b"1" else None

    def __call__(self, scene, proof):
        """The numbers that it printed, when it accepts; else None."""
        return self.numbers(self.line(scene, proof))

    def many(self, pairs):
        """The same of some dozens, whose answers fit into a pipe."""
        for pair in pairs:
            self.put(*pair)
        self.p.stdin.flush()
        return [self.numbers(self.p.stdout.readline()) for _ in pairs]


class Text(Lines):
    def __init__(self, text):
        self.text, self.at, self.line, self.mass = text, 0, 0, None


def second_says(scene, proof, deep=True):
    """Does the second checker accept? If not deep, of level L2 it is asked about L1."""
    lines = proof.split("\n")
    if not deep and lines[1:2] == ["level L2"]:
        lines[1] = "level L1"
        scene, proof = sealed(scene, "\n".join(
            l for l in lines if l.split(" ")[0] not in ("radius", "modes")))
    try:
        second.check_texts(Text(scene), Text(proof))
        return True
    except (Refused, ValueError, OverflowError):
        return False


THIRD = None


def third_says(scene, proof):
    """Does the proven program (verify/proven) accept? None where PERP_PROVEN does not
    name it, and of what its theorems do not cover."""
    global THIRD
    if "PERP_PROVEN" not in os.environ:
        return None
    import proven
    THIRD = THIRD or proven.Proven(os.environ["PERP_PROVEN"])
    said = THIRD(Text(scene), Text(proof))
    return None if said.startswith("not covered") else said == "yes"


def sealed(scene, proof, both=True):
    """The same with both digests recomputed, or only the last."""
    head = proof.split("\n")
    if both and len(head) > 2 and head[2].startswith("scene "):
        head[2] = "scene " + hashlib.sha256(scene.encode("latin-1")).hexdigest()
    body = "\n".join(head)
    at = body.rfind("\nsha256 ") + 1
    if at > 0:
        sum_ = hashlib.sha256(body[:at].encode("latin-1")).hexdigest()
        body = body[:at] + "sha256 " + sum_ + "\n"
    return scene, body
