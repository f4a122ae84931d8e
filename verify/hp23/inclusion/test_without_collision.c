/**
# Painleve's impact without collision
*/
#include "hp23.h"
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/motion.h"
#include "hp23/inclusion/path.h"

static mpq_t zero;

static void ratio(mpq_t x, long p, long q)
{
    mpq_set_si(x, p, (unsigned long)q);
    mpq_canonicalize(x);
}

/* A rod of half length 1 and mass 1 along (c, s)/r, whose lower end slides to
   the left at the speed 1 on the floor, and does not turn. */
static void rod(hp23 *m, const long *pair, long mu, long of)
{
    hp23_new(m, 3, 1);
    m->d.M[0] = m->d.M[4] = m->d.n[1] = m->d.d[0] = 1;
    hp23_exact(m);
    ratio(m->x.M[8], 1, 3);
    ratio(m->x.n[2], -pair[0], pair[2]);
    ratio(m->x.d[2], pair[1], pair[2]);
    ratio(m->x.mu[0], mu, of);
    ratio(m->x.v[0], -1, 1);
    m->x.k0 = rational_array(&m->a, 3);
    ratio(m->x.k0[1], -981, 100);
}

/* The largest n v' over the corners of D. */
static void best_lift(const hp23 *m, const motion *x, mpq_ptr out)
{
    mpq_t u;
    mpq_init(u);
    for (int k = 0; k < x->count; k++) {
        impact_normal(&m->x, 0, (const mpq_t *)x->corner + k * 7 + 3, u);
        if (k == 0 || mpq_cmp(u, out) > 0)
            mpq_set(out, u);
    }
    mpq_clear(u);
}

/* v[0] is followed by v[1], at the end of the slide, and v[2], at the end of the
   sticking, by the rates of M^-1 n and M^-1 d; s at each. */
static void slide_and_stick(const rates *r, mpq_t *v, mpq_t *s)
{
    mpq_t nn, nt, tt, f, u, slip, ds, t, rate[3];
    mpq_inits(nn, nt, tt, f, u, slip, ds, t, rate[0], rate[1], rate[2], NULL);
    impact_normal(r->d, 0, (const mpq_t *)r->wn, nn);
    impact_normal(r->d, 0, (const mpq_t *)r->wd, nt);
    impact_slip(r->d, 0, (const mpq_t *)r->wd, tt);
    for (int leg = 0; leg < 2; leg++) {
        if (leg == 0) {
            mpq_set(f, r->d->mu[0]);
        } else {
            mpq_div(f, nt, tt);
            mpq_neg(f, f);
        }
        for (int i = 0; i < 3; i++) {
            mpq_mul(rate[i], f, r->wd[i]);
            mpq_add(rate[i], rate[i], r->wn[i]);
        }
        const mpq_t *from = (const mpq_t *)v + 3 * leg;
        impact_slip(r->d, 0, from, slip);
        impact_normal(r->d, 0, from, u);
        mpq_srcptr x = leg == 0 ? slip : u;
        mpq_mul(t, f, leg == 0 ? tt : nt); /* the rate of x */
        mpq_add(t, t, leg == 0 ? nt : nn);
        mpq_div(ds, x, t);
        mpq_neg(ds, ds);
        CHECK(mpq_sgn(ds) > 0, "leg %d", leg);
        mpq_add(s[leg + 1], s[leg], ds);
        for (int i = 0; i < 3; i++) {
            mpq_mul(t, rate[i], ds);
            mpq_add(v[3 * leg + 3 + i], from[i], t);
        }
    }
    mpq_clears(nn, nt, tt, f, u, slip, ds, t, rate[0], rate[1], rate[2], NULL);
}

/* The way out: the path solves (39), begins and ends with the normal speed zero,
   collides in between and loses energy; so (0, v', 0) is in D of (53). */
static void impact_resolves(hp23 *m, rates *r, motion *x, const char *label)
{
    mpq_t v[9], s[3], gain, u, at[3], rate[7], weight[4];
    path_verdict verdict;
    for (int i = 0; i < 9; i++)
        mpq_init(v[i]);
    for (int i = 0; i < 7; i++)
        mpq_init(rate[i]);
    for (int i = 0; i < 4; i++)
        mpq_init(weight[i]);
    mpq_inits(s[0], s[1], s[2], gain, u, at[0], at[1], at[2], NULL);
    for (int i = 0; i < 3; i++)
        mpq_set(v[i], m->x.v[i]);
    slide_and_stick(r, v, s);
    velocity_path p = {3, (const mpq_t *)s, (const mpq_t *)v};
    CHECK(path_check(&m->a, r, &p, &verdict).code == PERP_OK &&
              mpq_sgn(verdict.worst) == 0,
          "%s: no solution of (39)", label);
    path_verdict_clear(&verdict);
    for (int k = 0; k < 3; k++) {
        impact_normal(&m->x, 0, (const mpq_t *)v + 3 * k, u);
        CHECK(mpq_sgn(u) == (k == 1 ? -1 : 0), "%s: normal speed %g", label,
              mpq_get_d(u));
        if (k == 0)
            continue;
        impact_gain(&m->x, (const mpq_t *)v + 3 * k - 3,
                    (const mpq_t *)v + 3 * k, gain);
        CHECK(mpq_sgn(gain) < 0, "%s: leg %d gains", label, k);
        mpq_sub(u, s[k], s[k - 1]);
        for (int i = 0; i < 3; i++) {
            mpq_add(at[i], v[3 * k + i], v[3 * k - 3 + i]);
            mpq_div_2exp(at[i], at[i], 1);
            mpq_sub(rate[3 + i], v[3 * k + i], v[3 * k - 3 + i]);
            mpq_div(rate[3 + i], rate[3 + i], u);
        }
        CHECK(motion_at(&m->a, x, (const mpq_t *)&zero, (const mpq_t *)at, zero)
                      .code == PERP_OK,
              "motion");
        hull_exact h = {7, x->count, (const mpq_t *)x->corner,
                        (const mpq_t *)rate};
        CHECK(hull_distance(&m->a, &h, gain, weight).code == PERP_OK &&
                  mpq_sgn(gain) == 0,
              "%s: leg %d is not in D", label, k);
    }
    printf("%s: ends at s = %g with v = (%g, %g, %g)\n", label, mpq_get_d(s[2]),
           mpq_get_d(v[6]), mpq_get_d(v[7]), mpq_get_d(v[8]));
    for (int i = 0; i < 9; i++)
        mpq_clear(v[i]);
    for (int i = 0; i < 7; i++)
        mpq_clear(rate[i]);
    for (int i = 0; i < 4; i++)
        mpq_clear(weight[i]);
    mpq_clears(s[0], s[1], s[2], gain, u, at[0], at[1], at[2], NULL);
}

/** The rod slides, its end at rest normally. With friction above the critical one
every rate in D pushes it into the floor: free motion falls, and a normal force only
turns it further in. So no sustained contact goes on, and since it collides at
once, time stands still (Lemma 5) and what follows is an impact, though nothing
collided: the slip is brought to zero while the end presses on, then it sticks, and the
normal speed comes back to zero. Below the critical friction contact can be
sustained. All in fractions, for three rods.

Verifies HP23 (39), (50), (53). */
static void without_collision(void)
{
    static const long pair[3][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}};
    for (int k = 0; k < 3; k++)
        for (int above = 0; above < 2; above++) {
            long c = pair[k][0], s = pair[k][1], r2 = pair[k][2] * pair[k][2];
            long p = r2 + 3 * c * c, q = 3 * c * s; /* the critical mu, p/q */
            hp23 m;
            rates r;
            motion x;
            mpq_t lift;
            rod(&m, pair[k], above ? 11 * p : 9 * p, 10 * q);
            mpq_init(lift);
            CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
            CHECK(motion_new(&m.a, &r, 3, &x).code == PERP_OK, "motion");
            CHECK(motion_at(&m.a, &x, (const mpq_t *)&zero,
                            (const mpq_t *)m.x.v, zero)
                              .code == PERP_OK &&
                      x.mode == MOTION_BOTH && x.count == 2,
                  "both");
            best_lift(&m, &x, lift);
            CHECK(mpq_sgn(lift) == (above ? -1 : 1), "rod %d: lift %g", k,
                  mpq_get_d(lift));
            if (above)
                impact_resolves(&m, &r, &x, "rod");
            motion_clear(&x);
            rates_clear(&r);
            mpq_clear(lift);
            rational_clear(m.x.k0, 3);
            hp23_clear(&m);
        }
    VERIFIES("HP23 (39), (50), (53)");
}

/** The three kinds of states, with a gap of -1, 0 and 1 of a contact that collides,
rests and parts: forces alone where it parts or is not active, the impact alone where
it collides inside, both elsewhere. Free motion is (v, M^-1 F, 1), the impact stands
still in q and t.

Verifies HP23 (47)-(49), (53). */
static void which_motion(void)
{
    static const motion_mode want[2][3] = {
        {MOTION_IMPACT, MOTION_BOTH, MOTION_FREE}, /* penetrating */
        {MOTION_BOTH, MOTION_BOTH, MOTION_FREE}};  /* touching */
    static const long pair[3] = {3, 4, 5};
    hp23 m;
    rates r;
    motion x;
    mpq_t gap;
    rod(&m, pair, 1, 2);
    mpq_init(gap);
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    CHECK(motion_new(&m.a, &r, 3, &x).code == PERP_OK, "motion");
    for (int touching = 0; touching < 2; touching++)
        for (int u = -1; u <= 1; u++) {
            int free_first = want[touching][u + 1] != MOTION_IMPACT;
            mpq_set_si(gap, touching - 1, 1);
            mpq_set_si(m.x.v[1], u, 1);
            CHECK(motion_at(&m.a, &x, (const mpq_t *)&gap, (const mpq_t *)m.x.v,
                            zero)
                              .code == PERP_OK &&
                      x.mode == want[touching][u + 1],
                  "gap %d, speed %d: mode %d", touching - 1, u, (int)x.mode);
            CHECK(x.count == 1 + (x.mode == MOTION_BOTH), "%d corners",
                  x.count);
            if (free_first)
                CHECK(mpq_cmp_si(x.corner[0], -1, 1) == 0 &&
                          mpq_cmp_si(x.corner[4], -981, 100) == 0 &&
                          mpq_cmp_si(x.corner[6], 1, 1) == 0,
                      "free motion");
            for (int k = free_first; k < x.count; k++)
                CHECK(mpq_sgn(x.corner[7 * k]) == 0 &&
                          mpq_sgn(x.corner[7 * k + 1]) == 0 &&
                          mpq_sgn(x.corner[7 * k + 6]) == 0 &&
                          mpq_equal(x.corner[7 * k + 4], r.corner[1]),
                      "the impact");
        }
    m.x.p = m.x.r = 0; /* not active */
    CHECK(motion_at(&m.a, &x, NULL, (const mpq_t *)m.x.v, zero).code ==
                  PERP_OK &&
              x.mode == MOTION_FREE,
          "nothing is active");
    motion_clear(&x);
    rates_clear(&r);
    mpq_clear(gap);
    rational_clear(m.x.k0, 3);
    hp23_clear(&m);
    VERIFIES("HP23 (47)-(49), (53)");
}

int main(void)
{
    mpq_init(zero);
    RUN(without_collision);
    RUN(which_motion);
    mpq_clear(zero);
    DONE;
}
