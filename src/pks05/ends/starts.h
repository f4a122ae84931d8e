/**
# All starts with prescribed ends

In the plane, with an affine force and flat contacts, $M$, $\mathbf K$, $\mathbf C$,
$\mathbf\Gamma$ are constant and a step is piecewise linear in its state: for each list of
modes (open, stick, slip one way, slip the other) the equations are linear, and they hold
where the inequalities of the modes do. So is a run of $N$ steps, and so is its end as a
function of the start. With one unknown $s$, $v(0) = a + s\,d$, the whole real line is cut
into finitely many intervals on each of which $x(T)$ is affine in $s$, and all starts that
have the prescribed end are found by solving one linear equation on each.

**One unknown.** Of the $n_v$ rows of `ends` all but one speak of the start alone. They
give the line $a + s\,d$, and $s$ is the velocity that they leave free. In one dimension
there is no such row and $s = v(0)$. Two unknowns would ask for polygons in the place of
intervals; that is left out, and refused.

**What is complete.** Every $s$ of the line, and at each $s$ every motion: where a step has
several solutions each is followed, so that two pieces may lie over one $s$. A start is
listed when one of its motions ends as prescribed. The numbers are the scene's own, in
fractions, and nothing is rounded.

**What stays undecided.** A list of modes whose equations are singular has no or
infinitely many forces. It is none where the equations contradict each other; elsewhere
the interval is `undecided`, and the list of starts is not complete. */
#pragma once

#include "pks05/ends/pieces.h"
#include "pks05/run/compliant.h"

/* `points`: one for each isolated start, rising; `continua`: intervals on which
   each s is a start; `open`: undecided. Their pieces have no states (size 0).
   `line`: a, then d, nv each. */
typedef struct {
    int nv;
    int free;  /* the velocity that is s */
    long over; /* pieces of the line behind the last step */
    mpq_t *line;
    pieces points, continua, open;
    arena a;
} starts;

/* Finds them. INPUT: more than one unknown, not planar, too many contacts,
   numbers that depend on the state where they must not. LIMIT: more than
   e->ends.most pieces (0: 20000), memory. To be given
   back with starts_free, also after an error. */
perp_status starts_find(const experiment *e, starts *out);
void starts_free(starts *x);

/* v = a + s d: nv numbers, initialised by the caller. */
void starts_velocity(const starts *x, mpq_srcptr s, mpq_t *v);
