/**
# The set-valued law, proven
*/
#include "one_step.h"
#include "hp23_walk.h"
#include "hp23/impact/routh.h"

#include <math.h>

/** Random impacts, random bounds, zero among them: a solution, no energy, and
one contact at its bound or all at an end. With bounds of zero nothing moves.

Verifies HP23 (76), (Thm6), (Thm7), (Lemma13), (Lemma8). */
static void random_steps(void)
{
    check_random r = {check_seed(2308)};
    for (int round = 0; round < 150; round++) {
        hp23 m;
        mpq_t most[3], v[5];
        hp23_random(&r, 2 + round % 4, 1 + round % 3, &m);
        for (int j = 0; j < 3; j++) {
            mpq_init(most[j]);
            mpq_set_si(most[j], round % 5 == 0 ? 0 : check_integer(&r, 0, 8),
                       8);
            mpq_canonicalize(most[j]);
        }
        for (int i = 0; i < 5; i++)
            mpq_init(v[i]);
        perp_status s =
            one_step(&m.a, &m.x, (const mpq_t *)most, NULL, v);
        CHECK(s.code == PERP_OK, "round %d: %s", round, s.message);
        for (int i = 0; round % 5 == 0 && i < m.d.nv; i++)
            CHECK(mpq_equal(v[i], m.x.v[i]), "bounds of zero move v%d", i);
        for (int j = 0; j < 3; j++)
            mpq_clear(most[j]);
        for (int i = 0; i < 5; i++)
            mpq_clear(v[i]);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (76), (Thm6), (Thm7), (Lemma13), (Lemma8)");
}

/** Assumption 6, decided for the steps of these samples: block and box have one
v' each time; compass gait and RAMone do not (D13).

Verifies HP23 (80). */
static void several_solutions(void)
{
    static const int counts[HP23_MODELS] = {25, 8, 25, 2, 0, 0};
    static const int unique[HP23_MODELS] = {1, 0, 1, 0, 0, 0};
    for (int k = 0; k < HP23_MODELS; k++) {
        proving t;
        long several = 0, lcps = 0, ends = 0;
        proving_new(&t, hp23_models[k]);
        if (!unique[k]) /* a tree: only its beginning */
            t.o.N = counts[k] > 5;
        t.p.select = HALM_POSA_ALL;
        for (int i = 0; i < counts[k]; i++) {
            halm_posa_path path;
            arena_mark mark = arena_here(&t.m.a);
            perp_status st = halm_posa_prove(&t.m.a, &t.p, (uint64_t)i, &path);
            CHECK(st.code == PERP_OK, "%s", st.message);
            several += path.several;
            lcps += path.lcps;
            ends += path.ended.count;
            outcomes_clear(&path.ended);
            arena_release(&t.m.a, mark);
        }
        printf("%s: %ld of %ld steps with several v', %ld ends\n",
               hp23_models[k], several, lcps, ends);
        if (counts[k] > 0)
            CHECK((several == 0) == unique[k], "%s: %ld", hp23_models[k],
                  several);
        hp23_clear(&t.m);
    }
    VERIFIES("HP23 (80)");
}

/** Truncated between its steps a sample is the exact one up to rounding, takes as
many steps, and ends as exactly. */
static void truncated_between_steps(void)
{
    for (int k = 0; k < 3; k++) {
        proving t;
        proving_new(&t, hp23_models[k]);
        for (int i = 0; i < 12; i++) {
            halm_posa_path whole, cut;
            t.p.truncated = 0;
            perp_status s = halm_posa_prove(&t.m.a, &t.p, (uint64_t)i, &whole);
            CHECK(s.code == PERP_OK, "%s", s.message);
            t.p.truncated = 1;
            s = halm_posa_prove(&t.m.a, &t.p, (uint64_t)i, &cut);
            CHECK(s.code == PERP_OK, "%s", s.message);
            CHECK(whole.lcps == cut.lcps &&
                      whole.ended.count == cut.ended.count,
                  "%s, %d: %ld and %ld problems", hp23_models[k], i, whole.lcps,
                  cut.lcps);
            CHECK(whole.ended.impulses == 0, "nobody asked for impulses");
            for (int l = 0; l < t.g.nv && cut.ended.count > 0; l++)
                CHECK(fabs(mpq_get_d(whole.ended.first->v[l]) -
                           mpq_get_d(cut.ended.first->v[l])) < 1e-13,
                      "%s, %d: v%d", hp23_models[k], i, l);
            outcomes_clear(&whole.ended);
            outcomes_clear(&cut.ended);
        }
        hp23_clear(&t.m);
    }
}

/** At random among several: always one end at most, the same again with the
same number, and not always the first. */
static void chosen_at_random(void)
{
    proving t;
    int other = 0;
    proving_new(&t, "compass_gait");
    for (int i = 0; i < 12; i++) {
        halm_posa_path one, again, first;
        t.p.select = HALM_POSA_RANDOM;
        CHECK(halm_posa_prove(&t.m.a, &t.p, (uint64_t)i, &one).code == PERP_OK,
              "one");
        CHECK(halm_posa_prove(&t.m.a, &t.p, (uint64_t)i, &again).code ==
                  PERP_OK,
              "again");
        t.p.select = HALM_POSA_FIRST;
        CHECK(halm_posa_prove(&t.m.a, &t.p, (uint64_t)i, &first).code ==
                  PERP_OK,
              "first");
        CHECK(one.ended.count + one.unfinished == 1, "sample %d", i);
        int ends = one.ended.count == 1 && first.ended.count == 1;
        for (int l = 0; l < 4 && ends; l++)
            CHECK(mpq_equal(one.ended.first->v[l], again.ended.first->v[l]),
                  "sample %d is another one", i);
        other +=
            ends && !mpq_equal(one.ended.first->v[0], first.ended.first->v[0]);
        outcomes_clear(&one.ended);
        outcomes_clear(&again.ended);
        outcomes_clear(&first.ended);
    }
    CHECK(other > 1, "random chose the first %d times", 12 - other);
    hp23_clear(&t.m);
}

/* The distance of a sample of one contact from Routh's v+, largest component. */
static double from_routh(proving *t, double h, const outcomes *end)
{
    halm_posa_samples s;
    double worst = 0;
    halm_posa_options o = {.h = h, .N = 10000000, .seed = 4};
    const int count = 20;
    halm_posa_room(&t->m.a, &t->g, count, &s);
    CHECK(halm_posa_sample(&t->g, &o, 0, count, &t->m.a, &s).code == PERP_OK,
          "sample");
    for (int i = 0; i < count * t->g.nv; i++)
        worst =
            fmax(worst, fabs(s.v[i] - mpq_get_d(end->first->v[i % t->g.nv])));
    return worst;
}

/** With one contact the law is Routh's. A path that ends at rest or never leaves
its first leg is found exactly, whatever h: a step that ends in sticking knows
only where it ends. A path that reverses its slip is found up to the step in
which it turns, at the rate h: 64 times smaller bounds, about 64 times closer.

Verifies HP23 (36), (72a)-(72d). */
static void one_contact_is_rouths(void)
{
    check_random r = {check_seed(2309)};
    int kinds[3] = {0};
    double slopes = 0;
    for (int round = 0; kinds[2] < 8 && round < 4000; round++) {
        proving t;
        outcomes end = {.nv = 2};
        mpq_t zero;
        routh_path path;
        mpq_init(zero);
        hp23_random(&r, 2, 1, &t.m);
        if (impact_colliding(&t.m.x, (const mpq_t *)t.m.x.v, zero) >= 0 &&
            routh_path_find(&t.m.a, &t.m.x, &path).code == PERP_OK) {
            const routh_knot *last = &path.knot[path.knots - 1];
            int what = path.knots < 3 ? 0 : mpq_sgn(last->slip) == 0 ? 1 : 2;
            CHECK(halm_posa_new(&t.m.a, &t.m.d, &t.g).code == PERP_OK, "new");
            CHECK(routh_outcome(&t.m.a, &t.m.x, 1, &end).code == PERP_OK, "r");
            if (what == 2 || kinds[what] < 8) {
                double far = from_routh(&t, 0x1p-4, &end);
                CHECK(what == 2 || far < 1e-12, "kind %d: off by %g", what,
                      far);
                if (what == 2)
                    slopes += log2(far / from_routh(&t, 0x1p-10, &end)) / 6;
                kinds[what]++;
            }
            routh_path_clear(&path);
        }
        outcomes_clear(&end);
        mpq_clear(zero);
        hp23_clear(&t.m);
    }
    printf("%d of one leg, %d that stick, %d that turn; mean slope %.3f\n",
           kinds[0], kinds[1], kinds[2], slopes / kinds[2]);
    CHECK(kinds[0] == 8 && kinds[1] == 8 && kinds[2] == 8, "too much alike");
    CHECK(fabs(slopes / kinds[2] - 1) < 0.2, "slope %g", slopes / kinds[2]);
    VERIFIES("HP23 (36), (72a)-(72d)");
}

/** A sample with more steps than calls have room on the stack. A unit mass falls
at 2 m/s, the bounds have the mean h/2 and the variance h^2/12, so 4/h steps are
4/h +- 8 sqrt(4/3h) but once in 10^15; the impulse is 2 N s, exactly. */
static void many_steps(void)
{
    proving t;
    halm_posa_path path;
    const double h = 0x1p-12, mean = 4 / h;
    hp23_new(&t.m, 2, 1);
    t.m.d.M[0] = t.m.d.M[3] = t.m.d.n[1] = t.m.d.d[0] = t.m.d.mu[0] = 1;
    t.m.d.v[1] = -2;
    hp23_exact(&t.m);
    CHECK(halm_posa_new(&t.m.a, &t.m.d, &t.g).code == PERP_OK, "new");
    t.o = (halm_posa_options){.h = h, .N = 100000, .seed = 9};
    t.p = (halm_posa_proof){.d = &t.m.x, .g = &t.g, .o = &t.o, .impulses = 1};
    perp_status s = halm_posa_prove(&t.m.a, &t.p, 0, &path);
    CHECK(s.code == PERP_OK && path.ended.count == 1, "%s", s.message);
    CHECK(fabs((double)path.lcps - mean) < 8 * sqrt(mean / 3), "%ld steps",
          path.lcps);
    const outcome *o = path.ended.first;
    CHECK(mpq_sgn(o->v[0]) == 0 && mpq_sgn(o->v[1]) == 0, "at rest");
    CHECK(mpq_cmp_ui(o->L[0], 2, 1) == 0, "%g N s", mpq_get_d(o->L[0]));
    CHECK(mpq_cmp_si(t.m.x.v[1], -2, 1) == 0, "the data have changed");
    outcomes_clear(&path.ended);
    hp23_clear(&t.m);
}

/** An approach up to the tolerance is none: a point that falls at 2 m/s has ended at
once where 2 m/s are accepted, and else as soon as its speed is, which a step
changes by h at most.

Verifies HP23 (Alg1). */
static void tolerated(void)
{
    static const double tolerance[] = {2, 1.9375, 1, 0};
    for (int k = 0; k < 4; k++) {
        proving t;
        halm_posa_path path;
        const double h = 0.0625;
        hp23_new(&t.m, 2, 1);
        t.m.d.M[0] = t.m.d.M[3] = t.m.d.n[1] = t.m.d.d[0] = 1;
        t.m.d.v[1] = -2;
        hp23_exact(&t.m);
        CHECK(halm_posa_new(&t.m.a, &t.m.d, &t.g).code == PERP_OK, "new");
        t.o = (halm_posa_options){
            .h = h, .N = 1000, .seed = 9, .tolerance = tolerance[k]};
        t.p = (halm_posa_proof){.d = &t.m.x, .g = &t.g, .o = &t.o};
        perp_status s = halm_posa_prove(&t.m.a, &t.p, 0, &path);
        CHECK(s.code == PERP_OK && path.ended.count == 1, "%s", s.message);
        const double v = mpq_get_d(path.ended.first->v[1]);
        CHECK((path.lcps > 0) == (k > 0), "%ld problems", path.lcps);
        CHECK(v >= -tolerance[k] && (v < h - tolerance[k] || k == 3),
              "%g m/s, tolerance %g", v, tolerance[k]);
        outcomes_clear(&path.ended);
        hp23_clear(&t.m);
    }
    VERIFIES("HP23 (Alg1)");
}

int main(void)
{
    RUN(tolerated);
    RUN(many_steps);
    RUN(random_steps);
    RUN(several_solutions);
    RUN(truncated_between_steps);
    RUN(chosen_at_random);
    RUN(one_contact_is_rouths);
    DONE;
}
