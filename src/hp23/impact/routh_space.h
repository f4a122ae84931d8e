/**
# One contact in space: Routh's path as a differential equation

(36) with two tangents, which HP23 2.2.2 leaves to Keller: the slip turns while it is
braked, and the path is no broken line any more. In doubles, with errors that are
small and not proven; everything else of this room is in fractions.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/* Inverse masses of a contact with two tangents at right angles, 1/kg: nn along
   the normal, nt between it and the tangents, tt among the tangents. */
typedef struct {
    double nn, nt[2], tt[2][2], mu;
} routh_mass;

typedef struct {
    double normal, slip[2]; /* J_n v <= 0 and J_t v, m/s */
    double Ln, Lt[2];       /* impulses so far, N s */
} routh_point;

/* Goes along the path (36) with the round law (17) to J_n v = 0, in doubles,
   with relative errors of about 1e-9. x: where it begins, and behind the call
   where it ended; impulses are added to those that are there. LIMIT when the
   end is not reached, in a million steps, or since the mass is not positive. */
perp_status routh_space_follow(const routh_mass *c, routh_point *x);

/* Adds v+ of the path of the one contact of d, which has an even number of
   slips, laid evenly around as perp.spatial lays them: the first one and the
   one half of them further are the tangents. The impulses are doubles, but for
   Ln, with which J_n v+ = 0 exactly. INPUT, LIMIT. */
perp_status routh_space_outcome(arena *a, const step_exact *d, int impacts,
                                outcomes *out);
