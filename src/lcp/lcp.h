/**
# The complementarity problem

Everything perp solves is posed as: find $z$ with
$w = A z + b$, $0 \le w \perp z \ge 0$, or, in the mixed form, with free
unknowns $x$ in front whose rows are equations,

$$\begin{pmatrix} 0 \\ w \end{pmatrix} = A \begin{pmatrix} x \\ z \end{pmatrix}
+ b, \qquad 0 \le w \perp z \ge 0.$$

One structure serves both: an LCP is an MLCP without free unknowns. There is a
twin for exact data. A *basis* says of each pair which one may be positive.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>
#include <stdint.h>

/* The problem in doubles; A by rows, (free + n) x (free + n). Borrowed. */
typedef struct {
    int free;        /* unknowns without a sign; their rows are equations */
    int n;           /* complementary pairs */
    const double *A; /* (free + n)^2, by rows */
    const double *b; /* free + n */
} lcp_problem;

/* The same problem over the rationals. Borrowed. */
typedef struct {
    int free, n;
    const mpq_t *A, *b;
} lcp_exact_problem;

typedef enum {
    LCP_SOLVED, /* z, w solve the problem */
    LCP_RAY,    /* Lemke ended on a secondary ray: see ray_z and friends */
    LCP_LIMIT   /* the pivot limit was reached, or arithmetic broke down */
} lcp_outcome;

/* What Lemke found. Arrays belong to the caller and are filled. On a ray the
   vectors of the pair (point, direction) describe all points
   z + t dz, w + t dw, z0 + t dz0 (t >= 0) of the covered problem
   w = A z + b + d z0. */
typedef struct {
    lcp_outcome outcome;
    int pivots;
    uint8_t *basis; /* n: 1 where z_i is basic, 0 where w_i is */
    double *z, *w;  /* free + n each: (x, z) and (0, w) */
    double *dz, *dw; /* the ray's direction, or null if not wanted */
    double z0, dz0;
    double residual; /* of the answer, see lcp_residual */
} lcp_answer;

typedef struct {
    lcp_outcome outcome;
    int pivots;
    uint8_t *basis;
    mpq_t *z, *w, *dz, *dw; /* initialised by the caller; dz, dw may be null */
    mpq_t z0, dz0;
} lcp_exact_answer;

/* The natural residual of (x, z): the largest of |row| over the equations and
   of |min(w_i, z_i)| over the pairs, each row divided by its scale
   (1 + |b_i| + sum_j |A_ij z_j|); w is computed here from A, z, b.
   Unit: dimensionless. NaN in the data gives infinity, never NaN. */
double lcp_residual(const lcp_problem *p, const double *z);

/* An answer with all arrays in the arena, or null code on success. */
perp_status lcp_answer_new(arena *a, int free, int n, lcp_answer *out);

/* The same over the rationals; numbers are initialised and must be cleared
   with lcp_exact_answer_clear. */
perp_status lcp_exact_answer_new(arena *a, int free, int n,
                                 lcp_exact_answer *out);
void lcp_exact_answer_clear(int free, int n, lcp_exact_answer *out);

/* Exact verdict on an exact answer, from A, b and z alone: rows recomputed,
   equations zero, signs, z_i = 0 off the basis, w_i = 0 on it. */
perp_status lcp_exact_check(const lcp_exact_problem *p,
                            const lcp_exact_answer *answer);
