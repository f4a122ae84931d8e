/**
# What a sequence comes to that does not end

Impacts one after the other may be infinitely many. Where they lead can be said
without following them: all that they still may do is take the part of the
velocity that they can reach, and no impact makes that longer.
*/
#pragma once

#include "hp23/impact/impact.h"

/** `v` is $P$ and `square` is $|Q|_M^2$ of [the module](reached.c): every
velocity of the sequence from here on, and its limit if it has one, is within
`square` of $P$.

The cradle of three balls, $e = 0$, behind the first impact: $v = (\frac12,
\frac12, 0)$, the second contact approaches with $\frac12$, and the first would
follow. $P = (\frac13, \frac13, \frac13)$, $|Q|^2 = \frac16$. With `exact` the
limit is $P$; each turn of both contacts leaves `ratio` $= \frac14$ of the
impulses that are still to come. */
typedef struct {
    mpq_t *v;     /* nv, m/s */
    mpq_t square; /* J times two */
    int exact;    /* 1: the limit exists and is v */
    mpq_t ratio;  /* of the impulses left, behind a turn of all to those before
                     it, at most; with `exact` only */
    size_t numbers;
} reached;

/* From d->v on, by impacts at single contacts in the given order, again and
   again, beginning with place `turn` of it; that none of them gains energy is
   the caller's to know. inelastic: each leaves its contact with J_n v = 0. Ends
   with reached_clear when OK. ratio < 0: none is known. LIMIT, INPUT. */
perp_status reached_find(arena *a, const step_exact *d, const int order[],
                         int orders, int turn, int inelastic, reached *out);
void reached_clear(reached *r);
