/** Schemes are found by their names. */
#include "paoli_scene.h"

static void names(void)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    scene_start(&s, 1);
    CHECK(scene_gaps(&s, 1, NULL, 1, s.q).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 2, 0.125, 2);
    mpq_set_ui(x.q[0], 1, 1);
    mpq_set_si(x.v[0], -1, 1);
    CHECK(drive_run(&x, &t, &sum).code == PERP_OK, "paoli");
    CHECK(scene_cell(&t, 16, "q.a") == 0.375, "1/2 (2 - 1) - 2 h / 2");
    trace_free(&t);
    summary_clear(&sum);
    x.scheme = "alpha-gamma";
    mpq_set_ui(x.alpha, 1, 1);
    mpq_set_ui(x.gamma, 1, 1);
    CHECK(drive_run(&x, &t, &sum).code == PERP_OK, "alpha-gamma");
    trace_free(&t);
    summary_clear(&sum);
    x.scheme = "paola";
    perp_status bad = drive_run(&x, &t, &sum);
    CHECK(bad.code == PERP_INPUT && strstr(bad.message, "paola"), "%d",
          bad.code);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

int main(void)
{
    RUN(names);
    DONE;
}
