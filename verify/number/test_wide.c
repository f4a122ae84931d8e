#include "base/memory.h"
#include "check.h"
#include "number/rational.h"
#include "number/wide.h"

#include <stdlib.h>

/* The number as a fraction. */
static void exactly(const wide *x, mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    if (x->sign == 0)
        return;
    mpz_import(mpq_numref(out), WIDE_WORDS, -1, sizeof x->f[0], 0, 0, x->f);
    if (x->sign < 0)
        mpq_neg(out, out);
    if (x->e >= WIDE_BITS)
        mpq_mul_2exp(out, out, (mp_bitcnt_t)(x->e - WIDE_BITS));
    else
        mpq_div_2exp(out, out, (mp_bitcnt_t)(WIDE_BITS - x->e));
}

static int is_normal(const wide *x)
{
    return x->sign == 0 || x->f[WIDE_WORDS - 1] >> (WIDE_WORD - 1) == 1;
}

/* A number with runs of equal bits, where carries and borrows are long. */
static wide any(check_random *r, int spread)
{
    wide x = wide_zero();
    int kind = check_integer(r, 0, 3);
    x.sign = check_integer(r, 0, 1) ? 1 : -1;
    x.e = check_integer(r, -spread, spread);
    for (int k = 0; k < WIDE_WORDS; k++)
        x.f[k] = kind == 0                    ? 0
                 : kind == 1                  ? ~(mp_limb_t)0
                 : check_integer(r, 0, 3) > 0 ? (mp_limb_t)check_bits(r)
                                              : 0;
    x.f[WIDE_WORDS - 1] |= (mp_limb_t)1 << (WIDE_WORD - 1);
    if (check_integer(r, 0, 40) == 0)
        x.sign = 0;
    return x;
}

/* |got - want| <= 2 2^(-511) size */
static int within(const wide *got, mpq_srcptr want, mpq_srcptr size)
{
    mpq_t x, bar;
    mpq_inits(x, bar, NULL);
    exactly(got, x);
    mpq_sub(x, x, want);
    mpq_abs(x, x);
    mpq_abs(bar, size);
    mpq_div_2exp(bar, bar, WIDE_BITS - 2);
    int ok = mpq_cmp(x, bar) <= 0 && is_normal(got);
    mpq_clears(x, bar, NULL);
    return ok;
}

static void one_round(check_random *r, int i, mpq_t *q)
{
    int spread = i % 3 == 0 ? 2 : i % 3 == 1 ? 300 : 3000;
    wide x = any(r, spread), y = any(r, spread), z;
    exactly(&x, q[0]);
    exactly(&y, q[1]);
    CHECK(wide_compare(&x, &y) ==
              (mpq_cmp(q[0], q[1]) > 0) - (mpq_cmp(q[0], q[1]) < 0),
          "round %d: compare", i);
    z = x;
    wide_add_to(&z, &y);
    mpq_add(q[2], q[0], q[1]);
    mpq_abs(q[3], q[0]);
    mpq_abs(q[4], q[1]);
    mpq_add(q[3], q[3], q[4]);
    CHECK(within(&z, q[2], q[3]), "round %d: sum", i);
    wide_multiply(&z, &x, &y);
    mpq_mul(q[2], q[0], q[1]);
    CHECK(within(&z, q[2], q[2]), "round %d: product", i);
    z = wide_scaled(&x, 17);
    mpq_mul_2exp(q[2], q[0], 17);
    CHECK(within(&z, q[2], q[2]), "round %d: scaled", i);
    if (x.sign == 0)
        return;
    z = wide_inverse(&x);
    mpq_inv(q[2], q[0]);
    CHECK(within(&z, q[2], q[2]), "round %d: inverse", i);
}

/** Sums, products, inverses and comparisons against fractions. */
static void against_fractions(void)
{
    check_random r = {check_seed(60)};
    mpq_t q[5];
    for (int k = 0; k < 5; k++)
        mpq_init(q[k]);
    for (int i = 0; i < 6000; i++)
        one_round(&r, i, q);
    for (int k = 0; k < 5; k++)
        mpq_clear(q[k]);
}

/** Fractions come in cut off; what fits comes in as it is. */
static void from_fractions(void)
{
    check_random r = {check_seed(65)};
    mpq_t q, back;
    mpz_t work;
    mpq_inits(q, back, NULL);
    mpz_init(work);
    for (int i = 0; i < 2000; i++) {
        int64_t num = (int64_t)(check_bits(&r) >> check_integer(&r, 2, 60));
        mpq_set_si(q, i % 2 ? num : -num, 1 + check_bits(&r) % 100000);
        mpq_canonicalize(q);
        if (i % 3 == 0)
            mpq_mul_2exp(q, q, (mp_bitcnt_t)check_integer(&r, 0, 900));
        if (i % 5 == 0)
            mpq_div_2exp(q, q, (mp_bitcnt_t)check_integer(&r, 0, 900));
        wide x = wide_of_rational(q, work);
        CHECK(within(&x, q, q), "case %d", i);
        mpz_ui_pow_ui(mpq_denref(q), 2, (unsigned long)(i % 700));
        mpq_canonicalize(q);
        x = wide_of_rational(q, work);
        exactly(&x, back);
        CHECK(mpq_equal(back, q), "case %d: exact", i);
    }
    mpq_clears(q, back, NULL);
    mpz_clear(work);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(against_fractions);
    RUN(from_fractions);
    DONE;
}
