/**
# All outcomes against all bases
*/
#include "hp23.h"
#include "hp23/impact/outcomes.h"
#include "slow_lcp.h"

/* Is the velocity in the list? */
static int listed(const outcomes *o, mpq_t *v)
{
    for (const outcome *k = o->first; k != NULL; k = k->next) {
        int same = 1;
        for (int i = 0; i < o->nv; i++)
            same &= mpq_equal(k->v[i], v[i]) != 0;
        if (same)
            return 1;
    }
    return 0;
}

/* The velocities of all regular bases that give a solution of the mixed
   problem; z has free + n numbers. */
static void by_bases(arena *a, const lcp_exact_problem *p, outcomes *out)
{
    int all = p->free + p->n, pick[40];
    mpq_t *z = rational_array(a, (size_t)all);
    for (unsigned s = 0; s < 1u << p->n; s++) {
        int m = 0;
        for (int i = 0; i < all; i++) {
            mpq_set_ui(z[i], 0, 1);
            if (i < p->free || s >> (i - p->free) & 1)
                pick[m++] = i;
        }
        if (slow_gauss(p, m, pick, z) && slow_solves(p, z))
            outcomes_add(a, out, (const mpq_t *)z, 0);
    }
    rational_clear(z, (size_t)all);
}

typedef struct {
    int several, spread, none;
} tally;

static void compare(hp23 *m, const lcp_exact_problem *p, outcomes *found,
                    int round, tally *t)
{
    outcomes slow = {.nv = m->d.nv};
    by_bases(&m->a, p, &slow);
    for (outcome *k = slow.first; k != NULL; k = k->next)
        CHECK(found->spread || listed(found, k->v),
              "round %d: a basis has a v+ that is not listed", round);
    for (outcome *k = found->first; k != NULL; k = k->next)
        CHECK(listed(&slow, k->v), "round %d: no basis has this v+", round);
    t->several += found->count > 1;
    t->spread += found->spread;
    t->none += found->count == 0;
    outcomes_clear(&slow);
}

/** Verifies HP23 (6)-(8), (31a)-(31d), (32)-(33), (Prop2). */
static void law_against_bases(void)
{
    check_random r = {check_seed(2301)};
    tally t = {0};
    for (int round = 0; round < 60; round++) {
        hp23 m;
        lcp_exact_problem p;
        outcomes_search s = {0};
        hp23_random(&r, 2 + round % 3, 1 + round % 2, &m);
        outcomes found = {.nv = m.d.nv};
        perp_status st = outcomes_of_law(&m.a, &m.x, 1, &s, &found);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(impact_pose(&m.a, &m.x, &p).code == PERP_OK, "pose");
        compare(&m, &p, &found, round, &t);
        lcp_exact_problem_clear(&p);
        outcomes_clear(&found);
        hp23_clear(&m);
    }
    printf("%d with several outcomes, %d with a continuum\n", t.several,
           t.spread);
    CHECK(t.none == 0, "law (31) has a solution, always");
    CHECK(t.several > 0, "all of them unique: too tame");
    VERIFIES("HP23 (6)-(8), (31a)-(31d), (32)-(33), (Prop2)");
}

/* The only outcome of both laws, with room for a large impulse, is v, by the
   impulses 1 and, along the last slip, -1/2. */
static void only(hp23 *m, mpq_t *v)
{
    for (int law = 0; law < 2; law++) {
        outcomes_search s = {0};
        outcomes found = {.nv = m->d.nv, .impulses = 1 + m->d.r};
        mpq_t most;
        mpq_init(most);
        mpq_set_ui(most, 9, 1);
        perp_status st =
            law ? outcomes_of_law(&m->a, &m->x, 1, &s, &found)
                : outcomes_of_step(&m->a, &m->x, (const mpq_t *)&most, &s,
                                   &found);
        CHECK(st.code == PERP_OK, "law %d: %s", law, st.message);
        CHECK(found.count == 1 && listed(&found, v) && !found.spread,
              "law %d: %d outcomes", law, found.count);
        for (int k = 0; k <= m->d.r && found.count > 0; k++) {
            double want = k == 0 ? 1 : k == m->d.r ? -0.5 : 0;
            CHECK(mpq_get_d(found.first->L[k]) == want, "law %d: L%d = %g", law,
                  k, mpq_get_d(found.first->L[k]));
        }
        outcomes_clear(&found);
        mpq_clear(most);
    }
}

/** A ball that comes down at 1 and slides at (2, 3) with mu = 1/2 keeps (2, 5/2) in
space, where all friction goes where it brakes most, along the second slip; with the
first alone it keeps (3/2, 3), and without friction (2, 3).

Verifies HP23 (6)-(8), (31a)-(31d), (75a), (75c). */
static void in_space_and_without_slips(void)
{
    for (int slips = 0; slips <= 2; slips++) {
        hp23 m;
        mpq_t v[3];
        hp23_new(&m, 3, 2);
        m.d.p = 1;
        m.d.r = m.d.slip_at[1] = slips;
        m.d.M[0] = m.d.M[4] = m.d.M[8] = 1;
        m.d.n[2] = m.d.d[0] = m.d.d[4] = 1;
        m.d.mu[0] = 0.5;
        m.d.v[0] = 2;
        m.d.v[1] = 3;
        m.d.v[2] = -1;
        hp23_exact(&m);
        for (int i = 0; i < 3; i++)
            mpq_init(v[i]);
        mpq_set_d(v[0], slips == 1 ? 1.5 : 2);
        mpq_set_d(v[1], slips == 2 ? 2.5 : 3);
        only(&m, v);
        for (int i = 0; i < 3; i++)
            mpq_clear(v[i]);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (6)-(8), (31a)-(31d), (75a), (75c)");
}

/** The modes of a step against the bases of (75): for one contact in full, for
two a few.

Verifies HP23 (73)-(74), (75a)-(75c), (Thm6). */
static void step_against_bases(void)
{
    check_random r = {check_seed(2302)};
    tally t = {0};
    for (int round = 0; round < check_times(44); round++) {
        hp23 m;
        mpq_t most[2];
        lcp_exact_problem p;
        outcomes_search s = {0};
        int contacts = round % 11 == 10 ? 2 : 1;
        hp23_random(&r, 3, contacts, &m);
        for (int j = 0; j < 2; j++) {
            mpq_init(most[j]);
            mpq_set_si(most[j], check_integer(&r, 0, 6), 4);
            mpq_canonicalize(most[j]);
        }
        outcomes found = {.nv = 3};
        perp_status st =
            outcomes_of_step(&m.a, &m.x, (const mpq_t *)most, &s, &found);
        CHECK(st.code == PERP_OK, "%s", st.message);
        /* by modes: three for each half, and the root */
        CHECK(s.nodes <= (contacts == 1 ? 1 + 3 + 9 : 1 + 3 + 9 + 27 + 81),
              "round %d: %ld nodes", round, s.nodes);
        CHECK(impact_pose_step(&m.a, &m.x, (const mpq_t *)most, &p).code ==
                  PERP_OK,
              "pose");
        compare(&m, &p, &found, round, &t);
        lcp_exact_problem_clear(&p);
        outcomes_clear(&found);
        mpq_clears(most[0], most[1], NULL);
        hp23_clear(&m);
    }
    printf("%d with several outcomes, %d with a continuum\n", t.several,
           t.spread);
    CHECK(t.none == 0, "a step without a solution");
    VERIFIES("HP23 (73)-(74), (75a)-(75c), (Thm6)");
}

/* Of outcomes beside each other by less than 1e-12 of the largest velocity, 8
   m/s, the first stays, the others are gone, also at the end of the list; those
   further away stay. */
static void merged(void)
{
    static const double y[] = {0, 7e-12, 9e-12, 1, 1 - 7e-12, 2e-12, 1 + 1e-11};
    static const double stay[] = {0, 9e-12, 1, 1 + 1e-11};
    hp23 m;
    outcomes all = {.nv = 2};
    mpq_t v[2];
    hp23_new(&m, 2, 1);
    m.d.M[0] = m.d.M[3] = m.d.n[1] = m.d.d[0] = m.d.mu[0] = 1;
    hp23_exact(&m);
    mpq_set_si(m.x.v[0], 3, 1);
    mpq_set_si(m.x.v[1], -8, 1);
    mpq_inits(v[0], v[1], NULL);
    for (int i = 0; i < 7; i++) {
        mpq_set_d(v[1], y[i]);
        CHECK(outcomes_add(&m.a, &all, (const mpq_t *)v, 1).code == PERP_OK,
              "room");
    }
    outcomes_merge(&m.x, &all);
    int n = 0;
    for (const outcome *k = all.first; k != NULL; k = k->next, n++) {
        CHECK(n < 4 && mpq_get_d(k->v[1]) == stay[n], "%d: %g", n,
              mpq_get_d(k->v[1]));
        CHECK((k->next == NULL) == (k == all.last), "the last one");
    }
    CHECK(n == 4 && all.count == 4, "%d of %d", n, all.count);
    outcomes_clear(&all);
    mpq_clears(v[0], v[1], NULL);
    hp23_clear(&m);
}

int main(void)
{
    RUN(merged);
    RUN(law_against_bases);
    RUN(in_space_and_without_slips);
    RUN(step_against_bases);
    DONE;
}
