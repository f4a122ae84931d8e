/**
# The linear program of a start

In doubles, and believed by nobody.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* Differences and gaps at a start, and their changes by its n numbers. */
typedef struct {
    int n, numbers, gaps;
    const double *table; /* (numbers + gaps) x n */
    const double *far;   /* numbers: to be made small */
    const double *gap;   /* gaps: to stay at least */
    double least_gap;
} start_program;

/* The change d of n numbers, none larger than START_FAR, with the least r for
   which |far + table d| <= r and gap + table d >= least_gap, of these the
   shortest. *found = 0: none was. LIMIT (memory). */
#define START_FAR 4.0
perp_status start_program_solve(arena *a, const start_program *p, double *d,
                                int *found);
