/**
# Can joints and contacts hold together?

At velocity level they always can: $x = 0$ satisfies every row of a step. At
position level they may contradict each other, and then no scheme helps. To
first order the question is linear and is decided exactly.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* Values and gradients where the question is asked, matrices by rows. Borrowed;
   finite. */
typedef struct {
    int nv, m, p;
    const double *theta, *nu; /* m, m x nv */
    const double *gap, *n;    /* p, p x nv */
} feasible_data;

typedef enum { FEASIBLE_YES, FEASIBLE_NO, FEASIBLE_UNDECIDED } feasible_answer;

/* YES: `out` (nv + m + p numbers, initialised by the caller) begins with a d
   for which nu'd + theta = 0 and n'd + gap >= 0. NO: behind nv numbers it holds
   c (m) and y >= 0 (p) with nu c + n y = 0 and theta.c + gap.y = -1. Both are
   checked exactly. UNDECIDED: a limit of the solver. */
perp_status feasible_decide(arena *a, const feasible_data *d, mpq_t *out,
                            feasible_answer *answer);
