/**
# The motion that the laws make of a start

From $(q, v)$ the laws of `judge/law_list.h` lead on. In each interval the velocity at
its end is a solution of one complementarity problem with the unknowns $v'$, the joints'
impulses and $c$, $\beta$, $\lambda$ of the contacts that may push:

$$J(v') = \nu y + nc + D\beta, \qquad \nu^Tx = 0, \qquad 0 \le c \perp \rho \ge 0,$$
$$0 \le \beta \perp D^Tx + E\lambda \ge 0, \qquad 0 \le \lambda \perp \mu c - E^T\beta \ge 0,$$

$J$ and $x$ linear in $v'$ as the place has them. A contact that is open at the
beginning and would be pierced at the end has its gap there, divided by $h$, in the place of
$\rho$: it closes, and no more. Then $q' = q + h\Gamma((1-w)v + wv')$.

Over the rationals nothing is rounded, and a motion of hundreds of intervals is exact. It
is a proposal still: who claims something of it asks `judge/kept.h`. With rounding each
row is a row of doubles, for searching.
*/
#pragma once

#include "judge/stretch.h"

typedef struct {
    const claimed_motion *of; /* the table: times, and the shape */
    claimed_motion near;      /* the doubles next to the rows below */
    stretch d;                /* of `near` */
    stretch_exact x;          /* of these rows: */
    mpq_t *q, *v;             /* rows x nq, rows x nv */
    mpq_t *cn, *f, *y; /* rows x contacts, slips, joints: of the interval that
                          ends there, N s */
    mpq_t *all;
    size_t count;
    mpq_t weight;
    double *wider; /* contacts: for d */
    uint8_t *late; /* contacts: may push, though open at the beginning */
    mpq_t *gap;    /* 2 x contacts: at both ends of the interval */
    int clash;     /* the problem of the interval has no solution */
    double work; /* entries of all matrices so far, long fractions as several */
} follower;

enum { FOLLOW_BITS = 1 << 16 }; /* of a number of a row, at most */

/* Of the table that `like` looks at, by its rule and data. Ends with
   follower_clear in every case. */
perp_status follower_new(const stretch_exact *like, double weight,
                         follower *out);
void follower_clear(follower *f);

/* The first row. */
void follow_begin(follower *f, const double *q, const double *v);

/* The doubles next to row l, in f->near; rounded: they are the row then. */
void follow_settle(follower *f, int l, int rounded);

/* With linear joints, and q' = v: the nearest start that keeps them. */
perp_status follow_join(follower *f);

/* Row l from row l - 1: exactly, or rounded to doubles. f->clash: there is no
   such row. INPUT: a formula fails; LIMIT. */
perp_status follow_row(follower *f, int l, int exact);

/* The interval that ends in row l, as the rows have it now: data, J, x, y and
   the contacts that are closed by gaps in fractions, both ends' in f->gap. */
perp_status follow_look(follower *f, int l);

/* Its velocities and impulses: the problem above, of an interval that was
   looked at, into row l; follow_row does the rest. */
perp_status follow_solve(follower *f, int l, int exact);
