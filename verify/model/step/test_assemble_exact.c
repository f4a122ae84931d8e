#include "model/step/assemble.h"
#include "base/memory.h"
#include "check.h"
#include "scene.h"

/** A bead: M = (2 + b^2, b; b, 1) and friends, rational everywhere. */
static perp_status bead(scene *s)
{
    scene_start(s, 2);
    graph *g = &s->g;
    graph_id one = graph_const(g, 1);
    graph_id bb = graph_op2(g, OP_MUL, s->q[1], s->q[1]);
    graph_id M[4] = {graph_op2(g, OP_ADD, graph_const(g, 2), bb), s->q[1],
                     s->q[1], one};
    graph_id k[2] = {graph_op2(g, OP_DIV, s->t, s->q[0]),
                     graph_op2(g, OP_MUL, s->v[0], s->v[1])};
    graph_id theta = graph_op2(g, OP_SUB, bb, s->q[0]);
    mpq_t mu;
    mpq_init(mu);
    mpq_set_ui(mu, 2, 7);
    system_contact c = {"c", graph_op2(g, OP_MUL, s->q[0], s->q[1]), 1,
                        &s->v[1], mu};
    system_spec spec = {.g = g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .joints = 1,
                        .joint_name = s->name,
                        .theta = &theta,
                        .contacts = 1,
                        .contact = &c};
    perp_status st = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return st;
}

static void is(const char *what, mpq_srcptr x, long p, unsigned long q)
{
    mpq_t want;
    mpq_init(want);
    mpq_set_si(want, p, q);
    mpq_canonicalize(want);
    if (!mpq_equal(x, want)) {
        check_failures++;
        gmp_printf("%s = %Qd, not %Qd\n", what, x, want);
    }
    mpq_clear(want);
}

/* Thirds and sevenths go through unrounded. */
static void thirds(void)
{
    scene s;
    assembler w;
    step_exact d;
    arena a = {0};
    int id[1];
    uint8_t kept[1] = {1};
    active_set set = {0, id, kept};
    mpq_t q[2], v[2], t0, t1;
    CHECK(bead(&s).code == PERP_OK, "scene");
    CHECK(assembler_new(&a, &s.sys, 1, &w).code == PERP_OK &&
              step_exact_new(&a, &s.sys, &d).code == PERP_OK,
          "memory");
    mpq_inits(q[0], q[1], v[0], v[1], t0, t1, NULL);
    mpq_set_ui(q[0], 2, 3);
    mpq_set_ui(q[1], 1, 3);
    mpq_set_ui(v[0], 1, 5);
    mpq_set_si(v[1], -1, 7);
    mpq_set_ui(t1, 1, 9);
    CHECK(assemble_gaps_exact(&s.sys, &w, (const mpq_t *)q).code == PERP_OK,
          "gaps");
    is("gap", w.gap_exact[0], 2, 9);
    mpq_t tolerance;
    mpq_init(tolerance);
    active_find_exact(&set, 1, (const mpq_t *)w.gap_exact, tolerance);
    mpq_clear(tolerance);
    step_point_exact at = {t0, t1, (const mpq_t *)q, (const mpq_t *)v, 1};
    perp_status st = assemble_exact(&s.sys, &w, &at, &set, &d);
    CHECK(st.code == PERP_OK, "%s", st.message);
    is("M11", d.M[0], 19, 9);
    is("M12", d.M[1], 1, 3);
    is("k0", d.k0[0], 0, 1);
    is("k1", d.k1[0], 1, 6);
    is("k1 second", d.k1[1], -1, 35);
    is("dk/da", d.kq[0], -1, 4); /* -t / a^2 */
    is("dk/dv", d.kv[2], -1, 7);
    is("nu", d.nu[1], 2, 3);
    is("theta", d.theta[0], -5, 9);
    is("n", d.n[0], 1, 3);
    is("n second", d.n[1], 2, 3);
    is("d", d.d[1], 1, 1);
    is("mu", d.mu[0], 2, 7);
    mpq_clears(q[0], q[1], v[0], v[1], t0, t1, NULL);
    assembler_clear(&w);
    step_exact_clear(&d);
    arena_free(&a);
    scene_end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(thirds);
    DONE;
}
