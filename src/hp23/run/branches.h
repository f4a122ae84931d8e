/**
# Which outcome comes next

All runs through all extreme outcomes, one after the other: a run is made again from
its start, takes at each collision the outcome that is its turn, and where nobody
was before the first one. So nothing of a run has to be kept but the lists of the
collisions on its way.

The caller's loop is four lines: begin; make a run with `branches_collide` as
its law of collisions; `branches_next`; while that says 1, again. It may stop
after any run. How many runs there are nobody knows before the last, since each
outcome has collisions of its own behind it.
*/
#pragma once

#include "hp23/run/extremes.h"

/* A collision on the way: what it may lead to, and what the run takes of it. */
typedef struct {
    outcomes list;
    arena_mark mark; /* of the arena before it */
    int chosen;      /* the outcome that the run takes, from 0 */
} fork_taken;

/** Where the tree of runs stands, with what has been seen of it. `on_way` is
the way of the run at hand, or of the last one; `count` is the number of the
collision that nobody has met. `forks` counts those of the way with two outcomes
or more, and `depth` bounds it: behind the last fork that is followed a
collision is resolved by the law itself, as in a run without branches, and
`sampled` counts these over all runs. `complete` is a statement about lists, not
about runs: it is 1 while every list so far was proven to have all outcomes of
its collision's data. It says nothing of what lies between collisions, where the
scheme has its own errors. */
typedef struct {
    impact_law l;
    int samples; /* of the set-valued law, to find its extreme ones among */
    long depth;  /* forks of a run that are followed; 0: all */
    fork_taken *on_way;
    long count, room; /* collisions on the way */
    long forks;       /* those that have several outcomes */
    long sampled;     /* collisions behind the last fork that is followed, in
                         all runs: resolved by the law itself */
    int complete;     /* 1: every list so far has a proof that it is whole */
    arena a;
} branches;

/* To be given back with branches_free. */
void branches_begin(branches *b, const impact_law *l, int samples, long depth);
void branches_free(branches *b);

/* The `act` of a collision_law whose `law` is a `branches`. */
perp_status branches_collide(void *self, arena *a, const collision_state *x,
                             collision_outcome *out);

/* Behind a run: turns to the next one; 0 when there is none. */
int branches_next(branches *b);
