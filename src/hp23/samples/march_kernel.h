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
#define PRODUCT(x, y) ((x) * (y))
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
is that of who leaves. */
INSIDE void NAME(exchange)(int parts, const road *at, const double *a,
                           double factor, const REAL *x, int row, double *u)
{
    REAL each = (REAL){0} + factor;
    for (int c = 0; c < parts; c++)
        PART(u, c) = x[c] + PART_OF(a, c) * each;
    if (at->gap >= 0)
        u[row] = u[at->gap];
    u[at->gap >= 0 ? at->gap : row] = factor;
}

/** When $z_0$ comes down the lowest $b_i$ leaves, of several the last one, whose
power of epsilon is the highest. For a step (75) it is the fastest
approach or the fastest slip, whichever is larger, since bounds are never negative.
Rows within `tie` of the lowest, relative to the largest number, tie: two corners that
approach with the same speed do so up to the last digit, and noise must not decide
between them. The sum of zeros times the numbers is zero, or a NaN if one is infinite or none.
$-1$ when no $b_i$ is: nothing collides then, and nobody asks. */
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

INSIDE void NAME(begin_in)(int parts, const march *m, const march_group *who)
{
    const double *a = road_numbers(m->k->start);
    REAL x[MOST_PARTS];
    for (int i = 0; i < who->count; i++) {
        const double *b = march_problem(m, who->of[i]);
        double *u = march_side(m, who->of[i]);
        for (int c = 0; c < parts; c++)
            x[c] = PART_OF(b, c);
        int row = who->row[i] = NAME(first)(parts, m->k->n, m->tie, x);
        if (row >= 0)
            NAME(exchange)
        (parts, m->k->start, a, b[row] * a[m->length + row] + 0.0, x, row, u);
    }
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
epsilon, as Lemke's method must to end. */
INSIDE int NAME(step)(int parts, const march *m, road *at, double *u)
{
    const double *a = road_numbers(at), *factor = a + m->length;
    REAL zero = {0}, best = zero + (double)INFINITY, size = zero;
    REAL x[MOST_PARTS];
    uint32_t tied = 0;
    for (int c = 0; c < parts; c++) {
        x[c] = PART_OF(u, c);
        best = SMALLER(LARGER(x[c], zero) * PART_OF(factor, c), best);
        size = LARGER(NAME(size)(x[c]), size);
    }
    best = NAME(smallest)(best);
    REAL slack = m->tie * NAME(largest)(size);
    for (int c = 0; c < parts; c++)
        tied |= (uint32_t)UP_TO(x[c] + best * PART_OF(a, c), slack)
                << c * VECTOR;
    tied &= at->falls;
    if (!(best[0] < (double)INFINITY) || tied == 0)
        return -1;
    int row = __builtin_ctz(tied);
    if ((tied & (tied - 1)) != 0)
        row = roads_leaving(m->k, at, tied);
    if (row >= 0)
        NAME(exchange)(parts, at, a, u[row] * factor[row] + 0.0, x, row, u);
    return row;
}

/** One exchange for all that wait at a place: `at` is the same for all of them, its
column stays in the first cache, and each takes its own $u$. */
INSIDE void NAME(go_in)(int parts, const march *m, road *at,
                        const march_group *who)
{
    for (int i = 0; i < who->count; i++)
        who->row[i] = NAME(step)(parts, m, at, march_side(m, who->of[i]));
}

/** z from the right-hand side. What is left of a difference of two equal numbers is
dust, $10^{-18}$ for zero, and could be all that a row has. So every $z_i$ below
$2^{-44}$ of the largest, $6 \cdot 10^{-14}$ of it, is taken for the zero it stands
for. It matters in the next step: a $\beta_i$ of $10^{-18}$ would be read as an
approach of $10^{-18}$ m/s, collide at tolerance zero, and cost a step that does
nothing. Returns who is not zero. */
INSIDE uint32_t NAME(read_z)(int parts, double unit, const double *u,
                             const BITS *in, REAL *z)
{
    REAL zero = {0}, most = zero;
    uint32_t positive = 0;
    for (int c = 0; c < parts; c++) {
        z[c] = (REAL)((BITS)PART_OF(u, c) & in[c]);
        most = LARGER(z[c], most);
    }
    REAL dust = NAME(largest)(most) * 0x1p-44;
    for (int c = 0; c < parts; c++) {
        BITS above = z[c] > dust;
        z[c] = (REAL)((BITS)(z[c] * unit) & above);
        positive |= (uint32_t)SIGNS(above) << c * VECTOR;
    }
    return positive;
}

/** $w = A z + b$, column by column: a row is summed up from its terms in their
order, and products with zero change no sum. Dust is taken for zero here too, beside the
terms of the sum; and the residual test, without a division: what a row lacks is
compared with a bar a little below that of mlcp_solve ($2^{-30} < 10^{-9}$). A row
lacks $w_i$ where $z_i > 0$, and $-w_i$ where that is positive. Who fails is solved
again by mlcp_solve, which has the last word. Numbers that are none fail: u or a
scale poisons.

Why compute $w$ anew, if the dictionary has it? Because $u$ has come through all
exchanges of the path and carries their rounding, while a sum over the columns of $W$
carries that of one product. And because it is a test that knows nothing of the path:
whatever went wrong at a place, wrong columns included, $w = W z + b$ would not come
out complementary. A row in the basis by its $w$ gets its value here, one by its $z$
gets a $w$ of exactly zero. */
INSIDE int NAME(read_w)(int parts, const march *m, uint32_t positive,
                        const BITS *in, const REAL *z, const double *number,
                        const double *u, const double *b, double *w)
{
    REAL zero = {0}, poison = zero, sum[MOST_PARTS], scale[MOST_PARTS];
    BITS good = zero <= zero;
    for (int c = 0; c < parts; c++) {
        sum[c] = PART_OF(b, c);
        scale[c] = NAME(size)(sum[c]);
    }
    for (uint32_t left = positive; left != 0; left &= left - 1) {
        int j = __builtin_ctz(left);
        const double *column = m->W + j * m->length;
        REAL each = zero + number[j];
        for (int c = 0; c < parts; c++) {
            REAL term = PART_OF(column, c) * each;
            sum[c] += term;
            scale[c] += NAME(size)(term);
        }
    }
    for (int c = 0; c < parts; c++) {
        REAL x =
            (REAL)((BITS)sum[c] & (NAME(size)(sum[c]) > 0x1p-44 * scale[c]));
        REAL up = (REAL)((BITS)x & (z[c] > 0));
        good &= LARGER(up, -x) <= 0x1p-30 * scale[c];
        poison += 0 * scale[c] + 0 * PART_OF(u, c);
        PART(w, c) = (REAL)((BITS)LARGER(x, zero) & ~in[c]);
    }
    return SIGNS(good & (poison == 0)) == (1u << VECTOR) - 1;
}

/** (75c) with $P = M^{-1} J^\top$: velocities for who reads them, in a sum over the
impulses in their order. No decision depends on it; the speeds of the contacts come
from $w$ and $z$. */

/* v moved by the impulses: P times cn and the differences of lambda_D. */
INSIDE void NAME(move)(const march *m, const double *z, double *v)
{
    const int p = m->g->p, all = p + m->g->r;
    double impulse[ROADS_ROWS];
    for (int j = 0; j < p; j++)
        impulse[j] = z[p + j];
    for (int s = p; s < all; s++)
        impulse[s] = z[2 * s] - z[2 * s + 1];
    for (int c = 0; c < m->g->nv; c += VECTOR) {
        const double *P = m->P + c;
        REAL sum = {0};
        for (int j = 0; j < all; j++, P += m->each)
            sum += PART_OF(P, 0) * impulse[j];
        *(REAL *)(v + c) = *(REAL *)(v + c) + sum;
    }
}

/** What halm_posa_read and halm_posa_pose do, in one: the speeds behind the step, $J_n
v' = w_n - \beta$ and $J_t v' = \frac12 (w_+ - w_-)$, are written where the next step
expects them, so a sample that goes on needs no copy. Its bounds are drawn later, and
its last $p$ numbers have been zero since the first pose. The answer: is it colliding? */
INSIDE int NAME(read_speeds)(const march *m, const double *z, const double *w,
                             double *b, double *v)
{
    const halm_posa *g = m->g;
    const int p = g->p, r = g->r;
    int colliding = 0;
    for (int j = 0; j < p; j++) {
        double speed = w[p + j] - z[j];
        colliding |= speed < -m->tolerance;
        b[p + j] = speed;
    }
    for (int s = 2 * p; s < 2 * p + 2 * r; s += 2) {
        double slip = 0.5 * (w[s] - w[s + 1]);
        b[s] = slip;
        b[s + 1] = 0.0 - slip;
    }
    NAME(move)(m, z, v);
    return colliding;
}

/** The end of a path for all that have come to it: who is basic is the same for all,
and the mask `in` is made once. Of a sample that fails the test nothing is changed,
neither speeds nor $v$, so the step can be taken again by other means. */
INSIDE void NAME(arrive_in)(int parts, const march *m, const road *at,
                            const march_group *who)
{
    _Alignas(64) double number[MOST_PARTS * VECTOR], w[MOST_PARTS * VECTOR];
    REAL z[MOST_PARTS];
    BITS in[MOST_PARTS], places = {0};
    for (int c = 0; c < VECTOR; c++)
        places[c] = (int64_t)1 << c;
    for (int c = 0; c < parts; c++)
        in[c] = AMONG(at->basis, c);
    for (int i = 0; i < who->count; i++) {
        const double *u = march_side(m, who->of[i]);
        double *b = march_problem(m, who->of[i]);
        uint32_t positive = NAME(read_z)(parts, m->k->unit, u, in, z);
        for (int c = 0; c < parts; c++)
            PART(number, c) = z[c];
        who->row[i] = -1;
        if (NAME(read_w)(parts, m, positive, in, z, number, u, b, w))
            who->row[i] = NAME(read_speeds)(m, number, w, b, b + m->length);
    }
}

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

ISA static void NAME(begin)(const march *m, const march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
#define CALL(x) NAME(begin_in)(x, m, who)
    WITH_PARTS(parts, CALL)
#undef CALL
}

ISA static void NAME(go)(const march *m, road *at, const march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
#define CALL(x) NAME(go_in)(x, m, at, who)
    WITH_PARTS(parts, CALL)
#undef CALL
}

ISA static void NAME(arrive)(const march *m, const road *at,
                             const march_group *who)
{
    const int parts = (m->k->n + VECTOR - 1) / VECTOR;
#define CALL(x) NAME(arrive_in)(x, m, at, who)
    WITH_PARTS(parts, CALL)
#undef CALL
}

#include "hp23/samples/march_draw.h"

static const march_kernel NAME(kernel) = {NAME(begin), NAME(go), NAME(arrive),
                                          NAME(unit), NAME(bounds)};

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
