#include "base/memory.h"
#include "check.h"
#include "run/experiment.h"
#include "scene.h"

/** Counts the heap requests between the first step's end and each later one. */
typedef struct {
    size_t before, inside;
    long steps;
} counter;

static int count(void *user, long step, long steps)
{
    counter *c = user;
    (void)step, (void)steps;
    c->inside += c->before == 0 ? 0 : memory_count() - c->before;
    c->before = memory_count();
    c->steps++;
    return 0;
}

static void start(experiment *e, scene *s, double alpha, double h)
{
    experiment_start(e, &s->sys);
    mpq_set_d(e->alpha, alpha);
    mpq_set_d(e->gamma, alpha);
    mpq_set_d(e->h, h);
    mpq_set_si(e->T, 5, 1);
}

/* The step loop allocates nothing: a run of 10 steps asks the heap exactly as
   often as a run of 1280, and no step after the first asks at all. */
static void allocates_nothing(void)
{
    size_t asked[2];
    for (int i = 0; i < 2; i++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        counter c = {0};
        CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
        start(&e, &s, 0.5, i == 0 ? 0.5 : 0x1p-8);
        e.watch = count;
        e.user = &c;
        size_t before = memory_count();
        perp_status st = loop_run(&e, &t, &sum);
        asked[i] = memory_count() - before;
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(c.steps == (i == 0 ? 10 : 1280), "%ld steps", c.steps);
        CHECK(c.inside == 0, "%zu requests inside the loop", c.inside);
        trace_free(&t);
        summary_clear(&sum);
        experiment_end(&e);
        scene_end(&s);
    }
    CHECK(asked[0] == asked[1], "%zu requests for 10 steps, %zu for 1280",
          asked[0], asked[1]);
}

/* A step that collides asks the heap for nothing either; only the table may
   grow, and once it is long enough it does not. */
static void collides_without_asking(void)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    counter c = {0};
    CHECK(scene_block(&s, 1, 0.5, 9.81).code == PERP_OK, "scene");
    start(&e, &s, 0.5, 0x1p-5);
    mpq_set_d(e.T, 40);
    mpq_set_d(e.q[1], 1);
    e.watch = count;
    e.user = &c;
    perp_status st = loop_run(&e, &t, &sum);
    CHECK(st.code == PERP_OK && sum.collisions == 1, "%ld", sum.collisions);
    CHECK(sum.steps == 1281 && t.capacity > 1281, "%ld steps", sum.steps);
    CHECK(c.inside <= 1, "%zu requests inside the loop", c.inside);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
}

/** A particle with the mass matrix and force Jacobian of the test's choice. */
static perp_status particle(scene *s, double m12, double stiffness)
{
    scene_start(s, 2);
    graph_id one = graph_const(&s->g, 1), off = graph_const(&s->g, m12);
    graph_id M[4] = {one, off, off, one};
    graph_id k[2] = {
        graph_op2(&s->g, OP_MUL, graph_const(&s->g, stiffness), s->q[0]),
        graph_const(&s->g, 0)};
    system_spec spec = {.g = &s->g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k};
    return system_make(&s->a, &spec, &s->sys);
}

static perp_status run_particle(double m12, double stiffness, int jacobians)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    CHECK(particle(&s, m12, stiffness).code == PERP_OK, "scene");
    start(&e, &s, 1, 0.5);
    e.jacobians = jacobians;
    perp_status st = loop_run(&e, &t, &sum);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
    return st;
}

/* The hypotheses of AP02 (Thm2.1) are looked at before its promise is used. */
static void definiteness(void)
{
    perp_status st = run_particle(2, 0, 0);
    CHECK(st.code == PERP_INPUT && strstr(st.message, "step 1 ") &&
              strstr(st.message, "mass matrix is not positive definite"),
          "%s", st.message);
    st = run_particle(0, 100, 1);
    CHECK(st.code == PERP_INPUT && strstr(st.message, "smaller h"), "%s",
          st.message);
    st = run_particle(0, 100, 0);
    CHECK(st.code == PERP_OK, "%s", st.message);
    st = run_particle(0.5, -100, 1);
    CHECK(st.code == PERP_OK, "%s", st.message);
}

static int stop_at_two(void *user, long step, long steps)
{
    (void)user, (void)steps;
    return step == 2;
}

static void can_be_stopped(void)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
    start(&e, &s, 0.5, 0.5);
    e.watch = stop_at_two;
    perp_status st = loop_run(&e, &t, &sum);
    CHECK(st.code == PERP_LIMIT && strstr(st.message, "step 2 of 10"), "%s",
          st.message);
    CHECK(t.cell == NULL, "a table was left");
    experiment_end(&e);
    scene_end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(allocates_nothing);
    RUN(collides_without_asking);
    RUN(definiteness);
    RUN(can_be_stopped);
    DONE;
}
