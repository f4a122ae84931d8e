/**
# What reduce.c and distance.c share

The slip of a step as a function of the force alone (TH6): reduce.c computes it, in
fractions, and distance.c asks what follows. n counts all contacts and slips, R of
the other files. The two systems stand with what they are solved for behind them:

| | shape | first columns | behind them |
|---|---|---|---|
| X | $n \times (2 n + 1)$ | $hK + C$ | $1$, $\lambda - K\delta$ |
| T | $n_v \times (n_v + n + 1)$ | $M - h(1-\theta)J$ | $hW^T$, $h(f + W^T\lambda)$ |
| A | $n \times n$ | m/(N s) | |
| w, f | n | the slip, m/s; the force, N | |
*/
#ifndef PERP_CHECK_DISTANCE_H
#define PERP_CHECK_DISTANCE_H

#include "proof.h"

/* All of one row; t, u, x are scratch. */
typedef struct {
    mpq_t *all, *X, *T, *A, *w, *f;
    mpq_t h, share, mu, sigma, eta, pi, eps, t, u, x;
    long nv, n;
} field;

/* to += x y */
void fraction_add(mpq_ptr to, mpq_srcptr x, mpq_srcptr y, mpq_ptr t);
/* A, w and f of the row at hand; 0: there are none, X or T is singular. */
int reduce(checker *c, field *o);
#endif
