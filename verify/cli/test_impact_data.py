"""perp impact and perp reach of matrices in JSON: as of a scene, byte by byte;
against all modes by brute force; closed forms; files that are wrong. `whole`: all
cases and all wrong files.
"""
import json
import os
import random
import sys
import tempfile
from fractions import Fraction as Q

sys.path.insert(0, os.path.join(os.environ.get("PERP_SOURCE", "."), "verify",
                                "hp23"))
import hp23
from program import SOURCE, check, done, expect, run

SEED = int(os.environ.get("PERP_SEED", "40"))
print("seed %d" % SEED)
WHOLE = sys.argv[1:] == ["whole"]


def scene(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def stated(path):
    """A statement of --cert as the JSON of an impact: fractions as texts."""
    lines = open(path).read().split("\n")
    nv, m, p = map(int, lines[3].split()[1:])
    check(m == 0, "a case without joints")
    slips, mu, at = [], [], 4
    for line in lines[at:at + p]:
        count, x = line.split()[1:]
        slips.append(int(count))
        mu.append(x)
    at += p

    def word(x):
        sign, x = (-1, x[1:]) if x[0] == "-" else (1, x)
        return sign * int(x, 16)

    def array(line, rows):
        head, *rest = line.split(" ")
        den = word((head + "/1").split("/")[1])
        out = [[Q(0)] * nv for _ in range(rows)]
        for i, x in (e.split(":") for e in rest):
            out[int(i) // nv][int(i) % nv] = Q(word(x), den)
        return out

    M = array(lines[at], nv)
    for i in range(nv):
        for j in range(i):
            M[i][j] = M[j][i]
    d = array(lines[at + 3], sum(slips))
    text = lambda rows: [[str(x) for x in row] for row in rows]
    mu = [str(Q(*(word(y) for y in x.split("/")))) for x in mu]
    per = [text(d[sum(slips[:j]):sum(slips[:j + 1])]) for j in range(p)]
    return {"M": text(M), "Jn": text(array(lines[at + 2], p)), "Jt": per,
            "mu": mu, "v": text(array(lines[at + 4], 1))[0]}


def written(place, x, name="impact.json"):
    path = os.path.join(place, name)
    with open(path, "w") as file:
        file.write(x if isinstance(x, str) else json.dumps(x))
    return path


def both(place, name, sets, words, coordinates):
    """The scene's bytes are those of its numbers."""
    more = [w for s in sets for w in ("--set", s)]
    exact = [w for w in words if w == "--rational"]
    cert = os.path.join(place, "c")
    r = run("impact", scene(name), "--cert", cert, "--json", *more, *exact)
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    x = stated(cert + ".scene")
    x["contacts"] = json.loads(r.stdout)["contacts"]
    x["coordinates"] = coordinates
    path = written(place, x)
    one = run("impact", scene(name), "--json", *words, *more)
    two = run("impact", "--data", path, "--json", *words)
    check(one.stdout == two.stdout and len(one.stdout) > 50 and
          two.returncode == one.returncode, "%s %s %s:\n%s%s%s" %
          (name, sets, words, one.stdout, two.stdout, two.stderr))
    return path, more


def samples(place, name, sets, path, more):
    words = ["--samples", "300", "--step", "0.1", "--steps", "9", "--csv", "-",
             "-q", "--seed", "5"]
    one = run("reach", scene(name), *words, *more)
    two = run("reach", "--data", path, *words)
    check(one.stdout == two.stdout and one.stdout.count("\n") == 301,
          "reach %s %s: %s" % (name, sets, two.stderr))


def coordinates(name):
    """Of the table of a reach."""
    r = run("reach", scene(name), "--samples", "1", "--step", "1", "--steps",
            "1", "--csv", "-", "-q")
    return [c[2:] for c in r.stdout.split("\n")[0].split(",")
            if c.startswith("v.")]


with tempfile.TemporaryDirectory() as place:
    for name, sets, words in (
            ("rocking_block", [], ["--all", "--law", "sequential"]),
            ("compass_gait", ["exact=true", "mu=2/5"],
             ["--all", "--rational"]),
            ("compass_gait", [], ["--all"]),
            ("rocking_block", ["v0=7/3", "mu=1/3"], ["--all", "--rational"]),
            ("box_wall", [], ["--all"]), ("ramone", [], ["--all"]),
            ("disk_stack", [], []), ("disk_stack", ["variant=coded"], []),
            ("discs_on_slope", ["slope=pythagorean"],
             ["--all", "--rational"]))[:None if WHOLE else 2]:
        q = coordinates(name)
        path, more = both(place, name, sets, words, q)
        if "--rational" not in words:
            samples(place, name, sets, path, more)

# ---- matrices by hand, and random ones: all modes by brute force

def agree(place, model, label):
    path = written(place, dict(zip(("M", "Jn", "Jt", "mu", "v"), model)))
    r = run("impact", "--data", path, "--all", "--json")
    check(r.returncode == 0, label + r.stderr)
    said = json.loads(r.stdout)
    wanted = hp23.outcomes(model)
    check(said["complete"] and len(said["outcomes"]) == len(wanted),
          "%s: %d outcomes, not %d" % (label, len(said["outcomes"]),
                                       len(wanted)))
    for o in said["outcomes"]:
        check(min(max(abs(a - b) for a, b in zip(o["v"], w))
                  for w in wanted) < 1e-8, "%s: %s" % (label, o["v"]))
    return len(wanted)


def drawn(draw):
    """M = B B' + I, symmetric as doubles; a colliding velocity."""
    n = 3
    B = [[draw.uniform(-1, 1) for _ in range(n)] for _ in range(n)]
    M = [[sum(B[i][k] * B[j][k] for k in range(n)) + (i == j)
          for j in range(n)] for i in range(n)]
    J = [[[draw.uniform(-1, 1) for _ in range(n)] for _ in range(2)]
         for _ in range(2)]
    v = [draw.uniform(-1, 1) for _ in range(n)]
    if hp23.dot(J[0][0], v) > 0:
        v = [-x for x in v]
    return M, J[0], J[1], [draw.uniform(0, 1.5) for _ in range(2)], v


with tempfile.TemporaryDirectory() as place:
    for model in (hp23.block, hp23.box, hp23.gait)[:None if WHOLE else 1]:
        agree(place, model(), model.__name__)
    draw = random.Random(SEED)
    for k in range(40 if WHOLE else 3):
        agree(place, drawn(draw), "random impact %d" % k)

# ---- numbers as they are written: tenths, thirds; shapes of MATLAB

BLOCK = {"M": [[1, 0, 0], [0, 1, 0], [0, 0, "5/12"]],
         "Jn": [[0, 1, -0.5], [0, 1, 0.5]], "Jt": [[1, 0, 1], [1, 0, 1]],
         "mu": [1, 1], "v": [0, -0.1, 0]}
with tempfile.TemporaryDirectory() as place:
    path = written(place, dict(BLOCK, v=[0, "-0.1", 0]))
    for file in (path, written(place, json.dumps(dict(BLOCK)).replace(
            "-0.1", "-1.0E-1").replace("0.5]", "5.0e+0]").replace(
            "5.0e+0", "0.5e+0"), "other.json")):
        r = run("impact", "--data", file, "--rational", "--json", "--law",
                "sequential")
        check(r.stdout.startswith('{"outcomes":[{"v":["21/1000","21/2000",'
                                  '"-21/1000"]'), "tenths: " + r.stdout +
              r.stderr)
    # a point on a floor, one number where lists are
    for x in ({"M": 2, "Jn": 1, "Jt": [[]], "mu": 0, "v": -3},
              {"M": [[2]], "Jn": [1], "Jt": [[]], "mu": [0], "v": [-3]}):
        r = run("impact", "--data", written(place, x), "--json")
        check(r.stdout.startswith('{"outcomes":[{"v":[0]'), r.stdout + r.stderr)
    # two contacts of one coordinate: a column is a flat list
    x = {"M": 1, "Jn": [1, 1], "Jt": [0, 0], "mu": [0, 0], "v": [-3]}
    r = run("impact", "--data", written(place, x), "--json")
    check('"vn":[0,0]' in r.stdout, r.stdout + r.stderr)
    # a mass point slides in space: v_x loses mu times the normal impulse
    x = {"M": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "Jn": [0, 0, 1],
         "Jt": [[[1, 0, 0], [0, 1, 0]]], "mu": "1/3", "v": [3, 0, -1]}
    r = run("impact", "--data", written(place, x), "--rational", "--json")
    check('"v":["8/3","0","0"]' in r.stdout, r.stdout + r.stderr)
    r = run("impact", "--data", "-", "--json", input=json.dumps(BLOCK))
    check('"v":[0,0,0]' in r.stdout, r.stdout + r.stderr)
    # impact = { h, N, samples } of the file
    path = written(place, dict(BLOCK, h=0.3, N=10, samples=7))
    r = run("reach", "--data", path, "--csv", "-", "-q")
    check(r.stdout.count("\n") == 8 and
          r.stdout.startswith("v.q1,v.q2,v.q3,vn.A"), r.stdout + r.stderr)

# ---- files that are wrong: place, value, remedy

TEXT = json.dumps(BLOCK).replace('"Jn"', '\n"Jn"')
WRONG = (
    (TEXT.replace("-0.1", "NaN"), ":2: v, entry 2: ", "'NaN'"),
    (TEXT.replace("-0.1", '"1/0"'), ":2: v, entry 2: ", "1/0", "decimal"),
    (TEXT.replace("-0.1", '"x"'), ":2: v, entry 2: ", "x"),
    (TEXT.replace("-0.1", "[1]"), ":2: v, entry 2: ", "not a list"),
    (TEXT.replace("-0.1, 0", "-0.1"), ":1: M: 2 rows", "not 3"),
    (TEXT.replace("[1, 0, 0]", "[1, 2, 0]"), ":1: M: row 2, entry 1 is 0,",
     "row 1, entry 2 is 2;", "write (M + M') / 2"),
    (TEXT.replace("0.5]]", "0.5, 1]]"), ":2: Jn, row 2: 3 numbers",
     "not 4"),
    (TEXT.replace("[0, 1, 0.5]", "[0, 0, 0]"), ":2: Jn, row 2: only zeros"),
    (TEXT.replace("[1, 1]", "[1]"), ":2: mu: 2 numbers", "not 1"),
    (TEXT.replace("[1, 1]", "[1, -1]"), ":2: mu, entry 2: -1 is negative"),
    (TEXT.replace('"mu"', '"nu"'), ":2: unknown key 'nu'", "'mu'?"),
    (TEXT.replace('"mu"', '"v"'), ":2: 'v' occurs twice"),
    (TEXT.replace('"mu": [1, 1], ', ""), ":1: 'mu' is missing"),
    (TEXT[:-1], ":2: the data: ',' is wanted", "the end of the file"),
    (TEXT + "1", ":2: the data have ended; '1'"),
    (TEXT.replace("[1, 1]", "[[[[1]]]]"), ":2: mu, entry 1", "too deep"),
    (TEXT.replace("[1, 1]", "null"), ":2: mu: a number or a list", "'null'"),
    ("", ":1: the data: '{' is wanted, not the end of the file"),
    ("\x00\xff", ":1: the data: '{' is wanted", "no text"),
    (TEXT[:-1] + ', "contacts": ["A", "A"]}', ":2: contacts, entry 2: a name"),
    (TEXT.replace("[0, 0, \"5/12\"]", "[0, 0, 0]"),
     "not positive definite: pivot 3 is 0;"),
    (TEXT.replace("[1, 0, 0], [0, 1, 0]", "[1, 2, 0], [2, 1, 0]"),
     "not positive definite: pivot 2 is -3;"),
)
with tempfile.TemporaryDirectory() as place:
    for k, (text, *parts) in enumerate(WRONG):
        if not WHOLE and k % 3 != 2:
            continue
        path = written(place, text)
        expect("wrong file %d" % k, 3, [], ["impact.json"][:len(parts) - 1] +
               parts, ("impact", "reach")[k % 2] if len(parts) > 1 else
               "impact", "--data", path)
    good = written(place, TEXT)
    expect("both", 2, [], ["leave out"], "impact", "x.lua", "--data", good)
    expect("neither", 2, [], ["--data FILE"], "reach")
    expect("--set", 2, [], ["change the file"], "reach", "--data", good,
           "--set", "mu=1")
    expect("no file", 6, [], ["no such file"], "impact", "--data",
           os.path.join(place, "none.json"))
    expect("over itself", 2, [], ["impact.json"], "reach", "--data", good,
           "--csv", good)
    check(open(good).read() == TEXT, "what is read is not written")
done()
