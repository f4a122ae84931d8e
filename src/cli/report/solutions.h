/**
# All solutions on the command line
*/
#pragma once

#include "proof/certificate/lists.h"
#include "lcp/problem/lcp_text.h"

#include <stdio.h>

/* What the command line asks of a search. */
typedef struct {
    int json;
    long nodes;        /* limit of the tree; 0: the default */
    exact_limit limit; /* of the numbers' length, and of time */
    FILE *proof;       /* where the proof goes, or null */
    lists *cert;       /* what perp-check is to read, or null */
} solutions_wish;

/* Enumerates and prints all solutions of problem `number`, and writes the
   proof. NO_SOLUTION when there is none, LIMIT when the search did not end,
   after printing that too. */
perp_status solutions_all(const lcp_text_problem *p, int number,
                          const solutions_wish *wish, arena *a);

/* Begins the certificate `path` of all problems of the text, which is read to
   its end and stands at its beginning again. INPUT; IO. In every case
   solutions_end ends it: whole, and said so, when `ended` says that each
   problem has its list, empty ones included. Returns `ended`, or a file's
   failure. */
perp_status solutions_state(lcp_text *text, const char *path, lists *out);
perp_status solutions_end(lists *cert, const char *path, perp_status ended);

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
