"""What perp solve --given prints: the text, and that it says what --json says."""
import json
import os
import re
import tempfile
from fractions import Fraction as F

from program import check, done, run

TWO = "2  2 1 1 2  -5 -6\n"        # (4/3, 7/3) alone
NONE = "1 0 -1\n"


def given(problem, z, *words):
    with tempfile.TemporaryDirectory() as place:
        for name, text in (("p.lcp", problem), ("z.txt", z)):
            with open(os.path.join(place, name), "w") as file:
                file.write(text)
        return run("solve", "p.lcp", "--given", "z.txt", *words, cwd=place)


# The parts of the text.
r = given(TWO, "0 3")
for part in ("does not solve it; 1 of 2 rows, worst row 1",
             "row 1: z = 0, w = -2 (", "w is negative", "basis wz is no",
             "face 1 of 1, is 4/3 from z, most in z_1",
             "backward error: 0.25 of A and b, in row 1", "ignored"):
    check(part in r.stdout, "no '%s': %s" % (part, r.stdout))
for z, part in (("4/3 7/3", "z solves it exactly"),
                ("4/3 7/3", "backward error: 0\n"),
                ("4/3 7/3", "the solution is 0 from z\n"),
                ("inf 0", "z_1 is not a number; backward error infinite")):
    check(part in given(TWO, z).stdout, part)
check("has no solution; a tree of" in given(NONE, "5").stdout, "none, in words")
check("within the tolerance" in given(TWO, "1 2", "--tolerance", "1").stdout,
      "near, in words")

# Numbers of the text are exact, or marked, six digits and not nearer to zero than
# those of --json; faults are in the same rows.
Z = "1.3333333333333333 2.3333333333333335"
text = given(TWO, Z).stdout
rows = json.loads(given(TWO, Z, "--json").stdout)["rows"]
lines = [x for x in text.splitlines() if x.startswith("  row")]
check(len(lines) == len(rows) == 2, text)
for line, row in zip(lines, rows):
    for name, key in (("z", "z"), ("w", "w"), ("z w", "product")):
        (shown,) = re.findall(r"[:,] %s = (\S+?)[,: ]" % name, line)
        number, exact = F(shown.lstrip("~")), F(row[key])
        check(number == exact if shown[0] != "~" else
              abs(exact) <= abs(number) <= abs(exact) * (1 + F(1, 10 ** 5)),
              "%s: %s" % (line, row))
    check(line.endswith(": " + row["fault"]), line)
check("~" in text, "nothing is long")
done()
