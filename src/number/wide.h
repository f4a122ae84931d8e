/**
# Wide floats

A wide float is a sign, an exponent and a fraction of 512 bits, the highest of
which is set: $\pm 0.f \cdot 2^e$, or zero. Every operation cuts off what does
not fit, which costs at most two units in the last place; there is no infinity
and no NaN, and the same operations give the same bits everywhere. A path
through a thousand exchanges does not leave exponents of 64 bits.

The words are GMP's, whose loops over them are as fast as loops can be.
*/
#pragma once

#include <gmp.h>
#include <stdint.h>
#include <string.h>

enum { WIDE_BITS = 512, WIDE_WORD = GMP_NUMB_BITS };
enum { WIDE_WORDS = WIDE_BITS / WIDE_WORD };

typedef struct {
    mp_limb_t f[WIDE_WORDS]; /* the highest word last */
    int64_t e;
    int64_t sign; /* -1, 0, 1; of zero the rest has no meaning */
} wide;

static inline wide wide_zero(void)
{
    wide x;
    memset(&x, 0, sizeof x);
    return x;
}

static inline wide wide_negative(const wide *x)
{
    wide y = *x;
    y.sign = -y.sign;
    return y;
}

/* x 2^k */
static inline wide wide_scaled(const wide *x, long k)
{
    wide y = *x;
    y.e += k;
    return y;
}

/* The sign of |x| - |y|, neither of them zero. */
static inline int wide_compare_sizes(const wide *x, const wide *y)
{
    if (x->e != y->e)
        return x->e < y->e ? -1 : 1;
    return mpn_cmp(x->f, y->f, WIDE_WORDS);
}

/* The sign of x - y. */
static inline int wide_compare(const wide *x, const wide *y)
{
    if (x->sign != y->sign)
        return x->sign < y->sign ? -1 : 1;
    return x->sign == 0 ? 0 : (int)x->sign * wide_compare_sizes(x, y);
}

/* to = f 2^-k, cut off; 0 <= k < WIDE_BITS. */
static inline void wide_shift_down(mp_limb_t *to, const mp_limb_t *f, int64_t k)
{
    int words = (int)(k / WIDE_WORD), left = WIDE_WORDS - words;
    unsigned bits = (unsigned)(k % WIDE_WORD);
    if (bits > 0)
        mpn_rshift(to, f + words, left, bits);
    else
        memmove(to, f + words, (size_t)left * sizeof *f);
    memset(to + left, 0, (size_t)words * sizeof *f);
}

/* Brings the highest bit to its place. */
static inline void wide_shift_up(wide *x)
{
    int words = 0, left = WIDE_WORDS;
    unsigned bits = 0;
    while (left > 0 && x->f[left - 1] == 0)
        left--;
    words = WIDE_WORDS - left;
    if (left == 0) {
        x->sign = 0;
        return;
    }
    while ((x->f[left - 1] << bits) >> (WIDE_WORD - 1) == 0)
        bits++;
    if (bits > 0)
        mpn_lshift(x->f + words, x->f, left, bits);
    else
        memmove(x->f + words, x->f, (size_t)left * sizeof x->f[0]);
    memset(x->f, 0, (size_t)words * sizeof x->f[0]);
    x->e -= (int64_t)words * WIDE_WORD + bits;
}

/** **Sum.** The smaller number is shifted down to the larger and cut off there,
which is an error of one unit of the larger. What cancels is exact but for that
unit. */
static inline void wide_add_to(wide *x, const wide *y)
{
    mp_limb_t moved[WIDE_WORDS];
    if (y->sign == 0)
        return;
    if (x->sign == 0) {
        *x = *y;
        return;
    }
    int less = wide_compare_sizes(x, y) < 0, minus = x->sign != y->sign;
    const wide *large = less ? y : x, *small = less ? x : y;
    int64_t down = large->e - small->e;
    if (down < WIDE_BITS)
        wide_shift_down(moved, small->f, down);
    else
        memset(moved, 0, sizeof moved);
    x->sign = large->sign;
    x->e = large->e;
    if (minus) {
        mpn_sub_n(x->f, large->f, moved, WIDE_WORDS);
        wide_shift_up(x);
    } else if (mpn_add_n(x->f, large->f, moved, WIDE_WORDS)) {
        mpn_rshift(x->f, x->f, WIDE_WORDS, 1);
        x->f[WIDE_WORDS - 1] |= (mp_limb_t)1 << (WIDE_WORD - 1);
        x->e++;
    }
}

/** **Product.** A product of two fractions, each at least a half, is at least a
quarter: one place at most is to be moved. */
static inline void wide_multiply(wide *out, const wide *x, const wide *y)
{
    mp_limb_t p[2 * WIDE_WORDS];
    out->sign = x->sign * y->sign;
    out->e = x->e + y->e;
    if (out->sign == 0)
        return;
    mpn_mul_n(p, x->f, y->f, WIDE_WORDS);
    if (p[2 * WIDE_WORDS - 1] >> (WIDE_WORD - 1)) {
        memcpy(out->f, p + WIDE_WORDS, sizeof out->f);
        return;
    }
    mpn_lshift(out->f, p + WIDE_WORDS, WIDE_WORDS, 1);
    out->f[0] |= p[WIDE_WORDS - 1] >> (WIDE_WORD - 1);
    out->e--;
}

/* num / den, cut off. work: any number. */
static inline wide wide_of_fraction(mpz_srcptr num, mpz_srcptr den,
                                    mpz_ptr work)
{
    wide x = wide_zero();
    long up = WIDE_BITS + 1 + (long)mpz_sizeinbase(den, 2) -
              (long)mpz_sizeinbase(num, 2);
    if (mpz_sgn(num) == 0)
        return x;
    up = up > 0 ? up : 0;
    mpz_mul_2exp(work, num, (mp_bitcnt_t)up);
    mpz_tdiv_q(work, work, den);
    long bits = (long)mpz_sizeinbase(work, 2);
    x.sign = mpz_sgn(num);
    x.e = bits - up;
    mpz_tdiv_q_2exp(work, work, (mp_bitcnt_t)(bits - WIDE_BITS));
    mpz_export(x.f, NULL, -1, sizeof x.f[0], 0, 0, work);
    return x;
}

static inline wide wide_of_rational(mpq_srcptr q, mpz_ptr work)
{
    return wide_of_fraction(mpq_numref(q), mpq_denref(q), work);
}

/** **Inverse.** The largest quotient of $2^{1024}$ and the fraction as a whole
number $F$, $2^{511} \le F < 2^{512}$, lies above $2^{512}$ and is at most
$2^{513}$; cut to 512 bits it is off by less than two units. x is not zero. */
static inline wide wide_inverse(const wide *x)
{
    mp_limb_t one[2 * WIDE_WORDS + 1] = {0}, rest[WIDE_WORDS];
    mp_limb_t q[WIDE_WORDS + 2];
    wide y = {.sign = x->sign, .e = 1 - x->e};
    one[2 * WIDE_WORDS] = 1;
    mpn_tdiv_qr(q, rest, 0, one, 2 * WIDE_WORDS + 1, x->f, WIDE_WORDS);
    if (q[WIDE_WORDS] > 1) { /* F = 2^511: the quotient is 2^513 */
        y.f[WIDE_WORDS - 1] = (mp_limb_t)1 << (WIDE_WORD - 1);
        y.e++;
        return y;
    }
    mpn_rshift(y.f, q, WIDE_WORDS, 1);
    y.f[WIDE_WORDS - 1] |= q[WIDE_WORDS] << (WIDE_WORD - 1);
    return y;
}
