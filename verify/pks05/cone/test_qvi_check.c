/**
# Conditions without square roots
*/
#include "faultless.h"
#include "qvi_random.h"

#include "number/rational.h"

/* Steps built from their solution have no fault at all, in the plane and on
   circles through whole triangles; each condition broken by hand is seen.

   Verifies PKS05 (7), (9). */
static void faults(void)
{
    check_random r = {check_seed(701)};
    arena a = {0};
    int seen[6] = {0};
    for (int k = 0; k < 400; k++) {
        qvi_random_kind kind = {1 + k % 3, 1 + k % 2, 0.8, 1, 0.125 * (k % 2)};
        qvi_built y = qvi_built_new(&r, kind);
        qvi_problem p = qvi_random_problem(&y.x);
        const int w = 1 + p.slips;
        double lam[QVI_RANDOM_N];
        qvi_faults f;
        memcpy(lam, y.lam, sizeof lam);
        CHECK(qvi_check_doubles(&a, &p, lam, &f).code == PERP_OK, "check");
        CHECK(qvi_faultless(&f), "trial %d: %g %g %g %g %g %g", k, f.force,
              f.gap, f.product, f.cone, f.power, f.least);
        int i = check_integer(&r, 0, p.contacts - 1) * w, how = k % 6;
        bool slips = false;
        for (int j = 1; j < w; j++)
            slips = slips || y.w[i + j] != 0;
        if (how == 0) {
            lam[i] = -0x1p-60;
        } else if (how == 1) {
            y.x.b[i] -= y.w[i] + 0.25; /* w_n = -1/4 */
        } else if (how == 2 && lam[i] > 0) {
            y.x.b[i] += 0.5;
        } else if (how == 3) {
            lam[i + 1] = 2 * p.mu[i / w] * lam[i] + 0.25;
        } else if (how == 4 && lam[i] > 0 && slips) {
            for (int j = 1; j < w; j++) /* push where it slips */
                y.x.b[i + j] -= 2 * y.w[i + j];
        } else if (how == 5 && lam[i] > 0 && slips) {
            for (int j = 1; j < w; j++) /* the right way, too little */
                lam[i + j] *= 0.875;
        } else {
            continue;
        }
        CHECK(qvi_check_doubles(&a, &p, lam, &f).code == PERP_OK, "check");
        const double value[] = {f.force, f.gap,   f.product,
                                f.cone,  f.power, f.least};
        CHECK(value[how] > 0, "fault %d is not seen", how);
        seen[how]++;
    }
    for (int i = 0; i < 6; i++)
        CHECK(seen[i] > 10, "fault %d tried %d times", i, seen[i]);
    arena_free(&a);
    VERIFIES("PKS05 (7)");
    VERIFIES("PKS05 (9)");
}

/* Numbers of the faults: lam = (1, 3/4), w = (-1/4, 3), mu = 1/4.

   Verifies PKS05 (7), (9). */
static void numbers(void)
{
    arena a = {0};
    const double A[] = {1, 0, 0, 1}, b[] = {-1.25, 2.25}, mu[] = {0.25};
    const double lam[] = {1, 0.75}, bad[] = {NAN, 0};
    qvi_problem p = {1, 1, A, b, mu, NULL};
    qvi_faults f;
    CHECK(qvi_check_doubles(&a, &p, lam, &f).code == PERP_OK, "check");
    const double want[] = {0, 0.25, 0.25, 0.5, 2.25, 4.5};
    const double have[] = {f.force, f.gap, f.product, f.cone, f.power, f.least};
    for (int i = 0; i < 6; i++)
        CHECK(have[i] >= want[i] && have[i] <= want[i] * (1 + 1e-15),
              "%d: %g, not %g", i, have[i], want[i]);
    CHECK(qvi_check_doubles(&a, &p, bad, &f).code == PERP_INPUT, "NaN");
    arena_free(&a);
    VERIFIES("PKS05 (7)");
    VERIFIES("PKS05 (9)");
}

int main(void)
{
    RUN(faults);
    RUN(numbers);
    DONE;
}
