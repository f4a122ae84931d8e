/**
# The law of contact and friction, asked of a run's forces

Whoever found the forces of a run's steps, they either obey (7) and (9) or miss
them by a number.

(7) is a minimum over a disc, (9) what it comes to, and Proposition 1 says that for
given $q, v, \lambda_n, \delta$ it is one convex programme for all contacts together.
The reason is that the slip, as a function of the tangential forces, is a gradient: $s_T
= \hat C_{TT}\lambda_T + \dots$ with $\hat C_{TT}$ symmetric. For a step the matrix is
that of (16), $A_{TT}$, which contains what the force does to the velocity as well, and
is a gradient when $\tilde M$ is symmetric (erratum 3.23); the variational inequality,
which is what is solved, needs no symmetry.

The problem of each step is posed again from the table, and the
table's forces are put into it with the judge of `cone/qvi_check.h`; beside this stand
the friction that Proposition 1 gives for the same normal forces, and the largest $\mu$
that the steps' own matrices would allow in Lemma 4. `perp hypotheses` prints them
as `Prop1` and `Lemma4`.

| case | share | the friction of (11) is within | $\sigma/\eta$ of the steps | $\sigma_s/\eta_s$ |
|---|---|---|---|---|
| `ball` | $1.0 \cdot 10^{-16}$ | 0 N | 0.989 | 0.989 |
| `pushed_block` | $2.5 \cdot 10^{-9}$ | $4.4 \cdot 10^{-16}$ N | 0.526 | 0.450 |
| `rotating_push` | $6.2 \cdot 10^{-9}$ | $1.1 \cdot 10^{-15}$ N | 0.526 | 0.429 |
| `coupled_patch` | $3.7 \cdot 10^{-9}$ | $3.6 \cdot 10^{-15}$ N | 0.456 | 0.151 |

The last column is what the paper's proof composes of (A) to (D), in `compliant_bounds.c`,
and is never better: it adds the largest part of one matrix to the largest of another
where the step has their sum.

How small a share has to be. In the example of `cone/qvi.h` let the slipping force be $(1, -1 +
\epsilon)$. Of the faults `least` is the worst, about $2\epsilon$ W², and forces and slips
have the sizes $\sqrt2$ and $|(4, 11)| = 11.7$: the share is $\sqrt{2\epsilon}/16.6$. It
reaches $2^{-20}$ at $\epsilon = 1.2 \cdot 10^{-10}$ N. So *met* means that forces are
right to some ten digits here, and that rounding, $\epsilon = 10^{-16}$, is far below it,
at $8.5 \cdot 10^{-10}$. */
#pragma once

#include "pks05/run/compliant.h"
#include "pks05/cone/qvi_check.h"

/** The worst of all steps; with no step `lemma4` and `contraction` are INFINITY. The
shares of two steps are compared as they are, each over its own forces. The faults keep
their units (N, m/s, W, N², W, W²); `lemma4` and `contraction` are coefficients of
friction and have none. */
typedef struct {
    qvi_faults
        faults;      /* exactly those of the doubles A, b, lambda, rounded up */
    double share;    /* of a fault, over the size of forces and slips; half the
                        digits are asked for, since (9) compares squares */
    double friction; /* N: |lambda_T - that of (11)|, lambda_n as it is */
    double lemma4,
        contraction; /* the least mu for which they give uniqueness */
} compliant_law;

static inline int compliant_law_obeyed(double share)
{
    return share < 0x1p-20;
}

/* From the table of a run of e in doubles: each step's problem is posed again
   and its forces are put into it. Costs per step N^2 products of fractions,
   a small Newton solution, and two eigenvalues. Errors: those of
   compliant_state_new, LIMIT (memory, h too long). */
perp_status compliant_law_of(const experiment *e, const trace *t,
                             compliant_law *out);
