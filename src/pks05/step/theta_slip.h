/**
# The slip of a step's own numbers

`theta_pose` computes A and b in doubles, with rounding: the inverses in them
lose as many digits as the matrices are ill conditioned. Here
$s^*(\lambda) = A^*\lambda + b^*$ is enclosed, the slip that the doubles of
`theta_data` mean.

It is what a proof about the step needs. At the solution a slip is zero where a
contact sticks, the sum of numbers that cancel; if $A$ is off by a share of
$10^{-10}$, then so is $A\lambda$, and a distance computed from the rounded problem would
be about another step. Two things are handed on in `meant` (`cone/qvi.h`): how far
$A$ can be from $A^*$, for the constants $\sigma$ and $\eta$ of Lemma 4, and the slip of any
force, with a radius.

The means are old ones: an approximate inverse $V$ of $B$, $E = I - VB$ bounded in
doubles, and $B^{-1} = (I - E)^{-1}V$. For $B = 3$ and $V$ the double next to $\frac13$, $E =
2^{-54}$, and $V$ is $B^{-1}$ within $2^{-54}/(1 - 2^{-54})$ of itself. No matrix is factored
with intervals, which would blow up with $n$. Where $\|E\|$ is above one half
nothing is claimed: with condition numbers of $10^{16}$, or data beyond $2^{\pm200}$.
*/
#pragma once

#include "pks05/cone/qvi.h"
#include "pks05/step/theta.h"

/* B z = y with B known up to a little, and an approximate inverse of it. most
   bounds the error of a solution entry by entry, all the error of A in the
   spectral norm. V of hK + C is the S of theta_posed, V of Mt is made anew,
   since theta_pose keeps only Mt^{-1} times the rows. */
typedef struct {
    int n;
    qvi_enclosed *B; /* n x n */
    const double *V; /* n x n */
    double most,
        all; /* of I - V B: row sums, Frobenius; INFINITY: no inverse */
    double *size, *to;  /* n each: room */
    qvi_enclosed *left; /* n: room */
} theta_system;

typedef struct {
    const theta_data *d;
    qvi_enclosed share;  /* (1 - theta) h */
    theta_system HC, Mt; /* hK + C; M - h (1 - theta) J */
    double *V;           /* nv x nv: about Mt^{-1} */
    qvi_enclosed *x, *y; /* R; nv: room */
    qvi_meant meant;     /* for qvi_problem; of is this */
} theta_slip;

/* From a step and what theta_pose made of it; both, and the arena's room, are
   borrowed as long as *out is used, which must stay where it is. meant.off is
   INFINITY when an inverse is not certain, or numbers are not between 2^-200
   and 2^200 in size. LIMIT (memory). */
perp_status theta_slip_of(const theta_data *d, const theta_posed *posed,
                          arena *a, theta_slip *out);
