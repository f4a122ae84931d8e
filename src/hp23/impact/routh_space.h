/**
# One contact in space: Routh's path as a differential equation

(36) with two tangents, which HP23 2.2.2 leaves to Keller: the slip turns while it
is braked, and the path is no broken line any more. In doubles, with errors that are
small and not proven; everything else of this room is in fractions. Why not in
fractions, or as a polygon? With $W = \operatorname{diag}(1, 1, 4)$, as of a contact
that is four times as easily moved along its second tangent, $\mu = \frac12$ and the
slip $(1, 1)$ m/s, the two components obey $d\sigma_2/d\sigma_1 =
4\sigma_2/\sigma_1$, so $\sigma_2 = \sigma_1^4$: the slip turns toward the first
tangent on a curve of degree four. Over $s$ it is worse, $ds = -2\sqrt{1 +
\sigma_1^6}\,d\sigma_1$, which has no elementary integral. An impact that takes 2 N
s ends with the slip $(0.0641, 0.0000169)$ m/s, still sliding; the slip would have
ended at $s = 2.128$. A polygon of friction replaces the curve by a few straight
pieces, and the direction at the end, here the first tangent, is then a corner's.

With equal inverse masses along both tangents and none between normal and
tangents the slip keeps its direction, and the path is the one in the plane: the
slip $(3, 4)$ of a point of 1 kg, $\mu = \frac12$ and 2 m/s of approach, ends at
$(\frac{12}5, \frac{16}5)$.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/* Inverse masses of a contact with two tangents at right angles, 1/kg: nn along
   the normal, nt between it and the tangents, tt among the tangents. */
typedef struct {
    double nn, nt[2], tt[2][2], mu;
} routh_mass;

/* Where a path is. The two tangents are at right angles and of unit length, so
   the size of the slip is a speed, whatever the polygon of the scene is. */
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
