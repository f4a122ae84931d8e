#include "base/memory.h"
#include "check.h"
#include "number/linear/reconstruct.h"

static void random_integer(check_random *r, int bits, mpz_ptr out)
{
    mpz_set_ui(out, 0);
    for (int k = 0; k < bits; k += 32) {
        mpz_mul_2exp(out, out, 32);
        mpz_add_ui(out, out, check_bits(r) >> 32);
    }
    mpz_fdiv_r_2exp(out, out, (mp_bitcnt_t)bits);
    mpz_setbit(out, (mp_bitcnt_t)bits - 1);
}

/* P/Q in lowest terms. */
static void random_fraction(check_random *r, int p, int q, mpz_ptr P, mpz_ptr Q)
{
    mpz_t g;
    mpz_init(g);
    random_integer(r, p, P);
    random_integer(r, q, Q);
    mpz_gcd(g, P, Q);
    mpz_divexact(P, P, g);
    mpz_divexact(Q, Q, g);
    mpz_clear(g);
}

/** A fraction known modulo a number a little longer than twice P Q comes back,
for all lengths, so that every way through Lehmer's step is taken. */
static void from_residues(void)
{
    check_random r = {check_seed(37)};
    mpz_t P, Q, m, u, t;
    mpz_inits(P, Q, m, u, t, NULL);
    for (int round = 0; round < 3000; round++) {
        int p = check_integer(&r, 1, 700), q = check_integer(&r, 1, 700);
        random_fraction(&r, p, q, P, Q);
        if (round % 2)
            mpz_neg(P, P);
        do {
            random_integer(&r, p + q + 2, m);
        } while (!mpz_invert(u, Q, m));
        mpz_mul(u, u, P);
        mpz_fdiv_r(u, u, m);
        reconstruct_denominator(m, u, (size_t)p, t);
        CHECK(mpz_divisible_p(t, Q) && mpz_cmp(t, Q) >= 0, "round %d", round);
        CHECK(mpz_cmp(t, Q) == 0 || mpz_sizeinbase(P, 2) < (size_t)p,
              "round %d: %d and %d bits", round, p, q);
    }
    mpz_clears(P, Q, m, u, t, NULL);
}

/** The same from binary places: Q (P/Q 2^K rounded) is small modulo 2^K. */
static void from_places(void)
{
    check_random r = {check_seed(38)};
    mpz_t P, Q, m, u, t;
    mpz_inits(P, Q, m, u, t, NULL);
    for (int round = 0; round < 3000; round++) {
        int q = check_integer(&r, 1, 900), K = 2 * q + 3;
        random_fraction(&r, check_integer(&r, 1, 900), q, P, Q);
        mpz_set_ui(m, 1);
        mpz_mul_2exp(m, m, (mp_bitcnt_t)K);
        mpz_mul(u, P, m);
        mpz_fdiv_q(u, u, Q);
        mpz_fdiv_r(u, u, m);
        reconstruct_denominator(m, u, mpz_sizeinbase(Q, 2), t);
        CHECK(mpz_cmp(t, Q) == 0, "round %d: %d bits", round, q);
    }
    mpz_clears(P, Q, m, u, t, NULL);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(from_residues);
    RUN(from_places);
    DONE;
}
