/**
# One solution, because the matrix is definite
*/
#pragma once

#include "lcp/problem/lcp.h"

/* *yes: x'A x > 0 for all x that are not zero, over all unknowns, free ones
   included. Then the problem has one solution, and no more. Whole numbers; the
   work grows with the fourth power of the size. LIMIT (memory). */
perp_status definite_part(arena *a, const lcp_exact_problem *p, int *yes);
