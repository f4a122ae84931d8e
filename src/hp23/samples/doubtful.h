/**
# A doubtful step

What margins in doubles cannot decide of a step, fractions can: its data are
doubles, and short. All $v'$ of the step from these doubles are found and
proven, and the walk in doubles goes on from one of them, rounded.
*/
#pragma once

#include "hp23/impact/halm_posa_exact.h"
#include "lcp/enumerate/step_modes.h"

/** The list of the step of `p` from the doubles v, as
[doubles](../../lcp/enumerate/step_modes.h) would list it. x are the numbers of the
step: of its speeds, which may differ from $J v$ by rounding, the impulses make
those behind the step. The list is doubtful when it has no room. Errors: those of halm_posa_prove. */
perp_status doubtful_step(arena *a, const mode_impact *m, halm_posa_proof *p,
                          const double *v, const double *x,
                          step_modes_list *out);
