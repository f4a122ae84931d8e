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

#include <math.h>
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

/** ## What a proof says of the middle

Level L2 of a certificate asks the formulas at the real $q_m = q^n + \frac h2 v^n$ of the stored
numbers, and `q` is a double near it: half of $hv$ is exact but for underflow, a product and a sum are
rounded once each, by $2^{-53}$ of their results, so $2^{-52}(|q_m| + |hv|)$ is more than both. That much every
formula is asked aside of the double, too; what comes out is the radius of the node, and it is larger than
that of a step whose place is a double.

The rest of the record is as it stands in `r` until the next step; the gradients are those that are
written, which of linear gaps are the first node's. The arrays of the place are copied, because
`advance` moves `q` and `v` on before the record is written: a record ends with where the step
has come to.

For the ball above in its fourth step, $q = \frac14$, $v = -1$, $h = \frac3{10}$: the double of $q_m$ is within
$2^{-52}(\frac1{20} + \frac3{10})$ of what is meant, and with a gap of slope 1 the radius is about that, $8 \cdot 10^{-17}$ m. */
typedef struct {
    radius_node node;
    step_data d;
    step_point at;
} middle_room;

perp_status moreau_middle(paoli_state *r, radius_node **out)
{
    const perp_system *s = r->sys;
    const size_t v = (size_t)s->nv, p = (size_t)s->contacts;
    middle_room *m = arena_take(&r->scratch, 1, sizeof *m);
    double *x = arena_take(&r->scratch, 3 * v + p * v, sizeof *x);
    int *id = arena_take(&r->scratch, 2 * p + 1, sizeof *id);
    if (m == NULL || x == NULL || id == NULL)
        return PERP_NO_MEMORY((3 + p) * v * sizeof *x);
    double *off = x + 2 * v, *n = x + 3 * v;
    memcpy(x, r->q, v * sizeof *x);
    memcpy(x + v, r->v, v * sizeof *x);
    for (size_t i = 0; i < v; i++)
        off[i] = 0x1p-52 * (fabs(r->q[i]) + fabs(r->h * r->v[i])) + 0x1p-1000;
    for (size_t i = 0; i < p * v; i++)
        n[i] = mpq_get_d(r->all.n[i]);
    for (size_t j = 0; j < p; j++)
        id[j] = (int)j;
    mpq_set_si(r->time, r->n, 1);
    mpq_mul(r->time, r->time, r->e->h);
    m->d = (step_data){.nv = s->nv, .p = s->contacts, .M = r->M, .n = n,
                       .slip_at = id + p};
    m->at = (step_point){.t0 = r->t, .q = x, .v = x + v};
    m->node = (radius_node){
        .of = {.s = s, .at = &m->at, .t0 = r->time, .id = id, .d = &m->d,
               .jump = 1, .off = off},
        .g = r->g, .gap = r->f};
    *out = &m->node;
    return PERP_SUCCESS;
}
