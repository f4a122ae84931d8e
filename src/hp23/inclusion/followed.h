/**
# Many solutions of the inclusion (39)

HP23 3.3 proves that every solution ends within a length proportional to $\|v(0)\|_M$
and has lost energy on the way. Here solutions are drawn by the hundred, judged one by
one, and measured against these statements: how long they are, what they have lost by
when, where they end.
What may be read from it, of 100 solutions of the block with 1 m/s:

| printed | value | it says |
|---|---|---|
| longest | 1.105 | of these; two impacts in turn are one of them |
| bound | 2 | proven: of all |
| vn of A | 0 to 0.21 | of these; nothing says that no other parts faster |
| loss at 0.125, 0.5, 1 | 0.1234, 0.4577, 0.7059 | no $\alpha(s)$ is larger at these $s$ |
| end at rest | 40 | equal to the $v^+$ of (31), to the last digit |
*/
#pragma once

#include "hp23/inclusion/solution.h"

#include <stdio.h>

enum { FOLLOWED_TIMES = 16, FOLLOWED_LINES = 60, FOLLOWED_KNOTS = 2000 };

/* What is asked for. */
typedef struct {
    long solutions;
    int most;       /* legs of one; 0: 400 */
    int everywhere; /* 1: from random colliding velocities, not from d->v */
    int ordered;
    uint64_t seed;
    const outcomes *ends; /* those of law (31) from d->v, or null; not with
                             `everywhere` */
    exact_limit limit;    /* LIMIT when its time is over; bits are not asked */
    FILE *csv; /* a row for each knot: solution,s,v..,vn..,vt..; or null */
} followed_wish;

/** How the arrays are to be read: `alive[k]` and `least[k]` are of the length
$(k+1)/16$ of the bound; `line[i]` to before `line[i + 1]` are the rows of
`knot` that belong to line $i$, of the first solutions that have room, a
figure's worth; `low` and `high` are of solutions that ended and mean nothing
while `ended` is 0. */

/* What they have in common. Speeds are those at the ends, m/s; lengths are of
   s, N s, for a start with |v(0)|_M = 1, so that solutions from everywhere can
   be compared. least[k] is an upper bound of alpha at bound (k + 1)/16. */
typedef struct {
    long ended, legs;
    double longest; /* of s over |v(0)|_M */
    double bound;   /* 2 |r| in the norm of M^-1: what no solution exceeds */
    double kappa;   /* Lemma 2's, of one contact with one slip; 0: none */
    long *at_end;   /* of each of the wish's ends: solutions that end there */
    double *low, *high;           /* p + r: of normal speeds and slips */
    long alive[FOLLOWED_TIMES];   /* not over at (k + 1)/16 of it */
    double least[FOLLOWED_TIMES]; /* 1 - |v|_M/|v(0)|_M there, the least */
    double *knot; /* FOLLOWED_KNOTS x (p + r): speeds at knots, for a figure */
    int line[FOLLOWED_LINES + 1], lines; /* where each solution begins */
} followed;

/* Finds them, checks each exactly as a solution of (39) and for the bound. d->v
   is changed and put back. REFUTED when a check fails: it cannot. INPUT: the
   cone is not pointed, d->v does not collide, joints. LIMIT. */
perp_status followed_find(arena *a, step_exact *d, const followed_wish *w,
                          followed *out);
