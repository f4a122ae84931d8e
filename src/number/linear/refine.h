/**
# Refinement
*/
#pragma once

#include "number/limit.h"
#include "number/linear/factor.h"
#include "number/linear/numerators.h"
#include "number/linear/words.h"

/* The double LU of a word system, its columns equilibrated, and what it
   predicts. */
typedef struct {
    word_system even;  /* columns multiplied by 2^(even.shift) */
    factor f;          /* of its rows, multiplied by row_scale */
    double *row_scale; /* powers of two */
    long most_shift;
    size_t det_bits;   /* |det A| < 2^det_bits, when regular */
    long unknown_bits; /* |X_j / det| < 2^unknown_bits, about */
} forecast;

perp_status forecast_new(arena *a, const word_system *s, forecast *out);

/* Solves A X + b = 0 by refinement: X_j / den. *solved = 0 when the matrix is
   too close to singular for doubles, or the numbers longer than predicted.
   A solution satisfies the equations modulo 2^64 at least. Error: LIMIT. */
perp_status refine_solve(arena *a, const word_system *s, const forecast *f,
                         const exact_limit *limit, numerators *out,
                         int *solved);

/* The first places of all unknowns: out->x.X_j = X_j 2^places up to
   2^(out->wrong_j), out->x.den is not set. The bound is the doubles' own and no
   proof. *known = 0 where refine_solve would give up as early, and where the
   matrix is so near to a singular one that doubles may find another solution.
   places >= 0. */
perp_status refine_near(arena *a, const forecast *f, long places,
                        numerators_near *out, int *known);

/* X and den, solution of the system modulo 2^64. */
perp_status words_confirm(arena *a, const word_system *s, const numerators *x,
                          int *holds);
