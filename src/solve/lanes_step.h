/* Without #pragma once: lanes.c includes this once for every width. VECTOR is
   the number of problems side by side, ISA the attribute of the functions,
   NAME(x) their name. LARGER(x, y) and SMALLER(x, y), y when one is NaN, may be
   given where there is an instruction for them. */

typedef double NAME(real) __attribute__((vector_size(8 * VECTOR), may_alias));
typedef int64_t NAME(bits) __attribute__((vector_size(8 * VECTOR), may_alias));
#define REAL NAME(real)
#define BITS NAME(bits)
#define INSIDE ISA static inline __attribute__((always_inline))

INSIDE REAL NAME(choose)(BITS which, REAL yes, REAL no)
{
    return (REAL)((which & (BITS)yes) | (~which & (BITS)no));
}

#ifndef LARGER
#define LARGER(x, y) NAME(choose)((x) > (y), (x), (y))
#define SMALLER(x, y) NAME(choose)((x) < (y), (x), (y))
#endif

INSIDE REAL NAME(size)(REAL x)
{
    return (REAL)((BITS)x & INT64_MAX);
}

/* Number l of the register from place at[l] + step of the dictionary; written
   out, which lets compilers build it as a tree. */
INSIDE REAL NAME(gather)(const double *from, const int *at, int step)
{
    const double *f = from + step;
#if VECTOR == 8
    return (REAL){f[at[0]], f[at[1]], f[at[2]], f[at[3]],
                  f[at[4]], f[at[5]], f[at[6]], f[at[7]]};
#elif VECTOR == 4
    return (REAL){f[at[0]], f[at[1]], f[at[2]], f[at[3]]};
#else
    return (REAL){f[at[0]], f[at[1]]};
#endif
}

/** The ratio test of the double kernels, with the same operations in the same
order for each problem; here the rows are the loop and nothing has to be brought
together at its end. */
ISA static void NAME(ratios)(lanes *g)
{
    int n = g->n, at[VECTOR];
    REAL none = (REAL){0} + (double)INFINITY, zero = {0};
    REAL largest = zero, size = zero, best = none;
    REAL *a = (REAL *)g->a, *inverse = (REAL *)g->inverse;
    const REAL *u = (const REAL *)(g->T + (n + 1) * n * VECTOR);
    for (int l = 0; l < VECTOR; l++)
        at[l] = g->col[l] * n * VECTOR + l;
    for (int r = 0; r < n; r++) {
        REAL x = NAME(gather)(g->T, at, r * VECTOR);
        REAL s = NAME(size)(x), v = NAME(size)(u[r]);
        largest = LARGER(s, largest);
        size = LARGER(v, size);
        a[r] = x;
        inverse[r] = 1 / x;
    }
    REAL bar = -g->rules.pivot * largest, slack = g->rules.tie * size;
    for (int r = 0; r < n; r++) {
        REAL ratio = LARGER(u[r], zero) * -inverse[r];
        best = SMALLER(NAME(choose)(a[r] < bar, ratio, none), best);
    }
    BITS tied = {0}, bit = tied + 1;
    for (int r = 0; r < n; r++) {
        BITS in = (a[r] < bar) & (u[r] + best * a[r] <= slack);
        tied |= in & bit;
        bit <<= 1;
    }
    memcpy(g->least, &best, sizeof best);
    memcpy(g->tied, &tied, sizeof tied);
}

/* What is the same for all rows of an exchange: pivot rows, the reciprocals of
   the pivots, the new pivot rows. */
typedef struct {
    BITS row;
    REAL inverse, factor[LANES_ROWS + 2];
} NAME(exchanging);

/* `count` rows from r on, which stay in registers while the columns go by. */
INSIDE void NAME(rows)(lanes *g, const NAME(exchanging) * x, int r, int count)
{
    int n = g->n;
    REAL kept[4], one = (REAL){0} + 1, *at = (REAL *)g->T + r;
    BITS others[4];
    for (int k = 0; k < count; k++) {
        others[k] = x->row != (int64_t)(r + k);
        kept[k] = NAME(choose)(others[k], ((REAL *)g->a)[r + k], one);
    }
    for (int c = 0; c < n + 2; c++, at += n)
        for (int k = 0; k < count; k++) {
            REAL stays = (REAL)(((BITS *)at)[k] & others[k]);
            at[k] = stays + kept[k] * x->factor[c];
        }
    for (int k = 0; k < count; k++) {
        REAL y = kept[k] * x->inverse + 0.0;
        for (int l = 0; l < VECTOR; l++)
            g->T[(g->col[l] * n + r + k) * VECTOR + l] = y[l];
    }
}

/** The exchange of (row, col) in every problem at once. As in the short kernels
the exception that the pivot row is goes into the arithmetic. */
ISA static void NAME(exchange)(lanes *g)
{
    int n = g->n, at[VECTOR], r = 0;
    NAME(exchanging) x;
    for (int l = 0; l < VECTOR; l++) {
        at[l] = g->row[l] * VECTOR + l;
        x.row[l] = g->row[l];
    }
    x.inverse = NAME(gather)(g->inverse, at, 0);
    for (int c = 0; c < n + 2; c++)
        x.factor[c] = 0 - NAME(gather)(g->T, at, c * n * VECTOR) * x.inverse;
    for (; r + 4 <= n; r += 4)
        NAME(rows)(g, &x, r, 4);
    for (; r + 2 <= n; r += 2)
        NAME(rows)(g, &x, r, 2);
    if (r < n)
        NAME(rows)(g, &x, r, 1);
}

/** The first half of lcp_residual, its operations in its order: $w = A z + b$,
the scales, and the worst row. */
ISA static void NAME(residuals)(const lanes_problems *p, finished *f)
{
    REAL most = {0}, poison = {0}, infinite = most + (double)INFINITY;
    const REAL *z = (const REAL *)f->z, *b = (const REAL *)f->b;
    for (int i = 0; i < p->n; i++) {
        const double *A = p->A + i * p->n;
        REAL sum = b[i], size = NAME(size)(sum);
        for (int j = 0; j < p->n; j++) {
            REAL term = A[j] * z[j];
            sum += term;
            size += NAME(size)(term);
        }
        REAL up = (REAL)((BITS)sum & (z[i] > 0));
        most = LARGER(LARGER(up, -sum) / size, most);
        poison += 0 * size;
        ((REAL *)f->w)[i] = sum;
    }
    most = NAME(choose)(poison == 0, most, infinite);
    memcpy(f->worst, &most, sizeof most);
}

static const lanes_kernel NAME(kernel) = {VECTOR, NAME(ratios), NAME(exchange),
                                          NAME(residuals)};

#undef LARGER
#undef SMALLER
#undef REAL
#undef BITS
#undef INSIDE
#undef VECTOR
#undef ISA
#undef NAME
