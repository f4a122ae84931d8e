/* What the scheme with compliant contact refuses, and the state it begins with
   and can be set to. */
#include "base/memory.h"
#include "compliant_scene.h"
#include "number/rational.h"

#include <math.h>

static void begin(compliant_scene *u, int slips)
{
    compliant_shape shape = {100, 0, 0, 0, slips};
    CHECK(compliant_floor(u, &shape).code == PERP_OK, "scene");
    compliant_experiment(u, 0, 1 / 64.0, 1);
}

static void refused(compliant_scene *u, const char *word)
{
    trace t;
    summary sum;
    perp_status s = loop_run(&u->x, &t, &sum);
    CHECK(s.code == PERP_INPUT && strstr(s.message, word), "%s: %s", word,
          s.code == PERP_OK ? "passed" : s.message);
    if (s.code == PERP_OK) {
        trace_free(&t);
        summary_clear(&sum);
    }
}

/** (12) at the start: with delta_n it may hold where the gap alone is negative.

Verifies PKS05 (12). */
static void admissible(void)
{
    compliant_scene u;
    begin(&u, 1);
    mpq_set_d(u.x.q[1], -0.25);
    refused(&u, "(12): the gap of 'floor' is -0.25");
    mpq_set_d(u.delta[0], 0.125);
    refused(&u, "(12)");
    mpq_set_d(u.delta[0], 0.25);
    trace t;
    summary sum;
    CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "touching");
    int c = trace_column(&t, "delta.floor.n");
    CHECK(c > 0 && t.cell[c] == 0.25, "row 0 holds delta");
    trace_free(&t);
    summary_clear(&sum);
    mpq_set_d(u.x.tolerance, 0.125); /* as deep as is tolerated, and deeper */
    mpq_set_d(u.delta[0], 0.125);
    CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "at the tolerance");
    trace_free(&t);
    summary_clear(&sum);
    mpq_set_d(u.delta[0], 0.125 - 0x1p-50);
    refused(&u, "(12)");
    compliant_end(&u);
    VERIFIES("PKS05 (12)");
}

/* A point in a corner: over the floor b = 0, before the wall a = 0. */
static void corner(compliant_scene *u)
{
    scene *s = &u->s;
    graph_id M[4], K[16], C[16], k[2];
    mpq_t mu;
    scene_start(s, 2);
    for (int i = 0; i < 16; i++)
        K[i] = C[i] = graph_const(&s->g, i % 5 == 0 ? 8 : 0);
    for (int i = 0; i < 4; i++)
        M[i] = graph_const(&s->g, i % 3 == 0);
    k[0] = k[1] = graph_const(&s->g, -1);
    mpq_init(mu);
    system_contact c[2] = {{"floor", s->q[1], 1, &s->v[0], mu},
                           {"wall", s->q[0], 1, &s->v[1], mu}};
    system_spec spec = {.g = &s->g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 2,
                        .contact = c,
                        .K = K,
                        .C = C};
    CHECK(system_make(&s->a, &spec, &s->sys).code == PERP_OK, "scene");
    mpq_clear(mu);
    compliant_experiment(u, 0, 1 / 64.0, 1 / 16.0);
}

/** (12) for each contact, with its own normal deformation: delta is (floor n, t,
wall n, t), and the wall's gap is -1/8.

Verifies PKS05 (12). */
static void each_contact(void)
{
    for (int i = 0; i < 4; i++) {
        compliant_scene u;
        corner(&u);
        mpq_set_d(u.x.q[0], -0.125);
        mpq_set_d(u.delta[i], 0.125);
        if (i == 2) {
            trace t;
            summary sum;
            CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "allowed");
            trace_free(&t);
            summary_clear(&sum);
        } else
            refused(&u, "(12): the gap of 'wall' is -0.125");
        compliant_end(&u);
    }
    VERIFIES("PKS05 (12)");
}

static void wrong_numbers(void)
{
    compliant_scene u;
    begin(&u, 2);
    mpq_set_d(u.theta, 1.25);
    refused(&u, "[0, 1]");
    mpq_set_d(u.theta, -0.25);
    refused(&u, "[0, 1]");
    mpq_set_d(u.theta, 0.5);
    mpq_set_d(u.x.h, 0);
    refused(&u, "positive");
    mpq_set_d(u.x.h, 0.5);
    u.x.mode = EXPERIMENT_RATIONAL;
    refused(&u, "directions");
    u.x.mode = EXPERIMENT_DOUBLE;
    u.x.solver = "modes";
    refused(&u, "one slip");
    u.x.solver = "polyhedral";
    refused(&u, "at least 3");
    compliant_end(&u);
    scene rigid;
    CHECK(scene_block(&rigid, 1, 0.5, 9).code == PERP_OK, "scene");
    experiment x;
    trace t;
    summary sum;
    experiment_start(&x, &rigid.sys);
    x.scheme = &scheme_theta;
    mpq_set_d(x.h, 0.5);
    mpq_set_d(x.T, 1);
    perp_status s = loop_run(&x, &t, &sum);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "do not yield"), "rigid");
    experiment_end(&x);
    scene_end(&rigid);
}

/** The motion as a function of its start: the state that was set comes back, two
halves are the whole, and a flow is a run.

Verifies PKS05 (14). */
static void flows(void)
{
    compliant_scene u;
    arena a = {0};
    summary sum = {0};
    compliant_state r = {0};
    trace t;
    begin(&u, 1);
    CHECK(compliant_state_new(&a, &u.x, &sum, &r).code == PERP_OK, "state");
    CHECK(compliant_size(&r) == 6, "size %d", compliant_size(&r));
    double x[6] = {0, 0, 1, -1, 0, 0}, y[6], z[6];
    compliant_set(&r, x);
    compliant_get(&r, y);
    CHECK(memcmp(x, y, sizeof x) == 0, "set and get");
    memcpy(z, x, sizeof x);
    CHECK(compliant_flow(&r, 64, z).code == PERP_OK, "flow");
    CHECK(compliant_flow(&r, 24, y).code == PERP_OK &&
              compliant_flow(&r, 40, y).code == PERP_OK,
          "halves");
    for (int i = 0; i < 6; i++)
        CHECK(fabs(y[i] - z[i]) < 1e-12, "entry %d", i);
    CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
    static const char *const name[] = {"q.a", "q.b",           "v.a",
                                       "v.b", "delta.floor.n", "delta.floor.t"};
    for (int i = 0; i < 6; i++) {
        double cell = t.cell[64 * t.columns + trace_column(&t, name[i])];
        CHECK(cell == z[i], "%s: %g, %g", name[i], cell, z[i]);
    }
    y[1] = -1; /* violates (12) */
    y[4] = 0;
    CHECK(compliant_flow(&r, 1, y).code == PERP_INPUT, "(12)");
    trace_free(&t);
    summary_clear(&sum);
    compliant_state_free(&r);
    arena_free(&a);
    compliant_end(&u);
    VERIFIES("PKS05 (14)");
}

/** Every refused allocation is a clean error. */
static void refusals(void)
{
    for (int mode = 0; mode < 2; mode++) {
        compliant_scene u;
        trace t;
        summary sum;
        begin(&u, 1);
        u.x.mode = mode == 0 ? EXPERIMENT_DOUBLE : EXPERIMENT_EXACT_CHECK;
        mpq_set_d(u.x.T, 1 / 32.0);
        perp_status s = {PERP_LIMIT, NULL, NULL};
        int k = 0;
        for (k = 1; k < 400 && s.code != PERP_OK && mode == 0; k++) {
            memory_refuse((size_t)k);
            s = loop_run(&u.x, &t, &sum);
            memory_refuse(0);
            CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "%d: %s", k,
                  s.message);
        }
        CHECK(mode == 1 || s.code == PERP_OK, "never enough");
        if (s.code == PERP_OK) {
            trace_free(&t);
            summary_clear(&sum);
        }
        compliant_end(&u);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(admissible);
    RUN(each_contact);
    RUN(wrong_numbers);
    RUN(flows);
    RUN(refusals);
    DONE;
}
