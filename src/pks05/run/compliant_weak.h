/**
# What is left of Definition 2 on a run

PKS05's notion of a solution, asked of the interpolants of a computed run: the
straight lines through its states, and the forces constant in each step. These are
the $\hat x^h$ and $\hat\lambda^h$ of Theorem 9, whose limits are shown to be a weak solution. A run
with $h > 0$ is none: what is left is measured, a number for each line of the
definition, and how it falls with $h$ is what Theorem 9 looks like from outside.

For `cases/PKS05/ball.lua`:

| | $h = 1/500$ | $h = 1/1000$ |
|---|---|---|
| `rate` | $1.55 \cdot 10^{-3}$ | $0.79 \cdot 10^{-3}$ |
| `law` | $3.27 \cdot 10^{-2}$ | $1.67 \cdot 10^{-2}$ |
| `contact` | $4.6 \cdot 10^{-7}$ | $0.5 \cdot 10^{-7}$ |
| `leaves` | $1.99 \cdot 10^{-3}$ | $1.00 \cdot 10^{-3}$ |
| `force` | $34.1$ | $34.7$ |

`motion` is rounding there, because the force is constant: (15) is the integral of
(1) over a step, and the difference is in where $f$ and $\mathbf\Gamma$ are taken.
*/
#pragma once

#include "pks05/run/compliant.h"

/* All but `force` tend to 0 with h for runs that tend to a solution. */
typedef struct {
    double
        motion;  /* (a): max over t of |int_0^t M v' - f - rows' lambda|, N s */
    double rate; /* (a): max |q(t) - q(0) - int Gamma v| */
    double law;  /* (a): max |int_0^t C delta' + K delta - lambda|, N s */
    double inside;   /* (b): max -(Phi + delta_n), m */
    double contact;  /* (b): |int lambda_n (Phi + delta_n)|, N m s */
    double friction; /* (c): what the best admissible force would dissipate
                        beyond lambda, integrated, N m */
    double leaves; /* (34): max |Phi(q(t)) - Phi(q^j) - h rows_n v^theta|, m */
    double force;  /* (35): max |lambda|, N */
} compliant_weak;

/* From the table of a run of e in doubles. */
perp_status compliant_weak_of(const experiment *e, const trace *t,
                              compliant_weak *out);
