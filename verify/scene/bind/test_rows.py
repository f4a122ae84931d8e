"""perp run --every: the rows 0, K, 2 K, ... and the last of the same table, in
--csv and --trace; what is not a table is of all rows.
"""
import json
import os
import tempfile

from program import SOURCE, check, done, run

CASE = os.path.join(SOURCE, "cases", "GAP08", "rocking_block.lua")


def lines_of(path):
    with open(path) as file:
        return file.read().splitlines()


def tables(place, *words):
    """The lines of the CSV, those of the trace, the summary but for its times."""
    table, trace = os.path.join(place, "r.csv"), os.path.join(place, "r.jsonl")
    r = run("run", CASE, "-q", "--set", "T=0.5", "--json", "--csv", table,
            "--trace", trace, *words)
    check(r.returncode == 0, r.stderr)
    said = json.loads(r.stdout)
    del said["run"]["seconds"]
    return lines_of(table), lines_of(trace), said


with tempfile.TemporaryDirectory() as directory:
    csv, trace, said = tables(directory)
    last = len(csv) - 2
    check(said["collisions"] > 0 and last == said["steps"], "%d rows" % last)
    for k in (1, 7, last, 10 ** 9):
        rows = sorted(set(range(0, last + 1, k)) | {last})
        some, few, told = tables(directory, "--every", str(k))
        check(some == [csv[0]] + [csv[1 + i] for i in rows], "--every %d" % k)
        check(few == [trace[i] for i in rows], "--every %d: the trace" % k)
        check(told == said, "--every %d: the summary" % k)
    some = tables(directory, "--every", "7", "--header")[0]
    check(some[-1] == "# digest " + said["run"]["digest"],
          "the digest is of all rows")
for words in (["--every", "2"], ["--every", "0", "--csv", "-"],
              ["--every", "1.5", "--csv", "-"],
              ["--every", "2", "--csv", "-", "--branches", "2"]):
    r = run("run", CASE, *words)
    check(r.returncode == 2 and "--every" in r.stderr,
          "%s: %d %s" % (words, r.returncode, r.stderr))
done()
