#include "number/decimal.h"

#include <stdio.h>
#include <string.h>

/* m = the whole part of |q| 10^k; whether something is left. */
static int scaled(mpq_srcptr q, long k, mpz_ptr m)
{
    mpz_t n, d, power;
    mpz_inits(n, d, power, NULL);
    mpz_ui_pow_ui(power, 10, (unsigned long)(k < 0 ? -k : k));
    mpz_abs(n, mpq_numref(q));
    mpz_set(d, mpq_denref(q));
    if (k < 0)
        mpz_mul(d, d, power);
    else
        mpz_mul(n, n, power);
    mpz_tdiv_qr(m, n, n, d);
    int rest = mpz_sgn(n) != 0;
    mpz_clears(n, d, power, NULL);
    return rest;
}

/** $|q| = m\,10^{e - digits + 1}$ with $10^{digits-1} \le m < 10^{digits}$: the bit
lengths give $e$ up to one, and $m$ says which. */
static int leading(mpq_srcptr q, int digits, long *e, mpz_ptr m)
{
    mpz_t least;
    long bits = (long)mpz_sizeinbase(mpq_numref(q), 2) -
                (long)mpz_sizeinbase(mpq_denref(q), 2);
    int rest, found = 0;
    mpz_init(least);
    mpz_ui_pow_ui(least, 10, (unsigned long)digits - 1);
    *e = (bits * 30103 - (bits < 0 ? 99999 : 0)) / 100000;
    do {
        rest = scaled(q, digits - 1 - *e, m);
        if (mpz_cmp(m, least) < 0) {
            --*e;
            continue;
        }
        mpz_mul_ui(least, least, 10);
        found = mpz_cmp(m, least) < 0;
        mpz_divexact_ui(least, least, 10);
        *e += !found;
    } while (!found);
    mpz_clear(least);
    return rest;
}

/* The digits d with the point behind the first one, or where it belongs. */
static void place(const char *d, long e, int negative, char *out)
{
    int n = (int)strlen(d);
    const char *sign = negative ? "-" : "";
    while (n > 1 && d[n - 1] == '0')
        n--;
    if (e >= 0 && e < DECIMAL_DIGITS && n <= e + 1)
        snprintf(out, DECIMAL_ROOM, "%s%.*s%.*s", sign, n, d, (int)e + 1 - n,
                 "00000000000000000");
    else if (e >= 0 && e < DECIMAL_DIGITS)
        snprintf(out, DECIMAL_ROOM, "%s%.*s.%.*s", sign, (int)e + 1, d,
                 n - (int)e - 1, d + e + 1);
    else if (e < 0 && e > -5)
        snprintf(out, DECIMAL_ROOM, "%s0.%.*s%.*s", sign, (int)-e - 1, "0000",
                 n, d);
    else
        snprintf(out, DECIMAL_ROOM, "%s%c%s%.*se%+ld", sign, d[0],
                 n > 1 ? "." : "", n - 1, d + 1, e);
}

void decimal_text(mpq_srcptr q, int digits, decimal_side side, char *out)
{
    char d[DECIMAL_DIGITS + 2];
    int s = mpq_sgn(q);
    long e;
    mpz_t m;
    if (s == 0) {
        snprintf(out, DECIMAL_ROOM, "0");
        return;
    }
    mpz_init(m);
    int rest = leading(q, digits, &e, m);
    int away = side == DECIMAL_AWAY || (side == DECIMAL_UP) == (s > 0);
    if (rest && away)
        mpz_add_ui(m, m, 1);
    gmp_snprintf(d, sizeof d, "%Zd", m);
    e += (int)strlen(d) > digits; /* 999 became 1000 */
    mpz_clear(m);
    place(d, e, s < 0, out);
}
