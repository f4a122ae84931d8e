/* Without #pragma once: f64_kernels.c includes this once for every width.
   VECTOR is the number of doubles in a register, ISA the attribute of the
   functions, NAME(x) their name. NARROW asks for F64_SMALL only. ALL(x) is x
   in all places. LARGER(x, y) and SMALLER(x, y), y when one is NaN, SIGNS(x),
   the sign bits of the numbers, PICK, and MASK with what gives and asks it may
   be given where there is an instruction for them. */

#include "lcp/kernel/f64_registers.h"
#define APART ISA static __attribute__((noinline))

/* x + y, the place of row `row` beside y alone; `r` is the row of the first. */
#ifndef ADD_BUT
#define ADD_BUT(row, r, x, y)                                                  \
    ((REAL)((NAME(rows_of)(r) != (int64_t)(row)) & (BITS)(x)) + (y))
#endif

/* A bit for each number whose bits are all set, the others have none. */
INSIDE uint64_t NAME(together)(BITS x)
{
#ifdef SIGNS
    return (uint64_t)SIGNS(x);
#else
    uint64_t bits = 0;
    for (int k = 0; k < VECTOR; k++)
        bits |= (uint64_t)(x[k] & 1) << k;
    return bits;
#endif
}

/* What a comparison gives, and what it is asked for: a number where it holds,
   and a bit for each number. */
#ifndef MASK
#define MASK BITS
#define LESS(x, y) ((x) < (y))
#define AT_MOST(x, y) ((x) <= (y))
#define EACH(m) NAME(together)(m)
#endif
#ifndef PICK
#define PICK(m, yes, no) NAME(choose)(m, yes, no)
#endif

/* The numbers of the rows in the register that begins at row r. */
INSIDE BITS NAME(rows_of)(int r)
{
    if (r < NUMBERED)
        return *(const BITS *)(row_number + r);
    return *(const BITS *)row_number + (int64_t)r;
}

/**
## The ratio test

Column `a` grows by $\theta$; row $r$ reaches zero at $\theta_r = u_r / -a_r$.
Two things go wrong in doubles. An $a_r$ that should be zero is $10^{-17}$, is
taken for a pivot, and the dictionary is noise from there on: so entries count
only above a threshold relative to their column. And ratios that should tie
differ in the last bits, so that noise decides where the lexicographic rule
should: so a row ties when its value *at the blocking point*,
$u_r + \theta a_r$, is negligible beside the largest $|u|$ of the column. Asking
this of the value and not of the ratio keeps a tiny $a_r$ from blowing up the
noise in $u_r$. All rows give the scale, not the candidates alone: among those
everything may be noise. A basic variable of $-10^{-17}$ is zero, and must not
win because its $a_r$ is small: negative values count as zero.

Three passes without a branch: sizes; the smallest ratio; who ties with it, a
bit for each row in t->among. Rows that may not leave, because they do not fall
or do not fall enough, or stand above row `from`, take part with an infinite
ratio. The reciprocals are kept: one of them is the pivot's, and is at hand when
the row is known. Returns the smallest ratio.
*/
INSIDE double NAME(ratios)(tableau_f64 *t, const double *a, const double *u,
                           int length, int from)
{
    REAL none = (REAL){0} + (double)INFINITY;
    REAL largest = {0}, size = {0}, best = none;
    for (int r = 0; r < length; r += VECTOR) {
        largest = LARGER(NAME(size)(*(const REAL *)(a + r)), largest);
        size = LARGER(NAME(size)(*(const REAL *)(u + r)), size);
    }
    REAL bar = -t->rules.pivot * NAME(largest)(largest);
    REAL slack = t->rules.tie * NAME(largest)(size);
    for (int r = 0; r < length; r += VECTOR) {
        REAL x = *(const REAL *)(a + r), zero = {0}, inverse = 1 / x;
        REAL ratio = LARGER(*(const REAL *)(u + r), zero) * -inverse;
        BITS falls = x < bar;
        if (from > 0)
            falls &= NAME(rows_of)(r) >= (int64_t)from;
        best = SMALLER(NAME(choose)(falls, ratio, none), best);
        *(REAL *)(t->inverse + r) = inverse;
    }
    best = NAME(smallest)(best);
    for (int r = 0; r < length; r += 64) {
        uint64_t tied = 0;
        for (int k = r; k < length && k < r + 64; k += VECTOR) {
            REAL x = *(const REAL *)(a + k);
            BITS in = (*(const REAL *)(u + k) + best * x <= slack) & (x < bar);
            if (from > 0)
                in &= NAME(rows_of)(k) >= (int64_t)from;
            tied |= NAME(together)(in) << (k - r);
        }
        t->among[r / 64] = tied;
    }
    return best[0];
}

/** When $z_0$ comes down from infinity the first row to reach zero has the
largest of $-(b_i, e_i)/d_i$, which is the smallest of $(b_i, e_i)/d_i$: the
same comparison, over all pairs, none of them below zero by rounding only. With
a right-hand side that is nowhere negative there is nothing to do. */
INSIDE int NAME(first_with)(tableau_f64 *t, const double *d, int length)
{
    const double *b = t->T + t->head.cols * length;
    REAL none = (REAL){0} + (double)INFINITY;
    REAL least = none, poison = {0}, size = {0};
    BITS negative = {0};
    int rows = t->head.rows, from = t->head.free;
    for (int r = 0; r < length; r += VECTOR) {
        REAL x = *(const REAL *)(d + r), u = *(const REAL *)(b + r);
        REAL ratio = u * NAME(size)(1 / x);
        BITS row = NAME(rows_of)(r);
        BITS pair = (row >= (int64_t)from) & (row < (int64_t)rows);
        poison += 0 * x + 0 * u;
        size = LARGER(NAME(size)(u), size);
        negative |= pair & (u < 0);
        least = SMALLER(NAME(choose)(pair, ratio, none), least);
    }
    least = NAME(smallest)(least);
    REAL slack = t->rules.tie * NAME(largest)(size);
    if (NAME(together)(poison != 0) != 0) /* NaN differs, too */
        return TABLEAU_BROKEN;
    if (NAME(together)(negative) == 0)
        return TABLEAU_NONE;
    for (int r = 0; r < length; r += 64) {
        uint64_t tied = 0;
        for (int k = r; k < length && k < r + 64; k += VECTOR) {
            REAL x = NAME(size)(*(const REAL *)(d + k));
            BITS row = NAME(rows_of)(k);
            BITS pair = (row >= (int64_t)from) & (row < (int64_t)rows);
            BITS in = *(const REAL *)(b + k) - least * x <= slack;
            tied |= NAME(together)(pair & in) << (k - r);
        }
        t->among[r / 64] = tied;
    }
    uint64_t first = t->among[0];
    if (length <= 64 && first != 0 && (first & (first - 1)) == 0)
        return __builtin_ctzll(first);
    return f64_pick(t, d, TABLEAU_NONE);
}

/* column += kept factor */
INSIDE void NAME(add)(double *column, const double *kept, double factor,
                      int length)
{
    for (int r = 0; r < length; r += VECTOR)
        *(REAL *)(column + r) += *(const REAL *)(kept + r) * factor;
}

/* The row to leave of those that tie in column `col` of known ratios. */
INSIDE int NAME(leave_now)(tableau_f64 *t, const double *a, int length)
{
    int z0 = t->head.where[2 * t->head.n];
    uint64_t all = t->among[0];
    if (!(t->least < (double)INFINITY))
        return f64_unblocked(t, a);
    if (length > 64)
        return f64_pick(t, a, z0);
    if (z0 < 64 && (all >> z0 & 1))
        return z0;
    if (all != 0 && (all & (all - 1)) == 0)
        return __builtin_ctzll(all);
    return f64_pick(t, a, z0);
}

/* The same, when nobody has asked for the ratios before. */
INSIDE int NAME(leave_with)(tableau_f64 *t, const double *a, int col,
                            int length, int from)
{
    const double *u = tableau_f64_column(t, t->head.cols);
    t->least = NAME(ratios)(t, a, u, length, from);
    t->fresh = col;
    return NAME(leave_now)(t, a, length);
}

/** Solving row $r$ for the entering variable and substituting it elsewhere is
one rank-1 update, done a column at a time: with the entering column's own
entry in row $r$ set to zero the loop over rows has no exception in it. Adding
$0$ where a product may be $-0$ keeps $-0$ out of the dictionary, so that adding
zeros later, as delayed exchanges do, changes no bit. */
INSIDE int NAME(pivot_long)(tableau_f64 *t, int row, int col, int length)
{
    double *a = tableau_f64_column(t, col);
    double inverse = t->fresh == col ? t->inverse[row] : 1 / a[row];
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    memcpy(t->unit, a, (size_t)length * sizeof *a);
    t->unit[row] = 0;
    double *column = t->T;
    for (int c = 0; c <= t->head.cols; c++, column += length) {
        double factor = 0 - column[row] * inverse;
        NAME(add)(column, t->unit, factor, length);
        column[row] = factor;
    }
    for (int r = 0; r < length; r += VECTOR)
        *(REAL *)(a + r) = *(REAL *)(t->unit + r) * inverse + 0.0;
    a[row] = inverse;
    t->fresh = -1;
    return TABLEAU_NONE;
}

/* Mostly the ratios are known, and the question is a short one. */
APART int NAME(leaving_asked)(tableau_f64 *t, int col)
{
    if (t->kernel->bring != NULL)
        t->kernel->bring(t, col);
    return NAME(leave_with)(t, tableau_f64_column(t, col), col, t->stride,
                            t->head.free);
}

#include "lcp/kernel/f64_small.h"

#ifndef NARROW
ISA static int NAME(first_long)(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    tableau_f64_settle(t);
    return NAME(first_with)(t, tableau_f64_column(t, col), t->stride);
}

ISA static int NAME(leaving_whole)(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    if (t->fresh != col)
        return NAME(leaving_asked)(t, col);
    return NAME(leave_now)(t, tableau_f64_column(t, col), t->stride);
}

ISA static int NAME(pivot_whole)(tableau *head, int row, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    int last = head->basic[row] == tableau_z0(head);
    int end = NAME(pivot_long)(t, row, col, t->stride);
    return last ? f64_last(t, end) : end;
}

static const f64_kernel NAME(whole) = {
    .ask = {f64_free_row, f64_false_row, NAME(first_long), NAME(leaving_whole),
            NAME(pivot_whole)},
    .form = F64_WHOLE,
    .unit = 8};

#include "lcp/kernel/f64_lazy.h"

#include "lcp/kernel/f64_delayed.h"
#endif

#undef REAL
#undef BITS
#undef INSIDE
#undef APART
#undef MASK
#undef LESS
#undef AT_MOST
#undef UNLIKE
#undef EACH
#undef PICK
#undef ALL
#undef SIGNS
#undef LARGER
#undef SMALLER
#undef QUAD_LARGER
#undef HALVES
#undef ADD_BUT
#undef ANSWERS
#undef NARROW
#undef VECTOR
#undef ISA
#undef NAME
