/**
# A proposed basis, solved exactly
*/
#pragma once

#include "lcp/lcp.h"

/* Sets w_i = 0 where basis[i] = 1 and z_i = 0 elsewhere and solves the rest
   exactly: fills outcome, basis, z and w of the answer, *right = 1, and returns OK
   when the basis is that of a solution, which has then passed lcp_exact_check.
   A singular system, a wrong sign: OK, *right = 0, the answer is unfinished.
   Arrays in the arena, numbers given back before it returns. */
perp_status basis_solve(const lcp_exact_problem *p, const uint8_t *basis,
                        arena *a, lcp_exact_answer *out, int *right);
