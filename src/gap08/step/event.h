/**
# The event: where in a step a contact closes

The trial step is continued by its cubic Hermite interpolant. With the
kinematic map of the step frozen, as (4.4a) has it, position and velocity at
the fraction s in [0, 1] of the step are

    q(s) = q + h Gamma (W vbar + (s - W) v),    v(s) = w vbar + (1 - w) v,

with w and W from `event_weight` and `event_path`: numbers without a unit, of the
weight gamma in [0, 1] of the position and of s. vbar is the velocity at the end of the trial, not
the weighted one.
*/
#pragma once

#include "base/status.h"

#include <gmp.h>

/* w(s) = s (6 gamma (1 - s) + 3 s - 2), and its integral W(s). */
double event_weight(double gamma, double s);
double event_path(double gamma, double s);
void event_weight_exact(mpq_srcptr gamma, mpq_srcptr s, mpq_ptr w);
void event_path_exact(mpq_srcptr gamma, mpq_srcptr s, mpq_ptr W);

/* The smallest gap, m, of the contacts that may collide, at the fraction s; its
   sign is what counts, its size only guides the search. */
typedef perp_status event_gap(void *user, double s, double *gap);

/* A fraction s in (0, 1] with gap(s) <= 0, and gap > 0 within 2^-50 below it;
   the first one as far as eighths of the step can tell. Requires start =
   gap(0) > 0 and gap(1) <= 0. The fraction has as few binary digits as the last
   bracket allows. Deterministic; allocates nothing. Errors are those of gap. */
perp_status event_root(event_gap *gap, void *user, double start, double *s);
