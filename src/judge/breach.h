/**
# How far an interval breaks each law

In doubles all laws of one interval are measured; they tell which intervals are the
worst. In fractions one law of one interval is, and that number is the verdict's.

Why both? A thousand intervals with ten bodies in fractions would take some minutes, and doubles a
second; but of doubles alone nothing could be said that holds. The number of doubles is wrong by
some $2^{-53}$ of the *terms* it is made of, not of itself: a momentum of $10^{-30}$ J is
rounding when $J$ is a difference of impulses of 1 N s. Fractions have no such floor, and
their bound is checked by code that had no part in finding it. What can be lost by the
division of labour is one thing: that the worst row is not among those that doubles
propose. Then the number told is of a row that is not the worst, and still true of that row.
*/
#pragma once

#include "judge/explain.h"
#include "judge/law_list.h"

/* The laws of the interval that ends in row l, and those of row l, into
   size[LAWS]. `weight` of the kinematics; the given impulses are judged when
   the table has them. With l = 0: those of the first row alone. Takes memory
   from the interval's arena. INPUT: a formula fails; LIMIT. */
perp_status breach_find(stretch *x, int l, double weight, law_size *size);

/* One of them over the rationals. `size` is initialised. */
typedef struct {
    mpq_ptr size;
    int where;
    double bound; /* no impulses do better, rounded down; < 0: not said */
    double limit; /* of those that sum up to so many N s at most; 0: of all */
} breach_found;

/* What is looked at in fractions. `known` speaks of x and its data as they
   are: it is forgotten when they become others. */
typedef struct {
    stretch_exact *x;
    explain_memory *known;
    double weight; /* of the kinematics */
} breach_look;

/* Looks at row l by itself. INPUT: a formula is no fraction there. */
perp_status breach_exact(const breach_look *at, int l, law_id id,
                         breach_found *out);

/* The least impulses in N s that explain the interval best: p normal ones, r
   along the slips, of the closed contacts; in doubles, rounded. */
perp_status breach_impulses(const breach_look *at, int l, double *cn,
                            double *f);
