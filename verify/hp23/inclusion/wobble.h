/**
# The block of HP23's section 4.3 as numbers

M, contacts, force and state at the beginning, exactly.
*/
#pragma once

#include "hp23.h"
#include "hp23/inclusion/wobble.h"

static inline void wobble_ratio(mpq_t x, long p, unsigned long q)
{
    mpq_set_si(x, p, q);
    mpq_canonicalize(x);
}

/* A block of width W/4 and height H/4 with mass m, mu = mu/4, g = 981/100,
   turning at w/8 about A. */
typedef struct {
    long W, H, m, mu, w;
} wobble_shape;

static const wobble_shape wobble_paper = {4, 8, 1, 4, 8};

static inline void wobble_data(const wobble_shape *b, hp23 *m)
{
    mpq_t *k0;
    hp23_new(m, 3, 2);
    for (int j = 0; j < 2; j++)
        m->d.n[3 * j + 1] = m->d.d[3 * j] = 1;
    hp23_exact(m);
    wobble_ratio(m->x.M[0], b->m, 1);
    wobble_ratio(m->x.M[4], b->m, 1);
    wobble_ratio(m->x.M[8], b->m * (b->W * b->W + b->H * b->H), 192);
    for (int j = 0; j < 2; j++) {
        wobble_ratio(m->x.n[3 * j + 2], j == 0 ? -b->W : b->W, 8);
        wobble_ratio(m->x.d[3 * j + 2], b->H, 8);
        wobble_ratio(m->x.mu[j], b->mu, 4);
    }
    wobble_ratio(m->x.v[0], -b->w * b->H, 64);
    wobble_ratio(m->x.v[1], b->w * b->W, 64);
    wobble_ratio(m->x.v[2], b->w, 8);
    k0 = rational_array(&m->a, 3); /* given back by wobble_data_clear */
    wobble_ratio(k0[1], -981 * b->m, 100);
    m->x.k0 = k0;
}

static inline void wobble_data_clear(hp23 *m)
{
    rational_clear(m->x.k0, 3);
    hp23_clear(m);
}
