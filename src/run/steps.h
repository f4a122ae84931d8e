/**
# One step, three arithmetics

The loop of `experiment.c` asks for a step; here a step is assembled, posed,
solved, recovered and, in the exact modes, proven.
*/
#pragma once

#include "solve/mlcp.h"
#include "run/experiment.h"
#include "scheme/alpha_gamma.h"

/* A problem over the rationals that grows with the active set. */
typedef struct {
    int size; /* free + n there is room for */
    mpq_t *A, *b;
} exact_room;

/* Everything a run owns between its steps. */
typedef struct {
    const experiment *e;
    alpha_gamma scheme;
    alpha_gamma_exact scheme_exact;
    double tolerance;
    assembler work;
    active_set set;
    uint8_t *leaves; /* active contacts: 1 where one goes */
    step_data data;
    step_exact exact;
    step_result result; /* the doubles that are stored */
    step_result_exact result_exact;
    double *q, *v, *mean; /* the state; nv: (1 - gamma) v + gamma v+ */
    mpq_t *q_exact, *v_exact, t0, t1;
    exact_room room;
    arena scratch; /* of one step */
    summary *sum;
} run_state;

/* Room for everything but the largest exact problem. run_state_free accepts a
   half-made state (zeroed before run_state_new). */
perp_status run_state_new(arena *a, const experiment *e, summary *sum,
                          run_state *out);
void run_state_free(run_state *r);

/* Advances q, v from t_l to t_{l+1}; result holds what the trace stores, set
   the contacts it belongs to. */
perp_status run_step(run_state *r, long l);

/* The parts of a step, shared by the files of this room. */
perp_status run_room(exact_room *m, int size);
perp_status run_active(run_state *r);
perp_status run_pose(run_state *r, lcp_problem *p);
perp_status run_no_solution(lcp_outcome outcome);
perp_status run_step_double(run_state *r, long l);
perp_status run_step_checked(run_state *r, long l);
perp_status run_step_rational(run_state *r, long l);
void run_move_exact(run_state *r);
