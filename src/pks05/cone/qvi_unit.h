/**
# A step in units of its own

Friction has no unit, so the law of a contact does not change with those of the problem: $A
\to 2^iA$, $b \to 2^jb$ takes $\lambda$ to $2^{j-i}\lambda$ and $w$ to $2^jw$, whatever the scene
counts in. So the solver works with entries of about one, where a tolerance is a pure
number and nothing overflows, and a power of two there and back costs no digit.

The ball of `step/theta.h` has $A = 0.0919 = 0.735 \cdot 2^{-3}$, $b = -1.01 = -0.505
\cdot 2^1$: its force counts in $2^{1 + 3} = 16$ N, and $10.99$ N are $0.687$.

What it is good for: a scene in mm and tonnes, or one of a nanometre, meets the same
tolerances, and a force of $10^{-200}$ N is no zero to a test like `most > 0`. What it is
not: equilibration. A patch whose normal is a hundred times stiffer than its tangent keeps
that in its $A$. */
#pragma once

#include "pks05/cone/qvi.h"

/** The problem in its own units and the way back: $\lambda = 2^{of\_b - of\_A}\lambda_u$,
$w = 2^{of\_b}w_u$. Where a number of $A$ or $b$ would underflow on the way, `lossless` is
false, and no distance and no uniqueness is claimed of the given problem. `meant` is
`given` seen through the same change of units; its `off` scales like $A$. */
typedef struct {
    qvi_problem p;   /* in its own units */
    long of_A, of_b; /* A = 2^of_A p.A, b = 2^of_b p.b */
    bool lossless;
    const qvi_meant *given; /* in the caller's units */
    qvi_meant meant;
    double *lam; /* N: room */
} qvi_unit;

/* The problem in units in which its largest entries are about one; arrays in
   the arena, p's are borrowed. *out must stay where it is. LIMIT (memory). */
perp_status qvi_unit_new(arena *a, const qvi_problem *p, qvi_unit *out);
