/**
# The least price of an impulse

Weights $c \ge 0$ on edges and $y$ on joints give an impulse $z = \nu y + Gc$, and mostly others
give the same one: the four feet of a table share its load as they like. With a price $\kappa_k$ for
each edge the cheapest weights are a linear program, and so is what bounds them,

$$\min \kappa^Tc, \quad \nu y + Gc = z,\ c \ge 0; \qquad
\max p^Tz, \quad \nu^Tp = 0,\ G^Tp \le \kappa .$$

It has a row for each velocity and a column for each edge, of which a disc has sixteen: 60 rows
and 640 columns for ten boxes in space. Weights that give $z$ are known, those of the [nearest
impulse](explain.h): a simplex method has its start for nothing.

A *basis* is a regular square matrix $B$ of as many columns as there are rows: all
joints, edges, and the unit vector of each row that no column has taken. Of a unit vector
the weight must be zero, of an edge it must not be negative; and $p$ with $B^Tp = \kappa_B$ (0 for
joints and unit vectors) is a bound when no edge has $g^Tp > \kappa$. With both, $\kappa^Tc = p^Tz$:
there is nothing cheaper.

Doubles find a basis. Over the rationals it is looked at again, and a basis that rounding has made
wrong in a few places is exchanged, exactly, until it is right.
*/
#pragma once

#include "cone/rays.h"

/* M (nv x nv, for its diagonal alone), nu (m x nv), g (count x nv) by rows,
   price (count). Borrowed. Columns are counted with the joints first. */
typedef struct {
    int nv, m, count;
    const double *M, *nu, *g, *price;
} least_price_problem;

typedef enum {
    LEAST_PRICE_FOUND,
    LEAST_PRICE_NONE,     /* some prices below 0: there is no least one */
    LEAST_PRICE_UNDECIDED /* columns that nearly depend, or no end */
} least_price_outcome;

/* c (count): weights that give the impulse, none below 0; FOUND makes the
   cheapest of them, and in[i] (nv) the column that stands in row i, or -1 for
   the unit vector. Otherwise c is left as it is. Leaves the arena as it was.
   LIMIT (memory). */
perp_status least_price_find(arena *a, const least_price_problem *p, double *c,
                             int *in, least_price_outcome *out);

/* The same over the rationals: z (nv) is made of the rays and of the joints of
   their cone. */
typedef struct {
    const cone_rays *rays;
    const mpq_t *z, *price; /* nv; rays->count */
} least_price_exact_problem;

/* p (nv) of the best basis: p'z is the least price, exactly. `in` is where the
   search begins, and the best basis in the end; *turns: exchanges. UNDECIDED:
   the basis is singular, z is not in the cone, or there is no end. LIMIT. */
perp_status least_price_exact(arena *a, const least_price_exact_problem *w,
                              int *in, mpq_t *p, int *turns,
                              least_price_outcome *out);
