/**
# Where one mode leads

With the mode of each contact law (31) is as many linear equations as unknowns: a
contact that is apart has no impulse, one that is closed has one and $n v^+ = 0$, one
that sticks one more and $d v^+ = 0$, one that slips has its friction from its normal
impulse.
*/
#pragma once

#include "hp23/impact/impact.h"

/* What a contact does: parts, or stays closed and sticks, or slips with d v+ of
   this sign; closed without friction. */
typedef enum {
    WITHIN_APART,
    WITHIN_STICKS,
    WITHIN_FORWARD,
    WITHIN_BACKWARD,
    WITHIN_CLOSED
} within_way;

/* way: p of them. low, high: nv + p + r, in and out. Bounds of the nv
   coordinates of v+, the p normal speeds and
   the r slips are drawn closer, where the equations are regular for all data x
   within eps max(1, |x|). *refuted 1: no data there have an outcome in this
   mode. LIMIT without memory. */
perp_status mode_box(arena *a, const step_exact *d, mpq_srcptr eps,
                     const uint8_t *way, double *low, double *high,
                     int *refuted);
