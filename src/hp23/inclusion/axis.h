/**
# The axis of a friction cone

HP23 2.2.1, Assumption 2: nearly all theorems of sections 3 to 5 ask that impulses of
the contacts cannot cancel, and the paper says so with a vector $d(q)$ and a number
$p(q)$. Both are computed here, for one configuration, or it is proven that there are
none.
What it is for. With such a $d$ an impulse cannot be cancelled by others: $d
\cdot \sum F_k \ge \sum \|F_k\|$. So whatever contacts do together leaves a
trace along $d$, and a solution that goes on pressing must change $v$ along $d$
without end, which its energy does not allow. That is the whole of termination,
Theorem 3, in one sentence, and of Theorem 8 for samples.

Two contacts that face each other across a body, with the normals $n$ and $-n$,
have no $d$: both $d \cdot n \ge 1$ and $-d \cdot n \ge 1$ would have to hold.
They can press on each other for ever and nothing moves, so $s$ grows and $v$
does not change; a law whose clock is $s$ then has solutions that never end.
*/
#pragma once

#include "cone/bound.h"
#include "hp23/impact/impact.h"

/* Of the cone of all impulses that d's contacts can make (directions +-d). With
   several slips a contact's cone is a polyhedron inside the round one, and d is
   about the polyhedron. What
   is printed as ||d|| is the root of `square`; 1/||d|| is the least cosine
   between d and an impulse. p has the units of J: metres are mixed with ones,
   as in the paper. Where the cone is not pointed all of them are zero. */
typedef struct {
    int nv, pointed;
    mpq_t *d;     /* nv: d.F >= |F| for every F of the cone, (24); short, and
                      the shortest but for the rounding of |g| */
    mpq_t square; /* |d|^2 */
    mpq_t p;      /* (25): |J'lambda| >= p |lambda|, p^2 exactly */
} axis;

/* Leaves nothing but out's numbers in the arena; ends with axis_clear in every
   case. pointed = 0: there is no such d. INPUT: joints. LIMIT. */
perp_status axis_find(arena *a, const step_exact *d, axis *out);
void axis_clear(axis *x);
