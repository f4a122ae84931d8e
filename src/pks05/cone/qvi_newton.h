/**
# The natural map of the step, its Newton method and its sweeps

A map $F(\lambda)$ of $N$ forces into $N$ forces, zero exactly at the solutions, smooth in
pieces. All ways to a solution measure themselves by it, and most end with its
Newton method. By the pieces of a contact, with $z = \lambda - \varrho w$:

| piece | when | $F_n$ | $F_{to}$ |
|---|---|---|---|
| open | $z_n \le 0$ | $\lambda_n$ | as below, with $g$ |
| closed | $z_n > 0$ | $\varrho_nw_n$ | as below, with $g$ |
| stick | $\lvert z_{to}\rvert \le g$ | | $\varrho_tw_{to}$ |
| slip | $\lvert z_{to}\rvert > g$ | | $\lambda_{to} - g\,z_{to}/\lvert z_{to}\rvert$ |

$g = \mu\max(\lambda_n, 0)$ for the step. Normal and tangential piece are chosen apart,
so an open contact with $\lambda_n = 0$ is one that slips on a circle of radius zero,
$F_{to} = \lambda_{to}$.

The two choices of a contact are those of its law, read off from where $z$ lies and not
from where $\lambda$ lies. For the example of `qvi.h`, $\varrho_n = 1$, $\varrho_t =
\frac15$, Newton's method goes

| from | pieces | to | then |
|---|---|---|---|
| $(0, 0)$, $(1, 0)$, $(1, -\frac12)$ | open, slip | $(0, 0)$ | a solution |
| $(2, -1)$, $(\frac32, -1)$, $(4, -3)$ | closed, stick | $(3, -2)$ | a solution |
| $(1, -2)$, $(\frac65, -\frac65)$ | closed, slip | $(1, -1)$ | a solution |

always in one step: once the pieces of a solution are guessed what is left is a linear
system. Which solution is found is decided by where one begins, and a step of a run begins
at the force of the last step. So a run that is in the wedge stays in it, as a body would;
no law of the paper says that it has to.

The same map with other sets serves two problems beside: with given
radii (`g`) it is that of the inner problem of the fixed point, with `frozen` that of
Proposition 1, where $\lambda_n$ is given and only the tangential rows ask.
*/
#pragma once

#include "pks05/cone/qvi.h"

/** Which sets the forces are taken from: half-lines and the discs of radius
$\mu\lambda_n$ (both null and false), discs of given radii, or the discs alone with
$\lambda_n$ as it is. The three maps share every line of code but the radius and the
normal row. */
typedef struct {
    const qvi_problem *p;
    const double *g; /* contacts: radii of the disks; null: mu lam_n */
    bool frozen;     /* lam_n is given and stays: tangential rows alone */
} qvi_map;

/** Room for one problem; `rho[2 i]` is $1/A_{nn}$ of contact $i$, `rho[2 i + 1]` one over
the norm of its $A_{tt}$: kg/s, what turns a velocity into a force. For any positive
$\varrho$ the zeros of $F$ are the same; these make its entries comparable, since a force
of $\varrho_nw_n$ is what would close that row if no other moved. */
typedef struct {
    qvi_map map;
    double *rho;         /* 2 contacts: of the normal row, of the slip rows */
    double *lam, *w, *F; /* N each: where we are */
    double *step, *back; /* N each */
    double *J;           /* N x (N + 1) */
    double *scale;       /* N */
    int *row_of;         /* N */
    unsigned char *used; /* N */
    int iterations;      /* linear systems solved so far */
} qvi_newton;

/* Takes the room. lam is zero. */
perp_status qvi_newton_new(arena *a, const qvi_map *map, qvi_newton *out);

/* w = A lam + b. */
void qvi_rows_at(const qvi_problem *p, const double *lam, double *w);

/* The natural map at x->lam into x->F, with x->w, and what it is measured with:
   the largest |F_i| over the largest rho_i (|b_i| + sum_j |A_ij lam_j|). Zero
   exactly at the solutions; a change of b, or of A, by a power of two changes
   nothing; INFINITY instead of a NaN. It is a backward measure: 1e-16 says that
   the map is zero up to the rounding of w, not that lam is right to 16 digits,
   which is for qvi_distance to say. Costs N^2 multiplications, twice. */
double qvi_newton_residual(qvi_newton *x);

/* At most `limit` Newton steps from x->lam, until the residual is at most
   `accepted` and no longer falls. Returns the residual. */
double qvi_newton_run(qvi_newton *x, int limit, double accepted);

/* `count` sweeps of projected Gauss-Seidel, N^2 multiplications each. They do
   not stop before; what they reached is for the residual to say. */
void qvi_newton_sweep(qvi_newton *x, int count);

/* Sets to zero what is meant to be zero and puts slipping forces on their
   circles, unless the residual grows by it beyond 2^-50. Returns the
   residual. */
double qvi_newton_tidy(qvi_newton *x);
