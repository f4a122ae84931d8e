/* Without #pragma once: the end of f64_kernel.h, for every width; what that has
   defined ends here. */

/* The columns that a tile has, and its rows in registers. */
#if VECTOR == 8
#define ABREAST 16
#define TALL 1
#else
#define ABREAST 4
#define TALL 2
#endif

/** **Blocked pivots.** Exchange $q$, in row $r_q$ and with pivot $p_q$, adds
to a column $v$ the column $k_q$ that entered, times a factor, and the factor takes
the place of $v_{r_q}$. For all that are kept, with zeros in $k_q$ where the row is
replaced by it or by one that came later,

$$f_q = -\Bigl(v_{r_q} + \sum_{i<q} c_{iq} f_i\Bigr) / p_q, \qquad
v \leftarrow v + \sum_q k_q f_q, \quad v_{r_q} = f_q \text{ before},$$

where $c_{iq}$ is the entry of $k_i$ in row $r_q$ as it was before the zero. Should
exchange $i$ have been in the same row, then its factor is what stands there:
$c_{iq} = 1$, and $v_{r_q}$ does not count. Every entry has the sums of the text
book in their order, and a few additions of zero, which change nothing.

What is kept lies in panels of F64_PANEL rows, in each panel exchange behind
exchange, so that whoever goes through it reads one number behind the other. */
INSIDE double *NAME(kept_at)(const tableau_f64 *t, int r)
{
    return t->kept + r / F64_PANEL * t->room * F64_PANEL + r % F64_PANEL;
}

/** The factors of up to four columns, from column c on, side by side: from number
to number leads a chain, and four take no longer than one. Eight exchanges at a
time get what those before them add, then each what those of the eight add. A
column that has seen an exchange has the factor zero. Factors of one exchange are
`apart` from those of the next; columns get those that are their entries. */
INSIDE void NAME(factors)(tableau_f64 *t, int c, int many, int from, int apart,
                          QUAD *f)
{
    QUAD_BITS since = {0};
    double *v[4];
    for (int j = 0; j < 4; j++) {
        int column = j < many ? c + j : c;
        v[j] = tableau_f64_column(t, column);
        since[j] = t->since[column];
    }
    for (int top = from; top < t->waiting; top += 8) {
        const f64_exchange *x = t->exchange + top;
        const double *cross = t->cross + from * F64_DELAY + top;
        QUAD y[8], old[8];
        for (int k = 0; k < 8; k++) {
            int r = x[k].row;
            old[k] = (QUAD){v[0][r], v[1][r], v[2][r], v[3][r]};
            y[k] = (QUAD)((QUAD_BITS)old[k] & (since > (int64_t)x[k].before));
        }
        for (int q = from; q < top; q++, cross += F64_DELAY)
            for (int k = 0; k < 8; k++)
                y[k] += f[q * apart] * cross[k];
#pragma GCC unroll 8
        for (int k = 0; k < 8; k++, cross += F64_DELAY) {
            QUAD_BITS seen = since > (int64_t)(top + k);
            y[k] = (QUAD)(~seen & (QUAD_BITS)(y[k] * x[k].inverse + 0.0));
            f[(top + k) * apart] = y[k];
#pragma GCC unroll 8
            for (int l = k + 1; l < 8; l++)
                y[l] += y[k] * cross[l];
            y[k] = (QUAD)((QUAD_BITS)y[k] | (seen & (QUAD_BITS)old[k]));
        }
        for (int k = 0; k < 8 && top + k < t->waiting; k++)
            for (int j = 0; j < many; j++)
                v[j][x[k].row] = y[k][j];
    }
}

/* Column c as it is now. */
ISA static void NAME(bring_delayed)(tableau_f64 *t, int c)
{
    enum { PARTS = F64_PANEL / VECTOR };
    QUAD f[F64_DELAY];
    int from = t->since[c], now = t->waiting;
    REAL *v = (REAL *)tableau_f64_column(t, c);
    if (from == now)
        return;
    NAME(factors)(t, c, 1, from / 8 * 8, 1, f);
    for (int r = 0; r < t->stride; r += F64_PANEL, v += PARTS) {
        const double *k = NAME(kept_at)(t, r);
        REAL x[PARTS];
        for (int i = 0; i < PARTS; i++)
            x[i] = v[i];
        for (int q = from; q < now; q++)
            for (int i = 0; i < PARTS; i++)
                x[i] += ((const REAL *)(k + q * F64_PANEL))[i] * f[q][0];
        for (int i = 0; i < PARTS; i++)
            v[i] = x[i];
    }
    t->since[c] = now;
}

/* v += kept f for a tile; the tile beside it is prefetched. */
INSIDE void NAME(tile)(const double *k, const double *f, int count, double *v,
                       int stride)
{
    REAL x[ABREAST][TALL], y[TALL];
    for (int j = 0; j < ABREAST; j++)
        for (int i = 0; i < TALL; i++)
            x[j][i] = ((const REAL *)(v + j * stride))[i];
    for (int j = ABREAST; j < 2 * ABREAST; j++)
        __builtin_prefetch(v + j * stride, 1);
    for (; count > 0; count--, k += F64_PANEL, f += ABREAST) {
        for (int i = 0; i < TALL; i++)
            y[i] = ((const REAL *)k)[i];
        for (int j = 0; j < ABREAST; j++)
            for (int i = 0; i < TALL; i++)
                x[j][i] += y[i] * f[j];
    }
    for (int j = 0; j < ABREAST; j++)
        for (int i = 0; i < TALL; i++)
            ((REAL *)(v + j * stride))[i] = x[j][i];
}

/* The columns from c on, as many as a tile has, as they are now. */
INSIDE void NAME(bring_abreast)(tableau_f64 *t, int c)
{
    QUAD f[F64_DELAY * ABREAST / 4];
    double *v = tableau_f64_column(t, c);
    for (int j = 0; j < ABREAST; j += 4)
        NAME(factors)(t, c + j, 4, 0, ABREAST / 4, f + j / 4);
    for (int r = 0; r < t->stride; r += TALL * VECTOR) {
        const double *k = NAME(kept_at)(t, r);
        NAME(tile)(k, (const double *)f, t->waiting, v + r, t->stride);
    }
    for (int j = 0; j < ABREAST; j++)
        t->since[c + j] = t->waiting;
}

/** All exchanges that are kept are done at once, as the matrix product
$T \leftarrow T + K F$. Each entry of $T$ is loaded once and stored once, and what
is kept comes from the second cache once for ABREAST columns. The last columns
may overlap those before them: what they have seen has the factor zero. */
ISA static void NAME(settle)(tableau_f64 *t)
{
    int cols = t->head.cols;
    for (int c = 0; c < cols && cols < ABREAST; c++)
        NAME(bring_delayed)(t, c);
    for (int c = 0; c < cols && cols >= ABREAST; c += ABREAST)
        NAME(bring_abreast)(t, c + ABREAST < cols ? c : cols - ABREAST);
    memset(t->since, 0, (size_t)cols * sizeof *t->since);
    t->waiting = 0;
    t->fresh = -1;
}

/* Keeps the exchange; `a` is the column that enters, with a zero in row `row`,
   which the exchanges before no longer concern. */
INSIDE void NAME(wait)(tableau_f64 *t, int row, double inverse, const double *a)
{
    int now = t->waiting, before = -1;
    double *k = NAME(kept_at)(t, row), *cross = t->cross + now;
    for (int q = 0; q < now; q++, k += F64_PANEL) {
        cross[q * F64_DELAY] = *k;
        *k = 0;
        before = t->exchange[q].row == row ? q : before;
    }
    if (before >= 0)
        cross[before * F64_DELAY] = 1;
    for (int r = 0; r < t->stride; r += VECTOR) {
        double *to = NAME(kept_at)(t, r) + now * F64_PANEL;
        *(REAL *)to = *(const REAL *)(a + r);
    }
    t->exchange[now].row = row;
    t->exchange[now].before = before;
    t->exchange[now].inverse = -inverse;
}

ISA static int NAME(pivot_delayed)(tableau *head, int row, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    double *a = tableau_f64_column(t, col);
    double *u = tableau_f64_column(t, head->cols);
    NAME(bring_delayed)(t, col);
    double inverse = 1 / a[row], last = 0 - u[row] * inverse;
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    a[row] = 0;
    NAME(wait)(t, row, inverse, a);
    NAME(add)(u, a, last, t->stride);
    u[row] = last;
    for (int r = 0; r < t->stride; r += VECTOR)
        *(REAL *)(a + r) = *(REAL *)(a + r) * inverse + 0.0;
    a[row] = inverse;
    t->fresh = -1;
    t->since[col] = ++t->waiting;
    if (t->waiting == F64_DELAY)
        NAME(settle)(t);
    int end = head->basic[row] == tableau_z0(head);
    return end ? f64_last(t, TABLEAU_NONE) : TABLEAU_NONE;
}

static const f64_kernel NAME(delayed) = {
    .ask = {f64_free_row, f64_false_row, NAME(first_long), NAME(leaving_whole),
            NAME(pivot_delayed)},
    .form = F64_DELAYED,
    .unit = F64_PANEL,
    .settle = NAME(settle),
    .bring = NAME(bring_delayed)};

#undef ABREAST
#undef TALL
