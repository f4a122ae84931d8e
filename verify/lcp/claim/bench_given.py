"""CPU time of perp solve --given for a problem of 200 unknowns.

A z with half of its numbers zero is chosen, and w with the other half; b = w - Az in
integers, so that z solves it exactly. The time is that of the process alone; it fails
above 0.1 s, twice what is promised, with rows that are full and with five numbers in each.
"""
import json
import os
import random
import resource
import tempfile

from program import check, done, run

N, SEED, MOST = 200, 2011, 0.1


def used():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


def problem(draw, full):
    A = [[draw.randint(-9, 9) if full or abs(i - j) < 3 else 0
          for j in range(N)] for i in range(N)]
    for i in range(N):
        A[i][i] = 1 + sum(map(abs, A[i]))
    z = [draw.randint(1, 99) if i % 2 else 0 for i in range(N)]
    w = [0 if i % 2 else draw.randint(1, 99) for i in range(N)]
    b = [w[i] - sum(a * x for a, x in zip(A[i], z)) for i in range(N)]
    return A, b, z


with tempfile.TemporaryDirectory() as place:
    print("seed %d" % SEED)
    draw = random.Random(SEED)
    for what, full in (("full rows", True), ("five in a row", False)):
        A, b, z = problem(draw, full)
        path, given = (os.path.join(place, x) for x in ("p.txt", "z.txt"))
        with open(path, "w") as f:
            f.write("%d\n%s\n%s\n" % (N, "\n".join(
                " ".join(map(str, row)) for row in A), " ".join(map(str, b))))
        with open(given, "w") as f:
            f.write(" ".join(map(str, z)) + "\n")
        least = None
        for _ in range(5):
            before = used()
            r = run("solve", path, "--given", given, "--json")
            took = used() - before
            least = took if least is None else min(least, took)
        check(r.returncode == 0 and json.loads(r.stdout)["verdict"] == "exact",
              r.stdout[:200] + r.stderr)
        print("%s: n = %d judged in %.3f s of CPU" % (what, N, least))
        check(least < MOST, "%s: %.3f s" % (what, least))
done()
