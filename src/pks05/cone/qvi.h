/**
# One step with compliant contact: a quasi-variational inequality

Contacts push with $\lambda = (\lambda_n, \lambda_t, \lambda_o)$ and answer with
$w = A\lambda + b$. What is asked for is

$$0 \le \lambda_{in} \perp w_{in} \ge 0, \qquad
(\lambda_{it}, \lambda_{io}) \in \operatorname{argmin}
\{ w_{it} x + w_{io} y : x^2 + y^2 \le \mu_i^2 \lambda_{in}^2 \}$$

for each contact $i$. The set of the second condition depends on the answer,
hence the *quasi*.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "number/double_double.h"

#include <math.h>
#include <stdbool.h>

/* A number between v - error and v + error. */
typedef struct {
    double_double v;
    double error;
} qvi_enclosed;

/* What A and b are rounded from: the problem w* = A* lam + b* that is meant.
   off: |A* - A| <= off, spectral norm, INFINITY when nothing is known. slip:
   encloses w* (N) at any finite lam (N); false when it cannot. */
typedef struct {
    const void *of;
    double off;
    bool (*slip)(const void *of, const double *lam, qvi_enclosed *w);
} qvi_meant;

/* Rows and unknowns contact by contact: n, t (slips = 1) or n, t, o
   (slips = 2); N = contacts (1 + slips). The normal rows of b hold
   (Psi_n + delta_n) / h already. All finite, mu >= 0. Borrowed. */
typedef struct {
    int contacts, slips;
    const double *A;  /* N x N by rows, x'Ax > 0; need not be symmetric */
    const double *b;  /* N */
    const double *mu; /* contacts */
    const qvi_meant *meant; /* what proofs are about; null: A and b */
} qvi_problem;

static inline int qvi_rows(const qvi_problem *p)
{
    return p->contacts * (1 + p->slips);
}

typedef enum {
    QVI_NEWTON,     /* semismooth Newton, then the other ways in turn */
    QVI_BOUNDS,     /* fixed point on the friction bounds */
    QVI_POLYHEDRAL, /* a polygon for the disk, Lemke; planar: no difference */
    QVI_MODES       /* planar only: open, stick, slip, in fractions */
} qvi_method;

typedef struct {
    qvi_method method;
    int directions;      /* of the polygon, at least 3; planar: ignored */
    int iterations;      /* of Newton, and of the fixed point, each */
    int sweeps;          /* of projected Gauss-Seidel, when Newton fails */
    double residual;     /* accepted, see qvi_answer; a pure number */
    bool bound;          /* find the proven distance, too */
    const double *start; /* N, where Newton begins; null: zero */
} qvi_options;

extern const qvi_options qvi_defaults;

/* What is known of the conditions under which there is one solution. */
typedef enum {
    QVI_UNDECIDED, /* not asked, or too close to be decided in doubles */
    QVI_HOLDS,     /* proven */
    QVI_FAILS      /* proven not to hold: nothing is claimed */
} qvi_verdict;

typedef struct {
    double *lam, *w;       /* N each, w = A lam + b up to rounding */
    double residual;       /* of the natural map, relative: see qvi_newton.h */
    /* Proven of the problem that is meant: */
    double bound;          /* |lam - lam*| <= bound; INFINITY when no
                             condition is proven */
    bool unique;           /* there is one solution, for every b */
    qvi_verdict contracts; /* mu_max eta / sigma < 1 */
    double sigma, eta;     /* x'Ax >= sigma |x|^2 and |Ax| <= eta |x|; 0 and
                             INFINITY: not known */
    int solutions;         /* QVI_MODES without `meant`: how many there are for
                             this b; -1: a continuum; 0: not counted */
    int iterations;
    qvi_method used; /* the way that found it */
} qvi_answer;

/* An answer with its arrays in the arena. */
perp_status qvi_answer_new(arena *a, const qvi_problem *p, qvi_answer *out);

/* Solves the step. The arrays of `out` are from qvi_answer_new; scratch is left
   as it was. Nothing in `out` is ever a NaN. With QVI_POLYHEDRAL in space the
   answer is that of the polygon: its residual is the polygon's, and bound says
   how far it is from the disk's. Errors: INPUT (a NaN or infinity, mu < 0,
   QVI_MODES in space), LIMIT (memory; no way came below the accepted residual;
   then `out` holds the best that was found). */
perp_status qvi_solve(const qvi_problem *p, const qvi_options *o,
                      arena *scratch, qvi_answer *out);
