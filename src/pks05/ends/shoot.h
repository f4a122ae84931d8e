/**
# Shooting

What is the start from which the end comes out right? The unknown start $v$ has
n numbers, a run makes of them a residual $R(v)$ of n numbers, and where the
boundary condition holds $R(v) = 0$. Nothing is known of $R$ but its values: it
is continuous where the steps of the run are, and has kinks where friction
changes its mode.

The paper proves that a root exists, by Brouwer, and suggests to iterate the map that it
is a fixed point of. Existence is no method (erratum 3.18): the iteration converges when
the map contracts, which (28) does not say. There are three ways here, cheapest first:

| way | wants | runs a turn | converges |
|---|---|---|---|
| fixed point | $P = (M_\nu + N_\nu)^{-1}$ | 1 | when $\Upsilon$ contracts |
| secant | $n = 1$ | 1 | from a change of sign always, if $R$ is continuous |
| Newton, damped | | $n + 1$ or more | where $R$ is smooth and regular |

`cases/PKS05/fixed_point.lua` asks for $\kappa x(T) + v(T) = \kappa x_T$ of a sliding
block; $\Upsilon$ has the slope $-\kappa T$, $T = 0.2$ s. With $\kappa = 2$ the factor
measured is $-0.4000000$, and 26 runs find the start; with $\kappa = 10$ it is
$-2.0000000$, and the secant finds it, 9 runs in all.

A run costs all its steps, so nothing else is counted.

**Why no order is promised.** $R$ is made of steps, and each has its modes of contact.
As long as they are the same for neighbouring $v$, $R$ is smooth; where one changes, $R$
has a kink (Lemma 4: the force of a step is continuous in its data, not differentiable).
Where friction holds a body to its place $R$ is nearly constant, its derivative nearly
zero, and a Newton step of $-R/R'$ goes anywhere. Levenberg's damping bounds it: for one
unknown with $J = 10^{-6}$ and $R = 1$ the undamped step is $-10^6$, with $\lambda = 1$
half of it, and $\lambda$ is multiplied by 8 until a run comes nearer. Relative damping,
$\lambda$ times the diagonal of $J^\top J$, has no units to choose.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* One run: the n numbers R(v). A failure ends the search, but for NO_SOLUTION
   and LIMIT, which only say that this v is none. The same v has to give the
   same numbers: difference quotients are taken of them. */
typedef perp_status shoot_run(void *of, const double *v, double *residual);

/** $n$ unknowns and $n$ conditions. With $P$ the search begins with the fixed point,
without it ($M_\nu + N_\nu$ is singular) it cannot be asked for. $P$ is the whole of what
the search knows of where $R$ comes from: with $P = -J^{-1}$ the fixed point would be
Newton's method with a matrix that never changes, and how far $P$ is from $-J^{-1}$ is the
factor of its convergence, the size of $I + PJ$. */
typedef struct {
    int n;
    shoot_run *run;
    void *of;
    const double *P; /* n x n: v + P R(v) is the fixed-point map; or null */
} shoot_problem;

typedef enum {
    SHOOT_ANY, /* the fixed point while it contracts, then another way */
    SHOOT_FIXED_POINT,
    SHOOT_SECANT, /* n = 1 */
    SHOOT_NEWTON
} shoot_method;

/** The tolerance is one of $|R|$, and so of what the conditions are about: $10^{-10}$ of
m and m/s by default, some thousand roundings of a run. `apart` is the way of a difference
quotient over $\max(1, |v_j|)$, made shorter as $|R|$ falls: quotients of a nearly found
root must not reach over the kink beside it. The default is $2^{-20}$, about $10^{-6}$
m/s: ends that are right to some $10^{-14}$ leave eight digits of such a quotient, and a
step of Newton wants two or three. */
typedef struct {
    shoot_method method;
    double tolerance; /* |R| that is taken for zero, in R's units */
    double apart;     /* of the difference quotients, relative */
    int most;         /* runs at most */
} shoot_options;

extern const shoot_options shoot_defaults;

/** What came of it. Whether solved or not, `v` is the nearest start that was
run. For `fixed_point.lua` with $\kappa = 2$, from $v = 0$:

| method asked for | runs | $\lvert R\rvert$ | `contraction` |
|---|---|---|---|
| any, or fixed point | 26 | $9 \cdot 10^{-11}$ | $-0.4$ |
| secant | 4 | $7 \cdot 10^{-16}$ | none |
| Newton | 21 | $1 \cdot 10^{-13}$ | none |

From the second run on $|R| = 0.3206 \cdot 0.4^{k-2}$, which is below $10^{-10}$ at $k =
26$: four tenths of a digit a run. The secant is right as soon as both of its points
slide, for then $R$ is linear. Newton begins where the block is held, and $R$ hardly
changes with $v$. With $\kappa = 10$ the fixed point alone uses up its 200 runs. */
typedef struct {
    int solved;
    shoot_method method; /* that found it, or came nearest */
    double residual;     /* |R| at the v that is given back */
    int evaluations;     /* runs made */
    int measured;        /* whether the next number is one */
    double contraction;  /* of the fixed-point map: the ratio of its last two
                            increments, or how it stretches at the solution
                            that another method found; signed when n = 1 */
} shoot_report;

/* The name of a method, as it is written in reports. */
const char *shoot_name(shoot_method m);

/* Looks for R(v) = 0 from the given v (n numbers), and leaves the best one
   found in v. That there is none is no error: solved is 0 then. INPUT: the
   fixed point is asked for and P is null, or the secant and n > 1. */
perp_status shoot_solve(const shoot_problem *p, const shoot_options *o,
                        arena *a, double *v, shoot_report *out);

/* Sets the problem to the parameter s, 0 <= s <= 1; s = 1 is the one meant.
   For prescribed ends it scales the friction, or the duration (ends.c): the
   first for ends that a stuck body cannot reach from where the search
   begins, since there R does not change with v; the second for motions that
   meet many contacts. */
typedef perp_status shoot_set(void *of, double s);

/** Continuation: solves at $s = 0$, then at larger and larger $s$ from the
solution before, with steps that are halved when one fails and doubled
when one succeeds, down to 1/1024. The report is that of the last $s$,
reached in `*s`; evaluations are those of all. The first stage after $s = 0$
tries $s = 1$ at once. Where the path of roots turns back, no $s$ between has
a root and the steps get short: `solved` is 0 then.

It is continuation of the simplest kind, without a predictor: the root of one stage is the
start of the next. A tangent would be wrong behind every kink, and what a stage costs is
its Newton steps, not where they begin. Between kinks a path of roots can end in two ways
only, by turning back where $R'$ is singular, or by running off to infinity. */
perp_status shoot_along(const shoot_problem *p, const shoot_options *o,
                        shoot_set *set, arena *a, double *v, double *s,
                        shoot_report *out);
