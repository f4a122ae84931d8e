/**
# Friction cones: the data

A cone is given by what a step knows of the joints and the active contacts:
joint gradients $\nu$, normals $n$, tangential directions $d$ and friction
coefficients $\mu$. All of them are rationals here, so that a verdict is one
about the numbers that the step was posed from.
GAP08's section 3 asks one question: can joints and contacts push as hard as
they like and nothing moves? The wing answers it, in this order of the paper:

| GAP08 | what | module |
|---|---|---|
| (2.3) to (2.6), (3.5) | an impulse and its sum | [cone.c](cone.c) |
| (2.7), (2.8) | edges of a polyhedral cone | [rays.c](rays.c) |
| (3.6) to (3.8) | what lies across the joints, the reduced cone | [range.c](range.c) |
| none | the closest point, one problem for every question | [closest.c](closest.c) |
| (3.2), Definition 3.1 | is the polyhedral cone pointed? | [pointed.c](pointed.c) |
| (3.1) | is the full cone? | [full.c](full.c) |
| Remark 3.6 | does the cone hold a line? | [opposite.c](opposite.c) |
| (3.3), (3.4), (3.9) | the constants of a pointed cone | [bound.c](bound.c) |
| none | every verdict, checked from the data | [witness.c](witness.c) |

Nothing here knows a mass: which impulses cancel is a matter of directions.
AP02's Theorem 2.6 and HP23's Assumption 2 ask the same of their cones, so they
ask it here.

## Of what a verdict is

Of the doubles, or fractions, of $\nu$, $n$, $d$, $\mu$ at one configuration. A
slope of 30° has other doubles than angles, and a cone that is exactly at its
edge by geometry is on one side of it by rounding; the verdict is right about
the numbers. Along a path only configurations are asked that somebody computes.
Which contacts are active is decided before, and decides more than any digit:
one contact more is a larger cone.

| who asks | what |
|---|---|
| `perp cone` | both cones, both constants, a given impulse |
| `perp run` | the step's cone of the first active sets, told when it is not pointed |
| `--certify L1 --cones` | a verdict with its certificate behind each problem of a proof |
| [inclusion.c](../gap08/bounds/inclusion.c) | is the impulse of a step in the cone? |
| [axis.c](../hp23/inclusion/axis.c) | the shortest $d$ with $d \cdot g \ge \lVert g\rVert$, and $c$ |

## A groove, by hand

The example of every module: a point between two walls at $45°$, left and right,
$\mu = \frac12$ on both, no joint.

| | left | right |
|---|---|---|
| $n$ | $(1, 1)$ | $(-1, 1)$ |
| $d$ | $(1, -1)$ | $(-1, -1)$ |
| edges $n + \mu d$, $n - \mu d$ | $(\frac32, \frac12)$, $(\frac12, \frac32)$ | $(-\frac32, \frac12)$, $(-\frac12, \frac32)$ |

All edges have a part upward, so no impulses of the walls cancel: the cone is
pointed. With $\mu = 1$ the lower edges are $(2, 0)$ and $(-2, 0)$, and they do:
the point can be wedged in with any force. Lengths are as the gaps $x + y$ and
$y - x$ give them, $\sqrt2$; a gradient of another length is another unit of
$c_n$.
*/
#pragma once

#include "model/step/assemble.h"

/** The data of a configuration, as a step has them. Units: gradients of a gap
in metres have 1 in the columns of lengths and m in those of angles; so impulses
in N s become momenta in N s and N m s. A slip's column $d$ is the gradient of
its sliding speed.

| | groove | a disc of radius $r$ on a floor |
|---|---|---|
| nv, m, p, r | 2, 0, 2, 2 | 3, 0, 1, 1 |
| `n` | $(1, 1)$, $(-1, 1)$ | $(0, 1, 0)$ |
| `d` | $(1, -1)$, $(-1, -1)$ | $(1, 0, r)$ |
| `slip_at` | 0 1 2 | 0 1 | */

/* The data in doubles, with the names and shapes of the primary data of a step;
   matrices by rows. Borrowed. */
typedef struct {
    int nv, m, p, r;    /* velocities, joints, active contacts, slips */
    const double *nu;   /* m x nv */
    const double *n;    /* p x nv */
    const double *d;    /* r x nv: the columns of D-bar, contact by contact */
    const double *mu;   /* p, >= 0 */
    const int *slip_at; /* p + 1: the first slip of each contact */
} cone_data;

/* The same over the rationals. */
typedef struct {
    int nv, m, p, r;
    int *slip_at;
    mpq_t *nu, *n, *d, *mu;
    mpq_t *all; /* every number above, `count` of them */
    size_t count;
} cone;

/* `all` holds nu, n, d, mu in this order; it is null where the numbers are
   borrowed, and then there is nothing to clear.

   An impulse by its parts; z = nu y + n cn + D-bar f. f is the tangential
   impulse in the slips: for a balanced D it is beta by pairs,
   f_s = beta_s - beta_s', in N s like cn. */
typedef struct {
    mpq_t *y, *cn, *f; /* m, p, r */
    mpq_t *all;        /* these, m + p + r of them */
    size_t count;
} cone_impulse;

/** Three answers. A polyhedral cone has finitely many edges and a finite
decision; a round one has a bound on rounds, behind which a question may be
open. UNDECIDED is never a tolerance: it comes with the distance from which on
the answer is known. */
/* What can be said of a yes-or-no question in exact arithmetic. Polyhedral
   cones never answer the third. */
typedef enum { CONE_NO, CONE_YES, CONE_UNDECIDED } cone_answer;

/* Zeros of the given shape; slip_at is copied. Arrays in the arena, numbers
   given back by cone_clear. Requires slip_at[0] = 0, ascending, and
   slip_at[p] = r. */
perp_status cone_new(arena *a, const cone_data *shape, cone *out);

/* The rationals that the doubles are. INPUT when one of them is not finite, or
   a friction coefficient is negative. */
perp_status cone_of_data(arena *a, const cone_data *data, cone *out);
void cone_clear(cone *c);

/* The friction cone of a step: of its doubles, to be cleared; of its exact
   data, whose numbers are borrowed, not to be. INPUT as cone_of_data. */
perp_status cone_of_step(arena *a, const step_data *d, cone *out);
cone cone_of_step_exact(const step_exact *d);

/* The parts of an impulse, all zero. They are one array in the order y, cn,
   f, so that a norm is one product. */
perp_status cone_impulse_new(arena *a, const cone *c, cone_impulse *out);
void cone_impulse_clear(cone_impulse *x);

/* z = nu y + n cn + D-bar f, nv numbers. Null cn or f stand for zeros. */
void cone_sum(const cone *c, const cone_impulse *x, mpq_t *z);

/* out = x . y over n numbers; out is neither of them. */
void cone_dot(int n, const mpq_t *x, const mpq_t *y, mpq_ptr out);

/* For squares that are known and lengths that are wanted. Up and down enclose
   the root, so a bound made of the right one is a bound.

   The least and the largest rational of the form k/2^s, s about 64 bits beyond
   the size of q, around the root of q >= 0: at most 2^-60 from it, relative. */
void cone_root_up(mpq_srcptr q, mpq_ptr out);
void cone_root_down(mpq_srcptr q, mpq_ptr out);

/* A double not below, and one not above q >= 0, at most two units in the last
   place away; too large for a double: infinity and the largest double. */
double cone_above(mpq_srcptr q);
double cone_below(mpq_srcptr q);

/* The slips of contact j. */
static inline int cone_slips(const cone *c, int j)
{
    return c->slip_at[j + 1] - c->slip_at[j];
}
