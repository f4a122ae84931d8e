/**
# One problem of a file

What `perp solve` does with each.
*/
#pragma once

#include "cli/report/solutions.h"
#include "lcp/solve/mlcp.h"

/* What the command line asks: fractions; every solution; Lemke-Howson's start;
   a file of proofs to check, or null. */
typedef struct {
    int exact, all, game;
    ladder_limits limits;
    const char *check;
    solutions_wish search;
} solve_wishes;

/* Solves problem `number` and prints what came out. NO_SOLUTION when it has
   none, LIMIT when that could not be decided, after printing that too. */
perp_status solve_problem(const lcp_text_problem *p, int number,
                          const solve_wishes *w, arena *a);
