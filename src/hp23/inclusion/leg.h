/**
# One leg of a solution

From a colliding velocity on: who presses, what friction answers, how far.

A leg is a solution of (39) that is straight: one rate, from where the walk is to
where some speed reaches zero, or to a part of the way there. Between two legs rates
are drawn anew. All numbers are fractions; the random numbers choose among finitely
many of them.
*/
#pragma once

#include "hp23/impact/outcomes.h"
#include "hp23/inclusion/ways.h"
#include "number/draw.h"

/* How rates are chosen. With the same seed and number a solution is the same;
   what `ends` lists changes which of them go straight, and no other. */
typedef struct {
    uint64_t seed;
    int most;             /* legs; 0: 400 */
    int ordered;          /* 1: whole legs, one contact each at a time */
    const outcomes *ends; /* of law (31) from d->v, gone to in a straight line
                             now and then; or null */
    exact_limit limit;    /* its time: of whatever is asked with these */
} solution_options;

/** A walk along a solution: where it is, as speeds, and room for the next leg.
What is kept between legs is little: the numbers `u` of the speeds at $v$ over
`unit`, which are whole, the velocity in the same unit in the first half of
`whole`, and `last`. `draw` has four numbers of a leg, who presses, which
polytope, how many of its points and how far, and then two for each point, which
and with what weight. They are drawn all together, used or not, so that leg $k$
of solution $i$ has its own whatever was chosen before. */

/* A walk along a solution; work space. */
typedef struct {
    arena *a;
    const rates *r;
    ways *ways;
    const solution_options *o;
    draw_place at;
    mpq_t *u, *du; /* p + r: speeds, and their rates, each in a unit of its
                      own */
    mpz_t unit, of_rate; /* that of v, and of the rate */
    mpq_t *rate;         /* nv: dv/ds */
    mpq_t *whole;        /* 2 nv: v and rate, in whole numbers */
    double *draw;        /* 4 + 2 vertices */
    int vertices;        /* that a rate is between, at most */
    int last;            /* the contact that pressed alone, or -1 */
    mpq_t *all;
    size_t count;
} walk;

/* The solution number `sample`. Ends with walk_clear in every case. */
perp_status walk_new(arena *a, ways *all, const solution_options *o,
                     uint64_t sample, walk *out);
void walk_clear(walk *w);

/* Goes to v (nv): 1 when it collides. */
int walk_collides(walk *w, const mpq_t *v);

/* The next leg, from where the walk is, which collides: *ds > 0 long, to `to`
   (nv). INPUT when no rates hold, or the leg has no end: the cone is not
   pointed. LIMIT. */
perp_status walk_leg(walk *w, mpq_ptr ds, mpq_t *to);
