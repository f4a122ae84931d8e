"""perp solve --all: the list, its proof, and the check of the proof."""
import json
import os
import random
import tempfile
from fractions import Fraction

from program import SOURCE, check, done, expect, run

CORPUS = os.path.join(SOURCE, "verify", "corpus")


def all_of(path, *words):
    r = run("solve", path, "--all", "--json", *words)
    return r, [json.loads(line) for line in r.stdout.splitlines()]


def problem(n, A, b):
    return "%d\n%s\n%s\n" % (n, "\n".join(" ".join(map(str, row))
                                          for row in A),
                             " ".join(map(str, b)))


def holds(A, b, z):
    """Is z a solution? Plain fractions."""
    w = [bi + sum(a * x for a, x in zip(row, z)) for row, bi in zip(A, b)]
    return min(z + w) >= 0 and all(x == 0 or y == 0 for x, y in zip(z, w))


with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "p.lcp")
    proof = os.path.join(place, "p.proof")
    rng = random.Random(71)
    for round in range(25):
        n = rng.randint(1, 4)
        A = [[rng.randint(-2, 2) for _ in range(n)] for _ in range(n)]
        b = [rng.randint(-2, 2) for _ in range(n)]
        with open(path, "w") as file:
            file.write(problem(n, A, b))
        r, (o,) = all_of(path, "--proof", proof)
        check(r.returncode == (0 if o["faces"] else 4), "round %d" % round)
        check(o["complete"] and o["exact"] and o["complete_of"] ==
              "the problem as written", "round %d" % round)
        for face in o["faces"]:
            points = [[Fraction(x) for x in v] for v in face["vertices"]]
            middle = [sum(x) / len(points) for x in zip(*points)]
            for ray in face["rays"]:
                middle = [x + Fraction(y) for x, y in zip(middle, ray)]
            check(all(holds(A, b, p) for p in points + [middle]),
                  "round %d: %s" % (round, face))
            for i, letter in enumerate(face["pattern"]):
                check((letter == "z") == (middle[i] > 0),
                      "round %d: the pattern" % round)
        held = run("solve", path, "--check", proof)
        check(held.returncode == 0 and "holds" in held.stdout,
              "round %d: %s" % (round, held.stderr))

    # Mutations: another number anywhere is refused, or the claim is true still.
    path = os.path.join(CORPUS, "copositive.lcp")
    run("solve", path, "--all", "--proof", proof)
    with open(proof) as file:
        lines = file.read().split("\n")
    kept = 0
    for k in rng.sample(range(len(lines) - 1), 40):
        words = lines[k].split(" ")
        at = rng.randrange(len(words))
        words[at] = "7" if words[at] != "7" else "8"
        with open(proof, "w") as file:
            file.write("\n".join(lines[:k] + [" ".join(words)] +
                                 lines[k + 1:]))
        r = run("solve", path, "--check", proof)
        kept += r.returncode == 0
        check(r.returncode in (0, 1), "line %d: %d %s" %
              (k + 1, r.returncode, r.stderr))
    check(kept <= 8, "%d of 40 mutants are accepted" % kept)
    with open(proof, "w") as file:
        file.write("\n".join(lines[:len(lines) // 2]))
    expect("a cut proof", 1, [], [proof, "line"], "solve",
           os.path.join(CORPUS, "one.lcp"), "--check", proof)
    expect("no proof", 6, [], ["nowhere"], "solve", path, "--check",
           "nowhere")
    expect("a proof in no directory", 6, [], [place], "solve", path, "--all",
           "--proof", os.path.join(place, "no", "such"))

for name in sorted(os.listdir(CORPUS)):
    path = os.path.join(CORPUS, name)
    twice = [all_of(path)[0].stdout for _ in range(2)]
    check(twice[0] == twice[1], "%s: two runs differ" % name)
expect("all and start", 2, [], ["--all", "--start"], "solve", path, "--all",
       "--start", "e")
done()
