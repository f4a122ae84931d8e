/**
# Least eigenvalue and norm of a matrix, proven

Doubles find them, and a factorisation whose rounding errors are counted proves
them, from both sides.

The paper's constants $\sigma_s$ and $\eta_s$ bound infima over all states; of a step they are two
numbers of its $A$, the least eigenvalue of the symmetric part and the spectral norm.
An eigenvalue routine returns them to sixteen digits, and proves nothing. Here every
bound has its reason: *below*, a Cholesky factorisation of $T - cI$ that ran to its end;
*above*, a vector with that quotient. The norm is the root of the largest eigenvalue of
$A^\top A$, with the signs turned.

For $A = \begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$, $\sigma = 3 - \sqrt 8$ and $\eta
= 3 + \sqrt 8$: the run of `cases/PKS05/nonunique_step.lua` says $0.171572875253523$ and
$5.82842712474657$ of them, `sigma` rounded down, `eta` up. The first is below $3 - \sqrt8$ by $1.7 \cdot
10^{-12}$ of it: the factorisation costs $7 \cdot 10^{-14}$ of these, the rest is what the
rounding of the step's $A$ may be (`off`).

What the constants mean for a contact alone: for $\operatorname{diag}(a, d)$ they are the
softer and the stiffer of two directions, and $\sigma/\eta$ is their ratio, whatever
friction has to do with it. That is why the finer condition asks for blocks. For a
symmetric $A$, $\eta$ is the largest eigenvalue; a force with an unsymmetric Jacobian
makes an $A$ with a skew part, which $\eta$ feels and $\sigma$ does not. */
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* below <= the number <= above, proven; mostly they differ in the last three or
   four digits, which are what the slack of a factorisation costs. */
typedef struct {
    double below, above;
} qvi_range;

/* Rounded up and down: at least, and at most, any number from which x > 0 was
   computed by so many operations with roundings of one sign. */
static inline double qvi_above(double x, int operations)
{
    return x * (1 + (operations + 2) * 0x1p-52) + 0x1p-1000;
}

static inline double qvi_below(double x, int operations)
{
    double y = x * (1 - (operations + 2) * 0x1p-52) - 0x1p-1000;
    return y > 0 ? y : 0;
}

/* The least x'Ax over |x| = 1, A n x n by rows with entries of at most one in
   size; negative where A is not definite. n = 0: [0, INFINITY]. Some dozen
   factorisations, n^3 / 6 each. Leaves the arena as it was. LIMIT (memory). */
perp_status qvi_spectrum_least(arena *a, int n, const double *A,
                               qvi_range *out);

/* The largest |Ax| over |x| = 1, A rows x cols with entries of at most one. For
   a matrix of zeros, or without rows or columns, [0, 2^-500]: above is never
   zero, so it may be divided by. LIMIT (memory). */
perp_status qvi_spectrum_norm(arena *a, int rows, int cols, const double *A,
                              qvi_range *out);
/* `above` of it alone, the same number. */
perp_status qvi_spectrum_norm_above(arena *a, int rows, int cols,
                                    const double *A, double *above);
