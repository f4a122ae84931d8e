/**
# What is learnt of a Lagrangian
*/
#include "ap02/curvature.h"
#include "check.h"

#include <math.h>

enum { MOST = 6 };

/* Cholesky: is W positive definite? */
static int definite(int n, const double *W)
{
    double L[MOST * MOST];
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = W[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0))
                return 0;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    return 1;
}

/* A random symmetric H; diag > 0 makes it definite. */
static void random_form(check_random *r, int n, double diag, double *H)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            H[i * n + j] = H[j * n + i] =
                check_uniform(r, -1, 1) + (i == j ? diag : 0);
}

/* One step: u, and the gradient that a subproblem with W leaves when the true
   second derivatives are H: (H - W) u. */
static void step(check_random *r, int n, const double *H, double *W, double *u)
{
    double left[MOST] = {0}, work[MOST];
    for (int i = 0; i < n; i++)
        u[i] = check_uniform(r, -1, 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            left[i] += (H[i * n + k] - W[i * n + k]) * u[k];
    curvature_learn(n, W, u, left, work);
}

/* Behind a step W u = H u, W is symmetric and definite; and when H curves
   downwards, still definite, with u'W u a fifth of what it was. */
static void secant(void)
{
    check_random rng = {check_seed(321)};
    int down = 0;
    for (int trial = 0; trial < 400; trial++) {
        int n = check_integer(&rng, 1, MOST);
        double H[MOST * MOST], W[MOST * MOST], u[MOST];
        random_form(&rng, n, trial % 2 ? n : 0, H);
        for (int i = 0; i < n * n; i++)
            W[i] = i % (n + 1) == 0;
        for (int round = 0; round < 12; round++) {
            double before = 0, after = 0, wanted = 0, worst = 0, old[36];
            memcpy(old, W, sizeof old);
            step(&rng, n, H, W, u);
            for (int i = 0; i < n; i++) {
                double miss = 0;
                for (int k = 0; k < n; k++) {
                    miss += (W[i * n + k] - H[i * n + k]) * u[k];
                    before += u[i] * old[i * n + k] * u[k];
                    after += u[i] * W[i * n + k] * u[k];
                    wanted += u[i] * H[i * n + k] * u[k];
                    CHECK(fabs(W[i * n + k] - W[k * n + i]) < 1e-9, "skew");
                }
                worst = fmax(worst, fabs(miss));
            }
            CHECK(definite(n, W), "trial %d, round %d", trial, round);
            double want = fmax(wanted, 0.2 * before);
            down += wanted < 0.2 * before;
            CHECK(wanted < 0.2 * before || worst < 1e-8 * (1 + n),
                  "trial %d, round %d: %g", trial, round, worst);
            CHECK(fabs(after - want) < 1e-8 * (1 + want), "%g, not %g", after,
                  want);
        }
    }
    printf("%d steps downhill\n", down);
    CHECK(down > 100, "%d", down);
}

/* A step of no length changes nothing. */
static void nothing(void)
{
    double W[4] = {2, 1, 1, 3}, u[2] = {0, 0}, left[2] = {1, 1}, work[2];
    const double same[4] = {2, 1, 1, 3};
    curvature_learn(2, W, u, left, work);
    CHECK(memcmp(W, same, sizeof W) == 0, "changed");
}

int main(void)
{
    RUN(secant);
    RUN(nothing);
    DONE;
}
