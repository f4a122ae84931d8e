/**
# The least price of an impulse, in doubles

Weights $c \ge 0$ on edges and $y$ on joints give an impulse $z = \nu y + Gc$, and mostly others
give the same one: the four feet of a table share its load as they like. With a price $\kappa_k$ for
each edge the cheapest weights are a linear program,

$$\min \kappa^Tc, \quad \nu y + Gc = z,\ c \ge 0 .$$

It has a row for each velocity and a column for each edge, of which a disc has sixteen: 60 rows
and 640 columns for ten boxes in space. Weights that give $z$ are known, those of the [nearest
impulse](explain.h): a simplex method has its start for nothing. In the form of a complementarity
problem ([here](explain.c#proximal)) it is larger by all of $d$ and $y$, and has to be asked
several times.

A *basis* is a regular square matrix $B$ of as many columns as there are rows: all
joints, edges, and the unit vector of each row that no column has taken. Of a unit vector
the weight must be zero, of an edge it must not be negative; and the edges' own prices less
$g^Tp$, with $B^Tp = \kappa_B$ (0 for joints and unit vectors), must not be negative, or the edge saves
something.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* M (nv x nv, for its diagonal alone), nu (m x nv), g (count x nv) by rows,
   price (count). Borrowed. */
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
   cheapest of them, otherwise c is left as it is. Leaves the arena as it was.
   LIMIT (memory). */
perp_status least_price_find(arena *a, const least_price_problem *p, double *c,
                             least_price_outcome *out);
