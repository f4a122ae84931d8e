/**
# Random steps, solved exactly

A step of `step_random.h`, its exact solution by Lemke, and the result in
fractions: what `estimate` asks its questions about.
*/
#pragma once

#include "gap08/bounds/impulses.h"
#include "lcp/solve/mlcp.h"
#include "step_random.h"

typedef struct {
    step_random r;
    posed x;
    solved_step t;
    impulses acted;
} solved_random;

static inline void solved_random_plain(step_data *d, const double *v)
{
    for (int i = 0; i < d->nv * d->nv; i++) {
        d->F[i] = d->kq[i] = d->kv[i] = 0;
        d->M[i] = i % (d->nv + 1) == 0 ? d->M[i] : 0;
    }
    if (v != NULL)
        memcpy(d->v, v, (size_t)d->nv * sizeof *v);
}

static inline void solved_random_solve(solved_random *s, step_random_sizes z,
                                       const alpha_gamma *g)
{
    lcp_exact_answer y;
    lcp_claim c;
    step_numerators n;
    int fallback = 0;
    step_random_copy(&s->r, z);
    posed_make(&s->x, &s->r, g);
    arena *a = &s->r.a;
    CHECK(lcp_exact_answer_new(a, s->x.p.free, s->x.p.n, &y).code == PERP_OK &&
              mlcp_prove(&s->x.p, NULL, a, &y, &fallback).code == PERP_OK &&
              y.outcome == LCP_SOLVED,
          "not solved");
    CHECK(lcp_claim_new(a, s->x.p.free, s->x.p.n, &c).code == PERP_OK &&
              step_numerators_new(a, &s->r.exact, &n).code == PERP_OK &&
              impulses_new(a, z.nv, &s->acted).code == PERP_OK,
          "memory");
    lcp_claim_of(&y, &c);
    alpha_gamma_recover_numerators(&s->x.s, &s->r.exact, (const mpz_t *)c.Z,
                                   c.den, &n);
    alpha_gamma_spell(&s->r.exact, &n, &s->r.y_exact);
    s->t = (solved_step){&s->x.s, &s->r.exact, &s->r.y_exact};
    impulses_of(&s->t, &s->acted);
    step_numerators_clear(&n);
    lcp_claim_clear(&c);
    lcp_exact_answer_clear(s->x.p.free, s->x.p.n, &y);
}

static inline void solved_random_make(solved_random *s, check_random *rng,
                                      step_random_sizes z, const alpha_gamma *g)
{
    step_random_make(&s->r, rng, z);
    solved_random_solve(s, z, g);
}

/* The same with a diagonal M, no F, no Jacobians, and v if it is not null. */
static inline void solved_random_from(solved_random *s, check_random *rng,
                                      step_random_sizes z, const alpha_gamma *g,
                                      const double *v)
{
    step_random_make(&s->r, rng, z);
    solved_random_plain(&s->r.d, v);
    solved_random_solve(s, z, g);
}

static inline void solved_random_free(solved_random *s)
{
    impulses_clear(&s->acted);
    posed_free(&s->x);
    step_random_free(&s->r);
}
