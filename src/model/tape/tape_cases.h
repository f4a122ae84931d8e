/**
# A sign, case by case

A direction between two bodies has a sign, chosen so that it points from the one to the
other: a divisor `where(c, x, -x)`. Over a box that leaves the sign open the divisor may be
anything from $-x$ to $x$, zero among it, and [nothing is known](tape_span.c) of what
follows, though in either case all of it may be known.

Here what follows is written twice, once for either case, and chosen at the end. These
are the operations of the whole tape in their order, so at each point the one of the two that
is chosen has its bits.
*/
#pragma once

#include "model/tape/tape.h"

/* t with its first divisor that is a choice between a value and its negative in
   two cases; t itself, borrowed, where there is none. Has no exact numbers and
   no lines of its own: for tape_span and tape_split. All in the arena; nothing
   to be cleared. Error: memory. */
perp_status tape_cases(arena *a, const tape *t, tape *out);
