/* Numbers with a radius, against fractions. */
#include "check.h"
#include "pks05/cone/qvi_number.h"

#include <gmp.h>

/* A number, and one of those that it may mean. */
typedef struct {
    number x;
    mpq_t is;
} sample;

static void exactly(double_double v, mpq_t to)
{
    mpq_t low;
    mpq_init(low);
    mpq_set_d(to, v.hi);
    mpq_set_d(low, v.lo);
    mpq_add(to, to, low);
    mpq_clear(low);
}

/* Some size, some radius, and for one in three a point at its very end. */
static void draw(check_random *g, sample *s)
{
    double hi = ldexp(check_uniform(g, 0.5, 1), check_integer(g, -40, 40));
    double share = check_integer(g, 0, 2) - 1;
    s->x.v = dd_sum(hi, hi * 0x1p-60 * check_uniform(g, -1, 1));
    s->x.error = check_integer(g, 0, 3) == 0
                     ? 0
                     : hi * ldexp(0.5, -check_integer(g, 0, 100));
    if (check_integer(g, 0, 1))
        share = check_uniform(g, -1, 1);
    mpq_t t;
    mpq_init(t);
    exactly(s->x.v, s->is);
    mpq_set_d(t, s->x.error);
    mpq_t of;
    mpq_init(of);
    mpq_set_d(of, share);
    mpq_mul(t, t, of);
    mpq_add(s->is, s->is, t);
    mpq_clears(t, of, NULL);
}

static bool holds(number x, const mpq_t is)
{
    mpq_t v, e;
    mpq_inits(v, e, NULL);
    exactly(x.v, v);
    mpq_sub(v, v, is);
    mpq_abs(v, v);
    mpq_set_d(e, x.error);
    bool fine = mpq_cmp(v, e) <= 0;
    mpq_clears(v, e, NULL);
    return fine;
}

/* Is x a root of this square? Both ends of x, squared, if they are roots. */
static bool holds_root(number x, const mpq_t square)
{
    mpq_t low, high, e;
    mpq_inits(low, high, e, NULL);
    exactly(x.v, low);
    mpq_set_d(e, x.error);
    mpq_add(high, low, e);
    mpq_sub(low, low, e);
    if (mpq_sgn(low) < 0)
        mpq_set_ui(low, 0, 1);
    mpq_mul(high, high, high);
    mpq_mul(low, low, low);
    bool fine = mpq_cmp(low, square) <= 0 && mpq_cmp(square, high) <= 0;
    mpq_clears(low, high, e, NULL);
    return fine;
}

static void bounds_of(number x, const mpq_t is)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_d(t, number_least(x));
    CHECK(mpq_cmp(t, is) <= 0, "least");
    mpq_set_d(t, number_size(x));
    CHECK(mpq_cmp(is, t) <= 0, "size");
    mpq_clear(t);
}

/** Sum, product, quotient and root of four thousand pairs, one of those that each may mean,
often at the end of its radius: the result may mean theirs. And with no radius the results have 96
bits at least. */
static void arithmetic(void)
{
    check_random g = {check_seed(431)};
    sample a, b;
    mpq_t t;
    mpq_inits(a.is, b.is, t, NULL);
    for (int k = 0; k < 4000; k++) {
        draw(&g, &a);
        draw(&g, &b);
        bounds_of(a.x, a.is);
        mpq_add(t, a.is, b.is);
        CHECK(holds(number_plus(a.x, b.x), t), "%d: sum", k);
        mpq_mul(t, a.is, b.is);
        CHECK(holds(number_times(a.x, b.x), t), "%d: product", k);
        mpq_add(t, a.is, t);
        CHECK(holds(number_add(a.x, a.x, b.x), t), "%d: sum of product", k);
        mpq_set_d(t, b.x.v.hi);
        mpq_div(t, a.is, t);
        CHECK(holds(number_over(a.x, b.x.v.hi), t), "%d: quotient", k);
        if (!(number_least(a.x) > 0))
            continue;
        mpq_inv(t, a.is);
        number inverse = number_inverse(a.x), root = number_root(a.x);
        CHECK(holds(inverse, t), "%d: inverse", k);
        CHECK(holds_root(root, a.is), "%d: root", k);
        CHECK(a.x.error > 0 || (inverse.error <= 0x1p-96 * inverse.v.hi &&
                                root.error <= 0x1p-96 * root.v.hi),
              "%d: wide", k);
    }
    mpq_clears(a.is, b.is, t, NULL);
}

/** A radius that comes up to the number itself, within two hundred units of its last
place: where the number is positive still and its root is not, the root's inverse has no
radius, and never a negative one; where both are, $1/x$ of the number's ends is in the square of
what is said of $1/\sqrt x$. */
static void edge(void)
{
    check_random g = {check_seed(432)};
    int none = 0, some = 0;
    mpq_t low, high, t;
    mpq_inits(low, high, t, NULL);
    for (int k = 0; k < 4000; k++) {
        number x = number_of(check_uniform(&g, 0.25, 4));
        x.error = x.v.hi * (1 - k % 200 * 0x1p-53);
        if (!(number_least(x) > 0))
            continue;
        number root = number_root(x), inverse = number_inverse(root);
        CHECK(!(inverse.error < 0), "%d: a radius of %g", k, inverse.error);
        none += !(number_least(root) > 0);
        if (!(number_least(root) > 0)) {
            CHECK(isinf(inverse.error), "%d: %g", k, inverse.error);
            continue;
        }
        some++;
        mpq_set_d(low, x.v.hi);
        mpq_set_d(t, x.error);
        mpq_add(high, low, t);
        mpq_sub(low, low, t);
        mpq_inv(low, low);
        mpq_inv(high, high);
        CHECK(holds_root(inverse, low) && holds_root(inverse, high),
              "%d: inverse of a root", k);
    }
    printf("roots up to zero: %d with an inverse, %d without\n", some, none);
    CHECK(none > 100 && some > 100, "%d, %d", none, some);
    mpq_clears(low, high, t, NULL);
}

int main(void)
{
    RUN(arithmetic);
    RUN(edge);
    DONE;
}
