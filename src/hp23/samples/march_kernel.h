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

/** The exchange as a right-hand side x sees it: who enters takes the row of $z_0$, and
$z_0$ the row of who leaves. */
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
exchange. Zero times infinity is no ratio. */
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

INSIDE void NAME(go_in)(int parts, const march *m, road *at,
                        const march_group *who)
{
    for (int i = 0; i < who->count; i++)
        who->row[i] = NAME(step)(parts, m, at, march_side(m, who->of[i]));
}

/** z from the right-hand side. What is left of a difference of two equal numbers is
dust, $10^{-18}$ for zero, and could be all that a row has. So every $z_i$ below
$2^{-44}$ of the largest is taken for the zero it stands for. Returns who is not
zero. */
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
scale poisons. */
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

/* halm_posa_read and halm_posa_pose; is it colliding? */
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
                                          NAME(bounds)};

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
