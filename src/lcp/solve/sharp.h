/**
# One more solve without fractions

Between the solve in doubles and the exact rungs: Lemke in double-doubles
proposes a basis, and its numbers are computed from the data, refined until every
one of them is good by itself, however small it is beside the others. The answer
is in doubles, and it is accepted by the test that all answers in doubles have to
pass. Nothing is proven.
*/
#pragma once

#include "lcp/solve/ladder.h"

/* The numbers of a basis, n bytes, 1 where z_i is basic: x and the basic z_i
   from the equations and the rows with z_i basic, all other z_i zero; of
   negative z_i nothing is changed. An unknown whose column depends on those
   before it, up to 2^-46 of its largest entry, is zero. z: free + n. Leaves the
   arena as it was. Error: memory. */
perp_status sharp_basis(const lcp_problem *p, const uint8_t *basis, arena *a,
                        double *z);

/* Answers the problem as said above, its arrays the caller's: outcome SOLVED
   with a residual up to `bar`, else LIMIT, and then the basis, when Lemke came
   to one, is all that is meant. Adds its exchanges to out->pivots. Of the
   limits `seconds` holds, and becomes what is left of it. Leaves the arena as
   it was. Errors: memory, time. */
perp_status sharp_solve(const lcp_problem *p, ladder_limits *limits, double bar,
                        arena *a, lcp_answer *out);
