/**
# Integrals to many digits

Nodes and weights of Gauss and Legendre, computed to any precision.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <mpfr.h>

typedef struct {
    int nodes, bits;
    mpfr_t *x, *w; /* nodes in (-1, 1), ascending; weights, of the sum 2 */
} legendre;

/* A rule with 2 to 4000 nodes. Ends with legendre_clear. LIMIT. */
perp_status legendre_new(arena *a, int nodes, int bits, legendre *out);
void legendre_clear(legendre *g);

/* How many nodes integrate to `bits` a function that is analytic in the
   ellipse around -1 and 1 whose half axes add up to rho > 1; more than 4000
   are not counted. */
int legendre_nodes(double rho, int bits);
