/* A step in units of its own, and what is meant by it. */
#include "check.h"
#include "pks05/cone/qvi_unit.h"

#include <math.h>

/* w = A* lam + b* with A* = diag(3, 5) 2^70, b* = (1, -1) 2^-40. */
static bool far_apart(const void *of, const double *lam, qvi_enclosed *w)
{
    const double *A = of;
    for (int i = 0; i < 2; i++) {
        double b = i == 0 ? 0x1p-40 : -0x1p-40;
        w[i] = (qvi_enclosed){{A[3 * i] * lam[i] + b, 0}, 0x1p-90};
    }
    return true;
}

/** Largest entries between 1/2 and 1; forces, slips, the distance of the matrix that is
meant and the radius of w move by powers of two, and a force that would underflow
is refused. */
static void powers(void)
{
    arena a = {0};
    const double A[4] = {3 * 0x1p70, 0, 0, 5 * 0x1p70};
    const double b[2] = {0x1p-40, -0x1p-40}, mu = 1;
    const qvi_meant m = {.of = A, .off = 0x1p20, .slip = far_apart};
    const qvi_problem p = {1, 1, A, b, &mu, &m};
    qvi_unit u;
    qvi_enclosed w[2];
    CHECK(qvi_unit_new(&a, &p, &u).code == PERP_OK, "units");
    CHECK(u.lossless && u.p.A[3] == 5 / 8.0 && u.p.A[0] == 3 / 8.0 &&
              u.p.b[0] == 0.5 && u.p.b[1] == -0.5,
          "%g, %g", u.p.A[3], u.p.b[0]);
    CHECK(fabs(u.p.meant->off / 0x1p-53 - 1) < 1e-15, "off %g", u.p.meant->off);
    const double lam[2] = {2, 4}; /* in units of 2^-112 */
    CHECK(u.p.meant->slip(u.p.meant->of, lam, w), "slip");
    CHECK(w[0].v.hi == 3 / 8.0 * 2 + 0.5 && w[1].v.hi == 5 / 8.0 * 4 - 0.5,
          "%g, %g", w[0].v.hi, w[1].v.hi);
    CHECK(fabs(w[0].error / 0x1p-51 - 1) < 1e-15, "radius %g", w[0].error);
    const double tiny[2] = {3 * 0x1p-1000, 0};
    CHECK(!u.p.meant->slip(u.p.meant->of, tiny, w), "lost below 2^-1074");
    arena_free(&a);
}

/** Entries that no power of two can hold together, and a problem that is meant as
it is. */
static void lossy(void)
{
    arena a = {0};
    const double A[4] = {0x1p1000, 0, 0, 0x1.8p-1000}, b[2] = {1, 0}, mu = 1;
    const qvi_problem p = {1, 1, A, b, &mu, NULL};
    qvi_unit u;
    CHECK(qvi_unit_new(&a, &p, &u).code == PERP_OK, "units");
    CHECK(!u.lossless && u.p.meant == NULL, "lossless");
    arena_free(&a);
}

int main(void)
{
    RUN(powers);
    RUN(lossy);
    DONE;
}
