/**
# One proven step of the set-valued law
*/
#pragma once

#include "hp23/impact/halm_posa_exact.h"

/* The v' of one step from d->v with the bounds `most`, into v (nv); basis:
   proposed, or null. */
static inline perp_status one_step(arena *a, const step_exact *d,
                                   const mpq_t *most, const uint8_t *basis,
                                   mpq_t *v)
{
    outcomes next = {.nv = d->nv};
    const halm_posa_question q = {.d = d, .most = most, .basis = basis};
    perp_status s = halm_posa_step(a, &q, &next);
    for (int i = 0; i < d->nv && s.code == PERP_OK; i++)
        mpq_set(v[i], next.first->v[i]);
    outcomes_clear(&next);
    return s;
}
