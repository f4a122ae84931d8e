/**
# A run into all solutions of its steps

Where a step has several solutions the scheme is not a function of its state, and a run
that takes one of them is one of several runs. With `forks` in its experiment it takes
the one whose turn it is (`run/forks.h`); the places of forks are the numbers of steps.

| a step | is asked for all its solutions | and counts |
|---|---|---|
| that a condition covers | no: one, for every $b$ | nothing |
| up to the last fork of the way | only where it is a fork: to have them | nothing |
| behind it | yes | a fork when there are two |
| behind the last fork that is followed | no | in `beyond` |

**What is complete.** The list of a step's solutions, by the tree of `step/theta_all.h`, for
the numbers that the step is posed from: in doubles $M$, $\mathbf K$, $\mathbf C$, $\mathbf\Gamma$, $\Phi$, $v$,
$\delta$, $f$ and its tangent as they are in that run. Which continua there are is said
(`continua`): their corners are followed, and the list is not complete.

**A force that is not affine** has its tangent where the step ends, and several solutions end at
several places. The list would be that of a problem which only one of them belongs
to; such a fork is refused. A step with one solution is one on its own tangent.

**Three runs.** `nonunique_step` has one step with the forces $(0, 0)$, $(3, -2)$, $(1, -1)$, so
three runs: the point flies on with 8.5 J; it is caught by a floor that it pulls together, and
leaves with 10 J, which $\theta = 1$ allows; it slips and leaves with 6.5 J. Going on for more
steps makes no more of them, since none of the three is pressed again. In
`verify/pks05/run/test_compliant_forks.py` two points that drag each other have 24 motions in
three steps, and others up to 201.

**What a fork means.** The scheme does not say which way a motion goes, and no smaller $h$ helps
where the compliance itself couples normal and tangent; where only the bodies do, a
shorter step has one solution whatever $\mu$ is (erratum 3.32), and a fan of runs is a reason to make $h$
smaller before it is a statement about the motion.

**A tie** is a solution of two choices at once, such as a contact that sticks with all of its
friction. In fractions it is one solution. Rounded, it may be one, two or none beside
others: a run in doubles is the run of its own rows, and its forks are theirs.

**In space** a disc has no modes; in doubles its list is that of a tree over slip angles
(`cone/qvi_angles.h`), of up to three contacts in hand, and what stays undecided there is
counted in `undecided`, and nothing is complete. The solutions of such a list are known as ranges, and a run goes on from
the middle of one: the forces of a row are off by what the range is wide, some $10^{-14}$ of
their size. With `directions` the polygon's list is exact, and it is another law: its three solutions of a
step may be one with the disc, and the angles of its slips are those of its corners. Two runs, one with the disc
and one with a polygon of more and more corners, are a way to see which forks are the
law's and which the polygon's. */
#pragma once

#include "pks05/run/compliant.h"

/* In doubles, behind the step: replaces its answer by the solution that the run
   takes. INPUT: several, and the force is not affine; a disc of more than three
   contacts in hand; LIMIT: the search. */
perp_status compliant_fork(compliant_state *r);

/* The step d, posed as p: *chosen = 1: z (free + n, initialised) is the
   solution that the run takes; 0: it takes its own. LIMIT: the search. */
perp_status compliant_choose(compliant_state *r, const theta_exact *d,
                             const lcp_exact_problem *p, mpq_t *z, int *chosen);

/* Is the force where the step ends that of the tangent? INPUT. */
perp_status compliant_fits(compliant_state *r);
