"""Other people's formats: random problems in files that this test writes itself, read
by perp solve --import, and what --export writes read by this test again; every
number the same fraction."""
import json
import os
import random
import tempfile
from fractions import Fraction as F

from program import check, done, run

SEED = int(os.environ.get("PERP_SEED", "31"))
PLACE = tempfile.mkdtemp()


def write(name, text):
    path = os.path.join(PLACE, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def decimal(q):
    """Of a fraction whose denominator is a power of two."""
    k = q.denominator.bit_length() - 1
    digits = str(abs(q.numerator) * 5 ** k).rjust(k + 1, "0")
    return "-" * (q < 0) + digits[:len(digits) - k] + "." + digits[len(digits) - k:]


def problem(r, kind=None):
    """n, A, b, of doubles or whole numbers; symmetric, skew or general."""
    n = r.randint(1, 5)

    def number():
        return F(0) if r.random() < 0.3 else F(r.randint(-9, 9)) \
            if r.random() < 0.5 else F(r.uniform(-1, 1) * 2.0 ** r.randint(-60, 60))
    A = [[number() for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(i):
            if kind == "symmetric":
                A[j][i] = A[i][j]
            if kind == "skew-symmetric":
                A[j][i] = -A[i][j]
        if kind == "skew-symmetric":
            A[i][i] = F(0)
    return A, [number() for _ in range(n)]


# ---- writers ----------------------------------------------------------------

def market(r, A, kind):
    """One matrix, in a form that is drawn."""
    rows, cols = len(A), len(A[0])
    sparse = r.random() < 0.5
    lower = {"general": -cols, "symmetric": 0, "skew-symmetric": 1}[kind]
    at = [(i, j) for j in range(cols) for i in range(rows) if i - j >= lower]
    out = ["%%%%MatrixMarket MATRIX %s real %s" %
           ("coordinate" if sparse else "Array", kind.title())]
    out += ["% said by nobody", ""] * r.randint(0, 1)
    if sparse:
        at = [(i, j) for i, j in at if A[i][j] != 0]
        r.shuffle(at)
        out.append("%d %d  %d" % (rows, cols, len(at)))
        out += ["%d\t%d %s" % (i + 1, j + 1, decimal(A[i][j])) for i, j in at]
    else:
        out.append(" %d %d" % (rows, cols))
        words = [r.choice(("", "+") if A[i][j] >= 0 else ("",)) + decimal(A[i][j])
                 for i, j in at]
        while words:
            k = r.randint(1, 3)
            out.append(" ".join(words[:k]))
            words = words[k:]
    return "\n".join(out) + "\n"


def as_json(r, A, b):
    def one(q):
        how = r.randrange(3)
        if how == 0 and q.denominator == 1:
            return json.dumps(int(q))
        if how == 1:
            return json.dumps(str(q))
        return json.dumps(float(q).hex()) if F(float(q)) == q else decimal(q)
    rows = ", ".join("[%s]" % ",".join(map(one, row)) for row in A)
    members = ['"A": [%s]' % rows, '"b":[%s]' % ", ".join(map(one, b)),
               '"note" : {"b": [1, "}", {"A": null}], "\\"": -1e3}']
    r.shuffle(members)
    return "{ %s }\n" % ",\n ".join(members)


def numpy_text(r, A, b):
    rows = [row + [c] for row, c in zip(A, b)] if r.random() < 0.5 else A + [b]
    between = r.choice((" ", ",", ", "))
    return "# a header\n" + "".join(between.join(map(decimal, row)) + "\n"
                                    for row in rows)


# ---- and back ----------------------------------------------------------------

def perp_text(text):
    words = " ".join(line.split("#")[0] for line in text.splitlines()).split()
    out = []
    while words:
        n = int(words.pop(0))
        numbers = [F(w) for w in words[:n * n + n]]
        words = words[n * n + n:]
        out.append(([numbers[i * n:i * n + n] for i in range(n)],
                    numbers[n * n:]))
    return out


def exported(path, *words):
    r = run("solve", path, *words)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return r.stdout


def read_market(lines):
    """array real general; what --export writes."""
    assert lines.pop(0) == "%%MatrixMarket matrix array real general"
    rows, cols = map(int, lines.pop(0).split())
    numbers = [F(lines.pop(0)) for _ in range(rows * cols)]
    return [[numbers[j * rows + i] for j in range(cols)] for i in range(rows)]


print("seed", SEED)
r = random.Random(SEED)
for turn in range(6):
    kind = r.choice(("general", "symmetric", "skew-symmetric"))
    A, b = problem(r, kind)
    B, c = problem(r)
    column = [[v] for v in b]
    files = {
        "market": (write("m.mtx", market(r, A, kind) +
                         market(r, column, "general")), ()),
        "market in two": (write("A.mtx", market(r, A, kind)),
                          ("--b", write("b.mtx", market(r, [b], "general")))),
        "json": (write("p.json", as_json(r, A, b)), ()),
        "json, a list": (write("l.json", "[%s]" % as_json(r, A, b)), ()),
        "numpy": (write("n.txt", numpy_text(r, A, b)), ("--import", "numpy"))}
    for name, (path, words) in files.items():
        got = perp_text(exported(path, *words, "--export", "perp"))
        check(got == [(A, b)], "%s: %s, not %s" % (name, got, (A, b)))
    two = write("two.json", as_json(r, A, b) + as_json(r, B, c))
    check(perp_text(exported(two, "--export", "perp")) == [(A, b), (B, c)], "two")
    lines = exported(two, "--export", "json").splitlines()
    said = [json.loads(line) for line in lines]
    check([([[F(v) for v in row] for row in o["A"]], [F(v) for v in o["b"]])
           for o in said] == [(A, b), (B, c)], "to JSON: %s" % lines)
    lines = exported(two, "--export", "market").splitlines()
    for A1, b1 in (A, b), (B, c):
        check(read_market(lines) == A1 and
              [row[0] for row in read_market(lines)] == b1, "to market")
    check(lines == [], "a line too many")
    rows = [[F(w) for w in line.split()]
            for line in exported(files["json"][0], "--export",
                                 "numpy").splitlines()]
    check(rows == A + [b], "to NumPy: %s" % rows)

# Rounded on request: seventeen digits, and read back to the same doubles.
third = write("third", "1 1/3 -0.1\n")
text = exported(third, "--export", "market", "--doubles")
check([float(x) for x in text.split("\n")[2:6:3]] == [1 / 3, -0.1], text)
back = write("back.mtx", text)
check(perp_text(exported(back, "--doubles", "--export", "perp")) ==
      [([[F(1 / 3)]], [F(-0.1)])], "doubles and back")
free = write("free", "free 1 1  1 1 1 1  1/3 2\n")
o = json.loads(exported(free, "--export", "json"))
check(o == {"free": 1, "A": [[1, 1], [1, 1]], "b": ["1/3", 2]}, str(o))
again = write("free.json", json.dumps(o))
check(exported(again, "--export", "perp") == exported(free, "--export", "perp"),
      "free unknowns")

# Vectors: each format; nan is an answer.
problem_file = write("two", "2  2 1 1 2  -5 -6\n")
for name, z, words in (
        ("json", '{"z": ["4/3", "7/3"]}', ()), ("list", '["4/3","7/3"]', ()),
        ("perp's own", exported(problem_file, "--exact", "--json"), ())):
    got = run("solve", problem_file, "--given", write("z", z), *words)
    check(got.returncode == 0 and "exactly" in got.stdout, name + got.stderr)
for name, z, words in (
        ("market", "%%MatrixMarket matrix array real general\n2 1\n1.5\n2\n", ()),
        ("numpy", "1.5,2\n", ("--import", "numpy")),
        ("sparse", "%%MatrixMarket matrix coordinate real general\n"
                   "1 2 2\n1 2 2\n1 1 1.5\n", ())):
    if words:
        problem_file = write("two.np", "2 1 -5\n1 2 -6\n")
    got = run("solve", problem_file, "--given", write("z", z), *words, "--json")
    check(got.returncode == 1 and [row["z"] for row in
                                   json.loads(got.stdout)["rows"]] ==
          ["3/2", "2"], name + got.stderr)
    problem_file = write("two", "2  2 1 1 2  -5 -6\n")
got = run("solve", problem_file, "--given", write("z", '[NaN, "-inf"]'), "--json")
check(got.returncode == 1 and json.loads(got.stdout)["no_number"] == 1, "nan")

# Pipes, and several files.
got = run("solve", "-", "--exact", input="1 1 -1\n")
check(got.returncode == 0 and "z = 1" in got.stdout, got.stderr)
got = run("solve", "-", problem_file, "--exact", "--json",
          input='{"A":[[2]],"b":[-1]}')
check([json.loads(x)["z"] for x in got.stdout.splitlines()] ==
      [["1/2"], ["4/3", "7/3"]], got.stdout)
got = run("solve", problem_file, write("none", "1 0 -1\n"), write("one", "1 1 1\n"))
check(got.returncode == 4 and "problem 2 has no solution" in got.stderr and
      "problem 3, n = 1: solved" in got.stdout, got.stderr)
got = run("solve", problem_file, "--given", "-", input="1 2")
check(got.returncode == 1 and "does not" in got.stdout, got.stderr)
got = run("solve", "-", "--given", "-", input="1 2")
check(got.returncode == 2 and "once" in got.stderr, got.stderr)
done()
