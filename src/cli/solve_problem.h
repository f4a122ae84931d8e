/**
# One problem of a file

What `perp solve` does with each.
*/
#pragma once

#include "cli/solve_given.h"
#include "lcp/formats/foreign.h"
#include "lcp/solve/mlcp.h"

/* What the command line asks: fractions; every solution; Lemke-Howson's start;
   a file of proofs to check, or null; somebody's answers; the formats that are
   read and, unless it is FOREIGN_AUTO, written; the file of b, or null; numbers
   stand for doubles; how many problems there were; directions of friction that
   stand for round cones, or 0. */
typedef struct {
    int exact, all, game, doubles, number, directions;
    foreign_format read, write;
    const char *b;
    ladder_limits limits;
    const char *check;
    solutions_wish search;
    solve_given *given; /* or null */
} solve_wishes;

/* Solves problem `number`, or judges its given answer, and prints what came
   out. REFUTED: the answer is none. NO_SOLUTION when the problem has none,
   LIMIT when that could not be decided, after printing that too. */
perp_status solve_problem(const lcp_text_problem *p, int number,
                          const solve_wishes *w, arena *a);
