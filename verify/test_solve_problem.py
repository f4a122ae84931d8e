"""perp solve, one problem: numbers that doubles see badly or not at all."""
import math
from fractions import Fraction

from program import check, done
from solved_lines import objects, solve

# Doubles at the edge never give NaN.
for text in ("1 1e-308 -1e308\n", "1 5e-324 -1\n", "2 1e300 1 1 1e-300 -1 -1\n",
             "1 1e308 -1e-308\n"):
    r = solve(text, "--json")
    check("nan" not in r.stdout and "inf" not in r.stdout, text + r.stdout)
    check(all(o["exact"] or math.isfinite(v) for o in objects(r)
              for v in o["z"]), r.stdout)

# What doubles can not decide is answered in fractions.
FAR = "3 -8.777e105 1.33e57 -1.425e-217  0.177e102 1.919e-142 -1.791e154 " \
      "9.88e15 1.927e-235 -0.659e-1  5.688e123 -1.172e43 -4.872e+59\n"
number = [Fraction(v) for v in FAR.split()[1:]]
for words in ((), ("--exact",), ("--all",)):
    (o,) = objects(solve(FAR, "--json", *words))
    z = [Fraction(v) for v in o["z"]]
    w = [sum(number[3 * i + j] * z[j] for j in range(3)) + number[9 + i]
         for i in range(3)]
    check(o["exact"] and min(z) >= 0 and min(w) >= 0 and
          all(a * b == 0 for a, b in zip(z, w)), "far apart: %s" % o)
done()
