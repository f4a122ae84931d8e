#include "ap02/curvature.h"

/** ## A rule without derivatives

The rule of Broyden, Fletcher, Goldfarb and Shanno: the least change of $W$ that
maps $u$ to $y$, the change of the gradient along $u$,

$$W \mathrel{+}= \frac{y y^T}{u^T y} - \frac{W u\,(W u)^T}{u^T W u}.$$

The subproblem says that the gradient before the step, with the new multipliers,
was $-W u$; so $y = W u + r$ with the gradient $r$ behind it. Nothing has to be
evaluated for it that the conditions of optimality do not need anyway.

Behind it $W u$ is $y$: the second term takes all of $W$ along $u$ away, $W u -
W u (u^T W u)/(u^T W u) = 0$, and the first puts $y$ there. What $W$ says of
directions that are conjugate to $u$ and to $y$ is kept. $W$ stays positive
definite when $u^T y > 0$: what is left of $W$ after the second term is a form
that vanishes along $u$ only, and the first term is positive there.

A Lagrangian may curve downwards beside its constraints; then $r$ is shortened
until $u^T y = u^T W u / 5$, as Powell does. With one unknown, $W = 1$ and $u = 1$:
$r = \frac12$ gives $W = \frac32$, the secant; $r = -2$ says that the curvature is
$-1$, is shortened to $-\frac45$, and leaves $W = \frac15$. A subproblem with the
curvature $-1$ would have no minimum; with $\frac15$ it has one five times farther
away in that direction, as long as no constraint is in the way.

A step of no length teaches nothing: below $u^T W u = 2^{-200}$ the quotients would
be of two numbers that are rounding, or zero. */
void curvature_learn(int n, double *W, const double *u, double *left,
                     double *work)
{
    double uWu = 0, ur = 0, damped = 1;
    for (int j = 0; j < n; j++) {
        work[j] = 0;
        for (int k = 0; k < n; k++)
            work[j] += W[j * n + k] * u[k];
        uWu += u[j] * work[j];
        ur += u[j] * left[j];
    }
    if (!(uWu > 0x1p-200))
        return;
    if (ur < -0.8 * uWu)
        damped = -0.8 * uWu / ur;
    for (int j = 0; j < n; j++)
        left[j] = work[j] + damped * left[j]; /* y */
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            W[j * n + k] += left[j] * left[k] / (uWu + damped * ur) -
                            work[j] * work[k] / uWu;
}
