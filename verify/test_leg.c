/**
# One leg: who presses, what friction answers
*/
#include "hp23.h"
#include "inclusion/solution.h"

static void put(mpq_t x, long p, unsigned long q)
{
    mpq_set_si(x, p, q);
    mpq_canonicalize(x);
}

/* A point with the slip x and the height y, M = I. */
static void point(hp23 *m, long vx, long vy, long mu, unsigned long of)
{
    hp23_new(m, 2, 1);
    m->d.M[0] = m->d.M[3] = m->d.d[0] = m->d.n[1] = 1;
    hp23_exact(m);
    put(m->x.mu[0], mu, of);
    put(m->x.v[0], vx, 16);
    put(m->x.v[1], vy, 16);
}

/** The example (3) in one dimension: with M = I and mu = 1 the slip of a point that
falls on the floor follows v' in -Unit(v) while the floor brakes the fall, and is
max(|v0| - s, 0) v0/|v0| exactly, at every s.

Verifies HP23 (3)-(5). */
static void unit_direction(void)
{
    check_random c = {check_seed(3931)};
    for (int round = 0; round < 40; round++) {
        hp23 m;
        rates r;
        ways all;
        solution x;
        solution_options o = {.seed = (uint64_t)round};
        long v0 = check_integer(&c, -40, 40), fall = check_integer(&c, 1, 60);
        mpq_t s, v[2], want;
        int inside;
        point(&m, v0, -fall, 1, 1);
        mpq_inits(s, v[0], v[1], want, NULL);
        CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
        ways_new(&r, &all);
        CHECK(solution_find(&m.a, &all, &o, 3, &x).code == PERP_OK, "solution");
        CHECK(x.ended, "ended");
        for (long k = 0; k <= 16; k++) {
            long left = labs(v0) * 16 - k * fall;
            put(s, k * fall, 16 * 16);
            put(want, left <= 0 ? 0 : v0 < 0 ? -left : left, 16 * 16);
            solution_at(&x, s, v, &inside);
            CHECK(inside && mpq_equal(v[0], want), "round %d, s = %g: %g",
                  round, mpq_get_d(s), mpq_get_d(v[0]));
        }
        mpq_clears(s, v[0], v[1], want, NULL);
        solution_clear(&x);
        ways_clear(&all);
        rates_clear(&r);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (3)-(5)");
}

/** A contact that holds neither parts nor is pushed in; with it the block's two
corners end together now and then, and else one after the other. Contact by contact
the far corner is lifted by 21 hundredths of the fall. */
static void holding(void)
{
    hp23 m;
    rates r;
    ways all;
    int flat = 0, lifted = 0;
    mpq_t u, want;
    mpq_inits(u, want, NULL);
    hp23_load(&m, "rocking_block");
    for (int i = 0; i < 9; i++)
        put(m.x.M[i], i == 8 ? 5 : i == 4 || i == 0, i == 8 ? 12 : 1);
    put(m.x.v[1], -1, 1);
    put(want, 21, 100);
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    ways_new(&r, &all);
    for (uint64_t i = 0; i < 60; i++) {
        solution x;
        solution_options o = {.seed = 2, .ordered = i < 20};
        CHECK(solution_find(&m.a, &all, &o, i, &x).code == PERP_OK, "solution");
        int most = 0, none = 1;
        for (int j = 0; j < 2; j++) {
            impact_normal(&m.x, j, (const mpq_t *)x.v + 3 * (x.knots - 1), u);
            CHECK(mpq_sgn(u) >= 0 && mpq_cmp(u, want) <= 0, "solution %d: %g",
                  (int)i, mpq_get_d(u));
            most += mpq_equal(u, want) != 0;
            none &= mpq_sgn(u) == 0;
        }
        CHECK(!o.ordered || most == 1, "one after the other: %d", (int)i);
        lifted += !o.ordered && !none;
        flat += !o.ordered && none;
        solution_clear(&x);
    }
    CHECK(lifted > 5 && flat > 0, "%d lifted, %d flat", lifted, flat);
    mpq_clears(u, want, NULL);
    ways_clear(&all);
    rates_clear(&r);
    hp23_clear(&m);
}

/** A contact with two slips is refused: its path is curved. */
static void refused(void)
{
    hp23 m;
    rates r;
    ways all;
    solution x;
    solution_options o = {.seed = 1};
    hp23_new(&m, 2, 2);
    m.d.M[0] = m.d.M[3] = m.d.n[1] = m.d.d[0] = m.d.d[2] = 1;
    hp23_exact(&m);
    m.x.slip_at[1] = m.x.slip_at[2] = 2;
    m.x.p = 1;
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    ways_new(&r, &all);
    perp_status s = solution_find(&m.a, &all, &o, 0, &x);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "plane") != NULL, "%s",
          s.message);
    solution_clear(&x);
    m.x.p = 2; /* the second has none: two slips for two contacts */
    s = solution_find(&m.a, &all, &o, 0, &x);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "plane") != NULL, "%s",
          s.message);
    solution_clear(&x);
    ways_clear(&all);
    rates_clear(&r);
    hp23_clear(&m);
}

int main(void)
{
    RUN(unit_direction);
    RUN(holding);
    RUN(refused);
    DONE;
}
