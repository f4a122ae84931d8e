/**
# The bounds of PKS05's convergence proof, on a run

The proof has a constant for everything. Here they are computed from the
assumptions (A) to (D) as far as a run shows them, and its inequalities are
asked of every step.
*/
#pragma once

#include "pks05/run/compliant.h"

/* Norms are spectral ones, in eta_G, eta_W and L_f bounded from above by
   Frobenius'; all numbers are the worst along the run. */
typedef struct {
    double L_f, c_f;         /* (A): |f'|; |f| <= c_f (1 + |q| + |v|) */
    double eta_G, eta_W;     /* (B): |Gamma|, |rows| */
    double sigma_M, eta_M;   /* (C): eigenvalues of M */
    double eta_K;            /* (D): |K| */
    double sigma_KC, eta_KC; /* (D): eigenvalues of (hK + C)^{-1} */
    double margin; /* sigma_M - h (1 - theta) L_f (1 + ...): > 0, or h > h_0 */
    double eta_q, L_q, sigma_nu; /* Proposition 3 */
    double c_s;                  /* (18) */
    double sigma_s, eta_s;       /* s is monotone and Lipschitz with them */
    double eta_lambda;           /* Lemma 5 */
    double eta_x;                /* (22) */
    double c_q;                  /* (23): the curvature met, m/s */
    double psi_x;                /* Proposition 7 */
    double mu_max;
} compliant_constants;

/* The left sides over the right ones, the largest along the run; at most 1 when
   margin > 0. `growth` is (25) with (1 + h psi_x)^j in the place of the
   exponential, which is not larger. */
typedef struct {
    double prop3, s0, lemma5, move, force, step, growth, last;
} compliant_ratios;

/* From the rows of a run of e in doubles. */
perp_status compliant_bounds_of(const experiment *e, const trace *t,
                                compliant_constants *c, compliant_ratios *r);
