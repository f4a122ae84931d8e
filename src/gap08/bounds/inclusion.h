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
| (8.4) as (8.21) | `reduced_defect` | $h^2 + h\lvert v - v^-\rvert$ |

The frame is in doubles, for an orthonormal $\nu_\perp$ is not rational as a rule; what is
compared with it are powers of $h$, not zero.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* F, F- and G: the Coriolis matrix at v, v- and x = alpha v + (1 - alpha) v-;
   x_next, x: the weighted velocities of the two steps. Borrowed. */
typedef struct {
    int nv;
    mpq_srcptr alpha;
    const mpq_t *F, *F_before, *G; /* nv x nv */
    const mpq_t *x_next, *x;       /* nv */
} coriolis_pair;

/* Left minus right of (8.10), nv numbers. */
void coriolis_defect(const coriolis_pair *p, mpq_t *out);

/* An orthonormal frame in doubles: m rows along the joints, nv - m across. The
   joints are independent. */
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

/* Two consecutive steps without a collision: M constant; x-, x their weighted
   velocities; force and impulse the weighted impulses, N s, of what is applied
   (Coriolis included) and of joints and contacts. */
typedef struct {
    const frame *from, *to;
    const double *M, *before, *after; /* x-, x */
    const double *force, *impulse;
} reduced_pair;

/* Left minus right of (8.19): its length; work: 3 nv. */
double frame_defect(const reduced_pair *p, double *work);

/* The length of (nu_perp'M nu_perp)(w - w-) - k_(w,perp) h - nu_perp' z; work:
   4 nv. */
double reduced_defect(const reduced_pair *p, double *work);
