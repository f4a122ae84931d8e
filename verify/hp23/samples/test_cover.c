/**
# Covering radii, and how many samples a lemma asks for
*/
#include "base/memory.h"
#include "check.h"
#include "hp23/samples/cover.h"

#include <math.h>

static void fill(check_random *r, cover_points *p)
{
    for (long i = 0; i < p->count * p->n; i++)
        p->x[i] = check_integer(r, -50, 50) / 16.0;
}

/** The radius is that of all pairs, tried one by one. */
static void against_all_pairs(void)
{
    check_random r = {check_seed(3961)};
    double x[300], y[300];
    for (int round = 0; round < 200; round++) {
        arena a = {0};
        cover_points net = {1 + round % 3, check_integer(&r, 1, 60), x};
        cover_points other = {net.n, check_integer(&r, 1, 60), y};
        cover_answer got;
        double radius = 0, sum = 0;
        fill(&r, &net);
        fill(&r, &other);
        CHECK(cover_measure(&a, &net, &other, &got).code == PERP_OK, "ok");
        for (long k = 0; k < other.count; k++) {
            double best = INFINITY;
            for (long i = 0; i < net.count; i++) {
                double s = 0;
                for (int l = 0; l < net.n; l++) {
                    double e = x[i * net.n + l] - y[k * net.n + l];
                    s += e * e;
                }
                best = fmin(best, s);
            }
            radius = fmax(radius, sqrt(best));
            sum += sqrt(best);
        }
        CHECK(got.radius == radius, "round %d: %g, not %g", round, got.radius,
              radius);
        CHECK(fabs(got.mean * (double)other.count - sum) < 1e-10, "mean");
        arena_free(&a);
    }
}

/* The best constant of f(x, y) = (|x - y|, x y) on [0, 1]^2 is below 2. */
static void map(double x, double y, double *out)
{
    out[0] = fabs(x - y);
    out[1] = x * y;
}

/** Lemma 1, tried: a map with the Lipschitz constant 2 on the unit square, so many
samples that the lemma promises an epsilon-net with 90 percent, and a grid of the
range that is finer than what it leaves. Of 60 trials nearly all are nets: the
lemma is generous. The number is (171)'s, and one sample less does not do for it.

Verifies HP23 (1), (Lemma1). */
static void promised(void)
{
    check_random r = {check_seed(3962)};
    const double epsilon = 0.3, L = 2, delta = 0.1;
    double share = cover_share(1 * L * sqrt(2) / epsilon, 2);
    double samples = cover_samples(share, delta);
    CHECK(share == 1 / 100.0, "ceil(9.43)^-2 = %g", share);
    CHECK(cover_confidence(share, samples) >= 1 - delta &&
              cover_confidence(share, samples - 1) < 1 - delta,
          "%g samples", samples);
    /* cells may be missed with 3/2 at most, or 1: nothing is promised */
    CHECK(cover_confidence(0.4, 1) == 0 && cover_confidence(0.5, 1) == 0,
          "a confidence of %g", cover_confidence(0.4, 1));
    CHECK(cover_confidence(0.5, 2) == 0.5, "%g", cover_confidence(0.5, 2));
    /* ln(0.1/100)/ln(0.99) = 687.3 */
    CHECK(samples == 688, "%g samples", samples);
    static double net[700 * 2], grid[41 * 41 * 2];
    int nets = 0;
    for (int i = 0; i <= 40; i++)
        for (int k = 0; k <= 40; k++)
            map(i / 40.0, k / 40.0, grid + 2 * (41 * i + k));
    for (int round = 0; round < 60; round++) {
        arena a = {0};
        cover_answer x;
        for (int i = 0; i < (int)samples; i++)
            map(check_uniform(&r, 0, 1), check_uniform(&r, 0, 1), net + 2 * i);
        cover_points p = {2, (long)samples, net}, q = {2, 41 * 41, grid};
        CHECK(cover_measure(&a, &p, &q, &x).code == PERP_OK, "ok");
        nets += x.radius <= epsilon;
        arena_free(&a);
    }
    CHECK(nets >= 54, "%d of 60 are nets", nets);
    VERIFIES("HP23 (1), (Lemma1)");
}

/** Small and large: one cell needs one sample; the boxes of Theorem 9 need more
than can be counted. */
static void ends(void)
{
    CHECK(cover_share(0.5, 7) == 1, "one cell");
    CHECK(cover_samples(1, 0.01) == 1, "one sample");
    CHECK(cover_confidence(0.25, 0) == 0, "none");
    CHECK(cover_confidence(1, 1) == 1, "certain");
    double box = cover_share(40, 20), many = cover_samples(box, 0.1);
    double wanted = -log(0.1 * box) / box;
    CHECK(many >= wanted && many < 1.05 * wanted, "%g, %g samples", many,
          wanted);
    CHECK(cover_share(1e100, 1000) > 0, "never zero");
    double share = cover_share(100, 3); /* 1e6 cells */
    double n = cover_samples(share, 0.05);
    CHECK(fabs(n * share + log(0.05 * share)) < 1e-4, "%g samples", n);
}

int main(void)
{
    RUN(against_all_pairs);
    RUN(promised);
    RUN(ends);
    DONE;
}
