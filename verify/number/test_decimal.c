#include "check.h"
#include "number/decimal.h"
#include "number/literal.h"

/** Decimals that are known, on all three sides. */
static void known(void)
{
    static const struct {
        const char *q;
        int digits;
        const char *away, *down, *up;
    } rows[] = {{"0", 3, "0", "0", "0"},
                {"1", 1, "1", "1", "1"},
                {"-1/3", 3, "-0.334", "-0.334", "-0.333"},
                {"2/3", 3, "0.667", "0.666", "0.667"},
                {"9999", 3, "10000", "9990", "10000"},
                {"999/1000", 2, "1", "0.99", "1"},
                {"-100", 2, "-100", "-100", "-100"},
                {"1/80000", 4, "1.25e-5", "1.25e-5", "1.25e-5"},
                {"1/8", 17, "0.125", "0.125", "0.125"},
                {"1e17", 17, "1e+17", "1e+17", "1e+17"},
                {"123456789012345678", 17, "1.2345678901234568e+17",
                 "1.2345678901234567e+17", "1.2345678901234568e+17"},
                {"-1e-4000", 1, "-1e-4000", "-1e-4000", "-1e-4000"}};
    mpq_t q;
    char text[DECIMAL_ROOM];
    mpq_init(q);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *want[] = {rows[k].away, rows[k].down, rows[k].up};
        literal_ratio(rows[k].q, strlen(rows[k].q), q);
        for (int side = 0; side < 3; side++) {
            decimal_text(q, rows[k].digits, (decimal_side)side, text);
            CHECK(strcmp(text, want[side]) == 0, "%s: %s, not %s", rows[k].q,
                  text, want[side]);
        }
    }
    mpq_clear(q);
}

static void any_fraction(check_random *r, mpq_ptr q)
{
    mpz_set_si(mpq_numref(q), check_integer(r, -1000000, 1000000));
    mpz_set_si(mpq_denref(q), check_integer(r, 1, 1000000));
    mpz_ptr side = check_integer(r, 0, 1) ? mpq_numref(q) : mpq_denref(q);
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, (unsigned)check_integer(r, 2, 10),
                  (unsigned)check_integer(r, 0, 60));
    mpz_mul(side, side, power);
    mpz_clear(power);
    mpq_canonicalize(q);
}

/** Read again, exactly: on its side, and less than a unit of its last digit
away, which is |q| 10^(1 - digits) at most. */
static void sides(void)
{
    check_random r = {check_seed(83)};
    mpq_t q, back, off, unit;
    char text[DECIMAL_ROOM];
    mpq_inits(q, back, off, unit, NULL);
    for (int round = 0; round < 20000; round++) {
        int digits = check_integer(&r, 1, 17), side = check_integer(&r, 0, 2);
        any_fraction(&r, q);
        decimal_text(q, digits, (decimal_side)side, text);
        perp_status s = literal_ratio(text, strlen(text), back);
        /* a "+" in an exponent is read */
        CHECK(s.code == PERP_OK, "%s: %s", text, s.message);
        mpq_sub(off, back, q);
        int way = mpq_sgn(off), sign = mpq_sgn(q);
        CHECK(way == 0 || way == (side == DECIMAL_AWAY   ? sign
                                  : side == DECIMAL_DOWN ? -1
                                                         : 1),
              "%s: the other side", text);
        mpq_abs(off, off);
        mpz_ui_pow_ui(mpq_numref(unit), 10, (unsigned)digits - 1);
        mpz_set_ui(mpq_denref(unit), 1);
        mpq_mul(off, off, unit);
        mpq_abs(unit, q);
        CHECK(mpq_cmp(off, unit) < 0 || sign == 0, "%s: too far", text);
    }
    mpq_clears(q, back, off, unit, NULL);
}

int main(void)
{
    RUN(known);
    RUN(sides);
    DONE;
}
