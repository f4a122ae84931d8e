/**
# The impulses of joints that a law did not name

A law of impact gives the velocity behind a collision and the impulses of its contacts.
The joints have held meanwhile, and what they pushed is what is missing in the balance.
*/
#pragma once

#include "model/step/step.h"

/* y->cnu from y->v, y->cn and y->f, of a collision of d with v = v^-:
   nu' c_nu = M (v^+ - v^-) - n c_n - d f. Where gradients depend on each
   other, a joint whose gradient is a combination of those before it has 0.
   LIMIT. */
perp_status held_find(arena *a, const step_exact *d, step_result_exact *y);
