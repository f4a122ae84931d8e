/**
# Solving: the ladder

`mlcp_solve` is what the schemes call: double Lemke, a residual test, and the
exact rungs of `ladder.h` when the test fails. In order, each only when the one
before did not do:

1. The free unknowns are eliminated (condense.h) and Lemke runs with a covering
   column of ones. The answer's residual is computed from A, b and z, not from the
   tableau; up to $2^{-40}$ it is not looked at more closely.
2. Above that the numbers are computed once more from the basis, with pivots by
   size, and the better ones kept (for small problems without free unknowns this
   is left out). Up to `residual` they are the answer.
3. Entries of z that are rounding are put to zero, and the same is asked.
4. Lemke runs again with another covering column, and 1 to 3 again.
5. Both runs again with rows and columns in units of the pairs' own. Where these are
   far apart, this comes before all others.
6. Both runs again with a threshold for pivots ten thousand times as high.
7. Lemke in double-doubles, its basis refined (sharp.h), and the same test.
8. The exact rungs, with the basis that there is.

So an answer in doubles is a solution up to its residual, a ray and a contradiction
are proven, and nothing is ever returned because it is the best that was found.
What a small residual does not say: that the basis is that of the exact solution,
or that z is near to it. Two contacts nearly in one place are

$$A = \begin{bmatrix} 1 & 1 \\ 1 & 1 + 2^{-40} \end{bmatrix}, \qquad b =
\begin{bmatrix} -2 \\ -2 - 2^{-40} \end{bmatrix},$$

with $z = (1, 1)$ as the only solution; $z = (2, 0)$ has $w = (0, -2^{-40})$, beside
rows of size 4 a residual of about $2^{-42}$, and passes. The sum of the impulses,
and so the velocity, is right in both; who bears it is not. Who needs to know asks
for a proof (climb.h).
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "lcp/solve/ladder.h"
#include "lcp/kernel/tableau_f64.h"

/* All but `limits` are pure numbers. */
typedef struct {
    double pivot_threshold; /* smallest |pivot| relative to its column */
    double tie;             /* values below this, relative, are zero at the
                               blocking point: their rows tie */
    double residual;        /* accepted lcp_residual */
    int pivots;             /* limit for one run; 0: 12 n + 200 */
    int only_double;        /* the first two runs: proposals, tests, benches */
    ladder_limits limits;   /* of steps 7 and 8 together; 0: none */
} mlcp_options;

/* The defaults, measured: see mlcp.c. */
extern const mlcp_options mlcp_defaults;

/* Solves in doubles, or pairs of them; climbs to exact arithmetic when none of
   these answers passes the residual test (then *climbed = 1). The arrays of
   `out` are the caller's, from lcp_answer_new; basis is always set. The double
   path allocates in the arena only and leaves it as it was; GMP numbers are
   born and die in here otherwise. OK with outcome SOLVED, RAY or INFEASIBLE;
   the latter two are always exact results, their numbers truncated. With
   only_double the outcome may also be LIMIT, and a RAY has no data. Errors:
   LIMIT (memory, pivots, or equations that are singular without being
   redundant), INPUT (a NaN or infinity in the data). */
perp_status mlcp_solve(const lcp_problem *p, const mlcp_options *options,
                       arena *a, lcp_answer *out, int *climbed);
