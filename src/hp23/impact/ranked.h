/**
# Outcomes in an order

"One of them at random" is a number, drawn for seed, sample and step, and the
list that it counts in. So that doubles and fractions, this machine and
another, mean the same outcome by it, a list has one order, and it is not the
one in which a search came upon them.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/* The list of a step from d->v, ascending. LIMIT without memory. */
perp_status ranked_outcomes(arena *a, const step_exact *d, outcomes *list);
