"""One result with every kernel: PERP_KERNEL=scalar, avx2, avx512.

Runs what the machine has; prints what it lacks. Random problems, whole runs of
every scheme, sets of impacts: text for text what the narrowest says.
"""
import os
import random
import tempfile

from program import SOURCE, check, done, run

WORDS = ["scalar", "avx2", "avx512"]


def under(kernel, *words):
    return run(*words, env={**os.environ, "PERP_KERNEL": kernel})


def flags():
    """What the processor says of itself; None where it cannot be read."""
    try:
        with open("/proc/cpuinfo") as file:
            lines = [x for x in file if x.startswith("flags")]
        return lines[0].split() if lines else None
    except OSError:
        return None


def words_of_this_machine():
    """Of the three words those that perp takes; refusals are clean."""
    have = []
    for kernel in WORDS:
        r = under(kernel, "params", scene("GAP08/fig9_1"))
        if r.returncode == 0:
            have.append(kernel)
        else:
            check(r.returncode == 2 and r.stdout == "" and
                  len(r.stderr.splitlines()) == 1 and
                  "this processor has no " + kernel in r.stderr, r.stderr)
    said = flags()
    if said is not None:
        check(have == [k for k in WORDS if k == "scalar" or k in said or
                       {k + "f", k + "dq", k + "vl"} <= set(said)],
              "taken: %s" % have)
    for kernel in ("", "Avx2", "avx", "neon", "x" * 5000):
        r = under(kernel, "params", scene("GAP08/fig9_1"))
        check(r.returncode == 2 and r.stdout == "" and
              len(r.stderr.splitlines()) == 1 and "PERP_KERNEL" in r.stderr and
              "scalar, avx2 or avx512" in r.stderr, "'%s': %s" %
              (kernel[:9], r.stderr))
        check(under(kernel, "--help").returncode == 0, "help helps")
    return have


def scene(name):
    return os.path.join(SOURCE, "cases", name + ".lua")


def problems(draw):
    """Lengths on both sides of every change of form. A = B B^T plus a skew
    part: a solution for every b, ties where B has few columns."""
    out = []
    for n in 2 * (1, 4, 7, 8, 9, 15, 16, 17, 24, 25, 32, 33, 48) + (64, 65, 100):
        rank = draw.choice((n, (n + 2) // 3))
        B = [[draw.randint(-2, 2) for _ in range(rank)] for _ in range(n)]
        S = [[draw.randint(-1, 1) for _ in range(n)] for _ in range(n)]
        A = [[sum(x * y for x, y in zip(B[i], B[j])) + (i == j) +
              S[min(i, j)][max(i, j)] * ((i < j) - (i > j)) / 8
              for j in range(n)] for i in range(n)]
        b = [draw.randint(-3, 2) + draw.choice((0, draw.random()))
             for _ in range(n)]
        out.append("\n".join([str(n)] + [" ".join(map(repr, row))
                                         for row in A + [b]]))
    return "\n".join(out)


RUNS = [("run", scene(s), "--csv", "-", "-q", *more) for s, *more in (
    ("GAP08/fig9_1", "--exact-check", "--set", "T=1"),
    ("GAP08/pile", "--set", "T=0.02"),
    ("GAP08/box_stack", "--set", "T=0.05"),
    ("GAP08/four_bar", "--set", "T=0.2"), ("AP02/bouncing_disc",), ("AP02/two_bodies",),
    ("P10/corner",), ("P10/beam",), ("PKS05/pushed_block",),
    ("HP23/dropped_block",))]
SETS = [("impact", scene("HP23/" + s), "--all", "--json")
        for s in ("ramone", "compass_gait")] + [
    ("reach", scene("HP23/" + s), "--samples", "100", "--csv", "-", "-q",
     *more) for s, *more in (("box_wall",), ("compass_gait",),
                             ("rocking_block", "--select", "all"))]


def main():
    have, seed = words_of_this_machine(), int(os.environ.get("PERP_SEED", 17))
    print("seed %d; compared: %s; not on this machine: %s" %
          (seed, " ".join(have), " ".join(sorted({*WORDS} - {*have})) or "-"))
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "random.lcp")
        with open(path, "w") as file:
            file.write(problems(random.Random(seed)))
        for words in [("solve", path, "--json"), *RUNS, *SETS]:
            said = [under(kernel, *words) for kernel in have]
            label = " ".join(words[:2])
            check(said[0].returncode == 0 and len(said[0].stdout) > 100,
                  "%s: %d %s" % (label, said[0].returncode, said[0].stderr))
            for kernel, one in zip(have[1:], said[1:]):
                check((one.returncode, one.stdout, one.stderr) ==
                      (said[0].returncode, said[0].stdout, said[0].stderr),
                      "%s: %s is not %s" % (label, kernel, have[0]))


main()
done()
