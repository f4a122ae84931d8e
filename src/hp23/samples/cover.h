/**
# How well do samples cover a set?

HP23 2.1.1 and 5.3: Lemma 1 and Theorem 9 say how many samples make an
$\varepsilon$-net with a given probability. The functions here are those formulas, (1)
and (171), and beside them a measurement, since the numbers that the formulas ask for
are far from what can be drawn.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/** Points by rows: of an impact the velocities $v^+$ of its samples, m/s and rad/s.
Coordinates of both units enter the distance as they are, as numbers: with lengths in
metres a rad/s weighs as much as a m/s. Who wants other weights scales the columns of
both sets first; the norm is not that of the kinetic energy. */
typedef struct {
    int n;
    long count;
    double *x; /* count x n */
} cover_points;

/* The largest distance, Euclidean, of a point of `other` from the nearest of
   `net`, the mean one, and the number of the farthest. Both not empty. */
typedef struct {
    double radius, mean;
    long farthest;
} cover_answer;
perp_status cover_measure(arena *a, const cover_points *net,
                          const cover_points *other, cover_answer *out);

/* Omega of (1), at least 2^-1074: ceil(ratio)^-n, ratio = h L sqrt(n)/epsilon
   > 0: the share of one cell of the box. For Theorem 9 the box has the
   dimension N m, a bound for each contact and step, and L is L^N of one step,
   (171). */
double cover_share(double ratio, int n);

/* A lower bound of the probability of (1) with `samples` of them, >= 0. */
double cover_confidence(double share, double samples);

/* The least number of samples that (171) asks for, 0 < delta < 1; for a share
   below 2^-40 at most one part in twenty more. */
double cover_samples(double share, double delta);
