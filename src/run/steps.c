#include "run/steps.h"

#include <math.h>
#include <string.h>

/** Theorem 2.1 of AP02 needs $x^T\tilde M x > 0$ for all $x \ne 0$; only the
symmetric part has a say in it. A Cholesky factorisation of that part exists
exactly then (up to rounding, which this test leaves to the exact check). */
static int positive_definite(int n, const double *M, double *L)
{
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = 0.5 * (M[i * n + j] + M[j * n + i]);
            for (int k = 0; k < j; k++)
                sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0))
                return 0;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    return 1;
}

static perp_status check_mass(run_state *r, const double *Mt, double *L)
{
    const step_data *d = &r->data;
    if (!positive_definite(d->nv, d->M, L))
        return PERP_FAIL(PERP_INPUT, "the mass matrix is not positive "
                                     "definite; every direction of motion "
                                     "needs a positive kinetic energy");
    if (memcmp(Mt, d->M, (size_t)(d->nv * d->nv) * sizeof *Mt) != 0 &&
        !positive_definite(d->nv, Mt, L))
        return PERP_FAIL(PERP_INPUT,
                         "M - alpha h (F + k1v) - alpha gamma h^2 k1q is not "
                         "positive definite at h = %g; take a smaller h or "
                         "jacobians = 'zero'",
                         r->scheme.h);
    return PERP_SUCCESS;
}

/** The problem of the step in doubles, in the step's arena. */
perp_status run_pose(run_state *r, lcp_problem *p)
{
    const step_data *d = &r->data;
    p->free = alpha_gamma_free(d->nv, d->m);
    p->n = alpha_gamma_pairs(d->p, d->r);
    size_t size = (size_t)(p->free + p->n), vv = (size_t)(d->nv * d->nv);
    double *Mt = arena_take(&r->scratch, vv, sizeof *Mt);
    double *L = arena_take(&r->scratch, vv, sizeof *L);
    double *A = arena_take(&r->scratch, size * size, sizeof *A);
    double *b = arena_take(&r->scratch, size, sizeof *b);
    if (Mt == NULL || L == NULL || A == NULL || b == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *A);
    alpha_gamma_pose(&r->scheme, d, Mt, A, b);
    p->A = A;
    p->b = b;
    return check_mass(r, Mt, L);
}

perp_status run_no_solution(lcp_outcome outcome)
{
    if (outcome == LCP_RAY)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "the step's problem ends on a ray: it has no "
                         "solution that Lemke can reach");
    return PERP_FAIL(PERP_LIMIT, "the step's problem was not decided within "
                                 "the pivot limit");
}

/** A contact stays in the active set when it carried an impulse or its normal
velocity is zero; a basic $w$ is the normal velocity itself, a nonbasic one is
zero. */
static void mark_leaving(run_state *r, int free, const uint8_t *basis,
                         const double *w)
{
    for (int j = 0; j < r->data.p; j++)
        r->leaves[j] = !basis[j] && w[free + j] > 0;
}

static perp_status solve_double(run_state *r, lcp_answer *x)
{
    lcp_problem p;
    int climbed = 0;
    PERP_TRY(run_pose(r, &p));
    PERP_TRY(lcp_answer_new(&r->scratch, p.free, p.n, x));
    PERP_TRY(mlcp_solve(&p, &mlcp_defaults, &r->scratch, x, &climbed));
    r->sum->fallbacks += climbed;
    if (x->outcome != LCP_SOLVED)
        return run_no_solution(x->outcome);
    if (x->residual > r->sum->max_residual)
        r->sum->max_residual = x->residual;
    mark_leaving(r, p.free, x->basis, x->w);
    return PERP_SUCCESS;
}

/** The weighted position update

$$q^{l+1} = q^l + h\,\Gamma(q^l)\bigl((1-\gamma) v^l + \gamma v^{l+1}\bigr),$$

(4.4a) with the kinematic map of the system. For $\gamma = \alpha$ it moves along
the weighted velocity, which is (4.12b).

Implements GAP08 (4.4a), (4.12b). */
static void move(run_state *r, const double *v)
{
    const perp_system *s = r->e->sys;
    const double g = r->scheme.gamma, h = r->scheme.h;
    for (int j = 0; j < s->nv; j++)
        r->mean[j] = (1 - g) * r->v[j] + g * v[j];
    for (int i = 0; i < s->nq; i++) {
        double rate = s->has_G ? 0 : r->mean[i];
        for (int j = 0; s->has_G && j < s->nv; j++)
            rate += r->data.G[i * s->nv + j] * r->mean[j];
        r->q[i] += h * rate;
    }
    memcpy(r->v, v, (size_t)s->nv * sizeof *v);
}

perp_status run_active(run_state *r)
{
    const perp_system *s = r->e->sys;
    PERP_TRY(assemble_gaps(s, &r->work, r->q));
    active_find(&r->set, s->contacts, r->work.gap, r->tolerance);
    return PERP_SUCCESS;
}

perp_status run_step_double(run_state *r, long l)
{
    const double h = r->scheme.h;
    step_point at = {(double)l * h, (double)(l + 1) * h, r->q, r->v,
                     r->e->jacobians};
    lcp_answer x;
    PERP_TRY(run_active(r));
    PERP_TRY(assemble(r->e->sys, &r->work, &at, &r->set, &r->data));
    PERP_TRY(solve_double(r, &x));
    alpha_gamma_recover(&r->scheme, &r->data, x.z, &r->result);
    return PERP_SUCCESS;
}

perp_status run_step(run_state *r, long l)
{
    arena_mark mark = arena_here(&r->scratch);
    perp_status s;
    if (r->e->mode == EXPERIMENT_DOUBLE)
        s = run_step_double(r, l);
    else if (r->e->mode == EXPERIMENT_EXACT_CHECK)
        s = run_step_checked(r, l);
    else
        s = run_step_rational(r, l);
    arena_release(&r->scratch, mark);
    if (s.code != PERP_OK)
        return s;
    r->sum->lcps++;
    if (r->e->mode == EXPERIMENT_RATIONAL)
        run_move_exact(r);
    else
        move(r, r->result.v);
    active_keep(&r->set, r->e->sys->contacts, r->leaves);
    return PERP_SUCCESS;
}
