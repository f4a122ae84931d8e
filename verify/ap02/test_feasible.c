#include "ap02/feasible.h"
#include "check.h"
#include "number/rational.h"

#include <math.h>

enum { NV = 4, M = 2, P = 5, ALL = NV + M + P };

static double dot(int n, const double *x, const mpq_t *d)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * mpq_get_d(d[i]);
    return sum;
}

/* Random linear constraints. Every second trial is built around a displacement
   that fulfils them, every other around a vanishing combination; the answer is
   known beforehand, and its certificate is looked at here again. */
static void both_ways(void)
{
    check_random rng = {check_seed(351)};
    int count[3] = {0};
    for (int trial = 0; trial < 300; trial++) {
        arena a = {0};
        double theta[M], nu[M * NV], gap[P], n[P * NV], d0[NV], c0[M], y0[P];
        int m = check_integer(&rng, 0, M), p = check_integer(&rng, 2, P);
        mpq_t *out = rational_array(&a, ALL);
        feasible_answer answer;
        feasible_data d = {NV, m, p, theta, nu, gap, n};
        for (int i = 0; i < NV; i++)
            d0[i] = check_integer(&rng, -4, 4);
        for (int i = 0; i < m * NV; i++)
            nu[i] = check_integer(&rng, -4, 4);
        for (int i = 0; i < p * NV; i++)
            n[i] = check_integer(&rng, -4, 4);
        for (int k = 0; k < m; k++) {
            c0[k] = check_integer(&rng, -2, 2);
            theta[k] = 0;
            for (int i = 0; i < NV; i++)
                theta[k] -= nu[k * NV + i] * d0[i];
        }
        for (int j = 0; j < p; j++) {
            y0[j] = check_integer(&rng, 0, 2);
            gap[j] = check_integer(&rng, 0, 3);
            for (int i = 0; i < NV; i++)
                gap[j] -= n[j * NV + i] * d0[i];
        }
        if (trial % 2) { /* the last contact closes the combination */
            double sum = -1;
            for (int i = 0; i < NV; i++) {
                n[(p - 1) * NV + i] = 0;
                for (int k = 0; k < m; k++)
                    n[(p - 1) * NV + i] -= nu[k * NV + i] * c0[k];
                for (int j = 0; j + 1 < p; j++)
                    n[(p - 1) * NV + i] -= n[j * NV + i] * y0[j];
            }
            for (int k = 0; k < m; k++)
                sum -= theta[k] * c0[k];
            for (int j = 0; j + 1 < p; j++)
                sum -= gap[j] * y0[j];
            gap[p - 1] = sum;
        }
        CHECK(feasible_decide(&a, &d, out, &answer).code == PERP_OK, "memory");
        CHECK(answer == (trial % 2 ? FEASIBLE_NO : FEASIBLE_YES),
              "trial %d: %d", trial, (int)answer);
        count[answer]++;
        const mpq_t *x = (const mpq_t *)out;
        for (int k = 0; k < m && answer == FEASIBLE_YES; k++)
            CHECK(fabs(theta[k] + dot(NV, nu + k * NV, x)) < 1e-9, "joint");
        for (int j = 0; j < p && answer == FEASIBLE_YES; j++)
            CHECK(gap[j] + dot(NV, n + j * NV, x) > -1e-9, "gap");
        if (answer == FEASIBLE_NO) {
            double sum = dot(m, theta, x + NV) + dot(p, gap, x + NV + m);
            CHECK(fabs(sum + 1) < 1e-9, "sum %g", sum);
            for (int j = 0; j < p; j++)
                CHECK(mpq_sgn(x[NV + m + j]) >= 0, "negative weight");
            for (int i = 0; i < NV; i++) {
                double g = 0;
                for (int k = 0; k < m; k++)
                    g += nu[k * NV + i] * mpq_get_d(x[NV + k]);
                for (int j = 0; j < p; j++)
                    g += n[j * NV + i] * mpq_get_d(x[NV + m + j]);
                CHECK(fabs(g) < 1e-9, "gradient %g", g);
            }
        }
        rational_clear(out, ALL);
        arena_free(&a);
    }
    printf("%d yes, %d no, %d undecided\n", count[0], count[1], count[2]);
}

int main(void)
{
    RUN(both_ways);
    DONE;
}
