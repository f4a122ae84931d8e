/* All pieces of a step over a box. */
#include "pks05/cone/qvi_seam.h"
#include "qvi_random.h"

/* The natural map with a disc of radius mu [zeta]_+, in doubles. */
static void natural(const qvi_problem *p, const qvi_box *x, const double *lam,
                    double *F)
{
    const int N = qvi_rows(p), k = p->slips;
    double w[QVI_RANDOM_N];
    for (int i = 0; i < N; i++) {
        w[i] = p->b[i];
        for (int j = 0; j < N; j++)
            w[i] += p->A[i * N + j] * lam[j];
    }
    for (int i = 0; i < p->contacts; i++) {
        const int at = i * (1 + k);
        const double n = fmax(lam[at] - w[at] / p->A[at * (N + 1)], 0);
        double size = 0, z[3];
        for (int j = 1; j <= k; j++) {
            z[j] = lam[at + j] - k * x->rho[i] * w[at + j];
            size += z[j] * z[j];
        }
        size = sqrt(size);
        const double g = p->mu[i] * n, cut = size > g ? g / size : 1;
        F[at] = lam[at] - n;
        for (int j = 1; j <= k; j++)
            F[at + j] = lam[at + j] - cut * z[j];
    }
}

/** From the middle of a box to any point of it the natural map changes by a slope of those that are
enclosed, on boxes of all sizes around solutions of which one in two has a contact on a seam:
the formulas of the map are written a second time. At the middle it is what it is. */
static void slopes(void)
{
    check_random r = {check_seed(441)};
    arena a = {0};
    for (int k = 0; k < 800; k++) {
        const qvi_random_kind kind = {1 + k % 3, 1 + k / 3 % 2, 2, 0.5, 0.25};
        qvi_built y = qvi_built_new(&r, kind);
        if (k % 5 == 0)
            y.x.mu[0] = 0;
        for (int i = 0; i <= y.x.slips && k % 2; i++)
            y.x.b[i] -= y.w[i];
        const qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p);
        const double size = ldexp(1, -check_integer(&r, 0, 12));
        double F[QVI_RANDOM_N], there[QVI_RANDOM_N];
        qvi_box x;
        CHECK(qvi_box_new(&a, &p, y.lam, &x).code == PERP_OK, "room");
        x.seams = true;
        CHECK(qvi_box_known(&x) && qvi_box_holds(&x), "known");
        natural(&p, &x, y.lam, F);
        for (int i = 0; i < N; i++) {
            number is = qvi_box_equation(&x, i);
            CHECK(fabs(is.v.hi - F[i]) <= is.error + 1e-13, "problem %d: at it",
                  k);
            x.e[i] = size;
        }
        CHECK(qvi_box_holds(&x), "holds");
        for (int s = 0; s < 8; s++) {
            double lam[QVI_RANDOM_N], eta[QVI_RANDOM_N];
            for (int i = 0; i < N; i++) {
                eta[i] = size * check_uniform(&r, -1, 1);
                lam[i] = y.lam[i] + eta[i];
            }
            natural(&p, &x, lam, there);
            for (int i = 0; i < N; i++) {
                double sum = 0, radius = 1e-13;
                for (int j = 0; j < N; j++) {
                    number d = qvi_box_derivative(&x, i, j);
                    sum += d.v.hi * eta[j];
                    radius += d.error * fabs(eta[j]);
                }
                CHECK(fabs(there[i] - F[i] - sum) <= radius,
                      "problem %d, row %d: %g, not %g within %g", k, i,
                      there[i] - F[i], sum, radius);
            }
        }
        arena_free(&a);
    }
}

/** The contact of the header with $\epsilon = \frac14$, at rest on its edge, $\lambda = 0$, $b = 0$: in the row n
the slope by $\eta_n$ is 1, that by $\eta_t$ is $s\epsilon$, within $\frac18$ of $\frac18$. */
static void by_hand(void)
{
    static const double A[4] = {1, 0.25, 0.25, 1}, b[2] = {0}, lam[2] = {0};
    const double mu = 0.5;
    const qvi_problem p = {1, 1, A, b, &mu, NULL};
    arena a = {0};
    qvi_box x;
    CHECK(qvi_box_new(&a, &p, lam, &x).code == PERP_OK, "room");
    x.seams = true;
    CHECK(qvi_box_known(&x), "known");
    x.e[0] = x.e[1] = 1;
    CHECK(qvi_box_holds(&x), "holds");
    number n = qvi_box_derivative(&x, 0, 0), t = qvi_box_derivative(&x, 0, 1);
    CHECK(n.v.hi == 1 && n.error < 1e-15, "%g up to %g", n.v.hi, n.error);
    CHECK(t.v.hi == 0.125 && t.error >= 0.125 && t.error < 0.125 + 1e-15,
          "%g up to %g", t.v.hi, t.error);
    arena_free(&a);
}

int main(void)
{
    RUN(slopes);
    RUN(by_hand);
    DONE;
}
