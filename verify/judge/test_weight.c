/**
# The weight of a motion
*/
#include "check.h"
#include "judge/weight.h"

#include <math.h>

enum { N = 60 };

static double total(const weight_term *t, int n, double w)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(t[i].drift - w * t[i].turn);
    return sum;
}

/* No weight of [0, 1] has a smaller sum: neither an end nor one of the ratios,
   between which the sum is straight. */
static void least(void)
{
    check_random r = {check_seed(11)};
    for (int trial = 0; trial < 200; trial++) {
        weight_term t[N], copy[N];
        int n = check_integer(&r, 1, N);
        for (int i = 0; i < n; i++) {
            t[i].turn = check_integer(&r, -8, 8);
            t[i].drift = check_integer(&r, -8, 8);
            copy[i] = t[i];
        }
        double w = weight_fit((size_t)n, t);
        CHECK(w >= 0 && w <= 1, "%g", w);
        double best = fmin(total(copy, n, 0), total(copy, n, 1));
        for (int i = 0; i < n; i++) {
            double k = copy[i].turn != 0 ? copy[i].drift / copy[i].turn : 0;
            if (k > 0 && k < 1)
                best = fmin(best, total(copy, n, k));
        }
        CHECK(total(copy, n, w) <= best + 1e-12, "%g above %g",
              total(copy, n, w), best);
    }
}

/* Spoilt rows with less than half of the weight do not move it. */
static void robust(void)
{
    weight_term t[N];
    for (int i = 0; i < N; i++) {
        t[i].turn = 1 + i % 3;
        t[i].drift = t[i].turn / 4;
        if (i % 3 == 0)
            t[i].drift = 1000;
    }
    CHECK(weight_fit(N, t) == 0.25, "moved");
}

static void nothing_turns(void)
{
    weight_term t[2] = {{1, 0}, {0, 0}};
    CHECK(weight_fit(2, t) == 0.5 && weight_fit(0, t) == 0.5, "no half");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(least);
    RUN(robust);
    RUN(nothing_turns);
    return check_failures > 0;
}
