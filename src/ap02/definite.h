/**
# Is the matrix of a step positive definite, and for which h would it be?

The matrices of both papers' steps are of one form, $M - a h A - b h^2 B$: with
GAP08, $A = F + \tilde k_{1v}$, $B = \tilde k_{1q}$, $a = \alpha$, $b =
\alpha\gamma$; with AP02's linearly implicit step $a = b = 1$. What the theorems
ask for is $x^T (\cdot) x > 0$ for all $x \ne 0$: only the symmetric part has a
say.

AP02's section 2.2 is about this. With $M$ positive definite the matrix of (10) is
so for all small $h$; whether for large ones, too, depends on the force. It is for
potentials that are convex and damping that grows with the velocity, and for
springs and dampers with the Jacobians (30), (31). It need not be for a force that
a scene writes with its exact Jacobians; a step whose matrix fails is refused,
because Theorem 2.1 says nothing about it, and the refusal names an $h$ that does.

Eigenvalues with positive real parts, which make the unconstrained method stable,
are not enough. The paper's example $\begin{bmatrix} 1 & 100 \\ 0 & 1 \end{bmatrix}$
has both eigenvalues at 1 and the form $x_1^2 + 100 x_1 x_2 + x_2^2$, which is $-98$
at $(1, -1)$. It comes from the force $(-100 v_2, 0)$ at $h = 1$. For any $h$ the
symmetric part, twice, is $\begin{bmatrix} 2 & 100h \\ 100h & 2 \end{bmatrix}$ with
the pivots 2 and $2 - 5000h^2$: definite for $h < \frac1{50}$. The double nearest to
$\frac1{50}$ lies above it, and is refused; the next smaller one is the answer.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

typedef struct {
    int n;
    const double *M, *A, *B; /* n x n by rows, finite; null A or B: zero */
    double a, b;             /* weights, finite; h is in s */
} definite_family;

/* *yes = 1 when the symmetric part at h is positive definite, else 0. Decided
   in exact arithmetic about the doubles given, h finite. Neither M nor the
   others need be symmetric. Cost: about n^3 / 6 products and as many divisions
   of fractions, whose length grows with n. Error: memory; leaves the arena as
   it was. */
perp_status definite_at(arena *a, const definite_family *f, double h, int *yes);

/* A double *h < most at which the matrix is proven positive definite while at
   the next larger double it is proven not to be. Requires that it is not at
   `most` > 0. *h = 0: not at any positive double that was asked, so M itself is
   to blame. When B = 0 all smaller h are admissible, too: the admissible
   ones are an interval, since the form is linear in h. With B a smaller one may
   fail, and is not looked for. */
perp_status definite_largest(arena *a, const definite_family *f, double most,
                             double *h);
