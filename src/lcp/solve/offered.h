/**
# A basis that is offered

Who solves one problem after another often knows the next one's basis before it is solved: it is
the last one's. Then nothing has to be searched. Where the basis says $w_i = 0$ a row is an
equation, where it says $z_i = 0$ an unknown is none, and what is left is one linear system.

The offer may be wrong, and nobody who made it is believed. The numbers that follow from it pass
the test that an answer of Lemke's in doubles has to pass to be taken without a second look
(mlcp.h, step 1), or the offer is refused, and the caller solves the problem as if nobody had
offered anything.
*/
#pragma once

#include "lcp/solve/mlcp.h"

/* The numbers of `basis`, n bytes of 0 or 1. *taken = 1 when their residual is
   at most LCP_EXCUSED: then out is an answer, SOLVED, and its pivots are 0; its
   basis is this one, without the z_i that came out negative or with no equation
   of their own, and are zero. *taken = 0: what out has is not meant. Leaves the
   arena as it was. Error: LIMIT (memory). */
perp_status offered_solve(const lcp_problem *p, const uint8_t *basis,
                          const mlcp_options *options, arena *a,
                          lcp_answer *out, int *taken);
