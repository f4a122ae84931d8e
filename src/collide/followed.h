/**
# Many solutions of the inclusion (39)
*/
#pragma once

#include "inclusion/solution.h"

enum { FOLLOWED_TIMES = 16 };

typedef struct {
    long solutions;
    int most;      /* legs of one; 0: 400 */
    int everywhere; /* 1: from random colliding velocities, not from d->v */
    int ordered;
    uint64_t seed;
} followed_wish;

/* What they have in common. Speeds are those at the ends, m/s. */
typedef struct {
    long ended, legs;
    double longest;    /* of s over |v(0)|_M */
    double bound;      /* 2 |r| in the norm of M^-1: what no solution exceeds */
    double *low, *high; /* p + r: of normal speeds and slips */
    long alive[FOLLOWED_TIMES];  /* not over at bound k/16 |v(0)|_M */
    double least[FOLLOWED_TIMES]; /* 1 - |v|_M/|v(0)|_M there, the least */
} followed;

/* Finds them, checks each exactly as a solution of (39) and for the bound. d->v
   is changed and put back. REFUTED when a check fails: it cannot. INPUT: the
   cone is not pointed, d->v does not collide, joints. LIMIT. */
perp_status followed_find(arena *a, step_exact *d, const followed_wish *w,
                          followed *out);
