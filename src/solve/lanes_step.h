/* Without #pragma once: lanes.c includes this once for every width. VECTOR is
   the number of problems side by side, ISA the attribute of the functions,
   NAME(x) their name. */

typedef double NAME(real) __attribute__((vector_size(8 * VECTOR), may_alias));
typedef int64_t NAME(bits) __attribute__((vector_size(8 * VECTOR), may_alias));
#define REAL NAME(real)
#define BITS NAME(bits)
#define INSIDE ISA static inline __attribute__((always_inline))

INSIDE REAL NAME(choose)(BITS which, REAL yes, REAL no)
{
    return (REAL)((which & (BITS)yes) | (~which & (BITS)no));
}

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
        largest = NAME(choose)(s > largest, s, largest);
        size = NAME(choose)(v > size, v, size);
        a[r] = x;
        inverse[r] = 1 / x;
    }
    REAL bar = -g->rules.pivot * largest, slack = g->rules.tie * size;
    for (int r = 0; r < n; r++) {
        REAL ratio = NAME(choose)(u[r] > zero, u[r], zero) * -inverse[r];
        BITS less = (a[r] < bar) & (ratio < best);
        best = NAME(choose)(less, ratio, best);
    }
    BITS tied = {0};
    for (int r = 0; r < n; r++) {
        BITS in = (a[r] < bar) & (u[r] + best * a[r] <= slack);
        tied |= in & ((int64_t)1 << r);
    }
    memcpy(g->least, &best, sizeof best);
    memcpy(g->tied, &tied, sizeof tied);
}

/** The exchange of (row, col) in every problem at once. As in the short kernels
the exception that the pivot row is goes into the arithmetic. */
ISA static void NAME(exchange)(lanes *g)
{
    int n = g->n, at[VECTOR];
    const REAL *a = (const REAL *)g->a;
    REAL kept[LANES_ROWS], inverse = {0}, one = (REAL){0} + 1;
    BITS others[LANES_ROWS], row = {0};
    for (int l = 0; l < VECTOR; l++) {
        at[l] = g->row[l] * VECTOR + l;
        row[l] = g->row[l];
        inverse[l] = g->inverse[at[l]];
    }
    for (int r = 0; r < n; r++) {
        others[r] = row != (int64_t)r;
        kept[r] = NAME(choose)(others[r], a[r], one);
    }
    for (int c = 0; c < n + 2; c++) {
        double *column = g->T + c * n * VECTOR;
        REAL factor = 0 - NAME(gather)(column, at, 0) * inverse;
#pragma GCC unroll 4
        for (int r = 0; r < n; r++) {
            BITS *x = (BITS *)(column + r * VECTOR);
            REAL stays = (REAL)(*x & others[r]);
            *(REAL *)x = stays + kept[r] * factor;
        }
    }
    for (int r = 0; r < n; r++) {
        REAL x = kept[r] * inverse + 0.0;
        for (int l = 0; l < VECTOR; l++)
            g->T[(g->col[l] * n + r) * VECTOR + l] = x[l];
    }
}

static const lanes_kernel NAME(kernel) = {VECTOR, NAME(ratios), NAME(exchange)};

#undef REAL
#undef BITS
#undef INSIDE
#undef VECTOR
#undef ISA
#undef NAME
