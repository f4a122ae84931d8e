/**
# The Lemke-Howson start, for games of two players

Lemke's own start, with a covering column of ones, ends on a ray for every such
game: behind its first exchange, of $z_0$ for a row of one player's, the partner of
that row raises the whole block of the other player, and the own block does not
see it, so that nothing blocks. This start does not.

No paper of the five has games in it. They are here because they are the problems
for which copositivity, which Theorem 2.1 lives on, holds, and its other condition
fails: $A \ge 0$, and $b < 0$.
*/
#pragma once

#include "number/limit.h"
#include "lcp/solve/lemke.h"

/* The first two exchanges: z_enter[k] for w_leave[k], k = 0, 1; all numbers are
   of pairs, in [0, n). */
typedef struct {
    int label; /* the pair that need not be complementary on the way */
    int enter[2], leave[2];
} lemke_howson;

/* The start for a label in [0, n). INPUT error unless the problem is a game:
   no free unknowns, n = p + q, zeros in the two diagonal blocks, positive
   numbers (costs) in the other two, b negative. */
perp_status lemke_howson_start(const lcp_exact_problem *p, int label,
                               lemke_howson *out);

/* Follows the path from the start in a fresh tableau of the same problem:
   SOLVED, LIMIT, or RAY, which no game has in exact numbers. Exchanges: at most
   limit + 1. The covering column is carried along unused. */
lcp_outcome lemke_howson_run(tableau *t, const lemke_howson *start, int limit,
                             lemke_end *end);

/* The answer in doubles: outcome SOLVED, or LIMIT when its residual is larger
   than mlcp_defaults allows. e is the same problem, exactly. Errors: INPUT as
   above, LIMIT. */
perp_status lemke_howson_solve(const lcp_problem *p, const lcp_exact_problem *e,
                               arena *a, lcp_answer *out);

/* The exact answer, which has passed lcp_exact_check. Errors: INPUT as above,
   LIMIT. */
perp_status lemke_howson_prove(const lcp_exact_problem *p, int label,
                               const exact_limit *limit, arena *a,
                               lcp_exact_answer *out);
