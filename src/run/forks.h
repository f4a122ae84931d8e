/**
# Which way comes next

A run in which something may go on in several ways is made again, from its start, for
each of them. What is kept is the way of the run at hand: where it came to a fork, into
how many ways, and which one it took. The next run is the one that differs as late as
possible. From behind, forks that are used up are dropped, and the last one that is not
turns to its next way. That is depth first, with the memory of one run, and it relies on a
run being the same to the last bit when it is made again.

| fork | run 1 | run 2 | run 3 | run 4 |
|---|---|---|---|---|
| 0, two ways | first | first | second | second |
| 1, two ways | first | second | first | second |

A fork has a place in its run, a number that grows along the run: of a collision, for
the outcomes of an impact (`hp23/run/branches.h`); of a step, for the solutions of a step
(`pks05/run/compliant_forks.h`). What the ways are is their affair.

**How many.** With $f$ forks on every way and $k$ ways at each there are $k^f$ runs. The
remedies are `depth` and the limit on runs that the caller has.

The caller's loop: begin; make a run that asks `forks_chosen` wherever it may fork, and
says `forks_meet` where nobody was before; `forks_next`; while that says 1, again. It may stop
after any run. How many there are nobody knows before the last. */
#pragma once

#include "base/status.h"

/* At place `at` the run goes into way `chosen` (from 0) of `of`, at least 2. */
typedef struct {
    long at;
    int chosen, of;
} forks_one;

/** `complete` is a statement about the lists of ways, and not about runs: it is 1 while
every list was proven to have all. `beyond` counts the places behind the last fork that
is followed where it was not asked whether there are several ways, in all runs. */
typedef struct {
    forks_one
        *fork; /* those of the run at hand, in the order of their places */
    long count, room;
    long depth; /* forks of a run that are followed; 0: all */
    long beyond;
    int complete;
    long continua;  /* lists that are the corners of a continuum */
    long undecided; /* parts of lists that may hold more: then not complete */
} forks;

/* To be given back with forks_free. */
void forks_begin(forks *w, long depth);
void forks_free(forks *w);

/* Which way the run takes at this place; -1: no fork is known there. */
int forks_chosen(const forks *w, long at);

/* The place of the last fork of the way, or -1: at places up to it where none
   is known there is none. */
long forks_last(const forks *w);

/* No fork more is followed in this run. */
int forks_closed(const forks *w);

/* A fork, behind all others, into `of` ways, at least 2; its first is chosen.
   LIMIT (memory). */
perp_status forks_meet(forks *w, long at, int of);

/* Behind a run: turns to the next one; 0 when there is none. */
int forks_next(forks *w);
