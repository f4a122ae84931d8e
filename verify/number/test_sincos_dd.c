/**
# The bound, the table and the double-doubles

What the proofs beside the code promise is measured with MPFR at 400 bits.
*/
#include "check.h"
#include "number/sincos_dd.h"
#include "number/sincos_table.h"

#include <math.h>
#include <mpfr.h>

static mpfr_t x, y, z;

/* x minus a double-double, as a double. */
static double distance(mpfr_srcptr from, double_double a)
{
    mpfr_sub_d(z, from, a.hi, MPFR_RNDN);
    mpfr_sub_d(z, z, a.lo, MPFR_RNDN);
    return mpfr_get_d(z, MPFR_RNDN);
}

/* A double-double of size near 1 with a full low part. */
static double_double random_pair(check_random *r)
{
    double hi = ldexp(check_uniform(r, 1, 2), check_integer(r, -40, 40));
    double lo = hi * check_uniform(r, -0x1p-53, 0x1p-53) * 0.5;
    return check_integer(r, 0, 1) ? (double_double){hi, lo}
                                  : (double_double){-hi, -lo};
}

static void set(mpfr_ptr out, double_double a)
{
    mpfr_set_d(out, a.hi, MPFR_RNDN);
    mpfr_add_d(out, out, a.lo, MPFR_RNDN);
}

/* The sums and products that are called exact are exact. */
static void exact_operations(void)
{
    check_random r = {check_seed(40)};
    for (int i = 0; i < 100000; i++) {
        double a = random_pair(&r).hi, b = random_pair(&r).hi;
        mpfr_set_d(x, a, MPFR_RNDN);
        mpfr_add_d(y, x, b, MPFR_RNDN);
        CHECK(distance(y, dd_sum(a, b)) == 0, "%a + %a", a, b);
        CHECK(fabs(a) < fabs(b) || distance(y, dd_sum_ordered(a, b)) == 0,
              "%a + %a ordered", a, b);
        mpfr_mul_d(y, x, b, MPFR_RNDN);
        CHECK(distance(y, dd_product(a, b)) == 0, "%a * %a", a, b);
        double_double h = dd_split(a);
        CHECK(h.hi + h.lo == a && h.hi * 0x1p27 + h.lo - h.lo == h.hi * 0x1p27,
              "%a", a);
    }
}

/* The errors stay below the bounds that the proof uses. */
static void rounded_operations(void)
{
    check_random r = {check_seed(41)};
    double worst[3] = {0};
    for (int i = 0; i < 200000; i++) {
        double_double a = random_pair(&r), b = random_pair(&r);
        set(x, a);
        set(y, b);
        mpfr_mul(y, x, y, MPFR_RNDN);
        double product = fabs(a.hi * b.hi) * 0x1p-106;
        double error = fabs(distance(y, dd_mul(a, b))) / product;
        worst[0] = fmax(worst[0], error);
        set(y, b);
        mpfr_add(y, x, y, MPFR_RNDN);
        double sum = (fabs(a.hi) + fabs(b.hi)) * 0x1p-106;
        double_double s = dd_add(a, b);
        if (fabs(s.hi) > 0x1p-49 * fabs(a.hi))
            worst[1] = fmax(worst[1], fabs(distance(y, s)) / sum);
        double small = a.hi * check_uniform(&r, -0.5, 0.5);
        mpfr_add_d(y, x, small, MPFR_RNDN);
        sum = (fabs(a.hi) + fabs(small)) * 0x1p-106;
        error = fabs(distance(y, dd_add_small(a, small))) / sum;
        worst[2] = fmax(worst[2], error);
    }
    printf("in units of u^2: product %.2f of 8.01, sum %.2f of 3.01, small sum "
           "%.2f of 2.01\n",
           worst[0], worst[1], worst[2]);
    CHECK(worst[0] < 8.01 && worst[1] < 3.01 && worst[2] < 2.01, "too large");
}

/* a is the nearest double to v, and its low part nearest to the rest. */
static void check_entry(mpfr_srcptr v, double_double a, const char *what, int k)
{
    double hi = mpfr_get_d(v, MPFR_RNDN);
    double lo = distance(v, (double_double){hi, 0});
    CHECK(a.hi == hi && a.lo == lo, "%s[%d]: %a %a, not %a %a", what, k, a.hi,
          a.lo, hi, lo);
}

/* sin(k pi/128) is recomputed from cos(pi/128) alone, by addition theorems. */
static void table(void)
{
    mpfr_t c, before;
    mpfr_init2(c, 400);
    mpfr_init2(before, 400);
    mpfr_sqrt_ui(c, 2, MPFR_RNDN); /* 2 cos(pi/4) */
    for (int i = 0; i < 5; i++) {
        mpfr_add_ui(c, c, 2, MPFR_RNDN);
        mpfr_sqrt(c, c, MPFR_RNDN); /* 2 cos(a/2) */
    }
    mpfr_sqr(x, c, MPFR_RNDN);
    mpfr_ui_sub(x, 4, x, MPFR_RNDN);
    mpfr_sqrt(x, x, MPFR_RNDN);
    mpfr_div_2ui(x, x, 1, MPFR_RNDN); /* sin(pi/128) */
    mpfr_set_ui(before, 0, MPFR_RNDN);
    check_entry(before, sincos_table[0], "sine", 0);
    for (int k = 1; k < 64; k++) {
        check_entry(x, sincos_table[k], "sine", k);
        mpfr_mul(y, c, x, MPFR_RNDN);
        mpfr_sub(y, y, before, MPFR_RNDN); /* 2 cos a sin ka - sin (k-1)a */
        mpfr_swap(before, x);
        mpfr_swap(x, y);
    }
    CHECK(sincos_table[64].hi == 1 && sincos_table[64].lo == 0, "sine[64]");
    mpfr_clear(c);
    mpfr_clear(before);
}

/* The parts of pi/128 have the bits that the exact products need. */
static void constants(void)
{
    double largest[] = {0x1p-5, 0x1p-32, 0x1p-58, 0x1p-84, 0x1p-110};
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_div_ui(x, x, 128, MPFR_RNDN);
    mpfr_ui_div(y, 1, x, MPFR_RNDN);
    CHECK(sincos_steps_per_unit == mpfr_get_d(y, MPFR_RNDN), "128/pi");
    for (int i = 0; i < 5; i++) {
        double part = sincos_step[i], units = ldexp(part, 31 + 26 * i);
        CHECK(i == 4 || units == floor(units), "P%d = %a", i + 1, part);
        CHECK(fabs(part) <= largest[i], "P%d = %a", i + 1, part);
        mpfr_sub_d(x, x, part, MPFR_RNDN);
    }
    CHECK(fabs(mpfr_get_d(x, MPFR_RNDN)) <= 0x1p-163, "rest %g",
          mpfr_get_d(x, MPFR_RNDN));
    long inverse[] = {-6, 24, 120};
    double_double c[] = {sincos_c3, sincos_c4, sincos_c5};
    for (int i = 0; i < 3; i++) {
        mpfr_set_si(y, inverse[i], MPFR_RNDN);
        mpfr_si_div(y, 1, y, MPFR_RNDN);
        check_entry(y, c[i], "coefficient", i);
    }
}

static double worst_sine, worst_cosine, least;

/* Notes the errors, without the slack, in units of the result. */
static void measure(double a)
{
    sincos_pair p;
    if (sincos_dd(a, &p) != 0)
        return;
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_sin_cos(x, y, x, MPFR_RNDN);
    double s = fabs(distance(x, p.sin)), c = fabs(distance(y, p.cos));
    worst_sine = fmax(worst_sine, (s - p.slack) / fabs(p.sin.hi));
    worst_cosine = fmax(worst_cosine, (c - p.slack) / fabs(p.cos.hi));
    least = fmin(least, fmin(fabs(p.sin.hi), fabs(p.cos.hi)));
    CHECK(fabs(p.sin.lo) <= 0x1p-53 * fabs(p.sin.hi), "sin %a", a);
    CHECK(fabs(p.cos.lo) <= 0x1p-53 * fabs(p.cos.hi), "cos %a", a);
}

/* Random arguments of all orders; those where the reduced argument is largest,
   and those where everything cancels. 2^-96.7 is what the proof yields. */
static void bound(void)
{
    check_random r = {check_seed(42)};
    least = 1;
    for (int i = 0; i < check_times(60000); i++) {
        measure(ldexp(check_uniform(&r, 1, 2), check_integer(&r, -27, 20)));
        double half = 3.141592653589793 / 256;
        measure(check_integer(&r, 1, 2000) * half *
                check_uniform(&r, 1 - 1e-6, 1 + 1e-6));
        measure(check_integer(&r, -170000000, 170000000) * half);
    }
    for (int k = 1; k < 1300000; k += k < 5000 ? 1 : check_times(4) == 4 ? 97 : 389)
        measure(k * (3.141592653589793 / 2));
    printf("error at most 2^%.2f (sine), 2^%.2f (cosine); least result %.2g\n",
           log2(worst_sine), log2(worst_cosine), least);
    CHECK(worst_sine < 0x1p-96 * 0.62 && worst_cosine < 0x1p-96 * 0.62,
          "more than 2^-96.7");
    CHECK(worst_sine <= SINCOS_BOUND && worst_cosine <= SINCOS_BOUND,
          "more than promised");
}

static void out_of_range(void)
{
    double no[] = {0,        0x1.fffffffffffffp-28,
                   -0x1p-28, 0x1.0000000000001p21,
                   -0x1p22,  0x1p1000,
                   NAN,      INFINITY};
    sincos_pair p;
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        CHECK(sincos_dd(no[i], &p) == -1, "%a", no[i]);
    CHECK(sincos_dd(0x1p21, &p) == 0 && sincos_dd(-0x1p-27, &p) == 0, "ends");
}

int main(void)
{
    mpfr_inits2(400, x, y, z, (mpfr_ptr)0);
    RUN(exact_operations);
    RUN(rounded_operations);
    RUN(table);
    RUN(constants);
    RUN(bound);
    RUN(out_of_range);
    mpfr_clears(x, y, z, (mpfr_ptr)0);
    mpfr_free_cache();
    DONE;
}
