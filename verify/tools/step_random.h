/**
# Random steps

Primary data of one step with random sizes: positive definite $M$, antisymmetric
$F$, small Jacobians, random rows. For tests of the schemes.
*/
#pragma once

#include "check.h"
#include "gap08/step/alpha_gamma.h"

typedef struct {
    int nv, m, p, slips; /* slips of each contact */
} step_random_sizes;

/* Springs of each step; none unless a test says so. */
static int step_random_springs;

typedef struct {
    arena a;
    step_data d;
    step_result y;
    step_exact exact; /* made on demand */
    step_result_exact y_exact;
} step_random;

static inline double step_random_number(check_random *r)
{
    return (double)check_integer(r, -64, 64) / 32;
}

static inline double *step_random_array(step_random *s, check_random *r, int n,
                                        double scale)
{
    double *x = arena_take(&s->a, (size_t)n, sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = scale * step_random_number(r);
    return x;
}

static inline perp_system step_random_system(step_random_sizes z)
{
    return (perp_system){.nq = z.nv,
                         .nv = z.nv,
                         .joints = z.m,
                         .contacts = z.p,
                         .max_slips = z.slips,
                         .springs = step_random_springs};
}

static inline void step_random_make(step_random *s, check_random *r,
                                    step_random_sizes z)
{
    const int nv = z.nv;
    *s = (step_random){0};
    perp_system sys = step_random_system(z);
    (void)step_data_new(&s->a, &sys, &s->d);
    (void)step_result_new(&s->a, &sys, &s->y);
    step_data *d = &s->d;
    d->p = z.p;
    d->r = z.p * z.slips;
    for (int j = 0; j <= z.p; j++)
        d->slip_at[j] = j * z.slips;
    double *B = step_random_array(s, r, nv * nv, 1);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            double sum = i == j ? 1 : 0;
            for (int k = 0; k < nv; k++)
                sum += B[i * nv + k] * B[j * nv + k];
            d->M[i * nv + j] = sum;
            d->F[i * nv + j] = i < j ? B[i * nv + j] : -B[j * nv + i];
            if (i == j)
                d->F[i * nv + j] = 0;
            d->kq[i * nv + j] = step_random_number(r);
            d->kv[i * nv + j] = step_random_number(r);
        }
    double *all[] = {d->k0, d->k1, d->v, d->nu, d->n, d->d};
    int count[] = {nv, nv, nv, z.m * nv, z.p * nv, z.p * z.slips * nv};
    for (int a = 0; a < 6; a++)
        for (int i = 0; i < count[a]; i++)
            all[a][i] = step_random_number(r);
    for (int i = 0; i < d->s; i++) { /* one of them, or both */
        int what = check_integer(r, 0, 2);
        d->stiffness[i] = what == 1 ? 0 : (double)check_integer(r, 1, 4000);
        d->damping[i] = what == 0 ? 0 : (double)check_integer(r, 1, 400);
        d->phi[i] = step_random_number(r) / 8;
        for (int j = 0; j < nv; j++)
            d->a[i * nv + j] = step_random_number(r);
    }
    for (int j = 0; j < z.p; j++)
        d->mu[j] = (double)check_integer(r, 0, 16) / 16;
}

static inline lcp_problem
step_random_pose(step_random *s, const alpha_gamma *scheme, double *Mt)
{
    lcp_problem p = {.free = alpha_gamma_free(s->d.nv, s->d.m + s->d.s),
                     .n = alpha_gamma_pairs(s->d.p, s->d.r)};
    size_t size = (size_t)(p.free + p.n);
    double *A = arena_take(&s->a, size * size, sizeof *A);
    double *b = arena_take(&s->a, size, sizeof *b);
    alpha_gamma_pose(scheme, &s->d, Mt, A, b);
    p.A = A;
    p.b = b;
    return p;
}

static inline void step_random_copy(step_random *s, step_random_sizes z)
{
    perp_system sys = step_random_system(z);
    (void)step_exact_new(&s->a, &sys, &s->exact);
    (void)step_result_exact_new(&s->a, &sys, &s->y_exact);
    assemble_copy(&s->d, &s->exact);
}

static inline void step_random_free(step_random *s)
{
    step_exact_clear(&s->exact);
    step_result_exact_clear(&s->y_exact);
    arena_free(&s->a);
}

/* The exact problem of a random step. */
typedef struct {
    lcp_exact_problem p;
    mpq_t *A, *b, alpha, gamma, h;
    alpha_gamma_exact s;
} posed;

static inline void posed_make(posed *x, step_random *step, const alpha_gamma *s)
{
    int free = alpha_gamma_free(step->d.nv, step->d.m + step->d.s);
    int n = alpha_gamma_pairs(step->d.p, step->d.r), size = free + n;
    x->A = calloc((size_t)(size * size), sizeof *x->A);
    x->b = calloc((size_t)size, sizeof *x->b);
    for (int i = 0; i < size * size; i++)
        mpq_init(x->A[i]);
    for (int i = 0; i < size; i++)
        mpq_init(x->b[i]);
    mpq_inits(x->alpha, x->gamma, x->h, NULL);
    mpq_set_d(x->alpha, s->alpha);
    mpq_set_d(x->gamma, s->gamma);
    mpq_set_d(x->h, s->h);
    x->s = (alpha_gamma_exact){x->alpha, x->gamma, x->h, s->form};
    alpha_gamma_pose_exact(&x->s, &step->exact, x->A, x->b);
    x->p =
        (lcp_exact_problem){free, n, (const mpq_t *)x->A, (const mpq_t *)x->b};
}

static inline void posed_free(posed *x)
{
    int size = x->p.free + x->p.n;
    for (int i = 0; i < size * size; i++)
        mpq_clear(x->A[i]);
    for (int i = 0; i < size; i++)
        mpq_clear(x->b[i]);
    mpq_clears(x->alpha, x->gamma, x->h, NULL);
    free(x->A);
    free(x->b);
}
