/**
# Distances from hulls
*/
#include "check.h"
#include "hp23/inclusion/hull.h"
#include "number/rational.h"

#include <math.h>

enum { MOST = 7 };

typedef struct {
    arena a;
    int n, count;
    mpq_t corner[MOST * 4], point[4], weight[MOST], distance;
} fixture;

static void fixture_new(fixture *f, int n, int count)
{
    *f = (fixture){.n = n, .count = count};
    for (int i = 0; i < MOST * 4; i++)
        mpq_init(f->corner[i]);
    for (int i = 0; i < 4; i++)
        mpq_init(f->point[i]);
    for (int i = 0; i < MOST; i++)
        mpq_init(f->weight[i]);
    mpq_init(f->distance);
}

static void fixture_clear(fixture *f)
{
    for (int i = 0; i < MOST * 4; i++)
        mpq_clear(f->corner[i]);
    for (int i = 0; i < 4; i++)
        mpq_clear(f->point[i]);
    for (int i = 0; i < MOST; i++)
        mpq_clear(f->weight[i]);
    mpq_clear(f->distance);
    arena_free(&f->a);
}

static void ask(fixture *f)
{
    hull_exact h = {f->n, f->count, (const mpq_t *)f->corner,
                    (const mpq_t *)f->point};
    perp_status s = hull_distance(&f->a, &h, f->distance, f->weight);
    CHECK(s.code == PERP_OK, "%s", s.message);
}

/* The weights are weights, and the distance is theirs, exactly. */
static void is_attained(const fixture *f)
{
    mpq_t sum, e, worst, t;
    mpq_inits(sum, e, worst, t, NULL);
    for (int k = 0; k < f->count; k++) {
        CHECK(mpq_sgn(f->weight[k]) >= 0, "weight %d", k);
        mpq_add(sum, sum, f->weight[k]);
    }
    CHECK(mpq_cmp_ui(sum, 1, 1) == 0, "weights add up to %g", mpq_get_d(sum));
    for (int i = 0; i < f->n; i++) {
        mpq_set(e, f->point[i]);
        for (int k = 0; k < f->count; k++) {
            mpq_mul(t, f->weight[k], f->corner[k * f->n + i]);
            mpq_sub(e, e, t);
        }
        mpq_abs(e, e);
        if (mpq_cmp(e, worst) > 0)
            mpq_set(worst, e);
    }
    CHECK(mpq_equal(worst, f->distance), "distance %g, of the weights %g",
          mpq_get_d(f->distance), mpq_get_d(worst));
    mpq_clears(sum, e, worst, t, NULL);
}

static double cross(const double *o, const double *a, const double *b)
{
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

static double in_square(const double *x, const double *y)
{
    return fmax(fabs(x[0] - y[0]), fabs(x[1] - y[1]));
}

/* min over t in [0, 1] of max |x - a - t (b - a)|: a convex function with kinks
   where a component or a sum or difference of both is zero. */
static double from_segment(const double *x, const double *a, const double *b)
{
    double best = fmin(in_square(x, a), in_square(x, b));
    double e[2] = {x[0] - a[0], x[1] - a[1]}, d[2] = {b[0] - a[0], b[1] - a[1]};
    double up[4] = {e[0], e[1], e[0] + e[1], e[0] - e[1]};
    double down[4] = {d[0], d[1], d[0] + d[1], d[0] - d[1]};
    for (int k = 0; k < 4; k++) {
        double t = down[k] == 0 ? 0 : up[k] / down[k];
        double y[2] = {a[0] + t * d[0], a[1] + t * d[1]};
        if (t > 0 && t < 1)
            best = fmin(best, in_square(x, y));
    }
    return best;
}

/* In the plane: 0 inside a triangle of corners, else the nearest segment. */
static double by_triangles(int count, double c[MOST][2], const double *x)
{
    double best = INFINITY;
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++) {
            best = fmin(best, from_segment(x, c[i], c[j]));
            for (int k = 0; k < j; k++) {
                double s = cross(c[i], c[j], x), t = cross(c[j], c[k], x),
                       u = cross(c[k], c[i], x);
                if ((s >= 0 && t >= 0 && u >= 0) ||
                    (s <= 0 && t <= 0 && u <= 0))
                    if (cross(c[i], c[j], c[k]) != 0)
                        best = 0;
            }
        }
    return best;
}

static void in_the_plane(void)
{
    check_random r = {check_seed(3901)};
    int outside = 0;
    for (int round = 0; round < 300; round++) {
        fixture f;
        double c[MOST][2], x[2], near, w[MOST];
        fixture_new(&f, 2, check_integer(&r, 1, MOST));
        for (int i = 0; i < 2; i++) {
            x[i] = check_integer(&r, -9, 9) / 4.0;
            mpq_set_d(f.point[i], x[i]);
            for (int k = 0; k < f.count; k++) {
                c[k][i] = check_integer(&r, -9, 9) / 4.0;
                mpq_set_d(f.corner[2 * k + i], c[k][i]);
            }
        }
        ask(&f);
        is_attained(&f);
        double want = by_triangles(f.count, c, x);
        outside += want > 0;
        CHECK(fabs(mpq_get_d(f.distance) - want) < 1e-14,
              "round %d: %.17g, by triangles %.17g", round,
              mpq_get_d(f.distance), want);
        hull_near h = {2, f.count, &c[0][0], x};
        CHECK(hull_distance_near(&f.a, &h, &near, w).code == PERP_OK, "near");
        CHECK(near >= want - 1e-15 && near < want + 1e-13,
              "round %d: %.17g in doubles, %.17g", round, near, want);
        fixture_clear(&f);
    }
    CHECK(outside > 100 && outside < 290, "%d outside", outside);
}

/** A point that is made of the corners has the distance zero, whatever the
dimension; one a little beside the hull has that little. */
static void made_of_the_corners(void)
{
    check_random r = {check_seed(3902)};
    for (int round = 0; round < 120; round++) {
        fixture f;
        int sum = 0, part[MOST];
        fixture_new(&f, 4, check_integer(&r, 1, MOST));
        for (int i = 0; i < 4 * f.count; i++)
            mpq_set_si(f.corner[i], check_integer(&r, -20, 20), 1);
        for (int k = 0; k < f.count; k++)
            sum += part[k] = check_integer(&r, 0, 5) + (k == 0);
        for (int i = 0; i < 4; i++) {
            long x = 0;
            for (int k = 0; k < f.count; k++)
                x += part[k] * (long)mpq_get_d(f.corner[4 * k + i]);
            mpq_set_si(f.point[i], x, (unsigned long)sum);
            mpq_canonicalize(f.point[i]);
        }
        ask(&f);
        CHECK(mpq_sgn(f.distance) == 0, "round %d: %g", round,
              mpq_get_d(f.distance));
        is_attained(&f);
        for (int k = 0; k < f.count; k++) /* all to one side: x_0 <= 20 */
            if (mpq_cmp_si(f.corner[4 * k], 20, 1) > 0)
                mpq_set_si(f.corner[4 * k], 20, 1);
        mpq_set_si(f.point[0], 81, 4);
        ask(&f);
        CHECK(mpq_get_d(f.distance) >= 0.25, "beside: %g",
              mpq_get_d(f.distance));
        is_attained(&f);
        fixture_clear(&f);
    }
}

int main(void)
{
    RUN(in_the_plane);
    RUN(made_of_the_corners);
    DONE;
}
