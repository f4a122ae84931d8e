#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "model/tape/tape_lanes.h"

#include <math.h>

enum { ROOM = 400 };

/* Lane l of the work space is the list of values that tape_f64 leaves. */
static int lane_is(const tape *t, const double *lanes, int l, const double *one)
{
    for (uint32_t k = 0; k < tape_values(t); k++)
        if (memcmp(&lanes[k * TAPE_LANES + (uint32_t)l], &one[k],
                   sizeof *one) != 0)
            return 0;
    return 1;
}

/** Eight random points of a random expression, side by side and one by one: every
value has the same bits, and what is refused has a value somewhere that is not
finite. */
static void the_same_bits(void)
{
    check_random r = {check_seed(91)};
    int decided = 0, refused = 0;
    for (int round = 0; round < 1500; round++) {
        dag d = dag_random(&r, 0, round % 4 == 0);
        graph g = {0};
        arena a = {0};
        tape t;
        double lanes[ROOM * TAPE_LANES], one[2 * ROOM], out[TAPE_LANES], y;
        graph_id root = dag_write(&g, &d);
        if (root == GRAPH_NONE || /* it folds to something not finite */
            tape_make(&a, &g, 1, &root, DAG_VARS, &t).code != PERP_OK) {
            graph_free(&g);
            arena_free(&a);
            continue;
        }
        CHECK(tape_values(&t) <= ROOM, "%u values", tape_values(&t));
        for (int k = 0; k < DAG_VARS; k++)
            for (int l = 0; l < TAPE_LANES; l++)
                lanes[k * TAPE_LANES + l] =
                    l == 0 ? d.x[k] : check_uniform(&r, -2, 2);
        int finite = tape_lanes(&t, lanes, out), broken = 0;
        for (int l = 0; l < TAPE_LANES; l++) {
            double x[DAG_VARS];
            for (int k = 0; k < DAG_VARS; k++)
                x[k] = lanes[k * TAPE_LANES + l];
            perp_status s = tape_f64(&t, x, one, &y);
            for (uint32_t k = 0; k < tape_values(&t); k++)
                broken |= !isfinite(one[k]);
            CHECK(!finite || (s.code == PERP_OK && lane_is(&t, lanes, l, one)),
                  "round %d, lane %d", round, l);
            CHECK(!finite || memcmp(&out[l], &y, sizeof y) == 0,
                  "round %d, lane %d: %a, %a", round, l, out[l], y);
        }
        CHECK(finite != broken, "round %d: finite %d, broken %d", round, finite,
              broken);
        decided += finite;
        refused += !finite;
        tape_clear(&t);
        arena_free(&a);
        graph_free(&g);
    }
    printf("%d evaluated, %d refused\n", decided, refused);
    CHECK(decided > 300 && refused > 300, "too few to mean anything");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_same_bits);
    DONE;
}
