/**
# Rows and their sizes

Row i of a problem at z is r_i = A_i z + b_i, a sum of terms; its size S_i is the
sum of their absolute values. Relative changes of at most eps in A and b move
r_i anywhere in [r_i - eps S_i, r_i + eps S_i], and not further.
*/
#pragma once

#include "lcp/problem/lcp.h"

/* z, with what counts as zero put to zero, and its rows. A row is kept when it
   is an equation or its z_i is positive, else it must not be negative. */
typedef struct {
    const lcp_exact_problem *p;
    int m;
    mpq_t *z, *r, *S; /* m each */
    uint8_t *kept;    /* m: the row must be zero */
} backward_sums;

/* Ends with backward_sums_clear in every case. LIMIT (memory). */
perp_status backward_sums_new(arena *a, const lcp_exact_problem *p,
                              backward_sums *out);
void backward_sums_clear(backward_sums *s);

/* r and S from z. */
perp_status backward_sums_fill(arena *a, backward_sums *s);

/* eps = the least with which each row can be what it must be, A and b changing;
   *row is the one that needs it, or -1. */
void backward_sums_need(const backward_sums *s, mpq_ptr eps, int *row);

/* Weights of rows, some of them not zero, from which somebody says that eps is
   too little, z changing by as much: true when they prove it. A row that must
   not be negative has a weight that is not positive. C, L (one number each) and
   alpha, beta (m each) are filled by _weigh. */
typedef struct {
    int m;
    mpq_t *C, *L, *alpha, *beta;
} backward_weights;

perp_status backward_weigh(arena *a, const backward_sums *s,
                           const double *weight, backward_weights *out);
void backward_weights_clear(backward_weights *w);
int backward_refutes(const backward_weights *w, mpq_srcptr eps);
