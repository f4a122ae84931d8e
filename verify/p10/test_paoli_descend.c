/** From one start to a nearest point, however deep the prediction. */
#include "paoli_stage.h"

#include <math.h>

/** In the ellipse $a^2/s^2 + b^2 \le 1$ from y = (s + depth, 0): Z = (s, 0),
where the boundary has the curvature s. Depth times curvature goes from 1/8 to
$2^{20}$; from 1 on rounds that linearise f and keep M lead away from Z. Few
problems do, from the middle, from y and from beside. */
static void deep(void)
{
    const double s = 16, q0[2] = {0, 0};
    long most = 0;
    for (double depth = 0x1p-7; depth <= 0x1p16; depth *= 2) {
        const double y[2] = {s + depth, 0};
        const double from[3][2] = {{0, 0}, {s + depth, 0}, {s / 2, 0.8}};
        stage k;
        stage_begin(&k, -1, s, q0, y);
        for (int i = 0; i < 3; i++) {
            int done = 0;
            long before = k.sum.lcps;
            perp_status t = paoli_descend(&k.r, from[i], &done);
            CHECK(t.code == PERP_OK, "%s", t.message);
            CHECK(done, "depth %g, start %d", depth, i);
            CHECK(fabs(k.r.at[0] - s) <= 0x1p-48 * s &&
                      fabs(k.r.at[1]) <= 0x1p-48,
                  "depth %g, start %d: (%.17g, %.17g)", depth, i, k.r.at[0],
                  k.r.at[1]);
            most = k.sum.lcps - before > most ? k.sum.lcps - before : most;
        }
        stage_end(&k);
    }
    printf("at most %ld problems\n", most);
    CHECK(most <= 30, "%ld problems", most);
}

int main(void)
{
    RUN(deep);
    DONE;
}
