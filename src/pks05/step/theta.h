/**
# The scheme with compliant contact, PKS05

One step of (16), from $q, v, \delta$ to $v', \delta'$ and the forces $\lambda$ between
them. Everything that depends on the position is frozen at the step's beginning;
the force is given by its tangent, which is the force itself when it is affine.
A step is posed either as a problem for $\lambda$ alone, in doubles, or over the
rationals in the mixed form.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>
#include <stddef.h>

/* What a step is posed from. Contacts have the rows n, t (slips = 1) or n, t, o
   (slips = 2), each contact's together; R = p (1 + slips). Matrices by rows,
   borrowed. On the tangent the force at v^theta is f + J (v^theta - v). */
typedef struct {
    int nv, p, slips;
    double h, theta;         /* s; [0, 1]: the weight of the old value */
    const double *M, *J;     /* nv x nv; J = F_v + (1 - theta) h F_q Gamma */
    const double *f;         /* nv, N */
    const double *rows;      /* R x nv: Gamma of PKS05 */
    const double *K, *C;     /* R x R: N/m, N s/m */
    const double *gap;       /* p: Phi, m */
    const double *mu;        /* p */
    const double *v, *delta; /* nv; R, m */
} theta_data;

static inline int theta_rows(const theta_data *d)
{
    return d->p * (1 + d->slips);
}

/* The step as a problem for lambda, and what is needed on the way back. */
typedef struct {
    double *A, *b; /* R x R; R: s = A lambda + b, m/s, and in the rows n
                       (Phi + delta_n) / h is in b */
    double *S;     /* R x R: (hK + C)^{-1} */
    double *W;     /* nv x (R + 1): Mt^{-1} (rows', f) */
} theta_posed;

/* Where a step ends. */
typedef struct {
    double *v, *delta; /* nv; R, m */
    double *mean;      /* nv: v^theta */
    double *s; /* R: the slip, m/s, by (8); its rows n without the gap */
} theta_end;

/* Arrays in the arena. */
perp_status theta_posed_new(arena *a, int nv, int rows, theta_posed *out);
perp_status theta_end_new(arena *a, int nv, int rows, theta_end *out);

/* INPUT when K or C is not symmetric (1e-9, relative) and positive definite
   or M is not; LIMIT when Mt = M - h (1 - theta) J is singular: h is too
   long. Leaves scratch as it was. */
perp_status theta_definite(const theta_data *d, arena *scratch);
perp_status theta_pose(const theta_data *d, arena *scratch, theta_posed *out);
void theta_recover(const theta_data *d, const theta_posed *x,
                   const double *lambda, theta_end *out);

/* A = L D L' in place, D on the diagonal; returns the first pivot that is not
   positive, plus 1, or 0. And x = A^{-1} x from these factors. */
int theta_factor(int n, double *A);
void theta_solve(int n, const double *A, double *x);

/* Gauss with partial pivoting: B = A^{-1} B, n x m; A is destroyed. 0: A is
   singular. */
int theta_eliminate(int n, int m, double *A, double *B);

/* How far a step is from (16), in doubles. All are pure numbers but the
   energies. */
typedef struct {
    double contact;  /* largest |min(lambda_n, gap')|, each over its scale */
    double friction; /* (7), without a square root; see theta_check.c */
    double identity; /* the energy identity, over the sum of its terms */
    double gained;   /* E' - E, J */
    double work;     /* h v^theta . f, J: of the applied force */
} theta_residual;

/* force: f at (t_{j+1}, q^theta, v^theta), N. */
void theta_look(const theta_data *d, const double *lambda, const theta_end *end,
                const double *force, theta_residual *out);

/* ## Over the rationals */

/* The same data. `directions` of the tangential forces, m x slips, surround
   zero; m = 2 in the plane: 1, -1. */
typedef struct {
    int nv, p, slips, m;
    mpq_t *M, *J, *f, *rows, *K, *C, *gap, *mu, *v, *delta, *directions;
    mpq_t h, theta;
    mpq_t *all; /* the arrays, `count` numbers */
    size_t count;
} theta_exact;

/* Numbers zero; ends with theta_exact_clear, which accepts a zeroed one. */
perp_status theta_exact_new(arena *a, const theta_data *shape, int m,
                            theta_exact *out);
void theta_exact_clear(theta_exact *d);

/* INPUT when M, K or C is not symmetric and positive definite. LIMIT: memory.
   Leaves the arena as it was. */
perp_status theta_exact_definite(const theta_exact *d, arena *scratch);

/* The doubles of d; h, theta and directions are left alone. */
void theta_exact_copy(const theta_data *d, theta_exact *out);

static inline int theta_exact_rows(const theta_exact *d)
{
    return d->p * (1 + d->slips);
}

/* The mixed problem: free unknowns v' - v (nv) and (delta' - delta) / h (R),
   then pairs lambda_n (p), beta (p m), gamma (p). */
static inline int theta_exact_free(const theta_exact *d)
{
    return d->nv + theta_exact_rows(d);
}

static inline int theta_exact_pairs(const theta_exact *d)
{
    return d->p * (2 + d->m);
}

/* The step as a problem for lambda alone, as in theta_posed: A (R x R) and b
   (R), initialised by the caller. INPUT when hK + C is singular, LIMIT when Mt
   is, or memory is refused. Leaves the arena as it was. */
perp_status theta_exact_reduce(const theta_exact *d, arena *scratch, mpq_t *A,
                               mpq_t *b);

/* A and b of the mixed problem, of the sizes above; all are 0 on entry. */
void theta_exact_pose(const theta_exact *d, mpq_t *A, mpq_t *b);

/* An exact step; numbers initialised by the caller. */
typedef struct {
    mpq_t *v, *delta, *mean; /* nv; R; nv */
    mpq_t *lambda, *s;       /* R each */
    mpq_t *beta;             /* p m */
    mpq_t *work;             /* nv + R: scratch of the check */
} theta_exact_end;

/* From the unknowns z of the mixed problem. */
void theta_exact_recover(const theta_exact *d, const mpq_t *z,
                         theta_exact_end *out);

/* REFUTED unless the step satisfies (16) and the energy identity, recomputed
   from the data; force: at (t_{j+1}, q^theta, v^theta), or null: the tangent.
   gained, work (or null): as above. */
perp_status theta_exact_check(const theta_exact *d, const theta_exact_end *x,
                              const mpq_t *force, mpq_ptr gained, mpq_ptr work);
