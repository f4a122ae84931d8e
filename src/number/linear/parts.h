/**
# One system, solved in parts

What does not hang together is solved apart, and what only follows is computed
last. The parts' fractions are put over one denominator in the end.
*/
#pragma once

#include "base/arena.h"
#include "number/limit.h"
#include "number/linear/glance.h"

typedef enum {
    PARTS_SINGULAR, /* by its zeros, or as doubles see it */
    PARTS_UNCLEAR,  /* a part is too near to that, or its numbers too long */
    PARTS_REFUSED,  /* by who had a glance at it */
    PARTS_SOLVED
} parts_end;

/* Solves A X + b = 0, each part by refinement: X_j / den, den the smallest
   that all have in common; X is unfinished with any other end. A solution
   satisfies the equations modulo 2^64 at least. out: s->m numbers, from
   numerators_new. The arena's memory. g (may be null) is asked when the first
   places are known. Error: LIMIT, with the length of all parts' denominators
   together. */
perp_status parts_solve(arena *a, const word_system *s, const linear_glance *g,
                        const exact_limit *limit, numerators *out,
                        parts_end *end);
