#include "perp_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

void sum(mpz_ptr to, int sign, ...)
{
    va_list list;
    mpz_t part, total;
    mpz_inits(part, total, NULL);
    va_start(list, sign);
    for (; sign != 0; sign = va_arg(list, int)) {
        mpz_set_si(part, sign);
        for (mpz_srcptr f; (f = va_arg(list, mpz_srcptr)) != NULL;)
            mpz_mul(part, part, f);
        mpz_add(total, total, part);
    }
    va_end(list);
    mpz_swap(to, total);
    mpz_clears(part, total, NULL);
}

double above(mpz_srcptr x, mpz_srcptr unit)
{
    long a, b;
    if (mpz_sgn(x) <= 0)
        return 0;
    double top = nextafter(mpz_get_d_2exp(&a, x), 2);
    double low = mpz_get_d_2exp(&b, unit);
    a = a - b > 3000 ? 3000 : a - b < -3000 ? -3000 : a - b;
    return nextafter(ldexp(nextafter(top / low, 4), (int)a), HUGE_VAL);
}

void array_room(reader *r, array *a, long n)
{
    size_t x = (size_t)a->room, at = (size_t)a->room;
    if (a->room > n)
        return;
    if (a->room == 0)
        mpz_init_set_ui(a->den, 1);
    a->x = more(r, a->x, (size_t)n + 1, &x, sizeof *a->x);
    a->at = more(r, a->at, (size_t)n + 1, &at, sizeof *a->at);
    for (; a->room < (long)at; a->room++)
        mpz_init(a->x[a->room]);
}

void array_spread(const array *from, array *to, long n)
{
    for (long i = 0; i < n; i++)
        mpz_set_ui(to->x[i], 0);
    for (long k = 0; k < from->n; k++)
        mpz_set(to->x[from->at[k]], from->x[k]);
    mpz_set(to->den, from->den);
}

void array_free(array *a)
{
    for (long i = 0; i < a->room; i++)
        mpz_clear(a->x[i]);
    if (a->room > 0)
        mpz_clear(a->den);
    free(a->x);
    free(a->at);
}
