/**
# AP02's steps by hand

The paper's problems written from its own formulas, entry by entry over the
rationals: with the springs in the mass and in the force, as it has them. And a
random step with springs, solved exactly.
*/
#pragma once

#include "ap02/spring.h"
#include "lcp/solve/mlcp.h"
#include "step_random.h"

/* AP02's (30), (31) are all the Jacobians there are. */
static inline void no_jacobians(step_data *d)
{
    memset(d->kq, 0, (size_t)(d->nv * d->nv) * sizeof(double));
    memset(d->kv, 0, (size_t)(d->nv * d->nv) * sizeof(double));
}

typedef struct {
    step_random step;
    posed x;            /* our problem */
    lcp_exact_answer y; /* its solution */
    lcp_claim claim;
} solved_step;

static inline void solved_make(solved_step *s, const alpha_gamma *scheme,
                               step_random_sizes z)
{
    int fallback = 0;
    step_random_copy(&s->step, z);
    posed_make(&s->x, &s->step, scheme);
    lcp_exact_problem *p = &s->x.p;
    CHECK(lcp_exact_answer_new(&s->step.a, p->free, p->n, &s->y).code ==
              PERP_OK,
          "memory");
    CHECK(mlcp_prove(p, NULL, &s->step.a, &s->y, &fallback).code == PERP_OK &&
              s->y.outcome == LCP_SOLVED,
          "not solved");
    CHECK(lcp_claim_new(&s->step.a, p->free, p->n, &s->claim).code == PERP_OK,
          "memory");
    lcp_claim_of(&s->y, &s->claim);
}

static inline void solved_free(solved_step *s)
{
    lcp_claim_clear(&s->claim);
    lcp_exact_answer_clear(s->x.p.free, s->x.p.n, &s->y);
    posed_free(&s->x);
    step_random_free(&s->step);
}

/* The paper's problem: size = nv + joints (and links) + 2p + 2r. */
typedef struct {
    int free, n, links; /* links: the springs, in (34), else 0 */
    mpq_t *A, *b, t;
    const step_exact *d;
    mpq_srcptr h;
} by_hand;

static inline mpq_ptr hand_at(by_hand *x, int i, int j)
{
    return x->A[i * (x->free + x->n) + j];
}

static inline void hand_add(by_hand *x, mpq_ptr to, mpq_srcptr a, mpq_srcptr b)
{
    mpq_mul(x->t, a, b);
    mpq_add(to, to, x->t);
}

/* x'a of one row */
static inline void hand_dot(by_hand *x, const mpq_t *a, const mpq_t *y,
                            mpq_ptr to)
{
    mpq_set_ui(to, 0, 1);
    for (int j = 0; j < x->d->nv; j++)
        hand_add(x, to, a[j], y[j]);
}

/* (32), (33): K a a' on the left, -h gamma phi a on the right; (7): the whole
   force on the right. */
static inline void hand_springs(by_hand *x, step_form form)
{
    const step_exact *d = x->d;
    mpq_t K, f, av;
    mpq_inits(K, f, av, NULL);
    for (int s = 0; s < d->s; s++) {
        const mpq_t *a = (const mpq_t *)d->a + s * d->nv;
        mpq_mul(f, d->stiffness[s], d->phi[s]); /* gamma phi */
        mpq_mul(K, d->stiffness[s], x->h);
        mpq_add(K, K, d->damping[s]);
        mpq_mul(K, K, x->h); /* h^2 gamma + h delta */
        if (form == STEP_EXPLICIT) {
            hand_dot(x, a, (const mpq_t *)d->v, av);
            hand_add(x, f, d->damping[s], av);
            mpq_set_ui(K, 0, 1);
        }
        mpq_mul(f, f, x->h);
        for (int i = 0; i < d->nv; i++) {
            hand_add(x, x->b[i], f, a[i]);
            for (int j = 0; j < d->nv; j++) {
                mpq_mul(av, a[i], a[j]);
                hand_add(x, hand_at(x, i, j), K, av);
            }
        }
    }
    mpq_clears(K, f, av, NULL);
}

/* M - h F - h kv - h^2 kq, with K_c = -F, and -(M v + h k - h kv v); (7) has
   only M on the left and h F v on the right. */
static inline void hand_motion(by_hand *x, step_form form)
{
    const step_exact *d = x->d;
    mpq_t c;
    mpq_init(c);
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(c, x->h, d->k0[i]);
        mpq_sub(x->b[i], x->b[i], c);
        for (int j = 0; j < d->nv; j++) {
            const int ij = i * d->nv + j;
            mpq_neg(c, d->M[ij]);
            hand_add(x, x->b[i], c, d->v[j]);
            mpq_add(hand_at(x, i, j), hand_at(x, i, j), d->M[ij]);
            mpq_neg(c, x->h);
            mpq_mul(c, c, d->F[ij]);
            if (form == STEP_EXPLICIT) {
                hand_add(x, x->b[i], c, d->v[j]);
                continue;
            }
            mpq_add(hand_at(x, i, j), hand_at(x, i, j), c);
            mpq_mul(c, x->h, d->kv[ij]);
            mpq_sub(hand_at(x, i, j), hand_at(x, i, j), c);
            hand_add(x, x->b[i], c, d->v[j]); /* k-hat: -kv v */
            mpq_mul(c, x->h, d->kq[ij]);
            mpq_mul(c, c, x->h);
            mpq_sub(hand_at(x, i, j), hand_at(x, i, j), c);
        }
    }
    mpq_clear(c);
}

static inline void hand_column(by_hand *x, int at, int sign, const mpq_t *g)
{
    for (int j = 0; j < x->d->nv; j++) {
        mpq_set(hand_at(x, at, j), g[j]);
        mpq_neg(hand_at(x, j, at), g[j]);
        if (sign < 0) {
            mpq_neg(hand_at(x, at, j), hand_at(x, at, j));
            mpq_neg(hand_at(x, j, at), hand_at(x, j, at));
        }
    }
}

/* Everything of (17); alpha = gamma = 1. */
static inline void hand_make(by_hand *x, step_form form, const step_exact *d,
                             mpq_srcptr h)
{
    const int nv = d->nv, links = form == STEP_LIMIT ? d->s : 0;
    *x = (by_hand){nv + d->m + links, 2 * d->p + 2 * d->r, links, .d = d,
                   .h = h};
    const int all = x->free + x->n, beta = x->free + d->p;
    const int lambda = beta + 2 * d->r;
    x->A = calloc((size_t)(all * all), sizeof *x->A);
    x->b = calloc((size_t)all, sizeof *x->b);
    for (int i = 0; i < all * all; i++)
        mpq_init(x->A[i]);
    for (int i = 0; i < all; i++)
        mpq_init(x->b[i]);
    mpq_init(x->t);
    hand_motion(x, form);
    if (form != STEP_LIMIT)
        hand_springs(x, form);
    for (int i = 0; i < d->m; i++)
        hand_column(x, nv + i, 1, (const mpq_t *)d->nu + i * nv);
    for (int i = 0; i < links; i++)
        hand_column(x, nv + d->m + i, 1, (const mpq_t *)d->a + i * nv);
    for (int j = 0; j < d->p; j++) {
        hand_column(x, x->free + j, 1, (const mpq_t *)d->n + j * nv);
        mpq_set(hand_at(x, lambda + j, x->free + j), d->mu[j]);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int back = 0; back < 2; back++) {
                int at = beta + 2 * k + back;
                hand_column(x, at, 1 - 2 * back, (const mpq_t *)d->d + k * nv);
                mpq_set_si(hand_at(x, at, lambda + j), 1, 1);
                mpq_set_si(hand_at(x, lambda + j, at), -1, 1);
            }
    }
}

static inline void hand_free(by_hand *x)
{
    const int all = x->free + x->n;
    for (int i = 0; i < all * all; i++)
        mpq_clear(x->A[i]);
    for (int i = 0; i < all; i++)
        mpq_clear(x->b[i]);
    mpq_clear(x->t);
    free(x->A);
    free(x->b);
}

/* Does our solution, without the impulses that the paper's problem has not,
   solve it exactly? */
static inline perp_status hand_solved_by(by_hand *x, solved_step *s)
{
    const step_exact *d = x->d;
    const int ours = d->nv + d->m + d->s;
    lcp_exact_problem p = {x->free, x->n, (const mpq_t *)x->A,
                           (const mpq_t *)x->b};
    lcp_exact_answer z;
    PERP_TRY(lcp_exact_answer_new(&s->step.a, x->free, x->n, &z));
    z.outcome = LCP_SOLVED;
    memcpy(z.basis, s->y.basis, (size_t)x->n);
    for (int i = 0; i < x->free; i++)
        mpq_set(z.z[i], s->y.z[i]);
    for (int i = 0; i < x->n; i++)
        mpq_set(z.z[x->free + i], s->y.z[ours + i]);
    perp_status status = lcp_exact_rows(&p, z.z, 1, z.w);
    if (status.code == PERP_OK)
        status = lcp_exact_check(&p, &z);
    lcp_exact_answer_clear(x->free, x->n, &z);
    return status;
}
