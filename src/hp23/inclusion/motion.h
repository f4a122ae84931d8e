/**
# Time as a state: the inclusion of the whole motion

The state is (q, v, t), the clock is s, and the rates that (53) allows are the hull of
free motion, of the impact's, or of both.

HP23 4.1. A rate has $n = n_q + n_v + 1$ numbers, $dq/ds$, $dv/ds$ and $dt/ds$ in this
order. Between impacts $s$ is time, and rates are per second; in an impact $s$ is
normal impulse, N s, and time stands still; in contact that lasts it is both, and
$dt/ds$ is between 0 and 1. The unit of $s$ is thus second or newton second, as it
comes: the paper adds $1 + \|\lambda_n\|_1$, and a different unit of force makes
another clock, but the same motion.
A ball of 1 kg over a floor, $q = y$, in the three rows, with the corners $(dq,
dv, dt)/ds$:

| state | mode | corners |
|---|---|---|
| $y > 0$, any $v$ | free: no contact is active | $(v, -9.81, 1)$ |
| $y = 0$, $v = 2$ | free: it parts | $(2, -9.81, 1)$ |
| $y = 0$, $v = -2$ | both | $(-2, -9.81, 1)$, $(0, 1, 0)$ |
| $y = 0$, $v = 0$ | both | $(0, -9.81, 1)$, $(0, 1, 0)$ |
| $y = -10^{-3}$, $v = -2$ | impact | $(0, 1, 0)$ |

In the third row a rate that lets time run moves the ball into the floor, to the
fifth, where only an impact is left; that no solution does so is Lemma 4. In the
fourth the ball rests with the weights $\frac1{10.81}$ and $\frac{9.81}{10.81}$.
*/
#pragma once

#include "hp23/inclusion/rates.h"

/* Decided by the active contacts' normal speeds and by the signs of their gaps;
   who is active is decided before, by who makes the data of r->d. */
typedef enum {
    MOTION_FREE,   /* all active contacts part, or none is active: D_S */
    MOTION_IMPACT, /* one that penetrates collides: D_C, t stands still */
    MOTION_BOTH    /* else: the hull of both, sustained contact among it */
} motion_mode;

/* The corners of D at one state, as motion_at has found them: by rows of n
   numbers, free motion first when it is there, then those of the impact. mode:
   which of the three rows of (53) the state is in. */
typedef struct {
    rates *r; /* borrowed; its d: the active contacts at q, M, k0, F, G */
    int nq, n, count, most;
    motion_mode mode;
    mpq_t *corner; /* count x n, n = nq + nv + 1: (dq, dv, dt)/ds */
    mpq_t *force;  /* nv: F_s */
    size_t numbers;
} motion;

/* Ends with motion_clear. INPUT: joints or springs, which the paper's inclusion
   does not have. LIMIT. */
perp_status motion_new(arena *a, rates *r, int nq, motion *out);
void motion_clear(motion *m);

/* The corners of D(q, v, t). gap: p numbers, of the contacts of r->d, which
   are all that have a gap of at most `tolerance`; a number no larger than that
   counts as zero, as in rates_at. Leaves the arena as it was. */
perp_status motion_at(arena *a, motion *m, const mpq_t *gap, const mpq_t *v,
                      mpq_srcptr tolerance);

/* Motion over time as motion over s: rate (n) from q' = Gamma v, v' =
   acceleration and the sum of the normal forces, N. */
void motion_over_s(const motion *m, const mpq_t *v, const mpq_t *acceleration,
                   mpq_srcptr normal, mpq_t *rate);
