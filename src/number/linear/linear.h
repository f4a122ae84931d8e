/**
# Exact linear systems: which way

Four ways lead to the same fractions. Elimination is best for a few unknowns,
refinement, part by part, for more when doubles see the matrix clearly, lifting
when they do not or when the numbers are long; and elimination again for
whatever is left.
*/
#pragma once

#include "number/integers.h"
#include "number/limit.h"
#include "number/linear/glance.h"

typedef enum {
    LINEAR_ANY, /* the one that fits */
    LINEAR_ELIMINATION,
    LINEAR_REFINEMENT,
    LINEAR_LIFTING,
    LINEAR_REFUSED /* by who had a glance at it */
} linear_method;

/* What is solved, and whoever may have seen enough of it early, or null. */
typedef struct {
    const rational_system *p;
    int m;
    const int *pick;
    const linear_glance *glance;
} linear_question;

/* Solves A x + b = 0 for the unknowns `pick` in the rows `pick` (m of them):
   x[pick[j]] = X_j / den. An unknown whose column depends on those before it is
   zero. *used is the method that did it, or LINEAR_ANY when the rows contradict
   each other, or when the one method asked for could not do it; X is unfinished
   then. `out` is cleared by the caller after success. Error: LIMIT. */
perp_status linear_solve(arena *a, const rational_system *p, int m,
                         const int *pick, linear_method want,
                         const exact_limit *limit, numerators *out,
                         linear_method *used);

/* The same, the method that fits. *used is LINEAR_REFUSED, and X unfinished,
   when q->glance refused; it is not asked where there are few unknowns, or
   where doubles do not see the matrix clearly. */
perp_status linear_answer(arena *a, const linear_question *q,
                          const exact_limit *limit, numerators *out,
                          linear_method *used);
