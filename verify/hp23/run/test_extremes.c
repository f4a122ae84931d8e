/**
# Extreme outcomes against lists made otherwise
*/
#include "law.h"
#include "hp23/run/extremes.h"

#include <math.h>

static double speed(const step_exact *d, int k, const outcome *o)
{
    mpq_t t;
    mpq_init(t);
    if (k < d->p)
        impact_normal(d, k, (const mpq_t *)o->v, t);
    else
        impact_slip(d, k - d->p, (const mpq_t *)o->v, t);
    double x = mpq_get_d(t);
    mpq_clear(t);
    return x;
}

/** Law (31): one outcome of block, box and discs, three of gait and RAMone, and
no other. */
static void known_numbers(void)
{
    for (int k = 0; k < HP23_MODELS; k++) {
        law_scene s;
        int complete;
        hp23_load(&s.m, hp23_models[k]);
        law_scene_of(&s);
        impact_law l = law_of_model(&s, LAW_SIMULTANEOUS, 0);
        outcomes out = law_list(&s.x);
        perp_status st = extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete);
        CHECK(st.code == PERP_OK, "%s: %s", hp23_models[k], st.message);
        const int three = strcmp(hp23_models[k], "compass_gait") == 0 ||
                          strcmp(hp23_models[k], "ramone") == 0;
        CHECK(out.count == (three ? 3 : 1), "%s: %d outcomes", hp23_models[k],
              out.count);
        CHECK(complete, "%s: not complete", hp23_models[k]);
        for (const outcome *o = out.first; o != NULL; o = o->next) {
            CHECK(law_take(&l, &s.m.a, &s.x, o, &s.y).code == PERP_OK,
                  "energy");
            CHECK(law_balances(&s.m.x, &s.y), "%s: impulses", hp23_models[k]);
        }
        outcomes_clear(&out);
        law_scene_clear(&s);
    }
}

/* Is v of y in the list, to 1e-12? */
static int listed(const outcomes *o, const collision_outcome *y)
{
    for (const outcome *k = o->first; k != NULL; k = k->next) {
        int near = 1;
        for (int i = 0; i < o->nv; i++)
            near &= fabs(mpq_get_d(k->v[i]) - mpq_get_d(y->v[i])) < 1e-12;
        if (near)
            return 1;
    }
    return 0;
}

/* The next assignment of places to p contacts, counted as a number with the
   base p; 0 behind the last. */
static int count_up(int p, int *place)
{
    int i = 0;
    while (i < p && ++place[i] == p)
        place[i++] = 0;
    return i < p;
}

static int all_different(int p, const int *place)
{
    for (int i = 0; i < p; i++)
        for (int j = 0; j < i; j++)
            if (place[i] == place[j])
                return 0;
    return 1;
}

/* p walls without friction, at right angles or wider: n_j = e_j less some of the
   one before. */
static void walls(check_random *r, int p, hp23 *m)
{
    hp23_new(m, 4, p);
    for (int i = 0; i < 4; i++)
        m->d.M[5 * i] = 1;
    for (int j = 0; j < p; j++) {
        m->d.n[j * 4 + j] = 1;
        if (j > 0)
            m->d.n[j * 4 + j - 1] = -check_integer(r, 0, 7) / 16.0;
        m->d.v[j] = -check_integer(r, 1, 16) / 8.0;
        m->d.d[j * 4 + 3] = 1;
    }
    hp23_exact(m);
}

/** Every order by hand is in the list, and nothing else is: as many outcomes as
orders have different ones. The walls have no friction and are at right angles
or wider, so that every sequence ends. */
static void every_order(void)
{
    check_random r = {check_seed(5)};
    for (int trial = 0; trial < 12; trial++) {
        const int p = 2 + trial % 3;
        law_scene s;
        int place[4] = {0}, complete, tried = 0, found = 0;
        walls(&r, p, &s.m);
        law_scene_of(&s);
        impact_law l = law_of_model(&s, LAW_SEQUENTIAL, 0);
        l.impacts = 1000;
        l.o.tolerance = 0x1p-12;
        outcomes out = law_list(&s.x);
        CHECK(extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete).code ==
                  PERP_OK,
              "extremes");
        CHECK(!complete, "orders are no proof");
        uint8_t *met = calloc((size_t)out.count, 1);
        do {
            int order[4];
            if (!all_different(p, place))
                continue;
            for (int j = 0; j < p; j++)
                order[j] = s.id[place[j]];
            l.order = order;
            l.orders = p;
            CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
            CHECK(listed(&out, &s.y), "trial %d: an order is missing", trial);
            int at = 0;
            for (const outcome *o = out.first; o != NULL; o = o->next, at++) {
                outcome alone = *o;
                alone.next = NULL;
                const outcomes one = {.nv = 4, .first = &alone};
                met[at] |= (uint8_t)listed(&one, &s.y);
            }
            tried++;
        } while (count_up(p, place));
        for (int k = 0; k < out.count; k++)
            found += met[k];
        CHECK(tried == (p == 2 ? 2 : p == 3 ? 6 : 24), "%d orders", tried);
        CHECK(found == out.count, "trial %d: %d of %d are of no order", trial,
              out.count - found, out.count);
        free(met);
        outcomes_clear(&out);
        law_scene_clear(&s);
    }
}

/** The two orders of the block are mirror images, exactly; a named order is the
only one. */
static void mirrored(void)
{
    law_scene s;
    int complete;
    static const int order[2] = {10, 13};
    hp23_load(&s.m, "rocking_block");
    law_scene_of(&s);
    for (law_kind which = LAW_SEQUENTIAL; which <= LAW_ROUTH; which++) {
        impact_law l = law_of_model(&s, which, 0);
        outcomes out = law_list(&s.x);
        CHECK(extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete).code ==
                  PERP_OK,
              "extremes");
        CHECK(out.count == 2, "%d", out.count);
        const outcome *a = out.first, *b = a->next;
        mpq_t t;
        mpq_init(t);
        for (int i = 0; i < 3; i++) { /* x and theta turn round, y stays */
            mpq_neg(t, b->v[i]);
            CHECK(mpq_equal(a->v[i], i == 1 ? b->v[i] : t), "v %d", i);
        }
        for (int j = 0; j < 2; j++) {
            CHECK(mpq_equal(a->L[j], b->L[1 - j]), "normal impulse");
            mpq_neg(t, b->L[2 + 1 - j]);
            CHECK(mpq_equal(a->L[2 + j], t), "friction");
        }
        mpq_clear(t);
        outcomes_clear(&out);
        l.order = order;
        l.orders = 1;
        CHECK(extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete).code ==
                  PERP_OK,
              "one order");
        CHECK(out.count == 1, "%d", out.count);
        outcomes_clear(&out);
    }
    law_scene_clear(&s);
}

/** Of 25 or a hundred samples nobody is beyond those that are taken, in any contact's speed;
and each of them is a sample. */
static void corners_of_samples(void)
{
    static const char *const name[] = {"rocking_block", "compass_gait",
                                       "box_wall", "compass_gait"};
    for (int k = 0; k < 4; k++) {
        const int count = check_times(k == 3 ? 30 : 100);
        law_scene s;
        int complete;
        hp23_load(&s.m, name[k]);
        law_scene_of(&s);
        const step_exact *d = &s.m.x;
        impact_law l = law_of_model(&s, LAW_HALM_POSA, 3);
        l.random = k == 3;
        outcomes out = law_list(&s.x);
        CHECK(extremes_find(&l, &s.m.a, &s.x, count, &out, &complete).code ==
                  PERP_OK,
              "extremes");
        CHECK(!complete && out.count >= 1 && out.count <= 2 * (d->p + d->r),
              "%d", out.count);
        double low[4], high[4];
        int taken = 0;
        for (int i = 0; i < d->p + d->r; i++) {
            low[i] = HUGE_VAL;
            high[i] = -HUGE_VAL;
            for (const outcome *o = out.first; o != NULL; o = o->next) {
                low[i] = fmin(low[i], speed(d, i, o));
                high[i] = fmax(high[i], speed(d, i, o));
            }
        }
        for (int i = 0; i < count; i++) {
            s.x.number = i;
            CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
            outcome o = {.v = s.y.v};
            taken += listed(&out, &s.y);
            for (int c = 0; c < d->p + d->r; c++)
                CHECK(speed(d, c, &o) > low[c] - 1e-13 &&
                          speed(d, c, &o) < high[c] + 1e-13,
                      "%s: sample %d is beyond", name[k], i);
        }
        CHECK(taken >= out.count, "%d samples for %d", taken, out.count);
        printf("%s: %d extreme outcomes of %d samples\n", name[k], out.count,
               count);
        outcomes_clear(&out);
        law_scene_clear(&s);
    }
}

/** Shares of law (31) are how often a run draws each outcome. The gait, and a body far
away that is so fast that two of the three outcomes, 0.1 m/s apart, are one to its
scale: what is drawn are two, each in half of 400 collisions, not one in two thirds. */
static void shares_of_law(void)
{
    hp23 gait;
    law_scene s;
    int complete, drawn[2] = {0}, all = 0;
    hp23_load(&gait, "compass_gait");
    hp23_new(&s.m, 5, 2);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            s.m.d.M[5 * i + j] = gait.d.M[4 * i + j];
        for (int j = 0; j < 2; j++) {
            s.m.d.n[5 * j + i] = gait.d.n[4 * j + i];
            s.m.d.d[5 * j + i] = gait.d.d[4 * j + i];
        }
        s.m.d.v[i] = gait.d.v[i];
    }
    for (int j = 0; j < 2; j++)
        s.m.d.mu[j] = gait.d.mu[j];
    s.m.d.M[24] = 1;
    s.m.d.v[4] = 1.1e11;
    hp23_exact(&s.m);
    hp23_clear(&gait);
    law_scene_of(&s);
    impact_law l = law_of_model(&s, LAW_SIMULTANEOUS, 7);
    outcomes out = law_list(&s.x);
    CHECK(extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete).code == PERP_OK,
          "extremes");
    CHECK(out.count == 2, "%d outcomes", out.count);
    l.random = 1;
    for (s.x.number = 0; s.x.number < 400; s.x.number++) {
        int k = 0;
        CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
        for (const outcome *o = out.first; o != NULL && k < 2; o = o->next, k++)
            if (fabs(speed(&s.m.x, 1, o) -
                     speed(&s.m.x, 1, &(outcome){.v = s.y.v})) < 1e-9)
                drawn[k]++, all++;
    }
    CHECK(all == 400, "%d of 400 drawn are in the list, once", all);
    int k = 0;
    for (const outcome *o = out.first; o != NULL; o = o->next, k++)
        CHECK(fabs(o->share - drawn[k] / 400.0) < 0.1, "share %g, drawn %d",
              o->share, drawn[k]);
    outcomes_clear(&out);
    law_scene_clear(&s);
}

/* Too many contacts to order; samples none of which ends. */
static void refusals(void)
{
    law_scene s;
    int complete, order[1] = {10};
    hp23_new(&s.m, 7, 7);
    for (int i = 0; i < 7; i++) {
        s.m.d.M[8 * i] = s.m.d.n[8 * i] = 1;
        s.m.d.v[i] = -1;
    }
    hp23_exact(&s.m);
    law_scene_of(&s);
    impact_law l = law_of_model(&s, LAW_SEQUENTIAL, 0);
    outcomes out = law_list(&s.x);
    perp_status st = extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete);
    CHECK(st.code == PERP_LIMIT && strstr(st.message, "7 contacts") != NULL,
          "%d", st.code);
    l.order = order;
    l.orders = 1;
    CHECK(extremes_find(&l, &s.m.a, &s.x, 0, &out, &complete).code == PERP_OK &&
              out.count == 1,
          "with an order");
    outcomes_clear(&out);
    l = law_of_model(&s, LAW_HALM_POSA, 0);
    l.o.h = 1e-3;
    l.o.N = 2;
    st = extremes_find(&l, &s.m.a, &s.x, 20, &out, &complete);
    CHECK(st.code == PERP_LIMIT && strstr(st.message, "20 samples") != NULL,
          "%d", st.code);
    outcomes_clear(&out);
    law_scene_clear(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(known_numbers);
    RUN(every_order);
    RUN(mirrored);
    RUN(corners_of_samples);
    RUN(shares_of_law);
    RUN(refusals);
    DONE;
}
