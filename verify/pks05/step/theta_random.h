/**
# Random steps of the scheme with compliant contact

Data of a step with small integers over powers of two, so that doubles and
rationals mean the same: M, K, C symmetric positive definite, any Gamma, J, f.
*/
#pragma once

#include "check.h"
#include "pks05/step/theta.h"

enum { THETA_MOST_V = 4, THETA_MOST_R = 9 };

typedef struct {
    theta_data d;
    double M[36], J[36], f[6], rows[54], K[81], C[81], gap[3], mu[3], v[6],
        delta[9];
} theta_random;

/* An integer in [-n, n] over 16. */
static inline double theta_small(check_random *g, int n)
{
    return check_integer(g, -n, n) / 16.0;
}

/* B B' + I, symmetric positive definite, times scale. */
static inline void theta_definite_random(check_random *g, int n, double scale,
                                         double *A)
{
    double B[81];
    for (int i = 0; i < n * n; i++)
        B[i] = check_integer(g, -2, 2);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double x = i == j;
            for (int k = 0; k < n; k++)
                x += B[i * n + k] * B[j * n + k];
            A[i * n + j] = scale * x;
        }
}

/* h is a power of two, theta one of 0, 1/4, 1/2, 1; friction at most 1/2; with
   `smooth` J is symmetric and negative semidefinite. */
static inline void theta_random_step(check_random *g, int slips, int smooth,
                                     theta_random *x)
{
    static const double theta[] = {0, 0.25, 0.5, 1};
    const int nv = check_integer(g, 1, 4), p = check_integer(g, 1, 3);
    theta_data *d = &x->d;
    memset(x, 0, sizeof *x);
    *d = (theta_data){.nv = nv,
                      .p = p,
                      .slips = slips,
                      .h = 1.0 / (1 << check_integer(g, 3, 8)),
                      .theta = theta[check_integer(g, 0, 3)],
                      .M = x->M,
                      .J = x->J,
                      .f = x->f,
                      .rows = x->rows,
                      .K = x->K,
                      .C = x->C,
                      .gap = x->gap,
                      .mu = x->mu,
                      .v = x->v,
                      .delta = x->delta};
    const int R = theta_rows(d);
    theta_definite_random(g, nv, 0.5, x->M);
    theta_definite_random(g, R, 64, x->K);
    theta_definite_random(g, R, 2, x->C);
    if (smooth)
        theta_definite_random(g, nv, -0.25, x->J);
    for (int i = 0; i < nv * nv && !smooth; i++)
        x->J[i] = theta_small(g, 16);
    for (int i = 0; i < nv; i++) {
        x->f[i] = theta_small(g, 160);
        x->v[i] = theta_small(g, 32);
    }
    for (int i = 0; i < R * nv; i++)
        x->rows[i] = theta_small(g, 16);
    for (int i = 0; i < R; i++)
        x->delta[i] = theta_small(g, 16) / 64;
    for (int c = 0; c < p; c++) {
        double sunk = check_integer(g, 0, 1) ? 0 : check_integer(g, 0, 16);
        x->gap[c] = sunk / 1024 - x->delta[c * (1 + slips)];
        x->mu[c] = check_integer(g, 0, 8) / 16.0;
    }
}
