/**
# Dense elimination in doubles

And what goes with it wherever a few numbers are enough: the sum of products from
the first on, in this order, which is part of what makes bits the same everywhere.
Kernels that are hot have their own.
*/
#pragma once

#include <stddef.h>

/* Gauss-Jordan elimination of the n x (n + m) matrix [E | C] by rows, row
   length n + m, with partial pivoting: what [E | C] (x, y) = 0 says of x.
   Afterwards row row_of[c] reads x_c + C'_r . y = 0, C' the last m columns.
   A column whose candidates are all at most `tolerance` times the largest
   entry it began with depends on those before it: row_of[c] = -1, its entries
   are set to 0 and its unknown is meant to be zero. used[r] tells whether row
   r has a pivot. scale: n doubles of work space. Returns the rank. */
int dense_jordan(int n, int m, double *a, int *row_of, unsigned char *used,
                 double *scale, double tolerance);

/* A factor of an n x n matrix by rows, in its place: Gauss with partial
   pivoting, that does nothing where numbers are zero. A column whose candidates
   are all at most `tolerance` times the largest entry it began with has no
   pivot: row_of[c] = -1. lead, row_of, some: n each, scale: n; the caller's. */
typedef struct {
    int n;
    double *a;
    int *lead, *row_of, *some;
    double *scale;
} dense_factor;

/* Takes the matrix; returns the rank. */
int dense_factorise(dense_factor *f, double tolerance);

/* x of E x = b, with x_c = 0 where c has no pivot; whether the equations that
   are left over then hold is not asked. b and x are not one. */
void dense_solve(const dense_factor *f, const double *b, double *x);

/* The largest size among `count` numbers, 0 for none; NaN does not count. */
double dense_largest(size_t count, const double *a);

/* Is none of them NaN or infinite? */
int dense_finite(size_t count, const double *a);

static inline void dense_scale(size_t count, double unit, double *a)
{
    for (size_t k = 0; k < count; k++)
        a[k] *= unit;
}

/* x'y of n numbers, added up from the first one. */
static inline double dense_dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
