#include "check.h"
#include "number/root.h"

/** Squared again: the root lies between, and near; squares have their own. */
static void brackets(void)
{
    check_random r = {check_seed(9)};
    mpq_t q, low, high, x;
    mpq_inits(q, low, high, x, NULL);
    for (int round = 0; round < 3000; round++) {
        mpz_set_si(mpq_numref(q), check_integer(&r, 0, 1000000));
        mpz_set_si(mpq_denref(q), check_integer(&r, 1, 1000000));
        mpz_mul_2exp(mpq_numref(q), mpq_numref(q),
                     (unsigned)check_integer(&r, 0, 300));
        mpz_mul_2exp(mpq_denref(q), mpq_denref(q),
                     (unsigned)check_integer(&r, 0, 300));
        mpq_canonicalize(q);
        int is_square = check_integer(&r, 0, 1);
        mpq_set(x, q);
        if (is_square)
            mpq_mul(q, q, q);
        root_bracket(q, low, high);
        if (is_square)
            CHECK(mpq_equal(low, x) && mpq_equal(high, x), "a square's root");
        mpq_sub(x, high, low);
        mpq_mul_2exp(x, x, 62);
        CHECK(mpq_cmp(x, high) <= 0 && mpq_cmp(low, high) <= 0, "too wide");
        mpq_mul(low, low, low);
        mpq_mul(high, high, high);
        CHECK(mpq_cmp(low, q) <= 0 && mpq_cmp(q, high) <= 0, "not between");
    }
    mpq_clears(q, low, high, x, NULL);
}

int main(void)
{
    RUN(brackets);
    DONE;
}
