/**
# How far from a hull?

The distance of a point from the hull of others, in the largest component: a linear
program, and so a complementarity problem.

The question behind every verdict of this room: is a rate $\dot v$ in $D_q(v)$, the
hull of the corners that [rates.h](rates.h) lists? A distance says more than yes or
no, since a path of time steps is beside the set by a little, and how little is its
quality.
The block as it falls has four corners, and the rate $(0, 1, 0)$ of the straight
way to rest has the distance 0, with the weights $\frac12, 0, 0, \frac12$. If it
slipped forward there would be two, $(-1, 1, -\frac{18}5)$ and $(-1, 1,
-\frac65)$, and the same rate is $\frac65$ away from their hull, in the third
component: the second corner alone is the nearest, and its first component is
off by 1 only.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* Corners and point of n numbers each, corners by rows, one behind the other.
   Borrowed. */
typedef struct {
    int n, count; /* count >= 1 */
    const mpq_t *corner, *point;
} hull_exact;

typedef struct {
    int n, count;
    const double *corner, *point;
} hull_near;

/* Of n = 3 and four corners the problem has 11 pairs and 132 numbers.
   *distance = min |point - sum weight_k corner_k| over weights >= 0 that add up
   to 1, in the largest component, and weights (count) that have it. The minimum
   is proven by the dual program. Weights may be others that have it, too: which
   is not said. Leaves the arena as it was. LIMIT without memory. */
perp_status hull_distance(arena *a, const hull_exact *h, mpq_ptr distance,
                          mpq_t *weight);

/* In doubles: weights that are >= 0 and add up to 1 to rounding, and the
   distance that they have, which is not below the least one. */
perp_status hull_distance_near(arena *a, const hull_near *h, double *distance,
                               double *weight);
