/** Proven steps, and steps spoilt behind the solver. */
#include "p10/paoli_step.h"
#include "paoli_random.h"
#include "paoli_scene.h"

#include <math.h>

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
    perp_status st = loop_run(&x, &t, &sum);
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
        CHECK(loop_run(&x, &t, &sum).code == PERP_OK, "run");
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

/** Random polyhedra with rows and numbers that no binary fraction is, in doubles:
every step is proven, with Lemma 3 and the estimate for the states as they were
rounded. That they were rounded is looked at as well: the disturbance is not
zero, and no larger than some units in the last place. */
static void between_doubles(void)
{
    check_random r = {check_seed(61)};
    long steps = 0, touched = 0, rounded = 0;
    for (int c = 0; c < 40; c++) {
        scene s;
        experiment x;
        mpq_t e;
        summary sum = {0};
        arena a = {0};
        paoli_state state = {0};
        graph_id gap[4], k[3];
        scene_start(&s, 3);
        for (int j = 0; j < 4; j++) {
            gap[j] = graph_const(&s.g, check_uniform(&r, 0, 1));
            for (int i = 0; i < 3; i++)
                gap[j] = graph_op2(
                    &s.g, OP_ADD, gap[j],
                    graph_op2(&s.g, OP_MUL, s.q[i],
                              graph_const(&s.g, check_uniform(&r, -1, 1))));
        }
        for (int i = 0; i < 3; i++)
            k[i] = graph_op2(&s.g, OP_SUB,
                             graph_const(&s.g, check_uniform(&r, -1, 1)),
                             s.q[i]);
        CHECK(scene_gaps(&s, 3, k, 4, gap).code == PERP_OK, "scene");
        scene_experiment(&x, &s, e, c % 5, 0.013, 1);
        mpq_set_si(e, c % 5, 7);
        for (int i = 0; i < 3; i++)
            mpq_set_d(x.v[i], check_uniform(&r, -3, 3));
        x.mode = EXPERIMENT_EXACT_CHECK;
        CHECK(paoli_state_new(&a, &x, &sum, &state).code == PERP_OK, "state");
        for (int n = 0; n < 120; n++) {
            perp_status st = paoli_step(&state);
            CHECK(st.code == PERP_OK, "%s", st.message);
            for (int j = 0; j < 4; j++)
                touched += state.impulse[j] > 0;
            for (int i = 0; i < 3 && n > 1; i++) {
                double slip = fabs(mpq_get_d(state.slip[i]));
                double size = fabs(state.q[i]) / state.h + 4;
                rounded += slip > 0;
                CHECK(slip < 0x1p-48 * size, "%g", slip);
            }
        }
        CHECK(sum.steps_proven == 120, "run %d: %ld of 120 proven", c,
              sum.steps_proven);
        steps += 120;
        paoli_state_free(&state);
        arena_free(&a);
        mpq_clear(e);
        experiment_end(&x);
        scene_end(&s);
    }
    printf("%ld steps, %ld contacts, %ld rounded\n", steps, touched, rounded);
    CHECK(touched > 500 && rounded > steps, "the runs hardly touch");
}

int main(void)
{
    RUN(modes);
    RUN(tampering);
    RUN(limit_law);
    RUN(between_doubles);
    DONE;
}
