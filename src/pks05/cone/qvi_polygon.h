/**
# A polygon for the disk, and Lemke
*/
#pragma once

#include "pks05/cone/qvi.h"
#include "lcp/solve/mlcp.h"

#include <gmp.h>

/* The step over the rationals, as in qvi_problem. Borrowed. */
typedef struct {
    int contacts, slips;
    const mpq_t *A, *b, *mu;
} qvi_exact_problem;

/* The doubles as the rationals they are, arrays in the arena. INPUT error on a
   NaN or infinity. Numbers are given back by qvi_exact_clear. */
perp_status qvi_exact_new(arena *a, const qvi_problem *p,
                          qvi_exact_problem *out);
void qvi_exact_clear(qvi_exact_problem *p);

/* Corner k of `count` on the unit circle, both coordinates rational, within
   2^-30 of the angle 2 pi k / count; opposite corners are exactly opposite, and
   with count divisible by 4 quarter turns are exact. */
void qvi_corner(int count, int k, mpq_ptr x, mpq_ptr y);

/* Which polygon, and how it went. */
typedef struct {
    int corners;      /* planar: the interval, whatever the number */
    bool only_double; /* no exact arithmetic: a start for somebody else */
    double residual;  /* of the LCP */
    int climbed;      /* exact arithmetic was needed */
} qvi_polygon;

/* Solves the step with the polygon in doubles: lam (N). Leaves the arena as it
   was. Errors: those of mlcp_solve, INPUT (fewer than 3 corners in space);
   NO_SOLUTION when Lemke ends on a ray, which is proven not to happen when
   x'Ax > 0; LIMIT when only_double does not reach its residual. */
perp_status qvi_polygon_solve(const qvi_problem *p, qvi_polygon *q, arena *a,
                              double *lam);
