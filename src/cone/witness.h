/**
# Witnesses: every verdict checked from the data alone

These functions know the joints, normals, directions and friction coefficients,
and a claim. They share nothing with the code that made the claim: no ray, no
basis, no elimination. Each says REFUTED with what fails.
| claim | what is checked |
|---|---|
| joints independent | an inverse of a minor of $\nu$, by one product |
| dependent | $\nu y = 0$, $y \ne 0$ |
| pointed | $\nu^\top d = 0$; $d$ opens every contact |
| not pointed | an impulse in the cone, not zero, with the sum zero |
| inside | the same with the sum $z$ |
| outside | $\nu^\top d = 0$, $d$ closes no contact; the caller asks $d \cdot z < 0$ |
| a bound | a vector with its margins, and that its length makes the number |

What would slip through a weaker check, at the groove with $\mu = \frac12$:

| false claim | refused because |
|---|---|
| pointed by $d = (0, \frac{19}{10})$ | the margin is $\frac{19}{20}$; scaled up it would pass |
| pointed by $d = (1, 1)$ | opens the left wall only |
| not pointed by $c_n = (1, 1)$, $f = (1, 1)$ | sums up to zero, but $f > \mu c_n$ |
| not pointed by zero impulses | they are zero |
| $(1, 0)$ outside by $d = (-1, 0)$ | the left lower edge has $g \cdot d = -\frac32$ |

A claim that is refused was made by a fault of ours, and the deciders say so,
with BUG. In the tests the witnesses are given false claims and have to refuse
them.
*/
#pragma once

#include "cone/range.h"
#include "cone/rays.h"

/* Each returns OK or REFUTED with the first thing that fails, and its number
   from 1; or LIMIT without memory. None changes its arguments.

   inverse . (nu in the picked coordinates) = 1, or nu y = 0 with y not 0. */
perp_status witness_rank(const cone *c, const range_rank *rank);

/* nu'd = 0 and g.d >= least (0 or 1) for every edge of the polyhedron, g made
   from n, D and mu here. least = 1: d opens every contact, moves no joint. */
perp_status witness_direction(const cone_rays *r, const mpq_t *d, int least);

/* With least = 0 it closes none: then d may be a separating vector, whose
   margin on some edge is zero. The same for the full cone: n.d - mu
   |D-bar'd| >= 0 for every contact, > 0 when strict is set. No root is
   taken: squares decide. */
perp_status witness_round_direction(const cone *c, const mpq_t *d, int strict);

/* x is an impulse of the full cone: cn >= 0 and |f| <= mu cn, in the 2-norm. */
perp_status witness_round_impulse(const cone *c, const cone_impulse *x);

/* x is an impulse of the polyhedral cone of a step: |f| <= mu cn, 1-norm. */
perp_status witness_step_impulse(const cone *c, const cone_impulse *x);

/* Weights w >= 0 on the edges and joint impulses y sum up to z (null: zero);
   with `nontrivial` not all of them may be zero. */
perp_status witness_weights(const cone_rays *r, const mpq_t *w, const mpq_t *y,
                            const mpq_t *z, int nontrivial);

/* x is not zero, and its sum is z (null: zero). */
perp_status witness_sum(const cone *c, const cone_impulse *x, const mpq_t *z);

/* The margins that a vector should have: rays null: in the round cone. */
typedef struct {
    const cone_rays *rays;
    int own;   /* this contact wants 1, the others 0; -1: all want 1 */
    int joint; /* nu_joint.d = sign, the others 0; -1: all 0 */
    int sign;
} witness_margin;

/* nu'd is as wanted, and g.d is at least the margin on every edge. */
perp_status witness_margins(const cone *c, const witness_margin *w,
                            const mpq_t *d);
