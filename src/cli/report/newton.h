/**
# Newton's law with restitution at a scene's beginning

P10 has a law of impact of its own: what the contacts take of the velocity comes
back, $e$ times, against it. It knows no friction.
*/
#pragma once

#include "model/step/assemble.h"
#include "hp23/impact/outcomes.h"
#include "p10/paoli.h"

typedef struct {
    int nv, p;
    paoli_impact parts;     /* tangent, normal; velocity after; impulses, N s */
    mpq_t e, before, after; /* kinetic energies, J */
    int continuous; /* the angle condition holds for the active contacts */
    mpq_t *all;
    size_t count;
} newton;

/* The law with the restitution e in [0, 1] for the active contacts of d, and
   what paoli_newton_check says of it; the velocity after is added to `list` as
   one impact, or as none when nothing collides. Ends with newton_clear in every
   case. INPUT: joints, or a mass that is not positive definite. LIMIT. */
perp_status newton_find(arena *a, const step_exact *d, mpq_srcptr e,
                        newton *out, outcomes *list);
void newton_clear(newton *n);
