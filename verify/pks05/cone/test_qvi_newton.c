/**
# The natural map
*/
#include "pks05/cone/qvi_newton.h"
#include "qvi_random.h"

/* Zero at solutions, up to rounding of the rows; not near them. A power of two
   changes nothing, a NaN is infinitely bad. */
static void residual(void)
{
    check_random r = {check_seed(101)};
    arena a = {0};
    for (int k = 0; k < 300; k++) {
        qvi_random_kind kind = {1 + k % 4, 1 + k % 2, 0.7, 1, 0};
        qvi_built y = qvi_built_new(&r, kind);
        qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p);
        qvi_map map = {.p = &p};
        qvi_newton x;
        CHECK(qvi_newton_new(&a, &map, &x).code == PERP_OK, "room");
        memcpy(x.lam, y.lam, (size_t)N * sizeof(double));
        double at = qvi_newton_residual(&x);
        CHECK(at < 4e-16, "%g at the solution", at);
        for (int i = 0; i < N; i++)
            CHECK(x.w[i] == y.w[i], "row %d: %g, not %g", i, x.w[i], y.w[i]);
        int i = check_integer(&r, 0, N - 1);
        x.lam[i] += 1;
        double off = qvi_newton_residual(&x);
        CHECK(off > 1e-3, "%g far from it", off);
        for (int j = 0; j < N * N; j++)
            y.x.A[j] *= 0x1p-30;
        for (int j = 0; j < N; j++) {
            y.x.b[j] *= 0x1p7;
            x.lam[j] *= 0x1p37;
        }
        for (int j = 0; j < 2 * p.contacts; j++)
            x.rho[j] *= 0x1p30;
        CHECK(qvi_newton_residual(&x) == off, "units");
        x.lam[i] = NAN;
        CHECK(isinf(qvi_newton_residual(&x)), "NaN");
        arena_free(&a);
    }
}

/* Given the pieces, the step is exact: from a point with the solution's pieces
   one step of Newton in the plane, where the pieces are linear, solves; and in
   space the error is squared. */
static void steps(void)
{
    check_random r = {check_seed(102)};
    arena a = {0};
    int most = 0;
    for (int k = 0; k < 200; k++) {
        qvi_random_kind kind = {1 + k % 4, 1 + k % 2, 0.7, 1, 0.125 * (k % 3)};
        qvi_built y = qvi_built_new(&r, kind);
        qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p), w = 1 + p.slips;
        qvi_map map = {.p = &p};
        qvi_newton x;
        bool regular = true;
        for (int i = 0; i < p.contacts; i++) {
            double *l = y.lam + i * w, *s = y.w + i * w, size = 0;
            for (int j = 1; j < w; j++)
                size += l[j] * l[j];
            double slack = p.mu[i] * p.mu[i] * l[0] * l[0] - size;
            regular = regular && (l[0] > 1e-2 || s[0] > 1e-2) &&
                      (l[0] == 0 || slack > 1e-3 || fabs(s[1]) > 1e-3);
        }
        if (!regular)
            continue;
        CHECK(qvi_newton_new(&a, &map, &x).code == PERP_OK, "room");
        for (int i = 0; i < N; i++)
            x.lam[i] = y.lam[i] + 1e-6 * check_uniform(&r, -1, 1);
        qvi_newton_run(&x, p.slips, 0);
        double off = 0;
        for (int i = 0; i < N; i++)
            off = fmax(off, fabs(x.lam[i] - y.lam[i]));
        CHECK(off < (p.slips == 1 ? 1e-13 : 1e-11), "trial %d: %g", k, off);
        memset(x.lam, 0, (size_t)N * sizeof(double));
        x.iterations = 0;
        if (qvi_newton_run(&x, 60, 1e-12) < 1e-12)
            most = x.iterations > most ? x.iterations : most;
        arena_free(&a);
    }
    printf("from zero at most %d steps\n", most);
    CHECK(most < 25, "%d steps", most);
}

/* Sweeps come closer where A is close to diagonal, stay at a solution, and
   leave frozen normal forces alone. */
static void sweeps(void)
{
    check_random r = {check_seed(103)};
    arena a = {0};
    for (int k = 0; k < 100; k++) {
        qvi_random_kind kind = {3, 2, 0.5, 2, 0};
        qvi_built y = qvi_built_new(&r, kind);
        qvi_problem p = qvi_random_problem(&y.x);
        double g[3] = {0.5, 1, 0};
        qvi_map map = {.p = &p};
        qvi_newton x;
        CHECK(qvi_newton_new(&a, &map, &x).code == PERP_OK, "room");
        double before = qvi_newton_residual(&x);
        qvi_newton_sweep(&x, 60);
        double after = qvi_newton_residual(&x);
        CHECK(after < 1e-3 * before || after < 1e-12, "%g after %g", after,
              before);
        memcpy(x.lam, y.lam, 9 * sizeof(double));
        qvi_newton_sweep(&x, 3);
        CHECK(qvi_newton_residual(&x) < 1e-14, "a solution stays");
        x.map.g = g;
        x.map.frozen = true;
        for (int i = 0; i < 9; i += 3)
            x.lam[i] = 1 + i;
        qvi_newton_sweep(&x, 5);
        qvi_newton_run(&x, 5, 1e-12);
        qvi_newton_tidy(&x);
        for (int i = 0; i < 9; i += 3) {
            double t = hypot(x.lam[i + 1], x.lam[i + 2]);
            CHECK(x.lam[i] == 1 + i, "frozen");
            CHECK(t <= g[i / 3] * (1 + 1e-15), "%g beyond %g", t, g[i / 3]);
        }
        arena_free(&a);
    }
}

/* Tidying zeroes what Newton left, and does not move anything that matters. */
static void tidy(void)
{
    const double A[4] = {1, 0, 0, 1}, b[2] = {1, -3}, mu[1] = {0.5};
    qvi_problem p = {1, 1, A, b, mu, NULL};
    qvi_map map = {.p = &p};
    qvi_newton x;
    arena a = {0};
    CHECK(qvi_newton_new(&a, &map, &x).code == PERP_OK, "room");
    x.lam[0] = 1e-18;
    x.lam[1] = -1e-19;
    qvi_newton_tidy(&x);
    CHECK(x.lam[0] == 0 && x.lam[1] == 0, "(%g, %g)", x.lam[0], x.lam[1]);
    arena_free(&a);
}

int main(void)
{
    RUN(residual);
    RUN(steps);
    RUN(sweeps);
    RUN(tidy);
    DONE;
}
