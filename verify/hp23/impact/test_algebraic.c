/**
# Algebraic laws: outcomes counted, sequences in fractions
*/
#include "hp23.h"
#include "hp23/impact/algebraic.h"

static mpq_srcptr zero(void)
{
    static mpq_t z;
    static int made;
    if (!made++)
        mpq_init(z);
    return z;
}

static outcomes all_of(hp23 *m, outcomes_search *s)
{
    outcomes out = {.nv = m->d.nv};
    perp_status st = algebraic_simultaneous(&m->a, &m->x, zero(), s, &out);
    CHECK(st.code == PERP_OK, "%s", st.message);
    return out;
}

/* Are all speeds below 1e-17 m/s? The file's discs as coded are rounded such
   that a second outcome exists, of this size. */
static int near_zero(const outcomes *o)
{
    int near = 1;
    for (const outcome *k = o->first; k != NULL; k = k->next)
        for (int i = 0; i < o->nv; i++)
            near &= mpq_get_d(k->v[i]) < 1e-17 && mpq_get_d(k->v[i]) > -1e-17;
    return near;
}

/** One v+ for block, box and discs, three for compass gait and RAMone, and no
other: the tree has proven it.

Verifies HP23 (31a)-(31d). */
static void outcomes_of_the_examples(void)
{
    static const int expected[] = {1, 3, 1, 3, 2, 1};
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        outcomes_search s = {0};
        hp23_load(&m, hp23_models[k]);
        outcomes all = all_of(&m, &s), one = {.nv = m.d.nv};
        CHECK(all.count == expected[k], "%s: %d outcomes", hp23_models[k],
              all.count);
        if (strcmp(hp23_models[k], "disk_stack_code") == 0)
            CHECK(near_zero(&all), "the discs as coded do not rest");
        CHECK(!all.spread, "%s: a continuum", hp23_models[k]);
        for (const outcome *o = all.first; o != NULL; o = o->next)
            CHECK(o->impacts == 1, "%d impacts", o->impacts);
        printf("%s: %d of law (31), %ld nodes\n", hp23_models[k], all.count,
               s.nodes);
        CHECK(algebraic_simultaneous(&m.a, &m.x, zero(), NULL, &one).code ==
                  PERP_OK,
              "one");
        CHECK(one.first->impacts == 1 && one.count == 1, "one impact");
        int before = all.count;
        outcomes_add(&m.a, &all, (const mpq_t *)one.first->v, 1);
        CHECK(all.count == before, "%s: Lemke's is not in the list",
              hp23_models[k]);
        outcomes_clear(&all);
        outcomes_clear(&one);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (31a)-(31d)");
}

/** The block: A then B lifts A at exactly 21 hundredths of the fall, B then A
lifts B. Over the rationals, with M = diag(1, 1, 5/12). */
static void the_block_rocks_at_21_hundredths(void)
{
    static const int orders[2][2] = {{0, 1}, {1, 0}};
    for (int law = 0; law < 2; law++)
        for (int k = 0; k < 2; k++) {
            hp23 m;
            mpq_t speed, wanted;
            hp23_load(&m, "rocking_block");
            mpq_inits(speed, wanted, NULL);
            mpq_set_si(m.x.M[8], 5, 12);
            mpq_mul(wanted, m.x.v[1], m.x.v[1]); /* v0 as a fraction */
            mpq_set_si(wanted, -21, 100);
            mpq_mul(wanted, wanted, m.x.v[1]);
            outcomes out = {.nv = 3};
            sequence q = {.order = orders[k],
                          .orders = 2,
                          .tolerance = zero(),
                          .law = law ? SINGLE_ROUTH : SINGLE_ALGEBRAIC};
            perp_status s = algebraic_sequential(&m.a, &m.x, &q, &out);
            CHECK(s.code == PERP_OK, "%s", s.message);
            CHECK(out.count == 1 && out.first->impacts == 2, "%d outcomes",
                  out.count);
            impact_normal(&m.x, k, (const mpq_t *)out.first->v, speed);
            CHECK(mpq_equal(speed, wanted), "%g", mpq_get_d(speed));
            impact_normal(&m.x, 1 - k, (const mpq_t *)out.first->v, speed);
            CHECK(mpq_sgn(speed) == 0, "the other corner");
            outcomes_clear(&out);
            mpq_clears(speed, wanted, NULL);
            hp23_clear(&m);
        }
}

/* Law (31) for one contact in closed form: u = (vn, vt) < 0, G the inverse mass.
   Sticks when the impulse that stops both is in the cone, else slides. Returns
   how many of the three cases hold; the last one's impulse in L. */
static int single(const mpq_t *G, mpq_srcptr mu, const mpq_t *u, mpq_t *L)
{
    int cases = 0;
    mpq_t det, n, t, x;
    mpq_inits(det, n, t, x, NULL);
    mpq_mul(det, G[0], G[2]);
    mpq_mul(x, G[1], G[1]);
    mpq_sub(det, det, x);
    mpq_mul(n, G[1], u[1]); /* L = -G^-1 u */
    mpq_mul(x, G[2], u[0]);
    mpq_sub(n, n, x);
    mpq_div(n, n, det);
    mpq_mul(t, G[1], u[0]);
    mpq_mul(x, G[0], u[1]);
    mpq_sub(t, t, x);
    mpq_div(t, t, det);
    mpq_mul(x, mu, n);
    mpq_abs(det, t);
    if (mpq_cmp(det, x) <= 0 && mpq_sgn(n) >= 0) {
        mpq_set(L[0], n);
        mpq_set(L[1], t);
        cases++;
    }
    for (int sign = -1; sign <= 1; sign += 2) { /* slides along sign */
        mpq_mul(t, mu, G[1]);
        if (sign > 0)
            mpq_neg(t, t);
        mpq_add(t, t, G[0]); /* vn' = vn + Ln (Gnn - sign mu Gnt) */
        if (mpq_sgn(t) <= 0)
            continue;
        mpq_div(n, u[0], t);
        mpq_neg(n, n);
        mpq_mul(x, mu, n);
        if (sign > 0)
            mpq_neg(x, x);
        mpq_mul(t, G[1], n);
        mpq_mul(det, G[2], x);
        mpq_add(t, t, det);
        mpq_add(t, t, u[1]); /* vt' */
        if (mpq_sgn(t) != sign)
            continue;
        mpq_set(L[0], n);
        mpq_set(L[1], x);
        cases++;
    }
    mpq_clears(det, n, t, x, NULL);
    return cases;
}

/* One turn of the closed form for contact j; 0: ambiguous. */
static int slow_turn(hp23 *m, int j, mpq_t *v)
{
    int nv = m->d.nv, cases;
    mpq_t w[10], G[3], u[2], L[2], t;
    mpq_inits(G[0], G[1], G[2], u[0], u[1], L[0], L[1], t, NULL);
    for (int i = 0; i < 2 * nv; i++)
        mpq_init(w[i]);
    const mpq_t *n = (const mpq_t *)m->x.n + j * nv;
    const mpq_t *d = (const mpq_t *)m->x.d + j * nv;
    impact_response(&m->a, &m->x, n, w);
    impact_response(&m->a, &m->x, d, w + nv);
    impact_dot(nv, n, (const mpq_t *)w, G[0]);
    impact_dot(nv, d, (const mpq_t *)w, G[1]);
    impact_dot(nv, d, (const mpq_t *)w + nv, G[2]);
    impact_dot(nv, n, (const mpq_t *)v, u[0]);
    impact_dot(nv, d, (const mpq_t *)v, u[1]);
    cases = single((const mpq_t *)G, m->x.mu[j], (const mpq_t *)u, L);
    for (int i = 0; i < 2 * nv && cases == 1; i++) {
        mpq_mul(t, w[i], L[i / nv]);
        mpq_add(v[i % nv], v[i % nv], t);
    }
    mpq_clears(G[0], G[1], G[2], u[0], u[1], L[0], L[1], t, NULL);
    for (int i = 0; i < 2 * nv; i++)
        mpq_clear(w[i]);
    return cases == 1;
}

/** Sequences of random impacts against single impacts in closed form, with
three contacts in every order, to the end or to the fourth impact; each impact
takes energy.

Verifies HP23 (19)-(20). */
static void sequences_against_closed_forms(void)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    check_random r = {check_seed(2306)};
    int ended = 0, unfinished = 0;
    for (int round = 0; round < 120; round++) {
        hp23 m;
        mpq_t v[5], speed, gain;
        hp23_random(&r, 5, 3, &m);
        mpq_inits(speed, gain, NULL);
        for (int i = 0; i < 5; i++) {
            mpq_init(v[i]);
            mpq_set(v[i], m.x.v[i]);
        }
        int impacts = 0, quiet = 0, clear = 1;
        for (int turn = 0; quiet < 3 && impacts < 4 && clear; turn++) {
            int j = orders[round % 6][turn % 3];
            impact_normal(&m.x, j, (const mpq_t *)v, speed);
            quiet = mpq_sgn(speed) < 0 ? 0 : quiet + 1;
            if (quiet > 0)
                continue;
            clear = slow_turn(&m, j, v);
            impacts++;
        }
        outcomes out = {.nv = 5};
        sequence q = {.order = orders[round % 6],
                      .orders = 3,
                      .tolerance = zero(),
                      .impacts = 4};
        perp_status s = algebraic_sequential(&m.a, &m.x, &q, &out);
        int over = impact_colliding(&m.x, (const mpq_t *)v, zero()) < 0;
        if (clear && over) {
            CHECK(s.code == PERP_OK, "round %d: %s", round, s.message);
            CHECK(out.first->impacts == impacts, "round %d: %d impacts", round,
                  out.first->impacts);
            for (int i = 0; i < 5; i++)
                CHECK(mpq_equal(out.first->v[i], v[i]), "round %d: v%d", round,
                      i);
            impact_gain(&m.x, (const mpq_t *)m.x.v, (const mpq_t *)v, gain);
            CHECK(impacts == 0 || mpq_sgn(gain) < 0, "energy");
            ended++;
        } else if (clear) {
            CHECK(s.code == PERP_LIMIT, "round %d: it is not over", round);
            unfinished++;
        }
        outcomes_clear(&out);
        for (int i = 0; i < 5; i++)
            mpq_clear(v[i]);
        mpq_clears(speed, gain, NULL);
        hp23_clear(&m);
    }
    printf("%d sequences ended, %d had not after four impacts\n", ended,
           unfinished);
    CHECK(ended > 40 && unfinished > 2, "too much alike");
    VERIFIES("HP23 (19)-(20)");
}

/** A velocity that does not collide stays, whatever the law; an order without a
contact that collides is refused.

Verifies HP23 (71). */
static void no_impact(void)
{
    hp23 m;
    static const int order[1] = {0};
    hp23_load(&m, "compass_gait");
    mpq_set_si(m.x.v[1], 1, 1);
    outcomes_search s = {0};
    outcomes all = all_of(&m, &s), out = {.nv = 4};
    CHECK(all.count == 1 && all.first->impacts == 0 && s.nodes == 0,
          "it parts");
    sequence q = {.order = order, .orders = 1, .tolerance = zero()};
    CHECK(algebraic_sequential(&m.a, &m.x, &q, &out).code == PERP_OK &&
              out.first->impacts == 0,
          "in turn");
    outcomes_clear(&out);
    mpq_set_si(m.x.v[1], -1, 1);
    perp_status st = algebraic_sequential(&m.a, &m.x, &q, &out);
    CHECK(st.code == PERP_INPUT, "B is left out");
    outcomes_clear(&out);
    outcomes_clear(&all);
    hp23_clear(&m);
    VERIFIES("HP23 (71)");
}

int main(void)
{
    RUN(outcomes_of_the_examples);
    RUN(the_block_rocks_at_21_hundredths);
    RUN(sequences_against_closed_forms);
    RUN(no_impact);
    DONE;
}
