/**
# The backward error of a given z

How much would the problem have to be another one for z to be its exact solution?
The chapter [A claimed answer](../../../doc/81-claimed-answers.md#the-backward-error)
derives what is computed here.
*/
#pragma once

#include "lcp/problem/lcp.h"

enum { BACKWARD_TIGHT = 60 }; /* unknowns up to which the bracket is narrow */

/* z stands with its pairs of at most `tolerance` (and all negative ones) put to
   zero. The largest relative change of an entry of A and b, or of A, b and z,
   that is needed at least. Neither is above 1. */
typedef struct {
    mpq_t data;      /* of A and b, exactly */
    int row;         /* that needs it, from 0; -1: none needs any */
    mpq_t low, high; /* of A, b and z: low <= it <= high */
    int programs;    /* linear programs that proposed the bracket's ends */
} backward_error;

/* tolerance >= 0. Ends with backward_error_clear in every case. LIMIT
   (memory). */
perp_status backward_error_find(arena *a, const lcp_exact_problem *p,
                                const mpq_t *z, mpq_srcptr tolerance,
                                backward_error *out);
void backward_error_clear(backward_error *b);
