/**
# Least eigenvalue and norm of a matrix, proven

Doubles find them, and a factorisation whose rounding errors are counted proves
them, from both sides.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* below <= the number <= above, proven. */
typedef struct {
    double below, above;
} qvi_range;

/* Rounded up and down: at least, and at most, any number from which x > 0 was
   computed by so many operations with roundings of one sign. */
static inline double qvi_above(double x, int operations)
{
    return x * (1 + (operations + 2) * 0x1p-52) + 0x1p-1000;
}

static inline double qvi_below(double x, int operations)
{
    double y = x * (1 - (operations + 2) * 0x1p-52) - 0x1p-1000;
    return y > 0 ? y : 0;
}

/* The least x'Ax over |x| = 1, A n x n by rows with entries of at most one in
   size. Leaves the arena as it was. LIMIT (memory). */
perp_status qvi_spectrum_least(arena *a, int n, const double *A,
                               qvi_range *out);

/* The largest |Ax| over |x| = 1, A rows x cols with entries of at most one. */
perp_status qvi_spectrum_norm(arena *a, int rows, int cols, const double *A,
                              qvi_range *out);
