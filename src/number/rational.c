#include "number/rational.h"

#include <assert.h>
#include <float.h>
#include <math.h>

mpq_t *rational_array(arena *a, size_t count)
{
    mpq_t *q = arena_take(a, count, sizeof *q);
    for (size_t i = 0; q != NULL && i < count; i++)
        mpq_init(q[i]);
    return q;
}

mpz_t *integer_array(arena *a, size_t count, size_t bits)
{
    mpz_t *z = arena_take(a, count, sizeof *z);
    for (size_t i = 0; z != NULL && i < count; i++)
        mpz_init2(z[i], bits);
    return z;
}

void rational_clear(mpq_t *q, size_t count)
{
    for (size_t i = 0; q != NULL && i < count; i++)
        mpq_clear(q[i]);
}

void integer_clear(mpz_t *z, size_t count)
{
    for (size_t i = 0; z != NULL && i < count; i++)
        mpz_clear(z[i]);
}

size_t rational_of_doubles(size_t count, const double *v, mpq_t *out)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(v[i]))
            return i;
        mpq_set_d(out[i], v[i]);
    }
    return count;
}

/** `mpq_get_d` truncates toward zero, which is what is wanted; beyond the
range of doubles its answer depends on the machine, so the size is looked at
first. A quotient of numbers of $p$ and $q$ bits has between $p - q$ and
$p - q + 1$ bits in front of the point. */
double rational_truncated(mpq_srcptr q)
{
    size_t p = mpz_sizeinbase(mpq_numref(q), 2);
    size_t d = mpz_sizeinbase(mpq_denref(q), 2);
    if (p > d + DBL_MAX_EXP)
        return mpq_sgn(q) * DBL_MAX;
    double v = mpq_get_d(q);
    return isfinite(v) ? v : mpq_sgn(q) * DBL_MAX;
}

double *rational_doubles(arena *a, size_t count, const mpq_t *q)
{
    double *x = arena_take(a, count + 1, sizeof *x);
    for (size_t i = 0; x != NULL && i < count; i++)
        x[i] = rational_truncated(q[i]);
    return x;
}

/** The bit lengths of $n$ and $d$ leave two candidates, and one comparison
chooses. */
long rational_log2(mpq_srcptr q)
{
    long e = (long)mpz_sizeinbase(mpq_numref(q), 2) -
             (long)mpz_sizeinbase(mpq_denref(q), 2);
    mpz_t scaled;
    mpz_init(scaled);
    mpz_mul_2exp(scaled, e < 0 ? mpq_numref(q) : mpq_denref(q),
                 (mp_bitcnt_t)(e < 0 ? -e : e));
    int below = e < 0 ? mpz_cmpabs(scaled, mpq_denref(q)) < 0
                      : mpz_cmpabs(mpq_numref(q), scaled) < 0;
    mpz_clear(scaled);
    return below ? e - 1 : e;
}

/** Denominators of doubles are powers of two, and most are one: the common
multiple is then the larger of the two, found without a division. Solutions of
one system mostly share their denominator: a division tells, and is cheaper than
a greatest common divisor. */
void rational_cover(mpz_ptr factor, mpq_srcptr q)
{
    mpz_srcptr den = mpq_denref(q);
    mp_bitcnt_t shift = mpz_scan1(den, 0);
    if (mpz_sizeinbase(den, 2) == shift + 1) {
        mp_bitcnt_t have = mpz_scan1(factor, 0);
        if (have < shift)
            mpz_mul_2exp(factor, factor, shift - have);
    } else if (!mpz_divisible_p(factor, den)) {
        mpz_lcm(factor, factor, den);
    }
}

void rational_scaled(mpz_ptr out, mpz_srcptr factor, mpq_srcptr q)
{
    mpz_srcptr den = mpq_denref(q);
    assert(mpz_divisible_p(factor, den));
    if (mpz_cmp_ui(den, 1) == 0) {
        mpz_mul(out, factor, mpq_numref(q));
        return;
    }
    mpz_divexact(out, factor, den);
    mpz_mul(out, out, mpq_numref(q));
}

/** **Sums.** `mpq_add` brings each partial sum to lowest terms, by a greatest common
divisor that costs much more than the product it stands behind. Of a sum that is
wanted as a whole one at its end is enough. What must not happen on the way is that the
denominator becomes the product of all: the $x_i$ of one linear system have
denominators $d/d_i$ with small $d_i$, and doubles powers of two. So a product whose
denominator divides the sum's is brought to it, a sum whose denominator divides the
product's is brought to that, and only when neither does is their least common multiple
asked for. The denominator is then that multiple of all, never more. */
void rational_sum_init(rational_sum *s)
{
    mpz_inits(s->num, s->den, s->term, s->part, NULL);
    mpz_set_ui(s->den, 1);
}

void rational_sum_clear(rational_sum *s)
{
    mpz_clears(s->num, s->den, s->term, s->part, NULL);
}

/* The sum's denominator becomes the multiple `den` of what it is. */
static void widen(rational_sum *s, mpz_srcptr den)
{
    mpz_divexact(s->den, den, s->den);
    mpz_mul(s->num, s->num, s->den);
    mpz_set(s->den, den);
}

void rational_sum_add(rational_sum *s, mpq_srcptr x, mpq_srcptr y)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpz_mul(s->term, mpq_numref(x), mpq_numref(y));
    mpz_mul(s->part, mpq_denref(x), mpq_denref(y));
    if (mpz_cmp(s->part, s->den) == 0) {
        mpz_add(s->num, s->num, s->term);
        return;
    }
    if (mpz_divisible_p(s->part, s->den)) {
        widen(s, s->part);
    } else if (!mpz_divisible_p(s->den, s->part)) {
        mpz_t all;
        mpz_init(all);
        mpz_lcm(all, s->den, s->part);
        widen(s, all);
        mpz_clear(all);
    }
    mpz_divexact(s->part, s->den, s->part);
    mpz_addmul(s->num, s->part, s->term);
}

void rational_sum_take(rational_sum *s, mpq_ptr out)
{
    mpz_swap(mpq_numref(out), s->num);
    mpz_swap(mpq_denref(out), s->den);
    mpq_canonicalize(out);
    mpz_set_ui(s->num, 0);
    mpz_set_ui(s->den, 1);
}
