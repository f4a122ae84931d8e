#include "lcp/solve/condense.h"

#include "number/dense.h"

#include <string.h>

/** Lemke's pivots are chosen by the ratio test and may be small: between two
masses, 1 and 1, with a damper of $K = hd = 5\cdot10^5$ that holds them together
the path goes over a difference of $1/K$, and what rounding has left of it is
multiplied by $K$ in every entry behind. The basis is right and the numbers are
not: $v$ off by $3\cdot10^{-8}$ with a residual of $4\cdot10^{-11}$. From the basis
alone the numbers follow by one elimination: the equations and the rows with $w_i = 0$,
for $x$ and the basic $z_i$, with pivots by size. */
perp_status condense_basis(const lcp_problem *p, const uint8_t *basis,
                           double tolerance, arena *a, double *z)
{
    const int f = p->free, all = f + p->n;
    arena_mark mark = arena_here(a);
    int *id = arena_take(a, 2 * (size_t)all, sizeof *id);
    int size = 0;
    if (id == NULL)
        return PERP_NO_MEMORY(2 * (size_t)all * sizeof *id);
    int *row_of = id + all;
    for (int i = 0; i < all; i++)
        if (i < f || basis[i - f])
            id[size++] = i;
    const size_t wide = (size_t)size + 1, n = (size_t)size;
    double *rows = arena_take_any(a, n * wide + n + 1, sizeof *rows);
    unsigned char *used = arena_take(a, n + 1, 1);
    if (rows == NULL || used == NULL)
        return PERP_NO_MEMORY(n * wide * sizeof *rows);
    for (int r = 0; r < size; r++) {
        for (int c = 0; c < size; c++)
            rows[(size_t)r * wide + (size_t)c] =
                p->A[(size_t)id[r] * (size_t)all + (size_t)id[c]];
        rows[(size_t)r * wide + n] = -p->b[id[r]];
    }
    dense_jordan(size, 1, rows, row_of, used, rows + n * wide, tolerance);
    memset(z, 0, (size_t)all * sizeof *z);
    for (int c = 0; c < size; c++)
        if (row_of[c] >= 0)
            z[id[c]] = rows[(size_t)row_of[c] * wide + n] + 0.0;
    arena_release(a, mark);
    return PERP_SUCCESS;
}
