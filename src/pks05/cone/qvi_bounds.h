/**
# Given friction bounds: one convex programme, and the fixed point over them

When the radii $g_i$ of the discs are given, the *quasi* is gone: the set is a product
of half-lines and discs, and a strongly monotone inequality over it has one solution
$\lambda(g)$, for every $\mu$. What is left is to find $g = \mu\lambda_n(g)$.
Proposition 1 is the half of this in which $\lambda_n$ is given, too; the contraction
behind the other half is what makes Lemma 4 quantitative.

| given | asked for | one answer | in the paper |
|---|---|---|---|
| $g$, $\lambda_n$ | $\lambda_{to}$ | for every $\mu$ | (10), (11), Proposition 1 |
| $g$ | $\lambda$ | for every $\mu$ | not there |
| nothing | $\lambda$ | for $\mu\eta < \sigma$ | Lemma 4 |

**By hand**, $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$, $b = (-2, -3)$, $\mu =
\frac12$. Given $\lambda_n = 1$ the programme is $\min x^2 + (1 - 3)x$ over $|x| \le
\frac12$: the free minimum 1 is outside, so $x = \frac12$, where the gradient is $w_t = -1$,
against the force: it slips. With the radius alone given, $g = \frac12$, the normal row
moves, too: $2\lambda_n + \frac12 = 2$, $\lambda_n = \frac34$, $\lambda_t = \frac12$. That
is the first turn of the fixed point from $\lambda_n = 1$, and the next radius is
$\frac38$. */
#pragma once

#include "pks05/cone/qvi_newton.h"

/* The forces for given radii g of the disks (contacts numbers, >= 0), or with
   `map->frozen` the tangential forces for given lam_n and g: from x->lam, into
   x->lam. Requires a map with g. Returns the residual of the natural map, at
   most `accepted` unless everything failed. */
double qvi_bounds_inner(qvi_newton *x, int limit, double accepted);

/* The fixed point g -> mu lam_n(g), at most `limit` turns, from x->lam on; g
   is room for `contacts` numbers. x->map is that of the step, and the
   residual returned is the step's. *turns counts. It contracts when mu eta <
   sigma; without that the residual says what came of it, and nothing else
   does. */
double qvi_bounds_run(qvi_newton *x, double *g, int limit, double accepted,
                      int *turns);

/* Proposition 1 for the step: of all tangential forces within mu lam_n those
   that dissipate the most, lam_n as it stands in lam, which receives them.
   *residual is that of the natural map. Leaves the arena as it was. LIMIT
   (memory). */
perp_status qvi_tangential(const qvi_problem *p, arena *a, double *lam,
                           double *residual);
