/**
# A step solved exactly

Posed in the mixed form, solved by Lemke over the rationals, put into (16).
*/
#pragma once

#include "number/rational.h"
#include "lcp/solve/ladder.h"
#include "theta_random.h"

typedef struct {
    arena a;
    theta_random r;
    theta_exact x;
    theta_exact_end e;
    mpq_t *A;
    size_t size;
    mpq_t *numbers;
    size_t count;
    lcp_exact_answer z;
    int free, n;
} theta_step;

static inline void theta_step_directions(theta_exact *x)
{
    static const int corner[8][2] = {{5, 0},  {4, 3},   {0, 5},  {-4, 3},
                                     {-5, 0}, {-4, -3}, {0, -5}, {4, -3}};
    for (int k = 0; k < x->m; k++)
        for (int s = 0; s < x->slips; s++) {
            mpq_ptr q = x->directions[k * x->slips + s];
            mpq_set_si(q, x->slips == 1 ? 5 - 10 * k : corner[k][s], 5);
            mpq_canonicalize(q);
        }
}

static inline mpq_t *theta_step_next(mpq_t **x, size_t n)
{
    mpq_t *here = *x;
    *x += n;
    return here;
}

/* u->r is the step. */
static inline void theta_step_begin(theta_step *u)
{
    const theta_data *d = &u->r.d;
    const int slips = d->slips;
    const size_t R = (size_t)theta_rows(d), nv = (size_t)d->nv;
    const int m = slips == 1 ? 2 : 8;
    CHECK(theta_exact_new(&u->a, d, m, &u->x).code == PERP_OK, "room");
    theta_exact_copy(d, &u->x);
    theta_step_directions(&u->x);
    mpq_set_d(u->x.h, d->h);
    mpq_set_d(u->x.theta, d->theta);
    u->free = theta_exact_free(&u->x);
    u->n = theta_exact_pairs(&u->x);
    u->size = (size_t)(u->free + u->n);
    u->A = rational_array(&u->a, u->size * (u->size + 1));
    u->count = 3 * nv + 4 * R + (size_t)(d->p * m);
    mpq_t *x = u->numbers = rational_array(&u->a, u->count);
    u->e = (theta_exact_end){.v = theta_step_next(&x, nv),
                             .delta = theta_step_next(&x, R),
                             .mean = theta_step_next(&x, nv),
                             .lambda = theta_step_next(&x, R),
                             .s = theta_step_next(&x, R),
                             .beta = theta_step_next(&x, (size_t)(d->p * m)),
                             .work = theta_step_next(&x, nv + R)};
}

static inline perp_status theta_step_prove(theta_step *u)
{
    int fallback;
    theta_exact_pose(&u->x, u->A, u->A + u->size * u->size);
    lcp_exact_problem p = {u->free, u->n, (const mpq_t *)u->A,
                           (const mpq_t *)u->A + u->size * u->size};
    PERP_TRY(lcp_exact_answer_new(&u->a, u->free, u->n, &u->z));
    PERP_TRY(mlcp_prove(&p, NULL, &u->a, &u->z, &fallback));
    theta_exact_recover(&u->x, (const mpq_t *)u->z.z, &u->e);
    return theta_exact_check(&u->x, &u->e, NULL, NULL, NULL);
}

static inline void theta_step_end(theta_step *u)
{
    lcp_exact_answer_clear(u->free, u->n, &u->z);
    rational_clear(u->A, u->size * (u->size + 1));
    rational_clear(u->numbers, u->count);
    theta_exact_clear(&u->x);
    arena_free(&u->a);
}
