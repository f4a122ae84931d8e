#include "perp_check.h"

#include <math.h>
#include <stdlib.h>

/* s->e at most e: 2^(e - s->e) is whole then. */
static long align(big *s, long e)
{
    if (mpz_sgn(s->m) == 0)
        s->e = e;
    if (e < s->e) {
        mpz_mul_2exp(s->m, s->m, (mp_bitcnt_t)(s->e - e));
        s->e = e;
    }
    return e - s->e;
}

/* s += m 2^e X */
void add(big *s, int64_t m, long e, mpz_srcptr X)
{
    if (m == 0 || mpz_sgn(X) == 0)
        return;
    long shift = align(s, e);
    uint64_t size = m < 0 ? -(uint64_t)m : (uint64_t)m;
    if (shift < 10 && size >> 53 == 0)
        size <<= shift;
    else if (shift > 0) {
        mpz_mul_2exp(s->t, X, (mp_bitcnt_t)shift);
        X = s->t;
    }
    (m < 0 ? mpz_submul_ui : mpz_addmul_ui)(s->m, X, size);
}

/* s += sign K b */
void add_big(big *s, int sign, mpz_srcptr K, const big *b)
{
    if (mpz_sgn(b->m) == 0 || mpz_sgn(K) == 0)
        return;
    long shift = align(s, b->e);
    mpz_mul(s->t, K, b->m);
    mpz_mul_2exp(s->t, s->t, (mp_bitcnt_t)shift);
    (sign < 0 ? mpz_sub : mpz_add)(s->m, s->m, s->t);
}

void ratio_of(mpq_ptr q, const big *b)
{
    mpq_set_z(q, b->m);
    if (b->e >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)b->e);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-b->e);
}

void zero(big *b, long n)
{
    for (long i = 0; i < n; i++)
        mpz_set_ui(b[i].m, 0);
}

/* A number at least num 2^e / den, 0 for what is not positive. */
double above(mpz_srcptr num, long e, mpz_srcptr den)
{
    long a, b;
    if (mpz_sgn(num) <= 0)
        return 0;
    double x = nextafter(mpz_get_d_2exp(&a, num), 2);
    double y = mpz_get_d_2exp(&b, den);
    e += a - b;
    e = e > 3000 ? 3000 : e < -3000 ? -3000 : e;
    return nextafter(ldexp(nextafter(x / y, 4), (int)e), HUGE_VAL);
}

/* n numbers, the first `have` of which are there already. */
big *big_more(reader *r, big *b, long have, long n)
{
    if (n <= have)
        return b;
    big *all = realloc(b, (size_t)n * sizeof *b);
    if (all == NULL)
        refuse(r, "no memory");
    for (long i = have; i < n; i++)
        mpz_inits(all[i].m, all[i].t, NULL);
    return all;
}

void big_free(big *b, long n)
{
    for (long i = 0; b != NULL && i < n; i++)
        mpz_clears(b[i].m, b[i].t, NULL);
    free(b);
}

mpz_t *whole_more(reader *r, mpz_t *z, long have, long n)
{
    if (n <= have)
        return z;
    mpz_t *all = realloc(z, (size_t)n * sizeof *z);
    if (all == NULL)
        refuse(r, "no memory");
    for (long i = have; i < n; i++)
        mpz_init(all[i]);
    return all;
}

void whole_free(mpz_t *z, long n)
{
    for (long i = 0; z != NULL && i < n; i++)
        mpz_clear(z[i]);
    free(z);
}
