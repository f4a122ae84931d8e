/**
# A sample of the set-valued law, step by step

`halm_posa_sample` tells where a sample ends. This walks there: each step in
doubles, with the functions the sampler has, and beside it, in fractions, where
the impulses of the doubles lead exactly. So it can be asked of each step, and
exactly, whether these impulses obey the law.
*/
#pragma once

#include "hp23.h"
#include "hp23/impact/halm_posa_exact.h"
#include "lcp/solve/mlcp.h"

#include <math.h>

/* A model with everything a proof of its samples needs. */
typedef struct {
    hp23 m;
    halm_posa g;
    halm_posa_options o;
    halm_posa_proof p;
} proving;

static inline void proving_new(proving *t, const char *model)
{
    hp23_load(&t->m, model);
    CHECK(halm_posa_new(&t->m.a, &t->m.d, &t->g).code == PERP_OK, "new");
    t->o = (halm_posa_options){.h = t->m.h, .N = t->m.N, .seed = 9};
    t->p = (halm_posa_proof){.d = &t->m.x, .g = &t->g, .o = &t->o};
}

/* A sample on its way. */
typedef struct {
    hp23 *m;
    const halm_posa *g;
    const halm_posa_options *o;
    arena_mark mark;
    size_t count;
    mpq_t *all;        /* count: those below, and one to work with */
    mpq_t *W, *P;      /* s x s: what an impulse along gradient j does to the
                          speed along i; s x nv: and to the velocities */
    mpq_t *u, *v, *L;  /* s: speeds of contacts; nv; s: impulses, N s */
    double *du, *dv;   /* the same in doubles */
    double *b, *bound; /* n, p */
    lcp_answer x;
} hp23_walk;

/* Speed along gradient i at the velocities v. */
static inline void hp23_speed(const hp23 *m, int i, const mpq_t *v, mpq_ptr to)
{
    if (i < m->d.p)
        impact_normal(&m->x, i, v, to);
    else
        impact_slip(&m->x, i - m->d.p, v, to);
}

/* A walk from the start of the impact. */
static inline void hp23_walk_new(hp23_walk *w, hp23 *m, const halm_posa *g,
                                 const halm_posa_options *o)
{
    const size_t s = (size_t)(g->p + g->r), nv = (size_t)g->nv;
    arena *a = &m->a;
    *w = (hp23_walk){.m = m, .g = g, .o = o, .mark = arena_here(a)};
    w->count = s * s + s * nv + 2 * s + nv + 1;
    w->all = w->W = rational_array(a, w->count);
    w->P = w->W + s * s;
    w->u = w->P + s * nv;
    w->v = w->u + s;
    w->L = w->v + nv;
    w->du = arena_take(a, s + nv + (size_t)(g->n + g->p), sizeof *w->du);
    w->dv = w->du + s;
    w->b = w->dv + nv;
    w->bound = w->b + g->n;
    CHECK(lcp_answer_new(a, 0, g->n, &w->x).code == PERP_OK, "answer");
    for (size_t j = 0; j < s; j++) {
        mpq_t *along =
            (int)j < g->p ? m->x.n + j * nv : m->x.d + (j - (size_t)g->p) * nv;
        CHECK(impact_response(a, &m->x, (const mpq_t *)along, w->P + j * nv)
                      .code == PERP_OK,
              "response");
        for (size_t i = 0; i < s; i++)
            hp23_speed(m, (int)i, (const mpq_t *)(w->P + j * nv),
                       w->W[i * s + j]);
    }
}

static inline void hp23_walk_begin(hp23_walk *w)
{
    const int s = w->g->p + w->g->r;
    memcpy(w->du, w->g->u0, (size_t)s * sizeof *w->du);
    memcpy(w->dv, w->g->v0, (size_t)w->g->nv * sizeof *w->dv);
    for (int i = 0; i < w->g->nv; i++)
        mpq_set(w->v[i], w->m->x.v[i]);
    for (int i = 0; i < s; i++)
        hp23_speed(w->m, i, (const mpq_t *)w->v, w->u[i]);
}

static inline void hp23_walk_clear(hp23_walk *w)
{
    rational_clear(w->all, w->count);
    arena_release(&w->m->a, w->mark);
}

/* to[i] += sum_j of[j, i] L_j over n numbers. */
static inline void hp23_push(hp23_walk *w, int n, const mpq_t *of, mpq_t *to)
{
    const int s = w->g->p + w->g->r;
    mpq_t *spare = w->all + w->count - 1;
    for (int j = 0; j < s; j++)
        for (int i = 0; i < n && mpq_sgn(w->L[j]) != 0; i++) {
            mpq_mul(*spare, of[j * n + i], w->L[j]);
            mpq_add(to[i], to[i], *spare);
        }
}

/* One step in doubles, and where its impulses lead. W is symmetric. */
static inline void hp23_walk_step(hp23_walk *w, uint64_t sample, long step)
{
    const halm_posa *g = w->g;
    const double *z = w->x.z;
    int climbed;
    halm_posa_bounds(g, w->o, sample, step, w->bound);
    memcpy(w->b, w->bound, (size_t)g->p * sizeof *w->b);
    halm_posa_pose(g, w->du, w->b);
    lcp_problem q = {0, g->n, g->W, w->b};
    CHECK(mlcp_solve(&q, &mlcp_defaults, &w->m->a, &w->x, &climbed).code ==
              PERP_OK,
          "step");
    halm_posa_read(g, z, w->x.w, w->dv, w->du);
    for (int j = 0; j < g->p; j++)
        mpq_set_d(w->L[j], z[g->p + j]);
    for (int k = 0; k < g->r; k++)
        mpq_set_d(w->L[g->p + k],
                  z[2 * g->p + 2 * k] - z[2 * g->p + 2 * k + 1]);
    hp23_push(w, g->p + g->r, (const mpq_t *)w->W, w->u);
    hp23_push(w, g->nv, (const mpq_t *)w->P, w->v);
}

/** By how much the last step misses the law: the largest $|\min(z_i, w_i)|$ of
(75), formed from the impulses alone, their $\beta_j = \max(0, -u_j)$ and
$\gamma_j = \max |u_k|$ by their meaning. When it is $r$, then $z - r$, $w - r$ solve
(75) exactly with $b$ moved by $(W_q - I) r$. */
static inline double hp23_walk_off(const hp23_walk *w)
{
    const halm_posa *g = w->g;
    const step_data *d = &w->m->d;
    double off = 0;
    mpq_t rest;
    mpq_init(rest);
    for (int j = 0; j < g->p; j++) {
        const double un = mpq_get_d(w->u[j]), cn = mpq_get_d(w->L[j]),
                     beta = fmax(0, -un);
        double gamma = 0;
        mpq_set_d(rest, w->bound[j]);
        mpq_sub(rest, rest, w->L[j]);
        off = fmax(off, fabs(fmin(beta, mpq_get_d(rest))));
        off = fmax(off, fabs(fmin(cn, beta + un)));
        mpq_mul(rest, w->m->x.mu[j], w->L[j]);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            gamma = fmax(gamma, fabs(mpq_get_d(w->u[g->p + k])));
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            const double f = mpq_get_d(w->L[g->p + k]),
                         slip = mpq_get_d(w->u[g->p + k]);
            off = fmax(off, fmin(fmax(f, 0), gamma + slip));
            off = fmax(off, fmin(fmax(-f, 0), gamma - slip));
            (mpq_sgn(w->L[g->p + k]) > 0 ? mpq_sub : mpq_add)(rest, rest,
                                                              w->L[g->p + k]);
        }
        off = fmax(off, fabs(fmin(gamma, mpq_get_d(rest))));
    }
    mpq_clear(rest);
    return off;
}
