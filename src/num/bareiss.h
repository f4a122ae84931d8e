/**
# Exact linear systems without fractions
*/
#pragma once

#include "num/integers.h"

/* Solves A x + b = 0 for the unknowns `pick` in the rows `pick` (m of them),
   into x[pick[j]]; the other x stay. An unknown whose column depends on those
   before it is set to zero. *consistent = 0 when the rows contradict each
   other; then x is unchanged. x is initialised by the caller. Arrays in the
   arena, numbers given back before it returns. */
perp_status bareiss_solve(arena *a, const rational_system *p, int m,
                          const int *pick, mpq_t *x, int *consistent);
