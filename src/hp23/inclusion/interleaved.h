/**
# Restitution, contact by contact

The inclusion (39) lets contacts press that do not part. Here they keep count:
while contact $i$ presses it stores $e$ times its normal impulse, and when it
does not approach it may give back what it has stored, at any time and at any
rates beside the others,

$$\dot S_i = e \lambda_{n,i} \text{ while } J_{n,i} v \le 0, \qquad \dot S_i = -\lambda_{n,i}
\text{ while } J_{n,i} v \ge 0,\ S_i > 0,$$

with Coulomb's friction, (17), in both. An impact may end where nothing
approaches, with something left in store. For one contact it is Poisson's
hypothesis with any coefficient up to $e$.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/** Of the cradle of seven balls, one in, one out is the path of all twelve
moves, each contact pressing and giving back before the next one begins. It is
found behind 19107 other states of `passive` paths, since the search is breadth
first; the order in which moves are tried decides nothing but the numbers of the
states. With twelve balls it has 22 moves, and nobody will wait for it: an
order, with Newton's hypothesis in turn, has it at once. */

/** A move of a path, as `turns` of an outcome has them, `moves` of them:
contact $j$ presses alone, along Routh's path, until it does not approach, $j +
1$; it gives back alone all that it has stored, $-(j + 1)$; all press as (31)
has it, on a straight line to its $v^+$, INTERLEAVED_ALL; and all give back what
they have, in proportion, minus that. A straight line is taken where it obeys
(39) throughout. */
enum { INTERLEAVED_ALL = 1 << 20, INTERLEAVED_STATES = 20000 };

typedef struct {
    mpq_srcptr e; /* 0 to 1 */
    int moves;    /* of a path, at most */
    int passive;  /* no contact does more work than was done on it before */
    int states;   /* gone through at most; 0: INTERLEAVED_STATES */
    outcomes_search *how; /* limits of the problems (31); or null */
} interleaving;

typedef struct {
    int states; /* different (v, S) that were gone through */
    int left;   /* of them, that could go on when moves or states were over */
} interleaved_tally;

/* Adds the velocities at which nothing approaches, of all paths of such moves
   from d->v, the shortest path first: ends of the law, and no list of all.
   Each with the impulses and works along its path where `out` has room for
   2 (p + r), and its moves. INPUT: a contact with several slips. LIMIT. */
perp_status interleaved_find(arena *a, const step_exact *d,
                             const interleaving *q, outcomes *out,
                             interleaved_tally *tally);
