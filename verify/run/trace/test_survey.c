#include "table.h"
#include "run/trace/survey.h"

#include <math.h>

/* A contact with the gap y - sin(2 x) and one slip: its normal is
   (-2 cos 2x, 1), whose derivative is (4 sin 2x, 0), and D = (1, x). */
static perp_status wavy(scene *s)
{
    scene_start(s, 2);
    graph *G = &s->g;
    graph_id one = graph_const(G, 1), zero = graph_const(G, 0);
    graph_id M[4] = {one, zero, zero, one}, k[2] = {zero, zero};
    graph_id twice = graph_op2(G, OP_MUL, graph_const(G, 2), s->q[0]);
    graph_id gap = graph_op2(G, OP_SUB, s->q[1], graph_op1(G, OP_SIN, twice));
    graph_id slip =
        graph_op2(G, OP_ADD, s->v[0], graph_op2(G, OP_MUL, s->q[0], s->v[1]));
    mpq_t mu;
    mpq_init(mu);
    system_contact hill = {"hill", gap, 1, &slip, mu};
    system_spec spec = {.g = G,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &hill};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return status;
}

/** The largest turning along x from 0 to 1 is 4 at $x = \pi/4$, and with the
slip's row, whose derivative has length 1, $\sqrt{17}$. */
static void turning(void)
{
    scene s;
    table x;
    survey w;
    survey_most normal, all;
    CHECK(wavy(&s).code == PERP_OK, "scene");
    table_start(&x, &s.sys, 400);
    for (int k = 0; k < 400; k++)
        table_row(&x, 0.01 * k, 2, (double[2]){k / 400.0, 1},
                  (double[2]){0, 0});
    CHECK(survey_new(&w, &s.sys, &x.t, 1e-10, 100).code == PERP_OK, "survey");
    CHECK(w.rows <= 100 && w.rows > 40, "%d rows", w.rows);
    CHECK(w.row[0] == 0 && w.row[w.rows - 1] == 399, "ends");
    for (int i = 1; i < w.rows; i++)
        CHECK(w.row[i] > w.row[i - 1], "order");
    CHECK(survey_turning(&w, &normal, &all).code == PERP_OK, "turning");
    CHECK(fabs(normal.value - 4) < 0.01, "%g", normal.value);
    CHECK(fabs(all.value - sqrt(17)) < 0.01, "%g", all.value);
    CHECK(normal.contact == 0 && fabs(normal.row / 400.0 - 0.785) < 0.05,
          "row %d", normal.row);
    CHECK(survey_scaled(&w, 200, 9).code == PERP_OK && w.q[0] == 5, "scaled");
    CHECK(survey_moved(&w, 200, 1, 0.25, 0).code == PERP_OK && w.q[1] == 1.25,
          "moved");
    CHECK(survey_moved(&w, 200, 2, 0.25, 0).code == PERP_OK && w.v[0] == 0.25,
          "pushed");
    CHECK(survey_look(&w, 0, 0, 0).code == PERP_OK && w.data.p == 0, "open");
    CHECK(survey_look(&w, 0, 1, 0).code == PERP_OK && w.data.p == 1, "all");
    survey_free(&w);
    table_end(&x);
    scene_end(&s);
}

/** Rows where a set of contacts pushes for the first time are picked, however
short they are. */
static void events(void)
{
    scene s;
    table x;
    survey w;
    CHECK(scene_block(&s, 1, 0.5, 9.81).code == PERP_OK, "scene");
    table_start(&x, &s.sys, 5000);
    for (int k = 0; k < 5000; k++)
        table_row(&x, k, 2, (double[2]){0, 1}, (double[2]){0, 0})[x.at.cn] =
            k == 1237;
    CHECK(survey_new(&w, &s.sys, &x.t, 1e-10, 20).code == PERP_OK, "survey");
    int found = 0;
    for (int i = 0; i < w.rows; i++)
        found |= w.row[i] == 1237;
    CHECK(found && w.rows <= 20 && w.row[w.rows - 1] == 4999, "%d rows",
          w.rows);
    survey_free(&w);
    table_end(&x);
    scene_end(&s);
}

int main(void)
{
    RUN(turning);
    RUN(events);
    DONE;
}
