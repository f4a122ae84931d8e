"""The proven checker: its theorems use no axiom, its verdicts are those of the second
checker on the kept corpus, on the chapter's examples and on what is forged of both.
With "lines": each condition of check.v left out, and the proof fails."""
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from certificates import SOURCE, check
from judged import sealed, second_says, third_says
from program import done
import forge_grammar
import forge_stock

HERE = SOURCE + "/verify/proven/"
BUILT = os.path.dirname(os.environ["PERP_PROVEN"])


def no_axiom():
    with open(BUILT + "/proof.log") as file:
        check(file.read() == "Closed under the global context\n" * 2, "an assumption")
    for path in glob.glob(HERE + "*.v"):
        with open(path) as file:
            text = file.read()
        check(not re.search(r"\b(Axiom|Parameter|Hypothesis|Variable|Conjecture|"
                            r"Admitted|admit|give_up|bypass_check)\b", text),
              path + ": something is assumed")
        check("Unset" not in text, path)


def corpus():
    """The texts of the corpus that are a statement and a proof."""
    for path in sorted(glob.glob(SOURCE + "/verify/corpus_certificate/*")):
        with open(path, "rb") as file:
            scene, zero, proof = file.read().decode("latin-1").partition("\0")
        if zero:
            yield os.path.basename(path), scene, proof


def chapter():
    with open(SOURCE + "/doc/70-certificate.md") as file:
        text = file.read()
    for a, b in (("scene", "proof"), ("lists", "list")):
        yield ("the chapter's " + b, *(text.split("```text %s\n" % part)[1].split(
            "```")[0] for part in (a, b)))


def stocked():
    """What the forgers begin with: weights that differ, both clocks, sharp lists,
    springs of all schemes, rebounds."""
    with tempfile.TemporaryDirectory() as place:
        for which in forge_stock.SMALL + forge_stock.REBOUNDS:
            if which[2] != "L0":
                yield (" ".join(which), *forge_stock.made(place, which)[:2])


def agree(name, scene, proof, count):
    """The same verdict; of level L2 the second checker does not see the lines that are
    L2's, and may accept more."""
    said = third_says(scene, proof)
    count[said] = count.get(said, 0) + 1
    if said is not None:
        other = second_says(scene, proof, deep=False)
        check(said == other or (other and "\nlevel L2\n" in proof),
              "%s: the proven program says %s: %r" % (name, said, (scene, proof)))
    return said


def forged(texts, r, rounds):
    """By the grammar, and numbers by one digit."""
    count = {}
    parsed = [(forge_grammar.Parse(p, "lists" if "\nlevel N\n" in p else "proof"), s, p)
              for s, p in texts]
    while sum(count.values()) < rounds:
        k = r.randrange(len(parsed))
        parse, scene, proof = parsed[k]
        if r.random() < 0.5:
            found = forge_grammar.forged(parse, r.choice(parsed)[0], r)
            other = found and found[1]
        else:
            i = r.choice([m.start() for m in re.finditer(
                "(?<=:)-?[1-9a-f]", proof)])
            other = proof[:i] + r.choice("123456789abcdef-") + proof[i + 1:]
        if other and other != proof:
            agree("forged", *sealed(scene, other), count)
    print("%d forged: %d accepted, %d refused, %d not covered; the second checker "
          "says the same" % (rounds, count.get(True, 0), count.get(False, 0),
                             count.get(None, 0)))
    check(count.get(True, 0) > 0 and count.get(False, 0) > rounds / 2, "one verdict")


# ---- is each condition needed?

def conditions(text):
    """(begin, end) of each operand of && in a text of Coq."""
    text = re.sub(r"\(\*.*?\*\)", lambda m: " " * len(m.group(0)), text, flags=re.S)
    marks = re.compile(r"&&|\(|\)|:=|=>|\bin\b|\bthen\b|\belse\b|\bend\b|\|\|?|"
                       r"\.\s|\bmatch\b|\bwith\b|\bif\b|\blet\b")
    open_, found = [[0, False]], []
    for m in marks.finditer(text):
        here, mark = open_[-1], m.group(0)
        if mark in ("(", "match"):
            open_.append([m.end(), False])
            continue
        if mark == "&&" or here[1]:
            found.append((here[0], m.start()))
        if mark in (")", "end"):
            open_.pop()
        elif mark != "match":
            here[:] = m.end(), mark == "&&"
    for a, b in found:
        inner = text[a:b].strip()
        if inner and not inner.startswith("step p to :="):
            yield a + text[a:b].index(inner), a + text[a:b].index(inner) + len(inner)


# What no theorem needs: (N3) once on a path, how many factors there are, and that free
# unknowns are some of all, are the grammar's.
SPARED = ("negb (on path i true || on path i false)", "Nat.leb (free p) (size p)",
          "long y (size p)")


def each_line():
    """Each condition of the program left out; Coq has to refuse the proof."""
    with open(HERE + "check.v") as file:
        text = file.read()
    border, tried = text.index("(** ## Levels L1 and R *)"), 0
    with tempfile.TemporaryDirectory() as place:
        for name in ("statement.v", "sums.v", "lists.v", "rows.v"):
            shutil.copy(HERE + name, place)

        def proves(program, *names):
            with open(place + "/check.v", "w") as file:
                file.write(program)
            return all(subprocess.run(
                [os.environ["PERP_COQC"], "-q", "-Q", ".", "Proven", name + ".v"],
                cwd=place, capture_output=True).returncode == 0 for name in names)

        check(proves(text, "statement", "check", "sums", "lists", "rows"), "as it is")
        for a, b in conditions(text):
            if text[a:b] in SPARED:
                continue
            rest = ("lists",) if text.index("Level N") < a < border else ("rows",)
            with_ = text[:a] + " true " + text[b:]
            check(proves(with_, "check"), "no Coq without " + text[a:b])
            check(not proves(with_, "sums", *rest), "proven without " + text[a:b])
            tried += 1
            if tried % 10 == 0:
                print(tried, flush=True)
    print("%d conditions left out, one by one: none can be spared" % tried)
    check(tried > 100, "most are found")


def told():
    """Words and exit codes of the program for people."""
    with tempfile.TemporaryDirectory() as place:
        path = place + "/c"
        for name, scene, proof in corpus():
            for end, text in ((".scene", scene), ("", proof)):
                with open(path + end, "w", encoding="latin-1", newline="") as file:
                    file.write(text)
            r = subprocess.run([sys.executable, "-B", HERE + "proven.py",
                                os.environ["PERP_PROVEN"], path],
                               capture_output=True, text=True)
            said = third_says(scene, proof)
            words = {True: "proven: ", False: "refused: ", None: "not covered: "}[said]
            check(r.returncode == {True: 0, False: 1, None: 4}[said] and
                  r.stdout.startswith(words) and r.stdout.count("\n") == 1,
                  "%s: %d, %s%s" % (name, r.returncode, r.stdout, r.stderr))
            check(("were not looked at" in r.stdout) ==
                  (said is True and "\nlevel L2\n" in proof), name + r.stdout)


def main():
    if sys.argv[1:] == ["lines"]:
        each_line()
        done()
    no_axiom()
    count, fine = {}, []
    for name, scene, proof in [*corpus(), *chapter(), *stocked()]:
        said = agree(name, scene, proof, count)
        check(said or "/" not in name, name + ": an honest run is refused")
        if said and "found" not in name:
            fine.append((scene, proof))
    print("%d accepted, %d refused, %d not covered" % tuple(
        count.get(x, 0) for x in (True, False, None)))
    told()
    check(len(fine) >= 50, "what is honest is accepted: %d" % len(fine))
    seed = int(os.environ.get("PERP_SEED", "16"))
    print("seed %d" % seed)
    forged(fine, random.Random(seed), 1500)
    done()


main()
