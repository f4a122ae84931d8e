#include "check.h"
#include "model/step/assemble.h"
#include "scene.h"

/* One coordinate y on a floor at t^2 whose belt has the velocity 3 t: Phi = y - t^2,
   slip v - 3 t. A binding's contact is not there, so all are the scene's. */
static perp_status lifted(scene *s)
{
    scene_start(s, 1);
    graph *g = &s->g;
    graph_id one = graph_const(g, 1), zero = graph_const(g, 0);
    graph_id gap = graph_op2(g, OP_SUB, s->q[0],
                             graph_op2(g, OP_MUL, s->t, s->t));
    graph_id belt = graph_op2(g, OP_MUL, graph_const(g, 3), s->t);
    mpq_t mu;
    mpq_init(mu);
    system_contact c[2] = {{"wall", s->q[0], 0, NULL, mu},
                           {"floor", gap, 1, s->v, mu}};
    const graph_id *moving[2] = {NULL, &belt};
    system_spec spec = {.g = g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = &one,
                        .k = &zero,
                        .contacts = 2,
                        .contact = c,
                        .surface = moving};
    perp_status st = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return st;
}

/* From 1 to 3/2 s: the floor rises by 5/4, 5/2 m/s in the mean, 2 m/s at first; the
   belt has 3 and 9/2. With t1 = t0 all are those of the instant. */
static void both_arithmetics(void)
{
    static const double want[2][6] = {{0, -2.5, -3.75, 0, -2, -3},
                                      {0, -2, -3, 0, -2, -3}};
    for (int instant = 0; instant < 2; instant++) {
        scene s;
        assembler w;
        step_data d;
        step_exact x;
        int id[2] = {0, 1};
        uint8_t kept[2] = {1, 1};
        const active_set set = {2, id, kept};
        const double q = 7, v = 0;
        perp_status st = lifted(&s);
        CHECK(st.code == PERP_OK, "%s", st.message);
        st = assembler_new(&s.a, &s.sys, 1, &w);
        if (st.code == PERP_OK)
            st = step_data_new(&s.a, &s.sys, &d);
        if (st.code == PERP_OK)
            st = step_exact_new(&s.a, &s.sys, &x);
        const step_point at = {1, instant ? 1 : 1.5, &q, &v, 0};
        if (st.code == PERP_OK)
            st = assemble_step(&s.sys, &w, &at, &set, &d);
        CHECK(st.code == PERP_OK, "%s", st.message);
        mpq_t t0, t1, qx[1], vx[1];
        mpq_inits(t0, t1, qx[0], vx[0], NULL);
        mpq_set_d(t0, at.t0);
        mpq_set_d(t1, at.t1);
        mpq_set_d(qx[0], q);
        const step_point_exact there = {t0, t1, (const mpq_t *)qx,
                                        (const mpq_t *)vx, 0};
        st = assemble_exact(&s.sys, &w, &there, &set, &x);
        CHECK(st.code == PERP_OK, "%s", st.message);
        for (int i = 0; i < 3; i++) {
            CHECK(d.drift[i] == want[instant][i], "drift %d: %g", i,
                  d.drift[i]);
            CHECK(d.rate[i] == want[instant][3 + i], "rate %d: %g", i,
                  d.rate[i]);
            CHECK(mpq_get_d(x.drift[i]) == want[instant][i] &&
                      mpq_get_d(x.rate[i]) == want[instant][3 + i],
                  "exact %d: %g %g", i, mpq_get_d(x.drift[i]),
                  mpq_get_d(x.rate[i]));
        }
        st = assemble_gaps_at(&s.sys, &w, &q, 2);
        CHECK(st.code == PERP_OK && w.gap[1] == 3 && w.gap[0] == 7,
              "gap at 2 s: %g", w.gap[1]);
        mpq_clears(t0, t1, qx[0], vx[0], NULL);
        assembler_clear(&w);
        step_exact_clear(&x);
        scene_end(&s);
    }
}

int main(void)
{
    RUN(both_arithmetics);
    DONE;
}
