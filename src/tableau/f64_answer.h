/* Without #pragma once: f64_small.h includes this for every width. What happens
   to a small problem before its exchanges and behind them. */

/* Number c of each of these rows; written out, which lets compilers build it as
   a tree. */
INSIDE REAL NAME(across)(const double *const *row, int c)
{
#if VECTOR == 8
    return (REAL){row[0][c], row[1][c], row[2][c], row[3][c],
                  row[4][c], row[5][c], row[6][c], row[7][c]};
#elif VECTOR == 4
    return (REAL){row[0][c], row[1][c], row[2][c], row[3][c]};
#else
    return (REAL){row[0][c], row[1][c]};
#endif
}

/** $A$ is read once, by rows, and written once, by columns; its largest entry
is found on the way. Rows beyond the last are read from zeros. */
ISA static double NAME(take)(tableau_f64 *t, const double *A, const double *b)
{
    static const double zeros[F64_SMALL_ROWS];
    int n = t->head.n, length = t->stride;
    double *copy_of_b = t->start + n * length;
    REAL largest[2] = {{0}, {0}};
    for (int r = 0; r < length; r++)
        copy_of_b[r] = r < n ? b[r] : 0;
    for (int top = 0; top < length; top += VECTOR) {
        const double *row[VECTOR];
        double *to = t->start + top;
        for (int k = 0; k < VECTOR; k++)
            row[k] = top + k < n ? A + (top + k) * n : zeros;
        for (int c = 0; c < n; c++, to += length) {
            REAL x = NAME(across)(row, c);
            *(REAL *)to = x;
            largest[c % 2] = LARGER(NAME(size)(x), largest[c % 2]);
        }
    }
    return NAME(largest)(LARGER(largest[0], largest[1]))[0];
}

/* The dictionary of what was taken, A times `unit`, covered with d. */
ISA static void NAME(spread)(tableau_f64 *t, double unit, const double *d)
{
    int n = t->head.n, length = t->stride, all = n * length;
    double *cover = t->T + all, *rhs = cover + length;
    for (int k = 0; k < all; k += VECTOR)
        *(REAL *)(t->T + k) = *(const REAL *)(t->start + k) * unit + 0.0;
    for (int r = 0; d != NULL && r < length; r++)
        cover[r] = r < n ? d[r] : 0;
    for (int r = 0; r < length; r += VECTOR) {
        REAL one = (REAL){0} + 1;
        BITS pair = NAME(rows_of)(r) < (int64_t)n;
        if (d == NULL)
            *(REAL *)(cover + r) = (REAL)(pair & (BITS)one);
        *(REAL *)(rhs + r) = *(const REAL *)(t->start + all + r) + 0.0;
    }
}

/** The first half of lcp_residual for $w = A z + b$, its operations in its
order, with the columns of $A$ that were kept: every row in its place of a
register, so that the terms of a row still come one after the other. What is
left in `lacks` belongs to rows that are padding: 0/0, larger than nothing. */
INSIDE double NAME(rows_hold)(const tableau_f64 *t, const double *z,
                              int length, double *w)
{
    REAL sum[F64_SMALL_ROWS / VECTOR], scale[F64_SMALL_ROWS / VECTOR];
    REAL most = {0}, poison = {0};
    const double *column = t->start, *b = column + t->head.n * length;
    for (int r = 0; r < length / VECTOR; r++) {
        sum[r] = ((const REAL *)b)[r];
        scale[r] = NAME(size)(sum[r]);
    }
    for (const double *x = z; column < b; column += length, x++)
        for (int r = 0; r < length / VECTOR; r++) {
            REAL term = ((const REAL *)column)[r] * *x;
            sum[r] += term;
            scale[r] += NAME(size)(term);
        }
    for (int r = 0; r < length / VECTOR; r++) {
        REAL up = (REAL)((BITS)sum[r] & (((const REAL *)z)[r] > 0));
        REAL lacks = LARGER(up, -sum[r]);
        most = LARGER(lacks / scale[r], most);
        poison += 0 * scale[r];
        ((REAL *)w)[r] = sum[r];
    }
    if (NAME(together)(poison != 0) != 0) /* NaN differs, too */
        return (double)INFINITY;
    return NAME(largest)(most)[0];
}

/** Where $z_i$ is basic its value stands in the right-hand side; behind that
are zeros, which is what the others find. */
INSIDE double NAME(answer)(tableau_f64 *t, double unit, uint8_t *basis,
                           int length)
{
    int n = t->head.n;
    const int *where = t->head.where + n;
    const double *rhs = t->T + (n + 1) * length;
    for (int r = n; r < length; r++)
        t->z[r] = 0;
    for (int i = 0; i < n; i++) {
        basis[i] = where[i] < n;
        t->z[i] = lcp_larger(rhs[where[i]] * unit, 0);
    }
    return NAME(rows_hold)(t, t->z, length, t->w);
}
