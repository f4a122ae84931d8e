/**
# Has the step's problem one velocity only?

Theorem 2.1 of AP02 says that the problem of a step has a solution. Without
friction it has one velocity; with friction it may have several. A bound on
friction, cheap enough for every step, proves that there is one. What it speaks of is x, and with
it v; the impulses may be many all the same.
*/
#pragma once

#include "gap08/step/alpha_gamma.h"

/* 1: every solution of the problem p, posed from d by s, has the same x. 0: not
   known. The bound has a margin that rounding does not reach. p may be one of a
   collision, with a push or without. Takes from the arena and gives back. */
int alone_proven(arena *a, const alpha_gamma *s, const step_data *d,
                 const lcp_problem *p);

/* sqrt(x'Mx), M (nv x nv) by rows: the length of a velocity in the norm of the
   kinetic energy, kg^(1/2) m/s; 0 where rounding makes the square negative. */
double alone_length(int nv, const double *M, const double *x);
