/* Without #pragma once: f64_kernel.h includes this for every width.
   Dictionaries of up to 32 rows, a column's length known to the compiler. */

/** A short column is read again soon after it was written, as a whole; single
numbers written in between would make it wait. So the exception that row `row`
is goes into the arithmetic: the column without that entry, plus `kept` times
`factor`, where kept has a one in its place. */
typedef struct {
    int row;
    double minus; /* minus the reciprocal of the pivot */
    REAL kept[F64_SMALL_ROWS / VECTOR];
    BITS others[F64_SMALL_ROWS / VECTOR]; /* no bit in the row's place */
} NAME(exchanging);

/* An exchange at `row` of column `a`. */
INSIDE void NAME(exchange_at)(int row, double minus, const double *a,
                              int length, NAME(exchanging) * x)
{
    REAL one = (REAL){0} + 1;
    x->row = row;
    x->minus = minus;
    for (int r = 0; r < length / VECTOR; r++) {
        x->others[r] = NAME(rows_of)(r * VECTOR) != (int64_t)row;
        x->kept[r] = NAME(choose)(x->others[r], ((const REAL *)a)[r], one);
    }
}

/* What becomes of a column. A factor of -0 does no harm here: added to +0 it
   leaves +0. */
INSIDE void NAME(renewed)(const NAME(exchanging) * x, const double *column,
                          int length, REAL *to)
{
    REAL factor = ALL(column[x->row]) * ALL(x->minus);
    for (int r = 0; r < length / VECTOR; r++) {
        REAL stays = (REAL)(x->others[r] & ((const BITS *)column)[r]);
        to[r] = stays + x->kept[r] * factor;
    }
}

/* Behind all other columns: the right-hand side, the column that entered. */
INSIDE void NAME(turned)(const NAME(exchanging) * x, const REAL *rhs,
                         int length, double *u, double *a)
{
    for (int r = 0; r < length / VECTOR; r++) {
        ((REAL *)u)[r] = rhs[r];
        ((REAL *)a)[r] = x->kept[r] * -x->minus + 0.0;
    }
}

/* 0, 1, ... at `list`, by eights until there are `count`. */
INSIDE void NAME(count)(int *list, int count)
{
    typedef int ints __attribute__((vector_size(16), aligned(4)));
    for (int k = 0; k < (count + 7) / 8 * 8; k += 4)
        *(ints *)(list + k) = *(const ints *)(place_number + k);
}

/* How many numbers stand before the lists: the dictionary with covering column,
   right-hand side and zeros; three columns of work; the problem; its answer.
   And how many with the lists, of at most 6 length + 18 ints. */
#define SMALL_DOUBLES(length) ((2 * (length) + 9) * (length) + 8)
#define SMALL_ROOM(length) (SMALL_DOUBLES(length) + 1 + 3 * (length) + 9)

/** Where everything is, as the longest problem of the kernel needs it: then the
compiler knows it, and of what n columns would need only the lists depend on n.
Each list is written as the longest is, and what is too much of it written over
by the next. */
INSIDE void NAME(lay)(tableau_f64 *t, int n, double *T, int length)
{
    t->T = T;
    t->stride = length;
    t->unit = T + (length + 3) * length + 8;
    t->value = t->unit + length;
    t->inverse = t->value + length;
    t->start = t->kept = t->cross = t->inverse + length;
    t->z = t->start + (length + 1) * length;
    t->w = t->z + length;
    t->among = (uint64_t *)(T + SMALL_DOUBLES(length));
    t->exchange = NULL;
    t->since = NULL;
    t->measure = 1;
    t->least = 0;
    t->waiting = t->room = t->early = 0;
    t->fresh = t->before = -1;
    t->candidate = (int *)(t->among + 1);
    t->mate = t->candidate + length;
    tableau_at(t->mate + length + 8, &t->kernel->ask, 0, n, &t->head);
    t->head.rounds = 1;
    NAME(count)(t->mate, length);
    NAME(count)(t->head.basic, 2 * length + 1);
    NAME(count)(t->head.where, 2 * length + 1);
    for (int k = 1; k <= TABLEAU_BEHIND; k++)
        t->head.where[2 * n + k] = 2 * n;
}

/** The column of the leaving variable's partner is what Lemke asks about next.
In the lists it is three steps away: who is in the row, his partner, where that
one is. Along the path a note for each row is enough. The one that enters in
exchange $k$ is the partner of the one that left in exchange $k - 1$, by the
column of that exchange; the other partners stay where they are. Off the path
the note is wrong, and what is done with it is not asked for.

NONE behind the last exchange. */
INSIDE int NAME(next_column)(tableau_f64 *t, int row, int col)
{
    int next = t->mate[row];
    t->mate[row] = t->before;
    t->before = col;
    if (__builtin_expect(t->head.basic[row] == tableau_z0(&t->head), 0))
        return TABLEAU_NONE;
    return next;
}

INSIDE int NAME(finite)(const REAL *x, int length)
{
    REAL poison = {0};
    for (int r = 0; r < length / VECTOR; r++)
        poison += 0 * x[r];
    return NAME(together)(poison != 0) == 0; /* NaN differs, too */
}

/* What the ratio test finds. */
typedef struct {
    int early; /* the row with the smallest ratio, as far as was known early */
    double least;  /* the smallest ratio */
    uint64_t tied; /* who ties with it */
} NAME(found);

/* The rules of a tableau: minus the one for pivots, the one for ties, and so
   on. */
INSIDE REAL NAME(rules_of)(const tableau_f64 *t)
{
    REAL rules;
    for (int k = 0; k < VECTOR; k++)
        rules[k] = k % 2 == 0 ? -t->rules.pivot : t->rules.tie;
    return rules;
}

/* The even places of two registers in turn, and the odd ones. */
#if VECTOR == 2
#define EVEN_OF(x, y) __builtin_shufflevector(x, y, 0, 2)
#define ODD_OF(x, y) __builtin_shufflevector(x, y, 1, 3)
#elif VECTOR == 4
#define EVEN_OF(x, y) __builtin_shufflevector(x, y, 0, 4, 2, 6)
#define ODD_OF(x, y) __builtin_shufflevector(x, y, 1, 5, 3, 7)
#else
#define EVEN_OF(x, y) __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODD_OF(x, y) __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15)
#endif

/** The largest entry of a column, of which there is the largest for each place, times
the rule for pivots, and that of another times the rule for ties. Each would be asked
of all places of a register; put together they are one register, and a step less. */
INSIDE void NAME(bars)(REAL rules, REAL largest, REAL size, REAL *bar,
                       REAL *slack)
{
    REAL both = LARGER(EVEN_OF(largest, size), ODD_OF(largest, size));
#pragma GCC unroll 4
    for (int half = VECTOR / 2; half > 1; half /= 2)
        both = LARGER(both, NAME(swapped)(both, half));
    both *= rules;
    *bar = EVEN_OF(both, both);
    *slack = ODD_OF(both, both);
}
#undef EVEN_OF
#undef ODD_OF

/** The ratio test of f64_kernel.h for columns in registers. Who leaves is mostly
known before it is certain: the row with the smallest ratio among all that fall,
by however little. So its number is put into the last bits of its ratio, and the
smallest of them all has it; nobody waits for the largest entries of the columns
and for who ties. If one row ties, and it is this one, it was right.

`minus` receives minus the reciprocals of a. */
INSIDE void NAME(ratios_short)(REAL rules, const REAL *a, const REAL *u,
                               int length, REAL *minus, NAME(found) * f)
{
    const int64_t number = F64_SMALL_ROWS - 1;
    REAL none = (REAL){0} + (double)INFINITY, zero = {0};
    REAL largest = zero, size = zero, best = none, early = none, bar, slack;
    REAL ratio[F64_SMALL_ROWS / VECTOR];
    for (int r = 0; r < length / VECTOR; r++) {
        minus[r] = -1 / a[r];
        ratio[r] = LARGER(u[r], zero) * minus[r];
        BITS rows = NAME(rows_of)(r * VECTOR);
        REAL numbered = (REAL)(((BITS)ratio[r] & ~number) | rows);
        early = SMALLER(PICK(LESS(a[r], zero), numbered, none), early);
    }
    early = NAME(smallest)(early);
    f->early = (int)(((BITS)early)[0] & number);
    for (int r = 0; r < length / VECTOR; r++) {
        largest = LARGER(NAME(size)(a[r]), largest);
        size = LARGER(NAME(size)(u[r]), size);
    }
    NAME(bars)(rules, largest, size, &bar, &slack);
    for (int r = 0; r < length / VECTOR; r++)
        best = SMALLER(PICK(LESS(a[r], bar), ratio[r], none), best);
    best = NAME(smallest)(best);
    f->tied = 0;
    for (int r = 0; r < length / VECTOR; r++) {
        MASK in = AT_MOST(u[r] + best * a[r], slack) & LESS(a[r], bar);
        f->tied |= EACH(in) << r * VECTOR;
    }
    f->least = best[0];
}

/* The row to leave, of which there may be an early notice. */
INSIDE int NAME(leave_early)(tableau_f64 *t, const double *a, int length)
{
    int row = t->early;
    int alone = t->among[0] == (uint64_t)1 << row;
    if (__builtin_expect(alone && t->least < (double)INFINITY, 1))
        return row;
    return NAME(leave_now)(t, a, length);
}

INSIDE int NAME(leaving_short)(tableau_f64 *t, int col, int length)
{
    if (t->fresh != col)
        return NAME(leaving_asked)(t, col);
    return NAME(leave_early)(t, t->T + col * length, length);
}

/** From one pivot to the next leads a chain: the entering column, its ratios,
the row that leaves, that row's entry in the next column. All other columns hang
on the chain, and nothing hangs on them. So the next column is brought up to
date first, beside its turn in the loop, and its ratios are formed before anybody
asks; the processor does the loop while it waits for them. */
INSIDE int NAME(pivot_short)(tableau_f64 *t, int row, int col, int length)
{
    double *a = t->T + col * length, *u = t->T + t->head.cols * length;
    double inverse = t->fresh == col ? t->inverse[row] : 1 / a[row];
    int next = NAME(next_column)(t, row, col), end = TABLEAU_NONE;
    NAME(exchanging) x;
    NAME(found) found;
    REAL first[F64_SMALL_ROWS / VECTOR], rhs[F64_SMALL_ROWS / VECTOR];
    REAL minus[F64_SMALL_ROWS / VECTOR];
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    NAME(exchange_at)(row, -inverse, a, length, &x);
    t->fresh = -1;
    NAME(renewed)(&x, u, length, rhs);
    if (next >= 0 && next != col) {
        NAME(renewed)(&x, t->T + next * length, length, first);
        NAME(ratios_short)
        (NAME(rules_of)(t), first, rhs, length, minus, &found);
        for (int r = 0; r < length / VECTOR; r++)
            ((REAL *)t->inverse)[r] = -minus[r];
        t->early = found.early;
        t->least = found.least;
        t->among[0] = found.tied;
        t->fresh = next;
    } else if (!NAME(finite)(rhs, length)) {
        end = TABLEAU_BROKEN;
    }
    for (double *column = t->T; column < u; column += length)
        NAME(renewed)(&x, column, length, (REAL *)column);
    NAME(turned)(&x, rhs, length, u, a);
    return end;
}

#include "lcp/kernel/f64_answer.h"

#include "lcp/kernel/f64_path.h"

#define SMALL(length)                                                          \
    ISA static void NAME(lay_##length)(tableau_f64 * t, int n, double *T)      \
    {                                                                          \
        NAME(lay)(t, n, T, (length));                                          \
    }                                                                          \
    ISA static double NAME(take_##length)(tableau_f64 * t, const double *A,    \
                                          const double *b)                     \
    {                                                                          \
        return NAME(take)(t, A, b, (length));                                  \
    }                                                                          \
    ISA static void NAME(spread_##length)(tableau_f64 * t, double unit,        \
                                          const double *d)                     \
    {                                                                          \
        NAME(spread)(t, unit, d, (length));                                    \
    }                                                                          \
    ISA static int NAME(first_##length)(tableau * head, int col)               \
    {                                                                          \
        tableau_f64 *t = (tableau_f64 *)head;                                  \
        return NAME(first_with)(t, t->T + col * (length), (length));           \
    }                                                                          \
    ISA static int NAME(leaving_##length)(tableau * head, int col)             \
    {                                                                          \
        return NAME(leaving_short)((tableau_f64 *)head, col, (length));        \
    }                                                                          \
    ISA static int NAME(pivot_##length)(tableau * head, int row, int col)      \
    {                                                                          \
        return NAME(pivot_short)((tableau_f64 *)head, row, col, (length));     \
    }                                                                          \
    ISA static lcp_outcome NAME(path_##length)(                                \
        tableau_f64 * t, double unit, const double *d, int limit,              \
        lemke_end *end)                                                        \
    {                                                                          \
        return NAME(path)(t, (NAME(begin)){unit, d, limit}, (length), end);    \
    }                                                                          \
    ANSWERS(length, length)

#define SMALL_KERNEL(length)                                                   \
    {                                                                          \
        .ask = {f64_free_row, f64_false_row, NAME(first_##length),             \
                NAME(leaving_##length), NAME(pivot_##length)},                 \
        .form = F64_SMALL, .unit = (length), .take = NAME(take_##length),      \
        .spread = NAME(spread_##length), .even = NAME(even),                   \
        .residual = NAME(residual_##length),                                   \
        .answer = NAME(answer_##length), .path = NAME(path_##length),          \
        .lay = NAME(lay_##length), .doubles = SMALL_ROOM(length)               \
    }

#if VECTOR <= 4
SMALL(4)
SMALL(12)
SMALL(20)
SMALL(28)
#endif
SMALL(8)
SMALL(16)
SMALL(24)
SMALL(32)

/* By the number of fours, or of eights. */
static const f64_kernel NAME(small)[] = {
#if VECTOR <= 4
    SMALL_KERNEL(4),  SMALL_KERNEL(8),  SMALL_KERNEL(12),
    SMALL_KERNEL(16), SMALL_KERNEL(20), SMALL_KERNEL(24),
    SMALL_KERNEL(28), SMALL_KERNEL(32)
#else
    SMALL_KERNEL(8), SMALL_KERNEL(16), SMALL_KERNEL(24), SMALL_KERNEL(32)
#endif
};

#undef SMALL
#undef SMALL_DOUBLES
#undef SMALL_ROOM
#undef SMALL_KERNEL
