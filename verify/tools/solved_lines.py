"""What perp solve prints, read and asked for its form."""
import json

from program import check, in_file, run


def no_number(word):
    raise ValueError(word + " is not JSON")


def objects(r):
    """A line a problem; the five fields in each, fractions where exact."""
    out = [json.loads(line, parse_constant=no_number)
           for line in r.stdout.splitlines()]
    for o in out:
        check({"n", "z", "pivots", "exact", "status"} <= o.keys(), str(o))
        check(all(isinstance(v, str) == o["exact"] for v in o["z"]), str(o))
    return out


def solve(text, *words):
    return in_file(lambda path: run("solve", path, *words), text)
