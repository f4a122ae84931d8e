/**
# Is the matrix of a step positive definite, and for which h would it be?

The matrices of both papers' steps are of one form, $M - a h A - b h^2 B$: with
GAP08, $A = F + \tilde k_{1v}$, $B = \tilde k_{1q}$, $a = \alpha$, $b =
\alpha\gamma$; with AP02's linearly implicit step $a = b = 1$. What the theorems
ask for is $x^T (\cdot) x > 0$ for all $x \ne 0$: only the symmetric part has a
say.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

typedef struct {
    int n;
    const double *M, *A, *B; /* n x n, finite; null A or B: zero */
    double a, b;
} definite_family;

/* *yes = 1 when the symmetric part at h is positive definite, else 0. Decided
   in exact arithmetic about the doubles given. */
perp_status definite_at(arena *a, const definite_family *f, double h, int *yes);

/* A double *h < most at which the matrix is proven positive definite while at
   the next larger double it is proven not to be. Requires that it is not at
   `most` > 0. *h = 0: not at any positive double that was asked, so M itself is
   to blame. When B = 0 all smaller h are admissible, too: the admissible
   ones are an interval, since the form is linear in h. With B a smaller one may
   fail, and is not looked for. */
perp_status definite_largest(arena *a, const definite_family *f, double most,
                             double *h);
