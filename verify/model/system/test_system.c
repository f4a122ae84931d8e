#include "check.h"
#include "model/system/system.h"
#include "scene.h"

#include <math.h>

static perp_status one_contact(scene *s, system_contact c)
{
    graph_id one = graph_const(&s->g, 1), zero = graph_const(&s->g, 0);
    graph_id M[4] = {one, zero, zero, one}, k[2] = {zero, zero};
    system_spec spec = {.g = &s->g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &c};
    return system_make(&s->a, &spec, &s->sys);
}

/* What the papers' model can not express is refused by name. */
static void refuses(void)
{
    const char *say[6] = {"depends on the velocity", "depends on the velocity",
                          "not linear in v",         "depends on the time",
                          "not zero at rest",        "negative friction"};
    for (int i = 0; i < 6; i++) {
        scene s;
        scene_start(&s, 2);
        graph *g = &s.g;
        mpq_t mu;
        mpq_init(mu);
        graph_id gap[6] = {s.v[0], graph_op2(g, OP_MUL, s.t, s.v[1]),
                           s.q[1], s.q[1], s.q[1], s.q[1]};
        graph_id slip[6] = {s.v[0],
                            s.v[0],
                            graph_op2(g, OP_MUL, s.v[0], s.v[1]),
                            graph_op2(g, OP_MUL, s.v[0], s.t),
                            graph_op2(g, OP_ADD, s.v[0], s.q[0]),
                            s.v[0]};
        mpq_set_si(mu, i == 5 ? -1 : 1, 2);
        system_contact c = {"tip", gap[i], 1, &slip[i], mu};
        perp_status st = one_contact(&s, c);
        CHECK(st.code == PERP_INPUT && strstr(st.message, say[i]) &&
                  strstr(st.message, "'tip'"),
              "%d: %s", i, st.message);
        mpq_clear(mu);
        scene_end(&s);
    }
}

/* Verifies GAP08 (2.1), (2.2); AP02 (1), (2), (3). With q' = Gamma(q) v the rows are
   Gamma' grad; here Gamma is the rotation by q0, Theta = q0^2 q1 and the
   contact's Phi = q1 - q0 q0. */
static void rows_with_gamma(void)
{
    scene s;
    scene_start(&s, 2);
    graph *g = &s.g;
    graph_id one = graph_const(g, 1), zero = graph_const(g, 0);
    graph_id M[4] = {one, zero, zero, one}, k[2] = {zero, zero};
    graph_id c = graph_op1(g, OP_COS, s.q[0]),
             sn = graph_op1(g, OP_SIN, s.q[0]);
    graph_id G[4] = {c, graph_op1(g, OP_NEG, sn), sn, c};
    graph_id square = graph_op2(g, OP_MUL, s.q[0], s.q[0]);
    graph_id theta = graph_op2(g, OP_MUL, square, s.q[1]);
    mpq_t mu;
    mpq_init(mu);
    system_contact tip = {"tip", graph_op2(g, OP_SUB, s.q[1], square), 0, NULL,
                          mu};
    system_spec spec = {.g = g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = M,
                        .k = k,
                        .G = G,
                        .joints = 1,
                        .joint_name = s.name,
                        .theta = &theta,
                        .contacts = 1,
                        .contact = &tip};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "made");
    check_random r = {check_seed(51)};
    for (int trial = 0; trial < 200; trial++) {
        double q0 = check_uniform(&r, -3, 3), q1 = check_uniform(&r, -3, 3);
        double in[5] = {q0, q1, 0, 0, 0}, work[100], out[8];
        CHECK(tape_f64(&s.sys.joint, in, work, out).code == PERP_OK, "joint");
        double t0 = 2 * q0 * q1, t1 = q0 * q0; /* grad Theta */
        CHECK(fabs(out[0] - q0 * q0 * q1) < 1e-12 &&
                  fabs(out[1] - (cos(q0) * t0 + sin(q0) * t1)) < 1e-12 &&
                  fabs(out[2] - (-sin(q0) * t0 + cos(q0) * t1)) < 1e-12,
              "%g %g %g", out[0], out[1], out[2]);
        CHECK(tape_f64(&s.sys.row, in, work, out).code == PERP_OK, "row");
        CHECK(fabs(out[0] - (cos(q0) * -2 * q0 + sin(q0))) < 1e-12 &&
                  fabs(out[1] - (sin(q0) * 2 * q0 + cos(q0))) < 1e-12,
              "%g %g", out[0], out[1]);
    }
    mpq_clear(mu);
    scene_end(&s);
    VERIFIES("GAP08 (2.1), (2.2); AP02 (1), (2), (3)");
}

/* Verifies GAP08 (4.3); AP02 (6). The Jacobians of k1 = (q0 q1 v0, sin(t) v1^2) are
   exact; k1q acts on q' = v here. */
static void jacobians(void)
{
    scene s;
    scene_start(&s, 2);
    graph *g = &s.g;
    graph_id one = graph_const(g, 1), zero = graph_const(g, 0);
    graph_id M[4] = {one, zero, zero, one};
    graph_id k[2] = {
        graph_op2(g, OP_MUL, graph_op2(g, OP_MUL, s.q[0], s.q[1]), s.v[0]),
        graph_op2(g, OP_MUL, graph_op1(g, OP_SIN, s.t),
                  graph_op2(g, OP_MUL, s.v[1], s.v[1]))};
    system_spec spec = {.g = g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = M,
                        .k = k};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "made");
    CHECK(!s.sys.has_F && !s.sys.has_G, "neither F nor Gamma");
    CHECK(s.sys.jacobians.outputs == 8, "%u outputs", s.sys.jacobians.outputs);
    double in[5] = {0.5, -2, 3, 4, 0.25}, work[100], out[8];
    CHECK(tape_f64(&s.sys.jacobians, in, work, out).code == PERP_OK, "tape");
    const double want[8] = {-2 * 3,   0.5 * 3, 0, 0, /* dk/dq */
                            0.5 * -2, 0,       0, 2 * sin(0.25) * 4};
    for (int i = 0; i < 8; i++)
        CHECK(fabs(out[i] - want[i]) < 1e-14, "%d: %g, not %g", i, out[i],
              want[i]);
    scene_end(&s);
    VERIFIES("GAP08 (4.3); AP02 (6)");
}

int main(void)
{
    RUN(refuses);
    RUN(rows_with_gamma);
    RUN(jacobians);
    DONE;
}
