/**
# Many small problems with one matrix, side by side

The samples of an impact differ in their right-hand sides only. One problem sits
in each place of a vector register, each on its own path; who is done makes room
for the next.
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
   pivots, residuals. Problems that end on a ray, break down or fail the
   residual test go to mlcp_solve. out: `count` answers from lcp_answer_new
   (0, n). *climbed counts those that needed exact arithmetic. Leaves the arena
   as it was. Errors: those of mlcp_solve. */
perp_status lanes_solve(const lanes_problems *p, const mlcp_options *options,
                        arena *a, lcp_answer *out, int *climbed);

/* The same in registers of the given width, which the machine must have. */
perp_status lanes_solve_as(const lanes_problems *p, const mlcp_options *options,
                           f64_width width, arena *a, lcp_answer *out,
                           int *climbed);
