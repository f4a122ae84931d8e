#include "drive/paoli_step.h"
#include "solve/mlcp.h"

#include <math.h>
#include <string.h>

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void set_input(paoli_state *r, const double *q, const double *v)
{
    size_t nv = (size_t)r->sys->nv;
    memcpy(r->work.in, q, nv * sizeof *q);
    memcpy(r->work.in + nv, v, nv * sizeof *v);
    r->work.in[2 * nv] = r->t;
}

/** $M(q^n)$, factored, and the Coriolis force added to $g$. A constant $M$ is
factored once: a step then costs what its force costs. */
static perp_status evaluate_mass(paoli_state *r)
{
    const int v = r->sys->nv;
    const tape *t = &r->sys->inertia;
    if (r->steady && r->n > 0)
        return PERP_SUCCESS;
    PERP_TRY(tape_f64(t, r->work.in, r->work.work, r->work.out));
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++)
            r->M[i * v + j] = r->work.out[i < j ? i * v + j : j * v + i];
    for (int i = 0; r->sys->has_F && i < v; i++)
        r->g[i] += dot(v, r->work.out + v * (v + i), r->v);
    return paoli_factor(r->M, &r->metric);
}

/** Force, mass and the prediction at $(t_n, q^n, V^{n-1})$; the gaps of $q^n$.
In the first step the force counts half. */
perp_status paoli_evaluate(paoli_state *r)
{
    r->t = (double)r->n * r->h;
    set_input(r, r->q, r->v);
    PERP_TRY(tape_f64(&r->sys->force, r->work.in, r->work.work, r->g));
    PERP_TRY(evaluate_mass(r));
    for (int i = 0; i < r->sys->nv; i++)
        r->g[i] *= paoli_share(r);
    paoli s = {r->n == 0 ? 0 : r->e_run, r->h};
    paoli_data d = {.nv = r->sys->nv, .g = r->g, .v = r->v};
    paoli_predict(&s, &d, &r->metric, r->predicted);
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->q));
    memcpy(r->f, r->work.gap, (size_t)r->sys->contacts * sizeof *r->f);
    return PERP_SUCCESS;
}

/** The gradients of all gaps at a point. */
perp_status paoli_rows(paoli_state *r, const double *at, double *rows)
{
    const perp_system *s = r->sys;
    const size_t v = (size_t)s->nv;
    set_input(r, at, r->v);
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
enters a problem. */
static int take_violated(paoli_state *r, const double *w)
{
    const int v = r->sys->nv;
    int came = 0;
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        double value = r->f[j], size = fabs(value);
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

static void see_angle(paoli_state *r, const double *A)
{
    int a, b;
    if (r->angle.step == 0 && r->p > 1 &&
        !paoli_angle(r->e_run, r->p, A, &a, &b))
        r->angle = (paoli_sighting){r->n + 1, r->id[a], r->id[b]};
}

/** The problem of the constraints in hand. */
static perp_status solve_held(paoli_state *r)
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
        f[k] = r->f[r->id[k]];
    }
    paoli s = {r->n == 0 ? 0 : r->e_run, r->h};
    paoli_data d = {r->sys->nv, r->p, r->g, r->v, f, n};
    paoli_pose(&s, &d, &r->metric, r->w, B, A, f + p);
    lcp_problem problem = {0, r->p, A, f + p};
    PERP_TRY(lcp_answer_new(&r->scratch, 0, r->p, &x));
    r->sum->lcps++;
    PERP_TRY(mlcp_solve(&problem, &mlcp_defaults, &r->scratch, &x, &climbed));
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
larger set that lies in $K$ is the projection on $K$. */
static perp_status project_flat(paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv * sizeof *r->w;
    memset(r->held, 0, (size_t)r->sys->contacts);
    memset(r->impulse, 0, (size_t)r->sys->contacts * sizeof *r->impulse);
    memset(r->basis, 0, (size_t)r->sys->contacts);
    memcpy(r->w, r->predicted, v);
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && take_violated(r, r->w) > 0) {
        arena_mark here = arena_here(&r->scratch);
        memcpy(r->w, r->predicted, v);
        s = solve_held(r);
        arena_release(&r->scratch, here);
    }
    return s;
}

/** Every constraint by its tangent at `at`: $f(c) + n\cdot(q - c)$ is what a
constraint with this gradient would be at $q^n$. */
static perp_status linearise(paoli_state *r)
{
    const int v = r->sys->nv;
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->at));
    PERP_TRY(paoli_rows(r, r->at, r->rows));
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        r->f[j] = r->work.gap[j];
        for (int i = 0; i < v; i++)
            r->f[j] += row[i] * (r->q[i] - r->at[i]);
    }
    return PERP_SUCCESS;
}

/** From one starting point: linearise every constraint there, project, go to
the answer, and again until it stands still. The fixed points are those of the
curved problem. Near a solution the error shrinks by about the depth of the
prediction times the curvature of the constraint, $O(h)$, in each round.
*done = 0 when it does not stand still in ROUNDS, or the linearised problem has
no solution. */
enum { ROUNDS = 60 };

static perp_status descend(paoli_state *r, const double *from, int *done)
{
    const int v = r->sys->nv;
    *done = 0;
    memcpy(r->at, from, (size_t)v * sizeof *from);
    for (int k = 0; k < ROUNDS && !*done; k++) {
        double moved = 0, size = 0;
        PERP_TRY(linearise(r));
        perp_status s = project_flat(r);
        if (s.code == PERP_NO_SOLUTION)
            return PERP_SUCCESS;
        PERP_TRY(s);
        for (int i = 0; i < v; i++) {
            double z = r->q[i] + r->h * r->w[i];
            moved = fmax(moved, fabs(z - r->at[i]));
            size = fmax(size, fmax(fabs(r->q[i]), fabs(z)));
            r->at[i] = z;
        }
        *done = moved <= 0x1p-46 * size;
    }
    return PERP_SUCCESS;
}

/** $\|y - Z\|_M^2 / h^2$. */
static double distance(const paoli_state *r)
{
    const int v = r->sys->nv;
    double sum = 0;
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++)
            sum += (r->w[i] - r->predicted[i]) * r->M[i * v + j] *
                   (r->w[j] - r->predicted[j]);
    return sum;
}

/** Argmin over a curved $K$ may be a set, and what SQP finds depends on where
it starts. Two starts are tried: $Z^{n-1}$, the last point of $K$, and the
prediction $y$ itself. The nearer answer is $Z^n$; when both are equally near
(one part in $2^{40}$) the one from $Z^{n-1}$ is taken, on whose side the motion
was. Which answer it was is made the last one, so that `rows`, `f` and the
impulses belong to it. */
static perp_status project_curved(paoli_state *r, const double *y)
{
    const size_t v = (size_t)r->sys->nv * sizeof(double);
    const double *start[2] = {r->Z, y};
    double away[2] = {0, 0};
    int done[2];
    for (int k = 0; k < 2; k++) {
        PERP_TRY(descend(r, start[k], &done[k]));
        away[k] = done[k] ? distance(r) : (double)INFINITY;
        if (k == 0)
            memcpy(r->best, r->at, v);
    }
    if (!done[0] && !done[1])
        return PERP_FAIL(PERP_LIMIT, "the projection on K does not converge: h "
                                     "|u| is too large for the curvature of "
                                     "its boundary");
    if (away[0] <= away[1] * (1 + 0x1p-40))
        PERP_TRY(descend(r, r->best, &done[0]));
    return PERP_SUCCESS;
}

/** A normal that turns by more than a right angle between $Z^{n-1}$ and $Z^n$
means that a step was as long as the obstacle is thick: it may have passed
through. `rows` are the gradients at $Z^n$, up to the last round. */
static void see_tunnel(paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv, all = (size_t)r->sys->contacts * v;
    for (int j = 0; j < r->sys->contacts && r->tunnel.step == 0; j++)
        if (dot((int)v, r->old_rows + (size_t)j * v,
                r->rows + (size_t)j * v) < 0)
            r->tunnel = (paoli_sighting){r->n + 1, j, j};
    memcpy(r->old_rows, r->rows, all * sizeof *r->rows);
}

static int inside(const paoli_state *r)
{
    for (int j = 0; j < r->sys->contacts; j++)
        if (!(r->work.gap[j] >= 0))
            return 0;
    return 1;
}

/** $Z^n$ as r->w, and what pushed. When $y$ lies in $K$ nothing does. */
perp_status paoli_project(paoli_state *r)
{
    const int v = r->sys->nv;
    if (r->flat)
        return project_flat(r);
    double *y = arena_take(&r->scratch, (size_t)v, sizeof *y);
    if (y == NULL)
        return PERP_NO_MEMORY(v);
    for (int i = 0; i < v; i++)
        y[i] = r->at[i] = r->q[i] + r->h * r->predicted[i];
    PERP_TRY(linearise(r));
    if (!inside(r)) {
        PERP_TRY(project_curved(r, y));
    } else {
        memcpy(r->w, r->predicted, (size_t)v * sizeof *y);
        memset(r->held, 0, (size_t)r->sys->contacts);
        memset(r->impulse, 0, (size_t)r->sys->contacts * sizeof *y);
        memset(r->basis, 0, (size_t)r->sys->contacts);
        r->p = 0;
    }
    see_tunnel(r);
    return PERP_SUCCESS;
}

static void advance(paoli_state *r)
{
    double e = r->n == 0 ? 0 : r->e_run;
    for (int i = 0; i < r->sys->nv; i++) {
        if (r->e->mode == EXPERIMENT_DOUBLE)
            r->V[i] = e * r->v[i] + (1 + e) * r->w[i];
        r->Z[i] = r->q[i] + r->h * r->w[i];
        r->q[i] += r->h * r->V[i];
        r->v[i] = r->V[i];
    }
}

/** Implements P10 (scheme). */
perp_status paoli_step(paoli_state *r)
{
    arena_mark here = arena_here(&r->scratch);
    perp_status s = PERP_SUCCESS;
    if (paoli_rational(r))
        s = paoli_evaluate_exact(r);
    else
        s = paoli_evaluate(r);
    if (s.code == PERP_OK && !paoli_rational(r))
        s = paoli_project(r);
    if (s.code == PERP_OK && r->e->mode == EXPERIMENT_EXACT_CHECK)
        paoli_copy_exact(r);
    if (s.code == PERP_OK && r->e->mode != EXPERIMENT_DOUBLE)
        s = paoli_prove(r);
    if (s.code == PERP_OK && !paoli_rational(r))
        advance(r);
    arena_release(&r->scratch, here);
    r->n++;
    return s;
}
