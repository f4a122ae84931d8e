/**
# Estimates along a run

GAP08's sections 5, 7 and 8 bound velocities, sums of impulses, total variations
and gaps. Here a run is looked at step by step: what is an identity or an
inequality of one step is asked of its exact solution, without rounding; sums
are added up in doubles, and their bounds with them.

The paper's statements are about $h \to 0$ and constants that do not depend on $h$. A run has one
$h$. So what is asked of it are the inequalities that the proof adds up, row by row, and what is
printed beside each sum is the bound that the proof would give it with this run's own numbers in
the place of the constants. If the bounds stay put while $h$ is halved, the run is as the theorem
says; a bound that grows names the constant that does. `perp estimates` prints them, [the
chapter](../../../doc/22-GAP08-bounds.md) reads them.

| file | sections | asked |
|---|---|---|
| `impulses.c` | 5, 7.1, 7.2 | one step, without rounding |
| `estimates.c` | 5, 7.1 | along a run: growth, windows, (7.10) |
| `pairs.c` | 7.2, 7.3, 8.2 | two rows beside each other, weighted; gaps |
| `inclusion.c` | 8.1 | two rows in a frame that turns with the joints |
| `follow.c` | | the run that is asked |
| `residual.c` | 6 | any table of rows, whoever made it |
| `gap08.c`, `gap08_force.c` | 4 | the assumptions (H1) to (H8) |

## What is refuted, and what is measured

A statement that is false in a row counts in `refuted`: the balance (7.4), the one-step form of
Theorem 5.1, (7.3), (7.15), the joints' answer, (7.11), (7.13), $n^Tx \ge 0$, over the rationals
(8.10), and every sum against its bound. What holds only up to $O(h)$ or $O(h^2)$ cannot be
refuted by one run; its defect is divided by that power of $h$ and the largest is reported:
`turn`, `reduced`, `curvature`, `joint_curvature`.
*/
#pragma once

#include "gap08/bounds/impulses.h"
#include "gap08/bounds/inclusion.h"
#include "run/experiment.h"

/* One row of a run. Borrowed; active contacts in the order of step.d. */
typedef struct {
    solved_step step;
    int collision;
    int nq;
    const double *q_from, *q_to;     /* nq */
    const double *gap_from, *gap_to; /* p, m; not read for a collision */
    const double *theta;             /* joints: Theta(q_from) */
    const mpq_t *F_mean; /* Coriolis matrix at x of the row before, or null */
    int exact;           /* nothing of the data was rounded */
} estimate_row;

/* What a run says. Norms of impulses and of velocity jumps are sums of
   absolute values, N s and m/s. Each bound stands beside what it bounds: cn and
   cn_bound over the windows, joint and joint_bound over the pairs, tv over all
   rows and tv_bound over the pairs, so the last two are to be compared only
   when no row was left out of a pair. `refuted` counts; the words of the first
   name its row, both sides and the statement. */
typedef struct {
    long rows, collisions, pairs; /* pairs: of rows without a collision */
    long proven;                  /* rows that the run proved */
    long refuted;                 /* statements found false */
    char first[200];              /* the first of them */
    int same_mass;                /* M never changed */
    double c;                     /* Theorem 5.1: |v|^2_M <= max e^(c t), 1/s */
    double growth;                /* the largest |v|_M over that bound's root */
    long windows, blunt;          /* (7.3) holds in each; rows not pointed */
    double margin;                /* the least of the windows */
    double cn, cn_bound;          /* sums of c_n, and (7.10) */
    double joint, joint_plain;    /* sums of |f_J|, weighted and not */
    double joint_bound;           /* (7.16) */
    double tv, tv_plain;          /* variations of v^(h,alpha), v^h */
    double tv_bound;              /* the last display of 7.3, of `pairs` */
    double turn;                  /* (8.19): largest defect / h^2 */
    double reduced; /* (8.4): largest defect / (h^2 + h |v - v-|) */
    double least_gap, curvature; /* Lemma 8.3: of a kept contact, m; the B_H
                                    that its steps need, 1/m */
    /* What no row asked for is -1: no joints, no Coriolis matrix. */
    double joint_gap, joint_curvature; /* the same of |Theta| */
    double coriolis;                   /* (8.10): largest defect, relative */
} estimates;

typedef struct estimator estimator;

/* Room for the sums of a run of this system; estimator_free accepts null. LIMIT
   of the other two: a sum or a bound overflows. */
perp_status estimator_new(arena *a, const perp_system *s, mpq_srcptr h,
                          estimator **out);
void estimator_free(estimator *m);
perp_status estimator_add(estimator *m, const estimate_row *row);
perp_status estimator_end(estimator *m, estimates *out);

/* Runs the experiment with every step solved exactly (over the rationals if it
   asks for that) and estimates it. */
perp_status estimates_run(const experiment *e, estimates *out);
