/**
# Values that a scene sets between steps

A controller is a function of a row's time and state that gives new values to some
coordinates; they hold until it is asked again. The loop asks it at $t_0, t_0 + 1/r,
t_0 + 2/r, \dots$, $r$ samples a second: before the step that begins at such a time, or,
where no row has it (a collision has its own time, and $1/r$ need not be a multiple of $h$),
before the first one that begins later. So what is held has been sampled less than a step
late, and no sample is asked twice. A period below $h$ is refused.
*/
#pragma once

#include "run/scheme.h"

/* INPUT: the scheme has no `steer`, steps are longer than the period, states of
   the run are wanted. */
perp_status control_begin(const struct loop *l);

/* Before the step that leaves this row: asks, where it is time. What the law
   says comes back as it is. */
perp_status control_row(struct loop *l, int row);
