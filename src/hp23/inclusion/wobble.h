/**
# The Zeno sequence of the rocking block: infinitely many impacts, a finite time

The pivoting block of `pivot.h` as a solution of (53), over s, to any number of
digits. HP23 4.3, (56) to (70).

**What is summed up.** Flight $i$ begins with the rate $w_i = k^i w_0$, $k =
\frac7{10}$ for the paper's block. It lasts $t_1(w_i)$, in which $s$ grows by $t_1$
and by the normal impulse of the corner that it turns about, (63); then the other
corner hits, time stands still, and $s$ grows by $\Lambda_n = \frac{17}{20} w_i$,
(67). The paper bounds both sums by geometric series, (69), (70): a slower flight is
shorter in proportion, at least. Here they are added up, until the rate is below the
last bit that is asked for: some hundred
flights.

**Numbers**, $w_0 = 1$, $g = 9.81$: $t_1 = 0.98733$ s; the normal impulse of the
flight is $m g t_1$ less the change of the vertical momentum, from $m w r_x$ to $-m w
r_x$, so $s$ grows by $t_1 + 9.81\,t_1 - 1 = 9.67301$; the impact adds $0.85$. In all
$t(s^*) = 2.67142$ s and $s^* = 28.37807$.

| flight | $w$, rad/s | $t_1$, s | $t_1/w$ | $s$ in flight | $\Lambda_n$ |
|---|---|---|---|---|---|
| 0 | 1 | 0.98733 | 0.98733 | 9.67301 | 0.85 |
| 1 | 0.7 | 0.54394 | 0.77706 | 5.18001 | 0.595 |
| 2 | 0.49 | 0.35330 | 0.72102 | 3.32918 | 0.4165 |
| 3 | 0.343 | 0.23965 | 0.69869 | 2.24763 | 0.29155 |
| 4 | 0.2401 | 0.16535 | 0.68869 | 1.54737 | 0.20409 |

$t_1/w$ falls to $2/(\kappa r_x) = 0.67958$, the flight of a body whose arm
stays $r_x$. That it falls is why (69), (70) are bounds: the paper takes the
first quotient for all flights, and its sum for $t$ is $0.98733/0.3 = 3.291$ s,
where 2.671 s are true. The first five flights of the table are 2.2896 s of
them.

**The closed relation.** In flight $\int \lambda_n\,dt = m g t_1 - 2 m w r_x$,
and behind it comes $\Lambda_n = m r_x (1 + k) w$. Summed over all flights,
$\sum w_i = w_0/(1 - k)$:

$$s^* = (1 + m g)\,t^* + m r_x w_0\,\frac{(1 + k) - 2}{1 - k} = (1 + m g)\,t^* - m r_x w_0,$$

$10.81\,t^* - 0.5$ for the paper's block, whatever $k$: all normal impulse goes
into carrying the weight and into the one upward momentum that the block began
with. A test of sums that were made flight by flight.

**Why with many digits.** At the accumulation infinitely many impacts are within any
distance, and in doubles the last ones are lost. What the paper claims of it, that
time and $s$ have limits and that the motion solves (53) up to them and behind, can be
looked at only with digits enough to be near it.

**What may be lost.** A sum of positive terms loses nothing: each of some
hundred additions rounds by half a unit of the 32 extra bits. $r_x$, $r_y$ and
the factor $k$ are fractions and are rounded once. $X = \sqrt{l^2 - Y^2}$
subtracts, but never to nearly zero, since the body stays below its tipping
point. The normal impulse of a late flight is $m g t_1 = 2 w (I + m l^2)/r_x$
less $2 m r_x w$, $6.67\,w$ less $w$ for the paper's block, and never nearly
nothing, since $l > r_x$.

**Quadrature.** The integrand $1/X(c)$ is analytic until $X = 0$, at $c^2 = 1 -
2\kappa (l - r_y)/w^2$, which is negative for a body that does not tip over: $c
= \pm 0.624\,i$ in the paper's first flight. The half axes of the ellipse
through it add up to $\rho = 1.803$, and Gauss's error falls as $\rho^{-2n}$:
1.7 bits a node. A body near its tipping point has $\rho$ near 1, and takes
thousands.

**How a flight is described**: not by time, for which a pendulum has no elementary
formula, but by $c = \dot\theta/w$, falling from 1 to $-1$. Height and arm are then
roots of polynomials in $c$, and time is an integral with a smooth integrand,
[flight_time](wobble.c#flight_time). A state at a given $s$ takes Newton's method in
$c$.
*/
#pragma once

#include "hp23/inclusion/pivot.h"
#include "number/legendre.h"

enum { WOBBLE_MOST = 20000, WOBBLE_NUMBERS = 14, WOBBLE_STATE = 16 };

/** The block, and where its flights and impacts begin. Times in s, rates in rad/s,
$s$ in the paper's mixed unit; `bits` is what is asked for, and numbers have 32
more. `rule` is a quadrature of Gauss and Legendre on $[-1, 1]$, with as many nodes
as the first flight needs, the one whose integrand comes nearest to its singularity;
the later ones need less. For 50 digits 198 bits are taken, and there are 385
flights. */
typedef struct {
    const pivot *b; /* borrowed */
    int bits, flights;
    legendre rule;
    mpfr_t *t, *s, *rate; /* flights + 1: where flight i begins, its rate > 0 */
    mpfr_t *hit;          /* flights: s where it ends and the impact begins */
    mpfr_ptr apex;        /* theta*, rad */
    mpfr_ptr longest;     /* the bound of (58) for the first flight, s */
    mpfr_t *c;            /* work space, and the body's numbers */
    mpfr_t *all;
    size_t numbers;
} wobble;

/* All flights until the rate is below 2^-bits of the first; t and s of the last
   are t(s*) and s* to that. Ends with wobble_clear in every case. LIMIT. */
perp_status wobble_new(arena *a, const pivot *b, int bits, wobble *out);
void wobble_clear(wobble *p);

typedef enum { WOBBLE_FLIES, WOBBLE_HITS, WOBBLE_RESTS } wobble_phase;

/* Where the block is. In flight and at rest a is per second and forces are in
   N; in an impact time stands still, and rates are per unit of s. The corner
   that the block turns about has the force, the other one none. */
typedef struct {
    wobble_phase phase;
    int flight;
    mpfr_ptr t, s, tdot;   /* tdot: dt/ds */
    mpfr_t *q, *v, *a;     /* 3 each; a: dv/dt, but dv/ds in an impact */
    mpfr_t *normal, *slip; /* of A and B: forces, N; per s in an impact */
    mpfr_t *all;
} wobble_state;
perp_status wobble_state_new(arena *a, const wobble *p, wobble_state *x);
void wobble_state_clear(wobble_state *x);

/* The state of flight i where the rate is c times the flight's first; c falls
   from 1 to -1. */
void wobble_fly(wobble *p, int i, mpfr_srcptr c, wobble_state *x);

/* The state at s >= 0. */
void wobble_at(wobble *p, mpfr_srcptr s, wobble_state *x);
