/**
# Sparse elimination in doubles

An approximate solver for the exact ones: it proposes digits and predicts how
long the exact numbers are. Nothing it says is trusted.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* P A = L U, sparse by columns: the multipliers below pivot c are low[k],
   low_start[c] <= k < low_start[c + 1], and so on above it. */
typedef struct {
    int m;
    int *row_of; /* column -> its pivot row */
    double *pivot;
    int *low_start, *low_row, *up_start, *up_row;
    double *low, *up;
    double log2_det; /* of |det A|, to about one bit */
    int regular;     /* every column found a pivot */
} factor;

/* Factors A, m x m by rows, which is destroyed; its rows should be of size
   about one. All memory is the arena's. */
perp_status factor_new(arena *a, int m, double *A, factor *out);

/* x = A^{-1} r, r is destroyed. Not for an irregular factor. */
void factor_solve(const factor *f, double *r, double *x);
