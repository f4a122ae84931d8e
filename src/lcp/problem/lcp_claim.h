/**
# A solution over one denominator

The exact rungs find all unknowns over one denominator, and a check needs
nothing else: the signs of $A Z + b\,\delta$ are those of $w$. Only who wants to
print a number has to shorten its fraction.
*/
#pragma once

#include "lcp/problem/lcp.h"

/* Who found it: the first basis of the doubles (or one that was given), their
   second look, a tableau of 106 bits, one of 512, exact Lemke. */
typedef enum {
    RUNG_DOUBLE,
    RUNG_SECOND,
    RUNG_106,
    RUNG_512,
    RUNG_EXACT,
    RUNGS
} lcp_rung;

/* What is claimed: that z = Z / den solves the problem, with this basis. Any
   other outcome is no claim. */
typedef struct {
    lcp_outcome outcome;
    int pivots;     /* of exact Lemke; 0 when the basis was proposed */
    int fallback;   /* exact Lemke was needed: rung is RUNG_EXACT */
    lcp_rung rung;
    int m, n;       /* free + n, n */
    uint8_t *basis; /* n */
    mpz_t *Z;       /* m: (x, z) */
    mpz_t den;      /* > 0 */
} lcp_claim;

/* All zero over one, arrays in the arena; ends with lcp_claim_clear. */
perp_status lcp_claim_new(arena *a, int free, int n, lcp_claim *out);
void lcp_claim_clear(lcp_claim *c);

/* Exact verdict from A, b and the claim alone: equations zero, z and w
   nonnegative, z_i = 0 off the basis, w_i = 0 on it. REFUTED with the first row
   that fails. w_sign (n numbers, or null) receives the signs of w. */
perp_status lcp_claim_check(const lcp_exact_problem *p, const lcp_claim *c,
                            int *w_sign);

/* The claim in fractions: outcome, basis, z, and w = A z + b. */
void lcp_claim_spell(const lcp_exact_problem *p, const lcp_claim *c,
                     lcp_exact_answer *out);

/* And back: z of the answer over one denominator, its basis and outcome. */
void lcp_claim_of(const lcp_exact_answer *x, lcp_claim *out);

/* The row A_i . Z / den + b_i = sum / (scale den): sum and scale > 0. The sum
   may be compared with zero as it is. work: any number. */
void lcp_claim_row(const lcp_exact_problem *p, int i, const lcp_claim *c,
                   mpz_ptr sum, mpz_ptr scale, mpz_ptr work);
