/**
# A basis solved exactly
*/
#pragma once

#include "lcp/solve/ladder.h"

/* ladder_basis in fractions: *right = 1 and the solution, checked, or 0. */
static inline perp_status basis_solve(const lcp_exact_problem *p, const uint8_t *basis,
                        arena *a, lcp_exact_answer *out, int *right)
{
    lcp_claim c;
    ladder_question q = {.p = p, .basis = basis};
    arena_mark mark = arena_here(a);
    PERP_TRY(lcp_claim_new(a, p->free, p->n, &c));
    perp_status s = ladder_basis(&q, a, &c, right);
    if (s.code == PERP_OK && *right)
        lcp_claim_spell(p, &c, out);
    lcp_claim_clear(&c);
    arena_release(a, mark);
    return s;
}
