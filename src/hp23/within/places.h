/**
# Places of modes

Modes whose boxes of $v^+$ meet, directly or by way of others, are at one place:
nothing proven tells their outcomes apart. Boxes at different places have no point in
common, so outcomes there are different ones, for all data of the box: the gait has
three places at $10^{-12}$, and thus three outcomes at most that differ in more than
digits.
A place is not an outcome. One place may hold several: of the discs on a slope,
flat, all outcomes of the continuum. And one may hold none, when its modes are
listed only because nothing refuted them. What is proven is about two places: no
data in the box have outcomes in both that are the same.
*/
#pragma once

#include "hp23/within/within.h"

/* Numbers the places, in the order of their first modes. */
void places_find(within *w);

/* Is v (nv) in the box of one of the place's modes? */
int places_hold(const within *w, int place, const mpq_t *v);
