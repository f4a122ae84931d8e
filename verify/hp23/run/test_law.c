/**
# A law of impact, asked by a run
*/
#include "law.h"

#include <math.h>

static const char *const models[] = {"rocking_block", "compass_gait",
                                     "box_wall"};
enum { MODELS = 3 };

static int ends(const step_exact *d, const collision_outcome *y)
{
    mpq_t zero;
    mpq_init(zero);
    int at = impact_colliding(d, (const mpq_t *)y->v, zero);
    mpq_clear(zero);
    return at < 0;
}

static void judge(law_scene *s, impact_law *l, const char *name)
{
    const step_exact *d = &s->m.x;
    mpq_t before, after;
    mpq_inits(before, after, NULL);
    perp_status st = law_collide(l, &s->m.a, &s->x, &s->y);
    CHECK(st.code == PERP_OK, "%s, %s: %s", name, law_name[l->kind],
          st.message);
    CHECK(law_balances(d, &s->y), "%s, %s: the impulses do not make v+", name,
          law_name[l->kind]);
    CHECK(ends(d, &s->y), "%s, %s: still colliding", name, law_name[l->kind]);
    law_energy(d, (const mpq_t *)d->v, before);
    law_energy(d, (const mpq_t *)s->y.v, after);
    CHECK(mpq_cmp(after, before) <= 0, "%s: energy", name);
    CHECK(s->y.problems > 0, "%s: no problem", name);
    mpq_clears(before, after, NULL);
}

/** The impulses that are reported make the velocity that is reported, exactly,
and lie in the friction cone; nobody gains energy; whatever is drawn. */
static void impulses_make_velocities(void)
{
    for (int k = 0; k < MODELS; k++) {
        law_scene s;
        hp23_load(&s.m, models[k]);
        law_scene_of(&s);
        for (law_kind which = LAW_SIMULTANEOUS; which < LAWS; which++)
            for (long number = 0; number < 12; number++) {
                impact_law l = law_of_model(&s, which, 5);
                s.x.number = number;
                s.x.prove = number % 2 == 0;
                judge(&s, &l, models[k]);
                l.random = 1;
                judge(&s, &l, models[k]);
            }
        law_scene_clear(&s);
    }
}

/** The same for random impacts of up to four contacts. */
static void random_impacts(void)
{
    check_random r = {check_seed(31)};
    int asked = 0;
    mpq_t zero;
    mpq_init(zero);
    for (int trial = 0; trial < 60; trial++) {
        law_scene s;
        hp23_random(&r, check_integer(&r, 2, 4), check_integer(&r, 1, 4), &s.m);
        law_scene_of(&s);
        int hits = impact_colliding(&s.m.x, (const mpq_t *)s.m.x.v, zero) >= 0;
        for (law_kind which = LAW_SIMULTANEOUS; which < LAWS && hits; which++) {
            impact_law l = law_of_model(&s, which, (uint64_t)trial);
            if ((which == LAW_SEQUENTIAL || which == LAW_ROUTH) && s.m.d.p > 1)
                continue; /* they need not end */
            l.o.h = 0.5;
            s.x.number = trial;
            judge(&s, &l, "random");
            asked++;
        }
        law_scene_clear(&s);
    }
    mpq_clear(zero);
    CHECK(asked > 60, "only %d", asked);
}

/* w = M^-1 b for nv = 3, by Cramer's rule. */
static void response(const double *M, const double *b, double *w)
{
    double c[3][3], det = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[i][j] = M[(i + 1) % 3 * 3 + (j + 1) % 3] *
                          M[(i + 2) % 3 * 3 + (j + 2) % 3] -
                      M[(i + 1) % 3 * 3 + (j + 2) % 3] *
                          M[(i + 2) % 3 * 3 + (j + 1) % 3];
    for (int j = 0; j < 3; j++)
        det += M[j] * c[0][j];
    for (int j = 0; j < 3; j++)
        w[j] = (c[0][j] * b[0] + c[1][j] * b[1] + c[2][j] * b[2]) / det;
}

static double along(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/* The impulses of an impact of one contact that sticks (1) or slides to its end
   without turning (2). 0: it does not approach, or does neither for sure. */
static int by_hand(const step_data *d, double L[2])
{
    const double *row[2] = {d->n, d->d}, mu = d->mu[0];
    double w[2][3], G[2][2], u[2];
    for (int g = 0; g < 2; g++)
        response(d->M, row[g], w[g]);
    for (int g = 0; g < 2; g++) {
        u[g] = along(row[g], d->v);
        for (int h = 0; h < 2; h++)
            G[g][h] = along(row[g], w[h]);
    }
    double det = G[0][0] * G[1][1] - G[0][1] * G[1][0];
    if (u[0] >= 0 || det < 1e-9)
        return 0;
    L[0] = (-u[0] * G[1][1] + u[1] * G[0][1]) / det;
    L[1] = (-u[1] * G[0][0] + u[0] * G[1][0]) / det;
    if (L[0] <= 0)
        return 0;
    if (fabs(L[1]) < mu * L[0] - 1e-9)
        return 1;
    const double sign = L[1] > 0 ? 1 : -1; /* friction against the slip */
    L[0] = -u[0] / (G[0][0] + sign * mu * G[0][1]);
    L[1] = sign * mu * L[0];
    const double left = u[1] + G[1][0] * L[0] + G[1][1] * L[1];
    return L[0] > 0 && left * sign < -1e-9 && u[1] * sign < 0 ? 2 : 0;
}

/** One planar contact and law (31) by hand: it sticks when that takes friction
within the cone, $|\Lambda_t| \le \mu\Lambda_n$, else it slides. All laws agree;
Routh's path where it never stops sliding. */
static void one_contact(void)
{
    check_random r = {check_seed(77)};
    int count[3] = {0, 0, 0};
    for (int trial = 0; trial < 200; trial++) {
        law_scene s;
        double L[2];
        hp23_random(&r, 3, 1, &s.m);
        law_scene_of(&s);
        const int how = by_hand(&s.m.d, L);
        count[how]++;
        for (law_kind which = LAW_SIMULTANEOUS; which < LAWS && how; which++) {
            impact_law l = law_of_model(&s, which, 1);
            if (which == LAW_ROUTH && how == 1)
                continue;
            if (which == LAW_HALM_POSA)
                l.o.h = 1e6; /* one step */
            CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
            for (int k = 0; k < 2; k++) {
                double got = mpq_get_d(k == 0 ? s.y.cn[0] : s.y.f[0]);
                CHECK(fabs(got - L[k]) < 1e-9 * (1 + L[0]),
                      "trial %d, %s: %g, not %g", trial, law_name[which], got,
                      L[k]);
            }
        }
        law_scene_clear(&s);
    }
    printf("%d stick, %d slide\n", count[1], count[2]);
    CHECK(count[1] > 20 && count[2] > 10, "too few");
}

/** Collision k of a run is sample k of `perp reach`: what the sampler in doubles
finds for it, one problem at a time, to rounding. Another seed, another
sample. */
static void numbers_are_samples(void)
{
    enum { COUNT = 24 };
    for (int k = 0; k < MODELS; k++) {
        law_scene s;
        halm_posa g;
        halm_posa_samples all;
        int apart = 0;
        hp23_load(&s.m, models[k]);
        law_scene_of(&s);
        impact_law l = law_of_model(&s, LAW_HALM_POSA, 12345);
        CHECK(halm_posa_new(&s.m.a, &s.m.d, &g).code == PERP_OK, "new");
        halm_posa_room(&s.m.a, &g, COUNT, &all);
        CHECK(halm_posa_sample(&g, &l.o, 0, COUNT, &s.m.a, &all).code ==
                  PERP_OK,
              "sample");
        for (int i = COUNT - 1; i >= 0; i--) { /* in any order */
            s.x.number = i;
            l.o.seed = 12345;
            CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
            CHECK(s.y.problems == all.lcps[i], "problems");
            for (int j = 0; j < g.nv; j++)
                CHECK(fabs(mpq_get_d(s.y.v[j]) - all.v[i * g.nv + j]) < 1e-12,
                      "%s, sample %d", models[k], i);
            l.o.seed = 54321;
            CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
            for (int j = 0; j < g.nv; j++)
                apart += fabs(mpq_get_d(s.y.v[j]) - all.v[i * g.nv + j]) > 1e-6;
        }
        CHECK(apart > 0 || k == 1, "%s: the seed does nothing", models[k]);
        law_scene_clear(&s);
    }
}

/** Contacts have their turns as named, by their numbers in the system; the rest
follow. The block ends on the corner that came last, and lifts the other at
21/100 of the fall. At random both happen. */
static void turns(void)
{
    law_scene s;
    hp23_load(&s.m, "rocking_block");
    law_scene_of(&s);
    const double v0 = -s.m.d.v[1];
    static const int orders[][2] = {{10, 13}, {13, 10}, {13, 99}, {99, 13}};
    for (int k = 0; k < 4; k++) {
        impact_law l = law_of_model(&s, LAW_SEQUENTIAL, 0);
        l.order = orders[k];
        l.orders = 2;
        mpq_t up;
        mpq_init(up);
        CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
        int first = k == 0 ? 0 : 1; /* contact */
        impact_normal(&s.m.x, first, (const mpq_t *)s.y.v, up);
        CHECK(fabs(mpq_get_d(up) - 0.21 * v0) < 1e-14, "order %d: %g", k,
              mpq_get_d(up));
        impact_normal(&s.m.x, 1 - first, (const mpq_t *)s.y.v, up);
        CHECK(mpq_sgn(up) == 0, "order %d", k);
        mpq_clear(up);
    }
    int left = 0;
    for (long number = 0; number < 200; number++) {
        impact_law l = law_of_model(&s, LAW_ROUTH, 8);
        l.random = 1;
        s.x.number = number;
        CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
        left += mpq_sgn(s.y.v[2]) > 0;
    }
    CHECK(left > 70 && left < 130, "%d of 200", left);
    law_scene_clear(&s);
}

/* Of law (31) a random one of three. */
static void one_of_three(void)
{
    law_scene s;
    int count[3] = {0, 0, 0};
    hp23_load(&s.m, "compass_gait");
    law_scene_of(&s);
    for (long number = 0; number < 300; number++) {
        impact_law l = law_of_model(&s, LAW_SIMULTANEOUS, 4);
        mpq_t n, t;
        mpq_inits(n, t, NULL);
        l.random = 1;
        s.x.number = number;
        CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
        impact_normal(&s.m.x, 1, (const mpq_t *)s.y.v, n);
        impact_slip(&s.m.x, 1, (const mpq_t *)s.y.v, t);
        count[mpq_sgn(n) != 0 ? 0 : mpq_sgn(t) != 0 ? 1 : 2]++;
        mpq_clears(n, t, NULL);
    }
    printf("lifts %d, slides %d, sticks %d\n", count[0], count[1], count[2]);
    for (int k = 0; k < 3; k++) /* 100 with a deviation of 8 */
        CHECK(count[k] > 60 && count[k] < 140, "%d", count[k]);
    law_scene_clear(&s);
}

/* What parts already keeps its velocity; what does not end says so. */
static void edges(void)
{
    law_scene s;
    hp23_load(&s.m, "rocking_block");
    law_scene_of(&s);
    impact_law l = law_of_model(&s, LAW_HALM_POSA, 0);
    l.o.h = 1e-3;
    l.o.N = 3;
    perp_status st = law_collide(&l, &s.m.a, &s.x, &s.y);
    CHECK(st.code == PERP_LIMIT && strstr(st.message, "impact.N") != NULL,
          "N: %d", st.code);
    for (int i = 0; i < s.m.d.nv; i++) {
        mpq_neg(s.m.x.v[i], s.m.x.v[i]);
        s.m.d.v[i] = -s.m.d.v[i];
    }
    for (law_kind which = LAW_SIMULTANEOUS; which < LAWS; which++) {
        l = law_of_model(&s, which, 0);
        mpq_set_ui(s.y.cn[0], 9, 1);
        CHECK(law_collide(&l, &s.m.a, &s.x, &s.y).code == PERP_OK, "law");
        for (int i = 0; i < s.m.d.nv; i++)
            CHECK(mpq_equal(s.y.v[i], s.m.x.v[i]), "%s: v moves",
                  law_name[which]);
        for (int j = 0; j < 2; j++)
            CHECK(mpq_sgn(s.y.cn[j]) == 0 && mpq_sgn(s.y.f[j]) == 0, "impulse");
        CHECK(s.y.problems == 0, "problems");
    }
    law_scene_clear(&s);
}

/* An allocation that fails is a limit, and nothing is lost. */
static void refused_memory(void)
{
    int refusals = 0;
    for (int k = 0; k < 120; k++) {
        law_scene s;
        arena a = {0};
        hp23_load(&s.m, "rocking_block");
        law_scene_of(&s);
        impact_law l = law_of_model(&s, (law_kind)(k % LAWS), 0);
        memory_refuse((size_t)(k / LAWS) + 1);
        perp_status st = law_collide(&l, &a, &s.x, &s.y);
        memory_refuse(0);
        CHECK(st.code == PERP_OK || st.code == PERP_LIMIT, "%d: %d", k,
              (int)st.code);
        refusals += st.code == PERP_LIMIT;
        arena_free(&a);
        law_scene_clear(&s);
    }
    CHECK(refusals >= LAWS, "%d", refusals);
}

/** The limits of a run reach what a law asks: no time at all, or numbers of
eight bits, end each law, and none of its outcomes is taken for another. Routh's
path in the plane solves no problem that could be long. */
static void limits(void)
{
    for (int k = 0; k < MODELS * LAWS * 4; k++) {
        law_scene s;
        const int bits = k / LAWS % 2, random = k / LAWS / 2 % 2;
        hp23_load(&s.m, models[k / LAWS / 4]);
        law_scene_of(&s);
        impact_law l = law_of_model(&s, (law_kind)(k % LAWS), 0);
        l.random = random;
        s.x.limits = bits ? (ladder_limits){.bits = 8}
                          : (ladder_limits){.seconds = 1e-9};
        perp_status st = law_collide(&l, &s.m.a, &s.x, &s.y);
        if (!bits || l.kind != LAW_ROUTH)
            CHECK(st.code == PERP_LIMIT, "%s, %s: %d", models[k / LAWS / 4],
                  law_name[l.kind], (int)st.code);
        law_scene_clear(&s);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(impulses_make_velocities);
    RUN(random_impacts);
    RUN(one_contact);
    RUN(numbers_are_samples);
    RUN(turns);
    RUN(one_of_three);
    RUN(edges);
    RUN(refused_memory);
    RUN(limits);
    DONE;
}
