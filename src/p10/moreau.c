/**
# Moreau's step

P10 names it among the other roads, "time-discretization at the velocity level",
and leaves it there. perp has it to compare with: the same scene, the same law
in the limit, the same loop. The case `comparison` draws both.

With $q_m = q^n + \frac h2 v^n$ and the constraints $J$ that are closed at
$q_m$,

$$M(q_m)(v^{n+1} - v^n) = h\,g(t_n, q_m, v^n) + \sum_J r_a \nabla f_a(q_m), \quad
0 \le r_a \perp (\nabla f_a, v^{n+1} + e v^n) \ge 0,$$

and $q^{n+1} = q_m + \frac h2 v^{n+1}$. The impact law is put into each step; in
P10's scheme it comes out.

## The same problem

With $w = (v^{n+1} + e v^n)/(1+e)$, that is $v^{n+1} = -ev^n + (1+e)w$, the
equation of motion divided by $1+e$ is

$$M(w - w_y) = \sum_J \lambda_a\nabla f_a, \qquad w_y = v^n + \frac{hG}{1+e}, \qquad
\lambda = \frac r{1+e},$$

and the conditions are $0 \le \lambda \perp n w \ge 0$: the projection of $w_y$
on the cone $\{n w \ge 0\}$. The step of P10 projects on $\{f/h + n w \ge 0\}$
and recovers $V^n = eV^{n-1} + (1+e)w$. So one code serves both, with `back` $=
-e$ for $e$, other constraints in hand, and without their gaps. What is left for
this file is where the step looks, and which constraints it takes. In doubles
and in fractions alike: what is closed is asked of the numbers that the run has,
in doubles of the rounded gaps.

## The ball again

$q_0 = 1$, $v^0 = -1$, $e = \frac12$, $h = \frac3{10}$, as in paoli.c but for
$h$. $q_m$ is $\frac{17}{20}$, $\frac{11}{20}$, $\frac14$, and $-\frac1{20}$ in
the fourth step; there the floor is closed, $r = \frac32$, $v^4 = \frac12$, and
$q^4 = -\frac1{20} + \frac3{20}\cdot\frac12 = \frac1{40}$. One step turns the
velocity, where P10's needs two. The exact motion has $e(t_4 - 1) = \frac1{10}$:
here, too, the error is of first order, and comes from where in the step the
impact is. Its sign is that of chance; that of P10's scheme is always a delay,
of $2h$. Penetration is only noticed at a middle, so $q_m$ lies outside by up to
$h|v|$.

## Energy

Multiply the equation of motion without force by $v^{n+1} + ev^n$. The right
side is $\sum r_a(\nabla f_a, v^{n+1} + ev^n) = 0$, by complementarity. On the
left put $v^{n+1} + ev^n = \frac{1+e}2 (v^{n+1} + v^n) + \frac{1-e}2 (v^{n+1} -
v^n)$:

$$|v^{n+1}|_M^2 = |v^n|_M^2 - \tfrac{1-e}{1+e} |v^{n+1} - v^n|_M^2 .$$

Nothing is gained in any step, with $e = 1$ nothing lost, whatever the corner.
P10's scheme has no such line for $e > 0$ (erratum 4.14). In the example:
$\frac14 = 1 - \frac13 \cdot \frac94$.

A contact that is closed and parts is left alone, since $r = 0$ fulfils its
conditions. But they allow more than (2) does: with $e > 0$ a contact that
parted with $s > 0$ may be pushed by others to approach with $es$.

In a corner that is hit at its vertex all walls are closed at $q_m$ at once, and
the problem is literally that of paoli_law.c, with $v^n$ for $\dot q^-$ if there
is no force. So both schemes have the same law there. Beside the vertex they
take the walls one by one, if $h$ is small enough, and the angle condition
decides whether that matters.
*/
#include "p10/paoli_step.h"

#include <string.h>

/** Half a step along the velocity at hand: $q_m$ before the problem, $q^{n+1}$
behind it. */
void moreau_move(paoli_state *r)
{
    const int n = r->sys->nv;
    mpq_t t;
    if (!paoli_rational(r)) {
        for (int i = 0; i < n; i++)
            r->q[i] += r->h / 2 * r->v[i];
        return;
    }
    mpq_init(t);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, r->e->h, r->all.v[i]);
        mpq_div_2exp(t, t, 1);
        mpq_add(r->q_exact[i], r->q_exact[i], t);
        r->q[i] = mpq_get_d(r->q_exact[i]);
    }
    mpq_clear(t);
}

/** Takes in hand all that is closed at $q_m$, before anything is known of the
velocities. A contact that closes within the step and is open at its middle is
not among them, and is met in the next. No allowance: a gap that rounding leaves
at $10^{-17}$ is open, and its impact one step later, an error of the order that
the step has anyway. */
void moreau_close(paoli_state *r)
{
    r->p = 0;
    for (int j = 0; j < r->sys->contacts; j++) {
        r->held[j] =
            paoli_rational(r) ? mpq_sgn(r->all.f[j]) <= 0 : r->f[j] <= 0;
        if (r->held[j])
            r->id[r->p++] = j;
    }
}

/** $w$ is the prediction, and the projection of it when something is closed.
All gradients are evaluated, for the record of a certificate has all. */
perp_status moreau_solve(paoli_state *r)
{
    const size_t p = (size_t)r->sys->contacts;
    memset(r->impulse, 0, p * sizeof *r->impulse);
    memset(r->basis, 0, p);
    memcpy(r->w, r->predicted, (size_t)r->sys->nv * sizeof *r->w);
    PERP_TRY(paoli_rows(r, r->q, r->rows));
    return r->p > 0 ? paoli_solve_held(r) : PERP_SUCCESS;
}
