/**
# The position-level scheme, P10

One step: from $q^{n-1}$, $q^n$ to $q^{n+1} = -e q^{n-1} + (1+e) Z^n$, where
$Z^n$ is the point of $K = \{f_a \ge 0\}$ nearest to a prediction in the metric
of $M(q^n)$. The state is kept as $q^n$ and $V^{n-1} = (q^n - q^{n-1})/h$, and
the unknown is $w = (Z^n - q^n)/h$; paoli.c derives the form.

This header is the mathematics of one step without a scene: metric, prediction,
problem, recovery, the checks, and the law of impact. Everything comes twice, in
doubles and in fractions (`_exact`), with the same letters in the same order.
What a run does with it is in paoli_step.h.

| call | P10 | does |
|---|---|---|
| `paoli_factor` | (H4) | $M(q^n) = LDL^\top$ |
| `paoli_predict` | (scheme) | $w_y = (y - q^n)/h$ |
| `paoli_pose` | (scheme) | the projection on $K$ as $0 \le \lambda \perp A\lambda + b \ge 0$ |
| (a solver of lcp/solve) | | $\lambda$ |
| `paoli_recover` | (scheme) | $Z^n$ as $w$; $V^n$; impulses |
| `paoli_check` | Lemma 2 | is it the step? |
| `paoli_check_convex` | Lemmas 1, 3, estimate | does it keep what the proofs count on? |
| `paoli_newton`, `_check` | (Newton), (1), (2) | the law of the limit |
| `paoli_angle` | (angle) | is there continuity in the data? |

Units: $q$, $w$, $V$ stand for any coordinates, m or rad, and their rates; $M$
in kg or kg m², $g$ in N or N m, impulses in N s times what $\nabla f$ has.
Matrices are by rows. A solver that posed, solved and recovered in one function
would hide the problem, which a trace prints and a proof poses again.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>
#include <stddef.h>

/** The numbers of a step: the restitution $e \in [0, 1]$, no unit; `back`, with
$V^n = \text{back}\, V^{n-1} + (1+e)w$: $e$ in P10's scheme, $-e$ in Moreau's
step, 0 in the first step of P10's; $h > 0$, s. Nobody checks them here:
`paoli_state_new` has refused other $e$, the loop other $h$. */
typedef struct {
    double e, back, h;
} paoli;

typedef struct {
    mpq_srcptr e, back, h;
} paoli_exact;

/** What a step is posed from: $v$ = `nv` velocities, p constraints, those in
hand or all. A constraint is linear or linearised: its value at $q^n + hw$ is
$f_a + h\,n_a \cdot w$, m, with $n_a = \nabla f_a$. A linearised one has in
$f_a$ not its value at $q^n$ but that of its tangent there. $g$ is the force
with all that is quadratic in the velocity; in step 0 half of it
(paoli_share). */
typedef struct {
    int nv, p;
    const double *g; /* nv: the force g(t_n, q^n, V^{n-1}), N */
    const double *v; /* nv: V^{n-1} */
    const double *f; /* p */
    const double *n; /* p x nv */
} paoli_data;

/** The same in fractions, with $M$, which in doubles only a `paoli_metric` has:
a check multiplies with $M$ and wants no factors. `all` owns the numbers in the
order M, g, v, f, n. A copy of the struct with other n and f borrows the
rest. */
typedef struct {
    int nv, p;
    mpq_t *M, *g, *v, *f, *n; /* M: nv x nv, symmetric */
    mpq_t *all;               /* every number above, `count` of them */
    size_t count;
} paoli_exact_data;

/** $M = LDL^\top$, rows of $L$ from their first nonzero entry: the envelope of
$M$. Entries of `L` outside of it are left over from other matrices and never
read. `work` is shared by all who count into one sum; it is a count of
operations, not a time. */
typedef struct {
    int n;
    int *first;    /* n: the first column of row i that may be nonzero */
    double *L, *d; /* n x n below the diagonal; n */
    double *work;  /* multiplications and divisions with it so far */
} paoli_metric;

typedef struct {
    int n, *first;
    mpq_t *L, *d;
    size_t rows; /* numbers in L */
} paoli_exact_metric;

/* Factors the symmetric M. INPUT when it is not positive definite. The arrays
   are taken once, by paoli_metric_new. Cost: the sum of squares of the row
   lengths of the envelope; a solution costs its size. */
perp_status paoli_metric_new(arena *a, int n, paoli_metric *out);
perp_status paoli_factor(const double *M, paoli_metric *m);
void paoli_solve(const paoli_metric *m, double *x); /* x = M^{-1} x */

perp_status paoli_exact_metric_new(arena *a, int n, paoli_exact_metric *out);
perp_status paoli_exact_factor(const mpq_t *M, paoli_exact_metric *m);
void paoli_exact_solve(const paoli_exact_metric *m, mpq_t *x);
void paoli_exact_metric_clear(paoli_exact_metric *m);

/* Room for `p` constraints, one array of nv (nv + 2) + p (nv + 1) fractions,
   all zero. NO_MEMORY. Cleared by the second, which accepts a zeroed struct;
   the array itself is the arena's. */
perp_status paoli_exact_data_new(arena *a, int nv, int p,
                                 paoli_exact_data *out);
void paoli_exact_data_clear(paoli_exact_data *d);

/* w (nv) = w_y, m/s: where the step goes when no constraint binds. Of d only
   nv, g and v are read. One solution with m. */
void paoli_predict(const paoli *s, const paoli_data *d, const paoli_metric *m,
                   double *w);
void paoli_predict_exact(const paoli_exact *s, const paoli_exact_data *d,
                         const paoli_exact_metric *m, mpq_t *w);

/* The projection as a complementarity problem for lambda: A (p x p), b (p);
   B (p x nv) receives M^{-1} n', by rows. Of d only nv, p, f, n are read. w is
   the prediction w_y, and is left. A, 1/kg, symmetric and positive
   semidefinite; b, m/s. */
void paoli_pose(const paoli *s, const paoli_data *d, const paoli_metric *m,
                const double *w, double *B, double *A, double *b);
void paoli_pose_exact(const paoli_exact *s, const paoli_exact_data *d,
                      const paoli_exact_metric *m, const mpq_t *w, mpq_t *B,
                      mpq_t *A, mpq_t *b);

/* From lambda (p): w (nv) moves from the prediction to the projection, V (nv) =
   V^n, and lambda becomes the impulse of the reactions, (1 + e) lambda, in
   N s. B as posed. Calling it twice moves w twice. */
void paoli_recover(const paoli *s, const paoli_data *d, const double *B,
                   double *lambda, double *w, double *V);
void paoli_recover_exact(const paoli_exact *s, const paoli_exact_data *d,
                         const mpq_t *B, mpq_t *lambda, mpq_t *w, mpq_t *V);

/** What a step claims: $w$ and $V^n$ (nv, m/s), the impulses (p, N s, in the
order of the constraints of d), $V^{n-2}$ (`before`; nv, null before $n = 2$),
and by how much the states were disturbed, $(1+e)(Z^n - Z^{n-1})/h - V^n -
eV^{n-2}$ (`slip`; nv, m/s, null: not at all). `slip` is the caller's word: a
wrong one may make a lemma fail or hold, but not Lemma 2, which does not read
it. */
typedef struct {
    const mpq_t *w, *V, *impulse, *before, *slip;
} paoli_claim;

/* REFUTED unless, exactly and from the primary data: V^n belongs to w; the
   reaction lies in the normal cone at Z^n (L2), and every constraint of d holds
   there. */
perp_status paoli_check(const paoli_exact *s, const paoli_exact_data *d,
                        const paoli_claim *c);

/* REFUTED unless the velocities obey what follows when K is a polyhedron and
   Z^{n-1} lies in it: (L3) without its O(h), and the energy estimates behind
   (L1). All constraints that hold with equality at Z^n must be among those
   of d. */
perp_status paoli_check_convex(const paoli_exact *s, const paoli_exact_data *d,
                               const paoli_claim *c);

/** Newton's law in the kinetic metric, for the active constraints n (p rows,
all of $J(q)$; who is active the caller says) at a position: in d only nv, p,
$M$, n and v $= \dot q^-$ are read. Velocities in m/s, impulses in N s. The law
is $\dot q^- = T + N$, $\dot q^+ = T - eN$. */
typedef struct {
    mpq_t *tangent; /* nv: Proj(T_K, q'^-) */
    mpq_t *normal;  /* nv: Proj(M^{-1} N_K, q'^-) */
    mpq_t *after;   /* nv: q'^+ */
    mpq_t *impulse; /* p: mu with M (q'^+ - q'^-) = n' mu */
} paoli_impact;

/* The law for q'^- = d->v. The numbers of `out` are initialised by the caller.
   d->f (p) is set to 0. INPUT when M is not positive definite; NO_MEMORY. */
perp_status paoli_newton(arena *a, mpq_srcptr e, const paoli_exact_data *d,
                         paoli_impact *out);

/* REFUTED unless `after` and `impulse` are the law's answer for q'^- = d->v, by
   the jump in -N_K and the complementarity form of (1), which together say so;
   and unless `tangent` and `normal` add up to q'^-, are orthogonal in the
   metric and have the two-term energy. It does not ask `tangent` for T_K. */
perp_status paoli_newton_check(mpq_srcptr e, const paoli_exact_data *d,
                               const paoli_impact *out);

/* Does the angle condition hold for the Gram matrix A (p x p, entries
   (n_a, M^{-1} n_b))? 0, and the first violating pair, when not. In doubles
   |A_ab| <= 2^-40 sqrt(A_aa A_bb) counts as zero. */
int paoli_angle(double e, int p, const double *A, int *a, int *b);
int paoli_angle_exact(mpq_srcptr e, int p, const mpq_t *A, int *a, int *b);
