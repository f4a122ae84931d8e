"""perp-check --require, the record, and the exit codes: each code has its file, each
word of the chapter's table holds and fails where it should, and no comparison is one
of rounded numbers."""
import json
import os
import random
import re
import subprocess
import tempfile
from decimal import Decimal, getcontext
from fractions import Fraction

from certificates import CHECK, perp
from judged import Judge, sealed
from program import SOURCE, check, done, run

getcontext().prec = 2000
CHAPTER = open(SOURCE + "/doc/70-certificate.md").read()
EXAMPLE = [re.search("```text %s\n(.*?)```" % tag, CHAPTER, re.S).group(1)
           for tag in ("scene", "proof")]
LIST = [re.search("```text %s\n(.*?)```" % tag, CHAPTER, re.S).group(1)
        for tag in ("lists", "list")]


def asked(path, *words):
    r = subprocess.run([CHECK, path, *words], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr


def record(path, *words, alone=False):
    """The exit code and the last line; --json prints the same line alone."""
    code, text, _ = asked(path, *words)
    last = text.splitlines()[-1] + "\n"
    check(not alone or asked(path, "--json", *words)[:2] == (code, last), "--json")
    said = json.loads(last)
    check(said["code"] == code, "the code of the record: %s" % said)
    if words:
        in_prose(text, said)
    return code, said


def write(place, pair, name="f"):
    path = os.path.join(place, name)
    for end, text in zip((".scene", ""), pair):
        with open(path + end, "w", encoding="latin-1") as file:
            file.write(text)
    return path


def codes(place):
    """0, 1, 4, 5, 6, 7; 2 is below."""
    path = write(place, EXAMPLE)
    code, said = record(path, alone=True)
    check(code == 0 and said["verdict"] == "accepted" and said["why"] is None and
          said["level"] == "L1", "%s" % said)
    code, said = record(path, "--require", "r")
    check(code == 4 and said["verdict"] == "accepted" and said["unmet"] == ["r"],
          "%s" % said)
    wrong = sealed(EXAMPLE[0], EXAMPLE[1].replace("q/4 0:3", "q/4 0:5"))
    digits = (EXAMPLE[0].replace("h 1/2", "h " + "1" * (2 ** 18 + 1)), EXAMPLE[1])
    sizes = (EXAMPLE[0].replace("sizes 2 2", "sizes 10001 2"), EXAMPLE[1])
    index = sealed(EXAMPLE[0], EXAMPLE[1].replace("n 1:1", "n 268435457:1"))
    cut = (EXAMPLE[0], EXAMPLE[1][:EXAMPLE[1].index("end 1")])
    behind = (wrong[0], wrong[1][:wrong[1].index("end 1")])
    for name, pair, wanted, verdict in (
            ("a wrong position", wrong, 1, "refused"),
            ("which is the last line", behind, 1, "refused"),
            ("digits", digits, 5, "limit"), ("sizes", sizes, 5, "limit"),
            ("an index is no limit", index, 1, "refused"),
            ("no last line", cut, 7, "unfinished")):
        code, said = record(write(place, pair), "--require", "l1", alone=True)
        check((code, said["verdict"]) == (wanted, verdict) and said["why"] and
              said["scene"] is None and said["unmet"] is None and
              said["rows"] is None and said["residual"] is None,
              "%s: %s" % (name, said))
    for name, gone in (("no", ".scene"), ("d", ""), ("e", ".scene")):
        os.remove(write(place, EXAMPLE, name) + gone)
    os.mkdir(os.path.join(place, "d"))
    os.mkdir(os.path.join(place, "e.scene"))
    for name in ("nothing", "no", "d", "e"):
        code, text, err = asked(os.path.join(place, name))
        check(code == 6 and not text and err.count("\n") == 1 and
              "cannot read" in err, "%s: %d %s%s" % (name, code, text, err))
    with open("/dev/full", "w") as full:
        r = subprocess.run([CHECK, write(place, EXAMPLE)], stdout=full,
                           stderr=subprocess.PIPE, text=True)
    check(r.returncode == 6 and "written" in r.stderr, "%s" % r)


def every_cut():
    """An honest file that ends too soon, at any byte, is unfinished, and nothing
    else."""
    judge, cuts = Judge("codes"), 0
    for scene, proof in (EXAMPLE, LIST):
        check(judge.line(scene, proof) == b"0\n", "a base")
        for which, text in enumerate((scene, proof)):
            for i in range(len(text)):
                pair = (text[:i], proof) if which == 0 else (scene, text[:i])
                code = judge.line(*pair)
                cuts += 1
                check(code == b"7\n", "cut at %d: %s" % (i, code))
    print("%d cuts" % cuts)


def odd_words(place):
    """A word of the file that is repeated in the record is JSON: quotes, bytes that are no
    text."""
    for word, said in (('r"w', 'r"w'), ("r\\w", "r\\w"), ("row'", "row'")):
        path = write(place, sealed(EXAMPLE[0], EXAMPLE[1].replace("row 1", word + " 1")))
        code, found = record(path, alone=True)
        check(code == 1 and said in found["why"], "%s: %s" % (word, found))


def usage():
    """A word that is none ends with 2 before a file is read; the line names it."""
    for word, part in (
            ("opem=all", "did you mean 'open'"), ("L1", "did you mean 'l1'"),
            ("residuals<=1", "did you mean 'residual'"), ("", "there is no ''"),
            ("l1,,r", "there is no ''"), ("open", "'open' is required by =all"),
            ("open<=1", "by =all"), ("open=al", "by =all"), ("l1=all", "stands alone"),
            ("energy=all", "by <=X"), ("energy<1", "by <=X"), ("scene", "=DIGEST"),
            ("energy<=", "no number"), ("energy<=-1", "no number"),
            ("energy<=1e", "no number"), ("energy<=1e99999", "no number"),
            ("energy<=1/0", "no number"), ("energy<=.5", "no number"),
            ("energy<=1/", "no number"), ("energy<=1/2x", "no number"),
            ("energy<=1.5.5", "no number"), ("energy<=1.5/2", "no number"),
            ("energy<=1e5x", "no number"), ("energy<=1.11e-9999", "no number"),
            ("energy<=0x1p-3", "no number"), ("energy<=nan", "no number"),
            ("energy<=" + "1" * 401, "no number"), ("energy<=1 ", "no number"),
            ("scene=4b5d", "64 hexadecimal"), ("scene=" + "G" * 64, "64 hex"),
            ("x" * 5000, "there is no 'xxx")):
        code, text, err = asked("/nonexistent", "--require", word)
        check(code == 2 and not text and part in err and err.count("\n") == 1,
              "%s: %d %s%s" % (word[:30], code, text, err))
    for number in ("1e+2", "1E-2", "1.25e2", "3/4"):
        code, _, err = asked("/nonexistent", "--require", "energy<=" + number)
        check(code == 6 and "cannot read" in err, "%s: %d %s" % (number, code, err))
    for words in (["a", "--require"], ["a", "b"], ["a", "--requires=l1"],
                  ["--json"], ["--help", "a"], ["--version", "--json"],
                  ["a", "--show", "--json"],
                  ["a", "--show", "--require", "l1"]):
        r = subprocess.run([CHECK, *words], capture_output=True, text=True)
        check(r.returncode == 2 and not r.stdout and r.stderr.count("\n") == 1,
              "%s: %s" % (words, r))


# A run, the words that hold of it, and the words that do not. What is known of it
# besides: fig9_1 slides, rests on one contact and collides with nothing; four corners
# in space have no unique mode; rocking_block at rest has none, and collides.
BALL = """local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -10 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = 1/2 } }
  end },
  h = 1/64, T = 1/2, alpha = 1, gamma = 1,
  q = { x = 0, y = 1/2 }, v = { x = 4, y = -1/2 } }
"""
RUNS = [
    ("ball", "", ["--certify", "L2"],
     "l0 l1 l2=all modes=all open=all brackets=all residual<=0 energy<=0 "
     "projection<=0 moved<=0 masses=all placed=all radius<=1e-20 depth<=1e-9 height<=1e-9 joints<=0 "
     "velocity<=1e-20 width<=1e-9 rows<=40 steps<=40 hits<=1 stills<=0 "
     "projections<=0 rebounds<=0",
     "r n cones=all solved=all points=all radius<=1e-40 velocity<=0 width<=0 "
     "rows<=3 steps<=3 hits<=0 width<=1e-30"),
    ("ball", "", ["--certify", "L1", "--cones"],
     "l0 l1 cones=all residual<=0 hits<=1",
     "l2=all modes=all open=all brackets=all radius<=1 depth<=1 height<=1 "
     "joints<=1 velocity<=1 width<=1 r n points=all hits<=0"),
    ("GAP08/fig9_1", "T=0.1", ["--certify", "L0"],
     "l0 residual<=1e-9 energy<=1e-9 rows<=10", "l1 r n residual<=0 rows<=9 "
     "cones=all"),
    ("GAP08/ex9_1", "T=0.1 h=0.1", ["--certify", "R", "--rational"],
     "l0 l1 r residual<=0 energy<=0", "n l2=all open=all"),
    ("GAP08/box_stack", "count=2 T=0.02", ["--certify", "L2"],
     "l1 l2=all open=all brackets=all radius<=1e-20",
     "modes=all velocity<=1e300"),
    ("GAP08/four_bar", "T=0.98 h=0.07", ["--certify", "L2"],   # some of them
     "l1 l2=all brackets=all", "modes=all velocity<=1e300"),
    ("GAP08/rocking_block", "T=0.3 h=0.01", ["--certify", "L2"],
     "l2=all depth<=0 height<=2e-4", "height<=1e-4"),
    ("AP02/bouncing_disc", "T=1", ["--certify", "L1"],
     "l1 rebounds<=99", "rebounds<=0 hits<=0"),
    ("GAP08/pendulum_contact", "T=1.1 h=0.05", ["--certify", "L1"],
     "l1 energy<=1e-14 hits<=1", "energy<=0 hits<=0"),
    ("HP23/box_wall", "", ["--certify", "L1"], "l1 stills<=1", "stills<=0"),
    ("AP02/two_bars", "T=0.01 project=full", ["--certify", "L1"],
     "l1 projection<=1e-6 moved<=1e-3 masses=all",
     "projection<=0 projections<=0 moved<=1e-9 placed=all"),
    ("AP02/two_bars", "T=0.01 project=full", ["--certify", "L2"], "placed=all",
     "projections<=0"),
]


def words(place):
    """Word by word, and all that hold at once."""
    lua = os.path.join(place, "ball.lua")
    open(lua, "w").write(BALL)
    seen = [set(), set()]
    for name, sets, certify, holds, fails in RUNS:
        path = os.path.join(place, "c")
        perp(lua if name == "ball" else name, place, *certify, "--cert", path,
             "-q", sets=sets)
        code, said = record(path, "--require", holds.replace(" ", ","))
        check(code == 0 and said["unmet"] == [], "%s: %s" % (name, said["unmet"]))
        code, said = record(path, "--require=" + (holds + " " + fails).replace(
            " ", ","), alone=True)
        check(code == 4 and said["unmet"] == fails.split(" "), "%s: %s, not %s" %
              (name, said["unmet"], fails))
        for k, list_ in enumerate((holds, fails)):
            seen[k] |= {re.split("[<=]", w)[0] for w in list_.split(" ")}
        digest = subprocess.run(["sha256sum", path + ".scene"], text=True,
                                capture_output=True).stdout[:64]
        check(said["scene"] == digest, "the digest")
        other = digest[:-1] + ("0" if digest[-1] != "0" else "1")
        for word, wanted in (("scene=" + digest, 0), ("scene=" + other, 4)):
            check(name != "ball" or asked(path, "--require", word)[0] == wanted,
                  word)
    for k in (0, 1):
        print("%d words %s" % (len(seen[k]), ("hold", "fail")[k]))
    return seen


def in_prose(text, said):
    """The sentences count the same."""
    for key, form in (("l2", r"in (\d+) of (\d+) problems"),
                      ("open", r"in (\d+) of (\d+) rows"),
                      ("brackets", r"in (\d+) of (\d+) collisions")):
        found = re.search(form, text)
        if found:
            check(said[key] == {"proven": int(found[1]), "of": int(found[2])},
                  "%s: %s, %s" % (key, said[key], found[0]))
    flat, num = text.replace("\n", " "), r"(-?[\d.]+(?:e[-+]\d+)?)"
    found = re.search(r"L2: in (\d+) of them", flat)
    check(not found or said["modes"]["proven"] == int(found[1]), flat)
    for key, form in (("radius", "are within %s of what"), ("depth", "gaps from %s"),
                      ("height", "gaps from \\S+ to %s m"),
                      ("joints", "joints are off by at most %s m"),
                      ("velocity", "its velocities within %s m/s"),
                      ("projection", "optimality %s m"),
                      ("energy", "at most %s J in all")):
        found = re.search(form % num, flat)
        if found and said[key] is not None:
            x = abs(float(found[1]))
            check(abs(x - float(said[key])) <= 1e-3 * x, "%s: %s, %s" % (
                key, said[key], found[0]))
    found = re.search(r"(\d+) rows .*; (\d+) steps, (\d+) of .* (\d+) coll", text)
    if found:
        check([said[k] for k in ("rows", "steps", "hits", "stills")] ==
              [int(x) for x in found.groups()], text)


def nothing(place):
    """A proof of level L2 of no rows is one of level L2."""
    path = write(place, sealed(EXAMPLE[0].replace("T 1/2", "T 0"), EXAMPLE[1][
        :EXAMPLE[1].index("row")].replace("L1", "L2") + "end 0\nsha256 \n"))
    code, said = record(path, "--require", "l2=all,open=all,rows<=0,radius<=0")
    check(code == 0 and said["level"] == "L2" and said["l2"]["of"] == 0 and
          "level L2, 0 rows" in asked(path)[1], "%s" % said)


def lists(place):
    """Level N: a problem without a solution, one with a ray of them."""
    path = write(place, LIST)
    code, said = record(path, "--require", "n,solved=all,points=all,l0,residual<=0,"
                        "masses=all")
    check(code == 4 and said["unmet"] == ["solved=all", "points=all", "l0",
                                          "residual<=0", "masses=all"], "%s" % said)
    check(said["solved"] == {"proven": 2, "of": 3} and said["points"] ==
          {"proven": 2, "of": 3} and said["rows"] == 3 and said["level"] == "N",
          "%s" % said)
    one = os.path.join(place, "one.lcp")
    open(one, "w").write("2 2 1 1 2 -1 -1\n")
    run("solve", one, "--all", "--cert", path)
    check(asked(path, "--require", "n,solved=all,points=all")[0] == 0, "one")


def fractions(place):
    """X is compared as a fraction with the double that bounds: that double itself
    is enough, and nothing less is."""
    path = os.path.join(place, "c")
    perp("GAP08/fig9_1", place, "--certify", "L0", "--cert", path, "-q",
         sets="T=0.1")
    check(record(path)[1]["residual"] != "0", "a residual")
    for key in ("residual", "energy"):
        text = record(path)[1][key]
        x = float(text)
        if x == 0:
            continue
        while Fraction(x) > Fraction(text):
            x = nextbelow(x)
        exact = Decimal(x)              # of the double, to its last digit
        less = exact - Decimal(10) ** (exact.as_tuple().exponent - 3)
        up = "%s/%s" % Fraction(x).as_integer_ratio()
        for number, wanted in ((str(exact), 0), (str(less), 4), (text, 0), (up, 0),
                               ("1e300", 0), ("1e-300", 4)):
            if len(number) <= 400:
                code = asked(path, "--require", "%s<=%s" % (key, number))[0]
                check(code == wanted, "%s<=%s: %d" % (key, number, code))


def nextbelow(x):
    m, e = x.hex()[2:].split("p")
    return float(Fraction(x) - Fraction(2) ** (int(e) - 52))


def decimals():
    """A bound's text is the least decimal of 17 digits that is not below it."""
    seed = int(os.environ.get("PERP_SEED", "19"))
    print("seed %d" % seed)
    draw = random.Random(seed)
    xs = [0.0, 1.0, 0.5, 1e22, 1e23, 2.0 ** -70, 2.0 ** -1074, 2.0 ** 1023, 9.5,
          99999999999999999.0, 9.999999999999999e-5, 0.1, 123456.0, 1e16, 1e17, 1e-5]
    xs += [draw.random() * 2.0 ** draw.randint(-1060, 1020) for _ in range(2000)]
    xs += [float("9" * draw.randint(15, 17) + "e%d" % draw.randint(-300, 290))
           for _ in range(200)]
    r = subprocess.run([os.environ["PERP_JUDGE"], "decimals"], text=True,
                       input="\n".join(x.hex() for x in xs), capture_output=True)
    got = r.stdout.split("\n")[:-1]
    check(len(got) == len(xs), "%d of %d" % (len(got), len(xs)))
    for x, text in zip(xs, got):
        y = Fraction(text)
        check(y >= Fraction(x), "%r: %s" % (x, text))
        if x == 0:
            check(text == "0", text)
            continue
        power = Decimal(text).adjusted() - 16
        step = Fraction(10) ** power    # one in the last of 17 digits
        check(y - step < Fraction(x) and len(text.split("e")[0].replace(
            ".", "").strip("0")) <= 17 and float(text) in (x, float(y)),
            "%r: %s" % (x, text))


def chapter(seen, place):
    """Every word stands in the chapter's table, in the program's usage, and in the
    table of claims; every key of the record in the latter."""
    table = CHAPTER.split("## One bit")[1].split("\n## ")[0]
    stands = set(re.findall(r"^\| `(\w+)", table, re.M)) - {"scene"}
    seen[0] |= {"n", "solved", "points"}    # in lists()
    seen[1] |= {"l0", "masses"}             # in lists()
    check(seen[0] == stands, "%s" % (seen[0] ^ stands))
    check(seen[1] == stands, "%s" % (seen[1] ^ stands))
    said = subprocess.run([CHECK, "--help"], capture_output=True, text=True).stdout
    check(stands <= set(re.findall(r"\w+", said)), "usage")
    keys = set()
    for pair in (EXAMPLE, LIST):
        for key, value in record(write(place, pair))[1].items():
            keys |= {key} | ({key + "." + k for k in value}
                             if isinstance(value, dict) else set())
    keys |= {k + "." + e for k in ("l2", "modes", "open", "brackets",
                                            "placed") for e in ("proven", "of")}
    claims = open(SOURCE + "/doc/72-claims.md").read()
    rows = claims.split("### perp-check\n")[1].split("###")[0]
    listed = {k for line in rows.splitlines() if line.startswith("| `")
              for k in re.findall("`([^`]+)`", line.split("|")[1])}
    check(listed == keys, "the chapter of claims: %s" % sorted(listed ^ keys))


with tempfile.TemporaryDirectory() as place:
    codes(place)
    odd_words(place)
    usage()
    seen = words(place)
    nothing(place)
    lists(place)
    fractions(place)
    chapter(seen, place)
every_cut()
decimals()
done()
