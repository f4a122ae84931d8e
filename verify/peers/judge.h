/**
# The judge

One verdict for every solver, from A, b and z alone, in numbers wider than
doubles. It shares nothing with `lcp_residual`, which perp itself uses.
*/
#pragma once

/* How far z is from a solution: the largest violation over rows, each relative
   to what the row is made of. Infinity when z holds a NaN or memory is refused.
   Below JUDGE_RIGHT the answer is right. */
double judge_residual(int n, const double *A, const double *b, const double *z);

#define JUDGE_RIGHT 1e-8
