/**
# Algebraic laws: outcomes counted, sequences in fractions
*/
#include "hp23.h"
#include "impact/algebraic.h"

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

/** Verifies HP23 (31), (31a)-(31d), (Fig1), (Fig4), (Fig5). */
static void outcomes_of_the_examples(void)
{
    static const int expected[] = {1, 3, 1, 3, 1, 1};
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        outcomes_search s = {0};
        hp23_load(&m, hp23_models[k]);
        outcomes all = all_of(&m, &s), one = {.nv = m.d.nv};
        CHECK(all.count == expected[k], "%s: %d outcomes", hp23_models[k],
              all.count);
        CHECK(!all.spread, "%s: a continuum", hp23_models[k]);
        printf("%s: %d of law (31), %ld nodes\n", hp23_models[k], all.count,
               s.nodes);
        CHECK(algebraic_simultaneous(&m.a, &m.x, zero(), NULL, &one).code ==
                  PERP_OK,
              "one");
        int before = all.count;
        outcomes_add(&m.a, &all, (const mpq_t *)one.first->v, 1);
        CHECK(all.count == before, "%s: Lemke's is not in the list",
              hp23_models[k]);
        outcomes_clear(&all);
        outcomes_clear(&one);
        hp23_clear(&m);
    }
}

int main(void)
{
    RUN(outcomes_of_the_examples);
    DONE;
}
