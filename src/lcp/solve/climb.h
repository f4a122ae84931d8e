/**
# From doubles to a proof

The whole ladder for a problem that is given twice, in doubles and in rationals:
doubles propose a basis, with the tolerances of mlcp.c and then with narrower ones,
and the exact rungs (ladder.h) prove it or go on without. The steps of a proven
run come here.

| rung | who proposes | at a cost of |
|---|---|---|
| RUNG_DOUBLE | doubles | one solve, and a proof, 8 to 21 times that |
| RUNG_SECOND | doubles, ties within the roundoff only | the same again |
| RUNG_106, RUNG_512 | Lemke with more places | 7 to 20, then 2 to 24 times the one before |
| RUNG_EXACT | nobody: exact Lemke decides | 5 proofs with one contact, 1000 with 20 |

The two problems need not agree to the last place. Where the data are fractions,
`near` is rounded, and a wrong basis is all that may come of it.
*/
#pragma once

#include "lcp/solve/mlcp.h"

/* Decides q->p, of which `near` are the data in doubles (rounded, when they are
   not doubles): bases proposed in doubles, at most CLIMB_LOOKS of them, and
   cold exact Lemke when all are wrong. q->basis is not used; q->limits hold for
   the whole. *residual (may be null): of the first proposal, 0 when there is
   none. Results and errors are those of ladder_decide; the outcome is that of
   the exact problem in all cases. Leaves the arena as it was. */
enum { CLIMB_LOOKS = 2 };
perp_status climb_decide(const lcp_problem *near, const ladder_question *q,
                         arena *a, lcp_claim *out, double *residual);
