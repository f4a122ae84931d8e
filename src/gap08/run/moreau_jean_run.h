/**
# The scheme `moreau-jean`

Velocities with Newton's law of impact in each step, joints and polyhedral friction; weights
$\alpha$ and $\gamma$, of which Jean's $\theta$ is both.
*/
#pragma once

#include "run/scheme.h"

/* INPUT beside what run/loop.h says: parameters out of range, M not symmetric
   positive definite, a start inside a contact. NO_SOLUTION: the friction cone
   of a step is not pointed, and e > 0 (doc/25-moreau-jean.md). */
extern const struct scheme scheme_moreau_jean;
