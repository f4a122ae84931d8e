"""Texts with problems of both kinds: contacts with round cones are judged and
written, not solved."""
import json
import os
import tempfile

from program import check, done, run

BALL = "contacts 3 1\n1 0 0 0 1 0 0 0 1\n-1 3/10 4/10\n1/2\n"  # (1, -3/10, -4/10)
SLIDE = "contacts 2 1\n1 0 0 1\n-1 1\n1/2\n"                     # (1, -1/2)
PLACE = tempfile.mkdtemp()


def write(name, text):
    path = os.path.join(PLACE, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def given(problem, r, *words):
    return run("solve", write("p", problem), "--given", write("r", r), *words)


# Right, wrong, nan; both kinds in one text.
r = given(BALL, "1 -3/10 -4/10")
check(r.returncode == 0 and "r solves it exactly" in r.stdout and
      "keeps all laws" in r.stdout, r.stdout + r.stderr)
r = given(SLIDE, "1 -1/4")
check(r.returncode == 1 and "breaks maximal dissipation, de Saxce" in r.stdout and
      "u_t.r_t = 0.1875" in r.stdout, r.stdout)
r = given(SLIDE, "1 -1")
check("breaks the cone" in r.stdout and "|r_t| - mu r_n = 0.5" in r.stdout,
      r.stdout)
r = given(SLIDE, "2 -1")
check("breaks Signorini" in r.stdout and "u_n r_n = 2" in r.stdout, r.stdout)
r = given(BALL, "1 nan 0")
check(r.returncode == 1 and "r_2 is not a number" in r.stdout, r.stdout)
r = given(BALL, "1 nan 0", "--json")
check(json.loads(r.stdout)["no_number"] == 2, r.stdout)
r = given("1 1 -1\n" + SLIDE + "1 1 -1\n", "1  1 -1/2  2", "--json")
check([json.loads(x)["verdict"] for x in r.stdout.splitlines()] ==
      ["exact", "exact", "refuted"] and r.returncode == 1, r.stdout + r.stderr)

# A bracket is where a root is.
r = given("contacts 3 1\n1 0 0 0 1 0 0 0 1\n-1 1 1\n1/2\n", "1 -1/4 -1/4")
check("|u_t| + u_t.r_t in [0.1553" in r.stdout, r.stdout)

# --doubles, written and read again.
r = given("contacts 2 1\n1 0 0 1\n-0.1 1\n0\n", "0.1 0", "--doubles", "--json")
check(json.loads(r.stdout)["each"][0]["r"][0] ==
      "3602879701896397/36028797018963968" and r.returncode == 0, r.stdout)
for form in "json", "perp":
    text = run("solve", write("p", SLIDE + BALL), "--export", form).stdout
    check(run("solve", write("again", text), "--export", "perp").stdout ==
          "contacts 2 1\n1 0\n0 1\n-1 1\n1/2\ncontacts 3 1\n1 0 0\n0 1 0\n"
          "0 0 1\n-1 3/10 2/5\n1/2\n", text)

# What is refused.
for problem, words, code, parts in (
        (SLIDE, (), 2, ["problem 1", "round cones", "--given"]),
        (SLIDE, ("--all",), 2, ["round cones"]),
        (SLIDE, ("--export", "market"), 3, ["contacts", "json"]),
        ("contacts 4 1\n1\n", ("--export", "json"), 3, [":1:", "4 components"]),
        ("contacts 2 0\n1\n", ("--export", "json"), 3, ["0 contacts"]),
        ("contacts two 1\n", ("--export", "json"), 3, ["'two'", "components"]),
        ("contacts 3 1365\n1\n", ("--export", "json"), 3, ["the file ends"]),
        ("contacts 3 9999\n1\n", ("--export", "json"), 3, ["4096"]),
        ("contacts 2 1\n1 0 0 1\n1 1\n-1\n", ("--export", "json"), 3,
         ["mu of contact 1 is negative"]),
        ("contacts 2 1\n1 0 0 1\n1 x\n1\n", ("--export", "json"), 3,
         [":3:", "'x'"])):
    r = run("solve", write("p", problem), *words)
    check(r.returncode == code and all(p in r.stderr for p in parts) and
          r.stderr.count("\n") == 1, "%r %s: %d %s" %
          (problem, words, r.returncode, r.stderr))
r = given(SLIDE, "1 -1/2", "--tolerance", "1")
check(r.returncode == 2 and "--tolerance" in r.stderr, r.stderr)
r = given(SLIDE, "1")
check(r.returncode == 3 and "1 of the 2" in r.stderr, r.stderr)
done()
