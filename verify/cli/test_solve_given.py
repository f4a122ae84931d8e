"""perp solve --given: exit codes, tolerances, doubles, limits, and answers that must
be refused."""
import json
import os
import tempfile

from program import check, done, run

TWO = "2  2 1 1 2  -5 -6\n"        # (4/3, 7/3) alone
SEGMENT = "2 1 -1 -1 1 0 0\n"      # a ray of solutions
NONE = "1 0 -1\n"


def given(problem, z, *words):
    with tempfile.TemporaryDirectory() as place:
        for name, text in (("p.lcp", problem), ("z.txt", z)):
            with open(os.path.join(place, name), "w") as file:
                file.write(text)
        return run("solve", "p.lcp", "--given", "z.txt", *words, cwd=place)


def one(problem, z, *words):
    r = given(problem, z, "--json", *words)
    return r.returncode, json.loads(r.stdout)


# Exact, near, refuted; a problem without a solution; nan.
for problem, z, words, code, verdict in (
        (TWO, "4/3 7/3", (), 0, "exact"),
        (TWO, "4/3\n7/3 # said somebody\n", (), 0, "exact"),
        (TWO, "1 2", (), 1, "refuted"),
        (TWO, "1 2", ("--tolerance", "1/3"), 0, "near"),
        (TWO, "1 2", ("--tolerance", "0.333"), 1, "refuted"),
        (TWO, "0 3", ("--tolerance", "1.5"), 0, "near"),
        (TWO, "0 3", ("--tolerance", "1"), 1, "refuted"),
        (SEGMENT, "1 3", ("--tolerance", "1/8"), 1, "refuted"),
        (SEGMENT, "1 1", (), 0, "exact"),
        (NONE, "5", (), 1, "refuted"),
        (TWO, "nan 1", (), 1, "refuted"),
        (TWO, "1 -Infinity", ("--tolerance", "9"), 1, "refuted")):
    got, o = one(problem, z, *words)
    check(got == code and o["verdict"] == verdict, "%s %s: %d %s" %
          (z, words, got, o))
    r = given(problem, z, *words)
    check(r.returncode == code and (r.stderr == "") == (code == 0) and
          r.stderr.count("\n") <= 1, "%s: %s" % (z, r.stderr))

# The nearest solution is looked for where the own basis fails, or is far.
check(one(TWO, "1 2")[1]["nearest"] is None, "its basis solves")
check(one(TWO, "1 2", "--tolerance", "1/8")[1]["nearest"]["distance"] == "1/3",
      "its basis is far")
check(one(NONE, "5")[1]["nearest"]["status"] == "none", "none")
check(one(TWO, "nan 1")[1] == {"n": 2, "tolerance": "0", "verdict": "refuted",
                               "no_number": 1, "backward": "infinite"}, "nan")

# A tenth is a tenth; with --doubles it is the double, in the problem and in z.
check(one("1 3 -0.3", "0.1")[1]["verdict"] == "exact", "a tenth")
check(one("1 10 -1", "0.1")[1]["verdict"] == "exact", "a tenth")
check(one("1 10 -1", "0.1", "--doubles")[1]["verdict"] == "refuted", "a double")
check(one("1 10 -1", "0.1", "--doubles")[1]["rows"][0]["z"] ==
      "3602879701896397/36028797018963968", "which")
check(one("1 1 -0.1", "0.1000000000000000055511151231257827")[1]["verdict"] ==
      "refuted", "not the double")
check(one("1 1 -0.1", "0.1000000000000000055511151231257827",
          "--doubles")[1]["verdict"] == "exact", "its double")

# Several problems and their z; the exit code is the worst.
r = given(TWO + "1 1 -1\n", "1 2\n1", "--json")
check([json.loads(x)["verdict"] for x in r.stdout.splitlines()] ==
      ["refuted", "exact"] and r.returncode == 1, r.stdout)

# Limits: bits for the basis, nodes for the search; more than thirty pairs.
code, o = one(TWO, "1 2", "--bits", "1")
check(o["basis"]["solves"] is None and code == 1, str(o))
WEDGE = "2 -1 0 0 -1 1 1\n"
code, o = one(WEDGE, "1/3 1/3", "--nodes", "2", "--tolerance", "1/8")
check(code == 5 and o["verdict"] == "undecided" and
      o["nearest"]["status"] == "undecided", str(o))
code, o = one(WEDGE, "1/3 1/3", "--nodes", "2")
check(code == 1 and o["verdict"] == "refuted", str(o))
MANY = "31 " + " ".join("1" if i % 32 == 0 else "0" for i in range(31 * 31)) + \
    " -1" * 31 + "\n"
code, o = one(MANY, "1 " * 30 + "0", "--tolerance", "1/8")
check(code == 5 and "30" in o["nearest"]["why"], str(o["nearest"]))
code, o = one(MANY, "1 " * 31)
check(code == 0 and o["nearest"] is None, "thirty-one right ones")

# The proof of the search is that of --all.
with tempfile.TemporaryDirectory() as place:
    for name, text in (("p", NONE), ("z", "5")):
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    r = run("solve", "p", "--given", "z", "--proof", "t", cwd=place)
    check(r.returncode == 1, r.stderr)
    r = run("solve", "p", "--check", "t", cwd=place)
    check(r.returncode == 0 and "the proof holds" in r.stdout, r.stderr)

# What must be refused: place, value, remedy, one line.
for z, code, parts in (
        ("1", 3, ["z.txt:1", "1 of the 2 numbers", "problem 1"]),
        ("1 2\n3", 3, ["z.txt:2", "'3'", "too many"]),
        ("1 zwei", 3, ["z.txt:1", "zwei", "write a decimal"]),
        ("1 nano", 3, ["z.txt:1", "nano"]),
        ("1 1e400", 3, ["z.txt:1", "too large"]),
        ("1 1/0", 3, ["z.txt:1", "1/0"]),
        ("", 3, ["z.txt:1", "0 of the 2"])):
    r = given(TWO, z)
    check(r.returncode == code and all(p in r.stderr for p in parts) and
          r.stderr.count("\n") == 1, "%r: %d %s" % (z, r.returncode, r.stderr))
for words, parts in (
        (("--all",), ["--given", "--all"]), (("--exact",), ["--exact"]),
        (("--tolerance=-1",), ["--tolerance", "'-1'"]),
        (("--tolerance", "x"), ["--tolerance", "'x'"])):
    r = given(TWO, "1 2", *words)
    check(r.returncode == 2 and all(p in r.stderr for p in parts), r.stderr)
r = run("solve", "p", "--tolerance", "1")
check(r.returncode == 2 and "--given" in r.stderr, r.stderr)
r = run("solve", "/dev/null", "--given", "/nowhere")
check(r.returncode == 6 and "/nowhere" in r.stderr, r.stderr)
done()
