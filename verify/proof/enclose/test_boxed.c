/**
# Boxes of linear systems against their members, in fractions
*/
#include "proof/enclose/boxed.h"
#include "planted_data.h"
#include "slow_lcp.h"

#include <math.h>

static int within(mpq_srcptr x, double z, double y)
{
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    mpq_set_d(a, z);
    mpq_sub(a, a, x);
    mpq_abs(a, a);
    mpq_set_d(b, y);
    const int fine = mpq_cmp(a, b) <= 0;
    mpq_clears(a, b, NULL);
    return fine;
}

/* Solutions of members, corners among them, are within y of z, and some come as
   near as half of it: the bound is no matter of luck and not far off. */
static void members(void)
{
    check_random r = {check_seed(2320)};
    int decided, regular = 0, tight = 0;
    mpq_t e;
    mpq_init(e);
    for (int round = 0; round < 120; round++) {
        arena a = {0};
        boxed s;
        const int n = 1 + round % 4, all[4] = {0, 1, 2, 3};
        double z[4], y[4];
        CHECK(boxed_new(&a, n, &s).code == PERP_OK, "new");
        mpq_set_ui(e, 1, 1u << (4 + round % 20));
        for (int k = 0; k < n * n + n; k++) {
            mpq_ptr x = k < n * n ? s.B[k] : s.b[k - n * n];
            mpq_set_si(x, check_integer(&r, -9, 9), 3);
            mpq_canonicalize(x);
            boxed_radius(e, x, k < n * n ? s.E[k] : s.g[k - n * n]);
        }
        CHECK(boxed_solve(&a, &s, z, y, &decided).code == PERP_OK, "solve");
        mpq_t *A = rational_array(&a, (size_t)(n * n + 2 * n));
        mpq_t *b = A + n * n, *x = b + n;
        for (int k = 0; k < 12 && decided; k++) {
            for (int i = 0; i < n * n + n; i++)
                planted_near(&r, e, i < n * n ? s.B[i] : s.b[i - n * n], A[i]);
            for (int i = 0; i < n; i++)
                mpq_neg(b[i], b[i]);
            lcp_exact_problem p = {n, 0, (const mpq_t *)A, (const mpq_t *)b};
            CHECK(slow_gauss(&p, n, all, x), "round %d: regular", round);
            for (int i = 0; i < n; i++) {
                CHECK(within(x[i], z[i], y[i]), "round %d: outside", round);
                tight += !within(x[i], z[i], y[i] / 4);
            }
        }
        regular += decided;
        rational_clear(A, (size_t)(n * n + 2 * n));
        boxed_clear(&s);
        arena_free(&a);
    }
    printf("%d regular, %d numbers beyond a quarter\n", regular, tight);
    CHECK(regular > 60 && tight > 20, "too tame");
    mpq_clear(e);
}

/* 1 +- 1 holds 0, and so does the determinant of [[1, 1], [1, 1 +- 2^-30]]. */
static void singular(void)
{
    for (int n = 1; n <= 2; n++) {
        arena a = {0};
        boxed s;
        double z[2], y[2];
        int decided;
        CHECK(boxed_new(&a, n, &s).code == PERP_OK, "new");
        for (int k = 0; k < n * n; k++)
            mpq_set_ui(s.B[k], 1, 1);
        mpq_set_ui(s.E[n * n - 1], 1, n == 1 ? 1 : 1u << 30);
        mpq_set_ui(s.b[0], 1, 1);
        CHECK(boxed_solve(&a, &s, z, y, &decided).code == PERP_OK && !decided,
              "%d: a singular member", n);
        boxed_clear(&s);
        arena_free(&a);
    }
}

/* A short interval holds the long one, and is hardly wider. */
static void shortened(void)
{
    check_random r = {check_seed(2321)};
    mpq_t mid, rad, low, high, t, u;
    mpq_inits(mid, rad, low, high, t, u, NULL);
    for (int round = 0; round < 500; round++) {
        mpq_set_si(mid, check_integer(&r, -99999, 99999),
                   (unsigned long)check_integer(&r, 1, 9999));
        mpq_set_si(rad, check_integer(&r, 1, 9999),
                   (unsigned long)check_integer(&r, 1, 9999));
        mpq_canonicalize(mid);
        mpq_canonicalize(rad);
        mpq_div_2exp(rad, rad, (mp_bitcnt_t)(round % 50));
        mpq_sub(low, mid, rad);
        mpq_add(high, mid, rad);
        mpq_set_ui(u, 51, 50);
        mpq_mul(u, u, rad);
        boxed_shorten(mid, rad);
        mpq_sub(t, mid, rad);
        CHECK(mpq_cmp(t, low) <= 0, "round %d: its lower end", round);
        mpq_add(t, mid, rad);
        CHECK(mpq_cmp(t, high) >= 0, "round %d: its upper end", round);
        CHECK(mpq_cmp(rad, u) <= 0, "round %d: wide", round);
        CHECK(mpz_sizeinbase(mpq_numref(rad), 2) <= 10, "round %d: long",
              round);
    }
    mpq_clears(mid, rad, low, high, t, u, NULL);
}

static void rounded_outward(void)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, 1, 3);
    const double third = 1.0 / 3; /* below */
    CHECK(boxed_outward(q, 0) == third, "down");
    CHECK(boxed_outward(q, 1) == nextafter(third, 1), "up");
    mpq_neg(q, q);
    CHECK(boxed_outward(q, 1) == -third, "up");
    CHECK(boxed_outward(q, 0) == nextafter(-third, -1), "down");
    mpq_set_si(q, 3, 8);
    CHECK(boxed_outward(q, 0) == 0.375 && boxed_outward(q, 1) == 0.375,
          "as is");
    mpq_clear(q);
}

int main(void)
{
    RUN(members);
    RUN(singular);
    RUN(shortened);
    RUN(rounded_outward);
    DONE;
}
