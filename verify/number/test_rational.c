#include "base/memory.h"
#include "check.h"
#include "number/rational.h"

#include <float.h>
#include <math.h>

static void doubles_are_taken_exactly(void)
{
    arena a = {0};
    double v[] = {0.1, -0x1p-1074, DBL_MAX, 0, 1e-300};
    mpq_t *q = rational_array(&a, 5);
    CHECK(rational_of_doubles(5, v, q) == 5, "all finite");
    for (int i = 0; i < 5; i++)
        CHECK(rational_truncated(q[i]) == v[i], "%a", v[i]);
    v[3] = NAN;
    CHECK(rational_of_doubles(5, v, q) == 3, "the NaN is at 3");
    rational_clear(q, 5);
    rational_clear(NULL, 5);
    integer_clear(NULL, 5);
    arena_free(&a);
}

static void truncation_goes_toward_zero(void)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -1, 3);
    double v = rational_truncated(q);
    mpq_t d;
    mpq_init(d);
    mpq_set_d(d, v);
    CHECK(mpq_cmp(d, q) > 0, "not toward zero: %a", v);
    mpq_set_d(d, nextafter(v, -1));
    CHECK(mpq_cmp(d, q) < 0, "not the nearest below: %a", v);
    mpz_ui_pow_ui(mpq_numref(q), 10, 400);
    mpz_set_ui(mpq_denref(q), 1);
    CHECK(rational_truncated(q) == DBL_MAX, "overflow");
    mpz_ui_pow_ui(mpq_denref(q), 10, 400);
    mpz_set_si(mpq_numref(q), -7);
    CHECK(rational_truncated(q) == 0, "underflow");
    mpq_clears(q, d, NULL);
}

static void a_row_is_covered(void)
{
    check_random r = {check_seed(5)};
    mpz_t factor, out;
    mpq_t q[6], back;
    mpz_inits(factor, out, NULL);
    mpq_init(back);
    for (int round = 0; round < 200; round++) {
        mpz_set_ui(factor, 1);
        for (int i = 0; i < 6; i++) {
            unsigned den = round % 2 ? 1u << check_integer(&r, 0, 20)
                                     : (unsigned)check_integer(&r, 1, 60);
            mpq_init(q[i]);
            mpq_set_si(q[i], check_integer(&r, -99, 99), den);
            mpq_canonicalize(q[i]);
            rational_cover(factor, q[i]);
        }
        for (int i = 0; i < 6; i++) {
            rational_scaled(out, factor, q[i]);
            mpq_set_num(back, out);
            mpz_set(mpq_denref(back), factor);
            mpq_canonicalize(back);
            CHECK(mpq_equal(back, q[i]), "round %d", round);
            mpq_clear(q[i]);
        }
    }
    mpz_clears(factor, out, NULL);
    mpq_clear(back);
}

/* Beside sums that GMP brings to lowest terms after each term: denominators that
   are powers of two, those of one system, and whatever else; terms that cancel. */
static void sums_are_those_of_fractions(void)
{
    check_random r = {check_seed(77)};
    rational_sum s;
    mpq_t x, y, sum, part, all;
    mpq_inits(x, y, sum, part, all, NULL);
    rational_sum_init(&s);
    for (int round = 0; round < 600; round++) {
        const int terms = check_integer(&r, 0, 12), kind = round % 4;
        mpq_set_ui(sum, 0, 1);
        for (int i = 0; i < terms; i++) {
            mpq_set_si(x, check_integer(&r, -9, 9),
                       kind == 0 ? 1u << check_integer(&r, 0, 30)
                                 : (unsigned)check_integer(&r, 1, 40));
            mpq_set_si(y, check_integer(&r, -999, 999),
                       kind == 1   ? 15015u / (unsigned)check_integer(&r, 1, 15)
                       : kind == 2 ? 1u << check_integer(&r, 0, 30)
                                   : (unsigned)check_integer(&r, 1, 9999));
            mpq_canonicalize(x);
            mpq_canonicalize(y);
            for (int turn = 0; turn < 1 + (kind == 3 && i % 2); turn++) {
                mpq_mul(part, x, y);
                mpq_add(sum, sum, part);
                rational_sum_add(&s, x, y);
                mpq_neg(x, x);
            }
        }
        rational_sum_take(&s, all);
        CHECK(mpq_equal(all, sum), "round %d", round);
    }
    rational_sum_clear(&s);
    mpq_clears(x, y, sum, part, all, NULL);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(doubles_are_taken_exactly);
    RUN(truncation_goes_toward_zero);
    RUN(a_row_is_covered);
    RUN(sums_are_those_of_fractions);
    DONE;
}
