/**
# A polygon's step in fractions, by exact Lemke

What qvi_polygon_solve answers in doubles, for the tests that ask what is right.
*/
#pragma once

#include "number/rational.h"
#include "pks05/cone/qvi_polygon.h"

/* Unknowns: lam_n of m contacts, beta of each corner (z of them so far), gamma. */
typedef struct {
    int m, k, corners, z, n;
} polygon_sizes;

static inline int polygon_beta(const polygon_sizes *s, int contact, int corner)
{
    return s->m + contact * s->corners + corner;
}

static inline void polygon_direction(const polygon_sizes *s, int corner,
                                     mpq_t *d)
{
    if (s->k == 1)
        mpq_set_si(d[0], corner == 0 ? 1 : -1, 1);
    else
        qvi_corner(s->corners, corner, d[0], d[1]);
}

typedef struct {
    polygon_sizes s;
    mpq_t *D, *W, *A, *b;
    size_t count;
} polygon_posed;

static inline perp_status polygon_posed_new(arena *a, polygon_posed *q)
{
    const polygon_sizes *s = &q->s;
    size_t n = (size_t)s->n, N = (size_t)(s->m * (1 + s->k));
    size_t D = (size_t)(2 * s->corners), W = N * (size_t)s->z;
    q->count = D + W + n * n + n + 1;
    q->D = rational_array(a, q->count);
    if (q->D == NULL)
        return PERP_NO_MEMORY(q->count * sizeof *q->D);
    q->W = q->D + D;
    q->A = q->W + W;
    q->b = q->A + n * n;
    for (int c = 0; c < s->corners; c++)
        polygon_direction(s, c, q->D + 2 * c);
    return PERP_SUCCESS;
}

/* to += f x, the last of the numbers being room. */
static inline void polygon_add_product(polygon_posed *q, mpq_ptr to,
                                       mpq_srcptr f, mpq_srcptr x)
{
    mpq_ptr room = q->D[q->count - 1];
    mpq_mul(room, f, x);
    mpq_add(to, to, room);
}

static inline void polygon_pose_beta(polygon_posed *q,
                                     const qvi_exact_problem *p, int i, int c)
{
    const polygon_sizes *s = &q->s;
    const int w = 1 + s->k, beta = polygon_beta(s, i, c), gamma = s->z + i;
    for (int k = 0; k < s->k; k++) {
        int row = i * w + 1 + k;
        for (int j = 0; j < s->z; j++)
            polygon_add_product(q, q->A[beta * s->n + j], q->D[2 * c + k],
                                q->W[row * s->z + j]);
        polygon_add_product(q, q->b[beta], q->D[2 * c + k], p->b[row]);
    }
    mpq_set_si(q->A[beta * s->n + gamma], 1, 1);
    mpq_set_si(q->A[gamma * s->n + beta], -1, 1);
}

static inline void polygon_pose(polygon_posed *q, const qvi_exact_problem *p)
{
    const polygon_sizes *s = &q->s;
    const int w = 1 + s->k, N = s->m * w;
    for (int row = 0; row < N; row++)
        for (int i = 0; i < s->m; i++) {
            const mpq_t *a = p->A + row * N + i * w;
            mpq_t *to = q->W + row * s->z;
            mpq_set(to[i], a[0]);
            for (int c = 0; c < s->corners; c++)
                for (int k = 0; k < s->k; k++)
                    polygon_add_product(q, to[polygon_beta(s, i, c)], a[1 + k],
                                        q->D[2 * c + k]);
        }
    for (int i = 0; i < s->m; i++) {
        for (int j = 0; j < s->z; j++)
            mpq_set(q->A[i * s->n + j], q->W[i * w * s->z + j]);
        mpq_set(q->b[i], p->b[i * w]);
        mpq_set(q->A[(s->z + i) * s->n + i], p->mu[i]);
        for (int c = 0; c < s->corners; c++)
            polygon_pose_beta(q, p, i, c);
    }
}

/* lam from the unknowns z of the LCP. */
static inline void polygon_forces(polygon_posed *q, const mpq_t *z, mpq_t *lam)
{
    const polygon_sizes *s = &q->s;
    for (int i = 0; i < s->m; i++) {
        mpq_t *to = lam + i * (1 + s->k);
        mpq_set(to[0], z[i]);
        for (int k = 0; k < s->k; k++) {
            mpq_set_ui(to[1 + k], 0, 1);
            for (int c = 0; c < s->corners; c++)
                polygon_add_product(q, to[1 + k], q->D[2 * c + k],
                                    z[polygon_beta(s, i, c)]);
        }
    }
}

static inline perp_status polygon_prove_posed(polygon_posed *q, arena *a,
                                              mpq_t *lam)
{
    const int n = q->s.n;
    lcp_exact_problem p = {0, n, (const mpq_t *)q->A, (const mpq_t *)q->b};
    lcp_exact_answer x;
    int fallback;
    PERP_TRY(lcp_exact_answer_new(a, 0, n, &x));
    perp_status s = mlcp_prove(&p, NULL, a, &x, &fallback);
    if (s.code == PERP_OK && x.outcome != LCP_SOLVED)
        s = PERP_FAIL(PERP_NO_SOLUTION, "Lemke ends on a ray");
    if (s.code == PERP_OK)
        s = lcp_exact_check(&p, &x);
    if (s.code == PERP_OK)
        polygon_forces(q, (const mpq_t *)x.z, lam);
    lcp_exact_answer_clear(0, n, &x);
    return s;
}

static inline perp_status polygon_prove(const qvi_exact_problem *p, int corners,
                                        arena *a, mpq_t *lam)
{
    arena_mark mark = arena_here(a);
    polygon_posed q = {.count = 0};
    const int m = p->contacts, c = p->slips == 1 ? 2 : corners;
    q.s = (polygon_sizes){m, p->slips, c, m * (1 + c), m * (2 + c)};
    PERP_TRY(polygon_posed_new(a, &q));
    polygon_pose(&q, p);
    perp_status s = polygon_prove_posed(&q, a, lam);
    rational_clear(q.D, q.count);
    arena_release(a, mark);
    return s;
}
