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

Why not (5.5) to (5.10): they have eight constants, of which the paper says that they exist. The
one-step form has none, so a program can ask it of a step, and it fails when a number of the step
is wrong.

## Norms

Kinetic lengths are compared as squares, because square roots are not rational. Where a sum of
impulses of different bodies is bounded, lengths are sums of absolute values and matrices have the
norm that goes with it, the largest column sum: rational, and the paper's constants are for any
norm. Newtons and newton metres are added there, as in the paper.
*/
#pragma once

#include "cone/cone.h"
#include "gap08/step/alpha_gamma.h"

/* A step and its exact solution. Borrowed. */
typedef struct {
    const alpha_gamma_exact *s; /* of the problem that was solved */
    const step_exact *d;        /* d->v: the velocity it began with */
    const step_result_exact *y;
} solved_step;

/* What acted, nv numbers each, N s. */
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

/* The one-step form of Theorem 5.1: |v+|_M <= |v|_M + |applied|_(M^-1). Squares
   of the three; after impulses_growth *holds says whether it is true. */
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
   (7.5), a vector of velocities; w itself needs an orthonormal nu_perp. */
perp_status impulses_split(arena *a, const step_exact *d, const mpq_t *v,
                           mpq_t *u, mpq_t *rest);

/* Q = nu A^-1 nu' M^-1 with A = nu' M^-1 nu, nv x nv: what the joints answer to
   an impulse z is -Q z. *regular = 0 when A is singular: joints depend, and
   their impulses have no bound. For one joint with a unit nu and M = 1 it is
   nu nu': the joint takes the part of z along it, and Q Q = Q. */
perp_status impulses_answer(arena *a, const step_exact *d, mpq_t *Q,
                            int *regular);

/* M^-1 B in the place of B, nv x columns. */
perp_status impulses_by_mass(arena *a, const step_exact *d, int columns,
                             mpq_t *B);

/* The largest column sum of |Q|: a norm that is rational. */
void norm_matrix(int n, const mpq_t *Q, mpq_t out);
