/**
# A convex K, seen from its formulas

$K = \{f_a \ge 0\}$ is convex when every $f_a$ is concave, and a program cannot see that from
values: each of them is one point. From the operations of a gap's tape it can, for all points at
once (model/tape/concave.h). Three uses:

* The tangent of a concave $f_a$ is above it: $f_a(Z') \le f_a(Z) + \nabla f_a(Z)\cdot(Z' - Z)$ for
  every $Z'$, however far. In the proof of paoli_ball.c the gradient of such a constraint does not turn, $g_a = 0$
  but for the rounding of $n_a$, and a step is settled for any depth and any number of constraints.
* A nearest point needs no other start: of a convex programme with a strictly convex aim each
  point with multipliers is the one.
* `perp hypotheses` may say that a curved $K$ is convex.

A chain of ropes, $f_i = L - |p_i - p_{i-1}|$, is the case for it. Each of its links turns by $r/L$
within $r$, and with twenty taut ones the turns of all add up in $c$ to more than a ball can hold: 41 of 74
projections of 100 steps were searched, from dozens of starts, 104 problems a step. With the form all
are proven. A ball inside of a disc is another: its centre, where $\sqrt{x^2 + y^2}$ has no gradient,
is in the ball of radius $2\rho$ as soon as the step leaves $K$ by half of $R$, and a bound on gradients there
is infinite; the tangent at $Z$ is not. */
#pragma once

#include "model/system/system.h"

/* concave[j] of each contact of s, by the form of its gap in the coordinates;
   0: not seen. Memory is taken from the arena and given back; LIMIT without. */
perp_status paoli_form(const perp_system *s, arena *a, uint8_t *concave);

/* *convex: all of them are. */
perp_status paoli_form_convex(const perp_system *s, arena *a, int *convex);
