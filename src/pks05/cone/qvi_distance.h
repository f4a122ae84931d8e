/**
# How far any point is from the solution, proven
*/
#pragma once

#include "pks05/cone/qvi.h"
#include "pks05/cone/qvi_spectrum.h"

/* What the matrix allows, A itself or the one that is meant. sigma and eta; and
   of its blocks, normal rows n and slip rows t: the least eigenvalues of the
   symmetric parts, and norms. */
typedef struct {
    double mu; /* the largest */
    qvi_range sigma, eta;
    qvi_verdict contracts;                  /* mu eta / sigma < 1 */
    bool blocks;                            /* the finer condition, proven */
    double sigma_n, sigma_t, eta_t, nt, tn; /* rounded to the safe side; only
                                               when contracts is not proven */
} qvi_constants;

/* A with entries of at most one in size. LIMIT (memory). */
perp_status qvi_constants_find(arena *a, const qvi_problem *p,
                               qvi_constants *out);

/* At least the Euclidean distance of lam (any N finite numbers) from the one
   solution of the problem that is meant, rounded outward; INFINITY when neither
   condition is proven, or when numbers are beyond 2^300. Leaves the arena as it
   was. LIMIT (memory).

   Requires A and b with entries of at most one in size. */
perp_status qvi_distance(arena *a, const qvi_problem *p, const qvi_constants *c,
                         const double *lam, double *bound);

/* The largest mu for which the paper's proof of Lemma 4 gives uniqueness,
   sigma / (2 eta), and the largest for which the contraction does, sigma / eta;
   both rounded down. */
double qvi_lemma4(const qvi_constants *c);
double qvi_contraction(const qvi_constants *c);
