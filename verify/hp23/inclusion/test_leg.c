/**
# One leg: who presses, what friction answers
*/
#include "hp23.h"
#include "hp23/inclusion/solution.h"

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

typedef void see_leg(const mpq_t *v, mpq_srcptr ds, void *context);

/* The first legs of so many solutions; *endless: how many have none. */
static void first_legs(hp23 *m, uint64_t count, see_leg *see, void *context,
                       int *endless)
{
    solution_options o = {.seed = 5};
    rates r;
    ways all;
    mpq_t ds, to[2];
    mpq_inits(ds, to[0], to[1], NULL);
    CHECK(rates_new(&m->a, &m->x, &r).code == PERP_OK, "rates");
    ways_new(&r, &all);
    for (uint64_t i = 0; i < count; i++) {
        arena a = {0};
        walk w;
        CHECK(walk_new(&a, &all, &o, i, &w).code == PERP_OK, "walk");
        CHECK(walk_collides(&w, (const mpq_t *)m->x.v), "collides");
        perp_status s = walk_leg(&w, ds, to);
        CHECK(s.code == PERP_OK || strstr(s.message, "does not end") != NULL,
              "leg %d: %s", (int)i, s.message);
        *endless += s.code != PERP_OK;
        if (s.code == PERP_OK)
            see((const mpq_t *)to, ds, context);
        walk_clear(&w);
        arena_free(&a);
    }
    mpq_clears(ds, to[0], to[1], NULL);
    ways_clear(&all);
    rates_clear(&r);
}

/* Legs with one wall pressing: which, and the quarters of the way. */
static void tally_leg(const mpq_t *v, mpq_srcptr ds, void *context)
{
    int(*tally)[5] = context;
    mpq_t part;
    mpq_init(part);
    for (int wall = 0; wall < 2; wall++)
        for (int k = 1; k <= 4 && mpq_cmp_si(v[1 - wall], -1, 1) == 0; k++) {
            put(part, k, 4);
            tally[wall][k] += mpq_equal(ds, part) != 0;
        }
    mpq_clear(part);
}

/** A point falls on two walls at right angles with the speed 1 each, M = I. It has
the vertices (1, 0) and (0, 1) for its rate, and three quarters of the legs take one of
them alone: half of them by intent, a quarter twice the same. Then the event is at s =
1, and an eighth of these legs goes a quarter of the way, an eighth a half, an eighth
three quarters, on either wall: as many as that, within five times the square root. */
static void quarters_of_the_way(void)
{
    enum { LEGS = 40000 };
    hp23 m;
    int tally[2][5] = {{0}}, endless = 0;
    hp23_new(&m, 2, 2);
    m.d.M[0] = m.d.M[3] = m.d.n[0] = m.d.n[3] = 1;
    m.d.v[0] = m.d.v[1] = -1;
    m.d.slip_at[1] = m.d.slip_at[2] = m.d.r = 0;
    hp23_exact(&m);
    first_legs(&m, LEGS, tally_leg, tally, &endless);
    CHECK(endless == 0, "%d legs without an end", endless);
    for (int wall = 0; wall < 2; wall++)
        for (int k = 1; k <= 4; k++) {
            double want = LEGS * 0.375 * (k < 4 ? 0.125 : 0.625);
            double off = tally[wall][k] - want;
            CHECK(off * off < 25 * want, "wall %d, %d/4: %d, not %g", wall, k,
                  tally[wall][k], want);
        }
    hp23_clear(&m);
}

/* Every leg that there is presses on the floor. */
static void floor_leg(const mpq_t *v, mpq_srcptr ds, void *context)
{
    (void)context;
    CHECK(mpq_sgn(ds) > 0 && mpq_cmp_si(v[1], -1, 1) > 0, "ds = %g",
          mpq_get_d(ds));
}

/** Between two walls without friction that face each other, down on a floor: the
walls may press each other and nothing moves, then the leg has no end, and it is said. */
static void no_end(void)
{
    hp23 m;
    int endless = 0;
    hp23_new(&m, 2, 3);
    m.d.M[0] = m.d.M[3] = m.d.n[0] = m.d.n[5] = 1;
    m.d.n[2] = m.d.v[1] = -1;
    m.d.slip_at[1] = m.d.slip_at[2] = m.d.slip_at[3] = m.d.r = 0;
    hp23_exact(&m);
    first_legs(&m, 100, floor_leg, NULL, &endless);
    CHECK(endless > 5 && endless < 95, "%d of 100 without an end", endless);
    hp23_clear(&m);
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
    RUN(quarters_of_the_way);
    RUN(no_end);
    RUN(holding);
    RUN(refused);
    DONE;
}
