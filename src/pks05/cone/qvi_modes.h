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
*/
#pragma once

#include "lcp/enumerate/enumerate.h"
#include "pks05/cone/qvi_polygon.h"

/* The step as a choice of modes; and all its solutions. A face is a polytope of
   solutions that share a choice, mostly a point; a face with more is a
   continuum and its vertices are among the points. */
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
