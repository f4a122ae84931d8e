/**
# Random steps with compliant contact
*/
#pragma once

#include "check.h"
#include "pks05/cone/qvi.h"

#include <math.h>

enum { QVI_RANDOM_N = 24 };

typedef struct {
    int contacts, slips;
    double A[QVI_RANDOM_N * QVI_RANDOM_N], b[QVI_RANDOM_N], mu[QVI_RANDOM_N];
} qvi_random;

typedef struct {
    int contacts, slips;
    double most_mu; /* mu is uniform in (0, most_mu) */
    double shift;   /* A = R R' / N + shift I */
    double skew;    /* plus a skew matrix with entries of at most this size */
} qvi_random_kind;

static inline qvi_problem qvi_random_problem(const qvi_random *x)
{
    return (qvi_problem){x->contacts, x->slips, x->A, x->b, x->mu, NULL};
}

/* Multiples of 2^-8: sums of products of a few of them are exact in
   doubles. */
static inline double qvi_random_short(check_random *r, double lo, double hi)
{
    return floor(0x1p8 * check_uniform(r, lo, hi)) * 0x1p-8;
}

static inline void qvi_random_matrix(check_random *r, int N, double shift,
                                     double skew, double *A)
{
    double R[QVI_RANDOM_N * QVI_RANDOM_N];
    for (int i = 0; i < N * N; i++)
        R[i] = qvi_random_short(r, -1, 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = i == j ? floor(0x1p8 * shift) * 0x1p-8 : 0;
            for (int k = 0; k < N; k++)
                sum += R[i * N + k] * R[j * N + k] / 16;
            A[i * N + j] = sum;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i && skew > 0; j++) {
            double s = qvi_random_short(r, -skew, skew);
            A[i * N + j] += s;
            A[j * N + i] -= s;
        }
}

static inline qvi_random qvi_random_new(check_random *r, qvi_random_kind k)
{
    qvi_random x = {.contacts = k.contacts, .slips = k.slips};
    const int N = k.contacts * (1 + k.slips);
    qvi_random_matrix(r, N, k.shift, k.skew, x.A);
    for (int i = 0; i < N; i++)
        x.b[i] = check_uniform(r, -2, 1);
    for (int i = 0; i < k.contacts; i++)
        x.mu[i] = k.most_mu * check_uniform(r, 0, 1);
    return x;
}

/* A step built from its solution: b = w - A lam, without rounding. */
typedef struct {
    qvi_random x;
    double lam[QVI_RANDOM_N], w[QVI_RANDOM_N];
} qvi_built;

/* Whole triangles (a, b, c): the point (a, b) t lies on the circle of radius
   c t. */
static inline const double *qvi_random_triangle(check_random *r)
{
    static const double of[8][3] = {{3, 4, 5},   {5, 12, 13},  {8, 15, 17},
                                    {7, 24, 25}, {20, 21, 29}, {12, 35, 37},
                                    {9, 40, 41}, {28, 45, 53}};
    return of[check_integer(r, 0, 7)];
}

/* Contact i open, sticking or slipping; mu = c / 2^j in [most / 2, most). */
static inline void qvi_built_contact(check_random *r, qvi_built *y, int i,
                                     double most_mu)
{
    const double *T = qvi_random_triangle(r);
    const int k = y->x.slips, at = i * (1 + k), mode = check_integer(r, 0, 3);
    double scale = 1, sign[2], u[2] = {T[0], T[1]};
    while (T[2] * scale >= most_mu)
        scale *= 0.5;
    for (int j = 0; j < 2; j++)
        sign[j] = check_integer(r, 0, 1) ? 1 : -1;
    if (check_integer(r, 0, 1)) {
        u[0] = T[1];
        u[1] = T[0];
    }
    if (k == 1)
        u[0] = T[2];
    y->x.mu[i] = T[2] * scale;
    double n = mode == 0 ? 0 : qvi_random_short(r, 0.125, 2);
    double part = mode == 1 ? check_integer(r, 0, 3) / 4.0 : 1;
    double speed = mode == 1 ? 0 : qvi_random_short(r, 0, 1);
    y->lam[at] = n;
    y->w[at] = mode == 0 ? qvi_random_short(r, 0, 1) : 0;
    for (int j = 0; j < k; j++) {
        y->lam[at + 1 + j] = part * n * scale * sign[j] * u[j];
        y->w[at + 1 + j] = -speed * sign[j] * u[j] / 64;
    }
}

static inline qvi_built qvi_built_new(check_random *r, qvi_random_kind k)
{
    qvi_built y = {.x = {.contacts = k.contacts, .slips = k.slips}};
    const int N = k.contacts * (1 + k.slips);
    qvi_random_matrix(r, N, k.shift, k.skew, y.x.A);
    for (int i = 0; i < k.contacts; i++)
        qvi_built_contact(r, &y, i, k.most_mu);
    for (int i = 0; i < N; i++) {
        double sum = y.w[i];
        for (int j = 0; j < N; j++)
            sum -= y.x.A[i * N + j] * y.lam[j];
        y.x.b[i] = sum;
    }
    return y;
}
