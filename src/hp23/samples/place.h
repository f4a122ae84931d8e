/**
# The column of a place

What a [place](roads.h) keeps is one column of its dictionary. A tableau would bring
all that is needed of the dictionary, and can be asked for more; here is only what leads to
that column, with the same operations on the same numbers, and so with the same bits.

Nobody needs this module to read the paper. In its words: $W_q$ is one matrix for all steps of
all samples, and what Lemke's method asks of it at some point of its path is this column and the
right-hand side, which samples carry along themselves.
*/
#pragma once

#include "lcp/kernel/tableau_f64.h"

#include <stdint.h>

/** A place and where it is computed. `columns` are those of the matrix, as the tableau has
them: scaled, zeros behind the n-th row, and no negative zero. `work` is room for n + 1 of
them. */
typedef struct {
    int n, length;         /* length: n, rounded up to a multiple of 8 */
    const double *columns; /* n of length */
    double *work;          /* n + 1 of length */
    double least;          /* a pivot's size is above this */
    int gap, enters;       /* the key of the place */
    uint32_t basis;
} place_ask;

/* The column that enters there: n numbers by pairs. 0: a pivot is too small, or
   none. */
int place_column(const place_ask *x, f64_width width, double *out);
