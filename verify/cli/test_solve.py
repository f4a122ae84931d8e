"""perp solve: answers, verdicts, JSON, and files that must be refused."""
import os
import resource
import tempfile
from fractions import Fraction

from program import BINARY, check, done, expect, in_file, run
from solved_lines import objects, solve


def numbers(values, exact):
    return [Fraction(v) for v in values] if exact else \
        [float(v) for v in values]


# The four verdicts and their codes, in both arithmetics.
GAME = "2  0 1 1 0  -1 -1\n"
RAY = "5 " + " ".join(map(str, [0, 0, 3, 1, 2, 0, 0, 1, 3, 2, 1, 2, 0, 0, 0,
                                2, 1, 0, 0, 0, 3, 3, 0, 0, 0])) + " -1" * 5
for flags in ((), ("--exact",)):
    exact = bool(flags)
    for text, code, status, z in (
            ("2  2 1 1 2  -5 -6\n", 0, "solved", ["4/3", "7/3"]),
            ("1 1 0\n", 0, "solved", ["0"]),
            (GAME, 0, "solved", ["1", "1"]),
            ("1 -1 -1\n", 4, "none", None),
            ("free 1 1  0 0  1 0  1 0\n", 4, "none", None)):
        r = solve(text, "--json", *flags)
        check(r.returncode == code, "%s%s: %d" % (text, flags, r.returncode))
        check((r.stderr == "") == (code == 0), "%s: %s" % (text, r.stderr))
        (o,) = objects(r)
        check(o["status"] == status, "%s: %s" % (text, o))
        check(isinstance(o["pivots"], int) and o["pivots"] >= 0, "pivots")
        check(o["n"] == int(text.split()[2 if "free" in text else 0]), "n")
        if z is None:
            check(o["z"] == [] and o["exact"] is True, text)
        elif exact:
            check(o["z"] == z and o["exact"] is True, "%s: %s" % (text, o))
        else:
            check(all(abs(Fraction(a) - Fraction(b)) < 1e-12
                      for a, b in zip(o["z"], z)), text)

# A ray stands when the search may not go on; it is data, and exit 4.
r = solve(RAY, "--exact", "--json", "--nodes", "1")
(o,) = objects(r)
check(r.returncode == 4 and o["status"] == "ray" and "dz" in o,
      "a ray: %d %s" % (r.returncode, o))
r = solve(RAY, "--exact", "--json")
(o,) = objects(r)
check(r.returncode == 0 and o["status"] == "solved", "beyond the ray: %s" % o)
for start in ((), ("--exact",)):
    r = solve(RAY, "--json", "--start", "lemke-howson", *start)
    (o,) = objects(r)
    z = numbers(o["z"], o["exact"])
    check(r.returncode == 0 and o["pivots"] > 0 and sum(z[:2]) > 0,
          "Lemke-Howson: %s" % o)
same = [objects(solve("1 1 -1", "--json", *s))[0] for s in ((), ("--start",
                                                                 "e"))]
check(same[0] == same[1], "e is the default")
in_file(lambda p: expect("no game", 3, [], ["Lemke-Howson", "--start"],
                         "solve", p, "--start", "lemke-howson"), "1 1 -1\n")
in_file(lambda p: expect("no such start", 2, [], ["--start", "lemke-howson"],
                         "solve", p, "--start", "lemke"), "1 1 -1\n")

# A search that does not end: code 5, and a line that says so.
MANY = "12 " + " ".join("-1" if i == j else "0" for i in range(12)
                        for j in range(12)) + " 1" * 12
r = solve(MANY, "--all", "--json", "--nodes", "100")
(o,) = objects(r)
check(r.returncode == 5 and o["status"] == "limit" and
      o["complete"] is False and o["complete_of"] is None and
      o["faces"] == [], "a limit: %s" % o)
# Complete is the list for the numbers in the file, not for their doubles: a tenth
# is a tenth, in both ways to write it.
for b in "-0.1", "-1/10":
    (o,) = objects(solve("1 3 " + b, "--all", "--json"))
    check(o["complete_of"] == "the problem as written" and
          o["faces"][0]["vertices"] == [["1/30"]], "a tenth: %s" % o)
for value in ("0", "-3", "x", "1e9", "999999999999999999999"):
    in_file(lambda p: expect("nodes " + value, 2, [], ["--nodes"], "solve", p,
                             "--nodes=" + value), "1 1 -1\n")
# Whatever decides: limits of numbers and of time end it with code 5.
for text, words in (("2  2 1 1 2  -5 -6\n", ("--all",)),
                    (RAY, ("--exact",)), (RAY, ("--start", "lemke-howson",
                                                "--exact"))):
    for limit in (("--bits", "2"), ("--seconds", "1e-9")):
        r = solve(text, "--json", *words, *limit)
        (o,) = objects(r)
        check(r.returncode == 5 and o["status"] == "limit",
              "%s %s: %d %s" % (words, limit, r.returncode, o))
        check(limit[0] == "--bits" or "time" in r.stderr or
              "long" in r.stderr, r.stderr)
r = solve("2  2 1 1 2  -5 -6\n", "--exact", "--json", "--bits", "2")
check(r.returncode == 5 and objects(r)[0]["status"] == "limit", r.stdout)
# Equations of pairs alone: Lemke can not begin, the search can.
r = solve("free 1 2  0 1 1  0 1 0  1 0 1   -1 0 0\n", "--exact", "--json")
(o,) = objects(r)
check(r.returncode == 0 and o["status"] == "solved" and o["free"] == 1,
      "equations of pairs: %s" % o)

# The worst verdict of several problems is the exit code.
r = solve("1 1 -1\n1 -1 -1\n1 1 2\n", "--json")
check(r.returncode == 4 and [o["status"] for o in objects(r)] ==
      ["solved", "none", "solved"], "three problems: %s" % r.stdout)

# Text and JSON agree.
text = solve("2  2 1 1 2  -5 -6\n", "--exact").stdout
check("z = 4/3 7/3" in text and "w = 0 0" in text, text)

BAD = [
    ("nothing", "# nothing at all\n", ["problem.lcp:", "no problem"]),
    ("cut", "2\n1 0\n0 1\n-1", ["problem.lcp:", "begins at line 1", "6 numbers"]),
    ("no numbers", "2\n", ["problem.lcp:", "ends inside"]),
    ("by zero", "1 1/0 1", ["problem.lcp:1", "1/0"]),
    ("a huge exponent", "1 1e" + "9" * 1000000 + " 1", ["problem.lcp:1"]),
    ("a negative huge exponent", "1 1e-" + "9" * 1000000 + " 1",
     ["problem.lcp:1"]),
    ("a large exponent", "1 1e5000 1", ["problem.lcp:1", "1e5000"]),
    ("too large for a double", "1 1e400 1", ["problem.lcp:1", "too large for a double"]),
    ("a long number", "1 " + "7" * 1000000 + " 1", ["problem.lcp:1"]),
    ("nan", "1 nan 1", ["problem.lcp:1", "nan"]),
    ("inf", "1 1 -inf", ["problem.lcp:1", "inf"]),
    ("n = 0", "0", ["problem.lcp:1", "'0'", "from 1"]),
    ("n = -1", "-1", ["problem.lcp:1", "'-1'", "from 1"]),
    ("n = 1e9", "1e9", ["problem.lcp:1", "'1e9'"]),
    ("n = 1000000000", "1000000000 1 1", ["problem.lcp:1", "1000000000"]),
    ("n = 4097", "4097 1 1", ["problem.lcp:1", "4096"]),
    ("n = 4096 in a short file", "4096 1 1", ["problem.lcp:1", "ends inside"]),
    ("free alone", "free", ["problem.lcp:1", "free"]),
    ("free -1", "free -1 2 1 1", ["problem.lcp:1", "'-1'"]),
    ("free without size", "free 1", ["problem.lcp:1"]),
    ("words", "one two", ["problem.lcp:1", "'one'"]),
    ("a sign too many", "1 +-1 1", ["problem.lcp:1", "+-1"]),
    ("two lines later", "1\n# a remark\n1/2 x", ["problem.lcp:3", "x"]),
    ("bytes", b"1 \xff\xfe\x00 1", ["problem.lcp:1"]),
    ("a NUL", b"1 1\x002 1", ["problem.lcp:1"]),
]
for name, text, says in BAD:
    for words in ((), ("--all", "--json"), ("--exact",)):
        in_file(lambda p: expect(name, 3, [], says, "solve", p, *words), text)
expect("no file", 6, [], ["nowhere.lcp"], "solve", "nowhere.lcp")
with tempfile.TemporaryDirectory() as place:
    expect("a directory", 6, [], [place], "solve", place)
    shut = os.path.join(place, "shut.lcp")
    with open(shut, "w") as file:
        file.write("1 1 1")
    if os.getuid() != 0:
        os.chmod(shut, 0)
        expect("no right", 6, [], ["shut.lcp"], "solve", shut)
# A number too many begins a problem that is none.
r = solve("1 1 1 1.5")
check(r.returncode == 3 and len(r.stderr.splitlines()) == 1 and
      "'1.5'" in r.stderr and "too many" in r.stderr, r.stderr)
# What stands before the mistake has been answered.
r = solve("1 1 -1\n1 1/0 1\n", "--json")
check(r.returncode == 3 and len(objects(r)) == 1, "one answer, then a mistake")

# No memory for a problem of the file: its rest is not read as another one.
def scarce():
    resource.setrlimit(resource.RLIMIT_AS, (10**8, 10**8))


def large(path):
    with open(BINARY, "rb") as file:
        sanitized = b"__asan_init" in file.read()
    rule = "allocator_may_return_null=1:max_allocation_size_mb=30"
    return run("solve", path, env=dict(os.environ, ASAN_OPTIONS=rule),
               preexec_fn=None if sanitized else scarce)


r = in_file(large, "2500\n" + "1 " * (2500 * 2501))
check(r.returncode == 5 and r.stdout == "" and
      "memory" in r.stderr.splitlines()[-1],
      "no memory: %d %s" % (r.returncode, r.stderr[-300:]))
done()
