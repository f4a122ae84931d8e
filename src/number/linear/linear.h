/**
# Exact linear systems: which way

Four ways lead to the same fractions. Elimination is best for a few unknowns,
refinement, part by part, for more when doubles see the matrix clearly, lifting
when they do not or when the numbers are long; and elimination again for
whatever is left.
*/
#pragma once

#include "number/linear/numerators.h"
#include "number/integers.h"
#include "number/limit.h"

typedef enum {
    LINEAR_ANY, /* the one that fits */
    LINEAR_ELIMINATION,
    LINEAR_REFINEMENT,
    LINEAR_LIFTING
} linear_method;

/* Solves A x + b = 0 for the unknowns `pick` in the rows `pick` (m of them):
   x[pick[j]] = X_j / den. An unknown whose column depends on those before it is
   zero. *used is the method that did it, or LINEAR_ANY when the rows contradict
   each other, or when the one method asked for could not do it; X is unfinished
   then. `out` is cleared by the caller after success. Error: LIMIT. */
perp_status linear_solve(arena *a, const rational_system *p, int m,
                         const int *pick, linear_method want,
                         const exact_limit *limit, numerators *out,
                         linear_method *used);
