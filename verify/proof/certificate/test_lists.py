"""Level N: lists of all solutions, their two checkers, and forged lists."""
import hashlib
import os
import random
import tempfile

from program import SOURCE, check, done, expect, run
from certificates import both
import forge_grammar
from judged import Judge, sealed, second_says, third_says
from slow_lists import true

CORPUS = os.path.join(SOURCE, "verify", "corpus")


# ---- what is forged

def spoilt(text, r):
    """One byte, a deletion, a swap, a line gone, doubled, moved, renumbered."""
    how, i = r.randrange(8), r.randrange(len(text))
    if how == 0:
        return text[:i] + r.choice("0123456789abcdef-:/ zwy\n") + text[i + 1:]
    if how == 1:
        return text[:i] + text[i + 1:]
    if how == 2:
        return text[:i] + text[i + 1:i + 2] + text[i] + text[i + 2:]
    lines = text.split("\n")
    i, j = r.randrange(len(lines)), r.randrange(len(lines))
    if how == 3:
        del lines[i]
    elif how == 4:
        lines.insert(j, lines[i])
    elif how == 5:
        lines[i], lines[j] = lines[j], lines[i]
    else:
        words = lines[i].split(" ")
        k = r.randrange(len(words))
        head, colon, x = words[k].rpartition(":")
        words[k] = head + colon + {
            "z": "w", "w": "0", "0": "z"}.get(x, "-" + x if how == 6 else "1")
        lines[i] = " ".join(words)
    return "\n".join(lines)


def factors(r, m):
    y = [r.choice((0, 0, 1, 1, 2, -1)) for _ in range(m)]
    return "".join(" %d:%d" % e for e in enumerate(y) if e[1])


def denied(proof, m, r):
    """Another tree: no solution at all; or one leaf with other factors, empty
    where it was inside a face, inside where it was empty."""
    head, rest = proof.split("\nfaces ")
    body = rest.split("\n")
    if r.random() < 0.3:
        return head + "\nfaces 0\nempty" + factors(r, m) + "\nend 1\nsha256 \n"
    leaf = [k for k, line in enumerate(body)
            if line.split(" ")[0] in ("empty", "inside")]
    k = r.choice(leaf)
    if body[k][0] == "i":
        body[k:k + 2] = ["empty" + factors(r, m)]
    else:
        body[k:k + 1] = ["inside 0", "y" + factors(r, m)]
    return head + "\nfaces " + "\n".join(body)


def forge(all_, r, rounds):
    judge, kept, agreed = Judge(), 0, 0
    for scene, proof in all_:
        check(judge(scene, proof), "the judge refuses what is true")
        for i in range(len(proof)):
            check(not judge(scene, proof[:i]), "cut at %d" % i)
            check(not judge(scene, proof[:i] + proof[i + 1:]), "without %d" % i)
    parsed = [forge_grammar.Parse(proof, "lists") for _, proof in all_]
    check(all(p.end == len(p.lines) for p in parsed), "the grammar of lists")
    for k in range(rounds):
        at = r.randrange(len(all_))
        scene, proof = all_[at]
        m = sum(map(int, scene.split("\n")[1].split(" ")[1:]))
        ruled = k % 4 == 2 and forge_grammar.forged(parsed[at], r.choice(parsed), r)
        pair = (spoilt(scene, r), proof) if k % 4 == 0 else \
            (scene, spoilt(proof, r) if k % 4 == 1 else
             ruled[1] if ruled else denied(proof, m, r))
        if pair == (scene, proof):
            continue
        check(not judge(*pair), "accepted with its digests: %r" % (pair,))
        pair = sealed(*pair)
        said = judge(*pair)
        fine = said is not None
        if fine:
            kept += 1
            check(true(*pair, said[6]), "accepted and false: %r" % (pair,))
        if fine or k % 10 == 0:
            agreed += 1
            check(fine == second_says(*pair), "they differ: %r" % (pair,))
            check(third_says(*pair) in (None, fine), "proven? %r" % (pair,))
    print("%d forged lists: %d accepted with new digests, all of them true; "
          "the checkers agree about %d" % (rounds, kept, agreed))


# ---- the tests

def lists_of(path, place, code=(0, 4)):
    out = os.path.join(place, "c")
    r = run("solve", path, "--all", "--cert", out)
    check(r.returncode in code, "%s: %s" % (path, r.stderr))
    text = both(out, path)
    scene, proof = (open(out + end).read() for end in (".scene", ""))
    sum_ = hashlib.sha256(scene.encode()).hexdigest()
    check(sum_ in r.stderr and sum_ in text[0], "the digest of " + path)
    return scene, proof, text


def whole(place):
    """The corpus: both checkers say the same numbers."""
    for name in sorted(os.listdir(CORPUS)):
        *_, (one, two) = lists_of(os.path.join(CORPUS, name), place)
        numbers = ["".join(c if c.isdigit() else " " for c in t).split()
                   for t in (one[:160].replace("\n", " "), two)]
        check(numbers[0][:1] + numbers[0][2:4] + numbers[0][1:2] ==
              numbers[1], "%s: %s, %s" % (name, one, two))
    for part in ("level N", "Proven:", "Not proven: corners"):
        check(part in one, "they do not say '%s'" % part)


def problem(free, A, b):
    return "%s\n%s\n%s\n" % (
        "free %d %d" % (free, len(b) - free) if free else len(b),
        "\n".join(" ".join(map(str, row)) for row in A), " ".join(map(str, b)))


def drawn(place, r, rounds):
    """Small problems with whole numbers: what is listed is true, by the oracle."""
    out, none, several = [], 0, 0
    for k in range(rounds):
        free, n = r.randint(0, 1), r.randint(1, 3)
        m = free + n
        A = [[r.randint(-2, 2) for _ in range(m)] for _ in range(m)]
        path = os.path.join(place, "p.lcp")
        with open(path, "w") as file:
            file.write(problem(free, A, [r.randint(-2, 2) for _ in range(m)]))
        scene, proof, _ = lists_of(path, place)
        check(true(scene, proof), "false: %s%s" % (scene, proof))
        none += "faces 0" in proof
        several += proof.count("face ") > 1
        out.append((scene, proof))
    check(none > 0 and several > 0, "all of one sort")
    print("%d problems: %d have no solution, %d several faces" %
          (rounds, none, several))
    return out


def example(place):
    """The chapter's example, letter by letter."""
    text = open(SOURCE + "/doc/70-certificate.md").read()
    parts = [text.split("```text " + tag + "\n")[1].split("```")[0]
             for tag in ("problems", "lists", "list")]
    path = os.path.join(place, "example.lcp")
    with open(path, "w") as file:
        file.write(parts[0])
    scene, proof, _ = lists_of(path, place, (4,))
    check((scene, proof) == (parts[1], parts[2]), scene + proof)


def refused(place):
    path = os.path.join(CORPUS, "one.lcp")
    expect("--cert alone", 2, [], ["--all"], "solve", path, "--cert", "x")
    expect("no directory", 6, [], [place], "solve", path, "--all", "--cert",
           os.path.join(place, "no", "such"))
    out = os.path.join(place, "of_no_search")
    r = run("solve", os.path.join(CORPUS, "many.lcp"), "--all", "--nodes", "3",
            "--cert", out)
    check(r.returncode == 5 and not os.path.exists(out) and
          not os.path.exists(out + ".scene"), "a search that did not end")


seed = int(os.environ.get("PERP_SEED", "20"))
print("seed %d" % seed)
with tempfile.TemporaryDirectory() as place:
    r = random.Random(seed)
    whole(place)
    some = drawn(place, r, 30)
    forge(sorted(some, key=lambda p: len(p[1]))[-6:], r, 3000)
    example(place)
    refused(place)
done()
