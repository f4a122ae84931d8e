/**
# Bases refused by their first places

A basis is wrong as soon as one sign is. The exact solution of its system says so with
certainty; some fifty digits before it there is little doubt.
*/
#pragma once

#include "lcp/problem/lcp_claim.h"
#include "number/linear/glance.h"

/* A glance at the solution of a basis: w_i = 0 where basis[i] = 1, z_i = 0
   elsewhere, unknown j of the system is number pick[j] of (x, z). Refuses when
   a z_i, or a w_i = A_i . Z + b_i, is below zero by more than its numbers may
   be wrong. Borrows all three. */
typedef struct {
    linear_glance glance; /* first: it is handed out as one */
    const lcp_exact_problem *p;
    const uint8_t *basis;
    const int *pick;
} refusal;

refusal refusal_of(const lcp_exact_problem *p, const uint8_t *basis,
                   const int *pick);
