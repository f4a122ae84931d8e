/**
# What D of (53) is made of

Free motion and impacts, corner by corner, with velocities at random.
*/
#include "hp23/inclusion/motion.h"
#include "wobble_block.h"

/* 1: M a = k0 + F v, in all three rows. */
static int moves_freely(const step_exact *d, mpq_t *v, mpq_t *a)
{
    mpq_t sum, x;
    int all = 1;
    mpq_inits(sum, x, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_set(sum, d->k0[i]);
        for (int j = 0; j < 3; j++) {
            mpq_mul(x, d->F[3 * i + j], v[j]);
            mpq_add(sum, sum, x);
            mpq_mul(x, d->M[3 * i + j], a[j]);
            mpq_sub(sum, sum, x);
        }
        all &= mpq_sgn(sum) == 0;
    }
    mpq_clears(sum, x, NULL);
    return all;
}

/** Free motion with a Coriolis matrix: M times the acceleration is k + F v, in
fractions; and over s all rates are those over t times tdot, 1/(1 + what presses).
Verifies HP23 (47), (51)-(52c). */
static void free_with_coriolis(void)
{
    static const wobble_shape shape = {4, 8, 1, 4, 8};
    check_random r = {check_seed(47)};
    block t;
    block_new(&t, &shape);
    step_exact d = t.m.x;
    mpq_t F[9], far[2], sum, x;
    mpq_inits(far[0], far[1], sum, x, NULL);
    for (int i = 0; i < 9; i++) {
        mpq_init(F[i]);
        mpq_set_si(F[i], check_integer(&r, -9, 9), 4);
        mpq_canonicalize(F[i]);
    }
    d.F = F;
    rates k;
    motion m;
    CHECK(rates_new(&t.m.a, &d, &k).code == PERP_OK, "rates");
    CHECK(motion_new(&t.m.a, &k, 3, &m).code == PERP_OK, "motion");
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < 3; i++)
            mpq_set_si(t.v[i], check_integer(&r, -20, 20), 1);
        CHECK(motion_at(&t.m.a, &m, (const mpq_t *)far, (const mpq_t *)t.v,
                        t.tolerance)
                      .code == PERP_OK,
              "motion");
        CHECK(m.mode == MOTION_IMPACT || moves_freely(&d, t.v, m.corner + 3),
              "round %d", round);
        mpq_t *rate = t.rate, *acceleration = t.n;
        for (int i = 0; i < 3; i++)
            mpq_set_si(acceleration[i], check_integer(&r, -20, 20), 1);
        mpq_set_si(x, check_integer(&r, 0, 9), 1); /* the normal forces */
        motion_over_s(&m, (const mpq_t *)t.v, (const mpq_t *)acceleration, x,
                      rate);
        mpq_set_si(sum, 1, 1);
        mpq_add(x, x, sum);
        for (int i = 0; i < 7; i++) {
            mpq_mul(rate[i], rate[i], x);
            CHECK(mpq_equal(rate[i], i < 3   ? t.v[i]
                                     : i < 6 ? acceleration[i - 3]
                                             : sum),
                  "rate %d", i);
        }
    }
    motion_clear(&m);
    rates_clear(&k);
    for (int i = 0; i < 9; i++)
        mpq_clear(F[i]);
    mpq_clears(far[0], far[1], sum, x, NULL);
    block_clear(&t);
    VERIFIES("HP23 (47), (51)-(52c)");
}

/* Is M x the force n_j - mu d_j or n_j + mu d_j of a contact? */
static int of_one_contact(const step_exact *d, const mpq_t *x)
{
    mpq_t have, want, mu;
    int found = 0;
    mpq_inits(have, want, mu, NULL);
    for (int c = 0; c < 2 * d->p; c++) {
        const int j = c / 2;
        int all = 1;
        mpq_set(mu, d->mu[j]);
        if (c % 2 == 0)
            mpq_neg(mu, mu);
        for (int i = 0; i < d->nv; i++) {
            impact_dot(d->nv, (const mpq_t *)d->M + i * d->nv, x, have);
            mpq_mul(want, mu, d->d[j * d->nv + i]);
            mpq_add(want, want, d->n[j * d->nv + i]);
            all &= mpq_equal(have, want);
        }
        found |= all;
    }
    mpq_clears(have, want, mu, NULL);
    return found;
}

/** The corners of an impact: q and t stand still, and v goes as one contact presses
with 1 and rubs with mu. At the gap 0 free motion comes before them; where a contact
that collides penetrates they are alone, in the place where free motion was.

Verifies HP23 (48)-(50), (53). */
static void impacts_stop_time(void)
{
    static const wobble_shape shape = {4, 8, 1, 4, 8};
    check_random r = {check_seed(49)};
    int alone = 0, both = 0;
    block t;
    block_new(&t, &shape);
    mpq_t gap[2];
    rates k;
    motion m;
    mpq_inits(gap[0], gap[1], NULL);
    CHECK(rates_new(&t.m.a, &t.m.x, &k).code == PERP_OK, "rates");
    CHECK(motion_new(&t.m.a, &k, 3, &m).code == PERP_OK, "motion");
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 3; i++)
            mpq_set_si(t.v[i], check_integer(&r, -20, 20), 1);
        for (int j = 0; j < 2; j++)
            mpq_set_si(gap[j], -(round % 2), 8);
        CHECK(motion_at(&t.m.a, &m, (const mpq_t *)gap, (const mpq_t *)t.v,
                        t.tolerance)
                      .code == PERP_OK,
              "motion");
        for (int c = m.mode != MOTION_IMPACT; c < m.count; c++) {
            const mpq_t *x = (const mpq_t *)m.corner + 7 * c;
            CHECK(mpq_sgn(x[0]) == 0 && mpq_sgn(x[1]) == 0 &&
                      mpq_sgn(x[2]) == 0 && mpq_sgn(x[6]) == 0,
                  "round %d, corner %d: something moves", round, c);
            CHECK(of_one_contact(&t.m.x, x + 3), "round %d, corner %d", round,
                  c);
        }
        alone += m.mode == MOTION_IMPACT && m.count > 0;
        both += m.mode == MOTION_BOTH && m.count > 1;
    }
    CHECK(alone > 5 && both > 5, "%d impacts, %d with free motion", alone,
          both);
    motion_clear(&m);
    rates_clear(&k);
    mpq_clears(gap[0], gap[1], NULL);
    block_clear(&t);
    VERIFIES("HP23 (48)-(50), (53)");
}

int main(void)
{
    RUN(free_with_coriolis);
    RUN(impacts_stop_time);
    mpfr_free_cache();
    DONE;
}
