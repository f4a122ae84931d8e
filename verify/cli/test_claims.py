"""The table of claims: doc/72-claims.md against the programs.

Every key that a --json prints stands in the chapter's table of its command, and
every key of a table is printed; every text of the sources with a word that
claims stands in the table of claims; the functions and tests that are named
there exist, and none of them is of the program that it is to refute.
"""
import glob
import json
import os
import re
import sys
import tempfile

from program import SOURCE, check, done, run

CHAPTER = os.path.join(SOURCE, "doc", "72-claims.md")


def case(name):
    return os.path.join(SOURCE, "cases", *name.split("/")) + ".lua"


def motion(name):
    return os.path.join(SOURCE, "verify", "motions", name)


# ---- what the programs print ----------------------------------------------

LCP = "2 2 1 1 2 -1 -1\n"          # one solution
NONE = "1 0 -1\n"                   # none
SEVERAL = "2 0 0 0 0 0 0\n"         # a quadrant of them
SEGMENT = "2 1 -1 -1 1 0 0\n"       # a ray
CONTACTS = "contacts 2 1 1 0 0 1 0 0 0\n"
POINTS = "2 -1 0 0 -1 1 1\n"        # four points
CERTIFY = ["--certify", "L1", "--cert", "c"]
PARTS = [["reach", case("HP23/rocking_block"), "--samples", "16", "--shard",
          "%d/2" % k, "--csv", "part%d" % k] for k in (1, 2)]
SWEPT = [["run", case("GAP08/fig9_1"), "--set", "h=0.1,0.2", "--shard",
          "%d/2" % k, "--csv", "swept%d" % k] for k in (1, 2)]

# Command lines behind `perp`, by the heading of their table. Without --json a
# line only makes what later ones read.
LINES = {
    "run": [["run", case("GAP08/fig9_1"), "--set", "h=0.1"],
            ["run", case("GAP08/fig9_1"), "--set", "h=0.1,0.2"],
            ["run", case("GAP08/fig9_1"), "--set", "h=0.1", "--exact-check"],
            ["run", case("GAP08/fig9_1"), "--set", "h=0.1", "--set", "basis=kept"],
            ["run", case("GAP08/fig9_1"), "--set", "h=0.1"] + CERTIFY,
            ["run", case("GAP08/ex9_1"), "--rational"],
            ["run", case("GAP08/four_bar"), "--set", "T=0.1"],
            ["run", case("GAP08/tumbling_body"), "--set", "T=0.1"],
            ["run", case("GAP08/rocking_block"), "--set", "T=0.1"],
            ["run", case("HP23/dropped_block"), "--set", "T=0.28"],
            ["run", os.path.join(SOURCE, "verify/scene/run/turning_box.lua")],
            ["run", case("AP02/two_bars"), "--set", "T=0.05"],
            ["run", case("AP02/bouncing_disc"), "--set", "T=0.5"],
            ["run", case("P10/disc")],
            ["run", case("P10/bar"), "--rational"],
            ["run", case("P10/bar")],
            ["run", case("P10/comparison")],
            ["run", case("PKS05/ball"), "--set", "T=0.01"],
            ["run", case("PKS05/ball"), "--set", "T=0.003", "--rational"],
            ["run", case("PKS05/ball"), "--set", "T=0.01", "--exact-check"],
            ["run", case("PKS05/nonunique_step")],
            ["run", case("PKS05/nonunique_step"), "--rational"],
            ["run", case("PKS05/fixed_point")],
            ["run", os.path.join(SOURCE, "verify/pks05/ends/ball_all.lua")],
            ["run", os.path.join(SOURCE, "verify/pks05/ends/plane_all.lua")],
            ["run", os.path.join(SOURCE, "verify/pks05/ends/ball_grid.lua")],
            ["run", case("PKS05/slide_to_target"), "--set", "h=0.05"]],
    "judge": [["judge", motion("penalty.lua"), motion("penalty.csv"),
               "--impulses"],
              ["judge", motion("penalty.lua"), motion("penalty.csv"),
               "--set", "mu=0.01", "--error", "q=1e-3,v=1"]],
    "run --branches": [["run", case("HP23/dropped_block"), "--branches", "10",
                        "--set", "T=0.28"],
                       ["run", case("HP23/disk_stack"), "--branches", "20",
                        "--depth", "1"],
                       ["run", case("PKS05/nonunique_step"), "--branches",
                        "3"]],
    "solve": [["solve", "one.lcp"], ["solve", "none.lcp"],
              ["solve", "one.lcp", "--exact"], ["solve", "none.lcp", "--exact"],
              ["solve", "several.lcp", "--exact"]],
    "solve --all": [["solve", name, "--all"] for name in
                    ("one.lcp", "none.lcp", "several.lcp", "segment.lcp")],
    "solve --given": [["solve", "one.lcp", "--given", "z"],
                      ["solve", "none.lcp", "--given", "nan"],
                      ["solve", "contacts.lcp", "--given", "z"],
                      ["solve", "none.lcp", "--given", "one"],
                      ["solve", "segment.lcp", "--given", "z", "--tolerance",
                       "4"],
                      ["solve", "points.lcp", "--given", "z", "--tolerance",
                       "1/4", "--nodes", "1"]],
    "bench": [["bench", "one.lcp"]],
    "cone": [["cone", case("GAP08/cone_wedge")],
             ["cone", case("GAP08/cone_wedge"), "--set", "mu=3/4"],
             ["cone", case("GAP08/cone_spatial"), "--impulse", "0,1,0"],
             ["cone", case("GAP08/cone_wedge"), "--impulse=0,-1,0"],
             ["cone", case("GAP08/four_bar")]],
    "cone --along": [["cone", case("GAP08/cone_wedge"), "--along"]],
    "estimates": [["estimates", case("GAP08/rod_tip"), "--set", "T=0.1"],
                  ["estimates", case("AP02/two_bodies"), "--set", "T=0.1"]],
    "hypotheses": [["hypotheses", case("GAP08/cone_wedge")],
                   ["hypotheses", case("PKS05/ball"), "--set", "T=0.01"],
                   ["hypotheses", case("P10/corner")]],
    "compare": [["compare", case("GAP08/spring_block"), "--scheme",
                 "alpha-gamma,theta", "--time"],
                ["compare", case("HP23/dropped_block"), "--scheme", "alpha-gamma",
                 "--weights", "1", "--set", "T=1/10", "--finest", "2"]],
    "converge": [["converge", case("GAP08/spring_block"), "--h", "1/10,1/20"],
                 ["converge", case("GAP08/rod_tip"), "--h", "1/10,1/20",
                  "--set", "T=0.2"],
                 ["converge", case("P10/gravity_ball"), "--h", "1/10,1/20"],
                 ["converge", case("PKS05/ball"), "--h", "1/100,1/200"]],
    "impact": [["impact", case("HP23/compass_gait")],
               ["impact", case("HP23/compass_gait"), "--all"],
               ["impact", case("HP23/box_wall"), "--set", "exact=true",
                "--rational", "--all"],
               ["impact", case("HP23/compass_gait"), "--all", "--within",
                "1e-12"],
               ["impact", case("HP23/rocking_block"), "--law", "sequential",
                "--all"],
               ["impact", case("HP23/rocking_block"), "--law", "sequential"],
               ["impact", case("P10/corner"), "--set", "away=0", "--law",
                "newton"],
               ["impact", case("HP23/rocking_block"), "--law", "routh"],
               ["impact", case("HP23/newton_cradle"), "--law", "interleaved",
                "--restitution", "1"],
               ["impact", case("HP23/newton_cradle"), "--law", "sequential"],
               ["impact", case("HP23/disk_stack"), "--set", "variant=coded"]],
    "inclusion": [["inclusion", case("HP23/box_wall"), "--solutions", "10"],
                  ["inclusion", case("HP23/disk_stack"), "--set",
                   "variant=coded", "--solutions", "1", "--legs", "2"],
                  ["inclusion", case("HP23/fig3"), "--solutions", "2"]],
    "inclusion --wobble": [["inclusion", case("HP23/zeno_block"), "--wobble",
                            "--rows", "9"]],
    "reach": [["reach", case("HP23/rocking_block"), "--samples", "16", "--csv",
               "a"],
              ["reach", case("HP23/rocking_block"), "--samples", "16",
               "--select", "random"],
              ["reach", case("HP23/rocking_block"), "--samples", "4",
               "--exact-check", "--paths", "2"]],
    "reach --outer": [["reach", case("HP23/rocking_block"), "--outer"],
                      ["reach", case("HP23/rocking_block"), "--outer",
                       "--legs", "0"]],
    "reach --contains": [["reach", case("HP23/rocking_block"), "--contains",
                          "0,0,0"]],
    "merge": [["merge", "part1", "part2"], ["merge", "swept1", "swept2"]],
    "cover": [["cover", "a", "b", "--lipschitz", "2", "--box", "1",
               "--dimensions", "2"]],
}
BEFORE = PARTS + SWEPT + [["reach", case("HP23/rocking_block"), "--samples", "16",
                   "--seed", "1", "--csv", "b"]]

# Objects whose keys are names of the scene: runs, variables.
NAMED = {"run": ("runs", "watch", "runs.*.watch", "run.parameters",
                 "runs.*.run.parameters", "set", "summary.watch",
                 "summary.run.parameters")}


def paths(value, at, named, out):
    """Every key below: outcomes[].v, runs.*.steps."""
    if isinstance(value, list):
        for x in value:
            paths(x, at + "[]", named, out)
    elif isinstance(value, dict):
        for key, x in value.items():
            here = at + ("." if at else "") + key
            if at in named:
                here = at + ".*"
            out.add(here)
            paths(x, here, named, out)


def printed(place):
    """By heading: the keys that were seen."""
    for name, text in (("one", LCP), ("none", NONE), ("several", SEVERAL),
                       ("segment", SEGMENT), ("points", POINTS),
                       ("contacts", CONTACTS)):
        with open(os.path.join(place, name + ".lcp"), "w") as f:
            f.write(text)
    for name, text in (("z", "1 -1"), ("one", "1"), ("nan", "nan")):
        with open(os.path.join(place, name), "w") as f:
            f.write(text)
    seen = {}
    for words in BEFORE:
        r = run(*words, cwd=place, timeout=600)
        check(r.returncode == 0, "%s: %s" % (" ".join(words), r.stderr))
    for heading, lines in LINES.items():
        keys = seen.setdefault(heading, set())
        for words in lines:
            r = run(*words, "--json", cwd=place, timeout=600)
            check(r.returncode in ((0, 4, 5) if "sequential" in words else
                                    (0, 4)) or "--given" in words,
                  "%s: %s" % (words, r.stderr))
            for line in r.stdout.splitlines():
                try:
                    got = json.loads(line)
                except ValueError:
                    continue
                paths(got, "", NAMED.get(heading, ()), keys)
    return seen


if __name__ == "__main__" and "--list" in sys.argv:
    with tempfile.TemporaryDirectory() as place:
        for heading, keys in printed(place).items():
            print("### " + heading)
            print("\n".join(sorted(keys)))
    sys.exit(0)


# ---- what the chapter says ------------------------------------------------

def cells(line):
    return [c.strip() for c in re.split(r"(?<!\\)\|", line.strip()[1:-1])]


def tables(text):
    """[(heading above, rows)], the two lines of a table's head left out."""
    heading, out, rows = "", [], None
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        if line.startswith("|"):
            if rows is None:
                rows = []
                out.append((heading, rows))
            rows.append(cells(line))
        else:
            rows = None
    return [(h, r[2:]) for h, r in out]


def keys_of(rows):
    return {key for row in rows for key in re.findall(r"`([^`]+)`", row[0])}


def without_names(keys):
    """runs.*.steps and, in a sweep, summary.steps are the run's own steps."""
    return {re.sub(r"^(summary\.)?(runs\.\*\.)?(?=.)", "", key)
            for key in keys}


def compare_keys(chapter, seen):
    """Every key both ways; of what claims, a line among the words."""
    stands = {h[len("perp "):]: keys_of(rows) for h, rows in chapter
              if h.startswith("perp ")}
    check(set(stands) == set(LINES), "tables: %s" %
          sorted(set(stands) ^ set(LINES)))
    for heading, keys in seen.items():
        keys = without_names(keys)
        check(keys <= stands[heading], "perp %s prints, and the chapter lacks: "
              "%s" % (heading, sorted(keys - stands[heading])))
        check(stands[heading] <= keys, "the chapter has, and perp %s does not "
              "print: %s" % (heading, sorted(stands[heading] - keys)))


CLAIMS = re.compile(r"complete|proven|bound|unique|alone|several|undecided|"
                    r"pointed|verdict|refuted|exact|status|within|velocity|"
                    r"parasitic|warnings|confidence|other_starts|law31|line$")


def compare_claims(words, seen):
    """A key with a name that claims has its line, for its command."""
    for heading, keys in seen.items():
        for key in without_names(keys):
            if key == "boundary_error":
                continue
            parts = key.replace("[]", "").split(".")
            if not CLAIMS.search(parts[-1]) or parts[-1].startswith("bounds_"):
                continue
            check(any('`"%s"`' % part in row[0] and heading.split()[0] in row[1]
                      for part in parts for row in words),
                  "perp %s claims with '%s', and no line says what" %
                  (heading, key))


# Texts with a word that claims, which claim nothing: options and questions,
# what an error tells about its own search, hypotheses by their names.
SILENT = (
    "exclude each other", "with several", "at several steps", "at several step sizes", "several runs", "several; name a file",
    "%s takes one run", "makes several", "of several solutions of a step",
    "is the friction cone", "is there", "perp SUBCOMMAND", "numbers are p/q",
    "every number is a fraction", "nothing is rounded", "every step provable",
    "a proof for perp-check", "write", "below its bound", "at its bound",
    "the second one proven", "problems may follow", "could not be proven", "against Theorem",
    "against Lemma", "is bound to", "fails its check", "each experiment",
    "complete -o ", "complete -c perp")
WORDS = re.compile(
    r"\b(complete|proven|provably|proves|proof holds|bound|unique|several|"
    r"every outcome|undecided|accepted|pointed|no other|none is longer|"
    r"the only solution|all between|not met|has no solution|none gains|"
    r"confidence|average out)\b")
STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:(?:\s|PRI\w+)*"(?:[^"\\\n]|\\.)*")*')


def texts(path):
    with open(path) as f:
        s = f.read()
    s = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), s,
               flags=re.S)
    s = re.sub(r"^\s*#[^\n]*|//[^\n]*", "", s, flags=re.M)
    for m in STRINGS.finditer(s):
        before = s[max(0, m.start() - 200):m.start()]
        text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', m.group(0)))
        failure = re.search(r"(FAIL|fail|refuse\w*|assert)\w*\s*\([^;{}]*$",
                            before)
        yield s[:m.start()].count("\n") + 1, text, failure is not None


def plain(text):
    """As it is printed: one line, no escapes, no keys."""
    text = re.sub(r'\\"(\w+)\\":', "", text.replace("\\n", " "))
    return re.sub(r"\s+", " ", text)


def compare_texts(words):
    phrases = [p for row in words for p in re.findall(r"`([^`]+)`", row[0])
               if not p.startswith('"')]
    used = set()
    for path in sorted(glob.glob(os.path.join(SOURCE, "src/**/*.c"),
                                 recursive=True) +
                       glob.glob(os.path.join(SOURCE, "lua/perp/movie/*.js")) +
                       glob.glob(os.path.join(SOURCE, "verify/check/*.c"))):
        if os.path.basename(path) == "fuzz.c":
            continue
        for line, text, failure in texts(path):
            text = plain(text)
            hits = [p for p in phrases if p.rstrip(":") in text]
            used.update(hits)
            if failure or not WORDS.search(text) or len(text) < 12 or hits:
                continue
            check(any(s in text for s in SILENT), "%s:%d claims in words that "
                  "the table lacks: %s" % (os.path.relpath(path, SOURCE), line,
                                           text[:160]))
    for path in ("verify/check/front.lua", "verify/proven/proven.py"):
        with open(os.path.join(SOURCE, path)) as f:
            text = f.read()
        used.update(p for p in phrases if p in text)
    for p in phrases:
        check(p in used or p == "exit code 0", "no text says '%s'" % p)


def compare_names(words):
    """What is named is there: functions, tests."""
    for row in words:
        for path, name in re.findall(r"\]\(\.\./([^)#]+)#?(\w*)\)", row[4]):
            full = os.path.join(SOURCE, path)
            there = os.path.exists(full) and name in open(full).read()
            check(there, "%s: no %s" % (path, name))
        tests = re.findall(r"`(\w+)`", row[5])
        check(bool(tests) or not row[4], "%s: no test" % row[0])
        for name in tests:
            check(glob.glob(os.path.join(SOURCE, "verify/**", name + ".*"),
                            recursive=True),
                  "%s: there is no test %s" % (row[0], name))


def of_what():
    """Steps are proven of no data, of doubles, of formulas: as they were asked;
    and a root that is not taken is told of."""
    block, disc = case("GAP08/fig9_1"), case("AP02/bouncing_disc")
    for words, proven, of in (
            ((block, "--set", "h=0.1"), False, None),
            ((block, "--set", "h=0.1", "--exact-check"), True, "the doubles"),
            ((disc, "--set", "T=1/2", "--rational"), True, "the scene's")):
        said = json.loads(run("run", *words, "--json", "-q").stdout)
        check((said["steps_proven"] == said["steps"]) == proven and
              (said["proven_of"] is None) == (of is None) and
              (of or "") in (said["proven_of"] or ""), "%s: %s" % (words, said))
        root = any("root of a collision" in x for x in said["limits"])
        check(any("between two rows" in x for x in said["limits"]) and
              root == ("--rational" in words and said["collisions"] > 0),
              "%s: %s" % (words, said["limits"]))


of_what()
with open(CHAPTER) as f:
    chapter = tables(f.read())
words = dict(chapter)["Words"]
with tempfile.TemporaryDirectory() as place:
    seen = printed(place)
compare_keys(chapter, seen)
compare_claims(words, seen)
compare_texts(words)
compare_names(words)
done()
