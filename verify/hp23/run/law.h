/**
# A model of HP23 as a collision
*/
#pragma once

#include "hp23.h"
#include "hp23/run/law.h"

typedef struct {
    hp23 m;
    int id[32]; /* contact j is number 10 + 3 j of its system */
    collision_state x;
    collision_outcome y;
    mpq_t *all;
    size_t count;
} law_scene;

static inline void law_scene_of(law_scene *s)
{
    const size_t nv = (size_t)s->m.d.nv, p = (size_t)s->m.d.p;
    for (int j = 0; j < s->m.d.p; j++)
        s->id[j] = 10 + 3 * j;
    s->x = (collision_state){.exact = &s->m.x, .data = &s->m.d, .id = s->id};
    s->count = nv + p + (size_t)s->m.d.r;
    s->all = rational_array(&s->m.a, s->count);
    s->y = (collision_outcome){
        .v = s->all, .cn = s->all + nv, .f = s->all + nv + p};
}

static inline void law_scene_clear(law_scene *s)
{
    rational_clear(s->all, s->count);
    hp23_clear(&s->m);
}

/* The law `which` with the numbers of the model. */
static inline impact_law law_of_model(const law_scene *s, law_kind which,
                                      uint64_t seed)
{
    return (impact_law){
        .kind = which,
        .o = {.h = s->m.h > 0 ? s->m.h : 1, .N = 200, .seed = seed}};
}

/* Is M (v+ - v-) = n cn + d f exactly, with cn >= 0, and f within mu cn over
   each contact's slips together? */
static inline int law_balances(const step_exact *d, const collision_outcome *y)
{
    mpq_t sum, t;
    int fine = 1;
    mpq_inits(sum, t, NULL);
    for (int i = 0; i < d->nv && fine; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k < d->nv; k++) {
            mpq_sub(t, y->v[k], d->v[k]);
            mpq_mul(t, t, d->M[i * d->nv + k]);
            mpq_add(sum, sum, t);
        }
        for (int j = 0; j < d->p + d->r; j++) {
            mpq_mul(t, j < d->p ? y->cn[j] : y->f[j - d->p],
                    j < d->p ? d->n[j * d->nv + i]
                             : d->d[(j - d->p) * d->nv + i]);
            mpq_sub(sum, sum, t);
        }
        fine = mpq_sgn(sum) == 0;
    }
    for (int j = 0; j < d->p && fine; j++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            mpq_abs(t, y->f[k]);
            mpq_add(sum, sum, t);
        }
        mpq_mul(t, d->mu[j], y->cn[j]);
        fine = mpq_sgn(y->cn[j]) >= 0 && mpq_cmp(sum, t) <= 0;
    }
    mpq_clears(sum, t, NULL);
    return fine;
}

/* v'M v / 2, exactly. */
static inline void law_energy(const step_exact *d, const mpq_t *v, mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++)
        for (int k = 0; k < d->nv; k++) {
            mpq_mul(t, v[i], d->M[i * d->nv + k]);
            mpq_mul(t, t, v[k]);
            mpq_add(out, out, t);
        }
    mpq_div_2exp(out, out, 1);
    mpq_clear(t);
}
