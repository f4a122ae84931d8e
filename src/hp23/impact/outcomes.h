/**
# Outcomes: everything that a law allows

A law poses a complementarity problem that may have several solutions, and
often a continuum of impulses. What can be seen of them is $v^+$: solutions are
found all, exactly, with the tree that proves the list complete, and then
projected.

HP23 calls a law's answer $v^+$ and speaks of sets of them from section 3 on; here
every law fills the same list, those with one answer too. Lists are short, some
outcomes or some hundred, and are compared number by number. */
#pragma once

#include "hp23/impact/impact.h"
#include "lcp/enumerate/enumerate.h"
#include "lcp/solve/ladder.h"

#include <stdio.h>

/** One $v^+$, exactly, with what led to it. Its impulses are those of one
solution with this $v^+$, the first that was found, and need not be the only
ones: of the block at rest they are one end of the segment $f = (t, -t)$.
Compare outcomes by `v`, never by `L`. */
typedef struct outcome {
    struct outcome *next;
    int impacts; /* single impacts behind it */
    mpq_t *v;    /* nv */
    mpq_t *L;    /* the impulses that led to it, N s: p along the normals, r
                    along the slips; null where they are not wanted */
    const int *turns; /* the order of the contacts that led to it, of a law
                         in turn whose orders are told apart; or null */
    int moves;        /* turns are so many moves of a path, not an order */
    double share; /* of draws of the law that it stands for, where that was
                     counted */
} outcome;

/* A set of velocities, in the order in which they were found; no two are equal.
   Fill in nv, and impulses where they are wanted, and leave the rest zero. */
typedef struct {
    int nv, count;
    int impulses; /* p + r when they are wanted, of a law in turn 2 (p + r)
                     with their works, else 0 */
    int spread;   /* a face of solutions has more than one v+: its corners are
                   listed, all between them are outcomes too */
    outcome *first, *last;
} outcomes;

/** Numbers to have in mind: law (31) for two contacts in the plane is a choice
of 16 lists of modes, and the tree that proves it looks at 21 nodes for the
block and 17 for the gait; for the five contacts of the discs there are 1024
lists and 481 nodes. A step (75) has up to $3^{p + r}$ lists, 81 and 59049. */

/* How to search, and what becomes of the proofs; all zero is a good start. The
   limits' time is that of all problems which are searched with these options,
   nodes and work are those of each. */
typedef struct {
    enumerate_options limits;
    int one; /* the solution that exact Lemke finds, of the limits' `limit`
                    alone, and no list */
    int pairs; /* a contact that is apart may rub: no list by modes */
    struct impact_record *record; /* with `one`: what led to it; or null */
    FILE *proof;                  /* every proof is written here; or null */
    long nodes;                   /* counts the nodes of the trees */
} outcomes_search;

/* What is left of the search's limit for one problem more; null: none. */
ladder_limits outcomes_limits(const outcomes_search *s);

/* Adds v (nv numbers, m/s, copied) unless it is there, to the last digit. The
   list lives in the arena, its numbers until outcomes_clear. LIMIT without
   memory. */
perp_status outcomes_add(arena *a, outcomes *o, const mpq_t *v, int impacts);
void outcomes_clear(outcomes *o);

/* The same with the impulses L that led there, where they are wanted (null:
   none); those of the first that has this v stay. */
perp_status outcomes_put(arena *a, outcomes *o, const mpq_t *v, const mpq_t *L,
                         int impacts);

/** Behind a merge an outcome stands for those that were taken out, with its own $v$, impulses and
turns and with the sum of their shares: so the shares of a list still add up to what they did. Being
alike is asked against those that are left, in their order; it is no equivalence, and of three in a
chain, each within the bar of the next, the third may stay beside the first. The bar is
relative to the largest coordinate of $v$, rad/s and m/s alike: a body that moves fast elsewhere makes it
wider for all. */
/* For data that are rounded: takes out each outcome whose contact speeds agree
   with those of an earlier one to 1e-12 of the largest number in d->v. */
void outcomes_merge(const step_exact *d, outcomes *o);

/* Adds every v' that solves law (31), or the step (75) with at most `most`, and
   nothing else; every one of them carries `impacts`. When OK the tree has
   proven that there is no other. LIMIT, IO. */
perp_status outcomes_of_law(arena *a, const step_exact *d, int impacts,
                            outcomes_search *s, outcomes *out);
perp_status outcomes_of_step(arena *a, const step_exact *d, const mpq_t *most,
                             outcomes_search *s, outcomes *out);

/* The same of a problem p that has the matrix of impact_pose, and any b. */
perp_status outcomes_of_posed(arena *a, const step_exact *d,
                              const lcp_exact_problem *p, int impacts,
                              outcomes_search *s, outcomes *out);
