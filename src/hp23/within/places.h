/**
# Places of modes

Modes whose boxes of $v^+$ meet, directly or by way of others, are at one place:
nothing proven tells their outcomes apart.
*/
#pragma once

#include "hp23/within/within.h"

/* Numbers the places, in the order of their first modes. */
void places_find(within *w);

/* Is v (nv) in the box of one of the place's modes? */
int places_hold(const within *w, int place, const mpq_t *v);
