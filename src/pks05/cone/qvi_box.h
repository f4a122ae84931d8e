/**
# One piece of the step over a box

$\lambda = \lambda_0 + B\eta$ and $w = w_0 + D\eta$ for all $|\eta_j| \le e_j$: forces around a point, and
what the contacts answer. Each contact is on one piece of its law. Here are the equations
of these pieces, their derivative over the whole box, and whether the box keeps to
the pieces; `qvi_exists.c` looks for a root.

$D = A^*B$, and $B$ is free. With $B = I$ the matrix
$D$ would be $A^*$ itself, of which a step knows only the rounded $A$ and, where the
compliance is ill conditioned, next to nothing. With $B = h\mathbf K + \mathbf C$
the unknowns $\eta$ are changes of the rates $\dot\delta$, as (17) says, and no inverse of the
compliance is left in the equations: $D = I + (1-\theta)h\,\mathbf\Gamma\tilde
M^{-1}\mathbf\Gamma^\top B$. For Hilbert's matrix of order 8, condition
$10^{10}$, the root is proven all the same.

| piece | equations, rows n and t, o | must hold in the whole box |
|---|---|---|
| open | $\lambda_n = 0$, $\lambda_{to} = 0$ | $w_n > 0$ |
| stick | $w_n = 0$, $w_{to} = 0$ | $\lambda_n > 0$, $\lvert\lambda_{to}\rvert < \mu\lambda_n$ |
| slip | $w_n = 0$, $\lambda_{to} = \mu\lambda_nu$ | $\lambda_n > 0$, $\lvert z\rvert > \mu\lambda_n$ |
| smooth, $\mu = 0$ | $w_n = 0$, $\lambda_{to} = 0$ | $\lambda_n > 0$ |

$z = \lambda_{to} - \varrho w_{to}$, $u = z/|z|$, any $\varrho > 0$. This is the natural map of
`qvi_newton.c` on one of its pieces: a root with $|z| > \mu\lambda_n$ has $\varrho w_{to} =
\lambda_{to} - z = -(|z| - \mu\lambda_n)u$, so its slip is opposite to its force, which is on
the circle. Nothing else is needed of a root to be a solution: the conditions are
those of the law. The equation $|w_{to}|\lambda_{to} + \mu\lambda_nw_{to} = 0$ would say the
same, and lose its derivative where a contact slips slowly; in this form a slow slip costs
nothing until it stops.

An open contact has all three forces zero at the root, so friction asks nothing of it,
whatever its slip. One without friction has no circle to be on, and $w_{to}$ is free. A contact
in the plane has one row for two, and $u$ is a sign. A row that nothing moves, beside contacts
with more slips, is one that sticks with $b = 0$, or slips with $u_o = 0$, and needs no word of its
own.

**By hand.** One contact in space, $A = I$, $b = (-1, \frac35, \frac45)$, $\mu = \frac12$: it
slips along $b_{to}$, $\lambda = (1, -\frac3{10}, -\frac25)$, $w = (0, \frac3{10}, \frac25)$. With $\varrho = \frac12$
$z = -\frac34(\frac35, \frac45)$, $u = -(\frac35, \frac45)$, $q = \frac12/\frac34 = \frac23$, and across the slip
$d = (-\frac45, \frac35)$ the derivative of the slip rows is $d - \frac23 \cdot \frac12 d = \frac23d$, along it $-u$
they have 1: regular.
*/
#pragma once

#include "pks05/cone/qvi_number.h"

typedef enum { QVI_OPEN, QVI_STICK, QVI_SLIP, QVI_SMOOTH } qvi_piece;

/* Numbers in `turn` for a contact that slips: u_t, u_o, and of the symmetric
   P = q (I - u u'), q = mu lam_n / |z| < 1, the entries tt, to, oo. */
enum { QVI_TURN = 5 };

typedef struct {
    const qvi_problem *p;
    int N;
    qvi_piece *is; /* contacts */
    bool seams;    /* not these pieces but all (qvi_seam.h) */
    double *rho;   /* contacts, kg/s */
    double *point; /* N: lambda_0, the caller's to move */
    number *at;    /* N: w_0 */
    number *B, *D; /* N x N */
    number *l, *w; /* N each: forces and slips over the box */
    number *turn;  /* contacts x QVI_TURN */
    double *e;     /* N: the box, zero at first; the caller's */
} qvi_box;

/* A box at lam, N finite numbers, with the pieces that A and b have there;
   arrays in the arena. LIMIT (memory). */
perp_status qvi_box_new(arena *a, const qvi_problem *p, const double *lam,
                        qvi_box *out);

/* w_0, B, D of the problem that is meant, at the point as it is; false when
   they are not known. */
bool qvi_box_known(qvi_box *x);

/* Fills l, w, turn for the box e; true when the table's right column holds in
   all of it; with seams, slopes, and nothing has to hold. */
bool qvi_box_holds(qvi_box *x);

/* Of row i: the derivative by eta_j anywhere in the box that qvi_box_holds was
   last asked about; and the equation at the point, with the turn of that box,
   which is that of the point when e = 0. */
number qvi_box_derivative(const qvi_box *x, int i, int j);
number qvi_box_equation(const qvi_box *x, int i);
