/* Measures: expressions of a row, in doubles and over the rationals, while a run
   goes on and behind a scheme that knows nothing of them. */
#include "base/memory.h"
#include "scene/run/drive.h"
#include "p10/paoli_step.h"
#include "scene.h"
#include "run/trace/measures.h"

/* A falling point; x v + t and 1/(2 - t). */
static perp_status falling(scene *s, const char *second)
{
    static const char *name[2];
    scene_start(s, 1);
    graph *g = &s->g;
    graph_id one = graph_const(g, 1), k = graph_const(g, -10);
    graph_id left = graph_op2(g, OP_SUB, graph_const(g, 2), s->t);
    graph_id measure[2] = {
        graph_op2(g, OP_ADD, graph_op2(g, OP_MUL, s->q[0], s->v[0]), s->t),
        graph_op2(g, OP_DIV, one, left)};
    name[0] = "first";
    name[1] = second;
    system_spec spec = {.g = g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = &one,
                        .k = &k,
                        .measures = 2,
                        .measure_name = name,
                        .measure = measure};
    return system_make(&s->a, &spec, &s->sys);
}

static void start(experiment *e, scene *s, const struct scheme *scheme,
                  double T)
{
    experiment_start(e, &s->sys);
    e->scheme = scheme;
    mpq_set_d(e->alpha, 0.5);
    mpq_set_d(e->gamma, 0.5);
    mpq_set_d(e->h, 0.25);
    mpq_set_d(e->T, T);
    mpq_set_d(e->q[0], 3);
}

static double cell(const trace *t, int row, const char *name)
{
    return t->cell[row * t->columns + trace_column(t, name)];
}

static void every_row(void)
{
    static const struct scheme *const scheme[] = {
        &scheme_alpha_gamma, &scheme_linear_implicit, &scheme_paoli};
    for (int i = 0; i < 6; i++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        CHECK(falling(&s, "second").code == PERP_OK, "made");
        start(&e, &s, scheme[i % 3], 1);
        e.mode = i < 3 ? EXPERIMENT_DOUBLE : EXPERIMENT_RATIONAL;
        perp_status st = drive_run(&e, &t, &sum);
        CHECK(st.code == PERP_OK, "%s", st.message);
        for (int row = 0; row < t.rows && st.code == PERP_OK; row++) {
            double q = cell(&t, row, "q.a"), v = cell(&t, row, "v.a");
            double time = cell(&t, row, "t");
            CHECK(cell(&t, row, "first") == q * v + time, "row %d", row);
            CHECK(cell(&t, row, "second") == 1 / (2 - time) ||
                      e.mode == EXPERIMENT_RATIONAL,
                  "row %d", row);
            if (e.mode == EXPERIMENT_RATIONAL) {
                mpq_t wanted;
                mpq_init(wanted);
                mpq_set_d(wanted, 2 - time);
                mpq_inv(wanted, wanted);
                CHECK(
                    mpq_equal(
                        wanted,
                        t.exact[row * t.columns + trace_column(&t, "second")]),
                    "row %d", row);
                mpq_clear(wanted);
            }
        }
        CHECK(t.rows == 5, "%d rows", t.rows);
        trace_free(&t);
        summary_clear(&sum);
        experiment_end(&e);
        scene_end(&s);
    }
}

/* At t = 2 the second has no value; a name that is taken is refused. */
static void what_is_refused(void)
{
    static const char *const name[] = {"second", "second", "q.a", "first"};
    for (int i = 0; i < 4; i++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        CHECK(falling(&s, name[i]).code == PERP_OK, "made");
        start(&e, &s, i == 1 ? &scheme_paoli : &scheme_alpha_gamma, 2);
        perp_status st = drive_run(&e, &t, &sum);
        const char *say = i < 2 ? "infin" : "the name of another column";
        CHECK(st.code == PERP_INPUT &&
                  (strstr(st.message, say) != NULL ||
                   (i < 2 && strstr(st.message, "zero") != NULL)),
              "%d: %s", i, st.message);
        experiment_end(&e);
        scene_end(&s);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_row);
    RUN(what_is_refused);
    DONE;
}
