/**
# The impulses of joints that a law did not name

A law of impact gives the velocity behind a collision and the impulses of its contacts.
The joints have held meanwhile, and what they pushed is what is missing in the balance.

A mass of 1 kg on a vertical guide, $\nu = (1, 0)$, falls with 1 m/s on a slope,
$n = (1, 1)$, and stays: $M(v^+ - v^-) = (0, 1)$, and the slope gave $(1, 1)$,
$c_n = 1$ N s. The guide gave the rest, $(-1, 0)$: $c_\nu = -1$ N s.
*/
#pragma once

#include "model/step/step.h"

/* y->cnu from y->v, y->cn and y->f, of a collision of d with v = v^-:
   nu' c_nu = M (v^+ - v^-) - n c_n - d f. Where gradients depend on each
   other, a joint whose gradient is a combination of those before it has 0.
   REFUTED when no impulses of joints do: v+ is not that of a collision in which
   the joints held and the contacts gave c_n, f. LIMIT. */
perp_status held_find(arena *a, const step_exact *d, step_result_exact *y);
