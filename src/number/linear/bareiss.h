/**
# Exact linear systems without fractions
*/
#pragma once

#include "number/integers.h"

/* Solves A X + b = 0, s->m integers X over one denominator den > 0; A and b are
   destroyed. An unknown whose column depends on those before it is set to zero.
   *consistent = 0 when the rows contradict each other; then X is unfinished. X
   and den are initialised by the caller. Leaves the arena as it was. */
perp_status bareiss_numerators(arena *a, integer_system *s, mpz_t *X,
                               mpz_ptr den, int *consistent);
