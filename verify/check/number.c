/**
# Numbers: sums of products, and one denominator for many

The checks are identities and signs of rational expressions. Every expression is
brought to one denominator by hand; this file has what that takes.

**Which number stands over which denominator** is written beside every formula
in the other files, as "over $D$": the expression's value times $D$ is the
whole number that the code computes. As all denominators are positive, signs
and zeros are those of the whole number, and a check never divides. Example:
with $\mu = \frac12$, $c_n = \frac{10}2$, $f = \frac{-5}2$ the condition
$\zeta = \mu c_n - |f| \ge 0$ is $1 \cdot 10 - 2 \cdot 5 \ge 0$, over
$2 \cdot 2$.

**sum** computes $\pm a b c \pm d e \dots$ with any number of factors. Its
arguments are written as on paper: a factor $i$ (a small whole number with its
sign), the numbers of the product, NULL, the next product, and 0 at the end.
The result may be one of the operands, for it is formed beside them. A list
that is not ended would be a fault of this program, not of an input; the
compiler cannot see it, the sanitizers can.

**above** is the only way from exact numbers to a double, and it errs to one
side: what it gives is not less than $|x|/u$. First
$t = \lceil |x| 2^{1100} / u \rceil$, whole. GMP gives its first 53 bits, cut
off; one unit more makes them an upper bound; the scale $2^{-1100}$ is exact
unless the result is subnormal, and for that case a last step goes up once
more. Example: $\frac13$ is 0x1.5555555555555...p-2, and becomes
0x1.5555555555557p-2. Residuals and energies that are printed pass through
here, so a printed "at most" is one.
*/
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

/* Entry n can be written afterwards, and all before it. What was there
   stays. */
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

/* From sparse to dense; from and to are two arrays. Indices of `from` are
   below n, because they were read with that limit (read.c) or written by this
   program. */
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

/* n numbers may get that much longer: what is in the file does not ask for much
   more memory than the file has bytes. */
static void room_check(reader *r, mpz_srcptr by, long n)
{
    if ((r->over = (double)n * (double)mpz_sizeinbase(by, 16) > MOST_ROOM))
        refuse(r, "numbers of more than %d digits over one denominator",
               MOST_ROOM);
}

/* The least common multiple D of the denominators; each numerator is
   multiplied by D over its old denominator. So 1/2, 1/3 and 0 become 3, 2 and
   0 over 6, and a formula that adds them needs no cross products. Values do
   not change. */
void array_unify(reader *r, array *const *all, int n)
{
    mpz_ptr over = r->common, by = r->work;
    mpz_set(over, all[0]->den);
    for (int k = 1; k < n; k++)
        if (mpz_cmp_ui(all[k]->den, 1) != 0 && mpz_cmp(all[k]->den, over) != 0)
            mpz_lcm(over, over, all[k]->den);
    for (int k = 0; k < n; k++) {
        if (mpz_cmp(all[k]->den, over) == 0)
            continue;
        mpz_divexact(by, over, all[k]->den);
        room_check(r, by, all[k]->n);
        for (long i = 0; i < all[k]->n; i++)
            mpz_mul(all[k]->x[i], all[k]->x[i], by);
        mpz_set(all[k]->den, over);
    }
}

/* Numerators that were read with a denominator each. The least common multiple
   first, and then one product each: the lists of a statement are read in a time
   that grows with the product of its length and its common denominator's. */
void array_join(reader *r, array *to, const array *part)
{
    mpz_set_ui(to->den, 1);
    for (long k = 0; k < to->n; k++) {
        mpz_lcm(to->den, to->den, part->x[k]);
        if ((r->over = mpz_sizeinbase(to->den, 16) > MOST_DIGITS))
            refuse(r, "a common denominator of more than %d digits",
                   MOST_DIGITS);
    }
    room_check(r, to->den, to->n);
    for (long k = 0; k < to->n; k++) {
        mpz_divexact(r->work, to->den, part->x[k]);
        mpz_mul(to->x[k], to->x[k], r->work);
    }
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
