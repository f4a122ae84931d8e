/* Without #pragma once: f64_kernels.c includes this once for every width.
   VECTOR is the number of doubles in a register, ISA the attribute of the
   functions, NAME(x) their name. */

typedef double NAME(real) __attribute__((vector_size(8 * VECTOR), may_alias));
typedef int64_t NAME(bits) __attribute__((vector_size(8 * VECTOR), may_alias));
#define REAL NAME(real)
#define BITS NAME(bits)
#define INSIDE ISA static inline __attribute__((always_inline))

INSIDE REAL NAME(choose)(BITS which, REAL yes, REAL no)
{
    return (REAL)((which & (BITS)yes) | (~which & (BITS)no));
}

INSIDE REAL NAME(larger)(REAL x, REAL y)
{
    return NAME(choose)(x > y, x, y);
}

INSIDE REAL NAME(size)(REAL x)
{
    return (REAL)((BITS)x & INT64_MAX);
}

/* The largest of the numbers in the register. */
INSIDE double NAME(largest)(REAL x)
{
    double part[VECTOR];
    memcpy(part, &x, sizeof part);
    for (int half = VECTOR / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            part[k] = lcp_larger(part[k], part[k + half]);
    return part[0];
}

INSIDE double NAME(smallest)(REAL x)
{
    double part[VECTOR];
    memcpy(part, &x, sizeof part);
    for (int half = VECTOR / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            part[k] = part[k] < part[k + half] ? part[k] : part[k + half];
    return part[0];
}

INSIDE uint64_t NAME(together)(BITS x)
{
    uint64_t part[VECTOR];
    memcpy(part, &x, sizeof part);
    for (int half = VECTOR / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            part[k] |= part[k + half];
    return part[0];
}

/* The bits first, 2 first, 4 first, ... */
INSIDE BITS NAME(row_bits)(void)
{
    BITS bit;
    for (int k = 0; k < VECTOR; k++)
        bit[k] = (int64_t)1 << k;
    return bit;
}

/* -1 in the rows from `from` on, of those in register r. */
INSIDE BITS NAME(from)(int r, int from)
{
    BITS row;
    for (int k = 0; k < VECTOR; k++)
        row[k] = r + k;
    return row >= (int64_t)from;
}

/** The ratio test in three passes over the column `a` and the right-hand side
`u`, without a branch: sizes; the smallest ratio; who ties with it, a bit for
each row in t->among. Rows that may not leave, because they do not fall or do
not fall enough, or stand above row `from`, take part with an infinite ratio.
Returns the smallest ratio. */
INSIDE double NAME(ratios)(tableau_f64 *t, const double *a, const double *u,
                           int length, int from)
{
    REAL largest = {0}, size = {0}, best = (REAL){0} + (double)INFINITY;
    for (int r = 0; r < length; r += VECTOR) {
        largest = NAME(larger)(NAME(size)(*(const REAL *)(a + r)), largest);
        size = NAME(larger)(NAME(size)(*(const REAL *)(u + r)), size);
    }
    double bar = -t->rules.pivot * NAME(largest)(largest);
    double slack = t->rules.tie * NAME(largest)(size);
    for (int r = 0; r < length; r += VECTOR) {
        REAL x = *(const REAL *)(a + r), zero = {0};
        REAL ratio = NAME(larger)(*(const REAL *)(u + r), zero) / -x;
        BITS falls = x < bar;
        if (from > 0)
            falls &= NAME(from)(r, from);
        best = NAME(choose)(falls & (ratio < best), ratio, best);
    }
    double least = NAME(smallest)(best);
    for (int r = 0; r < length; r += 64) {
        BITS bit = NAME(row_bits)(), tied = {0};
        for (int k = r; k < length && k < r + 64; k += VECTOR) {
            REAL x = *(const REAL *)(a + k);
            REAL over = *(const REAL *)(u + k) + least * x;
            BITS in = (x < bar) & (over <= slack) & bit;
            if (from > 0)
                in &= NAME(from)(k, from);
            tied |= in;
            bit <<= VECTOR;
        }
        t->among[r / 64] = NAME(together)(tied);
    }
    return least;
}

/* column += kept factor */
INSIDE void NAME(add)(double *column, const double *kept, double factor,
                      int length)
{
    for (int r = 0; r < length; r += VECTOR)
        *(REAL *)(column + r) += *(const REAL *)(kept + r) * factor;
}

INSIDE int NAME(leave_with)(tableau_f64 *t, const double *a, int length,
                            int from)
{
    const double *u = tableau_f64_column(t, t->head.cols);
    double least = NAME(ratios)(t, a, u, length, from);
    if (!(least < (double)INFINITY))
        return f64_unblocked(t, a);
    int z0 = t->head.where[2 * t->head.n];
    uint64_t all = t->among[0];
    if (length > 64)
        return f64_pick(t, a, z0);
    if (z0 < 64 && (all >> z0 & 1))
        return z0;
    if (all != 0 && (all & (all - 1)) == 0)
        return __builtin_ctzll(all);
    return f64_pick(t, a, z0);
}

INSIDE int NAME(pivot_with)(tableau_f64 *t, int row, int col, int length)
{
    double *a = tableau_f64_column(t, col), inverse = 1 / a[row];
    double kept[F64_SMALL_ROWS] __attribute__((aligned(64)));
    double *copy = length <= F64_SMALL_ROWS ? kept : t->unit;
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    for (int r = 0; r < length; r += VECTOR)
        *(REAL *)(copy + r) = *(const REAL *)(a + r);
    copy[row] = 0;
    double *column = t->T;
    for (int c = 0; c <= t->head.cols; c++, column += length) {
        double factor = 0 - column[row] * inverse;
        NAME(add)(column, copy, factor, length);
        column[row] = factor;
    }
    for (int r = 0; r < length; r += VECTOR)
        *(REAL *)(a + r) = *(const REAL *)(copy + r) * inverse + 0.0;
    a[row] = inverse;
    return TABLEAU_NONE;
}

#define SMALL(length)                                                          \
    ISA static int NAME(leaving_##length)(tableau * head, int col)             \
    {                                                                          \
        tableau_f64 *t = (tableau_f64 *)head;                                  \
        return NAME(leave_with)(t, t->T + col * (length), (length), 0);        \
    }                                                                          \
    ISA static int NAME(pivot_##length)(tableau * head, int row, int col)      \
    {                                                                          \
        tableau_f64 *t = (tableau_f64 *)head;                                  \
        return f64_last(t, row, NAME(pivot_with)(t, row, col, (length)));      \
    }

#define SMALL_KERNEL(length)                                                   \
    {                                                                          \
        {f64_free_row, f64_false_row, f64_first_row, NAME(leaving_##length),   \
         NAME(pivot_##length)},                                                \
            F64_SMALL, (length), NULL                                          \
    }

#if VECTOR < 8
SMALL(4)
SMALL(12)
SMALL(20)
SMALL(28)
#endif
SMALL(8)
SMALL(16)
SMALL(24)
SMALL(32)

static const f64_kernel NAME(small)[] = {
#if VECTOR < 8
    SMALL_KERNEL(4),  SMALL_KERNEL(8),  SMALL_KERNEL(12),
    SMALL_KERNEL(16), SMALL_KERNEL(20), SMALL_KERNEL(24),
    SMALL_KERNEL(28), SMALL_KERNEL(32)
#else
    SMALL_KERNEL(8), SMALL_KERNEL(16), SMALL_KERNEL(24), SMALL_KERNEL(32)
#endif
};

ISA static int NAME(leaving_whole)(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    const double *a = tableau_f64_column(t, col);
    return NAME(leave_with)(t, a, t->stride, head->free);
}

ISA static int NAME(pivot_whole)(tableau *head, int row, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    return f64_last(t, row, NAME(pivot_with)(t, row, col, t->stride));
}

/* Column c of now into `to`. */
INSIDE void NAME(column_now)(const tableau_f64 *t, int c, double *to)
{
    const double *from = tableau_f64_column(t, c), *kept = t->kept;
    int wide = t->wide, stride = t->stride;
    for (int r = 0; r < stride; r += 2 * VECTOR) {
        REAL x = *(const REAL *)(from + r);
        REAL y = *(const REAL *)(from + r + VECTOR);
        for (int q = 0; q < t->waiting; q++) {
            const double *k = kept + q * stride + r;
            double f = t->factor[q * wide + c];
            x += *(const REAL *)k * f;
            y += *(const REAL *)(k + VECTOR) * f;
        }
        *(REAL *)(to + r) = x;
        *(REAL *)(to + r + VECTOR) = y;
    }
}

/* Row `row` of now into `to`, without the right-hand side. */
INSIDE void NAME(row_now)(const tableau_f64 *t, int row, double *to)
{
    int wide = t->wide, stride = t->stride;
    for (int c = 0; c < t->head.cols; c++)
        to[c] = tableau_f64_column(t, c)[row];
    for (int c = 0; c < wide; c += VECTOR) {
        REAL x = *(REAL *)(to + c);
        for (int q = 0; q < t->waiting; q++)
            x += t->kept[q * stride + row] *
                 *(const REAL *)(t->factor + q * wide + c);
        *(REAL *)(to + c) = x;
    }
}

/* T += sum of kept factor, two registers of rows by four columns. */
INSIDE void NAME(tile)(const tableau_f64 *t, int r, int c)
{
    int stride = t->stride, wide = t->wide;
    const double *k = t->kept + r, *f = t->factor + c;
    double *to = tableau_f64_column(t, c) + r;
    REAL x[4], y[4];
    for (int j = 0; j < 4; j++) {
        x[j] = *(REAL *)(to + j * stride);
        y[j] = *(REAL *)(to + j * stride + VECTOR);
    }
    for (int q = 0; q < t->waiting; q++, k += stride, f += wide) {
        REAL one = *(const REAL *)k, two = *(const REAL *)(k + VECTOR);
        for (int j = 0; j < 4; j++) {
            x[j] += one * f[j];
            y[j] += two * f[j];
        }
    }
    for (int j = 0; j < 4; j++) {
        *(REAL *)(to + j * stride) = x[j];
        *(REAL *)(to + j * stride + VECTOR) = y[j];
    }
}

/** The exchanges that wait, done together: a matrix product
$T \mathrel{+}= K F$ with $K$ of columns `kept` and $F$ of rows `factor`. Each
entry of $T$ is loaded once, takes its sums in the order in which the exchanges
came, and is stored once. A block of 128 rows of $K$ stays in the first cache
while the columns of $T$ go by. */
ISA static void NAME(settle)(tableau_f64 *t)
{
    int stride = t->stride, four = t->head.cols / 4 * 4;
    for (int top = 0; t->waiting > 0 && top < stride; top += 128) {
        int end = top + 128 < stride ? top + 128 : stride;
        for (int c = 0; c < four; c += 4)
            for (int r = top; r < end; r += 2 * VECTOR)
                NAME(tile)(t, r, c);
    }
    for (int c = four; t->waiting > 0 && c < t->head.cols; c++)
        NAME(column_now)(t, c, tableau_f64_column(t, c));
    t->waiting = 0;
    t->fresh = -1;
}

ISA static int NAME(leaving_delayed)(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    double *a = t->kept + t->waiting * t->stride;
    NAME(column_now)(t, col, a);
    t->fresh = col;
    return NAME(leave_with)(t, a, t->stride, 0);
}

/* What waits no longer concerns row `row` and column `col`: they are new. */
INSIDE void NAME(renew)(tableau_f64 *t, int row, int col, double inverse)
{
    int stride = t->stride, wide = t->wide, now = t->waiting;
    double *kept = t->kept + now * stride, *factor = t->factor + now * wide;
    double *column = tableau_f64_column(t, col);
    for (int q = 0; q <= now; q++) {
        t->kept[q * stride + row] = 0;
        t->factor[q * wide + col] = 0;
    }
    for (int c = 0; c < t->head.cols; c++)
        tableau_f64_column(t, c)[row] = factor[c];
    for (int r = 0; r < stride; r += VECTOR)
        *(REAL *)(column + r) = *(const REAL *)(kept + r) * inverse + 0.0;
    column[row] = inverse;
}

ISA static int NAME(pivot_delayed)(tableau *head, int row, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    double *kept = t->kept + t->waiting * t->stride;
    double *factor = t->factor + t->waiting * t->wide;
    double *u = tableau_f64_column(t, head->cols);
    if (t->fresh != col)
        NAME(column_now)(t, col, kept);
    double inverse = 1 / kept[row];
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    NAME(row_now)(t, row, factor);
    for (int c = 0; c < t->wide; c += VECTOR)
        *(REAL *)(factor + c) = 0 - *(REAL *)(factor + c) * inverse;
    NAME(renew)(t, row, col, inverse);
    double last = 0 - u[row] * inverse;
    NAME(add)(u, kept, last, t->stride);
    u[row] = last;
    t->fresh = -1;
    if (++t->waiting == F64_DELAY)
        NAME(settle)(t);
    return f64_last(t, row, TABLEAU_NONE);
}

static const f64_kernel NAME(whole) = {{f64_free_row, f64_false_row,
                                        f64_first_row, NAME(leaving_whole),
                                        NAME(pivot_whole)},
                                       F64_WHOLE,
                                       8,
                                       NULL};
static const f64_kernel NAME(delayed) = {{f64_free_row, f64_false_row,
                                          f64_first_row, NAME(leaving_delayed),
                                          NAME(pivot_delayed)},
                                         F64_DELAYED,
                                         16,
                                         NAME(settle)};

#undef SMALL
#undef SMALL_KERNEL
#undef REAL
#undef BITS
#undef INSIDE
#undef VECTOR
#undef ISA
#undef NAME
