/**
# Cones for the nearest impulse

Few velocities, edges in small fractions, others once more, opposite to others, sums of others,
and some of these but for $2^{-50}$, or nearly opposite: where doubles come to no end, or to another one.
*/
#pragma once

#include "check.h"
#include "judge/nearest_impulse.h"
#include "number/rational.h"

#include <math.h>

enum { NEAREST_NV = 5, NEAREST_M = 2, NEAREST_EDGES = 9 };

typedef struct {
    arena a;
    cone c;
    cone_rays rays;
    mpq_t *all, *z, *M;
    size_t size;
    closest_problem p;
    int close; /* edges that nearly depend */
} nearest_cone;

static inline void nearest_edge(check_random *r, nearest_cone *w, int k)
{
    const int nv = w->c.nv, sort = k == 0 ? 9 : check_integer(r, 0, 9);
    const mpq_t *one = (const mpq_t *)w->rays.g +
                       (k > 0 ? check_integer(r, 0, k - 1) : 0) * nv;
    const mpq_t *two = (const mpq_t *)w->rays.g +
                       (k > 0 ? check_integer(r, 0, k - 1) : 0) * nv;
    mpq_t fine;
    mpq_init(fine);
    for (int i = 0; i < nv; i++) {
        mpq_ptr to = w->rays.g[k * nv + i];
        mpq_set_si(fine, check_integer(r, -4, 4), 1);
        mpq_div_2exp(fine, fine, 50);
        mpq_set_si(to, check_integer(r, -3, 3), 2);
        mpq_canonicalize(to);
        if (sort < 5)
            mpq_set(to, one[i]);
        if (sort == 1 || sort == 4)
            mpq_neg(to, to);
        if (sort == 2)
            mpq_add(to, to, two[i]);
        if (sort == 3 || sort == 4)
            mpq_add(to, to, fine);
    }
    w->close += sort == 3 || sort == 4;
    mpq_clear(fine);
}

/* 4 + B B' with B in whole numbers */
static inline void nearest_mass(check_random *r, int nv, mpq_t *M)
{
    int B[NEAREST_NV * NEAREST_NV];
    for (int i = 0; i < nv * nv; i++)
        B[i] = check_integer(r, -1, 1);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            int sum = i == j ? 4 : 0;
            for (int k = 0; k < nv; k++)
                sum += B[i * nv + k] * B[j * nv + k];
            mpq_set_si(M[i * nv + j], sum, 1);
        }
}

/* Impulses in the cone, or anywhere; joints that do not depend. */
static inline void nearest_new(check_random *r, nearest_cone *w)
{
    const int nv = check_integer(r, 1, NEAREST_NV);
    const int m = check_integer(r, 0, nv > NEAREST_M ? NEAREST_M : 0);
    const int count = check_integer(r, 0, NEAREST_EDGES);
    *w = (nearest_cone){.c = {.nv = nv, .m = m}};
    w->size = (size_t)(nv + nv * nv + m * nv);
    w->all = rational_array(&w->a, w->size + 1);
    CHECK(w->all != NULL, "memory");
    w->z = w->all;
    w->M = w->z + nv;
    w->c.nu = w->M + nv * nv;
    CHECK(rays_new(&w->a, &w->c, count, &w->rays).code == PERP_OK, "rays");
    w->rays.count = count;
    nearest_mass(r, nv, w->M);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < nv; i++)
            mpq_set_si(w->c.nu[k * nv + i],
                       i == k  ? 2
                       : i < m ? 0
                               : check_integer(r, -2, 2),
                       1);
    const int inside = check_integer(r, 0, 1);
    mpq_t part;
    mpq_init(part);
    for (int i = 0; i < nv; i++)
        mpq_set_si(w->z[i], inside ? 0 : check_integer(r, -9, 9), 1);
    for (int k = 0; k < count; k++) {
        nearest_edge(r, w, k);
        const int c = inside ? check_integer(r, 0, 3) : 0;
        for (int i = 0; i < nv; i++) {
            mpq_set_si(part, c, 1);
            mpq_mul(part, part, w->rays.g[k * nv + i]);
            mpq_add(w->z[i], w->z[i], part);
        }
    }
    mpq_clear(part);
    w->p = (closest_problem){
        .rays = &w->rays, .z = (const mpq_t *)w->z, .M = (const mpq_t *)w->M};
}

static inline void nearest_end(nearest_cone *w)
{
    rational_clear(w->all, w->size + 1);
    rays_clear(&w->rays);
    arena_free(&w->a);
}

/* M d = nu y + G c - z, and c >= 0. */
static inline void nearest_is_answer(const nearest_cone *w,
                                     const closest_answer *x, int trial)
{
    const int nv = w->c.nv;
    mpq_t left, part;
    mpq_inits(left, part, NULL);
    for (int i = 0; i < nv; i++) {
        cone_dot(nv, (const mpq_t *)w->M + i * nv, (const mpq_t *)x->d, left);
        mpq_add(left, left, w->z[i]);
        for (int k = 0; k < w->c.m; k++) {
            mpq_mul(part, x->y[k], w->c.nu[k * nv + i]);
            mpq_sub(left, left, part);
        }
        for (int k = 0; k < w->rays.count; k++) {
            mpq_mul(part, x->c[k], w->rays.g[k * nv + i]);
            mpq_sub(left, left, part);
        }
        CHECK(mpq_sgn(left) == 0, "trial %d: coordinate %d", trial, i);
    }
    for (int k = 0; k < w->rays.count; k++)
        CHECK(mpq_sgn(x->c[k]) >= 0, "trial %d: weight %d", trial, k);
    mpq_clears(left, part, NULL);
}
