#include "claims.h"
#include "lcp/claim/backward.h"

#include <math.h>

/* (1 - e)^2 s >= (1 + e) t, s, t > 0: e is too little for a z + b = 0 with
   |a z| = s, |b| = t, opposite signs, s > t. */
static int too_little(mpq_srcptr e, mpq_srcptr s, mpq_srcptr t)
{
    mpq_t one, less, more;
    mpq_inits(one, less, more, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_sub(less, one, e);
    mpq_mul(less, less, less);
    mpq_mul(less, less, s);
    mpq_add(more, one, e);
    mpq_mul(more, more, t);
    int little = mpq_cmp(less, more) >= 0;
    mpq_clears(one, less, more, NULL);
    return little;
}

/** One row a z + b = 0, z > 0, with a z too large: of a and b alone the change is
(s - t) / (s + t); with z, the root of (1 - e)^2 s = (1 + e) t lies in the bracket,
which is no wider than 1e-9 of it. */
static void one_row(void)
{
    check_random r = {check_seed(47)};
    char problem[128], z[64];
    for (int round = 0; round < 300; round++) {
        double a = check_uniform(&r, 1, 2), x = check_uniform(&r, 1, 2);
        double b =
            -a * x *
            (1 - ldexp(check_uniform(&r, 0.1, 0.9), -check_integer(&r, 0, 45)));
        snprintf(problem, sizeof problem, "1 %a %a", a, b);
        snprintf(z, sizeof z, "%a", x);
        small_claim c = claim_of(problem, z);
        backward_error e;
        mpq_t zero, s, t, want;
        mpq_inits(zero, s, t, want, NULL);
        CHECK(
            backward_error_find(&c.a, &c.p.exact, (const mpq_t *)c.z, zero, &e)
                    .code == PERP_OK,
            "refused");
        mpq_mul(s, c.p.exact.A[0], c.z[0]);
        mpq_neg(t, c.p.exact.b[0]);
        mpq_sub(want, s, t);
        mpq_add(zero, s, t);
        mpq_div(want, want, zero);
        CHECK(mpq_equal(want, e.data) && e.row == 0, "A and b alone");
        CHECK(too_little(e.low, s, t) && !too_little(e.high, s, t),
              "%s at %s: outside", problem, z);
        double low = mpq_get_d(e.low), high = mpq_get_d(e.high);
        CHECK(high - low <= 1e-9 * high, "%s at %s: %g to %g", problem, z, low,
              high);
        mpq_clears(zero, s, t, want, NULL);
        backward_error_clear(&e);
        claim_end(&c);
    }
}

/** A change that no double can hold, 2^-1201: the third of 2^-1200, to first
order, lies in a bracket as narrow as any. */
static void tiny(void)
{
    char z[400] = "0x1.";
    memset(z + 4, '0', 299);
    strcpy(z + 303, "1"); /* 1 + 2^-1200 */
    small_claim c = claim_of("1  1 -1", z);
    backward_error e;
    mpq_t width, third;
    mpq_inits(width, third, NULL);
    CHECK(backward_error_find(&c.a, &c.p.exact, (const mpq_t *)c.z, width, &e)
                  .code == PERP_OK,
          "refused");
    mpq_sub(width, e.high, e.low);
    mpq_mul_2exp(width, width, 30);
    CHECK(mpq_cmp(width, e.high) < 0, "the bracket is wide");
    mpq_set_ui(third, 1, 3);
    mpq_div_2exp(third, third, 1200);
    mpq_sub(width, third, e.high);
    mpq_abs(width, width);
    mpq_mul_2exp(width, width, 30);
    CHECK(mpq_cmp(width, third) < 0, "it is another number");
    mpq_clears(width, third, NULL);
    backward_error_clear(&e);
    claim_end(&c);
}

static void expect(const char *problem, const char *z, const char *tolerance,
                   const char *data)
{
    small_claim c = claim_of(problem, z);
    backward_error e;
    mpq_t t;
    mpq_init(t);
    literal_ratio(tolerance, strlen(tolerance), t);
    backward_error_find(&c.a, &c.p.exact, (const mpq_t *)c.z, t, &e);
    CHECK(is_number(e.data, data), "%s at %s: not %s", problem, z, data);
    CHECK(mpq_cmp(e.low, e.high) <= 0 && mpq_cmp(e.high, e.data) <= 0,
          "%s at %s: no bracket", problem, z);
    CHECK((mpq_sgn(e.data) == 0) == (mpq_sgn(e.high) == 0), "zero");
    backward_error_clear(&e);
    mpq_clear(t);
    claim_end(&c);
}

/** What counts as zero: negative entries, and those of the tolerance; their rows
need only be nonnegative. Free unknowns are never zero for that. Nothing needs
more than 1. */
static void zeros(void)
{
    expect("1  1 1", "-7", "0", "0");
    expect("1  1 1", "1/8", "0", "1"); /* 1/8 + 1: both vanish */
    expect("1  1 1", "1/8", "1/8", "0");
    expect("1  1 -1", "-7", "0", "1");
    expect("1  1 -1", "3", "0", "1/2");
    expect("1  0 0", "3", "0", "0");
    expect("2  1 0  1 1  -1 -1", "1 -3", "0", "0");
    expect("2  1 0  1 1  -1 -2", "1 -3", "0", "1/3");
    expect("free 1 1  1 1  1 0  1 1", "-2 0", "0", "1/3");
}

int main(void)
{
    RUN(one_row);
    RUN(tiny);
    RUN(zeros);
    DONE;
}
