/**
# Can joints and contacts hold together?

At velocity level they always can: $x = 0$ satisfies every row of a step, which is
why Theorem 2.2 needs no such assumption. At position level they may contradict
each other, and then no scheme helps: AP02's (45) has no point, and its (46)
nothing to project to. To first order the question is linear,

$$\text{is there } d \text{ with}\quad \nu^\top d + \theta = 0, \qquad n^\top d +
\Phi \ge 0\,?$$

and is decided exactly, by Farkas: either such a $d$ exists, or a combination of
the rows that has no gradient and a negative value, never both. A block of 1 m in
a slot of 0.9 m is the smallest case of the second: the gaps $x$ and $-0.1 - x$
have the sum $-0.1$ wherever it is put, and ten times both is the answer, with the
value $-1$. The other answer, for one gap of $-0.1$ with the gradient 1, is $d =
0.1$.

What it does not say: that the nonlinear constraints have a point when the
linearised ones have, or have none when these have none. A run asks it once, at
its start, when something is violated there.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* Values and gradients where the question is asked, matrices by rows. Borrowed;
   finite. Values in m or rad, gradients along velocities: d is a displacement
   q -> q + Gamma d. */
typedef struct {
    int nv, m, p;             /* velocities, joints, contacts */
    const double *theta, *nu; /* m, m x nv */
    const double *gap, *n;    /* p, p x nv */
} feasible_data;

typedef enum { FEASIBLE_YES, FEASIBLE_NO, FEASIBLE_UNDECIDED } feasible_answer;

/* YES: `out` (nv + m + p numbers, initialised by the caller) begins with a d
   for which nu'd + theta = 0 and n'd + gap >= 0. NO: behind nv numbers it holds
   c (m) and y >= 0 (p) with nu c + n y = 0 and theta.c + gap.y = -1. Both are
   checked exactly. UNDECIDED: a limit of the solver. Errors: memory; BUG when a
   contradiction fails its check. */
perp_status feasible_decide(arena *a, const feasible_data *d, mpq_t *out,
                            feasible_answer *answer);
