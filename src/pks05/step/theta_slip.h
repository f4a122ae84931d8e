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

How much is lost, and got back, is seen on Hilbert's matrices in the place of $h\mathbf K +
\mathbf C$, with $\theta = 1$, $\lambda$ a column of ones, and $S$ computed by
`theta_factor` and `theta_solve`. The exact slip is the solution $x$ of $(h\mathbf K +
\mathbf C)\,x = \lambda$ for the entries as doubles have them:

| size | largest entry of $x$ | $\|E\|_\infty$ | error of $S\lambda$ | error when mended twice |
|---|---|---|---|---|
| 4 | 180 | $1.6 \cdot 10^{-13}$ | $6.3 \cdot 10^{-12}$ | $1.7 \cdot 10^{-25}$ |
| 6 | 6300 | $2.1 \cdot 10^{-10}$ | $3.8 \cdot 10^{-8}$ | $5.0 \cdot 10^{-19}$ |
| 8 | $2.2 \cdot 10^5$ | $3.2 \cdot 10^{-7}$ | $1.5 \cdot 10^{-2}$ | $1.1 \cdot 10^{-9}$ |

(The third column is of the exact $E$, which `residue` bounds within one or two hundred
times. The last one is mended in fractions; in double-doubles it cannot be below
$10^{-32}$ of the sums.) A distance that took $S\lambda$ for the slip at size 8 would be
wrong by 15 mm/s, while the residual of the rounded problem is as small as ever.

What is enclosed are the doubles of the data, not what the scene meant by them: that $h =
0.001$ is no thousandth, or that a gap was rounded when it was evaluated, is not seen here
([what is proven in a step](../../../doc/40-PKS05.md#what-is-proven-in-a-step)). */
#pragma once

#include "pks05/cone/qvi.h"
#include "pks05/step/theta.h"

/** $Bz = y$ with $B$ known up to a little, and an approximate inverse of it. `most`
bounds the error of a solution entry by entry, `all` the error of $A$ in the spectral
norm. $V$ of $h\mathbf K + \mathbf C$ is the $S$ of `theta_posed`, $V$ of $\tilde M$ is
made anew, since `theta_pose` keeps only $\tilde M^{-1}$ times the rows. The entries of
$B$ are numbers with a radius because $hK_{ij} + C_{ij}$ is no double: product and sum are
kept with twice the digits, and the radius, some $2^{-101}$ of their sizes, is what even
those have lost. */
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
