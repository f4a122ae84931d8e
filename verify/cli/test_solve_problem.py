"""perp solve, one problem: numbers that doubles see badly or not at all."""
import math
from fractions import Fraction

from program import check, done
from solved_lines import objects, solve


def solves(n, numbers, z, slack=0):
    """Does z solve A z + b? With doubles each row may be off by its sizes times
    the slack."""
    z = [Fraction(v) for v in z]
    for i in range(n):
        row = numbers[n * i:n * i + n]
        w = sum(a * e for a, e in zip(row, z)) + numbers[n * n + i]
        size = sum(abs(a) * e for a, e in zip(row, z)) + abs(numbers[n * n + i])
        if z[i] < 0 or w < -slack * size or z[i] > 0 and w > slack * size:
            return False
    return len(z) == n


# Doubles at the edge never give NaN, and what they give solves the problem; a
# solution beyond them is a fraction.
for text in ("1 1e-308 -1e308\n", "2 1e300 1 1 1e-300 -1 -1\n",
             "1 1e308 -1e-308\n", "1 1e-300 -1\n", "1 1e-315 -1e-10\n",
             "2 1e-200 0 0 1e200 -1e100 -1e-90\n", "1 5e-324 -1\n",
             "1 1e-200 -1e200\n", "1 1e-300 -1e10\n",
             "2 1e-309 1e-309 1e-309 2e-309 -1 -2\n"):
    (o,) = objects(solve(text, "--json"))
    n, *rest = text.split()
    number = [Fraction(v) if o["exact"] else Fraction(float(v)) for v in rest]
    check(o["exact"] or all(map(math.isfinite, o["z"])), "%s: %s" % (text, o))
    check(solves(int(n), number, o["z"], 0 if o["exact"] else
                 Fraction(int(n) + 3, 2 ** 52)), "%s: %s" % (text, o))

# What doubles can not decide is answered in fractions.
FAR = "3 -8.777e105 1.33e57 -1.425e-217  0.177e102 1.919e-142 -1.791e154 " \
      "9.88e15 1.927e-235 -0.659e-1  5.688e123 -1.172e43 -4.872e+59\n"
number = [Fraction(v) for v in FAR.split()[1:]]
for words in ((), ("--exact",), ("--all",)):
    (o,) = objects(solve(FAR, "--json", *words))
    check(o["exact"] and solves(3, number, o["z"]), "far apart: %s" % o)
done()
