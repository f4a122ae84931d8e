/**
# The projection of positions, AP02 (46)

A step keeps the velocities on the linearised constraints; the positions leave
the true ones by $O(h^2)$. The projection moves them to the nearest position at
which joints, contacts and, if wished, the elongations of springs are where they
belong. Section 2.3.4 has two steps: 1. $\tilde q^{l+1} = q^l + h v^{l+1}$, which is
the scheme's; 2. (46), which is here. Velocities are not projected: the next step
poses its rows at the new position and makes them consistent with it.

**Which constraints.** A scene chooses; the last two are the paper's programmes:

| `project` | asked for | of the paper |
|---|---|---|
| `joints` | $\Theta = 0$ | (46) without springs and contacts |
| `contacts` | and $\Phi_j = 0$ for contacts that stay | section 3's, for independent gradients |
| `full` | $\Theta = 0$, all $\Phi \ge 0$, and $\phi = $ target | (46) |

**Why springs have a target.** Theorem 2.4 bounds the energy of the linearised
elongation $\phi + h\,a^\top v^{l+1}$; (46) makes the true elongation this number,
and only so (47) follows. Without it the step's energy is right and the
position's is not. A mass of 1 kg turns with 1 m/s at the end of a spring of 1 m,
its rest length, and $10^6$ N/m. The step with $h = 0.1$ s sees $a^\top v = 0$ and
has no force and no loss; $\tilde q = (1, 0.1)$ lies 4.988 mm too far out, and the
spring holds 12.4 J where the motion has 0.5. (The next step closes it with 5 cm/s,
and the 12.4 J are gone as they came.) The target is $\phi = 0$, and the nearest
position is $(0.9950, 0.0995)$. A projection on joints would see nothing here.

A damper without stiffness has no such line: it stores nothing, so there is no energy
that its elongation could spoil, and the nearest position is free to change it.

**What can go wrong.** With target rows for many springs there may be no position
at all: the rows are those of the stiff limit, and the paper's assumption, a
pointed cone (38), is what makes (46) regular. NO_SOLUTION says so. And the
projection is Euclidean in $q$, as (46) is: it weighs a metre like a radian, and
moves light and heavy bodies alike. It conserves nothing; it is $O(h^2)$.

**An example of the way.** A pendulum, $\Theta = \frac12(x^2 + y^2 - 1)$, at
$\tilde q = (1, 0.1)$: the first subproblem goes to $(0.99505, 0.09950)$, with
$\Theta = 1.2\cdot10^{-5}$ and the stationarity off by $2.5\cdot10^{-5}$ (the
curvature that $W = 1$ lacks is $\lambda = -0.005$); the second to $\Theta =
7.7\cdot10^{-11}$ and $4.6\cdot10^{-10}$, the third to $10^{-16}$. Newton's
method with second derivatives would take as many.

**How far it is from the end** is measured by the conditions of optimality
(project.c), and these, with the multipliers, are what a proof of a run states of
each projection.
*/
#pragma once

#include "model/step/step.h"
#include "lcp/problem/lcp.h"

typedef struct {
    project_form form;     /* not PROJECT_NONE */
    const active_set *set; /* the contacts that stay */
    const double *target;  /* of all springs: phi(q^l) + h a.v^{l+1}, m; those
                              with a stiffness are read; FULL only */
    /* Called with each subproblem before it is solved; or null. An error of its
       own ends the projection. */
    perp_status (*see)(void *user, const lcp_problem *p);
    void *user;
} project_wish;

/* Room for the largest projection of a system, of n_q coordinates, m joints, s
   springs and p contacts: value and force have m + s + p + 1 places. Rows stand
   in the order joints, springs with a stiffness (FULL only), contacts. */
typedef struct {
    int *held, springs; /* the springs with a stiffness, growing: so many */
    double *a;          /* springs x nv: their gradients at the end */
    step_data at;    /* gradients at the iterate: nu, a, n by rows of nv */
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
