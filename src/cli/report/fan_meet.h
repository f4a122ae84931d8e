/**
# Where branches of a fan meet again

Two runs that parted at a fork may come to the same state again: two ways into a corner
that both end at rest in it, a point that a spring brings back. From there on they
are one. The later run ends in the table at the row where it meets the earlier one, and what lies
behind it, forks too, is made once.

| | states are the same when |
|---|---|
| in fractions | time, positions, velocities and deformations of the row are equal |
| in doubles | they differ by less than `f->near` of the largest of their kind in the run |
| at rest | both stand still to their ends, in one place; the times of the rows may differ |

and all rows behind, to the end, are the same in this sense. `apart` is the largest difference that
was taken for none.
*/
#pragma once

#include "cli/report/fan_table.h"

/* Times and shares of the forks of the run that was added last. */
void fan_meet_forks(fan_table *f, const branches *b);

/* Whether the run that was added last meets an earlier one: then its rows and
   its forks end there, and those of w. f->near < 0: it is not asked. */
void fan_meet_find(fan_table *f, forks *w);

/* The forks of r before this time or at it. */
long fan_meet_before(const fan_run_taken *r, double t);
