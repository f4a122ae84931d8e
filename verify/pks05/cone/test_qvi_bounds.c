/**
# Given friction bounds
*/
#include "pks05/cone/qvi_bounds.h"
#include "pks05/cone/qvi_distance.h"
#include "qvi_random.h"

static const qvi_random_kind usual = {3, 2, 0.8, 0.5, 0};

/* A force of the cone, anywhere: lam_n as given. */
static void in_disk(check_random *r, double radius, int k, double *lam)
{
    double x[2], size;
    do {
        x[0] = check_uniform(r, -1, 1);
        x[1] = k == 2 ? check_uniform(r, -1, 1) : 0;
        size = sqrt(x[0] * x[0] + x[1] * x[1]);
    } while (size > 1);
    double scale = check_integer(r, 0, 1) && size > 0 ? radius / size : radius;
    for (int j = 0; j < k; j++)
        lam[j] = x[j] * scale;
}

/* The programme's value at the tangential part of lam, lam_n as it stands. */
static double value(const qvi_problem *p, const double *lam)
{
    const int N = qvi_rows(p), w = 1 + p->slips;
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N && i % w != 0; j++)
            sum += p->A[i * N + j] * lam[i] * lam[j] * (j % w == 0 ? 1 : 0.5);
    for (int i = 0; i < N; i++)
        sum += i % w != 0 ? p->b[i] * lam[i] : 0;
    return sum;
}

/* How much less than w.lam the best force of the disks dissipates: zero when
   lam obeys the minimum principle; plus how far lam is outside. */
static double missed(const qvi_problem *p, const double *lam)
{
    const int k = p->slips, N = qvi_rows(p);
    double off = 0;
    for (int i = 0; i < p->contacts; i++) {
        double w[2] = {0, 0}, dot = 0, size = 0, slip = 0;
        const double *l = lam + i * (1 + k);
        for (int c = 0; c < k; c++) {
            int row = i * (1 + k) + 1 + c;
            w[c] = p->b[row];
            for (int j = 0; j < N; j++)
                w[c] += p->A[row * N + j] * lam[j];
            dot += w[c] * l[1 + c];
            size += l[1 + c] * l[1 + c];
            slip += w[c] * w[c];
        }
        off = fmax(off, dot + p->mu[i] * l[0] * sqrt(slip));
        off = fmax(off, sqrt(size) - p->mu[i] * l[0]);
    }
    return off;
}

/* Proposition 1, one way: the programme's optimum, found for any normal forces,
   obeys the minimum principle; no other force of the disks has as low a value,
   by a margin that strict convexity gives, so it is the only one. The other
   way: forces that obey it, namely those of steps built from their solution,
   are the optimum, and the programme finds them.

   Verifies PKS05 (7), (11), (Prop1). */
static void proposition(void)
{
    check_random r = {check_seed(601)};
    arena a = {0};
    for (int k = 0; k < 300; k++) {
        qvi_random_kind kind = usual;
        kind.slips = 1 + k % 2;
        qvi_built y = qvi_built_new(&r, kind);
        qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p), w = 1 + p.slips;
        const bool built = k % 3 == 0;
        double lam[QVI_RANDOM_N] = {0}, other[QVI_RANDOM_N], residual = 1;
        double given[QVI_RANDOM_N];
        for (int i = 0; i < N; i += w)
            lam[i] = built ? y.lam[i] : qvi_random_short(&r, 0, 2);
        memcpy(given, lam, sizeof given);
        perp_status s = qvi_tangential(&p, &a, lam, &residual);
        CHECK(s.code == PERP_OK && residual < 1e-13, "residual %g", residual);
        CHECK(missed(&p, lam) < 1e-12, "missed by %g", missed(&p, lam));
        for (int i = 0; i < N; i += w)
            CHECK(lam[i] == given[i], "the normal force moved: %g, not %g",
                  lam[i], given[i]);
        for (int i = 0; i < N; i += w) { /* tidy: on the circle or inside */
            double size =
                w == 2
                    ? fabs(lam[i + 1])
                    : sqrt(lam[i + 1] * lam[i + 1] + lam[i + 2] * lam[i + 2]);
            CHECK(size <= p.mu[i / w] * lam[i] * (1 + 0x1p-51), "outside");
        }
        for (int i = 0; i < N && built; i++)
            CHECK(fabs(lam[i] - y.lam[i]) < 1e-13, "row %d: %g, not %g", i,
                  lam[i], y.lam[i]);
        double best = value(&p, lam);
        for (int j = 0; j < 30; j++) {
            double way = 0;
            memcpy(other, lam, sizeof other);
            for (int i = 0; i < p.contacts; i++)
                in_disk(&r, p.mu[i] * lam[i * w], p.slips, other + i * w + 1);
            for (int i = 0; i < N; i++)
                way += (other[i] - lam[i]) * (other[i] - lam[i]);
            /* A_TT >= shift I: at least shift way / 2 more */
            CHECK(value(&p, other) >= best + 0.25 * way - 1e-12, "%g below %g",
                  value(&p, other), best);
        }
    }
    arena_free(&a);
    VERIFIES("PKS05 (7)");
    VERIFIES("PKS05 (11)");
    VERIFIES("PKS05 (Prop1)");
}

/* lam(g) for given radii: no force of the set does better against its w; and
   two of them differ by at most eta/sigma |g - g'|, with the proven constants.
   The map contracts where it is said to.

   Verifies PKS05 (10), (Lemma4). */
static void contraction(void)
{
    check_random r = {check_seed(602)};
    arena a = {0};
    double closest = 0;
    for (int k = 0; k < 300; k++) {
        qvi_random_kind kind = usual;
        kind.skew = k % 2 * 0.125;
        qvi_random x = qvi_random_new(&r, kind);
        for (int i = 0; i < 81; i++)
            x.A[i] /= 4; /* entries of at most one */
        qvi_problem p = qvi_random_problem(&x);
        qvi_constants c;
        double g[2][3], lam[2][9], dg = 0, dl = 0;
        for (int j = 0; j < 2; j++) {
            qvi_map map = {.p = &p, .g = g[j]};
            qvi_newton n, alone;
            arena_mark mark = arena_here(&a);
            for (int i = 0; i < 3; i++)
                g[j][i] = check_integer(&r, 0, 4) ? check_uniform(&r, 0, 3) : 0;
            CHECK(qvi_newton_new(&a, &map, &n).code == PERP_OK, "room");
            double residual = qvi_bounds_inner(&n, 60, 1e-13);
            CHECK(residual < 1e-13, "residual %g", residual);
            /* where Newton's method arrives nothing else is done */
            CHECK(qvi_newton_new(&a, &map, &alone).code == PERP_OK, "room");
            if (qvi_newton_run(&alone, 60, 1e-13) <= 1e-13)
                CHECK(n.iterations == alone.iterations &&
                          memcmp(n.lam, alone.lam, sizeof lam[j]) == 0,
                      "%d systems, not %d", n.iterations, alone.iterations);
            memcpy(lam[j], n.lam, sizeof lam[j]);
            for (int t = 0; t < 20; t++) {
                double gain = 0;
                for (int i = 0; i < 3; i++) {
                    double z[3] = {check_uniform(&r, 0, 4)};
                    in_disk(&r, g[j][i], 2, z + 1);
                    for (int q = 0; q < 3; q++)
                        gain += n.w[3 * i + q] * (z[q] - lam[j][3 * i + q]);
                }
                CHECK(gain > -1e-11, "%g", gain);
            }
            arena_release(&a, mark);
        }
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        for (int i = 0; i < 3; i++)
            dg += (g[0][i] - g[1][i]) * (g[0][i] - g[1][i]);
        for (int i = 0; i < 9; i++)
            dl += (lam[0][i] - lam[1][i]) * (lam[0][i] - lam[1][i]);
        double used = sqrt(dl) * c.sigma.below / (c.eta.above * sqrt(dg));
        closest = fmax(closest, used);
        CHECK(used <= 1 + 1e-9, "%g of the bound", used);
    }
    printf("at most %g of the bound is used\n", closest);
    arena_free(&a);
    VERIFIES("PKS05 (10)");
    VERIFIES("PKS05 (Lemma4)");
}

/* One contact whose rows are nearly the same, A = (1, -c; -c, 1) with 1 - c =
   2^-25, b = (-1, 0) and the radius g. Without the radius the slip row would be
   zero at 2^24, and Newton's step goes so far that no twelfth halving of it is
   good. A sweep carries both forces by one, so that g is reached when there
   have been more than g sweeps in all: 32, 32 + 128, or 32 + 128 + 512. There
   the slip is at its radius and the normal row is zero.

   Verifies PKS05 (10). */
static void stubborn(void)
{
    const double c = 1 - 0x1p-25, A[4] = {1, -c, -c, 1}, b[2] = {-1, 0};
    const double mu = 1, radius[] = {31.9, 159.9, 671.9};
    arena a = {0};
    for (int k = 0; k < 3; k++) {
        const qvi_problem p = {1, 1, A, b, &mu, NULL};
        const double g = radius[k];
        qvi_map map = {.p = &p, .g = &g};
        qvi_newton x;
        CHECK(qvi_newton_new(&a, &map, &x).code == PERP_OK, "room");
        CHECK(qvi_newton_run(&x, 60, 1e-13) > 1e-3, "Newton needs no help");
        double residual = qvi_bounds_inner(&x, 60, 1e-13);
        CHECK(residual <= 1e-13, "%g is left at %g", residual, g);
        CHECK(x.lam[1] == g && fabs(x.lam[0] - 1 - c * g) < 1e-12 * g,
              "(%.17g, %.17g)", x.lam[0], x.lam[1]);
        arena_free(&a);
    }
    VERIFIES("PKS05 (10)");
}

/* The fixed point ends where Newton ends, in as many turns as the factor
   mu eta / sigma allows. */
static void fixed_point(void)
{
    check_random r = {check_seed(603)};
    arena a = {0};
    int most = 0, wandered = 0;
    for (int k = 0; k < 300; k++) {
        qvi_random_kind kind = {3, 2, k % 2 ? 0.4 : 1.5, 0.25, 0};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        qvi_options o = qvi_defaults;
        qvi_answer n, f;
        arena_mark mark = arena_here(&a);
        CHECK(qvi_answer_new(&a, &p, &n).code == PERP_OK, "room");
        CHECK(qvi_answer_new(&a, &p, &f).code == PERP_OK, "room");
        CHECK(qvi_solve(&p, &o, &a, &n).code == PERP_OK, "Newton");
        o.method = QVI_BOUNDS;
        o.iterations = 200;
        perp_status s = qvi_solve(&p, &o, &a, &f);
        if (n.unique || k % 2)
            CHECK(s.code == PERP_OK, "%s", s.message);
        wandered += s.code != PERP_OK;
        if (n.unique && s.code == PERP_OK) {
            double off = 0;
            for (int i = 0; i < 9; i++)
                off += (n.lam[i] - f.lam[i]) * (n.lam[i] - f.lam[i]);
            CHECK(sqrt(off) <= n.bound + f.bound, "%g > %g + %g", sqrt(off),
                  n.bound, f.bound);
            most = f.iterations > most ? f.iterations : most;
        }
        arena_release(&a, mark);
    }
    printf("at most %d steps of Newton and turns; %d did not converge\n", most,
           wandered);
    CHECK(wandered < 30, "%d wandered", wandered);
    arena_free(&a);
}

int main(void)
{
    RUN(proposition);
    RUN(contraction);
    RUN(stubborn);
    RUN(fixed_point);
    DONE;
}
