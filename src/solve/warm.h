/**
# A warm start: the basis of the step before
*/
#pragma once

#include "solve/mlcp.h"

/* mlcp_solve, but first the proposed basis (n bytes, as in lcp_answer; null:
   none) is solved in doubles. It is believed when the answer passes the
   residual test of the options, and then *warm = 1, pivots = 0; if not, it is
   forgotten, and the answer is bit for bit that of mlcp_solve. Where several
   solutions exist a warm start may give another one than a cold start. `basis`
   may be out->basis. Otherwise as mlcp_solve. */
perp_status warm_solve(const lcp_problem *p, const uint8_t *basis,
                       const mlcp_options *options, arena *a, lcp_answer *out,
                       int *climbed, int *warm);
