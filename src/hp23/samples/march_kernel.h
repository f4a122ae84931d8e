/* Without #pragma once: march.c includes this once for every width. VECTOR is
   the number of doubles in a register, ISA the attribute of the functions,
   NAME(x) their name; LARGER, SMALLER (y when one is NaN), SIGNS (the sign bits
   of the numbers), UP_TO (a bit where x <= y), AMONG (all bits of a place whose
   bit is set, of those from c VECTOR on) and PRODUCT (of the lower halves of
   whole numbers) where there is an instruction for them. */

#include "lcp/kernel/f64_registers.h"

#define PART(base, c) (*(REAL *)((base) + (c)*VECTOR))
#define PART_OF(base, c) (*(const REAL *)((base) + (c)*VECTOR))

#ifndef SIGNS
INSIDE uint32_t NAME(signs)(BITS x)
{
    uint32_t all = 0;
    for (int k = 0; k < VECTOR; k++)
        all |= (uint32_t)(x[k] < 0) << k;
    return all;
}

#define SIGNS(x) NAME(signs)((BITS)(x))
#define PRODUCT(x, y) (((x) & 0xffffffff) * (y))
#endif

#ifndef UP_TO
#define UP_TO(x, y) SIGNS((x) <= (y))
#define AMONG(bits, c)                                                         \
    ((((BITS){0} + (int64_t)(bits)) & places << (c)*VECTOR) != 0)
#endif

/* From here on a function is written for `parts` registers of a sample's rows,
   and inlined with a number that the compiler knows. */

/** The exchange as a right-hand side x sees it: who enters takes the row of
$z_0$, and $z_0$ the row of who leaves.

A place says of each basic variable $x_i = u_i + a_i e$, with $e$ the one that
enters. Who leaves, at row r, is brought to zero by $e = f = -u_r/a_r$;
everybody else becomes $u_i + a_i f$, and $e$ itself is $f$. This is all of an
exchange that a right-hand side takes part in: the new columns are the next
place's business. The factors $-1/a_i$ are kept with the place, so that $f$ is a
product; adding 0.0 makes a negative zero positive.

Rows are numbered by pairs, and the row `gap` belongs to $z_0$, since its pair
has lost both. Behind the exchange the pair of who leaves has lost both, so
$z_0$'s number moves there; and who enters is of the pair `gap`, so its number
takes that row. In the first exchange there is no gap: $z_0$ enters, and its row
is that of who leaves; and all $a_i$ are 1. */
INSIDE void NAME(exchange)(int parts, const road *at, int gap, double factor,
                           const REAL *x, int row, double *u)
{
    const double *a = road_numbers_of(at);
    REAL each = (REAL){0} + factor;
    const double moved = u[gap] + a[gap] * factor;
    for (int c = 0; c < parts; c++)
        PART(u, c) = x[c] + PART_OF(a, c) * each;
    u[row] = moved;
    u[gap] = factor;
}

/* The same when y are the sums already. */
INSIDE void NAME(exchanged)(int parts, const road *at, int gap, double factor,
                            const REAL *y, int row, double *u)
{
    const double moved = u[gap] + road_numbers_of(at)[gap] * factor;
    for (int c = 0; c < parts; c++)
        PART(u, c) = y[c];
    u[row] = moved;
    u[gap] = factor;
}

/* The first exchange: its column has the number 1 in all rows, and 0 behind
   them. The zeros matter: what is behind the rows is compared with them for the
   largest number, and in another width there is less of it. */
INSIDE void NAME(begun)(int parts, const double *a, double factor,
                        const REAL *x, int row, double *u)
{
    for (int c = 0; c < parts; c++)
        PART(u, c) = x[c] + PART_OF(a, c) * factor;
    u[row] = factor;
}

/** When $z_0$ comes down the lowest $b_i$ leaves, of several the last one, whose
power of epsilon is the highest. For a step (75) it is the fastest approach or the
fastest slip, whichever is larger, since bounds are never negative. Rows within
`tie` of the lowest, relative to the largest number, tie: two corners that approach
with the same speed do so up to the last digit, and noise must not decide between
them. The sum of zeros times the numbers is zero, or a NaN if one is infinite or
none. $-1$ when no $b_i$ is: nothing collides then, and nobody asks. */
INSIDE int NAME(first)(int parts, int n, double tie, const REAL *x)
{
    REAL zero = {0}, lowest = zero, largest = zero, poison = zero;
    uint64_t tied = 0;
    for (int c = 0; c < parts; c++) {
        poison += 0 * x[c];
        lowest = SMALLER(x[c], lowest);
        largest = LARGER(NAME(size)(x[c]), largest);
    }
    lowest = NAME(smallest)(lowest);
    REAL slack = tie * NAME(largest)(largest);
    for (int c = 0; c < parts; c++)
        tied |= (uint64_t)UP_TO(x[c] - lowest, slack) << c * VECTOR;
    tied &= ((uint64_t)1 << n) - 1;
    if (SIGNS(poison != 0) != 0 || !(lowest[0] < 0) || tied == 0)
        return -1;
    return 63 - __builtin_clzll(tied);
}

/* Calls for what a sample will want to know of a place. */
INSIDE void NAME(call)(int parts, const road *at)
{
    const char *line = (const char *)at;
    for (int i = 0; i < ROADS_LINES(parts * VECTOR); i++)
        __builtin_prefetch(line + 64 * i);
}

/* Where one goes on who has left a place at `row`. */
INSIDE perp_status NAME(behind)(int parts, const march *m, road *at, int row,
                                road **to)
{
    PERP_TRY(roads_behind(m->k, at, row, to));
    if (parts * VECTOR > ROADS_SHORT)
        NAME(call)(parts, *to);
    return PERP_SUCCESS;
}

INSIDE perp_status NAME(begin_in)(int parts, const march *m,
                                  const march_group *who)
{
    road *start = m->k->start;
    REAL x[MOST_PARTS];
    for (int i = 0; i < who->count; i++) {
        const double *b = march_problem(m, who->of[i]);
        double *u = march_side(m, who->of[i]);
        for (int c = 0; c < parts; c++)
            x[c] = PART_OF(b, c);
        int row = NAME(first)(parts, m->k->n, m->tie, x);
        if (row >= 0)
            NAME(begun)(parts, road_numbers_of(start), 0.0 - b[row], x, row, u);
        PERP_TRY(NAME(behind)(parts, m, start, row, &m->at[who->of[i]]));
    }
    return PERP_SUCCESS;
}

/** Factors of a long column are made of it again: to divide takes less time than to
fetch as many numbers from memory once more. They are the same bits, since who keeps
them has computed $-(1/a_i)$, too: first the reciprocal, rounded, and then the
product with $u_i$, rounded again ($-1/a_i$ is the same number). The quotient
$-u_i/a_i$ would be rounded once, and be another number. A row that does not fall
gets $\infty$ in the place of whatever the division gave, a NaN among them, and is
no minimum. */

/* x_i (-1/a_i) in the rows of register c that fall, and infinity, or nothing
   that is less, in the others. */
INSIDE REAL NAME(ratio)(int parts, const road *at, int c, REAL x)
{
    const double *a = road_numbers_of(at);
    if (parts * VECTOR <= ROADS_SHORT)
        return x * PART_OF(a + ROADS_PADDED(parts * VECTOR), c);
    REAL none = (REAL){0} + (double)INFINITY, entry = PART_OF(a, c);
    return NAME(choose)(entry < (REAL){0} + at->bar, x * (-1 / entry), none);
}

INSIDE double NAME(factor)(int parts, const road *at, int row)
{
    const double *a = road_numbers_of(at);
    return parts * VECTOR <= ROADS_SHORT
               ? a[ROADS_PADDED(parts * VECTOR) + row]
               : -(1 / a[row]);
}

/** The ratio test of the double kernels over the rows that may leave, and the
exchange.

The largest $e$ for which no $u_i + a_i e$ is negative is the least $-u_i/a_i$
of the rows with $a_i < 0$; rows that cannot fall have the factor $\infty$, and
in one product and one minimum a row all is said. A row with $u_i = 0$ that
cannot fall makes $0 \cdot \infty$, a NaN, and the minimum keeps its other
operand. A $u_i$ that rounding has left a little below zero counts as zero, or
the ratio would be negative and the step go backward.

Then the test is made once more, by size: rows tie whose value behind the step
is at most `tie` times the largest $u_i$. That is not the same as ratios that
are nearly equal, and better: with a small $a_i$ a ratio is uncertain, a value
is not. If one row is left, it leaves; if several, the place is asked, which
prefers $z_0$ (then the path ends) and decides the rest by the powers of
epsilon, as Lemke's method must to end.

**One that ties is the one with the least ratio**, since that row ties always: its value behind the step is
$u_r + \mathrm{fl}(\mathrm{fl}(-1/a_r)\, u_r)\, a_r$, rounded, and four roundings of numbers that are at most
$u_r$ leave less than $2^{-50} u_r$, where slack is $10^{-12}$ of a number that is not smaller. So with one row and $u_r \ge 0$ the
ratio $e$ is the factor of the exchange, to the last bit, and the values by which the rows
were compared are the new right-hand side. Of long columns these are taken, and nothing is divided
once more; of short ones it takes longer to ask than to compute again. */
INSIDE int NAME(step)(int parts, roads *k, road *at, double tie, double *u)
{
    const int gap = at->gap, apart = parts * VECTOR > ROADS_SHORT;
    const double *a = road_numbers_of(at);
    REAL zero = {0}, best = zero + (double)INFINITY, size = zero;
    REAL x[MOST_PARTS], y[MOST_PARTS];
    uint32_t tied = 0;
    for (int c = 0; c < parts; c++) {
        x[c] = PART_OF(u, c);
        best = SMALLER(NAME(ratio)(parts, at, c, LARGER(x[c], zero)), best);
        size = LARGER(NAME(size)(x[c]), size);
    }
    best = NAME(smallest)(best);
    REAL slack = tie * NAME(largest)(size);
    for (int c = 0; c < parts; c++) {
        y[c] = x[c] + PART_OF(a, c) * best;
        tied |= (uint32_t)UP_TO(y[c], slack) << c * VECTOR;
    }
    tied &= at->falls;
    if (!(best[0] < (double)INFINITY) || tied == 0)
        return -1;
    int row = __builtin_ctz(tied);
    if (apart && (tied & (tied - 1)) == 0 && u[row] >= 0) {
        NAME(exchanged)(parts, at, gap, best[0], y, row, u);
        return row;
    }
    const uint32_t last = tied & (uint32_t)1 << gap;
    tied = last != 0 ? last : tied;
    row = __builtin_ctz(tied);
    if (apart || __builtin_expect((tied & (tied - 1)) != 0, 0))
        row = roads_leaving(k, at, tied);
    for (int c = 0; apart && c < parts; c++)
        x[c] = PART_OF(u, c);
    if (row >= 0)
        NAME(exchange)
    (parts, at, gap, u[row] * NAME(factor)(parts, at, row) + 0.0, x, row, u);
    return row;
}

/** One exchange for each sample, at its own place, and then they go on. Where
places are large, a sample's row is found some samples before it is looked up where
that leads: the address of the next place is on its way meanwhile, and the places
themselves are called for one by one between the arithmetic of others, of which the
processor can only have so many on their way. Where all of them are in the first
caches, the two are one.

Who has come to an end, or has nowhere to go, is left out of the group. Which of
them do is as good as random, and a branch on it would be guessed wrong once on
each path; so the number is written down in any case, and the next one is written
over it. That an end has been reached is known from the row, without a look at the
place behind it, which is still on its way from memory. */
INSIDE perp_status NAME(go_in)(int parts, const march *m, march_group *who)
{
    enum { LATER = 8 };
    const int apart = parts * VECTOR > ROADS_SHORT;
    const march own = *m; /* which nothing that is written can change */
    int *const of = who->of, *const row = who->row, count = who->count;
    int left = 0;
    for (int i = 0; i < count + (apart ? LATER : 0); i++) {
        if (i < count) {
            const road *at = own.at[of[i]];
            row[i] = NAME(step)(parts, own.k, own.at[of[i]], own.tie,
                                march_side(&own, of[i]));
            if (apart)
                __builtin_prefetch(&at->behind[row[i] & (ROADS_ROWS - 1)]);
        }
        const int j = apart ? i - LATER : i;
        if (j < 0)
            continue;
        const int one = of[j], leaves = row[j];
        road *at = own.at[one], *to;
        PERP_TRY(NAME(behind)(parts, &own, at, leaves, &to));
        own.at[one] = to;
        of[left] = one;
        left += (leaves != at->gap) & (to != &own.k->nowhere);
    }
    who->count = left;
    return PERP_SUCCESS;
}

#include "hp23/samples/march_ahead.h"
#include "hp23/samples/march_end.h"

/* `call` with a number of parts that is constant up to eight. */
#define ONE_OF(x, call)                                                        \
    case x:                                                                    \
        call(x);                                                               \
        break;
#define WITH_PARTS(parts, call)                                                \
    switch (parts) {                                                           \
        ONE_OF(1, call)                                                        \
        ONE_OF(2, call)                                                        \
        ONE_OF(3, call)                                                        \
        ONE_OF(4, call)                                                        \
        ONE_OF(5, call)                                                        \
        ONE_OF(6, call)                                                        \
        ONE_OF(7, call)                                                        \
        ONE_OF(8, call)                                                        \
    default:                                                                   \
        call(parts);                                                           \
    }

ISA static perp_status NAME(begin)(const march *m, const march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
    perp_status s = PERP_SUCCESS;
#define CALL(x) s = NAME(begin_in)(x, m, who)
    WITH_PARTS(parts, CALL)
#undef CALL
    return s;
}

ISA static perp_status NAME(go)(const march *m, march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
    perp_status s = PERP_SUCCESS;
#define CALL(x) s = NAME(go_in)(x, m, who)
    WITH_PARTS(parts, CALL)
#undef CALL
    return s;
}

ISA static void NAME(ahead)(const march *m, const prefix *x, march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
#define CALL(y) NAME(ahead_in)(y, m, x, who)
    WITH_PARTS(parts, CALL)
#undef CALL
}

ISA static void NAME(arrive)(const march *m, const march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
#define CALL(x) NAME(arrive_in)(x, m, who)
    WITH_PARTS(parts, CALL)
#undef CALL
}

#include "hp23/samples/march_draw.h"

static const march_kernel NAME(kernel) = {NAME(begin),  NAME(go),
                                          NAME(ahead),  NAME(arrive),
                                          NAME(unit),   NAME(bounds),
                                          NAME(scale)};

#undef REAL
#undef BITS
#undef INSIDE
#undef PART
#undef PART_OF
#undef WITH_PARTS
#undef ONE_OF
#undef LARGER
#undef SMALLER
#undef SIGNS
#undef PRODUCT
#undef UP_TO
#undef AMONG
#undef VECTOR
#undef ISA
#undef NAME
