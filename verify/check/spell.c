#include "perp_check.h"

#include <math.h>
#include <string.h>

/* Letters, digits, _ - . and %XX for other bytes; % alone is the empty name. */
void read_name(reader *r)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
                                "TUVWXYZ0123456789_-.";
    static const char hex[] = "0123456789ABCDEF";
    const char *p = read_word(r);
    if (*p == '\0')
        refuse(r, "a name expected");
    if (strcmp(p, "%") == 0)
        return;
    while (*p != '\0') {
        if (*p == '%') {
            const char *a = p[1] ? strchr(hex, p[1]) : NULL;
            const char *b = a && p[2] ? strchr(hex, p[2]) : NULL;
            int c = b == NULL ? 0 : (int)(16 * (a - hex) + (b - hex));
            if (c == 0 || strchr(plain, c) != NULL)
                refuse(r, "a name is not spelt as names are");
            p += 3;
        } else if (strchr(plain, *p++) == NULL)
            refuse(r, "a name is not spelt as names are");
    }
}

void read_ratio(reader *r, mpq_ptr q)
{
    mpq_set_ui(q, 0, 1);
    read_integer(r, mpq_numref(q));
    if (peek(r) != '/')
        return;
    read_text(r, "/");
    read_integer(r, mpq_denref(q));
    mpz_gcd(r->work, mpq_numref(q), mpq_denref(q));
    if (mpz_cmp_ui(mpq_denref(q), 1) > 0 && mpz_cmp_ui(r->work, 1) == 0)
        return;
    mpq_set_ui(q, 0, 1);
    refuse(r, "a fraction is not in lowest terms");
}

/* The double nearest to q, ties to even: GMP truncates, the next one away from
   zero may be nearer. */
double nearest(mpq_srcptr q)
{
    double low = mpq_get_d(q), high, x = low;
    high = nextafter(low, mpq_sgn(q) < 0 ? -HUGE_VAL : HUGE_VAL);
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    if (isfinite(high)) {
        mpq_set_d(a, low);
        mpq_set_d(b, high);
        mpq_add(b, b, a);
        mpq_div_2exp(b, b, 1); /* the middle */
        int beyond = mpq_cmp(q, b) * (mpq_sgn(q) < 0 ? -1 : 1), e;
        int64_t last = (int64_t)ldexp(fabs(frexp(low, &e)), 53);
        if (beyond > 0 || (beyond == 0 && last % 2 != 0))
            x = high;
    }
    mpq_clears(a, b, NULL);
    return x;
}

double read_nearest(reader *r)
{
    read_ratio(r, r->ratio);
    return nearest(r->ratio);
}
