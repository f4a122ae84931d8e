/**
# From a ratio to a double, at its hard places
*/
#include "base/memory.h"
#include "check.h"
#include "number/literal.h"

#include <math.h>

static perp_status read_text(const char *text, mpq_ptr q)
{
    return literal_ratio(text, strlen(text), q);
}

/* The midpoint of two neighbours goes to the even one; a hair beside it goes
   to its own side. Subnormals, and the edge to overflow, included. */
static void ties(void)
{
    check_random r = {check_seed(22)};
    mpq_t q, y, hair;
    mpq_init(q);
    mpq_init(y);
    mpq_init(hair);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = check_bits(&r) & 0x7fffffffffffffff;
        if (i % 4 == 0)
            bits &= 0x001fffffffffffff;
        if (bits >= 0x7fefffffffffffff)
            continue;
        double a, b, got = -1;
        memcpy(&a, &bits, sizeof a);
        b = nextafter(a, INFINITY);
        mpq_set_d(q, a);
        mpq_set_d(y, b);
        mpq_add(q, q, y);
        mpq_div_2exp(q, q, 1);
        CHECK(literal_double(q, &got).code == PERP_OK, "%a", a);
        CHECK(got == (bits % 2 == 0 ? a : b), "tie %a %a", a, b);
        mpq_set_si(hair, i % 3 - 1, 1);
        mpq_div_2exp(hair, hair, 3000);
        mpq_add(q, q, hair);
        literal_double(q, &got);
        CHECK(i % 3 == 1 || got == (i % 3 == 0 ? a : b), "beside %a %a", a, b);
    }
    mpq_clear(q);
    mpq_clear(y);
    mpq_clear(hair);
}

static double double_of(const char *text)
{
    double x = INFINITY;
    mpq_t q;
    mpq_init(q);
    CHECK(read_text(text, q).code == PERP_OK, "%s", text);
    literal_double(q, &x);
    mpq_clear(q);
    return x;
}

static void edges(void)
{
    CHECK(double_of("0x1.fffffffffffff7fffp1023") == 0x1.fffffffffffffp1023,
          "just below the edge");
    CHECK(isinf(double_of("0x1.fffffffffffff8p1023")), "the edge");
    CHECK(isinf(double_of("0x1p1024")) && isinf(double_of("-1e309")), "over");
    CHECK(isinf(double_of("1e4096")), "far over");
    CHECK(double_of("0x1p-1074") == 0x1p-1074, "least");
    CHECK(double_of("0x1p-1075") == 0, "tie with zero");
    CHECK(double_of("0x1.0000000000000000001p-1075") == 0x1p-1074, "above it");
    CHECK(double_of("0x1.fffffp-1076") == 0, "below it");
    CHECK(double_of("1e-4096") == 0, "far below");
    CHECK(signbit(double_of("-1e-4096")), "-0");
    CHECK(double_of("0x0.fffffffffffffcp-1022") == 0x1p-1022, "to normal");
}

/* By definition: the nearest double, if there is one, is the number. */
static void is_double(void)
{
    check_random r = {check_seed(23)};
    mpq_t q, back;
    mpq_init(q);
    mpq_init(back);
    int yes = 0;
    for (int i = 0; i < 60000; i++) {
        mpz_set_ui(mpq_numref(q), (unsigned long)(check_bits(&r) >> 1));
        mpz_tdiv_q_2exp(mpq_numref(q), mpq_numref(q),
                        (mp_bitcnt_t)check_integer(&r, 5, 60));
        mpz_set_ui(mpq_denref(q), i % 10 == 0 ? 3 : 1);
        mpq_canonicalize(q);
        int e = check_integer(&r, -1140, 1040);
        if (e < 0)
            mpq_div_2exp(q, q, (mp_bitcnt_t)-e);
        else
            mpq_mul_2exp(q, q, (mp_bitcnt_t)e);
        if (i % 2)
            mpq_neg(q, q);
        double x;
        int expected = literal_double(q, &x).code == PERP_OK;
        if (expected) {
            mpq_set_d(back, x);
            expected = mpq_equal(q, back);
        }
        CHECK(literal_is_double(q) == expected, "case %d", i);
        yes += expected;
    }
    CHECK(yes > 10000 && yes < 59000, "one-sided: %d", yes);
    mpq_clear(q);
    mpq_clear(back);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(ties);
    RUN(edges);
    RUN(is_double);
    DONE;
}
