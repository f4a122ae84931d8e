/**
# The impulses of a solved step, without rounding

What the proofs of GAP08's sections 5 and 7 say about one step, asked of its
exact solution. A collision is a step of no time with $\alpha = \gamma = 1$.
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

/* Room for nv velocities; impulses_clear gives the numbers back. */
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

/* d' = the part of `direction` across the joints of the step, and its margin:
   the least of n_j.d' - mu_j max_s |d_s.d'| over the active contacts, so that
   d'.z >= margin sum c_n for every z of the step's cone. No contact: 0. */
perp_status impulses_margin(arena *a, const step_exact *d,
                            const mpq_t *direction, mpq_t *across,
                            mpq_t margin);

/* v = nu u + rest, nu'rest = 0: m and nv numbers. */
perp_status impulses_split(arena *a, const step_exact *d, const mpq_t *v,
                           mpq_t *u, mpq_t *rest);

/* Q = nu A^-1 nu' M^-1 with A = nu' M^-1 nu, nv x nv: what the joints answer to
   an impulse z is -Q z. *regular = 0 when A is singular. */
perp_status impulses_answer(arena *a, const step_exact *d, mpq_t *Q,
                            int *regular);

/* M^-1 B in the place of B, nv x columns. */
perp_status impulses_by_mass(arena *a, const step_exact *d, int columns,
                             mpq_t *B);

/* The largest column sum of |Q|: a norm that is rational. */
void norm_matrix(int n, const mpq_t *Q, mpq_t out);
