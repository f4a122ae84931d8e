/**
# Sustained contact over s
*/
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/motion.h"
#include "wobble.h"

static mpq_t zero;

/** **Sustained contact**: random forces of a contact at rest, in time, are in the
hull of (50) as (52) has them over s, exactly, with the weight dt/ds of free
motion; pulled a little they are not.

Verifies HP23 (50)-(52c), (63). */
static void sustained(void)
{
    check_random c = {check_seed(3941)};
    for (int round = 0; round < 60; round++) {
        hp23 m;
        rates r;
        motion x;
        mpq_t gap[2], a[3], g[3], normal, f, rate[7], distance, weight[6];
        hp23_random(&c, 3, 2, &m);
        m.x.k0 = rational_array(&m.a, 3);
        for (int i = 0; i < 7; i++)
            mpq_init(rate[i]);
        for (int i = 0; i < 6; i++)
            mpq_init(weight[i]);
        for (int i = 0; i < 3; i++) {
            mpq_inits(a[i], g[i], NULL);
            mpq_set_si(m.x.v[i], 0, 1);
            wobble_ratio(m.x.k0[i], check_integer(&c, -9, 9), 1);
            mpq_set(g[i], m.x.k0[i]);
        }
        mpq_inits(gap[0], gap[1], normal, f, distance, NULL);
        for (int j = 0; j < 2; j++) {
            long ln = check_integer(&c, 1, 6), lt = check_integer(&c, -2, 2);
            mpq_set_si(f, ln, 1);
            mpq_add(normal, normal, f);
            for (int i = 0; i < 3; i++) {
                mpq_set_si(f, ln, 1);
                mpq_mul(f, f, m.x.n[3 * j + i]);
                mpq_add(g[i], g[i], f);
                wobble_ratio(f, lt * ln, 2); /* lt/2 of mu ln */
                mpq_mul(f, f, m.x.mu[j]);
                mpq_mul(f, f, m.x.d[3 * j + i]);
                mpq_add(g[i], g[i], f);
            }
        }
        CHECK(impact_response(&m.a, &m.x, (const mpq_t *)g, a).code == PERP_OK,
              "response");
        CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
        CHECK(motion_new(&m.a, &r, 3, &x).code == PERP_OK, "motion");
        CHECK(
            motion_at(&m.a, &x, (const mpq_t *)gap, (const mpq_t *)m.x.v, zero)
                    .code == PERP_OK,
            "motion");
        motion_over_s(&x, (const mpq_t *)m.x.v, (const mpq_t *)a, normal, rate);
        hull_exact h = {7, x.count, (const mpq_t *)x.corner,
                        (const mpq_t *)rate};
        CHECK(hull_distance(&m.a, &h, distance, weight).code == PERP_OK &&
                  mpq_sgn(distance) == 0,
              "round %d: %g from the hull", round, mpq_get_d(distance));
        CHECK(mpq_equal(weight[0], rate[6]), "the weight of free motion");
        mpq_neg(normal, normal);
        motion_over_s(&x, (const mpq_t *)m.x.v, (const mpq_t *)a, normal, rate);
        CHECK(hull_distance(&m.a, &h, distance, weight).code == PERP_OK &&
                  mpq_sgn(distance) > 0,
              "round %d: pulled", round);
        motion_clear(&x);
        rates_clear(&r);
        for (int i = 0; i < 7; i++)
            mpq_clear(rate[i]);
        for (int i = 0; i < 6; i++)
            mpq_clear(weight[i]);
        for (int i = 0; i < 3; i++)
            mpq_clears(a[i], g[i], NULL);
        mpq_clears(gap[0], gap[1], normal, f, distance, NULL);
        rational_clear(m.x.k0, 3);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (50)-(52c), (63)");
}

int main(void)
{
    mpq_init(zero);
    RUN(sustained);
    mpq_clear(zero);
    DONE;
}
