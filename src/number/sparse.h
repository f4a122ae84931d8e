/**
# Matrices that are mostly zero

The matrix of a step has a row for each velocity and each contact, and in it the few
that touch each other: of a pile of 16 boxes 4 entries of 100. Who reads such a
matrix several times notes once where its entries are.

*What changes when zeros are left out.* $s + 0 a = s$ for every $s$ but $-0$, which
becomes $0$ if the product is $0$: sums that leave out the zeros, in the same order, are
the same numbers to the last bit, and zeros of either sign are equal. Only if $a$ is no
number, or infinite, says the product more than nothing; whoever has to see that asks for
$a$ itself.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* rows x cols numbers, the first of a row `apart` behind that of the one
   before. Borrowed. */
typedef struct {
    int rows, cols;
    size_t apart;
    const double *A;
} sparse_matrix;

/* Row i has the entries first[i] to first[i + 1] - 1, by column. `first` is
   null where a matrix is not worth it. */
typedef struct {
    int rows;
    int *first, *column;
    double *value;
} sparse_rows;

/* The entries of a matrix, in the arena; none, when more than a quarter of it
   is not zero. Error: memory. */
perp_status sparse_entries(const sparse_matrix *m, arena *a, sparse_rows *out);

/* Of the rows from `from` on the columns below `cols`, turned: row j of `out`
   has the entries of column j, by row, `from` being row 0. Requires x->first.
   Error: memory. */
perp_status sparse_turned(const sparse_rows *x, int from, int cols, arena *a,
                          sparse_rows *out);
