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

/** The equations by way, and the unknowns a contact adds to the nv velocities
and the joints' impulses:

| way | unknowns | rows | asked of the solution |
|---|---|---|---|
| apart | none | none | nothing here: $n v^+ \ge 0$ is the program's |
| sticks | $\lambda_n$, $f_t$ | $n v^+ = 0$, $d v^+ = 0$ | $\lambda_n \ge 0$ is possible |
| slips forward | $\lambda_n$, $f_t = -\mu \lambda_n$ | $n v^+ = 0$ | the same |
| slips backward | $\lambda_n$, $f_t = \mu \lambda_n$ | $n v^+ = 0$ | the same |
| closed | $\lambda_n$ | $n v^+ = 0$ | the same |

Friction below its bound and the sign of a slip are not asked: the programs have
asked them before, in their coarser way, and a mode that only this could refute
is listed. */
/* way: p of them. low, high: nv + p + r, in and out. Bounds of the nv
   coordinates of v+, the p normal speeds and
   the r slips are drawn closer, where the equations are regular for all data x
   within eps max(1, |x|). *refuted 1: no data there have an outcome in this
   mode. LIMIT without memory. */
perp_status mode_box(arena *a, const step_exact *d, mpq_srcptr eps,
                     const uint8_t *way, double *low, double *high,
                     int *refuted);
