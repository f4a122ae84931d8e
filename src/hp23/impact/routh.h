/**
# One contact: Routh's path

HP23 2.2.2, (36), and Lemma 2: a single impact not as an equation between before and
after but as a way from one to the other, on which Coulomb's law holds at every
moment. In the plane the way is a broken line with rational corners. It is the law
from which the paper's own, (39), is made, and (39) with one contact is nothing else.
*/
#pragma once

#include "hp23/impact/outcomes.h"

/* Where the path is at s, the normal impulse so far. Slips and Lt have the
   sign of the contact's d; friction opposes the slip, so Lt falls while it
   is > 0. With one contact s and Ln are the same number; in (37) s is the
   sum over all contacts. */
typedef struct {
    mpq_t s, normal, slip; /* N s; J_n v and J_t v, m/s */
    mpq_t Ln, Lt;          /* impulses so far, N s */
} routh_knot;

/** A planar path is linear between its knots: the start, where the slip ends if it
does, and the end. There is room for one more than these three, so that data that are
none are noticed. Of the block at A with $y = (-1, \frac12)$ and $\mu = 1$:

| knot | $s$ | $J_n v$ | $J_t v$ | $\Lambda_t$ |
|---|---|---|---|---|
| start | $0$ | $-1$ | $\frac12$ | $0$ |
| slip ends | $\frac5{46}$ | $-\frac{16}{23}$ | $0$ | $-\frac5{46}$ |
| end | $\frac7{10}$ | $0$ | $0$ | $\frac1{10}$ |

Cleared with `routh_path_clear`. */

enum { ROUTH_KNOTS = 4 };

typedef struct {
    int knots;
    routh_knot knot[ROUTH_KNOTS];
} routh_path;

/* The path (36) of a contact with one slip or none, exactly, to J_n v = 0.
   Requires d->p = 1 and J_n v <= 0. INPUT when the contact has several slips,
   or joints hold it so that no impulse moves it. */
perp_status routh_path_find(arena *a, const step_exact *d, routh_path *out);
void routh_path_clear(routh_path *p);

/* The path on from J_n v >= 0, with the normal impulse `most`, or to J_n v = 0
   where friction digs the contact in. The rest as above. */
perp_status routh_push(arena *a, const step_exact *d, mpq_srcptr most,
                       routh_path *out);

/* v behind the path of d, which has begun at d->v, and its impulses Ln, Lt:
   nv + 2 numbers. */
perp_status routh_path_end(arena *a, const step_exact *d, const routh_path *p,
                           mpq_t *v);

/* Adds v+ of the path, with its impulses; d->p = 1. A contact with several
   slips goes to routh_space_outcome. Errors as above. */
perp_status routh_outcome(arena *a, const step_exact *d, int impacts,
                          outcomes *out);

/* kappa^2 of Lemma 2, in kg: the path from v is no longer than kappa |v|_M,
   for every v, with d->v not read. Its least value is that of mu >= 1; more
   friction than that does not shorten the bound. Squares are compared, s^2
   with kappa^2 |v|_M^2, since kappa itself is a root. INPUT as above, and
   without friction, where the Lemma's kappa is infinite. */
perp_status routh_kappa(arena *a, const step_exact *d, mpq_ptr square);
