/* Ranges against fractions, and against cosines at many angles. */
#include "check.h"
#include "pks05/cone/qvi_range.h"

#include <gmp.h>

static double number(check_random *r)
{
    const double x = check_uniform(r, -1, 1);
    return check_integer(r, 0, 3) ? x : x * ldexp(1, check_integer(r, -40, 40));
}

static qvi_range drawn(check_random *r)
{
    const double a = number(r), b = check_integer(r, 0, 2) ? number(r) : a;
    return (qvi_range){fmin(a, b), fmax(a, b)};
}

/* Is x op y, in fractions, in z? */
static int holds(double x, double y, int op, qvi_range z)
{
    mpq_t a, b, low, high;
    mpq_inits(a, b, low, high, NULL);
    mpq_set_d(a, x);
    mpq_set_d(b, y);
    mpq_set_d(low, z.lo);
    mpq_set_d(high, z.hi);
    if (op == 0)
        mpq_add(a, a, b);
    else if (op == 1)
        mpq_sub(a, a, b);
    else
        mpq_mul(a, a, b);
    const int yes = mpq_cmp(a, low) >= 0 && mpq_cmp(a, high) <= 0;
    mpq_clears(a, b, low, high, NULL);
    return yes;
}

static void operations(void)
{
    check_random r = {check_seed(61)};
    for (int k = 0; k < 500; k++) {
        const qvi_range x = drawn(&r), y = drawn(&r);
        const qvi_range z[3] = {qvi_add(x, y), qvi_minus(x, y),
                                qvi_times(x, y)};
        for (int op = 0; op < 3; op++)
            for (int c = 0; c < 4; c++)
                CHECK(
                    holds(c & 1 ? x.hi : x.lo, c & 2 ? y.hi : y.lo, op, z[op]),
                    "operation %d of [%g, %g], [%g, %g]", op, x.lo, x.hi, y.lo,
                    y.hi);
    }
    const qvi_range tiny = qvi_times(qvi_point(1e-300), qvi_point(1e-300));
    CHECK(tiny.lo < 0 && tiny.hi > 0, "underflow");
    CHECK(qvi_whole(qvi_times(qvi_point(1e300), qvi_point(1e300))) &&
              qvi_whole(qvi_times(qvi_point(0), qvi_add(qvi_point(1.7e308),
                                                        qvi_point(1.7e308)))),
          "overflow");
}

static void circle(void)
{
    check_random r = {check_seed(62)};
    for (int k = 0; k < 300; k++) {
        const double m = check_uniform(&r, -4, 4);
        const double w = ldexp(1, -check_integer(&r, 0, 40));
        const qvi_range x = {m - w, m + w};
        qvi_range c, s;
        qvi_range_direction(x, &c, &s);
        for (int i = 0; i <= 8; i++) {
            const double a = fmin(x.hi, x.lo + i * (x.hi - x.lo) / 8);
            CHECK(cos(a) >= c.lo && cos(a) <= c.hi && sin(a) >= s.lo &&
                      sin(a) <= s.hi,
                  "%.17g in [%g, %g]", a, x.lo, x.hi);
        }
        CHECK(c.hi - c.lo < 3 * w + 1e-13 && s.hi - s.lo < 3 * w + 1e-13,
              "not first order: %g of %g", c.hi - c.lo, w);
    }
}

/* R X - I at corners of M, in whole numbers over powers of two. */
static void inverses(void)
{
    check_random r = {check_seed(63)};
    qvi_ranges M, E;
    qvi_square R;
    for (int k = 0; k < 100; k++) {
        const int n = check_integer(&r, 1, 5);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double x = check_integer(&r, -8, 8) + 12.0 * (i == j);
                M[i][j] = (qvi_range){x, x + check_integer(&r, 0, 1) / 64.0};
            }
        const double e = qvi_range_approach(n, M, R, E);
        for (int i = 0; i < n && e < 1; i++)
            for (int j = 0; j < n; j++) {
                double low = 0, high = 0;
                for (int l = 0; l < n; l++) {
                    low += R[i][l] * M[l][j].lo;
                    high += R[i][l] * (l % 2 ? M[l][j].lo : M[l][j].hi);
                }
                CHECK(low - (i == j) >= E[i][j].lo - 1e-14 &&
                          low - (i == j) <= E[i][j].hi + 1e-14 &&
                          high - (i == j) >= E[i][j].lo - 1e-14 &&
                          high - (i == j) <= E[i][j].hi + 1e-14,
                      "entry %d,%d", i, j);
            }
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            M[i][j] = qvi_point(1);
    CHECK(qvi_range_approach(2, M, R, E) == (double)INFINITY, "singular");
}

int main(void)
{
    RUN(operations);
    RUN(circle);
    RUN(inverses);
    DONE;
}
