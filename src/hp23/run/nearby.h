/**
# The modes of data nearby, as text

What [within.h](../within/within.h) finds, for people and for programs: places, the
outcomes of the given data that are in each, and the modes with their boxes, rounded
outward.
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
