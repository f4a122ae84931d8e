/**
# A step, from the tapes to $q^{n+1}$

The slide with (scheme), run. paoli.c has the algebra of one projection; here is
what surrounds it: where each datum is evaluated, which constraints take part,
what is kept for the next step.

| | evaluated at | why |
|---|---|---|
| $g$ | $t_n$, $q^n$, $V^{n-1}$ | explicit; the slides leave it open (erratum 4.11) |
| $M$ | $q^n$ | the metric of (scheme) |
| $f$, $\nabla f$ of a polyhedron | $q^n$ | linear: the same everywhere |
| $f$, $\nabla f$ of a curved $K$ | where a round stands | paoli_descend.c |

The velocity for $g$ is the backward difference, the only one that exists before
the step is made; with $M = M(q^n)$ known, $G^n = M^{-1}g$ is a solution, not an
inverse. Forces quadratic in the velocity are in $g$, as on the slides, where
the equation is $M\ddot q = g(t, q, \dot q)$: for a pendulum in two angles they
come from `F`, and are added with $V^{n-1}$.

**The first step** is no exception. $q^1 \in \operatorname{Argmin}_{Z \in
K}|q_0 + hu_0 + hz(h) - Z|$ is (scheme) with $e = 0$, $V^{-1} = u_0$ and
$h^2G^0$ replaced by $hz(h)$. The slides ask only for $z(h) \to 0$. With $z = 0$
a ball falling with $G = -2$ from rest has $q^n = q_0 - n(n-1)h^2$, half a step
late at all times; with $z = hG^0/2$ it has $q_0 - n^2h^2$, the parabola itself.
So step 0 counts the force half, and `paoli_share` and `paoli_restitution` say
so in one place for both arithmetics.

**Constraints in hand.** Of hundreds of walls a step meets one or two, and the
problem of those is what should be solved. Let $H$ be a set of constraints and
$K_H \supseteq K$ what they leave. The nearest point of $K_H$, *if it lies in
$K$*, is that of $K$: no point of the smaller set can be nearer. So a step
begins with those that the prediction violates, projects, and takes in what the
answer violates, until nothing is. Why the prediction alone does not tell: $K =
\{x_2 \ge 0, \frac45 x_1 - \frac35 x_2 \ge 0\}$, $y = (-\frac1{10}, -1)$. The
second wall has $-\frac8{100} + \frac{60}{100} > 0$ at $y$. The projection on
the floor is $(-\frac1{10}, 0)$, and there the second has $-\frac8{100}$: now it
comes in, and $Z = 0$. What is in hand stays, with $\lambda = 0$ where it is not
needed, so at most as many rounds as constraints.

**What is kept**: $q^{n+1} = q^n + hV^n$, $V^n$, and $Z^n$ for the lemmas and as
a start over a curved $K$. Everything else is made anew. Cost without contact:
the tape of the force, one solution with $M$, a product of length $v$ for each
constraint.
*/
#include "lcp/solve/mlcp.h"
#include "number/dense.h"
#include "p10/paoli_curved.h"

#include <math.h>
#include <string.h>

static void set_input(paoli_state *r, const double *q, const double *v)
{
    size_t nv = (size_t)r->sys->nv;
    memcpy(r->work.in, q, nv * sizeof *q);
    memcpy(r->work.in + nv, v, nv * sizeof *v);
    r->work.in[2 * nv] = r->t;
}

/** What an evaluation costs: its operations, and its outputs. `operations` of
`--json` counts those of tapes, of gaps, of the metric and of Newton's method
over a curved $K$; Lemke's are not in it. */
static double tape_cost(const tape *t)
{
    double sum = t->outputs;
    for (uint32_t k = 0; k < t->runs; k++)
        sum += t->run[k].to - t->run[k].from;
    return sum;
}

/** $M(q^n)$, factored, and the Coriolis force added to $g$. A constant $M$ is
factored once: a step then costs what its force costs. The output of the tape is
$M$ and behind it, if there is one, $F$ with the force $F(q, v)v$; both $v
\times v$. The upper triangle is taken for both, so that a rounding in one of
two equal entries leaves $M$ symmetric. (In fractions unequal entries are an
error.) A system with $F$ is never steady, so $F$ is never skipped. */
static perp_status evaluate_mass(paoli_state *r)
{
    const int v = r->sys->nv;
    const tape *t = &r->sys->inertia;
    if (r->steady && r->n > 0)
        return PERP_SUCCESS;
    r->operations += tape_cost(t);
    PERP_TRY(tape_f64(t, r->work.in, r->work.work, r->work.out));
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++)
            r->M[i * v + j] = r->work.out[i < j ? i * v + j : j * v + i];
    for (int i = 0; r->sys->has_F && i < v; i++)
        r->g[i] += dense_dot(v, r->work.out + v * (v + i), r->v);
    return paoli_factor(r->M, &r->metric);
}

/** Force, mass and the prediction at $(t_n, q^n, V^{n-1})$; the gaps of $q^n$.
In the first step the force counts half. */
perp_status paoli_evaluate(paoli_state *r)
{
    r->t = (double)r->n * r->h;
    set_input(r, r->q, r->v);
    r->operations += tape_cost(&r->sys->force);
    PERP_TRY(tape_f64(&r->sys->force, r->work.in, r->work.work, r->g));
    PERP_TRY(evaluate_mass(r));
    for (int i = 0; i < r->sys->nv; i++)
        r->g[i] *= paoli_share(r);
    paoli s = paoli_numbers(r);
    paoli_data d = {.nv = r->sys->nv, .g = r->g, .v = r->v};
    paoli_predict(&s, &d, &r->metric, r->predicted);
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->q));
    memcpy(r->f, r->work.gap, (size_t)r->sys->contacts * sizeof *r->f);
    return PERP_SUCCESS;
}

/** The gradients of all gaps at a point: `rows` (contacts x nv), those of the
scene first, by the tape of all of them at once, then those of pairs of bodies.
For a polyhedron once in a run, at $q_0$; for Moreau's step at each middle; for
a curved $K$ wherever a round stands. */
perp_status paoli_rows(paoli_state *r, const double *at, double *rows)
{
    const perp_system *s = r->sys;
    const size_t v = (size_t)s->nv;
    set_input(r, at, r->v);
    r->operations += tape_cost(&s->row);
    if (s->scene_contacts > 0)
        PERP_TRY(tape_f64(&s->row, r->work.in, r->work.work, r->work.out));
    for (int j = 0; j < s->scene_contacts; j++)
        memcpy(rows + (size_t)j * v, r->work.out + s->row_at[j],
               v * sizeof *rows);
    for (int i = 0; i < s->bindings; i++)
        for (uint32_t k = 0; k < s->binding[i].pairs->n; k++) {
            size_t j = (size_t)s->pair_at[i] + k;
            PERP_TRY(binding_row(s->binding[i].pairs, k, at, (uint32_t)v,
                                 r->work.work, r->work.row));
            memcpy(rows + j * v, r->work.row, v * sizeof *rows);
        }
    return PERP_SUCCESS;
}

/** Takes in hand every constraint that $w$ violates by more than rounding.
Returns how many came. A contact that no step of this run comes near never
enters a problem. The allowance is a part of $2^{-48}$, a few roundings, of what
the sum is made of: a wall along which the prediction runs has the value 0 up to
that, and is no reason for a problem. */
static int take_violated(paoli_state *r, const double *w)
{
    const int v = r->sys->nv;
    int came = 0;
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        double value = r->f[j], size = fabs(value);
        r->operations += r->held[j] ? 0 : 2 * v;
        for (int i = 0; i < v && !r->held[j]; i++) {
            value += r->h * row[i] * w[i];
            size += r->h * fabs(row[i] * w[i]);
        }
        if (!r->held[j] && value < -0x1p-48 * size) {
            r->held[j] = 1;
            came++;
        }
    }
    r->p = 0;
    for (int j = 0; j < r->sys->contacts; j++)
        if (r->held[j])
            r->id[r->p++] = j;
    return came;
}

/** (angle), in the matrix of a problem that is at hand: entries $(\nabla f_a,
M^{-1}\nabla f_b)$, if the metric is that of $M$. The $e$ is that of the run in
step 0, too. */
static void see_angle(paoli_state *r, const double *A)
{
    int a, b;
    if (r->angle.step == 0 && r->p > 1 && r->model == &r->metric &&
        !paoli_angle(r->e_run, r->p, A, &a, &b))
        r->angle = (paoli_sighting){r->n + 1, r->id[a], r->id[b]};
}

static void name_held(void *user, int i, char *text, size_t room)
{
    const paoli_state *r = user;
    snprintf(text, room, "impulse of contact %.80s; its constraint",
             r->sys->contact_name[r->id[i]]);
}

/** The problem is counted, and written when it is asked for: q, or p when that
is null. */
perp_status paoli_posed(paoli_state *r, const lcp_problem *p,
                        const lcp_exact_problem *q)
{
    const posed_what what = {.run = r->e->name,
                             .kind = "a projection of the step",
                             .row = r->n + 1,
                             .t = r->t,
                             .numbers = q != NULL
                                            ? "exact, of the run's fractions"
                                            : "the doubles that were solved",
                             .name = name_held,
                             .user = r};
    if (!posed_due(r->e->posed))
        return PERP_SUCCESS;
    return q != NULL ? posed_write(r->e->posed, &what, q)
                     : posed_write_doubles(r->e->posed, &what, p);
}

/** The problem of the constraints in hand, p of them, posed in r->model around
the prediction in r->w, which the solution then moves. For Moreau's step the
gaps are 0: a velocity is projected on a cone. The matrix is finite or the step
ends here; $M$ has been factored, so what may overflow are gradients and $f/h$.

No solution means $\{f/h + nw \ge 0\}$ is empty. Over a polyhedron this cannot
be: $Z^{n-1}$ lies in it, or $q_0$, which `admissible` has looked at. The
tangents of a curved $K$ may do it, and paoli_descend.c goes on from there. The
angle condition is looked at in this matrix, when it is that of $M$ and not of a
round. */
perp_status paoli_solve_held(paoli_state *r)
{
    const size_t p = (size_t)r->p, v = (size_t)r->sys->nv;
    double *n = arena_take(&r->scratch, p * v, sizeof *n);
    double *B = arena_take(&r->scratch, p * v, sizeof *B);
    double *A = arena_take(&r->scratch, p * p, sizeof *A);
    double *f = arena_take(&r->scratch, 2 * p, sizeof *f);
    lcp_answer x;
    int climbed = 0;
    if (n == NULL || B == NULL || A == NULL || f == NULL)
        return PERP_NO_MEMORY(p * (v + p) * sizeof *A);
    for (size_t k = 0; k < p; k++) {
        memcpy(n + k * v, r->rows + (size_t)r->id[k] * v, v * sizeof *n);
        f[k] = r->moreau ? 0 : r->f[r->id[k]];
    }
    paoli s = paoli_numbers(r);
    paoli_data d = {r->sys->nv, r->p, r->g, r->v, f, n};
    paoli_pose(&s, &d, r->model, r->w, B, A, f + p);
    lcp_problem problem = {0, r->p, A, f + p};
    PERP_TRY(lcp_finite(&problem, r->h));
    PERP_TRY(lcp_answer_new(&r->scratch, 0, r->p, &x));
    r->sum->lcps++;
    PERP_TRY(paoli_posed(r, &problem, NULL));
    mlcp_options options = mlcp_defaults;
    options.limits = r->e->limits;
    PERP_TRY(mlcp_solve(&problem, &options, &r->scratch, &x, &climbed));
    r->sum->fallbacks += climbed;
    if (x.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "the constraints leave no point to project on");
    if (x.residual > r->sum->max_residual)
        r->sum->max_residual = x.residual;
    see_angle(r, A);
    paoli_recover(&s, &d, B, x.z, r->w, r->V);
    memset(r->impulse, 0, (size_t)r->sys->contacts * sizeof *r->impulse);
    memset(r->basis, 0, (size_t)r->sys->contacts);
    for (size_t k = 0; k < p; k++) {
        r->impulse[r->id[k]] = x.z[k];
        r->basis[r->id[k]] = x.basis[k];
    }
    return PERP_SUCCESS;
}

/** The projection on the linear (or linearised) constraints. It starts with
those that the prediction violates, and takes in more as long as the solution
violates more. Constraints are only added, so this ends; and a projection on a
larger set that lies in $K$ is the projection on $K$.

Over a curved $K$ it starts with those that pushed last, too: rounds are many, and
who pushes changes in few of them. Which set it starts with does not matter for where
it ends. */
perp_status paoli_project_flat(paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv * sizeof *r->w;
    int first = 0;
    for (int j = 0; j < r->sys->contacts; j++)
        first += r->held[j] = !r->flat && !r->moreau && r->impulse[j] > 0;
    memset(r->impulse, 0, (size_t)r->sys->contacts * sizeof *r->impulse);
    memset(r->basis, 0, (size_t)r->sys->contacts);
    memcpy(r->w, r->aim, v);
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && take_violated(r, r->w) + first > 0) {
        first = 0;
        arena_mark here = arena_here(&r->scratch);
        memcpy(r->w, r->aim, v);
        s = paoli_solve_held(r);
        arena_release(&r->scratch, here);
    }
    return s;
}

/** $Z^n$ as r->w, and what pushed. In fractions paoli_prove.c does
both, or paoli_curved.c. */
perp_status paoli_project(paoli_state *r)
{
    return r->flat ? paoli_project_flat(r) : paoli_nearest(r);
}

/** To the next step. In plain doubles V is made from w here, since a step
without contact has posed no problem and has no V; with `--exact-check` V is the
truncated exact one and stays. In Moreau's step the positions move by the second
half of h. */
static void advance(paoli_state *r)
{
    const paoli s = paoli_numbers(r);
    for (int i = 0; i < r->sys->nv; i++) {
        if (r->e->mode == EXPERIMENT_DOUBLE)
            r->V[i] = s.back * r->v[i] + (1 + s.e) * r->w[i];
        r->Z[i] = r->q[i] + r->h * r->w[i];
        r->q[i] += r->moreau ? 0 : r->h * r->V[i];
        r->v[i] = r->V[i];
    }
    if (r->moreau)
        moreau_move(r);
}

/** The record of a step: $M$, $g$, $f$, $\nabla f$ of all contacts, impulses,
$V^n$ and $q^{n+1}$, and $w$ where there is an exact one; perp-check asks Lemma
2 of them with code of its own, and of a run in fractions the estimates; of
Moreau's step its own conditions. In doubles it holds what the run computed;
else the exact data and solution, with the state as the next step has it. */
static void certify(const paoli_state *r, const radius_node *two)
{
    const int rational = paoli_rational(r);
    certificate_node y = {.nv = r->sys->nv, .contacts = r->sys->contacts,
                          .two = two};
    if (r->e->mode == EXPERIMENT_DOUBLE) {
        y.M = r->M;
        y.g = r->g;
        y.f = r->f;
        y.n = r->rows;
        y.impulse = r->impulse;
    } else {
        y.M_exact = (const mpq_t *)r->all.M;
        y.g_exact = (const mpq_t *)r->all.g;
        y.f_exact = (const mpq_t *)r->all.f;
        y.n_exact = (const mpq_t *)r->all.n;
        y.w = (const mpq_t *)r->w_exact;
        y.impulse_exact = (const mpq_t *)r->impulse_exact;
    }
    y.V_exact = rational ? (const mpq_t *)r->V_exact : NULL;
    y.q_exact = rational ? (const mpq_t *)r->q_exact : NULL;
    y.V = rational ? NULL : r->V;
    y.q = rational ? NULL : r->q;
    certificate_step(r->e->cert, &y);
}

/** One step, in the three modes of a run: in doubles evaluate, project,
advance; with `--exact-check` the doubles propose, and paoli_prove.c solves and
stores before the advance; in fractions it does all three. A step of Moreau has
half of its motion before the evaluation, so that "q" in all that follows is its
middle.

Implements P10 (scheme). */
perp_status paoli_step(paoli_state *r)
{
    if (r->moreau)
        moreau_move(r);
    arena_mark here = arena_here(&r->scratch);
    radius_node *two = NULL;
    perp_status s = PERP_SUCCESS;
    if (r->curved != NULL)
        s = paoli_curved_step(r);
    else if (paoli_rational(r))
        s = paoli_evaluate_exact(r);
    else
        s = paoli_evaluate(r);
    if (s.code == PERP_OK && r->moreau)
        moreau_close(r);
    if (s.code == PERP_OK && !paoli_rational(r))
        s = r->moreau ? moreau_solve(r) : paoli_project(r);
    if (s.code == PERP_OK && r->e->mode == EXPERIMENT_EXACT_CHECK)
        paoli_copy_exact(r);
    if (s.code == PERP_OK && r->e->mode != EXPERIMENT_DOUBLE &&
        r->curved == NULL)
        s = paoli_prove(r);
    if (s.code == PERP_OK && r->e->cert != NULL &&
        r->e->cert->level == CERTIFICATE_L2)
        s = moreau_middle(r, &two);
    if (s.code == PERP_OK && !paoli_rational(r))
        advance(r);
    if (s.code == PERP_OK)
        certify(r, two);
    arena_release(&r->scratch, here);
    r->n++;
    return s;
}
