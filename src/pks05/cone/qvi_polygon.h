/**
# A polygon for the disk, and Lemke

What earlier work does to Coulomb's law from the start (the paper names it in its
introduction as the difference to its own analysis) is here a means: the polygon's
step is a linear complementarity problem, which is solved for every $\mu$ and over the
rationals. In space it is a start for Newton's method on the disc, or, with
`directions`, the law that a scene asks for. In the plane it is the law.

What the polygon changes. Let one contact have $A = I$, $b = (-1, \sqrt3, 1)$, $\mu =
\frac12$: it closes with $\lambda_n = 1$ and its surface would slip with 2 m/s at 30
degrees. On the disc the force is $-\frac12(\cos 30°, \sin 30°) = (-0.433, -0.25)$. With
four corners, at the axes, the least of $w_{to} \cdot x$ is at a corner, $(-\frac12, 0)$;
with it $w_{to} = (1.232, 1)$, $\gamma = 1.232$, and no other corner does better, since $1
< 1.232$. The force is off by $0.52\,\mu\lambda_n$, by 30 degrees, and does not oppose the
slip. The block of a scene then curves to one side, and by the same rule every time: an
error of the direction is no noise that averages out. */
#pragma once

#include "pks05/cone/qvi.h"
#include "lcp/solve/mlcp.h"

#include <gmp.h>

/** The step over the rationals, as in `qvi_problem`: the same rows, units and signs. What
is read of it is read as it is; nobody scales it. Borrowed. The fractions are those of the
doubles (`qvi_exact_new`) or, for an exact step, those of `theta_exact_reduce`. */
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
   with count divisible by 4 quarter turns are exact. Corner 1 of 8 has t =
   444758426 / 2^30, about tan(pi / 8), and x = (1 - t^2) / (1 + t^2), y = 2 t /
   (1 + t^2): fractions of about 60 bits. */
void qvi_corner(int count, int k, mpq_ptr x, mpq_ptr y);

/** Which polygon, and how it went. The residual is that of the LCP, whose force may miss
the disc's law by what the polygon is off: with 16 corners up to $0.2\,\mu\lambda_n$ in a
slip, nothing where the contact sticks well inside. Where it sticks near the edge the
polygon, which lies in the disc, may let go before the disc does: by $1 - \cos(\pi/m)$ of
the bound, 0.02 for 16. */
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
