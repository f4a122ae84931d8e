/**
# A chain of exactly solved steps

Rows of one random body: constant mass, forces, joints and contacts, each step
solved exactly from the stored end of the one before. What an estimator is fed
with, and what a test may spoil on the way.
*/
#pragma once

#include "gap08/bounds/estimates.h"
#include "solved_random.h"

#include <math.h>

typedef enum {
    SPOIL_NOTHING,
    SPOIL_VELOCITY, /* v+ and with it the balance */
    SPOIL_JOINT,    /* a joint impulse */
    SPOIL_NORMAL,   /* a normal impulse */
    SPOIL_BOTH,     /* impulse and velocity, so that (7.4) still holds */
    SPOIL_MEAN      /* x: a joint moves */
} spoil;

typedef struct {
    step_random_sizes z;
    alpha_gamma g;
    int steps, at; /* at: the row that is spoilt */
    spoil how;
} chain_kind;

/* Sums recomputed here, in doubles. */
typedef struct {
    double cn, joint, joint_plain, tv, tv_plain;
} chain_sums;

static inline void chain_spoil(solved_random *s, spoil how)
{
    step_result_exact *y = &s->r.y_exact;
    step_exact *d = &s->r.exact;
    mpq_t t, some;
    mpq_inits(t, some, NULL);
    mpq_set_d(some, 0x1p-20);
    if (how == SPOIL_VELOCITY)
        mpq_add(y->v[0], y->v[0], some);
    if (how == SPOIL_MEAN)
        mpq_add(y->x[0], y->x[0], some);
    if (how == SPOIL_JOINT)
        mpq_add(y->cnu[0], y->cnu[0], some);
    if (how == SPOIL_NORMAL || how == SPOIL_BOTH)
        mpq_add(y->cn[0], y->cn[0], some);
    for (int i = 0; i < d->nv && how == SPOIL_BOTH; i++) {
        /* v+ += M^-1 n some, M diagonal in these chains */
        mpq_mul(t, d->n[i], some);
        mpq_div(t, t, d->M[i * d->nv + i]);
        mpq_add(y->v[i], y->v[i], t);
    }
    mpq_clears(t, some, NULL);
}

static inline void chain_row(solved_random *s, const double *q,
                             const double *q_to, const chain_kind *k,
                             estimator *m)
{
    double gap[8] = {0}, theta[8] = {0};
    estimate_row row = {.step = s->t,
                        .nq = k->z.nv,
                        .q_from = q,
                        .q_to = q_to,
                        .gap_from = gap,
                        .gap_to = gap,
                        .theta = theta};
    CHECK(estimator_add(m, &row).code == PERP_OK, "memory");
}

static inline double chain_norm(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

/* Adds what the row brings to the sums; `was`: x, v, c_nu of the row before. */
static inline void chain_count(const solved_random *s, const chain_kind *k,
                               int row, double was[3][8], chain_sums *c)
{
    const step_result_exact *y = &s->r.y_exact;
    const double a = k->g.alpha;
    double now[3][8] = {{0}}, f[8] = {0}, plain[8] = {0};
    for (int i = 0; i < k->z.nv; i++) {
        now[0][i] = mpq_get_d(y->x[i]);
        now[1][i] = mpq_get_d(y->v[i]);
        c->tv += row > 0 ? fabs(now[0][i] - was[0][i]) : 0;
        c->tv_plain += row > 0 ? fabs(now[1][i] - was[1][i]) : 0;
    }
    for (int j = 0; j < k->z.m; j++) {
        now[2][j] = mpq_get_d(y->cnu[j]);
        for (int i = 0; i < k->z.nv; i++) {
            double nu = s->r.d.nu[j * k->z.nv + i];
            f[i] += nu * (a * now[2][j] + (1 - a) * was[2][j]);
            plain[i] += nu * now[2][j];
        }
    }
    for (int j = 0; j < k->z.p; j++)
        c->cn += mpq_get_d(y->cn[j]);
    if (row > 0) {
        c->joint += chain_norm(k->z.nv, f);
        c->joint_plain += chain_norm(k->z.nv, plain);
    }
    memcpy(was, now, sizeof now);
}

/* Runs the chain into an estimator. The seed decides about everything. */
static inline estimates chain_run(uint64_t seed, const chain_kind *k,
                                  chain_sums *sums)
{
    estimates out;
    estimator *m;
    arena a = {0};
    perp_system sys = step_random_system(k->z);
    double v[8], q[8] = {1, 2, 3}, q_to[8], was[3][8] = {{0}};
    mpq_t h;
    mpq_init(h);
    mpq_set_d(h, k->g.h);
    *sums = (chain_sums){0};
    CHECK(estimator_new(&a, &sys, h, &m).code == PERP_OK, "memory");
    for (int row = 0; row < k->steps; row++) {
        solved_random s;
        check_random rng = {seed};
        solved_random_from(&s, &rng, k->z, &k->g, row == 0 ? NULL : v);
        if (row == k->at)
            chain_spoil(&s, k->how);
        for (int i = 0; i < k->z.nv; i++) {
            v[i] = mpq_get_d(s.r.y_exact.v[i]);
            q_to[i] = q[i] + k->g.h * mpq_get_d(s.r.y_exact.x[i]);
        }
        chain_row(&s, q, q_to, k, m);
        chain_count(&s, k, row, was, sums);
        memcpy(q, q_to, sizeof q);
        solved_random_free(&s);
    }
    estimator_end(m, &out);
    estimator_free(m);
    arena_free(&a);
    mpq_clear(h);
    return out;
}
