/**
# Random steps with compliant contact
*/
#pragma once

#include "check.h"
#include "qvi/qvi.h"

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
    return (qvi_problem){x->contacts, x->slips, x->A, x->b, x->mu};
}

/* Entries are multiples of 2^-12, so that few-term sums of products are exact
   in doubles. */
static inline double qvi_random_short(check_random *r, double lo, double hi)
{
    return floor(0x1p12 * check_uniform(r, lo, hi)) * 0x1p-12;
}

static inline void qvi_random_matrix(check_random *r, int N, double shift,
                                     double skew, double *A)
{
    double R[QVI_RANDOM_N * QVI_RANDOM_N];
    for (int i = 0; i < N * N; i++)
        R[i] = qvi_random_short(r, -1, 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = i == j ? shift : 0;
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
