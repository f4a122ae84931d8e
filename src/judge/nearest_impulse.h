/**
# The nearest impulse of a cone

$$\min\ \tfrac12|z - \nu y - Gc|^2_{M^{-1}}, \qquad c \ge 0 .$$

With $M = LL^T$, $X = L^{-1}(\nu, G)$ and $x = L^{-1}z$ it is a problem of least squares, to
find the smallest $\frac12|x - Xc|^2$, some of whose unknowns have a sign; what is left is the
velocity that nothing explains, $u = L^{-T}(x - Xc)$. It is the one question that the judge
asks of every interval, at three places, and it is asked here in its own form. As
a complementarity problem ([here](explain.c#solve)) it is larger by all of $d$ and $y$,
and an edge that depends on others is a tie on Lemke's path; here it is seen for what it is.

An answer of doubles has been looked at once more, from $X$ and $c$ alone. Where that fails there is none,
and the caller asks Lemke's method.
*/
#pragma once

#include "cone/closest.h"

/* M (nv x nv), nu (m x nv) and g (count x nv) by rows. Borrowed. */
typedef struct {
    int nv, m, count;
    const double *M, *nu, *g, *z;
} nearest_problem;

/* -u (nv), y (m) and c (count) into out, and *found = 1; or *found = 0. Leaves
   the arena as it was. */
perp_status nearest_find(arena *a, const nearest_problem *p, double *out,
                         int *found);

/* The same over the rationals, of p with z, M, and prices for margins (-kappa),
   with kappa'c added to what is made small: from the weights `start`
   (p->rays->count, finite; those above 0 are of edges that do not depend on
   each other) to d, y and c of the answer. *found = 0: they do, so that there
   is no such start, or there is no end; `out` is as it was. Leaves the arena as
   it was. LIMIT. */
perp_status nearest_exact(arena *a, const closest_problem *p,
                          const double *start, closest_answer *out, int *found);

/* p in doubles, truncated; arrays in the arena. LIMIT (memory). */
perp_status nearest_in_doubles(arena *a, const closest_problem *p,
                               nearest_problem *out);

/* The answer of closest_solve, whose d is one and whose c need not be: of p
   with z and M alone, by nearest_exact where it comes to one. LIMIT. */
perp_status nearest_any(arena *a, const closest_problem *p,
                        closest_answer *out);

/* The same with t/2 (sum c + sum |y|)^2 added to what is made small, t = 2^-48
   / min M_ii: see explain.h. */
perp_status nearest_limited(arena *a, const closest_problem *p,
                            closest_answer *out);
