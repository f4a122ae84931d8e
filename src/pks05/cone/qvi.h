/**
# One step with compliant contact: a quasi-variational inequality

Contacts push with $\lambda = (\lambda_n, \lambda_t, \lambda_o)$ and answer with
$w = A\lambda + b$. What is asked for is

$$0 \le \lambda_{in} \perp w_{in} \ge 0, \qquad
(\lambda_{it}, \lambda_{io}) \in \operatorname{argmin}
\{ w_{it} x + w_{io} y : x^2 + y^2 \le \mu_i^2 \lambda_{in}^2 \}$$

for each contact $i$. The set of the second condition depends on the answer,
hence the *quasi*.

**Where it comes from.** It is the problem of the paper's Lemma 4, with $w$ for $s$, and
$A$ and $b$ from `step/theta.h`: $A = (h\mathbf K + \mathbf C)^{-1} +
(1-\theta)h\,\mathbf\Gamma\tilde M^{-1} \mathbf\Gamma^\top$, a velocity for a force. The
room knows neither bodies nor $h$: everything here is true of any $A$ with $x^\top Ax >
0$. What the paper proves is that there is a solution, and one when $\mu$ is small; it
leaves open how to find it and how small that is. Here both are answered, in this order:

| question | module |
|---|---|
| in which units? | `qvi_unit` |
| how is a solution found? | `qvi_newton`, `qvi_bounds`, `qvi_polygon`; `qvi` asks them in turn |
| is a given force one? | `qvi_check` |
| is there only one? | `qvi_distance`, and in the plane `qvi_modes` |
| how far is a force from it? | `qvi_distance`, with eigenvalues from `qvi_spectrum` |

**Why it is no complementarity problem.** The disc has no finite list of sides. In the
plane it has two ends and the problem is an LCP; in space it becomes one when a
polygon is put for the disc, and then the answer is that of the polygon, wrong by
up to $2\mu\lambda_n\sin(\pi/2m)$ with $m$ corners. Nor is it the optimality condition of
anything, though $A$ may be symmetric: pressing harder widens the disc, and no energy
knows that. This is why it may have several solutions with $A$ positive definite.

**The example of this room.** $A = \begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$, $b =
(1, 4)$, $\mu = 1$, one planar contact. Three forces solve it:

| | $\lambda$ | $w = A\lambda + b$ | because |
|---|---|---|---|
| open | $(0, 0)$ | $(1, 4)$ | $w_n \ge 0$ |
| stick | $(3, -2)$ | $(0, 0)$ | $2 \le \mu \cdot 3$ |
| slip | $(1, -1)$ | $(0, 1)$ | $\lambda_t = -\mu\lambda_n$ against $w_t > 0$ |

`cases/PKS05/nonunique_step.lua` is a step with this $A$ and $b$.
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
   encloses w* (N) at any finite lam (N); false when it cannot. A step's own
   doubles are M, K, C and the rows, and A is a product of inverses of them: a
   proof about A alone is one about a neighbour of the step. */
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

/* What is known of the conditions under which there is one solution. They are
   inequalities between numbers that are known within a range: three answers. */
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

/* An answer with its arrays in the arena, for any problem of this shape. */
perp_status qvi_answer_new(arena *a, const qvi_problem *p, qvi_answer *out);

/* Solves the step. The arrays of `out` are from qvi_answer_new; scratch is left
   as it was. Nothing in `out` is ever a NaN. With QVI_POLYHEDRAL in space the
   answer is that of the polygon: its residual is the polygon's, and bound says
   how far it is from the disk's. Errors: INPUT (a NaN or infinity, mu < 0,
   QVI_MODES in space), LIMIT (memory; no way came below the accepted residual;
   then `out` holds the best that was found). */
perp_status qvi_solve(const qvi_problem *p, const qvi_options *o,
                      arena *scratch, qvi_answer *out);
