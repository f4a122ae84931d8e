/** Proven steps, and steps spoilt behind the solver. */
#include "paoli_random.h"
#include "paoli_scene.h"

enum { EVERY = 7 };

static void spoil(void *user, long step, lcp_exact_answer *x, double *cn)
{
    long *spoilt = user;
    if (step % EVERY != 3)
        return;
    if (cn[0] == 0) /* perhaps no constraint was in hand, and z is empty */
        cn[0] += 1;
    else if (step % 2 == 0)
        mpq_neg(x->z[0], x->z[0]);
    else
        cn[0] *= 1.5;
    ++*spoilt;
}

/** A ball under gravity bouncing on the floor, in all modes. */
static void run_it(experiment_mode mode, int spoiling)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    long spoilt = 0;
    scene_start(&s, 1);
    graph_id k = graph_const(&s.g, -2);
    CHECK(scene_gaps(&s, 1, &k, 1, s.q).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 2, 0.0625, 5);
    mpq_set_ui(x.q[0], 1, 1);
    x.mode = mode;
    x.user = &spoilt;
    x.tamper = spoiling ? spoil : NULL;
    perp_status st = paoli_run(&x, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    if (mode == EXPERIMENT_DOUBLE)
        CHECK(sum.steps_proven == 0, "%ld", sum.steps_proven);
    else
        CHECK(sum.steps_proven == sum.steps - spoilt, "%ld of %ld, %ld spoilt",
              sum.steps_proven, sum.steps, spoilt);
    CHECK(!spoiling || spoilt > 8, "%ld", spoilt);
    trace_free(&t);
    summary_clear(&sum);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

static void modes(void)
{
    run_it(EXPERIMENT_DOUBLE, 0);
    run_it(EXPERIMENT_EXACT_CHECK, 0);
    run_it(EXPERIMENT_RATIONAL, 0);
}

/** Exactly the spoilt steps are missing among the proven ones. */
static void tampering(void)
{
    run_it(EXPERIMENT_EXACT_CHECK, 1);
    run_it(EXPERIMENT_RATIONAL, 1);
}

/** The velocity behind an impact in a right-angled corner, hit at the vertex
or at one wall first, in a run over the rationals: it is the law's, exactly, for
every e, when the impacts are done.

Verifies P10 (P5). */
static void limit_law(void)
{
    for (int c = 0; c < 15; c++) {
        scene s;
        experiment x;
        mpq_t e;
        trace t;
        summary sum;
        arena a = {0};
        paoli_exact_data d;
        paoli_impact out = {ratios(2), ratios(2), ratios(2), ratios(2)};
        scene_start(&s, 2);
        CHECK(scene_gaps(&s, 2, NULL, 2, s.q).code == PERP_OK, "scene");
        scene_experiment(&x, &s, e, c % 5, 0.0625, 4);
        mpq_set_si(x.q[0], 4 + c / 5, 4); /* 1, 5/4, 3/2 */
        mpq_set_si(x.q[1], 2, 1);
        mpq_canonicalize(x.q[0]);
        mpq_set_si(x.v[0], -1, 1);
        mpq_set_si(x.v[1], -2, 1);
        x.mode = EXPERIMENT_RATIONAL;
        CHECK(paoli_run(&x, &t, &sum).code == PERP_OK, "run");
        CHECK(sum.steps_proven == sum.steps, "%ld", sum.steps_proven);
        CHECK(paoli_exact_data_new(&a, 2, 2, &d).code == PERP_OK, "memory");
        for (int i = 0; i < 2; i++) {
            mpq_set_ui(d.M[3 * i], 1, 1);
            mpq_set_ui(d.n[3 * i], 1, 1);
            mpq_set(d.v[i], x.v[i]);
        }
        CHECK(paoli_newton(&a, e, &d, &out).code == PERP_OK, "law");
        int at = (t.rows - 1) * t.columns + trace_column(&t, "v.a");
        for (int i = 0; i < 2; i++)
            CHECK(mpq_equal(t.exact[at + i], out.after[i]), "case %d", c);
        trace_free(&t);
        summary_clear(&sum);
        ratios_free(out.tangent, 2);
        ratios_free(out.normal, 2);
        ratios_free(out.after, 2);
        ratios_free(out.impulse, 2);
        paoli_exact_data_clear(&d);
        arena_free(&a);
        mpq_clear(e);
        experiment_end(&x);
        scene_end(&s);
    }
    VERIFIES("P10 (P5)");
}

int main(void)
{
    RUN(modes);
    RUN(tampering);
    RUN(limit_law);
    DONE;
}
