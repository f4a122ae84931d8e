/**
# All solutions on the command line
*/
#pragma once

#include "enumerate/enumerate.h"
#include "lcp/lcp_text.h"

#include <stdio.h>

/* What the command line asks of a search. */
typedef struct {
    int json;
    long nodes;  /* limit of the tree; 0: the default */
    FILE *proof; /* where the proof goes, or null */
    exact_limit limit; /* of the numbers' length, and of time */
} solutions_wish;

/* Enumerates and prints all solutions of problem `number`, and writes the
   proof. NO_SOLUTION when there is none, LIMIT when the search did not end,
   after printing that too. */
perp_status solutions_all(const lcp_text_problem *p, int number,
                          const solutions_wish *wish, arena *a);

/* Looks for one solution, up to a limit that is small when wish->nodes is 0.
   *outcome = SOLVED: then z has free + n numbers; INFEASIBLE: proven that
   there is none, the proof written, *nodes in its tree; LIMIT: neither.
   Errors: IO. */
perp_status solutions_one(const lcp_exact_problem *p,
                          const solutions_wish *wish, arena *a,
                          lcp_outcome *outcome, mpq_t *z, int *nodes);

/* Compares the proofs in the file `path` with the problems of the text, one
   proof for each problem. REFUTED with the place. */
perp_status solutions_check(lcp_text *text, const char *path);
