"""What perp writes of contacts as FCLIB's file, read by HDF5's own library and by
perp: the same doubles; and what no such file can say."""
import json
import os
import random
import subprocess
import sys
from fractions import Fraction as F

from fclib_files import PLACE, read
from program import BINARY, check, done
from refused import refused

PEER, SEED = sys.argv[1], int(os.environ.get("PERP_SEED", "9"))


def solve(words, text):
    return subprocess.run([BINARY, "solve", *words], input=text,
                          capture_output=True, timeout=600)


def dense(arrays):
    """W of the library's arrays, by columns."""
    m = int(arrays["/fclib_local/W/m"][1][0])
    x, i, p = (arrays["/fclib_local/W/" + k][1] for k in "xip")
    W = [[F(0)] * m for _ in range(m)]
    for c in range(m):
        for k in range(int(p[c]), int(p[c + 1])):
            W[int(i[k])][c] += x[k]
    return W


print("seed", SEED)
r = random.Random(SEED)
for k in range(4):
    d, p = r.choice((2, 3)), r.randint(1, 4)
    m = d * p
    W = [[r.uniform(-2, 2) if r.random() < 0.4 and k != 1 else 0.0
          for _ in range(m)] for _ in range(m)]  # once all zeros
    q, mu = [r.uniform(-1, 1) for _ in range(m)], [r.random() for _ in range(p)]
    text = "contacts %d %d\n" % (d, p) + "\n".join(
        x.hex() for row in W + [q, mu] for x in row)
    made = solve(["-", "--export", "fclib"], text.encode())
    path = os.path.join(PLACE, "made")
    with open(path, "wb") as file:
        file.write(made.stdout)
    o = json.loads(solve(["-", "--export", "json"], made.stdout).stdout)
    back = [[F(x) for x in row] for row in o["W"] + [o["q"], o["mu"]]]
    check(back == [[F(x) for x in row] for row in W + [q, mu]],
          "seed %d, %d: read back" % (SEED, k))
    if PEER == "none":
        continue
    a = read(PEER, path)
    check(dense(a) == [[F(x) for x in row] for row in W] and
          a["/fclib_local/vectors/q"] == ("f8", [F(x) for x in q]) and
          a["/fclib_local/vectors/mu"] == ("f8", [F(x) for x in mu]) and
          a["/fclib_local/spacedim"] == ("i4", [d]) and
          a["/fclib_local/W/n"] == ("i4", [m]) and
          a["/fclib_local/W/nz"] == ("i4", [-1]) and
          a["/fclib_local/W/nzmax"][1] == [len(a["/fclib_local/W/x"][1])],
          "seed %d, %d: the library reads %s" % (SEED, k, a))
if PEER == "none":
    print("SKIPPED: libhdf5 is not installed (Debian: libhdf5-dev)")
ONE = "contacts 2 1 1 0 0 1 -1 0 "
refused(ONE + "1/3\n", ["problem 1", "no double", "--doubles"], "--export", "fclib")
refused(ONE + "0.1\n", ["no double", "json"], "--export", "fclib")
refused("1 1 1\n", ["round cones", "json"], "--export", "fclib")
two = solve(["-", "--export", "fclib"], (2 * (ONE + "1\n")).encode())
check(two.returncode == 3 and b"one problem" in two.stderr, str(two))
done()
