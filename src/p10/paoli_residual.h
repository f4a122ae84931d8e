/**
# What is left of (P1)-(P5) on a computed run

The problem (P) of the slides, put to a table. The scheme's own equations are
proven elsewhere (paoli_check.c); here they are not looked at. The names behind
the fields are those of the summary and of `--json`; doc/50-P10.md, "How far a
computed motion is from the problem", says what each tends to. Norms of
velocities are those of $M$, hence in the root of J; the total variation is
Euclidean, since (P1) names no metric.
*/
#pragma once

#include "run/experiment.h"

/* The motion is q_h, the straight line through the rows `q.*` of a table with
   the step h, and the reactions `cn.*` of row n + 1, which act at t_n. For a
   sequence of runs with h -> 0 whose motions tend to a solution, all but the
   first tend to 0. */
typedef struct {
    double variation; /* (P1): the total variation of q_h' */
    double outside;   /* (P2): max -f_a(q_h), at nodes and between them */
    double balance;   /* (MDI): mean over t of what the measure M dq_h' - g dt
                         - sum grad f_a dr_a has on [0, t], N s */
    double pull;      /* (MDI): sum of max(-r_a, 0), N s */
    double afar;  /* (P3): sum of r_a |f_a(q^n)|: reactions without contact */
    double start; /* (P4): |q^0 - q_0|_M + |V^0 - u_0|_M */
    double law;   /* (P5): max |V^+ - Newton's law of V^-|_M, impacts */
} paoli_residual;

/* Beside a run: a walk that is told of each row when it is in the table, with
   seven rows before it. Reads the columns q.* and cn.* of t and nothing else
   that the run has made. e gives the system, the restitution, h and the initial
   data. Contacts beyond those that a table lists count as without reaction. Of
   one row or none there are zeros. The first failure is kept, and told in the
   end: INPUT where a force or a gap has no value at a node or between two;
   NO_MEMORY. Cost: two evaluations of force, mass and gaps for each row, one of
   the gradients where something reacts, and one projection. Free accepts
   null. */
typedef struct paoli_residual_walk paoli_residual_walk;
perp_status paoli_residual_begin(arena *a, const experiment *e, const trace *t,
                                 paoli_residual_walk **out);
void paoli_residual_row(paoli_residual_walk *k, int row);
perp_status paoli_residual_end(paoli_residual_walk *k, paoli_residual *out);
void paoli_residual_free(paoli_residual_walk *k);
