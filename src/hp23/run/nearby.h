/**
# The modes of data nearby, as text

What [within.h](../within/within.h) finds, for people and for programs: places, the
outcomes of the given data that are in each, and the modes with their boxes, rounded
outward.
In the object of `--json` it is one key more, here of a point that slides onto a
floor with $\mu = \frac12$ and $v = (1, -1)$, $\varepsilon = 10^{-6}$, its
digits cut:

    "within":{"eps":1e-06,"of":"every M, ...","places":[{"outcomes":[1]}],
      "modes":[{"place":1,"ways":["slips +"],
        "v":[[0.499988,0.500012],[-7.5e-07,7.5e-07]],
        "vn":[[0,0]],"vt":[[0.499986,0.500014]]}]}

Places and outcomes count from 1, `ways` are in the order of `contacts`. A speed
with the ends 0 and 0 is zero in this mode by what the mode is, not by
measurement.

The same in words has a paragraph a place, and a sentence that says how many there are.
*/
#pragma once

#include "hp23/run/situation.h"
#include "hp23/within/within.h"
#include "hp23/impact/outcomes.h"

/* Behind the list of outcomes: how many modes data within eps leave, place by
   place, and which of the listed outcomes are there. JSON: the value of a key
   more in an object, with a comma in front; null is an end without a bound. */
void nearby_json(const situation *s, const outcomes *list, const within *w,
                 mpq_srcptr eps, FILE *out);
void nearby_text(const situation *s, const outcomes *list, const within *w,
                 mpq_srcptr eps, FILE *out);
