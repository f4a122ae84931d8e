#include "check.h"
#include "model/system/system.h"
#include "scene.h"

#include <math.h>

/* Two contacts of two coordinates: the first as the test says, the second still. */
static perp_status two(scene *s, graph_id gap, const graph_id *surface)
{
    graph *g = &s->g;
    graph_id one = graph_const(g, 1), zero = graph_const(g, 0);
    graph_id M[4] = {one, zero, zero, one}, k[2] = {zero, zero};
    graph_id slip[2] = {s->v[0], s->v[1]};
    mpq_t mu;
    mpq_init(mu);
    system_contact c[2] = {{"first", gap, 2, slip, mu},
                           {"still", s->q[0], 1, slip, mu}};
    const graph_id *moving[2] = {surface, NULL};
    system_spec spec = {.g = g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 2,
                        .contact = c,
                        .surface = moving};
    perp_status st = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return st;
}

/* Phi = q1 - t^3 q0 and the surface (t, q0 - 2): at q = (5, 7), t = 2 the rates are
   -3 t^2 q0 = -60, and -2, -3; of the contact that stands still 0, 0. The row of the
   gap is (-t^3, 1). */
static void rates(void)
{
    scene s;
    double in[5] = {5, 7, 0, 0, 2}, work[64], out[8];
    const double drift[5] = {-60, -2, -3, 0, 0}, row[2] = {-8, 1};
    scene_start(&s, 2);
    graph *g = &s.g;
    graph_id cube =
        graph_op2(g, OP_MUL, s.t, graph_op2(g, OP_MUL, s.t, s.t));
    graph_id gap =
        graph_op2(g, OP_SUB, s.q[1], graph_op2(g, OP_MUL, cube, s.q[0]));
    graph_id surface[2] = {s.t,
                           graph_op2(g, OP_SUB, s.q[0], graph_const(g, 2))};
    perp_status st = two(&s, gap, surface);
    CHECK(st.code == PERP_OK && s.sys.moves, "%s", st.message);
    st = tape_f64(&s.sys.drift, in, work, out);
    for (int i = 0; i < 5; i++)
        CHECK(st.code == PERP_OK && out[i] == drift[i], "drift %d: %g", i,
              out[i]);
    double rows[16];
    st = tape_f64(&s.sys.row, in, work, rows);
    for (int i = 0; i < 2; i++)
        CHECK(st.code == PERP_OK && rows[i] == row[i], "row %d: %g", i,
              rows[i]);
    scene_end(&s);
}

/* A surface that is written and is zero stands still; one that is a velocity is
   refused by name. */
static void still_and_refused(void)
{
    for (int i = 0; i < 3; i++) {
        scene s;
        scene_start(&s, 2);
        graph_id zero = graph_const(&s.g, 0);
        graph_id surface[2] = {zero, i == 1 ? s.v[1] : zero};
        perp_status st = two(&s, s.q[1], i == 2 ? NULL : surface);
        if (i == 1)
            CHECK(st.code == PERP_INPUT && strstr(st.message, "'first'") &&
                      strstr(st.message, "depends on the velocity"),
                  "%s", st.message);
        else
            CHECK(st.code == PERP_OK && !s.sys.moves, "%s", st.message);
        scene_end(&s);
    }
}

int main(void)
{
    RUN(rates);
    RUN(still_and_refused);
    DONE;
}
