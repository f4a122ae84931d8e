#include "base/memory.h"
#include "check.h"
#include "number/linear/numerators.h"

/* A source that knows its fractions P_j / Q_j and shows them modulo p. */
typedef struct {
    numerators_source source;
    mpz_t P[4], Q[4], modulus, work;
} known;

static void all(const numerators_source *s, int j, mpz_ptr out)
{
    const known *k = (const known *)s;
    mpz_invert(out, k->Q[j], k->modulus);
    mpz_mul(out, out, k->P[j]);
    mpz_fdiv_r(out, out, k->modulus);
}

static int whole(const numerators_source *s, int j, mpz_srcptr den, mpz_ptr out)
{
    const known *k = (const known *)s;
    if (!mpz_divisible_p(den, k->Q[j]))
        return 0;
    mpz_divexact(out, den, k->Q[j]);
    mpz_mul(out, out, k->P[j]);
    return 1;
}

/** Denominators that share some factors and not others: all numerators come
back over one denominator, also those found before it was complete. */
static void common_denominator(void)
{
    check_random r = {check_seed(46)};
    static const unsigned long prime[] = {2, 3, 5, 7, 1000003, 999983, 65537};
    known k;
    mpz_inits(k.modulus, k.work, NULL);
    mpz_set_ui(k.modulus, 1); /* 2^521 - 1, a prime */
    mpz_mul_2exp(k.modulus, k.modulus, 521);
    mpz_sub_ui(k.modulus, k.modulus, 1);
    for (int j = 0; j < 4; j++)
        mpz_inits(k.P[j], k.Q[j], NULL);
    for (int round = 0; round < 300; round++) {
        arena a = {0};
        numerators x;
        for (int j = 0; j < 4; j++) {
            mpz_set_si(k.P[j], check_integer(&r, -1000, 1000));
            mpz_set_ui(k.Q[j], 1);
            for (int f = check_integer(&r, 0, 4); f > 0; f--)
                mpz_mul_ui(k.Q[j], k.Q[j], prime[check_integer(&r, 0, 6)]);
            mpz_gcd(k.work, k.P[j], k.Q[j]);
            mpz_divexact(k.P[j], k.P[j], k.work);
            mpz_divexact(k.Q[j], k.Q[j], k.work);
        }
        k.source = (numerators_source){all, whole, k.modulus, 200, 300, k.work};
        CHECK(numerators_new(&a, 4, &x).code == 0, "new");
        CHECK(numerators_find(&k.source, &x), "round %d", round);
        for (int j = 0; j < 4; j++) {
            mpz_mul(k.work, x.X[j], k.Q[j]);
            mpz_submul(k.work, x.den, k.P[j]);
            CHECK(mpz_sgn(k.work) == 0, "round %d, x(%d)", round, j);
        }
        long shift[] = {-3, 0, 5, -70};
        mpz_set(k.P[0], x.den);
        numerators_shift(&x, shift);
        for (int j = 0; j < 4; j++) /* P/Q 2^-shift */
            CHECK(mpz_sgn(x.X[j]) == 0 || mpz_cmp(x.den, k.P[0]) >= 0, "shift");
        numerators_clear(&x);
        arena_free(&a);
    }
    for (int j = 0; j < 4; j++)
        mpz_clears(k.P[j], k.Q[j], NULL);
    mpz_clears(k.modulus, k.work, NULL);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(common_denominator);
    DONE;
}
