/**
# The nearest impulse of a cone, in doubles

$$\min\ \tfrac12|z - \nu y - Gc|^2_{M^{-1}}, \qquad c \ge 0 .$$

With $M = LL^T$, $X = L^{-1}(\nu, G)$ and $x = L^{-1}z$ it is a problem of least squares, to
find the smallest $\frac12|x - Xc|^2$, some of whose unknowns have a sign; what is left is the
velocity that nothing explains, $u = L^{-T}(x - Xc)$. It is the one question that the judge
asks of every interval, at three places, and it is asked here in its own form. As
a complementarity problem ([here](explain.c#solve)) it is larger by all of $d$ and $y$,
and an edge that depends on others is a tie on Lemke's path; here it is seen for what it is.

An answer has been looked at once more, from $X$ and $c$ alone. Where that fails there is none,
and the caller asks Lemke's method.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* M (nv x nv), nu (m x nv) and g (count x nv) by rows. Borrowed. */
typedef struct {
    int nv, m, count;
    const double *M, *nu, *g, *z;
} nearest_problem;

/* -u (nv), y (m) and c (count) into out, and *found = 1; or *found = 0. Leaves
   the arena as it was. */
perp_status nearest_find(arena *a, const nearest_problem *p, double *out,
                         int *found);
