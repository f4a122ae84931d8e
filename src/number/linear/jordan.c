/**
# Gauss and Jordan

In fractions any entry that is not zero is as good a pivot as any other, and a zero is one: the
rank is that of the numbers, without a threshold, and the first pivot found is taken. A column
is cleared above its pivot as well as below, so nothing is substituted back, and the answers of
all right sides stand where these were.

Every entry is in lowest terms at every moment. That costs a greatest common divisor for
each product, and bounds the length: an entry of the form reached after k pivots is a quotient of
two minors of $[A\;B]$ of size k at most. [Bareiss's way](bareiss.c) divides less and keeps
numerators over one denominator; whether it would pay for the dozen unknowns of the systems
that come here was not measured.
*/
#include "number/linear/jordan.h"

#include <stddef.h>

static void swap_rows(int width, mpq_t *x, mpq_t *y)
{
    for (int j = 0; j < width && x != y; j++)
        mpq_swap(x[j], y[j]);
}

static void divide(int width, mpq_srcptr by, mpq_t *x)
{
    for (int j = 0; j < width; j++)
        mpq_div(x[j], x[j], by);
}

/* x -= f y, where y is not zero. */
static void subtract(int width, mpq_srcptr f, const mpq_t *y, mpq_t *x,
                     mpq_ptr t)
{
    for (int j = 0; j < width; j++) {
        if (mpq_sgn(y[j]) == 0)
            continue;
        mpq_mul(t, f, y[j]);
        mpq_sub(x[j], x[j], t);
    }
}

int jordan_reduce(int rows, int columns, int more, mpq_t *A, mpq_t *B,
                  int *pivot)
{
    int rank = 0;
    mpq_t f, t;
    mpq_inits(f, t, NULL);
    for (int c = 0; c < columns && rank < rows; c++) {
        int i = rank;
        while (i < rows && mpq_sgn(A[i * columns + c]) == 0)
            i++;
        if (i == rows)
            continue;
        mpq_t *a = A + rank * columns, *b = more > 0 ? B + rank * more : NULL;
        swap_rows(columns, A + i * columns, a);
        swap_rows(more, more > 0 ? B + i * more : NULL, b);
        mpq_set(f, a[c]);
        divide(columns, f, a);
        divide(more, f, b);
        for (i = 0; i < rows; i++) {
            if (i == rank || mpq_sgn(A[i * columns + c]) == 0)
                continue;
            mpq_set(f, A[i * columns + c]);
            subtract(columns, f, (const mpq_t *)a, A + i * columns, t);
            if (more > 0)
                subtract(more, f, (const mpq_t *)b, B + i * more, t);
        }
        if (pivot != NULL)
            pivot[rank] = c;
        rank++;
    }
    mpq_clears(f, t, NULL);
    return rank;
}
