/**
# Where the step loop ends a run
*/
#include "balls.h"
#include "base/memory.h"
#include "gap08/run/steps.h"

/* Too many collisions, in all or in no time, end the run with a limit; what
   begins too deep does not begin. */
static void limits(void)
{
    trace t;
    summary sum;
    fall f = {.alpha = 1,
              .h = 0.01,
              .T = 2,
              .g = 10,
              .n = 6,
              .most = 4,
              .q = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}};
    perp_status st = let_fall(&f, &t, &sum);
    CHECK(st.code == PERP_LIMIT &&
              strstr(st.message, "more than 4 collisions") &&
              strstr(st.message, "Zeno"),
          "%s", st.message);
    f.most = 6;
    st = let_fall(&f, &t, &sum);
    CHECK(st.code == PERP_OK && sum.collisions == 6, "%s", st.message);
    trace_free(&t);
    summary_clear(&sum);
    for (int mode = 0; mode < 3; mode++) {
        f.mode = (experiment_mode)mode;
        f.q[3] = -0.25;
        st = let_fall(&f, &t, &sum);
        CHECK(st.code == PERP_INPUT && strstr(st.message, "'D'") &&
                  strstr(st.message, "0.25"),
              "%s", st.message);
    }
}

/* Every refused allocation of a run with collisions, with and without
   restitution, is a clean error. */
static void out_of_memory(void)
{
    mpq_t half;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    for (int mode = 0; mode < 6; mode++) {
        int clean = 0;
        for (size_t k = 1; k < 600 && !clean; k++) {
            fall f = {.alpha = 0.5,
                      .h = 0.5,
                      .T = 0.5,
                      .g = 10,
                      .n = 3,
                      .q = {0.1, 0.3, 0.5},
                      .mode = (experiment_mode)(mode % 3)};
            scene s;
            experiment e;
            trace t;
            summary sum;
            CHECK(scene_balls(&s, 3, f.g, 0).code == PERP_OK, "scene");
            experiment_start(&e, &s.sys);
            mpq_set_d(e.alpha, 0.5);
            mpq_set_d(e.gamma, 0.5);
            mpq_set_d(e.h, f.h);
            mpq_set_d(e.T, f.T);
            for (int i = 0; i < 3; i++)
                mpq_set_d(e.q[i], f.q[i]);
            e.mode = f.mode;
            e.e = mode < 3 ? NULL : half;
            memory_refuse(k);
            perp_status st = loop_run(&e, &t, &sum);
            memory_refuse(0);
            clean = st.code == PERP_OK;
            CHECK(clean || st.code == PERP_LIMIT, "k = %zu: %s", k, st.message);
            CHECK(!clean || sum.collisions == 3 || (mode > 2 && sum.owns == 3),
                  "%ld", sum.collisions);
            if (clean) {
                trace_free(&t);
                summary_clear(&sum);
            }
            experiment_end(&e);
            scene_end(&s);
        }
        CHECK(clean, "mode %d never came through", mode);
    }
    mpq_clear(half);
}

/* Restitution beyond [0, 1] does not begin. */
static void restitution(void)
{
    for (int k = 0; k < 2; k++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        mpq_t wrong;
        mpq_init(wrong);
        mpq_set_si(wrong, k == 0 ? 5 : -1, 4);
        CHECK(scene_balls(&s, 1, 10, 0).code == PERP_OK, "scene");
        experiment_start(&e, &s.sys);
        mpq_set_d(e.alpha, 1);
        mpq_set_d(e.h, 0.5);
        mpq_set_d(e.T, 5);
        e.e = wrong;
        perp_status st = loop_run(&e, &t, &sum);
        CHECK(st.code == PERP_INPUT && strstr(st.message, "[0, 1]"), "%s",
              st.message);
        experiment_end(&e);
        scene_end(&s);
        mpq_clear(wrong);
    }
}

static void streak(void)
{
    scene s;
    experiment e;
    summary sum = {0};
    run_state r = {0};
    arena a = {0};
    CHECK(scene_balls(&s, 1, 10, 0).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    mpq_set_d(e.alpha, 1);
    mpq_set_d(e.gamma, 1);
    mpq_set_d(e.h, 0.5);
    mpq_set_d(e.T, 5);
    mpq_set_d(e.q[0], 1e-6);
    CHECK(run_state_new(&a, &e, &sum, &r).code == PERP_OK, "state");
    r.clock.left = 10;
    r.streak = 1004;
    perp_status st = run_step(&r, 0);
    CHECK(st.code == PERP_LIMIT && strstr(st.message, "1005 collisions within"),
          "%s", st.message);
    run_state_free(&r);
    arena_free(&a);
    experiment_end(&e);
    scene_end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(limits);
    RUN(out_of_memory);
    RUN(restitution);
    RUN(streak);
    DONE;
}
