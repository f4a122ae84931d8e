/**
# Solving: the ladder

`mlcp_solve` is what the schemes call: double Lemke, a residual test, and the
exact rungs of `ladder.h` when the test fails.
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "lcp/solve/ladder.h"
#include "lcp/kernel/tableau_f64.h"

typedef struct {
    double pivot_threshold; /* smallest |pivot| relative to its column */
    double tie;             /* values below this, relative, are zero at the
                               blocking point: their rows tie */
    double residual;        /* accepted lcp_residual */
    int pivots;             /* limit for one run; 0: 50 (free + n) + 1000 */
    int only_double;        /* rung 1 alone: never climb (tests, benches) */
    ladder_limits limits;   /* of the exact rungs; 0: none */
} mlcp_options;

/* The defaults, measured: see mlcp.c. */
extern const mlcp_options mlcp_defaults;

/* Solves in doubles; climbs to exact arithmetic when no covering vector gives
   an answer that passes the residual test (then *climbed = 1). The arrays of
   `out` are the caller's, from lcp_answer_new; basis is always set. The double
   path allocates in the arena only and leaves it as it was; GMP numbers are
   born and die in here otherwise. OK with outcome SOLVED, RAY or INFEASIBLE;
   the latter two are always exact results, their numbers truncated. With
   only_double the outcome may also be LIMIT, and a RAY has no data. Errors:
   LIMIT (memory, pivots, or equations that are singular without being
   redundant), INPUT (a NaN or infinity in the data). */
perp_status mlcp_solve(const lcp_problem *p, const mlcp_options *options,
                       arena *a, lcp_answer *out, int *climbed);

/* The answer of a tableau that has taken its problem (F64_SMALL, F64_LAZY) and
   has come to the end of its path, its z times `unit`: z, w, basis, residual.
   Where z_i is not basic its value is read from the zeros behind the right-hand
   side. */
void mlcp_answer_small(tableau_f64 *t, double unit, lcp_answer *out);
