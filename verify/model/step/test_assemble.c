#include "check.h"
#include "model/step/assemble.h"
#include "scene.h"

#include <math.h>

/** A system with everything: M(q), F(v), Gamma(q), a force with all
arguments, a joint, two scene contacts. Inputs a, b | v | t. */
static perp_status everything(scene *s, double lower)
{
    scene_start(s, 2);
    graph *g = &s->g;
    graph_id two = graph_const(g, 2), zero = graph_const(g, 0);
    graph_id ab = graph_op2(g, OP_MUL, s->q[0], s->q[1]);
    graph_id heavy =
        graph_op2(g, OP_ADD, graph_const(g, 9), graph_op2(g, OP_MUL, ab, ab));
    graph_id low = graph_op2(g, OP_MUL, graph_const(g, lower), ab);
    graph_id M[4] = {heavy, ab, low, two};
    graph_id F[4] = {zero, s->v[0], graph_op1(g, OP_NEG, s->v[0]), zero};
    graph_id G[4] = {two, zero, s->q[0], graph_const(g, 1)};
    graph_id k[2] = {graph_op2(g, OP_MUL, s->t, s->q[1]),
                     graph_op2(g, OP_MUL, s->v[0], s->v[1])};
    graph_id theta = graph_op2(g, OP_SUB, ab, graph_const(g, 1));
    graph_id slip[2] = {s->v[0], graph_op2(g, OP_MUL, s->q[1], s->v[1])};
    mpq_t mu[2];
    mpq_inits(mu[0], mu[1], NULL);
    mpq_set_ui(mu[0], 1, 3);
    mpq_set_ui(mu[1], 1, 2);
    system_contact c[2] = {{"one", s->q[0], 1, slip, mu[0]},
                           {"two", s->q[1], 2, slip, mu[1]}};
    system_spec spec = {.g = g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .F = F,
                        .G = G,
                        .joints = 1,
                        .joint_name = s->name,
                        .theta = &theta,
                        .contacts = 2,
                        .contact = c};
    perp_status st = system_make(&s->a, &spec, &s->sys);
    mpq_clears(mu[0], mu[1], NULL);
    return st;
}

static void expect(const char *what, const double *x, const double *want, int n)
{
    for (int i = 0; i < n; i++)
        CHECK(x[i] == want[i], "%s[%d] = %g, not %g", what, i, x[i], want[i]);
}

/* Every piece of the primary data against its formula, at small integers,
   where doubles are exact; the second contact only is active. */
static void every_piece(void)
{
    scene s;
    assembler w;
    step_data d;
    arena a = {0};
    int id[2];
    uint8_t kept[2] = {0};
    active_set set = {0, id, kept};
    CHECK(everything(&s, 1).code == PERP_OK, "scene");
    CHECK(assembler_new(&a, &s.sys, 0, &w).code == PERP_OK, "work");
    CHECK(step_data_new(&a, &s.sys, &d).code == PERP_OK, "data");
    const double q[2] = {3, -2}, v[2] = {5, 7};
    CHECK(assemble_gaps(&s.sys, &w, q).code == PERP_OK, "gaps");
    active_find(&set, 2, w.gap, 0);
    CHECK(set.n == 1 && id[0] == 1, "active set");
    step_point at = {0.5, 0.75, q, v, 1};
    perp_status st = assemble_step(&s.sys, &w, &at, &set, &d);
    CHECK(st.code == PERP_OK, "%s", st.message);
    expect("M", d.M, (const double[]){45, -6, -6, 2}, 4);
    expect("F", d.F, (const double[]){0, 5, -5, 0}, 4);
    expect("G", d.G, (const double[]){2, 0, 3, 1}, 4);
    expect("k0", d.k0, (const double[]){-1, 35}, 2);
    expect("k1", d.k1, (const double[]){-1.5, 35}, 2);
    expect("kq", d.kq, (const double[]){0.75 * 3, 0.75, 0, 0}, 4);
    expect("kv", d.kv, (const double[]){0, 0, 7, 5}, 4);
    expect("nu", d.nu, (const double[]){-2 * 2 + 3 * 3, 3}, 2);
    expect("theta", d.theta, (const double[]){-7}, 1);
    CHECK(d.p == 1 && d.r == 2 && d.slip_at[1] == 2, "%d %d", d.p, d.r);
    expect("n", d.n, (const double[]){3, 1}, 2);
    expect("d", d.d, (const double[]){1, 0, 0, -2}, 4);
    expect("mu", d.mu, (const double[]){0.5}, 1);
    arena_free(&a);
    scene_end(&s);
}

/* An M that is not symmetric is an error that shows both entries. */
static void asymmetric(void)
{
    scene s;
    assembler w;
    step_data d;
    arena a = {0};
    int id[2];
    uint8_t kept[2] = {0};
    active_set set = {0, id, kept};
    CHECK(everything(&s, 1.5).code == PERP_OK, "scene");
    CHECK(assembler_new(&a, &s.sys, 0, &w).code == PERP_OK &&
              step_data_new(&a, &s.sys, &d).code == PERP_OK,
          "memory");
    const double q[2] = {3, 2}, v[2] = {0};
    step_point at = {0, 1, q, v, 0};
    perp_status st = assemble_step(&s.sys, &w, &at, &set, &d);
    CHECK(st.code == PERP_INPUT && strstr(st.message, "M[1][2] = 6") &&
              strstr(st.message, "M[2][1] = 9"),
          "%s", st.message);
    arena_free(&a);
    scene_end(&s);
}

/* One triangle says zero: what the other says is refused, or, when it is next to
   nothing, the upper one is taken for both. */
static void one_triangle(void)
{
    const double off[4][2] = {{0.5, 0}, {0, 0.5}, {1e-12, 0}, {0, 1e-12}};
    for (int i = 0; i < 4; i++) {
        scene s;
        assembler w;
        step_data d;
        const double none[2] = {0};
        scene_start(&s, 2);
        const graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
        const graph_id M[4] = {one, graph_const(&s.g, off[i][0]),
                               graph_const(&s.g, off[i][1]), one};
        const graph_id k[2] = {zero, zero};
        const system_spec spec = {.g = &s.g,
                                  .nq = 2,
                                  .nv = 2,
                                  .q_name = s.name,
                                  .v_name = s.name,
                                  .M = M,
                                  .k = k};
        CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK &&
                  assembler_new(&s.a, &s.sys, 0, &w).code == PERP_OK &&
                  step_data_new(&s.a, &s.sys, &d).code == PERP_OK,
              "scene");
        perp_status st = assemble_mass(&s.sys, &w, none, none, &d);
        CHECK(st.code == (i < 2 ? PERP_INPUT : PERP_OK), "%d: %s", i,
              st.message);
        CHECK(i < 2 || (d.M[1] == off[i][0] && d.M[2] == off[i][0]),
              "%g and %g", d.M[1], d.M[2]);
        scene_end(&s);
    }
}

/* What is mirrored is not taken for the scene's own when it is compared next: an
   upper entry grows, by no step more than is forgiven, and nothing is below. */
static void growing_triangle(void)
{
    scene s;
    assembler w;
    step_data d;
    scene_start(&s, 2);
    const graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
    const graph_id M[4] = {one, s.q[0], zero, one}, k[2] = {zero, zero};
    const system_spec spec = {.g = &s.g,
                              .nq = 2,
                              .nv = 2,
                              .q_name = s.name,
                              .v_name = s.name,
                              .M = M,
                              .k = k};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK &&
              assembler_new(&s.a, &s.sys, 0, &w).code == PERP_OK &&
              step_data_new(&s.a, &s.sys, &d).code == PERP_OK,
          "scene");
    for (int i = 0; i < 6; i++) { /* the allowance is 2e-9 */
        const double q[2] = {1.1e-9 * i, 0}, v[2] = {0};
        perp_status st = assemble_mass(&s.sys, &w, q, v, &d);
        CHECK(st.code == (i < 2 ? PERP_OK : PERP_INPUT), "%d: %s", i,
              st.message);
    }
    scene_end(&s);
}

int main(void)
{
    RUN(every_piece);
    RUN(asymmetric);
    RUN(one_triangle);
    RUN(growing_triangle);
    DONE;
}
