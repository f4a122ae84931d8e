/**
# Four corners on a plane, in whole numbers

A plate of half sides 4 and 1 lies on a plane and turns about a point beside its
middle: x, y, turn about z; z, turn about x and y, mass and inertia one. Corner
(a, b) has the normal row (0, 0, 0, 1, b, -a), its slips move by (vx - b w,
vy + a w).
*/
#pragma once

#include "jumps.h"

/* mu in quarters; v: of the middle and the turn. */
static inline void corners(double mu, double vx, double vy, double w, jump *j)
{
    *j = (jump){.d = {.nv = 6, .p = 4}, .slip_at = {0, 2, 4, 6, 8}};
    for (int i = 0; i < 6; i++)
        j->M[i * 6 + i] = 1;
    for (int c = 0; c < 4; c++) {
        const double a = c < 2 ? 4 : -4, b = c % 2 == 0 ? 1 : -1;
        double *n = j->n + c * 6, *d = j->slip + 2 * c * 6;
        n[3] = 1;
        n[4] = b;
        n[5] = -a;
        d[0] = 1;
        d[2] = -b;
        d[6 + 1] = 1;
        d[6 + 2] = a;
        j->mu[c] = mu / 4;
    }
    j->v[0] = vx;
    j->v[1] = vy;
    j->v[2] = w;
    j->v[3] = -1; /* the load */
    jump_pose(j);
}
