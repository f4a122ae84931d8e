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
#include "run/forks.h"

/** A collision on the way: what it may lead to, and what of it is told. Outcome i of the list has
the row i of `u` and `lost[i]`; its share is in the list itself, $\sum_i \text{share}_i = 1$. `taken`
is for collisions that are no fork, quiet ones: 0 where the list has one outcome. At a fork it is 0,
too, and means nothing: there `forks_chosen` decides, another outcome in each run. The arrays are the
tree's and last until the collision is left behind: who tells of a fork does it before `branches_next`.
A share is of this collision alone; that of a run is the product over its forks. */
typedef struct {
    outcomes list;
    arena_mark mark; /* of the arena before it */
    double t;        /* of the collision, s */
    int p, r;        /* its contacts, their slips */
    int *id;         /* p: of the system */
    double *u;       /* of each outcome the p normal speeds, the r slips, m/s */
    double *lost;    /* of each, kinetic energy in J */
    int taken;       /* which outcome, where the collision is no fork */
} fork_taken;

/** Where the tree of runs stands, with what has been seen of it. `on_way` is
the way of the run at hand, or of the last one; `count` is the number of the
collision that nobody has met. The places of `w` are the numbers of collisions: its forks
are those with two outcomes or more, and behind the last one that is followed a
collision is resolved by the law itself, as in a run without branches; `w.beyond` counts
these over all runs. An entry of `on_way` whose list has one outcome is no fork, and still it is kept:
the outcome of a collision that was resolved once is looked up in every later run that
comes through it, and a list may have cost thousands of problems. Entries behind the last fork that
turned are given back, with the arena's memory that they took: a way of a hundred
collisions holds a hundred lists, and never those of another way.

`w.complete` says nothing of what lies between collisions, where the
scheme has its own errors. */
typedef struct {
    impact_law l;
    int samples; /* of the set-valued law, to find its extreme ones among */
    forks w;
    fork_taken *on_way;
    long count, room; /* collisions on the way */
    double least;     /* J: a collision that loses less is no fork */
    long quiet;       /* lists that were none for that */
    double bar;       /* ways whose share is no larger are not gone; < 0: all */
    double left;      /* the shares of those together */
    arena a;
} branches;

/* To be given back with branches_free; `bar` is below zero. The caller may
   raise it from run to run. */
void branches_begin(branches *b, const impact_law *l, int samples, long depth);
void branches_free(branches *b);

/* The `act` of a collision_law whose `law` is a `branches`. */
perp_status branches_collide(void *self, arena *a, const collision_state *x,
                             collision_outcome *out);

/* The last run's k-th fork, and the place of the outcome that it took. */
const fork_taken *branches_fork(const branches *b, long k, int *place);

/* Behind a run: turns to the next one whose way, up to its last fork, has a
   share above the bar; 0 when there is none. */
int branches_next(branches *b);

/* The share of the way as it stands: the product over its forks. */
double branches_share(const branches *b);
