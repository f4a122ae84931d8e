/**
# Does a force satisfy the step? Without square roots

The judge of this room: six inequalities per contact, in fractions, from $A$, $b$, $\mu$
and $\lambda$ and nothing else. A solver that shares an error with the natural map is
found out here.

In space, with $\mu = 1$, $\lambda_n = 1$ N and $w = (0, 3, 4)$ m/s:

| $\lambda_{to}$, N | `cone` | `power` | `least` | |
|---|---|---|---|---|
| $(-0.6, -0.8)$ | 0 | $-5$ | 0 | the law |
| $(-0.8, -0.6)$ | 0 | $-4.8$ | 1.96 | on the circle, and not against the slip |
| $(-0.3, -0.4)$ | $-0.75$ | $-2.5$ | 18.75 | against it, and too weak |
| $(0.6, 0.8)$ | 0 | 5 | 0 | along it: only the sign tells |
| $(-1.2, -1.6)$ | 3 | $-10$ | 75 | too strong |

The third may also be read as a contact that should stick: then its $w_{to}$ is at fault.
A check does not say which. */
#pragma once

#include "pks05/cone/qvi_polygon.h"

/** How far the law of contact and friction is missed, the worst contact for each
condition; 0 only when it holds exactly. Rounded up. The units are those of a step; they
differ, and nothing here says which fault is large: see `run/compliant_law.h` for shares
of forces and slips. A condition that is kept with room to spare counts as 0 and not as a
negative number. */
typedef struct {
    double force;   /* N: -lam_n */
    double gap;     /* m/s: -w_n */
    double product; /* W: |lam_n w_n| */
    double cone;    /* N^2: lam_t^2 + lam_o^2 - mu^2 lam_n^2 */
    double power;   /* W: w_to . lam_to, which must not be positive */
    double least;   /* W^2: |(w_to . lam_to)^2 - mu^2 lam_n^2 |w_to|^2| */
} qvi_faults;

/* The faults of lam (N), from A, b, mu and lam alone, computed exactly. Leaves
   the arena as it was. LIMIT (memory). */
perp_status qvi_check(arena *a, const qvi_exact_problem *p, const mpq_t *lam,
                      qvi_faults *out);

/* The same for an answer in doubles, which are taken as they are. INPUT error
   when one is not finite. */
perp_status qvi_check_doubles(arena *a, const qvi_problem *p, const double *lam,
                              qvi_faults *out);
