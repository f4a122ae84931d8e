/**
# From steps to the inclusion

What GAP08's section 8 does with two consecutive steps: the Coriolis terms are
weighted, and the velocity is written in a frame that turns with the joints.

| paper | function | order |
|---|---|---|
| (8.10) | `coriolis_defect` | 0, without rounding |
| (8.1), (3.6) | `frame_part`, `frame_vector` | exact but for rounding |
| (8.2), second term | `frame_turn` | $h^2$ |
| (8.19) | `frame_defect` | $h^2$ |
| (8.20) | `frame_mass_defect` | $h^2$ |
| (8.16), (8.17) | `joints_bend_defect` | $h^2$ |
| (8.4) as (8.21), with (8.22) | `reduced_defect` | $h^2 + h\lvert v - v^-\rvert$ |

The frame is in doubles, for an orthonormal $\nu_\perp$ is not rational as a rule; what is
compared with it are powers of $h$, not zero.

**What the columns of the table mean for a run.** `frame_defect` over $h^2$ and
`reduced_defect` over $h^2 + h|v - v^-|$ are numbers of the motion, and do not change with
$h$: 13.90, 13.75, 13.65 and 1.285, 1.314, 1.340 for the bead of `estimates.h` at three
halvings. With the sign that (8.19) is printed with the first would double each time.

**Why a frame at all.** The paper leaves the joints by projecting: what is across them is
a system without joints, in fewer coordinates, whose cone is pointed in the plain sense. A
program that steps needs nothing of this, since (4.7) keeps joints as rows. It is wanted
for one statement only, that of the limit, and so is here and in no step. */
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/** `F`, `F_before` and `G`: the Coriolis matrix at $v^l$, $v^{l-1}$ and $x = \alpha v^l +
(1 - \alpha)v^{l-1}$, kg/s or what makes $Fv$ a force; `x_next`, `x`: the weighted
velocities of the two steps. Borrowed. `G` is a third evaluation and no mean of the
others: that it equals $\alpha F + (1-\alpha)F_-$ is what (8.10) needs, and is found out. */
typedef struct {
    int nv;
    mpq_srcptr alpha;
    const mpq_t *F, *F_before, *G; /* nv x nv */
    const mpq_t *x_next, *x;       /* nv */
} coriolis_pair;

/* Left minus right of (8.10), nv numbers. */
void coriolis_defect(const coriolis_pair *p, mpq_t *out);

/** An orthonormal frame in doubles: $m$ rows along the joints, $n_v - m$ across. The
joints are independent. `along` and `across` are one array of $n_v^2$ numbers, so that all
of it is an orthogonal matrix by rows; its first $m$ rows span the same space as $\nu$ and
are not $\nu$. */
typedef struct {
    int nv, m;
    double *along;  /* m x nv */
    double *across; /* (nv - m) x nv: the columns of nu_perp */
} frame;

perp_status frame_new(arena *a, int nv, int m, frame *out);

/* A frame for the joints nu (m x nv): any, or the one that is nearest to
   `from` up to O(|nu - nu_from|^2). frame_begin's work: nv (nv + 1). */
void frame_begin(const double *nu, double *work, frame *out);
void frame_carry(const frame *from, const double *nu, frame *out);

/* w = nu_perp' x, nv - m numbers; out = nu_perp w. */
void frame_part(const frame *f, const double *x, double *w);
void frame_vector(const frame *f, const double *w, double *out);

/* How nu_perp w turns from one frame to the next: -nu (nu'nu)^-1 nu'(nu_perp-
   w-), with the new nu; nv numbers. */
void frame_turn(const frame *to, const double *vector, double *out);

/** Two consecutive steps without a collision: $M$ constant; $x^-$, $x$ their weighted
velocities; `force` and `impulse` the weighted impulses, N s, of what is applied (Coriolis
included) and of joints and contacts. The joints' part may be left in: $\nu_\perp^T$ takes
it out, but for what the joints have turned between the two rows, which stands in
`impulse` as well. */
typedef struct {
    const frame *from, *to;
    const double *M, *before, *after; /* x-, x */
    const double *force, *impulse;
} reduced_pair;

/* Left minus right of (8.19): its length; work: 3 nv. */
double frame_defect(const reduced_pair *p, double *work);

/* The length of nu_perp'M times it: (8.20); work: 4 nv. */
double frame_mass_defect(const reduced_pair *p, double *work);

/** One step from $q^l$ to $q^l + hx$: the joints at both ends (m x nv), their $\Theta$ (m),
and $x$ (nv). Borrowed. */
typedef struct {
    int nv, m;
    double h;
    const double *nu_before, *nu, *theta_before, *theta, *x;
} joints_bend;

/* The largest |nu(q^{l+1})'x - nu(q^l)'x - (what Theta says of its change)|. */
double joints_bend_defect(const joints_bend *p);

/* The length of (nu_perp'M nu_perp)(w - w-) - k_(w,perp) h - nu_perp' z; work:
   4 nv. */
double reduced_defect(const reduced_pair *p, double *work);
