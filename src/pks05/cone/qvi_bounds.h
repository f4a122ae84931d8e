/**
# Given friction bounds: one convex programme, and the fixed point over them

When the radii $g_i$ of the discs are given, the *quasi* is gone: the set is a product
of half-lines and discs, and a strongly monotone inequality over it has one solution
$\lambda(g)$, for every $\mu$. What is left is to find $g = \mu\lambda_n(g)$.
Proposition 1 is the half of this in which $\lambda_n$ is given, too; the contraction
behind the other half is what makes Lemma 4 quantitative.
*/
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
