/**
# Many small problems with one matrix, side by side

The samples of an impact differ in their right-hand sides only: HP23's Algorithm
1 draws bounds for the impulses of its steps, thousands of them, and $A$ is made of
masses, normals and friction. Their paths begin alike and part later, so the
dictionaries are computed once for all that pass; lanes.c says how. Eight problems
are on their ways at a time, who is done makes room for the next, and within one
the rows fill the vector registers.

This is about time and about nothing else. Nobody needs it to read the papers: each
answer is, bit by bit, the one of `mlcp_solve`.
*/
#pragma once

#include "lcp/solve/mlcp.h"
#include "lcp/kernel/tableau_f64.h"

enum { LANES_ROWS = 32 }; /* larger problems are solved one at a time */

typedef struct {
    int n;           /* pairs */
    const double *A; /* n^2, by rows */
    int count;       /* problems */
    const double *b; /* count times n */
} lanes_problems;

/* Solves them all, bit for bit as mlcp_solve does one at a time: answers,
   pivots, residuals. One matrix, no free unknowns, covered with ones. Problems
   that end on a ray, break down or fail the residual test go to mlcp_solve.
   out: `count` answers from lcp_answer_new (0, n). *climbed counts those that
   needed exact arithmetic. Leaves the arena as it was. Errors: those of
   mlcp_solve. */
perp_status lanes_solve(const lanes_problems *p, const mlcp_options *options,
                        arena *a, lcp_answer *out, int *climbed);

/* The same in registers of the given width, which the machine must have. For
   tests of the sentence above with every width. */
perp_status lanes_solve_as(const lanes_problems *p, const mlcp_options *options,
                           f64_width width, arena *a, lcp_answer *out,
                           int *climbed);
