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

**What the numbers are made of.** With constant matrices the defects of a step are known,
because the scheme's own equations can be put for the force:

$$\int \hat q' - \Gamma\hat v = h\,(v^\theta - \tfrac12(v^j + v^{j+1})) = h(\tfrac12 - \theta)\,\Delta v, \qquad
\int \mathbf C\hat\delta' + \mathbf K\hat\delta - \hat\lambda = -\tfrac h2\,\mathbf K\,\Delta\delta .$$

They add up to $h(\frac12 - \theta)(v(t) - v^0)$ and $-\frac h2\mathbf K(\delta(t) -
\delta^0)$, so `rate` is zero for $\theta = \frac12$, and `law` is half a step times the
largest elastic force that was built up: of first order for every $\theta$, since the
compliance is implicit in all of them. The block of `cases/PKS05/pushed_block.lua` ($h =
10^{-3}$) slips at $\mu mg = 3$ N: `law` is $\frac h2 \cdot 3 = 0.0015$ N s. Its push
$5t$ acts in the scheme at the end of each step and in the integral in the middle: $5
\cdot \frac h2$ N too much for one second, and `motion` is $0.0025$ N s. Both are the
numbers of its run.

`contact` has, of a step with affine gaps, $\frac h2\lambda_n^{j+1}(\Phi + \delta_n)^j$,
because the surface is closed at the end of a step that pushes: only steps in which a
contact closes count. The ball closes twice in half a second: in its first step, where it
already touches, and in step 201 with $\lambda = 0.33597$ N, above a gap of $0.30064$ mm.
So the number at $h = 10^{-3}$ is $\frac h2\lambda(\Phi + \delta)$ of that one step, $5.05
\cdot 10^{-8}$ N m s, and how it falls with $h$ is a matter of where in the step the
surfaces meet: not evenly.

For `cases/PKS05/pushed_block.lua` all lines that are not zero halve with $h$:

| | $h = 1/250$ | $h = 1/500$ | $h = 1/1000$ |
|---|---|---|---|
| `motion` | 0.0100 | 0.0050 | 0.0025 |
| `rate` | $8.10 \cdot 10^{-4}$ | $4.03 \cdot 10^{-4}$ | $2.01 \cdot 10^{-4}$ |
| `law` | 0.0060 | 0.0030 | 0.0015 |
| `friction` | $1.02 \cdot 10^{-3}$ | $5.31 \cdot 10^{-4}$ | $2.74 \cdot 10^{-4}$ |

A motion that is wrong in one column is betrayed by the line that the column belongs to,
at every $h$:

| wrong | is seen in | because |
|---|---|---|
| $\lambda_n$ too large by three tenths | `motion` | the momentum does not come from it |
| $\lambda_t$ halved | `friction` | another force would dissipate more |
| $v$ too fast by a tenth | `rate` | the positions do not follow |
| the body sunk into the floor | `inside` | the surface is on the wrong side |
| $\delta_t$ halved | `law` | spring and damper do not make this force |

`rate` is $\frac h2$ times the largest change of the velocity, 0.402 m/s at the end of the
push. `friction` compares the force, which is the implicit one of the step's end, with the
slip by $\mathbf C^{-1}$ at the middle: erratum 3.24 says that these differ by $O(h)$. */
#pragma once

#include "pks05/run/compliant.h"

/** All but `force` tend to 0 with $h$ for runs that tend to a solution. That they are
small for one $h$ proves nothing; that they halve with $h$, and keep on halving, is what a
wrong motion does not do: each line is betrayed by another fault. `motion` and `law` are
lengths of vectors with all velocities and all rows in them, so an angle's N m s is added
to a mass point's N s. */
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

/* Beside a run of e in doubles: a walk that is told of its rows, each when it
   is in the table, from row 0 on. The columns delta.* and lam.* have to be
   there. The first error is kept, and told by compliant_weak_end, which leaves
   zeros then. Errors: those of compliant_state_new, LIMIT (memory). Free takes
   null, too. */
typedef struct compliant_weak_walk compliant_weak_walk;
perp_status compliant_weak_begin(arena *a, const experiment *e, const trace *t,
                                 compliant_weak_walk **out);
void compliant_weak_row(compliant_weak_walk *k, int row);
perp_status compliant_weak_end(const compliant_weak_walk *k,
                               compliant_weak *out);
void compliant_weak_free(compliant_weak_walk *k);
