/**
# Is the velocity of this step the only one?

The asking of `several.h`, for the steps and the collisions of this room.
*/
#pragma once

#include "gap08/run/steps.h"

/* The problem p, in doubles, has been solved, r->result holds the solution.
   LIMIT: memory. */
perp_status second_velocity_ask(run_state *r, const lcp_problem *p);
