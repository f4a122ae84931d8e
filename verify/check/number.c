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
    long e;
    mpz_t t;
    mpz_init(t);
    mpz_abs(t, x);
    mpz_mul_2exp(t, t, 1100);
    mpz_cdiv_q(t, t, unit);
    const double m = mpz_get_d_2exp(&e, t);
    mpz_clear(t);
    return m <= 0 ? 0
                  : nextafter(ldexp(nextafter(m, 2), (int)e - 1100), HUGE_VAL);
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

mpz_t *array_spread(reader *r, const array *from, array *to, long n)
{
    array_room(r, to, n);
    for (to->n = 0; to->n < n; to->n++)
        mpz_set_ui(to->x[to->n], 0);
    for (long k = 0; from != NULL && k < from->n; k++)
        mpz_set(to->x[from->at[k]], from->x[k]);
    mpz_set(to->den, from != NULL ? from->den : r->one);
    return to->x;
}

void array_unify(array *const *all, int n)
{
    mpz_t over, by;
    mpz_init_set(over, all[0]->den);
    mpz_init(by);
    for (int k = 1; k < n; k++)
        mpz_lcm(over, over, all[k]->den);
    for (int k = 0; k < n; k++) {
        mpz_divexact(by, over, all[k]->den);
        for (long i = 0; i < all[k]->n && mpz_cmp_ui(by, 1) != 0; i++)
            mpz_mul(all[k]->x[i], all[k]->x[i], by);
        mpz_set(all[k]->den, over);
    }
    mpz_clears(over, by, NULL);
}

void array_free(array *a)
{
    for (long i = 0; i < a->room; i++)
        mpz_clear(a->x[i]);
    if (a->room > 0)
        mpz_clear(a->den);
    given_back(a->x);
    given_back(a->at);
}
