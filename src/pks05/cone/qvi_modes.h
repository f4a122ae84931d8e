/**
# Planar contacts by modes: all solutions, and whether there can be several

The paper proves one solution for small $\mu$ and says nothing of larger ones. In the
plane everything can be known: each contact is open, sticks, or slips one way or the
other, the problem is linear within a choice, and there are $4^p$ choices. Two
questions are answered in fractions.

*Which solutions has this $b$?* `qvi_modes_find`: all of them, with a tree that proves
that there is no other. *Can any $b$ have several?* `qvi_planar_unique`: the signs of
$4^p$ determinants. The first is about a step, the second about a compliance, a geometry
and a $\mu$. For $A = \begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$ and $b = (1, 4)$ the
first says one solution for $\mu < \frac23$, the second says that beyond $\frac12$ some
$b$ has more.

**Two contacts are not twice one.** Let

$$A = \begin{bmatrix} 2 & 1 & 0 & 1 \\ 1 & 3 & 0 & 0 \\
0 & 0 & 2 & 1 \\ 1 & 0 & 1 & 3 \end{bmatrix},$$

rows n, t of the first, n, t of the second, positive definite (leading minors 2, 5, 10,
19). Each contact alone has $\mu < A_{nn}/|A_{nt}| = 2$. Of the sixteen determinants,
written with the mode of the first and of the second contact, open o, stick s, slip
forward f (the force is $-\mu\lambda_n$) and backward b,

| | o | s | f | b |
|---|---|---|---|---|
| o | 1 | 5 | $2 - \mu$ | $2 + \mu$ |
| s | 5 | 19 | $10 - 5\mu$ | $10 + 5\mu$ |
| f | $2 - \mu$ | $8 - 5\mu$ | $(2 - \mu)^2$ | $4 - \mu^2$ |
| b | $2 + \mu$ | $8 + 5\mu$ | $4 - \mu^2$ | $(2 + \mu)^2$ |

the first to vanish is $8 - 5\mu$, at $\mu = \frac85$: the first contact slips while the
second sticks, and by $A_{14}$ what the second holds against it comes back into its own
normal row. So there is one solution for every $b$ exactly when $\mu < \frac85$. */
#pragma once

#include "lcp/enumerate/enumerate.h"
#include "pks05/cone/qvi_polygon.h"

/** The step as a choice of modes; and all its solutions. A face is a polytope of
solutions that share a choice, mostly a point; a face with more is a continuum and its
vertices are among the points. For the example of `qvi.h` there are three faces, each a
point; for $\mu = \frac12$ and $b = (0, 1)$ slip forward holds for every $\lambda =
\lambda_n(1, -\frac12)$ with $0 \le \lambda_n \le 2$, since $w_n = 0$ and $w_t = 1 -
\frac12\lambda_n$: a segment with the end points $(0, 0)$ and $(2, -1)$, which is what a
zero determinant looks like. */
typedef struct {
    choices_system system; /* unknowns lam, N of them */
    enumeration all;       /* its faces and the tree that proves them */
    int points;            /* different vertices of the faces */
    mpq_t *point;          /* points x N, borrowed order: that of the faces */
    int continua;          /* faces of more than one point */
} qvi_modes;

/* All solutions of the planar step, in fractions, complete: every one lies in a
   face of `all`, and enumerate_check can be asked about the tree. x'Ax > 0
   makes the faces bounded. Given back with qvi_modes_free, also after an error.
   Errors: INPUT (not planar), LIMIT. */
perp_status qvi_modes_find(arena *a, const qvi_exact_problem *p,
                           qvi_modes *out);
void qvi_modes_free(qvi_modes *m);

enum { QVI_PLANAR_CONTACTS = 5 }; /* 4^5 determinants */

/* HOLDS: proven that the planar step with this A and mu has one solution for
   every b. FAILS: proven that for some b it has several. UNDECIDED: x'Ax > 0
   is not so, or more than QVI_PLANAR_CONTACTS contacts. Errors: INPUT (not
   planar), LIMIT (memory). */
perp_status qvi_planar_unique(arena *a, const qvi_exact_problem *p,
                              qvi_verdict *out);

/* Different answers found, in the order in which they were found: the first is
   the one that the solver gives from zero. */
typedef struct {
    int found, starts;
    double *lam; /* found x N */
} qvi_search;

/* Newton from zero and from `starts` places, the same ones every time, in the
   size of the forces that A and b allow; answers that differ by less than 1e-8
   of the largest force are one. At most `most` are kept. Arrays in the arena.
   Errors: INPUT, LIMIT (memory). */
perp_status qvi_search_all(arena *a, const qvi_problem *p, int starts, int most,
                           qvi_search *out);
