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
| `equation.c`, `momenta.c`, `asked.c` | 5, 7.1, 8.1 | what the sums go around: (4.18) as printed, $\omega$ and $\omega^\perp$ |
| `follow.c` | | the run that is asked |
| `stiff_estimates.c` | AP02 2.3.3 | a run of AP02's linearly implicit scheme |
| `stiff_bound.c` | AP02 2.4 | one step of it: impulses against $c_{FC}K_{FC}$ |
| `residual.c` | 6 | any table of rows, whoever made it |
| `gap08.c`, `gap08_force.c` | 4 | the assumptions (H1) to (H8) |

## What is refuted, and what is measured

A statement that is false in a row counts in `refuted`: the balance (7.4), the one-step form of
Theorem 5.1, (7.3), (7.15), the joints' answer, (7.11), (7.13), $n^Tx \ge 0$, over the rationals
(8.10), and every sum against its bound. What holds only up to $O(h)$ or $O(h^2)$ cannot be
refuted by one run; its defect is divided by that power of $h$ and the largest is reported:
`turn`, `turn_mass`, `reduced`, `weighted`, `bend`, `momentum`, `curvature`, `joint_curvature`.

What each statement rests on, so that a refuted one names its suspects:

| statement | assumes | else |
|---|---|---|
| (7.4), (8.7), (5.1) | nothing | the step, or its recovery, is wrong |
| (5.2) | the laws of contact | an impulse that gives energy along $x$ |
| (5.3), (5.4) | $x$ is (4.4c)'s mean | a weight is wrong |
| (5.11) | $\dot q = v$, $M$ constant | the position is not the step's |
| (7.6) to (7.8) | independent joints | the split, or $d'$, is wrong |
| Theorem 5.1, one step | $\alpha \ge \frac12$, $u^TFu = 0$ | not asked for $\alpha < \frac12$ |
| (7.3) | the direction's margin, computed | an impulse outside of the cone |
| (7.10) | (7.3), (7.4) | |
| (7.11) | $\sum\lvert f_s\rvert \le \mu c_n$ | friction beyond the cone |
| (7.13) | the step's joints | a joint that moves |
| (7.15) to (7.17) | (H3), no collision in the pair | |
| (8.10) | $F$ linear in $v$ | (4.2) is not what the scene's $F$ is |
| (8.19), (8.20), (8.4) | smooth joints (H2) | the defect over $h^2$ grows |
| (8.9) | velocities that change by $O(h)$ | the rest over $h^2$ grows |
| (8.16), (8.17) | $\dot q = v$, $\gamma = \alpha$, (H2) | the same |
| (8.25), (8.26) | $\gamma = \alpha$, (H1) | $B_H$ grows |

None of these is an assumption about the limit. Those, (H4) uniformly and (H7), are seen
in the number of windows and of collisions, when $h$ is halved.

## How three runs are read

`cases/GAP08/pendulum_contact.lua` with `eps=0.1`, `T=1`: a bead on a circle of 1 m that
meets a wall, its velocity wrong by 0.1 m/s along the string at the start, $\alpha =
\gamma = \frac12$.

| | $h = 1/50$ | $h = 1/100$ | $h = 1/200$ |
|---|---|---|---|
| windows, margin | 1, 1 | 1, 1 | 1, 1 |
| $c$, 1/s | 9.81 | 9.81 | 9.81 |
| $\sum c_n \le$, N s | 3.073, 7.112 | 2.999, 7.026 | 2.960, 6.980 |
| $\sum\lvert f_J\rvert \le$, N s | 14.947, 15.862 | 15.305, 16.138 | 15.476, 16.320 |
| the same, not weighted | 18.2 | 24.0 | 42.8 |
| variation of $v^{h,\alpha}$, of $v^h$, m/s | 12.70, 15.24 | 12.79, 23.61 | 12.81, 42.29 |
| (8.19), (8.4) | 13.90, 1.285 | 13.75, 1.314 | 13.65, 1.340 |
| largest $\lvert\Theta\rvert$ | 0.0804 | 0.0398 | 0.0198 |
| $B_H$ that the joint needs | 2.2045 | 2.0000 | 2.0000 |

What the theorems bound stays put; what they do not, the variation of $v^h$ and the
multipliers that are not weighted, doubles. $\Theta = x^2 + y^2 - 1$ has the second
derivative 2, and the steps find it. Its size falls like $h$, as Lemma 8.3 says of a
joint. (8.19) is $|w|^3/2$ for a circle of 1 m, so the largest speed was 3.0 m/s. And $c =
2 \cdot g/(|q| + 1)$ is the first step's: $|\kappa| = gh$ over the larger of $|v|$ and
$|q| + 1 = 2$. */
#pragma once

#include "gap08/bounds/impulses.h"
#include "gap08/bounds/inclusion.h"
#include "run/experiment.h"

/** One row of a run: the step or the collision that ends in it, what it began from, what
the gaps were and are. Borrowed; active contacts in the order of `step.d`. Lengths of
`q_*` in m and rad, gaps in m. */
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

/** What a run says. Norms of impulses and of velocity jumps are sums of
absolute values, N s and m/s. Each bound stands beside what it bounds: `cn` and
`cn_bound` over the windows, `joint` and `joint_bound` over the pairs, `tv` over all
rows and `tv_bound` over the pairs, so the last two are to be compared only
when no row was left out of a pair. `refuted` counts; the words of the first
name its row, both sides and the statement.

`growth` is a quotient and at most 1; how far below it is says how generous the envelope
is: for a block that friction brakes it is thousands of times the velocity. `margin` is
between 0 and 1 when normals have the length one, since $|d'| \le 1$. `blunt` rows are in
no window; as long as there is one, `cn` is a sum over a part of the run, and (H4) does
not hold. */
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
    double momentum;  /* (7.8): largest O(h) / h */
    double weighted;  /* (8.9): largest O(h^2) / h^2 */
    double bend;      /* (8.17): the same */
    double turn_mass; /* (8.20): the same */
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
