/**
# Solving: the ladder

`mlcp_solve` is what the schemes call: double Lemke, a residual test, and the
exact rungs when the test fails. `mlcp_prove` always ends exact.
*/
#pragma once

#include "lcp/lcp.h"

typedef struct {
    double pivot_threshold; /* smallest |pivot| relative to its column */
    double tie;             /* ratios closer than this (relative) are ties */
    double residual;        /* accepted lcp_residual */
    int pivots;             /* limit for one run; 0: 50 (free + n) + 1000 */
    int only_double;        /* rung 1 alone: never climb (tests, benches) */
} mlcp_options;

/* The documented defaults: 1e-11, 1e-10, 1e-9, 0, 0 (to be measured). */
extern const mlcp_options mlcp_defaults;

/* Solves in doubles; climbs to exact arithmetic when the residual test fails
   (then *climbed = 1). out arrays are the caller's. Allocates in the arena
   only, on the double path; GMP numbers are born and die in here otherwise. */
perp_status mlcp_solve(const lcp_problem *p, const mlcp_options *options,
                       arena *a, lcp_answer *out, int *climbed);

/* The exact answer: the proposed basis (null: none) solved exactly and
   checked; when it is wrong, cold exact Lemke on the mixed form, *fallback = 1.
   Returns OK with outcome SOLVED or RAY. */
perp_status mlcp_prove(const lcp_exact_problem *p, const uint8_t *basis,
                       arena *a, lcp_exact_answer *out, int *fallback);
