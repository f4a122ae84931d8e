/**
# The step of a run as a mixed problem

In the plane, and with polygons for the discs, (16) is a mixed complementarity problem
whose numbers are those of the scene (`theta_exact_pose`). Two ask for it: a run that
follows all solutions, and `perp run --lcp K FILE`, which writes that of the $K$-th step
with contacts. What is written is a problem like any other:

    perp run cases/PKS05/nonunique_step.lua --lcp 1 step.lcp
    perp solve step.lcp --all --cert all.cert
    perp-check all.cert

lists its three solutions with the tree that excludes every other choice, and has
the proof read by a program that knows nothing of contacts.

**Whose problem.** In doubles that of all contacts of the step, open ones far away
too, with the doubles it starts from and the tangent of the force where it
ended, so that it does not matter how many tangents were tried on the way. With the disc in
space the step is no complementarity problem, and is refused. */
#pragma once

#include "pks05/run/compliant.h"

/* The step on these doubles, with the run's h, theta and directions. */
typedef struct {
    theta_exact d;
    lcp_exact_problem p; /* theta_exact_pose of it */
} compliant_mixed;

/* Arrays in scratch, numbers until compliant_mixed_clear, also after an error.
   LIMIT (memory). */
perp_status compliant_mixed_new(compliant_state *r, const theta_data *d,
                                compliant_mixed *out);
void compliant_mixed_clear(compliant_mixed *x);

/* The step at hand is posed: writes it when it is wanted; p: it, or null: that
   of the state's doubles. IO, LIMIT. */
perp_status compliant_posed(compliant_state *r, const lcp_exact_problem *p);
