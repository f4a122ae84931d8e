/**
# The basis that z itself names

Which unknowns are positive is all of an answer that has to be guessed; the
numbers follow. So the first question to a z that is not exact is whether its
guess was right, and how far its numbers are from those that follow.
*/
#pragma once

#include "lcp/solve/ladder.h"

/* A point near z, and how far it is: per unknown and in the largest. */
typedef struct {
    int m;
    mpq_t *x;        /* m */
    mpq_t *distance; /* m: |x_i - z_i| */
    int farthest;    /* the i with the largest distance, the first */
} given_point;

/* All zero, arrays in the arena; ends with given_point_clear. */
perp_status given_point_new(arena *a, int m, given_point *out);
void given_point_clear(given_point *g);

/* Fills the distances from x. */
void given_point_measure(given_point *g, const mpq_t *z);

/* The pairs with z_i > tolerance are basic, the others have z_i = 0. *solves:
   the exact solution of that basis solves the problem, lcp_claim_check says so,
   and is in `out`. Where the basis has several solutions it is one of them.
   basis: n, is filled. Errors: LIMIT. */
perp_status own_basis_find(arena *a, const lcp_exact_problem *p, const mpq_t *z,
                           mpq_srcptr tolerance, const ladder_limits *limits,
                           uint8_t *basis, int *solves, given_point *out);
