/** What the scheme refuses, and what it sees in a system. */
#include "base/memory.h"
#include "p10/paoli_step.h"
#include "paoli_scene.h"

typedef struct {
    scene s;
    experiment x;
    mpq_t e;
} setup;

/** Two unit masses; the constraints a >= 0 and, when curved, a^2 + b >= 0. */
static void begin(setup *u, int curved)
{
    scene *s = &u->s;
    scene_start(s, 2);
    graph_id gap[2] = {s->q[0], graph_op2(&s->g, OP_ADD, s->q[0], s->q[1])};
    if (curved)
        gap[1] = graph_op2(&s->g, OP_ADD,
                           graph_op2(&s->g, OP_MUL, s->q[0], s->q[0]), s->q[1]);
    CHECK(scene_gaps(s, 2, NULL, 2, gap).code == PERP_OK, "scene");
    scene_experiment(&u->x, s, u->e, 2, 0.125, 1);
    mpq_set_ui(u->x.q[0], 1, 1);
    mpq_set_ui(u->x.q[1], 1, 1);
}

static void end(setup *u)
{
    mpq_clear(u->e);
    experiment_end(&u->x);
    scene_end(&u->s);
}

static void refused(setup *u, const char *word)
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

/** Verifies P10 (P4). */
static void inadmissible(void)
{
    setup u;
    begin(&u, 0);
    mpq_set_si(u.x.q[0], -1, 8);
    refused(&u, "q_0 lies outside K: the gap of 'one'");
    mpq_set_si(u.x.q[0], 0, 1);
    mpq_set_si(u.x.v[0], -1, 2);
    refused(&u, "u_0 is not in T_K(q_0): 'one'");
    mpq_set_si(u.x.v[0], 0, 1);
    trace t;
    summary sum;
    CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "tangential");
    CHECK(scene_cell(&t, 0, "q.b") == 1 && scene_cell(&t, 0, "v.b") == 0,
          "row 0 is the initial state");
    trace_free(&t);
    summary_clear(&sum);
    end(&u);
    VERIFIES("P10 (P4)");
}

static int begins(setup *u)
{
    trace t;
    summary sum;
    int good = loop_run(&u->x, &t, &sum).code == PERP_OK;
    if (good) {
        trace_free(&t);
        summary_clear(&sum);
    }
    return good;
}

/** How far the tolerances of the start reach. Where a + b >= 0 is closed the
velocity (1/2, -1/2 - x) has the two terms 1/2 and -1/2 - x, so it counts as
tangential while x is at most 2^-40 (1 + x). And a gap equal to the tolerance is
closed. Verifies P10 (P4). */
static void barely_admissible(void)
{
    setup u;
    begin(&u, 0);
    mpq_set_si(u.x.q[1], -1, 1); /* a = 1 is open, a + b = 0 closed */
    mpq_set_d(u.x.v[0], 0.5);
    mpq_set_d(u.x.v[1], -0.5 - 0x1p-40);
    CHECK(begins(&u), "x = 2^-40 is a rounding error");
    mpq_set_d(u.x.v[1], -0.5 - 1.5 * 0x1p-40);
    refused(&u, "u_0 is not in T_K(q_0): 'two'");
    mpq_set_d(u.x.v[0], -0.5);
    mpq_set_d(u.x.v[1], 0.5);
    CHECK(begins(&u), "the open contact may approach");
    mpq_set_d(u.x.tolerance, 0x1p-20);
    mpq_set_d(u.x.q[0], 0x1p-20);
    mpq_set_d(u.x.q[1], 1);
    refused(&u, "u_0 is not in T_K(q_0): 'one'");
    mpq_set_d(u.x.q[0], 0x1p-20 + 0x1p-60);
    CHECK(begins(&u), "a gap above the tolerance is open");
    mpq_set_d(u.x.q[0], -0x1p-20);
    mpq_set_d(u.x.v[0], 0.5);
    CHECK(begins(&u), "a gap of minus the tolerance is in K");
    mpq_set_d(u.x.q[0], -0x1p-20 - 0x1p-60);
    refused(&u, "q_0 lies outside K: the gap of 'one'");
    end(&u);
    VERIFIES("P10 (P4)");
}

static void wrong_numbers(void)
{
    setup u;
    begin(&u, 1);
    mpq_set_si(u.e, 5, 4);
    refused(&u, "[0, 1]");
    mpq_set_si(u.e, -1, 4);
    refused(&u, "[0, 1]");
    mpq_set_si(u.e, 1, 4);
    mpq_set_si(u.x.h, -1, 4);
    refused(&u, "positive");
    mpq_set_si(u.x.h, 1, 4);
    mpq_set_si(u.x.T, -1, 4);
    refused(&u, "negative");
    mpq_set_si(u.x.T, 1, 1);
    u.x.mode = EXPERIMENT_RATIONAL;
    u.x.scheme = &scheme_moreau;
    refused(&u, "linear gaps of Moreau's step");
    end(&u);
}

static void joints_and_friction(void)
{
    setup u;
    CHECK(scene_joint(&u.s).code == PERP_OK, "scene");
    scene_experiment(&u.x, &u.s, u.e, 0, 0.125, 1);
    refused(&u, "no joints");
    end(&u);
    CHECK(scene_block(&u.s, 1, 0.5, 9).code == PERP_OK, "scene");
    scene_experiment(&u.x, &u.s, u.e, 0, 0.125, 1);
    refused(&u, "friction");
    end(&u);
}

/** What is constant is seen: once with a linear gap, once with a curved one. A turn
of a curved one's normal is asked of the first step already: kept are the gradients
(1, 0) and (2 a, 1) at q_0. */
static void looks(void)
{
    for (int curved = 0; curved < 2; curved++) {
        setup u;
        arena a = {0};
        summary sum = {0};
        paoli_state r = {0};
        begin(&u, curved);
        CHECK(paoli_state_new(&a, &u.x, &sum, &r).code == PERP_OK, "state");
        CHECK(r.flat == !curved && r.steady, "flat %d steady %d", r.flat,
              r.steady);
        const double rows[] = {1, 0, 2, 1};
        for (int i = 0; i < 4 && curved; i++)
            CHECK(r.old_rows[i] == rows[i], "%d: %g", i, r.old_rows[i]);
        paoli_state_free(&r);
        arena_free(&a);
        end(&u);
    }
}

/** Every refused allocation is a clean error. */
static void memory(void)
{
    setup u;
    begin(&u, 1);
    size_t k = 1;
    for (perp_code code = PERP_LIMIT; code != PERP_OK && k < 400; k++) {
        trace t;
        summary sum;
        memory_refuse(k);
        perp_status s = loop_run(&u.x, &t, &sum);
        memory_refuse(0);
        code = s.code;
        CHECK(code == PERP_OK || code == PERP_LIMIT, "k = %zu: %s", k,
              s.message);
        if (code == PERP_OK) {
            trace_free(&t);
            summary_clear(&sum);
        }
    }
    printf("%zu refusals\n", k);
    CHECK(k > 3 && k < 400, "%zu", k);
    end(&u);
}

int main(void)
{
    RUN(inadmissible);
    RUN(barely_admissible);
    RUN(wrong_numbers);
    RUN(joints_and_friction);
    RUN(looks);
    RUN(memory);
    DONE;
}
