/**
# AP02's inequalities along a run

GAP08's bounds are those of the scheme alpha-gamma. AP02's linearly implicit step has a
theorem of its own, 2.4, and the five lines of its proof (`ap02/powers.h`) are statements
about one step, with $\hat M$ and $\hat k$ as printed. `perp estimates` asks each step of such
a run for them, exactly, and adds up what the inequalities leave out.

| sum | what it is | left out between |
|---|---|---|
| `friction` | what contacts took, $-\sum x^T(nc_n + D\beta)$ | (41) and (42) |
| `damped` | what dampers took, $h\sum\delta(a^Tx)^2$ | (42) and (43) |
| `linear` | the largest of what Jacobians and Coriolis forces did in a step, of either sign | nothing |

So (40) is, of the run, $\sum(\text{right} - \text{left}) = $ `friction` + `damped` when `linear` is
zero: two numbers of the motion that do not change much when $h$ is halved. For the bar and
the spring of the paper's section 3 they are most of the energy that is lost; what an implicit step
loses by itself is behind (40), where Lemma 2.3 uses Cauchy and Schwarz.

A collision is a step of no time, in which springs do not act: it is counted, and not asked. */
#pragma once

#include "run/experiment.h"

/* Sums in J, doubles of exact summands. `first`: row and statement. */
typedef struct {
    long rows, collisions, proven, refuted;
    char first[80];
    double friction, damped, linear;
} stiff_estimates;

/* Runs the experiment, of the scheme linear-implicit, with every step solved
   exactly. INPUT: restitution or a law of impact; and what the run says.
   LIMIT: a sum overflows. */
perp_status stiff_estimates_run(const experiment *e, stiff_estimates *out);
