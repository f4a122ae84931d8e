/**
# Polygons
*/
#include "polygon_exact.h"
#include "pks05/cone/qvi_check.h"
#include "pks05/cone/qvi_modes.h"
#include "qvi_random.h"

#include "number/rational.h"

/* Corners lie on the circle exactly, in order, opposite ones are opposite, and
   they are where they should be. */
static void corners(void)
{
    static const int counts[] = {3, 4, 5, 8, 16, 30, 32, 100, 4096};
    mpq_t x[2], y[2], t;
    mpq_inits(x[0], x[1], y[0], y[1], t, NULL);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < counts[i]; k += 1 + counts[i] / 50) {
            const int n = counts[i];
            const double angle = 2 * 3.14159265358979323846 * k / n;
            qvi_corner(n, k, x[0], x[1]);
            mpq_mul(y[0], x[0], x[0]);
            mpq_mul(y[1], x[1], x[1]);
            mpq_add(t, y[0], y[1]);
            CHECK(mpq_cmp_ui(t, 1, 1) == 0, "%d of %d is on no circle", k, n);
            CHECK(fabs(mpq_get_d(x[0]) - cos(angle)) < 0x1p-29 &&
                      fabs(mpq_get_d(x[1]) - sin(angle)) < 0x1p-29,
                  "%d of %d", k, n);
            if (n % 2 != 0)
                continue;
            qvi_corner(n, (k + n / 2) % n, y[0], y[1]);
            mpq_neg(y[0], y[0]);
            mpq_neg(y[1], y[1]);
            CHECK(mpq_equal(x[0], y[0]) && mpq_equal(x[1], y[1]),
                  "%d of %d is not opposite", k, n);
        }
    mpq_clears(x[0], x[1], y[0], y[1], t, NULL);
}

/* In the plane nothing is approximated: Lemke in fractions finds a solution of
   the list of all, in doubles the same one. */
static void plane(void)
{
    check_random r = {check_seed(801)};
    arena a = {0};
    for (int k = 0; k < 60; k++) {
        qvi_random_kind kind = {1 + k % 3, 1, 2, 0.25, 0.05 * (k % 2)};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        const int N = qvi_rows(&p);
        arena_mark mark = arena_here(&a);
        qvi_exact_problem e;
        qvi_modes m;
        qvi_polygon q = {.corners = 2};
        double lam[QVI_RANDOM_N], off = 0;
        mpq_t *z = rational_array(&a, (size_t)N);
        CHECK(qvi_exact_new(&a, &p, &e).code == PERP_OK, "data");
        CHECK(polygon_prove(&e, 2, &a, z).code == PERP_OK, "Lemke");
        CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
        int known = 0;
        for (int i = 0; i < m.points; i++) {
            int same = 1;
            for (int j = 0; j < N; j++)
                same = same && mpq_equal(z[j], m.point[i * N + j]);
            known += same;
        }
        CHECK(known == 1 || m.continua > 0, "Lemke's answer is on no list");
        CHECK(qvi_polygon_solve(&p, &q, &a, lam).code == PERP_OK, "doubles");
        for (int j = 0; j < N; j++)
            off = fmax(off, fabs(lam[j] - mpq_get_d(z[j])));
        CHECK(off < 1e-11 && q.residual < 1e-12, "off by %g", off);
        rational_clear(z, (size_t)N);
        qvi_modes_free(&m);
        qvi_exact_clear(&e);
        arena_release(&a, mark);
    }
    arena_free(&a);
}

/* The answer in fractions for a polygon: inside it, and no corner dissipates
   more, all exactly; the law of the normals holds exactly. */
static void check_polygon(arena *a, const qvi_exact_problem *e, int n,
                          const mpq_t *z)
{
    const int N = 3 * e->contacts;
    mpq_t *t = rational_array(a, 12);
    for (int i = 0; i < e->contacts; i++) {
        mpq_t *w = t, *d = t + 3, *f = t + 5;
        mpq_ptr g = t[7], dot = t[8], s = t[9], least = t[10], own = t[11];
        for (int c = 0; c < 3; c++) {
            mpq_set(w[c], e->b[3 * i + c]);
            for (int j = 0; j < N; j++) {
                mpq_mul(s, e->A[(3 * i + c) * N + j], z[j]);
                mpq_add(w[c], w[c], s);
            }
        }
        mpq_mul(s, w[0], z[3 * i]);
        CHECK(mpq_sgn(z[3 * i]) >= 0 && mpq_sgn(w[0]) >= 0 && mpq_sgn(s) == 0,
              "normal of contact %d", i);
        mpq_mul(g, e->mu[i], z[3 * i]);
        mpq_set_si(least, 1000, 1);
        for (int c = 0; c < n; c++) {
            qvi_corner(n, c, d[0], d[1]);
            qvi_corner(n, (c + 1) % n, f[0], f[1]);
            mpq_mul(dot, w[1], d[0]);
            mpq_mul(s, w[2], d[1]);
            mpq_add(dot, dot, s);
            if (mpq_cmp(dot, least) < 0)
                mpq_set(least, dot);
            for (int k = 0; k < 2; k++) { /* cross (f - d, lam - g d) >= 0 */
                mpq_sub(f[k], f[k], d[k]);
                mpq_mul(d[k], d[k], g);
                mpq_sub(d[k], z[3 * i + 1 + k], d[k]);
            }
            mpq_mul(s, f[0], d[1]);
            mpq_mul(dot, f[1], d[0]);
            CHECK(mpq_cmp(s, dot) >= 0, "outside side %d", c);
        }
        mpq_mul(own, w[1], z[3 * i + 1]);
        mpq_mul(s, w[2], z[3 * i + 2]);
        mpq_add(own, own, s);
        mpq_mul(least, least, g);
        CHECK(mpq_equal(own, least), "a corner dissipates more");
    }
    rational_clear(t, 12);
}

static void space(void)
{
    check_random r = {check_seed(802)};
    arena a = {0};
    static const int counts[] = {3, 4, 5, 8, 12};
    for (int k = 0; k < 15; k++) {
        qvi_random_kind kind = {1 + k % 2, 2, 1, 0.25, 0};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        const int N = qvi_rows(&p), n = counts[k % 5];
        arena_mark mark = arena_here(&a);
        qvi_exact_problem e;
        qvi_polygon q = {.corners = n};
        double lam[QVI_RANDOM_N], off = 0;
        mpq_t *z = rational_array(&a, (size_t)N);
        CHECK(qvi_exact_new(&a, &p, &e).code == PERP_OK, "data");
        CHECK(polygon_prove(&e, n, &a, z).code == PERP_OK, "Lemke");
        check_polygon(&a, &e, n, (const mpq_t *)z);
        CHECK(qvi_polygon_solve(&p, &q, &a, lam).code == PERP_OK, "doubles");
        for (int j = 0; j < N; j++)
            off = fmax(off, fabs(lam[j] - mpq_get_d(z[j])));
        CHECK(off < 1e-11, "off by %g", off);
        rational_clear(z, (size_t)N);
        qvi_exact_clear(&e);
        arena_release(&a, mark);
    }
    arena_free(&a);
}

/* The nearest point of the polygon g P to x, by brute force over its sides. */
static void nearest(int n, double g, const double x[2], double out[2])
{
    double best = INFINITY;
    for (int k = 0; k < n; k++) {
        const double step = 2 * 3.14159265358979323846 / n;
        double p[2] = {g * cos(step * k), g * sin(step * k)};
        double q[2] = {g * cos(step * (k + 1)), g * sin(step * (k + 1))};
        double d[2] = {q[0] - p[0], q[1] - p[1]};
        double t = ((x[0] - p[0]) * d[0] + (x[1] - p[1]) * d[1]) /
                   (d[0] * d[0] + d[1] * d[1]);
        t = fmin(1, fmax(0, t));
        double y[2] = {p[0] + t * d[0], p[1] + t * d[1]};
        double off = hypot(x[0] - y[0], x[1] - y[1]);
        if (off < best) {
            best = off;
            out[0] = y[0];
            out[1] = y[1];
        }
    }
}

/* A contact that slips in any direction, compliance the same in all: the
   polygon's force is the point of it nearest to -b_t / a, the disk's the one on
   the circle. The worst error over the directions is 2 g sin(pi / 2m) at most
   and halves when the corners double; single directions may do much better. */
static void slipping(void)
{
    arena a = {0};
    double before = 0;
    for (int n = 4; n <= 32; n *= 2) {
        double worst = 0, best = INFINITY;
        for (int k = 0; k < 60; k++) {
            const double turn = k / 60.0 * 2 * 3.14159265358979323846 + 0.01;
            double A[9] = {1, 0, 0, 0, 0.25, 0, 0, 0, 0.25}, mu[1] = {0.5};
            double b[3] = {-2, 6 * cos(turn), 6 * sin(turn)}, want[2] = {0, 0};
            const double x[2] = {-b[1] / A[4], -b[2] / A[4]};
            qvi_problem p = {1, 2, A, b, mu, NULL};
            qvi_options o = qvi_defaults;
            qvi_answer disk, flat;
            arena_mark mark = arena_here(&a);
            CHECK(qvi_answer_new(&a, &p, &disk).code == PERP_OK, "room");
            CHECK(qvi_answer_new(&a, &p, &flat).code == PERP_OK, "room");
            CHECK(qvi_solve(&p, &o, &a, &disk).code == PERP_OK, "disk");
            o.method = QVI_POLYHEDRAL;
            o.directions = n;
            CHECK(qvi_solve(&p, &o, &a, &flat).code == PERP_OK, "polygon");
            nearest(n, 1, x, want);
            CHECK(fabs(flat.lam[1] - want[0]) < 1e-8 &&
                      fabs(flat.lam[2] - want[1]) < 1e-8,
                  "not the nearest point");
            CHECK(fabs(disk.lam[1] + cos(turn)) < 1e-12, "disk");
            double off =
                hypot(flat.lam[1] - disk.lam[1], flat.lam[2] - disk.lam[2]);
            CHECK(flat.bound >= off && disk.unique, "%g, proven %g", off,
                  flat.bound);
            worst = fmax(worst, off);
            best = fmin(best, off);
            arena_release(&a, mark);
        }
        printf("%2d corners: error %g to %g\n", n, best, worst);
        CHECK(worst <= 2 * sin(3.14159265358979323846 / (2 * n)) + 1e-12, "%g",
              worst);
        CHECK(n == 4 || (worst < 0.7 * before && worst > 0.3 * before),
              "%g after %g", worst, before);
        before = worst;
    }
    arena_free(&a);
}

int main(void)
{
    RUN(corners);
    RUN(plane);
    RUN(space);
    RUN(slipping);
    DONE;
}
