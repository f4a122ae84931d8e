/**
# The position-level scheme, P10

One step: from $q^{n-1}$, $q^n$ to $q^{n+1} = -e q^{n-1} + (1+e) Z^n$, where
$Z^n$ is the point of $K = \{f_a \ge 0\}$ nearest to a prediction in the metric
of $M(q^n)$. The state is kept as $q^n$ and $V^{n-1} = (q^n - q^{n-1})/h$, and
the unknown is $w = (Z^n - q^n)/h$; paoli.c derives the form.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>
#include <stddef.h>

/* The restitution e in [0, 1]; V^n = back V^{n-1} + (1+e) w, with back = e, or
   -e in Moreau's step; h, s. */
typedef struct {
    double e, back, h;
} paoli;

typedef struct {
    mpq_srcptr e, back, h;
} paoli_exact;

/* What a step is posed from; matrices by rows. A constraint is linear or
   linearised: its value at q^n + h w is f + h n.w. */
typedef struct {
    int nv, p;
    const double *g; /* nv: the force g(t_n, q^n, V^{n-1}), N */
    const double *v; /* nv: V^{n-1} */
    const double *f; /* p */
    const double *n; /* p x nv */
} paoli_data;

typedef struct {
    int nv, p;
    mpq_t *M, *g, *v, *f, *n; /* M: nv x nv, symmetric */
    mpq_t *all;               /* every number above, `count` of them */
    size_t count;
} paoli_exact_data;

/* M = L D L', rows of L from their first nonzero entry: the envelope of M. */
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

/* Room for `p` constraints; numbers zero. */
perp_status paoli_exact_data_new(arena *a, int nv, int p,
                                 paoli_exact_data *out);
void paoli_exact_data_clear(paoli_exact_data *d);

/* w (nv) = where the step goes when no constraint binds. */
void paoli_predict(const paoli *s, const paoli_data *d, const paoli_metric *m,
                   double *w);
void paoli_predict_exact(const paoli_exact *s, const paoli_exact_data *d,
                         const paoli_exact_metric *m, mpq_t *w);

/* The projection as a complementarity problem for lambda: A (p x p), b (p);
   B (p x nv) receives M^{-1} n', by rows. Of d only p, f, n are read. */
void paoli_pose(const paoli *s, const paoli_data *d, const paoli_metric *m,
                const double *w, double *B, double *A, double *b);
void paoli_pose_exact(const paoli_exact *s, const paoli_exact_data *d,
                      const paoli_exact_metric *m, const mpq_t *w, mpq_t *B,
                      mpq_t *A, mpq_t *b);

/* From lambda: w moves to the projection, V = V^n, and lambda becomes the
   impulse of the reactions, (1 + e) lambda, in N s. */
void paoli_recover(const paoli *s, const paoli_data *d, const double *B,
                   double *lambda, double *w, double *V);
void paoli_recover_exact(const paoli_exact *s, const paoli_exact_data *d,
                         const mpq_t *B, mpq_t *lambda, mpq_t *w, mpq_t *V);

/* What a step claims: w, V^n, the impulses, V^{n-2} (null before n = 2), and
   by how much the states were disturbed, (1 + e)(Z^n - Z^{n-1})/h - V^n -
   e V^{n-2} (null: not at all). */
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

/* Newton's law in the kinetic metric, for the active constraints n (p rows) at
   a position: in d only nv, p, M, n and v = q'^- are read. */
typedef struct {
    mpq_t *tangent; /* nv: Proj(T_K, q'^-) */
    mpq_t *normal;  /* nv: Proj(M^{-1} N_K, q'^-) */
    mpq_t *after;   /* nv: q'^+ */
    mpq_t *impulse; /* p: mu with M (q'^+ - q'^-) = n' mu */
} paoli_impact;

/* Numbers initialised by the caller. */
perp_status paoli_newton(arena *a, mpq_srcptr e, const paoli_exact_data *d,
                         paoli_impact *out);

/* REFUTED unless `out` is the law's answer for q'^- = d->v: cones, Moreau's
   decomposition, the complementarity form of (1), and the two-term energy. */
perp_status paoli_newton_check(mpq_srcptr e, const paoli_exact_data *d,
                               const paoli_impact *out);

/* Does the angle condition hold for the Gram matrix A (p x p, entries
   (n_a, M^{-1} n_b))? 0, and the first violating pair, when not. In doubles
   |A_ab| <= 2^-40 sqrt(A_aa A_bb) counts as zero. */
int paoli_angle(double e, int p, const double *A, int *a, int *b);
int paoli_angle_exact(mpq_srcptr e, int p, const mpq_t *A, int *a, int *b);
