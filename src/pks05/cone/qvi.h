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
| is there one near by, if perhaps others elsewhere? | `qvi_exists` |

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

Where they come from as friction grows is seen in formulas. Sticking has $A\lambda + b =
0$, so $\lambda$ is $(3, -2)$ for every $\mu$, in the cone from $\mu = \frac23$ on.
Slipping with $\lambda_t = -\mu\lambda_n$ has $w_n = (1 - 2\mu)\lambda_n + 1 = 0$, so

$$\lambda_n = \frac1{2\mu - 1}, \qquad w_t = (2 - 5\mu)\lambda_n + 4 = \frac{3\mu - 2}{2\mu - 1},$$

a force from $\mu = \frac12$ on, and against its slip from $\mu = \frac23$ on. At
$\frac23$ both are $(3, -2)$: two solutions are born there together, and part. The open
one is there for every $\mu$. What holds the block in the other two is a wedge: pushing
makes friction, friction presses ($A_{nt} > 0$: a tangential force of $-2$ pulls the
normal surfaces together), pressing pushes. It wants $\mu A_{nt} > A_{nn}$, and a
compliance that has such an $A_{nt}$, or a geometry.

**Units.** $\lambda$ in N, $w$ in m/s, $A$ in m/(N s), $b$ in m/s. A contact along an
angle has N m and rad/s in its rows; `mu` is then a length. Norms of the room mix rows, so
two scenes that count angles differently have different $\sigma$, $\eta$ and `bound` for
the same motion. All are right, each in its own norm. */
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "number/double_double.h"

#include <math.h>
#include <stdbool.h>

/** A number between $v - \text{error}$ and $v + \text{error}$; $v$ is the sum of two
doubles, about 106 bits. */
typedef struct {
    double_double v;
    double error;
} qvi_enclosed;

/** What $A$ and $b$ are rounded from: the problem $w^* = A^*\lambda + b^*$ that is meant.
`off`: $|A^* - A| \le$ off, spectral norm, m/(N s), INFINITY when nothing is known.
`slip`: encloses $w^*$ ($N$ numbers) at any finite $\lambda$ ($N$); false when it cannot.
`factors`: encloses $B$ and $D = A^*B$ ($N \times N$ each), a $B$ with which $D$ is known better
than $A^*$; false when it cannot, null when nobody can.
A step's own doubles are $M$, $\mathbf K$, $\mathbf C$ and the rows, and $A$ is a product
of inverses of them: a proof about $A$ alone is one about a neighbour of the step.
`step/theta_slip.h` makes one of these for a step; who has a problem of which the doubles
are the data, as a test, has null. */
typedef struct {
    const void *of;
    double off;
    bool (*slip)(const void *of, const double *lam, qvi_enclosed *w);
    bool (*factors)(const void *of, qvi_enclosed *B, qvi_enclosed *D);
} qvi_meant;

/** Rows and unknowns contact by contact: n, t (slips = 1) or n, t, o (slips = 2); $N =
\text{contacts}\,(1 + \text{slips})$. The normal rows of $b$ hold $(\Phi + \delta_n)/h$
already (the paper's $\Psi_n$), which the statement of Lemma 4 leaves out and its use puts
in. All finite, $\mu \ge 0$. Borrowed.

That $x^\top Ax > 0$ is the caller's word: it follows from (C), (D) and a step that is not
too long. What is asked here is a positive diagonal, which every method divides by; what
is proven needs $\sigma > 0$ and finds out by itself. */
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

/** The ways that a caller may ask for. A run takes the first, unless its scene names
another: it is the only one that changes its way when it fails. The second is the method
of the proof, the third the law of a scene with `directions`, the fourth finds all solutions
and takes the first, in the plane and for few contacts, since its tree has up to $4^p$
leaves. All four answer the same question in the plane; where a step
has several solutions they may answer it differently, and each is right. */
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

/** What is known of the conditions under which there is one solution. They are
inequalities between numbers that are known within a range: three answers. Where $\mu\eta$
and $\sigma$ agree to twelve digits nothing is decided; a run does not meet that, a test
with round numbers does. */
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
    double exists;         /* a solution is within it of lam, among others or
                             not; INFINITY when none is proven (qvi_exists.h) */
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
   as it was. A start changes which solution is found where there are several,
   and nothing else but time. Nothing in `out` is ever a NaN. With
   QVI_POLYHEDRAL in space the answer is that of the polygon: its residual is
   the polygon's, and bound says how far it is from the disk's. Errors: INPUT (a
   NaN or infinity, mu < 0, QVI_MODES in space), NO_SOLUTION (proven, by modes
   or by a polygon's ray), LIMIT (memory; no way came below the accepted
   residual; then `out` holds the best that was found). */
perp_status qvi_solve(const qvi_problem *p, const qvi_options *o,
                      arena *scratch, qvi_answer *out);
