/* The walk along a table: it stands where the run stood. */
#include "pks05/run/compliant_walk.h"
#include "compliant_scene.h"

#include <math.h>

/* With two slips and with one: states, forces and the data of a step are those
   of the run that made the table. */
static void same_states(void)
{
    for (int slips = 1; slips <= 2; slips++) {
        compliant_scene u;
        const compliant_shape shape = {50, 1, 2, 0.5, slips};
        trace t;
        summary sum, other = {0};
        arena a = {0};
        compliant_walk w;
        compliant_state r = {0};
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, 1, 1 / 64.0, 0.25);
        CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
        CHECK(compliant_walk_new(&u.x, &t, &w).code == PERP_OK, "walk");
        CHECK(compliant_state_new(&a, &u.x, &other, &r).code == PERP_OK,
              "state");
        const int n = compliant_size(&r);
        double x[12];
        for (int row = 0; row < 16; row++) {
            CHECK(compliant_walk_to(&w, row).code == PERP_OK, "to");
            compliant_get(&r, x);
            for (int i = 0; i < n; i++)
                CHECK(w.x[i] == x[i], "row %d, entry %d", row, i);
            CHECK(compliant_step(&r).code == PERP_OK, "step");
            compliant_get(&r, x);
            for (int i = 0; i < n; i++)
                CHECK(w.y[i] == x[i], "behind row %d, entry %d", row, i);
            for (int i = 0; i < r.rows; i++)
                CHECK(w.lambda[i] == r.lambda[i], "force %d", i);
            CHECK(w.s.K[0] == r.K[0] && w.s.gap[0] == r.gap[0], "data");
        }
        compliant_state_free(&r);
        compliant_walk_free(&w);
        arena_free(&a);
        trace_free(&t);
        summary_clear(&sum);
        compliant_end(&u);
    }
}

int main(void)
{
    RUN(same_states);
    DONE;
}
