/**
# The impulses of a solved step, without rounding

What the proofs of GAP08's sections 5 and 7 say about one step, asked of its
exact solution. A collision is a step of no time with $\alpha = \gamma = 1$.

A proof of the paper adds up statements about single steps, and most of them need no limit, no
constant and no compactness. Those are here, as identities and inequalities between fractions. Of
one step with $w = v^{l+1} - v^l$, $x = v^{l+1,\alpha}$:

| paper | here | holds |
|---|---|---|
| (7.4), and (4.18) | `impulses_balance`: $Mw = \kappa + hFx + \nu c_\nu + nc_n + D\beta$ | always |
| Theorem 5.1, (5.8) to (5.10) | `impulses_growth`, the one-step form below | $\alpha \ge \frac12$ |
| (7.2), (7.3) | `impulses_margin`: $d'\cdot z \ge \text{margin}\sum c_n$ in the cone | always |
| (7.5), (8.15) | `impulses_split`: $v = \nu u + \nu_\perp w$ | independent joints |
| before (7.16), $C_3$ | `impulses_answer`: what joints answer to an impulse | independent joints |

## Where $\frac12$ comes from

The one-step form is $|v^{l+1}|_M \le |v^l|_M + |\kappa|_{M^{-1}}$: forces apart, no step makes a
velocity longer. Example 9.1: a mass on a joint $q = 0$, no force, $v^l = \varepsilon$. (4.4c)
gives $v^{l+1} = -\frac{1 - \alpha}\alpha\varepsilon$. With $\kappa = 0$ the inequality asks for
$\frac{1-\alpha}\alpha \le 1$, that is $\alpha \ge \frac12$; with $\alpha = \frac13$ the velocity
doubles in each step, and Theorem 5.1 is false. In the proof it is the term $(\alpha -
\frac12)|w|_M^2$ that changes its sign.

## What of section 5 is here

The paper multiplies (4.18) by $x^T$, which makes (5.1). Joints drop out of it by $\nu^Tx =
0$, normal impulses by complementarity, friction takes away $\mu\lambda c_n$, and the
Coriolis force is silent, $x^TFx = 0$: (5.2). From there it goes on with the Jacobians
inside of $\bar M$ and $\bar k$, so that each force stands on both sides, and needs (5.3)
to (5.9) to part them again. Taken to the right at once, as $\kappa$, they are one
impulse, and (5.2) is

$$x^TM(v^{l+1} - v^l) \le x^T\kappa, \qquad
x = \tfrac12(v^{l+1} + v^l) + (\alpha - \tfrac12)(v^{l+1} - v^l),$$

from which the one-step form is half a page (`impulses.c`, at `within`). The paper comes
from squares (5.8) to lengths (5.9) by dividing by $\rho_{l+1}$, in the case that there is
something to prove; the proof there divides by $\rho_{l+1} + \rho_l$. (5.10) is the
one-step form with $|\kappa|_{M^{-1}} \le C_{13}h(\rho_l + \sigma_l)$ from (H5), (5.11)
the step of the position, and (5.12) both together: they are asked along the run by
`estimates.c`, with the run's own $\kappa$.

Why not (5.5) to (5.10): they have eight constants, of which the paper says that they exist. The
one-step form has none, so a program can ask it of a step, and it fails when a number of the step
is wrong.

**Where $\kappa$ comes from.** (4.18) is $\bar M^l(v^{l+1} - v^l) = \bar k^l + hFx + z$
with the parts of (4.5) that the Jacobians make on both sides,

$$\bar M = M - \alpha h(\tilde k_{1v} + \gamma h\tilde k_{1q}), \qquad
\bar k = h\bigl((1-\alpha)k_1(t_l) + \alpha k_1(t_{l+1})\bigr) + \alpha h^2\tilde k_{1q}v .$$

The Jacobians' share of the left side is $-\alpha h(\tilde k_{1v} + \gamma h\tilde
k_{1q})w$, and taken over it is the last term of $\kappa$. So $\kappa$ is the force along
the tangent at a place between the two ends: with $\alpha = \gamma = 1$ and $k_1 = -kq -
cv$ it is $h(-k(q + hv^{l+1}) - cv^{l+1})$, the force at the end of the step. It is known
only when the step is solved, which is no matter to a judge; that its length is at most
$C_{13}h(\rho_l + \sigma_l)$ is where the paper needs $h$ to be small.

**From one step to the theorem.** With (H5) as $|k_1| \le c_1 + c_2|q| + c_3|v|$ and
bounds $c_4$, $c_5$ of the Jacobians $|\kappa|_{M^{-1}} \le h\kappa_0 \max(\rho_l,
\sigma_l)$ for small $h$, with a $\kappa_0$ that [the
chapter](../../../doc/22-GAP08-bounds.md#section-5-velocities-are-bounded) writes out; so
$\max(\rho, \sigma)$ grows by $1 + hC$ a step, $C$ the larger of $\kappa_0$ and
$|M^{-1/2}|(1 + h\kappa_0)$, and by $e^{Ct_l}$ in all. Nothing of the motion is in $C$.
Contacts that close on the way take velocity away, joints do nothing, and a collision is a
step of no time, for which $\kappa = 0$.

## A step by hand

A mass of 1 kg touches a floor and leaves it with $v = 0.3$ m/s; $g = 9.81$, $h =
\frac1{10}$ s, $\alpha = \frac12$. Free it would have $-0.681$ m/s at the end and a
weighted velocity of $-0.1905$, so the contact acts, $x = 0$: $v^{l+1} = -0.3$, $c_n = -0.6 +
0.981 = 0.381$ N s.

| asked | numbers |
|---|---|
| (7.4) | $w = -0.6 = \kappa + c_n = -0.981 + 0.381$ |
| growth | $0.3 \le 0.3 + 0.981$ |
| (7.3), $d' = 1$ | $d'z = 0.381 \ge 1 \cdot 0.381$ |

The printed (4.7), whose lower right-hand sides are zero (erratum 0-2), asks for $v^{l+1} =
0$ and gets $c_n = 0.681$: a step that keeps (7.4) and the growth as well. Those are true
of any impulse that pushes; that it is the right one is for the checks of the step
(`step/alpha_gamma_check.c`).

**A margin by hand.** A V of two walls at right angles, $n_{1,2} = (\pm1, 1)/\sqrt2$,
slips $d_{1,2} = (1, \mp1)/\sqrt2$, $\mu = \frac12$. Along $d' = (0, 1)$ each wall has
$n\cdot d' = 1/\sqrt2$ and $|d\cdot d'| = 1/\sqrt2$, so the margin is $(1 - \mu)/\sqrt2 =
0.354$: whatever the walls do, what they do upward is at least this much of $c_{n,1} +
c_{n,2}$. With $\mu = 1$ it is zero for every direction: $n_1 + d_1 = (\sqrt2, 0)$ and
$n_2 - d_2 = (-\sqrt2, 0)$ are edges of the two cones, and cancel. The walls can press on
a block between them as hard as they like, and (H4) is what forbids it.

## Norms

Kinetic lengths are compared as squares, because square roots are not rational. Where a sum of
impulses of different bodies is bounded, lengths are sums of absolute values and matrices have the
norm that goes with it, the largest column sum: rational, and the paper's constants are for any
norm. Newtons and newton metres are added there, as in the paper.
*/
#pragma once

#include "cone/cone.h"
#include "gap08/step/alpha_gamma.h"

/** A step and its exact solution. Borrowed. The solution is that of the problem with
$\alpha$ taken out again: `y->x` is $v^{l+1,\alpha}$, `y->v` is $v^{l+1}$, `y->cn`,
`y->cnu`, `y->f` impulses in N s, those of the equation of motion and not $\alpha$ times
them. For a collision `s` has $h = 0$ and $\alpha = \gamma = 1$, and `d->v` is $v^-$. */
typedef struct {
    const alpha_gamma_exact *s; /* of the problem that was solved */
    const step_exact *d;        /* d->v: the velocity it began with */
    const step_result_exact *y;
} solved_step;

/** What acted, `nv` numbers each, N s (N m s for an angle): four vectors whose sum is
$M(v^{l+1} - v^l)$, (7.4). The paper has the last two as $z$ and the first two as $O(h)$;
they are parted because each is bounded by something else: `applied` by (H5), `coriolis`
by the velocity, `contact` by $\sum c_n$ through (7.11), `joint` by all of these through
$Q$, and only in weighted pairs. */
typedef struct {
    int nv;
    mpq_t *applied;  /* kbar + alpha h (k1v + gamma h k1q)(v+ - v) */
    mpq_t *coriolis; /* h F x */
    mpq_t *joint;    /* nu c_nu */
    mpq_t *contact;  /* n c_n + D beta */
    mpq_t *all;      /* these */
    size_t count;
} impulses;

/* Room for nv velocities; impulses_clear gives the numbers back. impulses_of
   fills all but `all`, which is their array. LIMIT: memory. */
perp_status impulses_new(arena *a, int nv, impulses *out);
void impulses_clear(impulses *x);
void impulses_of(const solved_step *t, impulses *out);

/* 1 when M (v+ - v) is their sum, exactly. */
int impulses_balance(const solved_step *t, const impulses *x);

/** The one-step form of Theorem 5.1: $|v^{l+1}|_M \le |v^l|_M + |\kappa|_{M^{-1}}$.
Squares of the three, in kg m²/s²; after `impulses_growth` `holds` says whether it is
true. $|\kappa|_{M^{-1}}^2 = \kappa^TM^{-1}\kappa$ is what $\kappa$ would give to the body
at rest, twice its energy: for a body at rest and free the form is an equality. */
typedef struct {
    mpq_t after, before, applied;
    int holds;
} growth;

void growth_init(growth *g);
void growth_clear(growth *g);
perp_status impulses_growth(arena *a, const solved_step *t, const impulses *x,
                            growth *out);

/* d' = the part of `direction` across the joints of the step, nv numbers, and
   its margin: the least of n_j.d' - mu_j max_s |d_s.d'| over the active
   contacts, so that d'.z >= margin sum c_n for every z of the step's cone. No
   contact: 0. Not positive: this direction does not open them all. */
perp_status impulses_margin(arena *a, const step_exact *d,
                            const mpq_t *direction, mpq_t *across,
                            mpq_t margin);

/* v = nu u + rest, nu'rest = 0: m and nv numbers. The rest is nu_perp w of
   (7.5), a vector of velocities; w itself needs an orthonormal nu_perp. With
   nu = (3, 4) and v = (1, 2): u = 11/25, rest = (-8, 6)/25. The two parts are
   across each other in the plain product and not in that of M, which is why the
   paper has the second term of (7.6). */
perp_status impulses_split(arena *a, const step_exact *d, const mpq_t *v,
                           mpq_t *u, mpq_t *rest);

/* Q = nu A^-1 nu' M^-1 with A = nu' M^-1 nu, nv x nv: what the joints answer to
   an impulse z is -Q z. *regular = 0 when A is singular: joints depend, and
   their impulses have no bound. For one joint with a unit nu and M = 1 it is
   nu nu': the joint takes the part of z along it, and Q Q = Q always. With nu =
   (1, 1) and M = diag(1, 2) it is A = 3/2 and both rows of Q are (2/3, 1/3):
   what pushes on the light mass is answered on both, and the norm is 4/3. */
perp_status impulses_answer(arena *a, const step_exact *d, mpq_t *Q,
                            int *regular);

/* M^-1 B in the place of B, nv x columns. */
perp_status impulses_by_mass(arena *a, const step_exact *d, int columns,
                             mpq_t *B);

/* The largest column sum of |Q|: a norm that is rational. */
void norm_matrix(int n, const mpq_t *Q, mpq_t out);
