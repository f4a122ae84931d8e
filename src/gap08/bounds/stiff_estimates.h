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

Beside them stand the bounds that Theorem 2.6 needs, (39), (49) and (50), of each step
(`stiff_bound.h`): the largest constant $c_{FC}$ and the largest $K_{FC}$ of the run, and how
much of each bound was used, the largest quotient of both sides. A quotient of one is a bound
that is attained; one that stays below it while the stiffness grows is the theorem, seen.

For the paper's two bodies (1 kg each, $h = 0.05$, half a second) with a damper of 20, $10^3$,
$10^6$ N s/m the rows use 0.184, 0.273 and 0.276 of (50), as much as they will: the damper's
impulse has found its limit, a rigid link's, long before the bound is near. $c_{FC}K_{FC}$ counts the
weights and what friction could do with them, which do not load this damper. Of (49) they use
0.451, 0.494 and 0.496.

A collision is a step of no time, in which springs do not act: it is counted, and not asked. */
#pragma once

#include "run/experiment.h"

/* Sums in J, doubles of exact summands. `first`: row and statement. `blunt`:
   rows with joints, links or contacts whose cone (38) is not pointed;
   `bounded`: those where it is; `rest`: those of them that (49), (50) are asked
   of. c_FC and K_FC (N s) are the largest; parts, impulses, links the largest
   quotients of both sides of (39), (49), (50): 0 where nothing was asked. */
typedef struct {
    long rows, collisions, proven, refuted, blunt, bounded, rest;
    char first[80];
    double friction, damped, linear;
    double c_FC, K_FC, parts, impulses, links;
} stiff_estimates;

/* Runs the experiment, of the scheme linear-implicit, with every step solved
   exactly. INPUT: restitution or a law of impact; and what the run says.
   LIMIT: a sum overflows. */
perp_status stiff_estimates_run(const experiment *e, stiff_estimates *out);
