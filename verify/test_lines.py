"""perp run --trace: every row a line of JSON, the same numbers as the table,
readable after a kill."""
import csv
import io
import json
import os
import signal
import subprocess
import tempfile
import time

from certificates import case, perp
from program import BINARY, check, done


def no_number(word):
    raise ValueError(word + " is not JSON")


def same(place, name, sets, *words):
    r = perp(name, place, "--trace", "t", "--csv", "-", "-q", *words,
             sets=sets)
    table = list(csv.reader(io.StringIO(r.stdout)))
    with open(os.path.join(place, "t")) as file:
        lines = [json.loads(line, parse_constant=no_number) for line in file]
    check(len(lines) == len(table) - 1, "%s: %d lines" % (name, len(lines)))
    for line, row in zip(lines, table[1:]):
        check(list(line) == table[0], "the names of a line: %s" % line)
        for x, cell in zip(line.values(), row):
            fine = str(x) == cell if isinstance(x, str) else \
                x == float(cell) or (x is None and cell == "inf")
            check(fine, "%s: %r is not %s" % (name, x, cell))


def killed(place):
    path = os.path.join(place, "k")
    p = subprocess.Popen([BINARY, "run", case("GAP08/fig9_1"), "--set",
                          "h=0.0001", "--set", "T=1000", "-q", "--trace",
                          path], cwd=place)
    begun = time.time()
    while time.time() - begun < 60 and not (
            os.path.exists(path) and os.path.getsize(path) > 20000):
        time.sleep(0.02)
    p.send_signal(signal.SIGKILL)
    p.wait()
    with open(path) as file:
        whole = file.read().split("\n")[:-1]
    steps = [json.loads(line)["step"] for line in whole]
    check(len(steps) > 20 and steps == list(range(len(steps))),
          "%d lines after a kill" % len(steps))


with tempfile.TemporaryDirectory() as place:
    same(place, "GAP08/fig9_1", "T=0.2")
    same(place, "GAP08/rocking_block", "T=0.3 h=0.01", "--exact-check")
    same(place, "GAP08/ex9_1", "", "--rational")
    same(place, "P10/bouncing_ball", "")
    same(place, "P10/bouncing_ball", "", "--rational")
    same(place, "GAP08/ex9_1", "eps=1e200")  # whose energy overflows
    killed(place)
done()
