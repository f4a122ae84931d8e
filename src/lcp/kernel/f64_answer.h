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

/* Four columns of four rows, from column c on, to columns `length` apart; most
   as above, one for each row: nobody waits for the one before. */
INSIDE void NAME(turn)(const double *const *row, int c, double *to, int length,
                       QUAD *most)
{
    QUAD a = *(const QUAD_ANY *)(row[0] + c);
    QUAD b = *(const QUAD_ANY *)(row[1] + c);
    QUAD x = *(const QUAD_ANY *)(row[2] + c);
    QUAD y = *(const QUAD_ANY *)(row[3] + c);
    QUAD even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    QUAD odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    QUAD more_even = __builtin_shufflevector(x, y, 0, 4, 2, 6);
    QUAD more_odd = __builtin_shufflevector(x, y, 1, 5, 3, 7);
    NAME(keep_larger)(&most[0], &a);
    NAME(keep_larger)(&most[1], &b);
    NAME(keep_larger)(&most[2], &x);
    NAME(keep_larger)(&most[3], &y);
    *(QUAD *)to = __builtin_shufflevector(even, more_even, 0, 1, 4, 5);
    to += length;
    *(QUAD *)to = __builtin_shufflevector(odd, more_odd, 0, 1, 4, 5);
    to += length;
    *(QUAD *)to = __builtin_shufflevector(even, more_even, 2, 3, 6, 7);
    to += length;
    *(QUAD *)to = __builtin_shufflevector(odd, more_odd, 2, 3, 6, 7);
}

/* b with zeros behind it, in the place behind A; n is four at least. */
INSIDE void NAME(take_b)(tableau_f64 *t, const double *b, int length)
{
    int n = t->head.n;
    double *to = t->start + n * length;
    for (int r = 0; r < length; r += 4)
        *(QUAD *)(to + r) = (QUAD){0};
    for (int r = 0; r < length; r += 4) {
        int at = r < n - 4 ? r : n - 4;
        *(QUAD_ANY *)(to + at) = *(const QUAD_ANY *)(b + at);
    }
}

/* Prefetches the four rows that begin F64_AHEAD behind `A`, before `end`. */
INSIDE void NAME(look_ahead)(const double *A, const double *end, int n)
{
    for (int k = F64_AHEAD; k < F64_AHEAD + 4 * n && k < end - A; k += 8)
        __builtin_prefetch(A + k);
}

/* The same for less than four columns. */
APART double NAME(take_few)(tableau_f64 *t, const double *A, const double *b)
{
    int n = t->head.n, length = t->stride;
    double largest = 0;
    memset(t->start, 0, (size_t)((n + 1) * length) * sizeof *A);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            t->start[c * length + r] = A[r * n + c];
            largest = lcp_larger(fabs(A[r * n + c]), largest);
        }
    memcpy(t->start + n * length, b, (size_t)n * sizeof *b);
    return largest;
}

/* The four rows of A from `top` on, the first at `A`; zeros beyond the last. */
INSIDE void NAME(four_rows)(const double *A, int n, int top, const double **row)
{
    static const double zeros[F64_LAZY_ROWS];
    for (int r = 0; r < 4; r++)
        row[r] = top + r < n ? A + r * n : zeros;
}

INSIDE double NAME(largest_of)(QUAD *x)
{
    NAME(keep_larger)(&x[0], &x[1]);
    NAME(keep_larger)(&x[2], &x[3]);
    NAME(keep_larger)(&x[0], &x[2]);
    double one = lcp_larger(x[0][0], x[0][1]);
    return lcp_larger(one, lcp_larger(x[0][2], x[0][3]));
}

/** $A$ is read once, by rows, and written once, by columns, four by four; its
largest entry is found on the way. Rows beyond the last are read from zeros, and
the last four columns may overlap those before them. Where the length is known,
how often that is done is known, too. */
INSIDE double NAME(take)(tableau_f64 *t, const double *A, const double *b,
                         int length)
{
    int n = t->head.n, last = n - 4;
    const double *end = A + n * n;
    QUAD largest[4] = {{0}, {0}, {0}, {0}};
    if (__builtin_expect(n < 4, 0))
        return NAME(take_few)(t, A, b);
    NAME(take_b)(t, b, length);
#pragma GCC unroll 1
    for (int top = 0; top < length; top += 4, A += 4 * n) {
        const double *row[4];
        NAME(four_rows)(A, n, top, row);
        if (length * length > F64_AHEAD)
            NAME(look_ahead)(A, end, n);
        for (int c = 0; c < length; c += 4) {
            int at = c < last ? c : last;
            NAME(turn)(row, at, t->start + at * length + top, length, largest);
        }
    }
    return NAME(largest_of)(largest);
}

/* The covering column with d, the right-hand side that was taken, and zeros. */
INSIDE void NAME(spread_rest)(tableau_f64 *t, const double *d, int length)
{
    int n = t->head.n, all = n * length;
    double *cover = t->T + all, *rhs = cover + length;
    for (int r = 0; r < length; r += VECTOR) {
        REAL one = (REAL){0} + 1;
        BITS pair = NAME(rows_of)(r) < (int64_t)n;
        *(REAL *)(cover + r) = (REAL)(pair & (BITS)one);
        *(REAL *)(rhs + r) = *(const REAL *)(t->start + all + r) + 0.0;
    }
    for (int r = 0; r < length + 8; r += VECTOR)
        *(REAL *)(rhs + length + r) = (REAL){0};
    for (int r = 0; d != NULL && r < n; r++)
        cover[r] = d[r];
}

/* The dictionary of what was taken, A times `unit`, covered with d. */
INSIDE void NAME(spread)(tableau_f64 *t, double unit, const double *d,
                         int length)
{
    const double *from = t->start, *end = from + t->head.n * length;
    for (double *to = t->T; from < end; from += length, to += length)
        for (int r = 0; r < length; r += VECTOR)
            *(REAL *)(to + r) = *(const REAL *)(from + r) * unit + 0.0;
    NAME(spread_rest)(t, d, length);
}

/* What was taken in units of the pairs' own, see condense.c. */
ISA static void NAME(even)(const tableau_f64 *t, double unit,
                           const double *even, double *to)
{
    const int length = t->stride;
    const double *from = t->start, *b = from + t->head.n * length;
    const double *own = even;
    for (; from < b; from += length, to += length, own++)
        for (int r = 0; r < length; r += VECTOR) {
            REAL a = *(const REAL *)(from + r) * unit;
            a *= *(const REAL *)(even + r);
            *(REAL *)(to + r) = a * *own + 0.0;
        }
    for (int r = 0; r < length; r += VECTOR)
        *(REAL *)(to + r) =
            *(const REAL *)(b + r) * *(const REAL *)(even + r) + 0.0;
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
    REAL most[F64_LAZY_ROWS / VECTOR] = {{0}}, sum[F64_LAZY_ROWS / VECTOR];
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
        sum[r] = NAME(choose)(sum[r] * 0 == 0, sum[r], scale[r]);
        worst = LARGER(lacks / sum[r], worst);
    }
    return lcp_larger(NAME(largest)(worst)[0], LCP_EXCUSED);
}

/** lcp_residual for $w = A z + b$ and $z \ge 0$, its operations in its order,
with the columns of $A$ that were kept: every row in its place of a register, so
that the terms of a row still come one after the other. What a row of padding
lacks is 0/0, larger than nothing. */
INSIDE double NAME(residual)(const tableau_f64 *t,
                             double (*excused)(const tableau_f64 *,
                                               const REAL *),
                             int length)
{
    REAL sum[F64_LAZY_ROWS / VECTOR], scale[F64_LAZY_ROWS / VECTOR];
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
    if (__builtin_expect(worst > LCP_EXCUSED, 0))
        return excused(t, scale);
    return worst;
}

/* The first n of x, in fours of which the last may overlap the one before; one
   by one when there are less. */
INSIDE void NAME(give)(const REAL *x, int n, int length, double *to)
{
    const double *from = (const double *)x;
    for (int r = 0; n >= 4 && r < length; r += 4) {
        int at = r < n - 4 ? r : n - 4;
        *(QUAD_ANY *)(to + at) = *(const QUAD_ANY *)(from + at);
    }
    for (int r = 0; n < 4 && r < n; r++)
        to[r] = from[r];
}

/* All bits where z_r .. is basic, for `where` of those z. */
INSIDE BITS NAME(basic)(const int *where, int n)
{
    typedef int ints __attribute__((vector_size(4 * VECTOR), aligned(4)));
    typedef int held __attribute__((vector_size(4 * VECTOR)));
    held at = *(const ints *)where;
    return __builtin_convertvector(at < n, BITS);
}

/* The same as one and zero for each of the n; four or more are written in fours
   of which the last may overlap the one before. */
INSIDE void NAME(give_basis)(const int *where, int n, int length, uint8_t *to)
{
    typedef int ints __attribute__((vector_size(16), aligned(4)));
    typedef uint8_t bytes __attribute__((vector_size(4)));
    for (int r = 0; n >= 4 && r < length; r += 4) {
        int at = r < n - 4 ? r : n - 4;
        bytes in = __builtin_convertvector(*(const ints *)(where + at) < n,
                                           bytes) & 1;
        memcpy(to + at, &in, sizeof in);
    }
    for (int r = 0; n < 4 && r < n; r++)
        to[r] = where[r] < n;
}

/** Whether a variable is basic, or a number positive, is as good as random;
nobody asks. Each z is looked up where it stands, the rest is done in registers:
single numbers in memory could not be read together soon. The places behind the
list are somewhere, too. */
INSIDE double NAME(answer)(tableau_f64 *t, const f64_answer *out,
                           double (*residual)(tableau_f64 *), int length)
{
    REAL held[F64_LAZY_ROWS / VECTOR], zero = {0}, *z = (REAL *)t->z;
    int n = t->head.n;
    const int *where = t->head.where + n;
    const double *rhs = t->T + (n + 1) * length;
    for (int r = 0; r < length; r += VECTOR) {
        BITS pair = NAME(rows_of)(r) < (int64_t)n;
        REAL found;
#pragma GCC unroll 8
        for (int k = 0; k < VECTOR; k++)
            found[k] = rhs[where[r + k]];
        z[r / VECTOR] = LARGER((REAL)(pair & (BITS)(found * out->unit)), zero);
    }
    NAME(give_basis)(where, n, length, out->basis);
    NAME(give)(z, n, length, out->z);
    double worst = residual(t);
    for (int r = 0; r < length / VECTOR; r++) {
        BITS off = ~NAME(basic)(where + r * VECTOR, n);
        held[r] = (REAL)(off & (BITS)LARGER(((REAL *)t->w)[r], zero));
    }
    NAME(give)(held, n, length, out->w);
    return worst;
}

/* Excuse, residual and answer of a kernel, its length known. */
#define ANSWERS(name, length)                                                  \
    APART double NAME(excused_##name)(const tableau_f64 * t,                   \
                                      const REAL * scale)                      \
    {                                                                          \
        return NAME(excused)(t, scale, (length));                              \
    }                                                                          \
    APART double NAME(residual_##name)(tableau_f64 * t)                        \
    {                                                                          \
        return NAME(residual)(t, NAME(excused_##name), (length));              \
    }                                                                          \
    ISA static double NAME(answer_##name)(tableau_f64 * t,                     \
                                          const f64_answer *out)               \
    {                                                                          \
        return NAME(answer)(t, out, NAME(residual_##name), (length));          \
    }
