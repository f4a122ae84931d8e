/**
# Where a nearer point could be

A proven answer to the question that a search leaves open; the derivation is
at the head of paoli_ball.c.
*/
#pragma once

#include "p10/paoli_step.h"

/* Room for the proofs of a run, in the arena; numbers until paoli_ball_free,
   which accepts null. */
perp_status paoli_ball_new(arena *a, const perp_system *s, paoli_ball **out);
void paoli_ball_free(paoli_ball *b);

/* Between two steps: whether a steady M has been measured, which is counted
   once. Who is told so measures it again; r->metric is there. */
void paoli_ball_freeze(paoli_ball *b, const paoli_state *r, frozen *x);

/* *within: every point of K that is no farther from y than r->at, in the metric
   of r->M, lies within so much of r->at in each coordinate, m; proven for the
   formulas of gaps and gradients. Infinite when that is not decided, or not
   small against the distance from y. Reads at, rows, impulse, M and metric as
   paoli_stands leaves them. LIMIT without memory. */
perp_status paoli_ball_around(paoli_ball *b, const paoli_state *r,
                              const double *y, double *within);
