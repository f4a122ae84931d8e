/**
# Somebody's z, row by row

A vector that another program calls a solution is put into the problem as it is
written, and nothing is rounded.
*/
#pragma once

#include "lcp/problem/lcp.h"

/* What may be wrong with unknown i and its row. */
typedef enum {
    GIVEN_EQUATION = 1, /* an equation's row is not zero */
    GIVEN_Z = 2,        /* z_i < 0 */
    GIVEN_W = 4,        /* w_i < 0 */
    GIVEN_PRODUCT = 8   /* z_i w_i is not zero */
} given_fault;

/* Of each of the free + n unknowns. An ulp of x is 2^(k - 52), where 2^k is
   the largest power of two that |x| reaches, and 2^-1074 at least. A row is
   measured with the ulp of its largest term, of A_ij z_j and b_i; z_i with
   that of the largest |z_j|; a product with that of z_i times the row's largest
   term. What has no term that is not zero is 0 ulps. */
typedef struct {
    int m;
    mpq_t *w, *w_ulps;
    mpq_t *z_ulps;
    mpq_t *product, *product_ulps; /* of pairs; 0 in front of them */
    uint8_t *fault;                /* given_fault, added */
    int faults;                    /* unknowns with one */
    int worst;                     /* the one with the most ulps, or -1 */
} given_rows;

/* z: free + n fractions. Arrays in the arena; ends with given_rows_clear in
   every case. LIMIT (memory). */
perp_status given_rows_find(arena *a, const lcp_exact_problem *p,
                            const mpq_t *z, given_rows *out);
void given_rows_clear(given_rows *r);

/* What is wrong, in words, the first of them when there are several; "" for
   nothing. */
const char *given_fault_words(int fault);
