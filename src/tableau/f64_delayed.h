/* Without #pragma once: the end of f64_kernel.h, for every width; what that has
   defined ends here. */

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
    return NAME(leave_with)(t, a, col, t->stride, head->free);
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
    int end = head->basic[row] == tableau_z0(head);
    return end ? f64_last(t, TABLEAU_NONE) : TABLEAU_NONE;
}

static const f64_kernel NAME(delayed) = {
    {f64_free_row, f64_false_row, NAME(first_long), NAME(leaving_delayed),
     NAME(pivot_delayed)},
    F64_DELAYED,
    16,
    NAME(settle),
    NULL,
    NULL,
    NULL,
    NULL,
    NULL};

#undef REAL
#undef BITS
#undef INSIDE
#undef APART
#undef LARGER
#undef ADD_BUT
#undef SMALLER
#undef SIGNS
#undef QUAD_LARGER
#undef VECTOR
#undef ISA
#undef NAME
