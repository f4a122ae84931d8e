/**
# From doubles to a proof
*/
#pragma once

#include "lcp/solve/mlcp.h"

/* Decides q->p, of which `near` are the data in doubles (rounded, when they are
   not doubles): bases proposed in doubles, at most CLIMB_LOOKS of them, and
   cold exact Lemke when all are wrong. q->basis is not used; q->limits hold for
   the whole. *residual (may be null): of the first proposal, 0 when there is
   none. Results and errors are those of ladder_decide. */
enum { CLIMB_LOOKS = 2 };
perp_status climb_decide(const lcp_problem *near, const ladder_question *q,
                         arena *a, lcp_claim *out, double *residual);
