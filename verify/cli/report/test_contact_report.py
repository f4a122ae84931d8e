"""What perp solve --given prints of contacts: the text has the numbers of --json, six
digits, not nearer to zero, or a bracket around."""
import json
import os
import re
import tempfile
from fractions import Fraction as F

from program import check, done, run

# Two contacts of three components; u = q + r.
TEXT = "contacts 3 2\n%s\n-1 1 1  -1/3 0 2/7\n1/2 1/3\n" % "\n".join(
    " ".join(str(int(i == j)) for j in range(6)) for i in range(6))
R = "1 -1/4 -1/5  1/2 1/9 0"

with tempfile.TemporaryDirectory() as place:
    for name, text in (("p", TEXT), ("r", R)):
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    text = run("solve", "p", "--given", "r", cwd=place).stdout
    said = json.loads(run("solve", "p", "--given", "r", "--json",
                          cwd=place).stdout)
lines = text.splitlines()
check(lines[0] == "problem 1, 2 contacts of 3 components: r does not solve it; "
      "2 contacts break a law", lines[0])
WORDS = {"signorini": "Signorini", "cone": "the cone",
         "dissipation": "maximal dissipation", "de_saxce": "de Saxce's form"}
NAMES = (("u_n", lambda o: F(o["u"][0])), ("r_n", lambda o: F(o["r"][0])),
         ("u_n r_n", lambda o: F(o["product"])),
         ("|r_t| - mu r_n", lambda o: o["excess"]),
         ("mu r_n |u_t| + u_t.r_t", lambda o: o["missing"]),
         ("r.(u + mu |u_t| e_n)", lambda o: o["power"]))
for i, o in enumerate(said["each"]):
    head, body = lines[1 + 2 * i], lines[2 + 2 * i]
    check(head == "  contact %d: breaks %s" % (i + 1, ", ".join(
        WORDS[k] for k, kept in o["keeps"].items() if not kept)), head)
    parts = [p.strip() for p in re.split(r"; |, (?=[ru]_n)", body)]
    check(len(parts) == 6, body)
    for part, (name, value) in zip(parts, NAMES):
        match = re.fullmatch(re.escape(name) + r" (?:= (\S+)|in \[(\S+), (\S+)\])",
                             part)
        check(match, part)
        want = value(o)
        low, high = (want, want) if isinstance(want, F) else map(F, want)
        if match[1]:
            shown = F(match[1])
            check(abs(shown) >= min(abs(low), abs(high)) * (1 - F(1, 10 ** 15)) and
                  abs(shown - low) <= abs(low) / 10 ** 5, part)
        else:
            check(F(match[2]) <= low <= high <= F(match[3]) and
                  F(match[3]) - F(match[2]) <= abs(high) / 10 ** 4, part)
done()
