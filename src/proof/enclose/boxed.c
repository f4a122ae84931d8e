#include "proof/enclose/boxed.h"

#include "number/dense.h"
#include "proof/enclose/inflate.h"
#include "number/integers.h"
#include "number/rational.h"

#include <math.h>

void boxed_radius(mpq_srcptr eps, mpq_srcptr x, mpq_ptr out)
{
    mpq_abs(out, x);
    if (mpq_cmp_ui(out, 1, 1) < 0)
        mpq_set_ui(out, 1, 1);
    mpq_mul(out, out, eps);
}

void boxed_add_size(mpq_ptr to, mpq_srcptr x, mpq_srcptr y)
{
    mpq_t t;
    mpq_init(t);
    mpq_abs(t, x);
    mpq_mul(t, t, y);
    mpq_add(to, to, t);
    mpq_clear(t);
}

void boxed_add(mpq_ptr to, mpq_srcptr x, mpq_srcptr y)
{
    mpq_t t;
    mpq_init(t);
    mpq_mul(t, x, y);
    mpq_add(to, to, t);
    mpq_clear(t);
}

/* q 2^k. */
static void shift(mpq_ptr q, long k)
{
    if (k >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)k);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-k);
}

/** With $2^k$ at most a $2^{-7}$ of the radius both are rounded to multiples of
it, the middle down and the radius up, and the radius gets one more, for the
middle. */
void boxed_shorten(mpq_ptr mid, mpq_ptr rad)
{
    if (mpq_sgn(rad) == 0)
        return;
    const long k = (long)integer_bits(mpq_numref(rad)) -
                   (long)integer_bits(mpq_denref(rad)) - 8;
    mpq_ptr both[2] = {mid, rad};
    for (int i = 0; i < 2; i++) {
        mpz_ptr num = mpq_numref(both[i]), den = mpq_denref(both[i]);
        shift(both[i], -k);
        (i == 0 ? mpz_fdiv_q : mpz_cdiv_q)(num, num, den);
        mpz_add_ui(num, num, (unsigned long)i);
        mpz_set_ui(den, 1);
        shift(both[i], k);
    }
}

/** `rational_truncated` goes to zero's side, where one of the two ends is not
wanted. */
double boxed_outward(mpq_srcptr q, int up)
{
    const double x = rational_truncated(q);
    mpq_t t;
    mpq_init(t);
    mpq_set_d(t, x);
    const int order = mpq_cmp(t, q);
    mpq_clear(t);
    if (up ? order >= 0 : order <= 0)
        return x;
    return nextafter(x, up ? HUGE_VAL : -HUGE_VAL);
}

perp_status boxed_new(arena *a, int n, boxed *out)
{
    const size_t square = (size_t)n * (size_t)n;
    *out = (boxed){.n = n, .count = 2 * (square + (size_t)n) + 1};
    out->B = rational_array(a, out->count);
    if (out->B == NULL)
        return PERP_NO_MEMORY(out->count * sizeof(mpq_t));
    out->E = out->B + square;
    out->b = out->E + square;
    out->g = out->b + n;
    return PERP_SUCCESS;
}

void boxed_clear(boxed *s)
{
    if (s->B != NULL)
        rational_clear(s->B, s->count);
    s->B = NULL;
}

/* Near to a solution of the middle; 0 when there is none. */
static int guess(arena *a, const boxed *s, double *z)
{
    const size_t n = (size_t)s->n, width = n + 1;
    double *T = arena_take(a, n * width + n, sizeof *T);
    int *row_of = arena_take(a, n, sizeof *row_of);
    unsigned char *used = arena_take(a, n, 1);
    if (T == NULL || row_of == NULL || used == NULL)
        return 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            T[i * width + j] = rational_truncated(s->B[i * n + j]);
        T[i * width + n] = -rational_truncated(s->b[i]);
    }
    if (dense_jordan(s->n, 1, T, row_of, used, T + n * width, 1e-15) < s->n)
        return 0;
    int fine = 1;
    for (size_t i = 0; i < n; i++) {
        z[i] = -T[(size_t)row_of[i] * width + n];
        fine &= isfinite(z[i]) != 0;
    }
    return fine;
}

/* Row i: its largest radius, with the rounding of B to doubles; and how much
   the guess misses it, at most. */
static void judge(const boxed *s, int i, const double *z, double *E, double *g)
{
    mpq_t sum, miss, x, size;
    mpq_inits(sum, miss, x, size, NULL);
    mpq_neg(sum, s->b[i]);
    mpq_set(miss, s->g[i]);
    for (int j = 0; j < s->n; j++) {
        mpq_srcptr B = s->B[i * s->n + j], e = s->E[i * s->n + j];
        mpq_set_d(x, z[j]);
        boxed_add(sum, B, x);
        boxed_add_size(miss, x, e);
        mpq_set_d(x, rational_truncated(B));
        mpq_sub(x, x, B);
        mpq_abs(x, x);
        mpq_add(x, x, e);
        if (mpq_cmp(x, size) > 0)
            mpq_set(size, x);
    }
    mpq_abs(sum, sum);
    mpq_add(miss, miss, sum);
    *g = boxed_outward(miss, 1);
    *E = boxed_outward(size, 1);
    mpq_clears(sum, miss, x, size, NULL);
}

/** The guess comes from doubles, what it misses from fractions, and
[inflate](inflate.c) says the rest. A residual moves with each datum, so all of
the box stands in it once more, at the guess. */
perp_status boxed_solve(arena *a, const boxed *s, double *z, double *y,
                        int *decided)
{
    const size_t n = (size_t)s->n;
    const arena_mark mark = arena_here(a);
    double *B = arena_take(a, n * n + 2 * n + 1, sizeof *B);
    *decided = 0;
    if (B == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *B);
    double *E = B + n * n, *g = E + n;
    perp_status st = PERP_SUCCESS;
    if (guess(a, s, z)) {
        for (size_t k = 0; k < n * n; k++)
            B[k] = rational_truncated(s->B[k]);
        for (int i = 0; i < s->n; i++)
            judge(s, i, z, E + i, g + i);
        const inflation of = {s->n, s->n, B, g, E, E};
        st = inflate_box(a, &of, y, decided);
    }
    arena_release(a, mark);
    return st;
}
