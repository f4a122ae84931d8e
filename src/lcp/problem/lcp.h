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
#include "number/sparse.h"

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
    LCP_SOLVED,     /* z, w solve the problem */
    LCP_RAY,        /* Lemke ended on a secondary ray: see dz, dw, dz0 */
    LCP_INFEASIBLE, /* the equations alone contradict each other: see y */
    LCP_LIMIT       /* the pivot limit was reached, or arithmetic broke down */
} lcp_outcome;

/* What Lemke found. Arrays belong to the caller and are filled. On a ray the
   vectors of the pair (point, direction) describe all points
   z + t dz, w + t dw, z0 + t dz0 (t >= 0) of the covered problem
   w = A z + b + d z0, where d_i = 1 in the pairs and 0 in the equations; it
   shows that Lemke's path has no end there, and no more. When the equations
   are infeasible, y combines them to 0 = 1: y'A = 0, y'b = 1. */
typedef struct {
    lcp_outcome outcome;
    int pivots;
    uint8_t *basis;  /* n: 1 where z_i is basic, 0 where w_i is */
    double *z, *w;   /* free + n each: (x, z) and (0, w) */
    double *dz, *dw; /* the ray's direction, free + n each */
    double *y;       /* free */
    double z0, dz0;
    double residual; /* of the answer, see lcp_residual; 0 unless solved */
} lcp_answer;

typedef struct {
    lcp_outcome outcome;
    int pivots;
    uint8_t *basis;
    mpq_t *z, *w, *dz, *dw, *y; /* initialised by lcp_exact_answer_new */
    mpq_t z0, dz0;
} lcp_exact_answer;

/* The larger of two numbers; b when one is NaN. The library's fmax is a call
   that no loop can vectorise. */
static inline double lcp_larger(double a, double b)
{
    return a > b ? a : b;
}

/* How far (x, z) is from a solution, as a pure number: the largest of
   |row| / s over the equations, |w_i| / s_i where z_i > 0, -w_i / s_i where
   z_i = 0 and w_i < 0, and -z_i / max |z| where z_i < 0, with w = A z + b
   computed here. The scale s_i = |b_i| + sum_j |A_ij| size_j is what rounding
   errors of row i are measured with; size_j is |z_j| or, when that is larger,
   the size of the numbers whose difference z_j is; errors beyond 2^-40 only are
   excused in this way, and then count as 2^-40 at least. Multiplying b, or
   all of A, by a power of two changes nothing. NaN or infinity anywhere
   gives infinity, never NaN. work: 4 (free + n) doubles, of which the first
   free + n become A z + b, and the next |b_i| + sum_j |A_ij z_j|. */
#define LCP_EXCUSED 0x1p-40
double lcp_residual(const lcp_problem *p, const double *z, double *work);

/* The same number from the entries of p->A that are not zero; null: of all. */
double lcp_residual_of(const lcp_problem *p, const sparse_rows *A,
                       const double *z, double *work);

/* An answer with all arrays in the arena. */
perp_status lcp_answer_new(arena *a, int free, int n, lcp_answer *out);

/* The same over the rationals, all zero; to be cleared with
   lcp_exact_answer_clear before the arena is released. */
perp_status lcp_exact_answer_new(arena *a, int free, int n,
                                 lcp_exact_answer *out);
void lcp_exact_answer_clear(int free, int n, lcp_exact_answer *out);

/* The doubles taken as the rationals they are. Numbers are cleared with
   lcp_exact_problem_clear. INPUT error with the place of a NaN or infinity. */
perp_status lcp_exact_problem_new(arena *a, const lcp_problem *p,
                                  lcp_exact_problem *out);
void lcp_exact_problem_clear(lcp_exact_problem *p);

/* LIMIT with the place when a number of the problem that a step of h s poses
   is not finite. */
perp_status lcp_finite(const lcp_problem *p, double h);

/* The exact answer in doubles, each number truncated toward zero; arrays are
   the caller's. The residual is left at zero. */
void lcp_truncate(int free, int n, const lcp_exact_answer *from,
                  lcp_answer *to);

/* out = A z, or A z + b, exactly: free + n numbers. */
perp_status lcp_exact_rows(const lcp_exact_problem *p, mpq_t *z, int with_b,
                           mpq_t *out);

/* Exact verdict on an exact answer, from A, b and z alone: rows recomputed,
   equations zero, signs, z_i = 0 off the basis, w_i = 0 on it, and the stored
   w is the recomputed one. REFUTED with the first row that fails. */
perp_status lcp_exact_check(const lcp_exact_problem *p,
                            const lcp_exact_answer *answer);

/* Exact verdict on a ray of the problem covered with d (free + n numbers, null
   for the usual one): point and direction satisfy the rows, have no negative
   pair, are complementary to themselves and to each other, and the direction
   moves z: it is not the one along which z0 came in. */
perp_status lcp_exact_check_ray(const lcp_exact_problem *p, mpq_t *d,
                                const lcp_exact_answer *answer);

/* Exact verdict on infeasible equations: y'A = 0 and y'b = 1. */
perp_status lcp_exact_check_infeasible(const lcp_exact_problem *p, mpq_t *y);

/* The one of the three checks that belongs to the outcome. */
perp_status lcp_exact_check_outcome(const lcp_exact_problem *p,
                                    const lcp_exact_answer *answer);
