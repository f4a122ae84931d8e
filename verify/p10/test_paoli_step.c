/** Steps in doubles: curved K, ties, obstacles that a step jumps. */
#include "p10/paoli_step.h"
#include "paoli_scene.h"

#include <math.h>

/** K = {a^2 >= size^2} on a line, start at 1 with -1. */
static void obstacle_begin(scene *s, experiment *x, mpq_t e, double size,
                           double h)
{
    scene_start(s, 1);
    graph *g = &s->g;
    graph_id gap = graph_op2(g, OP_SUB, graph_op2(g, OP_MUL, s->q[0], s->q[0]),
                             graph_const(g, size * size));
    CHECK(scene_gaps(s, 1, NULL, 1, &gap).code == PERP_OK, "scene");
    scene_experiment(x, s, e, 0, h, 2);
    mpq_set_ui(x->q[0], 1, 1);
    mpq_set_si(x->v[0], -1, 1);
}

static void obstacle(double size, double h, double want, int noted)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    obstacle_begin(&s, &x, e, size, h);
    perp_status st = loop_run(&x, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    double last = scene_cell(&t, t.rows - 1, "q.a");
    CHECK(want > 0 ? fabs(last - want) < 1e-12 : last < 0, "q = %.17g", last);
    CHECK((sum.note != NULL) == noted, "note %s", sum.note);
    CHECK(!noted || strstr(sum.note, "right angle"), "%s", sum.note);
    trace_free(&t);
    summary_clear(&sum);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

/** With e = 0 the point comes to rest at the boundary, on its own side. A thin
obstacle, |a| >= 1/10 with h = 3/20, is jumped: from q = 1/10 the prediction is
beyond its middle, and the nearest point of K is on the far side. The run says
so (erratum 4.14). */
static void tunnelling(void)
{
    obstacle(0.5, 0.125, 0.5, 0);
    obstacle(0.1, 0.0078125, 0.1, 0);
    obstacle(0.1, 0.15, -1, 1);
}

/** The prediction falls beside the middle of the obstacle |a| >= 1/2: from
q = 1 with V = -1 - x and h = 1 it is -x. For x = 0 both boundary points are
equally near; for x = 2^-44 the far one is nearer by less than the rule's one
part in 2^40, and still the side of the last point of K is taken; for x = 2^-20
the far one is the nearest point of K, and it is found. From -1 the same. */
static void ties(void)
{
    static const double beside[] = {0, 0x1p-44, 0x1p-20};
    for (int c = 0; c < 6; c++) {
        scene s;
        experiment x;
        mpq_t e;
        trace t;
        summary sum;
        int from = c % 2 == 0 ? 1 : -1;
        double want = c / 2 == 2 ? -0.5 * from : 0.5 * from;
        obstacle_begin(&s, &x, e, 0.5, 1);
        mpq_set_si(x.q[0], from, 1);
        mpq_set_d(x.v[0], -from * (1 + beside[c / 2]));
        mpq_set_si(x.T, 1, 1);
        CHECK(loop_run(&x, &t, &sum).code == PERP_OK, "run");
        double q = scene_cell(&t, 1, "q.a");
        CHECK(fabs(q - want) < 1e-13, "case %d: %.17g", c, q);
        trace_free(&t);
        summary_clear(&sum);
        mpq_clear(e);
        experiment_end(&x);
        scene_end(&s);
    }
}

/** A box with many walls beside it: the problem of a step holds those that the
prediction violates, and what their solution then violates, and no other. From
(1, 1) with (-1, -2), h = 1/4, e = 0: the floor is met in the third step, the
left wall in the fifth. */
static void candidates(void)
{
    scene s;
    experiment x;
    mpq_t e;
    summary sum = {0};
    arena a = {0};
    paoli_state r = {0};
    graph_id gap[4];
    static const int wish[] = {0, 0, 1, 1, 2, 2};
    scene_start(&s, 2);
    for (int i = 0; i < 4; i++) /* a, b, a + b + 1, 9 - a */
        gap[i] = i < 2 ? s.q[i]
                 : i == 2
                     ? graph_op2(&s.g, OP_ADD, graph_const(&s.g, 1),
                                 graph_op2(&s.g, OP_ADD, s.q[0], s.q[1]))
                     : graph_op2(&s.g, OP_SUB, graph_const(&s.g, 9), s.q[0]);
    CHECK(scene_gaps(&s, 2, NULL, 4, gap).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 0, 0.25, 2);
    mpq_set_ui(x.q[0], 1, 1);
    mpq_set_ui(x.q[1], 1, 1);
    mpq_set_si(x.v[0], -1, 1);
    mpq_set_si(x.v[1], -2, 1);
    CHECK(paoli_state_new(&a, &x, &sum, &r).code == PERP_OK, "state");
    for (int n = 0; n < 6; n++) {
        CHECK(paoli_step(&r).code == PERP_OK, "step %d", n);
        CHECK(r.p <= wish[n], "step %d: %d constraints", n, r.p);
        CHECK(n != 2 || r.p == 1 || r.q[1] == 0, "step 3");
    }
    CHECK(r.q[0] == 0 && r.q[1] == 0 && sum.lcps > 0, "%g %g", r.q[0], r.q[1]);
    paoli_state_free(&r);
    arena_free(&a);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

/** Two discs touch the point at once, {|x - c| >= 1} with c = (+-1/2, 0): in
the notch above them both push. By symmetry it comes to rest at (0, sqrt(3)/2).
The gradients enclose a
sharp angle, which for e = 0 violates the angle condition, and the run says so. */
static void notch(void)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    scene_start(&s, 2);
    graph *g = &s.g;
    graph_id gap[2];
    for (int i = 0; i < 2; i++) {
        graph_id u = graph_op2(g, OP_SUB, s.q[0], graph_const(g, i - 0.5));
        graph_id r = graph_op2(g, OP_ADD, graph_op2(g, OP_MUL, u, u),
                               graph_op2(g, OP_MUL, s.q[1], s.q[1]));
        gap[i] = graph_op2(g, OP_SUB, r, graph_const(g, 1));
    }
    CHECK(scene_gaps(&s, 2, NULL, 2, gap).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 0, 0.0625, 3);
    mpq_set_ui(x.q[1], 2, 1);
    mpq_set_si(x.v[1], -1, 1);
    x.mode = EXPERIMENT_EXACT_CHECK;
    perp_status st = loop_run(&x, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(sum.steps_proven == sum.steps, "%ld of %ld", sum.steps_proven,
          sum.steps);
    double a = scene_cell(&t, t.rows - 1, "q.a");
    double b = scene_cell(&t, t.rows - 1, "q.b");
    CHECK(fabs(a) < 1e-13 && fabs(b - sqrt(0.75)) < 1e-13, "%g %g", a, b);
    CHECK(sum.note != NULL && strstr(sum.note, "angle"), "cos > 0 between "
                                                         "the gradients");
    trace_free(&t);
    summary_clear(&sum);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

/** $M = (a)$ with a falling from 1: at $a = 0$ it is singular, and the run ends
with step and pivot instead of an infinity. */
static void singular(void)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    scene_start(&s, 1);
    graph_id zero = graph_const(&s.g, 0);
    system_spec spec = {.g = &s.g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = s.q,
                        .k = &zero};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "scene");
    for (int mode = 0; mode < 3; mode++) {
        scene_experiment(&x, &s, e, 0, 0.125, 2);
        mpq_set_ui(x.q[0], 1, 1);
        mpq_set_si(x.v[0], -1, 1);
        x.mode = (experiment_mode)mode;
        perp_status st = loop_run(&x, &t, &sum);
        CHECK(st.code == PERP_INPUT, "code %d", st.code);
        CHECK(strstr(st.message, "step 9") && strstr(st.message, "definite"),
              "%s", st.message);
        mpq_clear(e);
        experiment_end(&x);
    }
    scene_end(&s);
}

static void interpolant_as(experiment_mode mode)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    double jumps = 0;
    scene_start(&s, 1);
    CHECK(scene_gaps(&s, 1, NULL, 1, s.q).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 2, 0.0625, 2);
    mpq_set_ui(x.q[0], 1, 1);
    mpq_set_si(x.v[0], -1, 1);
    x.mode = mode;
    CHECK(loop_run(&x, &t, &sum).code == PERP_OK, "run");
    CHECK(sum.steps_proven == (mode == EXPERIMENT_DOUBLE ? 0 : t.rows - 1),
          "%ld of %d proven", sum.steps_proven, t.rows - 1);
    for (int k = 0; k < t.rows; k++)
        CHECK(scene_cell(&t, k, "step") == k &&
                  scene_cell(&t, k, "t") == k * 0.0625,
              "row %d", k);
    for (int k = 1; k < t.rows; k++) {
        double slope =
            (scene_cell(&t, k, "q.a") - scene_cell(&t, k - 1, "q.a")) / 0.0625;
        CHECK(fabs(slope - scene_cell(&t, k, "v.a")) < 1e-14, "row %d", k);
        /* q+ = -e q- + (1 + e) Z, Z on the free side */
        double now = scene_cell(&t, k - 1, "q.a");
        double gone = k > 1 ? scene_cell(&t, k - 2, "q.a") : now + 0.0625;
        double Z = fmax(0, (2 * now - 0.5 * gone) / 1.5);
        CHECK(fabs(scene_cell(&t, k, "q.a") - 1.5 * Z + 0.5 * gone) < 1e-14,
              "row %d is not the scheme's", k);
        /* no e in the first step */
        double va = k > 1 ? (Z - now) / 0.0625 : -1;
        CHECK(fabs(scene_cell(&t, k, "va.a") - va) < 1e-13,
              "row %d: %g, not %g", k, scene_cell(&t, k, "va.a"), va);
        jumps += fabs(scene_cell(&t, k, "v.a") - scene_cell(&t, k - 1, "v.a"));
    }
    CHECK(fabs(jumps - sum.tv_v) < 1e-13 && fabs(jumps - 1.5) < 1e-13, "%g",
          jumps);
    trace_free(&t);
    summary_clear(&sum);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

/** $q_h$ has the slope `v` between the rows, and its velocity has bounded
variation: the sum that the summary prints is the sum of the jumps of the
column. $Z^n$ is $q^n + h$ `va`.

Verifies P10 (qh), (P1), (scheme). */
static void interpolant(void)
{
    interpolant_as(EXPERIMENT_DOUBLE);
    interpolant_as(EXPERIMENT_EXACT_CHECK);
    interpolant_as(EXPERIMENT_RATIONAL);
    VERIFIES("P10 (qh), (P1), (scheme)");
}

/** On a spring, q'' = -4 q - 1, and bouncing at 0: the force of each step is that of
its own position. Verifies P10 (scheme). */
static void on_a_spring(void)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    scene_start(&s, 1);
    graph *G = &s.g;
    graph_id k = graph_op2(G, OP_ADD, graph_const(G, -1),
                           graph_op2(G, OP_MUL, graph_const(G, -4), s.q[0]));
    CHECK(scene_gaps(&s, 1, &k, 1, s.q).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 2, 0.0625, 4);
    mpq_set_ui(x.q[0], 1, 1);
    CHECK(loop_run(&x, &t, &sum).code == PERP_OK, "run");
    int touched = 0;
    for (int l = 2; l < t.rows; l++) {
        double now = scene_cell(&t, l - 1, "q.a");
        double gone = scene_cell(&t, l - 2, "q.a");
        double Z = (2 * now - 0.5 * gone - (4 * now + 1) / 256) / 1.5;
        touched += Z < 0;
        Z = fmax(0, Z);
        CHECK(fabs(scene_cell(&t, l, "q.a") - 1.5 * Z + 0.5 * gone) < 1e-14,
              "row %d", l);
    }
    CHECK(touched > 2, "it never touches");
    trace_free(&t);
    summary_clear(&sum);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
    VERIFIES("P10 (scheme)");
}

/** Moreau's step in the place of the scheme's, e = 1/2, h = 1/4: from 3/8 with -1 the
middle of the second step is at 0, where the floor is closed; so the velocity
turns to 1/2 there, and the point goes on from 1/16 by 1/8 in each step. In
doubles, proven, and in fractions, whose doubles are their roundings. */
static void in_moreaus_way(void)
{
    for (int mode = 0; mode < 3; mode++) {
        scene s;
        experiment x;
        mpq_t e;
        summary sum = {0};
        arena a = {0};
        paoli_state r = {0};
        scene_start(&s, 1);
        CHECK(scene_gaps(&s, 1, NULL, 1, s.q).code == PERP_OK, "scene");
        scene_experiment(&x, &s, e, 2, 0.25, 1);
        mpq_set_d(x.q[0], 0.375);
        mpq_set_si(x.v[0], -1, 1);
        x.scheme = &scheme_moreau;
        x.mode = (experiment_mode)mode;
        CHECK(paoli_state_new(&a, &x, &sum, &r).code == PERP_OK, "state");
        for (int n = 0; n < 4; n++) {
            perp_status st = paoli_step(&r);
            CHECK(st.code == PERP_OK, "%s", st.message);
            CHECK(r.q[0] == (n == 0 ? 0.125 : n * 0.125 - 0.0625) &&
                      r.v[0] == (n == 0 ? -1 : 0.5),
                  "mode %d, step %d: %g with %g", mode, n, r.q[0], r.v[0]);
            CHECK(r.p == (n == 1), "%d closed", r.p);
        }
        paoli_state_free(&r);
        arena_free(&a);
        mpq_clear(e);
        experiment_end(&x);
        scene_end(&s);
    }
}

/** In fractions the state's doubles are its fractions rounded, after each step: from
q = 1/3 with -1, e = 0, h = 1/8 to the floor. Verifies P10 (scheme). */
static void rounded_twins(void)
{
    scene s;
    experiment x;
    mpq_t e;
    summary sum = {0};
    arena a = {0};
    paoli_state r = {0};
    scene_start(&s, 1);
    CHECK(scene_gaps(&s, 1, NULL, 1, s.q).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 0, 0.125, 1);
    mpq_set_ui(x.q[0], 1, 3);
    mpq_set_si(x.v[0], -1, 1);
    x.mode = EXPERIMENT_RATIONAL;
    CHECK(paoli_state_new(&a, &x, &sum, &r).code == PERP_OK, "state");
    for (int n = 1; n < 6; n++) {
        CHECK(paoli_step(&r).code == PERP_OK, "step %d", n);
        CHECK(mpq_cmp_si(r.q_exact[0], n < 3 ? 8 - 3 * n : 0, 24) == 0,
              "step %d: %g", n, mpq_get_d(r.q_exact[0]));
        CHECK(r.q[0] == mpq_get_d(r.q_exact[0]), "step %d: %.17g", n, r.q[0]);
    }
    paoli_state_free(&r);
    arena_free(&a);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
    VERIFIES("P10 (scheme)");
}

int main(void)
{
    RUN(tunnelling);
    RUN(ties);
    RUN(candidates);
    RUN(notch);
    RUN(singular);
    RUN(interpolant);
    RUN(on_a_spring);
    RUN(in_moreaus_way);
    RUN(rounded_twins);
    DONE;
}
