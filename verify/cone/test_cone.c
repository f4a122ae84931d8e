/**
# The data of a cone
*/
#include "cones.h"

#include <math.h>

/* A square that is squeezed by the two roots, and doubles beside them. */
static void roots(void)
{
    check_random r = {check_seed(61)};
    mpq_t q, up, down, square, width;
    mpq_inits(q, up, down, square, width, NULL);
    for (int trial = 0; trial < 2000; trial++) {
        mpq_set_d(q, check_uniform(&r, 0.5, 1));
        int shift = check_integer(&r, -900, 900);
        if (shift >= 0)
            mpq_mul_2exp(q, q, (mp_bitcnt_t)shift);
        else
            mpq_div_2exp(q, q, (mp_bitcnt_t)-shift);
        mpq_set_si(width, 1, (unsigned)check_integer(&r, 1, 1000));
        mpq_mul(q, q, width);
        cone_root_up(q, up);
        cone_root_down(q, down);
        mpq_mul(square, up, up);
        CHECK(mpq_cmp(square, q) > 0, "above, trial %d", trial);
        mpq_mul(square, down, down);
        CHECK(mpq_cmp(square, q) <= 0, "below, trial %d", trial);
        mpq_sub(width, up, down);
        mpq_mul_2exp(width, width, 60);
        CHECK(mpq_cmp(width, down) <= 0, "close, trial %d", trial);
        mpq_set_d(square, cone_above(up));
        CHECK(shift > 890 || mpq_cmp(square, up) >= 0, "double above");
        mpq_set_d(square, cone_below(down));
        CHECK(mpq_cmp(square, down) <= 0, "double below");
    }
    mpq_set_ui(q, 0, 1);
    cone_root_up(q, up);
    CHECK(mpq_sgn(up) == 0, "the root of zero is zero");
    mpq_set_ui(q, 1, 1);
    mpq_mul_2exp(q, q, 5000);
    CHECK(isinf(cone_above(q)) && isfinite(cone_below(q)), "overflow");
    mpq_clears(q, up, down, square, width, NULL);
}

/* The sum of an impulse is what doubles say; joints alone are in the cone when
   no contact is active (erratum 0-10), and each contact's cone is (2.3).

   Verifies GAP08 (2.3), (2.4), (2.5), (2.6). */
static void sums(void)
{
    check_random r = {check_seed(62)};
    for (int trial = 0; trial < 200; trial++) {
        cones_kind k = {
            .nv = 5, .m = 2, .p = check_integer(&r, 0, 3), .slips = 2};
        arena a = {0};
        cones x = cones_random(&r, &k);
        cone c = cones_exact(&a, &x);
        cone_impulse w;
        double y[CONES_M], cn[CONES_P], f[CONES_R], z[CONES_NV];
        mpq_t *sum = rational_array(&a, 5);
        member m;
        CHECK(cone_impulse_new(&a, &c, &w).code == PERP_OK, "room");
        cones_impulse(&r, &x, 1, y, cn, f);
        for (int i = 0; i < x.r; i++) /* inside, in spite of rounding */
            f[i] = nearbyint(f[i] * 0.99 * 64) / 64;
        for (int j = 0; j < x.p; j++)
            cn[j] = ceil(cn[j] * 64) / 64 + (x.mu[j] > 0 ? 0.125 / x.mu[j] : 0);
        for (int i = 0; i < x.m; i++)
            y[i] = nearbyint(y[i] * 64) / 64;
        for (int j = 0; j < x.p; j++)
            if (x.mu[j] == 0)
                f[2 * j] = f[2 * j + 1] = 0;
        rational_of_doubles(2, y, w.y);
        rational_of_doubles((size_t)x.p, cn, w.cn);
        rational_of_doubles((size_t)x.r, f, w.f);
        for (int i = 0; i < 5; i++)
            mpq_set_ui(sum[i], 7, 1); /* is overwritten */
        cone_sum(&c, &w, sum);
        cones_sum(&x, y, cn, f, z);
        for (int i = 0; i < 5; i++)
            CHECK(fabs(mpq_get_d(sum[i]) - z[i]) < 1e-12, "coordinate %d", i);
        CHECK(witness_round_impulse(&c, &w).code == PERP_OK, "in the cone");
        perp_status s =
            full_member(&a, &c, &full_defaults, (const mpq_t *)sum, &m);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(m.answer != CONE_NO, "trial %d: z was made in the cone", trial);
        CHECK(x.p > 0 || m.answer == CONE_YES, "range(nu), no contact");
        member_clear(&m);
        rational_clear(sum, 5);
        cone_impulse_clear(&w);
        cone_clear(&c);
        arena_free(&a);
    }
    VERIFIES("GAP08 (2.3), (2.4), (2.5), (2.6)");
}

static void refused(void)
{
    cones x = {.nv = 1, .p = 1, .n = {1}, .mu = {0.5}};
    cone_data data = cones_data(&x);
    arena a = {0};
    cone c;
    x.n[0] = NAN;
    CHECK(cone_of_data(&a, &data, &c).code == PERP_INPUT, "NaN");
    x.n[0] = INFINITY;
    CHECK(cone_of_data(&a, &data, &c).code == PERP_INPUT, "infinity");
    x.n[0] = 1;
    x.mu[0] = -0.5;
    CHECK(cone_of_data(&a, &data, &c).code == PERP_INPUT, "mu < 0");
    arena_free(&a);
}

int main(void)
{
    RUN(roots);
    RUN(sums);
    RUN(refused);
    DONE;
}
