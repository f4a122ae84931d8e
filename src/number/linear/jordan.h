/**
# Elimination, a fraction at a time

For small dense systems whose every answer is wanted as a fraction: a few rows, many right sides,
or a rank. [linear.h](linear.h) is for one right side of many unknowns, and far quicker there.
*/
#pragma once

#include <gmp.h>

/* Gauss and Jordan: A (rows x columns) becomes its reduced row echelon form,
   with B (rows x more; null when more is 0) along, that is T A and T B with one
   regular T. Returns the rank; pivot[k] (null, or room for the smaller of rows
   and columns) is the column in which row k has its 1, rising. So B is A^-1 B
   when A is square and the rank is full, and otherwise the rows of B behind the
   rank are what the rows of A, combined to zero, make of B. */
int jordan_reduce(int rows, int columns, int more, mpq_t *A, mpq_t *B,
                  int *pivot);
