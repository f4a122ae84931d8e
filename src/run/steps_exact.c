#include "active/event.h"
#include "run/steps.h"
#include "scheme/compression.h"

#include <string.h>

static void truncate_all(double *to, const mpq_t *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = mpq_get_d(from[i]); /* toward zero */
}

/** What is stored of an exact step: every number truncated toward zero, so
that for a diagonal $M$ the stored velocity never has more kinetic energy than
the exact one. */
static void store(run_state *r)
{
    const step_result_exact *x = &r->result_exact;
    truncate_all(r->result.x, (const mpq_t *)x->x, r->exact.nv);
    truncate_all(r->result.v, (const mpq_t *)x->v, r->exact.nv);
    truncate_all(r->result.cn, (const mpq_t *)x->cn, r->exact.p);
    truncate_all(r->result.f, (const mpq_t *)x->f, r->exact.r);
    truncate_all(r->result.cnu, (const mpq_t *)x->cnu, r->exact.m);
}

static int stored_as(const double *stored, const mpq_t *exact, int n)
{
    for (int i = 0; i < n; i++)
        if (stored[i] != mpq_get_d(exact[i]))
            return 0;
    return 1;
}

/** The verdict on a step, from the claimed solution, the primary data and the
stored doubles: the problem is solved exactly, the balances hold exactly, and
what is stored is what was proven. */
static int proven(run_state *r, const lcp_exact_problem *p,
                  const lcp_exact_answer *x)
{
    step_result_exact *y = &r->result_exact;
    if (lcp_exact_check(p, x).code != PERP_OK)
        return 0;
    alpha_gamma_recover_exact(&r->scheme_exact, &r->exact, (const mpq_t *)x->z,
                              y);
    if (r->collided &&
        compression_check(&r->exact, (const mpq_t *)x->z).code != PERP_OK)
        return 0;
    return alpha_gamma_check(&r->scheme_exact, &r->exact, (const mpq_t *)x->z,
                             y)
                   .code == PERP_OK &&
           stored_as(r->result.x, (const mpq_t *)y->x, r->exact.nv) &&
           stored_as(r->result.v, (const mpq_t *)y->v, r->exact.nv) &&
           stored_as(r->result.cn, (const mpq_t *)y->cn, r->exact.p) &&
           stored_as(r->result.f, (const mpq_t *)y->f, r->exact.r) &&
           stored_as(r->result.cnu, (const mpq_t *)y->cnu, r->exact.m);
}

/** The exact rungs on the problem already posed in `room`: the proposed basis,
solved exactly; when it is wrong, exact Lemke. */
static perp_status prove(run_state *r, const lcp_exact_problem *p,
                         const uint8_t *basis, long l)
{
    const step_data *d = &r->data;
    lcp_exact_answer x;
    int fallback = 0;
    PERP_TRY(lcp_exact_answer_new(&r->scratch, p->free, p->n, &x));
    perp_status s = mlcp_prove(p, basis, &r->scratch, &x, &fallback);
    if (s.code == PERP_OK && x.outcome != LCP_SOLVED)
        s = run_no_solution(x.outcome);
    if (s.code == PERP_OK) {
        r->sum->fallbacks += fallback;
        for (int j = 0; j < d->p; j++)
            r->leaves[j] = mpq_sgn(x.w[p->free + j]) > 0;
        alpha_gamma_recover_exact(&r->scheme_exact, &r->exact,
                                  (const mpq_t *)x.z, &r->result_exact);
        store(r);
        if (r->e->tamper != NULL)
            r->e->tamper(r->e->user, l, &x, r->result.cn);
        r->sum->steps_proven += proven(r, p, &x);
    }
    lcp_exact_answer_clear(p->free, p->n, &x);
    return s;
}

static perp_status pose_exact(run_state *r, lcp_exact_problem *p)
{
    p->free = alpha_gamma_free(r->exact.nv, r->exact.m);
    p->n = alpha_gamma_pairs(r->exact.p, r->exact.r);
    PERP_TRY(run_room(&r->room, p->free + p->n));
    alpha_gamma_pose_exact(&r->scheme_exact, &r->exact, r->room.A, r->room.b);
    p->A = (const mpq_t *)r->room.A;
    p->b = (const mpq_t *)r->room.b;
    return PERP_SUCCESS;
}

/** The double answer only proposes a basis; if doubles fail, none is
proposed and exact Lemke starts cold. */
static perp_status propose(run_state *r, const uint8_t **basis)
{
    mlcp_options options = mlcp_defaults;
    lcp_problem p;
    lcp_answer x;
    int climbed = 0;
    options.only_double = 1;
    PERP_TRY(run_pose(r, &p));
    PERP_TRY(lcp_answer_new(&r->scratch, p.free, p.n, &x));
    PERP_TRY(mlcp_solve(&p, &options, &r->scratch, &x, &climbed));
    *basis = x.outcome == LCP_SOLVED ? x.basis : NULL;
    if (*basis != NULL && x.residual > r->sum->max_residual)
        r->sum->max_residual = x.residual;
    return PERP_SUCCESS;
}

perp_status run_solve_checked(run_state *r, long l)
{
    const uint8_t *basis;
    lcp_exact_problem p;
    PERP_TRY(propose(r, &basis));
    assemble_copy(&r->data, &r->exact);
    PERP_TRY(pose_exact(r, &p));
    return prove(r, &p, basis, l);
}

/** Rounded twins of the exact data, from which doubles propose a basis. */
static void round_data(const step_exact *from, step_data *to)
{
    const int v = from->nv;
    to->p = from->p;
    to->r = from->r;
    truncate_all(to->M, (const mpq_t *)from->M, v * v);
    truncate_all(to->F, (const mpq_t *)from->F, v * v);
    truncate_all(to->kq, (const mpq_t *)from->kq, v * v);
    truncate_all(to->kv, (const mpq_t *)from->kv, v * v);
    truncate_all(to->k0, (const mpq_t *)from->k0, v);
    truncate_all(to->k1, (const mpq_t *)from->k1, v);
    truncate_all(to->nu, (const mpq_t *)from->nu, from->m * v);
    truncate_all(to->n, (const mpq_t *)from->n, from->p * v);
    truncate_all(to->d, (const mpq_t *)from->d, from->r * v);
    truncate_all(to->mu, (const mpq_t *)from->mu, from->p);
    truncate_all(to->v, (const mpq_t *)from->v, v);
    memcpy(to->slip_at, from->slip_at,
           (size_t)(from->p + 1) * sizeof *to->slip_at);
}

/** Where the cubic of the trial step is at the fraction $s$, without rounding:
$q^l + h\Gamma(W\bar v + (s - W)v)$. At $s = 1$ it is (4.4a). */
void run_position_exact(const run_state *r, mpq_srcptr s, mpq_t *q)
{
    const perp_system *sys = r->e->sys;
    const mpq_t *to = (const mpq_t *)r->result_exact.v;
    mpq_t t, mean, W;
    mpq_inits(t, mean, W, NULL);
    event_path_exact(r->e->gamma, s, W);
    for (int i = 0; i < sys->nq; i++)
        mpq_set(q[i], r->q_exact[i]);
    for (int j = 0; j < sys->nv; j++) {
        mpq_sub(mean, to[j], r->v_exact[j]);
        mpq_mul(mean, mean, W);
        mpq_mul(t, r->v_exact[j], s);
        mpq_add(mean, mean, t); /* W vbar + (s - W) v */
        mpq_mul(mean, mean, r->e->h);
        for (int i = 0; i < sys->nq; i++) {
            if (!sys->has_G && i != j)
                continue;
            mpq_set(t, mean);
            if (sys->has_G)
                mpq_mul(t, t, r->exact.G[i * sys->nv + j]);
            mpq_add(q[i], q[i], t);
        }
    }
    mpq_clears(t, mean, W, NULL);
}

perp_status run_assemble_exact(run_state *r)
{
    run_time_exact(r, r->t0);
    mpq_add(r->t1, r->t0, r->e->h);
    step_point_exact at = {r->t0, r->t1, (const mpq_t *)r->q_exact,
                           (const mpq_t *)r->v_exact, r->e->jacobians};
    PERP_TRY(assemble_exact(r->e->sys, &r->work, &at, &r->set, &r->exact));
    round_data(&r->exact, &r->data);
    return PERP_SUCCESS;
}

perp_status run_solve_rational(run_state *r, long l)
{
    const uint8_t *basis;
    lcp_exact_problem p;
    PERP_TRY(propose(r, &basis));
    PERP_TRY(pose_exact(r, &p));
    return prove(r, &p, basis, l);
}
