/* Without #pragma once: packet.c includes this once for every width. VECTOR is
   the number of doubles in a register, ISA the attribute of the functions,
   NAME(x) their name; LARGER, SMALLER (y when one is NaN) and PRODUCT (of the
   lower halves of whole numbers) where there is an instruction for them. */

typedef double NAME(real) __attribute__((vector_size(8 * VECTOR), may_alias));
typedef int64_t NAME(bits) __attribute__((vector_size(8 * VECTOR), may_alias));
#define REAL NAME(real)
#define BITS NAME(bits)
#define INSIDE ISA static inline __attribute__((always_inline))
#define ROW(base, r) (*(REAL *)((base) + (r) * PACKET + c))
#define ROW_OF(base, r) (*(const REAL *)((base) + (r) * PACKET + c))

INSIDE REAL NAME(choose)(BITS which, REAL yes, REAL no)
{
    return (REAL)((which & (BITS)yes) | (~which & (BITS)no));
}

/* The numbers of x and y, one after the other, that `which` counts. */
#if defined(__clang__)
INSIDE REAL NAME(pick)(REAL x, REAL y, BITS which)
{
    REAL z;
    for (int k = 0; k < VECTOR; k++)
        z[k] = which[k] < VECTOR ? x[which[k]] : y[which[k] - VECTOR];
    return z;
}
#else
INSIDE REAL NAME(pick)(REAL x, REAL y, BITS which)
{
    return __builtin_shuffle(x, y, which);
}
#endif

#ifndef LARGER
#define LARGER(x, y) NAME(choose)((x) > (y), (x), (y))
#define SMALLER(x, y) NAME(choose)((x) < (y), (x), (y))
#define PRODUCT(x, y) ((x) * (y))
#endif

INSIDE REAL NAME(size)(REAL x)
{
    return (REAL)((BITS)x & INT64_MAX);
}

/** When $z_0$ comes down the lowest $b_i$ leaves, of several the last one, whose
power of epsilon is the highest. */
ISA static void NAME(first)(int n, double tie, const double *b, int64_t *row)
{
    for (int c = 0; c < PACKET; c += VECTOR) {
        REAL lowest = {0}, largest = {0}, poison = {0};
        for (int i = 0; i < n; i++) {
            REAL x = ROW_OF(b, i);
            poison += 0 * x;
            lowest = SMALLER(x, lowest);
            largest = LARGER(NAME(size)(x), largest);
        }
        BITS able = (lowest < 0) & (poison == 0), best = (BITS){0} - 1;
        REAL slack = tie * largest;
        for (int i = 0; i < n; i++) {
            BITS ties = (ROW_OF(b, i) - lowest <= slack) & able;
            best = (ties & (int64_t)i) | (~ties & best);
        }
        *(BITS *)(row + c) = best;
    }
}

/** VECTOR numbers of VECTOR samples turned into rows. A register of pairs that lie `half` apart is exchanged with
its neighbour, then the next smaller half. */
INSIDE void NAME(tile)(REAL *x)
{
    REAL y[VECTOR];
#pragma GCC unroll 4
    for (int half = VECTOR / 2; half > 0; half /= 2) {
        BITS low = {0}, high = {0};
        for (int l = 0; l < VECTOR; l++) {
            int up = (l & half) != 0;
            low[l] = up ? VECTOR + l - half : l;
            high[l] = up ? VECTOR + l : l + half;
        }
#pragma GCC unroll 8
        for (int k = 0; k < VECTOR; k++)
            y[k] = (k & half) == 0 ? NAME(pick)(x[k], x[k + half], low)
                                   : NAME(pick)(x[k - half], x[k], high);
        for (int k = 0; k < VECTOR; k++)
            x[k] = y[k];
    }
}

ISA static void NAME(turn)(int length, const double *const *samples,
                           double *rows)
{
    REAL x[VECTOR];
    for (int c = 0; c < PACKET; c += VECTOR)
        for (int r = 0; r < length; r += VECTOR) {
            for (int k = 0; k < VECTOR; k++)
                x[k] = *(const REAL *)(samples[c + k] + r);
            NAME(tile)(x);
            for (int k = 0; k < VECTOR; k++)
                ROW(rows, r + k) = x[k];
        }
}

ISA static void NAME(turn_back)(int length, const double *rows,
                                double *const *samples)
{
    REAL x[VECTOR];
    for (int c = 0; c < PACKET; c += VECTOR)
        for (int r = 0; r < length; r += VECTOR) {
            for (int k = 0; k < VECTOR; k++)
                x[k] = ROW_OF(rows, r + k);
            NAME(tile)(x);
            for (int k = 0; k < VECTOR; k++)
                *(REAL *)(samples[c + k] + r) = x[k];
        }
}

/** The ratio test of the double kernels, over the rows that may leave. */
ISA static void NAME(ratios)(int n, double tie, const road *at, const double *u,
                             uint64_t *tied)
{
    for (int c = 0; c < PACKET; c += VECTOR) {
        REAL zero = {0}, best = zero + (double)INFINITY, size = zero;
        BITS all = {0};
        for (int r = 0; r < n; r++)
            size = LARGER(NAME(size)(ROW_OF(u, r)), size);
        for (int k = 0; k < at->falls; k++) {
            int r = at->fall[k];
            REAL x = LARGER(ROW_OF(u, r), zero);
            best = SMALLER(x * at->factor[r], best);
        }
        REAL slack = tie * size;
        for (int k = 0; k < at->falls; k++) {
            int r = at->fall[k];
            REAL x = ROW_OF(u, r) + best * at->a[r];
            all |= (x <= slack) & (int64_t)1 << r;
        }
        *(BITS *)(tied + c) = all & (best < (double)INFINITY);
    }
}

/** An exchange as right-hand sides see it. Each sample has a row of its own that
leaves; two of its numbers are put right behind this. */
ISA static void NAME(move)(int n, const double *a, const double *factor,
                           double *u)
{
    for (int c = 0; c < PACKET; c += VECTOR) {
        REAL each = *(const REAL *)(factor + c);
        for (int r = 0; r < n; r++)
            ROW(u, r) = ROW(u, r) + a[r] * each;
    }
}

INSIDE REAL NAME(swapped)(REAL x, int half)
{
    REAL y = x;
    for (int k = 0; k < VECTOR; k++)
        y[k] = x[k ^ half];
    return y;
}

/** One sample, its rows beside each other. Zero times infinity is no ratio. */
ISA static uint64_t NAME(ratios_of_one)(int n, double tie, const road *at,
                                        const double *u)
{
    REAL zero = {0}, best = zero + (double)INFINITY, none = best, size = zero;
    BITS row = {0}, all = {0};
    for (int r = 0; r < n; r += VECTOR) {
        REAL x = *(const REAL *)(u + r);
        REAL ratio = LARGER(x, zero) * *(const REAL *)(at->factor + r);
        best = SMALLER(ratio, best);
        size = LARGER(NAME(size)(x), size);
    }
    for (int half = VECTOR / 2; half > 0; half /= 2) {
        best = SMALLER(best, NAME(swapped)(best, half));
        size = LARGER(size, NAME(swapped)(size, half));
    }
    for (int k = 0; k < VECTOR; k++)
        row[k] = (int64_t)1 << k;
    for (int r = 0; r < n; r += VECTOR) {
        REAL x = *(const REAL *)(u + r), a = *(const REAL *)(at->a + r);
        REAL factor = *(const REAL *)(at->factor + r);
        all |= (x + best * a <= tie * size) & (factor < none) & row;
        row <<= VECTOR;
    }
    uint64_t tied = 0;
    for (int k = 0; k < VECTOR; k++)
        tied |= (uint64_t)all[k];
    return best[0] < (double)INFINITY ? tied : 0;
}

ISA static void NAME(move_one)(int n, const double *a, double factor, double *u)
{
    for (int r = 0; r < n; r += VECTOR)
        *(REAL *)(u + r) = *(REAL *)(u + r) + *(const REAL *)(a + r) * factor;
}

/** z from the right-hand side; not finite: poison. What is left of a difference of
two equal numbers is dust, $10^{-18}$ for zero, and could be all that a row has. So
every $z_i$ below $2^{-44}$ of the largest is taken for the zero it stands for. */
INSIDE REAL NAME(read_z)(int n, const roads *k, const road *at,
                         const packet_rows *x, int c)
{
    REAL zero = {0}, poison = zero, most = zero;
    for (int i = 0; i < n; i++) {
        REAL u = ROW(x->u, i);
        poison += 0 * u;
        if (at->more->basis >> i & 1)
            most = LARGER(u, most);
    }
    REAL dust = most * 0x1p-44;
    for (int i = 0; i < n; i++) {
        REAL u = ROW(x->u, i), z = (REAL)((BITS)(u * k->unit) & (u > dust));
        ROW(x->z, i) = at->more->basis >> i & 1 ? z : zero;
    }
    return poison;
}

/** w = A z + b, dust taken for zero here too, beside the terms of the sum; and the
residual test, without a division: what a row lacks is
compared with a bar a little below that of mlcp_solve ($2^{-30} < 10^{-9}$). A row
lacks $w_i$ where $z_i > 0$, and $-w_i$ where that is positive. Who fails is solved
again by mlcp_solve, which has the last word. */
INSIDE BITS NAME(read_w)(int n, const road *at, const packet_rows *x, int c)
{
    const roads_end *e = at->end;
    REAL zero = {0}, poison = zero;
    BITS good = zero <= zero;
    for (int i = 0; i < n; i++) {
        REAL sum = ROW(x->b, i), scale = NAME(size)(sum);
        for (int t = e->begin[i]; t < e->begin[i + 1]; t++) {
            REAL term = e->factor[t] * ROW(x->z, e->which[t]);
            sum += term;
            scale += NAME(size)(term);
        }
        sum = (REAL)((BITS)sum & (NAME(size)(sum) > 0x1p-44 * scale));
        REAL up = (REAL)((BITS)sum & (ROW(x->z, i) > 0));
        good &= LARGER(up, -sum) <= 0x1p-30 * scale;
        poison += 0 * scale;
        ROW(x->w, i) = at->more->basis >> i & 1 ? zero : LARGER(sum, zero);
    }
    return good & (poison == 0);
}

/* halm_posa_read and halm_posa_pose for all of them; who is colliding. */
INSIDE BITS NAME(read_speeds)(const halm_posa *g, const packet_rows *x, int c)
{
    const int p = g->p, all = p + g->r;
    BITS colliding = {0};
    for (int j = 0; j < p; j++) {
        REAL speed = ROW(x->w, p + j) - ROW(x->z, j);
        colliding |= speed < -x->tolerance;
        ROW(x->b, p + j) = speed;
    }
    for (int s = 2 * p; s < 2 * p + 2 * g->r; s += 2) {
        REAL slip = 0.5 * (ROW(x->w, s) - ROW(x->w, s + 1));
        ROW(x->b, s) = slip;
        ROW(x->b, s + 1) = 0.0 - slip;
        ROW(x->w, s) = ROW(x->z, s) - ROW(x->z, s + 1);
    }
    for (int i = 0; i < g->nv; i++) {
        const double *P = g->P + i * all;
        REAL sum = {0};
        for (int j = 0; j < p; j++)
            sum += P[j] * ROW(x->z, p + j);
        for (int s = 0; s < g->r; s++)
            sum += P[p + s] * ROW(x->w, 2 * p + 2 * s);
        ROW(x->v, i) = ROW(x->v, i) + sum;
    }
    return colliding;
}

ISA static uint64_t NAME(arrive)(const halm_posa *g, const roads *k,
                                 const road *at, const packet_rows *x,
                                 uint64_t *colliding)
{
    uint64_t bad = 0;
    *colliding = 0;
    for (int c = 0; c < PACKET; c += VECTOR) {
        REAL poison = NAME(read_z)(g->n, k, at, x, c);
        BITS good = NAME(read_w)(g->n, at, x, c) & (poison == 0);
        BITS hits = NAME(read_speeds)(g, x, c);
        for (int l = 0; l < VECTOR; l++) {
            bad |= (uint64_t)(good[l] == 0) << (c + l);
            *colliding |= (uint64_t)(hits[l] != 0) << (c + l);
        }
    }
    return bad;
}

/* draw_philox, a word in the lower half of each place. */
INSIDE void NAME(philox)(BITS *c, uint64_t seed)
{
    const int64_t low = 0xffffffff;
    uint32_t k[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        BITS x = PRODUCT(c[0], (BITS){0} + 0xd2511f53);
        BITS y = PRODUCT(c[2], (BITS){0} + 0xcd9e8d57);
        c[0] = ((y >> 32) & low) ^ c[1] ^ (int64_t)k[0];
        c[2] = ((x >> 32) & low) ^ c[3] ^ (int64_t)k[1];
        c[1] = y & low;
        c[3] = x & low;
        k[0] += 0x9e3779b9u;
        k[1] += 0xbb67ae85u;
    }
}

/* draw_uniform's number from two words: 52 bits and a half. The exponent of
   2^52 in front of them makes a double of the whole number. */
INSIDE REAL NAME(number)(BITS high, BITS low)
{
    BITS word = (high << 20) | ((low >> 12) & 0xfffff);
    REAL whole = (REAL)(word | 0x4330000000000000) - 0x1p52;
    return (whole + 0.5) * 0x1p-52;
}

INSIDE void NAME(scale)(const halm_posa_options *o, int p, double *out, int c)
{
    REAL sum = {0}, factor = sum + o->h;
    for (int i = 0; i < p; i++)
        sum += ROW(out, i);
    if (o->normalised)
        factor = factor / sum;
    for (int i = 0; i < p; i++)
        ROW(out, i) = ROW(out, i) * factor;
}

ISA static void NAME(bounds)(const halm_posa_options *o, const uint64_t *sample,
                             const int64_t *step, int p, double *out)
{
    const int64_t low = 0xffffffff;
    for (int c = 0; c < PACKET; c += VECTOR) {
        for (int i = 0; i < p; i += 2) {
            BITS s = *(const BITS *)(sample + c);
            BITS x[4] = {s & low, (s >> 32) & low, *(const BITS *)(step + c),
                         (BITS){0} + i / 2};
            NAME(philox)(x, o->seed);
            ROW(out, i) = NAME(number)(x[1], x[0]);
            if (i + 1 < p)
                ROW(out, i + 1) = NAME(number)(x[3], x[2]);
        }
        NAME(scale)(o, p, out, c);
    }
}

static const packet_kernel NAME(kernel) = {NAME(first), NAME(turn), NAME(turn_back),
                                           NAME(ratios), NAME(move),
                                           NAME(ratios_of_one), NAME(move_one),
                                           NAME(arrive), NAME(bounds)};

#undef REAL
#undef BITS
#undef INSIDE
#undef ROW
#undef ROW_OF
#undef LARGER
#undef SMALLER
#undef PRODUCT
#undef VECTOR
#undef ISA
#undef NAME
