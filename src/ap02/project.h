/**
# The projection of positions, AP02 (46)

A step keeps the velocities on the linearised constraints; the positions leave
the true ones by $O(h^2)$. The projection moves them to the nearest position at
which joints, contacts and, if wished, the elongations of springs are where they
belong.
*/
#pragma once

#include "model/step/step.h"
#include "lcp/problem/lcp.h"

typedef struct {
    project_form form;
    const active_set *set; /* the contacts that stay */
    const double *target;  /* springs: phi(q^l) + h a.v^{l+1}, m; FULL only */
    /* Called with each subproblem before it is solved; or null. */
    perp_status (*see)(void *user, const lcp_problem *p);
    void *user;
} project_wish;

/* Room for the largest projection of a system. */
typedef struct {
    step_data at;
    active_set hand; /* the contacts of the subproblem */
    double *start;   /* nq: where the projection began */
    double *value;   /* of joints, springs, contacts in hand at the end, m */
    double *force;   /* and their multipliers, m */
    int eq, rows;    /* equations among them; all of them */
} project_room;

typedef struct {
    int subproblems; /* MLCPs solved */
    double kkt;      /* the largest violation of a condition of optimality */
    double moved;    /* |q - start|, in the units of q */
} project_report;

enum { PROJECT_MOST = 10 }; /* subproblems */
#define PROJECT_KKT 1e-12

perp_status project_room_new(arena *a, const perp_system *s, project_room *out);

/* Moves q (nq). On success the conditions of optimality hold up to
   PROJECT_KKT max(1, |q|). LIMIT when PROJECT_MOST subproblems do not get
   there; NO_SOLUTION when the linearised constraints contradict each other.
   Takes from the scratch arena and gives back. The room then has the
   conditions: gradients in at, contacts in hand, values and multipliers. */
perp_status project_position(const perp_system *s, assembler *w,
                             const project_wish *wish, project_room *room,
                             arena *scratch, double *q, project_report *out);
