/* Without #pragma once: f64_small.h includes this for every width. What happens
   to a small problem before its exchanges and behind them. */

/* *most = the larger of it and the size of x. */
INSIDE void NAME(keep_larger)(QUAD *most, const QUAD *x)
{
    QUAD size = (QUAD)((QUAD_BITS)*x & INT64_MAX);
#ifdef QUAD_LARGER
    *most = QUAD_LARGER(size, *most);
#else
    QUAD_BITS more = size > *most;
    *most = (QUAD)((more & (QUAD_BITS)size) | (~more & (QUAD_BITS)*most));
#endif
}

/* Numbers of two columns from four rows. */
INSIDE void NAME(two_columns)(const double *const *row, int c, QUAD *two)
{
    PAIR x[4];
    for (int k = 0; k < 4; k++)
        memcpy(&x[k], row[k] + c, sizeof x[k]);
    QUAD even = __builtin_shufflevector(x[0], x[2], 0, 1, 2, 3);
    QUAD odd = __builtin_shufflevector(x[1], x[3], 0, 1, 2, 3);
    two[0] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    two[1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
}

/* b with zeros behind it, in the place behind A. */
INSIDE void NAME(take_b)(tableau_f64 *t, const double *b)
{
    int n = t->head.n, length = t->stride, r = 0;
    double *to = t->start + n * length;
    for (; r + 2 <= n; r += 2)
        memcpy(to + r, b + r, 2 * sizeof *b);
    for (; r < n; r++)
        to[r] = b[r];
    for (; r < length; r++)
        to[r] = 0;
}

/** $A$ is read once, by rows, and written once, by columns; its largest entry
is found on the way. Rows beyond the last are read from zeros. */
ISA static double NAME(take)(tableau_f64 *t, const double *A, const double *b)
{
    static const double zeros[F64_SMALL_ROWS];
    int n = t->head.n, length = t->stride;
    QUAD largest = {0}, x[2];
    NAME(take_b)(t, b);
    for (int top = 0; top < length; top += 4) {
        const double *row[4], *next = A + top * n;
        double *to = t->start + top;
        for (int k = 0; k < 4; k++, next += n)
            row[k] = top + k < n ? next : zeros;
        for (int c = 0; c + 2 <= n; c += 2, to += 2 * length) {
            NAME(two_columns)(row, c, x);
            *(QUAD *)to = x[0];
            *(QUAD *)(to + length) = x[1];
            for (int k = 0; k < 2; k++)
                NAME(keep_larger)(&largest, &x[k]);
        }
        if (n % 2 == 0)
            continue;
        x[0] = (QUAD){row[0][n - 1], row[1][n - 1], row[2][n - 1],
                      row[3][n - 1]};
        *(QUAD *)to = x[0];
        NAME(keep_larger)(&largest, &x[0]);
    }
    double one = largest[0] > largest[1] ? largest[0] : largest[1];
    double two = largest[2] > largest[3] ? largest[2] : largest[3];
    return one > two ? one : two;
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

/* What row r lacks, see lcp.c. */
INSIDE REAL NAME(lacks)(REAL w, REAL z)
{
    REAL up = (REAL)((BITS)w & (z > 0));
    return LARGER(up, -w);
}

/** lcp_residual's excuse for numbers that cancelled: as there, $z_j$ has the
size of the numbers whose difference it is, and the rows are measured anew. */
INSIDE double NAME(excused)(const tableau_f64 *t, const REAL *scale, int length)
{
    REAL most[F64_SMALL_ROWS / VECTOR] = {{0}}, sum[F64_SMALL_ROWS / VECTOR];
    REAL worst = {0};
    const double *column = t->start, *b = column + t->head.n * length;
    double *s = t->value, *m = t->unit;
    for (; column < b; column += length)
        for (int r = 0; r < length / VECTOR; r++)
            most[r] = LARGER(NAME(size)(((const REAL *)column)[r]), most[r]);
    for (int r = 0; r < length / VECTOR; r++) {
        ((REAL *)s)[r] = scale[r];
        ((REAL *)m)[r] = most[r] * 1e-6;
        sum[r] = NAME(size)(((const REAL *)b)[r]);
    }
    column = t->start;
    for (int j = 0; column < b; column += length, j++) {
        double a = fabs(column[j]), z = fabs(t->z[j]);
        double size = a > m[j] ? lcp_larger(z, s[j] / a) : z;
        for (int r = 0; r < length / VECTOR; r++)
            sum[r] += NAME(size)(((const REAL *)column)[r]) * size;
    }
    for (int r = 0; r < length / VECTOR; r++) {
        REAL lacks = NAME(lacks)(((REAL *)t->w)[r], ((REAL *)t->z)[r]);
        worst = LARGER(lacks / sum[r], worst);
    }
    return lcp_larger(NAME(largest)(worst)[0], LCP_EXCUSED);
}

/** lcp_residual for $w = A z + b$ and $z \ge 0$, its operations in its order,
with the columns of $A$ that were kept: every row in its place of a register, so
that the terms of a row still come one after the other. What a row of padding
lacks is 0/0, larger than nothing. */
INSIDE double NAME(residual)(const tableau_f64 *t, int length)
{
    REAL sum[F64_SMALL_ROWS / VECTOR], scale[F64_SMALL_ROWS / VECTOR];
    REAL most = {0}, poison = {0};
    const double *column = t->start, *b = column + t->head.n * length;
    for (int r = 0; r < length / VECTOR; r++) {
        sum[r] = ((const REAL *)b)[r];
        scale[r] = NAME(size)(sum[r]);
    }
    for (const double *z = t->z; column < b; column += length, z++)
        for (int r = 0; r < length / VECTOR; r++) {
            REAL term = ((const REAL *)column)[r] * *z;
            sum[r] += term;
            scale[r] += NAME(size)(term);
        }
    for (int r = 0; r < length / VECTOR; r++) {
        REAL lacks = NAME(lacks)(sum[r], ((const REAL *)t->z)[r]);
        most = LARGER(lacks / scale[r], most);
        poison += 0 * scale[r];
        ((REAL *)t->w)[r] = sum[r];
    }
    if (NAME(together)(poison != 0) != 0) /* NaN differs, too */
        return (double)INFINITY;
    double worst = NAME(largest)(most)[0];
    return worst > LCP_EXCUSED ? NAME(excused)(t, scale, length) : worst;
}

/** A stretch of a known path: the exchange at `row`, as far as a right-hand
side sees it, then the ratios there. The dictionary is not touched; the column's
reciprocals and its bar are known. Returns the rows that tie. */
INSIDE uint64_t NAME(walk)(const f64_road *from, int row, const f64_road *to,
                           const tableau_f64_rules *rules, int length,
                           double *rhs)
{
    REAL u[F64_SMALL_ROWS / VECTOR], best = (REAL){0} + (double)INFINITY;
    REAL none = best, size = {0}, zero = {0};
    double factor = rhs[row] * -from->inverse[row];
    uint64_t tied = 0;
    for (int r = 0; r < length / VECTOR; r++) {
        REAL one = zero + 1, x = ((const REAL *)from->a)[r];
        BITS others = NAME(rows_of)(r * VECTOR) != (int64_t)row;
        REAL stays = (REAL)(others & ((const BITS *)rhs)[r]);
        u[r] = stays + NAME(choose)(others, x, one) * factor;
    }
    for (int r = 0; r < length / VECTOR; r++)
        ((REAL *)rhs)[r] = u[r];
    if (to == NULL)
        return 0;
    for (int r = 0; r < length / VECTOR; r++) {
        REAL x = ((const REAL *)to->a)[r], y = ((const REAL *)to->inverse)[r];
        REAL ratio = LARGER(u[r], zero) * -y;
        best = SMALLER(NAME(choose)(x < to->bar, ratio, none), best);
        size = LARGER(NAME(size)(u[r]), size);
    }
    best = NAME(smallest)(best);
    REAL slack = rules->tie * NAME(largest)(size);
    for (int r = 0; r < length / VECTOR; r++) {
        REAL x = ((const REAL *)to->a)[r];
        BITS in = (u[r] + best * x <= slack) & (x < to->bar);
        tied |= NAME(together)(in) << r * VECTOR;
    }
    return best[0] < (double)INFINITY ? tied : 0;
}
