"""The answers of the exercises: each command of a folded answer is run, and what the
answer quotes of its output is there. `NAME = NUMBER` is that key of `--json` or that
column in the last row of the table, to the digits quoted; any other quotation with
a digit or a blank stands in the output. Every answer has a command and a quotation,
every paper three to five exercises."""
import csv
import glob
import io
import json
import os
import re
import shlex
from fractions import Fraction

from program import SOURCE, check, done, run

NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?(?:/\d+)?"


def half_unit(text):
    """Half a unit of the last digit; nothing for whole numbers and fractions."""
    digits, _, power = text.partition("e")
    places = len(digits.partition(".")[2])
    if "/" in text or not places:
        return 0
    return Fraction(1, 2) * Fraction(10) ** (int(power or 0) - places)


def value(output, name):
    if output.startswith("{"):
        found = json.loads(output).get(name)
        return None if found is None else Fraction(found)
    rows = list(csv.DictReader(io.StringIO(output)))
    return Fraction(rows[-1][name]) if rows and name in rows[-1] else None


def near(found, text):
    """Whole numbers are held to nine digits, fractions to all."""
    wanted = Fraction(text) if "/" in text else Fraction(*map(int, (text, "1"))) \
        if re.fullmatch(r"-?\d+", text) else Fraction(text)
    slack = half_unit(text)
    if "/" not in text and not slack:
        slack = Fraction(1, 10 ** 9) * max(1, abs(wanted))
    return abs(found - wanted) <= slack


def answer(where, text):
    output, quoted, commands = None, 0, 0
    for line in text.split("\n"):
        if line.startswith("    perp "):
            words = shlex.split(line)[1:]
            r = run(*words, cwd=SOURCE)
            check(r.returncode in (0, 3), "%s: %s: exit %d: %s" %
                  (where, line.strip(), r.returncode, r.stderr))
            output, commands = r.stdout if r.stdout[:1] == "{" or \
                "--csv" in words else r.stdout + r.stderr, commands + 1
        for quote in re.findall(r"`([^`]+)`", line):
            named = re.fullmatch(r"([\w.]+) = (%s)" % NUMBER, quote)
            if output is None or not (named or re.search(r"[\d ]", quote)):
                continue
            quoted += 1
            if named:
                found = value(output, named.group(1))
                check(found is not None and near(found, named.group(2)),
                      "%s: %s, but it is %s" % (where, quote, found if
                                                found is None else float(found)))
            else:
                check(quote in output, "%s: no '%s' in %s" %
                      (where, quote, output))
    check(commands and quoted >= commands, "%s: %d commands, %d quotations" %
          (where, commands, quoted))


papers = []
for path in sorted(glob.glob(os.path.join(SOURCE, "doc", "*.md"))):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    part = re.search(r"\n## Exercises\n(.*?)(?=\n## |\Z)", text, re.S)
    if not part:
        continue
    name = os.path.basename(path)
    papers.append(re.search(r"AP02|GAP08|HP23|PKS05|P10", name).group(0))
    answers = re.findall(r"<details>\n<summary>Answer</summary>\n(.*?)</details>",
                         part.group(1), re.S)
    heads = re.findall(r"^\*\*(\d)\. ", part.group(1), re.M)
    check(3 <= len(answers) <= 5 and len(heads) == len(answers),
          "%s: %d exercises, %d answers" % (name, len(heads), len(answers)))
    for k, one in enumerate(answers, 1):
        answer("%s, %d" % (name, k), one)
check(sorted(papers) == ["AP02", "GAP08", "HP23", "P10", "PKS05"],
      "exercises in %s" % papers)
done()
