#include "number/linear/numerators.h"

#include "number/integers.h"
#include "number/linear/reconstruct.h"
#include "number/rational.h"

perp_status numerators_new(arena *a, int m, numerators *out)
{
    out->m = m;
    out->X = integer_array(a, (size_t)m, 0);
    if (out->X == NULL)
        return PERP_NO_MEMORY((size_t)m * sizeof(mpz_t));
    mpz_init_set_ui(out->den, 1);
    return PERP_SUCCESS;
}

void numerators_clear(numerators *x)
{
    if (x->X == NULL)
        return;
    integer_clear(x->X, (size_t)x->m);
    mpz_clear(x->den);
    x->X = NULL;
}

void numerators_shift(numerators *x, const long *shift)
{
    long most = 0;
    for (int j = 0; j < x->m; j++)
        most = shift[j] > most && mpz_sgn(x->X[j]) != 0 ? shift[j] : most;
    for (int j = 0; j < x->m; j++)
        if (mpz_sgn(x->X[j]) != 0)
            mpz_mul_2exp(x->X[j], x->X[j], (mp_bitcnt_t)(most - shift[j]));
    mpz_mul_2exp(x->den, x->den, (mp_bitcnt_t)most);
}

void numerators_near_shift(numerators_near *x, const long *shift)
{
    const size_t before = mpz_sizeinbase(x->x.den, 2);
    numerators_shift(&x->x, shift);
    const long most = (long)(mpz_sizeinbase(x->x.den, 2) - before);
    for (int j = 0; j < x->x.m; j++)
        x->wrong[j] += most - shift[j];
}

/** By Cramer's rule all unknowns have the determinant for a common denominator,
and mostly the first one shows all of it. So one number is reconstructed and the
others are multiplied and rounded, with half the digits. Where the product is
not whole the denominator lacked a factor; it is found in the same way from what
is left, and given to the numbers before. */
int numerators_find(const numerators_source *s, numerators *out)
{
    mpz_t factor;
    int found = 1;
    mpz_init(factor);
    mpz_set_ui(out->den, 1);
    for (int j = 0; j < out->m && found; j++) {
        if (s->whole(s, j, out->den, out->X[j]))
            continue;
        s->all(s, j, s->work);
        mpz_mul(s->work, s->work, out->den);
        mpz_fdiv_r(s->work, s->work, s->modulus);
        reconstruct_denominator(s->modulus, s->work, s->rest_bits, factor);
        mpz_mul(out->den, out->den, factor);
        for (int k = 0; k < j && mpz_cmp_ui(factor, 1) != 0; k++)
            mpz_mul(out->X[k], out->X[k], factor);
        found = integer_bits(out->den) <= s->den_bits &&
                s->whole(s, j, out->den, out->X[j]);
    }
    mpz_clear(factor);
    return found;
}
