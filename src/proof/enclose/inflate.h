/**
# A box of linear systems

All systems B z = b near one of which a solution is known: are they regular, and
how far are their solutions?
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* n equations; the first nx unknowns are velocities. B by rows in doubles. For
   each row i of the true systems: no entry is farther from B[i][j] than Ex[i]
   (j < nx) or Ez[i], and the residual of the known solution is at most g[i]. */
typedef struct {
    int n, nx;
    const double *B, *g, *Ex, *Ez;
} inflation;

/* *decided 1: all these systems are regular and |z - z*| < y. Needs two more
   n x n arrays in the arena. LIMIT without memory. */
perp_status inflate_box(arena *a, const inflation *s, double *y, int *decided);
