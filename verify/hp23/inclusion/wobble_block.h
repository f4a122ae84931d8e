/**
# The wobbling block at one configuration after the other

Its data with room for a state, for what is around it, and for the rates over s.
*/
#pragma once

#include "wobble.h"

typedef struct {
    hp23 m;
    pivot b;
    wobble w;
    wobble_state at, before, after;
    mpq_t gap[2], v[3], tolerance, rate[7], weight[8], distance;
    mpq_t n[6], d[6]; /* of both corners */
    double near[7];
} block;

enum { BLOCK_BITS = 64 }; /* of the numbers of mpfr */

static inline void block_new(block *t, const wobble_shape *shape)
{
    memset(t, 0, sizeof *t);
    wobble_data(shape, &t->m);
    CHECK(pivot_read(&t->m.x, &t->b).code == PERP_OK, "pivot");
    CHECK(wobble_new(&t->m.a, &t->b, BLOCK_BITS, &t->w).code == PERP_OK,
          "wobble");
    wobble_state_new(&t->m.a, &t->w, &t->at);
    wobble_state_new(&t->m.a, &t->w, &t->before);
    wobble_state_new(&t->m.a, &t->w, &t->after);
    mpq_t *all[] = {t->gap, t->v, t->rate, t->weight, t->n, t->d};
    const int count[] = {2, 3, 7, 8, 6, 6};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < count[k]; i++)
            mpq_init(all[k][i]);
    mpq_inits(t->tolerance, t->distance, NULL);
    mpq_set_d(t->tolerance, 0x1p-60);
}

static inline void block_clear(block *t)
{
    mpq_t *all[] = {t->gap, t->v, t->rate, t->weight, t->n, t->d};
    const int count[] = {2, 3, 7, 8, 6, 6};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < count[k]; i++)
            mpq_clear(all[k][i]);
    mpq_clears(t->tolerance, t->distance, NULL);
    wobble_state_clear(&t->at);
    wobble_state_clear(&t->before);
    wobble_state_clear(&t->after);
    wobble_clear(&t->w);
    pivot_clear(&t->b);
    wobble_data_clear(&t->m);
}
