#include "base/memory.h"
#include "check.h"
#include "gap08/run/steps.h"
#include "scene.h"

/* The state begins where the experiment says, rounded to nearest. */
static void begins(void)
{
    scene s;
    experiment e;
    summary sum = {0};
    run_state r = {0};
    arena a = {0};
    CHECK(scene_joint(&s).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    e.mode = EXPERIMENT_RATIONAL;
    mpq_set_ui(e.alpha, 2, 3);
    mpq_set_ui(e.gamma, 1, 3);
    mpq_set_ui(e.h, 1, 10);
    mpq_set_si(e.v[0], -1, 3);
    CHECK(run_state_new(&a, &e, &sum, &r).code == PERP_OK, "state");
    CHECK(r.scheme.alpha == 2.0 / 3 && r.scheme.gamma == 1.0 / 3 &&
              r.scheme.h == 0.1 && r.v[0] == -1.0 / 3,
          "%.17g %.17g %.17g", r.scheme.alpha, r.scheme.h, r.v[0]);
    CHECK(mpq_equal(r.v_exact[0], e.v[0]), "exact velocity");
    run_state_free(&r);
    arena_free(&a);
    experiment_end(&e);
    scene_end(&s);
}

/* The exact problem's room grows and keeps its numbers initialised. */
static void room_grows(void)
{
    exact_room m = {0};
    for (int size = 1; size <= 9; size += 4) {
        CHECK(run_room(&m, size).code == PERP_OK && m.size == size, "room");
        for (int i = 0; i < size * size; i++)
            mpq_set_ui(m.A[i], 1, 2);
    }
    CHECK(run_room(&m, 3).code == PERP_OK && m.size == 9, "shrank");
    run_state empty = {0};
    scene s;
    experiment e;
    CHECK(scene_joint(&s).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    empty.e = &e;
    mpq_inits(empty.t0, empty.t1, NULL);
    empty.room = m;
    run_state_free(&empty);
    experiment_end(&e);
    scene_end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(begins);
    RUN(room_grows);
    DONE;
}
